//! What a document may hold: nothing that could change firing is left out without a word.

use crate::table::rows;
use grundy_games::petri::Net;
use grundy_games::petri::pnml;
use grundy_language::diagnostic::{Code, Diagnostic};

/// A net of two places and two transitions, and something else.
fn with(parts: &str) -> String {
    format!(
        "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>\
         <place id='p'/><place id='q'/><transition id='t'/><transition id='u'/>{parts}</page></net></pnml>"
    )
}

#[track_caller]
fn only_fault(text: &str) -> Diagnostic {
    let mut faults = pnml::read(text, None).expect_err(text);
    assert_eq!(faults.len(), 1, "{faults:#?}\n{text}");
    faults.remove(0)
}

/// The net, if it is read without a word.
#[track_caller]
fn silent(text: &str) -> Net {
    let read = pnml::read(text, None).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"));
    assert_eq!(read.warnings, [], "{text}");
    read.net
}

/// The codes of the warnings.
#[track_caller]
fn warned(text: &str) -> Vec<Code> {
    let read = pnml::read(text, None).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"));
    read.warnings.iter().map(|it| it.code).collect()
}

#[test]
fn what_could_change_firing_is_a_fault() {
    for [code, parts, message] in rows(include_str!("faults.tsv")) {
        let fault = only_fault(&with(parts));
        assert_eq!(fault.code.name(), code, "{parts}");
        assert!(fault.message.contains(message), "{parts}: {fault:?}");
        let is_told = fault.labels.len() == 1 && fault.help.is_some();
        assert!(is_told || fault.code != Code::UnknownNetPart, "{parts}: {fault:?}");
    }
}

#[test]
fn what_is_known_to_change_nothing_is_left_out_without_a_word() {
    let tools = "<toolspecific tool='nupn' version='1.1'><size places='2' transitions='2' arcs='0'/>\
        <structure units='1' root='u0' safe='true'><unit id='u0'><places>p q</places><subunits/></unit></structure></toolspecific>\
        <finalmarkings><marking><place idref='q'><text>1</text></place></marking></finalmarkings>\
        <token id='Default' enabled='true' red='0' green='0' blue='0'/><labels x='1' y='2'><text>remark</text></labels>\
        <definition name='r' expression='6.0' id='r' defType='real'/>\
        <graphics><position x='1' y='2'/></graphics>";
    let nodes = "<transition id='a'><toolspecific tool='ProM' version='6.4' activity='$invisible$' localNodeID='1'/>\
        <orientation><value>0</value></orientation><rate><value>1.0</value></rate><infiniteServer><value>false</value></infiniteServer>\
        <graphics><dimension x='1' y='2'/><fill color='#fff'/></graphics><toolspecific tool='PIPE' version='2.5' rateDefinition='r'/></transition>\
        <transition id='b'><toolspecific tool='WoPeD' version='1.0'><operator id='t1' type='104'/><trigger id='' type='200'/>\
        <time>0</time><timeUnit>1</timeUnit><orientation>1</orientation></toolspecific></transition>\
        <place id='c'><name><text>c</text><graphics><offset x='1' y='2'/></graphics></name>\
        <initialMarking><text>1</text><toolspecific tool='org.pnml.tool' version='1.0'><tokengraphics><tokenposition x='-2' y='-2'/></tokengraphics></toolspecific></initialMarking></place>\
        <arc id='d' source='c' target='t'><name><text>1</text></name><arctype><text>normal</text></arctype><tagged><value>false</value></tagged>\
        <arcpath id='000' x='1' y='2' curvePoint='false'/><graphics><position x='1' y='2'/></graphics>\
        <toolspecific tool='WoPeD' version='1.0'><probability>1.0</probability><displayProbabilityOn>false</displayProbabilityOn>\
        <displayProbabilityPosition x='500.0' y='0.0'/></toolspecific></arc>";
    let net = silent(&with(&format!("{tools}{nodes}")));
    assert_eq!((net.initial(), net.transitions[0].inputs.len()), (vec![0, 0, 1], 1));
    let root = "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \
        xsi:schemaLocation='a b' xml:lang='en'><net id='n'><toolspecific tool='empty' version='1'/><place id='p'/></net>\
        <net id='other'><clock/></net></pnml>";
    assert_eq!(pnml::read(root, Some("n")).unwrap().warnings, []);
}

