//! A trace as runs of positions in loops, and how long it is.

use super::Reason;
use super::form::Form;
use super::front::Step;
use super::walk::Witness;
use crate::affine::{Affine, Length};
use crate::integer::Integer;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// Coefficients of a form: the value first, then the slope in m, then those in the indices of the
/// loops around, outermost first.  The last one is not 0, so that equality is that of forms.
pub(super) type Coefficients = SmallVec<[i64; 3]>;

/// A run of positions with the same outcome, or a loop of such.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// So many positions, all of them lost or all won; the next run may have the same outcome.
    Run { is_lost: bool, length: Coefficients },
    /// A loop.
    Loop(Repeat),
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeat {
    /// How many iterations.
    pub count: Coefficients,
    /// One iteration; also by the loop's own index, the last one.
    pub body: Vec<Piece>,
}

impl Piece {
    /// How many pieces it is, with those inside.
    fn size(&self) -> usize {
        match self {
            Self::Run { .. } => 1,
            Self::Loop(one) => one.body.iter().map(Self::size).fold(1, usize::saturating_add),
        }
    }
}

impl Repeat {
    /// The number of positions, a polynomial in m, of a loop that is in no other one.
    pub fn length(&self) -> Length {
        let mut length = Length::zero();
        self.add_to(&mut length, 1);
        length
    }

    /// Adds the number of positions of a loop with so many variables around, m among them.
    fn add_to(&self, length: &mut Length, around: usize) {
        let mut each = Length::zero();
        for piece in &self.body {
            match piece {
                Piece::Run { length, .. } => each.add(&affine(length)),
                Piece::Loop(one) => one.add_to(&mut each, around + 1),
            }
        }
        length.add_loop(around, Affine::zero(), affine(&self.count).plus(-1), each);
    }
}

/// The form with these coefficients.
fn affine(coefficients: &[i64]) -> Affine {
    let (value, slopes) = coefficients.split_first().unwrap_or((&0, &[]));
    Affine::new(Integer::from(*value), slopes.iter().copied().map(Integer::from))
}

/// Coefficients without zeros at the end.
pub(super) fn trimmed(coefficients: impl IntoIterator<Item = i64>) -> Coefficients {
    let mut coefficients: Coefficients = coefficients.into_iter().collect();
    while coefficients.last() == Some(&0) {
        coefficients.pop();
    }
    coefficients
}

/// Writes down the pieces of a trace, and adds up their lengths.
#[derive(Debug)]
pub(super) struct Record {
    /// The last pieces that are in no loop.
    pub pieces: VecDeque<Piece>,
    /// Were there more of them?
    pub is_cut: bool,
    /// How many pieces these are, with those in loops.
    kept: usize,
    /// The loops that were entered, and how many pieces they have.
    open: Vec<Repeat>,
    inside: usize,
    /// The number of positions.
    pub length: super::polynomial::Polynomial,
    /// How many steps the outline has.
    pub steps: u64,
}

/// So many pieces are kept.
const KEPT: usize = 1 << 18;

/// So many pieces may be in the loops that were entered, and in those that are kept.
const OPEN: usize = 1 << 23;

impl Record {
    /// No pieces yet; their lengths are polynomials of at most this degree.
    pub fn new(degree: usize) -> Self {
        Self {
            pieces: VecDeque::new(),
            is_cut: false,
            kept: 0,
            open: Vec::new(),
            inside: 0,
            length: super::polynomial::Polynomial::zero(degree),
            steps: 0,
        }
    }

    /// Adds a run.
    pub fn run<const N: usize>(&mut self, is_lost: bool, length: &Form<N>) {
        let length = trimmed(length.coefficients());
        if !length.is_empty() {
            self.push(Piece::Run { is_lost, length });
        }
    }

    fn push(&mut self, piece: Piece) {
        if let Some(around) = self.open.last_mut() {
            around.body.push(piece);
            self.inside += 1;
            return;
        }
        self.inside = 0;
        match &piece {
            Piece::Run { length, .. } => self.length.add(length),
            Piece::Loop(one) => self.length.add_loop(one),
        }
        self.kept += piece.size();
        self.pieces.push_back(piece);
        while self.pieces.len() > KEPT || self.kept > OPEN {
            let Some(first) = self.pieces.pop_front() else { break };
            self.kept -= first.size();
            self.is_cut = true;
        }
    }
}

impl Witness for Record {
    fn step<const N: usize>(
        &mut self,
        step: &Step<N>,
        _: &super::front::Front<N>,
        _: &super::form::Ranges<N>,
    ) -> Result<(), Reason> {
        self.steps += 1;
        self.run(false, &step.won);
        if let Some(lost) = &step.lost {
            self.run(true, lost);
        }
        if self.inside > OPEN { Err(Reason::Size) } else { Ok(()) }
    }

    fn enter(&mut self, count: &[i64]) {
        self.open.push(Repeat { count: trimmed(count.iter().copied()), body: Vec::new() });
    }

    fn leave(&mut self) {
        if let Some(one) = self.open.pop() {
            self.push(Piece::Loop(one));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The number of positions, each iteration by itself.
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

    /// Pieces with so many variables around, in which loops are so deep.
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
            let length = one.length();
            prop_assert_eq!(length.at(&mut vec![Integer::from(m)]), Integer::from(all));
        }
    }
}
