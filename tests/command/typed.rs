//! What people type: moves, numbers, times, files in folders, in every command that takes them.

use crate::command::{Folder, run};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const GOOD: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
const WRONG: &str = "n >= 1\n{ n }\nREPEAT\n  _n A(n+1)\nENDREP\n";

#[test]
fn moves_have_many_notations() {
    let expected = run("period 1 3 4").stdout;
    for moves in ["{ 1 3 4 }", "{1,3,4}", "[1, 3, 4]", "(1, 3, 4)", "S={1,3,4}", "1 3 4", "4,3,1"] {
        run(&["period", moves]).check(0, &expected, "");
    }
    run("period S = {1, 3, 4}").check(0, &expected, "");
    let expected = run("sequence '{ 4 10 }' --count 30").stdout;
    for moves in ["2n 5n", "2n, 5n", "{2*n, 5n}", "n + 2, 5n", "[2n,4n+2]"] {
        run(&["sequence", moves, "--at", "n=2", "--count", "30"]).check(0, &expected, "");
    }
    let expected = run("infer '{ n 2n }'").stdout;
    for moves in ["n 2n", "{n, 2n}", "n>=1 [n, 2n]"] {
        run(&["infer", moves]).check(0, &expected, "");
    }
    let drafted = run("new '{ n 2n }'");
    run("new n 2n").check(0, &drafted.stdout, "a guess from n = 1..6\n");
    for command in ["period", "sequence", "new"] {
        let ran = run(&[command, "n", "2n", "n", "--at", "n=3"]);
        ran.check(2, "", "error: the move n is listed twice\n");
    }
}

#[test]
fn numbers_have_several_notations() {
    let expected = run("sequence 1 2 --from 1000 --count 1000").stdout;
    for number in ["1_000", "1e3", "10^3"] {
        let words = ["sequence", "1", "2", "--from", number, "--count", number];
        run(&words).check(0, &expected, "");
    }
    // Without a count there is a screenful.
    run("sequence 1 2 --from 1000").check(0, &expected, "");
    assert_eq!(run("nim 10^30 1e3").exit, Some(0));
    assert_eq!(run("period 1 2 --limit-positions 1e6").exit, Some(0));
    let notation = "such as 1000, 1_000, 1e3 or 10^3";
    let wrong = ["1.5", "x", "10^", "1e999999999"].map(|wrong| (wrong, notation));
    for (wrong, reason) in wrong.into_iter().chain([("-1", "must be between 0 and 100000000")]) {
        let ran = run(&["sequence", "1", "2", &format!("--count={wrong}")]);
        assert!(ran.stderr.contains(reason), "{ran:?}");
    }
    for time in ["5", "5s", "0.5", "1m", "1h", "90s", "1h30m"] {
        assert_eq!(run(&["period", "1", "2", "--time-limit", time]).exit, Some(0));
    }
    let ran = run("period 1 2 --time-limit '5 days'");
    assert!(ran.stderr.contains("such as 10, 0.5, 90s, 1m, 1h or 1h30m"), "{ran:?}");
    let [nim, grundy] = ["nim", "grundy"].map(|it| run(&["period", "1", "2", "--values", it]));
    grundy.check(0, &nim.stdout, "");
}

#[test]
fn commas_do_not_group_digits() {
    assert_eq!(run("period 1,500").stdout, run("period 1 500").stdout);
}

#[test]
fn values_that_make_no_game_are_left_out() {
    let words = ["period", "n", "m", "--at", "n=3", "--at", "m=2,3..4,0"];
    run(&words).check(
        0,
        "n  m  period  preperiod\n3  2       5          0\n3  4       7          0\n",
        "left out: n = 3, m = 3: two moves are the same: m = 3 for n = 3, m = 3, and n = 3 for \
         n = 3, m = 3\n\
         left out: n = 3, m = 0: m = 0 for n = 3, m = 0 is not a move: a move takes at least 1\n",
    );
    let ran = run(&[&words[..], &["--format", "json"]].concat());
    let left_out = &ran.json()["left_out"];
    assert_eq!(left_out[1]["parameters"], json!({ "n": "3", "m": "0" }));
    let ran = run("sequence n m --at n=3 --at m=3..4 --format json");
    let json = ran.json();
    assert_eq!(
        (json["results"].as_array().map(Vec::len), &json["left_out"][0]["parameters"]["m"]),
        (Some(1), &json!("3"))
    );
    // One game, or none at all.
    assert_eq!(run("period n m --at n=3 --at m=3").exit, Some(2));
    assert_eq!(run("period n --at n=-3..0").exit, Some(2));
    let ran = run("period n --at n=3-7");
    assert!(ran.stderr.contains("write a range with two dots: n=3..7"), "{ran:?}");
}

