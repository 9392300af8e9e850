//! `grundy census families`.

use crate::cli::flags::census::Families as Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::host::asking::answer_while;
use crate::cli::host::progress::FAMILIES;
use crate::cli::host::{Bar, Control, Exit, Failure, bug, complain, show};
use grundy_answers::ask::census::Families;
use grundy_answers::report::families::title;

/// Looks for the polynomials of all families of a kind.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    let question = Families {
        moves: Some(arguments.moves),
        factors: Some(arguments.factors),
        summands: Some(arguments.summands),
        condition: arguments.condition.clone(),
        limit_steps: Some(arguments.limit_steps),
        every: arguments.all,
    };
    let control = Control::start(configuration.time_limit)?;
    let refused = |error| control.refused(error, configuration);
    let title = title(&question.families().map_err(refused)?);
    bug::working_on(&title);
    let bar = Bar::new(configuration.progress, title, FAMILIES);
    let found = answer_while(&question, &bar, &control, configuration);
    drop(bar);
    let found = found.map_err(refused)?;
    match found.came() {
        Some(came) if control.interrupted() => return Err(Failure::interrupted(came)),
        Some(came) => complain(format_args!("undecided: the time limit ran out; {came}")),
        None => {}
    }
    show(&found, configuration)
}
