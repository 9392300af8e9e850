//! One game, by a theorem about a family that it belongs to.

use super::{Control, Progress};
use crate::Integer;
use crate::infer::{self, Member, Options, member};
use crate::one_game::Attempt;
use crate::report::infer::stage;
use crate::sequence::Rule;

/// The theorem about the game with the moves from the first to the last number of each pair, or what was tried.
pub(super) fn about(
    moves: &[(Integer, Integer)],
    rule: Rule,
    control: &Control<'_>,
) -> Result<Member, Vec<Attempt>> {
    let told = |progress: infer::Progress| control.tell(Progress::Stage(&stage(progress)));
    let (threads, stop) = (control.threads.clone(), control.stop.clone());
    member(moves, &Options { rule, threads, stop, progress: Some(&told), ..Options::default() })
}

/// The values of `count` positions from this one on of the game with the moves from the first to the last number of
/// each pair, as a theorem says.
pub(super) fn values(
    moves: &[(u64, u64)],
    rule: Rule,
    from: &Integer,
    count: usize,
    control: &Control<'_>,
) -> Option<Vec<u32>> {
    let ends: Vec<_> = moves.iter().map(|&(a, b)| (a.into(), b.into())).collect();
    about(&ends, rule, control).ok()?.values(from, count)
}