#[test]
fn what_the_standard_keeps_apart_is_left_out_with_a_warning() {
    for parts in [
        "<toolspecific tool='x' version='1'><y/></toolspecific>",
        "<place id='a'><toolspecific tool='x' version='1' y='2'/></place>",
    ] {
        assert_eq!(warned(&with(parts)), [Code::IgnoredNetPart], "{parts}");
    }
    // Each kind once.
    let often: String = (0..9)
        .map(|at| format!("<place id='a{at}'><toolspecific tool='x'><y/></toolspecific></place>"))
        .collect();
    let read = pnml::read(&with(&often), None).unwrap();
    assert_eq!(
        (read.warnings.len(), &read.warnings[0].notes[..]),
        (1, &["the same in 8 places more".to_owned()][..])
    );
    let often: String = (0..9).map(|at| format!("<place id='a{at}' tokens='1'/>")).collect();
    let text = with(&often);
    let fault = only_fault(&text);
    assert_eq!(fault.notes, ["the same in 8 places more"]);
    assert_eq!(Some(fault.labels[0].span.start), text.find("tokens="));
}

/// A part in another namespace is not left out: what is left would be another net.
#[test]
fn other_namespaces_are_faults() {
    let net = |space: &str| {
        format!(
            "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'>\
             <net id='n' {space}><place id='p'/></net></pnml>"
        )
    };
    let fault = only_fault(&net("xmlns='urn:x'"));
    assert_eq!(fault.message, "the net is in another namespace, `urn:x`");
    assert_eq!(silent(&net("xmlns=''")).places.len(), 1);
    let inside = "<pnml><nets><net id='n'><place id='p'/></net></nets></pnml>";
    assert_eq!(only_fault(inside).labels[0].text.as_deref(), Some("not directly in `pnml`"));
}

/// `xmlns=''` takes an element out of the namespace of the document, and it means the same.
#[test]
fn no_namespace_is_none_of_another() {
    let net = |page: &str, marking: &str| {
        let text = format!(
            "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'><net id='n'><page id='g' {page}>\
             <place id='a'><initialMarking {marking}><text>1</text></initialMarking></place>\
             <transition id='t'/><arc id='1' source='a' target='t'/></page></net></pnml>"
        );
        silent(&text)
    };
    for (page, marking) in [("xmlns=''", ""), ("", "xmlns=''"), ("xmlns=''", "xmlns=''")] {
        let net = net(page, marking);
        assert_eq!((net.initial(), net.transitions[0].inputs.len()), (vec![1], 1));
    }
}

#[test]
fn more_that_tools_keep_for_themselves() {
    let place = |inside: &str| {
        with(&format!("<place id='a'><toolspecific tool='x'>{inside}</toolspecific></place>"))
    };
    for inside in [
        "<tokenCaseSensitive xmlns='urn:y'><text>true</text></tokenCaseSensitive>",
        "<tokens>2</tokens>",
        "<kind>clear</kind>",
        "<kind><text>transfer</text></kind>",
        "<timeParams mean='2'/>",
        "<emitter/>",
    ] {
        assert_eq!(only_fault(&place(inside)).code, Code::UnknownNetPart, "{inside}");
    }
    for inside in
        ["<timed>false</timed>", "<tokenCaseSensitive><text>false</text></tokenCaseSensitive>"]
    {
        let read = pnml::read(&place(inside), None).unwrap_or_else(|faults| panic!("{faults:#?}"));
        assert!(read.warnings.iter().all(|it| it.code == Code::IgnoredNetPart), "{inside}");
    }
}

