//! The published tables of wolf and sheep: all findings, changed cells, the simulator against a
//! second one, and damaged tables.

use crate::support::Random;
use grundy_games::wolf::run::{Run, Wrong};
use grundy_games::wolf::{
    Move, Next, Publication, Sheep, Solver, Square, Squares, Tree, Winner, read, repair,
};
use grundy_language::diagnostic::Code;
use grundy_language::limit::CancellationToken;
use grundy_language::verdict::{Finding, Report, Verdict};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

/// The published tables, by name.
static PUBLISHED: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/wolf");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let tables = paths.filter(|path| path.extension().is_some_and(|ending| ending == "tsv"));
    let named = tables.map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, std::fs::read_to_string(path).unwrap())
    });
    let named: BTreeMap<_, _> = named.collect();
    assert_eq!(named.len(), 15, "{:?}", named.keys());
    named
});

fn published() -> BTreeMap<String, String> {
    PUBLISHED.clone()
}

/// The publication with these tables, which have the names of the published ones.  Only what differs
/// from the published one is diagnosed anew.
fn publication(tables: &BTreeMap<String, String>) -> Publication {
    static WHOLE: LazyLock<Publication> = LazyLock::new(|| {
        Publication::new(PUBLISHED.iter().map(|(name, text)| (name.as_str(), text.as_str())))
    });
    let mut publication = WHOLE.clone();
    for (name, text) in tables.iter().filter(|(name, text)| PUBLISHED[*name] != **text) {
        publication.put(name, text);
    }
    publication
}

fn tree(name: &str) -> Tree {
    Tree::read(&read(name, &PUBLISHED[name]).unwrap()).unwrap()
}

/// `file row column: claimed => computed`, or the message where there is no cell.
fn shown(name: &str, finding: &Finding) -> String {
    let code = finding.diagnostic.code;
    match finding.cell() {
        Some(cell) => format!(
            "{code} {name} {} {}: {} => {}",
            cell.row, cell.column, cell.claimed, cell.computed
        ),
        None => format!("{code} {name}: {}", finding.diagnostic.message),
    }
}

/// All findings about all tables.
fn findings(tables: &BTreeMap<String, String>) -> Vec<String> {
    let publication = publication(tables);
    let checked = tables.iter().flat_map(|(name, text)| {
        let findings = publication.check(name, text).findings;
        findings.iter().map(|finding| shown(name, finding)).collect::<Vec<_>>()
    });
    checked.collect()
}

#[test]
fn the_findings_in_the_published_tables() {
    insta::assert_snapshot!(findings(&PUBLISHED).join("\n"));
}

#[test]
fn the_published_trees_lose_one_play_by_a_false_bell() {
    for name in ["tree_primary", "tree_compressed"] {
        let run = Run::new(&tree(name));
        let faults: Vec<_> = run.faults.iter().map(|fault| (fault.step, fault.wrong)).collect();
        assert_eq!(faults, [(19, Wrong::FalseBell)], "{name}");
        let play = run.play(run.loss().unwrap());
        assert_eq!((play.len(), play[18].wolf.to_string().as_str()), (19, "b7"), "{name}");
    }
}

#[test]
fn a_tree_may_have_any_name() {
    let text = &PUBLISHED["tree_primary"];
    let checked = Publication::default().check("another", text);
    assert_eq!(checked.verdict, Verdict::Refuted);
    assert_eq!(checked.findings[0].diagnostic.code, Code::LosingTree);
    let play = checked.findings[0].play().unwrap();
    assert_eq!((play.len(), play[37].as_str()), (38, "B5->A6"), "{play:?}");
}

/// A cell: the table, the line in its text, the column.
type Place = (String, usize, usize);

/// The cells of all tables, without comments and headers.
fn cells(tables: &BTreeMap<String, String>) -> Vec<(Place, String)> {
    let mut cells = Vec::new();
    for (name, text) in tables {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')).skip(1);
        for (line, content) in lines {
            let each = content.split('\t').enumerate();
            cells
                .extend(each.map(|(column, cell)| ((name.clone(), line, column), cell.to_owned())));
        }
    }
    cells
}

fn changed(
    tables: &BTreeMap<String, String>,
    place: &Place,
    new: &str,
) -> BTreeMap<String, String> {
    let (name, line, column) = place;
    let mut tables = tables.clone();
    let text = tables.get_mut(name).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut cells: Vec<_> = lines[*line].split('\t').map(str::to_owned).collect();
    cells[*column] = new.to_owned();
    lines[*line] = cells.join("\t");
    *text = lines.join("\n") + "\n";
    tables
}

