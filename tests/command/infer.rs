//! `grundy infer`: theorems found, and what is said where none is.

use crate::command::Folder;
use serde_json::Value;
use std::fs;

/// The files that are written are accepted as they are.
#[test]
fn descriptions_and_certificates_are_accepted() {
    let folder = Folder::new("infer-files");
    for (moves, class) in [
        ("{ 2 4n+1 4n+3 4n+7 8n+2 }", "0 mod 1"),
        ("{ 2 3 n }", "0 mod 1"),
        ("{ n 2n }", "3 mod 7"),
        ("{ 3 n }", "1 mod 2"),
    ] {
        let found = folder.run(&[
            "infer",
            moves,
            "--class",
            class,
            "-o",
            "x.nimseq",
            "--certificate",
            "x.cert",
            "-q",
            "--force",
        ]);
        assert_eq!((found.exit, found.stderr.as_str()), (Some(0), ""), "{moves} {class}");
        let text = folder.read("x.nimseq");
        for words in [
            &["verify", "x.nimseq", "-q"][..],
            &["fmt", "--check", "x.nimseq"],
            &["check", "x.cert", "x.nimseq", "-q"],
        ] {
            let accepted = folder.run(words);
            assert_eq!(accepted.exit, Some(0), "{words:?} {accepted:?}\n{text}");
        }
        // The certificate is about this description.
        folder.write("y.nimseq", text.replacen(" >= ", " >= 1", 1));
        let other = folder.run("check x.cert y.nimseq");
        assert_ne!(other.exit, Some(0), "{other:?}");
    }
}

#[test]
fn theorems_are_told_for_programs() {
    let folder = Folder::new("infer-json");
    let found = folder.run("infer '{ n n+1 2n+3 }' --format json");
    assert_eq!(found.exit, Some(0));
    let json = found.json();
    assert_eq!(json["verdict"], "verified");
    assert_eq!(json["minimal"], true);
    assert_eq!(json["moves"], serde_json::json!(["n", "n+1", "2n+3"]));
    let [period] = json["period"].as_array().expect("pieces").as_slice() else { panic!("{json}") };
    assert_eq!(period["when"], "n >= 3");
    assert_eq!((&period["modulus"], &period["residue"]), (&1.into(), &0.into()));
    assert_eq!(period["coefficients"], serde_json::json!(["4", "3"]));
    assert_eq!(
        json["exceptions"],
        serde_json::json!([
            { "parameters": { "n": "1" }, "period": "3", "preperiod": "0", "least": true },
            { "parameters": { "n": "2" }, "period": "5", "preperiod": "0", "least": true }
        ])
    );
}

/// Parameters with values, and conditions.
#[test]
fn families_have_one_parameter_left() {
    let folder = Folder::new("infer-families");
    let found = folder.run("infer '{ m n+m }' --at m=3 -q");
    assert_eq!(found.exit, Some(0), "{found:?}");
    let same = folder.run("infer '{ 3 n+3 }' -q");
    assert_eq!(found.stdout, same.stdout);
    assert_eq!(folder.run("infer {3,n+3} -q").stdout, same.stdout);
    let swept = folder.run("infer 'k m n' --at k=2 --at m=2..3");
    assert!(swept.stdout.starts_with("{ 2 3 n }") && swept.exit == Some(0), "{}", swept.stdout);
    assert_eq!(swept.stderr, "left out: k = 2, m = 2: the move 2 is listed twice\n");
    let bounded = folder.run("infer 'n >= 2 { n n+1 2n+3 }'");
    assert!(bounded.stdout.contains("n = 2:") && !bounded.stdout.contains("n = 1:"));
}

