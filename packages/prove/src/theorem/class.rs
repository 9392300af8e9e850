//! Residue classes, and how to make statements about them with as few classes as possible.

use num_integer::Integer as _;
use std::collections::BTreeMap;

/// All numbers `modulus` * m + `residue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The modulus, at least 1.
    pub modulus: i64,
    /// The residue, from 0 to `modulus` - 1.
    pub residue: i64,
}

impl Class {
    /// All numbers.
    pub const ALL: Self = Self { modulus: 1, residue: 0 };

    /// The class of a number by a modulus.
    pub fn of(number: i64, modulus: i64) -> Self {
        Self { modulus, residue: number.rem_euclid(modulus) }
    }

    /// The number for an m.
    pub fn at(self, index: i64) -> i64 {
        self.modulus * index + self.residue
    }

    /// The least m whose number is at least this one.
    pub fn first(self, least: i64) -> i64 {
        -(self.residue - least).div_euclid(self.modulus)
    }

    /// Does the number belong to the class?
    pub fn contains(self, number: i64) -> bool {
        number.rem_euclid(self.modulus) == self.residue
    }

    /// The residues of classes of one modulus: `0, 1`.
    pub fn residues(classes: &[Self]) -> String {
        let residues: Vec<_> = classes.iter().map(|class| class.residue.to_string()).collect();
        residues.join(", ")
    }

    /// `n mod 2 == 1` or `n mod 4 in 0, 1`, for classes of one modulus; `None` for all numbers.
    pub fn written(classes: &[Self], name: &str) -> Option<String> {
        let modulus = classes.first().map(|class| class.modulus).filter(|modulus| *modulus > 1)?;
        let sign = if classes.len() == 1 { "==" } else { "in" };
        Some(format!("{name} mod {modulus} {sign} {}", Self::residues(classes)))
    }

    /// The classes modulo `times` times the modulus that it consists of.
    pub fn parts(self, times: i64) -> impl Iterator<Item = Self> {
        let modulus = self.modulus * times;
        (0..times).map(move |part| Self { modulus, residue: self.modulus * part + self.residue })
    }
}

/// The most residues that are distinguished.
const MOST_RESIDUES: i64 = 1 << 16;

/// Statements about classes as statements about classes of one modulus as small as possible, in the order of their
/// residues; `None` if there are none, if two have a number in common, or if there are very many.
///
/// ```
/// use grundy_prove::theorem::{Class, joined};
/// let class = |modulus, residue| Class { modulus, residue };
/// let said = [(class(4, 1), "a"), (class(8, 3), "a"), (class(8, 7), "a"), (class(2, 0), "b")];
/// assert_eq!(joined(&said), Some(vec![(class(2, 0), "b"), (class(2, 1), "a")]));
/// ```
pub fn joined<T: Clone + PartialEq>(said: &[(Class, T)]) -> Option<Vec<(Class, T)>> {
    let common =
        |all: i64, class: &Class| (all / all.gcd(&class.modulus)).checked_mul(class.modulus);
    let modulus = said.iter().map(|pair| &pair.0).try_fold(1, common)?;
    let counts = said.iter().map(|pair| modulus / pair.0.modulus);
    let count = counts.into_iter().try_fold(0_i64, i64::checked_add)?;
    if !(1..=MOST_RESIDUES).contains(&count) {
        return None;
    }
    let mut all = BTreeMap::new();
    for (class, what) in said {
        for part in class.parts(modulus / class.modulus) {
            if all.insert(part.residue, what).is_some() {
                return None;
            }
        }
    }
    // If the residues by one k-th of the modulus are enough, each of them represents k others.
    let repeats = |least: i64| {
        all.iter().all(|(residue, what)| {
            all.get(&(residue - (modulus - least)).rem_euclid(modulus)) == Some(what)
        })
    };
    let times = (1..=count).rev().find(|k| modulus % k == 0 && repeats(modulus / k))?;
    let least = modulus / times;
    let below = all.range(..least);
    Some(below.map(|(&residue, &what)| (Class::of(residue, least), what.clone())).collect())
}

