use super::Alphabet;
use crate::diagnostic::Span;
use crate::formula::{Condition, Formula};
use std::fmt;

/// What a description says about the cycle of its sequences:
/// `CLAIM outcome preperiod 8n^2 - 3 for n >= 2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Of which values; of those of the description, if missing.
    pub values: Option<Alphabet>,
    /// Which number.
    pub quantity: Quantity,
    /// What it is.
    pub formula: Formula,
    /// For which of the admissible parameters; for all, if missing.
    pub when: Option<Condition>,
    /// The whole claim.
    pub span: Span,
}

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The least period.
    Period,
    /// The least preperiod.
    Preperiod,
}

impl fmt::Display for Quantity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Period => "period",
            Self::Preperiod => "preperiod",
        })
    }
}
