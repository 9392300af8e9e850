//! Games that differ in one move.

use super::sequence::decimal;
use crate::report::period::Known;
use crate::report::real::Variation;
use crate::report::theorem::by_rule;
use grundy_picture::{Picture, Size, Varied, variation};

/// Periods and preperiods by the move that is moved.
pub(crate) fn drawn(varied: &Variation) -> Picture {
    let games: Vec<_> = (varied.rows.iter())
        .map(|(moved, answer)| Varied {
            moved: decimal(moved),
            cycle: match &answer.known {
                Known::Cycle(found) => Some((
                    (!found.constant).then(|| decimal(&found.period.0)),
                    decimal(&found.preperiod.0),
                )),
                Known::Aperiodic { .. } | Known::Open(_) => None,
            },
        })
        .collect();
    let name = format!("{}, {}", varied.name(), by_rule(varied.rule));
    variation(&name, &games, Size::FLAT)
}
