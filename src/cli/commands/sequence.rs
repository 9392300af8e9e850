//! `grundy sequence`.

mod real;
mod winning;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::values::values;
use crate::cli::host::{Control, Exit, Failure, bug, complain, show};
use grundy_report::report::rows::{Layout, Row, SequenceRows, words};
use grundy_report::report::written::Writing;

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
    let mut rows: Vec<Row> = Vec::with_capacity(games.len());
    let mut bytes: usize = 0;
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
        let behind = values.get(count);
        values.truncate(count);
        let cut = behind == count.checked_sub(1).and_then(|last| values.get(last));
        bytes = bytes.saturating_add(values.bytes());
        control.stop.room(bytes, 1).map_err(|limit| {
            let came = format!("{} of {} sequences are computed", rows.len(), games.len());
            control.ended_early(limit, came)
        })?;
        rows.push(Row { parameters: one.point().map_err(Failure::usage)?, subject, cut, values });
    }
    if configuration.is_text() {
        for one in &left_out {
            complain(format_args!("left out: {}", one.text()));
        }
    }
    let words = match layout {
        Layout::Words => words(&rows, &control.stop).map_err(|limit| {
            control.ended_early(limit, format!("the runs of {} games are compared", rows.len()))
        })?,
        _ => None,
    };
    let (rows, left_out, writing) = (&rows[..], &left_out[..], &Writing::new(&control.stop));
    show(&SequenceRows { rows, from, layout, words, left_out, writing }, configuration)?;
    writing.ended().map_or(Ok(Exit::Success), |positions| Err(control.ended_writing(positions)))
}
