//! Where lines come from: an editor with a history in a terminal, else standard input as it is.

use crate::cli::flags::configuration::Configuration;
use crate::cli::host::{Failure, Output};
#[cfg(feature = "complete")]
use rustyline::error::ReadlineError;
#[cfg(feature = "complete")]
use rustyline::history::MemHistory;
#[cfg(feature = "complete")]
use rustyline::{Config, Editor};
use std::fmt::Display;
use std::io::{BufRead as _, IsTerminal as _, Read as _, stdin, stdout};

/// A line longer than this counts as several.
const LONGEST_LINE: u64 = 1 << 16;

/// Terminals in which no cursor can be moved.
const SIMPLE_TERMINALS: [&str; 3] = ["dumb", "cons25", "emacs"];

/// What comes from the person.
pub enum InputLine {
    /// A line, without spaces around it.
    Typed(String),
    /// Nothing any more.
    Left(Leaving),
}

/// How a person leaves before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// By the word.
    Quit,
    /// By Ctrl-D, or because a pipe or file is at its end.
    EndOfInput,
    /// By Ctrl-C.
    #[cfg_attr(
        not(feature = "complete"),
        expect(dead_code, reason = "only an editor of lines tells of it")
    )]
    Interrupt,
}

/// Where lines come from.
pub enum LineSource {
    /// A terminal on both sides.
    #[cfg(feature = "complete")]
    Edited(Box<Editor<(), MemHistory>>),
    /// Anything else.
    Plain,
}

impl LineSource {
    /// An editor if questions and answers both go through a terminal.
    pub fn new(configuration: &Configuration) -> Result<Self, Failure> {
        let simple = std::env::var("TERM")
            .is_ok_and(|terminal| SIMPLE_TERMINALS.contains(&terminal.as_str()));
        let terminal = stdin().is_terminal() && stdout().is_terminal();
        if simple || !terminal || configuration.output.is_some() {
            return Ok(Self::Plain);
        }
        Self::edited()
    }

    #[cfg(feature = "complete")]
    fn edited() -> Result<Self, Failure> {
        // Lines that are pasted are answered one by one.
        let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
        let editor = Editor::with_history(config, MemHistory::new()).map_err(unreadable)?;
        Ok(Self::Edited(Box::new(editor)))
    }

    /// The terminal edits lines by itself, without a history.
    #[cfg(not(feature = "complete"))]
    fn edited() -> Result<Self, Failure> {
        Ok(Self::Plain)
    }

    /// The next line.
    pub fn next(&mut self, prompt: &str, output: &mut Output) -> Result<InputLine, Failure> {
        let line = match self {
            #[cfg(feature = "complete")]
            Self::Edited(editor) => match editor.readline(prompt) {
                Ok(line) => Some(line),
                Err(ReadlineError::Eof) => None,
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                    return Ok(InputLine::Left(Leaving::Interrupt));
                }
                Err(error) => return Err(unreadable(error)),
            },
            Self::Plain => plain(prompt, output)?,
        };
        Ok(line.map_or(InputLine::Left(Leaving::EndOfInput), |line| {
            InputLine::Typed(line.trim().to_owned())
        }))
    }
}

/// A line of standard input; `None` at its end.
fn plain(prompt: &str, output: &mut Output) -> Result<Option<String>, Failure> {
    output.say(prompt)?;
    let mut line = Vec::new();
    stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(unreadable)?;
    // A terminal shows what is typed, with the line feed if there is one.
    if line.is_empty() || !stdin().is_terminal() {
        output.say("\n")?;
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn unreadable(error: impl Display) -> Failure {
    Failure::usage(format!("cannot read standard input: {error}"))
}
