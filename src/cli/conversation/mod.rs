//! Talking with a person line by line, in a terminal or through a pipe.
//!
//! ```text
//! line ──▶ a word of the table    hint, undo, board, ...
//!      ├─▶ a move, as the game reads it
//!      └─▶ a shortened word       u for undo
//! ```
//!
//! Moves come before shortened words: `b` is a switch where there is one, and `board` elsewhere.

pub mod heaps;
mod lines;
mod words;

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::{Exit, Failure, Output};
pub use lines::Leaving;
use lines::{InputLine, LineSource};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
pub use words::CommandWord;

/// What differs between the games that are played in a conversation.  What is said ends with a
/// line feed; what an [`Answer`] refuses for is a part of a sentence.
pub trait Game: Sized {
    /// What this is, and how to begin.
    fn greeting(&self) -> String;

    /// How moves are written, and what they mean.
    fn moves(&self) -> Vec<(String, String)>;

    /// The words that only this game has.
    fn words() -> Vec<CommandWord<Self>> {
        Vec::new()
    }

    /// What stands before the line of the person.
    fn prompt(&self) -> &'static str;

    /// The position.
    fn board(&self) -> String;

    /// How the game ended; `None` while it goes on.
    fn result(&self) -> Option<String>;

    /// What the program does when it is its turn; `None` if it is not.
    fn reply(&mut self) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// Makes the move that the person typed.
    fn play(&mut self, line: &str) -> Answer;

    /// A good move, or why there is none.
    fn hint(&mut self) -> String;

    /// Takes back the last turn of the person, with what the program did after it.
    fn undo(&mut self) -> Answer;

    /// What is said when the person leaves before the end.
    fn farewell(&self, leaving: Leaving) -> String {
        match leaving {
            Leaving::Quit => "The game is not finished.\n",
            Leaving::EndOfInput => "End of input: the game is not finished.\n",
            Leaving::Interrupt => "Interrupted: the game is not finished.\n",
        }
        .to_owned()
    }
}

/// What comes of a line.
#[derive(Debug)]
pub enum Answer {
    /// The position changed; this is to be said before it is shown.
    Changed(String),
    /// This is to be said, and nothing changed.
    Said(String),
    /// The line is a move, but not possible, for this reason.
    Illegal(String),
    /// The line is no move; this says how a move looks.
    Unknown(String),
    /// The person wants to leave.
    Quit,
}

/// Takes back what was done since a state, if anything was: says so, or that there is nothing.
pub fn take_back<S>(before: Option<S>, now: &mut S, done: &str, nothing: &str) -> Answer {
    let Some(before) = before else { return Answer::Illegal(nothing.to_owned()) };
    *now = before;
    Answer::Changed(format!("{done} taken back.\n"))
}

/// Plays until the game is over, or the person leaves.
pub fn hold<G: Game>(mut game: G, configuration: &Configuration) -> Result<Exit, Failure> {
    if !configuration.is_text() {
        return Err(Failure::usage("a game is played in text; leave out --format"));
    }
    // The editor reads the interrupt key itself; this is for all other times.
    signal_hook::flag::register_conditional_shutdown(
        signal_hook::consts::SIGINT,
        Exit::Interrupted.code().into(),
        Arc::new(AtomicBool::new(true)),
    )
    .map_err(|error| Failure::usage(format!("cannot watch the interrupt key: {error}")))?;
    let mut output = Output::open(configuration.output.as_deref())?;
    let mut lines = LineSource::new(configuration)?;
    output.write(&game.greeting())?;
    loop {
        while let Some(said) = game.reply()? {
            output.write(&said)?;
        }
        output.write(&game.board())?;
        if let Some(result) = game.result() {
            output.write(&result)?;
            return Ok(Exit::Success);
        }
        if let Some(leaving) = talk(&mut game, &mut lines, &mut output)? {
            output.write(&game.farewell(leaving))?;
            return Ok(match leaving {
                Leaving::Quit | Leaving::EndOfInput => Exit::Success,
                Leaving::Interrupt => Exit::Interrupted,
            });
        }
    }
}

/// Talks until the position has changed, or the person leaves.
fn talk<G: Game>(
    game: &mut G,
    lines: &mut LineSource,
    output: &mut Output,
) -> Result<Option<Leaving>, Failure> {
    loop {
        let line = match lines.next(game.prompt(), output)? {
            InputLine::Typed(line) if line.is_empty() => continue,
            InputLine::Typed(line) => line,
            InputLine::Left(leaving) => return Ok(Some(leaving)),
        };
        match answer(game, &line) {
            Answer::Changed(text) => {
                output.write(&text)?;
                return Ok(None);
            }
            Answer::Said(text) => output.write(&text)?,
            Answer::Illegal(why) => output.write(&format!("That is not possible: {why}.\n"))?,
            Answer::Unknown(why) => {
                // A game may know better what was meant.
                let end = match words::nearest(&line, &words::all::<G>()) {
                    _ if why.ends_with('?') => String::new(),
                    Some(word) => format!("; did you mean {word}?"),
                    None => ".".to_owned(),
                };
                output.write(&format!("Not understood: {why}{end}\n"))?;
            }
            Answer::Quit => return Ok(Some(Leaving::Quit)),
        }
    }
}

fn answer<G: Game>(game: &mut G, line: &str) -> Answer {
    let words = words::all();
    if let Some((word, argument)) = words::typed(line, &words) {
        return (word.obey)(game, argument);
    }
    match (game.play(line), words::shortened(line, &words)) {
        (Answer::Unknown(_), Some((word, argument))) => (word.obey)(game, argument),
        (answer, _) => answer,
    }
}
