//! Moves of one game that can be left out without a change of its sequence.
//!
//! The sequence v of L is also that of a part of L if each v(x) is what the rule makes of the values to which the moves
//! of the part lead: each value follows from those before it.  From q + max L on, all of these values recur with the
//! period p of v, so positions below q + max L + p decide.

use super::{Ask, Control, Game, Refused};
use crate::limit::{CancellationToken, Limit};
use crate::report::superfluous::{Needed, Superfluous};
use crate::sequence::{self, cycle, oracle, values};
use grundy_output::question;

/// The most positions that decide.
const POSITIONS: u64 = 1 << 24;

/// The number of positions between two checks for a stop.
const PIECE: usize = 1 << 12;

/// Which moves can be left out?
#[question]
#[derive(Default)]
pub struct Question {
    /// The game, with finitely many moves.
    pub game: Game,
}

impl Ask for Question {
    type Answer = Superfluous;

    fn answer(&self, control: &Control<'_>) -> Result<Superfluous, Refused> {
        let (game, stop) = (self.game.listed()?, &control.stop);
        superfluous(&game, stop).map_err(|limit| {
            Refused::Limit(
                limit,
                "no period is known within which moves can be compared".to_owned(),
            )
        })
    }
}

fn superfluous(game: &sequence::Game, stop: &CancellationToken) -> Result<Superfluous, Limit> {
    let cycle = cycle(game, POSITIONS, stop)?;
    let end = cycle.preperiod + cycle.period + u64::from(game.moves().greatest());
    let end = usize::try_from(end).map_err(|_| Limit::POSITIONS)?;
    let values = values(game, 0, end, stop)?;
    let sizes: Vec<u64> = game.moves().sizes().iter().map(|&size| u64::from(size)).collect();
    let without = |moves: &[u64], left_out: u64| -> Vec<u64> {
        moves.iter().copied().filter(|&size| size != left_out).collect()
    };
    let (mut superfluous, mut needed) = (Vec::new(), Vec::new());
    for &size in &sizes {
        match first_change(game, &values, &without(&sizes, size), stop)? {
            None => superfluous.push(size),
            Some((position, value)) => {
                let with = values[position];
                needed.push(Needed { size, position, value: with, without: value });
            }
        }
    }
    // Of several superfluous moves one may need the other: they are left out one after another, the greatest first,
    // until each that is left is needed.
    let mut kept = sizes;
    loop {
        let before = kept.len();
        for size in kept.clone().into_iter().rev() {
            let rest = without(&kept, size);
            if first_change(game, &values, &rest, stop)?.is_none() {
                kept = rest;
            }
        }
        if kept.len() == before {
            break;
        }
    }
    Ok(Superfluous { subject: game.into(), cycle, superfluous, needed, kept })
}

/// The first position that has another value if only these moves are allowed, and that value.
fn first_change(
    game: &sequence::Game,
    values: &[u32],
    moves: &[u64],
    stop: &CancellationToken,
) -> Result<Option<(usize, u32)>, Limit> {
    let mut options = Vec::with_capacity(moves.len());
    for (position, &value) in values.iter().enumerate() {
        if position.is_multiple_of(PIECE) {
            stop.check()?;
        }
        let option = |&size: &u64| match (position as u64).checked_sub(size) {
            Some(target) => values.get(usize::try_from(target).ok()?).copied(),
            None => game.value_before(size - position as u64).map(|value| value.0.into()),
        };
        options.clear();
        options.extend(moves.iter().filter_map(option));
        let found = oracle::value(game.rule(), &mut options);
        if found != value {
            return Ok(Some((position, found)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Game, Moves, Rule};

    fn part(bits: u32) -> Vec<u64> {
        (1..=7).filter(|size| bits >> (size - 1) & 1 == 1).collect()
    }

    /// All parts of all sets of moves up to 7: the plain sequences, far beyond every period.
    #[test]
    fn what_can_be_left_out_is_what_changes_nothing() {
        let mut found = 0;
        for rule in [Rule::Mex, Rule::Normal, Rule::Misere] {
            let plain = |moves: &[u64]| oracle::values(rule, moves, 300);
            for bits in 1..128 {
                let moves = part(bits);
                let game = Game::new(Moves::new(&moves).expect("moves"), rule).expect("a game");
                let answer = superfluous(&game, &Default::default()).expect("no limit");
                let whole = plain(&moves);
                let without = |size: u64| part(bits & !(1 << (size - 1)));
                for &size in &answer.superfluous {
                    assert_eq!(plain(&without(size)), whole, "{rule} {moves:?} {size}");
                }
                for one in &answer.needed {
                    let other = plain(&without(one.size));
                    let first = whole.iter().zip(&other).position(|(a, b)| a != b);
                    assert_eq!(first, Some(one.position), "{rule} {moves:?} {}", one.size);
                    assert_eq!(u32::from(other[one.position].0), one.without);
                    assert_eq!(u32::from(whole[one.position].0), one.value);
                }
                assert_eq!(plain(&answer.kept), whole, "{rule} {moves:?}");
                for &size in &answer.kept {
                    let rest: Vec<u64> =
                        answer.kept.iter().copied().filter(|other| *other != size).collect();
                    assert_ne!(plain(&rest), whole, "{rule} {moves:?} {size}");
                }
                found += answer.superfluous.len();
            }
        }
        assert!(found > 100, "{found}");
    }
}
