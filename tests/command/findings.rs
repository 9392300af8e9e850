//! Findings in the formats of other programs, and verdicts compared with recorded ones.

use crate::command::Folder;
use serde_json::Value;
use std::fs;
use std::process::Command;

const GOOD: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
const WRONG: &str = "n >= 1\n{ n }\nREPEAT\n  _n A(n+1)\nENDREP\n";
const REJECTED: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\n";
const VACUOUS: &str = "n >= 1 n <= 0\n{ n }\nREPEAT\n  _n An\nENDREP\n";
const FORMATS: [&str; 7] = ["full", "concise", "json", "json-lines", "github", "junit", "sarif"];

/// The exit code does not depend on the format, and the verdict stands in each of them.
#[test]
fn every_format_tells_every_verdict() {
    let cases = [
        ("refuted", WRONG, 1),
        ("rejected", REJECTED, 3),
        ("vacuous", VACUOUS, 4),
        ("undecided", GOOD, 4),
    ];
    for (verdict, text, exit) in cases {
        let folder = Folder::with("verdicts", &[("x.nimseq", text)]);
        for format in FORMATS {
            let mut arguments = vec!["verify", "x.nimseq", "--format", format];
            if verdict == "undecided" {
                arguments.extend(["--time-limit", "0"]);
            }
            let ran = folder.run(&arguments);
            assert_eq!(ran.exit, Some(exit), "{format} {ran:?}");
            assert!(ran.stdout.contains(verdict), "{format} {ran:?}");
            if format == "junit" {
                let bad = if verdict == "refuted" { "<failure " } else { "<error " };
                assert!(ran.stdout.contains(bad), "{ran:?}");
            }
        }
    }
    let folder = Folder::with("proved", &[("x.nimseq", GOOD)]);
    for format in FORMATS {
        let ran = folder.run(&["verify", "x.nimseq", "--format", format]);
        assert_eq!(ran.exit, Some(0), "{format} {ran:?}");
    }
}

#[test]
fn lines_have_places() {
    let folder = Folder::with("lines", &[("x.nimseq", WRONG)]);
    let ran = folder.run("verify x.nimseq gone.nimseq --format concise");
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("x.nimseq:4:6: refuted: E0301 "), "{ran:?}");
    assert!(lines[1].starts_with("gone.nimseq: unchecked: cannot read"), "{ran:?}");
    let ran = folder.run("fmt --check x.nimseq --format github");
    assert_eq!(ran.stdout, "", "{ran:?}");
    folder.write("x.nimseq", "n >= 1 { n } REPEAT _n An ENDREP \n");
    let ran = folder.run("fmt --check x.nimseq --format github");
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    assert!(ran.stdout.starts_with("::error file=x.nimseq,title=refuted::"), "{ran:?}");
}

#[test]
fn each_line_is_an_object() {
    let folder = Folder::with("objects", &[("a.nimseq", GOOD), ("b.nimseq", WRONG)]);
    let ran = folder.run("verify . --format json-lines");
    let objects: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdicts: Vec<_> = objects.iter().map(|it| it["verdict"].as_str()).collect();
    assert_eq!(verdicts, [Some("verified"), Some("refuted"), Some("refuted")]);
    assert!(objects.iter().all(|it| it["schema"] == 2));
    assert_eq!(objects[2]["summary"]["refuted"], 1);
}

#[test]
fn only_changes_count() {
    let folder = Folder::with("baseline", &[("a.nimseq", GOOD), ("b.nimseq", WRONG)]);
    let verify = ["verify", ".", "--baseline", "known.toml"];
    let ran = folder.run(&verify);
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("--update-baseline"), "{ran:?}");
    let ran = folder.run("verify . --baseline known.toml --update-baseline");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    let recorded =
        "[\"./a.nimseq\"]\nverdict = \"verified\"\n\n[\"./b.nimseq\"]\nverdict = \"refuted\"\n";
    assert_eq!(folder.read("known.toml"), recorded);
    let unchanged = "2 unchanged, 0 new, 0 fixed, 0 lost, 0 missing\n\
                     the baseline covers 1 known refutation\n";
    folder.run(&verify).check(0, unchanged, "");

    // What was proved is wrong now; what was wrong is right; one is new, and wrong.
    folder.write("a.nimseq", WRONG);
    folder.write("b.nimseq", GOOD);
    folder.write("c.nimseq", WRONG);
    let ran = folder.run(&verify);
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    for line in [
        "refuted    ./a.nimseq    was verified",
        "verified   ./b.nimseq    was refuted",
        "refuted    ./c.nimseq    new",
        "0 unchanged, 1 new, 1 fixed, 1 lost, 0 missing",
    ] {
        assert!(ran.stdout.lines().any(|it| it == line), "{line} in {ran:?}");
    }
    let json = folder.run(&[&verify[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["baseline"]["summary"]["lost"], 1);
    assert_eq!(json["baseline"]["changes"][0]["before"], "verified");
    assert_eq!(json["results"][2]["verdict"], "refuted");

    // Only what is fixed: success.  What is missing: not.
    folder.write("a.nimseq", GOOD);
    fs::remove_file(folder.0.join("c.nimseq")).expect("it is there");
    assert_eq!(folder.run(&verify).exit, Some(0));
    fs::remove_file(folder.0.join("b.nimseq")).expect("it is there");
    let ran = folder.run(&verify);
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("missing    ./b.nimseq  was refuted\n"), "{ran:?}");
    // Of a file that is not asked for nothing is missing.
    let ran = folder.run("verify ./a.nimseq --baseline known.toml");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
}

