//! Talking with a person line by line, in a terminal or through a pipe.

use super::configuration::Configuration;
use super::exit::Failure;
use super::output::Output;
use std::io::{BufRead as _, IsTerminal as _, Read as _, stdin};

/// A line longer than this counts as several.
const LONGEST_LINE: u64 = 1 << 16;

/// Questions to standard output, answers from standard input.
pub struct Conversation {
    output: Output,
}

impl Conversation {
    /// Begins to talk.
    pub fn new(configuration: &Configuration) -> Result<Self, Failure> {
        if !configuration.is_text() {
            return Err(Failure::usage("a game is played in text; leave out --format"));
        }
        Ok(Self { output: Output::open(configuration.output.as_deref())? })
    }

    /// Says something.
    pub fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write(text)
    }

    /// The next line, without blanks around it; `None`, with a farewell, when the person types
    /// `quit` or the input ends.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        self.say(question)?;
        let mut line = Vec::new();
        stdin()
            .lock()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        // A terminal shows what is typed, with the line feed if there is one.
        if line.is_empty() || !stdin().is_terminal() {
            self.say("\n")?;
        }
        if line.is_empty() {
            self.say("End of input: the game is not finished.\n")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if line.eq_ignore_ascii_case("quit") {
            self.say("The game is not finished.\n")?;
            return Ok(None);
        }
        Ok(Some(line))
    }
}
