//! A period of finitely many of the moves, as the period of all.
//!
//! Let v be the values by the moves up to b.  They are the values by all moves if no other move leads from a position
//! to one with its value: a lost position stays lost, a won one stays won, and a Grundy value stays the mex of its
//! options.  Let v have the period p from q on.  Moves between b and q are tried one by one.  A move s beyond both
//! leads from x = y + s >= q to y; by the residue of s modulo p, the value v(y) of each y < q + p is compared with the
//! one of the residue of x.  (For larger y, y - p is compared.)  So it is enough to know the residues of all moves
//! beyond a bound, or a set that contains them.
//!
//! Flammenkamp 1996: { 1 2 4 8 ... } is { 1 2 }, as no power of 2 is divisible by 3; odd numbers are { 1 }.

use super::{MoveSet, SetProof};
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;
use crate::{Cycle, Game, MOVES, Moves, cycle, values};

/// The most moves that are tried, the least ones first.
const MOVES_TRIED: usize = 40;

/// The bound below which moves are tried.
const GREATEST: usize = 1 << 20;

/// The number of positions in which periods are looked for.
const POSITIONS: u64 = 1 << 20;

/// The most comparisons that are made.
const COMPARISONS: u64 = 1 << 28;

/// The least cycle, if the first few moves show it.  Misère play is left to the caller.
pub(super) fn cycle_of(
    set: &MoveSet,
    rule: Rule,
    stop: &CancellationToken,
) -> Result<Option<(Cycle, u64, SetProof)>, Limit> {
    if !matches!(rule, Rule::Mex | Rule::Normal) {
        return Ok(None);
    }
    let all: Vec<u64> = set.below(GREATEST).iter().map(|size| size as u64).collect();
    for count in 1..=all.len().min(MOVES_TRIED) {
        stop.check()?;
        let game = Moves::new(&all[..count]).and_then(|moves| Game::new(moves, rule));
        let game = game.map_err(|_| MOVES)?;
        match cycle(&game, POSITIONS, stop) {
            Ok(found) if is_of_all(set, &all[count..], &game, found, stop)? => {
                let last = all.get(count - 1).copied().unwrap_or(0);
                return Ok(Some((found, 0, SetProof::UpTo(last))));
            }
            Err(Limit::STOPPED) => return Err(Limit::STOPPED),
            // It is not this one, or there is no period this soon.
            Ok(_) | Err(_) => {}
        }
    }
    Ok(None)
}

/// Are the values of a game with this cycle those by all moves of the set?  `later` has the moves that follow the
/// game's.
fn is_of_all(
    set: &MoveSet,
    later: &[u64],
    game: &Game,
    cycle: Cycle,
    stop: &CancellationToken,
) -> Result<bool, Limit> {
    let Cycle { period, preperiod } = cycle;
    let all = values(game, 0, (preperiod + period) as usize, stop)?;
    let (all, preperiod, period) = (&all[..], preperiod as usize, period as usize);
    let is_kept = |value: u32| game.rule() == Rule::Mex || value == 0;
    let at = |position: usize| match position.checked_sub(preperiod) {
        Some(after) => all[preperiod + after % period],
        None => all[position],
    };
    let joins = |size: usize, positions: std::ops::Range<usize>| {
        let mut positions = positions.filter(|&y| is_kept(all[y]));
        positions.any(|y| at(y + size) == all[y])
    };
    let bound = (preperiod as u64).max(u64::from(game.moves().greatest()));
    // All moves up to the bound are known.
    if bound >= GREATEST as u64 {
        return Ok(false);
    }
    for &size in later.iter().take_while(|&&size| size <= bound) {
        stop.check()?;
        if joins(size as usize, 0..all.len()) {
            return Ok(false);
        }
    }
    let residues = set.residues(period, bound);
    if residues.iter().count() as u64 * all.len() as u64 > COMPARISONS {
        return Ok(false);
    }
    // Any number with this residue that leads beyond the preperiod will do.
    let beyond = preperiod.next_multiple_of(period);
    for residue in residues.iter() {
        stop.check()?;
        if joins(beyond + residue, 0..all.len()) {
            return Ok(false);
        }
    }
    Ok(true)
}