/// What became of a changed cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// A finding stands at the cell.
    AtTheCell,
    /// There is a further finding, but none at the cell.
    Elsewhere,
    /// No further finding.
    Silent,
}

/// What became of one changed cell.
#[derive(Debug)]
#[allow(dead_code, reason = "shown where a test fails")]
struct Changed {
    place: Place,
    old: String,
    new: String,
    fate: Fate,
    /// The findings that were not there before.
    further: Vec<String>,
}

/// Changes every cell for which `take` says so to another value of its column, and says what
/// became of it.
fn fates(take: impl Fn(&Place, usize) -> bool) -> Vec<Changed> {
    let tables = &*PUBLISHED;
    let whole = publication(tables);
    let before: BTreeSet<_> = findings(tables).into_iter().collect();
    let all = cells(tables);
    let mut columns: BTreeMap<(&str, usize), BTreeSet<&str>> = BTreeMap::new();
    for ((name, _, column), cell) in &all {
        columns.entry((name, *column)).or_default().insert(cell);
    }
    let mut random = Random(1950);
    let mut changes = Vec::new();
    for (number, (place, old)) in all.iter().enumerate() {
        let values: Vec<_> = columns[&(place.0.as_str(), place.2)]
            .iter()
            .filter(|it| **it != old.as_str())
            .collect();
        // A column with one value only gets a value of no table.
        let new = values.get(random.below(values.len().max(1))).map_or("9", |it| **it);
        if take(place, number) {
            changes.push((place, old, new));
        }
    }
    let judge = |&(place, old, new): &(&Place, &String, &str)| {
        let mutant = changed(tables, place, new);
        let line_start: usize =
            mutant[&place.0].split_inclusive('\n').take(place.1).map(str::len).sum();
        let cell_start: usize =
            mutant[&place.0][line_start..].split_inclusive('\t').take(place.2).map(str::len).sum();
        let mut publication = whole.clone();
        publication.put(&place.0, &mutant[&place.0]);
        let (mut fate, mut further) = (Fate::Silent, Vec::new());
        for (name, text) in &mutant {
            for finding in publication.check(name, text).findings {
                let shown = shown(name, &finding);
                if before.contains(&shown) {
                    continue;
                }
                further.push(shown);
                let label = finding.diagnostic.labels.first().map(|label| label.span.start);
                if *name == place.0 && label == Some(line_start + cell_start) {
                    fate = Fate::AtTheCell;
                } else {
                    fate = fate.min(Fate::Elsewhere);
                }
            }
        }
        let (place, old, new) = (place.clone(), old.clone(), new.to_owned());
        Changed { place, old, new, fate, further }
    };
    changes.par_iter().map(judge).collect()
}

/// Why a change may go unnoticed.
fn excused(changed: &Changed) -> Option<&'static str> {
    let (name, line, column) = &changed.place;
    let text = &PUBLISHED[name];
    let cells: Vec<_> = text.lines().nth(*line).unwrap().split('\t').collect();
    match (name.as_str(), column) {
        ("claims", 1) => Some("the topic says nothing that could be wrong"),
        ("claims", 2) if cells[0] == "W14" => Some("nothing formal is claimed"),
        ("lamps_graeff", 1..=5) if known_from_one_line().iter().any(|it| it == cells[0]) => {
            Some("nothing else in print shows what this relay changes")
        }
        ("ocr_repairs", 5) => Some("the reason says nothing that could be wrong"),
        ("ocr_repairs", 3) if !cells[0].starts_with("tree") => Some("nobody has the scan"),
        ("ocr_repairs", 4) if cells[0].starts_with("tree") => Some("a repair told in words"),
        ("ocr_repairs", 0..=2) => Some("another cell may say the same"),
        _ => None,
    }
}

/// The relays of the published table that only their own line tells of, as its report says.
fn known_from_one_line() -> Vec<String> {
    let report = publication(&PUBLISHED).check("lamps_graeff", &PUBLISHED["lamps_graeff"]);
    let messages = report.findings.iter().map(|it| it.diagnostic.message.as_str());
    let (_, relays) = messages.filter_map(|it| it.split_once("was checked: ")).next().unwrap();
    relays.split(", ").map(str::to_owned).collect()
}

#[test]
fn places_that_contradict_each_other_evenly_decide_nothing() {
    let tables = published();
    let text = tables["lamps_graeff"].replace("\n13\t....\t....\tox..", "\n13\t....\txo..\tox..");
    assert_ne!(text, tables["lamps_graeff"]);
    let report = publication(&tables).check("lamps_graeff", &text);
    let open = report.findings.iter().filter(|it| it.diagnostic.code == Code::UndecidedCell);
    let relay = |it: &Finding| it.diagnostic.message.contains("contradict this line of relay 13,");
    assert!(open.clone().any(relay), "{open:?}", open = open.collect::<Vec<_>>());
}

