//! Families with one parameter whose sequences consist of rows.
//!
//! The games { 100n+1 237n+2 337n+3 } are on a line among the games { a b a+b }.  In the rows of these the state goes
//! round among a states in steps of b - 2a; on the line that is among 100n + 1 states in steps of 37n.  As words and
//! counted loops this looks different in each class modulo 37; as a loop with a state it is one description.

use super::member::as_members;
use super::rows::Rows;
use crate::infer::prove::{Proved, Structure, prove};
use crate::infer::{Family, Options, Progress};
use crate::model::Rule;

/// The parameter of the game that is looked at: a prime, large enough for forms to differ, and so small that the state
/// goes round soon where its steps are constant.
const LARGE: i64 = 1009;

/// The number of described games that are left out where period and preperiod are least for all others.
const MOST_LEFT_OUT: usize = 4;

/// The rows of the games of a class, proved from some game on, with least numbers; `None` if a large game does not show
/// them, or they are not proved.
pub(in super::super) fn proved_rows(family: &Family, options: &Options<'_>) -> Option<Proved> {
    let moves = family.ranges(options.class);
    let index = options.class.first(LARGE.max(family.least()));
    let is_misere = options.rule == Rule::Misere && family.start().is_none();
    let least = moves.iter().map(|(first, _)| first).min_by_key(|form| form.at(&[index.into()]))?;
    let shown = if is_misere { Rule::Normal } else { options.rule };
    let shown = Options { rule: shown, ..options.clone() };
    as_members(&moves, family.start(), &[index.into()], &shown, &mut |_, shape, at| {
        let rows = shape.rows.as_ref()?.in_terms_of(at, 1);
        let rows = if is_misere { rows.in_misere_play(least)? } else { rows };
        proved(family, rows, index, options)
    })
}

/// The same for these rows, and all games from at most the m that is given on.
fn proved(family: &Family, rows: Rows, upto: i64, options: &Options<'_>) -> Option<Proved> {
    let Options { rule, class, threads, stop, .. } = options;
    let structure = Structure::Rows(rows);
    options.tell(Progress::Prove(*class, structure.size()));
    let mut family = family.clone();
    for _ in 0..=MOST_LEFT_OUT {
        let proved = prove(&family, *class, *rule, structure.clone(), upto, threads, stop).ok()?;
        if proved.theorem(stop).is_ok_and(|theorem| theorem.is_minimal()) {
            return Some(proved);
        }
        family = family.from(class.at(proved.least) + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{Class, ProvedClass, Start};
    use crate::lang;
    use crate::model::Tally;

    fn family(text: &str) -> Family {
        Family::new('n', &lang::moves(text).expect("moves").moves, 0).expect("a family")
    }

    /// With 2ka < b < (2k + 1)a the period of { a b a+b } is a(2b + r)/gcd(a, r) for r = b - 2ka: that of outcomes and of
    /// Grundy values, in misère play, and in the sink convention.
    #[test]
    fn lines_of_additive_games_have_one_description() {
        for (text, line) in [
            ("{ 5n+1 13n+2 18n+3 }", (|n| [5 * n + 1, 13 * n + 2]) as fn(i64) -> [i64; 2]),
            ("{ 100n+1 237n+2 337n+3 }", |n| [100 * n + 1, 237 * n + 2]),
            ("{ 50n+3 219n+4 269n+7 }", |n| [50 * n + 3, 219 * n + 4]),
            ("{ n+40 2n+99 3n+139 }", |n| [n + 40, 2 * n + 99]),
            ("{ 20n+39 81n+151 101n+190 }", |n| [20 * n + 39, 81 * n + 151]),
        ] {
            for (rule, sink) in [
                (Rule::Normal, false),
                (Rule::Misere, false),
                (Rule::Mex, false),
                (Rule::Mex, true),
            ] {
                let options = Options { rule, ..Options::default() };
                let family = match sink {
                    true => family(text).with_start(Start::sink()),
                    false => family(text),
                };
                let proved = proved_rows(&family, &options).expect(text);
                let part = ProvedClass::new(&family, proved, &options);
                for n in part.proved.least..part.proved.least + 80 {
                    let [a, b] = line(n);
                    let r = b.rem_euclid(2 * a);
                    let period = a * (2 * b + r) / num_integer::gcd(a, r);
                    let piece = part.pieces.iter().find(|piece| piece.class.contains(n));
                    let law = &piece.expect("a piece").period;
                    assert_eq!(
                        law.integer_at(&[n.into()]),
                        Some(period.into()),
                        "{text} {rule} {n}"
                    );
                }
            }
        }
    }

    /// A remainder by few numbers is said as such, one by many with a gcd; the same for a class of the parameter.
    #[test]
    fn few_classes_are_listed() {
        let options = Options::default();
        let pieces = |text: &str, class: Class| {
            let options = Options { class, ..options.clone() };
            let proved = proved_rows(&family(text), &options).expect(text);
            ProvedClass::new(&family(text), proved, &options).pieces
        };
        let few = pieces("{ 5n+1 13n+2 18n+3 }", Class::ALL);
        assert_eq!(few.len(), 3);
        assert!(few.iter().all(|piece| piece.period.divisor.is_none()));
        let names = ["n".to_owned()];
        let [many] = &pieces("{ 100n+1 237n+2 337n+3 }", Class::ALL)[..] else { panic!("one") };
        assert_eq!(many.period.formula(&names), "(51100n^2 + 911n + 4)/gcd(n + 10, 37)");
        let class = Class { modulus: 2, residue: 1 };
        let [odd] = &pieces("{ 100n+1 237n+2 337n+3 }", class)[..] else { panic!("one") };
        assert_eq!(odd.period.formula(&names), many.period.formula(&names));
        for n in [1, 27, 101, 137] {
            let at = [crate::Integer::from(n)];
            assert_eq!(odd.period.at(&at), many.period.at(&at), "{n}");
        }
    }

    /// Other families, other rules, and starts of several values have no rows.
    #[test]
    fn others_have_no_rows() {
        let normal = Options::default();
        for text in ["{ n 2n+1 3n+1 }", "{ n 4n 12n+1 16n+1 }", "{ 2n 5n 6n+1 8n+1 }", "{ 1 n }"] {
            assert!(proved_rows(&family(text), &normal).is_none(), "{text}");
        }
        let line = || family("{ 5n+1 13n+2 18n+3 }");
        let last = Options { rule: Rule::Lost(Tally::Odd), ..Options::default() };
        assert!(proved_rows(&line(), &last).is_none());
        let start = Start::named("+-", crate::model::Alphabet::Outcome).expect("a start");
        assert!(proved_rows(&line().with_start(start), &normal).is_none());
    }
}
