//! The flags of `grundy new`.

use super::game::GameArguments;
use clap::Args;

/// What the moves are: several games are looked at.
const MOVES: &str = "The moves of a family, such as 2n 5n 6n+1 8n+1, or of one game, such as 3 7 8";

/// Which games those are.
const GAMES: &str = "The games to look at, such as n=4..9 [default: the first six]; with several parameters a value for each, or \
     values, as in n=3..8 or n=3,5,7";

/// `grundy new`.
#[derive(Debug, Args)]
#[command(mut_arg("moves", |moves| moves.help(MOVES)))]
#[command(mut_arg("at", |values| values.help(GAMES)))]
pub struct New {
    /// Which family, and which of its games are looked at
    #[command(flatten)]
    pub game: GameArguments,
    /// Overwrite the file of -o even if it holds another text; without this, the new text goes to FILE.new
    #[arg(long)]
    pub force: bool,
}
