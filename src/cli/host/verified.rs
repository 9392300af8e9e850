//! The check of one input among others.

use super::input::Input;
use super::{Bar, Control, Failure, bug, progress};
use crate::cli::flags::configuration::Configuration;
use grundy_answers::ask::texts::{Verified, Verify};
use grundy_answers::ask::{self, Progress};
use grundy_answers::check::{Certified, unreadable};
use grundy_answers::report::Checked;
use grundy_language::lang;
use grundy_language::threads::Threads;

/// Checks an input, and shows its progress if requested; `question` has everything but the text.
pub fn verified<'a>(
    input: &'a Input,
    question: Verify,
    reading: lang::Options,
    progress: bool,
    threads: &Threads,
    (configuration, control): (&Configuration, &Control),
) -> Result<(Checked<'a>, Option<Certified>), Failure> {
    let (name, text) = (input.name(), input.text.as_str());
    bug::working_on(&name);
    let bar = Bar::new(progress, name.clone(), progress::of_kind(input.kind));
    let show = |progress: Progress<'_>| {
        let (done, total, _) = progress.counts();
        bar.show(done, total);
    };
    let (checked, certified) = match &input.broken {
        Some(broken) => {
            let report = unreadable(input.kind, broken.clone());
            (Checked { reading, ..Checked::new(name, input.kind, text, report) }, None)
        }
        None => {
            let kind = Some(input.kind.name().to_owned());
            let question = Verify { kind, text: text.to_owned(), name: Some(name), ..question };
            let answer = question.answer(&ask::Control {
                threads: threads.clone(),
                stop: control.stop.clone(),
                progress: progress.then_some(&show as _),
            });
            let answer = answer.map_err(|error| control.refused(error, configuration))?;
            let Verified { checked, certified } = answer;
            (checked.of(text), certified)
        }
    };
    Ok((Checked { time: configuration.stats.then(|| bar.elapsed()), ..checked }, certified))
}
