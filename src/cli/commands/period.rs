//! `grundy period`.

mod certificate;
mod real;
mod theorem;
mod winning;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::period::{Method, Period};
use crate::cli::host::checkpoint::{self, CheckpointFile, CheckpointWriter};
use crate::cli::host::{Bar, Control, Exit, Failure, Output, bug, complain, file, progress};
use grundy_check::Integer;
use grundy_core::limit::Limit;
use grundy_engines::one_game::{self, Evidence, Resumed};
use grundy_engines::runs;
use grundy_report::report::sequence as report;
use grundy_report::report::sequence::{
    By, Ending, Origin, Reached, SearchReport, SearchWork, Subject,
};
use grundy_sequence::{CycleSearch, Game, MoveSet, Moves};
use std::time::Instant;

/// Finds the cycle of a game, or of each game of a family.
pub fn run(arguments: &Period, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some(ended) = real::run(arguments, configuration) {
        return ended;
    }
    let (games, left_out) = arguments.game.each().map_err(Failure::usage)?;
    let are_several = games.len() + left_out.len() > 1;
    if arguments.checkpoint.is_some() && are_several {
        return Err(Failure::usage("--checkpoint takes one game, not a range of parameters"));
    }
    if arguments.winning_moves {
        winning::check(&arguments.game, are_several).map_err(Failure::usage)?;
    }
    if let Some(path) = &arguments.certificate {
        certificate::check(arguments, are_several).map_err(Failure::usage)?;
        file::expect_writable(path)?;
    }
    let each = games.into_iter().map(|game| {
        let parameters = game.point().map_err(Failure::usage)?;
        Ok((parameters, PeriodTask::new(&Period { game, ..arguments.clone() })?))
    });
    let mut tasks = each.collect::<Result<Vec<_>, Failure>>()?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    if !are_several {
        let ended = tasks.swap_remove(0).1.run(arguments, configuration, &control)?;
        return finish(ended, arguments, configuration, &control, &mut output);
    }
    let mut found = Vec::with_capacity(tasks.len());
    let mut exit = Exit::Success;
    let mut left = Vec::new();
    for (parameters, task) in tasks {
        if !left.is_empty() {
            left.push(parameters);
            continue;
        }
        let search = match task.run(arguments, configuration, &control)? {
            Ok(ended) => ended.search,
            Err(came) => {
                complain(format_args!("interrupted: {came}"));
                exit = Exit::Interrupted;
                left.push(parameters);
                continue;
            }
        };
        if !search.ending.is_decided() {
            exit = Exit::Undecided;
        }
        found.push((parameters, search));
    }
    if configuration.is_text() {
        for one in &left_out {
            complain(format_args!("left out: {}", one.text()));
        }
    }
    output.show(&report::table(&found, &left, &left_out), configuration)?;
    Ok(exit)
}

/// A search that has ended.
struct Ended {
    search: SearchReport,
    /// Why the cycle is that of the game, for a certificate, as far as the search knows.
    evidence: Option<Evidence>,
}

impl From<SearchReport> for Ended {
    fn from(search: SearchReport) -> Self {
        Self { search, evidence: None }
    }
}

/// A search that is ready to begin.
struct PeriodTask {
    subject: Subject,
    /// The moves, if it is computed run by run.
    sizes: Vec<u64>,
    /// The game, if it is computed directly.
    direct: Option<Game>,
    /// Is it computed run by run?
    accelerated: bool,
    /// The game, if its moves are long ranges.
    ranges: Option<one_game::Ranges>,
    /// The moves, if they are a set without end.
    set: Option<MoveSet>,
}

impl PeriodTask {
    fn new(arguments: &Period) -> Result<Self, Failure> {
        let Period { game, method, limit_positions, checkpoint, .. } = arguments;
        if let Some(set) = game.set().map_err(Failure::usage)? {
            let rule = game.rule().map_err(Failure::usage)?;
            let is_plain =
                *method == Method::Auto && limit_positions.is_none() && checkpoint.is_none();
            if !is_plain {
                return Err(Failure::usage(format!(
                    "--method, --limit-positions and --checkpoint are only for finitely many \
                     moves, but {set} never ends"
                )));
            }
            let subject = Subject::of_set(&set, rule);
            return Ok(Self { set: Some(set), ..Self::without_search(subject) });
        }
        let by_runs =
            *method != Method::Direct && limit_positions.is_none() && checkpoint.is_none();
        match by_runs.then(|| game.long_ranges()).transpose().map_err(Failure::usage)?.flatten() {
            Some((subject, ranges)) => {
                Ok(Self { ranges: Some(ranges), ..Self::without_search(subject) })
            }
            None => Self::one_by_one(arguments),
        }
    }

