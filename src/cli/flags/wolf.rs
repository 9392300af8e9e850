//! The flags and commands of `grundy wolf` exactly as typed.

use super::numbers::within;
use super::opponent::Opponent;
use super::petri::named;
use clap::{Args, Subcommand, ValueEnum};
use grundy_answers::ask::wolf::{LIMIT_CELLS, MOST_CELLS, Part, sheep, square};
use grundy_games::wolf::{Sheep, Square};
use std::path::PathBuf;

/// `grundy wolf`.
#[derive(Debug, Subcommand)]
pub enum Wolf {
    /// Say who wins, in how many moves, and with which moves
    Solve(Solve),
    /// Propose the smallest change that makes a move tree win against every play
    Repair(Repair),
    /// Replay the relay machine: changes of variant, historic relays, lamps
    Machine(Machine),
    /// Play the wolf or the sheep
    Play(WolfPlay),
}

/// `grundy wolf solve`.
#[derive(Debug, Args)]
pub struct Solve {
    /// Squares of the sheep, such as A2-B3-C3-D3; without them, every start of the wolf is solved
    #[arg(value_parser = sheep, requires = "wolf")]
    pub sheep: Option<Sheep>,
    /// Square of the wolf, such as b4
    #[arg(value_parser = square)]
    pub wolf: Option<Square>,
    /// The side to move
    #[arg(long, value_enum, value_name = "SIDE", default_value_t = Side::Sheep)]
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
    /// Table with a move tree, such as descriptions/wolf/tree_primary.tsv
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Look for repairs of at most CELLS cells
    #[arg(long, value_name = "CELLS", default_value_t = LIMIT_CELLS,
          value_parser = within::<u8>(1..=u64::from(MOST_CELLS)))]
    pub limit_cells: u8,
}

/// `grundy wolf machine`.
#[derive(Debug, Args)]
pub struct Machine {
    /// Table with a move tree, such as descriptions/wolf/tree_primary.tsv
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Replay the play in which the wolf goes to these squares, such as b7,b6,b5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',', value_parser = square, conflicts_with_all = ["only", "relays", "repairs"])]
    pub wolf: Vec<Square>,
    /// Show only this part
    #[arg(long, value_name = "PART", value_parser = named(Part::ALL, Part::name, Part::meaning))]
    pub only: Option<Part>,
    /// Table of the historic relays [default: lamps_graeff.tsv beside FILE, if it is there]
    #[arg(long, value_name = "FILE")]
    pub relays: Option<PathBuf>,
    /// Table of the repairs of damage [default: ocr_repairs.tsv beside FILE, if it is there]
    #[arg(long, value_name = "FILE")]
    pub repairs: Option<PathBuf>,
}

/// `grundy wolf play`.
#[derive(Debug, Args)]
pub struct WolfPlay {
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Side::Wolf)]
    pub side: Side,
    /// Table with a move tree that plays the sheep [default: the sheep play best moves]
    #[arg(long, value_name = "FILE", conflicts_with = "side")]
    pub tree: Option<PathBuf>,
    #[command(flatten)]
    pub opponent: Opponent,
}
