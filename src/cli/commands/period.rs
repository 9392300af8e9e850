//! `grundy period`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::period::Period;
use crate::cli::host::bug;
use crate::cli::host::checkpoint::{self, CheckpointWriter, Found};
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{Output, complain};
use crate::cli::host::progress::{self, Bar};
use grundy::limit::Limit;
use grundy::report::sequence::{Ending, Origin, Search, Work};
use grundy::sequence::{Checkpoint, CycleSearch, Game};

/// Finds the cycle of a game.
pub fn run(arguments: &Period, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = arguments.game.game().map_err(Failure::usage)?;
    bug::working_on(&game.moves().to_string());
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    let search = search(arguments, &game, configuration, &control)?;
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

/// The search to its end or a limit; `None` if it was interrupted.
fn search<'a>(
    arguments: &Period,
    game: &'a Game,
    configuration: &Configuration,
    control: &Control,
) -> Result<Option<Search<'a>>, Failure> {
    let path = arguments.checkpoint.as_deref();
    let found = path.map_or(Ok(Found::Nothing), |path| checkpoint::read(path, game))?;
    let (mut search, origin) = match found {
        Found::Nothing => (CycleSearch::new(game), Origin::Start),
        Found::Search(search) => {
            let position = search.position();
            (*search, Origin::Continued(position))
        }
        Found::Finished(cycle) => {
            let ending = Ending::Found(cycle);
            return Ok(Some(Search {
                game,
                origin: Origin::Finished,
                ending,
                kept: true,
                work: None,
            }));
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
    let ending = loop {
        let position = search.position();
        if position >= until {
            break Ending::Undecided(Limit::POSITIONS, position);
        }
        // One step of the search.
        match search.run(position + 1, &control.stop) {
            Ok(Some(cycle)) => break Ending::Found(cycle),
            Ok(None) => {}
            Err(limit) => break Ending::Undecided(limit, search.position()),
        }
        bar.show(search.position(), until);
        if let Some(writer) = &mut writer {
            writer.write_if_due(&search);
        }
    };
    let time = bar.elapsed();
    drop(bar);
    if let Some(writer) = &mut writer {
        writer.write(&match ending {
            Ending::Found(cycle) => Checkpoint::Found(cycle),
            Ending::Undecided(..) => Checkpoint::Searching(search.progress()),
        })?;
    }
    if control.interrupted() && matches!(ending, Ending::Undecided(Limit::STOPPED, _)) {
        complain(interruption(arguments, search.position()));
        return Ok(None);
    }
    let work = configuration.stats.then(|| Work {
        positions: search.position() - from,
        values: search.work() - worked_before,
        time,
    });
    Ok(Some(Search { game, origin, ending, kept: writer.is_some(), work }))
}

fn interruption(arguments: &Period, position: u64) -> String {
    let then = match &arguments.checkpoint {
        Some(path) => format!("the same command goes on from {}", path.display()),
        None => "with --checkpoint FILE a search can go on later".to_owned(),
    };
    format!("interrupted: no period was found among the first {position} positions; {then}")
}
