//! The table of everything that was taken from the sources, written from the data.

use crate::{check_page, read, table, text};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use toml::{Table, Value};

const PAGE: &str = "docs/in-print.md";
/// Descriptions of one kind, which need no line each: their folder, and the games.
const MANY: [[&str; 2]; 2] = [
    ["subtraction/one_free_move/", "{ A B n } for A < B <= 8 and all n > B"],
    ["subtraction/additive/", "{ a b a+b } for b = 2Ka + r, 0 < r < a and K <= 10"],
];
const MARK: &str = "## Item by item\n";

fn rows<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

/// A line of a table in Markdown.
fn line(page: &mut String, cells: [&str; 4]) {
    assert!(cells.iter().all(|cell| !cell.trim().is_empty()), "an empty cell: {cells:?}");
    let words = |cell: &str| cell.split_whitespace().collect::<Vec<_>>().join(" ");
    let cells = cells.map(|cell| words(cell).replace('|', "\\|"));
    writeln!(page, "| {} |", cells.join(" | ")).unwrap();
}

/// `proofs::theorems` compares each of these with the games: those that are marked as printed are refuted, and the
/// others are not.
fn statements(page: &mut String) {
    let all = table("descriptions/families/published.statements");
    for one in rows(&all, "statement") {
        let verdict = match text(one, "status") {
            "printed" => "refuted",
            "proved" => "proved in the source; holds as far as computed",
            _ => "holds as far as computed",
        };
        let place = match (text(one, "reference"), text(one, "status")) {
            ("", "own") => "ours",
            (place, _) => place,
        };
        let part = text(one, "part");
        let name = if part.is_empty() {
            text(one, "id").to_owned()
        } else {
            format!("{}, {part}", text(one, "id"))
        };
        let kept = format!("`families/published.statements`: {name}");
        line(page, [place, text(one, "wording"), &kept, verdict]);
    }
    for one in rows(&all, "no_claim") {
        let verdict = "not decided by computation";
        line(
            page,
            [text(one, "name"), text(one, "reason"), "`families/published.statements`", verdict],
        );
    }
}

/// The recorded verdicts of the values of a file, by the row of the file that each belongs to.
fn by_row(verdicts: &Table, names: &[&str]) -> BTreeMap<String, BTreeMap<String, usize>> {
    let mut found: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for (value, verdict) in verdicts {
        let owner = names.iter().filter(|name| value.starts_with(&format!("{name} ")));
        let owner = owner.max_by_key(|name| name.len()).map_or("", |name| name);
        let counts = found.entry(owner.to_owned()).or_default();
        *counts.entry(verdict.as_str().expect("a verdict").to_owned()).or_default() += 1;
    }
    found
}

/// `2 verified, 1 refuted`.
fn counted(counts: &BTreeMap<String, usize>) -> String {
    let mut order: Vec<_> = counts.iter().collect();
    order.sort_by_key(|(verdict, _)| std::cmp::Reverse((*verdict).clone()));
    let all = order.iter().map(|(verdict, count)| format!("{count} {verdict}"));
    all.collect::<Vec<_>>().join(", ")
}

