//! `grundy infer` for other rules, with starts and ranges of moves: every theorem is compared with games that
//! are computed by the plain rule, also far beyond those that it was read off from.

use crate::command::Folder;
use grundy_kernel::model::Value;
use grundy_sequence::{Game, Moves, Rule, oracle};
use serde_json::Value as Json;

/// The moves of the game n, as the forms a * n + b of a text say;
/// no sizes where one is below 1.
fn sizes(moves: &str, n: i64) -> Option<Vec<u64>> {
    let form = |text: &str| {
        let (a, b) = text.split_once('n').map_or(("0", text), |(a, b)| (a, b));
        let slope =
            if text.contains('n') && a.is_empty() { 1 } else { a.parse().expect("a slope") };
        let summand = if b.is_empty() { 0 } else { b.parse().expect("a summand") };
        slope * n + summand
    };
    let mut sizes = Vec::new();
    for one in moves.split_whitespace() {
        match one.split_once("..") {
            None => sizes.push(form(one)),
            Some((first, last)) => sizes.extend(form(first)..=form(last)),
        }
    }
    sizes.sort_unstable();
    sizes.dedup();
    let small = |size: i64| u64::try_from(size).ok().filter(|size| *size > 0);
    sizes.into_iter().map(small).collect()
}

/// What a theorem says of the game n.
fn said(json: &Json, what: &str, n: i64) -> i64 {
    let number = |text: &Json| text.as_str().and_then(|text| text.parse::<i64>().ok());
    let below = json["exceptions"].as_array().expect("games");
    if let Some(one) = below.iter().find(|one| number(&one["parameters"]["n"]) == Some(n)) {
        return number(&one[what]).expect("a computed game");
    }
    assert!(number(&json["from"]).expect("a number") <= n, "{n} {json}");
    let pieces = json[what].as_array().expect("pieces");
    let fits = |piece: &&Json| {
        let [modulus, residue] =
            ["modulus", "residue"].map(|it| piece[it].as_i64().expect("a class"));
        n.rem_euclid(modulus) == residue
    };
    let piece = pieces.iter().find(fits).expect("a piece");
    let mut sum = (0, 1);
    for coefficient in piece["coefficients"].as_array().expect("a polynomial").iter().rev() {
        let text = coefficient.as_str().expect("a number");
        let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
        let [top, bottom] = [top, bottom].map(|text| text.parse::<i64>().expect("small"));
        sum = (sum.0 * n * bottom + top * sum.1, sum.1 * bottom);
    }
    assert_eq!(sum.0 % sum.1, 0, "{n} {piece}");
    sum.0 / sum.1
}

/// Period and preperiod by the plain rule.
fn computed(sizes: &[u64], rule: Rule, start: Option<&str>) -> (i64, i64) {
    let Ok(moves) = Moves::new(sizes) else { return (1, 0) };
    let game = match start {
        None => Game::new(moves, rule),
        Some(word) => {
            let value = |letter| Value(u8::from(!"-_".contains(letter)));
            let word: Vec<_> = word.chars().map(value).collect();
            Game::with_start(moves, rule, &word)
        }
    };
    let cycle = oracle::cycle(&game.expect("a game"), 4000).expect("a short period");
    (cycle.period as i64, cycle.preperiod as i64)
}

/// A kind of input: the moves, the rule, the start.
const FAMILIES: [(&str, &str, Option<&str>); 29] = [
    ("n 2n", "lost odd", None),
    ("n n+1 2n+1", "lost odd", None),
    ("n 2n", "lost even", Some("-+")),
    ("n 2n 3n", "lost >= 2", None),
    ("n n+1 2n+1", "lost >= 2", None),
    ("n 2n+1", "lost >= 2", None),
    ("2 n", "lost >= 2", None),
    ("n 3n", "lost >= 2", Some("-+")),
    ("n n+1 2n+1", "lost == 1", None),
    ("n 2n", "won <= 0", None),
    ("n 3n", "won <= 0", None),
    ("n 2n", "won == 1", Some("+")),
    ("n 2n", "won == 1", Some("-+")),
    ("n 2n", "won odd", Some("+")),
    ("n n+1", "misere", None),
    ("2 3 n", "misere", None),
    ("2 n 2n+1", "misere", None),
    ("3 n", "misere", None),
    ("n 2n 5n+1", "misere", None),
    ("n 2n", "normal", Some("-")),
    ("n 2n+1", "normal", Some("--+")),
    ("n 2n", "mex", Some("_")),
    ("1..n", "normal", None),
    ("n..2n", "normal", None),
    ("n..3n 5n", "normal", None),
    ("1..n 2n+2", "misere", None),
    ("n-2..3 n", "normal", None),
    ("n..2n", "mex", None),
    ("n..3n 5n", "mex", None),
];

