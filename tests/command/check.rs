//! `grundy verify --certificate` and `grundy check`, as a user runs them.

use crate::command::Folder;
use std::fs;
use std::path::Path;

const RIGHT: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
const WRONG: &str = "n >= 2\n{ n }\nREPEAT\n  _n A(n-1) _1\nENDREP\n";

/// A folder with a right and a wrong description.
fn folder(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.write("right.nimseq", RIGHT);
    folder.write("wrong.nimseq", WRONG);
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
    let ran = folder.run("verify right.nimseq --certificate right.cert");
    ran.check(0, "verified   right.nimseq  for all n >= 1\n", "");
    let ran = folder.run("check right.cert right.nimseq");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(ran.stdout.starts_with("right.cert: proves right.nimseq for all its parameters\n"));
    let ran = folder.run("check right.cert wrong.nimseq");
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
        folder.run(&["verify", text, "--certificate", file]);
        let ran = folder.run(&["check", file, text, "--time-limit", "0"]);
        let told = format!(
            "undecided: time limit reached (--time-limit): 0 lines of {file} are checked, but not all\n"
        );
        ran.check(4, "", &told);
        let ran = folder.run(&["check", file, text, "--time-limit", "0", "--format", "json"]);
        assert_eq!((ran.exit, &ran.json()["limit"]), (Some(4), &"time".into()));
    }
}

#[test]
fn a_changed_proof_is_refused_with_its_line() {
    let folder = folder("changed");
    folder.run("verify right.nimseq --certificate right.cert");
    let path = folder.0.join("right.cert");
    let text = fs::read_to_string(&path).unwrap();
    let line = 1 + text.lines().position(|line| line.starts_with("f ")).unwrap();
    fs::write(&path, text.replacen("f ! 0", "f ! 1", 1)).unwrap();
    let ran = folder.run("check right.cert right.nimseq --format json");
    assert_eq!(ran.exit, Some(1));
    let answer = ran.json();
    assert_eq!(answer["accepted"], false);
    assert_eq!(answer["line"], line);
    assert!(answer["message"].as_str().unwrap().contains("that the description has a meaning"));
}

#[test]
fn a_counterexample_is_written_and_replayed() {
    let folder = folder("counterexample");
    let ran = folder.run("verify wrong.nimseq --certificate wrong.cert");
    assert_eq!(ran.exit, Some(1));
    let ran = folder.run("check wrong.cert wrong.nimseq");
    ran.check(
        0,
        "wrong.cert: refutes wrong.nimseq\n  by the rule mex\n  \
         the value _ at position 3 breaks the rule; computed from position 0 on, it is A\n",
        "",
    );
    let ran = folder.run("check wrong.cert wrong.nimseq --format json");
    assert_eq!(ran.json()["shows"], "refuted");
    let path = folder.0.join("wrong.cert");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"3\"", "\"2\"")).unwrap();
    assert_eq!(folder.run("check wrong.cert wrong.nimseq").exit, Some(1));
    fs::write(&path, "{}").unwrap();
    let ran = folder.run("check wrong.cert wrong.nimseq");
    assert_eq!(ran.exit, Some(1));
    assert!(ran.stdout.contains("this is not a counterexample: missing field `schema`"), "{ran:?}");
}

#[test]
fn what_is_undecided_or_rejected_leaves_the_old_file() {
    let folder = folder("undecided");
    folder.write("none.nimseq", "n >= 1 { n } REPEAT _n A(n-2) ENDREP");
    folder.write("old.cert", "old");
    let ran = folder.run("verify none.nimseq --certificate old.cert");
    assert_eq!(ran.exit, Some(3));
    assert!(ran.stderr.contains("no certificate: there is nothing to certify"), "{ran:?}");
    assert_eq!(folder.read("old.cert"), "old");
    assert_eq!(names(&folder.0).len(), 4);
}

