//! `grundy family check`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::family::Check;
use crate::cli::flags::reading::{Called, Reading};
use crate::cli::host::findings::{Closing, Comparing, Layout};
use crate::cli::host::input::{Input, read_all};
use crate::cli::host::output::cannot_read;
use crate::cli::host::side_by_side::side_by_side;
use crate::cli::host::{Bar, Control, Exit, Failure, Output, bug, complain, progress, threads};
use grundy_atlas::family::{CATALOGUES, Described};
use grundy_check::trace::check_file;
use grundy_core::lang;
use grundy_core::limit::Limit;
use grundy_core::threads::Threads;
use grundy_core::verdict::{Tally, Verdict};
use grundy_report::check::{self, Kind};
use grundy_report::report::findings::{INTERRUPTED, Judged};
use grundy_report::report::{Checked, json, values};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Compares the published values of catalogues with computation.
pub fn run(arguments: &Check, configuration: &Configuration) -> Result<Exit, Failure> {
    let inputs = match arguments.paths.as_slice() {
        [] => built_in(),
        paths => read_all(paths, &[Kind::Family], &Called::default()).complete()?,
    };
    let control = Control::start(configuration.time_limit)?;
    let further = further(&arguments.descriptions, configuration, &control)?;
    let descriptions: Vec<_> = further.iter().chain(Described::published()).collect();
    let layout = Layout::new(configuration);
    let comparing = Comparing::open(&arguments.recorded, &arguments.paths)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut results = Vec::with_capacity(inputs.len());
    let threads = threads::threads(configuration);
    let work = CatalogueWork {
        arguments,
        descriptions: &descriptions,
        configuration,
        control: &control,
        threads: &threads,
    };
    side_by_side(
        &inputs,
        "check",
        &threads,
        configuration,
        &control,
        |input, progress| work.checked(input, progress),
        |checked| {
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
            output.write(&text).map_err(Some)?;
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
    for described in &further {
        if let Some(why) = described.unused() {
            complain(why);
        }
    }
    let summary: Tally = verdicts.iter().copied().collect();
    let left = || inputs[results.len()..].iter().map(|it| Judged::interrupted(&it.name()));
    let judged = || results.iter().flat_map(Judged::of_input).chain(left()).collect::<Vec<_>>();
    let unreached: Vec<_> =
        inputs[results.len()..].iter().map(|it| (it.name(), INTERRUPTED.to_owned())).collect();
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
    // With a number, the other families are not missed.
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

/// The verdict of every value; that of the file where it cannot be read.
fn verdicts(checked: &Checked<'_>) -> Vec<Verdict> {
    match checked.report.values() {
        Some(values) => values.iter().map(|value| value.verdict).collect(),
        None => vec![checked.report.verdict],
    }
}

/// The descriptions that were asked for, and what proofs by trace show.
fn further(
    paths: &[PathBuf],
    configuration: &Configuration,
    control: &Control,
) -> Result<Vec<Described>, Failure> {
    let read = |input: &Input| {
        let described = input.described(&Reading::default());
        let description = described.and_then(|it| it.read(&control.terms(configuration, None)));
        let description = description.map_err(|error| control.refused(error, configuration))?;
        Ok(Described::new(&input.name(), &input.text, description))
    };
    let is_trace = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == TRACE);
    let (traces, paths): (Vec<&PathBuf>, Vec<_>) = paths.iter().partition(is_trace);
    let paths: Vec<_> = paths.into_iter().cloned().collect();
    let described = read_all(&paths, &[Kind::Nimseq], &Called::default()).complete()?;
    let traces = traces.into_iter().map(|path| trace(path, control));
    described.iter().map(read).chain(traces).collect()
}

/// The ending of the names of proofs by trace.
const TRACE: &str = "trace";

/// What a proof by trace shows, when it was checked.
fn trace(path: &Path, control: &Control) -> Result<Described, Failure> {
    let name = path.display();
    let file = File::open(path).map_err(|error| cannot_read(&name, error))?;
    match check_file(BufReader::new(file), &|| control.stop.requested()) {
        Ok((moves, classes)) => Ok(Described::traced(&name.to_string(), moves, &classes)),
        Err(stopped) if stopped.is_stopped() => {
            let came = format!("not all of {name} was checked");
            Err(control.ended_early(Limit::STOPPED, came))
        }
        Err(refused) => Err(Failure::usage(format!("{name} is not accepted: {refused}"))),
    }
}

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

/// What is needed to check a catalogue.
struct CatalogueWork<'w> {
    arguments: &'w Check,
    descriptions: &'w [&'w Described],
    configuration: &'w Configuration,
    control: &'w Control,
    threads: &'w Threads,
}

impl CatalogueWork<'_> {
    /// Checks one catalogue, and shows how far that is if wanted.
    fn checked<'a>(&self, input: &'a Input, progress: bool) -> Checked<'a> {
        let CatalogueWork { arguments, descriptions, configuration, control, .. } = *self;
        let name = input.name();
        bug::working_on(&name);
        let bar = Bar::new(progress, name.clone(), progress::GAMES);
        let show = |done, total| bar.show(done, total);
        let options = check::Options {
            threads: self.threads.clone(),
            stop: control.stop.clone(),
            progress: if progress { Some(&show) } else { None },
            limit_positions: arguments.limit_positions.unwrap_or(check::LIMIT_POSITIONS),
            limit_steps: arguments.limit_steps.unwrap_or(check::LIMIT_STEPS),
            family: arguments.number,
            descriptions: Some(descriptions),
            ..check::Options::default()
        };
        let report = match &input.broken {
            Some(broken) => check::unreadable(Kind::Family, broken.clone()),
            None => check::check(Kind::Family, &input.text, &options),
        };
        Checked {
            path: name,
            kind: Kind::Family.name(),
            source: &input.text,
            reading: lang::Options::default(),
            report,
            seen: None,
            time: configuration.stats.then(|| bar.elapsed()),
        }
    }
}
