//! The relay machine replayed: both readings, the historic relays and the lamps, against the tables that the
//! description of the machine gives or that follow from it (R. Glaschick 2014, version 1.5).

use crate::table::of_kind;
use grundy_games::wolf::historic::{damaged, lamps, relays};
use grundy_games::wolf::machine::{Reading, Stopped, act, play, replay};
use grundy_games::wolf::run::Run;
use grundy_games::wolf::{Sheep, Square, Squares, Table, Tree, read};
use std::collections::BTreeSet;

const TABLE: &str = include_str!("machine.tsv");

fn table(name: &str) -> Table {
    let path = format!("{}/descriptions/wolf/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    read(name, &std::fs::read_to_string(path).unwrap()).unwrap()
}

fn tree(name: &str) -> Tree {
    Tree::read(&table(name)).unwrap()
}

/// The names of squares, by columns.
fn names(squares: Squares) -> String {
    squares.names().join(" ")
}

/// The same without a condition: nothing else is shown.
const UNCONDITIONAL: [(&str, u8); 5] =
    [("11.5-..", 1), ("13.1-..", 0), ("13.8-..", 0), ("15.6-..", 3), ("16.7-..", 2)];

#[test]
fn rows_that_change_the_variant() {
    let replayed = replay(&tree("tree_primary"));
    let rows = replayed.switching.iter();
    let (same, other): (Vec<_>, Vec<_>) = rows.partition(|it| it.moment == it.after);
    let mut other: Vec<_> = other
        .iter()
        .map(|it| (it.row.clone(), it.to, it.after.to_string(), it.moment.to_string()))
        .collect();
    // The squares of the sheep are named in the order of the sheep in one place and by columns in another.
    let sorted = |text: &str| {
        let mut squares: Vec<_> = text.split('-').collect();
        squares.sort_unstable();
        squares.join("-")
    };
    for it in &mut other {
        (it.2, it.3) = (sorted(&it.2), sorted(&it.3));
    }
    let mut expected: Vec<_> = of_kind(TABLE, "switching")
        .map(|[row, to, after, moment]| {
            (row.to_owned(), to.parse().unwrap(), sorted(after), sorted(moment))
        })
        .collect();
    expected.sort();
    other.sort();
    assert_eq!(other, expected);
    let mut same: Vec<_> = same.iter().map(|it| (it.row.as_str(), it.to)).collect();
    same.sort_unstable();
    assert_eq!(same, UNCONDITIONAL);
    assert!(replayed.switching.iter().all(|it| it.lands));
    // Both readings end alike.
    assert_eq!(replayed.different, []);
    assert!(replayed.situations > 100);
}

#[test]
fn no_change_runs_on() {
    let replayed = replay(&tree("tree_primary"));
    let runs_on: Vec<_> = replayed
        .switching
        .iter()
        .flat_map(|it| {
            it.runs_on.iter().map(|on| (&*it.row, on.wolf.to_string(), &*on.row, on.in_play))
        })
        .collect();
    let d5 = || "d5".to_owned();
    assert_eq!(runs_on, [("13.1-..", d5(), "13.0-d5", false), ("13.8-..", d5(), "13.0-d5", false)]);
    // If the wolf could stand there, the readings would differ.
    let tree = tree("tree_primary");
    let wolf = Square::parse("d5").unwrap();
    let direct = act(&tree, Reading::Direct, 13, 1, wolf).unwrap();
    assert_eq!((direct.variant, direct.shown.len(), direct.settles), (2, 3, true));
    let two_phase = act(&tree, Reading::TwoPhase, 13, 1, wolf).unwrap();
    assert_eq!((two_phase.variant, two_phase.shown.len()), (0, 1));
    assert_ne!(direct.shown.last(), two_phase.shown.last());
}

#[test]
fn where_the_sheep_depend_on_the_wolf() {
    let replayed = replay(&tree("tree_primary"));
    let found: BTreeSet<_> = replayed.depending.iter().map(String::as_str).collect();
    let expected = "7.0 10.0 12.0 13.0 15.0 18.0 9.1 10.1 15.2 17.3 10.5 12.6";
    assert_eq!(found, expected.split(' ').collect());
    let found: BTreeSet<_> = replayed.remaining.iter().map(String::as_str).collect();
    assert_eq!(found, BTreeSet::from(["12.0-d4", "9.1-a3", "17.3-a5", "17.3-a7", "17.3-c7"]));
}

/// The compressed tree is the same tree, so the same holds there.
#[test]
fn the_compressed_tree_agrees_as_well() {
    let [primary, compressed] = ["tree_primary", "tree_compressed"].map(|name| replay(&tree(name)));
    assert_eq!(compressed.different, []);
    assert_eq!(compressed.situations, primary.situations);
    assert_eq!(compressed.switching.len(), primary.switching.len());
}

/// What differs is found: without the landing row, or with one that goes on.
#[test]
fn differences_are_found() {
    let mut broken = tree("tree_primary");
    let at = broken.rows.iter().position(|row| row.label() == "7.1-..").unwrap();
    broken.rows[at].after = Sheep::parse("A2-B2-C3-D3").unwrap();
    let replayed = replay(&broken);
    let first = &replayed.different[0];
    assert_eq!((first.step, first.variant, first.wolf.to_string().as_str()), (7, 0, "b3"));
    assert_eq!(first.direct, Some(broken.rows[at].after));
    assert!(!replayed.switching.iter().find(|it| it.row == "7.0-b3").unwrap().lands);
    // Back and forth without an end.
    broken.rows[at].next = grundy_games::wolf::Next::Switch(0);
    let direct = act(&broken, Reading::Direct, 7, 0, Square::parse("b3").unwrap()).unwrap();
    assert!(!direct.settles);
    // No row at all.
    broken.rows.remove(at);
    assert_eq!(act(&broken, Reading::Direct, 7, 0, Square::parse("b3").unwrap()), None);
    assert_eq!(replay(&broken).different[0].direct, None);
}

/// All situations again, without the replay: two phases are what the tree says.
#[test]
fn two_phases_follow_the_tree() {
    let tree = tree("tree_primary");
    let run = Run::new(&tree);
    for (step, visits) in (1..).zip(&run.steps) {
        for visit in visits {
            let Some(row) = visit.row else { continue };
            let acted = act(&tree, Reading::TwoPhase, step, visit.variant, visit.wolf).unwrap();
            assert_eq!(
                (&acted.rows[..], &acted.shown[..]),
                (&[row][..], &[tree.rows[row].after][..])
            );
        }
    }
}

#[test]
fn the_historic_relays() {
    let found = relays(&table("lamps_graeff"), &tree("tree_primary")).unwrap();
    let expected: Vec<[_; 5]> = of_kind(TABLE, "relay").collect();
    assert_eq!(found.len(), expected.len());
    for (relay, &[label, on, off, applied, rows]) in found.iter().zip(&expected) {
        assert_eq!(relay.label, label);
        assert_eq!((names(relay.on).as_str(), names(relay.off).as_str()), (on, off), "{label}");
        let steps: Vec<_> =
            relay.applied.iter().map(|it| format!("{}: {}", it.step, names(it.sheep))).collect();
        let applied = if applied.starts_with("none") { "" } else { applied };
        assert_eq!(steps.join("; "), applied, "{label}");
        // The papers label a row with one of two equal relays only.
        let twins =
            relay.same.iter().any(|it| expected.iter().any(|row| row[0] == it && row[4] != "-"));
        let labelled = rows.replace('-', "").is_empty();
        let found: Vec<_> =
            relay.rows.iter().map(|row| row.strip_suffix("-..").unwrap_or(row)).collect();
        match labelled {
            true => assert!(found.is_empty() || twins, "{label}: {found:?}"),
            false => assert_eq!(
                found.iter().collect::<BTreeSet<_>>(),
                rows.split(' ').collect::<Vec<_>>().iter().collect(),
                "{label}"
            ),
        }
    }
    // Equal patterns, and the one that leaves no four sheep.
    let twins: BTreeSet<_> = found
        .iter()
        .filter(|it| !it.same.is_empty())
        .map(|it| BTreeSet::from([it.label.as_str(), it.same[0].as_str()]))
        .collect();
    let expected = [["14", "18"], ["13", "31"], ["17", "19"], ["30", "37"], ["35", "40"]];
    assert_eq!(twins, expected.into_iter().map(BTreeSet::from).collect());
    let broken: Vec<_> = found.iter().filter(|it| !it.conserves).map(|it| &*it.label).collect();
    assert_eq!(broken, ["29"]);
    let combined: Vec<_> =
        found.iter().map(|it| &*it.label).filter(|it| it.contains('+')).collect();
    assert_eq!(combined, ["12+13", "16+18", "36+37", "34+42", "41+42"]);
    assert_eq!(relays(&table("moves"), &tree("tree_primary")), None);
}

/// The fault that the papers report: step 9 with the wolf on c5.  The display of relays 12 and 13 is a legal
/// move after row 8.1 and not after 8.0, where the machine stands if the wolf has stayed back.
#[test]
fn the_reported_fault_at_step_9() {
    let found = relays(&table("lamps_graeff"), &tree("tree_primary")).unwrap();
    let both = found.iter().find(|it| it.label == "12+13").unwrap();
    let [applied] = &both.applied[..] else { panic!("{both:?}") };
    assert_eq!((applied.step, names(applied.sheep).as_str()), (9, "A2 B4 C3 C4"));
    assert_eq!(applied.after, ["8.1-.."]);
}

#[test]
fn the_lamps_of_the_basic_display() {
    let found = lamps(&tree("tree_primary"));
    assert_eq!(found.len(), of_kind::<3>(TABLE, "lamps").count());
    for (line, [step, rows, sheep]) in found.iter().zip(of_kind(TABLE, "lamps")) {
        let step = if step == "0" { "0.0" } else { step };
        assert_eq!(line.step, step);
        assert_eq!(line.rows.join(" "), rows, "{step}");
        let mut squares: Vec<_> = sheep.split(' ').collect();
        squares.sort_unstable();
        assert_eq!(names(line.on), squares.join(" "), "{step}");
        // The lost table had the lines 1.0 to 7.1.
        let lost = ["1.0", "2.0", "3.0", "4.0", "5.0", "6.0", "7.0", "7.1"].contains(&step);
        assert_eq!(line.lost, lost, "{step}");
    }
    // A relay for each square.
    let squares = found.iter().fold(Squares::default(), |all, it| all.or(it.on));
    assert!(squares.len() <= 28 && Square::COUNT == 28);
}

#[test]
fn damaged_lamps_are_listed() {
    let found = damaged(&table("ocr_repairs")).unwrap();
    let count = |name: &str| found.iter().filter(|cell| cell.file == name).count();
    assert_eq!((count("lamps_tree_first.tsv"), count("lamps_tree_second.tsv")), (10, 12));
    assert_eq!(found.len(), 22);
    let first = &found[0];
    let cells = [&*first.row, &first.column, &first.raw, &first.repaired];
    assert_eq!(cells, ["7.1 ..", "row2", "x..", ".x.."]);
    assert!(found.iter().all(|cell| cell.raw.len() != 4 && cell.repaired.len() == 4));
    assert_eq!(damaged(&table("moves")), None);
}

/// A flip-flop of two relays for each of the 28 lamps, and one relay for each of 30 moves.
#[test]
fn relays_of_a_machine_with_flip_flops() {
    let tree = tree("tree_primary");
    let moves: BTreeSet<_> = tree.moves().filter_map(|(_, row)| row.step_move).collect();
    assert_eq!((moves.len(), 2 * Square::COUNT + moves.len()), (30, 86));
}

fn squares(text: &str) -> Vec<Square> {
    text.split(' ').map(|it| Square::parse(it).unwrap()).collect()
}

#[test]
fn plays_are_replayed() {
    let tree = tree("tree_primary");
    let turns = play(&tree, &squares("b7 b6 b5 b4 b5 b4 b3 b4 c5")).unwrap();
    let rows: Vec<_> = turns.iter().map(|it| it.row.as_str()).collect();
    assert_eq!(rows[6..], ["7.0-b3", "8.1-..", "9.1-c5"]);
    assert_eq!((turns[6].two_phase.variant, turns[6].direct.variant), (1, 1));
    let shown: Vec<_> = turns[6].direct.shown.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["A2-B3-C3-D3", "A2-B2-C3-C4"]);
    assert_eq!(turns[6].two_phase.shown, turns[6].direct.shown[1..]);
    assert_eq!(turns[8].two_phase.variant, 5);
    for (wolves, expected) in [
        ("b6", "step 1: the wolf cannot go to b6"),
        ("b7 b5", "step 2: the wolf cannot go to b5"),
        ("b7 b6 b5 b4 b5 b4 b3 b2", "step 8: the wolf cannot go to b2"),
    ] {
        let why = play(&tree, &squares(wolves)).unwrap_err();
        assert!(matches!(why, Stopped::Wolf(..)), "{why:?}");
        assert_eq!(why.to_string(), expected);
    }
    // After the bell nothing follows.
    let turns = play(&tree, &squares("a7 a6 a5 a4 a5 a4 b3 a4 a3"));
    let over = play(&tree, &squares("a7 a6 a5 a4 a5 a4 b3 a4 a3 a4"));
    assert!(turns.unwrap()[8].bell);
    assert_eq!(over, Err(Stopped::Over(10)));
}
