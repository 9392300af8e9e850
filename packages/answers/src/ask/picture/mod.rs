//! Questions that a picture answers.
//!
//! ```
//! use grundy_answers::ask::{Question, answer};
//! let question = r#"{"ask": "plot-sequence", "game": {"moves": "2 5 7"}, "width": "22"}"#;
//! let question: Question = serde_json::from_str(question).unwrap();
//! let reply = answer(&question, &Default::default()).unwrap();
//! assert!(reply.more["svg"].as_str().unwrap().starts_with("<svg"));
//! assert!(reply.picture.is_some());
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

use crate::report::Render;
use crate::verdict::Verdict;
use grundy_picture::{Picture, Theme};
use serde::{Serialize, Serializer};
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

    fn picture(&self) -> Option<Picture> {
        Some(self.picture())
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
