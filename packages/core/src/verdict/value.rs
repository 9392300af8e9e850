use super::{Finding, Verdict};
use serde::Serialize;

/// One value of a text or a catalogue that claims many, compared with computation.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedValue {
    /// What the row is about: a family, a game, a position.
    pub row: String,
    /// What of it: `p`, or `corrected p` for a value of a catalogue's own.
    pub column: String,
    /// *Verified* if the value was computed, or is proved, for every game that it is claimed for.
    pub verdict: Verdict,
    /// For which games, in words.
    pub remark: String,
    /// For which games it is proved, and by which description.
    pub proofs: Vec<ProvedFor>,
    /// The deviation, or the limit.
    pub findings: Vec<Finding>,
    /// Where it is *refuted*, and no news: why not.
    pub known: Option<String>,
}

/// Games for which a value is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvedFor {
    /// The name of the description that proves it; without one the moves alone show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The games, such as `all n >= 2`; nothing for a single game.
    pub games: String,
}

impl PublishedValue {
    /// A value that is claimed for one game.
    pub fn new(row: &str, column: &str, verdict: Verdict, findings: Vec<Finding>) -> Self {
        let (row, column) = (row.to_owned(), column.to_owned());
        let (remark, proofs) = (String::new(), Vec::new());
        Self { row, column, verdict, remark, proofs, findings, known: None }
    }
}
