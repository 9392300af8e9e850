//! The search: steps, and loops that are found and jumped over, until a state recurs.

use super::comb::{Combs, Stretch};
use super::front::{Front, Rules};
use super::jump::{self, Proposal};
use super::resume::Script;
use super::shape::{Shape, Symbol, Symbols};
use super::trace::Trace;
use super::view::View;
use crate::limit::{CancellationToken, Limit, Meaning};
use crate::sequence::Rule;
use rustc_hash::{FxHashMap, FxHashSet};

/// More runs are in reach at a time than are kept.
pub const WINDOW: Limit =
    Limit(&Meaning { name: "window", text: "more runs are in reach at a time than are kept" });

/// No state has recurred in the steps that were allowed.
pub const STEPS: Limit =
    Limit(&Meaning { name: "steps", text: "no state recurred in the steps that were allowed" });

/// More steps and loops do not repeat than are kept.
pub const TRACE: Limit = Limit(&Meaning {
    name: "trace",
    text: "more steps and loops are without repetition than are kept",
});

/// A number does not fit a machine word.
pub const NUMBERS: Limit =
    Limit(&Meaning { name: "numbers", text: "lengths inside a loop do not fit machine words" });

/// The greatest move: sums of a few positions in reach of each other fit machine words.
pub const GREATEST: u64 = 1 << 40;

/// Grundy values are computed for so many moves at most.
pub const MOST_MOVES: usize = 64;

/// So many runs may be in reach.
pub(super) const WIDEST: usize = 1 << 14;

/// About so many bytes may be kept.
const MOST_BYTES: usize = 3 << 30;

/// How loops are looked for: for steps and for loops, by short and by long contexts, how many
/// earlier places are tried, and how many entries the body may have.
const TRIES: [[(usize, usize); 2]; 2] =
    [[(12, 400), (8, usize::MAX)], [(40, usize::MAX), (64, usize::MAX)]];

/// One of so many states behind steps is remembered.
const REMEMBERED: u64 = 16;

/// How deep loops are nested at most.
pub const DEEPEST: usize = 8;

/// A search for a recurrence of the state.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) rules: Rules,
    pub(super) combs: Combs,
    pub(super) symbols: Symbols,
    pub(super) trace: Trace,
    pub(super) front: Front,
    /// Computes states of the trace again.
    pub(super) again: Front,
    /// How much later the sequence begins than that of normal play.
    pub(super) delay: u64,
    /// One of so many states behind steps is remembered.
    pub(super) remembered: u64,
    /// Are loops that were met before recognised when their body has occurred once?
    pub(super) recognises: bool,
    /// Loops by the last symbol of their bodies.
    pub(super) known: FxHashMap<Symbol, Vec<Known>>,
    /// Loops whose phases may depend on indices, for all that is known.
    pub(super) unproved: FxHashSet<Symbol>,
    /// What another search has done before, as far as it is to be made again.
    pub(super) script: Option<Script>,
    /// Entries behind which states were, by their fingerprints.
    seen: FxHashMap<u64, u32>,
    /// The entry behind which the state was the same as now.
    recurrence: Option<usize>,
    /// What ended the search.
    limit: Option<Limit>,
    pub(super) statistics: Statistics,
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Steps that were computed one by one.
    pub steps: u64,
    /// Loops that were jumped over.
    pub jumps: u64,
    /// Steps and loops that are kept.
    pub entries: u64,
    /// Different loops.
    pub shapes: u64,
    /// How deep loops are nested.
    pub depth: u64,
    /// The most runs that were in reach at a time.
    pub window: u64,
}

/// A loop that was met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub symbol: Symbol,
    /// The fingerprint of the symbols of its body.
    pub body: u32,
    /// The change of the fingerprint of the state.
    pub change: u32,
}

impl Search {
    /// How many steps a turn has, where work is done in turns.
    pub const TURN: u64 = 1 << 15;

