//! The parts of pictures: what stands in an SVG for those who see it, and for those who do not.

use crate::command::Folder;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

/// Wrong from position 3 on for n = 1.
const WRONG: &str = "n >= 1\n{ n 2n }\nREPEAT\n  _n An B3\nENDREP\n";

/// Every kind of picture, each as the arguments of its command.
fn commands(folder: &Folder) -> Vec<Vec<&'static str>> {
    folder.write("wrong.nimseq", WRONG);
    let records = "row,largest_move,moves,period,preperiod,verdict\n\
        record,10,1 10,100,7,verified\nrecord,20,3 20,10000,9,verified\n";
    folder.write("r<c.csv", records);
    let lines = [
        "map three 20",
        "map three 20 --show preperiod",
        "map four 20",
        "map five 20 --limit-positions 500",
        "plot sequence 3 7 8 --width 11 --rows 9 --values nim",
        "plot sequence 3 7 8 --width 11 --rows 9",
        "plot sequence 1 sqrt(2) 3 --width 3+sqrt(2) --rows 9",
        "plot records r<c.csv",
        "plot refutation wrong.nimseq",
    ];
    lines.into_iter().map(|line| line.split(' ').collect()).collect()
}

/// Draws; a map with undecided games ends with 4.
fn draw(folder: &Folder, command: &[&str], more: &[&str]) -> String {
    let output = folder.run(&[command, more, &["-o", "a.svg"]].concat());
    assert!(matches!(output.exit, Some(0 | 4)), "{command:?}: {output:?}");
    folder.read("a.svg")
}

fn elements<'a>(document: &'a Document, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |it| it.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

fn place(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).expect(name).parse().expect("a number")
}

fn texts<'a>(document: &'a Document) -> Vec<&'a str> {
    elements(document, "text").map(|it| it.text().unwrap_or_default().trim()).collect()
}

#[test]
fn every_picture_says_what_it_shows() {
    let folder = Folder::new("said");
    let mut described = BTreeSet::new();
    for command in commands(&folder) {
        let svg = draw(&folder, &command, &[]);
        let document = Document::parse(&svg).expect("XML");
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let named = root.attribute("aria-labelledby").expect("names").split(' ');
        for (id, element) in named.zip(["title", "desc"]) {
            let found = root.children().find(|it| it.attribute("id") == Some(id)).expect(id);
            assert_eq!(found.tag_name().name(), element, "{command:?}");
            let text = found.text().unwrap_or_default().trim();
            assert!(text.len() > 10, "{command:?}: {text}");
            described.insert(text.to_owned());
        }
        // Two axes, or a scale for each of two directions, have their titles; nothing lies outside.
        let (width, height) = (place(root, "width"), place(root, "height"));
        for text in elements(&document, "text") {
            let (x, y) = (place(text, "x"), place(text, "y"));
            assert!(x >= 0.0 && x <= width && y >= 0.0 && y <= height, "{command:?}: {text:?}");
        }
        assert!(elements(&document, "text").count() > 5, "{command:?}");
    }
    assert_eq!(described.len(), 2 * commands(&folder).len() - 2, "texts of their own");
}

#[test]
fn axes_have_titles() {
    let folder = Folder::new("axes");
    let titles = [
        ["least move: s1/s3", "second move: s2/s3"],
        ["least move: s1/s3", "second move: s2/s3"],
        ["least move: s1/s4", "second move: s2/s4"],
        ["least move: s1/s5", "second move: s2/s5"],
        ["column", "first position"],
        ["column", "first position"],
        ["column", "row"],
        ["largest move max L", "period"],
        ["position", "described"],
    ];
    for (command, titles) in commands(&folder).into_iter().zip(titles) {
        let svg = draw(&folder, &command, &[]);
        let document = Document::parse(&svg).expect("XML");
        let found = texts(&document);
        assert!(titles.iter().all(|title| found.contains(title)), "{command:?}: {found:?}");
    }
}

/// The colours that are others on a dark sheet follow the reader, unless a theme is chosen.
#[test]
fn sheets_are_light_or_dark() {
    let folder = Folder::new("themes");
    for command in commands(&folder) {
        let auto = draw(&folder, &command, &[]);
        let document = Document::parse(&auto).expect("XML");
        let style = elements(&document, "style").next().and_then(|it| it.text()).expect("a style");
        assert!(style.contains("@media (prefers-color-scheme:dark)"), "{style}");
        let classes: BTreeSet<_> =
            document.descendants().filter_map(|it| it.attribute("class")).collect();
        assert!(classes.len() >= 3, "{command:?}: sheet, texts and lines");
        for class in &classes {
            assert!(style.contains(&format!(".{class}{{")), "{class} in {style}");
        }
        for (theme, sheet) in [("light", "#ffffff"), ("dark", "#1c1c1c")] {
            let svg = draw(&folder, &command, &["--theme", theme]);
            let document = Document::parse(&svg).expect("XML");
            let first = elements(&document, "rect").next().expect("a sheet");
            assert_eq!(first.attribute("fill"), Some(sheet));
            assert!(elements(&document, "style").next().is_none());
            let ink = elements(&document, "text").next().and_then(|it| it.attribute("fill"));
            assert_ne!(ink, Some(sheet), "{command:?}");
            let png = [&command[..], &["--theme", theme, "-o", "a.png"]].concat();
            folder.run(&png);
            let [grey, ..] = folder.png("a.png").at(1, 1);
            assert_eq!(format!("#{grey:02x}{grey:02x}{grey:02x}"), sheet, "{command:?}");
        }
    }
}

