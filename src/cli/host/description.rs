//! Descriptions from files.

use super::input::Input;
use super::{Control, Failure};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::reading::Reading;
use grundy_check::model::Description;
use grundy_core::diagnostic::Diagnostic;
use grundy_core::lang::{self, Lowered};
use grundy_report::check::Kind;
use grundy_report::report::ended::About;
use grundy_report::report::render;

/// How this input is to be read; a rule that is asked for must be that of its RULE line, if it has one, and is not asked
/// for then.
pub fn agreeing(
    input: &Input,
    reading: &Reading,
    control: &Control,
) -> Result<lang::Options, Failure> {
    let options = reading.options().map_err(Failure::usage)?;
    if let Some(asked) = options.rule
        && input.kind == Kind::Nimseq
        && let Some(named) = read(input, &lang::Options::default(), control)?.rule
    {
        if named == asked {
            // The text says so itself.
            return Ok(lang::Options { rule: None, ..options });
        }
        let name = input.name();
        let message = format!("{name} has the line RULE {named}, which is not --rule '{asked}'");
        return Err(Failure::usage(message));
    }
    Ok(options)
}

/// The model of a text; otherwise its diagnostics as the failure.
pub fn description(
    input: &Input,
    options: &lang::Options,
    configuration: &Configuration,
    control: &Control,
) -> Result<Description, Failure> {
    let diagnostics = match &input.broken {
        Some(broken) => vec![broken.clone()],
        None => {
            let lowered = read(input, options, control)?;
            match lowered.description {
                Some(description) => return Ok(description),
                None => lowered.diagnostics,
            }
        }
    };
    Err(rejected(input, &diagnostics, configuration))
}

/// What became of a text, unless a stop was asked for before all of it was read.
fn read(input: &Input, options: &lang::Options, control: &Control) -> Result<Lowered, Failure> {
    let read = lang::parse_until(&input.text, options, &control.stop);
    read.map_err(|limit| control.ended_early(limit, format!("{} was being read", input.name())))
}

/// What is wrong with a text, as the failure.
pub fn rejected(
    input: &Input,
    diagnostics: &[Diagnostic],
    configuration: &Configuration,
) -> Failure {
    let name = input.name();
    let (style, detail) = (configuration.style, configuration.detail);
    let shown = render::render_all(diagnostics, &name, &input.text, style, detail);
    Failure::rejected(format!("{name} is rejected\n{}", shown.trim_end())).about(About::new(
        &name,
        &input.text,
        diagnostics,
    ))
}
