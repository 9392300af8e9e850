//! What keeps a formula from being a polynomial.

use super::part::Split;
use crate::limit::Limit;

/// Why a formula is no polynomial throughout a part, or a condition has no truth value.
#[derive(Clone, Debug)]
pub(super) enum Obstacle {
    /// The part must be split.
    Split(Split),
    /// This is not understood.
    Beyond(String),
    /// A limit was reached.
    Limit(Limit),
}

impl From<Limit> for Obstacle {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// The obstacle that something is not understood.
pub(super) fn beyond(shown: &impl std::fmt::Display, why: &str) -> Obstacle {
    Obstacle::Beyond(format!("`{shown}` {why}"))
}
