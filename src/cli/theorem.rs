//! `grundy theorem`.

use super::arguments::{Format, Values};
use super::bug;
use super::certificate;
use super::configuration::Configuration;
use super::control::Control;
use super::exit::{Exit, Failure};
use super::input::read_one;
use super::output::complain;
use super::print;
use super::{expand, verify};
use clap::Args;
use grundy::lang;
use grundy::limit::Limit;
use grundy::model::Alphabet;
use grundy::report::{Checked, text, theorem as report};
use grundy::theorem::{Options, Undecided, theorem};
use grundy::verdict::Verdict;
use std::path::PathBuf;

/// `grundy theorem`.
#[derive(Debug, Args)]
pub struct Theorem {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Of which values; outcomes follow from a description of Grundy values [default: those of
    /// the description]
    #[arg(long, value_enum)]
    values: Option<Values>,
    /// Write a certificate to FILE: the proof of the description, and that period and preperiod
    /// are the least, for `grundy check`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// Proves a description, and derives period and preperiod for all parameters.
pub fn run(arguments: &Theorem, configuration: &Configuration) -> Result<Exit, Failure> {
    let input = read_one(&arguments.path)?;
    let name = input.name();
    bug::working_on(&name);
    let description = expand::description(&input, &lang::Options::default(), configuration)?;
    let control = Control::start(configuration.time_limit)?;
    let values = arguments.values.map(|values| match values {
        Values::Nim => Alphabet::Nim,
        Values::Outcome => Alphabet::Outcome,
    });
    if (values, description.alphabet) == (Some(Alphabet::Nim), Alphabet::Outcome) {
        return Err(Failure::usage(Undecided::Values.to_string()));
    }
    let options = Options { values, stop: control.stop.clone() };
    let (report, derived) = match &arguments.certificate {
        None => (verify::proof(&description, &input.text, configuration, &control), None),
        Some(path) => {
            let (threads, stop) = (configuration.threads, control.stop.clone());
            let proof = grundy::verify::Options { threads, stop, ..Default::default() };
            let values = [values.unwrap_or(description.alphabet)];
            let (report, mut derived) =
                certificate::write(&description, &input.text, &proof, path, &[], &values)?;
            (report, derived.pop().map(|(_, derived)| derived))
        }
    };
    if control.interrupted() {
        return Ok(Exit::Interrupted);
    }
    if report.verdict != Verdict::Verified {
        // Without a proof there is no theorem; what is wrong is told as `verify` tells it.
        let exit = report.verdict.into();
        let checked = Checked {
            path: name,
            kind: input.kind.name(),
            source: &input.text,
            raw: false,
            report,
            time: None,
        };
        complain(text::input(&checked, configuration.style, configuration.detail).trim_end());
        return Ok(exit);
    }
    let theorem = match derived.unwrap_or_else(|| theorem(&description, &options)) {
        Ok(theorem) => theorem,
        Err(Undecided::Limit(Limit::Stopped)) if control.interrupted() => {
            return Ok(Exit::Interrupted);
        }
        Err(Undecided::Limit(Limit::Stopped)) => {
            complain(format_args!("undecided: the time limit was reached"));
            return Ok(Exit::Undecided);
        }
        Err(error) => {
            complain(format_args!("undecided: {error}"));
            return Ok(Exit::Undecided);
        }
    };
    print(
        &match configuration.format {
            Format::Latex => report::latex(&theorem, &description),
            Format::Text => report::text(&theorem, &description, configuration.detail),
            _ => report::json(&theorem),
        },
        configuration,
    )?;
    Ok(if theorem.is_minimal() { Exit::Success } else { Exit::Undecided })
}
