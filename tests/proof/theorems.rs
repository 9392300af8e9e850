//! Published statements at small bounds, and wrong statements with their smallest counterexamples.

use grundy_kernel::model::Alphabet;
use grundy_language::diagnostic::Code;
use grundy_language::limit::{CancellationToken, Limit};
use grundy_published::statement::{self, BoundedVerdict, Collection, Statement};
use grundy_sequence::{Cycle, Game, Moves, Rule, oracle};
use std::process::Command;

fn part(id: &str, part: &str) -> &'static Statement {
    statement::find(id).find(|one| one.part == part).unwrap_or_else(|| panic!("{id}, {part}"))
}

const TEXT: &str = include_str!("../../descriptions/families/published.statements");

/// The text of one published statement.
fn text(id: &str, part: &str) -> &'static str {
    let name = format!("id = \"{id}\"\n");
    let part =
        if part.is_empty() { "reference".to_owned() } else { format!("part = \"{part}\"\n") };
    let mut all = TEXT.split("[[statement]]\n").skip(1);
    let found = all.find(|one| one.strip_prefix(&name[..]).is_some_and(|it| it.starts_with(&part)));
    found.expect("a statement").split("\n# What claims nothing").next().unwrap_or_default()
}

fn read(statement: &str) -> Collection {
    let head = "title = \"mutants\"\nsource = \"nobody\"\n[[statement]]\n";
    statement::read(&format!("{head}{statement}"))
        .unwrap_or_else(|why| panic!("{statement}: {why:?}"))
}

/// A published statement with other text in one place.
#[track_caller]
fn mutant(id: &str, part: &str, from: &str, to: &str) -> String {
    let text = text(id, part);
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    text.replace(from, to)
}

/// The counterexample of a statement: moves, quantity, claimed and computed.
#[track_caller]
fn counterexample(statement: &str, bound: u64) -> (Vec<u64>, String, String, String) {
    let all = read(statement);
    let checked = statement::check(&all.statements[0], bound, &CancellationToken::default());
    assert_eq!(checked.undecided, None);
    let (case, failure) = checked.counterexample.unwrap_or_else(|| panic!("holds: {statement}"));
    let sizes = case.expect("a game").sizes();
    (sizes, failure.quantity, failure.claimed, failure.computed)
}

/// A statement in a wider range.
#[track_caller]
fn widened(mutant: &str, bound: u64, expected: (&[u64], &str, &str)) {
    let (sizes, _, claimed, computed) = counterexample(mutant, bound);
    assert_eq!((&sizes[..], claimed.as_str(), computed.as_str()), expected, "{mutant}");
}

fn plain(sizes: &[u64], rule: Rule) -> Cycle {
    let game = Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
    oracle::cycle(&game, 4000).expect("a short cycle")
}

/// All sets in the order of the statements, the plain way.
fn sets(bound: u64) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = (1..1_u64 << bound)
        .map(|bits| (1..=bound).filter(|size| bits >> (size - 1) & 1 == 1).collect())
        .collect();
    all.sort_by(|one, other| (one.last(), one).cmp(&(other.last(), other)));
    all
}

