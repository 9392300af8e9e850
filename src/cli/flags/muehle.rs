//! The flags of `grundy muehle`.

use super::numbers::within;
use super::opponent::Opponent;
use super::petri::named;
use clap::builder::TypedValueParser;
use clap::{Args, Subcommand, ValueEnum};
use grundy_answers::ask::muehle::{MOST_GAMES, MOST_TURNS};
use grundy_answers::ask::petri::Dialect;
use grundy_games::muehle::net::Variant;
use grundy_games::muehle::{CaptureRule, Player, Position, notation};
use std::path::PathBuf;

/// What to do with Nine Men's Morris.
#[derive(Debug, Subcommand)]
pub enum MuehleCommand {
    /// Write the published net of the game as PNML
    Net(MakeNet),
    /// Play a net and the rules in parallel, and show where their positions differ
    Compare(Compare),
    /// Play a game record through, or say which turn is not possible
    Replay(MuehleReplay),
    /// Play against the program
    Play(MuehlePlay),
}

/// Which net.
#[derive(Debug, Args)]
pub struct Which {
    /// The published net
    #[arg(long, value_name = "NAME", default_value = "base",
          value_parser = named(Variant::ALL, Variant::name, Variant::meaning))]
    pub variant: Variant,
    /// The player who begins
    #[arg(long, value_name = "PLAYER", default_value = "A", ignore_case = true,
          value_parser = named(Player::ALL, Player::name, Player::meaning))]
    pub beginner: Player,
}

/// `grundy muehle net`.
#[derive(Debug, Args)]
pub struct MakeNet {
    /// Which net
    #[command(flatten)]
    pub which: Which,
    /// Write only the net of this figure of the source, such as 3.7 or A.3
    #[arg(long, value_name = "FIGURE", conflicts_with_all = ["variant", "beginner", "strategy"])]
    pub part: Option<String>,
    /// Put moves that close a mill before all others
    #[arg(long, value_enum, value_name = "NAME")]
    pub strategy: Option<Strategy>,
    /// What to write
    #[arg(long, value_name = "DIALECT", default_value = "standard",
          value_parser = named(Dialect::ALL, Dialect::name, Dialect::meaning))]
    pub to: Dialect,
}

/// A strategy by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// Each move that closes a mill has a copy of a higher priority
    CloseMills,
}

/// `grundy muehle replay`.
#[derive(Debug, Args)]
pub struct MuehleReplay {
    /// Turns such as d6, a1-a4 and a1-a4xd7, with or without their numbers; @FILE or - reads a game record
    #[arg(required = true, value_name = "RECORD")]
    pub record: Vec<String>,
    /// Begin in this position, as it is written below a record
    #[arg(long, value_name = "POSITION")]
    pub from: Option<String>,
    /// What to capture if all opposing stones are in mills
    #[arg(long, value_name = "RULE", default_value = "any", value_parser = captures())]
    pub captures: CaptureRule,
}

/// `grundy muehle compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// A net of the game in PNML, or - for standard input; without it, a published one
    #[arg(value_name = "FILE", conflicts_with_all = ["variant", "beginner"])]
    pub path: Option<PathBuf>,
    /// Which net
    #[command(flatten)]
    pub which: Which,
    /// What to capture if all opposing stones are in mills [default: as the net suggests]
    #[arg(long, value_name = "RULE", value_parser = captures())]
    pub captures: Option<CaptureRule>,
    /// Compare all plays of TURNS turns
    #[arg(long, value_name = "TURNS", default_value_t = 3, value_parser = within::<u8>(..=u64::from(MOST_TURNS)))]
    pub depth: u8,
    /// Then play NUMBER random games
    #[arg(long, value_name = "NUMBER", default_value_t = 2000, value_parser = within::<u32>(..=u64::from(MOST_GAMES)))]
    pub games: u32,
    /// Seed of the random numbers: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within::<u64>(..))]
    pub seed: u64,
}

fn captures() -> impl TypedValueParser<Value = CaptureRule> {
    named(CaptureRule::ALL, CaptureRule::name, CaptureRule::meaning)
}

/// `grundy muehle play`.
#[derive(Debug, Args)]
pub struct MuehlePlay {
    /// Let the program make the first move
    #[arg(long)]
    pub second: bool,
    /// Begin in this position, as the word `code` writes it
    #[arg(long, value_name = "POSITION", value_parser = notation::position)]
    pub from: Option<Position>,
    /// What to capture if all opposing stones are in mills
    #[arg(long, value_name = "RULE", default_value = "any", value_parser = captures())]
    pub captures: CaptureRule,
    #[command(flatten)]
    pub opponent: Opponent,
}
