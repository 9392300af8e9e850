//! The least preperiod: what comes before the period, compared backwards with its end.

use super::cursor::Cursor;
use super::form::Ranges;
use super::piece::Piece;
use super::polynomial::Polynomial;
use std::collections::VecDeque;

/// So many runs and loops are compared.
const COMPARED: usize = 1 << 18;

/// How many positions at the end of `before` are like those at the end of `period`, as a polynomial
/// of at most this degree.  Either the positions in front of them differ for all m, or all of
/// `before` is like that.
///
/// `None` if the pieces do not show it in the same way for all m.
pub(super) fn common(
    before: &VecDeque<Piece>,
    period: &VecDeque<Piece>,
    degree: usize,
) -> Option<Polynomial> {
    let mut sum = Polynomial::zero(degree);
    let mut one = Cursor::new(vec![before]);
    // In front of the period of `two` there is what is in front of it the first time.
    let mut two = Cursor::new(vec![before, period]);
    for _ in 0..COMPARED {
        let Some((is_lost, length)) = one.run()? else { return Some(sum) };
        let (other, room) = two.run()??;
        if let Some(iterations) = one.in_step_with(&two) {
            let equal = one.skip(iterations.first, iterations.times)?;
            two.skip(iterations.second, iterations.times)?;
            sum.add_loop(&equal);
            continue;
        }
        if is_lost != other {
            return Some(sum);
        }
        let no_longer = Ranges::new().is_never_negative(room.minus(length).ok()?).ok()?;
        let shorter = if no_longer { length } else { room };
        one.take(shorter)?;
        two.take(shorter)?;
        sum.add(&[shorter.value, shorter.slopes[0]]);
    }
    None
}
