#![doc = include_str!("format.md")]

mod check;
mod comb;
mod cursor;
pub mod diagram;
mod file;
mod form;
mod front;
mod loops;
mod piece;
mod preperiod;
mod record;
mod refused;
mod run;
mod spelling;
mod structure;
mod unique;
mod walk;

pub use check::{Shown, check};
pub use comb::{Comb, Join};
pub use file::{Class, FIRST_WORD, FileError, Proof, check_file, write};
pub use front::LINKS;
pub use loops::DEEPEST;
pub use refused::{Reason, Refused};
pub use structure::{Loop, Move, Node, Trace};
