//! What became of something that was claimed: the same words for every kind of input.
//!
//! A check of anything gives a [`Report`]: a [`Verdict`], what there is to say as a list of
//! [`Finding`]s, each with its [`Evidence`], and what was [looked at](Looked).  The kinds of input
//! differ in their evidence only: a position of a sequence, a number, a cell of a table, a play, a
//! sequence of firings.
//!
//! ```
//! use grundy_language::verdict::Verdict;
//! let worst = [Verdict::Verified, Verdict::Refuted, Verdict::Undecided].into_iter().max();
//! assert_eq!(worst.unwrap().to_string(), "refuted");
//! ```

mod baseline;
mod evidence;
mod value;

pub use baseline::{Baseline, Change};
pub use evidence::{
    Assignment, Cell, Counterexample, Evidence, Failure, Finding, OptionValue, Replay, StartWord,
    WrongNumber,
};
pub use value::{ProvedFor, PublishedValue, Reason, place, point};

use crate::diagnostic::{Code, Diagnostic, MOST_DIAGNOSTICS, Span};
use serde::Serialize;
use std::fmt;

crate::named! {
    /// What was found out about a claim, from good to bad: of several, the greatest counts.
    #[derive(Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    Verdict {
        /// Proved for all parameters that satisfy the conditions.
        Verified: "verified";
        /// Nothing is claimed: no parameter satisfies the conditions, or there are no rules to compare a net with.
        Vacuous: "vacuous";
        /// Neither proved nor refuted; the finding names the limit or says what is not known.
        Undecided: "undecided";
        /// Wrong; the finding has the counterexample.
        Refuted: "refuted";
        /// The text has no meaning: syntax, model, a negative length, a move below 1, an empty
        /// endless loop.
        Rejected: "rejected";
    }
}

impl Verdict {
    /// Of what is computed, which a limit may have ended.
    pub fn decided(is_decided: bool) -> Self {
        if is_decided { Self::Verified } else { Self::Undecided }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The result of checking one input.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict: the worst of everything that the input claims.
    pub verdict: Verdict,
    /// Everything there is to say, the most important first.
    pub findings: Vec<Finding>,
    /// What was looked at.
    pub looked: Looked,
    /// The verdict on only the description, where it also has CLAIM lines.
    pub description: Option<Verdict>,
    /// What became of the CLAIM lines of a description, in their order.
    pub claims: Vec<ClaimVerdict>,
}

/// What became of a CLAIM line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimVerdict {
    /// The whole claim, with its keyword.
    pub span: Span,
    /// Is it right?  *Undecided* where the description itself is not proved.
    pub verdict: Verdict,
}

