//! `grundy sequence`.

mod real;
mod winning;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::values::values;
use crate::cli::host::{Control, Exit, Failure, bug, complain, show};
use grundy_report::report::rows::{Layout, Row, SequenceRows};

/// Where no count is asked for, so many values are shown: a screenful,
const SHOWN: usize = 1000;

/// and as runs those of so many times the largest move,
const MOVES_SHOWN: u64 = 4;

/// but at most so many.
const MOST_SHOWN: u64 = 100_000_000;

/// Writes a piece of the sequence of a game, or of each game of a family.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some(ended) = real::run(arguments, configuration) {
        return ended;
    }
    if arguments.winning_moves {
        return winning::run(arguments, configuration);
    }
    let (games, left_out) = arguments.game.each().map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    let layout = arguments.layout();
    let from = &arguments.from;
    let mut rows = Vec::with_capacity(games.len());
    for one in &games {
        let asked = one.asked().map_err(Failure::usage)?;
        let subject = asked.subject.clone();
        bug::working_on(&subject.name());
        let count = arguments.count.unwrap_or_else(|| match layout {
            Layout::Values => SHOWN,
            Layout::Runs | Layout::Words => {
                let shown = subject.greatest().saturating_mul(MOVES_SHOWN).min(MOST_SHOWN);
                // Nothing is the greatest move of a set without end.
                usize::try_from(shown).ok().filter(|&it| it > 0).unwrap_or(SHOWN)
            }
        });
        // One value more shows whether the last run ends.
        let further = usize::from(layout != Layout::Values);
        let mut values = values(asked, from, count + further, &control)?;
        let behind = values.get(count).copied();
        values.truncate(count);
        let cut = behind == values.last().copied();
        rows.push(Row { parameters: one.point().map_err(Failure::usage)?, subject, cut, values });
    }
    if configuration.is_text() {
        for one in &left_out {
            complain(format_args!("left out: {}", one.text()));
        }
    }
    show(&SequenceRows { rows: &rows, from, layout, left_out: &left_out }, configuration)
}
