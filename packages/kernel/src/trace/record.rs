//! The pieces of a trace, recorded as they come.

use super::form::Form;
use super::front::Step;
use super::piece::{Piece, Repeat, Sum, trimmed};
use super::refused::Reason;
use crate::polynomial::Polynomial;
use std::collections::VecDeque;

/// Records the pieces of a trace.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The last pieces that are not inside a loop.
    pub pieces: VecDeque<Piece>,
    /// Were there more of them?
    pub is_cut: bool,
    /// The number of these pieces, including those in loops.
    kept: usize,
    /// The loops that were entered, and the number of their pieces.
    open: Vec<Repeat>,
    inside: usize,
    /// The number of positions in pieces that are no longer kept.
    cut: Sum,
    /// The number of steps of the structure.
    pub steps: u64,
}

/// The most pieces that are kept.
const KEPT: usize = 1 << 18;

/// The most pieces in the loops that were entered and in those that are kept.
const OPEN: usize = 1 << 23;

impl Record {
    /// Adds a run.
    pub(super) fn run<const N: usize>(&mut self, is_lost: bool, length: &Form<N>) {
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
        self.kept += piece.size();
        self.pieces.push_back(piece);
        while self.pieces.len() > KEPT || self.kept > OPEN {
            let Some(first) = self.pieces.pop_front() else { break };
            self.kept -= first.size();
            self.cut.add_piece(&first, 1);
            self.is_cut = true;
        }
    }

    /// The number of positions, a polynomial in m.
    ///
    /// Only traces that turn out right are asked for this: sums over nested loops cost more than the walk.
    pub(super) fn length(&self) -> Polynomial {
        let mut sum = self.cut.clone();
        for piece in &self.pieces {
            sum.add_piece(piece, 1);
        }
        sum.polynomial()
    }

    /// Adds the runs of a step.
    pub(super) fn step<const N: usize>(&mut self, step: &Step<N>) -> Result<(), Reason> {
        self.steps += 1;
        self.run(false, &step.won);
        if let Some(lost) = &step.lost {
            self.run(true, lost);
        }
        if self.inside > OPEN { Err(Reason::Size) } else { Ok(()) }
    }

    /// A loop with this number of iterations begins; what follows is one of them.
    pub(super) fn enter(&mut self, count: &[i64]) {
        self.open.push(Repeat { count: trimmed(count.iter().copied()), body: Vec::new() });
    }

    /// The innermost loop ends.
    pub(super) fn leave(&mut self) {
        if let Some(one) = self.open.pop() {
            self.push(Piece::Loop(one));
        }
    }
}
