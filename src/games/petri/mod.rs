//! Place/transition nets with weights, capacities, inhibitor arcs and priorities.

mod net;

pub use net::{Arc, Net, Place, PlaceId, Transition, TransitionId};
