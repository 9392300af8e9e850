//! The command line as a user meets it: exact text, exit code, both streams.

use crate::command::{Folder, Program, Ran, grundy};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

/// True: the game with the one move n.
const GOOD: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
/// The loop has no end.
const UNREADABLE: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\n";

impl Folder {
    fn command(&self, arguments: &[&str]) -> Program {
        grundy(arguments, &self.0)
    }
}

#[test]
fn a_missing_file_is_one_line() {
    Folder::new("missing").run("verify no.nimseq").check(
        2,
        "",
        "error: cannot read no.nimseq: No such file or directory\n",
    );
}

#[test]
fn a_mistyped_path_does_not_hide_behind_a_success_nor_hide_one() {
    let folder = Folder::with("mistyped", &[("x.nimseq", GOOD)]);
    let paths = ["y.nimseq", "x.nimseq", "z.nimseq"];
    let ran = folder.run(&["verify", paths[0], paths[1], paths[2]]);
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    assert!(ran.stdout.starts_with("verified   x.nimseq  for all "), "{ran:?}");
    assert_eq!(ran.stderr.lines().count(), 2, "{ran:?}");
    for path in [paths[0], paths[2]] {
        assert!(ran.stderr.contains(&format!("error: cannot read {path}: ")), "{ran:?}");
    }
    let ran = folder.run(&["verify", "--format", "json", paths[0], paths[1], paths[2]]);
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    let json: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(json["results"][0]["verdict"], "verified");
    let errors = json["errors"].as_array().expect("a list");
    let named: Vec<_> = errors.iter().map(|error| error["path"].as_str()).collect();
    assert_eq!(named, [Some("y.nimseq"), Some("z.nimseq")]);
}

#[test]
fn a_bad_file_in_a_folder_does_not_hide_the_others() {
    let folder = Folder::with(
        "bad",
        &[("d/a.nimseq", "n >= 1 { n"), ("d/b.nimseq", GOOD), ("d/c.nim", "3 4 5 xor z")],
    );
    let ran = folder.run("verify d no.toml");
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    for line in ["rejected   d/a.nimseq", "verified   d/b.nimseq", "rejected   d/c.nim"] {
        assert!(ran.stdout.contains(line), "{line} in {ran:?}");
    }
    assert_eq!(folder.run("verify d").exit, Some(3));
}

#[test]
fn numbers_of_any_length_can_be_refuted() {
    for digits in [4000, 65_535, 70_000] {
        let far = "9".repeat(digits);
        let text = format!("n >= 1 {{ n {far} }} REPEAT _n A(n+1) ENDREP");
        let ran = Folder::with("digits", &[("x.nimseq", &text)]).run("verify x.nimseq");
        assert_ne!(ran.exit, Some(101), "{digits} digits: {}", ran.stderr);
        assert_ne!(ran.exit, Some(0), "{digits} digits");
    }
}

#[test]
fn a_proof_stands_beside_a_claim_that_is_not_decided() {
    // 2^n is no polynomial, and for small n it is right.
    let text =
        "n >= 1\nCLAIM period 2n\nCLAIM period 2n + floor(n/9^n)*2^n\n{ n }\nREPEAT _n An ENDREP\n";
    let folder = Folder::with("open", &[("x.nimseq", text)]);
    let ran = folder.run("verify --format json x.nimseq");
    assert_eq!(ran.exit, Some(4), "{ran:?}");
    let json: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let result = &json["results"][0];
    assert_eq!(
        (&result["verdict"], &result["description"]),
        (&"undecided".into(), &"verified".into())
    );
    let claims = serde_json::json!([
        { "line": 2, "claim": "period 2n", "verdict": "verified",
          "location": { "line": 2, "column": 1, "end_line": 2, "end_column": 16 } },
        { "line": 3, "claim": "period 2n + floor(n/9^n)*2^n", "verdict": "undecided",
          "location": { "line": 3, "column": 1, "end_line": 3, "end_column": 35 } },
    ]);
    assert_eq!(result["claims"], claims);
}