    /// A search among the outcomes or the Grundy values of the game with these moves; `None` if they
    /// do not increase from 1 to [`GREATEST`], for Grundy values of more than [`MOST_MOVES`] moves, and for
    /// other rules.
    pub fn new(moves: &[u64], rule: Rule) -> Option<Self> {
        let increase = moves.windows(2).all(|pair| pair[0] < pair[1]);
        let (least, greatest) = (*moves.first()?, *moves.last()?);
        if least == 0 || greatest > GREATEST || !increase {
            return None;
        }
        // In misère play all positions below the least move are won, as those below 0 are in normal
        // play: the sequence is the same, so much later.
        let (values, delay) = match rule {
            Rule::Normal => (1, 0),
            Rule::Misere => (1, least),
            Rule::Grundy if moves.len() <= MOST_MOVES => (moves.len(), 0),
            _ => return None,
        };
        let moves: Box<[_]> = moves.iter().map(|&size| size as i64).collect();
        let rules = Rules { moves, values };
        let front = Front::new(&rules);
        Some(Self {
            symbols: Symbols::default(),
            combs: Combs::default(),
            trace: Trace::new(&front.state(), front.fingerprint()),
            rules,
            again: front.clone(),
            front,
            delay,
            remembered: REMEMBERED,
            recognises: true,
            known: FxHashMap::default(),
            unproved: FxHashSet::default(),
            script: None,
            seen: FxHashMap::default(),
            recurrence: None,
            limit: None,
            statistics: Statistics::default(),
        })
    }

    /// Makes no combs, and remembers states only behind loops, so that the traces of the games of a
    /// family are alike more often.  With `recognises` loops that were met before are recognised when their
    /// body has occurred once: then traces are shorter, and less alike.
    #[must_use]
    pub fn plain(mut self, recognises: bool) -> Self {
        self.recognises = recognises;
        self.remembered = u64::MAX;
        (self.front.plain, self.again.plain) = (true, true);
        self
    }

    /// Makes combs, remembers states only behind loops, and recognises no loop before it was seen twice:
    /// so traces of the games of a family are alike where windows have many small runs.
    #[must_use]
    pub fn combed(mut self) -> Self {
        (self.recognises, self.remembered) = (false, u64::MAX);
        self
    }

    /// Goes on for so many steps; `true` when the state recurs.
    ///
    /// After [`Limit::STOPPED`] the search can be continued, after other limits it has ended.
    pub fn run(&mut self, steps: u64, stop: &CancellationToken) -> Result<bool, Limit> {
        if let Some(limit) = self.limit {
            return Err(limit);
        }
        for _ in 0..steps {
            if self.recurrence.is_some() {
                return Ok(true);
            }
            stop.check()?;
            if let Err(limit) = self.step() {
                self.limit = Some(limit);
                return Err(limit);
            }
        }
        Ok(self.recurrence.is_some())
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        let [entries, shapes] = [self.trace.len(), self.symbols.shapes()].map(|it| it as u64);
        Statistics { entries, shapes, ..self.statistics }
    }

    /// The entry behind which the state was the same as behind the last one.
    pub(super) fn recurrence(&self) -> Option<usize> {
        self.recurrence
    }

    /// The state after so many entries.
    pub(super) fn state(&mut self, entries: usize) -> Vec<Stretch> {
        self.trace.restore(entries, &mut self.again, &mut self.combs, &self.symbols);
        self.again.state()
    }

    fn step(&mut self) -> Result<(), Limit> {
        if self.script.is_some() {
            return self.step_again();
        }
        self.front.step(&mut self.combs);
        let size = self.front.size();
        self.statistics.steps += 1;
        self.statistics.window = self.statistics.window.max(size as u64);
        if size > WIDEST {
            return Err(WINDOW);
        }
        self.note_step()?;
        while self.recurrence.is_none() && self.reduce()? {}
        Ok(())
    }

    /// Appends the step that was just made to the trace.
    pub(super) fn note_step(&mut self) -> Result<(), Limit> {
        if self.trace.bytes() + self.symbols.bytes() > MOST_BYTES {
            return Err(TRACE);
        }
        let symbol = self.symbols.recipe(&self.front.recipe).ok_or(TRACE)?;
        self.trace.push_step(symbol, &self.front);
        if self.front.fingerprint().is_multiple_of(self.remembered) {
            self.remember();
        }
        Ok(())
    }