#[test]
fn every_statement_at_a_small_bound() {
    let printed = [
        ("vermutung-6", "printed", "{ 2 6 10 }"),
        ("quotient", "family 1, printed", "{ 48 97 102 }"),
        ("quotient", "family 3, printed", "{ 39 98 138 }"),
        ("quotient", "family 4, printed", "{ 41 102 142 }"),
        ("quotient", "family 5, printed", "{ 39 97 135 }"),
        ("quotient", "family 6, printed", "{ 41 103 145 }"),
        ("quotient", "family 7, printed", "{ 62 155 216 }"),
        ("quotient", "family 8, printed", "{ 62 154 215 }"),
        ("quadratic-family", "period, printed", "{ 46 155 295 341 }"),
        ("quadratic-family", "preperiod, printed", "{ 26 87 167 193 }"),
        ("quadratic-family", "preperiod, -519d", "{ 48 153 299 347 }"),
        ("pn-vs-nim", "up to three moves, preperiods", "{ 2 4 7 }"),
        ("hand-family", "nim, printed", "{ 5 8 14 18 }"),
        ("satz-24", "printed", "{ 2 3 }"),
        ("satz-27", "printed", "{ 1 3 4 }"),
        ("symmetric-four", "printed", "{ 2 3 4 6 }"),
        ("misere", "printed", "{ 1 2 }"),
    ];
    for one in &statement::published().statements {
        let bound = match &one.variable[..] {
            "position" => 20_000,
            "max L" => 18.min(one.default_bound),
            _ if one.status == statement::Status::Printed => one.default_bound,
            _ => 8.min(one.default_bound),
        };
        let bound = if one.default_bound < 18 { bound.min(11) } else { bound };
        let checked = statement::check(one, bound, &CancellationToken::default());
        let found = checked.counterexample.as_ref().and_then(|(case, _)| case.as_ref());
        let found = found.map(|case| case.moves.to_string());
        let expected =
            printed.iter().find(|(id, part, _)| (*id, *part) == (&one.id[..], &one.part[..]));
        let (id, name) = (&one.id, &one.part);
        assert_eq!(found.as_deref(), expected.map(|(.., game)| *game), "{id}, {name}");
        assert_eq!(checked.undecided, None, "{id}, {name}");
        assert_eq!(one.status == statement::Status::Printed, expected.is_some(), "{id}, {name}");
        if expected.is_none() {
            assert_eq!(checked.verdict(), BoundedVerdict::Holds, "{id}, {name}");
        }
    }
}

#[test]
fn the_games_are_those_the_statements_speak_of() {
    let checked = |id, name, bound| {
        statement::check(part(id, name), bound, &CancellationToken::default()).checked
    };
    assert_eq!(checked("satz-4", "", 20), 190);
    assert_eq!(checked("vermutung-6", "corrected", 20), 1140 - 90);
    assert_eq!(checked("satz-12", "bijection", 9), 511);
    let sets = sets(11);
    let count = |wanted: fn(&[u64]) -> bool| sets.iter().filter(|one| wanted(one)).count() as u64;
    let gaps = |one: &[u64]| one.windows(2).all(|pair| pair[1] - pair[0] <= one[0]);
    assert_eq!(checked("satz-17", "", 11), count(gaps));
    let symmetric = |one: &[u64]| {
        let (last, rest) = one.split_last().expect("a move");
        rest.iter().all(|size| rest.contains(&(last - size)))
    };
    assert_eq!(checked("satz-12", "period", 11), count(symmetric));
}

#[test]
fn a_wrong_period_of_two_moves() {
    let cases = "[{ if = \"(a + b) mod 2a == 0\", is = \"2a\" }, { is = \"a + b\" }]";
    let found = counterexample(&mutant("satz-4", "", cases, "\"a + b\""), 20);
    let wrong = |one: &&Vec<u64>| {
        one.len() == 2 && plain(one, Rule::Normal).period != one.iter().sum::<u64>()
    };
    assert_eq!(Some(&found.0), sets(8).iter().find(wrong));
    let expected = (vec![1, 3], "period".to_owned(), "4".to_owned(), "2".to_owned());
    assert_eq!(found, expected);
}

#[test]
fn a_gap_too_wide() {
    let found = counterexample(&mutant("satz-17", "", "g <= a", "g <= a + 1"), 10);
    let first = sets(8).into_iter().find(|one| {
        let cycle = plain(one, Rule::Normal);
        let claimed = Cycle { period: one[0] + one[one.len() - 1], preperiod: 0 };
        one.windows(2).all(|pair| pair[1] - pair[0] <= one[0] + 1) && cycle != claimed
    });
    assert_eq!(Some(found.0), first);
}

#[test]
fn without_symmetry() {
    let all = mutant("satz-12", "period", "\"symmetric\"", "\"all\"");
    let found = counterexample(&all, 10);
    let first = sets(8).into_iter().find(|one| {
        let Cycle { period, preperiod } = plain(one, Rule::Normal);
        let values = oracle::values(Alphabet::Outcome, one, period as usize);
        let wins = values.iter().rev().take_while(|value| value.0 == 1).count();
        preperiod != 0 || (wins as u64) < one[one.len() - 1]
    });
    assert_eq!(first, Some(vec![1, 3]));
    assert_eq!(Some(found.0), first);
    let late = all.replace("q = 0", "where = \"k == 3 and a == 2 and b == 4 and M == 7\"\nq = 0");
    let late = late.replace("games = \"all\"", "games = \"all\"\nk = \"3\"");
    let (sizes, quantity, _, computed) = counterexample(&late, 7);
    assert_eq!((&sizes[..], &quantity[..], &computed[..]), (&[2, 4, 7][..], "preperiod", "4"));
    let injective = part("satz-12", "bijection");
    let checked = statement::check(injective, 8, &CancellationToken::default());
    assert_eq!((checked.verdict(), checked.checked), (BoundedVerdict::Holds, 255));
}

