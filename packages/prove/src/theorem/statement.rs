//! What a theorem says, however it was found.
//!
//! This is everything that is written about a theorem, for people, for papers and for programs: laws with their
//! conditions, the games below them one by one, what is not known, and the evidence.

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
    /// The number b if all formulas are in b^n, where n is the only parameter; all else is about n itself.
    pub base: Option<u32>,
    /// The rule that gives the values.
    pub rule: Rule,
    /// The values before position 0, repeated to the left, and where they come from.
    pub start: Option<(String, StartBy)>,
    /// The games for which all laws hold that state no range of their own; missing where each law states its own.
    pub range: Option<Range>,
    /// The period.
    pub period: Vec<Law>,
    /// The preperiod.
    pub preperiod: Vec<Law>,
    /// With several parameters: period and preperiod, with the same conditions.
    pub pieces: Vec<[Law; 2]>,
    /// The games in the range whose preperiod is not known.
    pub unknown: Vec<Class>,
    /// The games below the range.
    pub exceptions: Vec<Exception>,
    /// The games about which nothing is proved, and why.
    pub open: Vec<(Class, String)>,
    /// The same with several parameters.
    pub open_regions: Vec<OpenRegion>,
    /// What shows it.
    pub evidence: Vec<Evidence>,
}

/// Parameters about which something is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRegion {
    /// What they satisfy; the polynomial means nothing.
    pub conditions: Law,
    /// One of them, if it is known.
    pub sample: Option<Vec<Integer>>,
    /// Why it is not proved.
    pub reason: String,
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
    /// The first number for which there are games.
    pub least: i64,
    /// The first number.
    pub from: i64,
    /// The class that the values are in.
    pub class: Class,
}

/// A game that the laws do not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The parameter.
    pub parameter: i64,
    /// Period and preperiod, if they are known.
    pub cycle: Option<[Integer; 2]>,
    /// Are they proved to be least?
    pub is_least: bool,
    /// Does it agree with the laws?
    pub is_as_said: bool,
}

/// What shows a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The description that the theorem is about.
    Text,
    /// A description that was found for a class.
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
        /// The number from which on it covers all games.
        from: i64,
    },
    /// Misère play follows from normal play: [`misere_play`](super::misere_play()).
    Lemma,
    /// The parameters are divided into regions.
    Regions {
        /// The number of descriptions in several parameters.
        regions: usize,
        /// The number of theorems in one parameter.
        lines: usize,
        /// The number of games that are computed one by one.
        games: usize,
    },
}

impl Theorem {
    /// What it says about the games of its description.
    pub fn statement(&self, description: &Description) -> Statement {
        let names = description.parameter_names();
        // The outcomes of Grundy values are those of normal play.
        let is_own = self.values == description.alphabet();
        let lemma = self.by_lemma.then_some(Evidence::Lemma);
        let all = |pieces: &[Piece]| pieces.iter().map(|piece| (**piece).clone()).collect();
        let moves = description.moves.iter().map(|one| one.display(&names)).collect();
        let rule = if is_own { description.rule } else { Rule::Normal };
        Statement {
            start: start(description).map(|word| (word, StartBy::Text)),
            period: all(&self.period),
            preperiod: all(&self.preperiod),
            evidence: [Evidence::Text].into_iter().chain(lemma).collect(),
            ..Statement::new(self.parameters.clone(), moves, rule)
        }
    }
}

impl Statement {
    /// The statement that nothing is known about the games with these moves.
    pub fn new(parameters: Vec<String>, moves: Vec<String>, rule: Rule) -> Self {
        Self {
            parameters,
            moves,
            base: None,
            rule,
            start: None,
            range: None,
            period: Vec::new(),
            preperiod: Vec::new(),
            pieces: Vec::new(),
            unknown: Vec::new(),
            exceptions: Vec::new(),
            open: Vec::new(),
            open_regions: Vec::new(),
            evidence: Vec::new(),
        }
    }

    /// What the variables of the formulas are, as they are written: the parameters, or a power of the only one.
    pub fn variables(&self) -> Vec<String> {
        match self.base {
            None => self.parameters.clone(),
            Some(base) => self.parameters.iter().map(|name| format!("{base}^{name}")).collect(),
        }
    }

    /// Are all periods proved to be least, and all preperiods?
    pub fn are_least(&self) -> [bool; 2] {
        let [period, preperiod] =
            [&self.period, &self.preperiod].map(|laws| laws.iter().all(|law| law.is_least));
        [period, preperiod && self.unknown.is_empty()]
    }

    /// Are the least numbers of all games known?
    pub fn is_whole(&self) -> bool {
        let games = || self.exceptions.iter().all(|one| one.is_least);
        let is_open = !self.open.is_empty() || !self.open_regions.is_empty();
        !is_open && self.is_least() && games()
    }

    /// Is there a law, and are all numbers given by laws known and proved to be least?
    pub fn is_least(&self) -> bool {
        !self.period.is_empty() && self.are_least() == [true; 2]
    }
}
