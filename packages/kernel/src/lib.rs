//! What you trust when you believe a proof of `grundy`: exact numbers, the model of a description, and the checkers of
//! proofs and of periods.
//!
//! This package is a wall.  It knows nothing of the search for proofs (chains, solver, theorems), of the reader of
//! descriptions or of the command, and Cargo makes sure that it cannot.
//!
//! ```text
//! integer ──▶ affine ──┬──▶ model ──▶ simplify ──┐
//!                      ├──▶ refutation ──▶ proof ┴──▶ certificate ──▶ minimality
//! lines ───▶ polynomial ┴──▶ trace
//! ```
//!
//! | module | what | who uses it |
//! |---|---|---|
//! | [`Integer`] | integers of any size | everybody |
//! | [`affine`] | affine forms and constraints, exact | everybody |
//! | [`polynomial`] | polynomials and their sums over loops: periods and preperiods | checkers of periods, theorems |
//! | `lines` | the lines of a certificate, their checksums, and the numbers in them | checkers |
//! | [`model`] | a description as the proof sees it, and what is read off it | reader, search, checkers |
//! | [`refutation`] | why a system of constraints has no integer point, and the check of that | solver, checkers, exports to other checkers |
//! | [`simplify`] | another way to write a sequence, with fewer and longer words | search, checkers |
//! | [`proof`] | the steps of a proof, and how they are spelled, both ways | search, checkers |
//! | [`certificate`] | the checker of descriptions: it asks, the certificate answers | the command `check` |
//! | [`minimality`] | periods and preperiods: small steps that keep a sequence, and their checks | the command `check`, the deriver of theorems |
//! | [`trace`] | periods and preperiods of all games of a class, from the loop structure of a computation | the command `check`, the search for such proofs |
//!
//! [`trace`] is independent: of this package it needs only integers, affine forms, polynomials and lines.
//!
//! Numbers are [`Integer`]s, which never wrap, or, in forms of [`trace`], machine words where each sum and product is
//! checked.  What is counted in plain machine integers has a bound, documented at the type or the constant that it
//! follows from.  Release builds check for overflow here all the same: if such a bound were wrong, the program would
//! stop and accept nothing.
//!
//! The search for a proof does not use [`certificate`], and [`certificate`] does not use the search.  [`minimality`] is
//! different: theorems are derived by its steps, as in the kernel of a proof assistant of the LCF kind (R. Milner,
//! 1972), so a mistake there would be in both.  So would one in [`simplify`], or in what [`model`] reads off a
//! description: what precedes a block, when an arm is taken, in which ways moves are equal and units empty.
//!
//! Not in this package, but also trusted: the reader that makes a [`model::Description`] from a text, the code or
//! person that compares the SHA-256 of that text, the compiler, and the crates for big integers and fractions, small
//! vectors and the growth of the stack.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod affine;
pub mod certificate;
mod integer;
mod lines;
pub mod minimality;
pub mod model;
pub mod polynomial;
pub mod proof;
pub mod refutation;
pub mod simplify;
mod span;
pub mod trace;

pub use integer::Integer;
pub use span::Span;
