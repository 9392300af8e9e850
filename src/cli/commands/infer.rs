//! `grundy infer`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::infer::{Infer, Road};
use crate::cli::host::atomic_file::AtomicFile;
use crate::cli::host::bug;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{Output, cannot_write, complain};
use crate::cli::host::progress::{self, Bar};
use crate::cli::host::{certificate, threads};
use grundy::infer::trace::{Traced, by_trace};
use grundy::infer::{Class, Family, Options, Unproved, infer};
use grundy::lang;
use grundy::model::Alphabet;
use grundy::report::infer::{Found, stage};
use grundy::report::uniform as report;
use grundy::uniform::{self, Open};
use grundy::verify;
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// Finds the theorem about a family.
pub fn run(arguments: &Infer, configuration: &Configuration) -> Result<Exit, Failure> {
    let family = arguments.family().map_err(Failure::usage)?;
    let values = arguments.values.map_or(Alphabet::Outcome, Alphabet::from);
    if arguments.by == Road::Trace {
        if values == Alphabet::Nim {
            let message = "proofs by trace are about outcomes only: --values outcome";
            return Err(Failure::usage(message));
        }
        return run_by_trace(&family, arguments, configuration);
    }
    let class = arguments.class.unwrap_or(Class::ALL);
    let name = family.written(Class::ALL);
    bug::working_on(&name);
    let control = Control::start(configuration.time_limit)?;
    // A wrong name should be known before the work.
    let file = |path: &Path| {
        AtomicFile::create(path).map_err(|error| cannot_write(path.display(), &error))
    };
    let target = configuration.output.as_deref().map(file).transpose()?;
    drop(arguments.certificate.as_deref().map(file).transpose()?);
    let wanted = target.is_some() || arguments.certificate.is_some();
    let threads = threads::threads(configuration);
    let (outcome, described) = {
        let bar = Bar::new(configuration.progress, name, progress::STAGES);
        let told = |progress| bar.tell(stage(progress));
        let options = Options {
            values,
            class,
            threads: threads.clone(),
            stop: control.stop.clone(),
            progress: Some(&told),
        };
        let outcome = infer(&family, &options);
        let described = if wanted { outcome.description(&family, &options) } else { None };
        (outcome, described)
    };
    if control.interrupted() {
        return Ok(Exit::Interrupted);
    }
    let found = Found { family: &family, values, outcome: &outcome };
    let text =
        if configuration.is_text() { found.text(configuration.detail) } else { found.json() };
    Output::open(None)?.write(&text)?;
    let exit = Exit::from(found.verdict());
    if !wanted {
        return Ok(exit);
    }
    let description = match described {
        Some(Ok(description)) => description,
        Some(Err(Unproved::Stopped)) => {
            complain("no file is written: the time was over before all classes were put together");
            return Ok(exit.max(Exit::Undecided));
        }
        Some(Err(Unproved::Verdict(verdict, message))) => {
            complain(format_args!(
                "no file is written: the classes put together are {verdict}: {message}"
            ));
            return Ok(exit.max(Exit::Undecided));
        }
        None => {
            complain(
                "no file is written: not all games are described; --class asks for some of them",
            );
            return Ok(exit);
        }
    };
    if let (Some(mut target), Some(path)) = (target, &configuration.output) {
        let written = target.file().write_all(description.as_bytes());
        written
            .and_then(|()| target.replace())
            .map_err(|error| cannot_write(path.display(), &error))?;
    }
    if let Some(path) = &arguments.certificate {
        let lowered = lang::parse(&description, &lang::Options::default());
        let Some(model) = lowered.description else { return Ok(exit) };
        let proof = verify::Options { threads, stop: control.stop.clone(), ..Default::default() };
        certificate::theorem(&model, &description, &proof, path, values)?;
    }
    Ok(exit)
}

/// Finds the theorem by trace.
fn run_by_trace(
    family: &Family,
    arguments: &Infer,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    if configuration.output.is_some() {
        return Err(Failure::usage(
            "a proof by trace has no description to write; --certificate FILE writes the proof",
        ));
    }
    let Class { modulus, residue } = arguments.class.unwrap_or(Class::ALL);
    let name = family.written(Class::ALL);
    bug::working_on(&name);
    let control = Control::start(configuration.time_limit)?;
    let target = arguments.certificate.as_deref().map(|path| {
        let target = AtomicFile::create(path).map_err(|error| cannot_write(path.display(), &error));
        target.map(|target| (path, target))
    });
    let target = target.transpose()?;
    let found = {
        let bar = Bar::new(configuration.progress, name, progress::STAGES);
        let told = |progress| bar.tell(report::stage(progress));
        let options = uniform::Options {
            modulus,
            residue,
            stop: control.stop.clone(),
            progress: Some(&told),
            ..uniform::Options::default()
        };
        by_trace(family, &options)
    };
    if control.interrupted() && found.as_ref().is_err_and(Open::is_stopped) {
        return Err(Failure::interrupted());
    }
    Output::open(None)?.write(&match configuration.is_text() {
        true => report::theorem_text(family, &found, configuration.detail),
        false => report::theorem_json(family, &found),
    })?;
    let Ok(Traced { theorem, .. }) = found else { return Ok(Exit::Undecided) };
    if let Some((path, mut target)) = target {
        let mut out = BufWriter::new(target.file());
        let written = theorem.write(&mut out);
        drop(out);
        written
            .and_then(|()| target.replace())
            .map_err(|error| cannot_write(path.display(), &error))?;
    }
    Ok(match theorem.open.is_empty() {
        _ if control.interrupted() => Exit::Interrupted,
        true => Exit::Success,
        false => Exit::Undecided,
    })
}