#[test]
fn theorems_agree_with_plain_computation() {
    let folder = Folder::new("infer-rules");
    for (moves, rule, start) in FAMILIES {
        let mut words = vec!["infer", moves, "--rule", rule, "--format", "json"];
        let option = start.map(|word| format!("--start={word}"));
        words.extend(option.as_deref());
        let found = folder.run(&words);
        assert_eq!(found.exit, Some(0), "{words:?} {found:?}");
        let json = found.json();
        let parsed: Rule = rule.parse().expect("a rule");
        let named = parsed.counts().then_some(rule);
        assert_eq!(json["rule"].as_str(), named, "{words:?}");
        assert_eq!(json["start"].as_str(), start, "{words:?}");
        for n in (1..=14).chain([23, 24, 25, 29]) {
            let Some(sizes) = sizes(moves, n) else { continue };
            if parsed == Rule::Mex && sizes.len() > 31 {
                continue;
            }
            let found = (said(&json, "period", n), said(&json, "preperiod", n));
            assert_eq!(found, computed(&sizes, parsed, start), "{words:?} {n}");
        }
    }
}

/// What is written can be proved again, with its certificate, and says what the command was told.
#[test]
fn descriptions_name_rule_and_start() {
    let folder = Folder::new("infer-rules-files");
    for (moves, options, lines) in [
        ("{ n 2n }", &["--values", "misere"][..], &["RULE misere"][..]),
        ("{ n..2n }", &["--values", "nim"], &["{ n..2n }"]),
        ("{ n 2n }", &["--rule", "parity", "--start", "+"], &["RULE won odd", "REPEAT + ENDREP"]),
        (
            "{ n 2n }",
            &["--start", "sink"],
            &["FROM_INFINITY_DOWN REPEAT - ENDREP", "heap of x + 1"],
        ),
        (
            "{ n 2n }",
            &["--rule", "won == 1", "--start=-+"],
            &["RULE won == 1", "REPEAT - + ENDREP"],
        ),
    ] {
        let files = ["-o", "x.nimseq", "--certificate", "x.cert", "-q", "--force"];
        let found = folder.run(&[&["infer", moves], options, &files].concat());
        assert_eq!((found.exit, found.stderr.as_str()), (Some(0), ""), "{moves} {options:?}");
        let text = folder.read("x.nimseq");
        for line in lines {
            assert!(text.contains(line), "{text}");
        }
        for words in [
            &["verify", "x.nimseq", "-q"][..],
            &["fmt", "--check", "x.nimseq"],
            &["check", "x.cert", "x.nimseq", "-q"],
        ] {
            let accepted = folder.run(words);
            assert_eq!(accepted.exit, Some(0), "{words:?} {accepted:?}\n{text}");
        }
        let theorem = folder.run("theorem x.nimseq -q");
        assert_eq!(theorem.exit, Some(0), "{theorem:?}");
    }
}

/// Traces are of normal play; misère play follows from them.
#[test]
fn misere_play_follows_from_traces() {
    let folder = Folder::new("infer-rules-trace");
    for moves in ["n n+1 2n+3", "2 3 n", "6n+2 15n+5 21n+6"] {
        let json = |values: &str| {
            let words = ["infer", moves, "--by", "trace", "--values", values, "--format", "json"];
            let found = folder.run(&words);
            assert_eq!(found.exit, Some(0), "{found:?}");
            found.json()
        };
        let (normal, misere) = (json("outcome"), json("misere"));
        assert_eq!(misere["values"], "misere");
        for n in 1..60 {
            let [one, other] =
                [&normal, &misere].map(|it| (said(it, "period", n), said(it, "preperiod", n)));
            let least = sizes(moves, n).expect("a game")[0] as i64;
            let later = if one.1 == 0 { 0 } else { one.1 + least };
            assert_eq!(other, (one.0, later), "{moves} {n}");
        }
    }
    let words = ["infer", "2 3 n", "--by", "trace", "--values", "misere"];
    let text = folder.run(&words);
    assert!(
        text.stdout.contains("misère play is normal play, shifted by the least move"),
        "{text:?}"
    );
    let refused = folder.run(&[&words[..], &["--certificate", "x.trace"]].concat());
    assert_eq!(refused.exit, Some(2), "{refused:?}");
}