#[test]
fn leaves_are_exported() {
    let folder = folder("exported");
    let words = ["verify", "right.nimseq", "--certificate", "right.cert"];
    let coq = ["--export", "coq", "leaves.v", "--export", "coq-theorem", "theorem.v"];
    let ran = folder.run(&[&words[..], &coq[..]].concat());
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
    let leaves = folder.read("leaves.v");
    assert!(leaves.contains("\nLemma leaf_"), "{leaves}");
    // Without a proof there is nothing to write.
    let words = ["verify", "wrong.nimseq", "--certificate", "wrong.cert", "--export", "coq", "w.v"];
    let ran = folder.run(&words);
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(1), "no export: there is no proof\n"));
    assert!(!names(&folder.0).contains(&"w.v".to_owned()));
    // The check writes the same.
    let words = ["check", "right.cert", "right.nimseq"];
    for (format, name) in [("coq", "leaves.v"), ("coq-theorem", "theorem.v")] {
        let again = [&words[..], &["--export", format, "again"]].concat();
        assert_eq!(folder.run(&again).exit, Some(0));
        let read = |name| folder.read(name);
        assert_eq!(read("again"), read(name));
    }
}

#[test]
fn wrong_usage_is_told() {
    let folder = folder("usage");
    let ran = folder.run("verify wrong.nimseq --certificate wrong.cert");
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    for (words, reason) in [
        (&["verify", ".", "--certificate", "a"][..], "--certificate takes one description"),
        (&["verify", "right.nimseq", "--export", "coq", "a"], "--certificate <FILE>"),
        (&["check", "missing", "right.nimseq"], "cannot read missing"),
        (&["check", "right.nimseq", "missing.nimseq"], "this is a description, not a certificate"),
        (
            &["verify", "right.nimseq", "--certificate", "a", "--export", "isabelle", "b"],
            "unknown export format isabelle; choose coq or coq-theorem",
        ),
        (&["verify", "right.nimseq", "--certificate", "no/a"], "cannot write no/a"),
        (
            &["check", "wrong.cert", "wrong.nimseq", "--export", "coq", "a"],
            "wrong.cert is a counterexample: it has no leaves to export (--export)",
        ),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.exit, Some(2), "{words:?}: {ran:?}");
        assert!(ran.stderr.contains(reason), "{words:?}: {}", ran.stderr);
    }
    for words in [&["check", "right.nimseq", "right.nimseq"][..], &["check", "right.nimseq"]] {
        let ran = folder.run(words);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.stderr.contains("this is a description, not a certificate"), "{ran:?}");
    }
    // The text that the file is about, and it has no meaning.
    let bad = "n >= ";
    folder.write("bad.nimseq", bad);
    folder.run("verify right.nimseq --certificate right.cert");
    let path = folder.0.join("right.cert");
    let [own, other] = [RIGHT, bad].map(grundy_language::lang::digest);
    fs::write(&path, fs::read_to_string(&path).unwrap().replace(&own, &other)).unwrap();
    assert_eq!(folder.run("check right.cert bad.nimseq").exit, Some(3));
}

#[test]
fn theorems_are_certified_and_claims_follow() {
    let folder = folder("theorem");
    let words = ["theorem", "right.nimseq", "--values", "outcome", "--certificate", "t.cert", "-q"];
    folder.run(&words).check(0, "period     2n  for n >= 1\npreperiod  0  for n >= 1\n", "");
    let ran = folder.run("check t.cert right.nimseq");
    let shown = "t.cert: proves right.nimseq for all its parameters\n  by the rule mex\n  \
                 outcomes: period and preperiod, both least\n    \
                 period     2n  for n >= 1\n    preperiod  0  for n >= 1\n";
    assert!(ran.stdout.starts_with(shown), "{ran:?}");
    let ran = folder.run("check t.cert right.nimseq --format json").json();
    assert_eq!(ran["theorems"][0]["period"][0]["coefficients"][1], "2");
    // Whatever a description claims of Grundy values, this certificate is about outcomes.
    let claims = "CLAIM outcome period 2n\nCLAIM period 2n\nCLAIM period n + gcd(n, 2n)\n";
    let claimed = RIGHT.replacen('{', &format!("{claims}{{"), 1);
    folder.write("claims.nimseq", &claimed);
    let check = |path: &str| folder.run(&["check", path, "claims.nimseq"]).stdout;
    folder.run("theorem claims.nimseq --values outcome --certificate o.cert");
    assert!(
        check("o.cert")
            .contains("(CLAIM) that follow: 1\n  its claims (CLAIM) that are not covered: 2")
    );
    let ran = folder.run("verify claims.nimseq --certificate c.cert");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(check("c.cert").contains("(CLAIM) that follow: 3\n"), "{}", check("c.cert"));
    assert!(!check("c.cert").contains("not covered"));
    let wrong = claimed.replacen("outcome period 2n", "outcome period 3n", 1);
    folder.write("wrong.nimseq", wrong);
    let ran = folder.run("verify wrong.nimseq --certificate w.cert");
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    let shown = folder.run("check w.cert wrong.nimseq").stdout;
    assert!(shown.contains("follow: 2\n  its claims (CLAIM) that are wrong: 1\n"), "{shown}");
    // The sequence is right, and the text as a whole is not, also when nothing else is printed.
    let quiet = |file: &str, text: &str| folder.run(&["check", file, text, "-q"]);
    quiet("w.cert", "wrong.nimseq").check(1, "w.cert: claims (CLAIM) that are wrong: 1\n", "");
    let open = "o.cert: claims (CLAIM) that are not covered: 2\n";
    quiet("o.cert", "claims.nimseq").check(0, open, "");
    quiet("c.cert", "claims.nimseq").check(0, "", "");
    // The preperiod is changed in the file.
    let text = folder.read("c.cert");
    folder.write("c.cert", text.replacen("preperiod 1", "preperiod 1 1:", 1));
    let refused = check("c.cert");
    assert!(refused.contains("(outcome values, case 1): this is not the length"), "{refused}");
}

