//! The search: steps, and loops that are found and jumped over, until a state recurs.

use super::class::Classes;
use super::comb::{Combs, Stretch};
use super::front::{Front, Rules};
use super::history::{History, after};
use super::jump;
use super::length::measure;
use super::limits::{
    DEEPEST, GREATEST, MOST_BYTES, MOST_MOVES, MOST_OUTCOME_MOVES, REMEMBERED, WIDEST,
};
use super::view::View;
use crate::fold::{Machine, Schema, Schemas, Symbol, Trace, reduce};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::Rule;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// More runs are in reach at a time than are kept.
pub const WINDOW: Limit = Limit(&["window", "too many runs are in reach at once"]);

/// No state has recurred in the allowed steps.
pub const STEPS: Limit = Limit(&["steps", "no state recurred within the allowed steps"]);

/// More steps and loops do not repeat than are kept.
pub const TRACE: Limit = Limit(&["trace", "too many steps and loops without repetition"]);

/// A number does not fit a machine word.
pub const NUMBERS: Limit = Limit(&["numbers", "lengths inside a loop do not fit machine words"]);

/// A search for a recurrence of the state.
#[derive(Clone, Debug)]
pub struct LoopSearch {
    pub(super) rules: Rules,
    pub(super) combs: Combs,
    pub(super) classes: Classes,
    pub(super) schemas: Schemas<Stretch>,
    pub(super) history: History,
    pub(super) front: Front,
    /// Recomputes states of the trace.
    pub(super) again: Front,
    /// The delay of the sequence with respect to that of normal play.
    pub(super) delay: u64,
    /// One in this number of states after steps is remembered.
    pub(super) remembered: u64,
    /// Are loops that were seen before recognised when their body has occurred once?
    pub(super) recognises: bool,
    /// For each loop schema, the change of the fingerprint of the state.
    marks: Vec<u32>,
    /// Loops whose phases have not been shown to be independent of indices.
    pub(super) unproved: FxHashSet<Symbol>,
    /// Entries by the fingerprints of the states after them.
    seen: FxHashMap<u64, u32>,
    /// The entry after which the state was the same as now.
    recurrence: Option<usize>,
    /// What ended the search.
    limit: Option<Limit>,
    pub(super) statistics: Statistics,
}

/// A game, and what was seen in it: everything that symbols refer to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vocabulary<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The combs.
    pub combs: &'a Combs,
    /// The classes of steps.
    pub classes: &'a Classes,
    /// The loops.
    pub schemas: &'a Schemas<Stretch>,
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
    /// Distinct loops.
    pub shapes: u64,
    /// The depth to which loops are nested.
    pub depth: u64,
    /// The most runs that were in reach at a time.
    pub window: u64,
}

impl LoopSearch {
    /// The number of steps of a turn, where work is done in turns.
    pub const TURN: u64 = 1 << 15;

    /// A search for outcomes or Grundy values of the game with these moves; `None` if they do not increase from 1 to
    /// [`GREATEST`], for Grundy values of more than [`MOST_MOVES`] moves and outcomes of more than
    /// [`MOST_OUTCOME_MOVES`], and for other rules.
    pub fn new(moves: &[u64], rule: Rule) -> Option<Self> {
        let increase = moves.windows(2).all(|pair| pair[0] < pair[1]);
        let (least, greatest) = (*moves.first()?, *moves.last()?);
        if least == 0 || greatest > GREATEST || !increase || moves.len() > MOST_OUTCOME_MOVES {
            return None;
        }
        // In misère play all positions below the least move are won, as those below 0 are in normal play: the sequence
        // is the same with this delay.
        let (values, delay) = match rule {
            Rule::Normal => (1, 0),
            Rule::Misere => (1, least),
            Rule::Mex if moves.len() <= MOST_MOVES => (moves.len(), 0),
            _ => return None,
        };
        let moves: Box<[_]> = moves.iter().map(|&size| size as i64).collect();
        let rules = Rules { moves, values, sinks: false };
        let front = Front::new(&rules);
        Some(Self {
            combs: Combs::default(),
            classes: Classes::default(),
            schemas: Schemas::default(),
            history: History::new(&front.state(), front.fingerprint()),
            rules,
            again: front.clone(),
            front,
            delay,
            remembered: REMEMBERED,
            recognises: true,
            marks: Vec::new(),
            unproved: FxHashSet::default(),
            seen: FxHashMap::default(),
            recurrence: None,
            limit: None,
            statistics: Statistics::default(),
        })
    }

