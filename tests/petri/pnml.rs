//! PNML: what is read, what is not, and writing.

use super::nets::{any_net, place, transition};
use grundy_games::petri::Net;
use grundy_games::petri::pnml::{self, Read};
use grundy_language::diagnostic::{Code, Diagnostic, line_and_column};
use proptest::prelude::*;

/// A document with a net of these parts.
fn document(parts: &str) -> String {
    format!("<pnml><net id='n'><page id='g'>{parts}</page></net></pnml>")
}

/// Two places, two transitions, and something else.
fn with(parts: &str) -> String {
    document(&format!(
        "<place id='p'/><place id='q'/><transition id='t'/><transition id='u'/>{parts}"
    ))
}

#[track_caller]
fn read(text: &str) -> Net {
    pnml::read(text, None).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}")).net
}

/// The codes of the faults, and line and column of the first.
#[track_caller]
fn faults(text: &str) -> (Vec<Code>, (usize, usize)) {
    let faults = pnml::read(text, None).expect_err(text);
    let place = faults[0].labels[0].span.start;
    (faults.iter().map(|fault| fault.code).collect(), line_and_column(text, place))
}

#[track_caller]
fn fault(text: &str) -> Code {
    match faults(text).0[..] {
        [code] => code,
        ref several => panic!("{several:?} for {text}"),
    }
}

/// The weights of the arcs of transition `t`: inputs, outputs, inhibitors.
fn arcs_of_t(parts: &str) -> [Vec<(usize, u32)>; 3] {
    let net = read(&with(parts));
    let t = &net.transitions[0];
    [&t.inputs, &t.outputs, &t.inhibitors]
        .map(|arcs| arcs.iter().map(|arc| (arc.place, arc.weight.get())).collect())
}

proptest! {
    #[test]
    fn writing_and_reading_gives_the_same_net(net in any_net(0.5), names in prop::collection::vec("[A-Za-z0-9_,:;<>&'\"äß\u{3b1}\u{2192}.-]{1,4}", 12), title in "[a-z&]{0,3}") {
        let mut net = net;
        net.name = title;
        // Names are different, and each of them may be much like another one's id.
        let mut seen = std::collections::HashSet::new();
        let mut names = names.into_iter().filter(|name| seen.insert(name.clone()));
        for place in &mut net.places {
            place.name = names.next().unwrap_or_else(|| std::mem::take(&mut place.name));
        }
        for transition in &mut net.transitions {
            transition.name = names.next().unwrap_or_else(|| std::mem::take(&mut transition.name));
        }
        let text = pnml::write(&net);
        let read = pnml::read(&text, None);
        prop_assert_eq!(read.as_ref().map(|read| &read.net), Ok(&net), "{}", text);
        let read = read.unwrap();
        for (id, transition) in read.net.transitions.iter().enumerate() {
            prop_assert_eq!(read.transition(&transition.name), Some(id));
            prop_assert_eq!(read.transition(&read.transition_ids[id]), Some(id));
        }
    }

    #[test]
    fn no_text_panics(text in "(<|>|/|pnml|net|place|arc|transition|page| id='a'| source='a'| target='a'| ref='a'|<text>|</text>|<referencePlace|<type|-1|a|\n|ä){0,30}") {
        for (text, net) in [(text.clone(), None), (document(&text), None), (with(&text), Some("n"))] {
            sound(pnml::read(&text, net))?;
        }
    }

    #[test]
    fn no_damaged_net_panics(from in 0..8000_usize, to in 0..8000_usize, insert in "[<>/'a0]{0,3}") {
        let text = include_str!("../../descriptions/petri/Philosophers-5.pnml");
        let (from, to) = (from.min(to).min(text.len()), from.max(to).min(text.len()));
        sound(pnml::read(&format!("{}{insert}{}", &text[..from], &text[to..]), None))?;
    }
}

/// A net that was read is written and read again; a text that was not says why.
fn sound(read: Result<Read, Vec<Diagnostic>>) -> Result<(), TestCaseError> {
    match read {
        Ok(read) => {
            let again = pnml::read(&pnml::write(&read.net), None).map(|again| again.net);
            prop_assert_eq!(again, Ok(read.net));
        }
        Err(faults) => prop_assert!(!faults.is_empty()),
    }
    Ok(())
}