/// What public editors write beside a net, in elements of which some could mean more.
#[test]
fn what_editors_write() {
    let flag = |value: &str| {
        with(&format!(
            "<place id='a'><tagged><value>{value}</value></tagged></place>\
             <arc source='p' target='t'><tagged><value>{value}</value></tagged></arc>"
        ))
    };
    silent(&flag("false"));
    let faults = pnml::read(&flag("true"), None).expect_err("a tagged token");
    assert!(faults.len() == 2 && faults[0].message == "a tagged token is not supported");
    silent(&with("<transition id='a'><player><value>1</value></player></transition>"));
    silent(&with("<tokenclass enabled='true' id='Default' red='0' green='0' blue='0'/>"));
    silent("<pnml><module><net id='n'><place id='p'/></net><finalmarkings/></module></pnml>");
    silent(&with("<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>"));
    // The interval of Tina that says nothing, and others.
    let delay = |closure: &str, least: &str, most: &str| {
        with(&format!(
            "<transition id='a'><delay><interval xmlns='http://www.w3.org/1998/Math/MathML' closure='{closure}'>\
             <cn>{least}</cn>{most}</interval></delay></transition>"
        ))
    };
    silent(&delay("closed-open", "0", "<ci>infty</ci>"));
    for (closure, least, most) in [
        ("closed-open", "1", "<ci>infty</ci>"),
        ("open", "0", "<ci>infty</ci>"),
        ("closed", "0", "<cn>0</cn>"),
        ("closed-open", "0", "<ci>infty</ci><cn>3</cn>"),
    ] {
        assert_eq!(
            only_fault(&delay(closure, least, most)).code,
            Code::UnknownNetPart,
            "{closure} {least} {most}"
        );
    }
}

#[test]
fn classes_of_nets() {
    let net =
        |class: &str| format!("<pnml><net id='n' type='{class}'><place id='p'/></net></pnml>");
    for class in [
        "http://www.pnml.org/version-2009/grammar/ptnet",
        "http://www.pnml.org/version-2009/grammar/pnmlcoremodel",
        "http://www.informatik.hu-berlin.de/top/pntd/ptNetb",
        "http://www.informatik.hu-berlin.de/top/pnml/ptNetb",
        "http://www.yasper.org/specs/epnml-1.1",
        "http://www.laas.fr/tina/tpn",
        "P/T net",
        "PTNet",
        "",
    ] {
        silent(&net(class));
    }
    for class in ["http://example.org/nets", "Petri net"] {
        assert_eq!(warned(&net(class)), [Code::IgnoredNetPart], "{class}");
    }
    for class in [
        "timed net",
        "http://gres.uninova.pt/IOPT",
        "signal net",
        "resetnet",
        "http://x.org/stochasticptnet",
        "ElementaryNet",
        "Coloured",
        "RefNet",
    ] {
        assert_eq!(only_fault(&net(class)).code, Code::NoSingleNet, "{class}");
    }
}

#[test]
fn help_names_what_was_meant() {
    for (parts, help) in [
        ("<place id='a'><initialmarking/></place>", "did you mean initialMarking?"),
        ("<Transition id='a'/>", "did you mean transition?"),
        (
            "<place id='a' capacity='2'/>",
            "write it as an element: <capacity><text>...</text></capacity>",
        ),
        (
            "<arc source='p' target='t' weight='2'/>",
            "write it as an element: <inscription><text>...</text></inscription>",
        ),
        (
            "<transition id='a' guard='x'/>",
            "remove the attribute if the net means the same without it",
        ),
    ] {
        assert_eq!(only_fault(&with(parts)).help.as_deref(), Some(help), "{parts}");
    }
}

#[test]
fn empty_numbers_are_those_of_missing_labels() {
    for empty in
        ["", "<text/>", "<value></value>", "<graphics/><value> </value>", "<text>\n</text>"]
    {
        let net = silent(&with(&format!(
            "<place id='a'><initialMarking>{empty}</initialMarking><capacity>{empty}</capacity></place>\
             <transition id='b'><priority>{empty}</priority></transition>\
             <arc source='p' target='t'><inscription>{empty}</inscription></arc>"
        )));
        assert_eq!((net.places[2].initial, net.places[2].capacity), (0, None));
        assert_eq!(
            (net.transitions[2].priority, net.transitions[0].inputs[0].weight.get()),
            (0, 1)
        );
        // A flag and a type are no numbers.
        let timed = format!("<transition id='a'><timed>{empty}</timed></transition>");
        assert_eq!(only_fault(&with(&timed)).code, Code::ImpossibleNumber);
        let kind = format!("<arc source='p' target='t'><type>{empty}</type></arc>");
        assert_eq!(only_fault(&with(&kind)).code, Code::UnknownArcType);
    }
}

#[test]
fn a_label_has_one_text() {
    let twice =
        "<place id='a'><initialMarking><text>2</text><value>2</value></initialMarking></place>";
    assert_eq!(silent(&with(twice)).initial(), [0, 0, 2]);
}

