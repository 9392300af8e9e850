//! What can be asked: everything that the library answers, in the forms that the page wants, and what only the page
//! asks.

use super::{Json, Refused, WorkStep, known, object, place, tell};
use grundy_answers::ask::{self, Control, Game, Progress, Question, Reply};
use grundy_answers::check::Kind;
use grundy_kernel::Integer;
use grundy_kernel::trace::FIRST_WORD;
use grundy_language::diagnostic::Diagnostic;
use grundy_sequence::WrittenError;
use serde::Deserialize;
use serde_json::Value;

/// What the text of the editor is called in reports.
const NAME: &str = "description";

/// The value of a parameter for which none was given.
const FIRST_VALUE: i64 = 5;

/// The most positions that are shown at once.
const MOST_SHOWN: usize = 4_000_000;

/// The farthest position that is shown with its word: every position before it has to be computed.
pub(crate) const FARTHEST: u64 = 200_000_000;

/// The most steps of a search for a period.
const STEPS: u64 = 1 << 21;

/// What only the page asks, by the name in `ask`.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
enum Own {
    /// The version of the program, the address of the book, the kinds of inputs, and published descriptions.
    Known {},
    /// One position of a game: where its moves lead, and which word of the description it is in.
    Place {
        /// The game.
        game: Game,
        /// The description, which may be about other games.
        text: String,
        /// The position.
        position: u64,
    },
}

/// The answer to a question, or why there is none.
pub(crate) fn answer(question: &str) -> Result<Json, Refused> {
    let no_question = |error| format!("no question: {error}");
    let asked: Value = serde_json::from_str(question).map_err(no_question)?;
    if matches!(asked["ask"].as_str(), Some("known" | "place")) {
        let answer = match serde_json::from_value(asked).map_err(no_question)? {
            Own::Known {} => known::known()?,
            Own::Place { game, text, position } => place::place(game, &text, position)?,
        };
        return Ok(object(&[("answer", answer)]));
    }
    let (question, at) = readied(serde_json::from_value(asked).map_err(no_question)?)?;
    let reply = with_control(|control| ask::answer(&question, control));
    let Reply { json, text, more, .. } = reply.map_err(refused)?;
    let text = Value::from(text).to_string();
    let parts = [("answer", json), ("text", text), ("more", more.to_string())];
    Ok(object(&[&parts[..], &[("at", at.to_string())]].concat()))
}

/// The question with the name and the limits of the page, and the parameters of its game.
fn readied(mut asked: Question) -> Result<(Question, Value), Refused> {
    let settle = |game: &mut Game| {
        *game = settled(std::mem::take(game));
        let text = |value: &Integer| Value::from(value.to_string());
        game.at.iter().map(|(name, value)| (name.clone(), text(value))).collect()
    };
    let at = match &mut asked {
        Question::Sequence(asked) => {
            if asked.count.is_some_and(|it| it > MOST_SHOWN) {
                return Err(format!("the page shows at most {MOST_SHOWN} positions at once"));
            }
            match &asked.points[..] {
                [] => settle(&mut asked.game),
                _ => Value::Null,
            }
        }
        Question::Period(asked) => {
            asked.limit_steps = Some(STEPS);
            settle(&mut asked.game)
        }
        Question::Infer(asked) => settle(&mut asked.game),
        Question::Verify(asked) => {
            let ending = asked.kind.as_deref().and_then(Kind::named).map_or("", Kind::ending);
            asked.name.get_or_insert(format!("{NAME}.{ending}"));
            Value::Null
        }
        Question::Format(asked) => {
            asked.name.get_or_insert(NAME.to_owned());
            Value::Null
        }
        Question::Check(asked) => {
            // The page always has a text, but a proof by trace is not about it.
            asked.text = asked.text.take().filter(|_| !asked.certificate.starts_with(FIRST_WORD));
            asked.name.get_or_insert(NAME.to_owned());
            Value::Null
        }
        _ => Value::Null,
    };
    Ok((asked, at))
}

/// Does something, and reports its progress to those who wait.
fn with_control<R>(work: impl FnOnce(&Control<'_>) -> R) -> R {
    let progress = |progress: Progress<'_>| {
        let (done, all, what) = progress.counts();
        tell(&match progress {
            Progress::Counted(..) => WorkStep::Done(done, all),
            Progress::Stage(stage) => WorkStep::Stage(stage.to_owned()),
            Progress::Searching(_) | Progress::Searched(..) => {
                WorkStep::Stage(format!("no period in {done} {what} so far"))
            }
        });
    };
    work(&Control { progress: Some(&progress), ..Control::default() })
}

/// The game with a value for each parameter in its moves, and without the fields that are left empty.
pub(crate) fn settled(mut game: Game) -> Game {
    // Sets and real numbers are not lists.
    let parameters = game.written().list().map_or_else(|_| Vec::new(), |list| list.parameters);
    let value = |name: String| {
        let given = game.at.iter().find(|(one, _)| *one == name);
        (given.cloned()).unwrap_or_else(|| (name, FIRST_VALUE.into()))
    };
    game.at = parameters.into_iter().map(value).collect();
    for text in [&mut game.rule, &mut game.start, &mut game.values] {
        *text = text.take().filter(|text| !text.trim().is_empty());
    }
    game
}

/// Why a question has no answer.
pub(crate) fn refused(error: ask::Refused) -> Refused {
    let told = |name: &str, text: &str, found: &[Diagnostic]| {
        let one = |one: &Diagnostic| {
            let place = one.location(text).map(|it| format!("{}:{}: ", it.line, it.column));
            format!("{name}:{}{}", place.unwrap_or_default(), one.sentence())
        };
        found.iter().map(one).collect::<Vec<_>>().join("\n")
    };
    match error {
        ask::Refused::Moves(WrittenError::Unreadable(text, found)) => told("moves", &text, &found),
        ask::Refused::Text(name, text, found) | ask::Refused::IsNot { name, text, found, .. } => {
            told(&name, &text, &found)
        }
        ask::Refused::Limit(limit, _) => limit.text().to_owned(),
        error => error.to_string(),
    }
}
