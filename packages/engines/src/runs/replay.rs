//! A search that another process continues later.
//!
//! The text consists of loops: those of the trace, each with its entry and its counts, and all bodies of known loops,
//! with the classes of steps and combs in them.  That is little where loops are long.  When the search is continued,
//! the steps between the loops are made again, and each loop is proved again, in the state before it, when its place in
//! the trace is reached.  So nothing that is read is trusted: if a loop is not right, the rest is dropped, and the
//! search continues from there by itself.
//!
//! A proof of a jump takes for granted that phases do not depend on the indices of loops inside, as that was checked
//! when these were first jumped over ([`jump`](super::jump)).  For loops that were read it was not, so at the first
//! jump over each of them phases are checked in all its indices.
//!
//! # Lines
//!
//! Each line is a word and numbers, and may refer to earlier lines, counted from 0 (combs from 1, as 0 is a solid run):
//!
//! * `jumps`, once, at first: steps, jumps, depth and window of [`Statistics`], the number of entries.
//! * `comb`: its length, and for each tooth the first position and the one after the last.
//! * `recipe`: the numbers of a class of steps.
//! * `shape`: the number of symbols in the body of a loop; these symbols, n for a class and -1 - n for a loop; the
//!   slopes of the counts of all loops inside; then for each stretch how its start and its end change, its value and
//!   its comb.
//! * `loop`: the entry, the loop, the counts of the loop and of all loops inside.

use super::comb::{Comb, CombId, Combs, Stretch, is_possible};
use super::cycle::Cycle;
use super::jump;
use super::limits::{DEEPEST, WIDEST};
use super::search::{LoopSearch, Statistics, WINDOW};
use super::structure::LoopStructure;
use crate::fold::{Machine as _, Schema, Symbol};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::Rule;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A word and its numbers.
pub type TraceLine<'a> = (&'a str, Vec<i64>);

/// A search that may continue another one, once that has been made again.
#[derive(Clone, Debug)]
pub struct RepeatedSearch {
    /// The search, as far as it has been made.
    pub(crate) search: LoopSearch,
    /// What still has to be made again.
    script: Option<Script>,
}

/// What another search has done.
#[derive(Clone, Debug)]
struct Script {
    /// All loops, by their entries.
    loops: Vec<TraceLoop>,
    /// The next loop.
    next: usize,
    /// The number of entries.
    entries: usize,
}

/// A loop of the trace.
#[derive(Clone, Debug)]
struct TraceLoop {
    entry: usize,
    symbol: Symbol,
    /// The counts of the loop and of the loops inside.
    counts: Box<[i64]>,
}

/// The greatest number that is read.
const GREATEST_READ: i64 = 1 << 60;

impl From<LoopSearch> for RepeatedSearch {
    /// A search that has been made completely.
    fn from(search: LoopSearch) -> Self {
        Self { search, script: None }
    }
}

