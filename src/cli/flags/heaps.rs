//! The flags of `grundy heaps` and `grundy play`: heaps with sets of moves.

use super::moves;
use super::numbers::{Assigned, assignment, natural, point};
use super::opponent::Opponent;
use clap::Args;
use grundy_answers::ask::Game;
use grundy_answers::ask::games::{self, Group};
use grundy_games::heaps::{Convention, Sum};
use grundy_kernel::Integer;
use grundy_language::number;

/// The most items in a heap that is played with.
const LARGEST_IN_PLAY: u64 = 1_000_000;

/// Refuses heaps that are too large to play with.
///
/// # Errors
/// If one is.
pub fn expect_playable(sizes: &[Integer]) -> Result<(), String> {
    match sizes.iter().find(|&size| *size > Integer::from(LARGEST_IN_PLAY)) {
        None => Ok(()),
        Some(large) => Err(format!(
            "a heap of {large} items is too large to play with: at most {LARGEST_IN_PLAY} are possible"
        )),
    }
}

/// `grundy heaps`.
#[derive(Debug, Args)]
pub struct Heaps {
    /// A set of moves and the heaps that have it, such as '{2 5}:2,5,12'; heaps are numbered from 1
    #[arg(required = true, value_name = "SET:HEAPS")]
    heaps: Vec<String>,
    #[command(flatten)]
    game: PlayedGame,
}

/// `grundy play`.
#[derive(Debug, Args)]
pub struct Play {
    /// The moves: how many items may be taken, such as 2 5 or 1..4
    #[arg(required = true, value_name = "MOVE")]
    moves: Vec<String>,
    /// Number of items in each heap at the start
    #[arg(long, required = true, value_name = "HEAP,...", allow_negative_numbers = true)]
    heaps: String,
    /// Let the program make the first move
    #[arg(long)]
    pub second: bool,
    #[command(flatten)]
    game: PlayedGame,
    #[command(flatten)]
    pub opponent: Opponent,
}

/// Which game, by which moves.
#[derive(Debug, Args)]
struct PlayedGame {
    /// Misère play: whoever cannot move wins [default: loses]
    #[arg(long)]
    misere: bool,
    /// The value of a parameter of the moves, once for each parameter
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    at: Vec<Assigned>,
}

impl PlayedGame {
    /// Who wins these heaps?
    fn question(&self, heaps: Vec<Group>) -> Result<games::Heaps, String> {
        Ok(games::Heaps { heaps, at: point(&self.at)?, misere: self.misere })
    }
}

/// Heaps of these sizes with moves that are written so.
fn group(moves: Vec<String>, sizes: &[Integer]) -> Group {
    Group { moves, sizes: sizes.iter().map(Integer::to_string).collect() }
}

/// The sizes that a text lists, as moves are listed: `7,12`, `7 12`, `{7, 12}`, `[7, 12]`.
///
/// # Errors
/// What is not the size of a heap.
pub fn sizes(text: &str) -> Result<Vec<Integer>, String> {
    if let Some(message) = number::comma(text) {
        return Err(message);
    }
    let text = text.trim();
    let inside = [('{', '}'), ('[', ']'), ('(', ')')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let words = inside.unwrap_or(text).split(|it: char| it.is_whitespace() || ",;".contains(it));
    let size = |word| natural(word).map_err(|why| format!("`{word}` is not a heap: {why}"));
    words.filter(|word| !word.is_empty()).map(size).collect()
}

impl Heaps {
    /// Who wins these heaps?
    ///
    /// # Errors
    /// What cannot be read.
    pub fn question(&self) -> Result<games::Heaps, String> {
        let read = |text: &String| {
            let (set, sizes) = text.rsplit_once(':').ok_or_else(|| {
                format!(
                    "`{text}` has no heaps; write a set of moves, a colon and heaps: '{{2 5}}:3,7'"
                )
            })?;
            if set.contains(':') {
                return Err(format!(
                    "`{text}` has two colons; write a set of moves, a colon and heaps: '{{2 5}}:3,7'"
                ));
            }
            let sizes = self::sizes(sizes).map_err(|why| format!("in `{text}`: {why}"))?;
            match sizes.is_empty() {
                true => Err(format!("`{text}` has no heaps after the colon")),
                false => Ok(group(vec![set.to_owned()], &sizes)),
            }
        };
        self.game.question(self.heaps.iter().map(read).collect::<Result<_, _>>()?)
    }
}

impl Play {
    /// The heaps at the start, and the rule of the end.
    ///
    /// # Errors
    /// What cannot be read, and heaps that are too large.
    pub fn sum(&self) -> Result<(Sum, Convention), String> {
        let sizes = sizes(&self.heaps)?;
        if sizes.is_empty() {
            return Err("--heaps lists the heaps, such as --heaps 7,12".to_owned());
        }
        expect_playable(&sizes)?;
        let question = self.game.question(vec![group(self.moves.clone(), &sizes)])?;
        let sum = question.sum().map_err(|error| moves::refused(error, &Game::default()))?;
        Ok((sum, question.convention()))
    }
}
