//! `grundy heaps`: who wins several heaps, and how.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::heaps::Heaps;
use crate::cli::host::{Control, Exit, Failure, show};
use grundy_report::report::heaps;

/// Answers for the heaps.
pub fn run(arguments: &Heaps, configuration: &Configuration) -> Result<Exit, Failure> {
    let sum = arguments.sum().map_err(Failure::usage)?;
    let convention = arguments.convention();
    let control = Control::start(configuration.time_limit)?;
    let answer = sum
        .answer(convention, &control.stop)
        .map_err(|limit| control.ended_early(limit, heaps::unknown(convention, limit)))?;
    show(&heaps::answer(&sum, convention, &answer), configuration)
}
