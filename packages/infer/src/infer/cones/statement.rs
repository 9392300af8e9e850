//! What was found, as a statement.

use super::Theorem;
use crate::theorem::{Evidence, StartBy, Statement};

impl Theorem {
    /// What it says.
    pub fn statement(&self) -> Statement {
        let Self { games, rule, period, preperiod, pieces, open, parts, .. } = self;
        let start = games.start.as_ref().map(|start| {
            let word = start.word.iter().map(|&value| rule.alphabet().letter(value)).collect();
            (word, if start.is_sink { StartBy::Sink } else { StartBy::Asked })
        });
        let [regions, lines, single] = *parts;
        let by = Evidence::Regions { regions, lines, games: single };
        Statement {
            start,
            period: period.clone(),
            preperiod: preperiod.clone(),
            pieces: pieces.clone(),
            open_regions: open.clone(),
            evidence: if parts.iter().all(|count| *count == 0) { Vec::new() } else { vec![by] },
            ..Statement::new(
                games.parameters.iter().map(char::to_string).collect(),
                games.written_moves(),
                *rule,
            )
        }
    }
}
