//! The moves that win at each position of one heap, and their period.

use super::json::Decimal;
use super::sequence::{Head, Subject};
use super::{Render, align};
use crate::Integer;
use grundy_output::output;
use serde::Serializer;

/// What wins at each position, in increasing order.
pub fn moves<'a>(
    subject: &Subject,
    from: &'a Integer,
    lost: &'a [bool],
    winning_moves: &'a [Vec<u64>],
) -> impl Render + use<'a> {
    WinningPiece { first: from, lost, head: Head::new(subject), from: from.into(), winning_moves }
}

impl Render for WinningPiece<'_> {
    /// A line for each position: its number, its outcome, and the moves that win.
    fn text(&self) -> String {
        let number = |at: usize| (self.first + &Integer::from(at)).to_string();
        let width = number(self.lost.len().saturating_sub(1)).len();
        let line = |(at, (moves, lost)): (usize, (&Vec<u64>, &bool))| {
            let outcome = if *lost { "-" } else { "+" };
            let moves: String = moves.iter().map(|size| format!(" {size}")).collect();
            format!("{}  {outcome} {moves}", align::right(&number(at), width)).trim_end().to_owned()
                + "\n"
        };
        self.winning_moves.iter().zip(self.lost).enumerate().map(line).collect()
    }
}

#[output]
pub(super) struct WinningPiece<'a> {
    #[serde(skip)]
    first: &'a Integer,
    #[serde(skip)]
    lost: &'a [bool],
    #[serde(flatten)]
    head: Head,
    from: Decimal,
    /// Of each position, in increasing order.
    #[serde(serialize_with = "decimals")]
    #[cfg_attr(test, schemars(with = "Vec<Vec<Decimal>>"))]
    winning_moves: &'a [Vec<u64>],
}

fn decimals<S: Serializer>(moves: &[Vec<u64>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|it| it.iter().map(Decimal::from).collect::<Vec<_>>()))
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
    /// For people, in a line without an end.
    pub(super) fn line(&self) -> String {
        let Self { period, preperiod, .. } = self;
        let least = match (self.is_least, self.is_preperiod_least) {
            (true, true) => "both numbers least",
            (true, false) => "the first number least; the second one is q + max L",
            (false, true) => "the second number least for this period; a shorter period may exist",
            (false, false) => "smaller numbers may exist",
        };
        format!("winning moves: W(x) = W(x+{period}) for all x >= {preperiod}, {least}")
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
