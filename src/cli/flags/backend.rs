//! Who answers questions about integers.

use clap::ValueEnum;
use grundy_ilp::BackendKind;

/// A backend by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The exact solver
    Exact,
    /// good_lp with microlp, every answer checked in integers
    GoodLp,
    /// Both; a contradiction is a bug
    Both,
}

impl From<Backend> for BackendKind {
    fn from(name: Backend) -> Self {
        match name {
            Backend::Exact => Self::Exact,
            Backend::GoodLp => Self::GoodLp,
            Backend::Both => Self::Both,
        }
    }
}
