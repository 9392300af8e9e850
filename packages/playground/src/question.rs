//! What can be asked: everything that the library answers, in the forms that the page wants, and what only the page
//! asks.

use super::{Json, Refused, WorkStep, json, known, object, place, tell};
use grundy_check::trace::FIRST_WORD;
use grundy_core::diagnostic::Diagnostic;
use grundy_core::lang;
use grundy_core::verdict::Verdict;
use grundy_prove::theorem::{TheoremOptions, theorem};
use grundy_report::ask::texts::{Verify, about, certificate, told_theorem};
use grundy_report::ask::{self, Control, Game, Progress, games, period};
use grundy_report::check::{Certified, Kind};
use grundy_report::report::Render as _;
use grundy_sequence::WrittenError;
use serde::Deserialize;

/// What the text of the editor is called in reports.
const NAME: &str = "description";

/// The value of a parameter that was given none.
const FIRST_VALUE: i64 = 5;

/// The most positions that are shown at once.
const MOST_SHOWN: usize = 4_000_000;

/// The farthest position that is shown: all before it have to be computed.
pub(crate) const FARTHEST: u64 = 200_000_000;

/// The most steps of a search for a period.
const STEPS: u64 = 1 << 21;

/// What only the page asks, by the name in `ask`.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
enum Own {
    /// The version of the program, the kinds of inputs, and published descriptions.
    Known {},
    /// The proof of a description, or its counterexample, as a file.
    Certify {
        /// A description of a sequence.
        text: String,
    },
    /// One position of a game: where its moves lead, and which word of the description it stands in.
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
    let asked: serde_json::Value = serde_json::from_str(question).map_err(no_question)?;
    if matches!(asked["ask"].as_str(), Some("known" | "certify" | "place")) {
        return match serde_json::from_value(asked).map_err(no_question)? {
            Own::Known {} => known::known(),
            Own::Certify { text } => certify(text),
            Own::Place { game, text, position } => place::place(game, &text, position),
        };
    }
    let asked = serde_json::from_value(asked).map_err(no_question)?;
    with_control(|control| match asked {
        ask::Question::Verify(asked) => verify(asked, control),
        ask::Question::Sequence(asked) => sequence(asked, control),
        ask::Question::Period(asked) => {
            let game = settled(asked.game);
            let asked = period::Question { game, limit_steps: Some(STEPS), ..asked };
            Ok(asked.answer(control).map_err(refused)?.json())
        }
        ask::Question::Infer(mut asked) => {
            asked.game = settled(asked.game);
            let found = asked.answer(control).map_err(refused)?.reply();
            let more = |name: &str| found.more[name].to_string();
            Ok(object(&[
                ("found", found.json.clone()),
                ("cases", more("cases")),
                ("parameter", more("parameter")),
                ("description", more("description")),
            ]))
        }
        ask::Question::Format(mut asked) => {
            asked.name = Some(NAME.to_owned());
            json(&asked.answer().map_err(refused)?.text)
        }
        mut asked => {
            if let ask::Question::Check(asked) = &mut asked {
                // The page always has a text, which a proof by trace is not about.
                asked.text =
                    asked.text.take().filter(|_| !asked.certificate.starts_with(FIRST_WORD));
                asked.name = Some(NAME.to_owned());
            }
            Ok(ask::answer(&asked, control).map_err(refused)?.json)
        }
    })
}

/// Does something, and tells those who wait how far it has come.
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

/// The game with a value for each parameter that its moves have, and without what is left empty.
pub(crate) fn settled(mut game: Game) -> Game {
    // Sets and real numbers are no lists.
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
            let help = one.help.as_ref().map(|help| format!("; {help}"));
            let (place, help) = (place.unwrap_or_default(), help.unwrap_or_default());
            format!("{name}:{place}{}{help}", one.message)
        };
        found.iter().map(one).collect::<Vec<_>>().join("\n")
    };
    match error {
        ask::Refused::Moves(WrittenError::Unreadable(text, found)) => told("moves", &text, &found),
        ask::Refused::Text(name, text, found) => told(&name, &text, &found),
        ask::Refused::Limit(limit, _) => limit.text().to_owned(),
        error => error.to_string(),
    }
}

/// The report on a text, with the theorem that follows if it is a proved description.
fn verify(mut asked: Verify, control: &Control<'_>) -> Result<Json, Refused> {
    let ending = asked.kind.as_deref().and_then(Kind::named).map_or("", Kind::ending);
    asked.name = Some(format!("{NAME}.{ending}"));
    let verified = asked.answer(control).map_err(refused)?;
    let mut members = vec![("report", format!("{{\"results\":[{}]}}", verified.reply().json))];
    let (checked, report) = (&verified.checked, &verified.checked.report);
    let is_described = checked.kind == Kind::Nimseq.name();
    let lowered = is_described.then(|| lang::parse(checked.source, &checked.reading));
    if let Some(description) = lowered.and_then(|it| it.description) {
        let facts = about(&description);
        members
            .extend(["parameters", "moves", "values"].map(|name| (name, facts[name].to_string())));
        let is_proved = report.description.unwrap_or(report.verdict) == Verdict::Verified;
        match is_proved.then(|| theorem(&description, &TheoremOptions::default())) {
            Some(Ok(theorem)) => {
                let said = theorem.statement(&description);
                let told = told_theorem(&theorem, said, None);
                let more = ["cases", "latex"].map(|name| (name, told.more[name].to_string()));
                members.push(("theorem", told.json));
                members.extend(more);
            }
            Some(Err(undecided)) => members.push(("no_theorem", json(&undecided.to_string())?)),
            None => {}
        }
    }
    Ok(object(&members))
}

/// The proof, or the counterexample, as a file.
fn certify(text: String) -> Result<Json, Refused> {
    let asked = Verify { text, certify: true, ..Verify::default() };
    let verified = with_control(|control| asked.answer(control)).map_err(refused)?;
    let name = match &verified.certified {
        Certified::Proof { .. } => "description.proof",
        Certified::Counterexample(_) => "counterexample.json",
        Certified::Unsupported(reason) => {
            return Err(format!("no certificate: certificates cannot express this: {reason}"));
        }
        Certified::Nothing => {
            let verdict = verified.checked.report.verdict;
            return Err(format!("no certificate: the description is {verdict}"));
        }
    };
    let file = certificate(&verified.certified).unwrap_or_default();
    Ok(object(&[("name", json(&name)?), ("text", json(&file)?)]))
}

/// A piece of a sequence.
fn sequence(mut asked: games::Sequence, control: &Control<'_>) -> Result<Json, Refused> {
    if asked.count > MOST_SHOWN || asked.from > FARTHEST.into() {
        return Err(format!(
            "the page shows at most {MOST_SHOWN} positions at once, starting at {FARTHEST} at most"
        ));
    }
    asked.game = settled(asked.game);
    let piece = asked.answer(control).map_err(refused)?;
    let named = |(name, value)| serde_json::json!({ "name": name, "value": value });
    let parameters: Vec<_> =
        asked.game.at.iter().map(|(name, value)| named((name, value))).collect();
    Ok(object(&[("parameters", json(&parameters)?), ("piece", piece.reply().json)]))
}