    /// Makes no combs, and remembers states only after loops, so that the traces of the games of a family are alike
    /// more often.  With `recognises`, loops that were seen before are recognised when their body has occurred once:
    /// then traces are shorter, and less alike.
    #[must_use]
    pub fn plain(mut self, recognises: bool) -> Self {
        self.recognises = recognises;
        self.remembered = u64::MAX;
        (self.front.plain, self.again.plain) = (true, true);
        self
    }

    /// Makes combs, remembers states only after loops, and recognises no loop before it was seen twice: then traces of
    /// the games of a family are alike where windows have many small runs.
    #[must_use]
    pub fn combed(mut self) -> Self {
        (self.recognises, self.remembered) = (false, u64::MAX);
        self
    }

    /// Continues for this number of steps; `true` when the state recurs.
    ///
    /// After [`Limit::STOPPED`] the search can be continued; other limits end it.
    pub fn run(&mut self, steps: u64, stop: &CancellationToken) -> Result<bool, Limit> {
        self.run_by(steps, stop, Self::step)
    }

    /// The same with another kind of step.
    pub(super) fn run_by(
        &mut self,
        steps: u64,
        stop: &CancellationToken,
        mut step: impl FnMut(&mut Self) -> Result<(), Limit>,
    ) -> Result<bool, Limit> {
        if let Some(limit) = self.limit {
            return Err(limit);
        }
        for _ in 0..steps {
            if self.recurrence.is_some() {
                return Ok(true);
            }
            stop.check()?;
            if let Err(limit) = step(self) {
                self.limit = Some(limit);
                return Err(limit);
            }
        }
        Ok(self.recurrence.is_some())
    }

    /// What has been done so far.
    pub fn statistics(&self) -> Statistics {
        let [entries, shapes] = [self.trace().len(), self.schemas.all().len()].map(|n| n as u64);
        Statistics { entries, shapes, ..self.statistics }
    }

    /// The entry after which the state was the same as after the last one.
    pub(super) fn recurrence(&self) -> Option<usize> {
        self.recurrence
    }

    /// What symbols refer to.
    pub(super) fn vocabulary(&self) -> Vocabulary<'_> {
        let Self { rules, combs, classes, schemas, .. } = self;
        Vocabulary { rules, combs, classes, schemas }
    }

    pub(super) fn step(&mut self) -> Result<(), Limit> {
        self.front.step(&mut self.combs);
        let size = self.front.size();
        self.statistics.steps += 1;
        self.statistics.window = self.statistics.window.max(size as u64);
        if size > WIDEST {
            return Err(WINDOW);
        }
        self.note_step()?;
        while self.recurrence.is_none() && reduce(self, self.recognises)? {}
        Ok(())
    }

    /// Appends the step that was just made to the trace.
    pub(super) fn note_step(&mut self) -> Result<(), Limit> {
        if self.history.bytes() + self.classes.bytes() + self.schemas.bytes() > MOST_BYTES {
            return Err(TRACE);
        }
        let symbol = self.classes.name(&self.front.class).ok_or(TRACE)?;
        self.history.push(symbol, &[], &self.front);
        if self.front.fingerprint().is_multiple_of(self.remembered) {
            self.remember();
        }
        Ok(())
    }

    /// Records the state, and whether it occurred before.
    fn remember(&mut self) {
        let here = self.trace().len();
        let mark = self.history.mark(here);
        let Some(earlier) = self.seen.insert(self.front.fingerprint(), here as u32) else { return };
        let earlier = earlier as usize;
        if earlier < here
            && self.history.mark(earlier) == mark
            && let (one, other) = (self.state(earlier), self.state(here))
            && self.are_same(&one, &other)
        {
            self.recurrence = Some(earlier);
        }
    }

    /// The state after a loop, with the counts of it and of all loops inside, if it may follow this state: phases must
    /// depend neither on its index nor on those of the loops inside.
    ///
    /// What a jump takes for granted about the loops inside it ([`jump`]) is checked here once for each loop.
    pub(super) fn after_loop(
        &mut self,
        start: &[Stretch],
        symbol: Symbol,
        counts: &[i64],
    ) -> Option<Vec<Stretch>> {
        let state = after(start, &self.schemas.get(symbol)?.change, *counts.first()?)?;
        if self.unproved.contains(&symbol) {
            measure(self.vocabulary(), symbol, start, counts, true)?;
            let mut proved = vec![symbol];
            while let Some(symbol) = proved.pop() {
                if self.unproved.remove(&symbol)
                    && let Some(schema) = self.schemas.get(symbol)
                {
                    proved.extend(schema.body.iter().filter(|symbol| symbol.is_loop()));
                }
            }
        }
        Some(state)
    }

    /// Appends a loop to the trace, with the counts of it and of all loops inside, and the state after it.
    pub(super) fn put_loop(&mut self, symbol: Symbol, counts: &[i64], state: &[Stretch]) {
        self.front.load(state);
        self.history.push(symbol, counts, &self.front);
        self.remember();
    }
}

