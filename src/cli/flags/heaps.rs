//! The flags of `grundy heaps` and `grundy play`: heaps with sets of moves.

use super::examples;
use super::moves;
use super::numbers::{Assigned, assignment, natural, points};
use clap::Args;
use grundy_check::Integer;
use grundy_core::number;
use grundy_games::heaps::{Convention, Heap, Set, Sum};
use grundy_sequence::WrittenMoves;
use std::sync::Arc;

/// Heaps that are played with have at most so many items.
const LARGEST_IN_PLAY: u64 = 1_000_000;

/// `grundy heaps`.
#[derive(Debug, Args)]
#[command(after_help = examples::HEAPS)]
pub struct Heaps {
    /// A set of moves and the heaps that have it, such as '{2 5}:2,5,12'; heaps are numbered from 1
    #[arg(required = true, value_name = "SET:HEAPS")]
    heaps: Vec<String>,
    #[command(flatten)]
    game: PlayedGame,
}

/// `grundy play`.
#[derive(Debug, Args)]
#[command(after_help = examples::PLAY)]
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
    fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }

    /// Heaps of these sizes with the moves that the arguments name.
    fn heaps(&self, arguments: &[String], sizes: Vec<Integer>) -> Result<Vec<Heap>, String> {
        if let Some(Assigned { name, .. }) = self.at.iter().find(|it| it.value().is_none()) {
            return Err(format!("only one game is allowed here, but {name} has several values"));
        }
        let point = points(&self.at)?.swap_remove(0);
        let written = WrittenMoves { texts: arguments, at: &point };
        let largest = sizes.iter().max().cloned().unwrap_or(Integer::ZERO);
        let set = Set::read(&written, &largest).map_err(|error| moves::said(error, &written))?;
        let set = Arc::new(set);
        Ok(sizes.into_iter().map(|size| Heap { set: set.clone(), size }).collect())
    }
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
    /// The rule of the end.
    pub fn convention(&self) -> Convention {
        self.game.convention()
    }

    /// The heaps.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn sum(&self) -> Result<Sum, String> {
        let mut heaps = Vec::new();
        for text in &self.heaps {
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
            if sizes.is_empty() {
                return Err(format!("`{text}` has no heaps after the colon"));
            }
            // A value is for the sets that have the parameter; if none has it, each refuses it.
            let of_set = |one: &&Assigned| {
                let is_known = self.heaps.iter().any(|text| mentions(text, &one.name));
                !is_known || mentions(set, &one.name)
            };
            let at = self.game.at.iter().filter(of_set).cloned().collect();
            heaps.extend(PlayedGame { at, ..self.game }.heaps(&[set.to_owned()], sizes)?);
        }
        Ok(Sum(heaps))
    }
}

/// Does a text have this parameter, alone or with a factor?
fn mentions(text: &str, parameter: &str) -> bool {
    let mut words = text.split(|it: char| !it.is_alphanumeric());
    words.any(|word| word.trim_start_matches(|it: char| it.is_ascii_digit()) == parameter)
}

impl Play {
    /// The rule of the end.
    pub fn convention(&self) -> Convention {
        self.game.convention()
    }

    /// The heaps at the start.
    ///
    /// # Errors
    /// What cannot be read, and heaps that are too large.
    pub fn sum(&self) -> Result<Sum, String> {
        let sizes = sizes(&self.heaps)?;
        if sizes.is_empty() {
            return Err("--heaps lists the heaps, such as --heaps 7,12".to_owned());
        }
        if let Some(large) = sizes.iter().find(|&size| *size > Integer::from(LARGEST_IN_PLAY)) {
            return Err(format!(
                "a heap of {large} items is too large to play with: at most {LARGEST_IN_PLAY} are \
                 possible"
            ));
        }
        self.game.heaps(&self.moves, sizes).map(Sum)
    }
}