/// From refuted to undecided is a loss: what was known no longer is.
#[test]
fn a_refutation_that_is_not_found_again_is_lost() {
    let folder = Folder::with("unknown", &[("a.nimseq", GOOD)]);
    folder.write("known.toml", "[\"a.nimseq\"]\nverdict = \"refuted\"\n");
    let undecided = ["verify", "a.nimseq", "--time-limit", "0", "--baseline", "known.toml"];
    let ran = folder.run(&undecided);
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    folder.write("known.toml", "[\"a.nimseq\"]\nverdict = \"undecided\"\n");
    assert_eq!(folder.run(&undecided).exit, Some(0));
    // What is known as undecided is no success of a test.
    let ran = folder.run(&[&undecided[..], &["--format", "junit"]].concat());
    assert!(ran.stdout.contains("<skipped message=\"recorded as undecided\""), "{ran:?}");
    folder.write("known.toml", "[\"a.nimseq\"]\nverdict = \"proved\"\n");
    let ran = folder.run(&undecided);
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("unknown variant `proved`"), "{ran:?}");
}

#[test]
fn values_and_statements_are_compared_by_name() {
    let folder = Folder::new("values");
    let check = ["family", "check", "--limit-positions", "1000", "--number", "10"];
    let update = ["--baseline", "known.toml", "--update-baseline"];
    assert_ne!(folder.run(&check).exit, Some(0));
    assert_eq!(folder.run(&[&check[..], &update].concat()).exit, Some(0));
    let recorded = folder.read("known.toml");
    assert!(recorded.contains("\"family 10 p\" = "), "{recorded}");
    let ran = folder.run(&[&check[..], &update[..2]].concat());
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    let theorems = ["family", "theorems", "satz-4", "satz-24", "--bound", "10"];
    assert_eq!(folder.run(&[&theorems[..], &update].concat()).exit, Some(0));
    let both = folder.read("known.toml");
    assert!(both.contains("\"family 10 p\" = ") && both.contains("satz-4"), "{both}");
}

/// The schema is that of the standard (OASIS, SARIF 2.1.0), with a lone bracket in the pattern of
/// languages escaped, as the dialect of this validator wants it.
#[test]
fn the_log_satisfies_the_schema_of_the_standard() {
    let schema: Value =
        serde_json::from_str(include_str!("sarif-2.1.0.json")).expect("the schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    assert!(!schema.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{}] })));
    let texts =
        [("a.nimseq", GOOD), ("b.nimseq", WRONG), ("c.nimseq", VACUOUS), ("d.nimseq", REJECTED)];
    let folder = Folder::with("schema", &texts);
    let known = ["verify", ".", "--baseline", "known.toml"];
    folder.run(&[&known[..], &["--update-baseline"]].concat());
    for further in [&["verify", ".", "gone"][..], &known, &["fmt", "--check", "."]] {
        let ran = folder.run(&[further, &["--format", "sarif"]].concat());
        let errors: Vec<_> =
            schema.iter_errors(&ran.json()).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?} in {ran:?}");
    }
    let ran = folder.run("family check --limit-positions 1 --format sarif");
    assert!(schema.is_valid(&ran.json()), "{ran:?}");
}

/// Another reader of the format, where it is installed (`pip install sarif-tools`).
#[test]
fn another_program_reads_the_log() {
    let folder =
        Folder::with("sarif", &[("a.nimseq", GOOD), ("b.nimseq", WRONG), ("c.nimseq", VACUOUS)]);
    let ran = folder.run("verify . --format sarif -o log.sarif");
    assert_eq!(ran.exit, Some(1), "{ran:?}");
    let output =
        Command::new("sarif").args(["summary", "log.sarif"]).current_dir(&folder.0).output();
    let Ok(output) = output else {
        eprintln!("not tried: there is no program `sarif` here");
        return;
    };
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("error: 2") && text.contains("E0301"), "{text}");
}
