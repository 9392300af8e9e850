//! Published families and statements, compared with what is computed and proved.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod family;
pub mod statement;

use grundy_census::region;
use grundy_engines::{one_game, runs};
use grundy_infer::parametric;
use grundy_kernel::{Integer, affine, model};
use grundy_language::{diagnostic, formula, lang, limit, polynomial, threads, verdict};
use grundy_prove::{theorem, verify};
use grundy_sequence as sequence;
