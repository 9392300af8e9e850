//! The flags of `grundy sequence`.

use super::game::GameArguments;
use super::numbers::{count, natural};
use clap::Args;
use grundy_check::Integer;
use grundy_report::report::rows::Layout;

/// `grundy sequence`.
#[derive(Debug, Args)]
pub struct Sequence {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// The first position, which may be as far out as you like, such as 10^18
    #[arg(long, value_name = "POSITION", default_value = "0", value_parser = natural)]
    pub from: Integer,
    /// How many positions, at most 100 million [default: 1000; with --runs 4 times the largest move]
    #[arg(long, value_name = "NUMBER", value_parser = count)]
    pub count: Option<usize>,
    /// Write runs of equal values, such as _3 A3 B; for several games in columns
    #[arg(long)]
    pub runs: bool,
    /// Write runs, and below them the words whose lengths agree with all games: seen, not proved
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
