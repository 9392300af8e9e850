//! Any question, by its name.

use super::{Control, Refused, Reply, families, games, period, texts};
use crate::report::Render as _;
use crate::report::period::Known;
use serde::Deserialize;
use serde_json::json;

/// A question, by the name in `ask`.
///
/// ```
/// use grundy_report::ask::{Question, Control, answer};
/// let question = r#"{"ask": "period", "game": {"moves": "2 5 7"}}"#;
/// let question: Question = serde_json::from_str(question).unwrap();
/// let reply = answer(&question, &Control::default()).unwrap();
/// assert!(reply.json.contains(r#""period": "22""#));
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub enum Question {
    /// Is this text right?
    Verify(texts::Verify),
    /// Which games is a description about?
    Describe(texts::Describe),
    /// What follows from a description for all parameters?
    Theorem(texts::Theorem),
    /// Is the certificate right?
    Check(texts::Check),
    /// The text in the common layout.
    Format(texts::Format),
    /// The text with all that its findings propose.
    Fix(texts::Fix),
    /// What a code means.
    Explain(texts::Explain),
    /// Period and preperiod of a game.
    Period(period::Question),
    /// A piece of the sequence of a game.
    Sequence(games::Sequence),
    /// Losing intervals of a game with real moves.
    Intervals(games::Intervals),
    /// Who wins several heaps?
    Heaps(games::Heaps),
    /// All games of a kind.
    Census(games::Census),
    /// The theorem about a family of games.
    Infer(families::Infer),
    /// A first draft of a description.
    New(families::Draft),
}

/// The answer to a question.
///
/// # Errors
/// Questions that make no sense, texts that cannot be read, and limits before there was anything to say.
pub fn answer(question: &Question, control: &Control<'_>) -> Result<Reply, Refused> {
    Ok(match question {
        Question::Verify(question) => question.answer(control)?.reply(),
        Question::Describe(question) => question.answer(control)?,
        Question::Theorem(question) => question.answer(control)?,
        Question::Check(question) => question.answer(control)?,
        Question::Format(question) => question.answer()?,
        Question::Fix(question) => question.answer(control)?,
        Question::Explain(question) => question.answer()?,
        Question::Period(question) => {
            let answer = question.answer(control)?;
            let limit = match &answer.known {
                Known::Open(open) => open.limit.map(|limit| limit.name()),
                Known::Cycle(_) | Known::Aperiodic { .. } => None,
            };
            let file = answer.certificate.as_ref().and_then(|it| it.as_ref().ok());
            let file = file.map(|bytes| String::from_utf8_lossy(bytes));
            Reply {
                text: answer.text(),
                json: answer.json(),
                more: json!({ "limit": limit, "certificate": file }),
            }
        }
        Question::Sequence(question) => question.answer(control)?.reply(),
        Question::Intervals(question) => question.answer(control)?,
        Question::Heaps(question) => question.answer(control)?,
        Question::Census(question) => question.answer(control)?,
        Question::Infer(question) => question.answer(control)?.reply(),
        Question::New(question) => question.answer(control)?,
    })
}
