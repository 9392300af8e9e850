//! Every code that the program can show is explained, with an example that shows it.

use grundy_answers::check::{Kind, check};
use grundy_answers::explain;
use grundy_language::diagnostic::{Code, Severity, Stage};
use grundy_language::verdict::Verdict;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The sources below a folder, but for tests and the table of codes.
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("tests.rs")
            && !path.ends_with("diagnostic/code.rs")
        {
            let text = fs::read_to_string(&path).unwrap();
            *all += text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        }
    }
}

/// The names that follow `Code::` on a line.
fn uses(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let places = line.match_indices("Code::").filter(move |it| !line[..it.0].ends_with(is_part));
    let name =
        move |(at, path): (usize, &str)| line[at + path.len()..].split(|it| !is_part(it)).next();
    places.filter_map(name)
}

#[test]
fn every_code_is_used() {
    let mut all = String::new();
    for folder in ["/src", "/packages"] {
        sources(Path::new(&format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))), &mut all);
    }
    // `ErrorCode::ParseError` is none of them, and what a comment or a unit test names is not shown.
    let code = all.lines().filter(|line| !line.trim_start().starts_with("//"));
    let used: BTreeSet<&str> = code.flat_map(uses).collect();
    let is_used = |code: &Code| used.contains(&*format!("{code:?}"));
    let unused = Code::ALL.into_iter().filter(|code| !is_used(code));
    assert_eq!(unused.collect::<Vec<_>>(), []);
}

/// The kind of the texts in which such mistakes are found.
fn kind(code: Code) -> Kind {
    match code.stage() {
        Stage::Syntax | Stage::Meaning | Stage::Proof | Stage::Conditions => Kind::Nimseq,
        Stage::Catalogue => Kind::Family,
        Stage::Nim => Kind::Nim,
        Stage::Kabelsalat => Kind::Kabelsalat,
        Stage::Petri | Stage::NetOfGame => Kind::Petri,
        Stage::Table => Kind::Wolf,
    }
}

fn found(code: Code, text: &str) -> (Verdict, Vec<Code>) {
    let report = check(kind(code), text, &Default::default());
    (report.verdict, report.findings.iter().map(|finding| finding.diagnostic.code).collect())
}

#[test]
fn the_example_of_each_code_shows_it_alone() {
    for explanation in explain::all().filter(|it| !it.is_outline) {
        let (verdict, mut codes) = found(explanation.code, explanation.example);
        match explanation.code.stage() {
            // What is read without a fault may be wrong.
            Stage::Syntax | Stage::Meaning => codes.retain(|code| code.stage() <= Stage::Meaning),
            // A wrong cell can have consequences.
            Stage::Table => codes.retain(|code| *code == explanation.code),
            // No net of a few lines is one of a game.
            Stage::Petri => codes.retain(|code| *code != Code::NetOfNoGame),
            _ => {}
        }
        codes.dedup();
        assert_eq!(codes, [explanation.code], "{}", explanation.example);
        if explanation.code.severity() == Severity::Error {
            assert_ne!(verdict, Verdict::Verified, "{}", explanation.code);
        }
    }
}

/// The right text beside each example has nothing of what the wrong one shows.
#[test]
fn right_texts_are_right() {
    for it in explain::all().filter(|it| !it.is_outline) {
        let Some(right) = it.right else {
            // The answers of puzzles and the cells of tables fill no line.
            assert!(matches!(it.code.stage(), Stage::Kabelsalat | Stage::Table), "{}", it.code);
            continue;
        };
        let (verdict, codes) = found(it.code, right);
        assert!(!codes.contains(&it.code), "{}: {codes:?}", it.code);
        match it.code.stage() {
            Stage::Syntax | Stage::Meaning => assert_ne!(verdict, Verdict::Rejected, "{}", it.code),
            Stage::Petri => assert_eq!(codes, [Code::NetOfNoGame], "{}", it.code),
            _ => assert_eq!(verdict, Verdict::Verified, "{}: {codes:?}", it.code),
        }
    }
}

#[test]
fn explanations_are_sentences_and_examples_are_short() {
    assert!(explain::all().count() > 50);
    for it in explain::all() {
        assert!(it.text.ends_with('.'), "{}", it.code);
        assert!(!it.title.ends_with('.') && it.title.len() < 60, "{}", it.code);
        assert!(it.example.ends_with('\n') && it.example.lines().count() <= 4, "{}", it.code);
        assert!(it.example.lines().all(|line| line.len() < 80), "{}", it.code);
    }
}

/// The names in the limits that a source defines: `Limit(&["plays", ...])`.
fn limits(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code.collect();
    let name = |rest: &str| rest.split('"').nth(1).map(str::to_owned);
    code.split("Limit(&[").skip(1).filter_map(name).collect()
}

#[test]
fn every_limit_has_a_name_of_its_own() {
    fn collect(folder: &Path, names: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => collect(&path, names),
                false if path.extension().is_some_and(|it| it == "rs") => {
                    names.extend(limits(&fs::read_to_string(&path).unwrap()));
                }
                false => {}
            }
        }
    }
    let mut names = Vec::new();
    for folder in ["/src", "/packages"] {
        collect(Path::new(&format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))), &mut names);
    }
    assert!(names.len() >= 12, "{names:?}");
    let different: BTreeSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
    let double = "Limit(&[\"time\", \"\"]) Limit(&[\n \"time\"";
    assert_eq!(limits(double), ["time", "time"]);
}
