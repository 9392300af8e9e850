//! `grundy find`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::find::Find;
use crate::cli::host::{Control, Exit, Failure, answer};
use grundy_answers::ask::find as ask;

/// Looks for numbers among small games and what is published.
pub fn run(arguments: &Find, configuration: &Configuration) -> Result<Exit, Failure> {
    let control = Control::start(configuration.time_limit)?;
    answer(&ask::Find { numbers: arguments.numbers.join(" ") }, &control, configuration)
}
