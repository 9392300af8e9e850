//! The period of the winning moves, from that of the outcomes.

use crate::cli::flags::game::GameArguments;
use crate::cli::host::Control;
use crate::cli::host::winning::known;
use grundy_check::Integer;
use grundy_engines::runs::Cycle;
use grundy_report::report::sequence::{Ending, SearchReport};
use grundy_report::report::winning::WinningCycle;
use grundy_sequence::{Rule, winning_preperiod};

/// Can be said which moves win?
///
/// # Errors
/// Under a rule by which no move wins, and for several games.
pub fn check(game: &GameArguments, are_several: bool) -> Result<(), String> {
    if are_several {
        return Err("--winning-moves takes one game, not a range of parameters".to_owned());
    }
    if game.set()?.is_some() {
        return Err(
            "--winning-moves needs finitely many moves here; `sequence` has it for all".to_owned()
        );
    }
    match game.rule()? {
        Rule::Normal | Rule::Misere => Ok(()),
        _ => Err("--winning-moves works only for the outcomes of normal and misère \
                  play"
            .to_owned()),
    }
}

/// What follows from a cycle for the winning moves; `None` if there is no cycle.
pub fn cycle(
    game: &GameArguments,
    search: &SearchReport,
    control: &Control,
) -> Option<WinningCycle> {
    let Ending::Found(cycle) = &search.ending else { return None };
    let greatest = search.subject.greatest();
    let known = preperiod(game, greatest, cycle, control);
    Some(WinningCycle {
        period: cycle.period.clone(),
        is_least: cycle.is_least,
        is_preperiod_least: known.is_some(),
        preperiod: known.unwrap_or_else(|| &cycle.preperiod + &Integer::from(greatest)),
    })
}

/// The preperiod, if the positions that decide it can be computed.
fn preperiod(
    game: &GameArguments,
    greatest: u64,
    cycle: &Cycle,
    control: &Control,
) -> Option<Integer> {
    let at = |from: &Integer| known(game, from, greatest, control).ok();
    let first = at(&cycle.preperiod)?;
    let later = at(&(&cycle.preperiod + &cycle.period))?;
    let by = winning_preperiod(&first.moves, &first.lost, &later.lost);
    Some(&cycle.preperiod + &Integer::from(by))
}
