//! Files of other tools: the small ones in `cases`, PIPE 4.3 and TAPAAL.

use super::nets::any_net;
use super::petri;
use super::support::Folder;
use grundy_games::petri::layout::Layout;
use grundy_games::petri::{Arc, Net, pnml};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use std::fs;
use std::path::Path;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/petri/cases");

/// Each file is read, with this sequence replayed, or refused with these words.
#[test]
fn files_in_the_manner_of_other_tools() {
    let folder = Path::new(CASES);
    let mut read = 0;
    for (file, sequence, said) in [
        ("empty_marking.pnml", "t", ""),
        ("empty_namespace.pnml", "t", ""),
        ("gui_dialect.tapn", "t t", ""),
        ("id_with_blank.pnml", "\"check item\"", ""),
        ("labels_twice.pnml", "n4 n5", "`tau` belongs to 2 transitions: n4, n5"),
        (
            "labels_with_blanks.pnml",
            "\"check item\" \"decide now\"",
            "`p` belongs to 2 places: n1, n2",
        ),
        ("pipe_tagged.xml", "t", ""),
        ("signavio_module.pnml", "work", ""),
        ("tapaal_game.pnml", "t", ""),
        ("tina_unlimited_delay.pnml", "t", ""),
        ("unbounded_with_capacity.pnml", "g h g h", ""),
        ("utf16.pnml", "t", ""),
        ("verifypn_dialect.pnml", "t t", ""),
    ] {
        let ran = petri(&["replay", file, sequence], folder);
        assert_eq!(ran.exit, Some(0), "{file}: {}", ran.stderr);
        assert!(
            ran.stderr.contains(said) && ran.stderr.is_empty() == said.is_empty(),
            "{file}: {}",
            ran.stderr
        );
        read += 1;
    }
    for (file, said) in [
        ("doctype.pnml", "document type declarations (DTD) are not supported"),
        ("guard_attribute.pnml", "unknown attribute `guard` in `transition`"),
        ("other_namespace.pnml", "the element `arc` is in another namespace, `urn:x`"),
        ("reset_arc.pnml", "an arc of the type `reset`"),
        ("subnet_in_page.pnml", "a net inside a page: a subprocess"),
        ("time_interval.pnml", "unknown element `interval` in `transition`"),
        ("tokens_attribute.pnml", "unknown attribute `tokens` in `place`"),
        ("yasper_case_sensitive.pnml", "`tokenCaseSensitive` of the tool `Yasper`"),
        ("windows1252.pnml", "the encoding windows-1252 is not known here"),
    ] {
        let ran = petri(&["info", file], folder);
        assert_eq!(ran.exit, Some(3), "{file}");
        assert!(ran.stderr.contains(said), "{file}: {}", ran.stderr);
        read += 1;
    }
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), read);
    // "g h" can be repeated for ever, though another place has a capacity.
    let graph = petri(&["graph", "unbounded_with_capacity.pnml"], folder);
    assert!(graph.stdout.contains("repeated  g h\n"), "{}", graph.stdout);
    let twice = petri(&["replay", "labels_twice.pnml", "tau"], folder);
    assert!(twice.stderr.contains("choose one by its id"), "{}", twice.stderr);
}

fn read(text: &str) -> Net {
    let read = pnml::read(text, None).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(read.warnings, []);
    read.net
}

/// The messages of all faults.
fn faults(text: &str) -> Vec<String> {
    let faults = pnml::read(text, None).expect_err(text);
    faults.into_iter().map(|it| it.message).collect()
}

fn weights(arcs: &[Arc]) -> Vec<(usize, u32)> {
    arcs.iter().map(|arc| (arc.place, arc.weight.get())).collect()
}

fn editor(place: &str, transition: &str, arcs: &str) -> String {
    format!(
        "<pnml xmlns='http://www.informatik.hu-berlin.de/top/pnml/ptNetb'><net active='true' id='N' type='P/T net'>\
         <labels border='true' height='5' positionX='1' positionY='2' width='9'>a remark</labels>\
         <place displayName='true' id='P' initialMarking='2' name='P one' nameOffsetX='-5' nameOffsetY='35' \
         positionX='105' positionY='105' {place}/>\
         <place id='Q' initialMarking='0' invariant='&lt; inf' name='Q'/>\
         <transition angle='0' displayName='true' id='T' infiniteServer='false' name='T' player='0' \
         positionX='210' positionY='105' priority='0' {transition}/>{arcs}</net>\
         <k-bound bound='3'/><feature isGame='false' isTimed='false'/><query active='true'/></pnml>"
    )
}

