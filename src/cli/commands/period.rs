//! `grundy period`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::period::{Method, Period};
use crate::cli::host::bug;
use crate::cli::host::checkpoint::{self, CheckpointWriter, Found};
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{Output, complain};
use crate::cli::host::progress::{self, Bar};
use grundy::accelerate::{self, FoundBy, Turns};
use grundy::limit::Limit;
use grundy::report::sequence as report;
use grundy::report::sequence::{Ending, Origin, Reached, Search, Subject, Work};
use grundy::sequence::{Checkpoint, CycleSearch, Game, Moves, Rule};
use grundy::uniform;
use std::time::Duration;

/// Outcomes that take so many turns of jumps are taken for zones and edges between them, once.
const TURNS: u32 = 2;

/// Finds the cycle of a game, or of each game of a family.
pub fn run(arguments: &Period, configuration: &Configuration) -> Result<Exit, Failure> {
    let games = arguments.game.each().map_err(Failure::usage)?;
    if arguments.checkpoint.is_some() && games.len() > 1 {
        return Err(Failure::usage("--checkpoint takes one game, not a range of parameters"));
    }
    let each = games.into_iter().map(|game| {
        let parameters = game.point().map_err(Failure::usage)?;
        Ok((parameters, Task::new(&Period { game, ..arguments.clone() })?))
    });
    let mut tasks = each.collect::<Result<Vec<_>, Failure>>()?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    if tasks.len() == 1 {
        let search = tasks.swap_remove(0).1.run(arguments, configuration, &control)?;
        return finish(search, configuration, &mut output);
    }
    let mut found = Vec::with_capacity(tasks.len());
    let mut exit = Exit::Success;
    for (parameters, task) in tasks {
        let Some(search) = task.run(arguments, configuration, &control)? else {
            exit = Exit::Interrupted;
            break;
        };
        if let Ending::Undecided(..) = search.ending {
            exit = Exit::Undecided;
        }
        found.push((parameters, search));
    }
    output.write(&match configuration.is_text() {
        true => report::table(&found),
        false => report::table_json(&found),
    })?;
    Ok(exit)
}

/// A search that is ready to begin.
enum Task {
    /// By jumps alone.
    Jumps(Subject, accelerate::Search),
    /// Directly, perhaps in turns with jumps.
    Direct(Game, Option<accelerate::Search>),
}

impl Task {
    fn new(arguments: &Period) -> Result<Self, Failure> {
        let jumps = jumps(arguments).map_err(Failure::usage)?;
        let large =
            |subject: &Subject| subject.sizes.last().is_some_and(|&it| it > Moves::GREATEST);
        match jumps {
            Some((subject, search))
                if arguments.method == Method::Accelerated || large(&subject) =>
            {
                Ok(Self::Jumps(subject, search))
            }
            jumps => {
                let game = arguments.game.game().map_err(Failure::usage)?;
                Ok(Self::Direct(game, jumps.map(|it| it.1)))
            }
        }
    }

    fn run(
        self,
        arguments: &Period,
        configuration: &Configuration,
        control: &Control,
    ) -> Result<Option<Search>, Failure> {
        match self {
            Self::Jumps(subject, search) => {
                bug::working_on(&subject.name());
                Ok(accelerated(&subject, search, configuration, control))
            }
            Self::Direct(game, jumps) => {
                bug::working_on(&game.moves().to_string());
                search(arguments, &game, jumps, configuration, control)
            }
        }
    }
}

/// Writes what was found.
fn finish(
    search: Option<Search>,
    configuration: &Configuration,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let Some(search) = search else { return Ok(Exit::Interrupted) };
    let exit = match search.ending {
        Ending::Found(_) => Exit::Success,
        Ending::Undecided(..) => Exit::Undecided,
    };
    let text =
        if configuration.is_text() { search.text(configuration.detail) } else { search.json() };
    output.write(&text)?;
    Ok(exit)
}

/// The search by jumps, if it is wanted.
fn jumps(arguments: &Period) -> Result<Option<(Subject, accelerate::Search)>, String> {
    let Period { game, method, limit_positions, checkpoint } = arguments;
    let direct_only = match (limit_positions, checkpoint) {
        (None, None) => None,
        (Some(_), _) => Some("--limit-positions"),
        (None, Some(_)) => Some("--checkpoint"),
    };
    match (method, direct_only) {
        (Method::Direct, _) | (Method::Auto, Some(_)) => return Ok(None),
        (Method::Accelerated, Some(option)) => {
            return Err(format!("{option} is for --method direct"));
        }
        (_, None) => {}
    }
    let rule = game.rule();
    let sizes = game.sizes_without_seed(accelerate::GREATEST).transpose()?;
    let found = sizes.and_then(|sizes| {
        let search = accelerate::Search::new(&sizes, rule)?;
        Some((Subject { sizes, rule, seed: None }, search))
    });
    if found.is_none() && *method == Method::Accelerated {
        return Err(format!(
            "--method accelerated computes outcomes of normal and misère play, and Grundy values \
             with at most {} moves, all without a seed; for others use --method direct",
            accelerate::MOST_MOVES
        ));
    }
    Ok(found)
}