#[test]
fn moves_are_of_any_size() {
    let values = |words: &[&str]| {
        let ran = run(&[&["sequence"], words].concat());
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
        ran.stdout
    };
    // From there on the move leads to positions 0, 1, ...: lost, won, won.
    let far = ["1", "2", "3*10^14", "--from", "3*10^14", "--count", "5"];
    assert_eq!(values(&far), "+-++-\n");
    assert_eq!(values(&[&far[..], &["--values", "nim"]].concat()), "C_AB_\n");
    // Here no move leads from a lost position to a lost one.
    assert_eq!(values(&["1", "2", "10^15", "--from", "10^15", "--count", "5"]), "++-++\n");
    assert_eq!(values(&["10^18", "--count", "5"]), "-----\n");
    assert_eq!(values(&["10^18", "--count", "5", "--from", "10^18"]), "+++++\n");
    for (words, period) in [
        ("1000 10^18+1", None),
        ("1 10^18", Some("1000000000000000001")),
        ("1 10^20", Some("100000000000000000001")),
        ("1 10^20 --values misere", Some("100000000000000000001")),
        ("1 10^20+1", Some("2")),
        ("2 3 10^18 --values nim", Some("1000000000000000002")),
        ("1 2 10^18", Some("3")),
        ("1 2 10^18 --values nim", Some("3")),
        ("10^18 2*10^18 --values nim", Some("3000000000000000000")),
        ("10^18 10^18+1", Some("2000000000000000001")),
        ("10^20 10^20+1", Some("200000000000000000001")),
        ("10^12..2*10^12", Some("3000000000000")),
    ] {
        let ran = run(&format!("period {words} --format json"));
        match period {
            Some(period) => assert_eq!(ran.json()["period"], period, "{words:?}"),
            None => assert_eq!(ran.exit, Some(4), "{ran:?}"),
        }
    }
    let ran = run("period 1000 10^18+1");
    assert!(ran.stdout.contains("`grundy infer '{ 1 2n }'`"), "{ran:?}");
}

/// A game that is too large to be computed is one of a family, and a theorem about this says what its period is.
#[test]
fn large_moves_are_instances_of_theorems() {
    for (words, n) in [("1 10^18", "1000000000000000000"), ("1 10^20", "100000000000000000000")] {
        let found = run(&format!("period {words} --format json")).json();
        assert_eq!(found["method"], "theorem");
        assert_eq!(found["moves"], serde_json::json!(["1", n]));
        let theorem = &found["theorem"];
        assert_eq!(theorem["moves"], serde_json::json!(["1", "n"]));
        assert_eq!((&theorem["parameter"], &theorem["value"]), (&"n".into(), &n.into()));
        assert_eq!(theorem["period"]["coefficients"], serde_json::json!(["1", "1"]));
    }
    let direct = run("period 1 10^18 --method accelerated");
    assert_eq!(direct.exit, Some(4), "{direct:?}");
}

