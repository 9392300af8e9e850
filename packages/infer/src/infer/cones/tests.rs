//! Theorems in several parameters, compared with direct computation.

use super::{Games, Theorem, theorem};
use crate::infer::{Options, Start};
use crate::lang;
use crate::model::Rule;
use crate::sequence::cycle;

fn games(text: &str) -> Games {
    let (list, conditions) = lang::family(text).expect("a family");
    Games {
        parameters: list
            .parameters
            .iter()
            .map(|name| name.chars().next().expect("a name"))
            .collect(),
        moves: list.moves,
        conditions: conditions.into_iter().map(|condition| condition.constraint).collect(),
        start: None,
    }
}

fn found(text: &str, rule: Rule) -> Theorem {
    theorem(&games(text), &Options { rule, ..Options::default() })
}

/// Compares what is said about the parameters of a box with direct computation, and returns the number of games about
/// which something is said, and of those that are open.
fn compared(theorem: &Theorem, most: i64) -> [usize; 2] {
    let (base, stop) = (theorem.games.set(), Default::default());
    let points = (1..=most).flat_map(|a| (1..=4 * most).map(move |b| [a.into(), b.into()]));
    let mut counts = [0; 2];
    for point in points.filter(|point| base.contains(point)) {
        let said = [&theorem.period, &theorem.preperiod]
            .map(|laws| laws.iter().filter(|law| law.contains(&point)).collect::<Vec<_>>());
        let is_open = theorem.open.iter().any(|open| open.conditions.contains(&point));
        assert!(is_open || said.iter().all(|laws| !laws.is_empty()), "{point:?}");
        counts[usize::from(is_open)] += 1;
        let game = theorem.games.game(&point, theorem.rule).expect("a game").expect("moves");
        let known = cycle(&game, 1 << 20, &stop).expect("a cycle");
        for (laws, known) in said.into_iter().zip([known.period, known.preperiod]) {
            for law in laws {
                assert_eq!(law.at(&point).to_integer(), known.into(), "{point:?}");
                assert!(law.is_least);
            }
        }
        let pieces = theorem.pieces.iter().filter(|piece| piece[0].contains(&point));
        for [period, preperiod] in pieces {
            let said = [period, preperiod].map(|law| law.at(&point).to_integer());
            assert_eq!(said, [known.period, known.preperiod].map(Into::into), "{point:?}");
        }
    }
    counts
}

/// What is said in one region, and what in lines and games beside it.
#[test]
fn theorems_are_those_of_the_literature() {
    for (text, rule, period) in [
        ("a >= 1 b >= a+1 b <= 2a { a b a+b }", Rule::Normal, &["2a + b"][..]),
        ("a >= 1 b >= a+1 b <= 2a { a b a+b }", Rule::Mex, &["2a + b"]),
        ("a >= 1 b >= 19a b <= 20a { a b a+b }", Rule::Mex, &["20a + b"]),
        ("a >= 2 b >= 2a+1 b <= 3a-1 { a b a+b }", Rule::Mex, &["(-2a^2 + 3a b)/gcd(a, b)"]),
        ("a >= 1 b >= a { a..b }", Rule::Normal, &["a + b"]),
        ("a >= 1 b >= a b <= 3a { a..b a+b }", Rule::Mex, &["2a + b"]),
        ("a >= 1 b >= a+1 b <= 3a { a b }", Rule::Mex, &["a + b", "2a"]),
        ("a >= 1 b >= a+1 b <= 4a { 2a 2b a+b }", Rule::Normal, &["2a + 2b"]),
        ("a >= 1 b >= a b <= 2a-1 { a b 2b }", Rule::Normal, &["3b"]),
        ("a >= 3 b >= a+1 m >= 1 n >= 1 a == 2m+1 b == 2n+1 { 1 a b }", Rule::Normal, &["2"]),
        ("m >= 1 a == 2m b >= a+1 b <= 2a { a b }", Rule::Normal, &["2m + b"]),
        ("n >= 1 n <= 3 { n }", Rule::Normal, &["2", "4", "6"]),
    ] {
        let theorem = found(text, rule);
        let names: Vec<_> = theorem.games.parameters.iter().map(char::to_string).collect();
        let formulas: Vec<_> = theorem.period.iter().map(|law| law.formula(&names)).collect();
        assert!(theorem.open.is_empty(), "{text}: {:?}", theorem.open);
        assert_eq!(formulas, period, "{text}");
    }
}

/// The preperiods of these games are products.
#[test]
fn what_is_open_is_said() {
    let theorem = found("a >= 2 b >= 2a+1 b <= 3a-1 { a b a+b+1 }", Rule::Normal);
    let open: Vec<_> = theorem
        .open
        .iter()
        .map(|open| open.conditions.when(&["a", "b"].map(str::to_owned)))
        .collect();
    assert_eq!(open, ["b >= 2a + 2 and b <= 3a - 2"]);
}

