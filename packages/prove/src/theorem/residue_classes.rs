//! Results by remainders of one parameter, stated in fewer words.
//!
//! The pieces of a theorem reflect how the parameters were split.  For { 5 n } these are ten remainders of n, each from
//! another number on, and each number below as a piece of its own, although n + 5 is right for all except those with
//! n mod 10 == 5.  What is stated here is the same: it is compared with the pieces number by number, up to where all of
//! them have no end and the remainders repeat.

use super::law::Law;
use super::{Class, grouped};
use crate::affine::{Affine, Constraint};
use crate::polynomial::Polynomial;
use num_integer::Integer as _;
use num_rational::BigRational;
use std::collections::BTreeMap;

/// The most numbers that are examined.
const MOST_EXAMINED: i64 = 1 << 13;

/// What laws about one parameter say, in fewer laws where that is possible.
pub fn fewer(laws: Vec<Law>, parameters: usize) -> Vec<Law> {
    match parameters {
        1 if laws.iter().all(|law| law.divisor.is_none()) => {
            from_one_on(&laws).or_else(|| by_numbers(&laws)).unwrap_or(laws)
        }
        _ => laws,
    }
}

/// Laws of one parameter that differ only in their classes as one; `None` if their conditions differ.
pub fn from_one_on(laws: &[Law]) -> Option<Vec<Law>> {
    let first = laws.first()?;
    let said = laws.iter().map(|law| {
        let is_alike = law.conditions == first.conditions;
        law.class().filter(|_| is_alike).map(|class| (class, (&law.polynomial, law.is_least)))
    });
    let said = said.collect::<Option<Vec<_>>>()?;
    let law = |((polynomial, is_least), classes): ((&Polynomial, bool), _)| Law {
        polynomial: polynomial.clone(),
        is_least,
        classes,
        ..first.clone()
    };
    Some(grouped(said).into_iter().map(law).collect())
}

