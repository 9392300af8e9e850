//! Outcomes that are the same from some position on, because finitely many positions reach all later ones.
//!
//! Let some of the moves be all numbers from a on that have certain residues modulo c, such as all multiples of c.  A
//! position y is an option of each x >= y + a for which x - y has one of these residues.  So let each residue be that
//! of x - y for n of the counted positions y: of lost ones under normal play.  Then each x that comes a or more
//! positions after the last of them has at least n counted options, by these moves alone.  If the rule gives the same
//! outcome for all numbers from n on, which is "won" for n = 1 under normal play, then all these x have that value,
//! whatever the other moves are.
//!
//! { 1 primes multiples 6 }: 0, 4, 8, 85, 95 and 99 are lost, one in each residue modulo 6, so all positions from 105 on are
//! won.

use super::{MoveSet, Selection, SetProof, Term};
use crate::Cycle;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Comparison, Rule, Tally};

/// The number of positions that are examined first.
const FIRST: usize = 1 << 12;

/// The factor by which that number grows if it was not enough.
const TIMES: usize = 16;

/// The most positions that are examined under normal play: a fraction of a second.
const MOST_POSITIONS: usize = 1 << 20;

/// The most positions that are examined under rules that count, where each move costs a look-up.
const MOST_COUNTED: usize = 1 << 16;

/// The cycle, which has period 1, if this method shows it.  Misère play is left to the caller.
pub(super) fn cycle_of(
    set: &MoveSet,
    rule: Rule,
    stop: &CancellationToken,
) -> Result<Option<(Cycle, u64, SetProof)>, Limit> {
    let (Some((counted, enough)), Some(sure)) = (enough(rule), set.residues_for_sure()) else {
        return Ok(None);
    };
    let most = if rule == Rule::Normal { MOST_POSITIONS } else { MOST_COUNTED };
    let mut count = FIRST.max(4 * sure.from().max(sure.modulus())).min(most);
    loop {
        let values = set.values(rule, 0, count, stop)?;
        // The number of counted positions that reach each residue, and of residues that need more.
        let mut reached = vec![0_u64; sure.modulus()];
        let mut open = sure.modulus();
        for (position, _) in values.iter().enumerate().filter(|found| *found.1 == counted) {
            if position % 1024 == 0 {
                stop.check()?;
            }
            for class in sure.classes_above(position) {
                reached[class] += 1;
                open -= usize::from(reached[class] == enough);
            }
            if open == 0 {
                return settled(set, rule, position + sure.from(), stop).map(Some);
            }
        }
        if count >= most {
            return Ok(None);
        }
        count = (count * TIMES).min(most);
    }
}

/// The cycle if all positions from this one on have one value.
fn settled(
    set: &MoveSet,
    rule: Rule,
    from: usize,
    stop: &CancellationToken,
) -> Result<(Cycle, u64, SetProof), Limit> {
    let values = set.values(rule, 0, from + 1, stop)?;
    let last = values.iter().rposition(|value| Some(value) != values.last());
    let cycle = Cycle { period: 1, preperiod: last.map_or(0, |last| last as u64 + 1) };
    Ok((cycle, 0, SetProof::Covered(from as u64)))
}

/// The value that is counted, and a number of such options, at least 1, from which on the rule gives the same outcome
/// for all numbers.
fn enough(rule: Rule) -> Option<(u32, u64)> {
    let (counted, tally) = match rule {
        Rule::Normal => return Some((0, 1)),
        Rule::Lost(tally) => (0, tally),
        Rule::Won(tally) => (1, tally),
        Rule::Mex | Rule::Misere => return None,
    };
    match tally {
        Tally::Odd | Tally::Even => None,
        Tally::Never => Some((counted, 1)),
        Tally::Is(Comparison::AtLeast, bound) => Some((counted, bound.max(1))),
        Tally::Is(_, bound) => Some((counted, bound.checked_add(1)?)),
    }
}

impl MoveSet {
    /// Members that are residues from some size on, infinitely many: those whose names guarantee it.
    fn residues_for_sure(&self) -> Option<super::ultimate::Ultimate> {
        let is_periodic = |term: &&Term| matches!(term, Term::Range(..) | Term::Progression(..));
        let parts = self.0.iter().filter(|part| part.without.iter().all(|set| is_periodic(&set)));
        let parts = parts.map(|part| Selection {
            of: part.of.iter().filter(|of| matches!(of, Term::Progression(..))).copied().collect(),
            without: part.without.clone(),
        });
        Self(parts.collect()).ultimate().filter(|set| !set.is_finite())
    }
}
