//! `grundy verify --certificate` and `grundy check`, as a user runs them.

use crate::command::{Folder, Ran, grundy};
use std::fs;
use std::path::Path;

const RIGHT: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
const WRONG: &str = "n >= 2\n{ n }\nREPEAT\n  _n A(n-1) _1\nENDREP\n";

fn run(folder: &Path, words: &[&str]) -> Ran {
    Ran::from(grundy(words, folder).output().unwrap())
}

/// A folder with a right and a wrong description.
fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    fs::write(folder.0.join("right.nimseq"), RIGHT).unwrap();
    fs::write(folder.0.join("wrong.nimseq"), WRONG).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_proof_is_written_and_checked() {
    let folder = folder("proof");
    let ran = run(&folder.0, &["verify", "right.nimseq", "--certificate", "right.cert"]);
    ran.check(0, "verified   right.nimseq  (1 block, 2 chains, 4 splits)\n", "");
    let ran = run(&folder.0, &["check", "right.cert", "right.nimseq"]);
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(ran.stdout.starts_with("right.cert: proves right.nimseq for all its parameters\n"));
    let ran = run(&folder.0, &["check", "right.cert", "wrong.nimseq"]);
    ran.check(
        1,
        "right.cert: not accepted\n  \
         line 2: this is about another description, or another version of it\n",
        "",
    );
    assert_eq!(names(&folder.0), ["right.cert", "right.nimseq", "wrong.nimseq"]);
}

/// What was not checked for lack of time is neither accepted nor refused.
#[test]
fn a_check_without_time_is_undecided() {
    let folder = folder("no-time");
    for (text, file) in [("right.nimseq", "right.cert"), ("wrong.nimseq", "wrong.json")] {
        run(&folder.0, &["verify", text, "--certificate", file]);
        let ran = run(&folder.0, &["check", file, text, "--time-limit", "0"]);
        let told = format!(
            "undecided: time limit reached (--time-limit): 0 lines of {file} are checked, but not all\n"
        );
        ran.check(4, "", &told);
        let ran = run(&folder.0, &["check", file, text, "--time-limit", "0", "--format", "json"]);
        assert_eq!((ran.exit, &ran.json()["limit"]), (Some(4), &"time".into()));
    }
}

#[test]
fn a_changed_proof_is_refused_with_its_line() {
    let folder = folder("changed");
    run(&folder.0, &["verify", "right.nimseq", "--certificate", "right.cert"]);
    let path = folder.0.join("right.cert");
    let text = fs::read_to_string(&path).unwrap();
    let line = 1 + text.lines().position(|line| line.starts_with("f ")).unwrap();
    fs::write(&path, text.replacen("f ! 0", "f ! 1", 1)).unwrap();
    let ran = run(&folder.0, &["check", "right.cert", "right.nimseq", "--format", "json"]);
    assert_eq!(ran.exit, Some(1));
    let answer = ran.json();
    assert_eq!(answer["accepted"], false);
    assert_eq!(answer["line"], line);
    assert!(answer["message"].as_str().unwrap().contains("that the description has a meaning"));
}

#[test]
fn a_counterexample_is_written_and_replayed() {
    let folder = folder("counterexample");
    let ran = run(&folder.0, &["verify", "wrong.nimseq", "--certificate", "wrong.cert"]);
    assert_eq!(ran.exit, Some(1));
    let ran = run(&folder.0, &["check", "wrong.cert", "wrong.nimseq"]);
    ran.check(
        0,
        "wrong.cert: refutes wrong.nimseq\n  \
         the value _ at position 3 breaks the rule; computed from position 0 on, it is A\n",
        "",
    );
    let ran = run(&folder.0, &["check", "wrong.cert", "wrong.nimseq", "--format", "json"]);
    assert_eq!(ran.json()["shows"], "refuted");
    let path = folder.0.join("wrong.cert");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"3\"", "\"2\"")).unwrap();
    assert_eq!(run(&folder.0, &["check", "wrong.cert", "wrong.nimseq"]).exit, Some(1));
    fs::write(&path, "{}").unwrap();
    let ran = run(&folder.0, &["check", "wrong.cert", "wrong.nimseq"]);
    assert_eq!(ran.exit, Some(1));
    assert!(ran.stdout.contains("this is not a counterexample: missing field `schema`"), "{ran:?}");
}

