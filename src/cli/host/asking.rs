//! Questions to the library, on the terms of the command line.

use super::input::read_bytes;
use super::{Bar, Control, Exit, Failure, show, threads};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::moves;
use grundy_answers::ask::petri::AboutNet;
use grundy_answers::ask::{self, Ask, File, Game, Progress, Refused};
use grundy_answers::check::Kind;
use grundy_answers::report::no_result::About;
use grundy_answers::report::{Checked, Detail, render, text};
use grundy_games::petri::pnml::Read;
use grundy_language::diagnostic::Diagnostic;
use grundy_language::verdict::{Finding, Looked, Report, Statistics, Verdict};
use std::path::Path;

/// Answers a question.
pub fn answer(
    question: &impl Ask,
    control: &Control,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    show(&answer_to(question, control, configuration)?, configuration)
}

/// The answer to a question.
pub fn answer_to<Q: Ask>(
    question: &Q,
    control: &Control,
    configuration: &Configuration,
) -> Result<Q::Answer, Failure> {
    let terms = control.terms(configuration, None);
    question.answer(&terms).map_err(|error| control.refused(error, configuration))
}

/// The same, with a bar meanwhile that shows counts.
pub fn answer_while<Q: Ask>(
    question: &Q,
    bar: &Bar,
    control: &Control,
    configuration: &Configuration,
) -> Result<Q::Answer, Refused> {
    let told = |progress: ask::Progress<'_>| {
        let (done, all, _) = progress.counts();
        bar.show(done, all);
    };
    question.answer(&control.terms(configuration, Some(&told)))
}

/// The answer to a question about a net that was read.
pub fn about_net<'r, Q: AboutNet>(
    question: &Q,
    read: &'r Read,
    control: &Control,
    configuration: &Configuration,
) -> Result<Q::Answer<'r>, Failure> {
    let terms = control.terms(configuration, None);
    question.answer(read, &terms).map_err(|error| control.refused(error, configuration))
}

impl Control {
    /// The terms on which questions are answered.
    pub fn terms<'a>(
        &self,
        configuration: &Configuration,
        progress: Option<&'a (dyn Fn(Progress<'_>) + Sync)>,
    ) -> ask::Control<'a> {
        let threads = threads::threads(configuration);
        ask::Control { threads, stop: self.stop.clone(), progress }
    }

    /// How a command ends if its question has no answer.
    pub fn refused(&self, error: Refused, configuration: &Configuration) -> Failure {
        match error {
            Refused::Limit(limit, came) => self.ended_early(limit, came),
            Refused::Text(ref name, ref text, ref found) => {
                rejected(&format!("{name} is rejected"), name, text, found, configuration)
            }
            Refused::IsNot { ref name, ref text, ref found, .. } => {
                rejected(&format!("{error}\n"), name, text, found, configuration)
            }
            Refused::Judged(name, text, verdict, findings) => {
                judged(&name, &text, verdict, findings, configuration)
            }
            Refused::Nothing(verdict, message) => {
                // Something was requested, and there is none.
                let exit = Some(Exit::from(verdict)).filter(|exit| *exit != Exit::Success);
                Failure::new(exit.unwrap_or(Exit::Usage), message)
            }
            Refused::Undecided(message) => {
                Failure::new(Exit::Undecided, format!("undecided: {message}"))
            }
            error => Failure::usage(moves::refused(error, &Game::default())),
        }
    }

    /// The same where the question is about a game.
    pub fn refused_game(
        &self,
        error: Refused,
        game: &Game,
        configuration: &Configuration,
    ) -> Failure {
        match error {
            Refused::Moves(_) => Failure::usage(moves::refused(error, game)),
            error => self.refused(error, configuration),
        }
    }
}

/// A file in the form for questions, decoded by the given function; `what` says what it should be.
pub fn file(
    path: &Path,
    what: &'static str,
    decoded: fn(Vec<u8>) -> (String, Option<Diagnostic>),
    configuration: &Configuration,
) -> Result<File, Failure> {
    let (text, broken) = decoded(read_bytes(path)?);
    decoded_file(File { name: path.display().to_string(), text }, broken, what, configuration)
}

/// A file, unless it cannot be decoded; `what` it is to be.
pub fn decoded_file(
    file: File,
    broken: Option<Diagnostic>,
    what: &'static str,
    configuration: &Configuration,
) -> Result<File, Failure> {
    match broken {
        Some(broken) => {
            let error = file.is_not(what, vec![broken]);
            Err(Control::default().refused(error, configuration))
        }
        None => Ok(file),
    }
}

/// What is wrong with a text, below a line that sums it up.
pub fn rejected(
    head: &str,
    name: &str,
    text: &str,
    found: &[Diagnostic],
    configuration: &Configuration,
) -> Failure {
    let (style, detail) = (configuration.style, configuration.detail);
    let shown = render::render_all(found, name, text, style, detail);
    Failure::rejected(format!("{head}\n{}", shown.trim_end())).about(About::new(name, text, found))
}

/// A text that is not what a command needs, with its errors.
fn judged(
    name: &str,
    source: &str,
    verdict: Verdict,
    findings: Vec<Finding>,
    configuration: &Configuration,
) -> Failure {
    let mut message = format!("{name} is {}\n", verdict.name());
    // Only a wrong claim can be replayed, and there is no wrong claim here.
    let report = Report::new(verdict, findings, Looked::Cases(Statistics::default()));
    let checked = Checked::new(name.to_owned(), Kind::Nimseq, source, report);
    for finding in &checked.report.findings {
        message.push('\n');
        message += &text::finding(&checked, finding, configuration.style, Detail::Normal);
    }
    message.truncate(message.trim_end().len());
    let (source, findings) = (source.to_owned(), checked.report.findings);
    Failure::new(verdict.into(), message).about(About { path: checked.path, source, findings })
}