/// Distinct statements about classes, each with all classes of one modulus that it is made about, in the order of the
/// first ones; the modulus is then as small as possible.
pub fn grouped<T: PartialEq>(said: impl IntoIterator<Item = (Class, T)>) -> Vec<(T, Vec<Class>)> {
    let mut groups: Vec<(T, Vec<Class>)> = Vec::new();
    for (class, what) in said {
        let same = |group: &&mut (T, Vec<Class>)| {
            group.0 == what && group.1.iter().all(|other| other.modulus == class.modulus)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.1.push(class),
            None => groups.push((what, vec![class])),
        }
    }
    for (_, classes) in &mut groups {
        classes.sort_unstable_by_key(|class| class.residue);
        classes.dedup();
        let all: Vec<_> = classes.iter().map(|class| (*class, ())).collect();
        if let Some(fewer) = joined(&all) {
            *classes = fewer.into_iter().map(|pair| pair.0).collect();
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn classes_have_parts() {
        let class = Class { modulus: 3, residue: 1 };
        assert_eq!((class.first(4), class.first(5), class.first(-2)), (1, 2, -1));
        let parts: Vec<_> = class.parts(2).map(|part| (part.modulus, part.residue)).collect();
        assert_eq!(parts, [(6, 1), (6, 4)]);
        assert!(class.contains(-2) && !class.contains(2));
    }

    #[test]
    fn what_is_too_much_or_said_twice_is_not_joined() {
        let class = |modulus, residue| (Class { modulus, residue }, ());
        let large = [class(i64::MAX, 5), class(i64::MAX - 1, 5)];
        for said in
            [&[][..], &[class(2, 1), class(4, 1)], &[class(1 << 40, 9), class(2, 0)], &large]
        {
            assert_eq!(joined(said), None, "{said:?}");
        }
        assert_eq!(joined(&large[..1]), Some(large[..1].to_vec()));
    }

    #[test]
    fn classes_of_which_the_same_is_said_have_the_least_modulus() {
        for (modulus, residues, said) in [
            (1, &[0][..], None),
            (4, &[3], Some("n mod 4 == 3")),
            (4, &[1, 3], Some("n mod 2 == 1")),
            (4, &[0, 1], Some("n mod 4 in 0, 1")),
            (4, &[0, 1, 2], Some("n mod 4 in 0, 1, 2")),
            (4, &[0, 1, 2, 3], None),
            (12, &[10, 0, 2, 4, 6, 8], Some("n mod 2 == 0")),
            (12, &[1, 2, 5, 6, 9, 10], Some("n mod 4 in 1, 2")),
            (12, &[1, 5], Some("n mod 12 in 1, 5")),
            (4, &[1, 1], Some("n mod 4 == 1")),
        ] {
            let classes = residues.iter().map(|&residue| (Class { modulus, residue }, ()));
            let groups = grouped(classes);
            let [(_, classes)] = &groups[..] else { panic!("{groups:?}") };
            assert_eq!(Class::written(classes, "n").as_deref(), said);
        }
    }

    proptest! {
        /// The statement about each number is the same, and no smaller modulus is enough.
        #[test]
        fn the_same_is_said_of_every_number(
            modulus in 1_i64..40,
            divisor in 1_i64..40,
            some in prop::collection::btree_map(0_i64..40, 0_u8..2, 1..6),
            lacks_one in any::<bool>(),
        ) {
            let some: BTreeMap<_, _> = some.into_iter().map(|pair| (pair.0 % divisor, pair.1)).collect();
            let all = modulus * divisor;
            let said = (0..all).filter_map(|residue| Some((Class::of(residue, all), *some.get(&(residue % divisor))?)));
            let said: Vec<_> = said.skip(usize::from(lacks_one)).collect();
            prop_assume!(!said.is_empty());
            let fewer = joined(&said).expect("few classes");
            let least = fewer[0].0.modulus;
            let tells = |list: &[(Class, u8)], number: i64| {
                list.iter().find(|pair| pair.0.contains(number)).map(|pair| pair.1)
            };
            prop_assert!(all % least == 0);
            prop_assert!((0..all).all(|number| tells(&fewer, number) == tells(&said, number)));
            for smaller in (1..least).filter(|number| all % number == 0) {
                prop_assert!((0..all).any(|number| tells(&said, number) != tells(&said, (number + smaller) % all)));
            }
        }
    }
}