/// What was looked at on the way to a verdict.
#[derive(Clone, Debug, PartialEq)]
pub enum Looked {
    /// The cases of a proof.
    Cases(Statistics),
    /// The values that a text or a catalogue claims, one by one.
    Values(Vec<PublishedValue>),
    /// Things counted, by their names in the plural.
    Counted(Vec<(&'static str, u64)>),
}

impl Report {
    /// The report on a text without claims.
    pub fn new(verdict: Verdict, findings: Vec<Finding>, looked: Looked) -> Self {
        Self { verdict, findings, looked, description: None, claims: Vec::new() }
    }

    /// The report on a text without meaning; of very many findings it has the first ones, and their number.
    pub fn rejected(mut diagnostics: Vec<Diagnostic>, looked: Looked) -> Self {
        // The reader of descriptions has told of those that it left out.
        if let Some(more @ 2..) = diagnostics.len().checked_sub(MOST_DIAGNOSTICS) {
            diagnostics.truncate(MOST_DIAGNOSTICS);
            let message = format!("{more} more findings are not shown");
            let limit = format!("limit: diagnostics of one run, {MOST_DIAGNOSTICS}");
            diagnostics.push(Diagnostic::new(Code::TooManyFindings, message).note(limit));
        }
        let findings = diagnostics.into_iter().map(Finding::new).collect();
        Self::new(Verdict::Rejected, findings, looked)
    }

    /// The report on values that were compared one by one: the worst verdict, with all findings.
    /// Where nothing is claimed it is *vacuous*.
    pub fn of_values(values: Vec<PublishedValue>) -> Self {
        let verdict = values.iter().map(|value| value.verdict).max();
        let findings = values.iter().flat_map(|value| value.findings.iter().cloned()).collect();
        Self::new(verdict.unwrap_or(Verdict::Vacuous), findings, Looked::Values(values))
    }

    /// The cases of a proof; none for other kinds of input.
    pub fn statistics(&self) -> Statistics {
        match &self.looked {
            Looked::Cases(statistics) => *statistics,
            Looked::Values(_) | Looked::Counted(_) => Statistics::default(),
        }
    }

    /// The values that were compared one by one, if the input claims such.
    pub fn values(&self) -> Option<&[PublishedValue]> {
        match &self.looked {
            Looked::Values(values) => Some(values),
            Looked::Cases(_) | Looked::Counted(_) => None,
        }
    }
}

/// Counts of the work done on a proof; the same for any number of threads.
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

impl Statistics {
    /// Adds the work on another part of the same proof, whose blocks are the same.
    pub fn add_work(&mut self, other: &Self) {
        self.chains += other.chains;
        self.splits += other.splits;
        self.cases += other.cases;
        self.carried += other.carried;
        self.remembered += other.remembered;
        self.questions += other.questions;
        self.pivots += other.pivots;
        self.cuts += other.cuts;
        self.branches += other.branches;
    }

    /// All counts by name, in the order of every output.
    pub fn counts(&self) -> [(&'static str, u64); 10] {
        let &Self {
            blocks,
            chains,
            splits,
            cases,
            carried,
            remembered,
            questions,
            pivots,
            cuts,
            branches,
        } = self;
        [
            ("blocks", blocks),
            ("chains", chains),
            ("splits", splits),
            ("cases", cases),
            ("carried", carried),
            ("remembered", remembered),
            ("questions", questions),
            ("pivots", pivots),
            ("cuts", cuts),
            ("branches", branches),
        ]
    }
}

/// How often each verdict was given.
///
/// ```
/// use grundy_language::verdict::{Tally, Verdict};
/// let tally: Tally = [Verdict::Verified, Verdict::Refuted, Verdict::Verified].into_iter().collect();
/// assert_eq!(tally.to_string(), "2 verified, 1 refuted");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// Proved.
    pub verified: usize,
    /// Wrong.
    pub refuted: usize,
    /// Neither.
    pub undecided: usize,
    /// Nothing claimed.
    pub vacuous: usize,
    /// Without meaning.
    pub rejected: usize,
}

impl FromIterator<Verdict> for Tally {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Self {
        let mut tally = Self::default();
        for verdict in verdicts {
            *match verdict {
                Verdict::Verified => &mut tally.verified,
                Verdict::Refuted => &mut tally.refuted,
                Verdict::Undecided => &mut tally.undecided,
                Verdict::Vacuous => &mut tally.vacuous,
                Verdict::Rejected => &mut tally.rejected,
            } += 1;
        }
        tally
    }
}

impl Tally {
    /// The verdicts and how often each was given, in the order of every output.
    pub fn counts(&self) -> [(Verdict, usize); 5] {
        [
            (Verdict::Verified, self.verified),
            (Verdict::Refuted, self.refuted),
            (Verdict::Undecided, self.undecided),
            (Verdict::Vacuous, self.vacuous),
            (Verdict::Rejected, self.rejected),
        ]
    }

    /// The verdict on all: the worst that was given, *undecided* at best if there is more than was reached.
    pub fn verdict(&self, is_complete: bool) -> Verdict {
        let given = self.counts().into_iter().filter(|(_, count)| *count > 0).map(|it| it.0);
        let rest = if is_complete { Verdict::Verified } else { Verdict::Undecided };
        given.fold(rest, Verdict::max)
    }

    /// How many verdicts were given.
    pub fn total(&self) -> usize {
        self.counts().iter().map(|(_, count)| count).sum()
    }
}

/// `2 verified, 1 refuted`; nothing where no verdict was given.
impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = self.counts().into_iter().filter(|(_, count)| *count > 0);
        for (number, (verdict, count)) in given.enumerate() {
            let comma = if number > 0 { ", " } else { "" };
            write!(formatter, "{comma}{count} {verdict}")?;
        }
        Ok(())
    }
}
