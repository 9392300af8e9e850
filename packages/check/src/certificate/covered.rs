//! The rule in a split, where moves come in ranges.
//!
//! The position is one more variable here.  The targets of a range are all positions between those of
//! its two ends; they cover the words between the words that these are in, and parts of those two.  For
//! mex, normal play and misère play it is enough to know *which* values are covered:
//!
//! * each value that must be there has a word of which enough letters are covered, so that it is among
//!   them;
//! * of no word so many letters are covered that the value that must not be there is among them.
//!
//! Of a cyclic word the covered letters are those from a known phase on.

use super::Shown;
use super::chain::Chain;
use super::sweep::State;
use super::walk::Walk;
use crate::affine::{Affine, Constraint};
use crate::lines::LineError;
use crate::model::{Before, Rule, Value, ValueCycle};
use crate::proof::ProofStep;

/// A word of which a range covers letters.
struct Piece {
    /// Its number in the chain.
    word: usize,
    cycle: ValueCycle,
    /// Of the first letter covered.
    phase: u64,
    /// How many letters are covered, at least 0.
    count: Affine,
}

impl Piece {
    /// How many letters must be covered for this one to be among them, less one.
    fn place(&self, value: Value) -> Option<u64> {
        let length = self.cycle.len() as u64;
        // The remainder is below the length of a list.
        (0..length).find(|k| self.cycle[((self.phase + k) % length) as usize] == value)
    }
}

impl<'d> Walk<'_, 'd, '_> {
    /// That the rule holds at all positions of a split.
    pub(super) fn covered(&mut self, chain: &Chain<'d>, state: &State, end: &Affine) -> Shown {
        let outside = self.outside();
        let position = Affine::variable(self.dimension);
        self.dimension += 1;
        let inside =
            [Constraint::at_least(&position, &state.position), Constraint::below(&position, end)];
        if self.enter(&inside)? {
            self.at_position(chain, state, &position)?;
        }
        self.leave(outside);
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

    /// That the rule gives the value of the position, from these places of the values that are needed.
    fn decided(
        &mut self,
        chain: &Chain<'d>,
        state: &State,
        position: &Affine,
        places: &[usize],
    ) -> Shown {
        let own = &chain.words[state.word].cycle;
        let phase = self.phase(&(position - &chain.borders[state.word + 1]), own.len())?;
        let own = letter(own, phase).ok_or(LineError::new("a cycle without values"))?;
        let (mut single, mut has_option) = (Vec::new(), false);
        let mut ranges: Vec<Vec<Piece>> = Vec::new();
        let mut mover = 0;
        while mover < state.landing.len() {
            if self.ranges.contains(&mover) {
                let pieces = self.pieces(chain, state, position, mover)?;
                let in_chain = state.landing[mover] < chain.words.len();
                has_option |= in_chain || matches!(self.before, Before::Cycle(_));
                ranges.push(pieces);
                mover += 2;
            } else {
                let target = position - &self.moves[mover];
                if let Some((cycle, begin)) = self.landed(chain, state.landing[mover]) {
                    let phase = self.phase(&(&target - &begin), cycle.len())?;
                    single.extend(letter(&cycle, phase));
                    has_option = true;
                }
                mover += 1;
            }
        }
        let lost = Value(0);
        let (needed, missing) = match (self.description.rule, own) {
            (Rule::Mex, own) => ((0..own.0).map(Value).collect(), Some(own)),
            (Rule::Misere, Value(1)) if !has_option => (Vec::new(), None),
            (Rule::Misere, _) if !has_option => {
                return Err(LineError::new("a position without options is won here"));
            }
            (Rule::Normal | Rule::Misere, Value(1)) => (vec![lost], None),
            (Rule::Normal | Rule::Misere, _) => (Vec::new(), Some(lost)),
            (Rule::Lost(_) | Rule::Won(_), _) => {
                return Err(LineError::new("a rule that counts, and ranges of moves"));
            }
        };
        let mut places = places.chunks(2);
        for value in needed {
            if single.contains(&value) {
                continue;
            }
            let Some(&[range, word]) = places.next() else {
                return Err(LineError::new("the place of a value was expected"));
            };
            let piece = ranges.get(range).and_then(|it| it.iter().find(|it| it.word == word));
            let place = piece.and_then(|piece| Some((&piece.count, piece.place(value)?)));
            let (count, place) = place.ok_or(LineError::new("no such value in this word"))?;
            self.need(&count.clone().plus(-1 - i128::from(place)))?;
        }
        if places.next().is_some() {
            return Err(LineError::new("more places than values"));
        }
        let Some(missing) = missing else { return Ok(()) };
        if single.contains(&missing) {
            return Err(LineError::new("a move leads to a value that the rule excludes"));
        }
        for piece in ranges.iter().flatten() {
            if let Some(place) = piece.place(missing) {
                self.need(&(-&piece.count).plus(i128::from(place)))?;
            }
        }
        Ok(())
    }

    /// The cycle of a word, and where it begins; `None` if there is nothing.
    fn landed(&self, chain: &Chain<'d>, word: usize) -> Option<(ValueCycle, Affine)> {
        match (chain.words.get(word), &self.before) {
            (Some(word_there), _) => {
                Some((word_there.cycle.clone(), chain.borders[word + 1].clone()))
            }
            (None, Before::Cycle(cycle)) => Some((cycle.clone(), chain.borders[word].clone())),
            (None, Before::Nothing | Before::Block) => None,
        }
    }

    /// What a range covers, from the word that its first move leads to backwards.
    fn pieces(
        &mut self,
        chain: &Chain<'d>,
        state: &State,
        position: &Affine,
        first: usize,
    ) -> Result<Vec<Piece>, LineError> {
        let (near, far) = (state.landing[first], state.landing[first + 1]);
        if near > far {
            return Err(LineError::new("the ends of a range in the wrong order"));
        }
        let [from, to] = [first + 1, first].map(|mover| position - &self.moves[mover]);
        let mut pieces = Vec::new();
        for word in near..=far {
            let Some((cycle, begin)) = self.landed(chain, word) else { continue };
            // The last position covered, less the first one, plus 1.
            let (last, is_whole) = match word == near {
                true => (to.clone(), false),
                false => (chain.borders[word].clone().plus(-1), word < far),
            };
            let (start, phase) = match word == far {
                true => (from.clone(), self.phase(&(&from - &begin), cycle.len())?),
                false => (begin, 0),
            };
            let count = match is_whole {
                true => &chain.borders[word] - &chain.borders[word + 1],
                false => (&last - &start).plus(1),
            };
            pieces.push(Piece { word, cycle, phase, count });
        }
        Ok(pieces)
    }
}

fn letter(cycle: &[Value], phase: u64) -> Option<Value> {
    cycle.get(usize::try_from(phase).ok()?).copied()
}
