//! Pictures of nets: layouts, SVG, PNG, DOT, animations.

use super::nets::any_net;
use super::petri;
use super::support::Folder;
use grundy_games::petri::layout::{Layout, PixelPoint};
use grundy_games::petri::pnml;
use proptest::prelude::*;
use roxmltree::Document;
use std::collections::BTreeSet;

const BATCHES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/petri/BatchLine-6-4-3.pnml");

proptest! {
    #[test]
    fn nodes_stand_apart(net in any_net(0.5)) {
        let layout = Layout::layered(&net);
        prop_assert_eq!((layout.places.len(), layout.transitions.len()), (net.places.len(), net.transitions.len()));
        let points: Vec<_> = layout.places.iter().chain(&layout.transitions).collect();
        for (number, one) in points.iter().enumerate() {
            for other in &points[number + 1..] {
                prop_assert!(one.x.abs_diff(other.x) >= 100 || one.y.abs_diff(other.y) >= 50);
            }
        }
        // Arcs have ends in different layers, and a bend in each layer between.
        for (id, transition) in net.transitions.iter().enumerate() {
            let arcs = [&transition.inputs, &transition.outputs, &transition.inhibitors, &transition.reads];
            for arc in arcs.into_iter().flatten() {
                let (from, to) = (layout.transitions[id], layout.places[arc.place]);
                prop_assert!(from.x != to.x);
                let bends = layout.bends.get(&(id, arc.place)).cloned().unwrap_or_default();
                let way: Vec<_> = [vec![from], bends, vec![to]].concat().iter().map(|it| it.x).collect();
                let steps: BTreeSet<_> = way.windows(2).map(|it| it[1] - it[0]).collect();
                prop_assert_eq!(steps.len(), 1, "{:?}", way);
            }
        }
        prop_assert_eq!(Layout::layered(&net), layout);
    }
}

/// The colours of what is filled in a picture, and how often.
fn fills(svg: &str, colour: &str) -> usize {
    let document = Document::parse(svg).expect("XML");
    document.descendants().filter(|it| it.attribute("fill") == Some(colour)).count()
}

const FIRABLE: &str = "#d55e00";
const FIRED: &str = "#0072b2";

#[test]
fn a_picture_shows_marking_firable_and_fired_transitions() {
    let folder = Folder::new("petri-draw");
    let ran = petri(&["draw", BATCHES, "-o", "start.svg", "--theme", "light"], &folder.0);
    ran.check(0, "", "wrote start.svg\n");
    let start = folder.read("start.svg");
    // `produce` alone, in its bar and in the legend.
    assert_eq!((fills(&start, FIRABLE), fills(&start, FIRED)), (2, 0));
    for name in ["idle", "free", "buffer", "batch", "scrap", "produce", "rework"] {
        assert!(start.contains(&format!(">{name}</text>")), "{name}");
    }
    assert!(start.contains("Tokens: idle 6, free 4. Firable: produce."), "{start}");
    petri(
        &[
            "draw",
            BATCHES,
            "--after",
            "produce produce produce",
            "-o",
            "three.svg",
            "--theme",
            "light",
        ],
        &folder.0,
    )
    .check(0, "", "wrote three.svg\n");
    let three = folder.read("three.svg");
    assert!(three.contains("Firable: produce, pack, reject. Fired: produce."), "{three}");
    // Three bars and the legend; the fired one has a frame.
    assert_eq!((fills(&three, FIRABLE), fills(&three, FIRED)), (4, 1));
    assert_eq!(three.matches("stroke=\"#0072b2\"").count(), 1);
    petri(&["draw", BATCHES, "-o", "start.png"], &folder.0).check(0, "", "wrote start.png\n");
    assert!(folder.bytes("start.png").starts_with(b"\x89PNG"));
    let not = petri(&["draw", BATCHES, "--after", "pack", "-o", "no.svg"], &folder.0);
    assert_eq!(not.exit, Some(3));
    assert!(not.stderr.contains("pack cannot fire (input: buffer holds 0"), "{}", not.stderr);
    assert_eq!(petri(&["draw", BATCHES], &folder.0).exit, Some(2));
    assert_eq!(petri(&["draw", BATCHES, "-o", "x.gif"], &folder.0).exit, Some(2));
}

#[test]
fn dot_has_every_node_and_arc() {
    let folder = Folder::new("petri-dot");
    let dot = petri(&["draw", BATCHES, "--format", "dot", "--after", "produce"], &folder.0).stdout;
    assert_eq!(dot.matches(" -> ").count(), 13);
    assert_eq!((dot.matches("shape=circle").count(), dot.matches("shape=box").count()), (5, 5));
    assert_eq!((dot.matches("fillcolor").count(), dot.matches("penwidth").count()), (2, 1));
    assert!(dot.contains("  p2 -> t1 [label=\"3\"];"), "{dot}");
}

#[test]
fn positions_of_the_file_are_used() {
    let node = |kind: &str, id: &str, x: &str| {
        format!("<{kind} id='{id}'><graphics><position x='{x}' y='30.7'/></graphics></{kind}>")
    };
    let net = |x: &str| {
        let nodes = node("place", "p", x) + &node("transition", "t", "120.0");
        format!(
            "<pnml><net id='n'>{nodes}<arc source='p' target='t' type='inhibitor'/></net></pnml>"
        )
    };
    let layout = pnml::read(&net("-15.5"), None).expect("a net").layout().expect("a layout");
    assert_eq!(layout.places, [PixelPoint { x: -15, y: 30 }]);
    assert_eq!(layout.transitions, [PixelPoint { x: 120, y: 30 }]);
    // Not a number, too large, and twice the same.
    for x in ["left", "9999999", "120"] {
        assert_eq!(pnml::read(&net(x), None).expect("a net").layout(), None, "{x}");
    }
    let folder = Folder::new("petri-positions");
    folder.write("n.pnml", net("20"));
    petri(&["draw", "n.pnml", "-o", "n.svg"], &folder.0).check(0, "", "wrote n.svg\n");
}