impl RepeatedSearch {
    /// What [`RepeatedSearch::resume`] needs.
    pub fn progress(&self) -> impl Iterator<Item = TraceLine<'static>> {
        let Self { search, script } = self;
        let mut lines = TraceLines::default();
        let entries = script.as_ref().map_or(search.trace().len(), |script| script.entries);
        let Statistics { steps, jumps, depth, window, .. } = search.statistics;
        let numbers = [steps, jumps, depth, window, entries as u64];
        lines.push("jumps", numbers.map(|number| i64::try_from(number).unwrap_or(GREATEST_READ)));
        for comb in search.combs.made() {
            let teeth = comb.teeth.iter().flatten().copied();
            lines.push("comb", [comb.length].into_iter().chain(teeth));
        }
        for schema in search.schemas.all() {
            lines.schema(search, schema);
        }
        match script {
            Some(script) => {
                for TraceLoop { entry, symbol, counts } in &script.loops {
                    lines.entry(*entry, *symbol, counts);
                }
            }
            None => {
                for (entry, counts) in search.trace().loops() {
                    lines.entry(entry, search.trace().symbols()[entry], counts);
                }
            }
        }
        lines.0.into_iter()
    }

    /// A search of this game as [`LoopSearch::new`] begins it, continued from where another one was interrupted; `None`
    /// if these are not its lines, or one of them is not a valid line.
    pub fn resume<'a>(
        moves: &[u64],
        rule: Rule,
        lines: impl IntoIterator<Item = Option<TraceLine<'a>>>,
    ) -> Option<Self> {
        let mut search = LoopSearch::new(moves, rule)?;
        let mut lines = lines.into_iter();
        let ("jumps", numbers) = lines.next()?? else { return None };
        let numbers = numbers.into_iter().map(natural).collect::<Option<Vec<_>>>()?;
        let [steps, jumps, depth, window, entries] = numbers.try_into().ok()?;
        search.statistics = Statistics { steps, jumps, depth, window, ..Statistics::default() };
        let entries = usize::try_from(entries).ok()?;
        let mut script = Script { loops: Vec::new(), next: 0, entries };
        let mut classes = 0;
        for line in lines {
            let (word, numbers) = line?;
            match word {
                "comb" => read_comb(&mut search, &numbers)?,
                "recipe" => {
                    let numbers: Result<Vec<i32>, _> =
                        numbers.into_iter().map(i32::try_from).collect();
                    if search.classes.name(&numbers.ok()?)?.number() != classes {
                        return None;
                    }
                    classes += 1;
                }
                "shape" => read_schema(&mut search, classes, &numbers)?,
                "loop" => script.read(&search, &numbers)?,
                _ => return None,
            }
        }
        Some(Self { search, script: (entries > 0).then_some(script) })
    }

    /// The loop structure, if everything has been made and the state has recurred.
    pub fn structure(&self) -> Option<LoopStructure> {
        self.search.structure().filter(|_| self.script.is_none())
    }

    /// The number of entries of another search that have been made again, and their total number; `None` when all have
    /// been.
    pub fn again(&self) -> Option<(u64, u64)> {
        let script = self.script.as_ref()?;
        Some((self.search.trace().len() as u64, script.entries as u64))
    }

    /// What has been done so far.
    pub fn statistics(&self) -> Statistics {
        self.search.statistics()
    }

    /// As [`LoopSearch::run`], but by entries as long as these are made again.
    ///
    /// # Errors
    /// As [`LoopSearch::run`].
    pub fn run(&mut self, steps: u64, stop: &CancellationToken) -> Result<bool, Limit> {
        let Self { search, script } = self;
        search.run_by(steps, stop, |search| match script {
            None => search.step(),
            Some(again) => {
                if again.step(search)? {
                    *script = None;
                }
                Ok(())
            }
        })
    }

    /// As [`LoopSearch::advance`].
    ///
    /// # Errors
    /// As [`LoopSearch::advance`].
    pub fn advance(
        &mut self,
        steps: u64,
        stop: &CancellationToken,
    ) -> Result<Option<Cycle>, Limit> {
        if self.run(steps, stop)? { self.search.cycle(stop) } else { Ok(None) }
    }
}

fn read_comb(search: &mut LoopSearch, numbers: &[i64]) -> Option<()> {
    let (&length, teeth) = numbers.split_first()?;
    let (teeth, rest) = teeth.as_chunks();
    let comb = Comb { length, teeth: teeth.to_vec() };
    let next = search.combs.made().len() as u32 + 1;
    let is_next = rest.is_empty()
        && is_possible(&comb)
        && search.combs.name(comb, 0)? == CombId::new(next, 0)?;
    is_next.then_some(())
}