fn by_numbers(laws: &[Law]) -> Option<Vec<Law>> {
    let modulus = laws.iter().try_fold(1_i64, |all, law| {
        let all = all.lcm(&law.class()?.modulus);
        (all <= MOST_EXAMINED).then_some(all)
    })?;
    let bounds = laws.iter().map(|law| {
        let end = law.end().map(|end| end.to_i64());
        Some((law.start()?.to_i64()?, if let Some(end) = end { Some(end?) } else { None }))
    });
    let bounds = bounds.collect::<Option<Vec<_>>>()?;
    let first = bounds.iter().map(|bound| bound.0).min()?;
    // From here on no law ends or begins.
    let settled = bounds.iter().map(|&(least, most)| most.map_or(least, |most| most + 1)).max()?;
    let last = settled.checked_add(modulus)?;
    if last.checked_sub(first)? > MOST_EXAMINED {
        return None;
    }
    let value = |number: i64| -> Option<(&Law, BigRational)> {
        let law = laws.iter().find(|law| law.is_about(number))?;
        Some((law, law.polynomial.at(&[number.into()])))
    };
    let values: Vec<_> = (first..last).map(value).collect();
    // The laws, in the order of the first remainder for which they hold.
    let endless: BTreeMap<_, _> =
        (settled..last).map(|number| (number.mod_floor(&modulus), number)).collect();
    let groups = grouped(endless.into_iter().filter_map(|(residue, number)| {
        let (law, _) = values[(number - first) as usize].as_ref()?;
        Some((Class { modulus, residue }, (&law.polynomial, law.is_least)))
    }));
    let mut said: Vec<Law> = Vec::new();
    let mut is_said = vec![false; values.len()];
    for ((polynomial, is_least), classes) in groups {
        let belongs = |number: &i64| classes.iter().any(|class| class.contains(*number));
        let is_right = |number: &i64| {
            let right = polynomial.at(&[(*number).into()]);
            let found = &values[(number - first) as usize];
            found.as_ref().is_some_and(|(law, value)| *value == right && law.is_least == is_least)
        };
        let wrong = (first..last).rev().filter(belongs).find(|number| !is_right(number));
        let from = (wrong.map_or(first, |wrong| wrong + 1)..last).find(belongs)?;
        for number in (from..last).filter(belongs) {
            is_said[(number - first) as usize] = true;
        }
        said.push(Law::new(polynomial.clone(), is_least).from(from, classes));
    }
    for ((number, found), is_said) in (first..last).zip(&values).zip(is_said) {
        if let Some((law, value)) = found.as_ref().filter(|_| !is_said) {
            let number = Affine::constant(number);
            let conditions = vec![Constraint::equal(&Affine::variable(0), &number)];
            let polynomial = Polynomial::constant(value.clone());
            said.push(Law { conditions, ..Law::new(polynomial, law.is_least) });
        }
        if said.len() >= laws.len() {
            return None;
        }
    }
    Some(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The law of the numbers from `least` to `most` that leave this remainder, with value factor * n + summand.
    fn law(
        (least, most): (i64, Option<i64>),
        (modulus, residue): (i64, i64),
        (factor, summand): (i64, i64),
    ) -> Law {
        let rational = |number: i64| BigRational::from_integer(number.into());
        let polynomial = Polynomial::variable(0).scaled(&rational(factor));
        let polynomial = polynomial.minus(&Polynomial::constant(rational(-summand)));
        let classes = vec![Class { modulus, residue }];
        let mut law = Law::new(polynomial, true).from(least, classes);
        let n = Affine::variable(0);
        law.conditions.extend(most.map(|most| Constraint::at_least(&Affine::constant(most), &n)));
        law
    }

    /// What is said about a number; panics if there are two statements.
    fn said(all: &[Law], number: i64) -> Option<BigRational> {
        let mut about = all.iter().filter(|one| one.is_about(number));
        let value = about.next()?.polynomial.at(&[number.into()]);
        assert!(about.next().is_none(), "{number} in {all:?}");
        Some(value)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Each remainder is covered from a number on, or never; smaller numbers are covered one by one, or not at all.
        #[test]
        fn the_same_is_said_of_every_number(
            classes in proptest::collection::vec(
                (proptest::option::of(-3_i64..20), 0_usize..2),
                1..7,
            ),
            below in proptest::collection::vec((any::<bool>(), 0_usize..4), 24),
        ) {
            let values = [(1, 5), (0, 10), (2, 0), (0, 7)];
            let modulus = classes.len() as i64;
            let mut laws = Vec::new();
            for (residue, &(from, law)) in (0..).zip(&classes) {
                if let Some(from) = from {
                    laws.push(self::law((from, None), (modulus, residue), values[law]));
                }
            }
            for (number, &(is_there, law)) in (-4_i64..).zip(&below) {
                let (from, _) = classes[number.rem_euclid(modulus) as usize];
                if is_there && from.is_none_or(|from| number < from) {
                    let (factor, summand) = values[law];
                    let value = factor * number + summand;
                    laws.push(self::law((number, Some(number)), (1, 0), (0, value)));
                }
            }
            let all = fewer(laws.clone(), 1);
            prop_assert!(all.len() <= laws.len());
            for number in -9..80 {
                prop_assert_eq!(said(&all, number), said(&laws, number), "{} in {:?}", number, all);
            }
        }
    }

    /// { 5 n }: what twenty pieces say, in two.
    #[test]
    fn numbers_below_are_joined_to_those_that_go_on() {
        let from = |residue: i64| (13 + (residue - 3).rem_euclid(10), None);
        let value = |residue| if residue == 5 { (0, 10) } else { (1, 5) };
        let classes = (0..10).map(|residue| law(from(residue), (10, residue), value(residue)));
        let below = (3..13).map(|number| {
            let value = if number == 5 { 10 } else { number + 5 };
            law((number, Some(number)), (1, 0), (0, value))
        });
        let all = fewer(classes.chain(below).collect(), 1);
        let when: Vec<_> = all.iter().map(|law| law.when(&["n".to_owned()])).collect();
        assert_eq!(
            when,
            ["n >= 3 and n mod 10 in 0, 1, 2, 3, 4, 6, 7, 8, 9", "n >= 5 and n mod 10 == 5"]
        );
        // Where there is nothing to join the laws stay.
        let two = [law((1, None), (2, 0), (1, 5)), law((1, None), (2, 1), (0, 10))];
        assert_eq!(fewer(two.to_vec(), 1), two);
        let large = [law((1 << 20, None), (1, 0), (1, 0)), two[0].clone()];
        assert_eq!(fewer(large.to_vec(), 1), large);
        // A number that may not be the least one is not joined to those that are.
        let mut doubtful = [two[0].clone(), law((1, None), (2, 1), (1, 5))];
        assert_eq!(fewer(doubtful.to_vec(), 1).len(), 1);
        doubtful[1].is_least = false;
        assert_eq!(fewer(doubtful.to_vec(), 1), doubtful);
    }
}
