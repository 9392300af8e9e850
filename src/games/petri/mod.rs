//! Place/transition nets with weights, capacities, inhibitor arcs and priorities.

mod firing;
pub mod graph;
mod net;
pub mod pnml;

pub use firing::{CannotFire, CapacityRule, Firing, Marking, Obstacle, obstacles};
pub use net::{Arc, Net, Place, PlaceId, Transition, TransitionId};
