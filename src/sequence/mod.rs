//! Sequences of subtraction games, computed directly from the rule, and their periods.

mod checkpoint;
mod engine;
mod fingerprint;
mod game;
pub mod oracle;
pub mod orbit;
mod period;
mod proof;
mod register;
mod search;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use game::{Game, GameError, Moves, Rule};
pub use period::{Cycle, CycleSearch, confirm, cycle, values};
pub use register::Window;
pub use search::{Progress, Snapshot};