/// A changed cell is noticed where it stands; a repair that names another cell, or a claim put in
/// the place of another one, where the two do not fit together.
#[test]
fn a_sample_of_changed_cells_is_found() {
    let prose = |name: &str| name == "claims" || name == "ocr_repairs";
    let sample = fates(|place, number| number % 37 == 5 || prose(&place.0) && number % 5 == 2);
    // In a tree a change may be taken for one of another cell, so only the share below counts.
    let silent = |it: &&Changed| it.fate == Fate::Silent && !it.place.0.starts_with("tree_");
    let unnoticed: Vec<_> = sample.iter().filter(silent).collect();
    let wrong: Vec<_> = unnoticed.iter().filter(|it| excused(it).is_none()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (told, cells): (Vec<_>, Vec<_>) = sample.iter().partition(|it| prose(&it.place.0));
    assert!(told.len() > 60 && cells.len() > 60, "{} {}", told.len(), cells.len());
    let noticed = told.iter().filter(|it| it.fate != Fate::Silent).count();
    assert!(2 * noticed > told.len(), "{noticed} of {}", told.len());
    let found = cells.iter().filter(|it| it.fate == Fate::AtTheCell).count();
    assert!(20 * found >= 19 * cells.len(), "{found} of {}: {cells:#?}", cells.len());
}

#[test]
fn a_wrong_move_is_blamed_once_and_loses() {
    let tables = published();
    let before: BTreeSet<_> = findings(&tables).into_iter().collect();
    // 9.1-a3 traps the wolf by B3->A4; A2->A3 is where the wolf stands.
    let text = tables["tree_primary"].replace("9\t1\ta3\tB3->A4", "9\t1\ta3\tA2->A3");
    let mut mutant = tables.clone();
    mutant.insert("tree_primary".to_owned(), text);
    let further: Vec<_> = findings(&mutant).into_iter().filter(|it| !before.contains(it)).collect();
    assert!(
        further.contains(&"E0710 tree_primary 9.1-a3 sheep_move: A2->A3 => B3->A4".to_owned()),
        "{further:#?}"
    );
    // The shortest play that is lost ends at step 9 then.
    let loss = further.iter().find(|it| it.starts_with("E0711 tree_primary 9.1-a3 sheep_move"));
    assert!(loss.is_some(), "{further:#?}");
    // Nothing that follows from the tree is blamed for it.
    assert!(further.iter().all(|it| it.contains(" tree_primary ")), "{further:#?}");
}

/// The report on a published claim in which words are replaced, the other tables being as
/// published but for `change`.
fn claim(
    id: &str,
    replaced: &[(&str, &str)],
    change: impl Fn(&mut BTreeMap<String, String>),
) -> Report {
    let mut tables = published();
    change(&mut tables);
    let mut lines = PUBLISHED["claims"].lines();
    let mut line = lines.find(|line| line.starts_with(id)).expect("a claim").to_owned();
    for (from, to) in replaced {
        assert_eq!(line.matches(from).count(), 1, "{from} in {line}");
        line = line.replace(from, to);
    }
    publication(&tables).check("claims", &format!("id\ttopic\tclaim\n{line}\n"))
}

/// The verdict and what was computed, or why nothing was.
fn judged(id: &str, replaced: &[(&str, &str)]) -> (Verdict, String) {
    let report = claim(id, replaced, |_| {});
    assert!(report.findings.len() <= 1, "{id} {replaced:?}: {:?}", report.findings);
    let said = report.findings.first().map(|finding| match finding.cell() {
        Some(cell) => cell.computed.clone(),
        None => finding.diagnostic.message.clone(),
    });
    (report.verdict, said.unwrap_or_default())
}

/// The sentence as printed.
fn printed(id: &str) -> String {
    let line = PUBLISHED["claims"].lines().find(|line| line.starts_with(id)).expect("a claim");
    let parts = line.rsplit('\t').next().unwrap().split(['{', '}']);
    parts.map(|part| part.split('|').next().unwrap()).collect()
}

#[test]
fn a_claim_is_never_its_own_proof() {
    let right = "The historic machine has 3 relays fewer for deviations and ? fewer for the basic \
                 display.";
    for basic in ["{7|", "{8|"] {
        let fewer = |deviations| judged("W12", &[("{2|", deviations), ("{7|", basic)]);
        assert_eq!(fewer("{2|"), (Verdict::Refuted, right.to_owned()));
        let (verdict, why) = fewer("{3|");
        assert_eq!(verdict, Verdict::Undecided);
        assert!(
            why.ends_with("the relays of the historic basic display were not published"),
            "{why}"
        );
    }
    // What is wrong is corrected in the words of the claim.
    for (id, replaced) in [
        ("W01", &[("{5|", "{4|"), ("{4|sheep", "{5|sheep")][..]),
        ("W01", &[("{6|", "{7|")]),
        ("W03", &[("{30|", "{29|")]),
        ("W09", &[("{86|", "{85|")]),
        ("W10", &[("{1-9|", "{1-8|")]),
        ("W13", &[("{nine|", "{eight|")]),
        ("W13", &[("{five|", "{six|")]),
        ("W19", &[("{0|", "{3|")]),
        ("W21", &[("{100|", "{101|")]),
    ] {
        assert_eq!(judged(id, &[]), (Verdict::Verified, String::new()), "{id}");
        assert_eq!(judged(id, replaced), (Verdict::Refuted, printed(id)), "{id} {replaced:?}");
    }
    // The published sentence needs no marks.
    assert_eq!(judged("W03", &[("{30|moves}", "30")]), (Verdict::Verified, String::new()));
    assert_eq!(judged("W03", &[("{30|moves}", "29")]), (Verdict::Refuted, printed("W03")));
    // What is not known, and what no table says, is not right.
    for (id, replaced, why) in [
        ("W03", ("Only {30|moves}", "Just 30"), "not checked: nothing in it is marked"),
        ("W03", ("{30|moves}", "{30}"), "not checked: a mark is not of the form {words|question}"),
        ("W03", ("|moves}", "|legs}"), "not checked: `legs` is no known question"),
        (
            "W04",
            ("always", "never"),
            "not checked: `never have the same parity` is not known to mean `no odd sum`",
        ),
        (
            "W04",
            ("no odd sum", "no cascade"),
            "not checked: `always have the same parity` is not known to mean `no cascade`",
        ),
        ("W03", ("|moves}", "|moves + legs}"), "not checked: `moves + legs` is no known question"),
        (
            "W23",
            ("still", "yet"),
            "cannot be decided: the circuit of the flip-flop was not published",
        ),
    ] {
        assert_eq!(
            judged(id, &[replaced]),
            (
                Verdict::Undecided,
                format!("this claim {}{why}", if id == "W23" { "" } else { "was " })
            ),
        );
    }
}

/// Every claim that is right is refuted when one of its words is another one.
#[test]
fn a_wrong_claim_is_refuted() {
    for (id, from, to, why) in [
        ("W15", "step 8", "step 9", "the tree never plays A2->A3 there"),
        ("W15", "D3->C4", "D3->D4", "after D3->D4 the wolf wins in"),
        ("W15", "D3->C4", "D3->C5", "after D3->C5 the wolf wins in 0 moves"),
        ("W15", "on b4", "on the left", "the words do not say what is asked"),
        ("W10", "|one entry}", "|no false bell}", "19.3-.. does not trap the wolf on b7"),
        ("W07", "|a landing row}", "|no branching display}", "other sheep than in the row"),
        ("W05", "|not both changes}", "|lamps - moves - moves}", "lamps: 28, moves: 30"),
    ] {
        let (verdict, said) = judged(id, &[(from, to)]);
        assert_eq!(verdict, Verdict::Refuted, "{id} {to}: {said}");
        assert!(said.starts_with(why), "{id} {to}: {said}");
    }
}

/// The claim about rows that can be told apart, with its gaps.
#[test]
fn rows_are_not_compared_with_themselves_nor_by_squares_that_are_none() {
    let told_apart = |replaced: &[_]| judged("W17", replaced).1;
    assert_eq!(told_apart(&[]), "9.1 is confused with 9.0-.. by a5 or b5");
    let same = told_apart(&[("that of 11.0", "that of 11.1")]);
    assert!(same.contains("11.1 and 11.1 are not two rows of one step"), "{same}");
    let short = told_apart(&[("b4,a6,b6", "b4,a6,17")]);
    assert!(short.contains("the previous set of 11.1 is "), "{short}");
    // The wolf never stands on a1 there, so a1 tells nothing apart.
    let never = told_apart(&[("a5 or b5", "a1 or a2")]);
    assert!(never.contains("the current set of 9.1 is "), "{never}");
}

/// The pairs that remain are compared for the variant that is named.
#[test]
fn collisions_are_left_aside_as_the_claim_says() {
    let variant = &[("variant 0", "variant 1")];
    let (verdict, zero) = judged("W18", &[]);
    assert_eq!(verdict, Verdict::Refuted);
    assert!(zero.starts_with("the pairs 12.1 12.6") && !zero.contains(".0"), "{zero}");
    let (verdict, one) = judged("W18", variant);
    assert_eq!(verdict, Verdict::Refuted);
    assert!(one.contains(".0") && !one.contains(".1 ") && one != zero, "{one}");
    let right = |tables: &mut BTreeMap<String, String>| {
        let pairs = zero.strip_prefix("the pairs ").unwrap().replace(", ", "\n").replace(' ', "\t");
        tables.insert("remaining_collisions".to_owned(), format!("row_a\trow_b\n{pairs}\n"));
    };
    assert_eq!(claim("W18", &[], right).verdict, Verdict::Verified);
    assert_eq!(claim("W18", variant, right).verdict, Verdict::Refuted);
}

/// A table that cannot be read leaves open what follows from it, and nothing else.
#[test]
fn one_bad_table_does_not_hide_what_the_others_say() {
    let tables = published();
    let all = publication(&tables);
    let verdicts = |publication: &Publication, tables: &BTreeMap<String, String>| {
        let verdict =
            |(name, text): (&String, &String)| (name.clone(), publication.check(name, text));
        tables.iter().map(verdict).collect::<BTreeMap<_, _>>()
    };
    let whole = verdicts(&all, &tables);
    for bad in tables.keys() {
        let mut damaged = tables.clone();
        damaged.insert(bad.clone(), "no table\n".to_owned());
        let mut publication = all.clone();
        publication.put(bad, &damaged[bad]);
        for (name, report) in verdicts(&publication, &damaged) {
            let codes: BTreeSet<_> = report.findings.iter().map(|it| it.diagnostic.code).collect();
            let before = &whole[&name];
            if name == *bad {
                assert_eq!(
                    (report.verdict, codes),
                    (Verdict::Rejected, [Code::UnknownColumns].into()),
                    "{bad}"
                );
            } else if report.verdict == Verdict::Rejected {
                assert_eq!(codes, [Code::NotCheckableAlone].into(), "{name} without {bad}");
                assert!(bad.starts_with("tree_"), "{name} without {bad}");
            } else if report.verdict != before.verdict {
                assert_eq!(report.verdict, Verdict::Undecided, "{name} without {bad}");
                assert!(codes.contains(&Code::UndecidedCell), "{name} without {bad}: {codes:?}");
            }
        }
    }
    // The claims about the primary tree are decided without all other tables.
    let alone: BTreeMap<_, _> =
        tables.iter().filter(|(name, _)| *name == "tree_primary" || *name == "claims").collect();
    let publication =
        Publication::new(alone.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let report = publication.check("claims", &tables["claims"]);
    let open = report.findings.iter().filter(|it| it.diagnostic.code == Code::UndecidedCell);
    let why: Vec<_> = open.map(|it| it.diagnostic.message.as_str()).collect();
    for name in ["tree_compressed", "lamps_graeff", "remaining_collisions"] {
        assert!(
            why.iter().any(|it| it.ends_with(&format!("{name}.tsv cannot be read"))),
            "{why:?}"
        );
    }
    assert!(report.findings.iter().any(|it| shown("claims", it).contains(" W02 ")));
}

#[test]
fn a_second_row_of_the_start_is_no_part_of_a_tree() {
    let tables = published();
    let text = format!("{}0\t5\ta3\t--\t3\tA1-B1-C1-D1\t\t\n", tables["tree_primary"]);
    let before = findings(&tables);
    let report = publication(&tables).check("tree_primary", &text);
    let further: Vec<_> = report.findings.iter().map(|it| shown("tree_primary", it)).collect();
    let further: Vec<_> = further.into_iter().filter(|it| !before.contains(it)).collect();
    assert_eq!(further, ["E0710 tree_primary 0.5-a3 step: 0 => "]);
}

#[test]
fn damaged_tables_are_rejected_and_never_panic() {
    let verdicts: Vec<_> =
        PUBLISHED.par_iter().flat_map_iter(|(name, text)| damaged(name, text)).collect();
    let count = |verdict| verdicts.iter().filter(|it| **it == verdict).count();
    let (rejected, refuted) = (count(Verdict::Rejected), count(Verdict::Refuted));
    assert!(rejected > 50 && refuted > 50, "{rejected} {refuted}");
}

/// The verdicts on a table with one random damage each.
fn damaged(name: &str, text: &str) -> Vec<Verdict> {
    for damaged in [
        String::new(),
        "\n\n".to_owned(),
        "# only a comment\n".to_owned(),
        text.replace('\t', " "),
        // Another name for the second column.
        text.replacen('\t', "\tx", 1),
    ] {
        let checked = publication(&PUBLISHED).check(name, &damaged);
        assert_eq!(checked.verdict, Verdict::Rejected, "{name}: {damaged}");
    }
    let mut random = Random(u64::try_from(text.len()).unwrap());
    let mut verdicts = Vec::new();
    for _ in 0..20 {
        let mut characters: Vec<_> = text.chars().collect();
        let at = random.below(characters.len());
        match random.below(3) {
            0 => characters[at] = ['\t', '\n', '9', '!', 'ä', '>'][random.below(6)],
            1 => characters.truncate(at),
            _ => drop(characters.remove(at)),
        }
        let mut all = published();
        all.insert(name.to_owned(), characters.into_iter().collect());
        let publication = publication(&all);
        for (other, text) in &all {
            let report = publication.check(other, text);
            // What does not say that it is right says why.
            assert!(
                report.verdict == Verdict::Verified || !report.findings.is_empty(),
                "{other}: {:?}",
                report.verdict
            );
            if other == name {
                verdicts.push(report.verdict);
            }
        }
    }
    verdicts
}

#[test]
fn another_table_is_no_tree() {
    let tables = published();
    for (name, text) in tables.iter().filter(|(name, _)| !name.starts_with("tree_")) {
        let faults = Tree::read(&read(name, text).unwrap()).unwrap_err();
        assert_eq!((faults.len(), faults[0].code), (1, Code::UnknownColumns), "{name}");
    }
}

#[test]
fn a_table_alone_says_what_it_follows_from() {
    let tables = published();
    for name in ["moves", "decodability", "claims", "variant_packing", "lamps_tree_first"] {
        let report = Publication::default().check(name, &tables[name]);
        assert_eq!(report.verdict, Verdict::Rejected, "{name}");
        assert_eq!(report.findings[0].diagnostic.code, Code::NotCheckableAlone, "{name}");
    }
}

/// The rules a second time, on coordinates in half squares.
mod naive {
    use super::*;

    /// Two squares touch if they are a row and half a square apart.
    fn touch(one: (i8, i8), other: (i8, i8)) -> bool {
        (one.0 - other.0).abs() == 1 && (one.1 - other.1).abs() == 1
    }

    fn place(name: &str) -> (i8, i8) {
        let bytes = name.to_lowercase().into_bytes();
        let (column, row) = ((bytes[0] - b'a') as i8, (bytes[1] - b'0') as i8);
        (2 * column + i8::from(row % 2 == 0), row)
    }

    pub fn squares() -> Vec<String> {
        let rows = 1..=7;
        rows.flat_map(|row| "abcd".chars().map(move |column| format!("{column}{row}"))).collect()
    }

    pub fn neighbours(name: &str) -> Vec<String> {
        squares().into_iter().filter(|other| touch(place(name), place(other))).collect()
    }

    pub fn sheep_moves(sheep: &[String], wolf: &str) -> Vec<(usize, String)> {
        let mut moves = Vec::new();
        for (index, from) in sheep.iter().enumerate() {
            for to in neighbours(from) {
                if place(&to).1 > place(from).1 && !sheep.contains(&to) && to != wolf {
                    moves.push((index, to));
                }
            }
        }
        moves
    }

    pub fn wolf_moves(sheep: &[String], wolf: &str) -> Vec<String> {
        neighbours(wolf).into_iter().filter(|to| !sheep.contains(to)).collect()
    }

    pub fn past(sheep: &[String], wolf: &str) -> bool {
        sheep.iter().all(|it| place(it).1 >= place(wolf).1)
    }

    type Known = HashMap<(Vec<String>, String, bool), bool>;

    /// Do the sheep win?
    pub fn sheep_win(sheep: &[String], wolf: &str, sheep_move: bool, known: &mut Known) -> bool {
        if past(sheep, wolf) {
            return false;
        }
        let mut sorted = sheep.to_vec();
        sorted.sort();
        let key = (sorted, wolf.to_owned(), sheep_move);
        if let Some(&answer) = known.get(&key) {
            return answer;
        }
        let answer = if sheep_move {
            sheep_moves(sheep, wolf).into_iter().any(|(index, to)| {
                let mut after = sheep.to_vec();
                after[index] = to;
                sheep_win(&after, wolf, false, known)
            })
        } else {
            wolf_moves(sheep, wolf).iter().all(|to| sheep_win(sheep, to, true, known))
        };
        known.insert(key, answer);
        answer
    }
}

fn names(squares: Squares) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

#[test]
fn the_rules_agree_with_a_second_implementation() {
    for name in naive::squares() {
        let square = Square::parse(&name).unwrap();
        assert_eq!(names(square.neighbours()), naive::neighbours(&name), "{name}");
    }
    let (mut random, mut known, mut solver) = (Random(7), HashMap::new(), Solver::default());
    let (mut won, mut lost) = (0, 0);
    for round in 0..3000 {
        // Every second position has the sheep close together, as they are in won games.
        let mut squares: Vec<_> = Square::all().collect();
        let mut take = |low: usize, high: usize| {
            let high = high.min(squares.len());
            squares.remove(low + random.below(high - low))
        };
        let sheep: [Square; 4] =
            std::array::from_fn(|_| if round % 2 == 0 { take(0, 24) } else { take(8, 16) });
        let wolf = take(12, 28);
        let texts: Vec<_> = sheep.iter().map(ToString::to_string).collect();
        let sheep = Sheep(sheep);
        let moves: Vec<_> =
            sheep.moves(wolf).map(|it| (it.from.to_string(), it.to.to_string())).collect();
        let expected = naive::sheep_moves(&texts, &wolf.to_string());
        let expected: Vec<_> =
            expected.into_iter().map(|(index, to)| (texts[index].clone(), to)).collect();
        assert_eq!(moves, expected, "{sheep} {wolf}");
        assert_eq!(names(sheep.wolf_moves(wolf)), naive::wolf_moves(&texts, &wolf.to_string()));
        assert_eq!(sheep.passed_by(wolf), naive::past(&texts, &wolf.to_string()), "{sheep} {wolf}");
        let wins = matches!(solver.sheep_to_move(sheep, wolf), Winner::Sheep(_));
        assert_eq!(
            wins,
            naive::sheep_win(&texts, &wolf.to_string(), true, &mut known),
            "{sheep} {wolf}"
        );
        *if wins { &mut won } else { &mut lost } += 1;
    }
    assert!(won > 100 && lost > 100, "{won} {lost}");
}

/// Follows random plays through the text of the table and the naive rules: the wolf is trapped
/// where the bell rings, but for the one false bell, and always stands where the run says.
#[test]
fn random_plays_end_as_the_run_says() {
    let tree = tree("tree_primary");
    let run = Run::new(&tree);
    let rows: HashMap<_, _> =
        (tree.rows.iter()).map(|row| ((row.step, row.variant, row.wolf_text()), row)).collect();
    let (mut random, mut bells, mut false_bells) = (Random(1950), 0, 0);
    for _ in 0..4000 {
        let mut sheep: Vec<_> = ["a1", "b1", "c1", "d1"].map(str::to_owned).to_vec();
        let mut wolf = ["a7", "b7", "c7", "d7"][random.below(4)].to_owned();
        let (mut step, mut variant) = (1, 0);
        loop {
            let here = run.visits(step).iter().any(|visit| {
                visit.variant == variant
                    && visit.wolf.to_string() == wolf
                    && visit.sheep.to_string().to_lowercase() == sheep.join("-")
            });
            assert!(here, "step {step}, variant {variant}: {sheep:?} {wolf}");
            let own = rows.get(&(step, variant, wolf.clone()));
            let row = own.or_else(|| rows.get(&(step, variant, "..".to_owned()))).unwrap();
            let Move { from, to } = row.step_move.unwrap();
            let index = sheep.iter().position(|it| *it == from.to_string()).unwrap();
            assert!(naive::sheep_moves(&sheep, &wolf).contains(&(index, to.to_string())));
            sheep[index] = to.to_string();
            assert_eq!(sheep.join("-"), row.after.to_string().to_lowercase());
            let targets = naive::wolf_moves(&sheep, &wolf);
            assert_eq!(
                targets.is_empty() || (step, wolf.as_str()) == (19, "b7"),
                row.next == Next::Bell
            );
            if row.next == Next::Bell {
                *if targets.is_empty() { &mut bells } else { &mut false_bells } += 1;
                break;
            }
            if let Next::Switch(other) = row.next {
                variant = other;
            }
            wolf = targets[random.below(targets.len())].clone();
            step += 1;
        }
    }
    assert!(bells > 3000 && false_bells > 30, "{bells} {false_bells}");
}

#[test]
fn the_smallest_repair_is_one_move_and_wins() {
    for (name, row) in [("tree_primary", "17.3-.."), ("tree_compressed", "17.1-..")] {
        let printed = tree(name);
        let repaired = repair(&printed, 3, &CancellationToken::default()).unwrap().unwrap();
        assert_eq!(repaired.cells, 1, "{name}");
        assert_eq!(Run::new(&repaired.tree).faults, [], "{name}");
        let differing = printed.rows.iter().zip(&repaired.tree.rows);
        let moved: Vec<_> = differing
            .filter(|(old, new)| old.step_move != new.step_move)
            .map(|(old, new)| (old.label(), new.step_move.unwrap().to_string()))
            .collect();
        assert_eq!(moved, [(row.to_owned(), "C5->B6".to_owned())], "{name}");
    }
}

/// All single changes by brute force: the search finds a repair of one cell exactly where there
/// is one.
#[test]
fn repairs_of_one_cell_agree_with_brute_force() {
    let wins = |tree: &Tree| {
        let faults = Run::new(tree).faults;
        faults.iter().all(|fault| matches!(fault.wrong, Wrong::After(_)))
    };
    let mut repaired_ones = 0;
    for broken in [(12, 4), (30, 3), (45, 2), (61, 4)] {
        let mut tree =
            repair(&tree("tree_primary"), 1, &CancellationToken::default()).unwrap().unwrap().tree;
        let row = &mut tree.rows[broken.0];
        match broken.1 {
            2 => row.wolf = Square::parse("a4"),
            3 => row.step_move = Move::parse("D1->D2"),
            _ => row.next = Next::Switch(9),
        }
        if wins(&tree) {
            continue;
        }
        let mut found = false;
        for index in 1..tree.rows.len() {
            let old = tree.rows[index];
            let squares = Square::all().map(Some).chain([None]);
            let mut variations = Vec::new();
            for wolf in squares {
                variations.push(grundy_games::wolf::Row { wolf, ..old });
            }
            for from in Square::all() {
                for to in from.ahead().iter() {
                    let step_move = Some(Move { from, to });
                    variations.push(grundy_games::wolf::Row { step_move, ..old });
                }
            }
            for next in [Next::Stay, Next::Bell].into_iter().chain((0..10).map(Next::Switch)) {
                variations.push(grundy_games::wolf::Row { next, ..old });
            }
            for variation in variations {
                tree.rows[index] = variation;
                found |= wins(&tree);
            }
            tree.rows[index] = old;
        }
        let searched = repair(&tree, 1, &CancellationToken::default()).unwrap();
        assert_eq!(searched.is_some(), found, "{broken:?}");
        repaired_ones += usize::from(found);
    }
    assert!(repaired_ones >= 2, "{repaired_ones}");
}

#[test]
fn every_start_is_won_by_the_sheep() {
    let mut solver = Solver::default();
    for wolf in Squares::row(Square::ROWS).iter() {
        let Winner::Sheep(moves) = solver.sheep_to_move(Sheep::START, wolf) else {
            panic!("the wolf wins from {wolf}");
        };
        // The tree needs 20 moves at most, so best play does not need more.
        assert!(moves <= 20, "{wolf}: {moves}");
    }
}

/// What a program reads: exit code 1, and cells by file, row and column.
#[test]
fn cells_are_reported_in_the_shape_of_the_contract() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/wolf");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["verify", "--format", "json", folder])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = json["results"].as_array().unwrap();
    let trees: Vec<_> = results
        .iter()
        .filter(|it| it["path"].as_str().is_some_and(|path| path.ends_with("tree_primary.tsv")))
        .collect();
    let [tree] = trees[..] else { panic!("{trees:?}") };
    assert_eq!((&tree["kind"], &tree["verdict"]), (&"wolf".into(), &"refuted".into()));
    assert_eq!(tree["statistics"], serde_json::json!({ "lines": 78, "cells": 624 }));
    let finding = &tree["findings"][1];
    assert_eq!(finding["location"]["file"], tree["path"]);
    assert_eq!(finding["location"]["row"], "15.2-..");
    assert_eq!(finding["location"]["column"], "wolf_possible");
    assert_eq!((&finding["claimed"], &finding["computed"]), (&"c5".into(), &"c5,cd7".into()));
    assert_eq!(tree["findings"][0]["counterexample"]["play"].as_array().unwrap().len(), 38);
}

#[test]
fn a_line_without_a_tab_has_one_finding() {
    let text = &PUBLISHED["tree_primary"];
    let at = text.find("\n1\t0\t").expect("step 1") + 2;
    let broken = format!("{} {}", &text[..at], &text[at + 1..]);
    let table = read("tree_primary", &broken).expect("a table");
    let faults = Tree::read(&table).expect_err("a tab is missing");
    let messages: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(messages, ["7 cells, but the table has 8 columns"]);
}
