//! `grundy heaps`: who wins several heaps, and how.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::heaps::Heaps;
use crate::cli::host::asking::answer;
use crate::cli::host::{Control, Exit, Failure};

/// Answers the question about the heaps.
pub fn run(arguments: &Heaps, configuration: &Configuration) -> Result<Exit, Failure> {
    let question = arguments.question().map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    answer(&question, &control, configuration)
}
