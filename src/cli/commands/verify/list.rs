//! `grundy verify --transitions` and `--dump`: chains and splits, nothing proved.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Verify;
use crate::cli::flags::global::Format;
use crate::cli::host::backend::backend;
use crate::cli::host::input::Input;
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain};
use grundy_answers::ask::compile::Chains;
use grundy_answers::report::chains;

/// Lists the chains of every input.
pub fn run(
    inputs: &[Input],
    arguments: &Verify,
    configuration: &Configuration,
    control: &Control,
    unread: Vec<(String, String)>,
) -> Result<Exit, Failure> {
    if !matches!(configuration.format, Format::Text | Format::Full | Format::Json) {
        let message = "--transitions and --dump find nothing wrong: they write text and json";
        return Err(Failure::usage(message));
    }
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut exit = Exit::Success;
    let mut results = Vec::new();
    let mut without = unread;
    let backend = backend(arguments.backend)?.name();
    let terms = control.terms(configuration, None);
    let list = |input: &Input| {
        let description = input.described(&arguments.reading)?;
        let (splits, backend) = (arguments.dump, Some(backend.to_owned()));
        Chains { description, splits, backend }.answer(&terms)
    };
    for (done, input) in inputs.iter().enumerate() {
        let name = input.name();
        bug::working_on(&name);
        match list(input).map_err(|error| control.refused(error, configuration)) {
            Ok(listed) if configuration.is_text() => {
                output.say(&chains::text(&name, &listed))?;
            }
            Ok(listed) => results.push((name, input.kind.name(), listed)),
            Err(_) if control.interrupted() => {
                let came =
                    format_args!("the chains of {done} of {} inputs are listed", inputs.len());
                return Err(Failure::interrupted(came));
            }
            Err(failure) => {
                complain(&failure);
                let reason = failure.message.lines().next().unwrap_or_default();
                without.push((name, reason.to_owned()));
                exit = exit.max(failure.exit);
            }
        }
    }
    if !configuration.is_text() {
        output.write(&chains::json_of_all(&results, &without))?;
    }
    Ok(exit)
}
