//! The rule, along the words of a block with a given chain before it.
//!
//! A position runs through a word, and the target of each move runs through the words of the
//! chain at the same speed.  The certificate names the *events*: the order in which the
//! targets leave their words.  Between two events lies a *split*, on which each move leads into
//! one word.
//!
//! # Why the positions of the word are covered
//!
//! Let P_0 be the start of the word, P_1, ..., P_k the events named, and P_(k+1) the end of the
//! word.  Let x be a position of the word, and j the first number with x < P_(j+1): so
//! P_0, ..., P_j <= x.  Take any move s.
//!
//! * Its target x - s lies at or behind the start of the word that it is said to be in during
//!   split j: this start was shown to be at or before P_0 - s, or it is an event minus s, of an
//!   event up to P_j.
//! * It lies before the end of this word: this end is an event minus s, either of an event
//!   P_b with b > j, and P_(j+1) <= P_b as the events from the first on are shown to be in
//!   order; or of none that is named, and then it is shown to be at or behind the end of the
//!   word minus s.
//!
//! Hence split j tells the truth about x.  Where the rule would fail in a split, the position
//! is shown to lie behind its end.

use super::Flaw;
use super::lines::{integer, numbers};
use super::proof::Proof;
use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{BlockId, Description, Value, ValueSet, Word};
use std::fmt;
use std::io::BufRead;

/// The most positions of a split that are compared one by one.
const MOST_PHASES: u64 = 1 << 16;

/// Block instances that follow one another, the block under test first, with their words,
/// the last one first.
pub(super) struct Chain<'d> {
    instances: Vec<(BlockId, Vec<Affine>)>,
    words: Vec<&'d Word>,
    /// `borders[k]` is where word k ends, and word k - 1 begins; position 0 is the start of
    /// the block under test.
    borders: Vec<Affine>,
    /// The number of words in the block under test.
    own: usize,
    /// Does nothing stand before?
    pub from_start: bool,
}

impl<'d> Chain<'d> {
    pub(super) fn new(description: &'d Description, block: BlockId, values: Vec<Affine>) -> Self {
        let words = &description.block(block).words;
        let length = words.iter().fold(Affine::zero(), |sum, word| &sum + &word.length);
        let mut chain = Self {
            instances: Vec::new(),
            words: Vec::new(),
            borders: vec![length],
            own: words.len(),
            from_start: false,
        };
        chain.push(description, block, values);
        chain
    }

    pub(super) fn push(
        &mut self,
        description: &'d Description,
        block: BlockId,
        values: Vec<Affine>,
    ) {
        for word in description.block(block).words.iter().rev() {
            let end = &self.borders[self.words.len()];
            self.borders.push(end - &word.length.substitute(&values));
            self.words.push(word);
        }
        self.instances.push((block, values));
    }

    pub(super) fn pop(&mut self, description: &Description) {
        if let Some((block, _)) = self.instances.pop() {
            let words = self.words.len() - description.block(block).words.len();
            self.words.truncate(words);
            self.borders.truncate(words + 1);
        }
    }

    /// The instance farthest back.
    pub(super) fn first(&self) -> &(BlockId, Vec<Affine>) {
        &self.instances[self.instances.len() - 1]
    }
}

impl fmt::Display for Chain<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (block, _)) in self.instances.iter().enumerate() {
            let link = ["block ", " after "][usize::from(number > 0)];
            write!(formatter, "{link}{}", block.printed())?;
        }
        formatter.write_str(if self.from_start { " after the start" } else { "" })
    }
}

/// Where a sweep stands inside a word.
#[derive(Clone)]
struct State {
    word: usize,
    /// Up to here the rule is shown.
    position: Affine,
    /// For each move the word its target is in; the number of words for "before position 0".
    landing: Vec<usize>,
    /// The move whose event was the last in this word.
    passed: Option<usize>,
}