#[test]
fn ranges_of_families() {
    let from =
        |id, part, range, to: &str| mutant(id, part, &format!("\"{range}\""), &format!("\"{to}\""));
    widened(&from("obs-20", "nim", "2..", "1.."), 3, (&[2, 5, 7, 10, 11], "12", "4"));
    widened(&from("satz-8", "nim", "2..", "1.."), 3, (&[2, 5, 7, 9], "8", "0"));
    let (sizes, ..) = counterexample(&from("hand-family", "", "5..", "4.."), 6);
    assert_eq!(sizes, [4, 7, 11, 15]);
    assert_ne!(plain(&sizes, Rule::Normal), Cycle { period: 18, preperiod: 12 });
    // Another family than the one that is spoken of.
    let shifted =
        mutant("satz-8", "", "{ 2n 5n 6n+1 8n+1 }\"\nrange", "{ 2n 5n 6n+1 8n+2 }\"\nrange");
    let (sizes, ..) = counterexample(&shifted, 6);
    assert_eq!(sizes, [2, 5, 7, 10]);
}

#[test]
fn hypotheses_on_words() {
    // Without a common divisor is needed: for { 2 } there are four words, and F(4) = 3.
    let all = mutant("satz-26", "", "where = \"s >= 1\"\n", "");
    let (sizes, quantity, ..) = counterexample(&all, 6);
    assert_eq!((&sizes[..], &quantity[..]), (&[2][..], "words"));
    // Three moves are needed: { 1 2 } has 3 words, and 3^4 > 7^2.
    let two = mutant("satz-27", "", "\"symmetric\"\nk = \"3..\"", "\"all\"\nk = \"2..\"");
    widened(&two, 6, (&[1, 2], "N <= 7^(2/4)", "N = 3"));
}

/// Numbers and signs in formulas and conditions of statements that hold are changed, and the result
/// is refuted with its smallest counterexample.
#[test]
fn changed_statements_are_refuted() {
    for (id, part, from, to, sizes) in [
        ("one-move", "", "p = \"2m\"", "p = \"m + 1\"", &[2][..]),
        ("one-move", "", "x < m", "x <= m", &[1]),
        ("satz-4", "", "x < p - a", "x < p", &[1, 2]),
        ("satz-5", "", "2b - r", "2b + r", &[1, 3, 4]),
        ("satz-5", "losing positions", "floor(2x/", "floor(x/", &[1, 2, 3]),
        ("satz-17", "", "x < a", "x > a", &[1]),
        ("shifted-start", "", "late = \"M\"", "late = \"M + 1\"", &[1]),
        ("shifted-start", "", "late = \"M\"", "late = \"M - 1\"", &[1]),
        ("satz-12", "bijection", "i == s", "i != s", &[1]),
        ("satz-28", "", "s == 0", "s == 1", &[1]),
        ("pn-vs-nim", "first symmetric", "is = \"2p\"", "is = \"3p\"", &[2, 3, 6, 9, 10, 12]),
        ("pn-vs-nim", "first with four moves", "b == 6", "b == 7", &[4, 6, 11, 14]),
        ("symmetric-four", "maximum", "<= 15^(1/6)\"", "<= 14^(1/6)\"", &[1, 3, 5, 6]),
        ("quadratic-family", "period, corrected", "- 212d^3", "+ 212d^3", &[9, 32, 61, 70]),
        ("sillke-koschnick", "S2, period", "n - 1, d(d + 1)", "n - 1, d(d + 2)", &[2, 8, 185, 193]),
        ("sillke-koschnick", "S1, period", "(2d - 3)(d + 1)", "(2d - 5)(d + 1)", &[2, 8, 55, 63]),
        ("multiples", "", "p == g*r", "p == 2r", &[3]),
        ("multiples", "", "q == g*s", "q == s", &[4, 8, 14]),
        ("great-areas", "", "b <= 2a", "b <= 3a", &[3, 7, 8]),
        ("great-areas", "", ">= b - a", ">= b - a - 1", &[2, 4, 7]),
        ("pn-vs-nim", "first symmetric with five moves", "\"48\"", "\"24\"", &[2, 5, 10, 13, 15]),
        ("symmetric-four", "closed form", "- 1\"", "+ 1\"", &[1, 2, 3, 4]),
        ("symmetric-five", "s1 = 1, odd s2", "p < 2M", "p < 2M - 1", &[1, 3, 5, 7, 8]),
        (
            "symmetric-five",
            "s1 = 1, odd s2",
            "{ 1 2b+1 2b+d+1 4b+d+1 4b+d+2 }",
            "{ 1 2b 2b+d 4b+d-1 4b+d }",
            &[1, 4, 7, 10, 11],
        ),
        ("symmetric-five", "s1 = 1, s2 < 8", "1..3", "1..4", &[1, 8, 31, 38, 39]),
    ] {
        let bound = match (id, part) {
            ("multiples", _) | (_, "first with four moves") => 14,
            (_, "first symmetric with five moves") => 15,
            (_, "s1 = 1, s2 < 8") => 45,
            _ => 12,
        };
        let found = counterexample(&mutant(id, part, from, to), bound);
        assert_eq!(found.0, sizes, "{id}, {part}: {from} -> {to}: {found:?}");
    }
}

