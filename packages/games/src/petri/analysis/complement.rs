//! Capacities and inhibitor arcs replaced by complementary places.
//!
//! If a place p never holds more than k tokens, its *complement* p' begins with k - M0(p), and every
//! transition that adds d tokens to p takes d from p'.  Then M(p) + M(p') = k in every reachable marking, and
//! what bounds M(p) from above becomes what p' has to hold at least (K. Lautenbach; W. Reisig 1985):
//!
//! * an inhibitor arc of weight w from p: M(p) < w if and only if M(p') >= k - w + 1;
//! * the capacity c = k by the net rule, for a transition that takes v and puts w: M(p) - v + w <= c
//!   if and only if M(p') >= w - v;
//! * by the strict rule: M(p) + w <= c if and only if M(p') >= w.

use super::AnalysisOptions;
use crate::limit::Limit;
use crate::petri::{Arc, CapacityRule, Net, Place, PlaceId, Transition};
use std::num::NonZeroU32;

/// A place with its complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complement {
    /// The place.
    pub place: PlaceId,
    /// The most tokens that it can hold: the tokens of both together.
    pub bound: u32,
}

/// Why there is no such net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoComplement {
    /// This place has an inhibitor arc, and no bound is known.
    NoBound(PlaceId),
    /// A number of it is above 2^32 - 1, or this place holds more tokens than its bound at the start.
    TooMany(PlaceId),
    /// A stop was asked for.
    Limit(Limit),
}

/// From which places do inhibitor arcs lead?
pub(super) fn inhibited(net: &Net) -> Vec<bool> {
    let mut found = vec![false; net.places.len()];
    for arc in net.transitions.iter().flat_map(|it| &it.inhibitors) {
        found[arc.place] = true;
    }
    found
}

/// The net without capacities, inhibitor arcs and priorities, with a complement after its own places for each
/// place that needs one.
pub(super) fn complemented(
    net: &Net,
    options: &AnalysisOptions,
    bounds: &[Option<u32>],
) -> Result<(Net, Vec<Complement>), NoComplement> {
    let inhibited = inhibited(net);
    let mut without = net.clone();
    without.places.iter_mut().for_each(|place| place.capacity = None);
    for transition in &mut without.transitions {
        transition.inhibitors.clear();
        transition.priority = 0;
    }
    let mut complements = Vec::new();
    for (place, it) in net.places.iter().enumerate() {
        let capacity = it.capacity.map(NonZeroU32::get);
        if capacity.is_none() && !inhibited[place] {
            continue;
        }
        options.stop.check().map_err(NoComplement::Limit)?;
        let bound = capacity.or(bounds[place]).ok_or(NoComplement::NoBound(place))?;
        let initial = bound.checked_sub(it.initial).ok_or(NoComplement::TooMany(place))?;
        let complement = without.places.len();
        let name = format!("{} (complement)", it.name);
        without.places.push(Place { name, initial, capacity: None });
        for (old, new) in net.transitions.iter().zip(&mut without.transitions) {
            let strict = capacity.is_some() && options.rule == CapacityRule::Strict;
            let (takes, puts) =
                taken(old, place, bound, strict).ok_or(NoComplement::TooMany(place))?;
            new.inputs.extend(takes.map(|weight| Arc { place: complement, weight }));
            new.outputs.extend(puts.map(|weight| Arc { place: complement, weight }));
        }
        complements.push(Complement { place, bound });
    }
    Ok((without, complements))
}

/// The weights of the arcs of a transition from and to the complement of a place; `None` if one is too large.
fn taken(
    transition: &Transition,
    place: PlaceId,
    bound: u32,
    strict: bool,
) -> Option<(Option<NonZeroU32>, Option<NonZeroU32>)> {
    let weight = |arcs: &[Arc]| {
        arcs.iter().find(|arc| arc.place == place).map_or(0, |arc| i64::from(arc.weight.get()))
    };
    let (takes, puts) = (weight(&transition.inputs), weight(&transition.outputs));
    let inhibitor = weight(&transition.inhibitors);
    let mut least = (puts - takes).max(0);
    if strict {
        least = least.max(puts);
    }
    if inhibitor > 0 {
        least = least.max(i64::from(bound) - inhibitor + 1);
    }
    let number = |weight: i64| u32::try_from(weight).ok().map(NonZeroU32::new);
    Some((number(least)?, number(least - (puts - takes))?))
}