#[test]
fn what_has_no_theorem_gets_no_certificate_of_one() {
    let folder = folder("no_theorem");
    let outcome = RIGHT.replace("_n An", "-n +n");
    folder.write("outcome.nimseq", outcome);
    let words = ["theorem", "outcome.nimseq", "--values", "nim", "--certificate", "t.cert"];
    let ran = folder.run(&words);
    ran.check(2, "", "error: a description of outcomes says nothing about Grundy values\n");
    let ran = folder.run("theorem wrong.nimseq --certificate t.cert");
    assert_eq!(ran.exit, Some(1));
    let ran = folder.run("check t.cert wrong.nimseq");
    assert!(ran.stdout.contains("t.cert: refutes wrong.nimseq"), "{ran:?}");
}

/// The rules of outcomes that one of the texts below obeys, or breaks.
const RULES: [&str; 7] =
    ["normal", "misere", "lost == 7", "lost odd", "won even", "won <= 0", "lost >= 2"];

/// What is checked is a statement about the text as it stands: a right proof, or a right counterexample, of
/// the same words by another rule is accepted only if the rule is asked for, and each output names it.
#[test]
fn another_question_is_not_answered() {
    let folder = Folder::new("another-question");
    let texts = [
        "n >= 1\nCLAIM period 1\n{ n 2n }\nREPEAT - ENDREP\n",
        "n >= 1\n{ n }\nREPEAT -n +n ENDREP\n",
        "n >= 1\n{ n }\nREPEAT +n -n ENDREP\n",
        "n >= 1\n{ n 2n }\nREPEAT -n +(2n) ENDREP\n",
        "n >= 1\n{ n 2n }\nFROM_INFINITY_DOWN REPEAT -n +n ENDREP\nREPEAT -n +n ENDREP\n",
    ];
    let (mut proofs, mut counterexamples) = (0, 0);
    for text in texts {
        folder.write("x.nimseq", text);
        for rule in RULES {
            let words = ["verify", "x.nimseq", "--rule", rule, "--certificate", "x.cert"];
            let verified = folder.run(&words).exit;
            match verified {
                Some(0) => proofs += 1,
                Some(1) => counterexamples += 1,
                other => panic!("{text} by {rule}: {other:?}"),
            }
            let check = |options: &[&str]| {
                folder.run(&[&["check", "x.cert", "x.nimseq"], options].concat())
            };
            for asked in RULES.into_iter().map(Some).chain([None]) {
                let options = asked.map_or(Vec::new(), |asked| vec!["--rule", asked]);
                let meant = asked.unwrap_or("normal");
                let (ran, json) = (check(&options), [&options[..], &["--format", "json"]].concat());
                let json = check(&json);
                let exit = Some(i32::from(meant != rule));
                assert_eq!((ran.exit, json.exit), (exit, exit), "{text} {rule} {asked:?}: {ran:?}");
                let json = json.json();
                assert_eq!(json["accepted"], meant == rule);
                assert_eq!(json["question"]["rule"], meant);
                let start = text.contains("FROM").then_some("-n +n");
                assert_eq!(json["question"]["start"].as_str(), start);
                assert!(ran.stdout.contains(&format!("the rule {rule}")), "{ran:?}");
                assert!(ran.stdout.contains(&format!("the rule {meant}")), "{ran:?}");
                assert!(start.is_none_or(|start| ran.stdout.contains(start)), "{ran:?}");
                let quiet = check(&[&options[..], &["-q"]].concat());
                assert_eq!((quiet.exit, quiet.stdout.is_empty()), (exit, meant == rule));
            }
            // Other values, another start, other words.
            let rule = ["--rule", rule];
            assert_eq!(check(&[&rule[..], &["--start=+"]].concat()).exit, Some(1));
            assert_eq!(check(&[&rule[..], &["--raw"]].concat()).exit, Some(1));
            assert_eq!(check(&["--values", "nim"]).exit, Some(3));
            assert_eq!(
                check(&[&rule[..], &["--export", "coq", "x.v"]].concat()).exit.unwrap() / 2,
                { i32::from(verified == Some(1)) }
            );
        }
    }
    assert!(proofs >= 5 && counterexamples >= 20, "{proofs} {counterexamples}");
}

