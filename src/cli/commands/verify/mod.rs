//! `grundy verify`.

mod fix;
mod list;
mod tables;
#[cfg(feature = "complete")]
mod watch;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Verify;
use crate::cli::host::backend::backend;
use crate::cli::host::changed::Changed;
use crate::cli::host::findings::{Closing, Comparing, Layout};
use crate::cli::host::input::{Input, Inputs, expect_paths, read_all};
use crate::cli::host::side_by_side::side_by_side;
use crate::cli::host::verified::verified;
use crate::cli::host::{Control, Exit, Failure, Output, certificate, complain, file, threads};
use grundy_answers::ask::texts as ask;
use grundy_answers::check::Kind;
use grundy_answers::report::findings::{INTERRUPTED, Judged};
use grundy_answers::report::surroundings::NoRepair;
use grundy_answers::report::{Checked, Detail, json, text};
use grundy_language::threads::Threads;
use grundy_language::verdict::Tally;
use std::path::Path;
use tables::Folders;

/// Checks every input; text is written as soon as it is known, a JSON document at the end.
pub fn run(arguments: &Verify, configuration: &Configuration) -> Result<Exit, Failure> {
    expect_paths(&arguments.paths, arguments.stdin_filename.as_deref())?;
    if arguments.watch {
        #[cfg(feature = "complete")]
        return watch::run(arguments, configuration);
        #[cfg(not(feature = "complete"))]
        return Err(Failure::not_built("--watch"));
    }
    // Only sequences have chains to list.
    let listing = arguments.transitions || arguments.dump;
    let wanted = if listing { &[Kind::Nimseq][..] } else { &Kind::ALL };
    let Inputs { mut inputs, unreadable } = read_all(&arguments.paths, wanted, &arguments.called());
    for trouble in &unreadable {
        complain(format_args!("error: {}", trouble.message));
    }
    if let Some(commit) = &arguments.changed_since {
        let changed = Changed::since(commit)?;
        inputs.retain(|input| changed.contains(input));
        if inputs.is_empty() && unreadable.is_empty() {
            complain(format_args!("note: nothing has changed since {commit}"));
        }
    }
    if arguments.certificate.is_some()
        && !matches!(inputs.as_slice(), [Input { kind: Kind::Nimseq, .. }])
    {
        return Err(Failure::usage("--certificate takes one description of a sequence (.nimseq)"));
    }
    let control = Control::start(configuration.time_limit)?;
    let unread = if unreadable.is_empty() { Exit::Success } else { Exit::Usage };
    if listing {
        let trouble = unreadable.iter().map(|one| (one.name(), one.message.clone())).collect();
        let listed = list::run(&inputs, arguments, configuration, &control, trouble)?;
        return Ok(listed.max(unread));
    }
    let layout = Layout::new(configuration);
    let comparing = Comparing::open(&arguments.recorded, &arguments.paths)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    let fixed = fix::run(&mut inputs, arguments, configuration, &control)?;
    if arguments.diff && matches!(layout, Layout::Full) {
        let exit = fix::patch(&fixed, configuration, &mut output)?;
        return Ok(if control.interrupted() { Exit::Interrupted } else { exit.max(unread) });
    }
    fix::tell(&fixed, layout, configuration, &mut output)?;
    let mut results = Vec::with_capacity(inputs.len());
    let work = InputWork::new(arguments, configuration, &control, &inputs);
    side_by_side(
        &inputs,
        "verify",
        &work.threads,
        configuration,
        &control,
        |input, progress| work.checked(input, progress),
        |result| {
            let result = result.map_err(Some)?;
            let result =
                result.filter(|done| !control.interrupted_before(&done.report)).ok_or(None)?;
            // What is compared is reported at the end, except for JSON lines, which report everything.
            if comparing.is_none() || matches!(layout, Layout::JsonLines) {
                let text = written_at_once(&result, layout, configuration);
                layout.put(&text, &mut output).map_err(Some)?;
            }
            results.push(result);
            Ok(())
        },
    )?;
    let tally: Tally = results.iter().map(|result| result.report.verdict).collect();
    let trouble: Vec<_> = unreadable.iter().map(|one| (one.name(), one.message.clone())).collect();
    let is_cut_short = control.interrupted() && results.len() < inputs.len();
    let without: Vec<_> = unreached(&inputs[results.len()..]).chain(trouble.clone()).collect();
    let left = || unchecked(&inputs[results.len()..], &trouble);
    let judged = || results.iter().flat_map(Judged::of_input).chain(left()).collect::<Vec<_>>();
    let settings = configuration.settings.as_deref();
    let closing = Closing {
        verdict: tally.verdict(without.is_empty()),
        summary: &tally,
        full: &|| text::summary(&tally, configuration.detail),
        json: &|compared| json::verify(&results, &without, &tally, compared, settings, &fixed),
        lines: &|| json::unread_lines(&without),
        judged: &judged,
        left: &left,
    };
    let meant = |path: &str| match &arguments.changed_since {
        // The other files are not reported as missing.
        Some(_) => inputs.iter().any(|input| input.name() == path),
        None => arguments.paths.iter().any(|wanted| Path::new(path).starts_with(wanted)),
    };
    let exit = closing.write(layout, comparing, meant, &control, configuration, &mut output)?;
    if is_cut_short {
        complain(format_args!("interrupted: {} of {} inputs done", results.len(), inputs.len()));
        return Ok(Exit::Interrupted);
    }
    Ok(exit.max(unread))
}

