//! Place/transition nets with weights, capacities, inhibitor arcs and priorities.
//!
//! ```text
//! PNML ──pnml──▶ Net ──firing──▶ what is enabled, what is firable ──┬──run────▶ steps, obstacles
//!                                                                   ├──graph──▶ all markings
//!                                                                   └─analysis─▶ invariants, liveness, ...
//! ```
//!
//! [`Net`] is plain data.  [`obstacles`] is the rule of firing word by word, [`Firing`] the same
//! made fast.  [`graph`] counts all markings exactly, or says which limit it reached.

pub mod analysis;
mod firing;
pub mod graph;
pub mod layout;
mod net;
pub mod pnml;
mod run;

pub use firing::{CapacityRule, Firing, FiringError, Marking, Obstacle, obstacles};
pub use net::{Arc, Net, Place, PlaceId, Transition, TransitionId};
pub use run::{NoStep, Run};