    fn without_search(subject: Subject) -> Self {
        let (sizes, accelerated) = (Vec::new(), true);
        Self { subject, sizes, direct: None, accelerated, ranges: None, set: None }
    }

    /// A search among the moves one by one.
    fn one_by_one(arguments: &Period) -> Result<Self, Failure> {
        let subject = accelerated(arguments).map_err(Failure::usage)?;
        match subject {
            // With a limit of positions the moves are refused for being too large.
            Some((subject, sizes))
                if arguments.method == Method::Accelerated
                    || subject.greatest() > Moves::GREATEST
                        && arguments.limit_positions.is_none() =>
            {
                Ok(Self { sizes, ..Self::without_search(subject) })
            }
            found => {
                let game = arguments.game.game().map_err(Failure::usage)?;
                let (subject, accelerated) = (Subject::from(&game), found.is_some());
                let sizes = found.map_or(Vec::new(), |it| it.1);
                let direct = Some(game);
                Ok(Self { sizes, direct, accelerated, ..Self::without_search(subject) })
            }
        }
    }

    fn run(
        self,
        arguments: &Period,
        configuration: &Configuration,
        control: &Control,
    ) -> Result<Result<Ended, String>, Failure> {
        let Self { subject, sizes, direct, accelerated, ranges, set } = self;
        if let Some(set) = set {
            return by_members(subject, &set, control);
        }
        if let Some(ranges) = ranges {
            return by_ranges(subject, ranges, arguments, configuration, control);
        }
        let rule = &subject.rule;
        let name = direct.as_ref().map_or_else(|| subject.name(), |game| game.moves().to_string());
        bug::working_on(&name);
        let search = match &direct {
            None => one_game::Search::without_positions(&sizes, *rule),
            Some(_) if accelerated => one_game::Search::new(&sizes, *rule),
            Some(game) if arguments.method == Method::Direct => {
                Some(one_game::Search::direct(game))
            }
            Some(game) => Some(one_game::Search::of_game(game)),
        };
        // There is one: `accelerated` has seen to that.
        let Some(mut search) = search else { return Ok(Err(String::new())) };
        let (mut origin, mut writer) = (Origin::Start, None);
        if let Some(path) = &arguments.checkpoint {
            let (file, content) = CheckpointFile::open(path)?;
            if let Some(bytes) = content {
                let resumed = search.resume(&bytes);
                search = match resumed.map_err(|error| checkpoint::refused(path, &error))? {
                    Resumed::Search(search) => *search,
                    Resumed::Finished(found) => {
                        let by = By::from(&found);
                        let search = SearchReport::new(subject, by, Ending::Found(found.cycle));
                        let (origin, kept) = (Origin::Finished, true);
                        return Ok(Ok(SearchReport { origin, kept, ..search }.into()));
                    }
                };
                let position = search.computed().map_or(0, CycleSearch::position);
                origin = Origin::Continued(position, search.statistics().steps);
            }
            writer = Some(CheckpointWriter::start(file, &search)?);
        }
        Begun { name, search, origin, writer }.run(subject, arguments, configuration, control)
    }
}

/// What can be proved of a set without end.
fn by_members(
    subject: Subject,
    set: &MoveSet,
    control: &Control,
) -> Result<Result<Ended, String>, Failure> {
    bug::working_on(&subject.name());
    let ending = match set.cycle(subject.rule, &control.stop) {
        Ok(known) => Ending::OfSet(known),
        Err(limit) if control.interrupted() && limit == Limit::STOPPED => {
            return Ok(Err(format!("no period of {set} has been proved so far")));
        }
        Err(limit) => Ending::Undecided(limit, Reached::Positions(0)),
    };
    Ok(Ok(SearchReport::new(subject, By::Set, ending).into()))
}