/// The text that is written as soon as an input is done.
fn written_at_once(result: &Checked, layout: Layout, configuration: &Configuration) -> String {
    match layout {
        Layout::Full => text::input(result, configuration.style, configuration.detail),
        Layout::JsonLines => json::verify_line(result),
        Layout::Lines(write) => write(&Judged::of_input(result)),
        Layout::Json | Layout::Whole(_) => String::new(),
    }
}

/// Inputs that were not reached, with the reason.
fn unreached(left: &[Input]) -> impl Iterator<Item = (String, String)> {
    left.iter().map(|input| (input.name(), INTERRUPTED.to_owned()))
}

/// Inputs that were not reached, and paths that could not be read with the reasons.
fn unchecked(left: &[Input], unread: &[(String, String)]) -> Vec<Judged> {
    let left = left.iter().map(|input| Judged::interrupted(&input.name()));
    left.chain(unread.iter().map(|(path, why)| Judged::unchecked(path, why))).collect()
}

/// What is needed to check an input.
struct InputWork<'w> {
    arguments: &'w Verify,
    configuration: &'w Configuration,
    control: &'w Control,
    folders: Folders,
    threads: Threads,
}

impl<'w> InputWork<'w> {
    fn new(
        arguments: &'w Verify,
        configuration: &'w Configuration,
        control: &'w Control,
        inputs: &[Input],
    ) -> Self {
        let (folders, threads) = (Folders::of(inputs), threads::threads(configuration));
        Self { arguments, configuration, control, folders, threads }
    }

    /// Checks an input, and shows its progress if requested; `None` once the user has interrupted.
    fn checked<'a>(
        &self,
        input: &'a Input,
        progress: bool,
    ) -> Result<Option<Checked<'a>>, Failure> {
        let InputWork { arguments, configuration, control, .. } = *self;
        if control.interrupted() {
            return Ok(None);
        }
        let reading = arguments.reading.options().map_err(Failure::usage)?;
        let quiet = configuration.is_text() && configuration.detail == Detail::Quiet;
        let question = ask::Verify {
            values: reading.alphabet.map(|values| values.to_string()),
            rule: reading.rule.map(|rule| rule.to_string()),
            raw: reading.raw,
            backend: Some(backend(arguments.backend)?.name().to_owned()),
            as_written: certificate::of_the_words_as_written(&arguments.export),
            tables: self.folders.publication(input),
            brief: quiet,
            certify: arguments.certificate.is_some(),
            ..ask::Verify::default()
        };
        arguments.certificate.iter().try_for_each(|path| file::expect_writable(path))?;
        let terms = (configuration, control);
        let (mut checked, certified) =
            verified(input, question, reading, progress, &self.threads, terms)?;
        if let (Some(path), Some(certified)) = (&arguments.certificate, &certified) {
            certificate::write(certified, &input.text, &reading, path, &arguments.export)?;
        }
        // Everything that could be repaired has been.
        let in_vain = arguments.fix && !arguments.diff;
        if let Some(seen) = &mut checked.seen {
            seen.repair = in_vain.then_some(NoRepair);
        }
        Ok(Some(checked))
    }
}
