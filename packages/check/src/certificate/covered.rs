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
//!
//! Where options are counted, no two entries have a move in common.  So the number of options with a value
//! is the sum over all covered words of the number of its letters there.  Of a cycle of c letters, w of
//! them the value, k covered letters have w (k - r)/c + v of them, r the remainder of k by c, which must be
//! the same everywhere, and v the number among the first r.

use super::Shown;
use super::chain::Chain;
use super::sweep::State;
use super::walk::Walk;
use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::lines::LineError;
use crate::model::{Asked, Before, Rule, Tally, Value, ValueCycle};
use crate::proof::ProofStep;

/// Numbers of options are multiplied by less than this; cycles are shorter.
const MOST_SCALE: u64 = 1 << 31;

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
    /// The covered letter with this number, from 0; past the end, that of a longer piece.
    fn letter(&self, place: u64) -> Option<Value> {
        letter(&self.cycle, (self.phase + place).checked_rem(self.cycle.len() as u64)?)
    }

    /// How many letters of the cycle are this value.
    fn often(&self, value: Value) -> usize {
        self.cycle.iter().filter(|it| **it == value).count()
    }

    /// How many letters must be covered for this one to be among them, less one.
    fn place(&self, value: Value) -> Option<u64> {
        (0..self.cycle.len() as u64).find(|place| self.letter(*place) == Some(value))
    }
}

impl<'d> Walk<'_, 'd, '_> {
    /// That the rule holds at all positions of a split.
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

    /// That the rule gives the value of the position, from these places of the values that are needed; where
    /// options are counted, the number of the way in which their number is right, if there are several.
    fn decided(
        &mut self,
        chain: &Chain<'d>,
        state: &State,
        position: &Affine,
        places: &[usize],
    ) -> Shown {
        let before = self.before.clone();
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
                has_option |= in_chain || matches!(before, Before::Cycle(_));
                ranges.push(pieces);
                mover += 2;
            } else {
                let target = position - &self.moves[mover];
                if let Some((cycle, begin)) = chain.landed(state.landing[mover], &before) {
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
        let lost = Value(0);
        let (needed, missing) = match (rule, own) {
            (Rule::Misere, Value(1)) if !has_option => (Vec::new(), None),
            (Rule::Misere, _) if !has_option => {
                return Err(LineError::new("a position without options is won here"));
            }
            (Rule::Normal | Rule::Misere, Value(1)) => (vec![lost], None),
            (Rule::Normal | Rule::Misere, _) => (Vec::new(), Some(lost)),
            (_, own) => ((0..own.0).map(Value).collect(), Some(own)),
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

    /// That the number of options with a value is as `wanted`.
    fn counted(
        &mut self,
        tally: Tally,
        wanted: bool,
        (single, ranges, value): (&[Value], &[Vec<Piece>], Value),
        ways: &[usize],
    ) -> Shown {
        let pieces: Vec<_> = ranges.iter().flatten().map(|it| (it, it.often(value))).collect();
        let mixed = pieces.iter().filter(|(piece, often)| (1..piece.cycle.len()).contains(often));
        let scale = mixed.fold(1, |scale: u64, (piece, _)| {
            num_integer::lcm(scale, piece.cycle.len() as u64).min(MOST_SCALE)
        });
        if scale == MOST_SCALE {
            return Err(LineError::new("cycles that are too long"));
        }
        let scale = Integer::from(scale);
        let alone = single.iter().filter(|it| **it == value).count();
        let mut total = Affine::constant(&scale * &Integer::from(alone));
        for (piece, often) in pieces {
            match often {
                0 => {}
                all if all == piece.cycle.len() => total.add_multiple(&scale, &piece.count),
                often => {
                    let rest = self.phase(&piece.count, piece.cycle.len())?;
                    let per_turn = &scale.div_floor(&piece.cycle.len().into()) * &often.into();
                    total.add_multiple(&per_turn, &piece.count.clone().plus(-i128::from(rest)));
                    let more = (0..rest).filter(|it| piece.letter(*it) == Some(value)).count();
                    total = total.plus(&scale * &Integer::from(more));
                }
            }
        }
        let other = || Err(LineError::new("the number of options is another one"));
        match (tally.asked(wanted, &total, &scale), ways) {
            (Asked::Odd(odd), []) => {
                let twice = (&scale + &scale).to::<usize>();
                let twice = twice.ok_or(LineError::new("cycles that are too long"))?;
                match self.phase(&total, twice)? {
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
    ) -> Result<Vec<Piece>, LineError> {
        let (near, far) = (state.landing[first], state.landing[first + 1]);
        if near > far {
            return Err(LineError::new("the ends of a range in the wrong order"));
        }
        let [from, to] = [first + 1, first].map(|mover| position - &self.moves[mover]);
        let before = self.before.clone();
        let mut pieces = Vec::new();
        for word in near..=far {
            let Some((cycle, begin)) = chain.landed(word, &before) else { continue };
            let last = match word == near {
                true => to.clone(),
                false => chain.borders[word].clone().plus(-1),
            };
            let (start, phase) = match word == far {
                true => (&from, self.phase(&(&from - begin), cycle.len())?),
                false => (begin, 0),
            };
            let count = (&last - start).plus(1);
            pieces.push(Piece { word, cycle: cycle.into(), phase, count });
        }
        Ok(pieces)
    }
}

/// The letter with this number, from 0.
pub(crate) fn letter<T: Copy>(cycle: &[T], phase: u64) -> Option<T> {
    cycle.get(usize::try_from(phase).ok()?).copied()
}
