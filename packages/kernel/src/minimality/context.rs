//! What steps ask for: either a certificate that is replayed answers, or a search that records.

use super::lists::StepError;
use crate::affine::{Affine, Constraint};
use crate::model::Description;
use crate::proof::theorem::{Pattern, Step};

/// Who answers the questions that a step raises.
pub trait ProofContext {
    /// Why there is no answer, or a step cannot be made.
    type Error: From<StepError>;

    /// Shows that the form is at least 0 throughout.
    ///
    /// # Errors
    /// When that is not shown.
    fn need(&mut self, form: &Affine) -> Result<(), Self::Error>;

    /// The remainder of the form, the same throughout.
    ///
    /// # Errors
    /// When that is not shown.
    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<usize, Self::Error>;
}

/// Gives the steps of a case, in order, and what they rest on.
pub trait Replayer: ProofContext {
    /// The next step.
    ///
    /// # Errors
    /// When there is none.
    fn next(&mut self) -> Result<Step, Self::Error>;

    /// Restricts the case, or returns `false` if nothing would be left.
    ///
    /// # Errors
    /// When that is not shown.
    fn enter(&mut self, constraints: &[Constraint]) -> Result<bool, Self::Error>;

    /// Undoes the last restriction.
    fn leave(&mut self);

    /// Shows that the pattern occurs once in each pass through the endless loop of a description, at its place.
    ///
    /// # Errors
    /// When that is not shown.
    fn once(&mut self, passes: &Description, pattern: &Pattern) -> Result<(), Self::Error>;
}
