//! Every code that the program can show is explained, with an example that shows it.

use grundy_core::lang::{Options, parse};
use grundy_core::verdict::Verdict;
use grundy_games::petri::pnml;
use grundy_games::wolf::Publication;
use grundy_games::{kabelsalat, nim};
use grundy_prove::theorem::claim;
use grundy_prove::verify::{self, verify};
use grundy_report::check::{Kind, check};
use grundy_report::explain::{self, Stage};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Collects what looks like a code, such as `E0101`, from all sources below a folder but for their comments.
fn collect(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, codes);
            continue;
        }
        // Explanations and tests are no use of a code.
        let beside = path.ends_with("explain/mod.rs") || path.ends_with("tests.rs");
        if beside || path.extension().is_none_or(|it| it != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = lines.flat_map(|line| line.split(|it: char| !it.is_ascii_alphanumeric()));
        codes.extend(words.filter(|it| is_code(it)).map(str::to_owned));
    }
}

fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix(['E', 'W']).unwrap_or_default();
    digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn every_code_in_the_sources_is_explained_and_no_other() {
    let mut used = BTreeSet::new();
    for folder in ["/src", "/packages"] {
        collect(Path::new(&format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))), &mut used);
    }
    let explained: BTreeSet<_> = explain::all().map(|it| it.code.to_owned()).collect();
    assert!(used.len() > 50, "{used:?}");
    assert_eq!(used.difference(&explained).collect::<Vec<_>>(), Vec::<&String>::new(), "used only");
    assert_eq!(
        explained.difference(&used).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "explained only"
    );
}

#[test]
fn checking_an_example_shows_its_code_alone() {
    let mut count = 0;
    for explanation in explain::all().filter(|it| it.stage == Stage::Checking) {
        let source = explanation.example;
        let lowered = parse(source, &Options::default());
        assert_eq!(lowered.diagnostics, [], "{}", explanation.code);
        let description = lowered.description.unwrap();
        let report = verify(&description, source, &verify::Options::default());
        let found: Vec<_> = report.findings.iter().map(|it| it.diagnostic.code).collect();
        assert_eq!(found, [explanation.code], "{source}");
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn examples_of_claims_show_their_code_alone() {
    let mut count = 0;
    for explanation in explain::all().filter(|it| it.stage == Stage::Claim) {
        let source = explanation.example;
        let lowered = parse(source, &Options::default());
        assert_eq!(lowered.diagnostics, [], "{}", explanation.code);
        let description = lowered.description.unwrap();
        let mut report = verify(&description, source, &verify::Options::default());
        claim::check(&description, &lowered.claims, &Default::default(), &mut report);
        let found: Vec<_> = report.findings.iter().map(|it| it.diagnostic.code).collect();
        assert_eq!(found, [explanation.code], "{source}");
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn examples_of_the_games_show_their_code_alone() {
    let mut count = 0;
    for explanation in explain::all() {
        let source = explanation.example;
        let values = match explanation.stage {
            Stage::Nim => {
                nim::description::read(source).map(|lines| nim::check(&lines, &Default::default()))
            }
            Stage::Kabelsalat => kabelsalat::description::read(source)
                .map(|lines| kabelsalat::check(&lines, &Default::default())),
            _ => continue,
        };
        let found: Vec<_> = match values {
            Err(diagnostics) => diagnostics.iter().map(|it| it.code).collect(),
            Ok(values) => {
                let findings = values.iter().flat_map(|value| &value.findings);
                findings.map(|finding| finding.diagnostic.code).collect()
            }
        };
        assert_eq!(found, [explanation.code], "{source}");
        count += 1;
    }
    assert_eq!(count, 13);
}

#[test]
fn reading_an_example_net_shows_its_code_alone() {
    let mut count = 0;
    for explanation in explain::all().filter(|it| it.stage == Stage::Petri) {
        let faults = pnml::read(explanation.example, None).map(|read| read.warnings);
        let faults = faults.unwrap_or_else(|faults| faults);
        let found: Vec<_> = faults.iter().map(|it| it.code).collect();
        assert_eq!(found, [explanation.code], "{}", explanation.example);
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn checking_an_example_table_shows_its_code() {
    let mut count = 0;
    for explanation in explain::all().filter(|it| it.stage == Stage::Table) {
        let checked = Publication::default().check("example", explanation.example);
        let findings = checked.findings;
        let found: Vec<_> = findings.iter().map(|it| it.diagnostic.code).collect();
        assert!(found.contains(&explanation.code), "{}: {found:?}", explanation.code);
        count += 1;
    }
    assert_eq!(count, 6);
}

/// The right text beside each example has nothing of what the wrong one shows.
#[test]
fn right_texts_are_right() {
    let mut count = 0;
    for it in explain::all() {
        let kind = match it.stage {
            Stage::Reading | Stage::Checking | Stage::Claim => Kind::Nimseq,
            Stage::Catalogue => Kind::Family,
            Stage::Nim => Kind::Nim,
            // The answers of puzzles and the cells of tables fill no line.
            Stage::Kabelsalat | Stage::Petri | Stage::Table | Stage::Large => continue,
        };
        let right = it.right.unwrap_or_else(|| panic!("{} has no right text", it.code));
        let report = check(kind, right, &Default::default());
        assert_ne!(report.verdict, Verdict::Rejected, "{}: {:?}", it.code, report.findings);
        let codes: Vec<_> = report.findings.iter().map(|it| it.diagnostic.code).collect();
        assert!(!codes.contains(&it.code), "{}: {codes:?}", it.code);
        if it.stage != Stage::Reading {
            assert_eq!(report.verdict, Verdict::Verified, "{}: {codes:?}", it.code);
        }
        count += 1;
    }
    assert!(count > 75, "{count}");
    for it in explain::all().filter(|it| it.stage == Stage::Petri) {
        let right = it.right.unwrap_or_else(|| panic!("{} has no right text", it.code));
        assert!(pnml::read(right, None).is_ok_and(|read| read.warnings.is_empty()), "{}", it.code);
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