/// Games one by one are no theorem: the first ones are computed, and the others are open.
#[test]
fn few_games_are_computed_one_by_one() {
    let theorem = found("a >= 1 a <= 20 b >= 1 b <= 20 { 1 a b }", Rule::Normal);
    assert_eq!(theorem.parts, [0, 0, 240]);
    let last = theorem.open.last().expect("open games");
    assert_eq!(last.reason, super::search::TOO_MANY_GAMES);
    assert_eq!(compared(&theorem, 20), [240, 160]);
}

#[test]
fn what_is_said_is_what_is_computed() {
    for (text, open) in [
        ("a >= 1 b >= a+1 b <= 9a { a b }", 0),
        ("a >= 1 b >= 1 b <= 6a { a a+1 b }", 20),
        ("a >= 1 b >= 1 a <= 7b b <= 7a { a b 2b }", 0),
        ("a >= 2 a <= 4 b >= a { a b }", 0),
        ("a >= 1 b >= a+1 b <= 7a { a b a+b }", 0),
        ("a >= 1 b >= a b <= 4a { a 2b a+2b }", 0),
        ("a >= 2 b >= a+1 b <= 2a { 1 a b }", 0),
    ] {
        for rule in [Rule::Normal, Rule::Mex] {
            let theorem = found(text, rule);
            let [said, left] = compared(&theorem, 9);
            assert!(said > 30 && left <= open, "{text} {rule}: {said} {left}");
        }
    }
}

/// Where no words are found inside, the faces are families with one parameter.
#[test]
fn faces_of_open_sets_are_solved() {
    for rule in [Rule::Normal, Rule::Mex] {
        let theorem = found("a >= 2 b >= a+1 b <= 3a-1 { a b a+b+1 }", rule);
        assert!(theorem.parts[0] == 0 && theorem.parts[1] > 0, "{rule}: {:?}", theorem.parts);
        let [said, open] = compared(&theorem, 12);
        assert!(said >= 11 && open > said, "{rule}: {said} {open}");
        assert!(theorem.description(&Options::default()).is_none());
    }
}

/// What does not depend on a remainder is said without it.
#[test]
fn remainders_that_do_not_count_are_left_out() {
    let theorem = found("n >= 1 a == 2n+1 b >= a+1 { 1 a b }", Rule::Normal);
    let names = ["n", "a", "b"].map(str::to_owned);
    let written =
        |law: &crate::theorem::Law| format!("{} for {}", law.formula(&names), law.when(&names));
    let range = "n >= 1 and a == 2n + 1 and b >= a + 1";
    let period: Vec<_> = theorem.period.iter().map(written).collect();
    assert_eq!(
        period,
        [
            format!("2n + b + 1 for {range} and b mod 2 == 0"),
            format!("2 for {range} and b mod 2 == 1")
        ]
    );
    assert_eq!(
        theorem.preperiod.iter().map(written).collect::<Vec<_>>(),
        [format!("0 for {range}")]
    );
    assert_eq!(theorem.pieces.len(), 2);
}

/// In the sink convention.
#[test]
fn the_start_counts() {
    let mut asked = games("a >= 1 b >= a+1 b <= 5a { a b a+b }");
    asked.start = Some(Start::sink());
    for rule in [Rule::Normal, Rule::Mex] {
        let theorem = theorem(&asked, &Options { rule, ..Options::default() });
        assert!(theorem.open.is_empty(), "{rule}: {:?}", theorem.open);
        assert!(compared(&theorem, 9)[0] > 30);
    }
}

/// After a stop nothing is said, and everything is open.
#[test]
fn a_stop_leaves_everything_open() {
    let options = Options::default();
    options.stop.request();
    let theorem = theorem(&games("a >= 1 b >= a+1 b <= 2a { a b a+b }"), &options);
    assert!(theorem.period.is_empty() && theorem.open.len() == 1);
    assert!(theorem.description(&options).is_none());
}

/// The description of all games is one text, with the cases that differ.
#[test]
fn all_games_have_one_description() {
    for (text, has) in [
        ("a >= 1 b >= a+1 b <= 5a { a b }", "IF 2a >= b THEN"),
        ("a >= 1 b >= a+1 b <= 3a { a a+1 b }", "FI"),
        ("a >= 1 b >= a-3 b <= 2a-7 { 2a-7 b a+b }", "b <= 2a-7"),
        // Remainders are distinguished.
        ("a >= 2 b >= a+1 b <= 2a { 1 a b }", "m == a-2k"),
        ("n >= 1 a == 2n+1 b >= a+1 { 1 a b }", "IF"),
    ] {
        let options = Options::default();
        let theorem = found(text, Rule::Normal);
        let description = theorem
            .description(&options)
            .unwrap_or_else(|| panic!("{text}: {:?} {:?}", theorem.parts, theorem.open))
            .expect("a proof");
        assert!(description.contains(has), "{description}");
    }
    let open = found("a >= 1 b >= a+1 { a b }", Rule::Normal);
    assert!(open.description(&Options::default()).is_none());
}
