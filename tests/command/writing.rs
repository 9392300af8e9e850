//! From a game to a description and from a wrong one to its repair, as a user types it.

use crate::command::{Folder, Ran, grundy};
use std::fs;
use std::process::Command;

/// The same with a file of the folder as its standard input.
fn run_with(folder: &Folder, words: &[&str], input: &str) -> Ran {
    let file = fs::File::open(folder.0.join(input)).expect("a file");
    Ran::from(grundy(words, &folder.0).stdin(file).output().expect("grundy runs"))
}

#[test]
fn runs_of_a_family_stand_in_columns() {
    let folder = Folder::new("runs");
    let words = "sequence '{ n 2n+1 }' --values nim --words --at n=2..4";
    folder.run(words).check(
        0,
        "n = 2  _2 A2 _ B      A _2 A2 _ B      A _2 A2 _ B ...\n\
         n = 3  _3 A3 _ B2     A _3 A3 _ B2     A _3 A3 _ ...\n\
         n = 4  _4 A4 _ B3     A _4 A4 _ B3     A _4 A4 _ ...\n\
         words  _n An _ B(n-1) A _n An _ B(n-1) A _n An _ ... (seen, not proved)\n",
        "",
    );
}

#[test]
fn moves_come_in_any_order_and_with_commas() {
    let folder = Folder::new("order");
    let right = folder.run("sequence 3 7 8 --count 30");
    assert_eq!(right.exit, Some(0));
    for moves in [&["8", "3", "7"][..], &["7,3,8"], &["7,", "3", "8"], &["{8,3,7}"]] {
        let words = [&["sequence"], moves, &["--count", "30"]].concat();
        folder.run(&words).check(0, &right.stdout, "");
    }
    folder.run("period 7 3 7").check(2, "", "error: the move 7 is listed twice\n");
}

#[test]
fn a_range_gives_a_line_for_each_value() {
    let folder = Folder::new("range");
    let table = folder.run("period '{ n 2n }' --values nim --at n=9..10");
    table.check(0, " n  period  preperiod\n 9      27          0\n10      30          0\n", "");
    let words = "period '{ n 2n }' --at n=9..10 --values nim --format json";
    let json = folder.run(words).json();
    assert_eq!(json["results"][1]["parameters"]["n"], "10");
    assert_eq!(json["results"][1]["period"], "30");
    let limited = ["period", "21 103 214 235", "{ n }"];
    assert_eq!(folder.run(&limited).exit, Some(2));
    folder.write("x.nimseq", "n >= 2 { n } REPEAT _n An ENDREP");
    let words = "expand x.nimseq --count 6 --at n=2..3";
    folder.run(words).check(0, "n = 2  __AA__\nn = 3  ___AAA\n", "");
    let out_of_range = folder.run("expand x.nimseq --count 6 --at n=1..3");
    assert_eq!(out_of_range.exit, Some(2), "{out_of_range:?}");
    let both = ["period", "{ n }", "--at", "n=1..2", "--checkpoint", "c"];
    folder.run(&both).check(
        2,
        "",
        "error: --checkpoint takes one game, not a range of parameters\n",
    );
    let undecided = ["period", "{ n 2n+1 }", "--at", "n=90..91", "--limit-positions", "100"];
    assert_eq!(folder.run(&undecided).exit, Some(4));
    let one = folder.run("plot sequence '{ n }' --at n=1..2 --width 9 -o x.svg");
    assert!(one.exit == Some(2) && one.stderr.contains("only one game is allowed"), "{one:?}");
}

#[test]
fn runs_are_data_for_programs() {
    let folder = Folder::new("data");
    let words = "sequence,{ n },--values,nim,--words,--at,n=1..3,--count,12,--format,json";
    let json = folder.run(&words.split(',').collect::<Vec<_>>()).json();
    assert_eq!(json["results"][2]["parameters"]["n"], "3");
    assert_eq!(json.get("rows"), None, "the same twice");
    let run = serde_json::json!({ "value": "A", "length": "3" });
    assert_eq!(json["results"][2]["runs"][1], run);
    assert_eq!(json["words"][1], serde_json::json!({ "value": "A", "length": "n" }));
    assert_eq!(json["words_from_row"], 0);
}

