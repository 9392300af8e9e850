//! `grundy infer`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::infer::Infer;
use crate::cli::host::output::cited;
use crate::cli::host::{
    Bar, Control, Exit, Failure, Output, bug, certificate, complain, file, output, progress,
};
use grundy_answers::ask::Progress;
use grundy_answers::ask::families::{Found, Member, Missing, Ready};
use grundy_answers::report::Render as _;
use grundy_answers::report::infer::{FoundTheorem, families};
use grundy_answers::report::theorem::latex;
use grundy_language::verdict::Verdict;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Finds the theorem about a family, or about several.
pub fn run(arguments: &Infer, configuration: &Configuration) -> Result<Exit, Failure> {
    let question = arguments.question(configuration.output.is_some()).map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    let ready = question.ready().map_err(|error| control.refused(error, configuration))?;
    for one in &ready.left_out {
        complain(format_args!("left out: {}", one.text()));
    }
    let task = InferTask {
        ready: &ready,
        arguments,
        configuration,
        control: &control,
        stage: Mutex::default(),
    };
    let files = [&configuration.output, &arguments.certificate];
    match &ready.members[..] {
        [only] if ready.left_out.is_empty() => {
            files.into_iter().flatten().try_for_each(|path| file::expect_writable(path))?;
            task.write(only)
        }
        members if files.iter().any(|path| path.is_some()) => Err(Failure::usage(format!(
            "--output and --certificate need one family, but these are {}",
            members.len()
        ))),
        _ => task.several(),
    }
}

/// The task as requested.
struct InferTask<'a> {
    ready: &'a Ready<'a>,
    arguments: &'a Infer,
    configuration: &'a Configuration,
    control: &'a Control,
    /// The stage reached last.
    stage: Mutex<String>,
}

impl InferTask<'_> {
    /// What is found about a family, and how long that took, if requested; progress is reported meanwhile.
    fn find(&self, member: &Member) -> (Found, Option<Duration>) {
        let name = member.written();
        bug::working_on(&name);
        let bar = Bar::new(self.configuration.progress, name, progress::STAGES);
        let tell = |progress: Progress<'_>| {
            let (.., stage) = progress.counts();
            stage.clone_into(&mut self.stage.lock().unwrap_or_else(PoisonError::into_inner));
            bar.tell(stage);
        };
        let start = Instant::now();
        let found = self.ready.find(member, &self.control.terms(self.configuration, Some(&tell)));
        (found, self.configuration.stats.then(|| start.elapsed()))
    }

    fn shown<'f>(&self, (found, time): &'f (Found, Option<Duration>)) -> FoundTheorem<'f> {
        FoundTheorem { time: *time, ..found.shown(self.configuration.detail) }
    }

    /// Writes what is found about each family as soon as it is found; for programs, once all families are done.
    fn several(&self) -> Result<Exit, Failure> {
        let Self { ready, configuration, control, .. } = self;
        let mut output = Output::open(None)?;
        let mut answers = Vec::new();
        let mut exit = Exit::Success;
        let (mut verified, mut done) = (0, 0);
        for member in &ready.members {
            // After an interrupt, all that follow are undecided at once.
            let answer = self.find(member);
            done += usize::from(!control.interrupted());
            let found = self.shown(&answer);
            verified += usize::from(found.verdict() == Some(Verdict::Verified));
            exit = exit.max(output::exit(&found));
            match configuration.format {
                Format::Json => answers.push(answer),
                Format::Latex => output.write(&latex(&found.said))?,
                _ => {
                    let name = member.written();
                    output.say(&format!("{name}\n{}\n", found.text()))?;
                }
            }
        }
        let all = ready.members.len();
        if configuration.format == Format::Text {
            output.say(&format!("{all} families: {verified} verified\n"))?;
        } else if configuration.format == Format::Latex {
            output.write(&cited(""))?;
        } else if configuration.format == Format::Json {
            let found = answers.iter().map(|answer| (&answer.0.at[..], self.shown(answer)));
            output.write(&families(&found.collect::<Vec<_>>()))?;
        }
        if control.interrupted() && exit != Exit::Success {
            complain(format_args!("interrupted: {done} of {all} families done"));
            return Ok(Exit::Interrupted);
        }
        Ok(exit)
    }

    /// How far the work got, for the user who ended it.
    fn came(&self) -> String {
        format!("stopped while {}", self.stage.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes what was found about the only family, and the requested files.
    fn write(&self, member: &Member) -> Result<Exit, Failure> {
        let answer = self.find(member);
        let interrupted = self.control.interrupted();
        if interrupted && answer.0.is_nothing() {
            let came = format_args!("{}; nothing is proved", self.came());
            return Err(Failure::interrupted(came));
        }
        let written = self.write_files(&answer.0);
        let missing = written.as_ref().ok().and_then(|written| written.missing.as_deref());
        let found = FoundTheorem { missing, ..self.shown(&answer) };
        // Where a file cannot be written, the document is the failure.
        if self.configuration.format != Format::Json || written.is_ok() {
            let mut output = Output::open(None)?;
            match self.configuration.format {
                Format::Latex => output.write(&cited(&latex(&found.said)))?,
                _ => drop(output.show(&found, self.configuration)?),
            }
        }
        let exit = output::exit(&found);
        let WrittenFiles { missing, elsewhere } = written?;
        missing.into_iter().for_each(complain);
        if let Some(elsewhere) = elsewhere {
            let exit = elsewhere.exit;
            complain(elsewhere);
            return Ok(exit);
        }
        if interrupted && exit == Exit::Undecided {
            complain(format_args!("interrupted: {}", self.came()));
            return Ok(Exit::Interrupted);
        }
        Ok(exit)
    }

    /// Writes the requested files, or says why they are not written.
    fn write_files(&self, found: &Found) -> Result<WrittenFiles, Failure> {
        let described = self.configuration.output.as_deref();
        let mut written = WrittenFiles::default();
        match &found.description {
            Some(Ok(text)) => {
                if let Some(path) = described {
                    written.elsewhere = file::write_draft(path, text, self.arguments.force)?;
                }
            }
            Some(Err(missing)) => {
                written.missing = Some(no_file(missing, described.is_some()));
                return Ok(written);
            }
            None => {}
        }
        match (&self.arguments.certificate, &found.certificate) {
            (Some(path), Some(Ok((bytes, not_covered)))) => {
                certificate::not_covered(not_covered);
                file::write_bytes(path, bytes)?;
                if found.description.is_some() && described.is_none() {
                    complain(format_args!(
                        "{} is about a description, and `grundy check` needs both: add --output FILE to \
                         write the description",
                        path.display()
                    ));
                }
            }
            (Some(_), Some(Err(Missing::Because(missing)))) => {
                written.missing = Some(missing.clone());
            }
            _ => {}
        }
        Ok(written)
    }
}

/// What became of the requested files.
#[derive(Default)]
struct WrittenFiles {
    /// Why something is missing.
    missing: Option<String>,
    /// How the command ends if the description went to another file.
    elsewhere: Option<Failure>,
}

/// Why there is no description of all games.
fn no_file(why: &Missing, is_described: bool) -> String {
    let why = match why {
        Missing::Stopped => "the time limit ran out before all classes were combined",
        Missing::Because(message) => message,
        Missing::NotDescribed if is_described => {
            "not all games are described; use --class to ask for some of them, and --by trace proves \
             without a description"
        }
        Missing::NotDescribed => "not all games are described; use --class to ask for some of them",
    };
    format!("no file is written: {why}")
}
