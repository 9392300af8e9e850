//! Who wins several heaps.

use super::align;
use super::json::document;
use super::nim::Chosen;
#[cfg(test)]
use super::schemas::Decimal;
use crate::games::heaps::{Answer, Convention, Outcome, Reason, Sum, exclusive_or, list};
use serde::Serialize;

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
        Reason::Search(1) => "Found by full search of 1 position".to_owned(),
        Reason::Search(positions) => format!("Found by full search of {positions} positions"),
        Reason::OneHeap => "Only one heap has moves, so its misère outcomes decide".to_owned(),
    }
}

/// A row for each heap.
fn table(sum: &Sum, reason: &Reason) -> String {
    let mut rows = vec![["heap".to_owned(), "items".to_owned(), "moves".to_owned()]];
    rows.extend(sum.0.iter().enumerate().map(|(index, heap)| {
        [(index + 1).to_string(), heap.size.to_string(), heap.set.to_string()]
    }));
    let mut columns = vec!["Grundy value".to_owned()];
    if let Reason::GrundyValues(values) = reason {
        columns.extend(values.iter().map(u32::to_string));
    }
    let width = |column: usize| align::width(rows.iter().map(|row| row[column].as_str()));
    let widths = [0, 1, 2].map(width);
    let line = |(index, [heap, items, moves]): (usize, &[String; 3])| {
        let value = if columns.len() > 1 { columns.get(index) } else { None };
        let line = format!(
            "{}  {}  {}  {}",
            align::right(heap, widths[0]),
            align::right(items, widths[1]),
            align::left(moves, widths[2]),
            value.map_or("", String::as_str)
        );
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().enumerate().map(line).collect()
}

/// The same for programs.
pub fn json(sum: &Sum, convention: Convention, answer: &Answer) -> String {
    let values = match &answer.reason {
        Reason::GrundyValues(values) => Some(values),
        Reason::Search(_) | Reason::OneHeap => None,
    };
    let heaps = sum.0.iter().enumerate().map(|(index, heap)| Heap {
        moves: &heap.set.spelled,
        size: heap.size.to_string(),
        grundy: values.map(|values| values[index].to_string()),
    });
    document(&Document {
        heaps: heaps.collect(),
        convention: convention.name(),
        xor: values.map(|values| exclusive_or(values).to_string()),
        positions: match answer.reason {
            Reason::Search(positions) => Some(positions.to_string()),
            Reason::GrundyValues(_) | Reason::OneHeap => None,
        },
        outcome: answer.outcome.to_string(),
        winning_moves: answer.winning.iter().cloned().map(Chosen::from).collect(),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Heap<'a> {
    moves: &'a [String],
    #[cfg_attr(test, schemars(with = "Decimal"))]
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    grundy: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Document<'a> {
    heaps: Vec<Heap<'a>>,
    convention: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    xor: Option<String>,
    /// How many positions were searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    positions: Option<String>,
    outcome: String,
    winning_moves: Vec<Chosen>,
}
