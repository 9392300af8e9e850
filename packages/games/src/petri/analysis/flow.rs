//! The arcs around a node, and what firing adds.

use crate::petri::firing::effect;
use crate::petri::{Arc, Net, PlaceId, Transition, TransitionId};
use std::num::NonZeroU32;

/// A node of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NetNode {
    /// A place.
    Place(PlaceId),
    /// A transition.
    Transition(TransitionId),
}

/// The nodes of the other kind around a node x, each with the weight of its arc, by increasing number.
///
/// The flow relation has the ordinary arcs only: inhibitor and read arcs are beside it.  A
/// self-loop is in both sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The preset of x: the nodes with an arc to x.
    pub preset: Vec<(usize, NonZeroU32)>,
    /// The postset of x: the nodes with an arc from x.
    pub postset: Vec<(usize, NonZeroU32)>,
    /// The nodes joined with x by a read arc.
    pub reads: Vec<(usize, NonZeroU32)>,
    /// The nodes joined with x by an inhibitor arc.
    pub inhibitors: Vec<(usize, NonZeroU32)>,
}

/// Preset and postset of a node (W. Reisig, Petri Nets, 1985).
///
/// ```
/// use grundy_games::petri::{analysis::{NetNode, around}, pnml};
/// let text = "<pnml><net id='n'><place id='p'/><transition id='t'/><transition id='u'/>\
///     <arc source='t' target='p'/><arc source='p' target='u'/></net></pnml>";
/// let net = pnml::read(text, None).unwrap().net;
/// let of = around(&net, NetNode::Place(0));
/// assert_eq!((of.preset[0].0, of.postset[0].0), (0, 1));
/// ```
///
/// # Panics
///
/// If the net has no such node.
pub fn around(net: &Net, node: NetNode) -> Around {
    match node {
        NetNode::Transition(id) => {
            let of = |arcs: &Vec<Arc>| arcs.iter().map(|arc| (arc.place, arc.weight)).collect();
            let [preset, postset, inhibitors, reads] = net.transitions[id].arcs().map(of);
            Around { preset, postset, reads, inhibitors }
        }
        NetNode::Place(place) => {
            assert!(place < net.places.len(), "the net has no such place");
            let of = |kind: usize| {
                let joined = |(id, transition): (TransitionId, &Transition)| {
                    let arc = transition.arcs()[kind].iter().find(|arc| arc.place == place)?;
                    Some((id, arc.weight))
                };
                net.transitions.iter().enumerate().filter_map(joined).collect()
            };
            let [postset, preset, inhibitors, reads] = [0, 1, 2, 3].map(of);
            Around { preset, postset, reads, inhibitors }
        }
    }
}

/// The incidence matrix C by columns: for each transition t the places s with C(s, t) = W(t, s) - W(s, t)
/// other than 0, by increasing place.
///
/// Firing t adds its column to the marking.  A self-loop of equal weights does not show.
pub fn incidence(net: &Net) -> Vec<Vec<(PlaceId, i64)>> {
    net.transitions.iter().map(effect).collect()
}
