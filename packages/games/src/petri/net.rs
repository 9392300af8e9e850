//! A net as data: places, transitions and the arcs between them.

use std::num::NonZeroU32;

/// The number of a place: its index in [`Net::places`].
pub type PlaceId = usize;

/// The number of a transition: its index in [`Net::transitions`].
pub type TransitionId = usize;

/// A place/transition net with its initial marking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// What the net is called; may be empty.
    pub name: String,
    /// The places, in the order of the text.
    pub places: Vec<Place>,
    /// The transitions, in the order of the text.
    pub transitions: Vec<Transition>,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name: not empty, different from that of every other place.
    pub name: String,
    /// The number of tokens in the initial marking.
    pub initial: u32,
    /// The most tokens that firing may put there; `None` is without limit.
    pub capacity: Option<NonZeroU32>,
}

/// A transition with its arcs, each list by increasing place and each place at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// The name: not empty, different from that of every other transition.
    pub name: String,
    /// Of the enabled transitions only those of the highest priority can fire.
    pub priority: i32,
    /// Arcs from places: the weight is what firing takes.
    pub inputs: Vec<Arc>,
    /// Arcs to places: the weight is what firing puts there.
    pub outputs: Vec<Arc>,
    /// Inhibitor arcs: enabled only while the place holds fewer tokens than the weight.
    pub inhibitors: Vec<Arc>,
    /// Read arcs: enabled only while the place holds at least as many tokens as the weight; firing
    /// leaves them there.  A pair of an input and an output arc does the same where the place has no
    /// capacity, or by the net rule; the strict rule asks for room that a read arc does not need.
    pub reads: Vec<Arc>,
}

impl Transition {
    /// The lists of arcs: inputs, outputs, inhibitor arcs and read arcs.
    pub fn arcs(&self) -> [&Vec<Arc>; 4] {
        [&self.inputs, &self.outputs, &self.inhibitors, &self.reads]
    }

    /// The same lists, to be changed.
    pub fn arcs_mut(&mut self) -> [&mut Vec<Arc>; 4] {
        [&mut self.inputs, &mut self.outputs, &mut self.inhibitors, &mut self.reads]
    }
}

/// An arc between a transition and this place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The place.
    pub place: PlaceId,
    /// The weight.
    pub weight: NonZeroU32,
}
