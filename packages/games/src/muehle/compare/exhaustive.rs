//! All plays of the net up to a number of turns.

use super::kind::{Difference, differences};
use super::reading::shown;
use super::turn::{End, Playing, Reached};
use crate::limit::{CancellationToken, Limit};
use crate::muehle::board::Fields;
use crate::muehle::rules::{CaptureRule, Position, Successor};
use crate::petri::graph::MARKINGS;
use crate::petri::{Marking, TransitionId};
use crate::way::way;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Stable markings that are expanded at a time.
const BATCH: usize = 4096;

/// A stable marking with the way to it.
struct MarkingNode {
    marking: Marking,
    /// The number of the node before, and what fired since.
    from: Option<(usize, Vec<TransitionId>)>,
    firings: usize,
    /// The way to it has a turn that is not in the rules.
    astray: bool,
}

/// One turn of the net beside the same turn by the rules.
pub(super) struct Compared {
    /// The position before it.
    pub before: Position,
    /// The ends of the turn by the net.
    pub reached: Vec<Reached>,
    /// The ends of the turn by the rules.
    pub outcomes: Vec<Successor>,
    /// What differs.
    pub differences: Vec<Difference>,
}

/// Plays one turn in all ways; `None` in a marking that shows no position.
pub(super) fn compare_turn(
    player: &Playing<'_>,
    rule: CaptureRule,
    marking: &Marking,
) -> Result<Option<Compared>, Limit> {
    let Ok(before) = player.reading.position(marking) else { return Ok(None) };
    let reached = player.turn(marking).map_err(|_| MARKINGS)?;
    let mut outcomes = before.outcomes(rule);
    outcomes.iter_mut().for_each(|outcome| outcome.position = shown(outcome.position));
    let differences = differences(&before, &reached, &outcomes);
    Ok(Some(Compared { before, reached, outcomes, differences }))
}

impl Compared {
    /// Do the rules have this end of the turn too?
    pub(super) fn is_legal(&self, reached: &Reached) -> bool {
        self.outcomes.iter().any(|outcome| End::Position(outcome.position) == reached.end)
    }

    /// A difference of this turn, after this number of turns along this way.
    pub(super) fn sighting(
        &self,
        difference: Difference,
        way: Vec<TransitionId>,
        turns: usize,
        astray: bool,
    ) -> Sighting {
        let last = difference.witness.map_or(0, |it| self.reached[it].fired.len());
        Sighting { difference, firings: way.len() + last, way, turns, astray }
    }
}

/// A difference with the way to it.
pub(super) struct Sighting {
    /// The difference.
    pub difference: Difference,
    /// All that fires before the turn, from the initial marking on.
    pub way: Vec<TransitionId>,
    /// The number of turns before it.
    pub turns: usize,
    /// Does the way have a turn that is not in the rules?
    pub astray: bool,
    /// The number of firings with those of the turn that show the difference.
    pub firings: usize,
}

impl Sighting {
    /// Ways within the rules come first, then shorter ones.
    pub(super) fn rank(&self) -> (bool, usize, usize) {
        (self.astray, self.firings, self.turns)
    }
}

/// What came of it.
#[derive(Default)]
pub(super) struct Explored {
    /// The best way to each kind of difference.
    pub found: Vec<Sighting>,
    /// Turns of which every play was looked at.
    pub depth: usize,
    /// Was everything reachable looked at?
    pub complete: bool,
    /// Stable markings that were expanded.
    pub markings: u64,
    /// Ends of turns that were compared.
    pub turns: u64,
    /// Why it ended before the wanted number of turns.
    pub limit: Option<Limit>,
}

impl Explored {
    /// Keeps the best of each kind.
    pub(super) fn add(&mut self, new: Sighting) {
        let known = self.found.iter_mut().find(|it| it.difference.kind == new.difference.kind);
        match known {
            Some(known) if new.rank() < known.rank() => *known = new,
            Some(_) => {}
            None => self.found.push(new),
        }
    }
}

/// How far to go.
pub(super) struct SearchBounds<'a> {
    /// Turns.
    pub depth: usize,
    /// Stones go only to these fields.
    pub within: Fields,
    /// Stable markings.
    pub markings: usize,
    /// The caller's wish to stop.
    pub stop: &'a CancellationToken,
}

