//! Questions and answers as plain data: the one way in for the command, Python, the page and the editor.
//!
//! A question is what somebody wants to know, with its budgets; files are given as texts.  It is answered on terms that
//! do not affect the result: [`Control`].  An answer says everything: the verdict, what holds and for which positions
//! or parameters, why, what was tried and how far it got.  Its JSON is the answer itself; text is a function of the
//! answer ([`Render`]).
//!
//! ```
//! use grundy_answers::ask::{Ask as _, Control, Game, period};
//! use grundy_answers::report::Render as _;
//! let question = period::Question { game: Game::new("2 5 7"), ..Default::default() };
//! let answer = question.answer(&Control::default()).unwrap();
//! assert_eq!(answer.verdict.name(), "verified");
//! assert!(answer.text().starts_with("period     22\npreperiod  0\n"));
//! ```

pub mod census;
pub mod compile;
pub mod families;
pub mod find;
mod game;
pub mod games;
pub mod kabelsalat;
pub mod muehle;
pub mod nim;
pub mod period;
pub mod petri;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod proofs;
mod question;
pub mod register;
#[cfg(test)]
mod schemas;
pub mod statements;
pub mod superfluous;
#[cfg(test)]
mod tests;
pub mod texts;
mod theorem;
pub mod vary;
pub mod winning;
pub mod wolf;

pub use game::{Game, Games, MOST_POINTS, OneOf, Points, combinations};
pub use question::{Question, answer};

use crate::diagnostic::Diagnostic;
use crate::limit::{CancellationToken, Limit};
use crate::one_game::{CheckpointError, Found, Search};
use crate::report::Render;
use crate::sequence::WrittenError;
use crate::threads::Threads;
use crate::verdict::{Finding, Verdict};
use grundy_output::question;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

/// The terms on which a question is answered.  No result depends on them, unless the work is ended early.
#[derive(Clone, Default)]
pub struct Control<'a> {
    /// The threads of the work.
    pub threads: Threads,
    /// Ends the work early, and limits what it keeps.
    pub stop: CancellationToken,
    /// Records how far the work has got.
    pub progress: Option<&'a (dyn Fn(Progress<'_>) + Sync)>,
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl Control<'_> {
    fn tell(&self, progress: Progress<'_>) {
        if let Some(told) = self.progress {
            told(progress);
        }
    }

    /// Records the amount done, the total, and the unit.
    pub fn count(&self, done: u64, all: u64, what: &str) {
        self.tell(Progress::Counted(done, all, what));
    }
}

/// A question that has one answer.
pub trait Ask {
    /// The type of the answer: its JSON is the answer, and text is a function of it.
    type Answer: Render;

    /// The answer.
    ///
    /// # Errors
    /// Questions that make no sense, texts that cannot be read, and limits before there was anything to say.
    fn answer(&self, control: &Control<'_>) -> Result<Self::Answer, Refused>;

    /// The answer in its forms.
    ///
    /// # Errors
    /// As [`Ask::answer`].
    fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let answer = self.answer(control)?;
        Ok(Reply::new(&answer, answer.more()))
    }
}

/// An answer in one of two shapes.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Either<A, B> {
    /// In one.
    One(A),
    /// In the other.
    Other(B),
}

impl<A: Render, B: Render> Render for Either<A, B> {
    fn verdict(&self) -> Option<Verdict> {
        match self {
            Self::One(one) => one.verdict(),
            Self::Other(other) => other.verdict(),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::One(one) => one.text(),
            Self::Other(other) => other.text(),
        }
    }

    fn more(&self) -> Value {
        match self {
            Self::One(one) => one.more(),
            Self::Other(other) => other.more(),
        }
    }
}

/// A file.
#[question]
pub struct File {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl File {
    /// The error that it is not what it should be.
    pub fn is_not(&self, what: &'static str, found: Vec<Diagnostic>) -> Refused {
        Refused::IsNot { name: self.name.clone(), what, text: self.text.clone(), found }
    }
}

/// An answer in the forms in which it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// The document that the command prints.
    pub json: String,
    /// The text that it prints for people.
    pub text: String,
    /// What is to be seen, where that is more than text.
    #[cfg(feature = "pictures")]
    #[serde(skip)]
    pub picture: Option<grundy_picture::Picture>,
    /// Everything else, by name.
    #[serde(flatten)]
    pub more: Value,
}

impl Reply {
    /// An answer, and everything else.
    pub fn new(answer: &impl Render, more: Value) -> Self {
        Self {
            #[cfg(feature = "pictures")]
            picture: answer.picture(),
            more,
            ..Self::plain(answer.json(), answer.text().trim_end().to_owned())
        }
    }

    /// A document and a text.
    fn plain(json: String, text: String) -> Self {
        Self {
            json,
            text,
            #[cfg(feature = "pictures")]
            picture: None,
            more: Value::Object(Map::new()),
        }
    }
}

/// The progress of work.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A search for the period of one game begins or continues: it can be saved as a checkpoint.
    Searching(&'a Search),
    /// It has ended, perhaps with a result.
    Searched(&'a Search, Option<&'a Found>),
    /// The amount done, the total, and the unit.
    Counted(u64, u64, &'a str),
    /// In words.
    Stage(&'a str),
}

impl Progress<'_> {
    /// The amount done, the total (0 if that is not known), and the unit.
    pub fn counts(&self) -> (u64, u64, &str) {
        match self {
            Self::Searching(search) | Self::Searched(search, _) => {
                match (search.again(), search.computed()) {
                    (Some((done, all)), _) => (done, all, "steps and loops made again"),
                    (None, Some(direct)) => (direct.position(), 0, "positions"),
                    (None, None) => (search.statistics().steps, 0, "steps"),
                }
            }
            Self::Counted(done, all, what) => (*done, *all, what),
            Self::Stage(text) => (0, 0, text),
        }
    }
}

/// Why a question has no answer: it makes no sense as it is asked.
///
/// Options have the names that they have in the command, such as `--limit-positions`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The moves do not make a game.
    #[error(transparent)]
    Moves(WrittenError),
    /// The text with this name cannot be read.
    #[error("{0} cannot be read")]
    Text(String, String, Vec<Diagnostic>),
    /// The verdict on the text with this name, which is not what the question needs.
    #[error("{0} is {2}")]
    Judged(String, String, Verdict, Vec<Finding>),
    /// The text with this name is not what it should be, such as `a move tree`.
    #[error("{name} is not {what}")]
    IsNot {
        /// The name.
        name: String,
        /// What it should be.
        what: &'static str,
        /// The text.
        text: String,
        /// What is wrong with it.
        found: Vec<Diagnostic>,
    },
    /// Moves or a number cannot be read, for a reason that is not a finding in a text.
    #[error("{0}")]
    Misread(String),
    /// Nothing that can be shown was found within a limit: how far the work got.
    #[error("{text}; {1}", text = .0.text())]
    Limit(Limit, String),
    /// The engine has no answer, for a reason that is not a limit.
    #[error("{0}")]
    Undecided(String),
    /// There is nothing to show, because of the verdict on the text.
    #[error("{1}")]
    Nothing(Verdict, String),
    /// Parts of the question do not fit together.
    #[error("{0}")]
    Question(String),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(CheckpointError),
}

impl Refused {
    /// The input, typed or in a text, is wrong.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self::Nothing(Verdict::Rejected, message.into())
    }
}

impl From<WrittenError> for Refused {
    fn from(error: WrittenError) -> Self {
        Self::Moves(error)
    }
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self::Question(message)
    }
}

impl From<&str> for Refused {
    fn from(message: &str) -> Self {
        Self::Question(message.to_owned())
    }
}
