//! What a theorem says, however it was found.
//!
//! This is all that is written of a theorem, for people, for papers and for programs: laws with what must hold,
//! the games that are told one by one, what is not known, and what shows it.

use super::{Class, Law, Piece, Theorem};
use crate::Integer;
use crate::lang::start;
use crate::model::{Description, Rule};

/// What is known about the games of a family.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The moves, as they are written.
    pub moves: Vec<String>,
    /// By which rule values follow.
    pub rule: Rule,
    /// What stands before position 0.
    pub start: Option<Start>,
    /// Of which games all laws hold that say nothing else; missing where each law says it by itself.
    pub range: Option<Range>,
    /// The period.
    pub period: Vec<Law>,
    /// The preperiod.
    pub preperiod: Vec<Law>,
    /// The games in the range whose preperiod is not known.
    pub unknown: Vec<Class>,
    /// The games below the range.
    pub exceptions: Vec<Exception>,
    /// The games of which nothing is proved, and why.
    pub open: Vec<(Class, String)>,
    /// What shows it.
    pub evidence: Vec<Evidence>,
}

/// The values before position 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// What is repeated to the left.
    pub word: String,
    /// Who gave it.
    pub by: StartBy,
}

/// Where a start comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartBy {
    /// The text of a description.
    Text,
    /// The person who asked.
    Asked,
    /// The sink convention: position x is the heap of x + 1 items.
    Sink,
}

/// The values of one parameter from a number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first number of which there are games.
    pub least: i64,
    /// The first number.
    pub from: i64,
    /// Only those of a class.
    pub class: Class,
}

/// A game that is told by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The parameter.
    pub parameter: i64,
    /// Period and preperiod, if they are known.
    pub cycle: Option<[Integer; 2]>,
    /// Are they proved to be least?
    pub is_least: bool,
    /// Is it what the laws say?
    pub is_as_said: bool,
}

/// What shows a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The description that the theorem is about.
    Text,
    /// A description of a class that was found.
    Description {
        /// The games.
        class: Class,
        /// The first of them.
        from: i64,
        /// The number of its words and loops.
        size: usize,
        /// Does a theorem follow from it?
        is_derived: bool,
    },
    /// A proof by trace.
    Trace {
        /// The number of its classes.
        classes: usize,
        /// From where on it is about all games.
        from: i64,
    },
    /// Misère play follows from normal play: [`twin`](super::twin()).
    Lemma,
}

impl Theorem {
    /// What it says of the games of its description.
    pub fn statement(&self, description: &Description) -> Statement {
        let names = description.parameter_names();
        // The outcomes of Grundy values are those of normal play.
        let is_own = self.values == description.alphabet();
        let lemma = self.by_lemma.then_some(Evidence::Lemma);
        let all = |pieces: &[Piece]| pieces.iter().map(|piece| (**piece).clone()).collect();
        Statement {
            parameters: self.parameters.clone(),
            moves: description.moves.iter().map(|one| one.display(&names)).collect(),
            rule: if is_own { description.rule } else { Rule::Normal },
            start: start(description).map(|word| Start { word, by: StartBy::Text }),
            range: None,
            period: all(&self.period),
            preperiod: all(&self.preperiod),
            unknown: Vec::new(),
            exceptions: Vec::new(),
            open: Vec::new(),
            evidence: [Evidence::Text].into_iter().chain(lemma).collect(),
        }
    }
}

impl Statement {
    /// Is there a law, and are all numbers that laws tell known, and proved to be least?
    pub fn is_least(&self) -> bool {
        let mut laws = self.period.iter().chain(&self.preperiod);
        !self.period.is_empty() && self.unknown.is_empty() && laws.all(|law| law.is_least)
    }
}
