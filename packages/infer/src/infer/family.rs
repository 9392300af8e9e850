//! The games that a theorem is about.

use crate::Integer;
use crate::affine::Affine;
use crate::model::Move;
use crate::theorem::Class;

/// Moves that are affine in one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name of the parameter, a lower-case letter.
    pub parameter: char,
    /// For each move a * n + b the numbers a and b; no a is below 0.
    moves: Vec<(i64, i64)>,
    /// The least parameter: all moves are at least 1 from there on.
    least: i64,
}

/// Why a family is none that theorems are found about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// A move becomes negative.
    #[error("the move {0} is below 1 for all large {1}: there are no games")]
    Falling(String, char),
    /// There is a range of moves.
    #[error("the range {0} cannot be inferred yet: write a description, and verify it")]
    Range(String),
    /// No move depends on the parameter.
    #[error("no move depends on {0}, so this is one game: use `grundy period`")]
    Constant(char),
    /// Two moves are the same for all parameters.
    #[error("the move {0} is listed twice")]
    Twice(String),
    /// Numbers are too large.
    #[error("the numbers of the move {0} are too large")]
    Large(String),
}

/// The greatest numbers in moves.
const GREATEST: i64 = 1 << 24;

impl Family {
    /// The family of these moves, whose variable number 0 is the parameter, for all values of it from
    /// `least` on for which each move takes at least 1.  Moves that are the same for some parameter only
    /// are one move of that game: { 4 n } has the game { 4 } for n = 4.
    pub fn new(parameter: char, moves: &[Move], least: i64) -> Result<Self, FamilyError> {
        let mut numbers = Vec::with_capacity(moves.len());
        let mut start = least;
        for one in moves {
            let written = || one.display(&[parameter]);
            if one.last.is_some() {
                return Err(FamilyError::Range(written()));
            }
            let small = |number: &Integer| {
                let number = number.to_i64().filter(|it| it.unsigned_abs() <= GREATEST as u64);
                number.ok_or_else(|| FamilyError::Large(written()))
            };
            let (a, b) = (small(one.size.coefficient(0))?, small(one.size.constant_term())?);
            if a < 0 || a == 0 && b < 1 {
                return Err(FamilyError::Falling(written(), parameter));
            }
            if a > 0 {
                // a * n + b >= 1 from (1 - b) / a on, rounded up.
                start = start.max(-(b - 1).div_euclid(a));
            }
            if numbers.contains(&(a, b)) {
                return Err(FamilyError::Twice(written()));
            }
            numbers.push((a, b));
        }
        if numbers.iter().all(|(a, _)| *a == 0) {
            return Err(FamilyError::Constant(parameter));
        }
        Ok(Self { parameter, moves: numbers, least: start })
    }

    /// The least parameter.
    pub fn least(&self) -> i64 {
        self.least
    }

    /// The moves for a parameter, in increasing order; `None` if a number is too large.
    pub fn sizes(&self, parameter: i64) -> Option<Vec<u64>> {
        let size =
            |(a, b): &(i64, i64)| u64::try_from(a.checked_mul(parameter)?.checked_add(*b)?).ok();
        let mut sizes: Vec<_> = self.moves.iter().map(size).collect::<Option<_>>()?;
        sizes.sort_unstable();
        sizes.dedup();
        Some(sizes)
    }

    /// The moves in terms of the parameter of a class.
    pub fn written_moves(&self, class: Class) -> Vec<String> {
        let name = self.parameter_of(class);
        let written = |(a, b): (i64, i64)| {
            Affine::new(b.into(), [Integer::from(a)]).display(&[name]).to_string()
        };
        self.moves(class).map(written).collect()
    }

    /// The same in braces.
    pub fn written(&self, class: Class) -> String {
        format!("{{ {} }}", self.written_moves(class).join(" "))
    }

    /// The name of the parameter of a class: that of the family, or another letter for its m.
    pub fn parameter_of(&self, class: Class) -> char {
        match (class.modulus, self.parameter) {
            (1, letter) => letter,
            (_, 'm') => 'k',
            _ => 'm',
        }
    }

    /// For each move the numbers a and b of a * m + b, where the parameter is that of the class.
    pub fn moves(&self, class: Class) -> impl Iterator<Item = (i64, i64)> {
        let Class { modulus, residue } = class;
        self.moves.iter().map(move |(a, b)| (a * modulus, a * residue + b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    fn family(text: &str) -> Result<Family, FamilyError> {
        Family::new('n', &lang::moves(text).expect("moves").moves, 0)
    }

    #[test]
    fn families_start_where_all_moves_are_at_least_1() {
        for (text, least) in [("{ n 2n }", 1), ("{ n+1 }", 0), ("{ 3n-7 2 }", 3), ("{ 2n-2 n }", 2)]
        {
            let family = family(text).expect("a family");
            assert_eq!(family.least(), least, "{text}");
            let sizes = family.sizes(least).expect("small numbers");
            assert!(sizes[0] >= 1 && sizes.windows(2).all(|pair| pair[0] < pair[1]), "{text}");
        }
        assert_eq!(family("{ n+1 2n n }").expect("a family").sizes(1), Some(vec![1, 2]));
    }

    #[test]
    fn what_is_no_family_is_refused() {
        assert_eq!(family("{ n 9-n }"), Err(FamilyError::Falling("-n+9".to_owned(), 'n')));
        assert_eq!(family("{ 2 7 }"), Err(FamilyError::Constant('n')));
        assert_eq!(family("{ 2n 3 2n }"), Err(FamilyError::Twice("2n".to_owned())));
        assert!(matches!(family("{ 99999999999n }"), Err(FamilyError::Large(_))));
    }
}
