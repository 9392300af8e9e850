//! Minimal siphons and traps.
//!
//! A set S of places is a *siphon* if every transition that puts tokens into S also takes some from S: once
//! empty, it stays empty.  It is a *trap* if every transition that takes tokens from S also puts
//! some into S: once marked, it stays marked.  (F. Commoner 1972, where siphons are called deadlocks.)
//! A read arc counts as both, because firing needs a token there and leaves it.  Inhibitor
//! arcs, capacities and priorities only forbid steps, so both properties hold for them as well; weights
//! do not matter for siphons, and for traps firing puts at least one token there.
//!
//! The search begins with each place alone.  As long as some transition t puts tokens into S and takes none
//! from it, any siphon that contains S contains one of the places that t takes from; each of them is tried,
//! without those tried before it.  So every minimal siphon is found, and what contains another one is left
//! out.

use super::AnalysisOptions;
use super::numbers::Numbers;
use crate::limit::Limit;
use crate::petri::{Net, PlaceId, Transition};

/// Finding the minimal siphons or traps needs more sets than are looked at.
pub const SETS: Limit =
    Limit(&["sets", "finding the minimal siphons or traps of a net needs more sets than allowed"]);

/// The most sets that are looked at for each result.
const STEPS: usize = 100;

/// The number of places up to which a net is looked at in any case.
const MOST_PLACES: usize = 100;

/// Sets of places, each by increasing place.
pub type Sets = Vec<Vec<PlaceId>>;

/// All minimal siphons that are not empty.
///
/// ```
/// use grundy_games::petri::{analysis::{siphons, traps}, pnml};
/// let text = "<pnml><net id='n'><place id='p'/><place id='q'/><transition id='t'/>\
///     <arc source='p' target='t'/><arc source='t' target='q'/></net></pnml>";
/// let net = pnml::read(text, None).unwrap().net;
/// assert_eq!(siphons(&net, &Default::default()).unwrap(), [[0]]);
/// assert_eq!(traps(&net, &Default::default()).unwrap(), [[1]]);
/// ```
///
/// # Errors
///
/// [`SETS`], [`Limit::MEMORY`] or [`Limit::STOPPED`].
pub fn siphons(net: &Net, options: &AnalysisOptions) -> Result<Sets, Limit> {
    minimal(net, options, |it| [&it.inputs, &it.outputs])
}

/// All minimal traps that are not empty.
///
/// # Errors
///
/// [`SETS`], [`Limit::MEMORY`] or [`Limit::STOPPED`].
pub fn traps(net: &Net, options: &AnalysisOptions) -> Result<Sets, Limit> {
    minimal(net, options, |it| [&it.outputs, &it.inputs])
}

/// The minimal sets such that each transition with a place of its second list in the set has one of its first.
fn minimal(
    net: &Net,
    options: &AnalysisOptions,
    sides: impl Fn(&Transition) -> [&Vec<crate::petri::Arc>; 2],
) -> Result<Sets, Limit> {
    let places = net.places.len();
    if places > options.limit_results.max(MOST_PLACES) {
        return Err(SETS);
    }
    // Sets come in pairs.
    let bytes = 2 * (places / 8 + size_of::<Numbers>());
    options.stop.room(net.transitions.len().saturating_add(places), bytes)?;
    let set = |transition, side: usize| {
        let arcs = sides(transition)[side].iter().chain(&transition.reads);
        Numbers::of(places, arcs.map(|arc| arc.place))
    };
    let rules: Vec<_> = net.transitions.iter().map(|it| (set(it, 0), set(it, 1))).collect();
    let mut found: Vec<Numbers> = Vec::new();
    let first = |place| (Numbers::of(places, [place]), Numbers::of(places, 0..place));
    let mut open: Vec<_> = (0..places).rev().map(first).collect();
    let mut steps = options.limit_results.saturating_mul(STEPS);
    while let Some((set, without)) = open.pop() {
        options.stop.check()?;
        options.stop.room(open.len() + found.len(), bytes)?;
        steps = steps.checked_sub(1).ok_or(SETS)?;
        if found.iter().any(|known| known.within(&set)) {
            continue;
        }
        let missing = rules.iter().filter(|(needs, puts)| puts.meets(&set) && !needs.meets(&set));
        let Some(choices) =
            missing.map(|(needs, _)| needs.without(&without)).min_by_key(Numbers::count)
        else {
            found.retain(|known| !set.within(known));
            found.push(set);
            if found.len() > options.limit_results {
                return Err(SETS);
            }
            continue;
        };
        let mut without = without;
        for place in choices.iter() {
            let mut larger = set.clone();
            larger.insert(place);
            open.push((larger, without.clone()));
            without.insert(place);
        }
    }
    let mut sets: Vec<Vec<_>> = found.iter().map(|set| set.iter().collect()).collect();
    sets.sort();
    Ok(sets)
}
