//! Theorems in several parameters, compared with direct computation.

use super::{Games, Theorem, theorem};
use crate::infer::Options;
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
        conditions: conditions.into_iter().map(|it| it.constraint).collect(),
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
                assert_eq!(law.polynomial.at(&point).to_integer(), known.into(), "{point:?}");
                assert!(law.is_least);
            }
        }
    }
    counts
}

#[test]
#[ignore]
fn show() {
    let text = std::env::var("FAMILY").expect("a family");
    for rule in [Rule::Normal, Rule::Mex] {
        let time = std::time::Instant::now();
        let theorem = found(&text, rule);
        println!("{rule}: {:?} {:?}", time.elapsed(), theorem.parts);
        let names: Vec<_> = theorem.games.parameters.iter().map(char::to_string).collect();
        for (what, laws) in [("period", &theorem.period), ("preperiod", &theorem.preperiod)] {
            for law in laws {
                println!(
                    "{what} {} for {} {}",
                    law.formula(&names),
                    law.when(&names),
                    law.is_least
                );
            }
        }
        for open in &theorem.open {
            println!("open {} {:?} {}", open.conditions.when(&names), open.sample, open.reason);
        }
        println!("{:?}", compared(&theorem, 12));
    }
}