/// A part of a net is drawn with the same names and colours; of a large net there is a note.
#[test]
fn only_what_can_fire_is_drawn() {
    let folder = Folder::new("petri-only");
    let draw = |more: &[&str]| {
        let words = [&["draw", BATCHES, "-o", "a.svg", "--theme", "light"], more].concat();
        let ran = petri(&words, &folder.0);
        assert_eq!(ran.exit, Some(0), "{}", ran.stderr);
        folder.read("a.svg")
    };
    let has = |svg: &str, name: &str| {
        svg.contains(&format!(">{name}<")) || svg.contains(&format!("\n{name}\n"))
    };
    let part = draw(&["--only", "firable"]);
    assert!(has(&part, "produce") && has(&part, "idle") && has(&part, "buffer"), "{part}");
    assert!(!has(&part, "pack") && !has(&part, "batch"), "{part}");
    assert_eq!((fills(&part, FIRABLE), fills(&part, FIRED)), (2, 0));
    let part = draw(&["--only", "firable", "--after", "produce produce"]);
    assert!(has(&part, "reject") && has(&part, "produce") && !has(&part, "ship"), "{part}");
    let words = ["draw", "large.pnml", "-o", "b.svg"];
    let place = |number: usize| format!("<place id='p{number}'/>");
    let places: String = (0..301).map(place).collect();
    let text = format!("<pnml><net id='n'>{places}</net></pnml>");
    folder.write("large.pnml", text);
    let ran = petri(&words, &folder.0);
    assert!(ran.stderr.contains("301 nodes make a crowded picture"), "{}", ran.stderr);
}

/// Weights and names have a border in the colour of the sheet and do not cover one another.
#[test]
fn texts_stand_apart() {
    let folder = Folder::new("petri-texts");
    let ran = petri(&["draw", BATCHES, "-o", "a.svg", "--theme", "light"], &folder.0);
    assert_eq!(ran.exit, Some(0), "{}", ran.stderr);
    let svg = folder.read("a.svg");
    let document = Document::parse(&svg).expect("XML");
    let haloed = document.descendants().filter(|it| it.attribute("paint-order") == Some("stroke"));
    let place = |node: roxmltree::Node<'_, '_>| {
        let text = node.first_element_child().expect("a text");
        let number =
            |name: &str| text.attribute(name).and_then(|it| it.parse::<f64>().ok()).expect(name);
        (
            text.text().unwrap_or_default().trim().len() as f64,
            number("x"),
            number("y"),
            number("font-size"),
        )
    };
    let texts: Vec<_> = haloed.map(place).collect();
    // Ten nodes, and five arcs with a weight.
    assert_eq!(texts.len(), 15);
    for (at, (letters, x, y, size)) in texts.iter().enumerate() {
        for (others, other_x, other_y, _) in &texts[..at] {
            let apart = (x - other_x).abs() > 0.6 * size * (letters + others) / 2.0
                || (y - other_y).abs() > 0.9 * size;
            assert!(apart, "{x} {y} and {other_x} {other_y}");
        }
    }
}

#[test]
fn a_run_is_written_as_an_animation() {
    let folder = Folder::new("petri-animate");
    let words = ["simulate", BATCHES, "--steps", "4", "--seed", "2"];
    let plain = petri(&words, &folder.0);
    let ran = petri(&[&words[..], &["--animate", "run.svg"]].concat(), &folder.0);
    assert_eq!((ran.exit, &ran.stdout), (Some(0), &plain.stdout));
    let svg = folder.read("run.svg");
    let document = Document::parse(&svg).expect("XML");
    let groups: Vec<_> =
        document.descendants().filter(|it| it.attribute("visibility").is_some()).collect();
    let visible: Vec<_> = groups.iter().filter_map(|it| it.attribute("visibility")).collect();
    assert_eq!(visible, ["visible", "hidden", "hidden", "hidden", "hidden"]);
    let first = plain.stdout.split(' ').next().expect("a transition");
    assert!(svg.contains(&format!("step 1 of 4: {first}")), "{svg}");
    // The shares of the time follow one another.
    let times = |group: &roxmltree::Node| {
        let animate =
            group.children().find(|it| it.has_tag_name(("http://www.w3.org/2000/svg", "animate")));
        animate.and_then(|it| it.attribute("keyTimes").map(str::to_owned)).expect("times")
    };
    assert_eq!(times(&groups[0]), "0;0.2000000");
    assert_eq!(times(&groups[1]), "0;0.2000000;0.4000000");
    assert_eq!(times(&groups[4]), "0;0.8000000");
    let wrong = petri(&[&words[..], &["--animate", "run.png"]].concat(), &folder.0);
    assert_eq!(wrong.exit, Some(2));
    let long = ["simulate", BATCHES, "--steps", "1000", "--animate", "run.svg"];
    let long = petri(&long, &folder.0);
    assert!(long.exit == Some(2) && long.stderr.contains("at most 999"), "{}", long.stderr);
}