impl Machine for LoopSearch {
    type State = Vec<Stretch>;
    type Change = Stretch;
    type Count = i64;
    type Limit = Limit;

    /// Short and long contexts.
    const TRIES: [&'static [(usize, usize)]; 2] =
        [&[(12, 400), (8, usize::MAX)], &[(40, usize::MAX), (64, usize::MAX)]];

    const DEEPEST: usize = DEEPEST;

    fn trace(&self) -> &Trace<i64> {
        self.history.trace()
    }

    fn schemas(&self) -> &Schemas<Stretch> {
        &self.schemas
    }

    fn state(&mut self, entries: usize) -> Vec<Stretch> {
        self.history.restore(entries, &mut self.again, &mut self.combs, &self.schemas);
        self.again.state()
    }

    /// `None` unless both have the same combs in the same places.
    fn difference(one: &Vec<Stretch>, other: &Vec<Stretch>) -> Option<Box<[Stretch]>> {
        let by = |(one, other): (&Stretch, &Stretch)| {
            let (start, end) = (other.start - one.start, other.end - one.end);
            (one.comb == other.comb).then_some(Stretch { start, end, comb: one.comb })
        };
        if one.len() == other.len() { one.iter().zip(other).map(by).collect() } else { None }
    }

    fn slope(one: i64, other: i64) -> Option<i64> {
        Some(other - one)
    }

    fn earlier(&self, entry: usize, context: usize, first: usize) -> Option<usize> {
        self.history.earlier(entry, context, first)
    }

    fn may_repeat(&self, length: usize) -> bool {
        let here = self.trace().len();
        let [last, middle, first] = [0, 1, 2].map(|times| self.history.mark(here - times * length));
        last.0 == middle.0
            && middle.0 == first.0
            && last.1.wrapping_sub(middle.1) == middle.1.wrapping_sub(first.1)
            && self.history.fingerprint(here - length, here)
                == self.history.fingerprint(here - 2 * length, here - length)
    }

    fn may_be_iteration(&mut self, first: usize, symbol: Symbol) -> bool {
        let [before, now] = [first, self.trace().len()].map(|at| self.history.mark(at));
        before.0 == now.0 && self.marks.get(symbol.number()) == Some(&now.1.wrapping_sub(before.1))
    }

    fn iterations(
        &mut self,
        start: &Vec<Stretch>,
        schema: &Schema<Stretch>,
        inside: &[i64],
    ) -> Result<Option<i64>, Limit> {
        Ok(jump::iterations(self.vocabulary(), start, schema, inside))
    }

    fn name(&mut self, schema: &Arc<Schema<Stretch>>) -> Result<Symbol, Limit> {
        let (symbol, is_new) = self.schemas.name(schema).ok_or(TRACE)?;
        if is_new {
            // Fingerprints of states are linear in them.
            self.again.load(&schema.change);
            self.marks.push(self.again.fingerprint() as u32);
        }
        Ok(symbol)
    }

    fn jump(
        &mut self,
        first: usize,
        start: &Vec<Stretch>,
        symbol: Symbol,
        counts: &[i64],
    ) -> Result<bool, Limit> {
        let Some(state) = self.after_loop(start, symbol, counts) else { return Ok(false) };
        let depth = self.schemas.get(symbol).map_or(0, |schema| schema.depth);
        self.statistics.depth = self.statistics.depth.max(depth as u64);
        self.statistics.jumps += 1;
        self.history.truncate(first);
        self.put_loop(symbol, counts, &state);
        Ok(true)
    }

    /// Stretches may reach back beyond max L, without a bound if all positions have become one comb.
    fn are_same(&self, one: &Vec<Stretch>, other: &Vec<Stretch>) -> bool {
        let greatest = self.rules.moves[self.rules.moves.len() - 1];
        let [one, other] = [one, other].map(|state| View::new(greatest, state.iter().copied()));
        one.is_same(&other, &self.combs)
    }

    fn recurred(&mut self) -> &mut Option<usize> {
        &mut self.recurrence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{self, Game, Moves, confirm};
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;

    fn accelerated(sizes: &[u64], rule: Rule, remembered: u64) -> Option<LoopSearch> {
        let mut search = LoopSearch::new(sizes, rule).expect("increasing moves");
        search.remembered = remembered;
        let stop = CancellationToken::default();
        // Grundy values have more runs.
        let steps = if rule == Rule::Mex { 8_000 } else { 4_000 };
        search.run(steps, &stop).expect("no limit").then_some(search)
    }

    /// What is found, checked by direct computation where that is short enough; returns the number of jumps.
    fn judged(sizes: &[u64], rule: Rule, remembered: u64) -> Option<u64> {
        let search = accelerated(sizes, rule, remembered)?;
        let stop = CancellationToken::default();
        let found = search.cycle(&stop).expect("no limit").expect("a cycle");
        assert!(found.is_least, "{sizes:?}");
        let (period, preperiod) = (found.period.to()?, found.preperiod.to()?);
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
        for rule in [Rule::Normal, Rule::Mex] {
            let (mut judged_cycles, mut jumps) = (0, 0);
            let mut runner = proptest::test_runner::TestRunner::deterministic();
            for case in 0..2000 {
                let sizes = family().new_tree(&mut runner).expect("a family").current();
                // With states remembered only after loops, every cycle needs a loop.
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

    /// Phases of a loop that was read are checked before it replaces entries: a loop over combs that do not move as far
    /// as they should does not.
    #[test]
    fn no_jump_is_made_over_a_loop_whose_phases_are_not_proved() {
        let mut search =
            LoopSearch::new(&[2000, 6998, 9002], Rule::Normal).expect("increasing moves");
        assert_eq!(search.run(1500, &CancellationToken::default()), Ok(false));
        let (mut made, mut refused) = (0, 0);
        let loops: Vec<_> =
            search.trace().loops().map(|(at, counts)| (at, counts.to_vec())).collect();
        for (entry, counts) in loops {
            let stretches = search.state(entry).len();
            let jump = |change: Option<usize>| {
                let mut search = search.clone();
                let right = search.trace().symbols()[entry];
                let mut schema = search.schemas.get(right).expect("a loop").clone();
                let changed = Arc::make_mut(&mut schema);
                if let Some(stretch) = change.and_then(|index| changed.change.get_mut(index)) {
                    stretch.start += 1;
                }
                let symbol = search.name(&schema).expect("room");
                search.unproved.insert(symbol);
                let before = search.trace().len();
                let start = search.state(entry);
                let is_made = search.jump(entry, &start, symbol, &counts).expect("room");
                let after = if is_made { entry + 1 } else { before };
                assert_eq!(search.trace().len(), after);
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
