//! Who wins several heaps.

use super::json::Decimal;
use super::nim::Chosen;
use super::theorem::braces;
use super::{Render, align};
use crate::games::heaps::{Answer, Convention, Reason, Sum, exclusive_or, list};
use crate::limit::Limit;
use grundy_output::output;

/// Outcome, heaps, and all winning moves.
pub fn answer(sum: &Sum, convention: Convention, answer: &Answer) -> HeapsDocument {
    let values = match &answer.reason {
        Reason::GrundyValues(values) => Some(values),
        Reason::OneHeap => None,
    };
    let heaps = sum.0.iter().enumerate().map(|(index, heap)| Heap {
        moves: heap.set.spelled.clone(),
        size: (&heap.size).into(),
        grundy: values.map(|values| values[index].into()),
    });
    HeapsDocument {
        reason: reason(convention, &answer.reason),
        winning: list(&answer.winning),
        heaps: heaps.collect(),
        convention: convention.name(),
        xor: values.map(|values| exclusive_or(values).into()),
        outcome: answer.outcome.to_string(),
        winning_moves: answer.winning.iter().cloned().map(Chosen::from).collect(),
    }
}

impl Render for HeapsDocument {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { reason, outcome, convention, .. } = self;
        let wins = if outcome == "N" { "wins" } else { "loses" };
        let winning = if self.winning_moves.is_empty() { "none" } else { &self.winning };
        let head = if self.xor.is_some() { "Grundy value" } else { "" };
        let mut rows = vec![["heap", "items", "moves", head].map(str::to_owned)];
        rows.extend(self.heaps.iter().zip(1..).map(|(heap, number): (_, usize)| {
            let value = heap.grundy.as_ref().map(|value| value.0.clone()).unwrap_or_default();
            [number.to_string(), heap.size.0.clone(), braces(&heap.moves.join(" ")), value]
        }));
        format!(
            "{outcome}: the player to move {wins} {convention} play\n{}{reason}\n\
             winning moves (heap:items): {winning}\n",
            align::table(&[2, 3], &rows)
        )
    }
}

/// The reason, in a line without a final period: `Grundy values 1, 2, 2, 3; their exclusive or is 2`.
pub fn reason(convention: Convention, reason: &Reason) -> String {
    match reason {
        Reason::GrundyValues(values) => {
            let each = values.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            let large = match (convention, values.iter().any(|value| *value > 1)) {
                (Convention::Normal, _) => "",
                (Convention::Misere, true) => "; one is above 1, so 0 is lost in misère play",
                (Convention::Misere, false) => "; none is above 1, so 1 is lost in misère play",
            };
            match values.len() {
                1 => format!("Grundy value {each}{large}"),
                _ => {
                    let xor = exclusive_or(values);
                    format!("Grundy values {each}; their exclusive or is {xor}{large}")
                }
            }
        }
        Reason::OneHeap => "Only one heap has moves, so its misère outcomes decide".to_owned(),
    }
}

/// What is not known because of a limit, in a line without a final period.
pub fn unknown(convention: Convention, limit: Limit) -> String {
    let reason = match limit {
        Limit::STOPPED => "not every heap has a value yet",
        _ => "a heap is too large",
    };
    format!("it is not known who wins {} play: {reason}", convention.name())
}

#[output]
struct Heap {
    moves: Vec<String>,
    size: Decimal,
    grundy: Option<Decimal>,
}

/// Who wins, why, and how.
#[output]
pub struct HeapsDocument {
    #[serde(skip)]
    reason: String,
    #[serde(skip)]
    winning: String,
    heaps: Vec<Heap>,
    convention: &'static str,
    xor: Option<Decimal>,
    outcome: String,
    winning_moves: Vec<Chosen>,
}
