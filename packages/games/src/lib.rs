//! Games with rules of their own: for each its rules, what is known about it, a format for what
//! somebody claims about it, and the check of these claims against the rules.  [`petri`] holds
//! nets, in which games can be written down.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod chance;
pub mod heaps;
pub mod kabelsalat;
pub mod lines;
pub mod muehle;
pub mod nim;
pub mod petri;
pub mod set;
mod way;
pub mod wolf;

use grundy_ilp as ilp;
use grundy_kernel::{Integer, affine};
use grundy_language::{diagnostic, lang, limit, number, suggest, threads, verdict};