#[test]
fn the_names_of_a_game_are_kept() {
    let mut net = Net { places: vec![place(0, 1, 0)], ..Net::default() };
    net.places[0].name = "Spielende:A-gewinnt".to_owned();
    for (number, name) in
        ["f1,1-keineMühleErkannt", "f1_1-keineMühleErkannt", "1,1", "_1_1"].into_iter().enumerate()
    {
        net.transitions.push(transition(number, &[(0, 1)], &[]));
        net.transitions[number].name = name.to_owned();
    }
    let text = pnml::write(&net);
    assert!(text.contains("id=\"f1_1-keineMühleErkannt1\""), "{text}");
    assert_eq!(read(&text), net);
}

#[test]
fn a_file_of_pipe_is_read() {
    let text = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>
<pnml>
<net id=\"Net-One\" type=\"P/T net\">
<token id=\"Default\" enabled=\"true\" red=\"0\" green=\"0\" blue=\"0\"/>
<place id=\"P0\">
<graphics><position x=\"105.0\" y=\"120.0\"/></graphics>
<name><value>P0</value><graphics><offset x=\"5.0\" y=\"35.0\"/></graphics></name>
<initialMarking><value>Default,3</value><graphics><offset x=\"0.0\" y=\"0.0\"/></graphics></initialMarking>
<capacity><value>0</value></capacity>
</place>
<place id=\"P1\"><name><value>room</value></name><initialMarking><value>Default,0</value></initialMarking><capacity><value>2</value></capacity></place>
<transition id=\"T0\">
<name><value>T0</value></name>
<orientation><value>0</value></orientation><rate><value>1.0</value></rate>
<timed><value>false</value></timed><infiniteServer><value>false</value></infiniteServer>
<priority><value>3</value></priority>
</transition>
<transition id=\"T1\"><timed><value>true</value></timed><priority><value>9</value></priority></transition>
<arc id=\"P0 to T0\" source=\"P0\" target=\"T0\"><graphics/><inscription><value>Default,2</value><graphics/></inscription><tagged><value>false</value></tagged><arcpath id=\"000\" x=\"1\" y=\"2\" curvePoint=\"false\"/><type value=\"normal\"/></arc>
<arc id=\"T0 to P1\" source=\"T0\" target=\"P1\"><inscription><value>Default,1</value></inscription><type value=\"normal\"/></arc>
<arc id=\"P1 to T1\" source=\"P1\" target=\"T1\"><type value=\"inhibitor\"/></arc>
</net>
</pnml>";
    let net = read(text);
    assert_eq!(
        net.places,
        [place(0, 3, 0), place(1, 0, 2)].map(|mut place| {
            place.name = if place.name == "p0" { "P0" } else { "room" }.to_owned();
            place
        })
    );
    assert_eq!(net.transitions[0].inputs[0].weight.get(), 2);
    assert_eq!(net.transitions[1].inhibitors.len(), 1);
    // The timed one waits, whatever its own priority says.
    assert_eq!([net.transitions[0].priority, net.transitions[1].priority], [3, 0]);
    let read = pnml::read(text, None).unwrap();
    assert_eq!((read.place("P1"), read.place("room"), read.place("T0")), (Some(1), Some(1), None));
}

#[test]
fn timed_transitions_wait_for_all_others() {
    let transition = |timed: bool, priority: i32| {
        format!(
            "<transition id='t{timed}{priority}'><timed><value>{timed}</value></timed>\
             <priority><value>{priority}</value></priority></transition>"
        )
    };
    let priorities = |parts: &[(bool, i32)]| {
        let parts: String = parts.iter().map(|&(timed, it)| transition(timed, it)).collect();
        let net = read(&document(&parts));
        net.transitions.iter().map(|it| it.priority).collect::<Vec<_>>()
    };
    assert_eq!(priorities(&[(true, 7), (false, 1), (true, 8)]), [0, 1, 0]);
    assert_eq!(priorities(&[(true, 7), (false, -4)]), [-5, -4]);
    assert_eq!(priorities(&[(true, 7), (true, 8)]), [0, 0]);
    let lowest = transition(true, 0) + &transition(false, i32::MIN);
    assert_eq!(fault(&document(&lowest)), Code::ImpossibleNumber);
}

