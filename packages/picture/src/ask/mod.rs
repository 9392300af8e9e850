//! Questions that a picture answers.
//!
//! ```
//! use grundy_picture::ask::{Question, answer};
//! let question = r#"{"ask": "plot-sequence", "game": {"moves": "2 5 7"}, "width": "22"}"#;
//! let question: Question = serde_json::from_str(question).unwrap();
//! let reply = answer(&question, &Default::default()).unwrap();
//! assert!(reply.more["svg"].as_str().unwrap().starts_with("<svg"));
//! ```

pub mod map;
pub mod means;
pub mod net;
pub mod records;
pub mod refutation;
mod rows;
pub mod sequence;
#[cfg(test)]
mod tests;

use crate::{Picture, Size, Theme};
use grundy_answers::ask::{Ask, Control, Refused, Reply};
use grundy_answers::report::Render;
use grundy_language::verdict::Verdict;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

/// An answer with a picture.
pub struct Drawn<A> {
    /// The answer as data.
    pub answer: A,
    /// What the picture leaves out, as full sentences without the final period.
    pub notes: Vec<String>,
    draw: Box<dyn Fn() -> Picture + Send + Sync>,
}

impl<A> Drawn<A> {
    fn new(answer: A, draw: impl Fn() -> Picture + Send + Sync + 'static) -> Self {
        Self { answer, notes: Vec::new(), draw: Box::new(draw) }
    }

    /// Draws the picture.
    pub fn picture(&self) -> Picture {
        (self.draw)()
    }
}

impl Drawn<Title> {
    /// A picture that leaves nothing out.
    fn whole(picture: Picture) -> Self {
        let answer = Title { title: picture.title.clone(), shows: picture.description.clone() };
        Self::new(answer, move || picture.clone())
    }
}

impl<A: Serialize> Serialize for Drawn<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.answer.serialize(serializer)
    }
}

impl<A: Render> Render for Drawn<A> {
    fn verdict(&self) -> Option<Verdict> {
        self.answer.verdict()
    }

    fn text(&self) -> String {
        self.answer.text()
    }

    /// The picture, and what it leaves out.
    fn more(&self) -> Value {
        json!({ "svg": self.picture().svg(Theme::Auto), "notes": self.notes })
    }
}

/// What a picture shows, for those who cannot see it.
#[derive(Clone, Debug, Serialize)]
pub struct Title {
    title: String,
    shows: String,
}

impl Render for Title {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        format!("{}\n{}\n", self.title, self.shows)
    }
}

/// A question, by the name in `ask`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Question {
    /// All games of three moves with this largest one.
    MapThree(map::Three),
    /// Games of four moves by one of them.
    MapFour(map::Four),
    /// Symmetric games of five moves by the largest one.
    MapFive(map::TwoFree),
    /// A piece of the sequence of a game, row by row.
    PlotSequence(sequence::PlotSequence),
    /// A counterexample to a description.
    PlotRefutation(refutation::PlotRefutation),
    /// How records grow.
    PlotRecords(records::PlotRecords),
    /// How means grow.
    PlotMeans(means::PlotMeans),
    /// A Petri net.
    PetriDraw(net::PetriDraw),
}

/// Does the same with the question, whichever it is.
macro_rules! each {
    ($of:expr, $question:ident => $do:expr) => {
        match $of {
            Question::MapThree($question) => $do,
            Question::MapFour($question) => $do,
            Question::MapFive($question) => $do,
            Question::PlotSequence($question) => $do,
            Question::PlotRefutation($question) => $do,
            Question::PlotRecords($question) => $do,
            Question::PlotMeans($question) => $do,
            Question::PetriDraw($question) => $do,
        }
    };
}

/// The answer to a question.
///
/// # Errors
/// Questions that make no sense, texts that cannot be read, and limits.
pub fn answer(question: &Question, control: &Control<'_>) -> Result<Reply, Refused> {
    each!(question, question => question.reply(control))
}

/// The picture that answers a question.
///
/// # Errors
/// As [`answer`].
pub fn picture(question: &Question, control: &Control<'_>) -> Result<Picture, Refused> {
    each!(question, question => Ok(question.answer(control)?.picture()))
}

/// In JSON, a pair such as `[1200, 900]`.
impl TryFrom<(u32, u32)> for Size {
    type Error = String;

    fn try_from((width, height): (u32, u32)) -> Result<Self, String> {
        Self::new(width, height).ok_or_else(|| {
            let (least, greatest) = (Self::LEAST, Self::GREATEST);
            format!(
                "width and height are from {least} to {greatest} pixels, not {width} and {height}"
            )
        })
    }
}

/// The default size of most pictures: 1200 by 900 pixels.
pub const SIZE: Size = Size { width: 1200, height: 900 };