#[test]
fn a_draft_is_proved_or_says_what_is_missing() {
    let folder = Folder::new("draft");
    let new = ["new", "{ n n+1 2n+3 }", "--values", "nim", "-o", "x.nimseq"];
    folder.run(&new).check(
        0,
        "",
        "a guess from n = 4..6, which does not fit n = 1..3; to prove or refute it: grundy verify x.nimseq\n",
    );
    folder.run(&[&new[..], &["-q"]].concat()).check(0, "", "");
    assert_eq!(folder.run("verify x.nimseq").exit, Some(0));
    let text = folder.read("x.nimseq");
    assert!(text.starts_with("n >= 4\n{ n n+1 2n+3 }\n# Games with other runs"), "{text}");
    // Where no loop shows there is no draft, and no file.
    let open = folder.run("new '{ 1 n }' -o open.nimseq");
    let seen = "# No loop shows in these games of { 1 n }:\n# n = 2  - ";
    assert!(open.exit == Some(4) && open.stdout.starts_with(seen), "{open:?}");
    let note = "no loop shows in n = 2..7, so open.nimseq was not written\n";
    assert_eq!((open.stderr.as_str(), folder.0.join("open.nimseq").exists()), (note, false));
    let json = folder.run("new '{ 1 n }' --format json").json();
    assert_eq!((json.get("draft"), &json["verdict"]), (None, &"undecided".into()));
    let two = folder.run("new '{ n m }'");
    two.check(2, "", "error: choose the games with --at n=1..4 --at m=1..4\n");
    let misere = folder.run("new '{ n }' --values misere");
    assert!(misere.stdout.starts_with("RULE misere\nn >= 1\n{ n }\n"), "{misere:?}");
}

/// Success is silent only if you ask for it.
#[test]
fn a_file_that_is_written_is_named() {
    let folder = Folder::new("wrote");
    for (line, said) in [
        ("plot sequence 3 7 8 -o x.svg", "wrote x.svg\n"),
        ("map three 20 -o map.png", "wrote map.png\n"),
        ("completions bash -o script", "wrote script\n"),
        ("man petri graph -o page", "wrote page\n"),
        ("fmt x.nimseq y.nimseq", "formatted 1 of 2 files\n"),
    ] {
        folder.write("y.nimseq", "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n");
        folder.write("x.nimseq", "n >= 1\n{ n }\nREPEAT\n_n An\nENDREP\n");
        assert_eq!(folder.run(line).stderr, said, "{line}");
        folder.write("x.nimseq", "n >= 1\n{ n }\nREPEAT\n_n An\nENDREP\n");
        assert_eq!(folder.run(&format!("{line} -q")).stderr, "", "{line}");
    }
    let pages = folder.run("man --all -o pages").stderr;
    assert!(pages.starts_with("wrote ") && pages.ends_with(" pages to pages\n"), "{pages}");
}

#[test]
fn a_repair_is_written_only_if_it_is_proved() {
    let folder = Folder::new("fix");
    let wrong = "# Kept.\nn >= 1\n{ n 2n }\nREPEAT _n An B(n+1) ENDREP\n";
    folder.write("x.nimseq", wrong);
    let seen = folder.run("verify x.nimseq");
    assert!(
        seen.stdout.contains("would be right for n = 1..10: `Bn` instead of `B(n+1)` at 4:14"),
        "{seen:?}"
    );
    assert_eq!(folder.read("x.nimseq"), wrong);
    let fixed = folder.run("verify --fix x.nimseq");
    assert_eq!(fixed.exit, Some(0), "the text as it is now is verified");
    let told = "changed    x.nimseq:4:14: `B(n+1)` -> `Bn` (E0301); \
                proved, and it changes what the text claims\nverified ";
    assert!(fixed.stdout.starts_with(told), "{fixed:?}");
    let right = wrong.replace("B(n+1)", "Bn");
    assert_eq!(folder.read("x.nimseq"), right);
    assert_eq!(folder.run("verify x.nimseq").exit, Some(0));

    // With An for A(n+1) it is right for the first parameters, and wrong for n > 40.
    let far = "n >= 1\n{ n }\nREPEAT\n_n\nIF n <= 40 THEN A(n+1) ELSE _n FI\nENDREP\n";
    folder.write("far.nimseq", far);
    let tried = folder.run("verify far.nimseq");
    assert!(tried.stdout.contains("would be right for n = 1..10: `An` instead"), "{tried:?}");
    let two = "n >= 1\n{ n 2n }\nREPEAT _n _n _n ENDREP\n";
    folder.write("two.nimseq", two);
    for (name, text) in [("two.nimseq", two), ("far.nimseq", far)] {
        let ran = folder.run(&["verify", "--fix", name]);
        assert!(ran.stdout.contains("  no automatic repair: "), "{ran:?}");
        assert_eq!(folder.read(name), text);
    }
    let json = folder.run("verify two.nimseq --fix --format json").json();
    assert_eq!(json["results"][0]["around"]["repair"], "none");
    assert_eq!(json["results"][0]["around"]["tried"][0]["verdict"], "refuted");
}

