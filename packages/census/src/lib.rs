//! All games of a kind: their periods, and how these depend on the moves.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod census;
pub mod region;

use grundy_check::Integer;
use grundy_core::{formula, limit, polynomial, threads};
use grundy_engines::{one_game, runs};
use grundy_sequence as sequence;