/// What the README of the catalogue says of the refuted values: printed and computed.
fn deviations() -> BTreeMap<String, [String; 2]> {
    let readme = read("descriptions/families/README.md");
    let (_, after) = readme.split_once("\n## Deviations\n").expect("a heading");
    let (section, _) = after.split_once("\n## ").expect("the next one");
    let rows = section.lines().filter_map(|it| it.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.map(|row| row.split(" | ").collect::<Vec<_>>()).skip(1);
    let found = rows.map(|row| {
        let [name, column, claimed, computed] = row[..] else { panic!("four cells: {row:?}") };
        (format!("{name} {column}"), [claimed.to_owned(), computed.to_owned()])
    });
    found.collect()
}

/// One line for each value of a catalogue that is refuted, for each that is printed otherwise, and for each note on its
/// families and rows.
fn corrections(page: &mut String, place: &str, kept: &str, catalogue: &Table, verdicts: &Table) {
    let deviations = deviations();
    for value in verdicts.iter().filter(|it| it.1.as_str() == Some("refuted")).map(|it| it.0) {
        let [claimed, computed] =
            deviations.get(value).unwrap_or_else(|| panic!("no deviation {value}"));
        line(
            page,
            [place, &format!("{value}: printed {claimed}, computed {computed}"), kept, "refuted"],
        );
    }
    for family in rows(catalogue, "family") {
        let number = family.get("number").map(|it| format!("family {it}"));
        let name = number.unwrap_or_else(|| text(family, "name").to_owned());
        let of = |kind: &str| family.get(kind).and_then(Value::as_table);
        let corrects = |column: &&str| {
            let other = of("computed").and_then(|it| it.get(*column));
            let has_formula =
                other.is_some_and(|it| it.as_str().is_some() || it.get("is").is_some());
            // Printed preperiods may count otherwise; then the catalogue has them in the usual way as well.
            let shifted = |it: &Table| text(it, "convention") == "shifted";
            let same =
                *column != "q" || !(shifted(catalogue) || of("printed").is_some_and(shifted));
            has_formula && same && of("printed").is_some_and(|it| it.contains_key(*column))
        };
        let corrected: Vec<_> = ["p", "q", "nim_p", "nim_q"].into_iter().filter(corrects).collect();
        let note = text(family, "note");
        let refuted = |column: &str| deviations.contains_key(&format!("{name} {column}"));
        assert!(
            !note.is_empty() || corrected.iter().all(|it| refuted(it)),
            "{name} corrects {corrected:?} and does not say why"
        );
        if !note.is_empty() {
            let of_it = verdicts.iter().filter(|it| it.0.starts_with(&format!("{name} ")));
            let counts =
                by_row(&of_it.map(|(it, verdict)| (it.clone(), verdict.clone())).collect(), &[]);
            let what = format!("{name}, {}: {note}", text(family, "moves"));
            line(page, [place, &what, kept, &counts.get("").map_or("own".to_owned(), counted)]);
        }
    }
    for one in rows(catalogue, "table").flat_map(|it| rows(it, "row")) {
        let note = text(one, "note");
        if note.contains("print") || note.contains("scan") {
            line(page, [place, &format!("{}: {note}", text(one, "moves")), kept, "own"]);
        }
        for (column, computed) in
            one.get("computed").and_then(Value::as_table).into_iter().flatten()
        {
            let Some(printed) = one.get(column) else { continue };
            let value = format!("{} {column}", text(one, "moves"));
            if deviations.keys().any(|it| it.ends_with(&value) && verdicts.contains_key(it)) {
                continue;
            }
            let what = format!(
                "{}: {column} printed as {printed}, computed {computed}",
                text(one, "moves")
            );
            line(page, [place, &what, kept, "corrected"]);
        }
    }
}

/// One line for each cell and claim of the tables of the hunt that is not right.
fn cells(page: &mut String) {
    let found =
        read("tests/games/snapshots/games__wolf__the_findings_in_the_published_tables.snap");
    for finding in found.lines().filter(|it| it.starts_with("E071")) {
        let (_, finding) = finding.split_once(' ').expect("a code");
        let (subject, verdict) = match finding.split_once(" => ") {
            Some(_) => (finding, "refuted"),
            None => (finding, "not decided by computation"),
        };
        let subject = subject.replace(". => ", " => ");
        let (place, what) = subject.split_once(": ").expect("a place");
        let file = place.split(' ').next().expect("a table");
        let what = match what.split_once(" => ") {
            Some((printed, "")) => {
                format!("printed {printed}; has to be left out")
            }
            Some((printed, right)) => format!("printed {printed}; right is {right}"),
            None => what.to_owned(),
        };
        line(page, [&place.replace('_', " "), &what, &format!("`wolf/{file}.tsv`"), verdict]);
    }
}

/// One line for each family of a catalogue, and one for the rest of it.
fn catalogue(page: &mut String, file: &str, verdicts: &Table) {
    let kept = format!("`{file}`");
    let catalogue = table(&format!("descriptions/{file}"));
    let place = text(&catalogue, "source").rsplit("1996, ").next().expect("a place");
    let families: Vec<_> = rows(&catalogue, "family").collect();
    let names: Vec<_> = families.iter().map(|family| text(family, "name")).collect();
    let mut found = by_row(verdicts, &names);
    for family in families {
        if let Some(counts) = found.remove(text(family, "name")) {
            let what = format!("{} {}", text(family, "name"), text(family, "moves"));
            line(page, [place, &what, &kept, &counted(&counts)]);
        }
    }
    if let Some(counts) = found.remove("") {
        line(page, [place, text(&catalogue, "title"), &kept, &counted(&counts)]);
    }
    assert!(found.is_empty(), "{file}: {found:?}");
    corrections(page, place, &kept, &catalogue, verdicts);
}

/// The comment at the beginning of a text, up to the end of its first sentence.
fn heading(path: &str) -> String {
    let source = read(path);
    let lines = source.lines().map_while(|line| line.strip_prefix('#'));
    let comment = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    let end = comment.find(". ").map_or(comment.len(), |end| end + 1);
    comment[..end].trim_end_matches(['.', ':']).to_owned()
}

/// One line for a file.
fn file(page: &mut String, file: &str, recorded: &Table) {
    let verdict = match recorded.get("values").and_then(Value::as_table) {
        Some(values) => counted(&by_row(values, &[]).remove("").unwrap_or_default()),
        None => text(recorded, "verdict").to_owned(),
    };
    let path = format!("descriptions/{file}");
    let heading = heading(&path);
    let (place, what) = match (file.rsplit('.').next(), heading.strip_prefix("Flammenkamp 1996, "))
    {
        (Some("pnml"), _) => ("Model Checking Contest", "a net, which claims nothing".to_owned()),
        (Some("tsv"), _) => {
            let stem = Path::new(file).file_stem().expect("a name").to_string_lossy();
            ("table", stem.replace('_', " "))
        }
        (_, Some(described)) => ("after the source", described.to_owned()),
        (Some("nimseq"), None) => ("ours", heading),
        (_, None) => ("see the file", heading),
    };
    line(page, [place, &what, &format!("`{file}`"), &verdict]);
}

/// What no file in `descriptions` can say of a source, with the test that computes it, or the text that says it.
fn computed(page: &mut String, source: &str) {
    let all = table("tests/published/rows.toml");
    for one in rows(&all, "row").filter(|it| text(it, "source") == source) {
        if text(one, "test").is_empty() {
            let kept = "`tests/published/rows.toml`";
            line(page, [text(one, "place"), text(one, "what"), kept, "read in the source"]);
            continue;
        }
        let (file, name) = text(one, "test").split_once(": ").expect("a file and a test");
        let source = read(&format!("tests/{file}"));
        let test =
            source.split("#[test]").skip(1).find(|it| it.contains(&format!("\nfn {name}()")));
        assert!(test.is_some(), "{file} has no test {name}");
        let kept = format!("`tests/{file}`: {name}");
        line(page, [text(one, "place"), text(one, "what"), &kept, "computed by the test"]);
    }
}

fn page() -> String {
    let verdicts = table("descriptions/verdicts.toml");
    let recorded = |folder: &'static str| {
        let files = verdicts.iter().filter(move |(name, _)| name.starts_with(folder));
        files.map(|(name, value)| (name.as_str(), value.as_table().expect("a table")))
    };
    let mut page = "\nPlaces are those of the source that the heading names. *Kept in* names a file in `descriptions`, \
                    or the test that computes the numbers, or the file beside the tests that lists what is only read in the source. \
                    Verdicts of values are those recorded in `verdicts.toml`, with the limits of that record.\n"
        .to_owned();
    let head = |page: &mut String, title: &str| {
        writeln!(page, "\n### {title}\n\n| place | what | kept in | verdict |\n|---|---|---|---|")
            .unwrap();
    };
    head(&mut page, "Statements about subtraction games (A. Flammenkamp, 1996)");
    statements(&mut page);
    head(&mut page, "Further numbers about subtraction games (A. Flammenkamp, 1996)");
    computed(&mut page, "");
    head(&mut page, "Families and tables of subtraction games (A. Flammenkamp, 1996)");
    for (name, one) in recorded("families/") {
        catalogue(&mut page, name, one["values"].as_table().expect("values"));
    }
    for (folder, title) in [
        ("subtraction/", "Descriptions of subtraction games"),
        ("nim/", "Nim (a magazine of 1987)"),
        ("kabelsalat/", "Stacks and switches"),
        ("wolf/", "Wolf and sheep (R. Glaschick, 2014)"),
        ("petri/", "Petri nets"),
    ] {
        head(&mut page, title);
        let is_many = |name: &str| MANY.iter().any(|[many, _]| name.starts_with(many));
        let single = recorded(folder).filter(|(name, _)| !is_many(name));
        single.for_each(|(name, one)| file(&mut page, name, one));
        for [many, games] in MANY.iter().filter(|[many, _]| many.starts_with(folder)) {
            let files: Vec<_> =
                recorded(folder).filter(|(name, _)| name.starts_with(many)).collect();
            let all = files.iter().all(|(_, one)| text(one, "verdict") == "verified");
            let verdict = if all { "all verified" } else { "not all verified" };
            let kept = format!("`{many}`: {} files", files.len());
            line(&mut page, ["ours", games, &kept, verdict]);
        }
        match folder {
            "kabelsalat/" => computed(&mut page, "kabelsalat"),
            "wolf/" => cells(&mut page),
            _ => {}
        }
    }
    head(&mut page, "Nine Men's Morris (L. Kramer, 2021)");
    computed(&mut page, "muehle");
    page
}

#[test]
fn the_page_lists_what_was_taken_from_the_sources() {
    let old = read(PAGE);
    let (before, _) = old.split_once(MARK).expect("a heading");
    let new = format!("{before}{MARK}{}", page());
    check_page(PAGE, &old, &new);
}