/// Where there is no theorem it is said why, and what was not tried.
#[test]
fn what_is_not_found_is_said() {
    let folder = Folder::new("infer-rules-open");
    let grows = folder.run("infer '{ 1..n }' --values nim");
    assert_eq!(grows.exit, Some(4), "{grows:?}");
    let said = "the greatest Grundy values of the games 10, 11, 12 are 10, 11, 12: they grow";
    assert!(grows.stdout.contains(said), "{}", grows.stdout);
    let json = folder.run("infer '{ 1..n }' --values nim --format json");
    assert_eq!((json.exit, &json.json()["verdict"]), (Some(4), &"undecided".into()));
    // Periods under parity grow like powers of 2.
    let words = "infer '{ 1 n }' --rule parity --start + --work 20000";
    let open = folder.run(words);
    assert_eq!(open.exit, Some(4), "{open:?}");
    for skipped in ["tried: runs: 0 steps, skipped", "tried: domains: 0 words, skipped"] {
        assert!(open.stdout.contains(skipped), "{}", open.stdout);
    }
}

/// Drafts name rule and start, and are proved or refuted.
#[test]
fn drafts_name_rule_and_start() {
    let folder = Folder::new("new-rules");
    for (words, line) in [
        (&["{ n 2n }", "--rule", "lost odd"][..], "RULE lost odd\n"),
        (&["{ n 2n }", "--values", "misere"], "RULE misere\n"),
        (
            &["{ n 2n }", "--rule", "won odd", "--start", "+"],
            "FROM_INFINITY_DOWN REPEAT + ENDREP\n",
        ),
        (&["{ n..2n }", "--values", "nim"], "{ n..2n }\n"),
        (&["{ 1..n }"], "{ 1..n }\n"),
        (&["3 7 8", "--start", "sink"], "FROM_INFINITY_DOWN REPEAT - ENDREP\n"),
    ] {
        let output = ["-o", "x.nimseq", "--force"];
        let drafted = folder.run(&[&["new"], words, &output].concat());
        assert_eq!(drafted.exit, Some(0), "{words:?} {drafted:?}");
        let text = folder.read("x.nimseq");
        assert!(text.contains(line), "{text}");
        let proved = folder.run("verify x.nimseq -q");
        assert_eq!(proved.exit, Some(0), "{words:?} {proved:?}\n{text}");
    }
}

/// Games by other rules are counted.
#[test]
fn a_census_has_a_rule() {
    let folder = Folder::new("census-rules");
    for rule in ["misere", "lost odd", "won <= 0", "mex"] {
        let words =
            ["census", "--max-move", "5", "--rule", rule, "--all", "--format", "json", "-j", "1"];
        let found = folder.run(&words);
        assert_eq!(found.exit, Some(0), "{found:?}");
        let json = found.json();
        assert_eq!(json["census"]["rule"], rule);
        let games = json["games"].as_array().expect("games");
        assert_eq!(games.len(), 31);
        for game in games {
            let number =
                |text: &Json| text.as_str().and_then(|it| it.parse().ok()).expect("a number");
            let moves = game["moves"].as_array().expect("moves").iter();
            let sizes: Vec<u64> = moves.map(|size| number(size) as u64).collect();
            let found = (number(&game["period"]), number(&game["preperiod"]));
            assert_eq!(
                found,
                computed(&sizes, rule.parse().expect("a rule"), None),
                "{rule} {game}"
            );
        }
    }
    // Grundy values of games with any number of moves.
    let words = ["census", "--max-move", "40", "--moves", "40", "--values", "nim", "--all"];
    let many = folder.run(&[&words[..], &["--format", "json", "-j", "1"]].concat()).json();
    assert_eq!((&many["games"][0]["period"], &many["games"][1]), (&"41".into(), &Json::Null));
}
