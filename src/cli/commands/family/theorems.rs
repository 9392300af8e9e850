//! `grundy family theorems`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::family::Theorems;
use crate::cli::host::asking::file;
use crate::cli::host::findings::{Closing, Comparing, Layout};
use crate::cli::host::input::place;
use crate::cli::host::text::text;
use crate::cli::host::{Bar, Control, Exit, Failure, Output, bug, complain, progress};
use grundy_answers::ask::statements::Statements;
use grundy_answers::report::findings::{INTERRUPTED, Judged};
use grundy_answers::report::{json, statements};
use grundy_language::limit::Limit;
use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

/// Checks the named statements, or all.
pub fn run(arguments: &Theorems, configuration: &Configuration) -> Result<Exit, Failure> {
    let control = Control::start(configuration.time_limit)?;
    let refused = |error| control.refused(error, configuration);
    let (paths, names): (Vec<_>, Vec<_>) =
        arguments.named.iter().cloned().partition(|name| is_path(name));
    let mut seen = HashSet::new();
    // A file counts once, whatever names refer to it.
    let first = |path: &&String| seen.insert(place(Path::new(path), *path == "-"));
    let files = paths
        .iter()
        .filter(first)
        .map(|path| file(Path::new(path), "a file of statements", text, configuration));
    let question = Statements {
        files: files.collect::<Result<_, _>>()?,
        names,
        bound: arguments.bound,
        list: arguments.list,
    };
    let found = question.read().map_err(refused)?;
    let chosen = found.chosen(&question.names).map_err(refused)?;
    let comparing = Comparing::open(&arguments.recorded, &[])?;
    let mut output = Output::open(configuration.output.as_deref())?;
    if question.list {
        return output.show(&found.listed(&chosen), configuration);
    }
    if chosen.is_empty() {
        complain("the file has no statements, so nothing is claimed");
    }
    let terms = control.terms(configuration, None);
    let bar = Bar::new(configuration.progress, "family theorems".to_owned(), progress::STATEMENTS);
    let mut results = Vec::with_capacity(chosen.len());
    for statement in &chosen {
        bar.show(results.len() as u64, chosen.len() as u64);
        bug::working_on(&format!("{} {}", statement.id, statement.part));
        let start = Instant::now();
        let checked = question.check(statement, &terms);
        let stopped = checked.undecided.as_ref().is_some_and(|open| open.limit == Limit::STOPPED);
        if control.interrupted() && stopped {
            break;
        }
        results.push((checked, configuration.stats.then(|| start.elapsed())));
    }
    drop(bar);
    let left = &chosen[results.len()..];
    let (summary, verdict) = statements::summed(&results, left.len());
    let judged = || {
        let done = results.iter().map(|one| statements::judged(one, found.file(one.0.statement)));
        done.chain(left.iter().map(|one| Judged::interrupted(found.file(one)))).collect::<Vec<_>>()
    };
    let unread =
        |one| (found.file(one).to_owned(), format!("{}: {INTERRUPTED}", statements::name(one)));
    let unreached: Vec<_> = left.iter().copied().map(unread).collect();
    let settings = configuration.settings.as_deref();
    let closing = Closing {
        verdict,
        summary: &summary,
        full: &|| statements::text(&results, configuration.style, configuration.detail),
        json: &|compared| {
            statements::json(verdict, &results, &unreached, &summary, compared, settings)
        },
        lines: &|| statements::json_lines(&results) + &json::unread_lines(&unreached),
        judged: &judged,
        left: &judged,
    };
    let layout = Layout::new(configuration);
    // With names, the other statements are not reported as missing.
    let meant = |path: &str| question.names.is_empty() && found.files().any(|file| file == path);
    let exit = closing.write(layout, comparing, meant, &control, configuration, &mut output)?;
    if !unreached.is_empty() {
        let (done, all) = (results.len(), chosen.len());
        complain(format_args!("interrupted: {done} of {all} statements done"));
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// Is this the name of a file, and not of a statement?
fn is_path(name: &str) -> bool {
    name == "-" || name.contains(['.', '/', '\\'])
}
