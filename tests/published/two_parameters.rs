//! The families of T. Sillke and J. Koschnick with four moves and two parameters.

use crate::support::cycle;
use crate::table;
use grundy_language::limit::CancellationToken;
use grundy_published::statement::{self, BoundedVerdict};
use grundy_sequence::Cycle;
use rayon::prelude::*;

const TABLE: &str = include_str!("two_parameters.tsv");

/// The moves of a game, and its period.
fn rows() -> Vec<([u64; 4], u64)> {
    let of_row = |[family, d, periods]: [&'static str; 3]| {
        let d: u64 = d.parse().expect("d");
        let third = match family {
            "S1" => 10 * d + 17,
            "S2" => 20 * d + 12,
            _ => panic!("no family: {family}"),
        };
        let row = |(n, period)| ([n, 4 * n, third * n + 1, (third + 4) * n + 1], period);
        (1..).zip(table::numbers(periods)).map(row).collect::<Vec<_>>()
    };
    table::rows(TABLE).flat_map(of_row).collect()
}

/// Compares the periods from `from` on and below `to`.
fn check(from: u64, to: u64, count: usize) {
    let rows: Vec<_> = rows().into_iter().filter(|(_, it)| (from..to).contains(it)).collect();
    assert_eq!(rows.len(), count);
    rows.par_iter().with_max_len(1).for_each(|(moves, period)| {
        assert_eq!(cycle(moves), Cycle { period: *period, preperiod: 0 }, "{moves:?}");
    });
}

#[test]
fn periods_below_two_million() {
    check(0, 2_000_000, 47);
}

#[test]
#[ignore = "long periods; .ci/run does it"]
fn longer_periods() {
    check(2_000_000, u64::MAX, 37);
}

/// Where the two parameters are odd, the polynomial for S1 is no multiple of the period but for some games with n = 1.
#[test]
fn the_polynomial_of_the_first_family_needs_an_even_parameter() {
    let mut quotients = Vec::new();
    for ([n, _, third, _], period) in rows() {
        let factor = (third - 1) / n;
        if factor % 10 != 7 || n % 2 == 0 || (factor - 17) / 10 % 2 == 0 {
            continue;
        }
        let (n, d) = (n as i64, (factor as i64 - 17) / 10);
        let polynomial = (80 * d.pow(3) + 272 * d.pow(2) + 228 * d) * n.pow(5)
            + (148 * d.pow(2) + 530 * d + 456) * n.pow(4)
            - (20 * d.pow(3) + 118 * d.pow(2) + 300 * d + 256) * n.pow(3)
            - (12 * d.pow(2) + 19 * d - 8) * n.pow(2)
            + (9 * d + 9) * n
            + 1;
        let period = period as i64;
        quotients.push((d, n, (polynomial % period == 0).then(|| polynomial / period)));
    }
    let whole: Vec<_> = quotients.iter().filter_map(|&(d, n, it)| Some((d, n, it?))).collect();
    assert_eq!(whole, [(1, 1, 2), (3, 1, 4), (5, 1, 18), (7, 1, 8)]);
    assert_eq!(quotients.len(), 12);
}

/// The periods are polynomials, divided by a common divisor of two forms.
#[test]
#[ignore = "long periods; .ci/run does it"]
fn the_periods_are_those_of_the_statements() {
    for (part, bound, games) in [("S2, period", 11, 55), ("S1, period", 12, 45)] {
        let mut all = statement::find("sillke-koschnick");
        let one = all.find(|it| it.part == part).expect("a statement");
        let checked = statement::check(one, bound, &CancellationToken::default());
        assert_eq!((checked.verdict(), checked.checked), (BoundedVerdict::Holds, games), "{part}");
    }
}
