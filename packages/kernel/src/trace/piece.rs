//! Runs of positions in loops, and their numbers of positions.

use crate::affine::Affine;
use crate::integer::Integer;
use crate::polynomial::Polynomial;
use smallvec::SmallVec;

/// Coefficients of a form: the value first, then the slope in m, then those in the indices of the surrounding loops,
/// outermost first.  The last one is not 0, so that equality is that of forms.
pub(super) type Coefficients = SmallVec<[i64; 3]>;

/// A run of positions with the same outcome, or a loop of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A number of positions, all of them lost or all won; the next run may have the same outcome.
    Run { is_lost: bool, length: Coefficients },
    /// A loop.
    Loop(Repeat),
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    /// The number of iterations.
    pub count: Coefficients,
    /// One iteration, in terms also of the loop's own index, the last one.
    pub body: Vec<Piece>,
}

impl Piece {
    /// The number of pieces, including those inside.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Run { .. } => 1,
            Self::Loop(one) => one.body.iter().map(Self::size).fold(1, usize::saturating_add),
        }
    }
}

/// The number of positions of pieces, a polynomial in m and in the indices of the surrounding loops.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    /// The coefficients of the sum of the runs, which most pieces are; there is room for 2^64 of them.
    runs: SmallVec<[i128; 3]>,
    loops: Polynomial,
}

impl Sum {
    /// Adds a number.
    pub(super) fn add(&mut self, coefficients: &[i64]) {
        if self.runs.len() < coefficients.len() {
            self.runs.resize(coefficients.len(), 0);
        }
        for (sum, coefficient) in self.runs.iter_mut().zip(coefficients) {
            *sum += i128::from(*coefficient);
        }
    }

    /// Adds a piece with this number of surrounding variables, including m.
    pub(super) fn add_piece(&mut self, piece: &Piece, around: usize) {
        match piece {
            Piece::Run { length, .. } => self.add(length),
            Piece::Loop(one) => self.add_loop(one, around),
        }
    }

    /// Adds a loop with this number of surrounding variables, including m.
    pub(super) fn add_loop(&mut self, one: &Repeat, around: usize) {
        let mut each = Self::default();
        for piece in &one.body {
            each.add_piece(piece, around + 1);
        }
        let last = affine(&one.count).plus(-1);
        let sum = each.polynomial().sum(around, &Polynomial::zero(), &(&last).into());
        self.loops = self.loops.plus(&sum);
    }

    /// The sum.
    pub(super) fn polynomial(&self) -> Polynomial {
        self.loops.plus(&(&affine(&self.runs)).into())
    }
}

/// The form with these coefficients.
pub(super) fn affine<T: Copy + Into<Integer>>(coefficients: &[T]) -> Affine {
    let mut numbers = coefficients.iter().map(|&it| it.into());
    Affine::new(numbers.next().unwrap_or_default(), numbers)
}

/// Coefficients without zeros at the end.
pub(super) fn trimmed(coefficients: impl IntoIterator<Item = i64>) -> Coefficients {
    let mut coefficients: Coefficients = coefficients.into_iter().collect();
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
    coefficients
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use proptest::prelude::*;

    /// The number of positions, with each iteration counted by itself.
    fn counted(pieces: &[Piece], point: &mut Vec<i64>) -> i64 {
        let value = |coefficients: &Coefficients, point: &[i64]| {
            let numbers = [1].into_iter().chain(point.iter().copied());
            coefficients.iter().zip(numbers).map(|(one, other)| one * other).sum::<i64>()
        };
        let of = |piece: &Piece| match piece {
            Piece::Run { length, .. } => value(length, point),
            Piece::Loop(Repeat { count, body }) => {
                let times = value(count, point);
                let iteration = |index| {
                    point.push(index);
                    let length = counted(body, point);
                    point.pop();
                    length
                };
                (0..times).map(iteration).sum()
            }
        };
        pieces.iter().map(of).sum()
    }

    /// Pieces with this number of surrounding variables, in which loops are nested to this depth.
    fn pieces(around: usize, depth: u32) -> BoxedStrategy<Vec<Piece>> {
        let coefficients = prop::collection::vec(prop_oneof![Just(0), 0_i64..3], 1..=around + 1);
        let coefficients = coefficients.prop_map(trimmed);
        let run = coefficients.clone().prop_map(|length| Piece::Run { is_lost: false, length });
        let piece = match depth {
            0 => run.boxed(),
            _ => {
                let nested = (coefficients, pieces(around + 1, depth - 1));
                let nested = nested.prop_map(|(count, body)| Piece::Loop(Repeat { count, body }));
                prop_oneof![run, nested].boxed()
            }
        };
        prop::collection::vec(piece, 1..4).boxed()
    }

    proptest! {
        #[test]
        fn lengths_are_those_of_all_iterations(body in pieces(2, 3), m in 0_i64..6) {
            let one = Repeat { count: trimmed([2, 1]), body };
            let point = &mut vec![m];
            let all = counted(&[Piece::Loop(one.clone())], point);
            let mut sum = Sum::default();
            sum.add_loop(&one, 1);
            let all = BigRational::from_integer(all.into());
            prop_assert_eq!(sum.polynomial().at(&[m.into()]), all);
        }
    }
}
