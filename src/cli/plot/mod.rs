//! `grundy plot`.

pub mod arguments;
mod records;

use super::arguments::Values;
use super::configuration::Configuration;
use super::exit::{Exit, Failure};
use super::moves;
use super::output::complain;
use super::picture::PictureFile;
use arguments::{Plot, Records, Sequence, Show, Subject};
use grundy::model::Alphabet;
use grundy::picture::{self, Picture, Rows, Series};
use grundy::sequence::{Game, Rule, oracle};

/// The most positions of a picture.
const MOST_POSITIONS: u64 = 10_000_000;

/// Draws the picture into its file.
pub fn run(arguments: &Plot, configuration: &Configuration) -> Result<Exit, Failure> {
    let Some(path) = &configuration.output else {
        return Err(Failure::usage("a picture needs a file: add -o FILE.png or -o FILE.svg"));
    };
    let file = PictureFile::new(path)?;
    let picture = match &arguments.subject {
        Subject::Sequence(sequence) => of_sequence(sequence)?,
        Subject::Records(records) => of_records(records)?,
    };
    file.write(&picture)?;
    Ok(Exit::Success)
}

fn of_sequence(arguments: &Sequence) -> Result<Picture, Failure> {
    let &Sequence { width, rows, from, size, .. } = arguments;
    let moves = moves::parse(&arguments.moves, &arguments.at)?;
    let (alphabet, title) = match arguments.values {
        Values::Nim => (Alphabet::Nim, format!("Grundy values of {moves}")),
        Values::Outcome => (Alphabet::Outcome, format!("Outcomes of {moves}")),
    };
    let count = u64::from(width) * u64::from(rows);
    if count > MOST_POSITIONS {
        return Err(Failure::usage(format!(
            "{rows} rows of {width} are {count} positions; at most {MOST_POSITIONS} can be drawn"
        )));
    }
    if width > size.width() || rows > size.height() {
        complain(format_args!(
            "note: {rows} rows of {width} positions have less than a pixel for each in {}x{}; a PNG leaves some out (--size)",
            size.width(),
            size.height()
        ));
    }
    let game = Game::new(moves, Rule::from(alphabet))
        .map_err(|error| Failure::usage(error.to_string()))?;
    // The limits above keep both within 110 million.
    let first = usize::try_from(from).unwrap_or(usize::MAX);
    let end = usize::try_from(from + count).unwrap_or(usize::MAX);
    let values = oracle::sequence(&game, end);
    let values = values.get(first..).unwrap_or_default();
    Ok(picture::rows(&Rows { title: &title, alphabet, from, width, values }, size))
}

fn of_records(arguments: &Records) -> Result<Picture, Failure> {
    let mut series: Vec<Series> = Vec::with_capacity(arguments.paths.len());
    for path in &arguments.paths {
        let (one, left_out) = records::read(path, arguments.show)?;
        if left_out > 0 {
            complain(format_args!(
                "note: {}: {left_out} undecided records are left out",
                path.display()
            ));
        }
        series.push(one);
    }
    let quantity = match arguments.show {
        Show::Period => "period",
        Show::Preperiod => "preperiod",
    };
    let title = match &arguments.title {
        Some(title) => title.clone(),
        None => format!("Growth of the longest {quantity}"),
    };
    Ok(picture::growth(&title, quantity, &series, arguments.size))
}
