//! How steps are written down.

use smallvec::SmallVec;

/// How a step follows from the stretches before it, without any length that may vary.
///
/// The numbers are, with stretches counted back from the last one of their row and phases as
/// below:
///
/// 1. for each value how many stretches are in reach;
/// 2. how many links the chains over the high run have, and each link; if there are any, the value
///    whose chain ends first;
/// 3. the value of the run that follows, or [`UNFINISHED`], and nothing follows;
/// 4. how many links the chains over this run have, and each link;
/// 5. how it ends: [`BY_LEAST`]; the move that leads to its own value there; or, counted on from the
///    number of moves, the value whose chain ends;
/// 6. for each value, in order, the first stretch that the greatest move has not passed, and for that
///    of the run, for each move the first stretch that it has not passed, and the phase;
/// 7. what becomes of the last stretches, once or several times: how many of them join the comb
///    before them, or the negative number of those that are one group of a new comb, followed by its
///    number; at the end 0.
///
/// A link is a value, a move, a stretch and a phase.  A phase is the position to which the move leads,
/// modulo the length of the comb, or [`NOWHERE`] if the stretch is solid or not reached.
pub type Recipe = SmallVec<[i32; 32]>;

/// The phase in what is no comb.
pub const NOWHERE: i32 = -1;

/// The least move ends the run.
pub const BY_LEAST: i32 = -1;

/// The high run goes on.
pub const UNFINISHED: i32 = -1;

/// So many equal groups of runs become a comb.
pub const GROUPS: usize = 3;

/// What becomes of the last stretches, the seventh part of a recipe, in a game of outcomes with so many
/// moves.
pub fn joins(mut recipe: impl Iterator<Item = i32>, moves: usize) -> impl Iterator<Item = i32> {
    let mut next = |passed: usize| recipe.nth(passed).unwrap_or(0);
    let count = |number: i32| usize::try_from(number).unwrap_or(0);
    let links = count(next(1));
    let value = next(4 * links + usize::from(links > 0));
    if value != UNFINISHED {
        let links = count(next(0));
        next(4 * links);
        // The last of the numbers for the moves.
        next(2 * moves - 1);
    }
    recipe
}
