//! The flags and commands of `grundy wolf` exactly as typed.

use clap::{Args, Subcommand, ValueEnum};
use grundy_games::wolf::{Sheep, Square};
use std::path::PathBuf;

/// `grundy wolf`.
#[derive(Debug, Subcommand)]
pub enum Wolf {
    /// Say who wins, in how many moves, and by which moves
    Solve(Solve),
    /// Propose the smallest change by which a move tree wins against every play
    Repair(Repair),
    /// Play the wolf, or the sheep, on the terminal or through a pipe
    Play(Play),
}

/// `grundy wolf solve`.
#[derive(Debug, Args)]
pub struct Solve {
    /// The squares of the sheep, such as A2-B3-C3-D3; without it, every start of the wolf
    #[arg(value_parser = sheep, requires = "wolf")]
    pub sheep: Option<Sheep>,
    /// The square of the wolf, such as b4
    #[arg(value_parser = square)]
    pub wolf: Option<Square>,
    /// Who is to move
    #[arg(long, value_enum, default_value_t = Side::Sheep)]
    pub to_move: Side,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// The wolf
    Wolf,
    /// The sheep
    Sheep,
}

/// `grundy wolf repair`.
#[derive(Debug, Args)]
pub struct Repair {
    /// A table with a move tree, such as descriptions/wolf/tree_primary.tsv
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Look for repairs of at most this many cells
    #[arg(long, value_name = "CELLS", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=24))]
    pub limit_cells: u8,
}

/// `grundy wolf play`.
#[derive(Debug, Args)]
pub struct Play {
    /// Whom you play
    #[arg(long, value_enum, default_value_t = Side::Wolf)]
    pub side: Side,
    /// A table with a move tree that plays the sheep; without it, the sheep play best
    #[arg(long, value_name = "FILE", conflicts_with = "side")]
    pub tree: Option<PathBuf>,
}

fn sheep(text: &str) -> Result<Sheep, String> {
    Sheep::parse(&text.to_uppercase())
        .ok_or_else(|| "four different squares are needed, such as A2-B3-C3-D3".to_owned())
}

fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| "a square from a1 to d7 is needed, such as b4".to_owned())
}