/// Several values of parameters are several families, those that satisfy the conditions.
#[test]
fn families_for_several_values_are_told_one_after_the_other() {
    let folder = Folder::new("infer-several");
    let moves = "k >= 1 m >= k+1 n >= m+1 { k m n }";
    let words = [moves, "--at", "k=1..2", "--at", "m=2..3"];
    folder.run(&[&["infer"], &words[..], &["-q"]].concat()).check(
        0,
        "{ 1 2 n }\n\
         period     n + 1  for n mod 3 == 0\n           3  for n mod 3 in 1, 2\n\
         preperiod  0\n\
         outcomes of { 1 2 n }: v(x) = v(x+period) for all x >= preperiod, both least, for all n >= 3\n\n\
         { 1 3 n }\n\
         period     n + 3  for n mod 2 == 0\n           2  for n mod 2 == 1\n\
         preperiod  0\n\
         outcomes of { 1 3 n }: v(x) = v(x+period) for all x >= preperiod, both least, for all n >= 4\n\n\
         { 2 3 n }\n\
         period     n + 2  for n mod 5 in 0, 4\n           n + 3  for n mod 5 == 1\n           \
         5  for n mod 5 in 2, 3\n\
         preperiod  0\n\
         outcomes of { 2 3 n }: v(x) = v(x+period) for all x >= preperiod, both least, for all n >= 4\n\n\
         3 families: 3 verified\n",
        "",
    );
    let json = folder.run(&[&["infer"], &words[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["verdict"], "verified");
    let families = json["families"].as_array().expect("families");
    let at: Vec<_> = families.iter().map(|it| it["at"].clone()).collect();
    let expected = [("1", "2"), ("1", "3"), ("2", "3")];
    assert_eq!(at, expected.map(|(k, m)| serde_json::json!({ "k": k, "m": m })));
    for (family, (k, m)) in families.iter().zip(expected) {
        let alone = folder.run(&["infer", &format!("{{ {k} {m} n }}"), "--format", "json"]).json();
        assert_eq!(family["found"]["period"][0]["modulus"], alone["period"][0]["modulus"]);
        assert_eq!(family["found"]["moves"], alone["moves"]);
    }
    // One that is not decided decides for all.
    let stopped = folder.run(&[&["infer"], &words[..], &["--time-limit", "0"]].concat());
    assert_eq!(stopped.exit, Some(4), "{stopped:?}");
    assert!(stopped.stdout.ends_with("3 families: 0 verified\n"), "{}", stopped.stdout);
}

/// A certificate about a description that is not kept cannot be checked, which is said at once.
#[test]
fn what_a_certificate_is_about_is_asked_for() {
    let folder = Folder::new("infer-kept");
    let found = folder.run("infer '{ n 2n }' --by description --certificate x.cert -q");
    assert_eq!(found.exit, Some(0));
    assert!(
        found.stderr.contains("add --output FILE to write the description"),
        "{}",
        found.stderr
    );
    let alone = folder.run("check x.cert");
    assert_eq!(alone.exit, Some(2));
    assert!(alone.stderr.contains("x.cert is about a description"), "{}", alone.stderr);
    folder.write("notes.txt", "n >= 1\n");
    let none = folder.run("check notes.txt");
    assert_eq!(none.exit, Some(2));
    assert!(none.stderr.contains("notes.txt is not a certificate"), "{}", none.stderr);
}

/// When the time is over nothing is called proved, and no file is written.
#[test]
fn what_is_not_found_is_undecided() {
    let folder = Folder::new("infer-undecided");
    for format in ["text", "json"] {
        let found = folder.run(&[
            "infer",
            "{ 2n 5n 6n+1 8n+1 }",
            "--time-limit",
            "0",
            "-o",
            "x.nimseq",
            "--format",
            format,
        ]);
        assert_eq!(found.exit, Some(4), "{found:?}");
        assert!(found.stdout.contains("undecided") && !found.stdout.contains("verified"));
        assert!(found.stderr.contains("no file is written"), "{}", found.stderr);
    }
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 0);
}

/// Whenever the time is over, the exit code is that of the verdict, and what is not written is named.
#[test]
fn the_exit_code_is_that_of_the_document() {
    let folder = Folder::new("infer-agrees");
    let words = ["{ 2n 3n 7n+1 }", "--by", "description", "--format", "json", "-o", "x.nimseq"];
    let more = ["--certificate", "x.cert", "--time-limit"];
    for limit in ["0", "0.02", "0.05", "0.1", "0.2", "0.4", "0.8", "60"] {
        let found = folder.run(&[&["infer"], &words[..], &more, &[limit]].concat());
        let json = found.json();
        let exit = if json["verdict"] == "verified" { 0 } else { 4 };
        assert_eq!(found.exit, Some(exit), "{found:?}");
        let is_there = ["x.nimseq", "x.cert"].iter().all(|it| folder.0.join(it).exists());
        assert_eq!(is_there, exit == 0, "{found:?}");
        assert_eq!(json.get("missing").is_none(), is_there, "{found:?}");
        for name in ["x.nimseq", "x.cert"] {
            let _ = fs::remove_file(folder.0.join(name));
        }
    }
}

/// With `--stats` the time is reported, for people and for programs, and nothing else is different.
#[test]
fn the_time_is_told_where_it_is_asked_for() {
    let folder = Folder::new("infer-time");
    let is_time = |text: &str| text.parse::<f64>().is_ok_and(|time| time < 60.0);
    for words in [&["{ n n+1 2n+3 }"][..], &["{ n n+1 2n+3 }", "--by", "trace"]] {
        let without = folder.run(&[&["infer"][..], words].concat());
        let timed = folder.run(&[&["infer"], words, &["--stats"]].concat());
        let last = timed.stdout.strip_prefix(&without.stdout).expect("the same before");
        let time = last.strip_prefix("time: ").and_then(|it| it.strip_suffix(" s\n"));
        assert!(time.is_some_and(is_time), "{last}");
        let json = |more: &[&str]| {
            folder.run(&[&["infer"], words, &["--format", "json"], more].concat()).json()
        };
        assert_eq!(json(&[]).get("seconds"), None);
        assert!(json(&["--stats"])["seconds"].as_str().is_some_and(is_time));
    }
    let several = folder.run("infer '{ a n }' --at a=2..3 --stats");
    assert_eq!(several.stdout.matches("\ntime: ").count(), 2, "{several:?}");
}

/// Proofs by trace are about all games, and the games below are computed; their certificates are
/// accepted, and what follows from them is reported.
#[test]
fn theorems_by_trace_are_about_all_games() {
    let folder = Folder::new("infer-trace");
    let words = ["{ n n+1 2n+3 }", "--by", "trace", "--certificate", "x.trace"];
    let found = folder.run(&[&["infer"][..], &words].concat());
    found.check(
        0,
        "period     3n + 4\n\
         preperiod  0\n\
         outcomes of { n n+1 2n+3 }: v(x) = v(x+period) for all x >= preperiod, both least, for all n >= 3\n\
         n = 1: period 3, preperiod 0\n\
         n = 2: period 5, preperiod 0\n\
         proved by trace for n >= 3; smaller n computed directly\n",
        "",
    );
    let checked = folder.run("check x.trace --format json");
    assert_eq!((checked.exit, &checked.json()["accepted"]), (Some(0), &true.into()));
    let json = folder.run(&[&["infer"], &words[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["moves"], serde_json::json!(["n", "n+1", "2n+3"]));
    assert_eq!((&json["verdict"], &json["from"]), (&"verified".into(), &"3".into()));
    assert_eq!(json["exceptions"].as_array().map(Vec::len), Some(2));
}

/// Without a hint: where no description of all games is found soon, a proof by trace is.
#[test]
fn a_proof_by_trace_is_found_without_asking_for_it() {
    let folder = Folder::new("infer-auto");
    let words = ["{ 6n+2 15n+5 21n+6 }"];
    let found = folder.run(&[&["infer"], &words[..], &["--certificate", "x.trace", "-q"]].concat());
    found.check(
        0,
        "period     27n + 8\npreperiod  174n^2 + 98n + 15\n\
         outcomes of { 6n+2 15n+5 21n+6 }: v(x) = v(x+period) for all x >= preperiod, both least, for all n >= 2\n\
         n = 0: period 11, preperiod 0\nn = 1: period 7, preperiod 287\n",
        "",
    );
    assert_eq!(folder.run("check x.trace -q").exit, Some(0));
    // A description is not looked for by trace.
    let words = [&words[..], &["-o", "x.nimseq", "--time-limit", "0"]].concat();
    let described = folder.run(&[&["infer"][..], &words].concat());
    assert_eq!(described.exit, Some(4), "{described:?}");
    assert!(!described.stdout.contains("by trace"), "{}", described.stdout);
}

/// Games below a theorem that are not computed, and numbers that are not known to be least, are
/// undecided, whatever showed the rest.
#[test]
fn what_is_known_in_part_is_undecided() {
    let folder = Folder::new("infer-part");
    let words = ["{ 7 4n 4n+3 }", "--by", "trace", "--class", "4 mod 7"];
    let found = folder.run(&[&["infer"][..], &words].concat());
    assert_eq!(found.exit, Some(4), "{found:?}");
    assert!(found.stdout.contains("(not known to be least)"), "{}", found.stdout);
    let json = folder.run(&[&["infer"], &words[..], &["--format", "json"]].concat()).json();
    assert_eq!((&json["verdict"], &json["minimal"]), (&"undecided".into(), &false.into()));
}

/// Every game has its period: by a law, or in the list of those below.
#[test]
fn no_game_is_left_out() {
    let folder = Folder::new("infer-below");
    for words in [&["{ 1 4 n }"][..], &["{ 2 n 2n+1 }"], &["{ 2 3 n }", "--by", "trace"]] {
        let found = folder.run(&[&["infer"], words, &["--format", "json"]].concat());
        assert_eq!(found.exit, Some(0), "{words:?}");
        let json = found.json();
        let from: i64 = json["from"].as_str().and_then(|it| it.parse().ok()).expect("a number");
        let below = json["exceptions"].as_array().expect("games");
        let parameter = |it: &Value| it["parameters"]["n"].as_str().expect("a number").to_owned();
        let below: Vec<_> = below.iter().map(parameter).collect();
        let all: Vec<_> = (1..from).map(|n| n.to_string()).collect();
        assert_eq!(below, all, "{words:?}");
    }
}

/// A paper has the same cases as a person, and the games below; what is not proved is a comment.
#[test]
fn theorems_for_papers_have_their_exceptions() {
    let folder = Folder::new("infer-latex");
    let found = folder.run("infer '{ 5 n }' --format latex");
    let text = "\\begin{theorem}\n\
                For $n \\ge 2$ the outcomes of the subtraction game $\\{5, n\\}$ have the least period\n\
                \\[\\begin{cases}\n  \
                n + 5 & \\text{if } n \\equiv 0, 1, 2, 3, 4, 6, 7, 8, 9 \\pmod{10} \\\\\n  \
                10 & \\text{if } n \\equiv 5 \\pmod{10}\n\
                \\end{cases}\\]\nand the least preperiod\n$0$.\n\
                For $n = 1$ the period is $2$ and the preperiod $0$.\n\\end{theorem}\n";
    let cited = format!("% to cite the program: {}\n", grundy::CITATION);
    found.check(0, &format!("{text}{cited}"), "");
    // A number that is perhaps not the least one is not called so, and the class is named.
    let words = ["{ 7 4n 4n+3 }", "--by", "trace", "--class", "4 mod 7", "--format", "latex"];
    let found = folder.run(&[&["infer"][..], &words].concat());
    let head = "For $n \\ge 12,\\ n \\equiv 4 \\pmod{7}$ the outcomes of the subtraction game \
                $\\{7, 4n, 4n+3\\}$ have the period\n$8n + 3$\nand the least preperiod\n";
    assert!(found.exit == Some(4) && found.stdout.contains(head), "{found:?}");
    // Of a preperiod that is not known nothing is said.
    let words = ["{ 1 2n 3n }", "--by", "trace", "--work", "30000", "--class", "1 mod 2"];
    let found = folder.run(&[&["infer"], &words[..], &["--format", "latex"]].concat());
    assert!(found.stdout.contains(" have the least period\n$5n$.\nFor $n = 1$"), "{found:?}");
    let open = folder.run("infer '{ 2n 3n 7n+1 }' --work 1 --format latex");
    assert!(!open.stdout.contains("theorem") && open.stdout.starts_with("% undecided"), "{open:?}");
    let several = folder.run("infer '{ k n }' --at k=1..2 --format latex");
    assert_eq!(several.stdout.matches("\\begin{theorem}").count(), 2, "{several:?}");
    assert!(several.stdout.ends_with(&format!("\\end{{theorem}}\n{cited}")), "{several:?}");
}

/// Less is said of how a theorem was found, not of the games that it is not about.
#[test]
fn a_quiet_theorem_has_all_its_exceptions() {
    let folder = Folder::new("infer-quiet");
    let words = ["{ 1 2n 3n }", "--by", "trace", "--work", "30000"];
    let count = |more: &[&str]| {
        let found = folder.run(&[&["infer"], &words[..], more].concat());
        assert_eq!(found.exit, Some(4), "{found:?}");
        found.stdout.lines().filter(|line| line.starts_with("n = ")).count()
    };
    let json = folder.run(&[&["infer"], &words[..], &["--format", "json"]].concat()).json();
    let others = count(&["--verbose"]);
    assert!(others > 20 && json["exceptions"].as_array().is_some_and(|it| it.len() >= others));
    assert_eq!([count(&["--quiet"]), count(&[])], [others, 20]);
}

/// Moves with 2^n are those of a family for some of its parameters, and every output says for which.
#[test]
fn moves_may_have_powers() {
    let folder = Folder::new("infer-powers");
    let words = "infer '{ 3 5 2^n+1 }'";
    let text = folder.run(words).stdout;
    assert!(text.starts_with("period     2\npreperiod  2*2^n - 5\n"), "{text}");
    assert!(
        text.contains("for all n >= 3\nn = 0: period 7, preperiod 0\nn = 1: period 8"),
        "{text}"
    );
    let quiet = folder.run(&format!("{words} -q")).stdout;
    assert!(quiet.contains("for all n >= 3\nn = 0: period 7"), "{quiet}");
    let latex = folder.run(&format!("{words} --format latex")).stdout;
    for part in ["For $n \\ge 3$", "$2 \\cdot 2^n - 5$", "For $n = 1$ the period is $8$"] {
        assert!(latex.contains(part), "{latex}");
    }
    let json: Value =
        serde_json::from_str(&folder.run(&format!("{words} --format json")).stdout).expect("JSON");
    let law = &json["preperiod"][0];
    assert_eq!((&law["formula"], &law["when"]), (&"2*2^n - 5".into(), &"n >= 3".into()));
    assert!(law["coefficients"].is_null() && json["exceptions"][2]["parameters"]["n"] == "2");
    // The description is about all numbers in place of the power.
    let files = folder.run(&format!("{words} -o x.nimseq --certificate x.cert"));
    assert_eq!(files.exit, Some(0), "{files:?}");
    let description = folder.read("x.nimseq");
    assert!(description.starts_with("# For m = 2^n.\n") && description.contains("{ 3 5 m+1 }"));
    assert_eq!(folder.run("check x.cert x.nimseq").exit, Some(0));
    folder.write("x.nimseq", description.replace("{ 3 5 m+1 }", "{ 3 5 m+2 }"));
    assert_eq!(folder.run("check x.cert x.nimseq").exit, Some(1));
    assert_eq!(folder.run("verify x.nimseq").exit, Some(1));
    // One game, and several families.
    let one = folder.run("period '{ 3 5 2^n+1 }' --at n=10").stdout;
    assert!(one.starts_with("period     2\npreperiod  2043\n"), "{one}");
    let several = folder.run("infer 'a >= 1 n >= a { a 4 2^n }' --at a=2..3 -q").stdout;
    assert!(several.contains("2^n + 4  for n mod 3 in 0, 1") && several.contains("n >= 3"));
}
