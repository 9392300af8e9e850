//! The inputs that coverage-guided fuzzing kept (`tests/fuzz`), replayed.

use crate::laws;
use std::collections::BTreeMap;
use std::path::Path;

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 90, "{target}: {} inputs", files.len());
    files.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn texts_are_read_as_the_laws_say() {
    for bytes in corpus("parse") {
        laws::reading(&bytes);
    }
}

#[test]
fn verdicts_agree_with_brute_force() {
    let mut verdicts = BTreeMap::new();
    for bytes in corpus("verify") {
        let verdict = laws::verifying(&laws::description(&bytes));
        *verdicts.entry(verdict.map(|it| it.name())).or_insert(0) += 1;
    }
    // A corpus of rejected texts only would say nothing.
    assert!(verdicts.contains_key(&Some("verified")), "{verdicts:?}");
    assert!(verdicts.contains_key(&Some("refuted")), "{verdicts:?}");
}
