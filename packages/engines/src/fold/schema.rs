//! Loops without their counts, by number.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher as _, Hash};
use std::sync::Arc;

/// The name of a class of steps or of a loop schema: the same name exactly for the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol(u32);

/// Symbols from here on are loop schemas.
const LOOPS: u32 = 1 << 31;

impl Symbol {
    /// The class of steps with this number; it is below 2^31.
    pub(crate) fn step(number: u32) -> Self {
        Self(number & (LOOPS - 1))
    }

    /// Is it the symbol of a loop?
    pub(crate) fn is_loop(self) -> bool {
        self.0 >= LOOPS
    }

    /// The number of the class of steps or of the loop schema.
    pub(crate) fn number(self) -> usize {
        (self.0 & (LOOPS - 1)) as usize
    }

    /// A number that no other symbol has.
    pub(crate) fn code(self) -> u32 {
        self.0
    }
}

/// A loop without its counts, where a state consists of parts that change by `T`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Schema<T> {
    /// What one iteration does.
    pub body: Box<[Symbol]>,
    /// How each iteration changes the state.
    pub change: Box<[T]>,
    /// The growth of the counts of all loops inside with each iteration, in the order of their starts.
    pub slopes: Box<[i64]>,
    /// The depth of nesting, at least 1.
    pub depth: usize,
}

impl<T> Schema<T> {
    /// The number of loops it consists of, including itself.
    pub(crate) fn loops(&self) -> usize {
        self.slopes.len() + 1
    }
}

/// All loop schemas that were seen.
#[derive(Clone, Debug)]
pub(crate) struct Schemas<T> {
    all: Vec<Arc<Schema<T>>>,
    numbers: Numbers,
    /// The schemas by the last symbols of their bodies.
    by_last: FxHashMap<Symbol, Vec<Symbol>>,
    /// The approximate number of bytes that they take.
    bytes: usize,
}

/// A part of a body.
#[derive(Debug)]
pub(crate) enum BodyPart<'a, T, C> {
    /// One step.
    Step(Symbol),
    /// A loop, its count, and the counts of the loops inside in its first iteration.
    Loop(&'a Schema<T>, C, &'a [C]),
}

impl<T> Default for Schemas<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            numbers: Numbers::default(),
            by_last: FxHashMap::default(),
            bytes: 0,
        }
    }
}

impl<T> Schemas<T> {
    /// The schema of a loop; `None` for a step.
    pub(crate) fn get(&self, symbol: Symbol) -> Option<&Arc<Schema<T>>> {
        if symbol.is_loop() { self.all.get(symbol.number()) } else { None }
    }

    /// The symbol of the schema with this number, if there is one.
    pub(crate) fn symbol(&self, number: usize) -> Option<Symbol> {
        (number < self.all.len()).then_some(Symbol(number as u32 | LOOPS))
    }

    /// All schemas, by number.
    pub(crate) fn all(&self) -> &[Arc<Schema<T>>] {
        &self.all
    }

    /// The schemas whose bodies end with this symbol.
    pub(crate) fn ending_with(&self, last: Symbol) -> &[Symbol] {
        self.by_last.get(&last).map_or(&[], Vec::as_slice)
    }

    /// The approximate number of bytes that all take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The parts of a body, given the counts of all loops in it; a part is `None` where these do not fit.
    pub(crate) fn parts<'a, C: Copy>(
        &'a self,
        body: &'a [Symbol],
        mut counts: &'a [C],
    ) -> impl Iterator<Item = Option<BodyPart<'a, T, C>>> {
        let mut symbols = body.iter();
        std::iter::from_fn(move || {
            let Some(&symbol) = symbols.next() else {
                let left = std::mem::take(&mut counts);
                return if left.is_empty() { None } else { Some(None) };
            };
            let Some(schema) = self.get(symbol) else { return Some(Some(BodyPart::Step(symbol))) };
            let split = counts.split_at_checked(schema.loops());
            Some(split.and_then(|(mine, others)| {
                counts = others;
                let (&count, inside) = mine.split_first()?;
                Some(BodyPart::Loop(schema, count, inside))
            }))
        })
    }
}

impl<T: Hash + Eq> Schemas<T> {
    /// The symbol of a schema, and whether it is a new one; `None` when there are no more numbers.
    pub(crate) fn name(&mut self, schema: &Arc<Schema<T>>) -> Option<(Symbol, bool)> {
        let Self { all, numbers, by_last, bytes } = self;
        let found = numbers.number(schema, all.len(), |number| all[number] == *schema)?;
        let (symbol, is_new) = (Symbol(found | LOOPS), found as usize == all.len());
        if is_new {
            let Schema { body, change, slopes, .. } = &**schema;
            *bytes += size_of::<Schema<T>>() + Numbers::BYTES + size_of_val(&**body);
            *bytes += size_of_val(&**change) + size_of_val(&**slopes);
            if let Some(&last) = body.last() {
                by_last.entry(last).or_default().push(symbol);
            }
            all.push(schema.clone());
        }
        Some((symbol, is_new))
    }
}

/// The numbers of distinct things by their hashes, or by the next free hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers(FxHashMap<u64, u32>);

impl Numbers {
    /// The approximate number of bytes that an entry takes in addition to the thing itself.
    pub(crate) const BYTES: usize = 40;

    /// The number of this thing, given a test for numbers that are its own; the next one if there is none; `None` when
    /// there are no more numbers.
    pub(crate) fn number(
        &mut self,
        thing: &(impl Hash + ?Sized),
        next: usize,
        is_it: impl Fn(usize) -> bool,
    ) -> Option<u32> {
        let next = u32::try_from(next).ok().filter(|&number| number < LOOPS)?;
        let mut hash = FxBuildHasher.hash_one(thing);
        loop {
            let number = *self.0.entry(hash).or_insert(next);
            if number == next || is_it(number as usize) {
                return Some(number);
            }
            hash = hash.wrapping_add(1);
        }
    }
}
