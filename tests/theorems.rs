//! Published statements at small bounds, and wrong statements with their smallest counterexamples.

use grundy::limit::{Limit, Stop};
use grundy::model::Alphabet;
use grundy::sequence::{Cycle, Game, Moves, Rule, oracle};
use grundy::statement::{self, Basis, Body, Case, Cases, Compare, Failure, Statement, Verdict};
use std::process::Command;

fn part(id: &str, part: &str) -> &'static Statement {
    statement::find(id).find(|one| one.part == part).unwrap_or_else(|| panic!("{id}, {part}"))
}

fn body(statement: &Statement) -> (fn(u64) -> Cases, Compare) {
    match statement.body {
        Body::Games { at, compare } => (at, compare),
        Body::Positions(_) => panic!("{} is not about games", statement.id),
    }
}

/// The counterexample of a statement that is put together here: moves, quantity, claimed and
/// computed.
#[track_caller]
fn counterexample(
    at: fn(u64) -> Cases,
    compare: Compare,
    bound: u64,
) -> (Vec<u64>, &'static str, String, String) {
    let mutant = Box::leak(Box::new(Statement {
        id: "mutant",
        part: "",
        reference: "",
        status: statement::Status::Printed,
        wording: "",
        variable: "max L",
        default_bound: bound,
        body: Body::Games { at, compare },
    }));
    let checked = statement::check(mutant, bound, &Stop::default());
    assert_eq!(checked.undecided, None);
    let (case, failure) = checked.counterexample.expect("a counterexample");
    (case.expect("a game").sizes(), failure.quantity, failure.claimed, failure.computed)
}