#[test]
fn nets_of_the_editor_of_tapaal() {
    let arcs = "<arc id='I' inscription='[0,inf)' nameOffsetX='0' nameOffsetY='0' source='P' target='T' type='timed' weight='2'>\
        <arcpath arcPointType='false' id='0' xCoord='1' yCoord='2'/></arc>\
        <arc id='O' inscription='1' source='T' target='Q' type='normal' weight='3'/>\
        <arc id='H' inscription='[0,inf)' source='Q' target='T' type='tapnInhibitor' weight='4'/>\
        <arc id='A' inscription='[0,inf):1' source='P' target='T' type='transport' weight='1'/>\
        <arc id='B' inscription='[0,inf):1' source='T' target='P' type='transport' weight='1'/>";
    let text = editor("invariant='&lt; inf'", "urgent='false'", arcs);
    let net = read(&text);
    assert_eq!((net.places[0].name.as_str(), net.initial()), ("P one", vec![2, 0]));
    let transition = &net.transitions[0];
    assert_eq!(weights(&transition.inputs), [(0, 3)]);
    assert_eq!(weights(&transition.outputs), [(0, 1), (1, 3)]);
    assert_eq!(weights(&transition.inhibitors), [(1, 4)]);
    // Q has no position.
    let read = pnml::read(&text, None).expect("a net");
    assert_eq!((read.positions[0][0].map(|it| it.x), read.layout()), (Some(105), None));
}

#[test]
fn nets_of_the_engine_of_tapaal() {
    let text = "<pnml><net id='n' type='P/T net'><place id='P' name='P' initialMarking='3'/>\
        <place id='Q' name='Q' initialMarking='0'/><transition id='t' name='t'/>\
        <inputArc source='P' target='t'><inscription><value>2</value></inscription></inputArc>\
        <outputArc source='t' target='Q'><inscription><value>1</value></inscription></outputArc>\
        <inhibitorArc source='Q' target='t'><inscription><value>2</value></inscription></inhibitorArc>\
        <transportArc source='P' transition='t' target='Q'><inscription><value>[0,inf)</value></inscription></transportArc>\
        </net></pnml>";
    let net = read(text);
    let transition = &net.transitions[0];
    assert_eq!(weights(&transition.inputs), [(0, 3)]);
    assert_eq!(weights(&transition.outputs), [(1, 2)]);
    assert_eq!(weights(&transition.inhibitors), [(1, 2)]);
    assert!(
        faults(&text.replace("<value>[0,inf)", "<value>[0,5]"))[0].contains("timed net of TAPAAL")
    );
}

#[test]
fn what_tapaal_has_beyond_is_refused_by_name() {
    let timed = "this is a timed net of TAPAAL; times are not supported";
    let arc = |interval: &str| {
        format!(
            "<arc id='I' inscription='{interval}' source='P' target='T' type='timed' weight='1'/>"
        )
    };
    for (place, transition, arcs) in [
        ("invariant='&lt;= 5'", "", arc("[0,inf)")),
        ("", "urgent='true'", arc("[0,inf)")),
        ("", "", arc("[2,4]")),
        ("", "", arc("(0,inf)")),
        // Twice the same is one fault.
        ("invariant='&lt; 3'", "", arc("[0,3)")),
    ] {
        assert_eq!(
            faults(&editor(place, transition, &arcs)),
            [timed],
            "{place} {transition} {arcs}"
        );
    }
    let one = |text: &str, said: &str| {
        let found = faults(text);
        assert!(found.len() == 1 && found[0].contains(said), "{found:?}");
    };
    let fine = editor("", "", &arc("[0,inf)"));
    one(
        &fine.replace("<k-bound", "<shared-place name='S'/><k-bound"),
        "element `shared-place` of TAPAAL",
    );
    one(&fine.replace("priority='0'", "priority='2'"), "attribute `priority` of TAPAAL");
    one(&fine.replace("angle='0'", "guard='x'"), "attribute `guard` of TAPAAL");
    one(&fine.replace("weight='1'", "weight='k'"), "`k` is not a natural number");
    one(&fine.replace("weight='1'", "weight='0'"), "an arc of weight 0");
    one(&fine.replace("type='timed'", "type='other'"), "an arc of the type `other`");
    one(&fine.replace("source='P'", "source='X'"), "no node has the id X");
    one(&fine.replace("initialMarking='2'", "initialMarking='-2'"), "`-2` is not a natural number");
    one(&fine.replace("id='Q'", "id='P'"), "two nodes have the id P");
}

