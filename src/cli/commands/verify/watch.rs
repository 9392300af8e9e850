//! `grundy verify --watch`: checks again after each change.

use super::{InputWork, fix};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::descriptions::Verify;
use crate::cli::flags::global::Format;
use crate::cli::host::input::{Input, Inputs, read_all};
use crate::cli::host::{Control, Exit, Failure, Output, complain};
use grundy_answers::check::Kind;
use grundy_answers::report::{fixes, text};
use grundy_language::verdict::{Tally, Verdict};
use notify::{EventKind, RecursiveMode, Watcher as _};
use std::collections::BTreeMap;
use std::io::{IsTerminal as _, stdout};
use std::path::{Path, PathBuf};
use std::slice::from_mut;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Editors write a file in several steps; an event this soon after another belongs to the same change.
const SETTLED: Duration = Duration::from_millis(50);
/// How often the interrupt key is checked.
const GLANCE: Duration = Duration::from_millis(200);
/// Clears the screen and moves the cursor to its top (ECMA-48: ED, CUP).
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// What was reported about a text.
struct Told {
    source: String,
    text: String,
    verdict: Verdict,
}

/// Checks every input, and every changed input again, until the user interrupts.
pub fn run(arguments: &Verify, configuration: &Configuration) -> Result<Exit, Failure> {
    if configuration.format != Format::Text {
        return Err(Failure::usage("--watch writes text only"));
    }
    if arguments.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(Failure::usage("standard input cannot be watched for changes"));
    }
    let (sender, changes) = channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading a file is also an event; an error may hide a change.
        if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
            // When the command ends, nobody listens any more.
            let _ = sender.send(());
        }
    })
    .map_err(cannot_watch)?;
    for path in &arguments.paths {
        let (folder, mode) = match path.is_dir() {
            true => (path.as_path(), RecursiveMode::Recursive),
            // Editors put a new file in place of the old: only the folder sees that.
            false => (folder(path), RecursiveMode::NonRecursive),
        };
        watcher.watch(folder, mode).map_err(cannot_watch)?;
    }
    let control = Control::start(None)?;
    let mut told: BTreeMap<PathBuf, Told> = BTreeMap::new();
    loop {
        let Inputs { mut inputs, unreadable } =
            read_all(&arguments.paths, &Kind::ALL, &arguments.called());
        told.retain(|path, _| inputs.iter().any(|input| input.path == *path));
        let mut output = Output::open(configuration.output.as_deref())?;
        if configuration.output.is_none() && stdout().is_terminal() {
            output.write(CLEAR)?;
        }
        let changed =
            |input: &&mut Input| told.get(&input.path).is_none_or(|told| told.source != input.text);
        let mut fixed = Vec::new();
        for input in inputs.iter_mut().filter(changed) {
            fixed.extend(fix::run(from_mut(input), arguments, configuration, &control)?);
        }
        let work = InputWork::new(arguments, configuration, &control, &inputs);
        for input in &inputs {
            let Some(mut new) = tell(input, told.remove(&input.path), &work)? else {
                return Ok(Exit::Interrupted);
            };
            if let Some(fixed) = fixed.iter().find(|fixed| fixed.path == input.name()) {
                new.text =
                    fixes::fixed(fixed, configuration.style, configuration.detail) + &new.text;
            }
            output.say(&new.text)?;
            told.insert(input.path.clone(), new);
        }
        for trouble in &unreadable {
            complain(format_args!("error: {}", trouble.message));
        }
        let tally: Tally = told.values().map(|told| told.verdict).collect();
        output.say(&text::summary(&tally, configuration.detail))?;
        if !wait(&changes, &control)? {
            return Ok(Exit::Interrupted);
        }
    }
}

/// The report about an input: the last one, if its text is the same.  Tables of one folder depend on each other, so
/// they are always checked.  `None` once the user has interrupted.
fn tell(input: &Input, told: Option<Told>, work: &InputWork<'_>) -> Result<Option<Told>, Failure> {
    let same = |told: &Told| told.source == input.text && input.kind != Kind::Wolf;
    if let Some(told) = told.filter(same) {
        return Ok(Some(told));
    }
    let Some(checked) = work.checked(input, work.configuration.progress)? else { return Ok(None) };
    if work.control.interrupted_before(&checked.report) {
        return Ok(None);
    }
    let text = text::input(&checked, work.configuration.style, work.configuration.detail);
    Ok(Some(Told { source: input.text.clone(), text, verdict: checked.report.verdict }))
}

/// Waits for a change; false if the user interrupted before.
fn wait(changes: &Receiver<()>, control: &Control) -> Result<bool, Failure> {
    loop {
        if control.interrupted() {
            return Ok(false);
        }
        match changes.recv_timeout(GLANCE) {
            Ok(()) => break,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::usage("files are no longer watched"));
            }
        }
    }
    while changes.recv_timeout(SETTLED).is_ok() {}
    Ok(true)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn cannot_watch(error: notify::Error) -> Failure {
    Failure::usage(format!("cannot watch for changes: {error}"))
}
