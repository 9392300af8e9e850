//! What methods did when they found no result.

use std::fmt;

/// A method to find periods, of one game or of all games of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Positions one by one.
    Direct,
    /// Runs of positions, and loops over them.
    Runs,
    /// Runs, where many small ones are combined.
    Combs,
    /// Domains in space and time, and the walls between them.
    Domains,
    /// A linear recurrence, and the order of its minimal polynomial.
    Recurrence,
    /// Folded sequences of some games, fitted to a description of all games.
    Description,
}

/// What a method did, and why that gave no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The method.
    pub method: Method,
    /// The work done, in the unit of the method.
    pub done: u64,
    /// Why it ended.
    pub ended: String,
}

impl Method {
    /// Its name, and the unit of its work.
    pub fn name_and_unit(self) -> (&'static str, &'static str) {
        match self {
            Self::Direct => ("direct", "positions"),
            Self::Runs => ("runs", "steps"),
            Self::Combs => ("combs", "steps"),
            Self::Domains => ("domains", "words"),
            Self::Recurrence => ("recurrence", "values"),
            Self::Description => ("description", "steps, words and loops"),
        }
    }
}

/// `runs: 4 million steps, no state recurred within the allowed steps`
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, unit) = self.method.name_and_unit();
        match self.done {
            done @ 10_000_000.. => write!(f, "{name}: {} million {unit}", done / 1_000_000)?,
            done => write!(f, "{name}: {done} {unit}")?,
        }
        write!(f, ", {}", self.ended)
    }
}
