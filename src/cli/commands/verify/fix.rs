//! `grundy verify --fix` and `--diff`: changes that findings propose, made before anything is checked.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Verify;
use crate::cli::host::backend::backend;
use crate::cli::host::findings::Layout;
use crate::cli::host::input::Input;
use crate::cli::host::side_by_side::side_by_side;
use crate::cli::host::{Control, Exit, Failure, Output, complain, file, threads};
use grundy_answers::ask::{self, texts::Fix};
use grundy_answers::check::Kind;
use grundy_answers::report::fixes::{self, Fixed};
use grundy_answers::report::{Detail, Style, json, text};
use grundy_language::threads::Threads;

/// Changes the files, if requested, and returns the changes of each.
pub fn run(
    inputs: &mut [Input],
    arguments: &Verify,
    configuration: &Configuration,
    control: &Control,
) -> Result<Vec<Fixed>, Failure> {
    if !arguments.fix && !arguments.diff {
        return Ok(Vec::new());
    }
    let threads = threads::threads(configuration);
    let mut proposed = Vec::with_capacity(inputs.len());
    side_by_side(
        inputs,
        "fix",
        &threads,
        configuration,
        control,
        |input, _| self::proposed(input, arguments, configuration, control, &threads),
        |result| {
            proposed.push(result.map_err(Some)?);
            Ok(())
        },
    )?;
    let mut all = Vec::new();
    for (input, proposed) in inputs.iter_mut().zip(proposed) {
        let Some(fixed) = proposed else { continue };
        let written = !arguments.diff;
        if written && input.is_stdin {
            return Err(Failure::usage(
                "--fix takes files, not standard input; use --diff for \
                                       standard input",
            ));
        }
        if written {
            file::write_bytes(&input.path, fixed.after.as_bytes())?;
            input.text.clone_from(&fixed.after);
        }
        all.push(Fixed { written, ..fixed });
    }
    Ok(all)
}

/// Writes the changes as one patch, and on standard error in words.
pub fn patch(
    all: &[Fixed],
    configuration: &Configuration,
    output: &mut Output,
) -> Result<Exit, Failure> {
    for Fixed { path, before, after, .. } in all {
        output.write(&text::patch(path, before, after))?;
    }
    for fixed in all {
        let words = fixes::fixed(fixed, Style::PLAIN, configuration.detail);
        words.lines().for_each(complain);
    }
    Ok(if all.is_empty() { Exit::Success } else { Exit::Refuted })
}

/// Reports what was changed where the format has a place for it; otherwise reports only changes of meaning, on standard
/// error.
pub fn tell(
    all: &[Fixed],
    layout: Layout,
    configuration: &Configuration,
    output: &mut Output,
) -> Result<(), Failure> {
    let words = |it: &Fixed, detail| fixes::fixed(it, configuration.style, detail);
    for fixed in all {
        match layout {
            Layout::Full => output.say(&words(fixed, configuration.detail))?,
            Layout::JsonLines => output.write(&json::fixed_line(fixed))?,
            Layout::Json => {}
            Layout::Lines(_) | Layout::Whole(_) => {
                words(fixed, Detail::Quiet).lines().for_each(complain);
            }
        }
    }
    Ok(())
}

/// The changed text and its changes; `None` where no change is proposed or the user has interrupted.
fn proposed(
    input: &Input,
    arguments: &Verify,
    configuration: &Configuration,
    control: &Control,
    threads: &Threads,
) -> Result<Option<Fixed>, Failure> {
    // Replaced letters must not be written back.
    if input.kind != Kind::Nimseq || input.broken.is_some() || control.interrupted() {
        return Ok(None);
    }
    let refused = |error| control.refused(error, configuration);
    let question = Fix {
        description: input.described(&arguments.reading).map_err(refused)?,
        backend: Some(backend(arguments.backend)?.name().to_owned()),
    };
    let (threads, stop) = (threads.clone(), control.stop.clone());
    let terms = ask::Control { threads, stop, progress: None };
    let fixed = question.answer(&terms).map_err(refused)?;
    Ok(Some(fixed).filter(|fixed| !fixed.fixes.is_empty() && !control.interrupted()))
}
