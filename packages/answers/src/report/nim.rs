//! Answers about Nim positions.

#[cfg(test)]
use super::schemas::{Decimal, JsonNumber};
use super::{Render, align};
use crate::Integer;
use crate::games::nim::bits::{Bits, bits};
use crate::games::nim::theory::Decision;
use crate::games::nim::{Convention, Move, Position, list, theory};
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::fmt::Write as _;

/// What is shown besides the answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside {
    /// The columns of bits, and which bit decides.
    pub bits: bool,
    /// Why the strategy wins.
    pub why: bool,
}

/// Outcome, winning moves, and the move of the described strategy.
pub fn answer(position: &Position, convention: Convention, beside: Beside) -> NimAnswer {
    let columns = || {
        let Bits { heaps, xor, deciding, heaps_with_it } = bits(position);
        let decision = theory::decision(position, convention);
        let decided_by = decision.name();
        Columns { decision, heaps, xor, deciding, heaps_with_it, decided_by }
    };
    let winning = theory::winning_moves(position, convention);
    let strategy = theory::strategy(position, convention);
    let after = strategy.as_ref().map(|chosen| (position.after(chosen), chosen));
    NimAnswer {
        winning: if winning.is_empty() { "none".to_owned() } else { list(&winning) },
        strategy: match after {
            Some((Ok(after), chosen)) => format!("{chosen}, leaving {after}"),
            _ => "nothing, because no sticks are left".to_owned(),
        },
        heaps: position.heaps().to_vec(),
        convention: convention.name(),
        xor: position.nim_sum(),
        outcome: theory::outcome(position, convention).to_string(),
        winning_moves: winning.into_iter().map(Chosen::from).collect(),
        suggested: strategy.map(Chosen::from),
        bits: beside.bits.then(columns),
        why: if beside.why { theory::reasons(convention) } else { &[] },
    }
}

impl Render for NimAnswer {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { winning, strategy, convention, xor, outcome, bits, why, .. } = self;
        let wins = if outcome == "N" { "wins" } else { "loses" };
        let mut text = format!(
            "{outcome}: the player to move {wins} {convention} play\n\
             xor of the heaps: {xor}\n\
             winning moves (heap:sticks): {winning}\n\
             the strategy plays: {strategy}\n"
        );
        text.extend(bits.iter().map(|bits| bits.text(&self.heaps, xor)));
        text.extend(why.iter().map(|reason| format!("{reason}\n")));
        text
    }
}

impl Columns {
    /// The heaps in binary, one below another, a mark below the deciding bit, and what the bit decides.
    fn text(&self, numbers: &[Integer], sum: &Integer) -> String {
        let Self { decision, heaps, xor, deciding, heaps_with_it, .. } = self;
        let names: Vec<_> = (1..=heaps.len()).map(|number| format!("heap {number}")).collect();
        let width = align::width(names.iter().map(String::as_str).chain(["xor"]));
        let mut text = String::new();
        for ((name, bits), heap) in names.iter().zip(heaps).zip(numbers) {
            // Writing to a string cannot fail.
            _ = writeln!(text, "{}  {bits}  {heap}", align::left(name, width));
        }
        _ = writeln!(text, "{}  {xor}  {sum}", align::left("xor", width));
        match (deciding, decision) {
            (Some(deciding), Decision::Sum) => {
                let before = width + 2 + xor.find('1').unwrap_or(0);
                let with: Vec<_> = heaps_with_it.iter().map(ToString::to_string).collect();
                let (heaps, have) =
                    if with.len() == 1 { ("heap", "has") } else { ("heaps", "have") };
                _ = writeln!(text, "{}^", " ".repeat(before));
                _ = writeln!(
                    text,
                    "the highest bit of the xor decides, {deciding}: {heaps} {} {have} it",
                    with.join(" ")
                );
            }
            (None, Decision::Sum) => {
                text += "every column has an even number of ones, so no bit decides\n"
            }
            (_, Decision::LargeHeap | Decision::Ones) => {
                _ = writeln!(text, "{}", decision.meaning());
            }
        }
        text
    }
}

/// Who wins, and how.
#[output]
pub struct NimAnswer {
    #[serde(skip)]
    winning: String,
    #[serde(skip)]
    strategy: String,
    #[cfg_attr(test, schemars(with = "Vec<Decimal>"))]
    heaps: Vec<Integer>,
    convention: &'static str,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    xor: Integer,
    outcome: String,
    winning_moves: Vec<Chosen>,
    #[null]
    suggested: Option<Chosen>,
    bits: Option<Columns>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    why: &'static [&'static str],
}

/// The heaps in binary, all with the same number of digits.
#[output]
struct Columns {
    #[serde(skip)]
    decision: Decision,
    heaps: Vec<String>,
    xor: String,
    /// The highest bit of the xor as a number.
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    deciding: Option<Integer>,
    heaps_with_it: Vec<usize>,
    /// `xor`; in misere play also `large_heap` or `ones`.
    decided_by: &'static str,
}

#[output]
pub(super) struct Chosen {
    heap: usize,
    #[serde(serialize_with = "sticks")]
    #[cfg_attr(test, schemars(with = "JsonNumber"))]
    take: Integer,
}

impl From<Move> for Chosen {
    fn from(Move { heap, take }: Move) -> Self {
        Self { heap, take }
    }
}

/// A number of sticks: a JSON number as long as every reader keeps it exactly (up to 2^53), and a decimal string
/// beyond.
fn sticks<S: Serializer>(take: &Integer, serializer: S) -> Result<S::Ok, S::Error> {
    match take.to_i64().filter(|&take| take <= 1 << 53) {
        Some(small) => serializer.serialize_i64(small),
        None => take.serialize(serializer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(heaps: Vec<Integer>, convention: Convention) -> [String; 2] {
        let position = Position::new(heaps).expect("a position");
        let answer = answer(&position, convention, Beside::default());
        [answer.text(), answer.json()]
    }

    #[test]
    fn the_keys_are_those_of_the_contract() {
        let [_, json] = told([3, 4, 5].map(Into::into).to_vec(), Convention::Normal);
        let compact: String = json.split_whitespace().collect();
        assert_eq!(
            compact,
            r#"{"schema":2,"verdict":"verified","heaps":["3","4","5"],"convention":"normal","xor":"2","outcome":"N","#
                .to_owned()
                + r#""winning_moves":[{"heap":1,"take":2}],"suggested":{"heap":1,"take":2}}"#
        );
    }

    #[test]
    fn no_number_loses_a_digit() {
        let large: Integer = "100000000000000000000000000000".parse().expect("a number");
        let [_, json] = told(vec![large.clone()], Convention::Normal);
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(value["winning_moves"][0]["take"], large.to_string());
        assert_eq!(value["xor"], large.to_string());
    }

    #[test]
    fn the_end_has_no_move() {
        let [text, json] = told(Vec::new(), Convention::Misere);
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(value["outcome"], "N");
        assert_eq!(value["suggested"], serde_json::Value::Null);
        assert!(text.contains("no sticks are left"));
    }
}
