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
use crate::cli::flags::opponent::{BEST, Opponent};
use crate::cli::host::{Exit, Failure, Output};
use grundy_games::chance::Chance;
pub use lines::Leaving;
use lines::{InputLine, LineSource};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
pub use words::CommandWord;

/// What differs between the games that are played in a conversation.  What is said ends with a
/// line feed; what an [`Answer`] refuses for is a part of a sentence.
pub trait Game: Sized {
    /// What a turn changes, and what is brought back when it is taken back.
    type State: Clone;

    /// The present state.
    fn state(&mut self) -> &mut Self::State;

    /// What this is, and how to begin.
    fn greeting(&self) -> String;

    /// How moves are written, and what they mean.
    fn moves(&self) -> Vec<[String; 2]>;

    /// The words that only this game has.
    fn words() -> Vec<CommandWord<Self>> {
        Vec::new()
    }

    /// The position.
    fn board(&self) -> String;

    /// The position as another command reads it, with what it is called.
    fn code(&self) -> (&'static str, String);

    /// How the game ended; `None` while it goes on.
    fn end(&self) -> Option<End>;

    /// What the program does when it is its turn; `None` if it is not.
    fn reply(&mut self) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// Makes the move that the person typed.
    fn play(&mut self, line: &str) -> Answer;

    /// A good move, or why there is none.
    fn hint(&mut self) -> String;

    /// Who wins, or what is to be done, and why.
    fn reason(&mut self) -> String {
        self.hint()
    }

    /// What may follow `new`.
    const BEGIN: &'static str = "";

    /// Begins another game, as the words say; `None` if every game begins alike.
    fn begin(&mut self, _: &str) -> Option<Answer> {
        None
    }
}

/// How a game ended, in a sentence without its full stop.
pub enum End {
    /// The person has won.
    Won(String),
    /// The program has won.
    Lost(String),
    /// The task is solved; the person may go on.
    Solved(String),
}

/// What comes of a line.
#[derive(Debug)]
pub enum Answer {
    /// The turn was made; this is to be said before the position is shown.
    Changed(String),
    /// Another position is reached, and there is nothing to take back; this is to be said.
    Begun(String),
    /// This is to be said, and nothing changed.
    Said(String),
    /// The line is a move, but not possible, for this reason.
    Illegal(String),
    /// The line is no move; this says how a move looks.
    Unknown(String),
    /// The person wants to leave.
    Quit,
}

/// A game, and what there was before each turn of the person.
pub struct Held<G: Game> {
    /// The game.
    pub game: G,
    before: Vec<G::State>,
}

impl<G: Game> Held<G> {
    /// Takes back the last turn of the person, with what the program did after it.
    fn undo(&mut self) -> Answer {
        let Some(before) = self.before.pop() else {
            return Answer::Illegal("you have no turn to take back".to_owned());
        };
        *self.game.state() = before;
        Answer::Begun("Your last turn is taken back.\n".to_owned())
    }

    /// Goes back to the start.
    fn restart(&mut self) -> Answer {
        if let Some(first) = self.before.drain(..).next() {
            *self.game.state() = first;
        }
        Answer::Begun("The game begins again.\n".to_owned())
    }

    /// Begins another game.
    fn begin(&mut self, what: &str) -> Answer {
        let begun = self.game.begin(what);
        if let Some(Answer::Begun(_)) = begun {
            self.before.clear();
        }
        begun.unwrap_or_else(|| self.restart())
    }

    fn answer(&mut self, line: &str) -> Answer {
        let words = words::all();
        if let Some((word, argument)) = words::typed(line, &words) {
            return (word.obey)(self, argument);
        }
        match (self.game.play(line), words::shortened(line, &words)) {
            (Answer::Unknown(_), Some((word, argument))) => (word.obey)(self, argument),
            (answer, _) => answer,
        }
    }

    /// Talks until the position has changed, or the person leaves.
    fn talk(
        &mut self,
        lines: &mut LineSource,
        output: &mut Output,
    ) -> Result<Option<Leaving>, Failure> {
        loop {
            let line = match lines.next(PROMPT, output)? {
                InputLine::Typed(line) if line.is_empty() => continue,
                InputLine::Typed(line) => line,
                InputLine::Left(leaving) => return Ok(Some(leaving)),
            };
            let before = self.game.state().clone();
            match self.answer(&line) {
                Answer::Changed(text) => {
                    self.before.push(before);
                    output.say(&text)?;
                    return Ok(None);
                }
                Answer::Begun(text) => {
                    output.say(&text)?;
                    return Ok(None);
                }
                Answer::Said(text) => output.say(&text)?,
                Answer::Illegal(why) => output.say(&format!("That is not possible: {why}.\n"))?,
                Answer::Unknown(why) => {
                    // A game may know better what was meant.
                    let end = match words::nearest(&line, &words::all::<G>()) {
                        _ if why.ends_with('?') => String::new(),
                        Some(word) => format!("; did you mean {word}?"),
                        None => ".".to_owned(),
                    };
                    output.say(&format!("Not understood: {why}{end}\n"))?;
                }
                Answer::Quit => return Ok(Some(Leaving::Quit)),
            }
        }
    }
}

/// How well the program plays.
pub struct Strength {
    level: u8,
    chance: Chance,
}

impl Strength {
    /// As the flags say, with the seed, from which the same choices follow.
    pub fn new(opponent: &Opponent) -> (Self, u64) {
        let seed = seed(opponent.seed);
        (Self { level: opponent.level, chance: Chance::new(seed) }, seed)
    }

