//! From results to what people and programs read: pure functions from data to strings.
//!
//! Nothing here depends on the number of threads, and times occur only on request, so equal inputs give equal bytes.

pub mod align;
pub mod census;
pub mod certificate;
pub mod chains;
pub mod coq;
pub mod families;
pub mod find;
pub mod findings;
pub mod fits;
pub mod fixes;
mod graphviz;
pub mod heaps;
pub mod infer;
pub mod json;
pub mod kabelsalat;
pub mod means;
pub mod model;
pub mod muehle;
pub mod nim;
pub mod no_result;
pub mod options;
pub mod period;
pub mod petri;
pub mod real;
pub mod refutation;
pub mod regions;
pub mod register;
pub mod render;
pub mod rows;
pub mod schema;
pub mod sequence;
pub mod skeleton;
pub mod smt;
pub mod statements;
pub mod superfluous;
pub mod surroundings;
pub mod text;
pub mod theorem;
pub mod values;
#[cfg(feature = "pictures")]
mod vary;
pub mod winning;
pub mod wolf;
pub mod written;

#[cfg(test)]
mod examples;
#[cfg(test)]
pub(crate) mod schemas;

use crate::check::Kind;
use crate::lang;
use crate::model::Rule;
use crate::verdict::{Report, Verdict, point};
pub use render::Style;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::time::Duration;

/// A checked input, with everything that its report needs.
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    /// The path as the user wrote it.
    pub path: String,
    /// The kind of description, such as `nimseq`.
    pub kind: &'static str,
    /// The text, to which all spans belong.
    pub source: &'a str,
    /// How it was read, beyond what the text itself says: a rule only if the text names none.
    pub reading: lang::Options,
    /// What was found out.
    pub report: Report,
    /// What was examined around the counterexample, if there is one.
    pub seen: Option<surroundings::Seen>,
    /// The time that it took; present if all counts and times are to be shown.
    pub time: Option<Duration>,
}

impl<'a> Checked<'a> {
    /// A text of this kind, with nothing but what was found out about it.
    pub fn new(path: String, kind: Kind, source: &'a str, report: Report) -> Self {
        Self {
            path,
            kind: kind.name(),
            source,
            reading: lang::Options::default(),
            report,
            seen: None,
            time: None,
        }
    }

    /// The same about an equal text.
    pub fn of(self, source: &str) -> Checked<'_> {
        let Self { path, kind, reading, report, seen, time, .. } = self;
        Checked { path, kind, source, reading, report, seen, time }
    }

    /// The requested rule, if the text names none: the verdict is about that rule.
    fn asked_rule(&self) -> Option<Rule> {
        self.reading.rule.filter(|_| self.kind == Kind::Nimseq.name())
    }
}

/// A result that shows itself: as one JSON document for programs, and as text for people.
pub trait Render: Serialize {
    /// Is there a result only if everything that was requested is computed?
    const IS_COMPUTED: bool = false;

    /// The verdict on the question, from which the exit code follows; `None` if the document has a verdict of its own.
    fn verdict(&self) -> Option<Verdict> {
        Self::IS_COMPUTED.then_some(Verdict::Verified)
    }

    /// The text for people, in whole lines.
    fn text(&self) -> String;

    /// The document for programs.
    fn json(&self) -> String {
        json::judged(self.verdict(), self)
    }

    /// Everything besides document and text, such as a drawing, by name; an object.
    fn more(&self) -> Value {
        Value::Object(Map::new())
    }

    /// What is to be seen, where that is more than text.
    #[cfg(feature = "pictures")]
    fn picture(&self) -> Option<grundy_picture::Picture> {
        None
    }

    /// Writes the text, piece by piece if it can be long.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.text().as_bytes())
    }

    /// Writes the document piece by piece.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write_document(self.verdict(), self, out)
    }
}

/// The level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// One line for each input that was not verified.
    Quiet,
    /// Verdicts and findings.
    Normal,
    /// Also what the codes of the findings mean.
    Verbose,
}

/// The text in a colour, given by its ANSI code (`1;31` is bold red).
fn paint(text: &str, code: &str, style: Style) -> String {
    if style.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

/// Seconds with six decimals, exact.
fn seconds(time: Duration) -> String {
    format!("{}.{:06}", time.as_secs(), time.subsec_micros())
}