#[test]
fn games_without_preperiod_stand_out_from_the_sheet() {
    let folder = Folder::new("none");
    for (theme, none) in [("light", "#c6dbef"), ("dark", "#1f3a5f")] {
        let command = ["map", "three", "20", "--show", "preperiod", "--theme", theme];
        let svg = draw(&folder, &command, &[]);
        let document = Document::parse(&svg).expect("XML");
        let filled = |it: &Node<'_, '_>| it.attribute("fill") == Some(none);
        assert!(elements(&document, "path").any(|it| filled(&it)), "the games");
        assert!(elements(&document, "rect").any(|it| filled(&it)), "the legend");
    }
}

/// The games of four moves fill half of a square, so the other half is not drawn.
#[test]
fn the_axes_end_where_the_games_do() {
    let folder = Folder::new("cropped");
    let svg = draw(&folder, &["map", "four", "20"], &["--size", "800"]);
    let document = Document::parse(&svg).expect("XML");
    let lines: Vec<_> = elements(&document, "line").collect();
    let &[.., upward, across] = &lines[..] else { panic!("no axes") };
    let width = place(across, "x2") - place(across, "x1");
    let height = place(upward, "y1") - place(upward, "y2");
    assert!((2.0 * width - height).abs() < 0.1, "{width} x {height}");
    let found = texts(&document);
    assert_eq!(found.iter().filter(|text| **text == "1").count(), 1, "one axis goes to 1");
}

#[test]
fn values_are_named_by_the_letters_of_the_language() {
    let folder = Folder::new("letters");
    for (values, names) in [
        ("nim", &["_ = 0", "A = 1", "B = 2", "C = 3"][..]),
        ("outcome", &["- = P, lost for the player to move", "+ = N, won"]),
    ] {
        let command = ["plot", "sequence", "3", "7", "8", "--width", "5", "--values", values];
        let svg = draw(&folder, &command, &[]);
        let document = Document::parse(&svg).expect("XML");
        let found = texts(&document);
        assert!(names.iter().all(|name| found.contains(name)), "{found:?}");
    }
}

#[test]
fn a_refutation_is_two_rows_that_part_at_a_line() {
    let folder = Folder::new("refutation");
    folder.write("wrong.nimseq", WRONG);
    let svg = draw(&folder, &["plot", "refutation", "wrong.nimseq"], &[]);
    let document = Document::parse(&svg).expect("XML");
    let found = texts(&document);
    for text in ["described", "computed", "B3", "position 3", "wrong.nimseq is refuted"] {
        assert!(found.contains(&text), "{text} in {found:?}");
    }
    assert!(found.contains(&"{ 1 2 } for n = 1: position 3 is _, described as B"), "{found:?}");
    // On the line the computed row changes, and the described one goes on.
    let line = elements(&document, "polyline").next().and_then(|it| it.attribute("points"));
    let x: f64 =
        line.and_then(|it| it.split(',').next()).expect("a line").parse().expect("a place");
    let tick = |number: &str| {
        let text = elements(&document, "text").find(|it| it.text().map(str::trim) == Some(number));
        place(text.expect(number), "x")
    };
    assert!((x - tick("3")).abs() < 0.1, "{x}");
    let frames = elements(&document, "rect").filter(|it| it.attribute("fill") == Some("none"));
    let rows: Vec<_> = frames.filter(|it| place(*it, "height") > 20.0).collect();
    // Both rows end at the same position.
    let end = |node: &Node<'_, '_>| place(*node, "x") + place(*node, "width");
    let last = |row: &str| {
        let of = rows.iter().filter(|it| it.attribute("y") == Some(row)).map(end);
        of.fold(0.0, f64::max)
    };
    let ends: Vec<_> = rows.iter().filter_map(|it| it.attribute("y")).map(last).collect();
    assert!(ends.iter().all(|it| (it - ends[0]).abs() < 0.1), "{ends:?}");
    // The letters are in the cells, and large enough to be read.
    let word = elements(&document, "text").find(|it| it.text().map(str::trim) == Some("B3"));
    let (word, top) = (word.expect("B3"), place(rows[0], "y"));
    assert!(place(word, "font-size") >= 14.0);
    assert!((top..top + place(rows[0], "height")).contains(&place(word, "y")));
    let begins = |node: &&Node<'_, '_>| (place(**node, "x") - x).abs() < 0.1;
    let tops: BTreeSet<_> = rows.iter().map(|it| it.attribute("y")).collect();
    assert_eq!((tops.len(), rows.iter().filter(begins).count()), (2, 1));
}

