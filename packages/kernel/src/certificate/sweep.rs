//! The rule, along the words of a block with a given chain before it: splits between events.

use super::Shown;
use super::chain::Chain;
use super::walk::Walk;
use crate::affine::{Affine, Relation};
use crate::integer::Integer;
use crate::lines::LineError;
use crate::proof::ProofStep;
use std::rc::Rc;

/// The most positions of a split that are compared one by one.
const MOST_PHASES: u64 = 1 << 16;

/// The move whose event comes next; `None` where the word under test ends.
type Next = Option<usize>;

/// Where a sweep is inside a word.
#[derive(Clone)]
pub(super) struct State {
    pub word: usize,
    /// The rule is shown up to here.
    pub position: Affine,
    /// For each move the word its target is in; the number of words for "before position 0".
    pub landing: Vec<usize>,
    /// The move whose event was the last one in this word, if there was one.
    passed: Next,
}

impl<'d> Walk<'_, 'd, '_> {
    /// Shows that the rule holds throughout the block under test.
    pub(crate) fn words(&mut self, chain: &Chain<'d>) -> Shown {
        let mut landing = Vec::new();
        for word in (0..chain.own).rev() {
            let position = chain.borders[word + 1].clone();
            let end = self.word(chain, State { word, position, landing, passed: None })?;
            // After a cut everything starts afresh.
            landing = end.map_or(Vec::new(), |state| state.landing);
        }
        Ok(())
    }

    /// Shows that the rule holds from the state to the end of the word.  Returns where it ended, unless there was a
    /// cut.
    fn word(&mut self, chain: &Chain<'d>, mut state: State) -> Result<Option<State>, LineError> {
        loop {
            match self.lines.step()? {
                ProofStep::Cut(cut) => {
                    self.cut(&cut, &mut |walk| walk.deeper(chain, &state))?;
                    return Ok(None);
                }
                ProofStep::Residues(modulus, cut) => {
                    self.residues(modulus, &cut, &mut |walk| walk.deeper(chain, &state))?;
                    return Ok(None);
                }
                ProofStep::Landing(words) if state.landing.is_empty() => {
                    state.landing = words;
                    self.land(chain, &state)?;
                }
                ProofStep::End if state.landing.len() == self.followed.moves.len() => {
                    self.event(chain, &state, None)?;
                    return Ok(Some(state));
                }
                ProofStep::Event(mover) => {
                    let word = *state.landing.get(mover).ok_or(LineError::new("no such move"))?;
                    let next = word.checked_sub(1).ok_or(LineError::new("no word follows"))?;
                    state.position = self.event(chain, &state, Some(mover))?;
                    (state.landing[mover], state.passed) = (next, Some(mover));
                }
                _ => return Err(self.lines.unexpected()),
            }
        }
    }

    fn deeper(&mut self, chain: &Chain<'d>, state: &State) -> Shown {
        stacker::maybe_grow(1 << 20, 4 << 20, || self.word(chain, state.clone()).map(|_| ()))
    }

    /// Shows that from here on the moves lead into these words, or past their starts.
    fn land(&mut self, chain: &Chain<'d>, state: &State) -> Shown {
        if state.landing.len() != self.followed.moves.len() {
            return Err(LineError::new("another number of moves"));
        }
        for (mover, &word) in state.landing.iter().enumerate() {
            match word.checked_add(1).and_then(|after| chain.borders.get(after)) {
                Some(start) => {
                    self.need(&(&(&state.position - &self.followed.moves[mover]) - start))?
                }
                // Nothing is before position 0.
                None if word == chain.words.len() && chain.from_start => {}
                None => return Err(LineError::new("a word that is not in the chain")),
            }
        }
        Ok(())
    }