/// What a verdict is about is said with it.
#[test]
fn a_verdict_names_the_rule_that_was_asked_for() {
    let folder = Folder::new("rule-of-the-verdict");
    folder.write("x.nimseq", "n >= 1\n{ n }\nREPEAT +n -n ENDREP\n");
    folder.write("y.nimseq", "RULE misere\nn >= 1\n{ n }\nREPEAT +n -n ENDREP\n");
    let verify = |options: &[&str]| folder.run(&[&["verify"], options].concat());
    let line = "x.nimseq  by the rule misere  for all n >= 1";
    for quiet in [&[][..], &["-q"]] {
        let ran = verify(&[&["x.nimseq", "--rule", "misere"], quiet].concat());
        assert!(ran.stdout.contains(line) || !quiet.is_empty(), "{ran:?}");
        let ran = verify(&[&["x.nimseq", "--rule", "lost odd"], quiet].concat());
        assert!(ran.stdout.starts_with("refuted    x.nimseq  by the rule lost odd"), "{ran:?}");
    }
    let ran = verify(&["x.nimseq", "y.nimseq", "--rule", "misere", "--format", "json"]).json();
    assert_eq!(ran["results"][0]["rule"], "misere");
    assert_eq!(ran["results"][1].get("rule"), None);
    assert_eq!(verify(&["x.nimseq", "--format", "json"]).json()["results"][0].get("rule"), None);
}

/// A text that names its rule is asked about no other one.
#[test]
fn a_rule_of_the_text_is_the_rule_of_the_check() {
    let folder = Folder::new("rule-of-the-text");
    folder.write("x.nimseq", "RULE misere\nn >= 1\n{ n }\nREPEAT +n -n ENDREP\n");
    folder.run("verify x.nimseq --certificate x.cert");
    let check =
        |options: &[&str]| folder.run(&[&["check", "x.cert", "x.nimseq"], options].concat());
    for (options, exit) in [
        (&[][..], 0),
        (&["--rule", "misere"], 0),
        (&["--values", "misere"], 0),
        (&["--values", "outcome"], 0),
        (&["--rule", "normal"], 2),
        (&["--rule", "mex"], 2),
        (&["--start", "sink"], 1),
    ] {
        assert_eq!(check(options).exit, Some(exit), "{options:?}");
    }
}

/// A start that is asked for is compared with that of the text, value by value.
#[test]
fn a_start_is_that_of_the_text_or_not() {
    let folder = Folder::new("start-of-the-text");
    let text = "n >= 1\n{ n }\nFROM_INFINITY_DOWN REPEAT + -2 ENDREP\nREPEAT +n -n ENDREP\n";
    folder.write("x.nimseq", text);
    let ran = folder.run("verify x.nimseq --certificate x.cert");
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    for (start, exit) in [("+--", 0), ("+--+--", 0), ("--+", 1), ("-", 1), ("x", 1), ("sink", 1)] {
        let start = format!("--start={start}");
        let ran = folder.run(&["check", "x.cert", "x.nimseq", &start]);
        assert_eq!(ran.exit, Some(exit), "{start}: {ran:?}");
    }
}

