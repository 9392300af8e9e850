//! `grundy verify --transitions` and `--dump`: chains and splits, nothing proved.

use super::arguments::Verify;
use super::bug;
use super::configuration::{Configuration, backend, reading};
use super::control::Control;
use super::exit::{Exit, Failure};
use super::expand::description;
use super::input::Input;
use super::output::{Output, complain};
use grundy::model::Description;
use grundy::report::chains::{self, Listed};
use grundy::report::{Checked, text};
use grundy::verdict::{Finding, Looked, Report, Statistics, Verdict};
use grundy::verify::{self, Options, Split};
use std::cell::RefCell;

/// Lists the chains of every input.
pub fn run(
    inputs: &[Input],
    arguments: &Verify,
    configuration: &Configuration,
    control: &Control,
) -> Result<Exit, Failure> {
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut exit = Exit::Success;
    let mut results = Vec::new();
    let options = Options {
        backend: backend(arguments.backend).maker(),
        stop: control.stop.clone(),
        ..Options::default()
    };
    for input in inputs {
        let name = input.name();
        bug::working_on(&name);
        let listed = description(input, &reading(&arguments.reading), configuration)
            .and_then(|model| list(&model, input, &options, arguments.dump, configuration));
        match listed {
            Ok(listed) if configuration.is_text() => {
                output.write(&chains::text(&name, &listed))?;
            }
            Ok(listed) => results.push((name, input.kind.name(), listed)),
            Err(_) if control.interrupted() => return Ok(Exit::Interrupted),
            Err(failure) => {
                complain(format_args!("error: {failure}"));
                exit = exit.max(failure.exit);
            }
        }
    }
    if !configuration.is_text() {
        output.write(&chains::json_of_all(&results))?;
    }
    Ok(exit)
}

/// The chains of one description, with their splits if wanted; what is wrong with it as the
/// failure.
pub fn list(
    model: &Description,
    input: &Input,
    options: &Options<'_>,
    splits: bool,
    configuration: &Configuration,
) -> Result<Vec<Listed>, Failure> {
    let listed = RefCell::new(Vec::new());
    let mut observe = |split: &Split<'_, '_>| {
        if let Some(last) = listed.borrow_mut().last_mut() {
            Listed::push(last, model, split);
        }
    };
    let ended = verify::list(
        model,
        options,
        |chain| listed.borrow_mut().push(Listed::new(model, chain, splits)),
        if splits { Some(&mut observe) } else { None },
    );
    match ended {
        Ok(_) => Ok(listed.into_inner()),
        Err(ended) => Err(not_listed(input, ended, configuration)),
    }
}

/// Why the chains of a description cannot be listed.
pub fn not_listed(
    input: &Input,
    (verdict, findings): (Verdict, Vec<Finding>),
    configuration: &Configuration,
) -> Failure {
    let name = input.name();
    let mut message = format!("{name} is {}\n", verdict.name());
    let checked = Checked {
        path: name,
        kind: input.kind.name(),
        source: &input.text,
        // Only a wrong claim has something to replay, and nothing is claimed wrong here.
        raw: false,
        report: Report::new(verdict, findings, Looked::Cases(Statistics::default())),
        time: None,
    };
    for finding in &checked.report.findings {
        message.push('\n');
        message += &text::finding(&checked, finding, configuration.style);
    }
    message.truncate(message.trim_end().len());
    Failure { exit: verdict.into(), message }
}
