//! The flags of `grundy plot`.

use super::game::GameArguments;
use super::numbers::{position, within};
use super::petri::named;
use super::picture::{Look, size};
use super::real::positive;
use clap::{Args, Subcommand};
use grundy_answers::ask::picture::means::{FitForm, MOST_REMAINDERS, Quantity, is_curve};
use grundy_answers::ask::picture::records::Show;
use grundy_answers::ask::picture::sequence::MOST_ROWS;
use grundy_engines::real::Real;
use grundy_picture::Size;
use std::path::PathBuf;

/// `grundy plot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Write the picture to a file: -o FILE.png or -o FILE.svg.")]
pub struct Plot {
    /// What to draw
    #[command(subcommand)]
    pub subject: Subject,
    /// How the picture looks
    #[command(flatten)]
    pub look: Look,
}

/// What can be drawn.
#[derive(Debug, Subcommand)]
pub enum Subject {
    /// Draw the values of a game row by row; blocks show if the width is a block length; or its losing
    /// intervals, if moves are real
    Sequence(Sequence),
    /// Draw how records grow with the largest move, on a logarithmic axis
    Records(Records),
    /// Draw mean periods over the largest move, on a logarithmic axis, and fit lines to them
    Means(Means),
    /// Draw the described sequence above the computed one, around the smallest counterexample
    Refutation(Refutation),
}

/// `grundy plot means`.
#[derive(Debug, Args)]
#[command(after_help = "\
The number y of each point is the mean period, or the greatest (--show); M is the largest move. --fit exp is the \
least-squares line ln y = a M + b, --fit m-exp the line ln(y/M) = a M + b, so that y is about M exp(a M + b). With \
--modulus K there is a line for each remainder of M by K. The lines are printed; the picture is optional.")]
pub struct Means {
    /// Files with means, or - for standard input: CSV from `grundy census --mean`, CSV or JSON lines of `grundy
    /// census`, or the statistics of a catalogue (.toml)
    #[arg(required = true, value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// The number to draw
    #[arg(long, default_value = "mean",
          value_parser = named(Quantity::ALL, Quantity::name, Quantity::meaning))]
    pub show: Quantity,
    /// Only these classes, in this order
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub classes: Vec<String>,
    /// Take all files as one series
    #[arg(long)]
    pub join: bool,
    /// Only points whose largest move is at least M
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = within::<u32>(..))]
    pub from: u32,
    /// Only points whose largest move is at most M
    #[arg(long, value_name = "M", default_value_t = u32::MAX, hide_default_value = true,
          value_parser = within::<u32>(..))]
    pub to: u32,
    /// Fit a line to the logarithms of each series
    #[arg(long, value_name = "FORM",
          value_parser = named(FitForm::ALL, FitForm::name, FitForm::meaning))]
    pub fit: Option<FitForm>,
    /// A fit for each remainder of the largest move by K
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = within::<u32>(1..=u64::from(MOST_REMAINDERS)))]
    pub modulus: u32,
    /// The same a for all remainders of a series
    #[arg(long, requires = "fit")]
    pub common: bool,
    /// Draw the curve M/C exp(A M) as well
    #[arg(long, value_name = "C,A", value_parser = curve)]
    pub curve: Option<(f64, f64)>,
    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200x900", value_parser = size)]
    pub size: Size,
}

/// The numbers of the curve M/C exp(A M).
fn curve(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers = text.split_once(',').and_then(|(one, other)| number(one).zip(number(other)));
    numbers
        .filter(|curve| is_curve(*curve))
        .ok_or_else(|| "two numbers C,A are needed, such as 150,0.198".to_owned())
}

/// `grundy plot refutation`.
#[derive(Debug, Args)]
pub struct Refutation {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200x320", value_parser = size)]
    pub size: Size,
}

/// `grundy plot sequence`.
#[derive(Debug, Args)]
pub struct Sequence {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// Number of positions in a row; of real moves, the length of a row, such as 1+sqrt(2) [default: the multiple of the
    /// period nearest 100]
    #[arg(long, value_name = "NUMBER", value_parser = positive)]
    pub width: Option<Real>,
    /// Number of rows; at most 10 million positions altogether
    #[arg(long, value_name = "NUMBER", default_value = "100", value_parser = within::<u32>(1..=u64::from(MOST_ROWS)))]
    pub rows: u32,
    /// The first position
    #[arg(long, value_name = "POSITION", default_value_t = 0, value_parser = position)]
    pub from: u64,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200x900", value_parser = size)]
    pub size: Size,
}

/// `grundy plot records`.
#[derive(Debug, Args)]
pub struct Records {
    /// Files with records, one series each, or - for standard input: CSV or JSON lines from `grundy
    /// census`, or CSV with the columns max_move and p (q for --show preperiod)
    #[arg(required = true, value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// The number to draw
    #[arg(long, default_value = "period",
          value_parser = named(Show::ALL, Show::name, Show::meaning))]
    pub show: Show,
    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200x900", value_parser = size)]
    pub size: Size,
}
