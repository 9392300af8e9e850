//! One position: where its moves lead, and which word of a description it is in.

use super::question::{FARTHEST, refused, settled};
use super::{Json, Refused};
use grundy_answers::ask;
use grundy_answers::report::sequence::letter;
use grundy_kernel::Integer;
use grundy_kernel::model::{Description, Move};
use grundy_language::diagnostic::location;
use grundy_language::expand::Expansion;
use grundy_language::lang;
use grundy_language::limit::CancellationToken;
use grundy_prove::verify::variable_names;
use grundy_sequence::{Game, values};
use serde_json::{Value, json};

/// A game that is played.
struct Played {
    /// Its parameters with their values.
    at: Vec<(String, Integer)>,
    /// The moves as they are written, with their sizes, in order of size.
    moves: Vec<(String, u64)>,
    game: Game,
}

impl Played {
    fn read(game: ask::Game) -> Result<Self, ask::Refused> {
        let asked = settled(game);
        let (game, list) = (asked.listed()?, asked.written().list()?);
        let point: Vec<_> = asked.at.iter().map(|(_, value)| value.clone()).collect();
        let text = asked.written().text();
        let written = |one: &Move| {
            let sizes = one.sizes(&point, game.moves().sizes().len()).unwrap_or_default();
            let name = text.get(one.span.range()).unwrap_or_default().to_owned();
            let sizes = sizes.into_iter().filter_map(|size| size.to());
            sizes.map(|size| (name.clone(), size)).collect::<Vec<_>>()
        };
        let mut moves: Vec<_> = list.moves.iter().flat_map(written).collect();
        moves.sort_by_key(|it| it.1);
        moves.dedup_by_key(|it| it.1);
        Ok(Self { at: asked.at, moves, game })
    }
}

/// The position of a game, and of a description if it is about this game.
pub(crate) fn place(game: ask::Game, text: &str, position: u64) -> Result<Json, Refused> {
    let played = Played::read(game).map_err(refused)?;
    if position > FARTHEST {
        return Err(format!("the page shows positions up to {FARTHEST}"));
    }
    let game = &played.game;
    let from = position.saturating_sub(game.moves().greatest().into());
    let count = usize::try_from(position - from).map_or(usize::MAX, |it| it + 1);
    let near = values(game, from, count, &CancellationToken::default());
    let near = near.map_err(|limit| limit.text().to_owned())?;
    let letter_at = |position: u64| {
        let value = near.get(usize::try_from(position.checked_sub(from)?).ok()?)?;
        Some(letter(game.rule().alphabet(), *value))
    };
    let option = |(written, size): &(String, u64)| {
        let target = position.checked_sub(*size);
        // `None` where the move leads below 0.
        let value = target.and_then(letter_at);
        json!({ "move": written, "size": size, "position": target, "value": value })
    };
    let place = json!({
        "position": position,
        "value": letter_at(position),
        "options": played.moves.iter().map(option).collect::<Vec<_>>(),
        "word": word(&played, text, position),
    });
    Ok(place.to_string())
}

/// The word of the description; `None` if it is about other games, or has no word there.
fn word(played: &Played, text: &str, position: u64) -> Option<Value> {
    let description = lang::parse(text, &lang::Options::default()).description?;
    let point = point(played, &description)?;
    let position = Integer::from(position);
    let mut from = Integer::ZERO;
    let mut expansion = Expansion::new(&description, &point);
    while let Some(found) = expansion.next() {
        if found.length.is_negative() {
            return None;
        }
        let next = &from + &found.length;
        if next <= position {
            from = next;
            continue;
        }
        let names = variable_names(&description, found.block);
        let inner = names.into_iter().zip(expansion.variables().iter().map(ToString::to_string));
        let place = location(text, found.word.span)?;
        return Some(json!({
            "written": text.get(found.word.span.range())?,
            "line": place.line,
            "column": place.column,
            // The first position of this occurrence, its length, and the variables of the loops around it.
            "from": from.to_string(),
            "length": found.length.to_string(),
            "variables": inner.skip(point.len()).collect::<Vec<_>>(),
        }));
    }
    None
}

/// The parameters of the description, if it is about this game.
fn point(played: &Played, description: &Description) -> Option<Vec<Integer>> {
    let value = |name: &str| played.at.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    let names = description.parameter_names();
    let point = names.into_iter().map(value).collect::<Option<Vec<_>>>()?;
    let sizes = description.sizes(&point, played.moves.len()).unwrap_or_default();
    let mut sizes: Vec<_> = sizes.into_iter().map(|(size, _)| size).collect();
    sizes.sort();
    let same = sizes.into_iter().eq(played.moves.iter().map(|it| Integer::from(it.1)));
    let holds = description.conditions.iter().all(|it| it.constraint.holds_at(&point));
    let values = description.rule == played.game.rule();
    let values = values && description.start.is_none() && played.game.start().is_none();
    (same && holds && values).then_some(point)
}
