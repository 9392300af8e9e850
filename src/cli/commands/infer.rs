//! `grundy infer`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::infer::{Infer, Member, Road};
use crate::cli::host::bug;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::file;
use crate::cli::host::output::{Output, complain};
use crate::cli::host::progress::{self, Bar};
use crate::cli::host::{certificate, threads};
use grundy_check::Integer;
use grundy_check::model::Alphabet;
use grundy_core::lang;
use grundy_core::verdict::Verdict;
use grundy_infer::infer::trace::{Traced, by_trace};
use grundy_infer::infer::{Class, Family, Options, Outcome, Progress, Unproved, infer};
use grundy_infer::uniform::{self, Open};
use grundy_prove::verify;
use grundy_report::report::infer::{Found, families, stage};
use grundy_report::report::uniform as report;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Finds the theorem about a family, or about several.
pub fn run(arguments: &Infer, configuration: &Configuration) -> Result<Exit, Failure> {
    let families = arguments.families().map_err(Failure::usage)?;
    let values = arguments.values.map_or(Alphabet::Outcome, Alphabet::from);
    match arguments.by {
        Road::Trace if values == Alphabet::Nim => {
            let message = "proofs by trace are about outcomes only: --values outcome";
            return Err(Failure::usage(message));
        }
        Road::Trace if configuration.output.is_some() => {
            return Err(Failure::usage(
                "a proof by trace has no description to write; --certificate FILE writes the proof",
            ));
        }
        _ => {}
    }
    let control = Control::start(configuration.time_limit)?;
    let task = |member| Task::new(member, values, arguments, configuration, &control);
    match &families[..] {
        [only] => {
            let files = Files {
                description: configuration.output.as_deref(),
                certificate: arguments.certificate.as_deref(),
            };
            for path in files.description.iter().chain(&files.certificate) {
                file::expect_writable(path)?;
            }
            let task = task(only);
            task.write(&task.timed(), &files)
        }
        _ if configuration.output.is_some() || arguments.certificate.is_some() => {
            Err(Failure::usage(format!(
                "--output and --certificate are about one family, and these are {}",
                families.len()
            )))
        }
        _ => {
            let tasks: Vec<_> = families.iter().map(task).collect();
            several(&tasks, configuration, &control)
        }
    }
}

