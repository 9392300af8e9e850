//! `grundy family check`.

use super::arguments::Check;
use crate::cli::configuration::Configuration;
use crate::cli::exit::{Exit, Failure};

/// Compares the published values of catalogues with computation.
pub fn run(_: &Check, _: &Configuration) -> Result<Exit, Failure> {
    Err(Failure::usage("there is no catalogue yet"))
}
