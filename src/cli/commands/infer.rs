//! `grundy infer`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::infer::{Infer, Road};
use crate::cli::host::atomic_file::AtomicFile;
use crate::cli::host::bug;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{Output, complain};
use crate::cli::host::progress::{self, Bar};
use crate::cli::host::{certificate, threads};
use grundy::infer::trace::{Traced, by_trace};
use grundy::infer::{Class, Family, Options, Outcome, Progress, Unproved, infer};
use grundy::lang;
use grundy::model::Alphabet;
use grundy::report::infer::{Found, stage};
use grundy::report::uniform as report;
use grundy::uniform::{self, Open};
use grundy::verify;
use std::path::Path;

/// Finds the theorem about a family.
pub fn run(arguments: &Infer, configuration: &Configuration) -> Result<Exit, Failure> {
    let family = arguments.family().map_err(Failure::usage)?;
    let values = arguments.values.map_or(Alphabet::Outcome, Alphabet::from);
    let may_trace = match arguments.by {
        Road::Description => false,
        Road::Auto => values == Alphabet::Outcome && configuration.output.is_none(),
        Road::Trace if values == Alphabet::Nim => {
            let message = "proofs by trace are about outcomes only: --values outcome";
            return Err(Failure::usage(message));
        }
        Road::Trace if configuration.output.is_some() => {
            return Err(Failure::usage(
                "a proof by trace has no description to write; --certificate FILE writes the proof",
            ));
        }
        Road::Trace => true,
    };
    bug::working_on(&family.written(Class::ALL));
    let control = Control::start(configuration.time_limit)?;
    let certificate = arguments.certificate.as_deref();
    let files = Files {
        description: configuration.output.as_deref().map(AtomicFile::open).transpose()?,
        certificate: certificate
            .map(|path| AtomicFile::open(path).map(|file| (path, file)))
            .transpose()?,
    };
    let class = arguments.class.unwrap_or(Class::ALL);
    let task = Task { family: &family, values, class, configuration, control: &control };
    if arguments.by == Road::Trace {
        return task.write_trace(&task.by_trace(&uniform::Options::default()), files);
    }
    if !may_trace {
        return task.write_description(&task.by_description(Options::default().work), None, files);
    }
    let (outcome, traced) = task.by_both();
    match traced {
        Some(Ok(traced)) if traced.is_proved() || outcome.parts.is_empty() => {
            task.write_trace(&Ok(traced), files)
        }
        other => {
            let also = other.and_then(Result::err);
            task.write_description(&outcome, also.as_ref(), files)
        }
    }
}

/// So many steps, words and loops are looked at for a description before a trace is tried.
const LITTLE_WORK: u64 = 1 << 19;

/// What is asked for.
struct Task<'a> {
    family: &'a Family,
    values: Alphabet,
    class: Class,
    configuration: &'a Configuration,
    control: &'a Control,
}

/// The files that are asked for.
struct Files<'a> {
    description: Option<AtomicFile>,
    certificate: Option<(&'a Path, AtomicFile)>,
}

