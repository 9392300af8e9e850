//! Questions to the library, on the terms of the command line.

use super::{Bar, Control, Exit, Failure, show, threads};
use crate::cli::flags::configuration::Configuration;
use grundy_core::diagnostic::Diagnostic;
use grundy_games::petri::pnml::Read;
use grundy_report::ask::petri::AboutNet;
use grundy_report::ask::{self, Ask, Refused};
use grundy_report::report::ended::About;
use grundy_report::report::render;

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
    let terms = terms(control, configuration);
    question.answer(&terms).map_err(|error| refused(error, control, configuration))
}

/// The same, with a bar meanwhile that counts.
pub fn answer_while<Q: Ask>(
    question: &Q,
    bar: &Bar,
    control: &Control,
    configuration: &Configuration,
) -> Result<Q::Answer, Failure> {
    let told = |progress: ask::Progress<'_>| {
        let (done, all, _) = progress.counts();
        bar.show(done, all);
    };
    let terms = ask::Control { progress: Some(&told), ..terms(control, configuration) };
    question.answer(&terms).map_err(|error| refused(error, control, configuration))
}

/// The answer to a question about a net, which was read.
pub fn about_net<'r, Q: AboutNet>(
    question: &Q,
    read: &'r Read,
    control: &Control,
    configuration: &Configuration,
) -> Result<Q::Answer<'r>, Failure> {
    let terms = terms(control, configuration);
    question.answer(read, &terms).map_err(|error| refused(error, control, configuration))
}

/// The terms of the command line.
pub fn terms(control: &Control, configuration: &Configuration) -> ask::Control<'static> {
    let (threads, stop) = (threads::threads(configuration), control.stop.clone());
    ask::Control { threads, stop, progress: None }
}

/// How the command ends for a question without an answer.
pub fn refused(error: Refused, control: &Control, configuration: &Configuration) -> Failure {
    match error {
        Refused::Limit(limit, came) => control.ended_early(limit, came),
        Refused::Misread(message) => Failure::rejected(message),
        Refused::Text(ref name, ref text, ref found) => {
            rejected(&format!("{name} is rejected"), name, text, found, configuration)
        }
        Refused::IsNot { ref name, ref text, ref found, .. } => {
            rejected(&format!("{error}\n"), name, text, found, configuration)
        }
        other => Failure::usage(other.to_string()),
    }
}

/// What is wrong with a text, below a line that says what it comes to.
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