/// What a node takes beside its marking and its way: in the tables, and where memory is given out.
const NODE_BYTES: usize = 128;

/// Compares net and rules in every play of at most this number of turns.
///
/// Plays are followed turn by turn, every stable marking once, over a way of fewest firings among
/// those with as many turns.  So of each kind the way that is found has the fewest firings of all
/// with at most this number of turns.
pub(super) fn explore(
    player: &Playing<'_>,
    rule: CaptureRule,
    bounds: &SearchBounds<'_>,
) -> Explored {
    let mut explored = Explored::default();
    let mut nodes =
        vec![MarkingNode { marking: player.net.initial(), from: None, firings: 0, astray: false }];
    let mut best: FxHashMap<Marking, usize> = FxHashMap::default();
    best.insert(player.net.initial(), 0);
    // Each marking is kept twice.
    let marking_bytes = 2 * size_of_val(&player.net.initial()[..]);
    let mut bytes: usize = 0;
    let mut layer = vec![0];
    for depth in 0..bounds.depth {
        let mut next: FxHashMap<Marking, usize> = FxHashMap::default();
        let mut order = Vec::new();
        for batch in layer.chunks(BATCH) {
            if bounds.stop.requested() {
                explored.limit = Some(Limit::STOPPED);
                return explored;
            }
            let expanded: Vec<_> = batch
                .par_iter()
                .map(|&id| compare_turn(player, rule, &nodes[id].marking))
                .collect();
            for (&id, compared) in batch.iter().zip(expanded) {
                explored.markings += 1;
                let compared = match compared {
                    Ok(Some(compared)) => compared,
                    Ok(None) => continue,
                    Err(limit) => {
                        explored.limit = Some(limit);
                        return explored;
                    }
                };
                explored.turns += compared.reached.len() as u64;
                for &difference in &compared.differences {
                    let (way, astray) = (fired(&nodes, id), nodes[id].astray);
                    explored.add(compared.sighting(difference, way, depth, astray));
                }
                for reached in compared.reached {
                    let End::Position(after) = reached.end else { continue };
                    let placed = Fields::ALL.minus(after.free());
                    if !bounds.within.contains_all(placed) {
                        continue;
                    }
                    let legal = compared.outcomes.iter().any(|it| it.position == after);
                    let node = MarkingNode {
                        firings: nodes[id].firings + reached.fired.len(),
                        from: Some((id, reached.fired)),
                        astray: nodes[id].astray || !legal,
                        marking: reached.marking,
                    };
                    let rank = |node: &MarkingNode| (node.astray, node.firings);
                    match next.get(&node.marking) {
                        Some(&known) if rank(&nodes[known]) <= rank(&node) => {}
                        Some(&known) => nodes[known] = node,
                        None if best
                            .get(&node.marking)
                            .is_some_and(|&known| rank(&nodes[known]) <= rank(&node)) => {}
                        None if nodes.len() >= bounds.markings => {
                            explored.limit = Some(MARKINGS);
                            return explored;
                        }
                        None => {
                            let way = node.from.as_ref().map_or(&[][..], |(_, fired)| fired);
                            let own = size_of::<MarkingNode>() + size_of_val(way) + marking_bytes;
                            bytes = bytes.saturating_add(own + NODE_BYTES);
                            if let Err(limit) = bounds.stop.room(bytes, 1) {
                                explored.limit = Some(limit);
                                return explored;
                            }
                            next.insert(node.marking.clone(), nodes.len());
                            order.push(nodes.len());
                            nodes.push(node);
                        }
                    }
                }
            }
        }
        explored.depth = depth + 1;
        best.extend(next);
        layer = order;
        if layer.is_empty() {
            explored.complete = bounds.within == Fields::ALL;
            break;
        }
    }
    explored
}

/// All that fires up to a node.
fn fired(nodes: &[MarkingNode], id: usize) -> Vec<TransitionId> {
    way(id, |at| nodes[at].from.as_ref().map(|(before, fired)| (*before, &fired[..]))).concat()
}
