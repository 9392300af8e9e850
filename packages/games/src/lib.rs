//! Games with rules of their own: for each its rules, what is known about it, a format for what
//! somebody claims about it, and the check of these claims against the rules.  [`petri`] holds
//! nets, in which games can be written down.

#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod kabelsalat;
pub mod lines;
pub mod muehle;
pub mod nim;
pub mod petri;
pub mod set;
pub mod wolf;

use crate::diagnostic::{Diagnostic, Span};
use crate::limit::Limit;
use crate::verdict::Finding;
use grundy_check::{Integer, affine};
use grundy_core::{diagnostic, lang, limit, threads, verdict};
use grundy_ilp as ilp;

/// The finding for a claim that a limit left open.
fn undecided(claim: Span, limit: Limit) -> Finding {
    let diagnostic =
        Diagnostic::error("E0306", "not everything could be checked").label(claim, "not decided");
    Finding::limit_reached(diagnostic, limit)
}