impl<'d, R: BufRead> Proof<'_, 'd, R> {
    /// That the rule holds throughout the block under test.
    pub(super) fn words(&mut self, chain: &Chain<'d>) -> Result<(), Flaw> {
        let mut landing = Vec::new();
        for word in (0..chain.own).rev() {
            let position = chain.borders[word + 1].clone();
            let end = self.word(chain, State { word, position, landing, passed: None })?;
            // Behind a cut everything starts afresh.
            landing = end.map_or(Vec::new(), |state| state.landing);
        }
        Ok(())
    }

    /// That the rule holds from the state on to the end of the word.  Where it ended, unless
    /// there was a cut.
    fn word(&mut self, chain: &Chain<'d>, mut state: State) -> Result<Option<State>, Flaw> {
        loop {
            let line = self.lines.next()?;
            if let Some(landing) = line.strip_prefix('@') {
                let landing = numbers(landing)?;
                self.land(chain, &mut state, landing)?;
            } else if let Some(cut) = line.strip_prefix("c ") {
                let cut = super::lines::form(cut)?;
                self.cut(cut, &mut |proof| proof.deeper_word(chain, &state))?;
                return Ok(None);
            } else if let Some(cut) = line.strip_prefix("r ") {
                let cut = cut.to_owned();
                self.residues(&cut, &mut |proof| proof.deeper_word(chain, &state))?;
                return Ok(None);
            } else if state.landing.len() < self.moves.len() {
                return Err(Flaw::text(line));
            } else if line == "." {
                let end = chain.borders[state.word].clone();
                self.event(chain, &state, None, &end)?;
                return Ok(Some(state));
            } else {
                let mover = line.strip_prefix("e ").and_then(|mover| mover.parse().ok());
                let mover: usize = mover.ok_or_else(|| Flaw::text(line))?;
                let word = *state.landing.get(mover).ok_or(Flaw::new("no such move"))?;
                let end = &chain.borders[word] + &self.moves[mover];
                self.event(chain, &state, Some(mover), &end)?;
                state.landing[mover] = word.checked_sub(1).ok_or(Flaw::new("no word follows"))?;
                state.position = end;
                state.passed = Some(mover);
            }
        }
    }

    fn deeper_word(&mut self, chain: &Chain<'d>, state: &State) -> Result<(), Flaw> {
        stacker::maybe_grow(128 << 10, 4 << 20, || self.word(chain, state.clone()).map(|_| ()))
    }

    /// That the moves lead into these words, or behind them, from the start of the word on.
    fn land(
        &mut self,
        chain: &Chain<'d>,
        state: &mut State,
        landing: Vec<usize>,
    ) -> Result<(), Flaw> {
        if !state.landing.is_empty() || landing.len() != self.moves.len() {
            return Err(Flaw::new("another number of moves"));
        }
        for (mover, &word) in landing.iter().enumerate() {
            match chain.borders.get(word + 1) {
                Some(start) => {
                    let target = &state.position - &self.moves[mover];
                    self.need(&(&target - start))?;
                }
                // Nothing is before position 0.
                None if word == chain.words.len() && chain.from_start => {}
                None => return Err(Flaw::new("a word that is not in the chain")),
            }
        }
        state.landing = landing;
        Ok(())
    }

    /// That the split up to `end` lies before all other events, and obeys the rule.
    fn event(
        &mut self,
        chain: &Chain<'d>,
        state: &State,
        mover: Option<usize>,
        end: &Affine,
    ) -> Result<(), Flaw> {
        // One move meets the borders of the words in their order, as lengths are at least 0.
        if state.passed.is_some() && state.passed != mover {
            self.need(&(end - &state.position))?;
        }
        if mover.is_none() {
            for (mover, word) in state.landing.iter().enumerate() {
                let event = &chain.borders[*word] + &self.moves[mover];
                self.need(&(&event - end))?;
            }
        }
        self.checked.splits += 1;
        self.split(chain, state, end)
    }

    /// That the rule holds from the position of the state up to `end`.
    fn split(&mut self, chain: &Chain<'d>, state: &State, end: &Affine) -> Result<(), Flaw> {
        let outside = || state.landing.contains(&chain.words.len());
        if *end == state.position || (self.description.is_piece() && outside()) {
            return Ok(());
        }
        let mut met = vec![(state.word, state.position.clone())];
        for (mover, &word) in state.landing.iter().enumerate() {
            if word < chain.words.len() {
                met.push((word, &state.position - &self.moves[mover]));
            }
        }
        let cycles: Vec<&[Value]> = met.iter().map(|it| &chain.words[it.0].cycle[..]).collect();
        let mut phases = vec![0; met.len()];
        let behind = |offset: u64| (&state.position - end).plus(i128::from(offset));
        if cycles.iter().any(|cycle| cycle.len() > 1) {
            match self.lines.next()? {
                "p" => {}
                "0" => return self.need(&behind(0)),
                other => return Err(Flaw::text(other)),
            }
            for ((phase, cycle), (word, position)) in phases.iter_mut().zip(&cycles).zip(&met) {
                let inside = position - &chain.borders[word + 1];
                *phase = self.phase(&inside, cycle.len())?;
            }
        }
        // The values repeat after the least common multiple of the cycles.
        let mut positions = cycles.iter().fold(1, |period: u64, cycle| {
            num_integer::lcm(period, cycle.len() as u64).min(MOST_PHASES + 1)
        });
        let length = end - &state.position;
        if length.is_constant() && *length.constant_term() < Integer::from(positions) {
            let fixed = length.constant_term().to_i64().and_then(|it| u64::try_from(it).ok());
            positions = fixed.unwrap_or(0);
        }
        if positions > MOST_PHASES {
            self.need(&behind(MOST_PHASES))?;
            positions = MOST_PHASES;
        }
        let fails = (0..positions).find(|offset| {
            let mut values = cycles.iter().zip(&phases).map(|(cycle, phase)| {
                let at = (phase + offset) % cycle.len() as u64;
                cycle[usize::try_from(at).unwrap_or(0)]
            });
            let own = values.next();
            let mut options = ValueSet::default();
            values.for_each(|value| options.insert(value));
            Some(self.description.alphabet.rule(options)) != own
        });
        fails.map_or(Ok(()), |offset| self.need(&behind(offset)))
    }

    /// The remainder of the form by the length of a cycle, which must be the same everywhere:
    /// the form minus a combination of equations has coefficients that are multiples of it.
    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<u64, Flaw> {
        let modulus = Integer::from(modulus);
        let remainder = |denominator: &Integer, rest: &Affine| {
            let step = denominator * &modulus;
            let plain = rest.terms().all(|(_, each)| each.mod_floor(&step).is_zero());
            let constant = rest.constant_term();
            let whole = constant.mod_floor(denominator).is_zero();
            let remainder = constant.div_floor(denominator).mod_floor(&modulus).to_i64();
            remainder.and_then(|it| u64::try_from(it).ok()).filter(|_| plain && whole)
        };
        if let Some(remainder) = remainder(&Integer::ONE, form) {
            return Ok(remainder);
        }
        let line = self.lines.after("~")?;
        let (terms, denominator) = line.split_once('/').ok_or_else(|| Flaw::text(line))?;
        let denominator = integer(denominator)?;
        if !denominator.is_positive() {
            return Err(Flaw::new("a divisor that is not positive"));
        }
        let mut rest = form.times(&denominator);
        for term in terms.split_terminator(' ') {
            let (row, factor) = term.split_once('*').ok_or_else(|| Flaw::text(term))?;
            let row = row.parse().ok().and_then(|row: usize| self.rows.get(row));
            let equation = row.filter(|row| row.relation == crate::affine::Relation::Zero);
            let equation = equation.ok_or(Flaw::new("not an equation"))?;
            rest.add_multiple(&-integer(factor)?, &equation.form);
        }
        remainder(&denominator, &rest).ok_or(Flaw::new("the phase in the cycle is open"))
    }
}
