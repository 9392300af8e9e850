//! Questions and answers as plain data ([`ask`]), one call for every kind of text ([`check`](mod@check)), the meaning
//! of codes ([`explain`]), and results as text, JSON and exports ([`report`]).

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod ask;
pub mod check;
pub mod explain;
pub mod report;

use grundy_census::{census, region};
use grundy_engines::{one_game, real, runs};
use grundy_games as games;
use grundy_ilp as ilp;
use grundy_infer::{infer, parametric};
use grundy_kernel::{Integer, affine, certificate, minimality, model, proof, refutation, simplify};
use grundy_language::{
    diagnostic, expand, formula, lang, limit, number, polynomial, suggest, threads, verdict,
};
use grundy_prove::{chain, theorem, verify};
use grundy_published::{family, statement};
use grundy_sequence as sequence;
