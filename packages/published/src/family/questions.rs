//! What plans ask the computation, and its answers.

use crate::Integer;
use crate::limit::Limit;
use crate::region::Areas;
use crate::runs;
use crate::sequence::orbit::Survey;
use crate::sequence::{Cycle, Moves, Rule};

/// A question to the computation.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// The cycle of a game.
    Cycle {
        /// The moves.
        moves: Moves,
        /// The rule, for outcomes or Grundy values.
        rule: Rule,
        /// The claimed cycles, the likeliest first.
        candidates: Vec<Cycle>,
    },
    /// All symmetric games with five moves and this largest one.
    Statistics {
        /// The largest move.
        max: u32,
        /// The sum of the periods, as claimed.
        claimed: Option<Integer>,
    },
    /// All games with three moves and this largest one.
    Areas(u32),
    /// The orbits of the shift register.
    Orbits(Moves),
}

/// The answer.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// The answer to [`Question::Cycle`]; both numbers are least.
    Cycle(runs::Cycle),
    /// The answer to [`Question::Statistics`].
    Statistics(Statistics),
    /// The answer to [`Question::Areas`].
    Areas(Areas),
    /// The answer to [`Question::Orbits`]; `None` for games that are not symmetric.
    Orbits(Option<Survey>),
}

/// Periods of many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    /// Their sum.
    pub sum: u64,
    /// The number of games.
    pub count: u64,
    /// The greatest of them.
    pub greatest: u64,
}

/// The questions of a catalogue; entries keep the numbers of their questions.
#[derive(Default)]
pub(super) struct Questions(pub Vec<Question>);

impl Questions {
    pub(super) fn ask(&mut self, question: Question) -> usize {
        self.0.push(question);
        self.0.len() - 1
    }
}

/// The answers, by the numbers of the questions.
pub(super) struct Answers(pub Vec<Result<Answer, Limit>>);

impl Answers {
    pub(super) fn get(&self, number: usize) -> Result<&Answer, Limit> {
        match self.0.get(number) {
            Some(Ok(answer)) => Ok(answer),
            Some(Err(limit)) => Err(*limit),
            None => Err(Limit::STOPPED),
        }
    }
}
