//! The moves that win at each position of one heap, and their period.

use super::align;
use super::json::{Decimal, document};
use super::sequence::{Head, Subject};
use crate::Integer;
use grundy_output::output;

/// A line for each position: its number, its outcome, and the moves that win.
pub fn text(from: &Integer, lost: &[bool], moves: &[Vec<u64>]) -> String {
    let number = |at: usize| (from + &Integer::from(at)).to_string();
    let width = number(moves.len().saturating_sub(1)).len();
    let line = |(at, (moves, lost)): (usize, (&Vec<u64>, &bool))| {
        let outcome = if *lost { "-" } else { "+" };
        let moves: String = moves.iter().map(|size| format!(" {size}")).collect();
        format!("{}  {outcome} {moves}", align::right(&number(at), width)).trim_end().to_owned()
            + "\n"
    };
    moves.iter().zip(lost).enumerate().map(line).collect()
}

/// The same for programs.
pub fn json(subject: &Subject, from: &Integer, moves: &[Vec<u64>]) -> String {
    let winning_moves = moves.iter().map(|moves| moves.iter().map(Decimal::from).collect());
    document(&WinningPiece {
        head: Head::new(subject),
        from: from.into(),
        winning_moves: winning_moves.collect(),
    })
}

#[output]
pub(super) struct WinningPiece {
    #[serde(flatten)]
    head: Head,
    from: Decimal,
    /// Of each position, in increasing order.
    winning_moves: Vec<Vec<Decimal>>,
}

/// W(x + period) = W(x) for all x >= preperiod, W(x) being the winning moves of position x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningCycle {
    /// The period: that of the outcomes.
    pub period: Integer,
    /// Is it the least one?
    pub is_least: bool,
    /// The preperiod, or a number that is not below it.
    pub preperiod: Integer,
    /// Is it the least one for this period?
    pub is_preperiod_least: bool,
}

impl WinningCycle {
    /// For people, in a line.
    pub fn text(&self) -> String {
        let Self { period, preperiod, .. } = self;
        let least = match (self.is_least, self.is_preperiod_least) {
            (true, true) => "both numbers least",
            (true, false) => "the first number least; the second one is q + max L",
            (false, true) => "the second number least for this period; a shorter period may exist",
            (false, false) => "smaller numbers may exist",
        };
        format!("winning moves: W(x) = W(x+{period}) for all x >= {preperiod}, {least}\n")
    }
}

/// The same for programs.
#[output]
pub(super) struct WinningDocument {
    period: String,
    preperiod: String,
    /// Are both numbers known to be least?
    least: bool,
}

impl From<&WinningCycle> for WinningDocument {
    fn from(cycle: &WinningCycle) -> Self {
        Self {
            period: cycle.period.to_string(),
            preperiod: cycle.preperiod.to_string(),
            least: cycle.is_least && cycle.is_preperiod_least,
        }
    }
}
