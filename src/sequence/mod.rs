//! Sequences of subtraction games, computed directly from the rule, and their periods.

mod fingerprint;
mod game;
pub mod oracle;
pub mod orbit;
mod outcome;
mod period;
mod proof;
mod register;
mod search;

pub use game::{Game, GameError, Moves, Rule};
pub use period::{Cycle, CycleSearch, confirm, cycle};
pub use register::Window;
pub use search::{Progress, Snapshot};
