//! Loops in a growing trace.
//!
//! A *trace* is what a deterministic machine has done: steps, and *loops* of steps and loops, in order.  The machines
//! here are [`runs`](crate::runs), whose states are runs of positions, and [`walls`](crate::walls), whose states are
//! columns of walls.  In both, a step changes the state by an affine function and is identified by a *symbol*: steps
//! with the same symbol change it by the same function where some affine forms, the conditions, are not negative.
//!
//! * `find`: the last entries become a loop when they repeat what came before, with the same change of the state;
//! * `schema`: loops without their counts, by number;
//! * `walk`: how loops are followed in numbers that are affine in their indices, to prove that they continue
//!   ([`iteration`]) or to read them ([`unfold`]);
//! * `form`: these numbers.
//!
//! The page of [`runs`](crate::runs) shows that an iteration is right at all points of a polytope of indices if it is
//! right at the corners.

mod find;
mod form;
mod schema;
mod trace;
mod walk;

pub(crate) use find::{Machine, reduce};
pub(crate) use form::{Affine, Form};
pub(crate) use schema::{BodyPart, Numbers, Schema, Schemas, Symbol};
pub(crate) use trace::Trace;
pub(crate) use walk::{Corners, Track, Witness, grown, iteration, unfold};
