//! `grundy sequence`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::bug;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::print;
use crate::cli::host::values::values;
use grundy_report::report::rows::{self, Layout, Row};
use grundy_report::report::sequence::{self, Subject};

/// Where no count is asked for, so many times the largest move are shown as runs.
const MOVES_SHOWN: usize = 4;

/// Writes a piece of the sequence of a game, or of each game of a family.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Result<Exit, Failure> {
    let games = arguments.game.each().map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    let layout = arguments.layout();
    let mut found = Vec::with_capacity(games.len());
    for one in &games {
        let game = one.game().map_err(Failure::usage)?;
        bug::working_on(&game.moves().to_string());
        let count = arguments.count.unwrap_or_else(|| {
            usize::try_from(game.moves().greatest()).map_or(usize::MAX, |it| MOVES_SHOWN * it)
        });
        // One value more shows whether the last run ends.
        let further = usize::from(layout != Layout::Values);
        let mut values = values(&game, arguments.from, count + further, &control)?;
        let behind = values.get(count).copied();
        values.truncate(count);
        found.push((one.point().map_err(Failure::usage)?, game, values, behind));
    }
    if let ([(_, game, values, _)], Layout::Values) = (found.as_slice(), layout) {
        let alphabet = game.rule().alphabet();
        let values: String = values.iter().map(|&value| alphabet.letter(value)).collect();
        let text = match configuration.is_text() {
            true => format!("{values}\n"),
            false => sequence::piece(game, arguments.from, &values),
        };
        return print(&text, configuration);
    }
    let rows: Vec<_> = (found.iter())
        .map(|(parameters, game, values, behind)| Row {
            parameters: parameters.clone(),
            subject: Subject::from(game),
            cut: *behind == values.last().copied(),
            values: values.clone(),
        })
        .collect();
    let text = match configuration.is_text() {
        true => rows::text(&rows, layout),
        false => rows::json(&rows, arguments.from, layout),
    };
    print(&text, configuration)
}
