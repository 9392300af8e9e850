//! The flags of `grundy map`.

use super::numbers::within;
use super::petri::named;
use super::picture::{Look, size};
use clap::{Args, Subcommand};
use grundy_answers::ask::picture::map::{self as ask, Section, Show};
use grundy_census::region::{GREATEST_MOVE, GREATEST_S3};
use grundy_picture::Size;

/// `grundy map`.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints the counts; with -o FILE.png or -o FILE.svg it also draws a picture. A pixel of a PNG shows the \
game nearest to its centre.")]
pub struct Map {
    /// Which games
    #[command(subcommand)]
    pub class: MapClass,
    /// How the picture looks
    #[command(flatten)]
    pub look: Look,
}

/// The classes of games that have a map.
#[derive(Debug, Subcommand)]
pub enum MapClass {
    /// The games { s1 s2 s3 } with this s3: how the period relates to the sums of two moves
    Three(Three),
    /// The games { s1 s2 s3 s4 } with s1+s3 = s4 and this s4 (with --third: this s3): the period
    Four(Four),
    /// The symmetric games { s1 s2 s5-s2 s5-s1 s5 } with this s5: the period
    Five(TwoFree),
}

/// Which part of the plane, and how it is drawn.
#[derive(Clone, Copy, Debug, Args)]
pub struct MapSection {
    /// Only games with s1 in this range, such as 500..1500
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub s1: Option<(u32, u32)>,
    /// Only games with s2 in this range
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pub s2: Option<(u32, u32)>,
    /// Only every N-th s1 and every N-th s2
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u32>(1..=GREATEST_MOVE.into()))]
    pub step: u32,
    /// Let s1 grow from right to left, as the pictures of 1996 have it
    #[arg(long)]
    pub mirror: bool,
    /// Width and height of the picture in pixels, or one number for both
    #[arg(long, value_name = "SIZE", default_value = "1200", value_parser = size)]
    pub size: Size,
}

impl MapSection {
    fn part(&self) -> Section {
        let &Self { s1, s2, step, mirror, size } = self;
        Section { s1, s2, step, mirror, size }
    }
}

/// `grundy map three`.
#[derive(Debug, Args)]
pub struct Three {
    /// The largest move
    #[arg(value_name = "S3", value_parser = within::<u32>(3..=GREATEST_S3.into()))]
    pub s3: u32,
    /// The number to draw
    #[arg(long, default_value = "period", value_parser = named(Show::ALL, Show::name, Show::meaning))]
    pub show: Show,
    /// Name the lines between the great areas, and count the games on the right side of them
    #[arg(long)]
    pub borders: bool,
    /// Draw preperiods in proportion, from white for 0 on, not by their logarithm
    #[arg(long)]
    pub linear: bool,
    #[command(flatten)]
    pub part: MapSection,
}

impl Three {
    /// The question.
    pub fn question(&self) -> ask::Three {
        let &Self { s3, show, borders, linear, ref part } = self;
        ask::Three { s3, show: Some(show), borders, linear, part: part.part() }
    }
}

/// `grundy map four`.
#[derive(Debug, Args)]
pub struct Four {
    /// The move is s3, so that s4 = s1 + s3 grows with s1
    #[arg(long)]
    pub third: bool,
    #[command(flatten)]
    pub two: TwoFree,
}

/// `grundy map four` and `grundy map five`.
#[derive(Debug, Args)]
pub struct TwoFree {
    /// The largest move
    #[arg(value_name = "MOVE", value_parser = within::<u32>(4..=GREATEST_MOVE.into()))]
    pub fixed: u32,
    /// Areas by bounds of the period, formulas in s1, s2, ...; a game is computed until its last bound is
    /// passed. Without BOUNDS those of 1996: 's1+s5, s3+s5, s5^2', or 's1+s4, s3+s4, s4^2, s4^3'
    #[arg(long, value_name = "BOUNDS", num_args = 0..=1, require_equals = true,
          default_missing_value = "", conflicts_with = "limit_positions")]
    pub areas: Option<String>,
    /// Leave a game undecided if its cycle is not found within NUMBER positions
    #[arg(long, value_name = "NUMBER", default_value = "1000000000", value_parser = within::<u64>(1..))]
    pub limit_positions: u64,
    #[command(flatten)]
    pub part: MapSection,
}

impl Four {
    /// The question.
    pub fn question(&self) -> ask::Four {
        ask::Four { third: self.third, two: self.two.question() }
    }
}

impl TwoFree {
    /// The question.
    pub fn question(&self) -> ask::TwoFree {
        let &Self { fixed, ref areas, limit_positions, ref part } = self;
        // Areas have bounds of their own.
        let limit_positions = areas.is_none().then_some(limit_positions);
        ask::TwoFree { fixed, areas: areas.clone(), limit_positions, part: part.part() }
    }
}

/// A range of moves.
fn range(text: &str) -> Result<(u32, u32), String> {
    let number = within::<u32>(1..=GREATEST_MOVE.into());
    let range = text.split_once("..").ok_or("a range such as 500..1500 is needed")?;
    let (from, to) = (number(range.0)?, number(range.1)?);
    if from > to { Err(format!("the range {text} is empty")) } else { Ok((from, to)) }
}
