//! The flags of `grundy new`.

use super::examples;
use super::game::GameArguments;
use clap::Args;

/// `grundy new`.
#[derive(Debug, Args)]
#[command(after_help = examples::NEW)]
pub struct New {
    /// Which family, and which of its games are looked at
    #[command(flatten)]
    pub game: GameArguments,
    /// Overwrite the file of -o even if it holds another text
    #[arg(long)]
    pub force: bool,
}