#[test]
fn inhibitor_arcs_in_every_spelling() {
    for arc in [
        "<arc source='p' target='t'><type value='inhibitor'/></arc>",
        "<arc source='p' target='t'><type>inhibitor</type></arc>",
        "<arc source='p' target='t'><type><text>inhibitor</text></type></arc>",
        "<arc source='p' target='t'><arctype><text> Inhibitor </text></arctype></arc>",
        "<arc source='p' target='t'><arctype><value>inhibitor</value></arctype></arc>",
        "<arc source='p' target='t' type='inhibitor'/>",
        "<arc source='p' target='t'><arcType>inhibitor</arcType></arc>",
        "<arc source='p' target='t' arctype='inhibitor'><type value='inhibitor'/></arc>",
    ] {
        assert_eq!(arcs_of_t(arc), [vec![], vec![], vec![(0, 1)]], "{arc}");
    }
    let ordinary = "<arc source='p' target='t'><arctype><text>normal</text></arctype></arc>";
    assert_eq!(arcs_of_t(ordinary), [vec![(0, 1)], vec![], vec![]]);
}

#[test]
fn read_arcs_in_every_spelling() {
    for arc in [
        "<arc source='p' target='t'><type value='test'/></arc>",
        "<arc source='p' target='t'><type value='read'/></arc>",
        "<arc source='p' target='t'><arctype><text>read</text></arctype></arc>",
        "<arc source='p' target='t' type='test'/>",
    ] {
        let net = read(&with(arc));
        assert_eq!(arcs_of_t(arc), [vec![], vec![], vec![]], "{arc}");
        let reads = &net.transitions.iter().find(|it| it.name == "t").unwrap().reads;
        assert_eq!((reads.len(), reads[0].place, reads[0].weight.get()), (1, 0, 1), "{arc}");
    }
    let two = "<arc source='p' target='t' type='read'><inscription><text>2</text></inscription></arc>\
        <arc source='p' target='t' type='read'/>";
    assert_eq!(read(&with(two)).transitions[0].reads[0].weight.get(), 2);
    assert_eq!(fault(&with("<arc source='t' target='p' type='read'/>")), Code::MisplacedArc);
}

#[test]
fn no_arc_of_another_type_is_an_ordinary_one() {
    for kind in ["reset", "transport", "bidirectional", "", "inhibitors"] {
        for arc in [
            format!("<arc source='p' target='t'><type value='{kind}'/></arc>"),
            format!("<arc source='p' target='t'><arctype><text>{kind}</text></arctype></arc>"),
            format!("<arc source='p' target='t' type='{kind}'/>"),
        ] {
            assert_eq!(fault(&with(&arc)), Code::UnknownArcType, "{arc}");
        }
    }
    let two = "<arc source='p' target='t'><type value='normal'/><type value='inhibitor'/></arc>";
    assert_eq!(fault(&with(two)), Code::UnknownArcType);
    let elsewhere = "<arc source='p' target='t'><x:type xmlns:x='urn:x' value='reset'/></arc>";
    assert_eq!(fault(&with(elsewhere)), Code::UnknownArcType);
    let contradiction = "<arc source='p' target='t' type='normal'><type value='inhibitor'/></arc>";
    assert_eq!(fault(&with(contradiction)), Code::UnknownArcType);
    let text = with("\n <arc source='p' target='t'>\n  <type value='reset'/></arc>");
    assert_eq!(faults(&text), (vec![Code::UnknownArcType], (3, 3)));
    let message = &pnml::read(&text, None).unwrap_err()[0].message;
    assert!(message.contains("`reset`"), "{message}");
}

