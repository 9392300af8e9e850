//! The meaning of the letters of a statement in one game, computed when it is first needed.

use super::case::StatementCase;
use super::games::integers;
use super::{Definition, FORMULA, GamesKind, Statement};
use crate::Integer;
use crate::diagnostic::Span;
use crate::family::model::Cases;
use crate::formula::{Condition, EvaluationError, Formula};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{Cycle, Rule};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

/// The letters for what every game has: period, preperiod, the number of words N(L), the greatest
/// move and the number of moves.
pub(super) const COMPUTED: [char; 5] = ['p', 'q', 'N', 'M', 'k'];
/// The letters for the moves in increasing order, where a statement is about sets.
pub(super) const MOVES: [char; 8] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/// The letters for what runs: a move, a position, the place in a list; and a second move.
pub(super) const RUNNING: [char; 2] = ['x', 'y'];

/// The greatest index in a recurrence, and the greatest number that is tried in a search.
const MOST_STEPS: u64 = 1 << 16;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LetterError {
    /// The game is left undecided.
    Limit(Limit),
    /// The statement has no meaning for the game; this sentence says why.
    Meaningless(String),
}

impl From<Limit> for LetterError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<EvaluationError> for LetterError {
    fn from(fault: EvaluationError) -> Self {
        match fault {
            EvaluationError::TooLarge => Self::Limit(FORMULA),
            fault => Self::Meaningless(fault.to_string()),
        }
    }
}

/// A game with the letters that are known so far.
pub(super) struct Letters<'a> {
    pub statement: &'a Statement,
    pub case: &'a StatementCase,
    pub stop: &'a CancellationToken,
    known: Vec<(char, Integer)>,
    /// The cycles that were computed.
    pub cycles: Vec<(Rule, Cycle)>,
    /// The number of words, if it was counted.
    pub words: Option<BigUint>,
}

impl<'a> Letters<'a> {
    pub(super) fn new(
        statement: &'a Statement,
        case: &'a StatementCase,
        stop: &'a CancellationToken,
    ) -> Self {
        let mut known = integers(&case.parameters);
        known.extend(integers(&case.letters));
        if let GamesKind::Sets { moves: (few, _), .. } = statement.kind {
            let moves = MOVES.into_iter().zip(case.sizes()).take(few);
            known.extend(moves.map(|(name, size)| (name, size.into())));
        }
        known.push(('M', case.greatest().into()));
        known.push(('k', case.moves.sizes().len().into()));
        Self { statement, case, stop, known, cycles: Vec::new(), words: None }
    }

    /// The cycle of the outcomes or of the Grundy values.
    pub(super) fn cycle(&mut self, rule: Rule) -> Result<Cycle, Limit> {
        if let Some((_, cycle)) = self.cycles.iter().find(|(known, _)| *known == rule) {
            return Ok(*cycle);
        }
        let cycle = self.case.cycle(rule, self.stop)?;
        self.cycles.push((rule, cycle));
        Ok(cycle)
    }

    /// The values of all letters in a formula or condition, and of the letters that define them.
    pub(super) fn of(
        &mut self,
        variables: &[(char, Span)],
    ) -> Result<&[(char, Integer)], LetterError> {
        for &(name, _) in variables {
            if !self.known.iter().any(|(known, _)| *known == name) {
                let value = self.find(name)?;
                self.known.push((name, value));
            }
        }
        Ok(&self.known)
    }

    /// The letters that are known without computing.
    pub(super) fn given(&self) -> Vec<(char, Integer)> {
        let found = |name: &char| ['p', 'q', 'N'].contains(name);
        self.known.iter().filter(|(name, _)| !found(name)).cloned().collect()
    }

    pub(super) fn value(&mut self, formula: &Formula) -> Result<BigRational, LetterError> {
        Ok(formula.value(self.of(formula.variables())?)?)
    }

    pub(super) fn holds(&mut self, condition: &Condition) -> Result<bool, LetterError> {
        Ok(condition.holds(self.of(condition.variables())?)?)
    }

    /// Does a condition hold where the running letters have these values?
    pub(super) fn holds_with(
        &mut self,
        when: &Condition,
        running: &[u64],
    ) -> Result<bool, LetterError> {
        self.run(running);
        let holds = self.holds(when);
        self.run(&[]);
        holds
    }