#[test]
fn an_unknown_ending_is_wrong_usage() {
    Folder::with("ending", &[("x.txt", GOOD)]).run("verify x.txt").check(
        2,
        "",
        "error: x.txt: unknown file type (known endings: .nimseq .toml .nim .kabelsalat .tsv .pnml; --kind says what it is)\n",
    );
}

#[test]
fn what_does_not_exist_is_named_first() {
    let error = "error: nosuch: no such file or directory\n";
    Folder::new("nosuch").run("verify nosuch").check(2, "", error);
    let error =
        "error: moves are not read from standard input; give them as words, such as 3 7 8\n";
    Folder::new("dash").run("period -").check(2, "", error);
    let near = Folder::new("near").run("peroid 3 7 8").stderr;
    assert!(near.contains("'period'") && !near.contains("'petri'"), "{near}");
    let far = Folder::new("far").run("is 5 won").stderr;
    assert!(!far.contains("similar"), "{far}");
}

#[test]
fn a_bad_flag_is_wrong_usage() {
    let ran = Folder::new("flag").run("verify --no-such-flag x.nimseq");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.starts_with("error: unexpected argument '--no-such-flag'"), "{ran:?}");
}

#[test]
fn a_folder_is_searched_in_the_order_of_names() {
    let files =
        [("b.nimseq", GOOD), ("a/z.nimseq", GOOD), ("a/x.txt", ""), (".hidden/x.nimseq", "")];
    let ran = Folder::with("folder", &files).run("verify --format json .");
    let json = ran.json();
    let paths: Vec<_> = json["results"].as_array().expect("a list").iter().collect();
    let paths: Vec<_> = paths.iter().map(|result| result["path"].as_str()).collect();
    assert_eq!(paths, [Some("./a/z.nimseq"), Some("./b.nimseq")]);
    assert_eq!(ran.exit, Some(0));
}

#[test]
fn a_folder_without_descriptions_is_an_error() {
    Folder::with("empty", &[("d/x.txt", "")]).run("verify d").check(
        2,
        "",
        "error: no description in d (known endings: .nimseq .toml .nim .kabelsalat .tsv .pnml)\n",
    );
}

#[test]
fn standard_input_is_a_description() {
    let folder = Folder::with("stdin", &[("x.nimseq", GOOD)]);
    let file = fs::File::open(folder.0.join("x.nimseq")).expect("a file");
    let output = folder.command(&["verify", "-"]).stdin(file).output().expect("grundy runs");
    let ran = Ran::from(output);
    assert!(ran.stdout.starts_with("verified   -  for all "), "{ran:?}");
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_proof_is_reported_in_the_shape_of_the_contract() {
    let folder = Folder::with("shape", &[("x.nimseq", GOOD)]);
    let ran = folder.run("verify --format json x.nimseq");
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
    let json = ran.json();
    assert_eq!(json["schema"], 2);
    let result = &json["results"][0];
    assert_eq!((&result["path"], &result["kind"]), (&"x.nimseq".into(), &"nimseq".into()));
    assert_eq!(result["verdict"], "verified");
    let statistics = result["statistics"].as_object().expect("an object");
    assert!(statistics.keys().eq(["blocks", "chains", "splits"]), "{statistics:?}");
    assert_eq!(
        json["summary"],
        serde_json::json!({
            "verified": 1, "refuted": 0, "undecided": 0, "vacuous": 0, "rejected": 0
        })
    );
}

#[test]
fn several_inputs_end_with_a_summary_and_the_worst_exit_code() {
    let folder = Folder::with("several", &[("a.nimseq", UNREADABLE), ("b.nimseq", GOOD)]);
    let ran = folder.run("verify a.nimseq b.nimseq");
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(3), ""));
    assert!(ran.stdout.starts_with("rejected   a.nimseq\n"), "{ran:?}");
    assert!(ran.stdout.contains("verified   b.nimseq  for all "), "{ran:?}");
    assert!(ran.stdout.ends_with("2 inputs: 1 verified, 1 rejected\n"), "{ran:?}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = Folder::with("threads", &[("a.nimseq", UNREADABLE), ("b.nimseq", GOOD)]);
    let run = |threads| folder.run(&["verify", "--format=json", "-j", threads, "."]).stdout;
    assert_eq!(run("1"), run("4"));
}

