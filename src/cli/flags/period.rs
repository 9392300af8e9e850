//! The flags of `grundy period`.

use super::game::GameArguments;
use super::global::{Format, Formats as _};
use super::numbers::position;
use super::real::Vary;
use clap::{Args, ValueEnum};
use grundy_answers::ask::period as ask;
use std::path::PathBuf;

/// `grundy period`.
#[derive(Clone, Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Latex])]
pub struct Period {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// Other games
    #[command(flatten)]
    pub vary: Vary,
    /// Method to use
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    pub method: Method,
    /// Give up after NUMBER positions that are computed directly [default: 2^57, with --vary 2^31 for each
    /// game]
    #[arg(long, value_name = "NUMBER", value_parser = position)]
    pub limit_positions: Option<u64>,
    /// Continue the search in FILE, if it exists, and save the state of the search there, every 30
    /// seconds and at the end
    ///
    /// A damaged FILE is refused, and jumps are proved again. Values that were computed directly
    /// are trusted, and so is the cycle of a finished search: the result says so, because it is
    /// only as reliable as FILE.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Write a certificate for `grundy check` to FILE: a proof by trace that the period of the outcomes and the
    /// preperiod are least
    ///
    /// For one game of normal play. A proof that needs domains is about a family `{ a*n+b ... }`, in which this game
    /// is that of the first n.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Also find the period of the winning moves, and the position from which on they repeat
    #[arg(long)]
    pub winning_moves: bool,
}

/// A method by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// All methods that fit the game, in turn
    Auto,
    /// Value by value, from position 0 on
    Direct,
    /// Run by run with proved jumps over loops, or along walls between domains: for periods of any size
    Accelerated,
}

impl From<Method> for ask::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Auto => Self::Auto,
            Method::Direct => Self::Direct,
            Method::Accelerated => Self::Accelerated,
        }
    }
}