fn read_schema(search: &mut LoopSearch, classes: usize, numbers: &[i64]) -> Option<()> {
    let (&length, numbers) = numbers.split_first()?;
    let (body, numbers) = numbers.split_at_checked(usize::try_from(length).ok()?)?;
    let symbol = |&number: &i64| match u32::try_from(number) {
        Ok(class) => ((class as usize) < classes).then(|| Symbol::step(class)),
        Err(_) => search.schemas.symbol(usize::try_from(-1 - number).ok()?),
    };
    let body = body.iter().map(symbol).collect::<Option<Box<[_]>>>()?;
    body.last()?;
    let inner = || body.iter().filter_map(|&symbol| search.schemas.get(symbol));
    let depth = 1 + inner().map(|inner| inner.depth).max().unwrap_or(0);
    let loops = inner().map(|inner| inner.loops()).try_fold(0_usize, usize::checked_add)?;
    let (slopes, change) = numbers.split_at_checked(loops)?;
    let (change, rest) = change.as_chunks();
    let stretch = |&numbers: &[i64; 4]| stretch(&search.combs, search.rules.values, numbers);
    let change = change.iter().map(stretch).collect::<Option<Box<[_]>>>()?;
    if !rest.is_empty() || depth > DEEPEST || change.len() > WIDEST {
        return None;
    }
    let schema = Arc::new(Schema { body, change, slopes: slopes.into(), depth });
    let next = search.schemas.all().len();
    let symbol = search.name(&schema).ok()?;
    search.unproved.insert(symbol);
    (symbol.number() == next).then_some(())
}

impl Script {
    fn read(&mut self, search: &LoopSearch, numbers: &[i64]) -> Option<()> {
        let [entry, schema, counts @ ..] = numbers else { return None };
        let entry = usize::try_from(*entry).ok()?;
        let symbol = search.schemas.symbol(usize::try_from(*schema).ok()?)?;
        let is_later = self.loops.last().is_none_or(|last| last.entry < entry);
        let fits = search.schemas.get(symbol)?.loops() == counts.len();
        if !is_later || !fits || entry >= self.entries {
            return None;
        }
        self.loops.push(TraceLoop { entry, symbol, counts: counts.into() });
        Some(())
    }

    /// Makes the next entry once more; `true` if nothing is left to make.
    fn step(&mut self, search: &mut LoopSearch) -> Result<bool, Limit> {
        let here = search.trace().len();
        if let Some(TraceLoop { symbol, counts, .. }) =
            self.loops.get(self.next).filter(|next| next.entry == here)
        {
            let start = search.front.state();
            let Some(state) = proved(search, &start, *symbol, counts) else { return Ok(true) };
            search.put_loop(*symbol, counts, &state);
            self.next += 1;
        } else {
            search.front.step(&mut search.combs);
            if search.front.size() > WIDEST {
                return Err(WINDOW);
            }
            search.note_step()?;
        }
        Ok(self.entries == search.trace().len())
    }
}

/// The state after this loop, with these counts of it and of the loops inside, if it follows this state.
fn proved(
    search: &mut LoopSearch,
    start: &[Stretch],
    symbol: Symbol,
    counts: &[i64],
) -> Option<Vec<Stretch>> {
    let (&count, inside) = counts.split_first()?;
    let schema = search.schemas.get(symbol)?;
    let most = jump::iterations(search.vocabulary(), start, schema, inside)?;
    if (1..=most).contains(&count) { search.after_loop(start, symbol, counts) } else { None }
}

/// Lines to write, and the classes of steps in them by their symbols.
#[derive(Default)]
struct TraceLines(Vec<TraceLine<'static>>, FxHashMap<Symbol, i64>);

impl TraceLines {
    fn push(&mut self, word: &'static str, numbers: impl IntoIterator<Item = i64>) {
        self.0.push((word, numbers.into_iter().collect()));
    }

    fn schema(&mut self, search: &LoopSearch, schema: &Schema<Stretch>) {
        let mut numbers = vec![schema.body.len() as i64];
        for &symbol in &schema.body {
            if symbol.is_loop() {
                numbers.push(-1 - symbol.number() as i64);
                continue;
            }
            let next = self.1.len() as i64;
            let number = *self.1.entry(symbol).or_insert(next);
            if number == next {
                self.push("recipe", search.classes.get(symbol).0.map(i64::from));
            }
            numbers.push(number);
        }
        numbers.extend(&schema.slopes);
        numbers.extend(schema.change.iter().flat_map(|&Stretch { start, end, comb }| {
            [start, end, comb.value() as i64, i64::from(comb.index())]
        }));
        self.push("shape", numbers);
    }

    fn entry(&mut self, entry: usize, symbol: Symbol, counts: &[i64]) {
        let names = [entry, symbol.number()].map(|number| number as i64);
        self.push("loop", names.into_iter().chain(counts.iter().copied()));
    }
}

/// A count that is read.
fn natural(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|_| number <= GREATEST_READ)
}

