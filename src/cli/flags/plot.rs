//! The flags of `grundy plot`.

use super::game::GameArguments;
use super::numbers::{position, within};
use super::picture::{size, theme};
use clap::{Args, Subcommand, ValueEnum};
use grundy_picture::{Size, Theme};
use std::path::PathBuf;

/// `grundy plot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every picture goes to a file: -o FILE.png or -o FILE.svg.

Examples:
  grundy plot sequence '{ 2n 5n 6n+1 8n+1 }' --at n=20 --width 281 -o blocks.png
  grundy plot sequence 3 7 8 --width 5 --rows 40 --values nim -o nim.svg
  grundy plot records records.csv -o growth.svg
  grundy plot refutation wrong.nimseq -o wrong.svg")]
pub struct Plot {
    /// What to draw
    #[command(subcommand)]
    pub subject: Subject,
    /// The colours of the sheet; auto follows the reader of an SVG, and is light in a PNG
    #[arg(long, global = true, value_name = "THEME", default_value = "auto", value_parser = theme())]
    pub theme: Theme,
}

/// What can be drawn.
#[derive(Debug, Subcommand)]
pub enum Subject {
    /// The values of a game, row by row; blocks show when the width is a block length
    Sequence(Sequence),
    /// How records grow with the largest move, on a logarithmic axis
    Records(Records),
    /// What is wrong with a description: the described and the computed sequence around the smallest
    /// counterexample, one above the other
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
    /// Positions in a row
    #[arg(long, value_name = "NUMBER", value_parser = within::<u32>(1..=1_000_000))]
    pub width: u32,
    /// How many rows; all positions together at most 10 million
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
    /// Files with records, each a series of its own, or - for standard input: the CSV or JSON
    /// lines of `grundy census`, or a CSV with the columns max_move and p (q for --show preperiod)
    #[arg(required = true, value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// What grows
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
