//! When a transition can fire, and what firing does.
//!
//! A transition t is *enabled* in a marking M if for every place s
//!
//! * input arc of weight w: M(s) >= w;
//! * read arc of weight w: M(s) >= w;
//! * inhibitor arc of weight w: M(s) < w;
//! * output arc of weight w to a place of capacity c: by the strict rule M(s) + w <= c, by the
//!   rule of the net effect M(s) - v + w <= c, where v is the weight of the arc back (0 if there
//!   is none).
//!
//! It is *firable* if it is enabled and no enabled transition has a higher priority.  Each of the
//! conditions bounds M(s) from below or from above by a number that does not depend on M, so a
//! transition is enabled exactly in the markings of a box: `least <= M(s) <= most`.
//!
//! [`obstacles`] follows the definition word by word; [`Firing`] is the fast way, and the two
//! are compared in tests.

use super::net::{Net, PlaceId, Transition, TransitionId};
use std::cmp::Reverse;
use std::collections::BTreeMap;

grundy_language::named! {
    /// How capacities bound firing.  They differ where a transition both takes from and puts to a
    /// place: a self-loop on a full place is enabled by the net effect, disabled by the strict rule.
    CapacityRule {
        /// The weak rule:
        Net: "net", "A place may hold at most its capacity after firing";
        Strict: "strict",
            "The tokens before firing and those that are added may be at most the capacity together";
    }
}

/// The number of tokens on each place, by [`PlaceId`].
pub type Marking = Vec<u32>;

/// Why a transition cannot fire in a marking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The place holds fewer tokens than the arc takes.
    Input {
        /// The place.
        place: PlaceId,
        /// The tokens there.
        holds: u32,
        /// The weight of the arc.
        takes: u32,
    },
    /// The place holds fewer tokens than a read arc asks for.
    Read {
        /// The place.
        place: PlaceId,
        /// The tokens there.
        holds: u32,
        /// The weight of the arc.
        weight: u32,
    },
    /// The place holds at least as many tokens as the weight of an inhibitor arc.
    Inhibitor {
        /// The place.
        place: PlaceId,
        /// The tokens there.
        holds: u32,
        /// The weight of the arc.
        weight: u32,
    },
    /// The place has no room.
    Capacity {
        /// The place.
        place: PlaceId,
        /// The tokens there.
        holds: u32,
        /// The tokens that firing takes from there first: 0 by the strict rule.
        takes: u32,
        /// The tokens that firing puts there.
        puts: u32,
        /// The capacity.
        capacity: u32,
    },
    /// Another transition is enabled and has a higher priority.
    Priority {
        /// The first enabled one among those of the highest priority.
        transition: TransitionId,
    },
}

/// What forbids transition `id` to be enabled in `marking`: nothing if it is enabled.  Priorities
/// are not looked at.
///
/// This is the definition, place by place.
pub fn obstacles(
    net: &Net,
    rule: CapacityRule,
    marking: &[u32],
    id: TransitionId,
) -> Vec<Obstacle> {
    let transition = &net.transitions[id];
    let mut found = Vec::new();
    for arc in &transition.inputs {
        let (place, holds, takes) = (arc.place, marking[arc.place], arc.weight.get());
        if holds < takes {
            found.push(Obstacle::Input { place, holds, takes });
        }
    }
    for arc in &transition.reads {
        let (place, holds, weight) = (arc.place, marking[arc.place], arc.weight.get());
        if holds < weight {
            found.push(Obstacle::Read { place, holds, weight });
        }
    }
    for arc in &transition.inhibitors {
        let (place, holds, weight) = (arc.place, marking[arc.place], arc.weight.get());
        if holds >= weight {
            found.push(Obstacle::Inhibitor { place, holds, weight });
        }
    }
    for arc in &transition.outputs {
        let Some(capacity) = net.places[arc.place].capacity else { continue };
        let (place, holds, puts) = (arc.place, marking[arc.place], arc.weight.get());
        let takes = taken_first(transition, place, rule);
        let after = i64::from(holds) - i64::from(takes) + i64::from(puts);
        if after > i64::from(capacity.get()) {
            let capacity = capacity.get();
            found.push(Obstacle::Capacity { place, holds, takes, puts, capacity });
        }
    }
    found
}

