//! The flags of `grundy sequence`.

use super::game::GameArguments;
use super::global::{Format, Formats as _};
use super::numbers::{count, natural};
use clap::Args;
use grundy_answers::report::rows::Layout;
use grundy_kernel::Integer;

/// `grundy sequence`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Numbers, Format::Bfile])]
pub struct Sequence {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// The first position, of any size, such as 10^18
    #[arg(long, value_name = "POSITION", default_value = "0", value_parser = natural)]
    pub from: Integer,
    /// Number of positions, at most 100 million [default: 1000; as numbers 100; on a terminal what fits in four
    /// lines; with --runs and real moves 4 times the largest move]; of real moves, the length of the piece
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
    /// Write, for each position, its value and the value to which each move leads
    #[arg(long, conflicts_with_all = ["runs", "words", "winning_moves"])]
    pub options: bool,
    /// Find the moves that can be left out without a change of the sequence, with a proof
    #[arg(long, conflicts_with_all = ["runs", "words", "winning_moves", "options", "from", "count"])]
    pub superfluous: bool,
    /// Write these characters for the values 0, 1, 2, ...: an alphabet of your own, such as 01234
    #[arg(long, value_name = "CHARACTERS", value_parser = letters)]
    #[arg(conflicts_with_all = ["runs", "words", "winning_moves", "options", "superfluous"])]
    pub letters: Option<Letters>,
}

/// Characters for values.
#[derive(Clone, Debug)]
pub struct Letters(pub Vec<char>);

/// Different characters that can be seen.
fn letters(text: &str) -> Result<Letters, String> {
    let letters: Vec<char> = text.chars().collect();
    let twice = letters.iter().enumerate().find(|(at, letter)| letters[..*at].contains(letter));
    match (twice, letters.iter().any(|letter| letter.is_whitespace() || letter.is_control())) {
        _ if letters.is_empty() => Err("a character for each value is needed".to_owned()),
        (Some((_, twice)), _) => Err(format!("{twice} would stand for two values")),
        (None, true) => Err("a space cannot stand for a value".to_owned()),
        (None, false) => Ok(Letters(letters)),
    }
}

impl Sequence {
    /// The first option that is given and asks for something else than values in letters.
    pub fn beyond_values(&self) -> Option<&'static str> {
        let others = [
            ("--runs", self.runs),
            ("--words", self.words),
            ("--winning-moves", self.winning_moves),
            ("--options", self.options),
            ("--superfluous", self.superfluous),
            ("--letters", self.letters.is_some()),
        ];
        others.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// The characters for the values up to this one, if there are characters of one's own.
    ///
    /// # Errors
    /// There are too few.
    pub fn letters(&self, greatest: u32) -> Result<Vec<char>, String> {
        let letters = self.letters.as_ref().map_or(&[][..], |letters| &letters.0);
        if letters.is_empty() || letters.len() > greatest as usize {
            return Ok(letters.to_vec());
        }
        Err(format!(
            "--letters has {} characters, but the values go from 0 to {greatest}",
            letters.len()
        ))
    }

    /// How the values are written.
    pub fn layout(&self) -> Layout {
        match (self.words, self.runs) {
            (true, _) => Layout::Words,
            (false, true) => Layout::Runs,
            (false, false) => Layout::Values,
        }
    }
}
