//! The rule in a split, where moves come in ranges.
//!
//! The position is an additional variable here.  The targets of a range are all positions between the targets of its
//! two ends; they cover the words between the two words that contain these, and parts of those two.  For mex, normal
//! play and misère play it is enough to know *which* values are covered:
//!
//! * each value that must occur has a word with enough covered letters for the value to be among them;
//! * no word has so many covered letters that the forbidden value is among them.
//!
//! Of a cyclic word the covered letters are those from a known phase on.
//!
//! Where options are counted, no two entries share a move.  So the number of options with a value is the sum over all
//! covered words of the number of its letters there, see [`options_with`]; the remainders of covered lengths must be
//! the same everywhere.

use super::Shown;
use super::chain::Chain;
use super::sweep::State;
use super::walk::Walk;
use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::lines::LineError;
use crate::model::{Asked, Before, Covered, Tally, Value, ValueCycle, options_with};
use crate::proof::ProofStep;
use std::rc::Rc;

/// The strict upper bound on the factor that numbers of options are multiplied by; cycles are shorter.
const MOST_SCALE: u64 = 1 << 31;

impl<'d> Walk<'_, 'd, '_> {
    /// Shows that the rule holds at all positions of a split.
    pub(super) fn covered(&mut self, chain: &Chain<'d>, state: &State, end: &Affine) -> Shown {
        let position = Affine::variable(self.dimension);
        self.dimension += 1;
        let inside =
            [Constraint::at_least(&position, &state.position), Constraint::below(&position, end)];
        self.inside(&inside, |walk| walk.at_position(chain, state, &position))?;
        self.dimension -= 1;
        Ok(())
    }

    fn at_position(&mut self, chain: &Chain<'d>, state: &State, position: &Affine) -> Shown {
        let deeper = &mut |walk: &mut Self| {
            stacker::maybe_grow(1 << 20, 4 << 20, || walk.at_position(chain, state, position))
        };
        match self.lines.step()? {
            ProofStep::Cut(cut) => self.cut(&cut, deeper),
            ProofStep::Residues(modulus, cut) => self.residues(modulus, &cut, deeper),
            ProofStep::Covered(places) => self.decided(chain, state, position, &places),
            _ => Err(self.lines.unexpected()),
        }
    }

    /// Shows that the rule gives the value of the position, given the places of the values it needs.  Where options are
    /// counted, `places` instead gives the number of the way in which their number is right, if there are several.
    fn decided(
        &mut self,
        chain: &Chain<'d>,
        state: &State,
        position: &Affine,
        places: &[usize],
    ) -> Shown {
        let graph = Rc::clone(&self.graph);
        let own = &chain.words[state.word].cycle;
        let phase = self.phase(&(position - &chain.borders[state.word + 1]), own.len())?;
        let own = letter(own, phase).ok_or(LineError::new("a cycle without values"))?;
        let (mut single, mut has_option) = (Vec::new(), false);
        let mut ranges: Vec<Vec<Covered>> = Vec::new();
        let mut mover = 0;
        while mover < state.landing.len() {
            if self.followed.ranges.contains(&mover) {
                let pieces = self.pieces(chain, state, position, mover)?;
                let in_chain = state.landing[mover] < chain.words.len();
                has_option |= in_chain || matches!(graph.before, Before::Cycle(_));
                ranges.push(pieces);
                mover += 2;
            } else {
                let target = position - &self.followed.moves[mover];
                if let Some((cycle, begin)) = chain.landed(state.landing[mover], &graph.before) {
                    let phase = self.phase(&(&target - begin), cycle.len())?;
                    single.extend(letter(cycle, phase));
                    has_option = true;
                }
                mover += 1;
            }
        }
        let rule = self.description.rule;
        if let Some((value, tally)) = rule.counted() {
            return self.counted(tally, own == Value(1), (&single, &ranges, value), places);
        }
        let needed = rule.needed(own, has_option);
        let (needed, missing) =
            needed.ok_or(LineError::new("a position without options is won here"))?;
        let mut places = places.chunks(2);
        for value in needed {
            if single.contains(&value) {
                continue;
            }
            let Some(&[range, word]) = places.next() else {
                return Err(LineError::new("the place of a value was expected"));
            };
            let piece =
                ranges.get(range).and_then(|pieces| pieces.iter().find(|piece| piece.word == word));
            let covers = piece.and_then(|piece| piece.covers(value));
            self.need(&covers.ok_or(LineError::new("no such value in this word"))?)?;
        }
        if places.next().is_some() {
            return Err(LineError::new("more places than values"));
        }
        let Some(missing) = missing else { return Ok(()) };
        if single.contains(&missing) {
            return Err(LineError::new("a move leads to a value that the rule excludes"));
        }
        let covers = ranges.iter().flatten().filter_map(|piece| piece.covers(missing));
        covers.into_iter().try_for_each(|form| self.need(&(-&form).plus(-1)))
    }

