//! All families of games with small coefficients, and which of them have the periods of greatest degree.
//!
//! The moves of a family are a * n + b.  In all families where the least period of the outcomes is known for all n, it
//! is a polynomial in n, for all large n of a class.  From one game with n = N large its coefficients can be read off:
//! those of a multiple d * p(n) with small integer coefficients are the digits of d * p(N) to the base N, from -N/2 to
//! N/2.  So one period, found by [`one_game`](crate::one_game), gives the polynomial, and a second game confirms it.
//!
//! ```
//! use grundy_census::census::families::{Families, FamilyResult};
//! let families = Families { moves: 2, factors: 1..=2, summands: 0..=1, ..Families::default() };
//! let stop = Default::default();
//! let found: Vec<_> = families.all().map(|moves| families.examine(&moves, &stop)).collect();
//! assert!(matches!(&found[0], Ok(FamilyResult::Polynomial(it)) if it.degree() == 1));
//! ```
//!
//! That is not a proof: the polynomial is that of two games, and only of one class of n.  The periods of the two games
//! are exact, and least.  What is found can be proved with `grundy infer`.

use crate::Integer;
use crate::formula::Condition;
use crate::limit::{CancellationToken, Limit};
use crate::one_game::Search;
use crate::polynomial::Polynomial;
use crate::runs::NUMBERS;
use crate::sequence::Rule;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::Zero as _;
use std::ops::RangeInclusive;

/// The parameters of the two games: they differ by 2520, so that they are in the same class modulo
/// every number up to 10.
pub const PARAMETERS: [i64; 2] = [1_000_003, 1_002_523];

/// The numbers by which a polynomial is multiplied to make its coefficients integers.
const DENOMINATORS: [i64; 9] = [1, 2, 3, 4, 5, 6, 8, 12, 24];

/// A period is known, but not whether it is the least one.
pub const LEAST: Limit = Limit(&["least", "the period is not known to be the least one"]);

/// The greatest number that is accepted as a coefficient.
const GREATEST: i64 = 10_000;

/// The families of a census.
#[derive(Clone, Debug, PartialEq)]
pub struct Families {
    /// The number of moves.
    pub moves: usize,
    /// The range of a in a * n + b.
    pub factors: RangeInclusive<i64>,
    /// The range of b.
    pub summands: RangeInclusive<i64>,
    /// A condition on their moves a < b < c < ..., as variables of these names, in the two games.
    pub condition: Option<Condition>,
    /// The most steps of the computation of a game.
    pub steps: u64,
}

impl Default for Families {
    /// Three moves from n to 6n + 1, and 100 000 steps.
    fn default() -> Self {
        Self { moves: 3, factors: 1..=6, summands: 0..=1, condition: None, steps: 100_000 }
    }
}

/// The result for a family.
#[derive(Clone, Debug, PartialEq)]
pub enum FamilyResult {
    /// The least period of two games as a polynomial.
    Polynomial(Degree),
    /// Two games have least periods that are not those of one polynomial with small coefficients.
    NoPolynomial,
    /// A limit was reached, at the game with this parameter.
    Open(i64, Limit),
}

/// A polynomial in n.
#[derive(Clone, Debug, PartialEq)]
pub struct Degree(Vec<BigRational>);

impl Degree {
    /// The greatest power of n.
    pub fn degree(&self) -> usize {
        self.0.len() - 1
    }

    /// The coefficient of the greatest power.
    pub fn leading(&self) -> &BigRational {
        &self.0[self.0.len() - 1]
    }

    /// The polynomial; variable 0 is n.
    pub fn polynomial(&self) -> Polynomial {
        let mut sum = Polynomial::zero();
        for coefficient in self.0.iter().rev() {
            sum = sum
                .times(&Polynomial::variable(0))
                .plus(&Polynomial::constant(coefficient.clone()));
        }
        sum
    }
}

