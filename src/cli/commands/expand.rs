//! `grundy expand`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Expand as Arguments;
use crate::cli::flags::numbers::{named, points};
use crate::cli::host::asking::answer_to;
use crate::cli::host::input::read_one;
use crate::cli::host::{Control, Exit, Failure, bug};
use grundy_answers::ask::texts::Expand;

/// Writes out a piece of the described sequence.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    bug::working_on(&input.name());
    let control = Control::start(configuration.time_limit)?;
    let refused = |error| control.refused(error, configuration);
    let description = input.described(&arguments.reading).map_err(refused)?;
    let at = match arguments.at.iter().any(|assigned| assigned.name.is_empty()) {
        false => arguments.at.clone(),
        true => {
            let read = description.read(&control.terms(configuration, None)).map_err(refused)?;
            let names: Vec<_> = read.parameters.into_iter().map(|named| named.name).collect();
            named(&arguments.at, &names).map_err(Failure::usage)?
        }
    };
    let question = Expand {
        description,
        at: Vec::new(),
        points: points(&at).map_err(Failure::usage)?,
        from: arguments.from.clone(),
        count: arguments.count,
    };
    let answer = answer_to(&question, &control, configuration)?;
    control.show(&answer, &answer.writing, configuration)
}
