//! The picture of games that differ in one move.

use super::period::Known;
use super::real::{Variation, approximate};
use super::theorem::by_rule;
use grundy_picture::{Picture, Size, Varied, variation};

/// Periods and preperiods by the move that is moved.
pub(super) fn drawn(varied: &Variation) -> Picture {
    let games: Vec<_> = (varied.rows.iter())
        .map(|(moved, answer)| Varied {
            moved: approximate(moved),
            cycle: match &answer.known {
                Known::Cycle(found) => Some((
                    (!found.constant).then(|| approximate(&found.period.0)),
                    approximate(&found.preperiod.0),
                )),
                Known::Aperiodic { .. } | Known::Open(_) => None,
            },
        })
        .collect();
    let name = format!("{}, {}", varied.name(), by_rule(varied.rule));
    variation(&name, &games, Size::FLAT)
}
