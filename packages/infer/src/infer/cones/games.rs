//! Games with moves affine in several parameters.

use super::set::Set;
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::infer::Start;
use crate::infer::family::game_of;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Move, Rule, Value};
use crate::sequence::{Game, MOVES};

/// The games whose parameters satisfy conditions.
#[derive(Clone, Debug)]
pub struct Games {
    /// The names of the parameters, lower-case letters.
    pub parameters: Vec<char>,
    /// The moves over the parameters, by their number.
    pub moves: Vec<Move>,
    /// What the parameters satisfy.
    pub conditions: Vec<Constraint>,
    /// The values before position 0.
    pub start: Option<Start>,
}

/// The most moves of a range, in one game.
const MOST_MOVES: i64 = 1 << 16;

impl Games {
    /// The parameters for which the conditions hold and each move takes at least 1.
    pub(super) fn set(&self) -> Set {
        // What follows from others goes first: the conditions as they are written stay.
        let moves = self.moves.iter().map(|one| Constraint::positive(&one.size));
        let constraints: Vec<_> = moves.chain(self.conditions.iter().cloned()).collect();
        Set::new(self.parameters.len(), &constraints)
    }

    /// Are there games, as far as that can be decided?
    pub fn is_inhabited(&self, stop: &CancellationToken) -> bool {
        !matches!(self.set().point(stop), Ok(None))
    }

    /// The games with these forms instead of the parameters, without conditions; moves that become equal are one.
    pub(super) fn substituted(&self, parameters: Vec<char>, forms: &[Affine]) -> Self {
        let mut moves: Vec<Move> = Vec::new();
        for one in &self.moves {
            let size = one.size.substitute(forms);
            let last = one.last.as_ref().map(|last| last.substitute(forms));
            if !moves.iter().any(|range| range.size == size && range.last == last) {
                moves.push(Move { size, last, span: one.span });
            }
        }
        Self { parameters, moves, conditions: Vec::new(), start: self.start.clone() }
    }

    /// The first and the last move of each range.
    pub(super) fn ranges(&self) -> Vec<(Affine, Affine)> {
        let range = |one: &Move| (one.size.clone(), one.greatest().clone());
        self.moves.iter().map(range).collect()
    }

    /// The game at a point; `None` if it has no moves.
    ///
    /// # Errors
    /// If it has more or greater moves than are supported.
    pub(super) fn game(&self, point: &[Integer], rule: Rule) -> Result<Option<Game>, Limit> {
        let mut sizes = Vec::new();
        for (first, last) in self.ranges() {
            let number = |form: &Affine| form.at(point).to_i64().ok_or(MOVES);
            let (first, last) = (number(&first)?, number(&last)?);
            if first < 1 || last.checked_sub(first).is_none_or(|width| width >= MOST_MOVES) {
                return Err(MOVES);
            }
            sizes.extend((first..=last).map(i64::unsigned_abs));
        }
        sizes.sort_unstable();
        sizes.dedup();
        game_of(&sizes, self.start.as_ref(), rule)
    }

    /// The only value before position 0; `Err` if there are several.
    pub(super) fn start_value(&self) -> Result<Option<Value>, ()> {
        match self.start.as_ref().map(|start| &*start.word) {
            None => Ok(None),
            Some([value]) => Ok(Some(*value)),
            Some(_) => Err(()),
        }
    }

    /// The moves as they are written.
    pub fn written_moves(&self) -> Vec<String> {
        self.moves.iter().map(|one| one.display(&self.parameters)).collect()
    }
}