/// In the dialects of TAPAAL as well nothing is passed over.
#[test]
fn everything_in_a_file_of_tapaal_is_looked_at() {
    let arc = |attributes: &str| format!("<arc id='I' source='P' target='T' {attributes}/>");
    let fine = editor("", "", &arc("type='normal' weight='2' inscription='1'"));
    assert_eq!(weights(&read(&fine).transitions[0].inputs), [(0, 2)]);
    for (text, said) in [
        (fine.replace("<labels", "<x:place xmlns:x='urn:x' id='X'/><labels"), "element `place`"),
        (fine.replace("<labels", "<page id='g'/><labels"), "element `page`"),
        (
            editor("><capacity><value>1</value></capacity></place><place id='X'", "", ""),
            "element `capacity`",
        ),
        (editor("xmlns:x='urn:x' x:capacity='1'", "", ""), "attribute `capacity`"),
        (editor("", "><guard>x</guard></transition><transition id='X'", ""), "element `guard`"),
        (
            editor("", "", "<arc source='P' target='T'><type value='inhibitor'/></arc>"),
            "element `type`",
        ),
        (fine.replace("<labels", "<graphics><place id='X'/></graphics><labels"), "element `place`"),
        (
            fine.replace("<labels", "<toolspecific tool='x'><guard/></toolspecific><labels"),
            "`guard` of the tool",
        ),
        (
            editor("", "", &arc("weight='2' inscription='3'")),
            "the weight is 2, and the inscription 3",
        ),
        (
            editor("", "", "<inputArc source='P' target='T' inscription='[2,4]'/>"),
            "timed net of TAPAAL",
        ),
    ] {
        let found = faults(&text);
        assert!(found.len() == 1 && found[0].contains(said), "{found:?}\n{text}");
    }
    let net = read(&editor("", "", &arc("inscription='3'")));
    assert_eq!(weights(&net.transitions[0].inputs), [(0, 3)]);
}

/// The text inside the only element of this name.
fn inside<'a>(node: Node<'a, 'a>, name: &str) -> &'a str {
    let found = node.children().find(|it| it.has_tag_name(name)).expect("an element");
    let value = found.children().find(|it| it.has_tag_name("value")).expect("a value");
    value.text().unwrap_or_default()
}

#[test]
fn a_file_of_pipe_has_what_the_editor_needs() {
    let text = "<pnml><net id='n'>\
        <place id='p1'><name><text>M\u{fc}hle</text></name><initialMarking><text>2</text></initialMarking><capacity><value>3</value></capacity></place>\
        <place id='q'/><transition id='t'><priority><value>-1</value></priority></transition>\
        <transition id='u'><priority><value>4</value></priority></transition>\
        <arc source='p1' target='t'><inscription><text>2</text></inscription></arc><arc source='t' target='q'/>\
        <arc source='q' target='u' type='inhibitor'/><arc source='p1' target='u' type='read'/></net></pnml>";
    let net = read(text);
    let pipe = pnml::write_pipe(&net, &Layout::layered(&net)).expect("a file");
    assert!(
        pipe.starts_with("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n") && pipe.is_ascii()
    );
    let document = Document::parse(&pipe).expect("XML");
    let of_net = document.root_element().first_element_child().expect("a net");
    assert_eq!(
        (of_net.attribute("id"), of_net.attribute("type")),
        (Some("Net-One"), Some("P/T net"))
    );
    let mut kinds: Vec<_> =
        of_net.children().filter(Node::is_element).map(|it| it.tag_name().name()).collect();
    assert_eq!(kinds.iter().filter(|it| **it == "arc").count(), 5);
    kinds.dedup();
    assert_eq!(kinds, ["token", "place", "transition", "arc"]);
    let token = of_net.first_element_child().expect("a token");
    let of_token: Vec<_> = token.attributes().map(|it| (it.name(), it.value())).collect();
    assert_eq!(
        of_token,
        [("id", "Default"), ("enabled", "true"), ("red", "0"), ("green", "0"), ("blue", "0")]
    );
    let all = |name: &'static str| of_net.children().filter(move |it| it.has_tag_name(name));
    for node in all("place").chain(all("transition")) {
        let position =
            node.descendants().find(|it| it.has_tag_name("position")).expect("a position");
        for axis in ["x", "y"] {
            let at = position.attribute(axis).and_then(|it| it.strip_suffix(".0"));
            let at: i32 = at.and_then(|it| it.parse().ok()).expect("a number");
            assert_eq!(at % 15, 0, "on the grid");
        }
        let name = node.children().find(|it| it.has_tag_name("name")).expect("a name");
        assert!(name.descendants().any(|it| it.has_tag_name("offset")));
    }
    let place = all("place").next().expect("a place");
    assert_eq!(place.attribute("id"), Some("M\u{fc}hle"));
    assert_eq!(inside(place, "initialMarking"), "Default,2");
    assert_eq!(inside(place, "capacity"), "3");
    assert_eq!(inside(all("place").nth(1).expect("a place"), "capacity"), "0");
    let transitions: Vec<_> = all("transition").collect();
    for (node, priority) in transitions.iter().zip(["1", "6"]) {
        let labels = ["orientation", "rate", "timed", "infiniteServer", "priority"];
        assert_eq!(labels.map(|it| inside(*node, it)), ["0", "1.0", "false", "false", priority]);
    }
    for arc in all("arc") {
        let ends = ["source", "target"].map(|it| arc.attribute(it).expect("an end"));
        assert_eq!(arc.attribute("id"), Some(&format!("{} to {}", ends[0], ends[1])[..]));
        assert!(arc.children().any(|it| it.has_tag_name("graphics")));
        assert!(inside(arc, "inscription").starts_with("Default,"));
        assert_eq!(inside(arc, "tagged"), "false");
        let points: Vec<_> = arc.children().filter(|it| it.has_tag_name("arcpath")).collect();
        assert!(points.len() >= 2);
        for (number, point) in points.iter().enumerate() {
            assert_eq!(point.attribute("id"), Some(&format!("{number:03}")[..]));
            assert_eq!(point.attribute("curvePoint"), Some("false"));
            assert!(point.attribute("x").is_some_and(|it| it.parse::<i32>().is_ok()));
        }
    }
    let kinds: Vec<_> = document
        .descendants()
        .filter(|it| it.has_tag_name("type"))
        .filter_map(|it| it.attribute("value"))
        .collect();
    assert_eq!(kinds.iter().filter(|it| **it == "inhibitor").count(), 1);
    // One more arc back, and the positions.
    let again = pnml::read(&pipe, None).expect("a net");
    assert_eq!(again.net.transitions[1].inputs, again.net.transitions[1].outputs);
    assert!(again.layout().is_some());
}