/// Writes what is found about each family, as soon as it is; for programs when it is about all.
fn several(
    tasks: &[Task<'_>],
    configuration: &Configuration,
    control: &Control,
) -> Result<Exit, Failure> {
    let mut output = Output::open(None)?;
    let mut answers = Vec::new();
    let mut exit = Exit::Success;
    let (mut verified, mut done) = (0, 0);
    for task in tasks {
        // After an interrupt all that follow are undecided at once.
        let answer = task.timed();
        done += usize::from(!control.interrupted());
        let found = task.found(&answer);
        verified += usize::from(found.verdict() == Verdict::Verified);
        exit = exit.max(found.verdict().into());
        if configuration.is_text() {
            let name = task.family.written(Class::ALL);
            output.write(&format!("{name}\n{}\n", found.text(configuration.detail)))?;
        } else {
            answers.push(answer);
        }
    }
    if configuration.is_text() {
        output.write(&format!("{} families: {verified} verified\n", tasks.len()))?;
    } else {
        let found = tasks.iter().zip(&answers).map(|(task, answer)| (task.at, task.found(answer)));
        output.write(&families(&found.collect::<Vec<_>>()))?;
    }
    if control.interrupted() && exit != Exit::Success {
        complain(format_args!("interrupted: {done} of {} families done", tasks.len()));
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// So many steps, words and loops are looked at for a description before a trace is tried.
const LITTLE_WORK: u64 = 1 << 19;

/// What is asked for.
struct Task<'a> {
    /// The values of the other parameters.
    at: &'a [(String, Integer)],
    family: &'a Family,
    values: Alphabet,
    class: Class,
    by: Road,
    configuration: &'a Configuration,
    control: &'a Control,
    /// What was under way last.
    stage: Mutex<String>,
}

/// What was found, and how long that took, if it is asked for.
struct Timed {
    answer: Answer,
    time: Option<Duration>,
}

/// What was found.
enum Answer {
    /// By description; and why nothing was found by trace, if that was tried as well.
    Described(Outcome, Option<Open>),
    /// By trace.
    Traced(Result<Traced, Open>),
}

impl Answer {
    /// Is nothing known?
    fn is_nothing(&self) -> bool {
        match self {
            Self::Described(outcome, _) => outcome.parts.is_empty(),
            Self::Traced(found) => found.as_ref().is_err_and(Open::is_stopped),
        }
    }
}

/// The files that are asked for.
struct Files<'a> {
    description: Option<&'a Path>,
    certificate: Option<&'a Path>,
}

impl<'a> Task<'a> {
    fn new(
        Member { at, family }: &'a Member,
        values: Alphabet,
        arguments: &Infer,
        configuration: &'a Configuration,
        control: &'a Control,
    ) -> Self {
        let class = arguments.class.unwrap_or(Class::ALL);
        let (by, stage) = (arguments.by, Mutex::default());
        Self { at, family, values, class, by, configuration, control, stage }
    }

    fn timed(&self) -> Timed {
        let start = Instant::now();
        let answer = self.answer();
        Timed { answer, time: self.configuration.stats.then(|| start.elapsed()) }
    }

    /// Looks for the theorem.
    fn answer(&self) -> Answer {
        bug::working_on(&self.family.written(Class::ALL));
        let may_trace = self.by == Road::Auto
            && self.values == Alphabet::Outcome
            && self.configuration.output.is_none();
        match self.by {
            Road::Trace => Answer::Traced(self.by_trace(&uniform::Options::default())),
            _ if may_trace => self.by_both(),
            _ => Answer::Described(self.by_description(Options::default().work), None),
        }
    }

    /// What is told of it.
    fn found<'f>(&'f self, Timed { answer, time }: &'f Timed) -> Found<'f> {
        let found = match answer {
            Answer::Described(outcome, also) => {
                Found::described(self.family, self.class, self.values, outcome, also.as_ref())
            }
            Answer::Traced(found) => Found::traced(self.family, self.class, found),
        };
        found.timed(*time)
    }

    fn bar(&self) -> Bar {
        let name = self.family.written(Class::ALL);
        Bar::new(self.configuration.progress, name, progress::STAGES)
    }

    fn tell(&self, bar: &Bar, stage: String) {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&stage);
        bar.tell(stage);
    }

    /// How far the work came, for those who ended it.
    fn came(&self) -> String {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
        infer(self.family, &self.options(work, &|progress| self.tell(&bar, stage(progress))))
    }

    /// By both ways, as far as they come in seconds, and then with all the work that is allowed.  Of
    /// each the best is kept, should the time be over.
    fn by_both(&self) -> Answer {
        let stop = &self.control.stop;
        let quick = uniform::Options { long: 0, ..uniform::Options::default() };
        let mut outcome = self.by_description(LITTLE_WORK);
        if outcome.is_proved() || stop.requested() {
            return Answer::Described(outcome, None);
        }
        let mut traced = self.by_trace(&quick);
        if !traced.as_ref().is_ok_and(Traced::is_proved) && !stop.requested() {
            let more = self.by_description(Options::default().work);
            if more.parts.len() >= outcome.parts.len() {
                outcome = more;
            }
            if outcome.is_proved() {
                return Answer::Described(outcome, None);
            }
            if !stop.requested() {
                let more = self.by_trace(&uniform::Options::default());
                if more.is_ok() || traced.is_err() {
                    traced = more;
                }
            }
        }
        match traced {
            Ok(traced) if traced.is_proved() || outcome.parts.is_empty() => {
                Answer::Traced(Ok(traced))
            }
            other => Answer::Described(outcome, other.err()),
        }
    }

    fn by_trace(&self, limits: &uniform::Options<'_>) -> Result<Traced, Open> {
        let bar = self.bar();
        let told = |progress| self.tell(&bar, report::stage(progress));
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

    /// Writes the files that are asked for, and what was found.
    fn write(&self, timed: &Timed, files: &Files<'_>) -> Result<Exit, Failure> {
        let Self { configuration, control, .. } = *self;
        let answer = &timed.answer;
        if control.interrupted() && answer.is_nothing() {
            let came = format_args!("{}; nothing is proved", self.came());
            return Err(Failure::interrupted(came));
        }
        let written = match answer {
            Answer::Described(outcome, _) => self.write_description(outcome, files),
            Answer::Traced(found) => write_trace(found, files),
        };
        let (missing, failure) = match written {
            Ok(missing) => (missing, None),
            Err(failure) => (None, Some(failure)),
        };
        let found = self.found(timed).without(missing.as_deref());
        let is_text = configuration.is_text();
        // For programs the failure is the document.
        if is_text || failure.is_none() {
            let text = if is_text { found.text(configuration.detail) } else { found.json() };
            Output::open(None)?.write(&text)?;
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        if let Some(missing) = &missing {
            complain(missing);
        }
        Ok(match found.verdict() {
            Verdict::Undecided if control.interrupted() => {
                complain(format_args!("interrupted: {}", self.came()));
                Exit::Interrupted
            }
            verdict => verdict.into(),
        })
    }

    /// Writes the description and its certificate, if they are asked for; or why they are not there.
    fn write_description(
        &self,
        outcome: &Outcome,
        files: &Files<'_>,
    ) -> Result<Option<String>, Failure> {
        let Self { family, values, configuration, control, .. } = *self;
        if files.description.is_none() && files.certificate.is_none() {
            return Ok(None);
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
            Some(Err(unproved)) => return Ok(Some(not_put_together(&unproved))),
            None => {
                let by_trace = match files.description {
                    Some(_) => ", and --by trace proves without a description",
                    None => "",
                };
                return Ok(Some(format!(
                    "no file is written: not all games are described; \
                     --class asks for some of them{by_trace}"
                )));
            }
        };
        if let Some(path) = files.description {
            file::write_bytes(path, description.as_bytes())?;
        }
        let Some(path) = files.certificate else { return Ok(None) };
        let lowered = lang::parse(&description, &lang::Options::default());
        let Some(model) = lowered.description else {
            return Err(Failure::new(Exit::Bug, "the description has no meaning"));
        };
        let threads = threads::threads(configuration);
        let proof = verify::Options { threads, stop: control.stop.clone(), ..Default::default() };
        let made = certificate::theorem(&model, &description, &proof, path, values)?;
        if made.missing.is_none() && files.description.is_none() {
            complain(format_args!(
                "{} is about a description, without which `grundy check` cannot check it: the \
                 same command with --output FILE writes this as well",
                path.display()
            ));
        }
        Ok(made.missing)
    }
}

/// Why there is no description of all games.
fn not_put_together(why: &Unproved) -> String {
    match why {
        Unproved::Stopped => {
            "no file is written: the time was over before all classes were put together".to_owned()
        }
        Unproved::Verdict(verdict, message) => {
            format!("no file is written: the classes put together are {verdict}: {message}")
        }
    }
}

/// Writes the certificate of a proof by trace, if it is asked for; or why it is not there.
fn write_trace(found: &Result<Traced, Open>, files: &Files<'_>) -> Result<Option<String>, Failure> {
    let Some(path) = files.certificate else { return Ok(None) };
    match found {
        Ok(Traced { theorem, .. }) => {
            file::write(path, |mut out| theorem.write(&mut out)).map(|()| None)
        }
        Err(_) => Ok(Some("no certificate: nothing is proved by trace".to_owned())),
    }
}
