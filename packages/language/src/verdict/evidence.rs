use crate::Integer;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::limit::Limit;
use crate::model::Rule;
use serde::Serialize;

/// Names of parameters, or of control variables, with values.
pub type Assignment = Vec<(String, Integer)>;

/// One thing found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What, and where in the text.
    pub diagnostic: Diagnostic,
    /// What shows it.
    pub evidence: Evidence,
}

/// What shows that a finding is right.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// Nothing beyond what the diagnostic says: something without meaning, or a warning.
    Remark,
    /// A limit was reached.
    Limit(Limit),
    /// Parameters, and the control variables around the place, outermost first, for which the
    /// text has no meaning: the smallest for which a length is negative.
    Witness(Assignment),
    /// A position of a sequence at which a description fails.
    Position(Box<Counterexample>),
    /// A period or preperiod that is claimed and wrong.
    Number {
        /// The parameters, in order of declaration.
        parameters: Assignment,
        /// What is claimed and what is right.
        number: WrongNumber,
    },
    /// A value of a table that is wrong.
    Cell {
        /// As published and as computed.
        cell: Cell,
        /// For which parameters, where the row is about a family.
        parameters: Assignment,
    },
    /// A play that a strategy does not win.
    Play {
        /// The moves.
        moves: Vec<String>,
        /// The cell of the table of moves that is to blame, if one is.
        cell: Option<Cell>,
    },
    /// Transitions of a net after which it has another position than the rules.
    Firings(Vec<String>),
}

impl Finding {
    /// A finding that is only something to say.
    pub fn new(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, evidence: Evidence::Remark }
    }

    /// A limit that was reached.
    pub fn limit_reached(diagnostic: Diagnostic, limit: Limit) -> Self {
        Self { diagnostic, evidence: Evidence::Limit(limit) }
    }

    /// A wrong value of a table.
    pub fn wrong_cell(diagnostic: Diagnostic, cell: Cell) -> Self {
        Self { diagnostic, evidence: Evidence::Cell { cell, parameters: Assignment::new() } }
    }

    /// The limit that was reached, if that is what was found.
    pub fn limit(&self) -> Option<Limit> {
        match self.evidence {
            Evidence::Limit(limit) => Some(limit),
            _ => None,
        }
    }

    /// The cell of a table that is wrong, if there is one.
    pub fn cell(&self) -> Option<&Cell> {
        match &self.evidence {
            Evidence::Cell { cell, .. } => Some(cell),
            Evidence::Play { cell, .. } => cell.as_ref(),
            _ => None,
        }
    }

    /// The position of a sequence that is wrong, with the parameters.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match &self.evidence {
            Evidence::Position(counterexample) => Some(counterexample),
            _ => None,
        }
    }

    /// The number that is claimed and wrong.
    pub fn wrong_number(&self) -> Option<&WrongNumber> {
        match &self.evidence {
            Evidence::Number { number, .. } => Some(number),
            _ => None,
        }
    }

    /// The parameters that refute something, if the evidence names any.
    pub fn parameters(&self) -> Option<&Assignment> {
        match &self.evidence {
            Evidence::Position(counterexample) => Some(&counterexample.parameters),
            Evidence::Witness(parameters) | Evidence::Number { parameters, .. } => Some(parameters),
            Evidence::Cell { parameters, .. } if !parameters.is_empty() => Some(parameters),
            _ => None,
        }
    }

    /// The moves of a play, or the transitions that were fired.
    pub fn play(&self) -> Option<&[String]> {
        match &self.evidence {
            Evidence::Play { moves, .. } => Some(moves),
            Evidence::Firings(fired) => Some(fired),
            _ => None,
        }
    }

    /// Is something wrong, rather than remarkable?
    pub fn is_error(&self) -> bool {
        self.diagnostic.severity() == Severity::Error
    }
}

/// A value of a table, as published and as computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What the row is about.
    pub row: String,
    /// The name of the column.
    pub column: String,
    /// The published value.
    pub claimed: String,
    /// The computed value.
    pub computed: String,
}

/// The smallest parameters for which a description fails, and the smallest position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The parameters, in order of declaration.
    pub parameters: Assignment,
    /// What is wrong, and where.
    pub failure: Failure,
}

impl Counterexample {
    /// The values of the parameters, in order of declaration.
    pub fn point(&self) -> Vec<Integer> {
        self.parameters.iter().map(|(_, value)| value.clone()).collect()
    }
}

/// A period or preperiod that is not what a description claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongNumber {
    /// What is claimed for the parameters; nothing if the formula has no value there.
    pub claimed: Option<String>,
    /// What is right for them.
    pub computed: String,
    /// What is right for all parameters, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
    /// Is the claim right for all smaller parameters?
    pub smallest: bool,
}

/// A position at which the described value is not what the rule demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The position, from 0.
    pub position: Integer,
    /// The letter that the description puts there.
    pub claimed: String,
    /// The letter that the rule demands.
    pub computed: String,
    /// The control variables around the word, outermost first.
    pub iteration: Assignment,
    /// The number of complete passes through the endless loop before this position.
    pub passes: Integer,
    /// The word that is wrong.
    pub word: Span,
    /// How far into the word the position lies, from 0.
    pub offset: Integer,
    /// The options of the position, in the order of the move list.
    pub options: Vec<OptionValue>,
    /// The rule.
    pub rule: Rule,
    /// What precedes position 0.
    pub start: StartWord,
    /// How the failure was confirmed.
    pub replay: Replay,
}

/// What precedes position 0, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartWord {
    /// Nothing.
    Nothing,
    /// This word, repeated to the left.
    Word(String),
    /// A word that is too long to be shown.
    Long,
}

/// What one move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The move as written.
    pub text: String,
    /// The number it stands for.
    pub size: Integer,
    /// The position it leads to and the letter there; `None` below position 0, where the
    /// move is illegal.
    pub target: Option<(Integer, String)>,
}

/// How a counterexample was confirmed before it was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The sequence of the game was computed from position 0 up to the counterexample with
    /// the plain rule; it agrees with the description before and differs there.
    FromZero,
    /// The description was expanded from position 0 up to the counterexample, and satisfies
    /// the rule everywhere before.
    Expansion,
}
