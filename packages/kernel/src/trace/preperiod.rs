//! The least preperiod: what comes before the period, compared backwards with its end.

use super::cursor::Cursor;
use super::piece::{Piece, Sum};
use super::record::Record;
use crate::polynomial::Polynomial;
use std::collections::VecDeque;

/// The most runs and loops that are compared.
const COMPARED: usize = 1 << 18;

/// The number of positions at the end of `before` that agree with those at the end of `period`, as a polynomial in m.
/// Either the positions before them differ for all m, or all of `before` agrees.
///
/// `None` if the pieces that were kept do not show this in the same way for all m.
pub(super) fn common(before: &VecDeque<Piece>, period: &Record) -> Option<Polynomial> {
    let mut sum = Sum::default();
    let mut one = Cursor::new(vec![before]);
    // Before the period of `two` comes what comes before it the first time; before the pieces that were kept of a long
    // one comes something else.
    let mut two = Cursor::new(match period.is_cut {
        true => vec![&period.pieces],
        false => vec![before, &period.pieces],
    });
    for _ in 0..COMPARED {
        let Some((is_lost, length)) = one.run()? else { return Some(sum.polynomial()) };
        let (other, room) = two.run()??;
        if let Some(([first, second], times)) = one.in_step_with(&two) {
            let equal = one.skip(first, times)?;
            two.skip(second, times)?;
            sum.add_loop(&equal, 1);
            continue;
        }
        if is_lost != other {
            return Some(sum.polynomial());
        }
        let shorter = if room.minus(length).ok()?.is_never_negative() { length } else { room };
        one.take(shorter)?;
        two.take(shorter)?;
        sum.add(&[shorter.value, shorter.slopes[0]]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::form::Form;
    use crate::trace::piece::{Repeat, trimmed};

    /// Pieces of which only the end was kept are not followed by what comes before all of them, however many of them
    /// are empty.
    #[test]
    fn what_was_not_kept_is_not_taken_for_what_comes_before() {
        let run = |is_lost, length| Piece::Run { is_lost, length: trimmed([length]) };
        let before = VecDeque::from([run(true, 3), run(false, 5)]);
        let mut period = Record::default();
        let empty = || Piece::Loop(Repeat { count: trimmed([1]), body: Vec::new() });
        period.pieces.extend((0..1000).map(|_| empty()));
        period.run(false, &Form::<1>::constant(2));
        let all = common(&before, &period).expect("the won ones, and no lost ones");
        assert_eq!(all.to_string(), "1 5:");
        period.is_cut = true;
        assert_eq!(common(&before, &period), None);
    }
}