/// What the capacity rule lets a transition take from a place before it puts something there.
fn taken_first(transition: &Transition, place: PlaceId, rule: CapacityRule) -> u32 {
    let back = transition.inputs.iter().find(|arc| arc.place == place);
    match rule {
        CapacityRule::Strict => 0,
        CapacityRule::Net => back.map_or(0, |arc| arc.weight.get()),
    }
}

/// Why a transition did not fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FiringError {
    /// It is not enabled.
    #[error("the transition is not enabled")]
    NotEnabled,
    /// The place would hold more than 2^32 - 1 tokens.
    #[error("a place would hold more than 4294967295 tokens")]
    TooManyTokens(PlaceId),
}

/// A net made ready for firing.
///
/// Looking for firable transitions goes through the priorities from above and ends at the first
/// with an enabled transition.  A transition is looked at only if two of its input places are
/// marked: of its inputs the one that feeds most transitions (in models of games this is the
/// place for whose turn it is, and skips them all at once), and the one that feeds fewest.
#[derive(Clone, Debug)]
pub struct Firing {
    /// The bounds of all transitions one after the other, and where those of each end.
    boxes: Vec<TokenBounds>,
    ends: Vec<usize>,
    effects: Vec<Vec<(PlaceId, i64)>>,
    classes: Vec<PriorityClass>,
}

/// `least <= M(place) <= most`.
#[derive(Clone, Copy, Debug)]
struct TokenBounds {
    place: PlaceId,
    least: u32,
    most: u32,
}

/// The transitions of one priority.
#[derive(Clone, Debug, Default)]
struct PriorityClass {
    /// Those without inputs.
    sources: Vec<TransitionId>,
    /// The others, by their input place that feeds most transitions.
    groups: Vec<Group>,
}

/// Transitions that need a token on this place.
#[derive(Clone, Debug)]
struct Group {
    place: PlaceId,
    /// The same transitions by their input place that feeds fewest.
    rarer: Vec<(PlaceId, Vec<TransitionId>)>,
}

impl Firing {
    /// Prepares a net for this rule.
    pub fn new(net: &Net, rule: CapacityRule) -> Self {
        let (mut boxes, mut ends) = (Vec::new(), vec![0]);
        for transition in &net.transitions {
            boxes.extend(bounds(net, transition, rule));
            ends.push(boxes.len());
        }
        Self {
            boxes,
            ends,
            effects: net.transitions.iter().map(effect).collect(),
            classes: classes(net),
        }
    }

    /// How many transitions there are.
    pub fn transitions(&self) -> usize {
        self.effects.len()
    }

    /// Is the transition enabled?
    pub fn enabled(&self, marking: &[u32], id: TransitionId) -> bool {
        self.boxes[self.ends[id]..self.ends[id + 1]]
            .iter()
            .all(|it| (it.least..=it.most).contains(&marking[it.place]))
    }

    /// The firable transitions in increasing order: the enabled ones of the highest priority
    /// that has any.
    pub fn firable(&self, marking: &[u32]) -> Vec<TransitionId> {
        let mut found = Vec::new();
        self.firable_into(marking, &mut found);
        found
    }

    /// As [`Firing::firable`], into a list whose content is replaced.
    pub fn firable_into(&self, marking: &[u32], found: &mut Vec<TransitionId>) {
        found.clear();
        for class in &self.classes {
            let mut add = |ids: &[TransitionId]| {
                for &id in ids {
                    if self.enabled(marking, id) {
                        found.push(id);
                    }
                }
            };
            add(&class.sources);
            for group in &class.groups {
                if marking[group.place] > 0 {
                    for (place, ids) in &group.rarer {
                        if marking[*place] > 0 {
                            add(ids);
                        }
                    }
                }
            }
            if !found.is_empty() {
                if !found.is_sorted() {
                    found.sort_unstable();
                }
                return;
            }
        }
    }

