//! Period and preperiod as polynomials of the parameter, by classes of it.

use super::family::Class;
use crate::Integer;
use crate::polynomial::Polynomial;
use crate::theorem::Piece;
use num_bigint::BigInt;
use num_rational::BigRational;

/// A polynomial for all large numbers of a class.
#[derive(Clone, Debug)]
pub struct Law {
    /// For which numbers n.
    pub class: Class,
    /// The polynomial; variable 0 is n.
    pub polynomial: Polynomial,
    /// Is it proved that no smaller number has the property?
    pub is_least: bool,
}

impl Law {
    /// The value for a number.
    pub fn at(&self, number: i64) -> BigRational {
        self.polynomial.at(&[Integer::from(number)])
    }

    /// Is it the same number, and as much known about it?
    pub fn is_same(&self, other: &Self) -> bool {
        self.is_least == other.is_least && self.polynomial.minus(&other.polynomial).is_zero()
    }

    /// The coefficients, ascending.
    pub fn coefficients(&self) -> Vec<BigRational> {
        let terms = || {
            self.polynomial.terms().map(|(powers, coefficient)| {
                (powers.first().map_or(0, |&power| power as usize), coefficient)
            })
        };
        let degree = terms().map(|(power, _)| power).max().unwrap_or(0);
        let mut all = vec![BigRational::from_integer(BigInt::ZERO); degree + 1];
        for (power, coefficient) in terms() {
            all[power] = coefficient.clone();
        }
        all
    }
}

/// The laws for all large numbers of a class, from the pieces of a theorem about the m of the class;
/// `None` if some numbers have none.
pub fn laws(class: Class, pieces: &[Piece], is_least: bool) -> Option<Vec<Law>> {
    let endless: Vec<_> = pieces.iter().filter(|piece| piece.end().is_none()).collect();
    let rational = |number: i64| BigRational::from_integer(number.into());
    // m in terms of n.
    let index = Polynomial::variable(0)
        .minus(&Polynomial::constant(rational(class.residue)))
        .scaled(&(rational(1) / rational(class.modulus)));
    let moduli = endless.iter().map(|piece| piece.modulus.to_i64());
    let times = moduli.collect::<Option<Vec<_>>>()?.into_iter().try_fold(1, |all, modulus| {
        let all = num_integer::lcm(all, modulus);
        (all <= MOST).then_some(all)
    })?;
    let law = |part: Class| {
        let m = Integer::from((part.residue - class.residue) / class.modulus);
        let fits = |piece: &&&Piece| m.mod_floor(&piece.modulus) == piece.residue;
        let polynomial =
            endless.iter().find(fits)?.polynomial.substitute(std::slice::from_ref(&index));
        Some(Law { class: part, polynomial, is_least })
    };
    class.parts(times).map(law).collect()
}

/// Classes have at most this modulus.
const MOST: i64 = 5040;

/// Laws are joined if the least common multiple of their moduli is no greater.
const MOST_JOINED: i64 = 1 << 16;

/// The same laws for classes of a modulus as small as possible.
pub fn joined(laws: Vec<Law>) -> Vec<Law> {
    let modulus = laws.iter().try_fold(1_i64, |all, law| {
        let all =
            (all / num_integer::gcd(all, law.class.modulus)).checked_mul(law.class.modulus)?;
        (all <= MOST_JOINED).then_some(all)
    });
    let Some(modulus) = modulus else { return laws };
    let of = |number: i64| laws.iter().position(|law| contains(law.class, number));
    let of: Vec<_> = (0..modulus).map(of).collect();
    let divides = |part: &i64| modulus % part == 0;
    let periodic = |part: &i64| {
        let pairs = of.iter().zip(&of[*part as usize..]);
        pairs.into_iter().all(|both| match both {
            (&Some(one), &Some(other)) => one == other || laws[one].is_same(&laws[other]),
            (one, other) => one == other,
        })
    };
    let least = (1..=modulus).filter(divides).find(periodic).unwrap_or(modulus);
    let law = |(residue, &of): (i64, &Option<usize>)| {
        let class = Class { modulus: least, residue };
        Some(Law { class, ..laws[of?].clone() })
    };
    (0..least).zip(&of).filter_map(law).collect()
}

/// Does the number belong to the class?
pub fn contains(class: Class, number: i64) -> bool {
    number.rem_euclid(class.modulus) == class.residue
}

/// From which m on all pieces of a theorem have no end.
pub fn settled(pieces: &[Piece]) -> Integer {
    let ends = pieces.iter().filter_map(Piece::end).max();
    ends.map_or(Integer::ZERO, |end| end + Integer::ONE)
}

/// What the pieces of a theorem say about an m.
pub fn value(pieces: &[Piece], index: i64) -> Option<Integer> {
    let point = [Integer::from(index)];
    let value = pieces.iter().find(|piece| piece.contains(&point))?.polynomial.at(&point);
    value.is_integer().then(|| Integer::from(value.to_integer()))
}

/// What the laws say about the number with this parameter; `None` where none of them is about it.
pub fn number(laws: &[Law], parameter: i64) -> Option<(Integer, bool)> {
    let law = laws.iter().find(|law| contains(law.class, parameter))?;
    let value = law.at(parameter);
    value.is_integer().then(|| (Integer::from(value.to_integer()), law.is_least))
}

/// Do the laws say that the number with this parameter is this one?
pub fn says(laws: &[Law], parameter: i64, expected: &Integer) -> bool {
    number(laws, parameter).is_some_and(|(number, _)| number == *expected)
}
