//! `grundy plot`.

mod means;
mod real;
mod records;
mod refutation;
mod rows;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::plot::{Plot, Records, Sequence, Show, Subject};
use crate::cli::host::output::tell_file;
use crate::cli::host::picture::PictureFile;
use crate::cli::host::values::values;
use crate::cli::host::{Control, Exit, Failure, complain};
use grundy_check::model::Value;
use grundy_picture::{self as picture, Picture, Rows, Series};
use grundy_sequence::Rule;

/// The most positions of a picture.
const MOST_POSITIONS: usize = 10_000_000;

/// The most positions in a row.
const MOST_IN_A_ROW: u32 = 1_000_000;

/// Draws the picture into its file.
pub fn run(arguments: &Plot, configuration: &Configuration) -> Result<Exit, Failure> {
    let file = || {
        let path = configuration.output.as_ref();
        let path = path.ok_or_else(|| {
            Failure::usage("a picture needs a file: add -o FILE.png or -o FILE.svg")
        })?;
        Ok((path, PictureFile::new(path)?))
    };
    let ((path, file), picture) = match &arguments.subject {
        Subject::Sequence(sequence) => (file()?, of_sequence(sequence, configuration)?),
        Subject::Records(records) => (file()?, of_records(records)?),
        Subject::Refutation(refuted) => (file()?, refutation::draw(refuted, configuration)?),
        Subject::Means(means) => return means::run(means, arguments.look.theme, configuration),
    };
    file.write(&picture, arguments.look.theme)?;
    tell_file(path, configuration)
}

fn of_sequence(arguments: &Sequence, configuration: &Configuration) -> Result<Picture, Failure> {
    if let Some(picture) = real::picture(arguments, configuration) {
        return picture;
    }
    let control = Control::start(configuration.time_limit)?;
    let &Sequence { rows, from, size, .. } = arguments;
    let width = width(arguments)?;
    let asked = arguments.game.asked().map_err(Failure::usage)?;
    let (moves, rule) = (asked.subject.moves(), asked.subject.rule);
    let title = match rule {
        Rule::Mex => format!("Grundy values of {moves}"),
        Rule::Normal => format!("Outcomes of {moves}"),
        rule => format!("Outcomes of {moves}, rule {rule}"),
    };
    let positions = u64::from(width) * u64::from(rows);
    let Ok(count @ ..=MOST_POSITIONS) = usize::try_from(positions) else {
        return Err(Failure::usage(format!(
            "{rows} rows of {width} are {positions} positions; at most {MOST_POSITIONS} can be drawn"
        )));
    };
    if width > size.width() || rows > size.height() {
        complain(format_args!(
            "note: {rows} rows of {width} positions have less than a pixel for each in {}x{}; a PNG leaves some out (--size)",
            size.width(),
            size.height()
        ));
    }
    let values = values(asked, &from.into(), count, &control)?;
    // Colours repeat long before.
    let values: Vec<_> =
        values.iter().map(|value| Value(u8::try_from(value).unwrap_or(u8::MAX))).collect();
    let alphabet = rule.alphabet();
    Ok(picture::rows(&Rows { title: &title, alphabet, from, width, values: &values }, size))
}

/// The number of positions in a row.
fn width(arguments: &Sequence) -> Result<u32, Failure> {
    let width = arguments.width.to_integer().and_then(grundy_check::Integer::to_i64);
    let width = width.and_then(|it| u32::try_from(it).ok()).filter(|it| *it <= MOST_IN_A_ROW);
    width.ok_or_else(|| {
        let needed = format!("--width: a whole number from 1 to {MOST_IN_A_ROW} is needed");
        Failure::usage(format!("{needed} where moves are whole numbers"))
    })
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
