//! The machine that a command runs on: files, streams, the clock, signals, threads, and how the
//! process ends.

pub mod asking;
pub mod backend;
pub mod bug;
pub mod certificate;
pub mod changed;
pub mod checkpoint;
pub mod control;
pub mod exit;
pub mod file;
pub mod findings;
pub mod input;
pub mod leftover;
pub mod machine;
pub mod net;
pub mod output;
#[cfg(feature = "complete")]
pub mod picture;
pub mod progress;
pub mod settings;
pub mod side_by_side;
pub mod text;
pub mod threads;
pub mod verified;
pub mod walk;

pub use asking::answer;
pub use control::Control;
pub use exit::{Exit, Failure};
pub use output::{Output, complain, print, show};
pub use progress::Bar;
