//! The flags of `grundy sequence`.

use super::examples;
use super::game::GameArguments;
use super::numbers::{count, position};
use clap::Args;
use grundy_report::report::rows::Layout;

/// `grundy sequence`.
#[derive(Debug, Args)]
#[command(after_help = examples::SEQUENCE)]
pub struct Sequence {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// The first position
    #[arg(long, value_name = "POSITION", default_value_t = 0, value_parser = position)]
    pub from: u64,
    /// Number of positions, at most 100 million [default with --runs: 4 times the largest move]
    #[arg(long, value_name = "NUMBER", value_parser = count())]
    #[arg(required_unless_present_any = ["runs", "words"])]
    pub count: Option<usize>,
    /// Write runs of equal values, such as _3 A3 B, in columns for several games
    #[arg(long)]
    pub runs: bool,
    /// Write runs, and below them words whose lengths fit all games: a guess, not a proof
    #[arg(long, conflicts_with = "runs")]
    pub words: bool,
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