#[test]
fn several_colours_are_refused_by_name() {
    let net = |tokens: &str| {
        format!(
            "<pnml><net id='Net-One' type='P/T net'><token id='Default'/><token id='Red'/><place id='P'>\
             <initialMarking><value>{tokens}</value></initialMarking></place></net></pnml>"
        )
    };
    assert_eq!(read(&net("Default,1")).initial(), [1]);
    assert_eq!(read(&net("Default,0,Red,2")).initial(), [2]);
    let said = "`Default,1,Red,2` has tokens of several colours, Default and Red: only one colour is supported";
    assert_eq!(faults(&net("Default,1,Red,2")), [said]);
}

proptest! {
    /// What PIPE reads fires as the net does, by the rule of the editor.
    #[test]
    fn a_file_of_pipe_is_the_same_net(net in any_net(0.5)) {
        let pipe = pnml::write_pipe(&net, &Layout::layered(&net)).expect("a file");
        let again = pnml::read(&pipe, None).expect("a net").net;
        prop_assert_eq!(&again.places, &net.places);
        let priorities = |net: &Net| -> Vec<bool> {
            let all = net.transitions.iter();
            all.clone().flat_map(|one| all.clone().map(|other| one.priority > other.priority)).collect()
        };
        prop_assert_eq!(priorities(&again), priorities(&net));
        let options = grundy_games::petri::graph::GraphOptions { limit_markings: 300, ..Default::default() };
        let graph = |net: &Net| {
            let graph = grundy_games::petri::graph::Graph::explore(net, &options);
            (graph.markings, graph.edges, graph.dead, graph.bounds, graph.limit)
        };
        prop_assert_eq!(graph(&again), graph(&net));
    }
}

#[test]
fn nets_are_converted() {
    let folder = Folder::new("petri-convert");
    let tapaal = format!("{CASES}/gui_dialect.tapn");
    let ran = petri(&["convert", &tapaal, "--to", "pipe", "-o", "n.xml"], &folder.0);
    ran.check(0, "", "");
    petri(&["replay", "n.xml", "t t"], &folder.0).check(0, "t t\n# 2 steps\n# marking: Q:2\n", "");
    let standard = petri(&["convert", "n.xml"], &folder.0);
    assert!(standard.stdout.contains("<text>2</text>") && !standard.stdout.contains("Default"));
    let json = petri(&["convert", "n.xml", "--format", "json", "-o", "m.pnml"], &folder.0).json();
    assert_eq!(json["files"], serde_json::json!(["m.pnml"]));
    assert_eq!(petri(&["convert", "n.xml", "--format", "json"], &folder.0).exit, Some(2));
}