/// A search range by range; where it finds nothing, one by one, if the moves are not too many for that.
fn by_ranges(
    subject: Subject,
    mut ranges: one_game::Ranges,
    arguments: &Period,
    configuration: &Configuration,
    control: &Control,
) -> Result<Result<Ended, String>, Failure> {
    bug::working_on(&subject.name());
    let start = Instant::now();
    let mut found = ranges.cycle(&control.stop);
    let by = if ranges.is_distant() { By::Distant } else { By::Ranges };
    let reached = Reached::Steps(ranges.runs());
    if control.interrupted() && found == Err(Limit::STOPPED) {
        return Ok(Err(interruption(arguments, reached)));
    }
    if found.as_ref().is_err_and(|limit| *limit != Limit::STOPPED)
        && arguments.method == Method::Auto
        && let Ok(task) = PeriodTask::one_by_one(arguments)
    {
        return task.run(arguments, configuration, control);
    }
    let mut attempts = Vec::new();
    if found.as_ref().is_err_and(|limit| *limit != Limit::STOPPED)
        && arguments.method == Method::Auto
    {
        let moves: Vec<_> =
            subject.ranges.iter().map(|&(a, b)| (Integer::from(a), Integer::from(b))).collect();
        let about = theorem::about(subject.name(), &moves, subject.rule, configuration, control);
        match about {
            Ok(member) => return Ok(Ok(theorem::found(subject, member).into())),
            Err(_) if control.interrupted() => return Ok(Err(interruption(arguments, reached))),
            Err(tried) => attempts = tried,
        }
        // The theorem was the last way, and the time ended it.
        found = control.stop.check().and(found);
    }
    let ending = match found {
        Ok(cycle) => Ending::Found(cycle),
        Err(limit) => Ending::Undecided(limit, reached),
    };
    let done = runs::Statistics { steps: ranges.runs(), ..Default::default() };
    let work = configuration.stats.then(|| SearchWork::Accelerated(done, start.elapsed()));
    Ok(Ok(SearchReport { work, attempts, ..SearchReport::new(subject, by, ending) }.into()))
}

/// Writes what was found.
fn finish(
    ended: Result<Ended, String>,
    arguments: &Period,
    configuration: &Configuration,
    control: &Control,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let Ended { mut search, evidence } = ended.map_err(Failure::interrupted)?;
    let mut exit = if search.ending.is_decided() { Exit::Success } else { Exit::Undecided };
    let missing = match (&arguments.certificate, &search.ending) {
        (Some(path), Ending::Found(cycle)) => {
            certificate::write(path, arguments, cycle, evidence, control)?
        }
        _ => None,
    };
    if arguments.winning_moves {
        search.winning = winning::cycle(&arguments.game, &search, control);
    }
    search.detail = configuration.detail;
    output.show(&search, configuration)?;
    if let Some(missing) = missing {
        complain(missing);
        exit = Exit::Undecided;
    }
    Ok(exit)
}

/// The game whose outcomes or Grundy values are to be computed run by run; `None` if they are not.
fn accelerated(arguments: &Period) -> Result<Option<(Subject, Vec<u64>)>, String> {
    let Period { game, method, limit_positions, .. } = arguments;
    match (method, limit_positions) {
        (Method::Direct, _) => return Ok(None),
        (Method::Accelerated, Some(_)) => {
            return Err("--limit-positions works only with --method direct and auto".to_owned());
        }
        _ => {}
    }
    let rule = game.rule()?;
    let sizes = game.sizes_without_start(runs::GREATEST).transpose()?;
    let is_computed = |sizes: &Vec<u64>| runs::LoopSearch::new(sizes, rule).is_some();
    let subject = |sizes| {
        let ranges = game.ranges(runs::GREATEST)?;
        Ok::<_, String>((Subject::of_ranges(ranges, rule), sizes))
    };
    let found = sizes.filter(is_computed).map(subject).transpose()?;
    if found.is_none() && *method == Method::Accelerated {
        return Err(format!(
            "--method accelerated computes outcomes of normal and misère play with at most {} \
             moves, and \
             Grundy values with at most {}, all without a start; for other games use --method \
             direct",
            runs::MOST_OUTCOME_MOVES,
            runs::MOST_MOVES
        ));
    }
    Ok(found)
}

