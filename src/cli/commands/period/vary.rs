//! `grundy period --vary`: games that differ in one move.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::moves::refused;
use crate::cli::flags::period::{Method, Period};
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain};
use grundy_answers::ask::Ask as _;
use grundy_answers::ask::vary::Question;
use grundy_answers::report::real::Variation;
use grundy_engines::real::Real;

pub fn run(
    arguments: &Period,
    number: usize,
    by: &Real,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let Period { method, checkpoint, certificate, winning_moves, .. } = arguments;
    if *method != Method::Auto || checkpoint.is_some() || certificate.is_some() || *winning_moves {
        let message =
            "--method, --checkpoint, --certificate and --winning-moves do not work with --vary";
        return Err(Failure::usage(message));
    }
    let question = Question {
        game: arguments.game.one().map_err(Failure::usage)?,
        vary: number,
        by: by.clone(),
        steps: arguments.vary.steps(),
        limit_positions: arguments.limit_positions,
    };
    let refused = |error| Failure::usage(refused(error, &question.game));
    let games = question.ready().map_err(refused)?;
    let picture = picture::file(configuration)?;
    let control = Control::start(configuration.time_limit)?;
    let mut output = Output::open(match picture {
        Some(_) => None,
        None => configuration.output.as_deref(),
    })?;
    bug::working_on(&games.name());
    let answer = question.answer(&control.terms(configuration, None));
    let mut variation = answer.map_err(refused)?;
    if control.interrupted() {
        variation.leave_stopped();
    }
    if configuration.is_text() {
        for (moved, message) in &variation.left_out {
            complain(format_args!("left out: s = {moved}: {message}"));
        }
        if !variation.interrupted.is_empty() {
            let (left, all) = (variation.interrupted.len(), 2 * question.steps + 1);
            complain(format_args!("interrupted: {left} of {all} games were not reached"));
        }
    }
    let exit = output.show(&variation, configuration)?;
    picture::draw(picture, &variation)?;
    Ok(if variation.interrupted.is_empty() { exit } else { Exit::Interrupted })
}

/// The picture of a table, in a build that has pictures.
#[cfg(feature = "complete")]
mod picture {
    use super::{Configuration, Failure, Variation};
    use crate::cli::host::picture::PictureFile;
    use grundy_answers::report::Render as _;
    use grundy_picture::Theme;

    /// The file of the picture, if `-o` names one.
    pub fn file(configuration: &Configuration) -> Result<Option<PictureFile>, Failure> {
        let path = configuration.output.as_deref();
        let path = path.filter(|path| PictureFile::new(path).is_ok());
        path.map(PictureFile::new).transpose()
    }

    /// Writes it.
    pub fn draw(file: Option<PictureFile>, varied: &Variation) -> Result<(), Failure> {
        let Some((file, picture)) = file.zip(varied.picture()) else { return Ok(()) };
        file.write(&picture, Theme::Auto)
    }
}

/// A build for proofs has no pictures.
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
