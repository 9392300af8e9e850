//! The inputs that coverage-guided fuzzing kept (`tests/fuzz`), replayed.

use crate::{laws, readers};
use std::collections::BTreeMap;
use std::path::Path;

/// The inputs of a target, at least this number of them.
fn corpus(target: &str, least: usize) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= least, "{target}: {} inputs", files.len());
    files.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn texts_are_read_as_the_laws_say() {
    for bytes in corpus("parse", 90) {
        laws::reading(&bytes);
    }
}

#[test]
fn verdicts_agree_with_brute_force() {
    let mut verdicts = BTreeMap::new();
    for bytes in corpus("verify", 90) {
        let verdict = laws::verifying(&laws::description(&bytes));
        *verdicts.entry(verdict.map(|it| it.name())).or_insert(0) += 1;
    }
    // A corpus of rejected texts only would say nothing.
    assert!(verdicts.contains_key(&Some("verified")), "{verdicts:?}");
    assert!(verdicts.contains_key(&Some("refuted")), "{verdicts:?}");
}

/// Files that are read back: of each kind some inputs are accepted, and some are not.
#[test]
fn files_are_read_back_as_the_laws_say() {
    let replay = |target, law: fn(&[u8]) -> bool| {
        let inputs = corpus(target, 20);
        let accepted = inputs.iter().filter(|bytes| law(bytes)).count();
        assert!((1..inputs.len()).contains(&accepted), "{target}: {accepted}");
    };
    replay("certificate", readers::certificate);
    replay("trace", readers::trace);
    replay("checkpoint", readers::checkpoint);
    replay("census", readers::census);
    replay("catalogue", readers::catalogue);
}
