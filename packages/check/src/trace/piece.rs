//! A trace as runs of positions in loops, and how long it is.

use super::Reason;
use super::form::Form;
use super::front::Step;
use super::walk::Witness;
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

/// So many pieces may be in the loops that were entered.
const OPEN: usize = 1 << 23;

impl Record {
    /// No pieces yet; their lengths are polynomials of at most this degree.
    pub fn new(degree: usize) -> Self {
        Self {
            pieces: VecDeque::new(),
            is_cut: false,
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
        self.pieces.push_back(piece);
        if self.pieces.len() > KEPT {
            self.pieces.pop_front();
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
