//! The integer solver to use.

use clap::ValueEnum;
use grundy_ilp::BackendKind;

/// A backend by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The exact solver
    Exact,
    /// good_lp with microlp; every answer is checked in integers
    GoodLp,
    /// Both solvers; if they disagree, that is a bug
    Both,
}

impl Backend {
    /// The one for systems of equations.
    pub const EQUATIONS: Self = if cfg!(feature = "complete") { Self::GoodLp } else { Self::Exact };

    /// The backend, if it is built.
    pub fn kind(self) -> Option<BackendKind> {
        match self {
            Self::Exact => Some(BackendKind::Exact),
            #[cfg(feature = "complete")]
            Self::GoodLp => Some(BackendKind::GoodLp),
            #[cfg(feature = "complete")]
            Self::Both => Some(BackendKind::Both),
            #[cfg(not(feature = "complete"))]
            Self::GoodLp | Self::Both => None,
        }
    }
}
