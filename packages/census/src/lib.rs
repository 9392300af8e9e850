//! All games of a kind: their periods, and how these depend on the moves.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod census;
pub mod region;

use grundy_engines::{one_game, runs};
use grundy_kernel::Integer;
use grundy_language::{formula, limit, polynomial, threads};
use grundy_sequence as sequence;
