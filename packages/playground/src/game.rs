//! Games: their sequences, their periods, and theorems about families of them.

use super::{Json, Refused, WorkStep, json, object, proof, tell};
use grundy_check::Integer;
use grundy_core::lang::{self, MoveList};
use grundy_core::limit::CancellationToken;
use grundy_engines::one_game::Source;
use grundy_infer::infer::{self, Family, Method, Start};
use grundy_report::ask::{self, Control, Game, Progress, period::Question};
use grundy_report::report::Render as _;
use grundy_report::report::infer::{FoundTheorem, stage};
use grundy_report::report::sequence::{Subject, piece};
use grundy_report::report::theorem::cases;
use grundy_sequence::WrittenError;
use serde::Serialize;

/// The value of a parameter that was given none.
const FIRST_VALUE: i64 = 5;

/// The most positions that are shown at once.
const MOST_SHOWN: usize = 4_000_000;

/// The farthest position that is shown: all before it have to be computed.
pub(crate) const FARTHEST: u64 = 200_000_000;

/// The most steps of a search for a period.
const STEPS: u64 = 1 << 21;

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

/// Why a question about a game has no answer.
pub(crate) fn refused(error: ask::Refused) -> Refused {
    match error {
        ask::Refused::Moves(WrittenError::Unreadable(text, diagnostics)) => {
            proof::told(&diagnostics, "moves", &text)
        }
        error => error.to_string(),
    }
}

/// The value of a parameter.
#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    value: &'a Integer,
}

/// A piece of a sequence.
pub(crate) fn sequence(game: Game, from: u64, count: usize) -> Result<Json, Refused> {
    if count > MOST_SHOWN || from > FARTHEST {
        return Err(format!(
            "the page shows at most {MOST_SHOWN} positions at once, starting at {FARTHEST} at most"
        ));
    }
    let game = settled(game);
    let read = game.read().map_err(refused)?;
    let subject = Subject::of(&read, game.rule().map_err(refused)?);
    let values = Source::from(read).values(&from.into(), count, &CancellationToken::default());
    let values = values.map_err(|unreached| unreached.limit.text().to_owned())?;
    let parameters: Vec<_> = game.at.iter().map(|(name, value)| Named { name, value }).collect();
    Ok(object(&[
        ("parameters", json(&parameters)?),
        ("piece", piece(&subject, &from.into(), &values)),
    ]))
}

/// Period and preperiod, as `grundy period --format json` prints them.
pub(crate) fn period(game: Game) -> Result<Json, Refused> {
    let question =
        Question { game: settled(game), limit_steps: Some(STEPS), ..Question::default() };
    let progress = |progress: Progress<'_>| {
        let (done, _, what) = progress.counts();
        tell(&WorkStep::Stage(match progress {
            Progress::Stage(stage) => stage.to_owned(),
            _ => format!("no period in {done} {what} so far"),
        }));
    };
    let control = Control { progress: Some(&progress), ..Control::default() };
    question.answer(&control).map(|answer| answer.json()).map_err(refused)
}

/// The theorem about a family with one parameter, as `grundy infer --format json` prints it.
pub(crate) fn infer(game: Game, by: &str, work: Option<u64>) -> Result<Json, Refused> {
    let game = settled(game);
    let rule = game.rule().map_err(refused)?;
    let text = game.moves.join(" ");
    let MoveList { parameters, moves } =
        lang::moves(&text).map_err(|diagnostics| proof::told(&diagnostics, "moves", &text))?;
    let [parameter] = parameters.as_slice() else {
        let count = parameters.len();
        return Err(format!("a family has one parameter, but these moves have {count}"));
    };
    let parameter = parameter.chars().next().unwrap_or('n');
    let mut family = Family::new(parameter, &moves, 0).map_err(|error| error.to_string())?;
    if let Some(start) = game.start() {
        let start = Start::named(start, rule.alphabet()).map_err(|error| error.to_string())?;
        family = family.with_start(start);
    }
    let progress = |progress| tell(&WorkStep::Stage(stage(progress)));
    let (by, work, progress) = (Method::named(by)?, work.unwrap_or(u64::MAX), Some(&progress as _));
    let options = infer::Options { rule, by, work, progress, ..Default::default() };
    let theorem = infer::infer(&family, &options);
    let description = theorem.description(&options).and_then(Result::ok);
    let found = FoundTheorem::new(&theorem);
    Ok(object(&[
        ("found", found.json()),
        ("cases", json(&cases(&found.said))?),
        ("parameter", json(&parameter)?),
        ("description", json(&description)?),
    ]))
}
