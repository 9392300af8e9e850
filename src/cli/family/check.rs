//! `grundy family check`.

use super::arguments::Check;
use crate::cli::bug;
use crate::cli::configuration::Configuration;
use crate::cli::control::Control;
use crate::cli::exit::{Exit, Failure};
use crate::cli::expand;
use crate::cli::input::{Input, Kind, read_all};
use crate::cli::output::{Output, complain};
use crate::cli::progress::{self, Bar};
use crate::cli::verify::{rejected, was_stopped};
use grundy::family::{self, CATALOGUES, Described, Options, Value};
use grundy::lang;
use grundy::report::{self, Checked, values};
use grundy::verify::{Finding, Report, Statistics, Verdict};
use std::path::PathBuf;

/// Compares the published values of catalogues with computation.
pub fn run(arguments: &Check, configuration: &Configuration) -> Result<Exit, Failure> {
    let inputs = match arguments.paths.as_slice() {
        [] => built_in(),
        paths => read_all(paths, &[Kind::Family])?,
    };
    let mut descriptions = further(&arguments.descriptions, configuration)?;
    let asked_for = descriptions.len();
    descriptions.extend(Described::published());
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut results = Vec::with_capacity(inputs.len());
    for input in &inputs {
        let (number, limit) = (arguments.number, arguments.limit_positions);
        let checked = file(input, number, limit, &descriptions, configuration, &control);
        if control.interrupted() && was_stopped(&checked.report) {
            break;
        }
        if configuration.is_text() {
            output.write(&values::text(&checked, configuration.style, configuration.detail))?;
        }
        results.push(checked);
    }
    let verdicts: Vec<_> = results.iter().flat_map(verdicts).collect();
    if let Some(number) = arguments.number
        && verdicts.is_empty()
        && !control.interrupted()
    {
        return Err(Failure::usage(format!("there is no family {number}")));
    }
    for described in &descriptions[..asked_for] {
        if let Some(why) = described.refusal() {
            complain(format_args!("{} is not used: {why}", described.name()));
        }
    }
    let summary = report::summary(verdicts.iter().copied());
    output.write(&match configuration.is_text() {
        true => values::summary(&summary, configuration.detail),
        false => values::json(&results, &summary),
    })?;
    if control.interrupted() {
        complain(format_args!(
            "interrupted: {} of {} catalogues done",
            results.len(),
            inputs.len()
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(verdicts.into_iter().map(Exit::from).max().unwrap_or(Exit::Success))
}

/// The verdict of every value; that of the file where it cannot be read.
fn verdicts(checked: &Checked<'_>) -> Vec<Verdict> {
    match &checked.values {
        Some(values) => values.iter().map(|value| value.verdict).collect(),
        None => vec![checked.report.verdict],
    }
}

/// The descriptions that were asked for.
fn further(paths: &[PathBuf], configuration: &Configuration) -> Result<Vec<Described>, Failure> {
    let read = |input: &Input| {
        let description = expand::description(input, &lang::Options::default(), configuration)?;
        Ok(Described::new(&input.name(), &input.text, description))
    };
    read_all(paths, &[Kind::Nimseq])?.iter().map(read).collect()
}

/// The catalogue that is part of the program.
fn built_in() -> Vec<Input> {
    let input = |&(path, text): &(&str, &str)| Input {
        path: PathBuf::from(path),
        kind: Kind::Family,
        text: text.to_owned(),
        broken: None,
    };
    CATALOGUES.iter().map(input).collect()
}

/// Checks one catalogue.
pub fn file<'a>(
    input: &'a Input,
    number: Option<u32>,
    limit_positions: u64,
    descriptions: &[Described],
    configuration: &Configuration,
    control: &Control,
) -> Checked<'a> {
    let name = input.name();
    bug::working_on(&name);
    let bar = Bar::new(configuration.progress, name.clone(), progress::GAMES);
    let catalogue = match &input.broken {
        Some(broken) => Err(vec![broken.clone()]),
        None => family::read(&input.text),
    };
    let (report, values) = match catalogue {
        Err(diagnostics) => (rejected(diagnostics), None),
        Ok(catalogue) => {
            let progress = |done, total| bar.show(done, total);
            let options = Options {
                limit_positions,
                number,
                descriptions,
                stop: control.stop.clone(),
                progress: if configuration.progress { Some(&progress) } else { None },
            };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(configuration.threads).build();
            let values = match pool {
                Ok(pool) => pool.install(|| family::check(&catalogue, &options)),
                // Without a pool of its own the work runs in the common one.
                Err(_) => family::check(&catalogue, &options),
            };
            (summed(&values), Some(values))
        }
    };
    Checked {
        path: name,
        kind: Kind::Family.name(),
        source: &input.text,
        raw: false,
        counts: None,
        report,
        values,
        time: configuration.stats.then(|| bar.elapsed()),
    }
}

/// The worst verdict, with all findings.
pub fn summed(values: &[Value]) -> Report {
    let verdict =
        values.iter().map(|value| value.verdict).max_by_key(|verdict| Exit::from(*verdict));
    let findings = values.iter().flat_map(|value: &Value| value.findings.iter().cloned());
    let findings: Vec<Finding> = findings.collect();
    Report {
        verdict: verdict.unwrap_or(Verdict::Vacuous),
        findings,
        statistics: Statistics::default(),
    }
}
