//! `grundy map`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::map::{Four, Map, MapClass, Show, Three, TwoFree};
use crate::cli::flags::named::formulas;
use crate::cli::host::picture::PictureFile;
use crate::cli::host::{Bar, Control, Exit, Failure, Output, progress, threads};
use grundy_census::region;
use grundy_check::Integer;
use grundy_core::diagnostic::counted;
use grundy_core::formula::Formula;
use grundy_core::limit::Limit;
use grundy_picture::{self as picture, Greys, Picture, Theme};
use grundy_report::report::{Render, regions};
use std::sync::atomic::{AtomicU64, Ordering};

/// Works through all games of a class, prints what there is to count, and draws the picture.
pub fn run(arguments: &Map, configuration: &Configuration) -> Result<Exit, Failure> {
    let file = configuration.output.as_deref().map(PictureFile::new).transpose()?;
    let control = Control::start(configuration.time_limit)?;
    let (name, total) = match &arguments.class {
        MapClass::Three(three) => {
            ("map three", three.part.drawing().view.pairs(three.s3).count() as u64)
        }
        MapClass::Four(four) => ("map four", games(class_of(four), &four.two)),
        MapClass::Five(two) => ("map five", games(region::TwoFreeClass::SymmetricFive, two)),
    };
    let bar = Bar::new(configuration.progress, name.to_owned(), progress::GAMES);
    let done = AtomicU64::new(0);
    let more = |games| {
        let before = done.fetch_add(games, Ordering::Relaxed);
        bar.show(before + games, total);
    };
    let mapping = Mapping {
        control: &control,
        configuration,
        file: file.as_ref(),
        theme: arguments.look.theme,
    };
    let result = threads::threads(configuration).run(|| match &arguments.class {
        MapClass::Three(three) => mapping.of_three(three, &more),
        MapClass::Four(four) => mapping.of_class(class_of(four), &four.two, &more),
        MapClass::Five(two) => mapping.of_class(region::TwoFreeClass::SymmetricFive, two, &more),
    });
    drop(bar);
    result.unwrap_or_else(|limit| {
        let games = counted(total, "game");
        let came = format!("{} of {games} were done; nothing is written", done.into_inner());
        Err(control.ended_early(limit, came))
    })
}

/// The outer error is a limit that was reached.
type MapEnded = Result<Result<Exit, Failure>, Limit>;

/// What all maps have in common.
struct Mapping<'m> {
    control: &'m Control,
    configuration: &'m Configuration,
    file: Option<&'m PictureFile>,
    theme: Theme,
}

impl Mapping<'_> {
    fn of_three(&self, arguments: &Three, progress: &region::RegionProgress) -> MapEnded {
        let &Three { s3, show, borders, linear, ref part } = arguments;
        let drawing = part.drawing();
        let games = region::three(s3, drawing.view, &self.control.stop, progress)?;
        let counts = regions::three(s3, drawing.view, &games, borders);
        let greys = if linear { Greys::Linear } else { Greys::Logarithmic };
        let picture = || match show {
            Show::Period => picture::period_types(s3, &games, borders, &drawing),
            Show::Exceptions => picture::no_sums(s3, &games, &drawing),
            Show::Preperiod => picture::preperiods(s3, &games, greys, &drawing),
        };
        Ok(self.finish(&counts, picture))
    }

    fn of_class(
        &self,
        class: region::TwoFreeClass,
        arguments: &TwoFree,
        progress: &region::RegionProgress,
    ) -> MapEnded {
        match &arguments.areas {
            Some(bounds) => self.of_areas(class, arguments, bounds, progress),
            None => self.of_two_free(class, arguments, progress),
        }
    }

    fn of_two_free(
        &self,
        class: region::TwoFreeClass,
        arguments: &TwoFree,
        progress: &region::RegionProgress,
    ) -> MapEnded {
        let &TwoFree { fixed, limit_positions: limit, ref part, .. } = arguments;
        let drawing = part.drawing();
        let view = drawing.view;
        let games =
            region::two_free_moves(class, fixed, view, limit, &self.control.stop, progress)?;
        let counts = regions::two_free(class, fixed, view, &games, limit);
        let picture = || picture::two_free_moves(class, fixed, &games, &drawing);
        Ok(self.finish(&counts, picture))
    }

    fn of_areas(
        &self,
        class: region::TwoFreeClass,
        arguments: &TwoFree,
        bounds: &str,
        progress: &region::RegionProgress,
    ) -> MapEnded {
        let (moves, of_1996) = match class {
            region::TwoFreeClass::SymmetricFive => (5, "s1+s5, s3+s5, s5^2"),
            region::TwoFreeClass::FourMoves | region::TwoFreeClass::ThirdFixed => {
                (4, "s1+s4, s3+s4, s4^2, s4^3")
            }
        };
        let bounds = match formulas(if bounds.is_empty() { of_1996 } else { bounds }, moves) {
            Ok(bounds) => bounds,
            Err(message) => return Ok(Err(Failure::usage(format!("--areas: {message}")))),
        };
        let values = |moves: &[u32]| {
            let moves: Vec<_> =
                ('a'..='z').zip(moves.iter().map(|&size| Integer::from(u64::from(size)))).collect();
            bounds.iter().map(|(_, bound)| whole(bound, &moves)).collect()
        };
        let (names, drawing) = (
            bounds.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(),
            arguments.part.drawing(),
        );
        let (fixed, view) = (arguments.fixed, drawing.view);
        let games = region::bounded(class, fixed, view, &values, &self.control.stop, progress)?;
        let counts = regions::areas(class, fixed, view, &names, &games);
        let picture = || picture::areas(class, fixed, &names, &games, &drawing);
        Ok(self.finish(&counts, picture))
    }

    /// Writes the picture where one is wanted, then prints the counts.
    fn finish(
        &self,
        counts: &impl Render,
        picture: impl FnOnce() -> Picture,
    ) -> Result<Exit, Failure> {
        if let Some(file) = self.file {
            file.write(&picture(), self.theme)?;
        }
        Output::open(None)?.show(counts, self.configuration)
    }
}

/// The class that the flags of four moves mean.
fn class_of(four: &Four) -> region::TwoFreeClass {
    if four.third { region::TwoFreeClass::ThirdFixed } else { region::TwoFreeClass::FourMoves }
}

/// How many games are worked through.
fn games(class: region::TwoFreeClass, arguments: &TwoFree) -> u64 {
    class.free_moves(arguments.fixed, arguments.part.drawing().view).len() as u64
}

/// The greatest whole number up to a formula, at least 0 and at most what a machine word holds; 0 where it
/// has no value.  Every period is greater than 0.
fn whole(bound: &Formula, moves: &[(char, Integer)]) -> u64 {
    let Ok(value) = bound.value(moves) else { return 0 };
    let whole = Integer::from(value.floor().to_integer());
    if whole < Integer::ZERO { 0 } else { u64::try_from(&whole.to_big()).unwrap_or(u64::MAX) }
}
