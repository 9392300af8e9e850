//! Period and preperiod of single games: those for which no description is proved.

use super::family::Family;
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;
use crate::one_game::Search;
use crate::runs::Cycle;

/// The least number of steps that are allowed for a game.
pub(super) const STEPS: u64 = 1 << 20;

/// The number of steps, each of many positions, where each position is computed.
const DIRECT: u64 = 1 << 13;

/// The least period and preperiod of the game with this parameter; `None` if they are not found within this number of
/// steps.
///
/// Without combs, fewer steps are needed where other games of the family need none.
///
/// # Errors
/// When a stop is requested.
pub(super) fn cycle(
    family: &Family,
    parameter: i64,
    rule: Rule,
    steps: u64,
    combs: bool,
    stop: &CancellationToken,
) -> Result<Option<Cycle>, Limit> {
    let Some(sizes) = family.sizes(parameter) else { return Ok(None) };
    if sizes.is_empty() {
        // All positions are alike.
        return Ok(Some(Cycle { period: 1.into(), preperiod: 0.into(), is_least: true }));
    }
    let search = match family.is_jumped(rule) {
        true => Search::new(&sizes, rule).map(|search| search.within(steps)),
        false => {
            let game = family.game(parameter, rule).ok().flatten();
            game.map(|game| Search::direct(&game).within(steps.min(DIRECT)))
        }
    };
    let Some(search) = search else { return Ok(None) };
    let search = if combs { search } else { search.plain() };
    match search.run(stop) {
        Ok(found) => Ok(Some(found.cycle).filter(|cycle| cycle.is_least)),
        Err(Limit::STOPPED) => Err(Limit::STOPPED),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    /// A period of 2^30 positions, where jumps do not finish in that number of steps.
    #[test]
    fn long_periods_are_found_directly_within_the_steps() {
        let moves = lang::moves("{ 9n+4 14n+7 21n+11 35n+18 }").expect("moves").moves;
        let family = Family::new('n', &moves, 0).expect("a family");
        let stop = CancellationToken::default();
        let found = |steps| cycle(&family, 24, Rule::Normal, steps, false, &stop);
        let [period, preperiod] = [846_792_083, 3089].map(crate::Integer::from);
        assert_eq!(found(1 << 18), Ok(Some(Cycle { period, preperiod, is_least: true })));
        assert_eq!(found(1 << 12), Ok(None));
        stop.request();
        assert_eq!(found(1 << 18), Err(Limit::STOPPED));
    }
}
