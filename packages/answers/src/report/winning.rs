//! The moves that win at each position of one heap, and their period.

use super::json::{Decimal, Spelled};
use super::sequence::{Head, Subject};
#[cfg(test)]
use super::written::Incomplete;
use super::written::{Cut, Writing, collected};
use super::{Render, align};
use crate::Integer;
use crate::sequence::winning_moves;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// The winning moves at each position, from one position on.
#[derive(Debug)]
pub struct WinningPiece {
    /// The game.
    pub subject: Subject,
    /// The first position.
    pub from: Integer,
    /// The moves at these positions, in increasing order.
    pub moves: Vec<u64>,
    /// Which positions are lost: first as many before the first position as the greatest move, and then all others.
    pub lost: Vec<bool>,
    /// How far the positions are written.
    pub writing: Writing,
}

impl WinningPiece {
    /// Whether each position is lost, and the winning moves there, as far as they are written.
    fn each(&self) -> impl Iterator<Item = (bool, Vec<u64>)> {
        let moves = winning_moves(&self.moves, &self.lost);
        let before = self.lost.len() - moves.len();
        self.writing.of(self.lost.iter().skip(before).copied().zip(moves), |_| 1)
    }
}

impl Render for WinningPiece {
    fn text(&self) -> String {
        collected(|out| self.write_text(out))
    }

    /// A line for each position: its number, its outcome, and the moves that win.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let number = |at: usize| (&self.from + &Integer::from(at)).to_string();
        let count = winning_moves(&self.moves, &self.lost).len();
        let width = number(count.saturating_sub(1)).len();
        for (at, (lost, moves)) in self.each().enumerate() {
            let outcome = if lost { "-" } else { "+" };
            let moves: String = moves.iter().map(|size| format!(" {size}")).collect();
            let line = format!("{}  {outcome} {moves}", align::right(&number(at), width));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl Serialize for WinningPiece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = WinningDocument {
            head: Head::new(&self.subject),
            from: (&self.from).into(),
            winning_moves: WinningMoves(self),
            cut: Cut(&self.writing),
        };
        document.serialize(serializer)
    }
}

#[output]
pub(super) struct WinningDocument<'a> {
    #[serde(flatten)]
    head: Head,
    from: Decimal,
    /// Of each position, in increasing order.
    #[cfg_attr(test, schemars(with = "Vec<Vec<Decimal>>"))]
    winning_moves: WinningMoves<'a>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Incomplete"))]
    cut: Cut<'a>,
}

struct WinningMoves<'a>(&'a WinningPiece);

impl Serialize for WinningMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let decimals =
            |(_, it): (_, Vec<u64>)| it.into_iter().map(Decimal::from).collect::<Vec<_>>();
        serializer.collect_seq(self.0.each().map(decimals))
    }
}

/// W(x + period) = W(x) for all x >= preperiod, W(x) being the winning moves of position x.
#[output]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningCycle {
    /// The period: that of the outcomes.
    pub period: Spelled<Integer>,
    /// The preperiod, or a number that is not below it.
    pub preperiod: Spelled<Integer>,
    /// Are both numbers known to be least?
    pub least: bool,
    /// Is the first one?
    #[serde(skip)]
    pub is_period_least: bool,
    /// Is the second one the least for this period?
    #[serde(skip)]
    pub is_preperiod_least: bool,
}

impl WinningCycle {
    /// For people, in a line without a final period.
    pub(super) fn line(&self) -> String {
        let Self { period, preperiod, .. } = self;
        let least = match (self.is_period_least, self.is_preperiod_least) {
            (true, true) => "both least",
            (true, false) => "the first number least; the second one is q + max L",
            (false, true) => "the second number least for this period; a shorter period may exist",
            (false, false) => "smaller numbers may exist",
        };
        format!("winning moves: W(x) = W(x+{period}) for all x >= {preperiod}, {least}")
    }
}
