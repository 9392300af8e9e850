//! `grundy period` of games with real moves or larger ones than machine words hold, and of games of which one move is
//! moved.

use super::theorem;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::period::{Method, Period};
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain, real};
use grundy_check::Integer;
use grundy_core::limit::Limit;
use grundy_engines::real::{Game, Real, RealError};
use grundy_report::report::real::{self as report, Variation};
use grundy_report::report::sequence::Subject;

/// After so many losing intervals a theorem is looked for.
const FIRST: u64 = 1 << 12;

/// One game among many is given up after so many positions of the integer game that it is in units of a number.
const POSITIONS: u64 = 1 << 31;

/// The whole command, if it is about real moves, or moves one of them.
pub fn run(arguments: &Period, configuration: &Configuration) -> Option<Result<Exit, Failure>> {
    let chosen = arguments.vary.chosen();
    let moves =
        (arguments.game.real_moves(chosen.is_some())).or_else(|| arguments.game.largest_moves())?;
    Some(moves.map_err(Failure::usage).and_then(|moves| {
        let Period { method, checkpoint, certificate, .. } = arguments;
        if *method != Method::Auto || checkpoint.is_some() || certificate.is_some() {
            let message =
                "--method, --checkpoint and --certificate do not work with real moves or --vary";
            return Err(Failure::usage(message));
        }
        match chosen {
            None => of_one(arguments, &moves, configuration),
            Some((number, by)) => of_several(arguments, moves, number, by, configuration),
        }
    }))
}

fn of_one(
    arguments: &Period,
    moves: &[Real],
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let game = real::game(moves)?;
    let rule = arguments.game.rule().map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(configuration.output.as_deref())?;
    bug::working_on(&report::name(&game, rule));
    let period = |positions| real::period(&game, rule, positions, &control);
    let large = integers_alone(&game).filter(|_| arguments.limit_positions.is_none());
    let mut found = period(large.as_ref().map_or(arguments.limit_positions, |_| Some(FIRST)))?;
    if let Some(sizes) = large
        && matches!(&found, Err(stuck) if stuck.limit == Limit::POSITIONS)
    {
        let moves: Vec<_> = sizes.iter().map(|&size| (size.clone(), size.clone())).collect();
        let name = report::name(&game, rule);
        if let Ok(member) = theorem::about(name, &moves, rule, configuration, &control) {
            let spelled = sizes.iter().map(ToString::to_string).collect();
            let mut search = theorem::found(Subject::spelled_so(spelled, rule), member);
            search.detail = configuration.detail;
            output.show(&search, configuration)?;
            return Ok(Exit::Success);
        }
        found = period(None)?;
    }
    if control.interrupted()
        && let Err(stuck) = &found
        && stuck.limit == Limit::STOPPED
    {
        let came = format!("{} losing intervals show no period", stuck.intervals);
        return Err(Failure::interrupted(came));
    }
    output.show(&report::period(&game, rule, &found, configuration.detail), configuration)?;
    Ok(if found.is_ok() { Exit::Success } else { Exit::Undecided })
}

/// The moves, if they are integers and too large for all methods but intervals.
fn integers_alone(game: &Game) -> Option<Vec<&Integer>> {
    let is_alone = game.in_units().is_none();
    game.moves().iter().map(|one| one.to_integer().filter(|_| is_alone)).collect()
}

