//! The values at any position of a trace.

use super::comb::{Combs, Stretch};
use super::front::{Front, StepFound};
use super::history::{History, after};
use super::items::Item;
use super::length::{Measured, Sums, measure};
use super::limits::APART;
use super::search::{LoopSearch, NUMBERS, Vocabulary};
use super::view::View;
use super::window::Window;
use crate::Integer;
use crate::fold::{BodyPart, Form, Symbol, grown};
use crate::limit::{CancellationToken, Limit};

/// A trace with the positions of its entries.
pub(super) struct Places<'a> {
    known: Vocabulary<'a>,
    history: &'a History,
    /// All combs; steps that are recomputed make no others.
    combs: Combs,
    /// Recomputes steps.
    front: Front,
    /// The sums before each entry whose number is a multiple of [`APART`].
    sums: Vec<Sums>,
}

impl<'a> Places<'a> {
    /// Measures the trace of a search.
    pub(super) fn new(search: &'a LoopSearch, stop: &CancellationToken) -> Result<Self, Limit> {
        let (known, history) = (search.vocabulary(), &search.history);
        let first = Integer::from(known.rules.first());
        let mut now: Sums = [first.clone(), first, Integer::ONE];
        let (combs, front) = (known.combs.clone(), Front::new(known.rules));
        let mut places = Self { known, history, combs, front, sums: Vec::new() };
        let entries = history.trace().len();
        for entry in 0..=entries {
            if entry.is_multiple_of(APART) {
                stop.check()?;
                places.sums.push(now.clone());
            }
            if entry < entries {
                now = added(&now, &places.pass(entry)?);
            }
        }
        Ok(places)
    }

    /// The position up to which the trace reaches.
    pub(super) fn reach(&mut self) -> Result<Integer, Limit> {
        let [position, ..] = self.sums(self.history.trace().len())?;
        Ok(position)
    }

    /// The values of this number of positions, at most max L, before this one, which the trace must reach.
    pub(super) fn last_before(&mut self, position: &Integer, count: i64) -> Result<Vec<u8>, Limit> {
        let view = self.seen(position, count)?;
        Ok(view.values(self.known.rules.values as u8, &self.combs))
    }

    /// The greatest move.
    pub(super) fn greatest(&self) -> i64 {
        self.known.rules.moves[self.known.rules.moves.len() - 1]
    }

    /// The sums over everything before this number of entries: positions, lost ones, runs of lost ones.
    pub(super) fn sums(&mut self, entries: usize) -> Result<Sums, Limit> {
        let first = entries / APART * APART;
        self.restore(first);
        let mut sums = self.sums[first / APART].clone();
        for entry in first..entries {
            sums = added(&sums, &self.pass(entry)?);
        }
        Ok(sums)
    }

    /// The sums over an entry; moves the front from before the entry to after it.
    fn pass(&mut self, entry: usize) -> Result<Sums, Limit> {
        let symbol = self.history.trace().symbols()[entry];
        let Some(schema) = self.known.schemas.get(symbol) else {
            let StepFound { high, run } = self.front.step(&mut self.combs);
            let length = run.map_or(high, |run| run.end);
            let lost = run.filter(|run| run.comb.value() == 0);
            let lost = lost.map_or(0, |run| run.end - run.start);
            return Ok([length, lost, i64::from(lost > 0)].map(Integer::from));
        };
        let (start, counts) = (self.front.state(), self.history.trace().counts(entry));
        let total = self.measure(symbol, &start, counts)?.total(&mut Vec::new());
        self.front.load(&after(&start, &schema.change, counts[0]).ok_or(NUMBERS)?);
        Ok(total)
    }

    /// Puts the front after this number of entries.
    fn restore(&mut self, entries: usize) {
        self.history.restore(entries, &mut self.front, &mut self.combs, self.known.schemas);
    }

    fn measure(
        &self,
        symbol: Symbol,
        start: &[Stretch],
        counts: &[i64],
    ) -> Result<Measured, Limit> {
        measure(self.known, symbol, start, counts, false).ok_or(NUMBERS)
    }

    /// The last max L positions before this one, which the trace must reach.
    pub(super) fn view(&mut self, position: &Integer) -> Result<View, Limit> {
        self.seen(position, self.greatest())
    }

