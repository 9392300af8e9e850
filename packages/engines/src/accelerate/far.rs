//! The values at positions that lie too far out to be stepped to.
//!
//! A trace says which values stand in the window before any position that it reaches (`place`), and
//! the window determines all that follows: the game is continued there with the window as its start.
//! Where the state has recurred, later positions have the values of those a period earlier.

use super::limits::NEAR;
use super::place::Places;
use super::search::Search;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::sequence::{Game, Rule, Stream};

/// The values of a game from any position on.
///
/// ```
/// use grundy_engines::accelerate::stream;
/// use grundy_check::model::Value;
/// use grundy_sequence::{Game, Moves, Rule};
/// let game = Game::new(Moves::new(&[1, 2]).unwrap(), Rule::Mex).unwrap();
/// // The values are 0 1 2 0 1 2 ..., and 10^30 leaves the remainder 1 by 3.
/// let far = "1000000000000000000000000000000".parse().unwrap();
/// let mut values = stream(&game, &far, &Default::default()).unwrap();
/// assert_eq!(values.take(4, &Default::default()).unwrap(), [1, 2, 0, 1].map(Value));
/// ```
///
/// # Errors
/// When a stop is asked for, for a position below 0, and when neither jumps nor steps lead so far.
pub fn stream(game: &Game, from: &Integer, stop: &CancellationToken) -> Result<Stream, Limit> {
    let near = from.to_i64().and_then(|from| u64::try_from(from).ok());
    if from.is_negative() {
        return Err(Limit::POSITIONS);
    }
    if let Some(near @ ..=NEAR) = near {
        return Ok(Stream::new(game, near));
    }
    match continued(game, from, stop) {
        Err(limit) if limit != Limit::STOPPED => {
            near.map(|near| Stream::new(game, near)).ok_or(limit)
        }
        found => found,
    }
}

/// The game from a position on, by jumps.
fn continued(game: &Game, from: &Integer, stop: &CancellationToken) -> Result<Stream, Limit> {
    let sizes: Vec<_> = game.moves().sizes().iter().map(|&size| u64::from(size)).collect();
    let search = Search::new(&sizes, game.rule()).filter(|_| game.start().is_none());
    let mut search = search.ok_or(Limit::POSITIONS)?;
    // In misère play the sequence of normal play, whose trace it is, comes so much later.
    let mut position = from - &Integer::from(search.delay);
    let mut steps = Search::TURN;
    let mut places = loop {
        if let Some(cycle) = search.advance(steps, stop)? {
            if position >= cycle.preperiod {
                position =
                    (&position - &cycle.preperiod).mod_floor(&cycle.period) + &cycle.preperiod;
            }
            break Places::new(&search, stop)?;
        }
        let mut places = Places::new(&search, stop)?;
        if places.reach()? >= position {
            break places;
        }
        steps *= 2;
    };
    let window: Vec<_> = places.values_before(&position)?.into_iter().map(Value).collect();
    let rule = if game.rule() == Rule::Misere { Rule::Normal } else { game.rule() };
    // The window has max L values, which is as far back as moves lead.
    let continued = Game::with_start(game.moves().clone(), rule, &window);
    continued.map(|game| Stream::new(&game, 0)).map_err(|_| Limit::POSITIONS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Moves, Tally, values};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const COUNT: usize = 500;

    fn far(game: &Game, from: u64) -> Vec<Value> {
        let stop = CancellationToken::default();
        let mut stream = continued(game, &from.into(), &stop).expect("jumps");
        stream.take(COUNT, &stop).expect("values")
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
        #[test]
        fn jumps_lead_to_the_values_of_the_rule(
            sizes in proptest::collection::btree_set(1..60_u64, 2..5),
            from in 100..20_000_u64,
        ) {
            let sizes: BTreeSet<u64> = sizes;
            let moves = Moves::new(&sizes.into_iter().collect::<Vec<_>>()).expect("moves");
            for rule in [Rule::Normal, Rule::Misere, Rule::Mex] {
                let game = Game::new(moves.clone(), rule).expect("a game");
                let expected = values(&game, from, COUNT, &Default::default()).expect("values");
                prop_assert_eq!(far(&game, from), expected, "{} {}", game.moves(), rule);
            }
        }
    }

    /// The period of { 200 500 601 801 } is 14001101 for Grundy values.
    #[test]
    fn positions_far_out_have_the_values_of_those_a_period_earlier() {
        let moves = Moves::new(&[200, 500, 601, 801]).expect("moves");
        let game = Game::new(moves, Rule::Mex).expect("a game");
        let stop = CancellationToken::default();
        let period: Integer = 14_001_101.into();
        let mut from = Integer::from(5_000_000);
        let expected = values(&game, 5_000_000, COUNT, &stop).expect("values");
        for _ in 0..40 {
            from = &(&from + &from) - &Integer::from(5_000_000) + &period;
            let mut there = stream(&game, &from, &stop).expect("a stream");
            assert_eq!(there.take(COUNT, &stop).expect("values"), expected, "{from}");
            if from > Integer::from(i64::MAX) {
                return;
            }
        }
    }

    #[test]
    fn what_jumps_do_not_reach_is_said() {
        let moves = Moves::new(&[2, 5]).expect("moves");
        let stop = CancellationToken::default();
        let game = Game::new(moves.clone(), Rule::Lost(Tally::Odd)).expect("a game");
        let far: Integer = "100000000000000000000".parse().expect("a number");
        assert_eq!(stream(&game, &far, &stop).err(), Some(Limit::POSITIONS));
        let game = Game::new(moves, Rule::Normal).expect("a game");
        assert_eq!(stream(&game, &Integer::from(-1), &stop).err(), Some(Limit::POSITIONS));
        stop.request();
        assert_eq!(stream(&game, &far, &stop).err(), Some(Limit::STOPPED));
    }
}