    /// Shows that the number of options with a value is as `wanted`.
    fn counted(
        &mut self,
        tally: Tally,
        wanted: bool,
        (single, ranges, value): (&[Value], &[Vec<Covered>], Value),
        ways: &[usize],
    ) -> Shown {
        let too_long = || LineError::new("cycles that are too long");
        let rest = |form: &Affine, length| {
            usize::try_from(self.phase(form, length)?).map_err(|_| too_long())
        };
        let total = options_with(value, (single, ranges), MOST_SCALE, rest)?;
        let (total, scale) = total.ok_or_else(too_long)?;
        let scale = Integer::from(scale);
        let other = || Err(LineError::new("the number of options is another one"));
        match (tally.asked(wanted, &total, &scale), ways) {
            (Asked::Odd(odd), []) => {
                let twice = (&scale + &scale).to::<usize>();
                match self.phase(&total, twice.ok_or_else(too_long)?)? {
                    0 if !odd => Ok(()),
                    rest if odd && Integer::from(rest) == scale => Ok(()),
                    _ => other(),
                }
            }
            (Asked::OneOf(mut all), []) if all.len() == 1 => {
                all.remove(0).iter().try_for_each(|form| self.need(form))
            }
            (Asked::OneOf(all), &[way]) if all.len() > 1 => match all.get(way) {
                Some(forms) => forms.iter().try_for_each(|form| self.need(form)),
                None => other(),
            },
            _ => other(),
        }
    }

    /// What a range covers, from the word that its first move leads to backwards.
    fn pieces(
        &mut self,
        chain: &Chain<'d>,
        state: &State,
        position: &Affine,
        first: usize,
    ) -> Result<Vec<Covered>, LineError> {
        let (near, far) = (state.landing[first], state.landing[first + 1]);
        if near > far {
            return Err(LineError::new("the ends of a range in the wrong order"));
        }
        let [from, to] = [first + 1, first].map(|mover| position - &self.followed.moves[mover]);
        let graph = Rc::clone(&self.graph);
        let mut pieces = Vec::new();
        for word in near..=far {
            let Some((cycle, begin)) = chain.landed(word, &graph.before) else { continue };
            let last = match word == near {
                true => to.clone(),
                false => chain.borders[word].clone().plus(-1),
            };
            let (start, phase) = match word == far {
                true => (&from, self.phase(&(&from - begin), cycle.len())?),
                false => (begin, 0),
            };
            let mut cycle = ValueCycle::from_slice(cycle);
            // The phase is below the length of the cycle.
            cycle.rotate_left(phase as usize);
            pieces.push(Covered { word, cycle, count: (&last - start).plus(1) });
        }
        Ok(pieces)
    }
}

/// The letter with this number, from 0.
pub(crate) fn letter<T: Copy>(cycle: &[T], phase: u64) -> Option<T> {
    cycle.get(usize::try_from(phase).ok()?).copied()
}
