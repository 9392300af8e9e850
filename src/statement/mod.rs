//! Published statements about all subtraction games of a kind, checked for all games up to a
//! bound.
//!
//! A statement such as "every game { s1 s2 } has preperiod 0" (A. Flammenkamp 1996, Satz 4)
//! speaks of infinitely many games.  Here each game up to a bound is computed and compared with
//! the statement:
//!
//! ```
//! use grundy::limit::Stop;
//! use grundy::statement::{self, Verdict};
//! let satz4 = statement::find("satz-4").next().unwrap();
//! let checked = statement::check(satz4, 20, &Stop::default());
//! assert_eq!((checked.verdict(), checked.checked), (Verdict::Holds, 190));
//! ```
//!
//! [`Verdict::Holds`] is no proof of the statement; it says that each of the counted games was
//! computed and agrees.  [`Verdict::Refuted`] is final: the counterexample was computed twice, by
//! the engine and by the plain rule, and no game before it in the order of the statement fails.
//!
//! Where a statement is wrong as printed, both stand in the table, as parts of one statement.
//! Inequalities with roots are decided in whole numbers: N <= 7^(M/4) is N^4 <= 7^M.

mod case;
mod check;
mod few_moves;
mod infinite;
mod parametric;
mod quadratic;
mod replay;
mod sets;
mod table;
mod words;

pub use case::{Case, Cases};
pub use check::{Checked, Undecided, Verdict, check};
pub use table::{ALL, NO_CLAIM, find};

use crate::limit::{Limit, Stop};
use crate::sequence::{Cycle, Rule};
use num_bigint::BigUint;

/// A statement, or one part of it.
#[derive(Debug)]
pub struct Statement {
    /// The name of the statement, such as `satz-4`.
    pub id: &'static str,
    /// The part, such as `printed`; empty when there is only one.
    pub part: &'static str,
    /// Where it is published: A. Flammenkamp 1996, in the numbering of that text.
    pub reference: &'static str,
    /// What the source says of it, and whether it is said here as printed.
    pub status: Status,
    /// What is claimed, in our words.
    pub wording: &'static str,
    /// What the bound is on, such as `max L`.
    pub variable: &'static str,
    /// The bound when none is given.
    pub default_bound: u64,
    /// How it is checked.
    pub body: Body,
}

/// What the source says of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has a proof.
    Proved,
    /// It is believed.
    Conjecture,
    /// It was seen in computations.
    Observation,
    /// It stands in the source in a form that fails; this is that form.
    Printed,
    /// It stands in the source in a form that fails; this is the form that should stand there.
    Corrected,
}

impl Status {
    /// The word for it in every output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Conjecture => "conjecture",
            Self::Observation => "observation",
            Self::Printed => "printed",
            Self::Corrected => "corrected",
        }
    }
}

/// How a statement is checked.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Game by game.
    Games {
        /// The games at one value of the bounded variable, which counts from 1; in
        /// lexicographic order of the moves.
        at: fn(u64) -> Cases,
        /// Compares one of them with the statement.
        compare: Compare,
    },
    /// Position by position in one game, of infinitely many moves: the first difference below
    /// the bound.
    Positions(fn(u64, &Stop) -> Result<Option<Failure>, Limit>),
}

/// Compares a game with a statement.
pub type Compare = fn(&Case, &Stop) -> Result<Option<Failure>, Limit>;

/// A difference between a statement and what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What differs, such as `period`.
    pub quantity: &'static str,
    /// What the statement says of it.
    pub claimed: String,
    /// What was computed.
    pub computed: String,
    /// What it was computed from.
    pub basis: Basis,
}

/// What a failure rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The cycles of a game.
    Cycles(Vec<(Rule, Cycle)>),
    /// The number of words of a game.
    Words(BigUint),
    /// The plain rule, or the moves alone.
    Plain,
}

impl Failure {
    /// The difference between a claimed and a computed cycle, if there is one.
    fn of_cycle(rule: Rule, claimed: Cycle, computed: Cycle) -> Option<Self> {
        let (quantity, claimed, found) = if claimed.period != computed.period {
            (period(rule), claimed.period, computed.period)
        } else if claimed.preperiod != computed.preperiod {
            (preperiod(rule), claimed.preperiod, computed.preperiod)
        } else {
            return None;
        };
        Some(Self {
            quantity,
            claimed: claimed.to_string(),
            computed: found.to_string(),
            basis: Basis::Cycles(vec![(rule, computed)]),
        })
    }

    /// A claim about a cycle that is no equation.
    fn about_cycle(
        quantity: &'static str,
        claimed: impl Into<String>,
        rule: Rule,
        computed: Cycle,
    ) -> Self {
        Self {
            quantity,
            claimed: claimed.into(),
            computed: format!("p = {}, q = {}", computed.period, computed.preperiod),
            basis: Basis::Cycles(vec![(rule, computed)]),
        }
    }

    /// A difference that was seen by the plain rule, or from the moves alone.
    fn plain(
        quantity: &'static str,
        claimed: impl Into<String>,
        computed: impl Into<String>,
    ) -> Self {
        Self { quantity, claimed: claimed.into(), computed: computed.into(), basis: Basis::Plain }
    }
}

fn period(rule: Rule) -> &'static str {
    if rule == Rule::Grundy { "nim period" } else { "period" }
}

fn preperiod(rule: Rule) -> &'static str {
    if rule == Rule::Grundy { "nim preperiod" } else { "preperiod" }
}
