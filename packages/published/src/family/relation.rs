//! Relations between the moves.

use super::all_parameters::Settled;
use super::judge::{Author, ColumnComparison, Outcome};
use super::model::Family;
use super::points::Point;
use crate::Integer;
use crate::sequence::MOVES;
use crate::verdict::PublishedValue;

/// The printed relation, for every game of the range.
pub(super) fn relation(
    family: &Family,
    points: &[Point],
    everywhere: Option<&Settled>,
    row: &str,
) -> Option<PublishedValue> {
    let (relation, span) = family.relation.as_ref()?;
    let outcomes = points.iter().filter(|point| point.printed).map(|point| {
        let outcome = match &point.moves {
            Err(_) => Outcome::Open(MOVES),
            Ok(moves) => {
                let sizes = moves.sizes().iter().map(|&size| Integer::from(size));
                let named: Vec<_> = ('a'..='z').zip(sizes).collect();
                match relation.holds(&named) {
                    Ok(true) => Outcome::Agrees,
                    Ok(false) => Outcome::Deviates {
                        claimed: relation.to_string(),
                        computed: moves.to_string(),
                    },
                    Err(fault) => Outcome::Deviates {
                        claimed: format!("no value: {fault}"),
                        computed: moves.to_string(),
                    },
                }
            }
        };
        (point.at.clone(), outcome)
    });
    let comparison = ColumnComparison {
        row,
        column: "relation",
        author: Author::Print,
        span: *span,
        everywhere,
        outcomes: outcomes.collect(),
        note: None,
    };
    Some(comparison.value())
}