/// All that is proposed, and nothing the second time.
#[test]
fn every_proposed_change_is_applied() {
    let folder = Folder::new("fix-all");
    let right = "n >= 1\n{ n 2n }\nREPEAT _n An Bn ENDREP\n";
    for (text, words) in [
        ("n>=1\n{ n, 2n }\nREPAET _n, An 2n endrep\n", &["fixed"][..]),
        ("n ≥ 1\n{ n 2*n }\nrepeat 0^n An Bn ENDREP\n", &["fixed"]),
        ("n>=1\n{ n 2n }\nREPEAT _n An B(n+1) endrep\n", &["fixed", "changed"]),
        ("n <= 9\n{ n, 2n }\nREPEAT _n An Bn ENDREP\n", &["fixed", "guessed"]),
        ("n >= 1\n{n;2n}\nREPEAT _n An Bn\n", &["fixed", "guessed"]),
    ] {
        folder.write("x.nimseq", text);
        let wrong = folder.run("verify x.nimseq");
        assert!(wrong.exit != Some(0));
        let shown = folder.run("verify --diff x.nimseq");
        assert_eq!(shown.exit, Some(1), "{shown:?}");
        assert_eq!(folder.read("x.nimseq"), text);
        let piped = run_with(&folder, &["verify", "--diff", "-"], "x.nimseq");
        assert_eq!(piped.stdout, shown.stdout.replace("x.nimseq", "-"));
        // The patch is all that is written, and does what --fix does.
        folder.write("x.patch", &shown.stdout);
        let git = Command::new("git").args(["apply", "x.patch"]).current_dir(&folder.0).output();
        assert!(git.as_ref().expect("git runs").status.success(), "{git:?}");
        let applied = folder.read("x.nimseq");
        folder.write("x.nimseq", text);

        let fixed = folder.run("verify --fix x.nimseq");
        assert_eq!(fixed.exit, Some(0), "{text}{fixed:?}");
        let mut told: Vec<_> =
            fixed.stdout.lines().filter_map(|line| line.split_once(' ')).map(|it| it.0).collect();
        told.dedup();
        assert_eq!(told, [words, &["verified"]].concat(), "{fixed:?}");
        let now = folder.read("x.nimseq");
        assert_eq!(applied, now);
        folder.run("verify --diff x.nimseq").check(0, "", "");
        let again = folder.run("verify --fix x.nimseq");
        assert!(again.exit == Some(0) && again.stdout.starts_with("verified"), "{again:?}");
        assert_eq!(folder.read("x.nimseq"), now);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&now.replace("n <= 9", "")), words(right), "{text}");
    }
}

/// Whoever sees only failures or lines for programs sees all the same that a text says something else.
#[test]
fn a_change_of_the_meaning_is_never_silent() {
    let folder = Folder::new("fix-told");
    let text = "n>=1\n{ n 2n }\nREPEAT _n An B(n+1) ENDREP\n";
    for more in [&["--quiet"][..], &["--format", "concise"], &["--format", "sarif"]] {
        folder.write("x.nimseq", text);
        let ran = folder.run(&[&["verify", "--fix", "x.nimseq"], more].concat());
        assert_eq!(ran.exit, Some(0), "{ran:?}");
        let told = ran.stdout + &ran.stderr;
        assert!(told.contains("changed    x.nimseq:3:14: ") && !told.contains("fixed "), "{told}");
    }
    folder.write("x.nimseq", text);
    let json = folder.run("verify --fix x.nimseq --format json").json();
    assert_eq!(json["results"][0]["verdict"], "verified");
    let meanings =
        [&json["fixed"][0]["fixes"][0]["meaning"], &json["fixed"][0]["fixes"][1]["meaning"]];
    assert_eq!(meanings, ["kept", "changed"]);
    assert_eq!(json["fixed"][0]["fixes"][1]["edits"][0]["text"], "Bn");
}

