//! Deciding whether a given cycle is that of a sequence, in one pass over it.
//!
//! Let m = max L, and let W(x) be the values of the positions x, ..., x + m - 1; they determine
//! all later ones.  Period p and preperiod q are right and both least exactly if W(q) = W(q + p),
//! W(q) differs from W(q + p / r) for every prime divisor r of p, and q = 0 or the values of
//! q - 1 and q + p - 1 differ.

use super::STEP;
use super::cycle::Cycle;
use super::primes::primes;
use super::register::{Register, Window};
use crate::limit::{CancellationToken, Limit};

/// Is this the cycle of the sequence of a register, which is at position 0?  Computes each of the first p + q + max L
/// values once.
pub(crate) fn holds(
    mut register: Register,
    claimed: Cycle,
    stop: &CancellationToken,
) -> Result<bool, Limit> {
    let Cycle { period, preperiod } = claimed;
    let span = register.span() as u64;
    // No computation gets this far.
    let end = preperiod.checked_add(period).and_then(|end| end.checked_add(span));
    let end = end.ok_or(Limit::POSITIONS)?;
    if period == 0 {
        return Ok(false);
    }
    let first = window(&mut register, preperiod + span, stop)?;
    let mut before = None;
    if preperiod > 0 {
        before = Some(register.code(preperiod - 1));
    }
    let parts = primes(period, u64::MAX, stop)?.0.into_iter().rev().map(|prime| period / prime);
    for part in parts {
        if window(&mut register, preperiod + part + span, stop)? == first {
            return Ok(false);
        }
    }
    if window(&mut register, end, stop)? != first {
        return Ok(false);
    }
    Ok(before.is_none_or(|before| before != register.code(end - span - 1)))
}

/// The window before a position that is not far after the computed ones.
fn window(
    register: &mut Register,
    position: u64,
    stop: &CancellationToken,
) -> Result<Window, Limit> {
    let step = (4 * register.span()).max(STEP).next_multiple_of(register.grain());
    while register.position() < position {
        let rest = usize::try_from(position - register.position()).unwrap_or(usize::MAX);
        register.advance(step.min(rest.next_multiple_of(register.grain())), stop)?;
    }
    Ok(register.window(position))
}