impl Families {
    /// The families, each with the numbers a and b of its moves, in increasing order for large n.
    ///
    /// Of those that have the same games, one is taken: no number divides all a and b, and n cannot be replaced by n -
    /// 1 within these summands.
    pub fn all(&self) -> impl Iterator<Item = Vec<(i64, i64)>> + '_ {
        let pairs = self.factors.clone().flat_map(|a| self.summands.clone().map(move |b| (a, b)));
        let pairs: Vec<_> = pairs.filter(|&(a, b)| a > 0 || a == 0 && b > 0).collect();
        Choices::new(pairs.len(), self.moves)
            .map(move |choice| choice.into_iter().map(|index| pairs[index]).collect::<Vec<_>>())
            .filter(|moves| self.is_first(moves) && self.is_wanted(moves))
    }

    /// Is the condition satisfied?  Where it has no value, it is not satisfied.
    fn is_wanted(&self, moves: &[(i64, i64)]) -> bool {
        let Some(condition) = &self.condition else { return true };
        PARAMETERS.iter().all(|parameter| {
            let size = |(a, b): &(i64, i64)| {
                Integer::from(*a) * Integer::from(*parameter) + Integer::from(*b)
            };
            let named: Vec<_> = ('a'..='z').zip(moves.iter().map(size)).collect();
            condition.holds(&named) == Ok(true)
        })
    }

    fn is_first(&self, moves: &[(i64, i64)]) -> bool {
        let common = moves.iter().fold(0, |all, (a, b)| all.gcd(a).gcd(b));
        let before = moves.iter().all(|(a, b)| self.summands.contains(&(b - a)));
        common == 1 && !before && moves.iter().any(|(a, _)| *a > 0)
    }

    /// The period of a family.
    ///
    /// # Errors
    /// When a stop is requested.
    pub fn examine(
        &self,
        moves: &[(i64, i64)],
        stop: &CancellationToken,
    ) -> Result<FamilyResult, Limit> {
        let mut periods = Vec::with_capacity(PARAMETERS.len());
        for parameter in PARAMETERS {
            match self.period(moves, parameter, stop) {
                Ok(period) => periods.push(period),
                Err(Limit::STOPPED) => return Err(Limit::STOPPED),
                Err(limit) => return Ok(FamilyResult::Open(parameter, limit)),
            }
        }
        Ok(fitted(&periods).map_or(FamilyResult::NoPolynomial, FamilyResult::Polynomial))
    }

    fn period(
        &self,
        moves: &[(i64, i64)],
        parameter: i64,
        stop: &CancellationToken,
    ) -> Result<Integer, Limit> {
        let size =
            |(a, b): &(i64, i64)| u64::try_from(a.checked_mul(parameter)?.checked_add(*b)?).ok();
        let sizes = moves.iter().map(size).collect::<Option<Vec<_>>>();
        let search = sizes.and_then(|sizes| Search::without_positions(&sizes, Rule::Normal));
        let search = search.ok_or(NUMBERS)?;
        let cycle = search.within(self.steps).run(stop)?.cycle;
        Some(cycle).filter(|cycle| cycle.is_least).map(|cycle| cycle.period).ok_or(LEAST)
    }
}

/// The polynomial with these values at [`PARAMETERS`].
fn fitted(values: &[Integer]) -> Option<Degree> {
    DENOMINATORS.iter().find_map(|&denominator| {
        let value = values[0].to_big() * denominator;
        let digits = digits(value, PARAMETERS[0]).filter(|digits| !digits.is_empty())?;
        let one = |digit: &i64| BigRational::new((*digit).into(), denominator.into());
        let found = Degree(digits.iter().map(one).collect());
        let polynomial = found.polynomial();
        let agrees = PARAMETERS.iter().zip(values).all(|(&parameter, value)| {
            polynomial.at(&[parameter.into()]) == BigRational::from_integer(value.to_big())
        });
        agrees.then_some(found)
    })
}

/// The digits of a number to this base, from -base/2 to base/2, the lowest first; `None` if one is too
/// large for a coefficient.
fn digits(mut number: BigInt, base: i64) -> Option<Vec<i64>> {
    let mut digits = Vec::new();
    while !number.is_zero() {
        let digit = number.mod_floor(&base.into());
        let digit = i64::try_from(digit).ok()?;
        let digit = if digit > base / 2 { digit - base } else { digit };
        if digit.abs() > GREATEST {
            return None;
        }
        number = (number - digit) / base;
        digits.push(digit);
    }
    Some(digits)
}

/// The ways to choose some of the numbers below a bound, each in increasing order.
struct Choices {
    next: Option<Vec<usize>>,
    bound: usize,
}

impl Choices {
    fn new(bound: usize, count: usize) -> Self {
        Self { next: (count <= bound).then(|| (0..count).collect()), bound }
    }
}

impl Iterator for Choices {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let chosen = self.next.take()?;
        let count = chosen.len();
        let can_grow = |&at: &usize| chosen[at] < self.bound - count + at;
        if let Some(at) = (0..count).rev().find(can_grow) {
            let mut next = chosen.clone();
            for (offset, index) in (at..count).enumerate() {
                next[index] = chosen[at] + 1 + offset;
            }
            self.next = Some(next);
        }
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polynomial::{Style, Written as _};
    use crate::sequence::{Game, Moves, cycle};
    use std::collections::BTreeSet;

    fn values(polynomial: impl Fn(i128) -> i128) -> [Integer; 2] {
        PARAMETERS.map(|at| BigInt::from(polynomial(at.into())).into())
    }