#[test]
fn arcs_between_the_same_nodes_come_together() {
    let arc = |weight: u32, kind: &str| {
        format!(
            "<arc source='p' target='t' type='{kind}'><inscription><text>{weight}</text></inscription></arc>"
        )
    };
    let several = [arc(2, "normal"), arc(3, "inhibitor"), arc(5, "normal"), arc(2, "inhibitor")];
    assert_eq!(arcs_of_t(&several.concat()), [vec![(0, 7)], vec![], vec![(0, 2)]]);
    assert_eq!(
        fault(&with(&(arc(u32::MAX, "normal") + &arc(1, "normal")))),
        Code::ImpossibleNumber
    );
}

#[test]
fn references_stand_for_nodes_on_other_pages() {
    let text = document(
        "<page id='h'><referencePlace id='r' ref='s'/><transition id='t'/>\
         <page id='i'><referencePlace id='s' ref='p'/><referenceTransition id='v' ref='t'/>\
         <arc source='r' target='v'/></page></page><place id='p'/><arc source='t' target='r'/>",
    );
    let net = read(&text);
    assert_eq!((net.places.len(), net.transitions.len()), (1, 1));
    assert_eq!((net.transitions[0].inputs.len(), net.transitions[0].outputs.len()), (1, 1));
}

#[test]
fn references_that_lead_nowhere() {
    for (parts, count) in [
        ("<referencePlace id='r' ref='r'/>", 1),
        ("<referencePlace id='r' ref='s'/><referencePlace id='s' ref='r'/>", 2),
        ("<referencePlace id='r' ref='x'/><arc source='r' target='t'/>", 1),
        ("<referencePlace id='r'/>", 1),
        ("<referencePlace id='r' ref='t'/>", 1),
        ("<referenceTransition id='r' ref='p'/>", 1),
        ("<referenceTransition id='r' ref='s'/><referencePlace id='s' ref='p'/>", 1),
    ] {
        assert_eq!(faults(&with(parts)).0, vec![Code::DanglingReference; count], "{parts}");
    }
}

#[test]
fn malformed_parts_are_named_with_their_place() {
    // Line and column of the attribute, or of the tag.
    assert_eq!(faults(&with("\n  <arc source='p' target='x'/>")).1, (2, 27));
    assert_eq!(faults(&with("\n  <place id='p'/>")).1, (2, 14));
    assert_eq!(faults(&with("\n<place id='ä'><capacity>-1</capacity></place>")).1, (2, 15));
}

#[test]
fn all_faults_come_in_the_order_of_the_text() {
    let text = with(
        "<arc source='p' target='x'/>\n<place id='p'/>\n<arc source='p' target='q'/>\n\
         <place id='a'><initialMarking><text>x</text></initialMarking></place>",
    );
    assert_eq!(
        faults(&text).0,
        [Code::MisplacedArc, Code::NodeWithoutId, Code::MisplacedArc, Code::ImpossibleNumber]
    );
}

#[test]
fn a_mistyped_id_is_guessed() {
    let text = document("<place id='buffer'/><transition id='t'/><arc source='bufer' target='t'/>");
    let fault = &pnml::read(&text, None).unwrap_err()[0];
    assert_eq!(fault.help.as_deref(), Some("did you mean buffer?"));
}

#[test]
fn an_arc_says_what_it_joins() {
    for (arc, message, label) in [
        ("<arc target='t'/>", "an arc without a source", "needs the id of a node as its source"),
        (
            "<arc source='p' target='q'/>",
            "an arc joins a place and a transition",
            "joins two places",
        ),
        (
            "<arc source='t' target='u'/>",
            "an arc joins a place and a transition",
            "joins two transitions",
        ),
        (
            "<arc source='t' target='p' type='read'/>",
            "a read arc leads from a place to a transition",
            "leads from a transition to a place",
        ),
    ] {
        let faults = pnml::read(&with(arc), None).expect_err(arc);
        assert_eq!(
            (&*faults[0].message, faults[0].labels[0].text.as_deref()),
            (message, Some(label))
        );
    }
}

