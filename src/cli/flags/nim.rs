//! The flags of `grundy nim`.

use super::numbers::natural;
use clap::{Args, Subcommand};
use grundy_check::Integer;
use grundy_games::nim::Convention;

/// `grundy nim`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Nim {
    /// Another command
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Number of sticks in each heap; heaps are numbered from 1
    #[arg(required = true, value_name = "HEAP", value_parser = natural)]
    pub heaps: Vec<Integer>,
    /// Which game
    #[command(flatten)]
    pub game: Game,
    /// Also show the heaps in binary, and which bit decides
    #[arg(long)]
    pub bits: bool,
    /// Also say why the strategy wins
    #[arg(long)]
    pub why: bool,
}

/// What else there is to do with Nim.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play against the program
    Play(Play),
}

/// `grundy nim play`.
#[derive(Debug, Args)]
pub struct Play {
    /// Number of sticks in each heap at the start
    #[arg(value_name = "HEAP", value_parser = natural, default_values = ["3", "4", "5"])]
    pub heaps: Vec<Integer>,
    /// Which game
    #[command(flatten)]
    pub game: Game,
    /// Let the program make the first move
    #[arg(long)]
    pub second: bool,
}

/// Which of the two games.
#[derive(Debug, Args)]
pub struct Game {
    /// Misère play: whoever takes the last stick loses [default: wins]
    #[arg(long)]
    misere: bool,
}

impl Game {
    /// The convention that the flag stands for.
    pub fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}