fn of_several(
    arguments: &Period,
    moves: Vec<Real>,
    number: usize,
    by: &Real,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let Some(middle) = moves.get(number - 1).cloned() else {
        let count = moves.len();
        return Err(Failure::usage(format!("--vary {number}: there are only {count} moves")));
    };
    // Before anything is moved: the moves, and that the step lies in their field.
    real::game(&moves)?;
    moves.iter().try_for_each(|one| one.field(by).map(|_| ())).map_err(in_by)?;
    let picture = picture::file(configuration)?;
    let rule = arguments.game.rule().map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(match picture {
        Some(_) => None,
        None => configuration.output.as_deref(),
    })?;
    let steps = i64::from(arguments.vary.steps());
    let positions = arguments.limit_positions.unwrap_or(POSITIONS);
    let mut variation = Variation {
        moves,
        vary: number,
        by: by.clone(),
        rule,
        rows: Vec::new(),
        left_out: Vec::new(),
        interrupted: Vec::new(),
    };
    for step in -steps..=steps {
        let moved = by.times(&step.into()).and_then(|far| middle.plus(&far));
        let moved = moved.map_err(in_by)?;
        let mut moves = variation.moves.clone();
        moves[number - 1] = moved.clone();
        let game = match Game::new(&moves) {
            Ok(game) => game,
            Err(error) => {
                variation.left_out.push((moved, error.to_string()));
                continue;
            }
        };
        if control.interrupted() {
            variation.interrupted.push(moved);
            continue;
        }
        bug::working_on(&report::name(&game, rule));
        match real::period(&game, rule, Some(positions), &control)? {
            Err(stuck) if stuck.limit == Limit::STOPPED && control.interrupted() => {
                variation.interrupted.push(moved);
            }
            found => variation.rows.push((moved, found)),
        }
    }
    if configuration.is_text() {
        for (moved, message) in &variation.left_out {
            complain(format_args!("left out: s = {moved}: {message}"));
        }
        if !variation.interrupted.is_empty() {
            let (left, all) = (variation.interrupted.len(), 2 * steps + 1);
            complain(format_args!("interrupted: {left} of {all} games were not reached"));
        }
    }
    output.show(&variation, configuration)?;
    picture::draw(picture, &variation)?;
    let is_undecided = variation.rows.iter().any(|(_, found)| found.is_err());
    Ok(match (variation.interrupted.is_empty(), is_undecided) {
        (false, _) => Exit::Interrupted,
        (true, true) => Exit::Undecided,
        (true, false) => Exit::Success,
    })
}

fn in_by(error: RealError) -> Failure {
    Failure::usage(format!("--by: {error}"))
}

/// The picture of a table, in a build that has pictures.
#[cfg(feature = "complete")]
mod picture {
    use super::{Configuration, Failure, Variation};
    use crate::cli::host::picture::{PictureFile, decimal};
    use grundy_picture::{Size, Theme, Varied, variation};
    use grundy_report::report::theorem;

    /// The file of the picture, if `-o` names one.
    pub fn file(configuration: &Configuration) -> Result<Option<PictureFile>, Failure> {
        let path = configuration.output.as_deref();
        let path = path.filter(|path| PictureFile::new(path).is_ok());
        path.map(PictureFile::new).transpose()
    }

    /// Writes it.
    pub fn draw(file: Option<PictureFile>, varied: &Variation) -> Result<(), Failure> {
        let Some((file, size)) = file.zip(Size::new(1200, 700)) else { return Ok(()) };
        let games: Vec<_> = (varied.rows.iter())
            .map(|(moved, found)| Varied {
                moved: decimal(moved),
                cycle: found.as_ref().ok().map(|found| {
                    let [period, preperiod] = found.numbers();
                    ((!found.is_constant()).then(|| decimal(period)), decimal(preperiod))
                }),
            })
            .collect();
        let name = format!("{}, {}", varied.name(), theorem::by_rule(varied.rule));
        file.write(&variation(&name, &games, size), Theme::Auto)
    }
}

/// There are none in a build that is made for proofs.
#[cfg(not(feature = "complete"))]
mod picture {
    use super::{Configuration, Failure, Variation};

    pub fn file(configuration: &Configuration) -> Result<Option<()>, Failure> {
        let ending = configuration.output.as_deref().and_then(|path| path.extension());
        let is = |it: &str| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(it));
        match is("svg") || is("png") {
            true => Err(Failure::not_built("a picture")),
            false => Ok(None),
        }
    }

    pub fn draw(_: Option<()>, _: &Variation) -> Result<(), Failure> {
        Ok(())
    }
}
