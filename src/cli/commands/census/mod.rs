//! `grundy census`.

mod families;
mod means;
mod merge;
mod piece_file;

use crate::cli::flags::census::{Census as Arguments, CensusCommand, Games};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::host::progress::{GAMES, PIECES};
use crate::cli::host::{Bar, Control, Exit, Failure, bug, print, threads};
use grundy_census::census::{Census, Choice, PieceResult, Row, Shard, Tally, Totals};
use grundy_core::formula::named;
use grundy_core::limit::{CancellationToken, Limit};
use grundy_core::verdict::Verdict;
use grundy_report::report::census as report;
use piece_file::PieceFile;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Works on a census or a shard of it, puts shards together, or proposes them.
pub fn run(arguments: &Arguments, configuration: &Configuration) -> Result<Exit, Failure> {
    match &arguments.command {
        Some(CensusCommand::Merge(files)) => return merge::run(&files.files, configuration),
        Some(CensusCommand::Families(arguments)) => return families::run(arguments, configuration),
        None => {}
    }
    let census = census(&arguments.games)?;
    if arguments.mean || !arguments.class.is_empty() {
        return means::run(&census, arguments, configuration);
    }
    bug::working_on(&report::title(&census));
    match arguments.shard {
        None => whole(&census, configuration),
        Some(shard) => part(&census, shard, configuration),
    }
}

fn census(arguments: &Games) -> Result<Census, Failure> {
    let (smallest, greatest) =
        arguments.max_move.ok_or_else(|| Failure::usage("add --max-move"))?;
    let rule = arguments.rule.rule().map_err(Failure::usage)?;
    let mut census = Census::new(smallest, greatest, arguments.moves, arguments.symmetric)
        .map(|census| census.by_rule(rule))
        .map_err(|error| Failure::usage(error.to_string()))?;
    census.measure = arguments.records;
    census.every = arguments.all;
    census.choice = choice(arguments)?;
    census.limit_positions = arguments.limit_positions;
    Ok(census)
}

/// Which games are wanted.
fn choice(arguments: &Games) -> Result<Choice, Failure> {
    if let Some(condition) = &arguments.condition {
        let expected = named::expect_condition(condition, arguments.moves);
        expected.map_err(|message| Failure::usage(format!("--where: {message}")))?;
    }
    if arguments.differences.is_some() && !arguments.symmetric {
        return Err(Failure::usage(
            "--differences works only for symmetric games: add --symmetric",
        ));
    }
    Ok(Choice { condition: arguments.condition.clone(), differences: arguments.differences })
}

/// The whole census; what is finished is kept beside the file of the result until that is there.
fn whole(census: &Census, configuration: &Configuration) -> Result<Exit, Failure> {
    let part = configuration.output.as_deref().and_then(part_file);
    let mut kept = None;
    let mut finished = Vec::new();
    if let Some(part) = &part {
        let (file, outcomes) = PieceFile::open(part, census, Shard::WHOLE)?;
        (kept, finished) = (Some(file), outcomes);
    }
    let mut tally = Tally::new(census);
    let mut rows = Vec::new();
    let mut listed = 0;
    let worked = work(census, Shard::WHOLE, finished, &mut kept, configuration, |outcome| {
        listed += if census.every { outcome.games() } else { 0 };
        expect_room(listed, census)?;
        tally.add(outcome, |row| rows.push(row));
        Ok(())
    })?;
    let time = match worked {
        Worked::Done(time) => time,
        Worked::Stopped(failure) => return Err(failure),
    };
    let totals = tally.finish(|row| rows.push(row));
    write(census, &rows, totals, configuration, Some(time))?;
    if let Some(part) = part {
        std::fs::remove_file(&part).map_err(|error| {
            Failure::usage(format!("cannot remove {}: {error}", part.display()))
        })?;
    }
    Ok(exit(totals))
}

/// One shard, into its file.
fn part(census: &Census, shard: Shard, configuration: &Configuration) -> Result<Exit, Failure> {
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
    let mut kept = Some(kept);
    let mut undecided = 0;
    let worked = work(census, shard, finished, &mut kept, configuration, |outcome| {
        undecided += outcome.undecided();
        Ok(())
    })?;
    if let Worked::Stopped(failure) = worked {
        return Err(failure);
    }
    if let Some(kept) = &mut kept {
        kept.finish()?;
    }
    Ok(Verdict::decided(undecided == 0).into())
}