#[test]
fn what_is_wrong_in_a_file_is_shown_with_its_place() {
    let head = "title = \"a\"\nsource = \"b\"\n[[statement]]\n";
    for (from, to, code, place) in [
        ("status = \"proved\"", "status = \"true\"", Code::UnknownKey, "\"true\""),
        ("lost =", "lsot =", Code::UnknownKey, "lsot"),
        ("max L <= 120", "max L < 120", Code::UnknownRange, "\"max L < 120\""),
        ("is = \"2a\"", "is = \"2a2\"", Code::UnreadableFormula, "2"),
        ("x < p - a", "x < p - z", Code::UnknownLetter, "z"),
        ("{ a b }", "{ a 2b }", Code::UnreadableMoves, "\"{ a 2b }\""),
        ("{ a b }", "some", Code::UnreadableMoves, "some"),
        ("q = 0", "q = 0\nlet.r = \"r + 1\"", Code::UnknownLetter, "\"r + 1\""),
        ("q = 0", "q = 0\nlet.r = { computed = \"beauty\" }", Code::UnknownKey, "\"beauty\""),
    ] {
        let source = format!("{head}{}", mutant("satz-4", "", from, to));
        let wrong = statement::read(&source).expect_err(to);
        let label = &wrong[0].labels[0];
        assert_eq!((wrong[0].code, &source[label.span.range()]), (code, place), "{to}: {wrong:?}");
    }
}

#[test]
fn a_file_of_ones_own() {
    let path = std::env::temp_dir().join(format!("grundy-{}.statements", std::process::id()));
    let source = "title = \"mine\"\nsource = \"me\"\n[[statement]]\nid = \"mine\"\n\
        reference = \"here\"\nstatus = \"conjecture\"\nwording = \"{ a b }: p = a+b\"\n\
        games = \"{ a b }\"\nwhere = \"a < b\"\nbound = \"max L <= 9\"\np = \"a + b\"\n";
    std::fs::write(&path, source).expect("a file");
    let (code, text) = run(&[path.to_str().expect("a path")]);
    assert_eq!(code, Some(1));
    assert!(text.contains("smallest counterexample: { 1 3 }\n    period claimed:  4"), "{text}");
    assert_eq!(run(&[path.to_str().expect("a path"), "satz-4"]).0, Some(2));
    std::fs::write(&path, source.replace("games", "game")).expect("a file");
    assert_eq!(run(&[path.to_str().expect("a path")]).0, Some(3));
    std::fs::remove_file(&path).expect("the file");
}

