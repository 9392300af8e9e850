//! Statements about all subtraction games of a kind, checked for all games up to a bound.
//!
//! A statement such as "every game { s1 s2 } has preperiod 0" (A. Flammenkamp 1996, Satz 4) is about infinitely many
//! games.  It is written in a file, which says which games it is about and what it claims about each;
//! `descriptions/families/README.md` describes the format.  Here each game up to a bound is computed and compared with
//! the statement:
//!
//! ```
//! use grundy_language::limit::CancellationToken;
//! use grundy_published::statement::{self, BoundedVerdict};
//! let satz4 = statement::find("satz-4").next().unwrap();
//! let checked = statement::check(satz4, 20, &CancellationToken::default());
//! assert_eq!((checked.verdict(), checked.checked), (BoundedVerdict::Holds, 190));
//! ```
//!
//! [`BoundedVerdict::Holds`] is not a proof of the statement; it says that each of the counted games was
//! computed and agrees.  [`BoundedVerdict::Refuted`] is final: the counterexample was computed twice, by
//! the engine and by the plain rule, and no game before it in the order of the statement fails.
//!
//! What is published is data; the code knows how to go through the games of a [`GamesKind`], how to find the meaning of
//! a letter ([`Definition`]), and how to compare with a [`Claim`].  Where a statement is wrong as printed, both forms
//! are in the file, as parts of one statement.

mod algorithm;
mod case;
mod check;
mod claim;
mod games;
mod infinite;
mod letters;
mod published;
mod read;
mod replay;

pub use algorithm::Algorithm;
pub use case::StatementCase;
pub use check::{BoundedVerdict, Checked, Undecided, check};
pub use published::{PUBLISHED, find, published};
pub use read::read;

use crate::Integer;
use crate::family::model::{Cases, Column, MoveList};
use crate::formula::{Condition, Formula};
use crate::limit::Limit;
use crate::sequence::{Cycle, MoveSet, Rule};
use num_bigint::BigUint;

/// A formula needs larger numbers, or more steps, than are supported.
pub const FORMULA: Limit =
    Limit(&["formula", "a formula has values that are too large to compute with"]);

/// The content of one file.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The statements, in the order of the file.
    pub statements: Vec<Statement>,
    /// What is in the source among the statements but claims nothing about all games up to a bound, with the reason.
    pub no_claim: Vec<(String, String)>,
}

/// A statement, or one part of it.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name of the statement, such as `satz-4`.
    pub id: String,
    /// The part, such as `printed`; empty when there is only one.
    pub part: String,
    /// Where it is published.
    pub reference: String,
    /// What the source says about it, and whether it is as printed here.
    pub status: Status,
    /// What is claimed, in words.
    pub wording: String,
    /// What the bound is on, such as `max L`.
    pub variable: String,
    /// The bound when none is given.
    pub default_bound: u64,
    /// The games it is about.
    pub kind: GamesKind,
    /// Which of these games are meant, or which positions.
    pub when: Option<Condition>,
    /// Letters with a meaning of their own.
    pub definitions: Vec<(char, Definition)>,
    /// What it claims about each game, in the order of comparison.
    pub claims: Vec<Claim>,
}

grundy_language::named! {
    /// What the source says about a statement.
    Status {
        /// It has a proof.
        Proved: "proved";
        /// It is believed.
        Conjecture: "conjecture";
        /// It was seen in computations.
        Observation: "observation";
        /// The source has it in a form that fails; this is that form.
        Printed: "printed";
        /// The source has it in a form that fails; this is the form that should be there.
        Corrected: "corrected";
        /// The source does not state it; it is a statement of this catalogue.
        Own: "own";
    }
}

/// The games that a statement is about, in the order in which they are checked.
#[derive(Clone, Debug)]
pub enum GamesKind {
    /// All sets of moves with the same greatest move, which the bound is on.
    Sets {
        /// Only the symmetric ones?
        symmetric: bool,
        /// The least and the greatest number of moves.
        moves: (usize, usize),
        /// The least and the largest value of the greatest move.
        greatest: (u64, u64),
    },
    /// Moves over letters that are moves themselves, by the greatest move, which the bound is on.
    Pattern {
        /// The letters.
        letters: Vec<char>,
        /// The moves: a constant and a coefficient for each letter.
        moves: Vec<Vec<i64>>,
    },
    /// A family, by the sum of its parameters, which the bound is on.
    Family {
        /// The parameters with their least and greatest value, >= 1, in the order of all output.
        parameters: Vec<(char, u64, u64)>,
        /// The moves.
        moves: Moves,
    },
    /// One game whose moves are a named set, position by position up to the bound.
    Infinite(MoveSet),
}

/// How the moves of a family are defined.
#[derive(Clone, Debug)]
pub enum Moves {
    /// By formulas in the parameters.
    List(MoveList),
    /// { 1 2 4 ... 2^(n-1) }, where n is the parameter.
    PowersOfTwo,
    /// { 1 3 5 ... 2n-1 }, where n is the parameter.
    OddNumbers,
}

/// The meaning of a letter of a statement.
#[derive(Clone, Debug)]
pub enum Definition {
    /// The value of a formula by cases.
    Formula(Cases),
    /// What an algorithm finds for the game.
    Computed(Algorithm),
    /// The number of moves x, or of pairs of moves x < y, with a property.
    Count {
        /// Pairs, and not single moves?
        pairs: bool,
        /// The property.
        when: Condition,
    },
    /// The greatest x >= 1 with a property.
    Greatest {
        /// No x is greater than this.
        upto: Formula,
        /// The property.
        when: Condition,
    },
    /// The number with this index, counted from 0, in a sequence with
    /// s(i+k) = c(0) s(i) + ... + c(k-1) s(i+k-1).
    Recurrence {
        /// The first k numbers.
        first: Vec<Integer>,
        /// The k coefficients.
        next: Vec<Integer>,
        /// The index.
        at: Formula,
    },
}

/// What is claimed about a game.
#[derive(Clone, Debug)]
pub enum Claim {
    /// A period or preperiod is the value of a formula by cases; nothing where no case applies.
    Cycle(Column, Cases),
    /// A condition holds.
    Holds {
        /// When it has to hold; always, if missing.
        when: Option<Condition>,
        /// The condition.
        is: Condition,
        /// What it is about, in words, where the letters in it do not show that.
        about: Option<String>,
        /// What it claims, in words, where the condition is too long to be shown.
        says: Option<String>,
    },
    /// A position x below p + q is lost exactly if this holds.
    Lost(Condition),
    /// The lost positions are the values for x = 0, 1, 2, ...
    Losing(Formula),
    /// With max L lost positions before position 0 the sequence is this number of won positions and then the usual one.
    Late(Formula),
    /// Where the Grundy values 0, 1, 2, ... occur for the first time.
    First(Vec<u64>),
}

/// A difference between a statement and what was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What differs, such as `period`.
    pub quantity: String,
    /// What the statement says about it.
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
    /// The plain rule, or only the moves.
    Plain,
}

impl Failure {
    /// A difference that was found by the plain rule, or only from the moves.
    fn plain(
        quantity: impl Into<String>,
        claimed: impl Into<String>,
        computed: impl Into<String>,
    ) -> Self {
        let (quantity, claimed, computed) = (quantity.into(), claimed.into(), computed.into());
        Self { quantity, claimed, computed, basis: Basis::Plain }
    }
}