#[test]
fn tokens_have_one_colour() {
    let net = |tokens: &str, weight: &str| {
        with(&format!(
            "<token id='Default'/><token id='Red'/>\
             <place id='a'><initialMarking><value>{tokens}</value></initialMarking><capacity><value>3</value></capacity></place>\
             <arc source='a' target='t'><inscription><value>{weight}</value></inscription></arc>"
        ))
    };
    // The arc takes tokens that the place does not have.
    for (tokens, weight) in [("Red,1", "Default,1"), ("Red,1", "1"), ("2", "Red,2")] {
        assert_eq!(
            only_fault(&net(tokens, weight)).code,
            Code::ImpossibleNumber,
            "{tokens} {weight}"
        );
    }
    for (tokens, weight) in
        [("Default,0,Red,2", "Red,1"), ("Default,2,Red,0", "1"), ("Red,0", "Default,1")]
    {
        silent(&net(tokens, weight));
    }
}

#[test]
fn ids_with_blanks_are_read() {
    let net = silent(&with("<transition id='check item'/><arc source='p' target='check item'/>"));
    assert_eq!(
        (net.transitions[2].name.as_str(), net.transitions[2].inputs.len()),
        ("check item", 1)
    );
}

#[test]
fn a_subprocess_is_one_mistake() {
    let text = with(
        "<transition id='sub'><toolspecific tool='WoPeD' version='1.0'><subprocess/></toolspecific></transition>\
         <arc source='p' target='sub'/><page id='sub'><net><place id='p'/><transition id='x'/>\
         <arc source='p' target='x'/></net></page>",
    );
    assert_eq!(only_fault(&text).message, "a net inside a page: a subprocess");
}

#[test]
fn what_is_xml_of_another_kind_is_named() {
    let page = "this is an HTML page, not a Petri net";
    for (text, message) in [
        ("<!DOCTYPE html><html><body>pnml</body></html>", page),
        ("\n<!doctype HTML>\n<html><br>", page),
        ("<HTML><body/></HTML>", page),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", page),
        (" \n", "the file is empty"),
        ("PK\u{3}\u{4}aaaa", "this is a zip archive, not a Petri net"),
        ("{\"places\": 3}", "this is a JSON file, not a Petri net"),
        ("n >= 1 { n } REPEAT _n An ENDREP", "this is a description, not a Petri net"),
    ] {
        let fault = only_fault(text);
        assert_eq!((fault.code, fault.message.as_str()), (Code::OtherKind, message), "{text}");
    }
    for (text, message) in [
        (
            "<?xml version='1.0'?>\n<!DOCTYPE pnml SYSTEM 'net.dtd'>\n<pnml/>",
            "document type declarations (DTD) are not supported",
        ),
        (
            "<!DOCTYPE x [<!ENTITY a 'b'>]><pnml/>",
            "document type declarations (DTD) are not supported",
        ),
        ("<project/>", "this is a document of `project`, not of `pnml`"),
        ("{ places }", "this is not XML"),
        ("<pnml><net id='n'>", "the document ends before its last element is closed"),
        ("<pnml><net id='n'", "the document ends before its last element is closed"),
        ("<pnml><net id='n'></pnml>", "`</pnml>`, where `</net>` is needed"),
        ("<pnml>a & b</pnml>", "`&` begins the name of a character, but none follows"),
        ("<pnml>&nbsp;</pnml>", "`&nbsp;` is not known in XML"),
        ("<pnml a='<'/>", "`<` in an attribute"),
        ("<pnml a='1' a='2'/>", "the attribute `a` is written twice"),
        ("<x:pnml/>", "the prefix `x` is not declared"),
        (
            "\n<?xml version='1.0'?><pnml/>",
            "the declaration of XML is not at the beginning of the file",
        ),
        ("<pnml><!-- -- --></pnml>", "invalid XML: comment contains '--'"),
        ("<pnml><1/></pnml>", "invalid XML: invalid name token"),
    ] {
        let fault = only_fault(text);
        assert_eq!((fault.code, fault.message.as_str()), (Code::NotPnml, message), "{text}");
    }
}

#[test]
fn a_document_that_is_cut_off_ends_where_it_ends() {
    let text = "<pnml>\n<net id='n'>\n";
    let fault = only_fault(text);
    assert_eq!(fault.labels[0].span.end, text.trim_end().len());
}
