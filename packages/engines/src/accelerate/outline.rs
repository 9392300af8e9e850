//! The outline of a trace: how its steps and loops lie one after the other and in each other.

use super::comb;
use super::recipe::{GROUPS, joins};
use super::search::Search;
use super::shape::{Meaning, Recipe, Shape, Symbol};
use crate::trace::{Comb, Join, Loop, Node};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use std::hash::{BuildHasher as _, Hasher as _};

/// The outline of the outcomes of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The combs that are made, in the order in which they are made first.
    pub combs: Vec<Comb>,
    /// What comes before the recurrence.
    pub before: Vec<Node>,
    /// What recurs.
    pub period: Vec<Node>,
}

impl Search {
    /// The outline, if the state has recurred.
    ///
    /// Counts have no slope in the parameter, which is 0 here.
    pub fn outline(&self) -> Option<Outline> {
        self.outlined(self.recurrence()?)
    }

    /// The outline of what was done so far, of which nothing recurs; `None` if it has too many combs.
    pub fn so_far(&self) -> Option<Outline> {
        self.outlined(self.trace.len())
    }

    /// The outline, if what follows so many entries recurs.
    fn outlined(&self, recurrence: usize) -> Option<Outline> {
        let mut writer = Writer { search: self, combs: Vec::new(), numbers: FxHashMap::default() };
        let before = writer.entries(0, recurrence)?;
        let period = writer.entries(recurrence, self.trace.len())?;
        Some(Outline { combs: writer.combs, before, period })
    }

    /// A fingerprint of the trace so far, in which the counts of loops do not show, nor how these grow in
    /// loops around them.
    ///
    /// Outlines in which only these differ have the same one; that others have it is very unlikely.
    pub fn likeness(&self) -> u64 {
        // A shape comes behind those in its body.
        let mut shapes: Vec<u64> = Vec::with_capacity(self.symbols.shapes());
        for shape in self.symbols.all_shapes() {
            let body = likeness(shape.body.iter().copied(), &shapes);
            shapes.push(FxBuildHasher.hash_one(body));
        }
        likeness(self.trace.symbols(0, self.trace.len()), &shapes)
    }

    /// The counts of an entry and of the loops inside; none if it is a step.
    fn trace_counts(&self, entry: usize) -> &[i64] {
        if self.trace.symbol(entry).is_loop() { self.trace.counts(entry) } else { &[] }
    }
}

/// A fingerprint of some steps and loops, given those of the loops by number.
fn likeness(symbols: impl Iterator<Item = Symbol>, shapes: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for symbol in symbols {
        let one = symbol.loop_number().and_then(|number| shapes.get(number));
        hasher.write_u64(one.copied().unwrap_or(0));
    }
    hasher.finish()
}

/// Writes down entries of a trace.
struct Writer<'s> {
    search: &'s Search,
    combs: Vec<Comb>,
    /// The numbers of combs in the search and in the outline.
    numbers: FxHashMap<u32, u32>,
}

impl Writer<'_> {
    /// These entries; `None` if there are more combs than have numbers.
    fn entries(&mut self, from: usize, to: usize) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        for entry in from..to {
            let counts = self.search.trace_counts(entry);
            let counts: Vec<_> = counts.iter().map(|&count| vec![count, 0]).collect();
            self.push(&mut nodes, self.search.trace.symbol(entry), &counts)?;
        }
        Some(nodes)
    }

    /// Appends a step or a loop; `counts` are those of the loop and of the loops inside.
    fn push(&mut self, nodes: &mut Vec<Node>, symbol: Symbol, counts: &[Vec<i64>]) -> Option<()> {
        match self.search.symbols.meaning(symbol) {
            Meaning::Step(recipe) => {
                match nodes.last_mut() {
                    Some(Node::Steps(steps)) => *steps += 1,
                    _ => nodes.push(Node::Steps(1)),
                }
                self.joins(nodes, recipe)?;
            }
            Meaning::Loop(shape) => nodes.push(Node::Loop(self.unfolded(shape, counts)?)),
        }
        Some(())
    }

    /// Appends what becomes of the last stretches.
    fn joins(&mut self, nodes: &mut Vec<Node>, recipe: Recipe<'_>) -> Option<()> {
        let mut joins = joins(recipe.numbers(), self.search.rules.moves.len());
        while let Some(count) = joins.next().filter(|&count| count != 0) {
            // Stretches that become a comb, or join the one before them.
            let (stretches, comb) = match usize::try_from(count) {
                Ok(count) => (count + 1, 0),
                Err(_) => (count.unsigned_abs() as usize * GROUPS, self.comb(joins.next()?)?),
            };
            nodes.push(Node::Join(Join { stretches, comb }));
        }
        Some(())
    }

    /// The number of a comb, from 1.
    fn comb(&mut self, index: i32) -> Option<u32> {
        let index = u32::try_from(index).ok()?;
        if let Some(&number) = self.numbers.get(&index) {
            return Some(number);
        }
        let comb::Comb { length, teeth } = self.search.combs.get(comb::CombId::new(index, 0)?);
        let teeth = teeth.iter().map(|&(start, end)| [start, end]).collect();
        self.combs.push(Comb { length: *length, teeth });
        let number = u32::try_from(self.combs.len()).ok()?;
        self.numbers.insert(index, number);
        Some(number)
    }

    fn unfolded(&mut self, shape: &Shape, counts: &[Vec<i64>]) -> Option<Loop> {
        let mut count = counts[0].clone();
        while count.len() > 1 && count.last() == Some(&0) {
            count.pop();
        }
        let by_index = counts[1..].iter().zip(&shape.slopes).map(|(count, &slope)| {
            let mut count = count.clone();
            count.push(slope);
            count
        });
        let inner: Vec<_> = by_index.collect();
        let mut inner = &inner[..];
        let mut body = Vec::new();
        for &symbol in &shape.body {
            let loops = self.search.symbols.loop_of(symbol).map_or(0, Shape::loops);
            let (mine, others) = inner.split_at(loops.min(inner.len()));
            inner = others;
            self.push(&mut body, symbol, mine)?;
        }
        Some(Loop { count: count.into(), body })
    }
}
