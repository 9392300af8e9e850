//! The flags of `grundy sequence`.

use super::examples;
use super::game::GameArguments;
use super::numbers::{count, natural};
use clap::Args;
use grundy_answers::report::rows::Layout;
use grundy_kernel::Integer;

/// `grundy sequence`.
#[derive(Debug, Args)]
#[command(after_help = examples::SEQUENCE)]
pub struct Sequence {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// The first position, of any size, such as 10^18
    #[arg(long, value_name = "POSITION", default_value = "0", value_parser = natural)]
    pub from: Integer,
    /// Number of positions, at most 100 million [default: 1000; with --runs and real moves 4 times the largest
    /// move]; of real moves, the length of the piece
    #[arg(long, value_name = "NUMBER", value_parser = count)]
    pub count: Option<usize>,
    /// Write runs of equal values, such as _3 A3 B, in columns for several games
    #[arg(long)]
    pub runs: bool,
    /// Write runs, and below them words whose lengths fit all games: a guess, not a proof
    #[arg(long, conflicts_with = "runs")]
    pub words: bool,
    /// Write, for each position, its outcome and the moves that win
    #[arg(long, conflicts_with_all = ["runs", "words"])]
    pub winning_moves: bool,
}

impl Sequence {
    /// How the values are written.
    pub fn layout(&self) -> Layout {
        match (self.words, self.runs) {
            (true, _) => Layout::Words,
            (false, true) => Layout::Runs,
            (false, false) => Layout::Values,
        }
    }
}
