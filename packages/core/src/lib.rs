//! Diagnostics, limits, verdicts, published formulas, and the description language.

#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod diagnostic;
pub mod expand;
pub mod formula;
pub mod lang;
pub mod limit;
pub mod number;
pub mod polynomial;
pub mod suggest;
pub mod threads;
pub mod verdict;

use grundy_check::{Integer, affine, model};
