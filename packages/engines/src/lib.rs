//! Periods of one game, by loops in its runs and by domains in its space-time diagram.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod fold;
pub mod one_game;
pub mod real;
pub mod runs;
pub mod walls;

use grundy_kernel::{Integer, model, trace};
use grundy_language::{diagnostic, formula, lang, limit, polynomial};
use grundy_sequence as sequence;