#[test]
fn what_is_undecided_or_rejected_leaves_the_old_file() {
    let folder = folder("undecided");
    fs::write(folder.0.join("none.nimseq"), "n >= 1 { n } REPEAT _n A(n-2) ENDREP").unwrap();
    fs::write(folder.0.join("old.cert"), "old").unwrap();
    let ran = run(&folder.0, &["verify", "none.nimseq", "--certificate", "old.cert"]);
    assert_eq!(ran.exit, Some(3));
    assert!(ran.stderr.contains("no certificate: there is nothing to certify"), "{ran:?}");
    assert_eq!(fs::read_to_string(folder.0.join("old.cert")).unwrap(), "old");
    assert_eq!(names(&folder.0).len(), 4);
}

#[test]
fn leaves_are_exported() {
    let folder = folder("exported");
    let words = ["verify", "right.nimseq", "--certificate", "right.cert"];
    let exports = ["--export", "vipr", "leaves"];
    let coq = ["--export", "coq", "leaves.v", "--export", "coq-theorem", "theorem.v"];
    let ran = run(&folder.0, &[&words[..], &exports[..], &coq[..]].concat());
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
    let leaves = names(&folder.0.join("leaves"));
    assert_eq!(leaves.first().map(String::as_str), Some("leaf000001.vipr"));
    assert_eq!(leaves.last().map(String::as_str), Some("manifest.tsv"));
    let coq = fs::read_to_string(folder.0.join("leaves.v")).unwrap();
    assert_eq!(coq.matches("\nLemma leaf_").count(), leaves.len() - 1);
    // Without a proof there is nothing to write.
    let words = ["verify", "wrong.nimseq", "--certificate", "wrong.cert", "--export", "coq", "w.v"];
    let ran = run(&folder.0, &words);
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(1), "no export: there is no proof\n"));
    assert!(!names(&folder.0).contains(&"w.v".to_owned()));
    // The check writes the same.
    let words = ["check", "right.cert", "right.nimseq"];
    for (format, name) in [("coq", "leaves.v"), ("coq-theorem", "theorem.v")] {
        let again = [&words[..], &["--export", format, "again"]].concat();
        assert_eq!(run(&folder.0, &again).exit, Some(0));
        let read = |name| fs::read_to_string(folder.0.join(name)).unwrap();
        assert_eq!(read("again"), read(name));
    }
}

#[test]
fn wrong_usage_is_told() {
    let folder = folder("usage");
    let ran = run(&folder.0, &["verify", "wrong.nimseq", "--certificate", "wrong.cert"]);
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    for (words, reason) in [
        (&["verify", ".", "--certificate", "a"][..], "--certificate takes one description"),
        (&["verify", "right.nimseq", "--export", "coq", "a"], "--certificate <FILE>"),
        (&["check", "missing", "right.nimseq"], "cannot read missing"),
        (&["check", "right.nimseq", "missing.nimseq"], "right.nimseq is not a certificate"),
        (
            &["verify", "right.nimseq", "--certificate", "a", "--export", "isabelle", "b"],
            "unknown export format isabelle; choose vipr, coq or coq-theorem",
        ),
        (&["verify", "right.nimseq", "--certificate", "no/a"], "cannot write no/a"),
        (
            &["check", "wrong.cert", "wrong.nimseq", "--export", "coq", "a"],
            "wrong.cert is a counterexample: it has no leaves to export (--export)",
        ),
    ] {
        let ran = run(&folder.0, words);
        assert_eq!(ran.exit, Some(2), "{words:?}: {ran:?}");
        assert!(ran.stderr.contains(reason), "{words:?}: {}", ran.stderr);
    }
    for words in [&["check", "right.nimseq", "right.nimseq"][..], &["check", "right.nimseq"]] {
        let ran = run(&folder.0, words);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.stderr.contains("right.nimseq is not a certificate"), "{ran:?}");
    }
    fs::write(folder.0.join("bad.nimseq"), "n >= ").unwrap();
    run(&folder.0, &["verify", "right.nimseq", "--certificate", "right.cert"]);
    assert_eq!(run(&folder.0, &["check", "right.cert", "bad.nimseq"]).exit, Some(3));
}

