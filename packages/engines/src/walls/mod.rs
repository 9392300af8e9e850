//! Walls between domains, each followed by itself: space-time diagrams of outcomes for all parameters.
//!
//! ```text
//!  walls ──meeting──▶ the next two that meet ──collision──▶ what becomes of them ──▶ walls
//!                                                                                      │
//!  events ◀──write── loops, with counts affine in n and in the indices around ◀──search─┘
//! ```
//!
//! In rows of w positions, with moves a * w + b and small b, the outcomes of a game form domains in which they repeat
//! in two directions, separated by walls ([`diagram`](crate::trace::diagram) defines these, and checks what is found
//! here, none of which is trusted).  Computed run by run, as in [`runs`](crate::runs), a turn is like an earlier one
//! only when all domains are in phase again; a single wall recurs after few rows.  { 6n+2 15n+4 21n+5 } takes two
//! million steps run by run, and has 40 events.
//!
//! Words are aligned with the moves: with their slant most rules reach only one column, so walls are few columns wide,
//! stay apart until there are 2 columns between them, and all this holds from small n on.
//!
//! A wall is computed row by row until it is what it was before.  Where some of its columns are those of a known tile,
//! they become a domain; a wide wall is searched for columns that repeat.  Walls that come near each other again and
//! again become one.  When the cycles of all walls are known, the next two that come near each other are computed,
//! become one wall, and so on.  What becomes of walls that meet does not depend on the others, as long as these stay
//! clear of the columns that are used; so it is computed once and remembered.  If others meet before everything is
//! known, both meetings are followed separately.  A meeting with the rows before it is a step.  All rows and columns
//! have a value for this n and a slope: two walls meet where two lines do.  If walls meet only for this n, slopes
//! differ, and nothing is found.  The step of the class of n is the least one for which each wall that meets another
//! one has made a whole number of additional turns.
//!
//! ```
//! use grundy_engines::walls::{Recognition, find};
//! use grundy_kernel::trace::{Move, diagram::check};
//! use grundy_language::polynomial::{Polynomial, Style, Written as _};
//! let moves = [(6, 2), (15, 4), (21, 5)].map(|(factor, summand)| Move { factor, summand });
//! let row = Move { factor: 3, summand: 1 };
//! let diagram = find(&moves, row, 256, Recognition::default(), &mut (1 << 24), &Default::default()).unwrap();
//! let shown = check(&diagram, &[2], &|| false).unwrap();
//! // Both least, for all n >= 256.
//! assert_eq!((diagram.start, diagram.step, shown.unique), (256, 1, Some(2)));
//! let text = |polynomial: &Polynomial| polynomial.display(&["n".to_owned()], &Style::Text);
//! assert_eq!(text(&shown.period), "36n + 9");
//! assert_eq!(shown.preperiod.as_ref().map(text).unwrap(), "174n^2 + 90n + 13");
//! ```
//!
//! # Loops
//!
//! In families whose period has degree 2 or more the number of meetings grows with n, but walls are few: two to five at
//! a time in most families of four moves of the catalogue.  A step moves walls by columns that are affine in those
//! before; steps that repeat with the same change are a loop, whose count follows from the first room that becomes too
//! small, as in [`runs`](crate::runs).  When walls are where they were before, the period is found; then its first row
//! is looked for in the collisions just before, which gives the preperiod.
//!
//! The odd games of { n 5n-2 6n-2 8n+2 }, in which nothing repeats run by run for millions of steps, take some hundred
//! steps.  `docs/acceleration.md` lists games that resist.

mod begin;
mod collision;
mod domain;
mod limits;
mod meeting;
mod number;
mod search;
mod write;

use crate::limit::CancellationToken;
use crate::trace::Move;
use crate::trace::diagram::{Diagram, Rule};
use collision::World;
use domain::Domains;
use limits::LONGEST_ROW;
pub use limits::{COLUMNS, RECOGNITIONS};
use meeting::Meetings;
use number::{Number, Slope};
use search::WallSearch;

/// Why walls were not followed any farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowError {
    /// The moves are not multiples of a row and few positions.
    Moves,
    /// A stop was requested.
    Stopped,
    /// A wall has too many columns, and no domain was found in it.
    TooWide,
    /// A wall does not recur.
    NeverAgain,
    /// Walls meet in too many ways.
    TooMany,
    /// All the allowed work was done.
    Work,
    /// A number does not fit.
    Number,
    /// Walls met only for this number of positions.
    OneParameter,
}

/// How domains are distinguished from the walls between them.  By default there are the fewest walls and meetings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recognition {
    /// The number of columns that walls stay apart in addition to what they need.  Then longer patterns are near only
    /// one wall, which may be needed to show that a period is the least one.
    pub spare: i64,
    /// Is a part of a wall a domain only if it has all columns of the tile?  Then walls that follow each other at
    /// smaller distances may be found to be another tile.
    pub whole: bool,
}

/// Follows the walls of the game with this parameter, in rows of this number of positions, and jumps over loops of
/// meetings; returns them for the class with the least step for which all rows and columns are whole numbers.
///
/// At most this number of words may be computed; those that were are subtracted.
///
/// # Errors
/// Why they were not followed to the end.
pub fn find(
    moves: &[Move],
    row: Move,
    parameter: i64,
    recognition: Recognition,
    work: &mut u64,
    stop: &CancellationToken,
) -> Result<Diagram, FollowError> {
    let rule = Rule::new(moves, row).map_err(|_| FollowError::Moves)?;
    let width = row.factor.checked_mul(parameter).and_then(|width| width.checked_add(row.summand));
    let width =
        width.filter(|width| (1..LONGEST_ROW).contains(width)).ok_or(FollowError::Number)?;
    let domains = Domains::new(&rule).ok_or(FollowError::Moves)?;
    let world = World::new(rule, domains, width, recognition, work, stop);
    let width = Number::new(width, Slope::from_integer(row.factor.into()));
    let mut meetings = Meetings::new(world, width);
    let (state, first) = meetings.first()?;
    let mut search = WallSearch::new(meetings, state);
    let again = search.run()?;
    let (events, step) = write::events(&search, &first, again).ok_or(FollowError::Number)?;
    let tiles = search.meetings.world.domains.words;
    Ok(Diagram { moves: moves.to_vec(), start: parameter, step, row, tiles, events })
}
