//! `grundy family theorems`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::family::Theorems;
use crate::cli::host::findings::{Closing, Comparing, Layout};
use crate::cli::host::input::{place, read_text};
use crate::cli::host::{Bar, Control, Exit, Failure, Output, bug, complain, progress, threads};
use grundy_atlas::statement::{self, Checked, Collection, PUBLISHED, Statement};
use grundy_core::limit::Limit;
use grundy_core::suggest;
use grundy_core::verdict::{Tally, Verdict};
use grundy_report::report::ended::About;
use grundy_report::report::findings::{INTERRUPTED, Judged};
use grundy_report::report::render::render_all;
use grundy_report::report::{Detail, json, statements};
use std::collections::HashSet;
use std::path::Path;
use std::ptr;
use std::time::{Duration, Instant};

/// Checks the statements that were named, or all.
pub fn run(arguments: &Theorems, configuration: &Configuration) -> Result<Exit, Failure> {
    let (files, ids): (Vec<_>, Vec<_>) = arguments.named.iter().partition(|name| is_path(name));
    let others = match &files[..] {
        [] => None,
        files => Some(read(files, configuration)?),
    };
    let (all, starts) = match &others {
        Some((all, starts)) => (all, &starts[..]),
        None => (statement::published(), &[(0, PUBLISHED)][..]),
    };
    let chosen = chosen(all, &ids)?;
    let comparing = Comparing::open(&arguments.recorded, &[])?;
    let mut output = Output::open(configuration.output.as_deref())?;
    if arguments.list {
        output.show(&statements::listed(&chosen, &all.no_claim), configuration)?;
        return Ok(Exit::Success);
    }
    if chosen.is_empty() {
        complain("the file has no statements, so nothing is claimed");
    }
    let control = Control::start(configuration.time_limit)?;
    let threads = threads::threads(configuration);
    let bar = Bar::new(configuration.progress, "family theorems".to_owned(), progress::STATEMENTS);
    let mut results = Vec::with_capacity(chosen.len());
    for statement in &chosen {
        bar.show(results.len() as u64, chosen.len() as u64);
        bug::working_on(&format!("{} {}", statement.id, statement.part));
        let bound = arguments.bound.unwrap_or(statement.default_bound);
        let start = Instant::now();
        let checked = threads.run(|| statement::check(statement, bound, &control.stop));
        let stopped = checked.undecided.as_ref().is_some_and(|open| open.limit == Limit::STOPPED);
        if control.interrupted() && stopped {
            break;
        }
        results.push((checked, configuration.stats.then(|| start.elapsed())));
    }
    drop(bar);
    let verdicts: Vec<_> =
        results.iter().map(|(checked, _)| statements::verdict(checked)).collect();
    let summary: Tally = verdicts.iter().copied().collect();
    let path = |statement: &Statement| {
        let at = all.statements.iter().take_while(|it| !ptr::eq(*it, statement)).count();
        starts[starts.partition_point(|(start, _)| *start <= at) - 1].1
    };
    let judged = || {
        let done = results.iter().map(|it| statements::judged(it, path(it.0.statement)));
        let left = chosen[results.len()..].iter().map(|it| Judged::interrupted(path(it)));
        done.chain(left).collect::<Vec<_>>()
    };
    let unreached: Vec<_> = chosen[results.len()..]
        .iter()
        .map(|it| (path(it).to_owned(), format!("{}: {INTERRUPTED}", statements::name(it))))
        .collect();
    let settings = configuration.settings.as_deref();
    let verdict = match chosen.is_empty() {
        true => Verdict::Vacuous,
        false => summary.verdict(unreached.is_empty()),
    };
    let closing = Closing {
        verdict,
        summary: &summary,
        full: &|| full(&results, configuration),
        json: &|compared| {
            statements::json(verdict, &results, &unreached, &summary, compared, settings)
        },
        lines: &|| statements::json_lines(&results) + &json::unread_lines(&unreached),
        judged: &judged,
        left: &judged,
    };
    let layout = Layout::new(configuration);
    // With names, the other statements are not missed.
    let meant = |path: &str| ids.is_empty() && starts.iter().any(|(_, it)| *it == path);
    let exit = closing.write(layout, comparing, meant, &control, configuration, &mut output)?;
    if !unreached.is_empty() {
        complain(format_args!(
            "interrupted: {} of {} statements done",
            results.len(),
            chosen.len()
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// The text for people.
fn full(results: &[(Checked<'_>, Option<Duration>)], configuration: &Configuration) -> String {
    let quiet = configuration.detail == Detail::Quiet;
    let mut text = match quiet {
        true => String::new(),
        false => statements::table(results, configuration.style),
    };
    text.extend(results.iter().map(|(checked, _)| statements::finding(checked)));
    text + &statements::summary(results)
}

/// Is this the name of a file, and not of a statement?
fn is_path(name: &str) -> bool {
    name == "-" || name.contains(['.', '/', '\\'])
}

/// Where the statements of each file begin, with its name.
type Starts<'f> = Vec<(usize, &'f str)>;

/// The statements of all files, and where those of each file begin.
fn read<'f>(
    files: &[&'f String],
    configuration: &Configuration,
) -> Result<(Collection, Starts<'f>), Failure> {
    let mut all = Collection::default();
    let mut starts = Vec::new();
    let mut rejected = Vec::new();
    let mut first = None;
    let mut seen = HashSet::new();
    // A file counts once, by whatever names it is meant.
    for &file in
        files.iter().filter(|file| seen.insert(place(Path::new(file), file.as_str() == "-")))
    {
        let (source, broken) = read_text(Path::new(file))?;
        let found = match broken {
            Some(broken) => Err(vec![broken]),
            None => statement::read(&source),
        };
        match found {
            Ok(found) => {
                starts.push((all.statements.len(), file.as_str()));
                all.statements.extend(found.statements);
                all.no_claim.extend(found.no_claim);
            }
            Err(diagnostics) => {
                let (style, detail) = (configuration.style, configuration.detail);
                rejected.push(render_all(&diagnostics, file, &source, style, detail));
                first = first.or(Some(About::new(file, &source, &diagnostics)));
            }
        }
    }
    let Some(first) = first else { return Ok((all, starts)) };
    let message = format!("cannot read the statements\n\n{}", rejected.join("\n"));
    Err(Failure::rejected(message).about(first))
}

/// The statements with these names, in the order of the files, each once.
fn chosen<'a>(all: &'a Collection, ids: &[&String]) -> Result<Vec<&'a Statement>, Failure> {
    for &id in ids {
        let known = || all.statements.iter().map(|statement| &statement.id);
        if !known().any(|known| known == id) {
            let help = match suggest::nearest(id, known()) {
                Some(known) => format!("did you mean {known}?"),
                None => "`grundy family theorems --list` lists all".to_owned(),
            };
            return Err(Failure::usage(format!("unknown statement {id}; {help}")));
        }
    }
    let named = |statement: &&Statement| ids.is_empty() || ids.contains(&&statement.id);
    Ok(all.statements.iter().filter(named).collect())
}