#[test]
fn undecided_never_looks_like_success_in_text() {
    let folder = Folder::with("undecided-text", &[("x.nimseq", GOOD)]);
    let ran = folder.run("verify --time-limit 0 x.nimseq");
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(4), ""));
    assert!(ran.stdout.starts_with("undecided  x.nimseq"), "{ran:?}");
    assert!(ran.stdout.contains("limit reached: time; nothing is proved"), "{ran:?}");
    assert!(!ran.stdout.contains("verified"), "{ran:?}");
    let quiet = folder.run("verify -q --time-limit 0 x.nimseq");
    assert_eq!((quiet.exit, quiet.stdout.lines().count()), (Some(4), 1));
    assert!(quiet.stdout.starts_with("undecided  x.nimseq"), "{quiet:?}");
}

#[test]
fn undecided_never_looks_like_success_in_json() {
    let folder = Folder::with("undecided-json", &[("x.nimseq", GOOD)]);
    let ran = folder.run("verify --format json --time-limit 0 x.nimseq");
    let json = ran.json();
    assert_eq!(ran.exit, Some(4));
    assert_eq!(json["results"][0]["verdict"], "undecided");
    assert_eq!(json["results"][0]["findings"][0]["limit"], "time");
    assert_eq!(json["summary"]["verified"], 0);
    assert_eq!(json["summary"]["undecided"], 1);
}

/// `A(n+1)` is one value too long: at n = 1 the sequence begins `_A_`, not `_AA`.
const WRONG: &str = "n >= 1\n{ n }\nREPEAT\n  _n A(n+1)\nENDREP\n";

#[test]
fn a_refutation_names_the_smallest_counterexample_and_how_to_replay_it() {
    let folder = Folder::with("refuted", &[("x.nimseq", WRONG)]);
    let ran = folder.run("verify x.nimseq");
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(1), ""));
    for part in [
        "refuted    x.nimseq\n",
        "  smallest counterexample: n = 1, position 2\n",
        "    move  takes  leads to  value there\n    n         1         1  A\n",
        "  the value is mex { A } = _; the description claims A\n",
        "this word puts A at position 2",
        "    that is value 2 of the word\n",
        "  replay, ending with the wrong value:\n    grundy expand x.nimseq --at n=1 --from 1 --count 2\n",
    ] {
        assert!(ran.stdout.contains(part), "{part} is missing in\n{}", ran.stdout);
    }
    folder.run("expand x.nimseq --at n=1 --from 1 --count 2").check(0, "AA\n", "");
}

#[test]
fn a_wrong_piece_is_replayed_as_one() {
    let folder = Folder::with("refuted-raw", &[("x.nimseq", "{ 1 }\n_ A _ _\n")]);
    let ran = folder.run("verify --raw x.nimseq");
    assert_eq!(ran.exit, Some(1));
    let command = "expand x.nimseq --from 2 --count 2 --raw";
    assert!(ran.stdout.ends_with(&format!("    grundy {command}\n\n")), "{ran:?}");
    let words: Vec<_> = command.split(' ').collect();
    folder.run(&words).check(0, "__\n", "");
}

#[test]
fn a_refutation_is_reported_in_the_shape_of_the_contract() {
    let folder = Folder::with("refuted-json", &[("x.nimseq", WRONG)]);
    let ran = folder.run("verify --format json x.nimseq");
    assert_eq!(ran.exit, Some(1));
    let json = ran.json();
    let finding = &json["results"][0]["findings"][0];
    assert_eq!(finding["location"]["line"], 4);
    assert_eq!(finding["severity"], "error");
    let counterexample = &finding["counterexample"];
    assert_eq!(counterexample["parameters"], serde_json::json!({ "n": "1" }));
    assert_eq!(counterexample["position"], "2");
    assert_eq!(counterexample["claimed"], "A");
    assert_eq!(counterexample["computed"], "_");
}