/// A proof by trace is about normal play, and of no class it shows nothing.
#[test]
fn a_trace_answers_one_question() {
    let folder = Folder::new("one-question");
    let words = ["infer", "{ n 2n }", "--by", "trace", "--certificate", "x.trace"];
    assert_eq!(folder.run(&words).exit, Some(0));
    for (options, exit) in [
        (&[][..], 0),
        (&["--rule", "normal"], 0),
        (&["--values", "outcome"], 0),
        (&["--rule", "misere"], 1),
        (&["--values", "nim"], 1),
        (&["--start", "-"], 1),
        (&["--raw"], 1),
    ] {
        let ran = folder.run(&[&["check", "x.trace"], options].concat());
        assert_eq!(ran.exit, Some(exit), "{options:?}: {ran:?}");
        assert!(ran.stdout.contains("in normal play") || exit == 1, "{ran:?}");
    }
    folder.write("none.trace", "grundy-trace 1\nmoves 1,0 2,0\nend 2\n");
    let ran = folder.run("check none.trace");
    ran.check(
        1,
        "none.trace: not accepted\n  line 3: there is no class, so nothing is shown\n",
        "",
    );
}

/// A text without a meaning describes no sequence that a counterexample could refute.
#[test]
fn a_text_without_meaning_is_not_refuted() {
    let folder = Folder::new("meaningless");
    for (conditions, exit) in [("n >= 4", 0), ("n >= 2", 1)] {
        let text = format!(
            "RULE misere\n{conditions}\n{{ n-1 }}\n+(n-4) -(n-1)\nREPEAT\n  +(n-2) -(n-1)\nENDREP\n"
        );
        folder.write("x.nimseq", &text);
        // At n = 4 the word `+(n-4)` is empty, and `-` at position 0 is wrong.
        let file = format!(
            r#"{{ "schema": 1, "kind": "counterexample", "description": "{}", "values": "outcome",
                "rule": "misere", "piece": false, "parameters": {{ "n": "4" }}, "position": "0",
                "claimed": "-", "computed": "+", "options": [] }}"#,
            grundy_language::lang::digest(&text)
        );
        folder.write("x.cert", file);
        let ran = folder.run("check x.cert x.nimseq");
        assert_eq!(ran.exit, Some(exit), "{ran:?}");
        let why = "  the text has no meaning: a word has length -2 at n = 2\n";
        assert_eq!(ran.stdout.ends_with(why), exit == 1, "{ran:?}");
    }
}

/// Whose text it is comes before what the text means.
#[test]
fn a_file_for_another_text_says_so_first() {
    let folder = folder("another-text");
    folder.write("outcomes.nimseq", "n >= 1 { n } REPEAT -n +n ENDREP");
    folder.write("broken.nimseq", "n >= 1 { n } REPEAT");
    for (text, file) in [("right.nimseq", "right.cert"), ("wrong.nimseq", "wrong.cert")] {
        folder.run(&["verify", text, "--certificate", file]);
        for other in ["outcomes.nimseq", "broken.nimseq"] {
            let ran = folder.run(&["check", file, other]);
            assert_eq!((ran.exit, ran.stderr.as_str()), (Some(1), ""), "{ran:?}");
            let said = "this is about another description, or another version of it";
            assert!(ran.stdout.contains(said), "{ran:?}");
        }
    }
}

/// A period whose pattern stands where one of several inequalities holds is left out; the description is proved.
#[test]
fn what_the_format_cannot_express_is_not_covered() {
    let folder = Folder::new("check-not-covered");
    folder.write(
        "t.nimseq",
        "a >= 3 r == 1 { a 2a+r 3a+r } REPEAT u=0 IN 0..a-1 \
         IF u != a-1 THEN NEXT v=u+r -(a-u) +a -v +(2a+r) \
         ELSE NEXT v=u+r-a -(a-u) +a -a +a -v +(2a+r) FI ENDREP",
    );
    let found = folder.run("theorem t.nimseq --certificate t.cert");
    assert_eq!(found.exit, Some(0), "{found:?}");
    assert_eq!(found.stderr, "the certificate does not cover the period of the outcomes\n");
    let shown = folder.run("check t.cert t.nimseq");
    assert!(shown.exit == Some(0) && !shown.stdout.contains("least"), "{shown:?}");
}
