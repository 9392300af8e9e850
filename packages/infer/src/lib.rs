//! Finds the structure of a family and proves it.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod infer;
pub mod open;
pub mod parametric;

use grundy_engines::{one_game, runs, walls};
use grundy_ilp as ilp;
use grundy_kernel::{Integer, affine, model, simplify, trace};
use grundy_language::{lang, limit, polynomial, threads, verdict};
use grundy_prove::{theorem, verify};
use grundy_sequence as sequence;
