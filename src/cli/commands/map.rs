//! `grundy map`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::map::{Class, Map, Show, Three, TwoFree};
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::Output;
use crate::cli::host::picture::PictureFile;
use crate::cli::host::threads;
use grundy::limit::Limit;
use grundy::picture;
use grundy::region;
use grundy::report::regions;

/// Works through all games of a class, prints what there is to count, and draws the picture.
pub fn run(arguments: &Map, configuration: &Configuration) -> Result<Exit, Failure> {
    let file = configuration.output.as_deref().map(PictureFile::new).transpose()?;
    let control = Control::start(configuration.time_limit)?;
    let result = threads::threads(configuration).run(|| match &arguments.class {
        Class::Three(three) => of_three(three, configuration, &control, file.as_ref()),
        Class::Four(two) => {
            of_two_free(region::Class::FourMoves, two, configuration, &control, file.as_ref())
        }
        Class::Five(two) => {
            of_two_free(region::Class::SymmetricFive, two, configuration, &control, file.as_ref())
        }
    });
    result.unwrap_or_else(|limit| Err(control.ended_early(limit)))
}

/// The outer error is a limit that was reached.
type Ended = Result<Result<Exit, Failure>, Limit>;

fn of_three(
    arguments: &Three,
    configuration: &Configuration,
    control: &Control,
    file: Option<&PictureFile>,
) -> Ended {
    let &Three { s3, show, size } = arguments;
    let games = region::three(s3, &control.stop)?;
    let counts = if configuration.is_text() {
        regions::three_text(s3, &games)
    } else {
        regions::three_json(s3, &games)
    };
    let picture = || match show {
        Show::Period => picture::period_types(s3, &games, size),
        Show::Preperiod => picture::preperiods(s3, &games, size),
    };
    Ok(finish(&counts, file, picture).map(|()| Exit::Success))
}

fn of_two_free(
    class: region::Class,
    arguments: &TwoFree,
    configuration: &Configuration,
    control: &Control,
    file: Option<&PictureFile>,
) -> Ended {
    let &TwoFree { greatest, limit_positions: limit, size } = arguments;
    let games = region::two_free_moves(class, greatest, limit, &control.stop)?;
    let counts = if configuration.is_text() {
        regions::two_free_text(class, greatest, &games, limit)
    } else {
        regions::two_free_json(class, greatest, &games, limit)
    };
    let picture = || picture::two_free_moves(class, greatest, &games, size);
    let undecided = games.iter().any(|game| game.cycle.is_none());
    let exit = if undecided { Exit::Undecided } else { Exit::Success };
    Ok(finish(&counts, file, picture).map(|()| exit))
}

/// Writes the picture where one is wanted, then prints the counts.
fn finish(
    counts: &str,
    file: Option<&PictureFile>,
    picture: impl FnOnce() -> picture::Picture,
) -> Result<(), Failure> {
    if let Some(file) = file {
        file.write(&picture())?;
    }
    Output::open(None)?.write(counts)
}
