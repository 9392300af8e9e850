//! Meetings in loops: families in which the more edges meet the greater the parameter is.
//!
//! ```text
//!  state ──front──▶ the next two edges that meet ──scene──▶ what becomes of them ──▶ state
//!                                                                                      │
//!  events ◀──write── loops, with counts affine in n and in the indices around ◀──search┘
//! ```
//!
//! Nothing that is found here is trusted: [`plane`](crate::trace::plane) checks it.

mod front;
mod number;
mod scene;
mod search;
mod write;

use super::Stuck;
use super::slope::Slope;
use super::zone::Zones;
use crate::limit::CancellationToken;
use crate::trace::Move;
use crate::trace::plane::{Picture, Rule};
use front::Front;
use number::Number;
use scene::{Kinds, World};
use search::Search;

/// Rows have fewer positions.
const WIDEST: i64 = 1 << 40;

/// Follows the edges of the game with this parameter, in rows of so many positions, and jumps over loops of
/// meetings; gives them for the class with the least step for which all rows and columns are whole numbers.
///
/// So many words may be computed; those that were are subtracted.
///
/// # Errors
/// Why they were not followed to the end.
pub fn find(
    moves: &[Move],
    row: Move,
    parameter: i64,
    work: &mut u64,
    stop: &CancellationToken,
) -> Result<Picture, Stuck> {
    let rule = Rule::new(moves, row).map_err(|_| Stuck::Moves)?;
    let value = row.factor.checked_mul(parameter).and_then(|it| it.checked_add(row.summand));
    let value = value.filter(|width| (1..WIDEST).contains(width)).ok_or(Stuck::Number)?;
    let slope = Slope::from_integer(row.factor.into());
    let width = Number { value, slope, ..Number::constant(0) };
    let zones = Zones::new(&rule).ok_or(Stuck::Moves)?;
    let world = World { rule, zones, kinds: Kinds::default(), work, stop };
    let mut front = Front::new(world, width);
    let (state, first) = front.first()?;
    let mut search = Search::new(front, state);
    let end = search.run()?;
    let (events, step) = write::events(&search, &first, &end).ok_or(Stuck::Number)?;
    let textures = search.front.world.zones.words;
    Ok(Picture { moves: moves.to_vec(), start: parameter, step, row, textures, events })
}
