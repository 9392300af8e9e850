//! `grundy family check`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::family::Check;
use crate::cli::flags::reading::{Called, Reading};
use crate::cli::host::findings::{Closing, Comparing, Layout};
use crate::cli::host::input::{Input, read_all, read_plain};
use crate::cli::host::output::cannot_read;
use crate::cli::host::side_by_side::side_by_side;
use crate::cli::host::verified::verified;
use crate::cli::host::{Control, Exit, Failure, Output, complain, threads};
use grundy_answers::ask::texts::{self, Verify};
use grundy_answers::check::Kind;
use grundy_answers::report::findings::{INTERRUPTED, Judged};
use grundy_answers::report::{Checked, json, values};
use grundy_language::lang;
use grundy_language::verdict::{Tally, Verdict};
use grundy_published::family::{CATALOGUES, Described};
use std::path::PathBuf;
use std::sync::Arc;

/// Compares the published values of catalogues with computation.
pub fn run(arguments: &Check, configuration: &Configuration) -> Result<Exit, Failure> {
    let inputs = match arguments.paths.as_slice() {
        [] => built_in(),
        paths => read_all(paths, &[Kind::Family], &Called::default()).complete()?,
    };
    let control = Control::start(configuration.time_limit)?;
    let further = further(&arguments.descriptions, configuration, &control)?;
    let descriptions = Arc::new(further);
    let layout = Layout::new(configuration);
    let comparing = Comparing::open(&arguments.recorded, &arguments.paths)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut results = Vec::with_capacity(inputs.len());
    let threads = threads::threads(configuration);
    let question = Verify {
        number: arguments.number,
        limit_positions: arguments.limit_positions,
        limit_steps: arguments.limit_steps,
        descriptions: Arc::clone(&descriptions),
        ..Verify::default()
    };
    let terms = (configuration, &control);
    side_by_side(
        &inputs,
        "check",
        &threads,
        configuration,
        &control,
        |input, progress| {
            let reading = lang::Options::default();
            verified(input, question.clone(), reading, progress, &threads, terms)
        },
        |checked| {
            let (checked, _) = checked.map_err(Some)?;
            if control.interrupted_before(&checked.report) {
                return Err(None);
            }
            let text = match (layout, &comparing) {
                (Layout::Full, None) => {
                    values::text(&checked, configuration.style, configuration.detail)
                }
                (Layout::JsonLines, _) => values::json_lines(&checked),
                (Layout::Lines(write), None) => write(&Judged::of_input(&checked)),
                _ => String::new(),
            };
            layout.put(&text, &mut output).map_err(Some)?;
            results.push(checked);
            Ok(())
        },
    )?;
    let verdicts: Vec<_> = results.iter().flat_map(verdicts).collect();
    if let Some(number) = arguments.number
        && verdicts.is_empty()
        && !control.interrupted()
    {
        return Err(Failure::usage(format!("no family has the number {number}")));
    }
    for described in descriptions.iter() {
        if let Some(why) = described.unused() {
            complain(why);
        }
    }
    let summary: Tally = verdicts.iter().copied().collect();
    let left = || inputs[results.len()..].iter().map(|input| Judged::interrupted(&input.name()));
    let judged = || results.iter().flat_map(Judged::of_input).chain(left()).collect::<Vec<_>>();
    let unreached: Vec<_> = inputs[results.len()..]
        .iter()
        .map(|input| (input.name(), INTERRUPTED.to_owned()))
        .collect();
    let settings = configuration.settings.as_deref();
    let verdict = summary.verdict(unreached.is_empty());
    let closing = Closing {
        verdict,
        summary: &summary,
        full: &|| values::summary(&summary, configuration.detail),
        json: &|compared| values::json(verdict, &results, &unreached, &summary, compared, settings),
        lines: &|| json::unread_lines(&unreached),
        judged: &judged,
        left: &|| left().collect(),
    };
    // With a number, the other families are not reported as missing.
    let meant =
        |path: &str| arguments.number.is_none() && inputs.iter().any(|input| input.name() == path);
    let exit = closing.write(layout, comparing, meant, &control, configuration, &mut output)?;
    if !unreached.is_empty() {
        complain(format_args!(
            "interrupted: {} of {} catalogues done",
            results.len(),
            inputs.len()
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// The verdict on every value; the verdict on the file where it cannot be read.
fn verdicts(checked: &Checked<'_>) -> Vec<Verdict> {
    match checked.report.values() {
        Some(values) => values.iter().map(|value| value.verdict).collect(),
        None => vec![checked.report.verdict],
    }
}

/// The requested descriptions, and what proofs by trace show.
fn further(
    paths: &[PathBuf],
    configuration: &Configuration,
    control: &Control,
) -> Result<Vec<Described>, Failure> {
    let refused = |error| control.refused(error, configuration);
    let terms = control.terms(configuration, None);
    let is_trace = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == TRACE);
    let (traces, paths): (Vec<&PathBuf>, Vec<_>) = paths.iter().partition(is_trace);
    let paths: Vec<_> = paths.into_iter().cloned().collect();
    let described = read_all(&paths, &[Kind::Nimseq], &Called::default()).complete()?;
    let described = described.into_iter().map(|input| {
        let name = input.name();
        let text = input.described(&Reading::default()).map_err(refused)?.text;
        texts::further(name, text, &terms).map_err(refused)
    });
    let traces = traces.into_iter().map(|path| {
        let name = path.display().to_string();
        let text = read_plain(path).map_err(|error| cannot_read(&name, error))?;
        texts::further(name, text, &terms).map_err(refused)
    });
    described.chain(traces).collect()
}

/// The ending of the names of proofs by trace.
const TRACE: &str = "trace";

/// The catalogue that is part of the program.
fn built_in() -> Vec<Input> {
    let input = |&(path, text): &(&str, &str)| Input {
        path: PathBuf::from(path),
        kind: Kind::Family,
        text: text.to_owned(),
        broken: None,
        is_stdin: false,
    };
    CATALOGUES.iter().map(input).collect()
}