#[test]
fn lists_of_chains_and_splits_prove_nothing() {
    let folder = Folder::with("list", &[("x.nimseq", WRONG)]);
    let chains = folder.run("verify --transitions x.nimseq");
    assert_eq!((chains.exit, chains.stderr.as_str()), (Some(0), ""));
    assert!(chains.stdout.starts_with("listed     x.nimseq  ("), "{chains:?}");
    assert!(chains.stdout.contains("block 2 <- repeat - block 2"), "{chains:?}");
    let splits = folder.run("verify --dump x.nimseq");
    assert!(splits.stdout.contains("moves lead into"), "{splits:?}");
    assert!(!splits.stdout.contains("how often"), "{splits:?}");
    for ran in [chains, splits] {
        assert!(!ran.stdout.contains("verified"), "{ran:?}");
    }
    let json = folder.run("verify --dump --format json x.nimseq").json();
    assert!(json["results"][0]["chains"][0]["splits"].is_array(), "{json}");
    assert!(json["results"][0].get("copies").is_none(), "{json}");
}

/// Chains are those of the description that is proved, which may have a parameter more.
#[test]
fn lists_say_what_a_parameter_is_that_the_text_has_not() {
    let text = "n >= 1 { 1 2n+1 } REPEAT _ A ENDREP";
    let folder = Folder::with("copies", &[("x.nimseq", text)]);
    let sentence = "z is the number of copies of the cycle in each pass through the endless loop; \
                    the sequence is the same for every such z";
    let listed = folder.run("verify --transitions x.nimseq").stdout;
    assert_eq!(listed.lines().nth(1), Some(&*format!("  {sentence}")), "{listed}");
    let json = folder.run("verify --transitions --format json x.nimseq").json();
    assert_eq!(json["results"][0]["copies"], "z");
    assert!(folder.run("compile --emit smt2 -o out x.nimseq").exit == Some(0));
    let script = folder.read("out/chain-001.smt2");
    assert!(script.starts_with(&format!("; {sentence}.\n; The game")), "{script}");
}

#[test]
fn what_is_not_utf8_is_rejected_at_its_place() {
    let folder = Folder::with("utf8", &[("x.nimseq", "")]);
    folder.write("x.nimseq", b"n >= 1\n{ \xff }\n");
    let ran = folder.run("verify --format json x.nimseq");
    let finding = &ran.json()["results"][0]["findings"][0];
    assert_eq!(ran.exit, Some(3));
    assert_eq!(finding["message"], "byte 9 is not UTF-8");
    assert_eq!(
        finding["location"],
        serde_json::json!({ "line": 2, "column": 3, "end_line": 2, "end_column": 4 })
    );
    let text = folder.run("verify x.nimseq");
    assert!(text.stdout.contains("not a character"), "{text:?}");
}

#[test]
fn quiet_says_nothing_about_a_proof() {
    Folder::with("quiet", &[("x.nimseq", GOOD)]).run("verify -q x.nimseq").check(0, "", "");
}

#[test]
fn counts_and_times_come_with_stats_only() {
    let folder = Folder::with("stats", &[("x.nimseq", GOOD)]);
    let json = folder.run("verify --stats --format json x.nimseq").json();
    let statistics = &json["results"][0]["statistics"];
    assert!(statistics["pivots"].is_u64(), "{statistics}");
    assert!(statistics["seconds"].is_string(), "{statistics}");
    let text = folder.run("verify --stats x.nimseq").stdout;
    assert!(text.contains("\n    questions ") && text.contains("\n    seconds "), "{text}");
    assert!(!folder.run("verify x.nimseq").stdout.contains("seconds"));
}

#[test]
fn the_result_can_go_to_a_file() {
    let folder = Folder::with("file", &[("x.nimseq", GOOD)]);
    folder.run("verify --format json -o r.json x.nimseq").check(0, "", "");
    let printed = folder.run("verify --format json x.nimseq").stdout;
    assert_eq!(folder.read("r.json"), printed);
    folder.run("verify -o no/r.txt x.nimseq").check(
        2,
        "",
        "error: cannot write no/r.txt: No such file or directory\n",
    );
}

