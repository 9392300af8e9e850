//! The flags of `grundy nim`.

use super::heaps::sizes;
use super::opponent::Opponent;
use clap::{Args, Subcommand};
use grundy_answers::ask::nim as ask;
use grundy_games::nim::{Convention, Position};
use grundy_kernel::Integer;
use grundy_language::suggest::nearest;

/// What to say where no position is named.
const NO_HEAPS: &str = "list the heaps, such as 3 4 5";

/// `grundy nim`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Nim {
    /// Another command
    #[command(subcommand)]
    pub command: Option<NimCommand>,
    /// Number of sticks in each heap; heaps are numbered from 1
    #[arg(required = true, value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// Which game
    #[command(flatten)]
    pub game: NimGame,
    /// Also show the heaps in binary, and which bit decides
    #[arg(long)]
    pub bits: bool,
    /// Also say why the strategy wins
    #[arg(long)]
    pub why: bool,
}

/// What else there is to do with Nim.
#[derive(Debug, Subcommand)]
pub enum NimCommand {
    /// Play against the program
    Play(NimPlay),
}

/// `grundy nim play`.
#[derive(Debug, Args)]
pub struct NimPlay {
    /// Number of sticks in each heap at the start [default: three heaps at random]
    #[arg(value_name = "HEAP", allow_negative_numbers = true)]
    heaps: Vec<String>,
    /// Which game
    #[command(flatten)]
    pub game: NimGame,
    /// Let the program make the first move
    #[arg(long)]
    pub second: bool,
    #[command(flatten)]
    pub opponent: Opponent,
}

/// Which of the two games.
#[derive(Debug, Args)]
pub struct NimGame {
    /// Misère play: whoever takes the last stick loses [default: wins]
    #[arg(long)]
    misere: bool,
}

impl Nim {
    /// Who wins?
    ///
    /// # Errors
    /// What cannot be read.
    pub fn question(&self) -> Result<ask::Position, String> {
        let heaps = heaps(&self.heaps).map_err(|why| {
            let play = self.heaps.first().and_then(|word| nearest(word, ["play"]));
            play.map_or(why, |play| {
                format!("unknown command {}; did you mean {play}?", self.heaps[0])
            })
        })?;
        let &Self { bits, why, game: NimGame { misere }, .. } = self;
        Ok(ask::Position { heaps, misere, bits, why })
    }
}

impl NimPlay {
    /// The heaps at the start; `None` if they are left to chance.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn position(&self) -> Result<Option<Position>, String> {
        if self.heaps.is_empty() {
            return Ok(None);
        }
        let position = Position::new(heaps(&self.heaps)?);
        position.map(Some).ok_or_else(|| NO_HEAPS.to_owned())
    }
}

fn heaps(heaps: &[String]) -> Result<Vec<Integer>, String> {
    let sizes = Some(sizes(&heaps.join(" "))?).filter(|sizes| !sizes.is_empty());
    sizes.ok_or_else(|| NO_HEAPS.to_owned())
}

impl NimGame {
    /// The convention that the flag stands for.
    pub fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}
