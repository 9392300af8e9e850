//! `grundy infer`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::infer::{By, Infer, Member};
use crate::cli::host::{
    Bar, Control, Exit, Failure, Output, bug, certificate, complain, file, progress, threads,
};
use grundy_check::model::Rule;
use grundy_core::lang;
use grundy_core::verdict::Verdict;
use grundy_infer::infer::{Class, Evidence, Method, Options, Progress, Theorem, Unproved, infer};
use grundy_prove::verify;
use grundy_report::report::infer::{FoundTheorem, families, stage};
use grundy_report::report::theorem::latex;
use grundy_report::report::{Detail, Render as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Finds the theorem about a family, or about several.
pub fn run(arguments: &Infer, configuration: &Configuration) -> Result<Exit, Failure> {
    let rule = arguments.rule.rule().map_err(Failure::usage)?;
    let (families, left_out) = arguments.families().map_err(Failure::usage)?;
    for one in &left_out {
        complain(format_args!("left out: {}", one.text()));
    }
    // A trace is of normal play.
    let is_certified = arguments.certificate.is_some() && rule == Rule::Misere;
    let is_written = configuration.output.is_some() || is_certified;
    let by = match arguments.by {
        By::Trace if !families.iter().all(|it| it.family.has_traces(rule)) => {
            return Err(Failure::usage(
                "proofs by trace work only for outcomes of normal and misère play (--values \
                 outcome, --values misere), without --start and ranges of moves",
            ));
        }
        By::Trace if is_certified => {
            return Err(Failure::usage(
                "a trace proves normal play, so it cannot give a certificate of misère play",
            ));
        }
        By::Trace if is_written => {
            return Err(Failure::usage(
                "a proof by trace has no description to write; --certificate FILE writes the proof",
            ));
        }
        By::Trace => Some(Method::Trace),
        By::Auto if !is_written => None,
        By::Auto | By::Description => Some(Method::Description),
    };
    let control = Control::start(configuration.time_limit)?;
    let options = Options {
        rule,
        class: arguments.class.unwrap_or(Class::ALL),
        by,
        work: arguments.work.unwrap_or(u64::MAX),
        threads: threads::threads(configuration),
        stop: control.stop.clone(),
        progress: None,
    };
    let task = |member| InferTask {
        member,
        options: options.clone(),
        configuration,
        control: &control,
        stage: Mutex::default(),
    };
    match &families[..] {
        [only] if left_out.is_empty() => {
            let files = Files {
                description: configuration.output.as_deref(),
                certificate: arguments.certificate.as_deref(),
                force: arguments.force,
            };
            for path in files.description.iter().chain(&files.certificate) {
                file::expect_writable(path)?;
            }
            task(only).write(&files)
        }
        _ if configuration.output.is_some() || arguments.certificate.is_some() => {
            Err(Failure::usage(format!(
                "--output and --certificate need one family, but these are {}",
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
    tasks: &[InferTask<'_>],
    configuration: &Configuration,
    control: &Control,
) -> Result<Exit, Failure> {
    let mut output = Output::open(None)?;
    let detail = configuration.detail;
    let mut answers = Vec::new();
    let mut exit = Exit::Success;
    let (mut verified, mut done) = (0, 0);
    for task in tasks {
        // After an interrupt all that follow are undecided at once.
        let answer = task.answer();
        done += usize::from(!control.interrupted());
        let found = answer.found(detail);
        verified += usize::from(found.judgement() == Verdict::Verified);
        exit = exit.max(found.judgement().into());
        match configuration.format {
            Format::Json => answers.push(answer),
            Format::Latex => output.write(&latex(&found.said))?,
            _ => {
                let name = task.member.family.written(Class::ALL);
                output.write(&format!("{name}\n{}\n", found.text()))?;
            }
        }
    }
    if configuration.format == Format::Text {
        output.write(&format!("{} families: {verified} verified\n", tasks.len()))?;
    } else if configuration.format == Format::Json {
        let found = tasks
            .iter()
            .zip(&answers)
            .map(|(task, answer)| (&task.member.at[..], answer.found(detail)));
        output.write(&families(&found.collect::<Vec<_>>()))?;
    }
    if control.interrupted() && exit != Exit::Success {
        complain(format_args!("interrupted: {done} of {} families done", tasks.len()));
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// What is asked for.
struct InferTask<'a> {
    member: &'a Member,
    options: Options<'a>,
    configuration: &'a Configuration,
    control: &'a Control,
    /// What was under way last.
    stage: Mutex<String>,
}

/// What was found, and how long that took, if it is asked for.
struct InferAnswer {
    theorem: Theorem,
    time: Option<Duration>,
}

impl InferAnswer {
    fn found(&self, detail: Detail) -> FoundTheorem<'_> {
        FoundTheorem { time: self.time, detail, ..FoundTheorem::new(&self.theorem) }
    }
}

/// The files that are asked for.
struct Files<'a> {
    description: Option<&'a Path>,
    certificate: Option<&'a Path>,
    /// May the description take the place of another text?
    force: bool,
}

/// What became of the files that are asked for.
#[derive(Default)]
struct WrittenFiles {
    /// Why something is not there.
    missing: Option<String>,
    /// That the description is in another file, and how the command ends then.
    elsewhere: Option<Failure>,
}

impl WrittenFiles {
    fn without(missing: String) -> Self {
        Self { missing: Some(missing), elsewhere: None }
    }
}

impl InferTask<'_> {
    /// Looks for the theorem.
    fn answer(&self) -> InferAnswer {
        let Member { family, .. } = self.member;
        bug::working_on(&family.written(Class::ALL));
        let start = Instant::now();
        let theorem = self.told(|options| infer(family, options));
        InferAnswer { theorem, time: self.configuration.stats.then(|| start.elapsed()) }
    }

    /// Does something, and tells those who wait how far it came.
    fn told<R>(&self, work: impl FnOnce(&Options<'_>) -> R) -> R {
        let name = self.member.family.written(Class::ALL);
        let bar = Bar::new(self.configuration.progress, name, progress::STAGES);
        let tell = |progress: Progress| {
            let stage = stage(progress);
            self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&stage);
            bar.tell(stage);
        };
        work(&Options { progress: Some(&tell), ..self.options.clone() })
    }

    /// How far the work came, for those who ended it.
    fn came(&self) -> String {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks for the theorem, and writes the files that are asked for, and what was found.
    fn write(&self, files: &Files<'_>) -> Result<Exit, Failure> {
        let answer = self.answer();
        let interrupted = self.control.interrupted();
        if interrupted && answer.theorem.is_nothing() {
            let came = format_args!("{}; nothing is proved", self.came());
            return Err(Failure::interrupted(came));
        }
        let written = self.write_files(&answer.theorem, files);
        let missing = written.as_ref().ok().and_then(|it| it.missing.as_deref());
        let found = FoundTheorem { missing, ..answer.found(self.configuration.detail) };
        // Where a file cannot be written, the failure is the document.
        if self.configuration.format != Format::Json || written.is_ok() {
            let mut output = Output::open(None)?;
            match self.configuration.format {
                Format::Latex => output.write(&latex(&found.said))?,
                _ => drop(output.show(&found, self.configuration)?),
            }
        }
        let verdict = found.judgement();
        let WrittenFiles { missing, elsewhere } = written?;
        missing.into_iter().for_each(complain);
        if let Some(elsewhere) = elsewhere {
            let exit = elsewhere.exit;
            complain(elsewhere);
            return Ok(exit);
        }
        if interrupted && verdict == Verdict::Undecided {
            complain(format_args!("interrupted: {}", self.came()));
            return Ok(Exit::Interrupted);
        }
        Ok(verdict.into())
    }

    /// Writes the files that are asked for; or why they are not there.
    fn write_files(&self, theorem: &Theorem, files: &Files<'_>) -> Result<WrittenFiles, Failure> {
        match (&theorem.evidence, files) {
            (_, Files { description: None, certificate: None, .. }) => Ok(WrittenFiles::default()),
            (Evidence::Traces(traces), Files { certificate: Some(path), .. }) => {
                file::write(path, |mut out| traces.write(&mut out))?;
                Ok(WrittenFiles::default())
            }
            _ if self.options.by == Some(Method::Trace) => {
                Ok(WrittenFiles::without("no certificate: nothing is proved by trace".to_owned()))
            }
            _ => self.write_description(theorem, files),
        }
    }

    /// Writes the description and its certificate, if they are asked for; or why they are not there.
    fn write_description(
        &self,
        theorem: &Theorem,
        files: &Files<'_>,
    ) -> Result<WrittenFiles, Failure> {
        let description = match self.told(|options| theorem.description(options)) {
            Some(Ok(description)) => description,
            Some(Err(unproved)) => return Ok(WrittenFiles::without(not_put_together(&unproved))),
            None => {
                let by_trace = match files.description {
                    Some(_) => ", and --by trace proves without a description",
                    None => "",
                };
                return Ok(WrittenFiles::without(format!(
                    "no file is written: not all games are described; use --class to ask for some \
                     of them{by_trace}"
                )));
            }
        };
        let elsewhere = match files.description {
            Some(path) => file::write_draft(path, &description, files.force)?,
            None => None,
        };
        let missing = match files.certificate {
            Some(path) => self.write_certificate(&description, path, files)?,
            None => None,
        };
        Ok(WrittenFiles { missing, elsewhere })
    }

    /// Writes the certificate of the description; or why it is not there.
    fn write_certificate(
        &self,
        description: &str,
        path: &Path,
        files: &Files<'_>,
    ) -> Result<Option<String>, Failure> {
        let lowered = lang::parse(description, &lang::Options::default());
        let Some(model) = lowered.description else {
            return Err(Failure::new(Exit::Bug, "the description has no meaning"));
        };
        let Options { threads, stop, rule, .. } = self.options.clone();
        let proof = verify::Options { threads, stop, ..Default::default() };
        let made = certificate::theorem(&model, description, &proof, path, rule.alphabet())?;
        if made.missing.is_none() && files.description.is_none() {
            complain(format_args!(
                "{} is about a description, and `grundy check` needs both: add --output FILE to \
                 write the description",
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
            "no file is written: the time limit ran out before all classes were combined".to_owned()
        }
        Unproved::Verdict(verdict, message) => {
            format!("no file is written: the combined classes are {verdict}: {message}")
        }
    }
}
