//! Where a proof by trace shows nothing, and why.

/// Why it shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The moves do not increase from 1 on for all m.
    #[error("the moves do not increase from 1 on for all n of the class")]
    Moves,
    /// The moves do not lead a number of rows back with few columns.
    #[error("the moves are not multiples of a row and a few positions")]
    Columns,
    /// The parts of a step are not the same everywhere.
    #[error("a step is not the same for all n and in all iterations")]
    Step,
    /// The parts of a comb are not its teeth, or a move meets it in different places.
    #[error("a comb is not what it is made of, or is not met in the same place for all n")]
    Comb,
    /// A tile does not recur.
    #[error("a tile does not recur")]
    Tile,
    /// There is no such wall, or it is not awake.
    #[error("no such wall, or its continuation is known already, or is not known yet")]
    Wall,
    /// Columns are not those of the domain.
    #[error("the columns are not those of the domain")]
    Domain,
    /// A wall does not recur as claimed.
    #[error("the wall is not the same after this number of rows")]
    Cycle,
    /// A number of rows is negative, or the continuation of a wall depends on m.
    #[error("a number of rows is negative, or a wall is not the same for all n")]
    Row,
    /// Walls come too near each other.
    #[error("walls come too near to each other for some n")]
    Near,
    /// In the end walls do not keep their distances.
    #[error("walls do not stay as far from each other as they are")]
    End,
    /// A loop has no iteration somewhere.
    #[error("a loop does not have an iteration for all n and in all iterations")]
    Count,
    /// A loop does not change the state by the same amounts each time.
    #[error("the iterations of a loop do not change the state by the same amounts")]
    Change,
    /// The state at the end of the period is not the one at its start.
    #[error("the state at the end of the period is not that at its start")]
    Recurrence,
    /// A number depends on something that is not the index of a surrounding loop, loops are nested too deep, or the
    /// period begins in a loop or twice.
    #[error(
        "an index is missing, loops are nested too deeply, or the period begins in a loop or twice"
    )]
    Index,
    /// The period has no steps.
    #[error("the period has no steps")]
    Structure,
    /// A number does not fit a machine word.
    #[error("a number does not fit 64 bits")]
    Number,
    /// Too much would have to be computed or kept.
    #[error("too much to compute: steps, runs or rows")]
    Size,
    /// A stop was requested.
    #[error("the time limit ran out")]
    Stopped,
}

/// Where it shows nothing, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {}: {reason}", .entry + 1)]
pub struct Refused {
    /// The number of the entry, from 0, not counting those in loops; the number after the last one means the end.
    pub entry: usize,
    /// What is wrong.
    pub reason: Reason,
}
