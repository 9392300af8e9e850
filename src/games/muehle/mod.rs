//! Nine Men's Morris ("Mühle"): the rules, the published Petri net, and their comparison.
pub mod board;
pub mod rules;
pub mod net;

pub use board::{Field, Fields, Mill};
pub use rules::{CaptureRule, Outcome, Player, Position, Status, Turn};
