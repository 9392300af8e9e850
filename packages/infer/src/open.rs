//! What is not proved, and why.

use crate::limit::Limit;
use crate::theorem::Undecided;
use crate::trace::Refused;
use crate::verdict::Verdict;
use std::fmt;

/// What was not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The game that it is about, or the first one of the class.
    pub parameter: i64,
    /// Why it was not proved.
    pub reason: Reason,
}

/// Why something was not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The moves do not increase from 1 on, or are too large.
    Moves,
    /// Proofs by trace are about outcomes of normal and misère play, without a start and ranges.
    Values,
    /// The state did not recur within the allowed steps.
    Steps,
    /// A limit ended the search.
    Limit(Limit),
    /// All the allowed work was done.
    Work,
    /// The loop structure of the game with this parameter is another one.
    Structures(i64),
    /// No games were alike.
    Unlike,
    /// The loop structure is not that of all games of the class.
    Refused(Refused),
    /// The folded sequences for these parameters differ after the first number of words and loops, out of the second
    /// number.
    Differ(Vec<i64>, usize, usize),
    /// The greatest Grundy values of the games with these parameters grow with them.
    Growing(Vec<i64>, Vec<u8>),
    /// The description that was read off has too many words and loops: this number.
    Long(usize),
    /// The verifier says this of the description that was fitted to these parameters.
    Unproved(Vec<i64>, Verdict, String),
    /// There is a proved description, but no theorem was derived.
    Underived(Undecided),
}

impl Open {
    /// Was a stop requested?
    pub fn is_stopped(&self) -> bool {
        self.reason == Reason::Limit(Limit::STOPPED)
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.parameter;
        let list = |parameters: &[i64]| {
            parameters.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        match &self.reason {
            Reason::Moves => {
                write!(f, "the moves of the game {game} are not increasing numbers from 1 on")
            }
            Reason::Values => f.write_str(
                "a proof by trace needs outcomes of normal or misère play, with no start and no ranges",
            ),
            Reason::Steps => {
                write!(f, "in the game {game} no state recurred within the allowed steps")
            }
            Reason::Limit(limit) => write!(f, "the game {game}: {}", limit.text()),
            Reason::Work => write!(f, "the allowed work was used up at game {game}"),
            Reason::Structures(other) => write!(
                f,
                "the games {game} and {other} differ by more than the number of times loops repeat"
            ),
            Reason::Unlike => write!(f, "no two games up to {game} have the same steps and loops"),
            Reason::Refused(refused) => write!(
                f,
                "the candidate for the games from {game} on could not be proved: {refused}"
            ),
            Reason::Differ(games, agree, of) => write!(
                f,
                "the folded sequences of the games {} agree, up to numbers affine in the \
                 parameter, only in the first {agree} of {of} words and loops",
                list(games)
            ),
            Reason::Growing(games, values) => {
                let values: Vec<_> = values.iter().map(|&it| i64::from(it)).collect();
                write!(
                    f,
                    "the greatest Grundy values of the games {} are {}: they grow with the \
                     parameter, and a description must use the same letters for all games",
                    list(games),
                    list(&values)
                )
            }
            Reason::Long(size) => write!(f, "a description would have {size} words and loops"),
            Reason::Unproved(games, verdict, message) => write!(
                f,
                "the description fitted to the games {} is {verdict}: {message}",
                list(games)
            ),
            Reason::Underived(reason) => write!(f, "no theorem was derived: {reason}"),
        }
    }
}