    fn run(&mut self, running: &[u64]) {
        self.known.retain(|(name, _)| !RUNNING.contains(name));
        let named = RUNNING.into_iter().zip(running);
        self.known.extend(named.map(|(name, &value)| (name, value.into())));
    }

    /// The formula of the first case that holds.
    pub(super) fn case_of<'c>(
        &mut self,
        cases: &'c Cases,
    ) -> Result<Option<&'c Formula>, LetterError> {
        Ok(cases.first(|when| self.holds(when))?.and_then(|case| case.is.as_ref()))
    }

    fn find(&mut self, name: char) -> Result<Integer, LetterError> {
        match name {
            'p' => return Ok(self.cycle(Rule::Normal)?.period.into()),
            'q' => return Ok(self.cycle(Rule::Normal)?.preperiod.into()),
            'N' => {
                let words = self.case.words(self.stop)?;
                self.words = Some(words.clone());
                return Ok(num_bigint::BigInt::from(words).into());
            }
            _ => {}
        }
        let none = || LetterError::Meaningless(format!("{name} has no value"));
        let definition = self.statement.definitions.iter().find(|(known, _)| *known == name);
        match &definition.ok_or_else(none)?.1 {
            Definition::Formula(cases) => {
                let formula = self.case_of(cases)?.ok_or_else(none)?;
                let value = self.value(formula)?;
                let fraction = || {
                    LetterError::Meaningless(format!("{name} is {value}, which is not an integer"))
                };
                value.is_integer().then(|| value.to_integer().into()).ok_or_else(fraction)
            }
            Definition::Computed(algorithm) => {
                Ok(algorithm.run(self.case, self.stop)?.ok_or_else(none)?.into())
            }
            Definition::Count { pairs, when } => {
                let sizes = self.case.sizes();
                let mut count = 0_usize;
                for (at, &x) in sizes.iter().enumerate() {
                    if !pairs {
                        count += usize::from(self.holds_with(when, &[x])?);
                        continue;
                    }
                    for &y in &sizes[at + 1..] {
                        count += usize::from(self.holds_with(when, &[x, y])?);
                    }
                }
                Ok(count.into())
            }
            Definition::Greatest { upto, when } => {
                let upto = self.value(upto)?.floor().to_integer();
                if upto > MOST_STEPS.into() {
                    return Err(FORMULA.into());
                }
                // Below a negative bound there is nothing to check.
                for x in (1..=upto.to_u64().unwrap_or(0)).rev() {
                    if self.holds_with(when, &[x])? {
                        return Ok(x.into());
                    }
                }
                Err(none())
            }
            Definition::Recurrence { first, next, at } => {
                let at = self.value(at)?;
                let index = at.is_integer().then(|| at.to_integer().to_u64()).flatten();
                if index.is_some_and(|index| index > MOST_STEPS) {
                    return Err(FORMULA.into());
                }
                term(first, next, index.ok_or_else(none)?).ok_or_else(none)
            }
        }
    }
}

/// A term of a linear recurrence, if it has first terms.
fn term(first: &[Integer], next: &[Integer], index: u64) -> Option<Integer> {
    let mut window: std::collections::VecDeque<Integer> = first.iter().cloned().collect();
    for _ in 0..index {
        let sum = window.iter().zip(next).fold(Integer::ZERO, |sum, (it, by)| &sum + &(it * by));
        window.push_back(sum);
        window.pop_front();
    }
    window.pop_front()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(first: &[i64], next: &[i64], count: u64) -> Vec<Integer> {
        let [first, next] =
            [first, next].map(|list| list.iter().map(|&it| it.into()).collect::<Vec<_>>());
        (0..count).map(|index| term(&first, &next, index).expect("a term")).collect()
    }

    #[test]
    fn recurrences() {
        let fibonacci: [i64; 9] = [0, 1, 1, 2, 3, 5, 8, 13, 21];
        assert_eq!(terms(&[0, 1], &[1, 1], 9), fibonacci.map(Integer::from));
        // (1 + sqrt 2)^n + (1 - sqrt 2)^n is 2, 2, 6, 14, 34, 82, ...
        let closed = (0..).zip([2_i64, 2, 6, 14, 34, 82]);
        let closed: Vec<Integer> =
            closed.map(|(n, pell)| (if n % 2 == 0 { pell - 1 } else { pell + 1 }).into()).collect();
        assert_eq!(terms(&[1, 3, 5], &[1, 3, 1], 6), closed);
    }
}
