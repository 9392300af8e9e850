//! Where a proof by trace shows nothing, and why.

use std::fmt;

/// Why it shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The moves do not increase from 1 on for all m.
    Moves,
    /// The moves are not as many rows, with few columns.
    Columns,
    /// What a step is made of is not the same everywhere.
    Step,
    /// What a comb is made of is not its teeth, or a move meets it in different places.
    Comb,
    /// A texture does not recur.
    Texture,
    /// There is no such edge, or it is not awake.
    Edge,
    /// Columns are not those of the zone.
    Zone,
    /// An edge does not come again as is said.
    Cycle,
    /// A number of rows is negative, or how an edge goes on depends on m.
    Row,
    /// Edges come too near to each other.
    Near,
    /// In the end edges do not stay as far from each other as they are.
    End,
    /// A loop has no iteration somewhere.
    Count,
    /// A loop does not change the state by the same amounts each time.
    Change,
    /// The state at the end of the period is not that at its start.
    Recurrence,
    /// A number depends on what is no index around it, loops are nested too deep, or the period begins in
    /// a loop or twice.
    Index,
    /// The period has no steps.
    Structure,
    /// A number does not fit a machine word.
    Number,
    /// Too much is to be computed or to be kept.
    Size,
    /// A stop was asked for.
    Stopped,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Moves => "the moves do not increase from 1 on for all n of the class",
            Self::Columns => "the moves are no multiples of a row and few positions",
            Self::Step => "a step is not the same for all n and in all iterations",
            Self::Comb => {
                "a comb is not what it is made of, or is not met in the same place for all n"
            }
            Self::Texture => "a texture does not recur",
            Self::Edge => "there is no such edge, or how it goes on is known already, or not yet",
            Self::Zone => "the columns are not those of the zone",
            Self::Cycle => "the edge is not the same after so many rows",
            Self::Row => "a number of rows is negative, or an edge is not the same for all n",
            Self::Near => "edges come too near to each other for some n",
            Self::End => "edges do not stay as far from each other as they are",
            Self::Count => "a loop does not have an iteration for all n and in all iterations",
            Self::Change => "the iterations of a loop do not change the state by the same amounts",
            Self::Recurrence => "the state at the end of the period is not that at its start",
            Self::Index => {
                "a number depends on what is no index around it, loops are too deep, or the period \
                 begins in a loop or twice"
            }
            Self::Structure => "the period has no steps",
            Self::Number => "a number does not fit 64 bits",
            Self::Size => "too much is to be computed: steps, runs or rows",
            Self::Stopped => "the time was over",
        })
    }
}

/// Where it shows nothing, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the entry, from 0, without those in loops; behind the last one, the end.
    pub entry: usize,
    /// What is wrong.
    pub reason: Reason,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: {}", self.entry + 1, self.reason)
    }
}

impl std::error::Error for Refused {}
