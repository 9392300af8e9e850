//! Theorems by description, with the games below those that are proved.

use super::{Class, Family, Known, Options, Proofs, Proved, Theorem, search};
use crate::one_game::{Attempt, Method};
use crate::open::{Open, Reason};

/// The most steps, and the most words and loops, that are examined.
const MOST_STEPS: u64 = 1 << 26;

/// Finds descriptions, and derives what follows.  Examines about this number of steps, words and loops, but no more
/// than some minutes' work.
pub(super) fn describe(family: &Family, options: &Options<'_>, work: u64) -> Theorem {
    let search::FoundClasses { mut parts, open: unproved, work } =
        search::search(family, options, work.min(MOST_STEPS));
    parts.sort_by_key(|part| (part.proved.class.modulus, part.proved.class.residue));
    let (mut pieces, mut others, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for part in &mut parts {
        others.append(&mut part.others);
        pieces.append(&mut part.pieces);
        if let Err(reason) = &part.theorem {
            let Proved { class, least, .. } = part.proved;
            let reason = Reason::Underived(reason.clone());
            open.push((class, Open { parameter: class.at(least), reason }));
        }
    }
    open.extend(unproved);
    let attempt = |(_, open): &(Class, Open)| Attempt {
        method: Method::Description,
        done: work,
        ended: open.to_string(),
    };
    let attempts = open.first().map(attempt).into_iter().collect();
    others.sort_by_key(|one| one.parameter);
    let known = Known::new(pieces, family.least(), &others);
    let (class, rule) = (options.class, options.rule);
    let (family, evidence) = (family.clone(), Proofs::Descriptions(parts));
    Theorem { family, class, rule, known, evidence, open, untraced: None, attempts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::Start;
    use crate::lang;
    use crate::model::Rule;

    /// Lines of the quadratic regime of additive games in the sink convention: with b = 2ka + r and 0 < r < a the period is
    /// a(2b + r)/gcd(a, r).
    #[test]
    fn additive_lines_have_theorems_with_a_sink() {
        for (text, line) in [
            ("{ n 2n+5 3n+5 }", (|n| [n, 2 * n + 5]) as fn(i64) -> [i64; 2]),
            ("{ n 6n+4 7n+4 }", |n| [n, 6 * n + 4]),
            ("{ 7 n n+7 }", |n| [7, n]),
        ] {
            for rule in [Rule::Normal, Rule::Mex] {
                let moves = lang::moves(text).expect("moves").moves;
                let family = Family::new('n', &moves, 0).expect("a family");
                let options = Options { rule, ..Options::default() };
                let theorem = describe(&family.with_start(Start::sink()), &options, options.work);
                assert!(theorem.is_proved(), "{text} {rule}: {:?}", theorem.open);
                for n in 30..90 {
                    let ([a, b], at) = (line(n), [n.into()]);
                    let r = b.rem_euclid(2 * a);
                    let law = theorem.known.period().into_iter().find(|law| law.contains(&at));
                    let period = law.expect("a law").at(&at).to_integer();
                    let (regime, linear) = (a * (2 * b + r) / num_integer::gcd(a, r), b - r);
                    let known = match r {
                        0 => b + b,
                        r if r < a => regime,
                        _ => b + linear + 2 * a,
                    };
                    assert_eq!(period, known.into(), "{text} {rule} {n}");
                }
            }
        }
    }
}