/// The change of a stretch that is read.
fn stretch(combs: &Combs, values: usize, numbers: [i64; 4]) -> Option<Stretch> {
    let [start, end, value, comb] = numbers;
    let value = usize::try_from(value).ok().filter(|&value| value < values)?;
    let comb = u32::try_from(comb).ok().filter(|&comb| comb as usize <= combs.made().len())?;
    let is_small = [start, end].iter().all(|end| end.unsigned_abs() < GREATEST_READ as u64);
    is_small.then_some(Stretch { start, end, comb: CombId::new(comb, value)? })
}

#[cfg(test)]
mod tests {
    use super::super::length::measure;
    use super::*;

    type TraceLines = Vec<TraceLine<'static>>;

    /// A game, its rule, and the number of steps after which its search is interrupted.
    type Case = (&'static [u64], Rule, u64);

    /// Games with loops of loops, with combs, with Grundy values, with misère play, and one that takes long.
    const CASES: [Case; 6] = [
        (&[2000, 5000, 6001, 8001], Rule::Normal, 300),
        (&[2000, 6998, 9002], Rule::Normal, 1500),
        (&[200, 500, 601, 801], Rule::Mex, 1200),
        (&[2000, 5000, 6001, 8001], Rule::Misere, 200),
        (&[1000, 7001, 20_002, 21_002], Rule::Normal, 2500),
        (&[299, 600, 800, 899], Rule::Normal, 30_000),
    ];

    fn stop() -> CancellationToken {
        CancellationToken::default()
    }

    fn begun(&(moves, rule, steps): &Case) -> RepeatedSearch {
        let mut search =
            RepeatedSearch::from(LoopSearch::new(moves, rule).expect("increasing moves"));
        assert_eq!(search.run(steps, &stop()), Ok(false), "{moves:?}");
        search
    }

    fn lines(search: &RepeatedSearch) -> TraceLines {
        search.progress().collect()
    }

    fn resumed(&(moves, rule, _): &Case, lines: &TraceLines) -> Option<RepeatedSearch> {
        RepeatedSearch::resume(moves, rule, lines.iter().cloned().map(Some))
    }

    /// Continues to the end, which is found in few steps more than without an interruption.
    fn cycle(search: &mut RepeatedSearch) -> Cycle {
        search.advance(500_000, &stop()).expect("no limit").expect("a cycle")
    }

    /// Everything of a trace that does not depend on how classes are numbered.
    fn trace(replay: &RepeatedSearch) -> Vec<((u16, u32), Vec<i64>)> {
        let history = &replay.search.history;
        (0..history.trace().len())
            .map(|entry| (history.mark(entry + 1), history.trace().counts(entry).to_vec()))
            .collect()
    }

    /// Were phases checked in all loops that exist?
    fn are_proved(RepeatedSearch { search, .. }: &RepeatedSearch) -> bool {
        let symbols = search.trace().symbols();
        symbols.iter().all(|symbol| !search.unproved.contains(symbol))
    }

    #[test]
    fn a_search_goes_on_as_if_it_had_not_ended() {
        for case in &CASES {
            let mut whole = begun(case);
            let kept = lines(&whole);
            assert!(kept.iter().any(|(word, _)| *word == "loop"), "{case:?}");
            let mut again = resumed(case, &kept).expect("its own lines");
            // Interrupted again before everything has been made again.
            assert_eq!(again.run(whole.search.trace().len() as u64 / 2, &stop()), Ok(false));
            assert!(again.again().is_some());
            assert_eq!(lines(&again), kept);
            while again.again().is_some() {
                assert_eq!(again.run(1, &stop()), Ok(false), "{case:?}");
            }
            assert!(are_proved(&again), "{case:?}");
            assert_eq!(trace(&again), trace(&whole), "{case:?}");
            assert_eq!(again.statistics(), whole.statistics());
            assert_eq!(lines(&again), kept);
            assert_eq!(cycle(&mut again), cycle(&mut whole), "{case:?}");
            assert!(are_proved(&again), "{case:?}");
            // As fast as without an interruption: loops that were seen before are known.
            assert_eq!(again.statistics().steps, whole.statistics().steps, "{case:?}");
        }
    }

    /// Whichever number of whichever line is changed, the search is rejected or finds the right cycle.
    #[test]
    fn nothing_that_is_read_is_trusted() {
        let (mut refused, mut dropped, mut right) = (0, 0, 0);
        for case in &CASES[..5] {
            let kept = lines(&begun(case));
            let cycle_of_all = cycle(&mut begun(case));
            let places: Vec<_> = (1..kept.len())
                .flat_map(|line| (0..kept[line].1.len()).map(move |number| (line, number)))
                .collect();
            let stride = places.len() / 200 + 1;
            for (which, &(line, number)) in places.iter().enumerate().step_by(stride) {
                let mut forged = kept.clone();
                let by = [1, -1, 7, i64::MAX / 3, i64::MIN / 2][which / stride % 5];
                forged[line].1[number] = forged[line].1[number].wrapping_add(by);
                let Some(mut search) = resumed(case, &forged) else {
                    refused += 1;
                    continue;
                };
                while search.again().is_some() && search.run(1, &stop()) == Ok(false) {}
                match trace(&search).len() < kept[0].1[4] as usize {
                    true => dropped += 1,
                    false => right += 1,
                }
                assert_eq!(cycle(&mut search), cycle_of_all, "{case:?} {:?}", forged[line]);
            }
        }
        assert!(
            refused > 100 && dropped > 100 && right > 0,
            "{refused} refused, {dropped} dropped, {right} right"
        );
    }

    #[test]
    fn lines_that_are_not_whole_are_refused() {
        let case = &CASES[1];
        let kept = lines(&begun(case));
        for line in 0..kept.len() {
            let mut shorter = kept.clone();
            shorter[line].1.pop();
            let mut longer = kept.clone();
            longer[line].1.push(1);
            let mut other = kept.clone();
            other[line].0 = "word";
            // A class may have any numbers.
            if kept[line].0 != "recipe" {
                assert!(resumed(case, &shorter).is_none(), "{:?}", kept[line]);
                assert!(resumed(case, &longer).is_none(), "{:?}", kept[line]);
            }
            assert!(resumed(case, &other).is_none(), "{:?}", kept[line]);
        }
        assert!(RepeatedSearch::resume(case.0, case.1, []).is_none());
        assert!(RepeatedSearch::resume(&[3, 2], case.1, kept.into_iter().map(Some)).is_none());
    }

    /// Loops of loops over combs, and the same with combs that do not move as far as they should.
    #[test]
    fn phases_are_looked_at_in_all_indices() {
        let mut refused = 0;
        for (moves, rule, _) in &CASES[1..3] {
            let mut search = LoopSearch::new(moves, *rule).expect("increasing moves");
            assert_eq!(search.run(100_000, &stop()), Ok(true));
            let loops: Vec<_> =
                search.trace().loops().map(|(at, counts)| (at, counts.to_vec())).collect();
            for (entry, counts) in loops {
                let (start, symbol) = (search.state(entry), search.trace().symbols()[entry]);
                let schema = search.schemas.get(symbol).expect("a loop").clone();
                let mut is_steady = |schema: &Arc<Schema<Stretch>>| {
                    let symbol = search.name(schema).expect("room");
                    measure(search.vocabulary(), symbol, &start, &counts, true).is_some()
                };
                assert!(is_steady(&schema), "{moves:?}");
                for index in 0..schema.change.len() {
                    let mut wrong = schema.clone();
                    Arc::make_mut(&mut wrong).change[index].start += 1;
                    refused += usize::from(!is_steady(&wrong));
                }
            }
        }
        assert!(refused > 10, "{refused} refused");
    }
}