impl Task<'_> {
    fn bar(&self) -> Bar {
        let name = self.family.written(Class::ALL);
        Bar::new(self.configuration.progress, name, progress::STAGES)
    }

    fn options<'o>(&self, work: u64, told: &'o dyn Fn(Progress)) -> Options<'o> {
        Options {
            values: self.values,
            class: self.class,
            work,
            threads: threads::threads(self.configuration),
            stop: self.control.stop.clone(),
            progress: Some(told),
        }
    }

    fn by_description(&self, work: u64) -> Outcome {
        let bar = self.bar();
        infer(self.family, &self.options(work, &|progress| bar.tell(stage(progress))))
    }

    /// By both ways, as far as they come in seconds, and then with all the work that is allowed.  Of
    /// each the best is kept, should the time be over.
    fn by_both(&self) -> (Outcome, Option<Result<Traced, Open>>) {
        let stop = &self.control.stop;
        let quick = uniform::Options { long: 0, ..uniform::Options::default() };
        let mut outcome = self.by_description(LITTLE_WORK);
        if outcome.is_proved() || stop.requested() {
            return (outcome, None);
        }
        let mut traced = self.by_trace(&quick);
        if traced.as_ref().is_ok_and(Traced::is_proved) || stop.requested() {
            return (outcome, Some(traced));
        }
        let more = self.by_description(Options::default().work);
        if more.parts.len() >= outcome.parts.len() {
            outcome = more;
        }
        if outcome.is_proved() {
            return (outcome, None);
        }
        if !stop.requested() {
            let more = self.by_trace(&uniform::Options::default());
            if more.is_ok() || traced.is_err() {
                traced = more;
            }
        }
        (outcome, Some(traced))
    }

    fn by_trace(&self, limits: &uniform::Options<'_>) -> Result<Traced, Open> {
        let bar = self.bar();
        let told = |progress| bar.tell(report::stage(progress));
        let options = uniform::Options {
            modulus: self.class.modulus,
            residue: self.class.residue,
            threads: threads::threads(self.configuration),
            stop: self.control.stop.clone(),
            progress: Some(&told),
            ..limits.clone()
        };
        by_trace(self.family, &options)
    }

    /// Writes what was found by description; `also` is why nothing was found by trace.
    fn write_description(
        &self,
        outcome: &Outcome,
        also: Option<&Open>,
        files: Files<'_>,
    ) -> Result<Exit, Failure> {
        let Self { family, values, class, configuration, control } = *self;
        if control.interrupted() && outcome.parts.is_empty() {
            return Ok(Exit::Interrupted);
        }
        let found = Found::described(family, class, values, outcome, also);
        let text =
            if configuration.is_text() { found.text(configuration.detail) } else { found.json() };
        Output::open(None)?.write(&text)?;
        let exit = match control.interrupted() {
            true => Exit::Interrupted,
            false => Exit::from(found.verdict()),
        };
        if files.description.is_none() && files.certificate.is_none() {
            return Ok(exit);
        }
        let described = {
            let bar = self.bar();
            outcome.description(
                family,
                &self.options(Options::default().work, &|progress| bar.tell(stage(progress))),
            )
        };
        let description = match described {
            Some(Ok(description)) => description,
            Some(Err(Unproved::Stopped)) => {
                complain(
                    "no file is written: the time was over before all classes were put together",
                );
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
        let is_kept = files.description.is_some();
        if let Some(file) = files.description {
            file.write(|out| out.write_all(description.as_bytes()))?;
        }
        if let Some((path, file)) = files.certificate {
            // The proof is written with its theorem, to a file of its own.
            drop(file);
            let lowered = lang::parse(&description, &lang::Options::default());
            let Some(model) = lowered.description else { return Ok(exit) };
            let threads = threads::threads(configuration);
            let proof =
                verify::Options { threads, stop: control.stop.clone(), ..Default::default() };
            certificate::theorem(&model, &description, &proof, path, values)?;
            if !is_kept {
                complain(format_args!(
                    "{} is about a description, without which `grundy check` cannot check it: the \
                     same command with --output FILE writes this as well",
                    path.display()
                ));
            }
        }
        Ok(exit)
    }

    /// Writes what was found by trace.
    fn write_trace(&self, found: &Result<Traced, Open>, files: Files<'_>) -> Result<Exit, Failure> {
        let Self { family, class, configuration, control, .. } = *self;
        if control.interrupted() && found.as_ref().is_err_and(Open::is_stopped) {
            return Err(Failure::interrupted());
        }
        let told = Found::traced(family, class, found);
        let text =
            if configuration.is_text() { told.text(configuration.detail) } else { told.json() };
        Output::open(None)?.write(&text)?;
        if let (Ok(Traced { theorem, .. }), Some((_, file))) = (found, files.certificate) {
            file.write(|mut out| theorem.write(&mut out))?;
        }
        Ok(match control.interrupted() {
            true => Exit::Interrupted,
            false => Exit::from(told.verdict()),
        })
    }
}