    #[test]
    fn polynomials_are_read_off() {
        let shown = |degree: Degree| degree.polynomial().display(&["n".to_owned()], &Style::Text);
        let of = |polynomial: &dyn Fn(i128) -> i128| fitted(&values(polynomial)).map(shown);
        assert_eq!(of(&|n| 14 * n * n * n + 11 * n + 1).unwrap(), "14n^3 + 11n + 1");
        assert_eq!(of(&|n| 7 * n * n - 5 * n - 2).unwrap(), "7n^2 - 5n - 2");
        assert_eq!(of(&|n| (n * n + n) / 2).unwrap(), "(n^2 + n)/2");
        assert_eq!(of(&|_| 4).unwrap(), "4");
        // One of the games contradicts the other, or there is no polynomial with small coefficients.
        assert_eq!(of(&|n| 7 * n * n - 5 * n - i128::from(n == 1_000_003)), None);
        assert_eq!(of(&|n| n * n + 123_456 * n), None);
    }

    #[test]
    fn each_family_comes_once() {
        let families =
            Families { moves: 2, factors: 0..=3, summands: -2..=2, ..Families::default() };
        let all: Vec<_> = families.all().collect();
        let distinct: BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        // The games of a family for large n do not change when n is replaced by n + 1.
        let pairs = (0..=3).flat_map(|a| (-2..=2).map(move |b| (a, b)));
        let pairs: Vec<(i64, i64)> = pairs.filter(|&(a, b)| a > 0 || b > 0).collect();
        let (mut kept, mut left) = (0, 0);
        for (at, &one) in pairs.iter().enumerate() {
            for &other in &pairs[at + 1..] {
                let mut shifted = vec![one, other];
                if all.contains(&shifted) {
                    kept += 1;
                    continue;
                }
                left += 1;
                let common = shifted.iter().fold(0, |all, (a, b)| all.gcd(a).gcd(b));
                let is_fixed = shifted.iter().all(|(a, _)| *a == 0);
                while !is_fixed && common == 1 && !all.contains(&shifted) {
                    shifted.iter_mut().for_each(|(a, b)| *b -= *a);
                    assert!(shifted.iter().all(|(_, b)| *b >= -2), "{one:?} {other:?}");
                }
            }
        }
        assert!(kept == all.len() && left > 20, "{kept} {left}");
    }

    #[test]
    fn conditions_select_families() {
        let related = |text: &str| {
            let condition = Some(Condition::parse(text, 0).expect(text));
            let families = Families { moves: 3, condition, ..Families::default() };
            families.all().collect::<BTreeSet<_>>()
        };
        let all = Families::default();
        let sums = all.all().filter(|sizes| {
            sizes[0].0 + sizes[1].0 == sizes[2].0 && sizes[0].1 + sizes[1].1 == sizes[2].1
        });
        assert_eq!(related("a + b == c"), sums.collect());
        assert!(!related("a + b == c").is_empty());
        // There is no fourth move, and a quotient by 0 has no value.
        assert!(related("a < d").is_empty() && related("1/(a - a) == 1").is_empty());
    }

    /// What was read off from two large games holds for a smaller one of the same class.
    #[test]
    fn polynomials_agree_with_direct_computation() {
        let families = Families { factors: 1..=4, ..Families::default() };
        let (stop, mut degrees) = (CancellationToken::default(), BTreeSet::new());
        for moves in families.all() {
            let Ok(FamilyResult::Polynomial(found)) = families.examine(&moves, &stop) else {
                panic!("{moves:?}");
            };
            let n = PARAMETERS[0] % 2520;
            let sizes: Vec<u64> = moves.iter().map(|(a, b)| (a * n + b).unsigned_abs()).collect();
            let game = Game::new(Moves::new(&sizes).unwrap(), Rule::Normal).unwrap();
            let direct = cycle(&game, 1 << 30, &stop).unwrap().period;
            let said = found.polynomial().at(&[n.into()]);
            assert_eq!(said, BigRational::from_integer(direct.into()), "{moves:?}");
            degrees.insert(found.degree());
        }
        assert_eq!(degrees.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }

    /// Jumps do not find the period of these games within the same number of steps.
    #[test]
    fn walls_decide_where_jumps_do_not() {
        let moves = [(2, -2), (2, 0), (3, 0), (10, -2)];
        let stop = CancellationToken::default();
        let examined = |steps| Families { steps, ..Families::default() }.examine(&moves, &stop);
        let Ok(FamilyResult::Polynomial(found)) = examined(100_000) else { panic!("a polynomial") };
        assert_eq!(found.polynomial().at(&[2.into()]), BigRational::from_integer(30.into()));
        assert_eq!(found.degree(), 1);
        assert_eq!(examined(1000), Ok(FamilyResult::Open(PARAMETERS[0], crate::runs::STEPS)));
        stop.request();
        assert_eq!(examined(100_000), Err(Limit::STOPPED));
    }
}
