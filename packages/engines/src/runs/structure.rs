//! The loop structure of a trace: the order and the nesting of its steps and loops.

use super::class;
use super::comb::{Comb, CombId, Stretch};
use super::limits::DEEPEST;
use super::limits::GROUPS;
use super::search::{LoopSearch, Vocabulary};
use crate::fold::{Form, Machine as _, Symbol, Track, Witness, unfold};
use crate::trace::{Join, Loop, Node};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use std::hash::{BuildHasher as _, Hasher as _};
use std::ops::Range;

/// The loop structure of the outcomes of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopStructure {
    /// The combs that are made, in the order in which they are first made.
    pub combs: Vec<Comb>,
    /// What comes before the recurrence.
    pub before: Vec<Node>,
    /// What recurs.
    pub period: Vec<Node>,
}

impl LoopSearch {
    /// The loop structure, if the state has recurred.
    ///
    /// Counts have no slope in the parameter, which is 0 here.
    pub fn structure(&self) -> Option<LoopStructure> {
        self.structured(self.recurrence()?)
    }

    /// The loop structure of what has been done so far, where nothing recurs; `None` if it has too many combs.
    pub fn so_far(&self) -> Option<LoopStructure> {
        self.structured(self.trace().len())
    }

    /// The loop structure, if what follows this number of entries recurs; `None` for Grundy values.
    fn structured(&self, recurrence: usize) -> Option<LoopStructure> {
        let known = self.vocabulary();
        if known.rules.values != 1 {
            return None;
        }
        let (combs, numbers) = (Vec::new(), FxHashMap::default());
        let mut writer = EntryWriter { known, combs, numbers };
        let symbols = self.trace().symbols();
        let mut write = |entries: Range<usize>| {
            let mut nodes = Vec::new();
            for entry in entries {
                let counts = self.trace().counts(entry);
                let counts: Vec<_> = counts.iter().map(|&count| Form::constant(count)).collect();
                unfold(
                    known.schemas,
                    &mut writer,
                    &symbols[entry..=entry],
                    &counts,
                    0,
                    &mut nodes,
                )?;
            }
            Some(nodes)
        };
        let (before, period) = (write(0..recurrence)?, write(recurrence..symbols.len())?);
        Some(LoopStructure { combs: writer.combs, before, period })
    }

    /// A fingerprint of the trace so far that is independent of the counts of loops and of their growth in surrounding
    /// loops.
    ///
    /// Loop structures that differ only in this have the same fingerprint; others are very unlikely to.
    pub fn likeness(&self) -> u64 {
        // A schema comes after those in its body.
        let schemas = self.vocabulary().schemas.all();
        let mut all: Vec<u64> = Vec::with_capacity(schemas.len());
        for schema in schemas {
            let body = likeness(&schema.body, &all);
            all.push(FxBuildHasher.hash_one(body));
        }
        likeness(self.trace().symbols(), &all)
    }
}

/// A fingerprint of some steps and loops, given those of the loops by number.
fn likeness(symbols: &[Symbol], schemas: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for symbol in symbols {
        let one = if symbol.is_loop() { schemas.get(symbol.number()) } else { None };
        hasher.write_u64(one.copied().unwrap_or(0));
    }
    hasher.finish()
}

/// Records entries of a trace.
struct EntryWriter<'s> {
    known: Vocabulary<'s>,
    combs: Vec<Comb>,
    /// The numbers of combs in the search and in the loop structure.
    numbers: FxHashMap<u32, u32>,
}

impl Track<Stretch> for EntryWriter<'_> {
    type Number = Form<DEEPEST>;

    fn add(&mut self, _: &[Stretch], _: Self::Number) -> Option<()> {
        Some(())
    }
}

impl Witness<Stretch> for EntryWriter<'_> {
    type Node = Node;

    fn step(&mut self, symbol: Symbol, nodes: &mut Vec<Node>) -> Option<()> {
        match nodes.last_mut() {
            Some(Node::Steps(steps)) => *steps += 1,
            _ => nodes.push(Node::Steps(1)),
        }
        let mut class = self.known.classes.get(symbol);
        let goes_on = class.pass(self.known.rules.moves.len())?;
        while goes_on && let Some(join) = class.join()? {
            // Stretches that join the comb before them, or become one.
            let (stretches, comb) = match join {
                class::Join::Teeth(count) => (count + 1, 0),
                class::Join::Comb(count, comb) => (count * GROUPS, self.comb(comb)?),
            };
            nodes.push(Node::Join(Join { stretches, comb }));
        }
        Some(())
    }

    fn leave(&mut self, count: Self::Number, body: Vec<Node>) -> Option<Node> {
        // There is no slope in the parameter.
        let mut numbers = vec![count.value, 0];
        numbers.extend(count.slopes);
        while numbers.len() > 1 && numbers.last() == Some(&0) {
            numbers.pop();
        }
        Some(Node::Loop(Loop { count: numbers.into(), body }))
    }
}

impl EntryWriter<'_> {
    /// The number of a comb, from 1.
    fn comb(&mut self, index: u32) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&index) {
            return Some(number);
        }
        self.combs.push(self.known.combs.get(CombId::new(index, 0)?).clone());
        let number = u32::try_from(self.combs.len()).ok()?;
        self.numbers.insert(index, number);
        Some(number)
    }
}
