//! The flags of `grundy map`.

use super::numbers::within;
use super::picture::{size, theme};
use clap::{Args, Subcommand, ValueEnum};
use grundy_census::region::{GREATEST_MOVE, GREATEST_S3};
use grundy_picture::{Size, Theme};

/// `grundy map`.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints the counts; with -o FILE.png or -o FILE.svg it also draws a picture. A pixel of a PNG shows the
game nearest to its centre.

Examples:
  grundy map three 128                          the table row of s3 = 128
  grundy map three 128 -o regions.png           which sum of two moves the period is
  grundy map three 128 --show preperiod -o preperiods.svg
  grundy map three 128 --theme dark -o dark.png
  grundy map four 60 -o four.png                periods of the games { s1 s2 60-s1 60 }
  grundy map five 60 -o five.png                periods of { s1 s2 60-s2 60-s1 60 }")]
pub struct Map {
    /// Which games
    #[command(subcommand)]
    pub class: Class,
    /// Theme of the picture; auto follows the viewer in an SVG, and is light in a PNG
    #[arg(long, global = true, value_name = "THEME", default_value = "auto", value_parser = theme())]
    pub theme: Theme,
}

/// The classes of games that have a map.
#[derive(Debug, Subcommand)]
pub enum Class {
    /// The games { s1 s2 s3 } with this s3: how the period relates to the sums of two moves
    Three(Three),
    /// The games { s1 s2 s3 s4 } with this s4 and s1+s3 = s4: the period
    Four(TwoFree),
    /// The symmetric games { s1 s2 s5-s2 s5-s1 s5 } with this s5: the period
    Five(TwoFree),
}

/// `grundy map three`.
#[derive(Debug, Args)]
pub struct Three {
    /// The largest move
    #[arg(value_name = "S3", value_parser = within::<u32>(3..=GREATEST_S3.into()))]
    pub s3: u32,
    /// The number to draw
    #[arg(long, value_enum, default_value_t = Show::Period)]
    pub show: Show,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200", value_parser = size)]
    pub size: Size,
}

/// What a map of three-move games shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The type of the period, in colours
    Period,
    /// The length of the preperiod, in grey
    Preperiod,
}

/// `grundy map four` and `grundy map five`.
#[derive(Debug, Args)]
pub struct TwoFree {
    /// The largest move
    #[arg(value_name = "MOVE", value_parser = within::<u32>(4..=GREATEST_MOVE.into()))]
    pub greatest: u32,
    /// Leave a game undecided if its cycle is not found within NUMBER positions
    #[arg(long, value_name = "NUMBER", default_value = "1000000000", value_parser = within::<u64>(1..))]
    pub limit_positions: u64,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200", value_parser = size)]
    pub size: Size,
}