#[test]
fn standard_input_is_not_fixed() {
    let folder = Folder::new("fix-stdin");
    folder.write("x.nimseq", "n>=1 { n } REPEAT _n An ENDREP\n");
    let ran = run_with(&folder, &["verify", "--fix", "-"], "x.nimseq");
    ran.check(
        2,
        "",
        "error: --fix takes files, not standard input; use --diff for standard input\n",
    );
}

#[test]
fn both_sequences_can_be_replayed() {
    let folder = Folder::new("replay");
    folder.write("x.nimseq", "m >= 2 n >= m\n{ n 2n+1 }\nREPEAT _n An Bm ENDREP\n");
    let json = folder.run("verify x.nimseq --format json").json();
    let replay = &json["results"][0]["around"]["replay"];
    let last = |command: &str| {
        let words: Vec<String> = command
            .split('\'')
            .enumerate()
            .flat_map(|(index, part)| match index % 2 {
                1 => vec![part.to_owned()],
                _ => part.split_whitespace().map(str::to_owned).collect(),
            })
            .collect();
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let ran = folder.run(&words);
        assert_eq!(ran.exit, Some(0), "{command}: {ran:?}");
        ran.stdout.trim_end().chars().last().map(String::from)
    };
    let found = &json["results"][0]["findings"][0]["counterexample"];
    for side in ["claimed", "computed"] {
        let shown = last(replay[side].as_str().expect("a command"));
        assert_eq!(shown.as_deref(), found[side].as_str(), "{side}");
    }
}

#[test]
fn twenty_findings_are_shown_unless_all_are_asked_for() {
    let folder = Folder::new("twenty");
    folder.write("x.nimseq", format!("n >= 1 {{ n }} REPEAT _n\n{}ENDREP", "An?\n".repeat(33)));
    let count = |words: &[&str]| folder.run(words).stdout.matches("\nerror[E0112]: ").count();
    let few = folder.run("verify x.nimseq");
    assert_eq!(count(&["verify", "x.nimseq"]), 20);
    assert!(few.stdout.contains("13 more findings not shown; --verbose shows all"), "{few:?}");
    assert_eq!(count(&["verify", "x.nimseq", "--verbose"]), 33);
    let json = folder.run("verify x.nimseq --format json").json();
    assert_eq!(json["results"][0]["findings"].as_array().map(Vec::len), Some(33));
}

#[test]
fn edits_are_data_for_programs() {
    let folder = Folder::new("edits");
    folder.write("x.nimseq", "\u{feff}n >= 1 {n, 2n}\nREPEAT _n An Bn ENDREP\n");
    let json = folder.run("verify x.nimseq --format json").json();
    let edits = serde_json::json!([
        { "line": 1, "column": 8, "end_line": 1, "end_column": 15, "text": "{ n 2n }" }
    ]);
    assert_eq!(json["results"][0]["findings"][0]["edits"], edits);
}

#[test]
fn help_shows_the_formats_that_a_command_has() {
    let folder = Folder::new("formats");
    for (command, formats) in [
        (&["verify"][..], "text, json, jsonl, concise, github, junit, sarif"),
        (&["theorem"], "text, json, latex"),
        (&["petri", "graph"], "text, json, dot"),
        (&["census"], "text, json, csv, jsonl"),
        (&["census", "merge"], "text, json, csv, jsonl"),
    ] {
        let help = folder.run(&[command, &["-h"]].concat()).stdout;
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, common) = help.split_once("Common options:").expect("a group");
        let (_, known) = common.split_once("[possible values: ").expect("the formats");
        let known = known.split(']').next().unwrap_or_default();
        let known: Vec<_> = known.split_whitespace().collect();
        assert_eq!(known.join(" "), formats, "{help}");
        assert!(common.contains("--output"), "{help}");
    }
    let wrong = folder.run("theorem x.nimseq --format csv");
    assert_eq!(wrong.exit, Some(2), "{wrong:?}");
}

#[test]
fn commands_of_groups_have_manual_pages() {
    let folder = Folder::new("pages");
    let page = folder.run("man petri graph");
    assert!(page.exit == Some(0) && page.stdout.contains("limit\\-markings"), "{page:?}");
    let none = folder.run("man petri nonsense");
    none.check(2, "", "error: unknown command petri nonsense\n");
}
