//! `grundy map`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::map::{Class, Map, Show, Three, TwoFree};
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::Output;
use crate::cli::host::picture::PictureFile;
use crate::cli::host::progress::{self, Bar};
use crate::cli::host::threads;
use grundy_census::region;
use grundy_core::diagnostic::counted;
use grundy_core::limit::Limit;
use grundy_picture::{self as picture, Picture, Theme};
use grundy_report::report::regions;
use std::sync::atomic::{AtomicU64, Ordering};

/// Works through all games of a class, prints what there is to count, and draws the picture.
pub fn run(arguments: &Map, configuration: &Configuration) -> Result<Exit, Failure> {
    let file = configuration.output.as_deref().map(PictureFile::new).transpose()?;
    let control = Control::start(configuration.time_limit)?;
    let (name, total) = match &arguments.class {
        // Pairs s1 < s2 < s3.
        Class::Three(three) => ("map three", u64::from(three.s3 - 1) * u64::from(three.s3 - 2) / 2),
        Class::Four(two) => ("map four", region::Class::FourMoves.games(two.greatest)),
        Class::Five(two) => ("map five", region::Class::SymmetricFive.games(two.greatest)),
    };
    let bar = Bar::new(configuration.progress, name.to_owned(), progress::GAMES);
    let done = AtomicU64::new(0);
    let more = |games| {
        let before = done.fetch_add(games, Ordering::Relaxed);
        bar.show(before + games, total);
    };
    let mapping =
        Mapping { control: &control, configuration, file: file.as_ref(), theme: arguments.theme };
    let result = threads::threads(configuration).run(|| match &arguments.class {
        Class::Three(three) => mapping.of_three(three, &more),
        Class::Four(two) => mapping.of_two_free(region::Class::FourMoves, two, &more),
        Class::Five(two) => mapping.of_two_free(region::Class::SymmetricFive, two, &more),
    });
    drop(bar);
    result.unwrap_or_else(|limit| {
        let games = counted(total, "game");
        let came = format!("{} of {games} were done; nothing is written", done.into_inner());
        Err(control.ended_early(limit, came))
    })
}

/// The outer error is a limit that was reached.
type Ended = Result<Result<Exit, Failure>, Limit>;

/// What all maps have in common.
struct Mapping<'m> {
    control: &'m Control,
    configuration: &'m Configuration,
    file: Option<&'m PictureFile>,
    theme: Theme,
}

impl Mapping<'_> {
    fn of_three(&self, arguments: &Three, progress: &region::Progress) -> Ended {
        let &Three { s3, show, size } = arguments;
        let games = region::three(s3, &self.control.stop, progress)?;
        let counts = if self.configuration.is_text() {
            regions::three_text(s3, &games)
        } else {
            regions::three_json(s3, &games)
        };
        let picture = || match show {
            Show::Period => picture::period_types(s3, &games, size),
            Show::Preperiod => picture::preperiods(s3, &games, size),
        };
        Ok(self.finish(&counts, picture).map(|()| Exit::Success))
    }

    fn of_two_free(
        &self,
        class: region::Class,
        arguments: &TwoFree,
        progress: &region::Progress,
    ) -> Ended {
        let &TwoFree { greatest, limit_positions: limit, size } = arguments;
        let games = region::two_free_moves(class, greatest, limit, &self.control.stop, progress)?;
        let counts = if self.configuration.is_text() {
            regions::two_free_text(class, greatest, &games, limit)
        } else {
            regions::two_free_json(class, greatest, &games, limit)
        };
        let picture = || picture::two_free_moves(class, greatest, &games, size);
        let undecided = games.iter().any(|game| game.cycle.is_none());
        let exit = if undecided { Exit::Undecided } else { Exit::Success };
        Ok(self.finish(&counts, picture).map(|()| exit))
    }

    /// Writes the picture where one is wanted, then prints the counts.
    fn finish(&self, counts: &str, picture: impl FnOnce() -> Picture) -> Result<(), Failure> {
        if let Some(file) = self.file {
            file.write(&picture(), self.theme)?;
        }
        Output::open(None)?.write(counts)
    }
}