    /// Does the program leave nothing to chance?
    pub fn is_best(&self) -> bool {
        self.level == BEST
    }

    /// One of these moves if the program leaves this turn to chance: at level 1 two turns of three, at level 2 one of
    /// four.
    pub fn slip<T: Copy>(&mut self, moves: &[T]) -> Option<T> {
        let slips = match self.level {
            1 => &[true, true, false][..],
            2 => &[true, false, false, false],
            _ => return None,
        };
        if self.chance.choose(slips)? { self.chance.choose(moves) } else { None }
    }
}

/// The seed that was asked for, or any that is short enough to be typed again.
pub fn seed(wanted: Option<u64>) -> u64 {
    wanted.unwrap_or_else(|| RandomState::new().hash_one(()) % 1_000_000)
}

/// What precedes the line of the person.
const PROMPT: &str = "your move: ";

/// The position for a terminal: what is not as in the last one is bold and has a colour.
fn with_changes(last: &str, now: &str) -> String {
    let mut before = last.lines();
    let line = |line: &str| {
        let mut old = before.next().unwrap_or(line).chars();
        let is_new = line.chars().map(|sign| old.next().is_some_and(|old| old != sign));
        let signs: Vec<_> = line.chars().zip(is_new).collect();
        let runs = signs.chunk_by(|one, next| one.1 == next.1).map(|run| {
            let text: String = run.iter().map(|sign| sign.0).collect();
            if run[0].1 { format!("\x1b[1;36m{text}\x1b[0m") } else { text }
        });
        runs.chain(["\n".to_owned()]).collect::<String>()
    };
    now.lines().map(line).collect()
}

/// Plays until the game is over, or the person leaves.
pub fn hold<G: Game>(game: G, configuration: &Configuration) -> Result<Exit, Failure> {
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
    output.say(&game.greeting())?;
    let mut held = Held { game, before: Vec::new() };
    let mut shown = String::new();
    loop {
        while let Some(said) = held.game.reply()? {
            output.say(&said)?;
        }
        let board = held.game.board();
        if configuration.style.colour {
            output.write(&with_changes(&shown, &board))?;
        } else {
            output.say(&board)?;
        }
        shown = board;
        let end = held.game.end();
        let is_solved = matches!(end, Some(End::Solved(_)));
        if let Some(end) = end {
            output.say(&match end {
                End::Won(why) => format!("{why}. You win.\n"),
                End::Lost(why) => format!("{why}. You lose.\n"),
                End::Solved(how) => format!("Solved: {how}\nType new for another task, or quit.\n"),
            })?;
            if !is_solved {
                return Ok(Exit::Success);
            }
        }
        if let Some(leaving) = held.talk(&mut lines, &mut output)? {
            let (why, exit) = match leaving {
                Leaving::Quit => ("", Exit::Success),
                Leaving::EndOfInput => ("End of input. ", Exit::Success),
                Leaving::Interrupt => ("Interrupted. ", Exit::Interrupted),
            };
            let (name, code) = held.game.code();
            let rest = if is_solved { "" } else { "The game is not finished." };
            let said = format!("{why}{rest}");
            let said = said.trim_end();
            let line = if said.is_empty() { "" } else { "\n" };
            output.say(&format!("{said}{line}{name}: {code}\n"))?;
            return Ok(exit);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_changed_is_marked_and_the_rest_is_as_it_is() {
        let marked = |last, now| super::with_changes(last, now);
        assert_eq!(marked("", "a b\n"), "a b\n");
        assert_eq!(marked("a b\n. .\n", "a b\n. A\n"), "a b\n. \x1b[1;36mA\x1b[0m\n");
        assert_eq!(marked("3  |||\n", "1  |\n"), "\x1b[1;36m1\x1b[0m  |\n");
        assert_eq!(marked("ä B\n", "ä\nnew\n"), "ä\nnew\n");
    }
}