    /// Fires an enabled transition, whatever its priority.
    ///
    /// # Errors
    ///
    /// If it is not enabled, or a number of tokens becomes too large; then nothing has changed.
    pub fn fire(&self, marking: &mut [u32], id: TransitionId) -> Result<(), FiringError> {
        if !self.enabled(marking, id) {
            return Err(FiringError::NotEnabled);
        }
        let after = |marking: &[u32], place: PlaceId, change: i64| {
            u32::try_from(i64::from(marking[place]) + change)
                .map_err(|_| FiringError::TooManyTokens(place))
        };
        for &(place, change) in &self.effects[id] {
            after(marking, place, change)?;
        }
        for &(place, change) in &self.effects[id] {
            marking[place] = after(marking, place, change)?;
        }
        Ok(())
    }

    /// By how much firing changes each place that it changes, by increasing place.
    pub fn effect(&self, id: TransitionId) -> &[(PlaceId, i64)] {
        &self.effects[id]
    }
}

impl Net {
    /// The marking at the start.
    pub fn initial(&self) -> Marking {
        self.places.iter().map(|place| place.initial).collect()
    }
}

/// The box of markings in which a transition is enabled.
fn bounds(net: &Net, transition: &Transition, rule: CapacityRule) -> Vec<TokenBounds> {
    let mut boxes = BTreeMap::new();
    let all = |place| TokenBounds { place, least: 0, most: u32::MAX };
    for arc in transition.inputs.iter().chain(&transition.reads) {
        let bounds: &mut TokenBounds = boxes.entry(arc.place).or_insert_with(|| all(arc.place));
        bounds.least = bounds.least.max(arc.weight.get());
    }
    let uppers = transition.inhibitors.iter().map(|arc| (arc.place, arc.weight.get() - 1));
    let room = transition.outputs.iter().filter_map(|arc| {
        let capacity = net.places[arc.place].capacity?.get();
        let before = i64::from(taken_first(transition, arc.place, rule));
        let most = i64::from(capacity) + before - i64::from(arc.weight.get());
        Some((arc.place, most))
    });
    for (place, most) in uppers.map(|(place, most)| (place, i64::from(most))).chain(room) {
        let bounds: &mut TokenBounds = boxes.entry(place).or_insert_with(|| all(place));
        match u32::try_from(most) {
            Ok(most) => bounds.most = bounds.most.min(most),
            // Above every number of tokens, or below: then no marking will do.
            Err(_) if most > 0 => {}
            Err(_) => (bounds.least, bounds.most) = (u32::MAX, 0),
        }
    }
    boxes.into_values().collect()
}

/// By how much firing changes each place that it changes.
pub(super) fn effect(transition: &Transition) -> Vec<(PlaceId, i64)> {
    let mut changes = BTreeMap::new();
    for arc in &transition.inputs {
        *changes.entry(arc.place).or_insert(0) -= i64::from(arc.weight.get());
    }
    for arc in &transition.outputs {
        *changes.entry(arc.place).or_insert(0) += i64::from(arc.weight.get());
    }
    changes.into_iter().filter(|&(_, change)| change != 0).collect()
}

fn classes(net: &Net) -> Vec<PriorityClass> {
    let mut feeds = vec![0_usize; net.places.len()];
    for arc in net.transitions.iter().flat_map(|transition| &transition.inputs) {
        feeds[arc.place] += 1;
    }
    type ByInputs = BTreeMap<PlaceId, BTreeMap<PlaceId, Vec<TransitionId>>>;
    let mut classes: BTreeMap<Reverse<i32>, (Vec<TransitionId>, ByInputs)> = BTreeMap::new();
    for (id, transition) in net.transitions.iter().enumerate() {
        let (sources, by_inputs) = classes.entry(Reverse(transition.priority)).or_default();
        let places = || transition.inputs.iter().map(|arc| arc.place);
        let most = places().max_by_key(|&place| feeds[place]);
        let fewest = places().min_by_key(|&place| feeds[place]);
        match (most, fewest) {
            (Some(most), Some(fewest)) => {
                by_inputs.entry(most).or_default().entry(fewest).or_default().push(id);
            }
            _ => sources.push(id),
        }
    }
    let group =
        |(place, rarer): (_, BTreeMap<_, _>)| Group { place, rarer: rarer.into_iter().collect() };
    let class = |(sources, by_inputs): (_, ByInputs)| PriorityClass {
        sources,
        groups: by_inputs.into_iter().map(group).collect(),
    };
    classes.into_values().map(class).collect()
}