#[test]
fn what_is_not_refuted_has_no_picture_of_a_refutation() {
    let folder = Folder::new("no-refutation");
    let right = WRONG.replace("B3", "Bn");
    for (text, more, code, said) in [
        (right.as_str(), &[][..], 2, "verified, so there is no counterexample"),
        (&right, &["--time-limit", "0"], 4, "time limit"),
        ("n >= 1 { n } REPEAT _n", &[], 3, "is rejected"),
    ] {
        folder.write("a.nimseq", text);
        let command = [&["plot", "refutation", "a.nimseq", "-o", "a.svg"], more].concat();
        let output = folder.run(&command);
        let message = output.stderr;
        assert_eq!(output.exit, Some(code), "{text}: {message}");
        assert!(message.contains(said), "{text}: {message}");
        assert!(!folder.0.join("a.svg").exists());
    }
}

/// A record holds until the next one, the axis ends at a round number, and one series needs no legend.
#[test]
fn records_are_steps() {
    let folder = Folder::new("steps");
    let text = "row,largest_move,moves,period,preperiod,verdict\n\
        record,10,1 10,9,0,verified\nrecord,20,1 20,30,0,verified\nrecord,30,1 30,190,0,verified\n";
    folder.write("series.csv", text);
    let svg = draw(&folder, &["plot", "records", "series.csv"], &[]);
    let document = Document::parse(&svg).expect("XML");
    let found = texts(&document);
    assert!(
        found.contains(&"200") && found.contains(&"5") && !found.contains(&"1000"),
        "{found:?}"
    );
    assert!(!found.contains(&"series"), "{found:?}");
    let points = elements(&document, "polyline").find_map(|it| {
        let points = it.attribute("points")?.split(' ').map(|it| it.split_once(','));
        points.collect::<Option<Vec<_>>>().filter(|it| it.len() == 5)
    });
    let points = points.expect("three records");
    for (one, two) in points.iter().zip(&points[1..]) {
        assert!(one.0 == two.0 || one.1 == two.1, "{points:?}");
    }
}

/// Rows are as long as the period, or a multiple of it near 100.
#[test]
fn rows_show_the_period() {
    let folder = Folder::new("period-rows");
    for (moves, width) in [("20 40 61", "81"), ("2 5 7", "110"), ("squares", "100")] {
        let words = [&["plot", "sequence"], &moves.split(' ').collect::<Vec<_>>()[..]].concat();
        let svg = draw(&folder, &words, &[]);
        assert!(svg.contains(&format!(", {width} in a row")), "{moves}: {svg}");
    }
    let svg = draw(&folder, &["plot", "sequence", "2", "5", "7", "--width", "30"], &[]);
    assert!(svg.contains(", 30 in a row"), "{svg}");
}

#[test]
fn records_without_room_for_a_label_are_named() {
    let folder = Folder::new("labels");
    let record = |at: u32| format!("record,{at},1 2 3 4 5 6 7 8 9 {at},{},0,verified\n", 100 + at);
    let all: String = (20..60).map(record).collect();
    let text = format!("row,largest_move,moves,period,preperiod,verdict\n{all}");
    folder.write("r.csv", text);
    let svg = draw(&folder, &["plot", "records", "r.csv", "--size", "500"], &[]);
    let document = Document::parse(&svg).expect("XML");
    let found = texts(&document);
    let note = found.iter().find(|it| it.starts_with("labels omitted for max L = "));
    let labels = found.iter().filter(|it| it.starts_with("1 2 3")).count();
    assert!(note.is_some() && (1..40).contains(&labels), "{found:?}");
    // The description has every record.
    let all = elements(&document, "desc").next().and_then(|it| it.text()).expect("a description");
    assert!((20..60).all(|at| all.contains(&format!("for {{ 1 2 3 4 5 6 7 8 9 {at} }}"))), "{all}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_how_far_a_map_came() {
    let folder = Folder::new("interrupt");
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(["map", "three", "4000", "-o", "a.svg"]).current_dir(&folder.0);
    let child = command.stderr(Stdio::piped()).spawn().expect("grundy runs");
    // Until interrupts are watched, one ends the program.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("grundy ends");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(
        message.contains("interrupted: ") && message.contains(" of 7994001 games"),
        "{message}"
    );
    assert!(output.stdout.is_empty() && !folder.0.join("a.svg").exists());
}
