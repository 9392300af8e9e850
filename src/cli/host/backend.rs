//! The solver that answers questions about integers.

use super::Failure;
use crate::cli::flags::backend::Backend;
use grundy_ilp::BackendKind;

/// The requested backend.
pub fn backend(asked: Backend) -> Result<BackendKind, Failure> {
    asked.kind().ok_or_else(|| Failure::not_built("good_lp"))
}