/// The search by jumps to its end or a limit; `None` if it was interrupted.
fn accelerated(
    subject: &Subject,
    mut search: accelerate::Search,
    configuration: &Configuration,
    control: &Control,
) -> Option<Search> {
    let bar = Bar::new(configuration.progress, subject.name(), progress::STEPS);
    let mut turns = 0;
    let (origin, ending) = loop {
        match search.advance(accelerate::Search::TURN, &control.stop) {
            Ok(Some(cycle)) => break (Origin::Jumps, Ending::Found(cycle)),
            Ok(None) => bar.show(search.statistics().steps, 0),
            Err(limit) => break (Origin::Jumps, undecided(limit, &search)),
        }
        turns += 1;
        if turns == TURNS
            && subject.rule == Rule::Normal
            && let Some(cycle) = uniform::game(&subject.sizes, &control.stop)
        {
            break (Origin::Edges, Ending::Found(cycle));
        }
    };
    let time = bar.elapsed();
    drop(bar);
    if control.interrupted() && matches!(ending, Ending::Undecided(Limit::STOPPED, _)) {
        let steps = search.statistics().steps;
        complain(format!("interrupted: no period was found in {steps} steps"));
        return None;
    }
    Some(Search { origin, ..by_jumps(subject.clone(), &search, ending, configuration, time) })
}

fn undecided(limit: Limit, search: &accelerate::Search) -> Ending {
    Ending::Undecided(limit, Reached::Steps(search.statistics().steps))
}

fn by_jumps(
    subject: Subject,
    search: &accelerate::Search,
    ending: Ending,
    configuration: &Configuration,
    time: Duration,
) -> Search {
    let work = configuration.stats.then(|| Work::Accelerated(search.statistics(), time));
    Search { subject, origin: Origin::Jumps, ending, kept: false, work }
}

/// The direct search to its end or a limit, in turns with jumps; `None` if it was interrupted.
fn search(
    arguments: &Period,
    game: &Game,
    jumps: Option<accelerate::Search>,
    configuration: &Configuration,
    control: &Control,
) -> Result<Option<Search>, Failure> {
    let subject = Subject::from(game);
    let path = arguments.checkpoint.as_deref();
    let found = path.map_or(Ok(Found::Nothing), |path| checkpoint::read(path, game))?;
    let (search, origin) = match found {
        Found::Nothing => (CycleSearch::new(game), Origin::Start),
        Found::Search(search) => {
            let position = search.position();
            (*search, Origin::Continued(position))
        }
        Found::Finished(cycle) => {
            let ending = Ending::Found(cycle.into());
            let origin = Origin::Finished;
            return Ok(Some(Search { subject, origin, ending, kept: true, work: None }));
        }
    };
    let mut writer = path.map(|path| CheckpointWriter::start(path, game, &search)).transpose()?;
    let template = match arguments.limit_positions {
        Some(_) => progress::LIMITED_POSITIONS,
        None => progress::POSITIONS,
    };
    let name = game.moves().to_string();
    let bar = Bar::continued(configuration.progress, name, template, search.position());
    let (from, worked_before) = (search.position(), search.work());
    let until = arguments.limit_positions.unwrap_or(CycleSearch::FARTHEST);
    let mut turns = Turns::new(search, jumps);
    let (ending, cycle) = loop {
        let position = turns.direct().position();
        if position >= until {
            break (Ending::Undecided(Limit::POSITIONS, Reached::Positions(position)), None);
        }
        match turns.step(&control.stop) {
            Ok(Some(FoundBy::Steps(cycle))) => break (Ending::Found(cycle.into()), Some(cycle)),
            Ok(Some(FoundBy::Jumps(cycle, jumps))) => {
                let time = bar.elapsed();
                let ending = Ending::Found(cycle);
                return Ok(Some(by_jumps(subject, &jumps, ending, configuration, time)));
            }
            Ok(None) => {}
            Err(limit) => {
                let reached = Reached::Positions(turns.direct().position());
                break (Ending::Undecided(limit, reached), None);
            }
        }
        bar.show(turns.direct().position(), until);
        if let Some(writer) = &mut writer {
            writer.write_if_due(turns.direct());
        }
    };
    let search = turns.direct();
    let time = bar.elapsed();
    drop(bar);
    if let Some(writer) = &mut writer {
        writer.write(&match cycle {
            Some(cycle) => Checkpoint::Found(cycle),
            None => Checkpoint::Searching(search.progress()),
        })?;
    }
    if control.interrupted() && matches!(ending, Ending::Undecided(Limit::STOPPED, _)) {
        complain(interruption(arguments, search.position()));
        return Ok(None);
    }
    let work = configuration.stats.then(|| Work::Direct {
        positions: search.position() - from,
        values: search.work() - worked_before,
        time,
    });
    Ok(Some(Search { subject, origin, ending, kept: writer.is_some(), work }))
}

fn interruption(arguments: &Period, position: u64) -> String {
    let then = match &arguments.checkpoint {
        Some(path) => format!("the same command resumes from {}", path.display()),
        None => "with --checkpoint FILE a search can go on later".to_owned(),
    };
    format!("interrupted: no period was found among the first {position} positions; {then}")
}
