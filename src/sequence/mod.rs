//! Sequences of subtraction games, computed directly from the rule, and their periods.

mod game;
pub mod oracle;
pub mod orbit;
mod period;

pub use game::{Game, GameError, Moves, Rule};
pub use period::{Cycle, confirm, cycle};
