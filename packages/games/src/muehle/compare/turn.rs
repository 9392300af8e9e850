//! All that the net can do in a turn.

use super::reading::{PositionError, Reading};
use crate::muehle::rules::Position;
use crate::petri::{CapacityRule, Firing, Marking, Net, PlaceId, TransitionId};
use crate::way::way;
use rustc_hash::{FxHashMap, FxHashSet};

/// Markings within one turn; the published nets need some hundreds.
const MOST_MARKINGS: usize = 20_000;

/// How a turn of the net ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum End {
    /// A player begins a turn, or has won.
    Position(Position),
    /// So says the marking, but it shows no position.
    Nothing(PositionError),
    /// Nothing can fire, and nobody has won.
    Stuck,
}

impl End {
    /// The position, if there is one.
    pub(super) fn position(self) -> Option<Position> {
        if let Self::Position(position) = self { Some(position) } else { None }
    }
}

/// One end of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    /// What it means.
    pub end: End,
    /// The marking.
    pub marking: Marking,
    /// What fired, one of the shortest ways.
    pub fired: Vec<TransitionId>,
}

/// The turn does not end within the markings that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Endless;

/// A net, ready to be played turn by turn.
#[derive(Clone, Debug)]
pub(super) struct Playing<'n> {
    /// The net.
    pub net: &'n Net,
    /// Its places.
    pub reading: Reading,
    firing: Firing,
    /// Transitions with the same number change a marking in the same way.
    effects: Vec<usize>,
}

impl<'n> Playing<'n> {
    /// Prepares a net.
    pub(super) fn new(net: &'n Net, reading: Reading) -> Self {
        let firing = Firing::new(net, CapacityRule::Net);
        let mut known: FxHashMap<&[(PlaceId, i64)], usize> = FxHashMap::default();
        let numbers = 0..net.transitions.len();
        let effects = numbers.map(|id| *known.entry(firing.effect(id)).or_insert(id)).collect();
        Self { net, reading, firing, effects }
    }

    /// The marking after firing; `None` if something of it is not firable.
    pub(super) fn replay(&self, fired: &[TransitionId]) -> Option<Marking> {
        let mut marking = self.net.initial();
        self.continued(&mut marking, fired).then_some(marking)
    }

    /// Fires from here; false, with part of it fired, if something is not firable.
    pub(super) fn continued(&self, marking: &mut Marking, fired: &[TransitionId]) -> bool {
        let mut firable = Vec::new();
        fired.iter().all(|id| {
            self.firing.firable_into(marking, &mut firable);
            firable.contains(id) && self.firing.fire(marking, *id).is_ok()
        })
    }

    /// How a marking ends a turn, if it does.
    fn end(&self, marking: &[u32], firable: &[TransitionId]) -> Option<End> {
        if self.reading.is_stable(marking) {
            return Some(self.reading.position(marking).map_or_else(End::Nothing, End::Position));
        }
        firable.is_empty().then_some(End::Stuck)
    }

    /// All ends of the turn that begins in a marking, nearest first; none if nothing can fire.
    ///
    /// Of several transitions that are firable and change the marking in the same way only the
    /// first is fired: the others lead to the same marking.
    pub(super) fn turn(&self, start: &Marking) -> Result<Vec<Reached>, Endless> {
        struct TurnNode {
            marking: Marking,
            from: Option<(usize, TransitionId)>,
        }
        let mut nodes = vec![TurnNode { marking: start.clone(), from: None }];
        let mut seen = FxHashSet::default();
        let mut reached = Vec::new();
        let (mut firable, mut fired_effects) = (Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(node) = nodes.get(next) {
            let stable = next > 0 && self.reading.is_stable(&node.marking);
            if stable {
                firable.clear();
            } else {
                self.firing.firable_into(&node.marking, &mut firable);
            }
            if next > 0
                && let Some(end) = self.end(&node.marking, &firable)
            {
                let marking = node.marking.clone();
                let fired = way(next, |at| nodes[at].from);
                reached.push(Reached { end, marking, fired });
            }
            fired_effects.clear();
            for &id in &firable {
                if fired_effects.contains(&self.effects[id]) {
                    continue;
                }
                fired_effects.push(self.effects[id]);
                let mut marking = nodes[next].marking.clone();
                // Firing an enabled transition fails only for more than 2^32 - 1 tokens.
                if self.firing.fire(&mut marking, id).is_err() {
                    return Err(Endless);
                }
                if seen.insert(marking.clone()) {
                    nodes.push(TurnNode { marking, from: Some((next, id)) });
                }
            }
            if nodes.len() > MOST_MARKINGS {
                return Err(Endless);
            }
            next += 1;
        }
        Ok(reached)
    }
}