#[test]
fn what_is_no_net() {
    for (text, code) in [
        ("{ places }", Code::NotPnml),
        ("places: 3", Code::OtherKind),
        ("<pnml><net id='n'></pnml>", Code::NotPnml),
        ("<net id='n'/>", Code::NotPnml),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><pnml/>", Code::NotPnml),
        ("<pnml/>", Code::NoSingleNet),
        (
            "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/highlevelnet'/></pnml>",
            Code::NoSingleNet,
        ),
        (
            "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'/></pnml>",
            Code::NoSingleNet,
        ),
        (
            "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/pt-hlpng'/></pnml>",
            Code::NoSingleNet,
        ),
    ] {
        assert_eq!(fault(text), code, "{text}");
    }
}

#[test]
fn one_of_several_nets_is_chosen_by_its_id() {
    let text = "<pnml><net id='a'><place id='p'/></net><net id='b'><place id='q'/></net></pnml>";
    let several = &pnml::read(text, None).unwrap_err()[0];
    assert_eq!(
        (several.code, several.message.as_str()),
        (Code::NoSingleNet, "there are 2 nets: a, b")
    );
    assert_eq!(pnml::read(text, Some("b")).unwrap().net.places[0].name, "q");
    assert_eq!(pnml::read(text, Some("c")).unwrap_err()[0].code, Code::NoSingleNet);
}

#[test]
fn names_that_are_not_clear_give_way_to_ids() {
    let named = |tag: &str, id: &str, name: &str| {
        format!("<{tag} id='{id}'><name><text>{name}</text></name></{tag}>")
    };
    let text = document(
        &[
            named("place", "a", "twice"),
            named("place", "b", "twice"),
            named("place", "c", "two\n words "),
            named("place", "d", ""),
            named("place", "e", "t"),
            named("place", "f", " f1,1 "),
            named("place", "g", "d"),
            named("transition", "t", "two words"),
            named("transition", "u", "t"),
        ]
        .concat(),
    );
    let read = pnml::read(&text, None).unwrap();
    let names: Vec<_> = read.net.places.iter().map(|place| place.name.as_str()).collect();
    // A place and a transition may have the same name.
    assert_eq!(names, ["a", "b", "two words", "d", "t", "f1,1", "g"]);
    let names: Vec<_> = read.net.transitions.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["two words", "u"]);
    assert_eq!((read.transition("two words"), read.transition("t")), (Some(0), Some(0)));
    // Each name that several nodes have is reported, with their ids.
    let told: Vec<_> = read.warnings.iter().map(|it| (it.code, it.message.as_str())).collect();
    assert_eq!(
        told,
        [
            (Code::SharedName, "`twice` belongs to 2 places: a, b"),
            (Code::SharedName, "`d` belongs to 2 places: d, g"),
            (Code::SharedName, "`t` belongs to 2 transitions: t, u"),
        ]
    );
    assert_eq!(read.called("t"), ["u"]);
    let many: String =
        (0..40).map(|at| named("place", &format!("p{at}"), &format!("{}", at / 2))).collect();
    let warnings = pnml::read(&document(&many), None).unwrap().warnings;
    assert_eq!(
        (warnings.len(), &warnings[9].notes[..]),
        (10, &["10 more names belong to several places".to_owned()][..])
    );
    let alike: String = (0..20).map(|at| named("place", &format!("p{at}"), "x")).collect();
    let warnings = pnml::read(&document(&alike), None).unwrap().warnings;
    assert_eq!(
        warnings[0].message,
        "`x` belongs to 20 places: p0, p1, p2, p3, p4, p5, p6, p7, and 12 more"
    );
}

#[test]
fn large_and_deep_documents_are_read_soon() {
    let deep = 100_000;
    let nested = "<page>".repeat(deep) + "<place id='p'/>" + &"</page>".repeat(deep);
    assert_eq!(read(&document(&nested)).places.len(), 1);
    let many = 20_000;
    let chain: String =
        (0..many).map(|at| format!("<referencePlace id='r{at}' ref='r{}'/>", at + 1)).collect();
    assert!(faults(&document(&chain)).0.len() > many / 2);
    let arcs: String = (0..many)
        .map(|at| format!("<transition id='t{at}'/><arc source='t{at}' target='x{at}'/>"))
        .collect();
    assert_eq!(faults(&document(&arcs)).0.len(), many);
}
