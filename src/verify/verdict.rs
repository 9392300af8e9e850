use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::limit::Limit;

/// What was found out about a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Proved for all parameters that satisfy the conditions.
    Verified,
    /// Wrong for some parameters, see the counterexample.
    Refuted,
    /// Neither, because a limit was reached; the finding names it.
    Undecided,
    /// No parameter satisfies the conditions, so nothing is claimed.
    Vacuous,
    /// The text has no meaning: syntax, model, a negative length, a move below 1, an empty
    /// endless loop.
    Rejected,
}

impl Verdict {
    /// The word for it in every output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
            Self::Vacuous => "vacuous",
            Self::Rejected => "rejected",
        }
    }
}

/// The result of checking one description.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Everything there is to say, the most important first.
    pub findings: Vec<Finding>,
    /// The work done.
    pub statistics: Statistics,
}

/// One thing found, with evidence where there is some.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What and where.
    pub diagnostic: Diagnostic,
    /// The limit, for an undecided description.
    pub limit: Option<Limit>,
    /// The evidence.
    pub counterexample: Option<Counterexample>,
    /// The value of a table that is wrong.
    pub cell: Option<Cell>,
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

impl Finding {
    /// A finding that is only something to say.
    pub fn new(diagnostic: Diagnostic) -> Self {
        Self { diagnostic, limit: None, counterexample: None, cell: None }
    }
}

/// Numbers at which a description fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Names and values: the parameters in order of declaration; for a negative length the
    /// control variables as well, outermost first.
    pub parameters: Vec<(String, Integer)>,
    /// The moves of a play, for a failure of a strategy; empty for sequences.
    pub play: Vec<String>,
    /// The rest, for a failure of the rule at a position.
    pub failure: Option<Failure>,
    /// The rest, for a wrong claim about period or preperiod.
    pub number: Option<WrongNumber>,
}

/// A period or preperiod that is not what a description claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongNumber {
    /// What is claimed for the parameters; nothing if the formula has no value there.
    pub claimed: Option<String>,
    /// What is right for them.
    pub computed: String,
    /// What is right for all parameters, if that is known.
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
    pub iteration: Vec<(String, Integer)>,
    /// The number of complete passes through the endless loop before this position.
    pub passes: Integer,
    /// The word that is wrong.
    pub word: Span,
    /// How far into the word the position lies, from 0.
    pub offset: Integer,
    /// The options of the position, in the order of the move list.
    pub options: Vec<OptionValue>,
    /// How the failure was confirmed.
    pub replay: Replay,
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

/// Counts of the work done; the same for any number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Blocks that have words.
    pub blocks: u64,
    /// Chains of blocks whose guard has integer points.
    pub chains: u64,
    /// Pieces of words on which every move lands inside one word.
    pub splits: u64,
    /// Comparisons that needed a case distinction.
    pub cases: u64,
    /// Comparisons answered by a carried point, without the solver.
    pub carried: u64,
    /// Comparisons answered by an earlier answer of the solver.
    pub remembered: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Simplex pivots.
    pub pivots: u64,
    /// Cutting planes.
    pub cuts: u64,
    /// Case splits inside the solver.
    pub branches: u64,
}

/// How many inputs got which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Proved.
    pub verified: usize,
    /// Wrong.
    pub refuted: usize,
    /// A limit was reached.
    pub undecided: usize,
    /// Nothing claimed.
    pub vacuous: usize,
    /// Without meaning.
    pub rejected: usize,
}