/// Is there room for a list of so many games?
fn expect_room(listed: u64, census: &Census) -> Result<(), Failure> {
    // A row has its moves apart from itself, and is written once more as text.
    let bytes = 2 * (size_of::<Row>() + census.range().1 as usize * size_of::<u32>());
    let games = usize::try_from(listed).unwrap_or(usize::MAX);
    CancellationToken::default().room(games, bytes).map_err(|limit| {
        let why = format!("undecided: {}: the list has more than {listed} games", limit.text());
        Failure::limit(limit, why + "; ask for fewer with --where, --moves or --max-move")
    })
}

/// Where an unfinished whole is kept, unless the result goes to a pipe or a device.
fn part_file(output: &Path) -> Option<PathBuf> {
    if std::fs::metadata(output).is_ok_and(|metadata| !metadata.is_file()) {
        return None;
    }
    let mut name = output.file_name()?.to_owned();
    name.push(".part");
    Some(output.with_file_name(name))
}

/// How the work ended.
enum Worked {
    Done(Duration),
    Stopped(Failure),
}

/// Why the work ended early.
enum CensusEnded {
    Stopped,
    Failure(Failure),
}

impl From<Limit> for CensusEnded {
    /// A census knows no other limit: games beyond --limit-positions are results.
    fn from(_: Limit) -> Self {
        Self::Stopped
    }
}

/// Takes the finished outcomes, then works on the rest of the shard.
fn work(
    census: &Census,
    shard: Shard,
    finished: Vec<PieceResult>,
    kept: &mut Option<PieceFile>,
    configuration: &Configuration,
    mut take: impl FnMut(PieceResult) -> Result<(), Failure>,
) -> Result<Worked, Failure> {
    let control = Control::start(configuration.time_limit)?;
    let (mut games, mut done) = (0, finished.len());
    let rest = shard.pieces(census).skip(done);
    for outcome in finished {
        games += outcome.games();
        take(outcome)?;
    }
    // The pieces of a shard are spread evenly, so its part of all games is about this.  Of chosen games nobody
    // knows how many there will be; then the pieces are counted.
    let (_, of) = shard.printed();
    let all = census.choice.is_all();
    let (template, total) = match all {
        true => (GAMES, census.games() / of),
        false => (PIECES, shard.pieces(census).count() as u64),
    };
    let worked = |games: u64, done: usize| if all { games } else { done as u64 };
    let (title, from) = (report::title(census), worked(games, done));
    let bar = Bar::continued(configuration.progress, title, template, from);
    bar.show(from, total);
    let ended = grundy_census::census::run(
        census,
        rest,
        &threads::threads(configuration),
        &control.stop,
        |outcome| {
            if let Some(kept) = kept {
                kept.keep(&outcome).map_err(CensusEnded::Failure)?;
            }
            games += outcome.games();
            take(outcome).map_err(CensusEnded::Failure)?;
            done += 1;
            bar.show(worked(games, done), total);
            Ok(())
        },
    );
    let time = bar.elapsed();
    drop(bar);
    match ended {
        Ok(()) => Ok(Worked::Done(time)),
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
            let message = format!("{what}: {done} pieces done, {kept}");
            Ok(Worked::Stopped(Failure::new(exit, message)))
        }
    }
}

/// Writes the result.
fn write(
    census: &Census,
    rows: &[Row],
    totals: Totals,
    configuration: &Configuration,
    time: Option<Duration>,
) -> Result<(), Failure> {
    let time = time.filter(|_| configuration.stats);
    let text = report::render(census, rows, totals, layout(configuration), time);
    print(&text, configuration).map(drop)
}

fn layout(configuration: &Configuration) -> report::Layout {
    match configuration.format {
        Format::Csv => report::Layout::Csv,
        Format::Json => report::Layout::Json,
        Format::Jsonl => report::Layout::JsonLines,
        // The others were refused before.
        _ => report::Layout::Text(configuration.detail),
    }
}

/// Undecided games make the whole undecided.
fn exit(totals: Totals) -> Exit {
    Verdict::decided(totals.undecided == 0).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_room_or_not() {
        let census = |greatest| Census::new(1, greatest, None, false).expect("a census");
        assert!(expect_room(1 << 20, &census(20)).is_ok());
        for (listed, greatest) in [(1 << 23, 25), (u64::MAX, 1)] {
            let failure = expect_room(listed, &census(greatest)).expect_err("too many");
            assert_eq!((failure.exit, failure.limit), (Exit::Undecided, Some(Limit::MEMORY)));
        }
    }
}
