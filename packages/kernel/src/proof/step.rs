//! The steps of a proof: one answer, one line.

use super::text::{Argument, FormText, NumbersText, form, numbers, refutation};
use super::theorem::Step;
use crate::affine::Affine;
use crate::integer::Integer;
use crate::lines::{LineError, Lines, number};
use crate::model::Alphabet;
use crate::refutation::Refutation;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One answer to what the checker asks, one line of a certificate.
///
/// A is an argument, F a form, N, M and R are numbers; *rows* are the constraints that hold at a place, numbered from 0
/// in the order in which they were added, and *facts* are the answers to demands, numbered likewise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// `o`: the constraints that were just added have a point, as far as is known.
    Inhabited,
    /// `x A`: they have none, for the reason A; this place is done.
    Empty(Arc<Refutation>),
    /// `f A`: the form demanded is at least 0: its opposite has no point, for the reason A.
    Fact(Arc<Refutation>),
    /// `= N`: it is at least 0, because fact N is, which is smaller by a constant.
    Known(usize),
    /// `k N ...`: if this move is the largest, these comparisons with others are kept as rows.
    Kept(Vec<usize>),
    /// `c F`: the case F >= 0 follows, then the case -F-1 >= 0.
    Cut(Affine),
    /// `r M F`: each residue class of F modulo M follows.
    Residues(u16, Affine),
    /// `r M`: each residue class modulo M, the length of a cycle, that has the letter sought follows.
    Classes(usize),
    /// `b`: the chain is too short; everything that can precede it follows.
    Back,
    /// `w`: the chain is long enough; its words follow.
    Words,
    /// `@ N ...`: the words of the chain that the moves, or the letters of a pattern, lie in.
    Landing(Vec<usize>),
    /// `e N`: the next event is that the target of move N leaves its word.
    Event(usize),
    /// `.`: the next event is that the word under test ends.
    End,
    /// `v R N ...`: the values that are needed are covered by ranges of moves: for each, the number of the range and of
    /// the word that has it.
    Covered(Vec<usize>),
    /// `p`: there are cycles in this split; their phases follow where they are not obvious.
    Phases,
    /// `0`: the split has no position; the proof of that follows.
    NoPosition,
    /// `~ R*N ... /D`: the form, minus N/D times row R for each term, is a number plus multiples of the length of the
    /// cycle.
    Phase {
        /// Rows that are equations, with their factors.
        terms: Vec<(usize, Integer)>,
        /// What all factors are divided by.
        denominator: Integer,
    },
    /// `theorem V`: what follows is about the periods of these values.
    Theorem(Alphabet),
    /// A line inside a theorem.
    OfTheorem(Step),
}

impl Lines<'_> {
    /// The next step.
    pub(crate) fn step(&mut self) -> Result<ProofStep, LineError> {
        self.next()?.parse()
    }
}

impl fmt::Display for ProofStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inhabited => f.write_str("o"),
            Self::Empty(refutation) => write!(f, "x{}", Argument(refutation)),
            Self::Fact(refutation) => write!(f, "f{}", Argument(refutation)),
            Self::Known(fact) => write!(f, "= {fact}"),
            Self::Kept(others) => write!(f, "k{}", NumbersText(others)),
            Self::Cut(form) => write!(f, "c {}", FormText(form)),
            Self::Residues(modulus, form) => write!(f, "r {modulus} {}", FormText(form)),
            Self::Classes(modulus) => write!(f, "r {modulus}"),
            Self::Back => f.write_str("b"),
            Self::Words => f.write_str("w"),
            Self::Landing(words) => write!(f, "@{}", NumbersText(words)),
            Self::Covered(places) => write!(f, "v{}", NumbersText(places)),
            Self::Event(mover) => write!(f, "e {mover}"),
            Self::End => f.write_str("."),
            Self::Phases => f.write_str("p"),
            Self::NoPosition => f.write_str("0"),
            Self::Phase { terms, denominator } => {
                f.write_str("~")?;
                terms.iter().try_for_each(|(row, factor)| write!(f, " {row}*{factor}"))?;
                write!(f, " /{denominator}")
            }
            Self::Theorem(values) => write!(f, "theorem {values}"),
            Self::OfTheorem(step) => step.fmt(f),
        }
    }
}

impl FromStr for ProofStep {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let (word, rest) = match line.split_once(' ') {
            Some((word, rest)) => (word, Some(rest)),
            None => (line, None),
        };
        let unclear = || LineError::text(line);
        Ok(match (word, rest) {
            ("o", None) => Self::Inhabited,
            ("x", Some(reason)) => Self::Empty(refutation(reason)?.into()),
            ("f", Some(reason)) => Self::Fact(refutation(reason)?.into()),
            ("=", Some(fact)) => Self::Known(number(fact)?),
            ("k", all) => Self::Kept(numbers(all)?),
            ("c", Some(cut)) => Self::Cut(form(cut)?),
            ("r", Some(by)) => match by.split_once(' ') {
                Some((modulus, cut)) => Self::Residues(number(modulus)?, form(cut)?),
                None => Self::Classes(number(by)?),
            },
            ("b", None) => Self::Back,
            ("w", None) => Self::Words,
            ("@", all) => Self::Landing(numbers(all)?),
            ("v", all) => Self::Covered(numbers(all)?),
            ("e", Some(mover)) => Self::Event(number(mover)?),
            (".", None) => Self::End,
            ("p", None) => Self::Phases,
            ("0", None) => Self::NoPosition,
            ("~", Some(sum)) => {
                let (terms, under) = sum.split_once('/').ok_or_else(unclear)?;
                if !(terms.is_empty() || terms.ends_with(' ')) {
                    return Err(unclear());
                }
                Self::Phase {
                    terms: terms.split_terminator(' ').map(term).collect::<Result<_, _>>()?,
                    denominator: number(under)?,
                }
            }
            ("theorem", Some("nim")) => Self::Theorem(Alphabet::Nim),
            ("theorem", Some("outcome")) => Self::Theorem(Alphabet::Outcome),
            _ => Self::OfTheorem(line.parse()?),
        })
    }
}

/// A row with its factor: `3*2`.
fn term(text: &str) -> Result<(usize, Integer), LineError> {
    let (row, factor) = text.split_once('*').ok_or_else(|| LineError::text(text))?;
    Ok((number(row)?, number(factor)?))
}
