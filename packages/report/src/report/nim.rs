//! Answers about Nim positions.

#[cfg(test)]
use super::json::Number;
use super::json::{SCHEMA, document};
#[cfg(test)]
use super::schemas::Decimal;
use crate::Integer;
use crate::games::nim::{Convention, Move, Outcome, Position, list, theory};
use serde::{Serialize, Serializer};

/// Outcome, winning moves, and the move of the described strategy, for people.
pub fn text(position: &Position, convention: Convention) -> String {
    let outcome = theory::outcome(position, convention);
    let wins = if outcome == Outcome::N { "wins" } else { "loses" };
    let winning = match &theory::winning_moves(position, convention)[..] {
        [] => "none".to_owned(),
        moves => list(moves),
    };
    let strategy = theory::strategy(position, convention);
    let strategy = match strategy.map(|chosen| (position.after(&chosen), chosen)) {
        Some((Ok(after), chosen)) => format!("{chosen}, leaving {after}"),
        _ => "nothing, because no stick is left".to_owned(),
    };
    format!(
        "{outcome}: the player to move {wins} {} play\n\
         xor of the heaps: {}\n\
         winning moves (heap:sticks): {winning}\n\
         the strategy plays: {strategy}\n",
        convention.name(),
        position.nim_sum()
    )
}

/// The same for programs.
pub fn json(position: &Position, convention: Convention) -> String {
    document(&Answer {
        schema: SCHEMA,
        heaps: position.heaps(),
        convention: convention.name(),
        xor: position.nim_sum(),
        outcome: theory::outcome(position, convention).to_string(),
        winning_moves: theory::winning_moves(position, convention)
            .into_iter()
            .map(Chosen::from)
            .collect(),
        suggested: theory::strategy(position, convention).map(Chosen::from),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Answer<'a> {
    schema: u32,
    #[cfg_attr(test, schemars(with = "Vec<Decimal>"))]
    heaps: &'a [Integer],
    convention: &'static str,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    xor: Integer,
    outcome: String,
    winning_moves: Vec<Chosen>,
    suggested: Option<Chosen>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Chosen {
    heap: usize,
    #[serde(serialize_with = "sticks")]
    #[cfg_attr(test, schemars(with = "Number"))]
    take: Integer,
}

impl From<Move> for Chosen {
    fn from(Move { heap, take }: Move) -> Self {
        Self { heap, take }
    }
}

/// A number of sticks: a JSON number as long as every reader keeps it exactly (up to 2^53), a
/// decimal string beyond.
fn sticks<S: Serializer>(take: &Integer, serializer: S) -> Result<S::Ok, S::Error> {
    match take.to_i64().filter(|&take| take <= 1 << 53) {
        Some(small) => serializer.serialize_i64(small),
        None => take.serialize(serializer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_are_those_of_the_contract() {
        let position = Position::new([3, 4, 5].map(Into::into).to_vec()).expect("a position");
        let compact: String = json(&position, Convention::Normal).split_whitespace().collect();
        assert_eq!(
            compact,
            r#"{"schema":1,"heaps":["3","4","5"],"convention":"normal","xor":"2","outcome":"N","#
                .to_owned()
                + r#""winning_moves":[{"heap":1,"take":2}],"suggested":{"heap":1,"take":2}}"#
        );
    }

    #[test]
    fn no_number_loses_a_digit() {
        let large: Integer = "100000000000000000000000000000".parse().expect("a number");
        let position = Position::new(vec![large.clone()]).expect("a position");
        let value: serde_json::Value =
            serde_json::from_str(&json(&position, Convention::Normal)).expect("JSON");
        assert_eq!(value["winning_moves"][0]["take"], large.to_string());
        assert_eq!(value["xor"], large.to_string());
    }

    #[test]
    fn the_end_has_no_move() {
        let position = Position::new(Vec::new()).expect("a position");
        let value: serde_json::Value =
            serde_json::from_str(&json(&position, Convention::Misere)).expect("JSON");
        assert_eq!(value["outcome"], "N");
        assert_eq!(value["suggested"], serde_json::Value::Null);
        assert!(text(&position, Convention::Misere).contains("no stick is left"));
    }
}
