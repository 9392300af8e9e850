//! Period and preperiod of single games: those for which no description was proved.

use super::family::Family;
use crate::accelerate::Cycle;
use crate::limit::{CancellationToken, Limit};
use crate::model::Alphabet;
use crate::one_game::Search;
use crate::sequence::Rule;

/// So many steps may be taken for a game, at least.
pub(super) const STEPS: u64 = 1 << 20;

/// The least period and preperiod of the game with this parameter; `None` where they are not found
/// within so many steps.
///
/// Steps are fewer without combs where other games of the family need none.
///
/// # Errors
/// That a stop was asked for.
pub fn cycle(
    family: &Family,
    parameter: i64,
    values: Alphabet,
    steps: u64,
    combs: bool,
    stop: &CancellationToken,
) -> Result<Option<Cycle>, Limit> {
    let Some(sizes) = family.sizes(parameter) else { return Ok(None) };
    let Some(search) = Search::new(&sizes, Rule::from(values)) else { return Ok(None) };
    let search = if combs { search } else { search.plain() };
    match search.within(steps).run(stop) {
        Ok(found) => Ok(Some(Cycle::from(found)).filter(|cycle| cycle.is_least)),
        Err(Limit::STOPPED) => Err(Limit::STOPPED),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    /// A period of 2^30 positions, where jumps come to no end in as many steps.
    #[test]
    fn long_periods_are_found_directly_within_the_steps() {
        let moves = lang::moves("{ 9n+4 14n+7 21n+11 35n+18 }").expect("moves").moves;
        let family = Family::new('n', &moves, 0).expect("a family");
        let stop = CancellationToken::default();
        let found = |steps| cycle(&family, 24, Alphabet::Outcome, steps, false, &stop);
        let [period, preperiod] = [846_792_083, 3089].map(crate::Integer::from);
        assert_eq!(found(1 << 18), Ok(Some(Cycle { period, preperiod, is_least: true })));
        assert_eq!(found(1 << 12), Ok(None));
        stop.request();
        assert_eq!(found(1 << 18), Err(Limit::STOPPED));
    }
}
