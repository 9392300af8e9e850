//! `grundy verify`.

mod list;
mod tables;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Verify;
use crate::cli::host::bug;
use crate::cli::host::certificate;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::{Input, Inputs, read_all};
use crate::cli::host::output::{Output, complain};
use crate::cli::host::progress::{self, Bar};
use grundy::check::{self, Kind, check};
use grundy::report::{Checked, json, text};
use grundy::verdict::Tally;
use tables::Folders;

/// Checks every input; text is written as soon as it is known, JSON as a whole.
pub fn run(arguments: &Verify, configuration: &Configuration) -> Result<Exit, Failure> {
    // Only sequences have chains to list.
    let listing = arguments.transitions || arguments.dump;
    let wanted = if listing { &[Kind::Nimseq][..] } else { &Kind::ALL };
    let Inputs { inputs, unreadable } = read_all(&arguments.paths, wanted);
    for trouble in &unreadable {
        complain(format_args!("error: {}", trouble.message));
    }
    if arguments.certificate.is_some()
        && !matches!(inputs.as_slice(), [Input { kind: Kind::Nimseq, .. }])
    {
        return Err(Failure::usage("--certificate takes one description of a sequence (.nimseq)"));
    }
    let control = Control::start(configuration.time_limit)?;
    let unread = if unreadable.is_empty() { Exit::Success } else { Exit::Usage };
    if listing {
        let listed = list::run(&inputs, arguments, configuration, &control)?;
        return Ok(listed.max(unread));
    }
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut results = Vec::with_capacity(inputs.len());
    let mut folders = Folders::default();
    for input in &inputs {
        if control.interrupted() {
            break;
        }
        let result = checked(input, arguments, configuration, &control, &mut folders)?;
        if control.interrupted_before(&result.report) {
            break;
        }
        if configuration.is_text() {
            output.write(&text::input(&result, configuration.style, configuration.detail))?;
        }
        results.push(result);
    }
    let tally: Tally = results.iter().map(|result| result.report.verdict).collect();
    if configuration.is_text() {
        output.write(&text::summary(&tally, configuration.detail))?;
    } else {
        let trouble = unreadable.iter().map(|it| (it.name(), it.message.clone())).collect();
        output.write(&json::verify(&results, trouble, &tally))?;
    }
    if control.interrupted() {
        complain(format_args!("interrupted: {} of {} inputs done", results.len(), inputs.len()));
        return Ok(Exit::Interrupted);
    }
    let worst = results.iter().map(|result| result.report.verdict).max();
    Ok(worst.map_or(Exit::Success, Exit::from).max(unread))
}

fn checked<'a>(
    input: &'a Input,
    arguments: &Verify,
    configuration: &Configuration,
    control: &Control,
    folders: &mut Folders,
) -> Result<Checked<'a>, Failure> {
    let name = input.name();
    bug::working_on(&name);
    let bar = Bar::new(configuration.progress, name.clone(), progress::of_kind(input.kind));
    let progress = |done, total| bar.show(done, total);
    let options = check::Options {
        reading: arguments.reading.options(),
        backend: arguments.backend.into(),
        threads: configuration.threads,
        stop: control.stop.clone(),
        progress: if configuration.progress { Some(&progress) } else { None },
        table: if input.kind == Kind::Wolf { folders.table(input) } else { None },
        ..check::Options::default()
    };
    let report = match (&input.broken, &arguments.certificate) {
        (Some(broken), _) => check::unreadable(input.kind, broken.clone()),
        (None, None) => check(input.kind, &input.text, &options),
        (None, Some(path)) => certificate::verify(&input.text, &options, path, &arguments.export)?,
    };
    Ok(Checked {
        path: name,
        kind: input.kind.name(),
        source: &input.text,
        raw: arguments.reading.raw,
        report,
        time: configuration.stats.then(|| bar.elapsed()),
    })
}