    /// Notes the state, and whether it was there before.
    fn remember(&mut self) {
        let here = self.trace.len();
        let mark = self.trace.mark(here);
        let Some(earlier) = self.seen.insert(self.front.fingerprint(), here as u32) else { return };
        let earlier = earlier as usize;
        if earlier < here
            && self.trace.mark(earlier) == mark
            && let (one, other) = (self.state(earlier), self.state(here))
            && self.are_same(&one, &other)
        {
            self.recurrence = Some(earlier);
        }
    }

    /// Do the same outcomes follow both states?  Stretches may reach back beyond max L, without end
    /// if all positions have become one comb.
    fn are_same(&self, one: &[Stretch], other: &[Stretch]) -> bool {
        let greatest = self.rules.moves[self.rules.moves.len() - 1];
        let [one, other] = [one, other].map(|state| View::new(greatest, state.iter().copied()));
        one.is_same(&other, &self.combs)
    }

    /// Replaces the last entries by a loop, if they are one.
    fn reduce(&mut self) -> Result<bool, Limit> {
        if self.recognises && self.known_loop()? {
            return Ok(true);
        }
        let here = self.trace.len();
        let tries = TRIES[usize::from(self.trace.symbol(here - 1).is_loop())];
        let mut longest = 0;
        for (slot, (tries, reach)) in tries.into_iter().enumerate() {
            let mut place = here - 1;
            let first = place.saturating_sub(reach.min(here / 2));
            for _ in 0..tries {
                let Some(earlier) = self.trace.earlier(place, slot, first) else { break };
                place = earlier;
                let length = here - 1 - place;
                if length <= longest {
                    continue;
                }
                longest = length;
                if self.repeats(length) && self.new_loop(length)? {
                    return Ok(true);
                }
                if self.recurrence.is_some() {
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }

    /// May the last two times so many entries be two iterations of a loop?
    fn repeats(&self, length: usize) -> bool {
        let [last, middle, first] =
            [0, 1, 2].map(|times| self.trace.mark(self.trace.len() - times * length));
        let here = self.trace.len();
        last.0 == middle.0
            && middle.0 == first.0
            && last.1.wrapping_sub(middle.1) == middle.1.wrapping_sub(first.1)
            && self.trace.fingerprint(here - length, here)
                == self.trace.fingerprint(here - 2 * length, here - length)
    }

    /// Replaces the last two times so many entries by a loop, if they are one.
    fn new_loop(&mut self, length: usize) -> Result<bool, Limit> {
        let here = self.trace.len();
        let (first, middle) = (here - 2 * length, here - length);
        let body: Box<[_]> = self.trace.symbols(middle, here).collect();
        let states = [first, middle, here].map(|index| self.state(index));
        let Some(change) = difference(&states[0], &states[1]) else { return Ok(false) };
        if self.trace.symbols(first, middle).ne(body.iter().copied())
            || Some(&change) != difference(&states[1], &states[2]).as_ref()
        {
            return Ok(false);
        }
        let (mut counts, mut slopes, mut depth) = (Vec::new(), Vec::new(), 0);
        for (offset, &symbol) in body.iter().enumerate() {
            if let Some(shape) = self.symbols.loop_of(symbol) {
                let [one, other] = [first, middle].map(|from| self.trace.counts(from + offset));
                counts.extend_from_slice(one);
                slopes.extend(one.iter().zip(other).map(|(one, other)| other - one));
                depth = depth.max(shape.depth);
            }
        }
        if depth == DEEPEST {
            return Ok(false);
        }
        let proposal = Proposal {
            start: &states[0],
            change: &change,
            body: &body,
            counts: &counts,
            slopes: &slopes,
        };
        let count = jump::iterations(&self.rules, &self.combs, &self.symbols, proposal);
        let Some(count) = count else {
            // Perhaps it goes on for ever.
            if self.are_same(&states[1], &states[2]) {
                self.recurrence = Some(middle);
            }
            return Ok(false);
        };
        let known = Known {
            symbol: Symbol(0),
            body: self.trace.fingerprint(middle, here),
            change: self.trace.mark(here).1.wrapping_sub(self.trace.mark(middle).1),
        };
        let last = body.last().copied();
        let is_unproved = body.iter().any(|symbol| self.unproved.contains(symbol));
        let shape = Shape { body, change: change.into(), slopes: slopes.into(), depth: depth + 1 };
        let (symbol, is_new) = self.symbols.shape(shape).ok_or(TRACE)?;
        if let Some(last) = last.filter(|_| is_new) {
            self.known.entry(last).or_default().push(Known { symbol, ..known });
        }
        if is_unproved {
            self.unproved.insert(symbol);
        }
        self.jump(first, symbol, count, &counts)
    }

    /// Replaces the last entries by a loop that was met before, if they are one iteration of it.
    fn known_loop(&mut self) -> Result<bool, Limit> {
        let here = self.trace.len();
        let Some(known) = self.known.get(&self.trace.symbol(here - 1)) else { return Ok(false) };
        let mark = self.trace.mark(here);
        for &Known { symbol, body, change } in known {
            let Some(shape) = self.symbols.loop_of(symbol) else { continue };
            let Some(first) = here.checked_sub(shape.body.len()) else { continue };
            let before = self.trace.mark(first);
            if shape.change.len() != mark.0 as usize
                || before.0 != mark.0
                || mark.1.wrapping_sub(before.1) != change
                || self.trace.fingerprint(first, here) != body
                || self.trace.symbols(first, here).ne(shape.body.iter().copied())
            {
                continue;
            }
            self.trace.restore(first, &mut self.again, &mut self.combs, &self.symbols);
            let start = self.again.state();
            let loops = (first..here).filter(|&index| self.trace.symbol(index).is_loop());
            let counts: Vec<_> =
                loops.flat_map(|index| self.trace.counts(index)).copied().collect();
            let proposal = Proposal::of(shape, &start, &counts);
            if let Some(count) = jump::iterations(&self.rules, &self.combs, &self.symbols, proposal)
            {
                return self.jump(first, symbol, count, &counts);
            }
        }
        Ok(false)
    }

    /// Puts a loop in the place of all entries from this one on.
    fn jump(
        &mut self,
        first: usize,
        symbol: Symbol,
        count: i64,
        inner: &[i64],
    ) -> Result<bool, Limit> {
        let start = self.state(first);
        let counts: Vec<_> = [count].iter().chain(inner).copied().collect();
        let Some(shape) = self.symbols.loop_of(symbol) else { return Ok(false) };
        let Some(state) = shape.after(&start, count) else { return Ok(false) };
        let depth = shape.depth as u64;
        if !self.has_proved_phases(symbol, &start, &counts) {
            return Ok(false);
        }
        self.statistics.depth = self.statistics.depth.max(depth);
        self.statistics.jumps += 1;
        self.trace.truncate(first);
        self.put_loop(symbol, &counts, &state);
        Ok(true)
    }

    /// Appends a loop to the trace, with the counts of it and of all loops inside, and the state behind it.
    pub(super) fn put_loop(&mut self, symbol: Symbol, counts: &[i64], state: &[Stretch]) {
        self.front.load(state);
        self.trace.push_loop(symbol, counts, &self.front);
        self.remember();
    }
}

/// How the second state differs from the first, if both have the same combs in the same places.
pub(super) fn difference(one: &[Stretch], other: &[Stretch]) -> Option<Vec<Stretch>> {
    let by = |(one, other): (&Stretch, &Stretch)| {
        let (start, end) = (other.start - one.start, other.end - one.end);
        (one.comb == other.comb).then_some(Stretch { start, end, comb: one.comb })
    };
    if one.len() == other.len() { one.iter().zip(other).map(by).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{self, Game, Moves, confirm};
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;

    fn accelerated(sizes: &[u64], rule: Rule, remembered: u64) -> Option<Search> {
        let mut search = Search::new(sizes, rule).expect("increasing moves");
        search.remembered = remembered;
        let stop = CancellationToken::default();
        // Grundy values have more runs.
        let steps = if rule == Rule::Grundy { 8_000 } else { 4_000 };
        search.run(steps, &stop).expect("no limit").then_some(search)
    }

    /// What is found, judged by direct computation where that is short enough; gives the number
    /// of jumps.
    fn judged(sizes: &[u64], rule: Rule, remembered: u64) -> Option<u64> {
        let search = accelerated(sizes, rule, remembered)?;
        let stop = CancellationToken::default();
        let found = search.cycle(&stop).expect("no limit").expect("a cycle");
        assert!(found.is_least, "{sizes:?}");
        let small = |number: &crate::Integer| number.to_i64().and_then(|it| u64::try_from(it).ok());
        let (period, preperiod) = (small(&found.period)?, small(&found.preperiod)?);
        let cycle = sequence::Cycle { period, preperiod };
        if period.saturating_add(preperiod) > 1_000_000 {
            return None;
        }
        let game = Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
        assert_eq!(confirm(&game, cycle, &stop), Ok(true), "{sizes:?} {rule} {cycle:?}");
        Some(search.statistics().jumps)
    }

    /// Two to six moves a * n + b, some of them sums of others as in the published families.
    fn family() -> impl Strategy<Value = Vec<u64>> {
        let form = (1..=12_i64, -2..=2_i64);
        let forms = proptest::collection::vec(form, 2..=6);
        (forms, 1..=120_i64, any::<bool>()).prop_map(|(forms, n, is_sum)| {
            let mut sizes: Vec<_> = forms.iter().map(|(a, b)| (a * n + b).max(1) as u64).collect();
            if is_sum && sizes.len() > 2 {
                let last = sizes.len() - 1;
                sizes[last] = sizes[0] + sizes[1];
            }
            sizes.sort_unstable();
            sizes.dedup();
            sizes
        })
    }

    #[test]
    fn cycles_agree_with_direct_computation() {
        for rule in [Rule::Normal, Rule::Grundy] {
            let (mut judged_cycles, mut jumps) = (0, 0);
            let mut runner = proptest::test_runner::TestRunner::deterministic();
            for case in 0..2000 {
                let sizes = family().new_tree(&mut runner).expect("a family").current();
                // With states remembered only behind loops, every cycle needs a loop.
                let remembered = if case % 3 == 0 { REMEMBERED } else { u64::MAX };
                if let Some(some) = judged(&sizes, rule, remembered) {
                    judged_cycles += 1;
                    jumps += some;
                }
            }
            let enough = judged_cycles > 1700 && jumps > 500;
            assert!(enough, "{rule}: {judged_cycles} cycles, {jumps} jumps");
        }
    }

    /// Phases are looked at in a loop that was read, before it is put in the place of entries: one over combs that do
    /// not move as far as they should is not.
    #[test]
    fn no_jump_is_made_over_a_loop_whose_phases_are_not_proved() {
        let mut search = Search::new(&[2000, 6998, 9002], Rule::Normal).expect("increasing moves");
        assert_eq!(search.run(1500, &CancellationToken::default()), Ok(false));
        let (mut made, mut refused) = (0, 0);
        let loops: Vec<_> =
            search.trace.loops().map(|(at, counts)| (at, counts.to_vec())).collect();
        for (entry, counts) in loops {
            let stretches = search.state(entry).len();
            let jump = |change: Option<usize>| {
                let mut search = search.clone();
                let right = search.trace.symbol(entry);
                let mut shape = search.symbols.loop_of(right).expect("a loop").clone();
                let changed = change.and_then(|index| shape.change.get_mut(index));
                if let Some(stretch) = changed {
                    stretch.start += 1;
                }
                let (symbol, _) = search.symbols.shape(shape).expect("room");
                search.unproved.insert(symbol);
                let before = search.trace.len();
                let is_made = search.jump(entry, symbol, counts[0], &counts[1..]).expect("room");
                let after = if is_made { entry + 1 } else { before };
                assert_eq!(search.trace.len(), after);
                assert_eq!(search.unproved.contains(&symbol), !is_made);
                is_made
            };
            assert!(jump(None), "{entry}");
            made += 1;
            refused += (0..stretches).filter(|&index| !jump(Some(index))).count();
        }
        assert!(made > 2 && refused > 10, "{made} made, {refused} refused");
    }
}
