//! The flags of `grundy plot`.

use super::game::GameArguments;
use super::numbers::{position, within};
use super::picture::{size, theme};
use super::real::positive;
use clap::{Args, Subcommand, ValueEnum};
use grundy_engines::real::Real;
use grundy_picture::{Size, Theme};
use std::path::PathBuf;

/// `grundy plot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Write the picture to a file: -o FILE.png or -o FILE.svg.

Examples:
  grundy plot sequence '{ 2n 5n 6n+1 8n+1 }' --at n=20 --width 281 -o blocks.png
  grundy plot sequence 3 7 8 --width 5 --rows 40 --values nim -o nim.svg
  grundy plot records records.csv -o growth.svg
  grundy plot refutation wrong.nimseq -o wrong.svg")]
pub struct Plot {
    /// What to draw
    #[command(subcommand)]
    pub subject: Subject,
    /// Theme of the picture; auto follows the viewer in an SVG, and is light in a PNG
    #[arg(long, global = true, value_name = "THEME", default_value = "auto", value_parser = theme())]
    pub theme: Theme,
}

/// What can be drawn.
#[derive(Debug, Subcommand)]
pub enum Subject {
    /// Draw the values of a game row by row; blocks show if the width is a block length; or its losing
    /// intervals, if moves are real
    Sequence(Sequence),
    /// Draw how records grow with the largest move, on a logarithmic axis
    Records(Records),
    /// Draw the described sequence above the computed one, around the smallest counterexample
    Refutation(Refutation),
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
    /// Number of positions in a row; of real moves, the length of a row, such as 1+sqrt(2)
    #[arg(long, value_name = "NUMBER", value_parser = positive)]
    pub width: Real,
    /// Number of rows; at most 10 million positions in all
    #[arg(long, value_name = "NUMBER", default_value = "100", value_parser = within::<u32>(1..=1_000_000))]
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
    #[arg(long, value_enum, default_value_t = Show::Period)]
    pub show: Show,
    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200x900", value_parser = size)]
    pub size: Size,
}

/// What is drawn of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The period
    Period,
    /// The preperiod
    Preperiod,
}
