//! Who wins several heaps.

use super::align;
use super::json::{Decimal, document};
use super::nim::Chosen;
use crate::diagnostic::counted;
use crate::games::heaps::{Answer, Convention, Outcome, Reason, Sum, exclusive_or, list};
use crate::limit::Limit;
use grundy_output::output;

/// Outcome, heaps, and all winning moves, for people.
pub fn text(sum: &Sum, convention: Convention, answer: &Answer) -> String {
    let wins = if answer.outcome == Outcome::N { "wins" } else { "loses" };
    let winning = if answer.winning.is_empty() { "none".to_owned() } else { list(&answer.winning) };
    format!(
        "{}: the player to move {wins} {} play\n{}{}\nwinning moves (heap:items): {winning}\n",
        answer.outcome,
        convention.name(),
        table(sum, &answer.reason),
        reason(&answer.reason),
    )
}

/// Why, in a line without an end: `Grundy values 1, 2, 2, 3; their exclusive or is 2`.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::GrundyValues(values) => {
            let each = values.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            match values.len() {
                1 => format!("Grundy value {each}"),
                _ => {
                    format!("Grundy values {each}; their exclusive or is {}", exclusive_or(values))
                }
            }
        }
        Reason::Search(positions) => {
            format!("Found by full search of {}", counted(*positions, "position"))
        }
        Reason::OneHeap => "Only one heap has moves, so its misère outcomes decide".to_owned(),
    }
}

/// What is not known behind a limit, in a line without an end.
pub fn unknown(convention: Convention, limit: Limit) -> String {
    let reason = match convention {
        Convention::Normal if limit == Limit::STOPPED => "not every heap has a value yet",
        Convention::Normal => "a heap is too large",
        Convention::Misere => limit.text(),
    };
    format!("it is not known who wins {} play: {reason}", convention.name())
}

/// A row for each heap.
fn table(sum: &Sum, reason: &Reason) -> String {
    let values = match reason {
        Reason::GrundyValues(values) => &values[..],
        Reason::Search(_) | Reason::OneHeap => &[],
    };
    let head = if values.is_empty() { "" } else { "Grundy value" };
    let mut rows = vec![["heap", "items", "moves", head].map(str::to_owned)];
    rows.extend(sum.0.iter().enumerate().map(|(index, heap)| {
        let value = values.get(index).map(u32::to_string).unwrap_or_default();
        [(index + 1).to_string(), heap.size.to_string(), heap.set.to_string(), value]
    }));
    align::table(&[2, 3], &rows)
}

/// The same for programs.
pub fn json(sum: &Sum, convention: Convention, answer: &Answer) -> String {
    let values = match &answer.reason {
        Reason::GrundyValues(values) => Some(values),
        Reason::Search(_) | Reason::OneHeap => None,
    };
    let heaps = sum.0.iter().enumerate().map(|(index, heap)| Heap {
        moves: &heap.set.spelled,
        size: (&heap.size).into(),
        grundy: values.map(|values| values[index].into()),
    });
    document(&HeapsDocument {
        heaps: heaps.collect(),
        convention: convention.name(),
        xor: values.map(|values| exclusive_or(values).into()),
        positions: match answer.reason {
            Reason::Search(positions) => Some(positions.into()),
            Reason::GrundyValues(_) | Reason::OneHeap => None,
        },
        outcome: answer.outcome.to_string(),
        winning_moves: answer.winning.iter().cloned().map(Chosen::from).collect(),
    })
}

#[output]
struct Heap<'a> {
    moves: &'a [String],
    size: Decimal,
    grundy: Option<Decimal>,
}

#[output]
pub(super) struct HeapsDocument<'a> {
    heaps: Vec<Heap<'a>>,
    convention: &'static str,
    xor: Option<Decimal>,
    /// How many positions were searched.
    positions: Option<Decimal>,
    outcome: String,
    winning_moves: Vec<Chosen>,
}