/// A search that has begun.
struct Begun {
    name: String,
    search: one_game::Search,
    origin: Origin,
    writer: Option<CheckpointWriter>,
}

impl Begun {
    /// The search to its end or a limit; if it was interrupted, how far it came.
    fn run(
        self,
        subject: Subject,
        arguments: &Period,
        configuration: &Configuration,
        control: &Control,
    ) -> Result<Result<Ended, String>, Failure> {
        let Self { name, mut search, origin, mut writer } = self;
        let until = arguments.limit_positions.unwrap_or(CycleSearch::FARTHEST);
        let start = Instant::now();
        let mut bar = bar(&name, &search, arguments, configuration);
        let mut is_again = search.again().is_some();
        let before = search.computed().map(|direct| (direct.position(), direct.work()));
        let found = loop {
            if search.computed().is_some_and(|direct| direct.position() >= until) {
                break Err(Limit::POSITIONS);
            }
            match search.advance(&control.stop) {
                Ok(Some(found)) => break Ok(found),
                Ok(None) => {}
                Err(limit) => break Err(limit),
            }
            if is_again && search.again().is_none() {
                drop(bar);
                bar = self::bar(&name, &search, arguments, configuration);
                is_again = false;
            }
            match (search.again(), search.computed()) {
                (Some((done, all)), _) => bar.show(done, all),
                (None, None) => bar.show(search.statistics().steps, 0),
                (None, Some(direct)) => bar.show(direct.position(), until),
            }
            if let Some(writer) = &mut writer {
                writer.write_if_due(&search);
            }
        };
        let time = start.elapsed();
        drop(bar);
        if let Some(writer) = &mut writer {
            writer.write(&search, found.as_ref().ok())?;
        }
        let reached = Reached::by(&search);
        if control.interrupted() && found == Err(Limit::STOPPED) {
            return Ok(Err(interruption(arguments, reached)));
        }
        let method = found.as_ref().map_or(one_game::Method::Direct, |found| found.method);
        let work = match (method, search.computed(), before) {
            (
                one_game::Method::Direct | one_game::Method::Recurrence,
                Some(direct),
                Some((position, work)),
            ) => SearchWork::Direct {
                positions: direct.position() - position,
                values: direct.work() - work,
                time,
            },
            _ => SearchWork::Accelerated(search.statistics(), time),
        };
        let mut attempts = search.attempts();
        let by = match &found {
            Ok(found) => {
                attempts.retain(|it| it.method != found.method);
                By::from(found)
            }
            Err(_) if search.computed().is_some() => By::Positions,
            Err(_) => By::Jumps,
        };
        let ending = Ending::of(found, reached);
        let work = configuration.stats.then_some(work);
        let kept = writer.is_some();
        let evidence = arguments.certificate.as_ref().and_then(|_| search.evidence());
        let search = SearchReport::new(subject, by, ending);
        let search = SearchReport { origin, kept, work, attempts, ..search };
        Ok(Ok(Ended { search, evidence }))
    }
}

fn bar(
    name: &str,
    search: &one_game::Search,
    arguments: &Period,
    configuration: &Configuration,
) -> Bar {
    let limit = arguments.limit_positions;
    let (template, from) = match (search.again(), search.computed()) {
        (Some((done, _)), _) => (progress::AGAIN, done),
        (None, None) => (progress::STEPS, search.statistics().steps),
        (None, Some(direct)) if limit.is_some() => (progress::LIMITED_POSITIONS, direct.position()),
        (None, Some(direct)) => (progress::POSITIONS, direct.position()),
    };
    Bar::continued(configuration.progress, name.to_owned(), template, from)
}

fn interruption(arguments: &Period, reached: Reached) -> String {
    let reached = match reached {
        Reached::Steps(steps) => format!("in {steps} steps"),
        Reached::Positions(position) => format!("among the first {position} positions"),
    };
    let then = match &arguments.checkpoint {
        Some(path) => format!("run the same command to resume from {}", path.display()),
        None => "add --checkpoint FILE to continue a search later".to_owned(),
    };
    format!("no period was found {reached}; {then}")
}
