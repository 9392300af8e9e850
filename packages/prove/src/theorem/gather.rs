//! Results by remainders of one parameter, said with fewer words.
//!
//! The pieces of a theorem come as the parameters were split: of { 5 n } ten remainders of n each from another
//! number on, and each number below as a piece of its own, though n + 5 is right for all but those with n mod 10 ==
//! 5.  What is said here is the same: it is compared with the pieces number by number, up to where all of them
//! have no end and the remainders repeat.

use super::{Class, Piece, grouped};
use crate::polynomial::Polynomial;
use num_integer::Integer as _;
use num_rational::BigRational;
use std::collections::BTreeMap;

/// A polynomial, and the numbers for which it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    /// The polynomial; variable 0 is the parameter.
    pub polynomial: Polynomial,
    /// For which numbers.
    pub numbers: Numbers,
}

/// Some values of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// One number.
    One(i64),
    /// All numbers of these classes from this one on.
    From {
        /// The first number.
        from: i64,
        /// In increasing order.
        classes: Vec<Class>,
    },
}

/// So many numbers are looked at, at most.
const MOST: i64 = 1 << 13;

/// What the pieces of a theorem about one parameter say, if it can be said in fewer pieces.
pub fn gathered(pieces: &[Piece]) -> Option<Vec<Gathered>> {
    let modulus = pieces.iter().try_fold(1_i64, |all, piece| {
        let all = all.lcm(&piece.modulus.to_i64()?);
        (all <= MOST).then_some(all)
    })?;
    let bounds = pieces.iter().map(|piece| {
        let end = piece.end().map(|end| end.to_i64());
        Some((piece.start()?.to_i64()?, if let Some(end) = end { Some(end?) } else { None }))
    });
    let bounds = bounds.collect::<Option<Vec<_>>>()?;
    let first = bounds.iter().map(|bound| bound.0).min()?;
    // From here on no piece ends or begins.
    let settled = bounds.iter().map(|&(least, most)| most.map_or(least, |most| most + 1)).max()?;
    let last = settled.checked_add(modulus)?;
    if last.checked_sub(first)? > MOST {
        return None;
    }
    let value = |number: i64| -> Option<(&Piece, BigRational)> {
        let point = [number.into()];
        let piece = pieces.iter().find(|piece| piece.contains(&point))?;
        Some((piece, piece.polynomial.at(&point)))
    };
    let values: Vec<_> = (first..last).map(value).collect();
    // The polynomials, in the order of the first remainder for which they hold.
    let endless: BTreeMap<_, _> =
        (settled..last).map(|number| (number.mod_floor(&modulus), number)).collect();
    let laws = grouped(endless.into_iter().filter_map(|(residue, number)| {
        let (piece, _) = values[(number - first) as usize].as_ref()?;
        Some((Class { modulus, residue }, &piece.polynomial))
    }));
    let mut said: Vec<Gathered> = Vec::new();
    let mut is_said = vec![false; values.len()];
    for (polynomial, classes) in laws {
        let belongs = |number: &i64| classes.iter().any(|class| class.contains(*number));
        let is_right = |number: &i64| {
            let found = &values[(number - first) as usize];
            found.as_ref().is_some_and(|found| found.1 == polynomial.at(&[(*number).into()]))
        };
        let wrong = (first..last).rev().filter(belongs).find(|number| !is_right(number));
        let from = (wrong.map_or(first, |wrong| wrong + 1)..last).find(belongs)?;
        for number in (from..last).filter(belongs) {
            is_said[(number - first) as usize] = true;
        }
        let numbers = Numbers::From { from, classes };
        said.push(Gathered { polynomial: polynomial.clone(), numbers });
    }
    for ((number, found), is_said) in (first..last).zip(&values).zip(is_said) {
        if let Some((_, value)) = found.as_ref().filter(|_| !is_said) {
            let polynomial = Polynomial::constant(value.clone());
            said.push(Gathered { polynomial, numbers: Numbers::One(number) });
        }
        if said.len() >= pieces.len() {
            return None;
        }
    }
    Some(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::{Affine, Constraint};
    use crate::lang;
    use crate::limit::CancellationToken;
    use crate::theorem::Case;
    use proptest::prelude::*;

    /// The piece of the numbers from `least` to `most` that leave this remainder, with value factor * n + summand.
    fn piece(
        (least, most): (i64, Option<i64>),
        (modulus, residue): (i64, i64),
        (factor, summand): (i64, i64),
    ) -> Piece {
        let source = "n >= -9 { n+10 } REPEAT _(n+10) A(n+10) ENDREP";
        let description = lang::parse(source, &Default::default()).description.expect("a model");
        let mut case = Case::new(&description);
        if modulus > 1 {
            let number = Affine::variable(0);
            case = case.with_residue(&number, modulus as u64, residue as u64);
        }
        let form = case.forms[0].clone();
        case.constraints.push(Constraint::at_least_zero(form.clone().plus(-least)));
        if let Some(most) = most {
            case.constraints.push(Constraint::at_least_zero((-&form).plus(most)));
        }
        let rational = |number: i64| BigRational::from_integer(number.into());
        let polynomial = Polynomial::variable(0).scaled(&rational(factor));
        let polynomial = polynomial.minus(&Polynomial::constant(rational(-summand)));
        Piece::new(case, polynomial, &[], &CancellationToken::default()).expect("no limit")
    }

    /// What is said of a number; panics if it is said twice.
    fn said(all: &[Gathered], number: i64) -> Option<BigRational> {
        let mut about = all.iter().filter(|one| match &one.numbers {
            Numbers::One(one) => *one == number,
            Numbers::From { from, classes } => {
                number >= *from && classes.iter().any(|class| class.contains(number))
            }
        });
        let value = about.next()?.polynomial.at(&[number.into()]);
        assert!(about.next().is_none(), "{number} in {all:?}");
        Some(value)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Each remainder from a number on, or never; numbers below one by one, or not at all.
        #[test]
        fn the_same_is_said_of_every_number(
            classes in proptest::collection::vec(
                (proptest::option::of(-3_i64..20), 0_usize..2),
                1..7,
            ),
            below in proptest::collection::vec((any::<bool>(), 0_usize..4), 24),
        ) {
            let laws = [(1, 5), (0, 10), (2, 0), (0, 7)];
            let modulus = classes.len() as i64;
            let mut pieces = Vec::new();
            for (residue, &(from, law)) in (0..).zip(&classes) {
                if let Some(from) = from {
                    pieces.push(piece((from, None), (modulus, residue), laws[law]));
                }
            }
            for (number, &(is_there, law)) in (-4_i64..).zip(&below) {
                let (from, _) = classes[number.rem_euclid(modulus) as usize];
                if is_there && from.is_none_or(|from| number < from) {
                    let (factor, summand) = laws[law];
                    let value = factor * number + summand;
                    pieces.push(piece((number, Some(number)), (1, 0), (0, value)));
                }
            }
            if let Some(all) = gathered(&pieces) {
                prop_assert!(all.len() < pieces.len());
                for number in -9..80 {
                    let point = [number.into()];
                    let right = pieces.iter().find(|piece| piece.contains(&point));
                    let right = right.map(|piece| piece.polynomial.at(&point));
                    prop_assert_eq!(said(&all, number), right, "{} in {:?}", number, all);
                }
            }
        }
    }

    /// { 5 n }: what twenty pieces say, in two.
    #[test]
    fn numbers_below_are_joined_to_those_that_go_on() {
        let from = |residue: i64| (13 + (residue - 3).rem_euclid(10), None);
        let law = |residue| if residue == 5 { (0, 10) } else { (1, 5) };
        let classes = (0..10).map(|residue| piece(from(residue), (10, residue), law(residue)));
        let below = (3..13).map(|number| {
            let value = if number == 5 { 10 } else { number + 5 };
            piece((number, Some(number)), (1, 0), (0, value))
        });
        let all = gathered(&classes.chain(below).collect::<Vec<_>>()).expect("fewer pieces");
        let numbers: Vec<_> = all.into_iter().map(|one| one.numbers).collect();
        let residues = vec![0, 1, 2, 3, 4, 6, 7, 8, 9];
        let law = |from, residues: Vec<i64>| {
            let classes = residues.into_iter().map(|residue| Class { modulus: 10, residue });
            Numbers::From { from, classes: classes.collect() }
        };
        assert_eq!(numbers, [law(3, residues), law(5, vec![5])]);
        // Where there is nothing to join the pieces stay.
        let two = [piece((1, None), (2, 0), (1, 5)), piece((1, None), (2, 1), (0, 10))];
        assert_eq!(gathered(&two), None);
        assert_eq!(gathered(&[piece((1 << 20, None), (1, 0), (1, 0)), two[0].clone()]), None);
    }
}
