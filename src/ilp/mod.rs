//! Integer feasibility of systems of affine constraints, decided exactly.
//!
//! The one question of this module: is there an integer point that satisfies every
//! constraint of a system?  Variables range over **all** integers; nothing is assumed to be
//! bounded or non-negative.  The answer is a point that was substituted exactly, or a
//! [`Refutation`] that an independent reader can check.

use crate::affine::Constraint;
use crate::integer::Integer;
use crate::limit::Limit;

/// One integer per variable.
pub type Point = Vec<Integer>;

/// The answer to a feasibility question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// This point satisfies every constraint (it was substituted exactly).
    Feasible(Point),
    /// No integer point does, and this is why.
    Infeasible(Refutation),
    /// A limit was reached first.
    Unknown(Limit),
}

/// An exact argument that a system has no integer point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {}

/// Counts of the work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Feasibility questions asked.
    pub questions: u64,
    /// Simplex pivots.
    pub pivots: u64,
    /// Cutting planes added.
    pub cuts: u64,
    /// Case splits inside single questions.
    pub branches: u64,
}

/// A place in the history of a [`Backend`]; see [`Backend::mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// A growing and shrinking system of constraints that answers feasibility questions.
pub trait Backend: Send {
    /// Adds an integer variable without any bound and gives its number (0, 1, 2, ...).
    fn add_variable(&mut self) -> usize;

    /// Adds a constraint over the variables so far.
    fn push(&mut self, constraint: &Constraint);

    /// The present state, to come back to.
    fn mark(&mut self) -> Mark;

    /// Takes back every variable and constraint added since `mark`.  Marks nest.
    fn rollback(&mut self, mark: Mark);

    /// Is there an integer point that satisfies the system and, if given, `question` as well?
    /// The system itself stays as it is.
    fn ask(&mut self, question: Option<&Constraint>) -> Answer;

    /// The work done since the backend was made.
    fn work(&self) -> Work;
}
// TEMP STUBS until the ilp branch is merged
#[allow(missing_docs)]
#[derive(Clone)]
pub struct Lattice;
#[allow(missing_docs)]
impl Lattice {
    pub fn new(_: usize) -> Self {
        Self
    }
    pub fn push(&mut self, _: &crate::affine::Affine) -> Result<(), ()> {
        Ok(())
    }
    pub fn residue(&self, _: &crate::affine::Affine, _: &Integer) -> Option<Integer> {
        None
    }
}
#[allow(missing_docs)]
pub fn lexicographic_minimum(
    _: &mut dyn Backend,
    _: &[crate::affine::Affine],
) -> Result<Option<Point>, Limit> {
    Ok(None)
}
#[allow(missing_docs)]
#[derive(Clone, Copy)]
pub enum BackendKind {
    Exact,
}
#[allow(missing_docs)]
impl BackendKind {
    pub fn backend(self, _: crate::limit::Stop) -> Box<dyn Backend> {
        panic!()
    }
}
