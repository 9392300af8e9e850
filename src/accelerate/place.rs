//! What stands at any position of a trace.

use super::length::{Measured, SUMS, Sums, measure};
use super::recipe::Front;
use super::search::NUMBERS;
use super::shape::{Meaning, Shape, Symbols};
use super::trace::Trace;
use super::window::Run;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};

/// A trace with the positions of its entries.
pub struct Places<'a> {
    moves: &'a [i64],
    symbols: &'a Symbols,
    trace: &'a Trace,
    /// The sums before each entry, and behind the last one.
    sums: Vec<Sums>,
}

impl<'a> Places<'a> {
    /// Measures the trace.
    pub fn new(
        moves: &'a [i64],
        symbols: &'a Symbols,
        trace: &'a Trace,
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        let least = Integer::from(moves[0]);
        let mut now: Sums = [least.clone(), least, Integer::ONE];
        let mut sums = Vec::with_capacity(trace.len() + 1);
        for entry in 0..trace.len() {
            stop.check()?;
            sums.push(now.clone());
            let added = match symbols.meaning(trace.symbol(entry)) {
                Meaning::Step(_) => {
                    let [won, lost] = trace.lengths(entry).map(Integer::from);
                    [won + &lost, lost, Integer::ONE]
                }
                Meaning::Loop(shape) => {
                    let start = trace.state(entry);
                    let counts = trace.counts(entry);
                    let measured = measure(moves, symbols, shape, &start, counts);
                    measured.ok_or(NUMBERS)?.total(&mut Vec::new())
                }
            };
            for which in 0..SUMS {
                now[which] += &added[which];
            }
        }
        sums.push(now);
        Ok(Self { moves, symbols, trace, sums })
    }

    /// The sums over everything before so many entries: positions, lost ones, runs of lost ones.
    pub fn sums(&self, entries: usize) -> &Sums {
        &self.sums[entries]
    }

    /// The runs of lost positions among the last max L positions before this one, relative to it;
    /// the position lies at most so far as the trace reaches.
    pub fn window(&self, position: &Integer) -> Result<Vec<Run>, Limit> {
        let entry = self.sums.partition_point(|sums| sums[0] <= *position);
        let Some(entry) = entry.checked_sub(1) else {
            let lost = position.to_i64().ok_or(NUMBERS)?;
            let run = Run { start: -lost, end: 0 };
            return Ok(if lost == 0 { Vec::new() } else { vec![run] });
        };
        let mut rest = position - &self.sums[entry][0];
        let mut state = self.trace.state(entry);
        if entry < self.trace.len()
            && let Meaning::Loop(shape) = self.symbols.meaning(self.trace.symbol(entry))
        {
            let counts = self.trace.counts(entry).to_vec();
            state = self.inside(shape, counts, state, &mut rest)?;
        }
        let rest = rest.to_i64().ok_or(NUMBERS)?;
        let mut front = Front::new(self.moves);
        front.load(&state);
        let (won, lost) = front.step();
        let greatest = self.moves[self.moves.len() - 1];
        let from = |position: i64| (position - rest).clamp(-greatest, 0);
        let next = Run { start: won, end: won + lost };
        let runs = state.iter().chain([&next]);
        let clipped = runs.map(|run| Run { start: from(run.start), end: from(run.end) });
        Ok(clipped.filter(|run| run.start < run.end).collect())
    }

    /// The state behind the last step that ends at most `rest` behind the start of a loop; `rest`
    /// is reduced by where this step ends.
    fn inside(
        &self,
        mut shape: &'a Shape,
        mut counts: Vec<i64>,
        mut state: Vec<Run>,
        rest: &mut Integer,
    ) -> Result<Vec<Run>, Limit> {
        'loops: loop {
            let measured = measure(self.moves, self.symbols, shape, &state, &counts);
            let measured = measured.ok_or(NUMBERS)?;
            let growth = measured.growth(&mut Vec::new());
            let before = |index: i64| growth.at(&Integer::from(index))[0].clone();
            // `low` iterations end here or earlier, `high` do not.
            let (mut low, mut high) = (0, counts[0]);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if before(middle) <= *rest { low = middle } else { high = middle }
            }
            *rest -= &before(low);
            let inner = advance(&mut state, &counts[1..], shape, low).ok_or(NUMBERS)?;
            let mut inner = &inner[..];
            let mut loops = measured.loops().iter();
            let mut indices = vec![Integer::from(low)];
            for &symbol in &shape.body {
                match self.symbols.meaning(symbol) {
                    Meaning::Step(_) => {
                        let mut front = Front::new(self.moves);
                        front.load(&state);
                        let (won, lost) = front.step();
                        let length = Integer::from(won) + Integer::from(lost);
                        if *rest < length {
                            return Ok(state);
                        }
                        *rest -= &length;
                        state = front.state();
                    }
                    Meaning::Loop(next) => {
                        let (mine, others) = inner.split_at_checked(next.loops()).ok_or(NUMBERS)?;
                        inner = others;
                        let total = loops.next().map(|one: &Measured| one.total(&mut indices));
                        let [length, ..] = total.ok_or(NUMBERS)?;
                        if *rest < length {
                            counts = mine.to_vec();
                            shape = next;
                            continue 'loops;
                        }
                        *rest -= &length;
                        advance(&mut state, &[], next, mine[0]).ok_or(NUMBERS)?;
                    }
                }
            }
            return Ok(state);
        }
    }
}

/// Advances a state before a loop by so many iterations; gives the counts of the loops inside, of
/// which these are the ones in the first iteration.
fn advance(state: &mut [Run], counts: &[i64], shape: &Shape, iterations: i64) -> Option<Vec<i64>> {
    let moved = |from: i64, by: i64| from.checked_add(by.checked_mul(iterations)?);
    for (run, change) in state.iter_mut().zip(&shape.change) {
        run.start = moved(run.start, change.start)?;
        run.end = moved(run.end, change.end)?;
    }
    counts.iter().zip(&shape.slopes).map(|(&count, &slope)| moved(count, slope)).collect()
}
