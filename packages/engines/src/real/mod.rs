//! Games whose moves are real numbers of one field Q(sqrt d): losing intervals, period and preperiod.
//!
//! ```text
//!  text ──read──▶ Real, Real, ... ──▶ Game ─┬─Intervals──▶ [a, b), [a', b'), ... ──▶ Cycle
//!                                           └─in_units───▶ moves of an integer game ──▶ one_game
//! ```
//!
//! Heaps are real numbers >= 0.  A player takes s from a heap of at least s, for a move s in L; a player who cannot
//! move loses.  v(x) is *lost* if no x - s >= 0 with s in L is lost.  As min L > 0, play ends, and v is well defined.
//!
//! # Losing intervals
//!
//! The positions in [0, min L) are lost.  All x with x - s in a losing interval [a, b) are won: [a + s, b + s).  So,
//! from below, the next losing interval begins at the least a that no such interval contains, and ends at the least b
//! at which one begins; [a, b) itself wins a + min L, so b <= a + min L.  As there are finitely many moves, all these
//! intervals contain their beginnings and not their ends.  The source writes it as a = inf { r >= b : v(r) = 0 }, b =
//! min(a + inf L, inf { r >= a : v(r) = 1 }) and leaves the ends open (A. Flammenkamp 1996, last chapter).  This is the
//! walk of [`LostRuns`](crate::sequence::LostRuns), with exact numbers ([`Real`]): sums, differences and signs decide
//! everything, and the sign of x + y sqrt(d) is that of x or y, or of x^2 - d y^2 where these two differ.
//!
//! # Periods
//!
//! What follows a position x is determined by the losing parts of [x - max L, x), relative to x.  If they are the same
//! before the beginnings a < a' of two losing intervals, then v(y + a' - a) = v(y) for all y >= a - max L.  Conversely,
//! no state need recur: finite sets of integers have periods because there are only 2^max L states, but for irrational
//! moves there are infinitely many.  Whether the sequence can turn to dust is an open question of the source; if it
//! does, the search ends with a limit, and the answer is *undecided*.
//!
//! *The period is least.*  Let n losing intervals begin in [a, a'), and write the lengths of each and of the won
//! stretch after it as a cyclic list of n entries.  A shorter period is a rotation of this list by fewer than n
//! entries, so the list is a proper power, and is already a power of the list of its first n/r entries for some prime
//! divisor r of n.  The candidates are divisors of the *number of entries*: the period itself may be any number, such
//! as 1 + sqrt(2).  There is a least period, because v is not eventually constant, and intervals have positive lengths.
//!
//! *The preperiod is least.*  From the two equal states one goes back while intervals agree; the preperiod is where
//! they first differ, or 0.  It is attained, as all intervals are closed on the left.
//!
//! # Rational moves
//!
//! If all moves are multiples of one number u, so are the ends of all intervals.  So v is constant on each [k u, k u +
//! u), and v(k u) is the value of the position k of the integer game { s/u : s in L }: period and preperiod are those
//! of that game times u.  But where the values are eventually constant, every number is a period, and there is no least
//! one ([`Found::is_constant`]).  Periods of integer games can be very long, so where intervals do not show them soon
//! the methods of [`one_game`](crate::one_game) continue.
//!
//! # Two moves
//!
//! Theorem 4 of the source holds for all real a < b: v has q = 0 and p = 2a if b is an odd multiple of a, else p = a +
//! b.  The tests check this.

mod game;
mod number;
mod read;
mod search;
#[cfg(test)]
mod tests;

pub use game::{Cycle, Game, GameError, Intervals, Lost};
pub use number::{Real, RealError};
pub use read::{largest, read, read_one};
pub use search::{Found, Unfound, period};