/// The games of a statement in a wider range, compared with the statement as it is.
#[track_caller]
fn widened(id: &str, name: &str, at: fn(u64) -> Cases, bound: u64, expected: (&[u64], &str, &str)) {
    let (sizes, _, claimed, computed) = counterexample(at, body(part(id, name)).1, bound);
    assert_eq!((&sizes[..], claimed.as_str(), computed.as_str()), expected, "{id}, {name}");
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

/// All sets with this greatest move.
fn all_at(greatest: u64) -> Cases {
    let all = sets(greatest).into_iter().filter(move |sizes| sizes.last() == Some(&greatest));
    Box::new(all.filter_map(|sizes| Case::new(&sizes)))
}

#[test]
fn every_statement_at_a_small_bound() {
    let printed = [
        ("vermutung-6", "printed", "{ 2 6 10 }"),
        ("quadratic-family", "period, printed", "{ 9 32 61 70 }"),
        ("quadratic-family", "preperiod, printed", "{ 26 87 167 193 }"),
        ("quadratic-family", "preperiod, -519d", "{ 48 153 299 347 }"),
        ("pn-vs-nim", "up to three moves, preperiods", "{ 2 4 7 }"),
        ("hand-family", "nim, printed", "{ 5 8 14 18 }"),
        ("satz-24", "printed", "{ 2 3 }"),
        ("satz-27", "printed", "{ 1 3 4 }"),
        ("symmetric-four", "printed", "{ 2 3 4 6 }"),
    ];
    for one in statement::ALL {
        let bound = match one.variable {
            "position" => 20_000,
            "max L" => 18.min(one.default_bound),
            "n" => 8.min(one.default_bound),
            _ => 8,
        };
        let bound = if one.default_bound < 18 { bound.min(11) } else { bound };
        let checked = statement::check(one, bound, &Stop::default());
        let found = checked.counterexample.as_ref().and_then(|(case, _)| case.as_ref());
        let found = found.map(|case| case.moves.to_string());
        let expected = printed.iter().find(|(id, part, _)| (*id, *part) == (one.id, one.part));
        let (id, name) = (one.id, one.part);
        assert_eq!(found.as_deref(), expected.map(|(.., game)| *game), "{id}, {name}");
        assert_eq!(checked.undecided, None, "{id}, {name}");
        assert_eq!(one.status == statement::Status::Printed, expected.is_some(), "{id}, {name}");
        if expected.is_none() {
            assert_eq!(checked.verdict(), Verdict::Holds, "{id}, {name}");
        }
    }
}

#[test]
fn the_games_are_those_the_statements_speak_of() {
    let checked =
        |id, name, bound| statement::check(part(id, name), bound, &Stop::default()).checked;
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
    fn always_the_sum(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
        let [s1, s2] = case.array();
        let cycle = case.cycle(Rule::Normal, stop)?;
        Ok((cycle.period != s1 + s2).then(|| Failure {
            quantity: "period",
            claimed: (s1 + s2).to_string(),
            computed: cycle.period.to_string(),
            basis: Basis::Cycles(vec![(Rule::Normal, cycle)]),
        }))
    }
    let found = counterexample(body(part("satz-4", "")).0, always_the_sum, 20);
    let wrong = |one: &&Vec<u64>| {
        one.len() == 2 && plain(one, Rule::Normal).period != one.iter().sum::<u64>()
    };
    assert_eq!(Some(&found.0), sets(8).iter().find(wrong));
    assert_eq!(found, (vec![1, 3], "period", "4".to_owned(), "2".to_owned()));
}

#[test]
fn a_gap_too_wide() {
    fn wide(greatest: u64) -> Cases {
        Box::new(all_at(greatest).filter(|case| {
            let sizes = case.sizes();
            sizes.windows(2).all(|pair| pair[1] - pair[0] <= sizes[0] + 1)
        }))
    }
    let found = counterexample(wide, body(part("satz-17", "")).1, 10);
    let first = sets(8).into_iter().find(|one| {
        let cycle = plain(one, Rule::Normal);
        let claimed = Cycle { period: one[0] + one[one.len() - 1], preperiod: 0 };
        one.windows(2).all(|pair| pair[1] - pair[0] <= one[0] + 1) && cycle != claimed
    });
    assert_eq!(Some(found.0), first);
}

#[test]
fn without_symmetry() {
    let found = counterexample(all_at, body(part("satz-12", "period")).1, 10);
    let first = sets(8).into_iter().find(|one| {
        let Cycle { period, preperiod } = plain(one, Rule::Normal);
        let values = oracle::values(Alphabet::Outcome, one, period as usize);
        let wins = values.iter().rev().take_while(|value| value.0 == 1).count();
        preperiod != 0 || (wins as u64) < one[one.len() - 1]
    });
    assert_eq!(first, Some(vec![1, 3]));
    assert_eq!(Some(found.0), first);
    let symmetric = body(part("satz-12", "period")).1;
    let late = Case::new(&[2, 4, 7]).expect("moves");
    let failure = symmetric(&late, &Stop::default()).expect("no limit").expect("not symmetric");
    assert_eq!((failure.quantity, &failure.computed[..]), ("preperiod", "4"));
    let injective = body(part("satz-12", "bijection"));
    assert!(
        (1..=8)
            .flat_map(injective.0)
            .all(|case| { matches!((injective.1)(&case, &Stop::default()), Ok(None)) })
    );
}

#[test]
fn ranges_of_families() {
    fn obs_20(n: u64) -> Cases {
        let moves = [(2, 0), (1, 4), (3, 4), (7, 4), (2, 8)];
        Box::new(Case::of_family(n, &moves).into_iter())
    }
    widened("obs-20", "nim", obs_20, 3, (&[2, 5, 7, 10, 11], "12", "4"));
    fn satz_8(n: u64) -> Cases {
        Box::new(Case::of_family(n, &[(0, 2), (0, 5), (1, 6), (1, 8)]).into_iter())
    }
    widened("satz-8", "nim", satz_8, 3, (&[2, 5, 7, 9], "8", "0"));
    fn hand(n: u64) -> Cases {
        let case =
            if n < 4 { None } else { Case::of_family(n, &[(0, 1), (3, 1), (-1, 3), (3, 3)]) };
        Box::new(case.into_iter())
    }
    let (sizes, ..) = counterexample(hand, body(part("hand-family", "")).1, 6);
    assert_eq!(sizes, [4, 7, 11, 15]);
    assert_ne!(plain(&sizes, Rule::Normal), Cycle { period: 18, preperiod: 12 });
    // Another family than the one that is spoken of.
    fn shifted(n: u64) -> Cases {
        Box::new(Case::of_family(n, &[(0, 2), (0, 5), (1, 6), (2, 8)]).into_iter())
    }
    let (sizes, ..) = counterexample(shifted, body(part("satz-8", "")).1, 6);
    assert_eq!(sizes, [2, 5, 7, 10]);
}

#[test]
fn hypotheses_on_words() {
    // Without a common divisor is needed: for { 2 } there are four words, and F(4) = 3.
    let (sizes, quantity, ..) = counterexample(all_at, body(part("satz-26", "")).1, 6);
    assert_eq!((&sizes[..], quantity), (&[2][..], "words"));
    // Three moves are needed: { 1 2 } has 3 words, and 3^4 > 7^2.
    fn two_or_more(greatest: u64) -> Cases {
        Box::new(all_at(greatest).filter(|case| case.moves.sizes().len() >= 2))
    }
    widened("satz-27", "", two_or_more, 6, (&[1, 2], "N <= 7^(2/4)", "N = 3"));
}

#[test]
fn a_limit_is_no_success() {
    let stop = Stop::default();
    stop.request();
    for one in [part("satz-4", ""), part("infinite-examples", "squares")] {
        let checked = statement::check(one, 20_000, &stop);
        assert_eq!(checked.verdict(), Verdict::Undecided, "{}", one.id);
        assert_eq!(checked.undecided.map(|open| open.limit), Some(Limit::Stopped));
    }
    let nothing = statement::check(part("satz-22", "nim"), 4, &Stop::default());
    assert_eq!((nothing.verdict(), nothing.checked), (Verdict::Vacuous, 0));
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
    assert!(text.contains("1 of 1 hold up to their bounds, which proves none of them"), "{text}");
    let (code, text) = run(&["satz-24", "--bound", "8"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("smallest counterexample: { 2 3 }"), "{text}");
    assert!(text.contains("words computed: N = 6"), "{text}");
    assert_eq!(run(&["satz-22", "--bound", "4"]).0, Some(4), "one part is vacuous");
    assert_eq!(run(&["satz-4", "--time-limit", "0"]).0, Some(4));
    assert_eq!(run(&["satz-44"]).0, Some(2));
    assert_eq!(run(&["satz-4", "--bound", "0"]).0, Some(2));
    let (code, text) = run(&["--list"]);
    assert_eq!(code, Some(0));
    assert!(statement::ALL.iter().all(|one| text.contains(one.wording)), "{text}");
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