    /// Shows that the split up to the next event of a move, or up to the end of the word, comes before all other events
    /// and obeys the rule; returns where it ends.
    fn event(&mut self, chain: &Chain<'d>, state: &State, next: Next) -> Result<Affine, LineError> {
        let event =
            |mover: usize| &chain.borders[state.landing[mover]] + &self.followed.moves[mover];
        let end = next.map_or_else(|| chain.borders[state.word].clone(), event);
        // One move meets the borders of the words in order, as lengths are at least 0.
        if state.passed.is_some() && state.passed != next {
            self.need(&(&end - &state.position))?;
        }
        if next.is_none() {
            for (mover, word) in state.landing.iter().enumerate() {
                self.need(&(&(&chain.borders[*word] + &self.followed.moves[mover]) - &end))?;
            }
        }
        self.checked.splits += 1;
        let outside = || state.landing.contains(&chain.words.len());
        if end != state.position && !(self.description.is_piece() && outside()) {
            match self.followed.ranges.is_empty() {
                true => self.split(chain, state, &end)?,
                false => self.covered(chain, state, &end)?,
            }
        }
        Ok(end)
    }

    /// Shows that the rule holds from the position of the state up to `end`.
    fn split(&mut self, chain: &Chain<'d>, state: &State, end: &Affine) -> Shown {
        // The word under test, then the words that moves land in.
        let moves = state.landing.iter().enumerate().map(|(mover, word)| (*word, Some(mover)));
        let met = std::iter::once((state.word, None)).chain(moves);
        // After the words of the chain comes nothing, or the cycle that ends where they begin.
        let graph = Rc::clone(&self.graph);
        let met = met.filter_map(|(word, mover)| Some((chain.landed(word, &graph.before)?, mover)));
        let (met, movers): (Vec<_>, Vec<_>) = met.unzip();
        let mut phased: Vec<_> = met.iter().map(|(cycle, _)| (*cycle, 0)).collect();
        let after = |offset: u64| (&state.position - end).plus(i128::from(offset));
        if met.iter().any(|(cycle, _)| cycle.len() > 1) {
            match self.lines.step()? {
                ProofStep::Phases => {}
                ProofStep::NoPosition => return self.need(&after(0)),
                _ => return Err(self.lines.unexpected()),
            }
            for (((cycle, phase), (_, begin)), mover) in phased.iter_mut().zip(&met).zip(movers) {
                let mut inside = &state.position - *begin;
                if let Some(mover) = mover {
                    inside = &inside - &self.followed.moves[mover];
                }
                *phase = self.phase(&inside, cycle.len())?;
            }
        }
        // The values repeat after the least common multiple of the cycles.
        let mut positions = met.iter().fold(1, |period: u64, (cycle, _)| {
            num_integer::lcm(period, cycle.len() as u64).min(MOST_PHASES + 1)
        });
        if positions > MOST_PHASES {
            self.need(&after(MOST_PHASES))?;
            positions = MOST_PHASES;
        }
        // The word under test is always met.
        let fails = self.description.rule.first_failure(phased[0], &phased[1..], positions);
        fails.map_or(Ok(()), |offset| self.need(&after(offset)))
    }

    /// The remainder of the form by the length of a cycle, which must be the same everywhere:
    /// the form minus a combination of equations has coefficients that are multiples of it.
    pub(crate) fn phase(&mut self, form: &Affine, modulus: usize) -> Result<u64, LineError> {
        let modulus = Integer::from(modulus);
        let (mut rest, mut denominator) = (form.clone(), Integer::ONE);
        if !rest.terms().all(|(_, each)| each.mod_floor(&modulus).is_zero()) {
            let ProofStep::Phase { terms, denominator: under } = self.lines.step()? else {
                return Err(LineError::new("`~ ...` was expected"));
            };
            rest = form.times(&under);
            for (row, factor) in terms {
                let equation = self.rows.get(row).filter(|row| row.relation == Relation::Zero);
                let equation = equation.ok_or(LineError::new("not an equation"))?;
                rest.add_multiple(&-factor, &equation.form);
            }
            denominator = under;
        }
        let (step, constant) = (&denominator * &modulus, rest.constant_term());
        let open = !denominator.is_positive()
            || !constant.mod_floor(&denominator).is_zero()
            || !rest.terms().all(|(_, each)| each.mod_floor(&step).is_zero());
        if open {
            return Err(LineError::new("the phase in the cycle is open"));
        }
        let phase = constant.div_floor(&denominator).mod_floor(&modulus).to::<u64>();
        phase.ok_or(LineError::new("a cycle that is too long"))
    }
}
