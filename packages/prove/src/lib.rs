//! Proves descriptions for all parameters, and derives theorems from them.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod chain;
pub mod theorem;
pub mod verify;

use grundy_ilp as ilp;
use grundy_kernel::{Integer, affine, certificate, minimality, model, proof, refutation, simplify};
use grundy_language::{diagnostic, expand, formula, lang, limit, polynomial, threads, verdict};
use grundy_sequence as sequence;
