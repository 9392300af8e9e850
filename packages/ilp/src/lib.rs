//! Integer feasibility of systems of affine constraints, decided exactly.
//!
//! The one question of this module: is there an integer point that satisfies every
//! constraint of a system?  Variables range over **all** integers; nothing is assumed to be
//! bounded or non-negative.  The answer is a point that was substituted exactly, or a
//! [`Refutation`] that an independent reader can check.
//!
//! Running example: is there (x, y) with `2x-2y = 1`?  With `1 <= 3x-3y <= 2`?  With `x >= 2147483648`?  The first two
//! have an unbounded set of rational points, so neither rounding nor case splits on x or y would ever end.
//!
//! # Why the method is right
//!
//! * **Equations** are solved in integers ([`Lattice`]): `2x-2y = 1` is empty because 2 does not divide 1; otherwise
//!   the solutions are parametrised by free integers, which loses nothing.
//! * **Inequalities** are divided by the greatest common divisor of their coefficients and
//!   rounded, which loses no integer point: `1 <= 3x-3y <= 2` becomes `1 <= x-y <= 0`.
//! * A rational **simplex** tableau finds a vertex, or nonnegative multipliers (Farkas 1902)
//!   under which the inequalities add up to a negative constant: no point at all.
//! * A vertex that is not integral is **cut** off, a bounded number of times; then
//!   directions in which the system is unbounded are split off, which leaves a bounded set,
//!   and that is **searched** in a reduced basis by case splits.
//!
//! Each step either keeps all integer points or is recorded in the refutation, and a refutation is checked by
//! multiplying out ([`grundy_kernel::refutation`]).  The backends differ in how they find answers, never in what they
//! have to show for them:
//!
//! ```
//! use grundy_kernel::affine::{Affine, Constraint};
//! use grundy_ilp::{Answer, Backend, BackendKind};
//! let mut backend = BackendKind::Exact.backend(Default::default());
//! let x = backend.add_variable();
//! backend.push(&Constraint::at_least(&Affine::variable(x), &Affine::constant(1i64 << 31)));
//! assert!(matches!(backend.ask(None), Answer::Feasible(_)));
//! let question = Constraint::below(&Affine::variable(x), &Affine::constant(5));
//! assert!(matches!(backend.ask(Some(&question)), Answer::Infeasible(_)));
//! ```

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

#[cfg(feature = "good-lp")]
mod both;
mod exact;
#[cfg(feature = "good-lp")]
mod good_lp_backend;
mod lattice;
mod minimum;
mod reduction;
mod rounding;
mod search;
mod system;
mod tableau;

#[cfg(feature = "good-lp")]
pub use both::Both;
pub use exact::Exact;
#[cfg(feature = "good-lp")]
pub use good_lp_backend::GoodLp;
pub use grundy_kernel::refutation::{Combination, Ending, Fact, Refutation, RefutationError};
pub use lattice::{Empty, Lattice, Multipliers};
pub use minimum::lexicographic_minimum;

use crate::affine::{Affine, Constraint};
use crate::limit::{CancellationToken, Limit};
use grundy_kernel::{Integer, affine};
use grundy_language::limit;
use std::fmt;
use std::str::FromStr;

/// One integer per variable.
pub type Point = Vec<Integer>;

/// The answer to a feasibility question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// This point satisfies every constraint (it was substituted exactly).
    Feasible(Point),
    /// No integer point does, and this is why.  Rows are numbered in order of pushing.
    Infeasible(Refutation),
    /// A limit was reached first.
    Unknown(Limit),
}

/// Counts of the work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The feasibility questions asked.
    pub questions: u64,
    /// The simplex pivots.
    pub pivots: u64,
    /// The cutting planes added.
    pub cuts: u64,
    /// The case splits inside single questions.
    pub branches: u64,
    /// The questions that the exact backend had to decide for another backend.
    pub fallbacks: u64,
}

/// A place in the history of a [`Backend`]; see [`Backend::mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// A growing and shrinking system of constraints that answers feasibility questions.
pub trait Backend: Send {
    /// Adds an integer variable without any bound and returns its number (0, 1, 2, ...).
    fn add_variable(&mut self) -> usize;

    /// Adds a constraint over the variables so far.
    fn push(&mut self, constraint: &Constraint);

    /// The present state, to come back to.
    fn mark(&mut self) -> Mark;

    /// Removes every variable and constraint added since `mark`.  Marks nest, and a rollback uses up its mark and the
    /// later ones.
    ///
    /// # Panics
    /// If the mark was used up before.
    fn rollback(&mut self, mark: Mark);

    /// Is there an integer point that satisfies the system and, if given, also `question`?  The system itself stays as
    /// it is.
    fn ask(&mut self, question: Option<&Constraint>) -> Answer;

    /// The least integer that is not below the minimum of the form on the rational points of the system; `None` if
    /// there is no minimum.
    ///
    /// In that case there is no minimum on the integer points either, provided that there are any (Meyer 1974): a
    /// direction of the system in which the form decreases has an integral multiple, which leads from a point to
    /// others.
    ///
    /// # Errors
    /// When a stop is requested.
    fn lower_bound(&mut self, form: &Affine) -> Result<Option<Integer>, Limit>;

    /// The work done since the backend was made.
    fn work(&self) -> Work;
}

/// The backends by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BackendKind {
    /// [`Exact`].
    #[default]
    Exact,
    /// good_lp with microlp, every answer checked in integers.
    #[cfg(feature = "good-lp")]
    GoodLp,
    /// Both; a contradiction is a bug.
    #[cfg(feature = "good-lp")]
    Both,
}

/// Makes a backend with the empty system; the flag ends its long searches.
pub type NewBackend<'n> = &'n (dyn Fn(CancellationToken) -> Box<dyn Backend> + Sync);

impl BackendKind {
    /// All backends.
    pub const ALL: &[Self] = &[
        Self::Exact,
        #[cfg(feature = "good-lp")]
        Self::GoodLp,
        #[cfg(feature = "good-lp")]
        Self::Both,
    ];

    /// The backend for systems of equations: good_lp where it is compiled in.
    #[cfg(feature = "good-lp")]
    pub const EQUATIONS: Self = Self::GoodLp;

    /// The backend for systems of equations: good_lp where it is compiled in.
    #[cfg(not(feature = "good-lp"))]
    pub const EQUATIONS: Self = Self::Exact;

    /// The name users see: `good-lp`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            #[cfg(feature = "good-lp")]
            Self::GoodLp => "good-lp",
            #[cfg(feature = "good-lp")]
            Self::Both => "both",
        }
    }

    /// Makes backends of this kind.
    pub fn maker(self) -> NewBackend<'static> {
        match self {
            Self::Exact => &|stop| Box::new(Exact::new(stop)),
            #[cfg(feature = "good-lp")]
            Self::GoodLp => &|stop| Box::new(GoodLp::new(stop)),
            #[cfg(feature = "good-lp")]
            Self::Both => &|stop| Box::new(Both::new(stop)),
        }
    }

    /// A backend of this kind with the empty system; `stop` ends its long searches.
    pub fn backend(self, stop: CancellationToken) -> Box<dyn Backend> {
        self.maker()(stop)
    }
}

impl fmt::Display for BackendKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// No backend has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown backend `{0}`; choose `exact`, `good-lp` or `both`")]
pub struct UnknownBackend(pub String);

impl FromStr for BackendKind {
    type Err = UnknownBackend;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let kind = Self::ALL.iter().find(|kind| kind.name() == name);
        kind.copied().ok_or_else(|| UnknownBackend(name.to_owned()))
    }
}