#[test]
fn far_positions_follow_from_the_period() {
    let values = |words: &[&str]| {
        let ran = run(&[&["sequence"], words, &["--time-limit", "60"]].concat());
        assert_eq!((ran.exit, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
        ran.stdout
    };
    // From there the move leads to position 0, which is lost.
    assert_eq!(values(&["1", "2", "999999999", "--from", "999999999", "--count", "1"]), "+\n");
    assert_eq!(values(&["1", "2", "--from", "10^18", "--count", "4", "--values", "nim"]), "AB_A\n");
    let from = |position| values(&["3", "7", "8", "--from", position, "--count", "20"]);
    assert_eq!(from("1000000000000000001"), from("1001"));
    let ran = run("sequence 21 103 214 235 --from 10^18 --count 1 --time-limit 0");
    assert_eq!(ran.exit, Some(4), "{ran:?}");
    assert!(ran.stderr.contains("positions of { 21 103 214 235 } are computed"), "{ran:?}");
}

/// One mistake, one message: no line of such a file can be read.
#[test]
fn a_file_of_another_kind_is_one_finding() {
    let folder = Folder::new("other-kind");
    let manifest = "[package]\nname = \"x\"\n\n[dependencies]\nserde = \"1\"\n";
    folder.write("Cargo.toml", manifest);
    folder.write("x.nimseq", GOOD);
    for (line, code) in [
        ("Cargo.toml", "E0143"),
        ("x.nimseq --kind nim", "E0143"),
        ("x.nimseq --kind kabelsalat", "E0143"),
        ("x.nimseq --kind petri", "E0143"),
        ("x.nimseq --kind wolf", "E0700"),
    ] {
        let words: Vec<_> = line.split(' ').collect();
        let ran = folder.run(&[&["verify", "--format", "json"], &words[..]].concat());
        assert_eq!(ran.exit, Some(3), "{line}: {ran:?}");
        let document = ran.json();
        let findings = &document["results"][0]["findings"];
        assert_eq!(
            (findings.as_array().map(Vec::len), &findings[0]["code"]),
            (Some(1), &json!(code))
        );
    }
    // What is misspelled is ours.
    folder.write("x.toml", "titel = \"x\"\nsource = \"x\"\n[[famly]]\nmoves = \"{ n }\"\n");
    let ran = folder.run("verify x.toml");
    assert!(ran.stdout.contains("did you mean `family`?"), "{ran:?}");
}

#[test]
fn folders_are_searched_for_what_is_surely_ours() {
    let folder = Folder::with(
        "foreign",
        &[
            ("Cargo.toml", "[package]\nname = \"x\"\n"),
            ("grundy.toml", "[verify]\ntime-limit = \"1m\"\n"),
            ("data.tsv", "name\tvalue\nx\t1\n"),
            ("main.nim", "import os\necho 3\n"),
            ("ours.nim", "3 4 5  xor 2\n"),
            ("sub/good.nimseq", GOOD),
            ("target/built.nimseq", WRONG),
            (".hidden/x.nimseq", WRONG),
            (".gitignore", "target\n"),
        ],
    );
    let git = |words: &[&str]| Command::new("git").args(words).current_dir(&folder.0).status();
    assert!(git(&["init", "--quiet"]).expect("git runs").success());
    let found = |words: &[&str]| -> Vec<String> {
        let ran = folder.run(&[&["verify", "--format", "json"], words].concat());
        let results = ran.json()["results"].clone();
        let path = |it: &serde_json::Value| it["path"].as_str().unwrap_or_default().to_owned();
        results.as_array().into_iter().flatten().map(path).collect()
    };
    assert_eq!(found(&["."]), ["./ours.nim", "./sub/good.nimseq"]);
    assert_eq!(found(&[".", "--kind", "nim"]), ["./ours.nim"]);
    // What is named is meant.
    assert_eq!(found(&["target"]), ["target/built.nimseq"]);
    assert_eq!(folder.run("verify Cargo.toml").exit, Some(3));
    folder.run("theorem sub").check(2, "", "error: sub is a folder; name a file in it\n");
    let ran = folder.run("sub/good.nimseq");
    let told = "error: sub/good.nimseq is a file, not a command; to check it: grundy verify sub/good.nimseq\n";
    ran.check(2, "", told);
    fs::rename(folder.0.join("sub/good.nimseq"), folder.0.join("good.txt")).expect("a file");
    let ran = folder.run("verify good.txt");
    assert!(ran.exit == Some(2) && ran.stderr.contains("--kind says what it is"), "{ran:?}");
    assert_eq!(found(&["good.txt", "--kind", "nimseq"]), ["good.txt"]);
    assert_eq!(found(&["-", "--stdin-filename", "there.nim"]), ["there.nim"]);
}

/// Every file of every kind in `descriptions`, by kind.
#[test]
fn the_published_folder_is_checked_as_a_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let json = run("verify ROOT/descriptions --no-config --time-limit 0 --format json").json();
    let mut kinds = BTreeMap::new();
    for result in json["results"].as_array().expect("results") {
        *kinds.entry(result["kind"].as_str().expect("a kind").to_owned()).or_insert(0) += 1;
    }
    let mut expected = BTreeMap::new();
    let mut folders = vec![folder.join("descriptions")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(kind) = kind(&path) {
                *expected.entry(kind.to_owned()).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(kinds, expected);
    assert!(expected.len() == 6 && expected["nimseq"] >= 48 && expected["family"] >= 12);
}

fn kind(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_str()?;
    match name.rsplit_once('.')?.1 {
        "toml" if !["grundy.toml", "verdicts.toml"].contains(&name) => Some("family"),
        "tsv" => Some("wolf"),
        "pnml" => Some("petri"),
        "nimseq" => Some("nimseq"),
        "nim" => Some("nim"),
        "kabelsalat" => Some("kabelsalat"),
        _ => None,
    }
}

#[test]
fn a_folder_names_what_is_known() {
    let folder = Folder::with(
        "known",
        &[
            ("published/grundy.toml", "[verify]\nbaseline = \"known.toml\"\n"),
            ("published/sub/wrong.nimseq", WRONG),
            ("published/good.nimseq", GOOD),
        ],
    );
    let verify = |words: &[&str]| folder.run(&[&["verify"], words].concat());
    assert_eq!(verify(&["published", "--no-config"]).exit, Some(1));
    assert_eq!(verify(&["published", "--update-baseline"]).exit, Some(0));
    let recorded = folder.read("published/known.toml");
    assert!(recorded.contains("[\"sub/wrong.nimseq\"]\nverdict = \"refuted\""), "{recorded}");
    let text =
        "2 unchanged, 0 new, 0 fixed, 0 lost, 0 missing\nthe baseline covers 1 known refutation\n";
    verify(&["published"]).check(0, text, "");
    let path = folder.0.join("published");
    verify(&[path.to_str().expect("UTF-8")]).check(0, text, "");
    folder.run_in("published", "verify .").check(0, text, "");
    // The nearest settings above each file, also from a folder above them, which is checked where none is named.
    verify(&["."]).check(0, text, "");
    verify(&[]).check(0, text, "");
    // A file that is named is asked about for its own sake.
    assert_eq!(verify(&["published/sub/wrong.nimseq"]).exit, Some(1));
    folder.write("published/sub/grundy.toml", "[verify]\nbaseline = \"own.toml\"\n");
    folder.write("published/sub/own.toml", "");
    let both = verify(&["published"]);
    assert!(both.exit == Some(1) && both.stdout.contains("wrong.nimseq    new"), "{both:?}");
    assert!(both.stdout.contains("1 unchanged, 1 new, 0 fixed, 0 lost, 0 missing"), "{both:?}");
    assert_eq!(verify(&["published", "--update-baseline"]).exit, Some(2));
    assert_eq!(verify(&["published/sub", "--update-baseline"]).exit, Some(0));
    verify(&["published"]).check(0, text, "");
    fs::remove_file(folder.0.join("published/sub/grundy.toml")).expect("it goes");
    let json = verify(&["published", "--format", "json"]).json();
    assert_eq!(json["baseline"]["known_refutations"], 1);
    assert_eq!(json["settings"], "published/grundy.toml");
    // What is worse, or new and not right, counts.
    folder.write("published/new.nimseq", WRONG);
    assert_eq!(verify(&["published"]).exit, Some(1));
    folder.write("published/new.nimseq", GOOD);
    folder.write("published/good.nimseq", WRONG);
    let ran = verify(&["published"]);
    assert!(ran.exit == Some(1) && ran.stdout.contains("was verified"), "{ran:?}");
    assert_eq!(verify(&["published", "--baseline", "gone.toml"]).exit, Some(2));
}

#[test]
fn drafts_that_were_changed_are_kept() {
    let folder = Folder::new("drafts");
    for words in [&["new", "n", "2n"][..], &["infer", "n", "2n"]] {
        let name = format!("{}.nimseq", words[0]);
        let path = folder.0.join(&name);
        let written = |more: &[&str]| {
            let words = [words, &["-o", &name], more].concat();
            (folder.run(&words).exit, fs::read_to_string(&path).expect("a file"))
        };
        let (exit, text) = written(&[]);
        assert_eq!((exit, written(&[])), (Some(0), (Some(0), text.clone())));
        fs::write(&path, "mine").expect("a file");
        assert_eq!(written(&[]), (Some(2), "mine".to_owned()));
        // What was found is not thrown away, nor is what lies there under the other name.
        let beside = |ending: &str| fs::read_to_string(folder.0.join(format!("{name}{ending}")));
        assert_eq!(beside(".new").ok(), Some(text.clone()));
        folder.write(format!("{name}.new"), "mine too");
        let ran = folder.run(&[words, &["-o", &name]].concat());
        assert!(
            ran.stderr.contains(&format!("was written to {name}.new2; add --force")),
            "{ran:?}"
        );
        assert_eq!(
            (beside(".new").ok(), beside(".new2").ok()),
            (Some("mine too".to_owned()), Some(text.clone()))
        );
        assert_eq!(written(&["--force"]), (Some(0), text));
    }
}

#[test]
fn one_option_chooses_the_format() {
    let folder = Folder::with("format", &[("wrong.nimseq", WRONG)]);
    for format in ["full", "concise", "json", "json-lines", "github", "junit", "sarif"] {
        let by = |flag| folder.run(&["verify", "wrong.nimseq", flag, format]);
        assert_eq!(
            (by("--format").exit, by("--output-format").exit),
            (Some(1), Some(2)),
            "{format}"
        );
    }
    let help = run("verify --help").stdout;
    assert!(help.contains("sarif"), "{help}");
    assert_eq!(run("period 1 2 --format sarif").exit, Some(2));
    let [one, other] =
        ["families", "--families"].map(|it| run(&["census", it, "--moves", "2", "--factors", "2"]));
    one.check(0, &other.stdout, "");
}

#[test]
fn what_is_not_a_certificate_ends_with_2() {
    let folder = Folder::with("certificates", &[("good.nimseq", GOOD)]);
    folder.run("verify good.nimseq --certificate c.cert -q").check(0, "", "");
    for words in [&["check", "good.nimseq"][..], &["check", "good.nimseq", "good.nimseq"]] {
        let ran = folder.run(words);
        assert!(ran.exit == Some(2) && ran.stderr.contains("not a certificate"), "{ran:?}");
    }
    let swapped = "error: the certificate comes first: grundy check c.cert good.nimseq\n";
    folder.run("check good.nimseq c.cert").check(2, "", swapped);
    let ran = run("explain E9999");
    assert_eq!((ran.exit, ran.stderr.contains("did you mean")), (Some(2), false));
    assert!(run("explain E301").stderr.contains("did you mean E0301?"));
}

#[test]
fn values_and_positions_are_computed() {
    let far = ["period", "n", "n+1", "--at", "n=10^15..10^15+1"];
    let ran = run(&far);
    assert_eq!((ran.exit, ran.stdout.lines().count()), (Some(0), 3), "{ran:?}");
    assert!(ran.stdout.contains("\n1000000000000001  2000000000000003 "), "{ran:?}");
    let expected = run("sequence 1 2 --from 1005 --count 24").stdout;
    let words = "sequence 1 2 --from '10^3 + 5' --count 2*2^4-8";
    run(words).check(0, &expected, "");
    for wrong in ["n==3", "n>=3", "n=3..=5", "n:3", "n in 3..5", "n=3.5", "n={3,5}"] {
        let ran = run(&["period", "n", "--at", wrong]);
        assert!(
            ran.exit == Some(2) && ran.stderr.contains("expected NAME=VALUES, for example n=5"),
            "{ran:?}"
        );
    }
    let ran = run("period n 2n n=3");
    let told = "error: `n=3` is not a move; the values of parameters are given by --at n=3\n";
    ran.check(2, "", told);
}

#[test]
fn what_is_meant_is_guessed_or_said() {
    assert_eq!(run("heaps {n}:9 {m}:9 --at n=3 --at m=4").exit, Some(0));
    assert_eq!(run("period 1 2 --values Grundy").exit, Some(0));
    // One mistake, one finding.
    let ran = run("infer '{ n 2n } n >= 5'");
    assert_eq!(ran.stderr.matches("error[").count(), 1, "{ran:?}");
}

#[test]
fn a_result_does_not_replace_what_is_read_or_another_result() {
    let folder = Folder::with("same", &[("good.nimseq", GOOD)]);
    for words in [
        &["theorem", "good.nimseq", "--certificate", "good.nimseq"][..],
        &["theorem", "good.nimseq", "-o", "./good.nimseq"],
        &["verify", "good.nimseq", "--certificate", "good.nimseq"],
        &["expand", "good.nimseq", "--at", "n=1", "-o", "good.nimseq"],
    ] {
        let ran = folder.run(words);
        assert!(ran.exit == Some(2) && ran.stderr.contains("is already read by this command"));
        assert_eq!(folder.read("good.nimseq"), GOOD);
    }
    let root = env!("CARGO_MANIFEST_DIR");
    for (shard, file) in [("1/2", "a.jsonl"), ("2/2", "b.jsonl")] {
        let words = ["census", "--max-move", "5", "--shard", shard, "-o", file];
        assert_eq!(folder.run(&words).exit, Some(0));
    }
    for (from, to) in
        [("petri/BatchLine-6-4-3.pnml", "net.pnml"), ("wolf/tree_primary.tsv", "tree.tsv")]
    {
        fs::copy(format!("{root}/descriptions/{from}"), folder.0.join(to)).expect("a copy");
    }
    for line in [
        "census merge a.jsonl b.jsonl -o b.jsonl",
        "petri convert net.pnml --to pipe -o ./net.pnml",
        "petri info net.pnml -o net.pnml",
        "muehle compare net.pnml -o net.pnml",
        "wolf repair tree.tsv -o tree.tsv",
        "wolf machine tree.tsv -o tree.tsv",
    ] {
        let words: Vec<_> = line.split(' ').collect();
        let read = folder.0.join(words[words.len() - 1]);
        let before = fs::read(&read).expect("a file");
        let ran = folder.run(&words);
        assert!(ran.exit == Some(2) && ran.stderr.contains("is already read by this command"));
        assert!(fs::read(&read).expect("a file") == before, "{line}");
    }
    for words in [
        &["infer", "n", "2n", "-o", "x", "--certificate", "./x"][..],
        &["period", "1", "2", "--checkpoint", "x", "--certificate", "x"],
    ] {
        let ran = folder.run(words);
        assert!(ran.exit == Some(2) && ran.stderr.contains("is already written by this command"));
        assert!(!folder.0.join("x").exists());
    }
    let words = "theorem good.nimseq -o /dev/null --certificate /dev/null";
    assert_eq!(folder.run(words).exit, Some(0));
}

#[test]
fn a_sieve_ends_with_the_time() {
    let words = "sequence primes --from 10^9 --count 5 --time-limit 0.2";
    let ran = run(words);
    assert!(ran.exit == Some(4) && ran.stderr.contains("time limit reached"), "{ran:?}");
}

/// A file counts once, by whatever names it is meant.
#[test]
fn a_file_that_is_named_twice_counts_once() {
    let folder = Folder::with("twice", &[("a.nimseq", GOOD), ("d/b.nimseq", GOOD)]);
    std::os::unix::fs::symlink("a.nimseq", folder.0.join("link.nimseq")).expect("a link");
    for (paths, count) in [
        ("a.nimseq ./a.nimseq d/../a.nimseq", 1),
        ("d d/b.nimseq", 1),
        ("d/b.nimseq d ./d", 1),
        ("a.nimseq link.nimseq", 1),
        ("a.nimseq d", 2),
    ] {
        let json = folder.run(&format!("verify --format json {paths}")).json();
        assert_eq!(json["summary"]["verified"], count, "{paths:?} {json}");
        assert_eq!(json["results"].as_array().map(Vec::len), Some(count), "{paths:?}");
    }
    let statements = "title = \"mine\"\nsource = \"me\"\n[[statement]]\nid = \"mine\"\nreference = \"here\"\n\
        status = \"conjecture\"\nwording = \"q = 0\"\ngames = \"{ a b }\"\nbound = \"max L <= 9\"\nq = 0\n";
    folder.write("a.statements", statements);
    let words = "family theorems a.statements ./a.statements --format json";
    assert_eq!(folder.run(words).json()["results"].as_array().map(Vec::len), Some(1));
}