/// The moves of a game are different, whatever the letters in them stand for: other values give no game.
#[test]
fn equal_moves_are_no_game() {
    let head =
        "id = \"mine\"\nreference = \"here\"\nstatus = \"conjecture\"\nwording = \"p > 0\"\n";
    let claim = "claim = { is = \"p > 0\", about = \"p\" }\n";
    for (games, count) in [
        // All pairs of different numbers up to 6.
        ("games = \"{ a b }\"\nbound = \"max L <= 6\"\n", 30),
        // n = 1 gives 2 twice, and n = 2 gives 3 twice.
        ("games = \"{ n+1 2n 3 }\"\nrange = { n = \"1..\" }\nbound = \"n <= 6\"\n", 4),
        ("games = \"{ n d }\"\nrange = { n = \"1..\", d = \"1..\" }\nbound = \"n+d <= 4\"\n", 4),
        ("games = \"{ n d }\"\nrange = { n = \"1..1\", d = \"1..1\" }\nbound = \"n+d <= 4\"\n", 0),
    ] {
        let all = read(&format!("{head}{games}{claim}"));
        let bound = all.statements[0].default_bound;
        let checked = statement::check(&all.statements[0], bound, &CancellationToken::default());
        let verdict = if count == 0 { BoundedVerdict::Vacuous } else { BoundedVerdict::Holds };
        assert_eq!((checked.checked, checked.verdict()), (count, verdict), "{games}");
    }
    // What is not an integer, or below 1, is a mistake of the statement.
    let wrong = "games = \"{ n n-2 }\"\nrange = { n = \"1..\" }\nbound = \"n <= 6\"\n";
    let all = read(&format!("{head}{wrong}{claim}"));
    let checked = statement::check(&all.statements[0], 6, &CancellationToken::default());
    assert_eq!(checked.verdict(), BoundedVerdict::Refuted);
}

#[test]
fn a_limit_is_no_success() {
    let stop = CancellationToken::default();
    stop.request();
    for one in [part("satz-4", ""), part("infinite-examples", "squares")] {
        let checked = statement::check(one, 20_000, &stop);
        assert_eq!(checked.verdict(), BoundedVerdict::Undecided, "{}", one.id);
        assert_eq!(checked.undecided.map(|open| open.limit), Some(Limit::STOPPED));
    }
    let nothing = statement::check(part("satz-22", "nim"), 4, &CancellationToken::default());
    assert_eq!((nothing.verdict(), nothing.checked), (BoundedVerdict::Vacuous, 0));
}

/// Exit code and standard output.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["family", "theorems"])
        .args(arguments)
        .output()
        .expect("the program starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn the_command() {
    let (code, text) = run(&["satz-4", "--bound", "20"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("holds    max L <= 20    190"), "{text}");
    assert!(text.contains("1 of 1 hold up to their bounds (this does not prove them)"), "{text}");
    let (code, text) = run(&["satz-24", "--bound", "8"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("smallest counterexample: { 2 3 }"), "{text}");
    assert!(text.contains("words computed: N = 6"), "{text}");
    assert_eq!(run(&["satz-22", "--bound", "4"]).0, Some(4), "one part is vacuous");
    assert_eq!(run(&["satz-4", "--time-limit", "0"]).0, Some(4));
    assert_eq!(run(&["satz-44"]).0, Some(2));
    assert_eq!(run(&["satz-4", "--bound", "0"]).0, Some(2));
    let empty = std::env::temp_dir().join(format!("grundy-{}.statements", std::process::id()));
    std::fs::write(&empty, "title = \"none\"\nsource = \"none\"\nstatement = []\n").unwrap();
    let (code, _) = run(&[empty.to_str().unwrap()]);
    std::fs::remove_file(&empty).unwrap();
    assert_eq!(code, Some(4), "nothing is claimed");
    let (code, text) = run(&["--list"]);
    assert_eq!(code, Some(0));
    assert!(
        statement::published().statements.iter().all(|one| text.contains(&one.wording)),
        "{text}"
    );
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let json = |threads| run(&["vermutung-6", "--bound", "20", "--format", "json", "-j", threads]);
    let (code, text) = json("1");
    assert_eq!((code, &text), (json("3").0, &json("3").1));
    assert_eq!(code, Some(1));
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let [corrected, printed] = [&value["results"][0], &value["results"][1]];
    assert_eq!(corrected["verdict"], "verified");
    assert_eq!(corrected["proved"], false);
    assert_eq!(corrected["bound"]["value"], "20");
    assert_eq!(corrected["checked"], "1050");
    assert_eq!(printed["verdict"], "refuted");
    assert_eq!(printed["counterexample"]["moves"], serde_json::json!(["2", "6", "10"]));
    assert_eq!(printed["counterexample"]["replay"][0], "grundy period 2 6 10");
    assert_eq!(value["summary"]["refuted"], 1);
}
