//! Games: their sequences, their periods, and theorems about families of them.

use super::question::Asked;
use super::{Json, Refused, WorkStep, json, object, proof, tell};
use grundy_check::Integer;
use grundy_check::model::Move;
use grundy_core::lang::{self, MoveList};
use grundy_core::limit::CancellationToken;
use grundy_engines::one_game::{self, Source};
use grundy_infer::infer::{self, Family, Method, Start};
use grundy_report::report::Render as _;
use grundy_report::report::infer::{FoundTheorem, stage};
use grundy_report::report::sequence::{By, Ending, Reached, SearchReport, Subject, piece};
use grundy_sequence::{Game, Moves};
use serde::Serialize;

/// The value of a parameter that was given none.
const FIRST_VALUE: i64 = 5;

/// The most positions that are shown at once.
const MOST_SHOWN: usize = 4_000_000;

/// The farthest position that is shown: all before it have to be computed.
pub(crate) const FARTHEST: u64 = 200_000_000;

/// So many steps are made to find a period.
const STEPS: u64 = 1 << 21;

/// A game that was asked for.
pub(crate) struct Played {
    /// Its parameters with their values.
    pub at: Vec<(String, Integer)>,
    /// The moves as they are written, with their sizes, in the order of these.
    pub moves: Vec<(String, u64)>,
    /// The game.
    pub game: Game,
}

fn list(asked: &Asked) -> Result<MoveList, Refused> {
    let text = &asked.moves;
    lang::moves(text).map_err(|diagnostics| proof::told(&diagnostics, "moves", text))
}

impl Played {
    /// Reads a game.
    pub(crate) fn read(asked: &Asked) -> Result<Self, Refused> {
        let (list, rule) = (list(asked)?, asked.rule()?);
        let value = |name: &String| match asked.at.get(name) {
            None => Ok(Integer::from(FIRST_VALUE)),
            Some(number) => {
                number.parse().map_err(|_| format!("{name} = {number} is not a number"))
            }
        };
        let point = list.parameters.iter().map(value).collect::<Result<Vec<Integer>, _>>()?;
        let at: Vec<_> = list.parameters.iter().cloned().zip(point.iter().cloned()).collect();
        let sizes = list.sizes(&point, Moves::GREATEST).map_err(|error| error.to_string())?;
        let written = |one: &Move| {
            let name = asked.moves[one.span.range()].to_owned();
            let these = one.sizes(&point, sizes.len()).unwrap_or_default().into_iter();
            these
                .filter_map(|size| size.to())
                .map(move |size| (name.clone(), size))
                .collect::<Vec<_>>()
        };
        let mut moves: Vec<_> = list.moves.iter().flat_map(written).collect();
        moves.sort_by_key(|it| it.1);
        moves.dedup_by_key(|it| it.1);
        let game = Moves::new(&sizes).and_then(|moves| Game::named(moves, rule, asked.start()));
        Ok(Self { at, moves, game: game.map_err(|error| error.to_string())? })
    }
}

/// The value of a parameter.
#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    value: &'a Integer,
}

/// A piece of a sequence.
pub(crate) fn sequence(asked: &Asked, from: u64, count: usize) -> Result<Json, Refused> {
    let Played { at, game, .. } = Played::read(asked)?;
    if count > MOST_SHOWN || from > FARTHEST {
        return Err(format!(
            "the page shows at most {MOST_SHOWN} positions at once, starting at {FARTHEST} at most"
        ));
    }
    let values = Source::of(&game).values(&from.into(), count, &CancellationToken::default());
    let values = values.map_err(|unreached| unreached.limit.text().to_owned())?;
    let parameters: Vec<_> = at.iter().map(|(name, value)| Named { name, value }).collect();
    Ok(object(&[
        ("parameters", json(&parameters)?),
        ("piece", piece(&Subject::from(&game), &from.into(), &values)),
    ]))
}

/// Period and preperiod, as `grundy period --format json` prints them.
pub(crate) fn period(asked: &Asked) -> Result<Json, Refused> {
    let Played { game, .. } = Played::read(asked)?;
    let stop = CancellationToken::default();
    let subject = Subject::from(&game);
    let mut search = one_game::Search::all(&game).within(STEPS);
    let position = |search: &one_game::Search| search.computed().map_or(0, |it| it.position());
    let found = loop {
        match search.advance(&stop) {
            Ok(Some(found)) => break Ok(found),
            Ok(None) => {}
            Err(limit) => break Err(limit),
        }
        tell(&WorkStep::Stage(format!("no period in {} positions so far", position(&search))));
    };
    let by = found.as_ref().map_or(By::Positions, By::from);
    let ending = Ending::of(found, Reached::Positions(position(&search)));
    Ok(SearchReport::new(subject, by, ending).json())
}

/// The theorem about a family with one parameter, as `grundy infer --format json` prints it.
pub(crate) fn infer(asked: &Asked, by: &str, work: Option<u64>) -> Result<Json, Refused> {
    let rule = asked.rule()?;
    let MoveList { parameters, moves } = list(asked)?;
    let [parameter] = parameters.as_slice() else {
        let count = parameters.len();
        return Err(format!("a family has one parameter, but these moves have {count}"));
    };
    let parameter = parameter.chars().next().unwrap_or('n');
    let mut family = Family::new(parameter, &moves, 0).map_err(|error| error.to_string())?;
    if let Some(start) = asked.start() {
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
        ("cases", json(&found.cases())?),
        ("parameter", json(&parameter)?),
        ("description", json(&description)?),
    ]))
}