#[test]
fn colour_is_for_terminals_unless_wanted() {
    let folder = Folder::with("colour", &[("x.nimseq", GOOD)]);
    let plain = |ran: Ran| !ran.stdout.contains('\x1b');
    let run = |more: &[&str], variables: &[(&str, &str)]| {
        let mut command = folder.command(&["verify", "x.nimseq"]);
        let output = command.args(more).envs(variables.iter().copied()).output();
        plain(Ran::from(output.expect("grundy runs")))
    };
    assert!(run(&[], &[]));
    assert!(!run(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(run(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!run(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(run(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(!run(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
}

#[test]
fn a_reader_that_goes_away_does_no_harm() {
    let folder = Folder::with("pipe", &[("x.nimseq", GOOD)]);
    let arguments = ["expand", "x.nimseq", "--at", "n=3", "--count", "1000000"];
    let mut command = folder.command(&arguments);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("grundy runs");
    drop(child.stdout.take());
    let ran = Ran::from(child.wait_with_output().expect("grundy ends"));
    ran.check(0, "", "");
}

#[test]
fn formatting_rewrites_in_place_and_checking_does_not() {
    let folder = Folder::with("fmt", &[("x.nimseq", " n  >=  1 { n } REPEAT _n   An ENDREP\n")]);
    let before = folder.read("x.nimseq");
    let check = folder.run("fmt --check x.nimseq");
    assert_eq!((check.exit, check.stderr.as_str()), (Some(1), ""));
    assert!(
        check
            .stdout
            .starts_with(&format!("--- a/x.nimseq\n+++ b/x.nimseq\n@@ -1,1 +1,1 @@\n-{before}+")),
        "{check:?}"
    );
    assert_eq!(folder.read("x.nimseq"), before);
    folder.run("fmt x.nimseq").check(0, "", "formatted 1 of 1 file\n");
    assert_ne!(folder.read("x.nimseq"), before);
    folder.run("fmt --check x.nimseq").check(0, "", "");
    let json = folder.run("fmt --check --format json x.nimseq").json();
    assert_eq!(json["results"][0]["differs"], false);
}

#[test]
fn what_cannot_be_read_is_not_formatted() {
    let folder = Folder::with("fmt-bad", &[("x.nimseq", UNREADABLE)]);
    let ran = folder.run("fmt x.nimseq");
    assert_eq!((ran.exit, ran.stdout.as_str()), (Some(3), ""));
    assert!(ran.stderr.contains("x.nimseq:"), "{ran:?}");
    assert_eq!(folder.read("x.nimseq"), UNREADABLE);
}

#[test]
fn a_sequence_is_one_line_of_letters() {
    let folder = Folder::with("expand", &[("x.nimseq", GOOD)]);
    let expand = |more: &[&str]| folder.run(&[&["expand", "x.nimseq"], more].concat());
    expand(&["--at", "n=3", "--count", "8"]).check(0, "___AAA__\n", "");
    expand(&["--at", "n=3", "--from", "2", "--count", "2"]).check(0, "_A\n", "");
    let json = expand(&["--at", "n=3", "--count", "4", "--format", "json"]).json();
    let wanted = serde_json::json!({
        "schema": 2, "verdict": "verified", "parameters": { "n": "3" }, "from": "0",
        "sequence": "___A"
    });
    assert_eq!(json, wanted);
    expand(&["--count", "4"]).check(2, "", "error: a value is missing: --at n=...\n");
    expand(&["--at", "m=1", "--count", "4"]).check(
        2,
        "",
        "error: unknown parameter m; the parameters are n\n",
    );
    expand(&["--at", "n=0", "--count", "4"]).check(
        2,
        "",
        "error: n = 0 violates the condition n >= 1\n",
    );
}

#[test]
fn the_model_is_written_as_data() {
    let folder = Folder::with("compile", &[("x.nimseq", GOOD)]);
    folder.run("compile x.nimseq --emit model -o out").check(0, "out/x.model.json\n", "");
    let model: Value = serde_json::from_str(&folder.read("out/x.model.json")).expect("JSON");
    assert_eq!(model["parameters"], serde_json::json!(["n"]));
}

#[test]
fn codes_are_explained() {
    let folder = Folder::new("explain");
    assert_eq!(folder.run("explain 101").stdout, folder.run("explain E0101").stdout);
    let ran = folder.run("explain e0101");
    assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.starts_with("E0101: "), "{ran:?}");
    assert!(folder.run("explain").stdout.starts_with("E01"));
    folder.run("explain nonsense").check(
        2,
        "",
        "error: unknown code nonsense; `grundy explain` lists all\n",
    );
    let near = folder.run("explain E01O1");
    assert_eq!(near.exit, Some(2));
    assert!(near.stderr.contains("did you mean E0101?"), "{near:?}");
}

#[test]
fn completions_and_manual_come_from_the_same_definition() {
    let folder = Folder::new("man");
    assert!(folder.run("completions bash").stdout.contains("verify"));
    assert!(folder.run("man").stdout.contains(".TH grundy 1"));
    let verify = folder.run("man verify");
    assert!(verify.stdout.contains(r"\-\-backend"), "{verify:?}");
    folder.run("man nonsense").check(2, "", "error: unknown command nonsense\n");
}

/// The first line shows that the interrupt key is watched; the second input takes long.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_found_before() {
    let unit = "FOR i FROM 1 UPTO n REP _n An PER _n An FOR i FROM 1 UPTO 2n REP _n An PER\n";
    let long = format!("n >= 1\n{{ n }}\nREPEAT\n{}ENDREP\n", unit.repeat(40_000));
    let folder = Folder::with("interrupt", &[("a.nimseq", GOOD), ("b.nimseq", &long)]);
    for signal in ["-INT", "-TERM"] {
        let mut command = folder.command(&["verify", "a.nimseq", "b.nimseq"]);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("grundy runs");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first = String::new();
        stdout.read_line(&mut first).expect("a line");
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let ran = Ran::from(child.wait_with_output().expect("grundy ends"));
        assert!(first.starts_with("verified   a.nimseq"), "{first}");
        assert_eq!(
            (ran.exit, ran.stderr.as_str()),
            (Some(130), "interrupted: 1 of 2 inputs done\n")
        );
    }
}

/// Programs learn which inputs were not reached.
#[cfg(unix)]
#[test]
fn an_interrupt_is_part_of_the_document() {
    let unit = "FOR i FROM 1 UPTO n REP _n An PER _n An FOR i FROM 1 UPTO 2n REP _n An PER\n";
    let long = format!("n >= 1\n{{ n }}\nREPEAT\n{}ENDREP\n", unit.repeat(40_000));
    let folder = Folder::with("interrupt-json", &[("a.nimseq", GOOD), ("b.nimseq", &long)]);
    let words = ["verify", "a.nimseq", "b.nimseq", "--format", "json-lines"];
    let mut child = folder.command(&words).stdout(Stdio::piped()).spawn().expect("grundy runs");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    line.clear();
    stdout.read_line(&mut line).expect("a line");
    let told: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(told["path"], "b.nimseq");
    assert_eq!(told["message"], "not checked (interrupted)");
    assert_eq!(child.wait().expect("grundy ends").code(), Some(130));
}

#[test]
fn help_names_every_exit_code() {
    let help = Folder::new("help").run("--help").stdout;
    for code in ["0", "1", "2", "3", "4", "101", "130"] {
        assert!(help.contains(&format!("\n  {code} ")), "{code} is missing in {help}");
    }
}

#[test]
fn a_table_beside_another_is_named_if_it_cannot_be_read() {
    let folder = Folder::with("beside", &[("a.tsv", "x\ty\n")]);
    folder.write("b.tsv", b"\xff");
    let ran = folder.run("verify a.tsv");
    assert!(ran.stderr.starts_with("note: cannot read b.tsv: "), "{ran:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert_eq!(ran.exit, Some(3), "{ran:?}");
}
