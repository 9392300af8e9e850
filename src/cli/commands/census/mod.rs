//! `grundy census`.

mod families;
mod means;
mod merge;
mod piece_file;

use crate::cli::flags::census::{Census as Arguments, CensusCommand};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::host::progress::{GAMES, PIECES};
use crate::cli::host::{Bar, Control, Exit, Failure, bug, output, print, show};
use grundy_answers::ask::Progress;
use grundy_answers::ask::census::{self as ask, Gathered, Work};
use grundy_answers::report::census::{CensusAnswer, title};
use grundy_census::census::{Census, PieceResult, Shard};
use grundy_language::limit::Limit;
use grundy_language::verdict::Verdict;
use piece_file::PieceFile;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Works on a census or a shard of it, merges shards, or lists families.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    match &arguments.command {
        Some(CensusCommand::Merge(files)) => return merge::run(&files.files, configuration),
        Some(CensusCommand::Families(arguments)) => return families::run(arguments, configuration),
        None => {}
    }
    let games = arguments.games.question().map_err(Failure::usage)?;
    if arguments.mean || !arguments.class.is_empty() {
        return means::run(games, arguments, configuration);
    }
    let control = Control::start(configuration.time_limit)?;
    let question = ask::Census { games, every: arguments.games.all };
    let census = question.census().map_err(|error| control.refused(error, configuration))?;
    bug::working_on(&title(&census));
    match arguments.shard {
        None => whole(&census, &control, configuration),
        Some(shard) => part(&census, shard, &control, configuration),
    }
}

/// The whole census; finished pieces are kept beside the file of the result until the result is there.
fn whole(
    census: &Census,
    control: &Control,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let part = configuration.output.as_deref().and_then(part_file);
    let kept =
        part.as_deref().map(|part| PieceFile::open(part, census, Shard::WHOLE)).transpose()?;
    let (mut kept, finished) = kept.map_or((None, Vec::new()), |(kept, all)| (Some(kept), all));
    let mut found = Gathered::new(census);
    let terms = (control, configuration);
    let time = work(census, Shard::WHOLE, finished, &mut kept, terms, |piece| {
        let added = found.add(piece);
        added.map_err(|limit| control.ended_early(limit, found.too_long()))
    })?;
    let exit = write(found.finish(), Some(time), configuration)?;
    if let Some(part) = part {
        std::fs::remove_file(&part).map_err(|error| {
            Failure::usage(format!("cannot remove {}: {error}", part.display()))
        })?;
    }
    Ok(exit)
}

/// One shard, into its file.
fn part(
    census: &Census,
    shard: Shard,
    control: &Control,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let (number, of) = shard.printed();
    let Some(path) = &configuration.output else {
        return Err(Failure::usage(format!(
            "a shard needs an output file: add -o shard-{number}-of-{of}.jsonl"
        )));
    };
    if !matches!(configuration.format, Format::Text | Format::Jsonl) {
        return Err(Failure::usage(
            "a shard is always written as JSON lines; choose the format of the result in merge",
        ));
    }
    let (kept, finished) = PieceFile::open(path, census, shard)?;
    let (mut kept, mut undecided) = (Some(kept), 0);
    work(census, shard, finished, &mut kept, (control, configuration), |piece| {
        undecided += piece.undecided();
        Ok(())
    })?;
    if let Some(kept) = &mut kept {
        kept.finish()?;
    }
    Ok(Verdict::decided(undecided == 0).into())
}

/// Where an unfinished census is kept, unless the result goes to a pipe or a device.
fn part_file(output: &Path) -> Option<PathBuf> {
    if std::fs::metadata(output).is_ok_and(|metadata| !metadata.is_file()) {
        return None;
    }
    let mut name = output.file_name()?.to_owned();
    name.push(".part");
    Some(output.with_file_name(name))
}

/// Why the work ended early.
enum CensusEnded {
    Stopped,
    Failure(Failure),
}

impl From<Limit> for CensusEnded {
    /// A census has no other limit: games beyond --limit-positions are results.
    fn from(_: Limit) -> Self {
        Self::Stopped
    }
}

/// Takes the finished pieces, then works on the rest of the shard; returns how long that took.
fn work(
    census: &Census,
    shard: Shard,
    finished: Vec<PieceResult>,
    kept: &mut Option<PieceFile>,
    (control, configuration): (&Control, &Configuration),
    mut take: impl FnMut(PieceResult) -> Result<(), Failure>,
) -> Result<Duration, Failure> {
    let mut work = Work::new(census, shard, &finished);
    finished.into_iter().try_for_each(&mut take)?;
    let (from, total, what) = work.done();
    let template = if what == "games" { GAMES } else { PIECES };
    let bar = Bar::continued(configuration.progress, title(census), template, from);
    bar.show(from, total);
    let told = |progress: Progress<'_>| {
        let (done, all, _) = progress.counts();
        bar.show(done, all);
    };
    let ended = work.run(&control.terms(configuration, Some(&told)), |piece| {
        if let Some(kept) = kept {
            kept.keep(&piece).map_err(CensusEnded::Failure)?;
        }
        take(piece).map_err(CensusEnded::Failure)
    });
    let (time, came) = (bar.elapsed(), bar.came(what));
    drop(bar);
    match ended {
        Ok(()) => Ok(time),
        Err(CensusEnded::Failure(failure)) => Err(failure),
        Err(CensusEnded::Stopped) => {
            let (what, exit) = if control.interrupted() {
                ("interrupted", Exit::Interrupted)
            } else {
                ("undecided: the time limit ran out", Exit::Undecided)
            };
            let kept = match kept {
                Some(kept) => {
                    format!("saved in {}; run the same command to continue", kept.path().display())
                }
                None => "not saved; add -o FILE to save them".to_owned(),
            };
            Err(Failure::new(exit, format!("{what}: {came}; {kept}")))
        }
    }
}

/// Writes the result.
fn write(
    found: CensusAnswer,
    time: Option<Duration>,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let time = time.filter(|_| configuration.stats);
    let found = CensusAnswer { detail: configuration.detail, time, ..found };
    let text = match configuration.format {
        Format::Csv => found.csv(),
        Format::Jsonl => found.json_lines(),
        _ => return show(&found, configuration),
    };
    print(&text, configuration).map(|_| output::exit(&found))
}
