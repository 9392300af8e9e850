//! `grundy` proves statements about the structure of games for all values of their
//! parameters, or refutes them with a counterexample that anyone can replay.

pub mod affine;
pub mod chain;
pub mod diagnostic;
pub mod expand;
pub mod ilp;
mod integer;
pub mod lang;
pub mod limit;
pub mod model;
pub mod report;
pub mod sequence;
pub mod verify;

pub use integer::Integer;
