//! The one call of the library gives what the command prints, for every kind of input.

use crate::command;
use grundy_answers::check::{Kind, Options, check, surroundings};
use grundy_answers::report::surroundings::Seen;
use grundy_answers::report::{Checked, json};
use grundy_games::wolf::Publication;
use grundy_language::threads::Threads;
use grundy_language::verdict::{Finding, Tally, Verdict};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn kind(path: &Path) -> Option<Kind> {
    Kind::of_ending(path.extension()?.to_str()?)
}

/// The name of a table, and the tables in its folder.
fn publication(path: &Path) -> (String, Publication) {
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let beside = files(path.parent().unwrap());
    let tables = beside.iter().filter(|it| kind(it) == Some(Kind::Wolf));
    let texts: BTreeMap<_, _> =
        tables.map(|it| (name(it), fs::read_to_string(it).unwrap())).collect();
    let tables = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    (name(path), Publication::new(tables))
}

/// What `grundy verify --format json` prints about a file, and what the call gives.
fn compare(path: &Path, text: &str) -> Verdict {
    let kind = kind(path).unwrap();
    let table = (kind == Kind::Wolf).then(|| publication(path));
    let options = Options {
        threads: Threads::new(2),
        table: table.as_ref().map(|(name, publication)| (name.as_str(), publication)),
        ..Options::default()
    };
    let report = check(kind, text, &options);
    let found = report.findings.iter().find_map(Finding::counterexample);
    let seen = found.and_then(|found| surroundings(text, found, &options));
    let seen = seen.map(|surroundings| Seen { surroundings, repair: None });
    let verdict = report.verdict;
    let path = path.display().to_string();
    let checked = Checked { seen, ..Checked::new(path.clone(), kind, text, report) };
    let tally: Tally = [verdict].into_iter().collect();
    let printed = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["verify", "--format", "json", "-j", "1", &path])
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(printed.stdout).unwrap(),
        json::verify(&[checked], &[], &tally, None, None, &[]),
        "{path}"
    );
    verdict
}

#[test]
fn published_files_of_every_kind() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in files(&Path::new(ROOT).join("descriptions")) {
        // The catalogues of families take minutes; the first damaged one below stands for them.
        let Some(kind) = kind(&path).filter(|kind| *kind != Kind::Family) else { continue };
        compare(&path, &fs::read_to_string(&path).unwrap());
        *counts.entry(kind.name()).or_default() += 1;
    }
    let kinds: Vec<_> = counts.into_iter().collect();
    assert_eq!(kinds, [("kabelsalat", 2), ("nim", 2), ("nimseq", 93), ("petri", 2), ("wolf", 15)]);
}

#[test]
fn wrong_and_damaged_texts_of_every_kind() {
    let family = "title = \"t\"\nsource = \"s\"\n[[family]]\nname = \"x\"\nmoves = \"{ n }\"\n\
                  printed = { n = \"1..4\", p = \"2n+1\" }\n";
    let wolf = "step\tvariant\twolf\n";
    let folder = command::Folder::new("facade");
    for (name, text, verdict) in [
        ("a.nimseq", "n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP", Verdict::Refuted),
        ("b.nimseq", "n >= 1\nCLAIM period 3n\n{ n } REPEAT _n An ENDREP", Verdict::Refuted),
        ("c.nimseq", "n >= 1 { n REPEAT", Verdict::Rejected),
        ("d.nimseq", "n >= 1 n <= 0 { n } REPEAT _n An ENDREP", Verdict::Vacuous),
        ("e.toml", family, Verdict::Refuted),
        ("f.toml", "title = 1", Verdict::Rejected),
        ("g.nim", "1 2 3 normal N 1:1", Verdict::Refuted),
        ("h.nim", "1 2 x", Verdict::Rejected),
        ("i.kabelsalat", "3,1,1,+* 3 presses", Verdict::Rejected),
        ("j.pnml", "<pnml>", Verdict::Rejected),
        ("k.tsv", wolf, Verdict::Rejected),
    ] {
        let path = folder.0.join(name);
        fs::write(&path, text).unwrap();
        assert_eq!(compare(&path, text), verdict, "{name}");
    }
}