#[test]
fn theorems_are_certified_and_claims_follow() {
    let folder = folder("theorem");
    let words = ["theorem", "right.nimseq", "--values", "outcome", "--certificate", "t.cert", "-q"];
    run(&folder.0, &words).check(0, "period     2n  for n >= 1\npreperiod  0  for n >= 1\n", "");
    let ran = run(&folder.0, &["check", "t.cert", "right.nimseq"]);
    let shown = "t.cert: proves right.nimseq for all its parameters\n  \
                 outcomes: period and preperiod, both least\n    \
                 period     2n  for n >= 1\n    preperiod  0  for n >= 1\n";
    assert!(ran.stdout.starts_with(shown), "{ran:?}");
    let ran = run(&folder.0, &["check", "t.cert", "right.nimseq", "--format", "json"]).json();
    assert_eq!(ran["theorems"][0]["period"][0]["coefficients"][1], "2");
    // Whatever a description claims of Grundy values, this certificate is about outcomes.
    let claims = "CLAIM outcome period 2n\nCLAIM period 2n\nCLAIM period n + gcd(n, 2n)\n";
    let claimed = RIGHT.replacen('{', &format!("{claims}{{"), 1);
    fs::write(folder.0.join("claims.nimseq"), &claimed).unwrap();
    let check = |path: &str| run(&folder.0, &["check", path, "claims.nimseq"]).stdout;
    run(&folder.0, &["theorem", "claims.nimseq", "--values", "outcome", "--certificate", "o.cert"]);
    assert!(
        check("o.cert")
            .contains("(CLAIM) that follow: 1\n  its claims (CLAIM) that are not covered: 2")
    );
    let ran = run(&folder.0, &["verify", "claims.nimseq", "--certificate", "c.cert"]);
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(check("c.cert").contains("(CLAIM) that follow: 3\n"), "{}", check("c.cert"));
    assert!(!check("c.cert").contains("not covered"));
    let wrong = claimed.replacen("outcome period 2n", "outcome period 3n", 1);
    fs::write(folder.0.join("wrong.nimseq"), wrong).unwrap();
    let ran = run(&folder.0, &["verify", "wrong.nimseq", "--certificate", "w.cert"]);
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    let shown = run(&folder.0, &["check", "w.cert", "wrong.nimseq"]).stdout;
    assert!(shown.contains("follow: 2\n  its claims (CLAIM) that are wrong: 1\n"), "{shown}");
    // The preperiod is changed in the file.
    let text = fs::read_to_string(folder.0.join("c.cert")).unwrap();
    fs::write(folder.0.join("c.cert"), text.replacen("preperiod 1", "preperiod 1 1:", 1)).unwrap();
    let refused = check("c.cert");
    assert!(refused.contains("(outcome values, case 1): this is not the length"), "{refused}");
}

#[test]
fn what_has_no_theorem_gets_no_certificate_of_one() {
    let folder = folder("no_theorem");
    let outcome = RIGHT.replace("_n An", "-n +n");
    fs::write(folder.0.join("outcome.nimseq"), outcome).unwrap();
    let words = ["theorem", "outcome.nimseq", "--values", "nim", "--certificate", "t.cert"];
    let ran = run(&folder.0, &words);
    ran.check(2, "", "error: a description of outcomes says nothing about Grundy values\n");
    let ran = run(&folder.0, &["theorem", "wrong.nimseq", "--certificate", "t.cert"]);
    assert_eq!(ran.exit, Some(1));
    let ran = run(&folder.0, &["check", "t.cert", "wrong.nimseq"]);
    assert!(ran.stdout.contains("t.cert: refutes wrong.nimseq"), "{ran:?}");
}
