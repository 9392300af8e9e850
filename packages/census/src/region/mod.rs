//! How the period depends on the moves: all games of a class with the same largest move.
//!
//! The games { s1 s2 s3 } with fixed s3 fill a triangle with the coordinates s1/s3 and s2/s3.
//! There the period is nearly always the sum of two moves, and which sum it is divides the
//! triangle into a few regions (A. Flammenkamp 1996, chapter on three moves).  [`three`] finds
//! the cycle of every such game, [`areas`] counts the types.  [`two_free_moves`] does the same for
//! two classes of larger games that have two free moves as well, and whose periods are as large
//! as periods get, and [`bounded`] sorts these by bounds of the period.
//!
//! Nothing here rests on a conjecture: the sum of two moves is a guess, which counts only when
//! the outcomes were seen to repeat after it over as many positions as the largest move has.
//! Outcomes are those of normal play, positions count from 0.
//!
//! All functions use the threads of the rayon pool they are called in; the result is the same
//! for any number of them.

mod borders;
mod bounded;
mod classify;
mod losses;
pub mod names;
mod three;
mod two_free;
mod view;

/// Told now and then how many more games are done.
pub type RegionProgress<'p> = dyn Fn(u64) + Sync + 'p;

pub use borders::{BorderForm, Checked, GreatArea, borders};
pub use bounded::{BoundedGame, Decided, bounded, count_areas};
pub use three::{Areas, GREATEST_S3, PeriodType, ThreeMoves, areas, share, three};
pub use two_free::{GREATEST_MOVE, TwoFreeClass, TwoFreeMoves, two_free_moves};
pub use view::View;