    /// The last positions before this one, at most max L.
    fn seen(&mut self, position: &Integer, span: i64) -> Result<View, Limit> {
        let kept = self.sums.partition_point(|sums| sums[0] <= *position);
        let Some(kept) = kept.checked_sub(1) else {
            let lost = position.to_i64().ok_or(NUMBERS)?;
            return Ok(View::new(span, [Stretch::solid(0, -lost, 0)]));
        };
        let mut rest = position - &self.sums[kept][0];
        let mut entry = kept * APART;
        self.restore(entry);
        let mut state = self.front.state();
        let trace = self.history.trace();
        while entry < trace.len() {
            let [length, ..] = self.pass(entry)?;
            if rest < length {
                break;
            }
            rest -= &length;
            state = self.front.state();
            entry += 1;
        }
        if let Some(&symbol) = trace.symbols().get(entry).filter(|symbol| symbol.is_loop()) {
            state = self.inside(symbol, trace.counts(entry).to_vec(), state, &mut rest)?;
        }
        let rest = rest.to_i64().ok_or(NUMBERS)?;
        self.front.load(&state);
        let StepFound { run, .. } = self.front.step(&mut self.combs);
        Ok(View::new(span, state.into_iter().chain(run).map(|one| one.shifted(-rest))))
    }

    /// Do these views show the same?
    pub(super) fn is_same(&self, one: &View, other: &View) -> bool {
        one.is_same(other, &self.combs)
    }

    /// The state after the last step that ends at most `rest` after the start of a loop; `rest` is reduced by the
    /// position where this step ends.
    fn inside(
        &self,
        mut symbol: Symbol,
        mut counts: Vec<i64>,
        mut state: Vec<Stretch>,
        rest: &mut Integer,
    ) -> Result<Vec<Stretch>, Limit> {
        let Vocabulary { rules, combs, classes, schemas } = self.known;
        'loops: loop {
            let measured = self.measure(symbol, &state, &counts)?;
            let growth = measured.growth(&mut Vec::new());
            let before = |index: i64| growth.at(&Integer::from(index))[0].clone();
            // The first `low` iterations end here or earlier, the first `high` ones do not.
            let (mut low, mut high) = (0, counts[0]);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if before(middle) <= *rest { low = middle } else { high = middle }
            }
            *rest -= &before(low);
            let schema = schemas.get(symbol).ok_or(NUMBERS)?;
            state = after(&state, &schema.change, low).ok_or(NUMBERS)?;
            let inside: Vec<_> =
                counts[1..].iter().map(|&value| Form { value, slopes: [] }).collect();
            let inside = grown(&inside, &schema.slopes, Form { value: low, slopes: [] });
            let inside = inside.ok_or(NUMBERS)?;
            let mut loops = measured.loops().iter();
            let mut indices = vec![Integer::from(low)];
            for (&next, part) in schema.body.iter().zip(schemas.parts(&schema.body, &inside)) {
                match part.ok_or(NUMBERS)? {
                    BodyPart::Step(symbol) => {
                        // Not the next step of the rule, which may describe the same step differently.
                        let mut window = Window::<0>::new(&state, rules.values);
                        let lengths = window.step(rules, combs, classes.get(symbol), |_| Some(()));
                        let [length, ..] = lengths.and_then(|all| all.sums()).ok_or(NUMBERS)?;
                        let length = Integer::from(length.value);
                        if *rest < length {
                            return Ok(state);
                        }
                        *rest -= &length;
                        let later = window.state().ok_or(NUMBERS)?;
                        state = later.iter().map(Item::stretch).collect();
                    }
                    BodyPart::Loop(schema, count, inside) => {
                        let total = loops.next().map(|one: &Measured| one.total(&mut indices));
                        let [length, ..] = total.ok_or(NUMBERS)?;
                        if *rest < length {
                            counts =
                                [&count].into_iter().chain(inside).map(|form| form.value).collect();
                            symbol = next;
                            continue 'loops;
                        }
                        *rest -= &length;
                        state = after(&state, &schema.change, count.value).ok_or(NUMBERS)?;
                    }
                }
            }
            return Ok(state);
        }
    }
}

/// The sums, added.
fn added(one: &Sums, other: &Sums) -> Sums {
    std::array::from_fn(|which| &one[which] + &other[which])
}
