//! What is known by number: recipes of steps, shapes of loops.

use super::comb::Stretch;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher as _, Hash};

/// The name of a recipe or of a shape: the same name exactly for the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(pub u32);

/// Symbols from here on are shapes.
const LOOPS: u32 = 1 << 31;

/// A loop without its counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// What one iteration does.
    pub body: Box<[Symbol]>,
    /// How each iteration changes the state, and the combs of its stretches.
    pub change: Box<[Stretch]>,
    /// How the counts of all loops inside grow with each iteration, in the order of their starts.
    pub slopes: Box<[i64]>,
    /// How many loops are nested, at least 1.
    pub depth: usize,
}

/// No stretch in reach ends or starts so far back.
const FARTHEST: u64 = 1 << 60;

impl Shape {
    /// The state after so many iterations from this one; `None` if its numbers are too large.
    pub fn after(&self, state: &[Stretch], count: i64) -> Option<Vec<Stretch>> {
        let moved = |from: i64, by: i64| {
            let moved = from.checked_add(by.checked_mul(count)?)?;
            (moved.unsigned_abs() < FARTHEST).then_some(moved)
        };
        let all = state.iter().zip(&self.change).map(|(run, change)| {
            let (start, end) = (moved(run.start, change.start)?, moved(run.end, change.end)?);
            Some(Stretch { start, end, ..*run })
        });
        all.collect()
    }

    /// The counts of the loops inside after so many iterations, given those in the first one.
    pub fn counts(&self, first: &[i64], iterations: i64) -> Option<Vec<i64>> {
        let moved =
            |(&count, &slope): (&i64, &i64)| count.checked_add(slope.checked_mul(iterations)?);
        first.iter().zip(&self.slopes).map(moved).collect()
    }

    /// How many loops it consists of, with itself.
    pub fn loops(&self) -> usize {
        self.slopes.len() + 1
    }
}

/// All recipes and shapes that were met.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    recipes: Recipes,
    shapes: Shapes,
}

/// Recipes by number, as one text of bytes.
#[derive(Clone, Debug, Default)]
struct Recipes {
    text: Vec<u8>,
    /// Where each one ends.
    ends: Vec<usize>,
    numbers: Numbers,
}

/// Shapes by number.
#[derive(Clone, Debug, Default)]
struct Shapes {
    known: Vec<Shape>,
    numbers: Numbers,
    /// About how many bytes they take.
    bytes: usize,
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug)]
pub enum Meaning<'a> {
    /// One step.
    Step(Recipe<'a>),
    /// A loop.
    Loop(&'a Shape),
}

/// A recipe: each number as a multiple of two, one less for the negative number, in groups of
/// seven bits, the lowest first; all groups but the last have the eighth bit.
#[derive(Clone, Copy, Debug)]
pub struct Recipe<'a>(&'a [u8]);

impl Recipe<'_> {
    /// Its numbers.
    pub fn numbers(self) -> impl Iterator<Item = i32> {
        let mut bytes = self.0.iter();
        std::iter::from_fn(move || {
            let (mut number, mut shift) = (0_u32, 0);
            loop {
                let byte = *bytes.next()?;
                number |= u32::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
                shift += 7;
                if byte < 0x80 {
                    return Some((number >> 1) as i32 ^ -((number & 1) as i32));
                }
            }
        })
    }
}

/// Appends a number to a text that [`Recipe::numbers`] reads.
fn write(number: i32, text: &mut Vec<u8>) {
    let mut rest = (number << 1 ^ number >> 31) as u32;
    while rest >= 0x80 {
        text.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    text.push(rest as u8);
}

impl Symbols {
    /// The symbol of a recipe.
    pub fn recipe(&mut self, recipe: &[i32]) -> Option<Symbol> {
        let Recipes { text, ends, numbers } = &mut self.recipes;
        let start = text.len();
        for &number in recipe {
            write(number, text);
        }
        let (old, new) = text.split_at(start);
        let piece = |number: usize| {
            let start = number.checked_sub(1).map_or(0, |before| ends[before]);
            &old[start..ends[number]]
        };
        let found = numbers.number(new, ends.len(), |number| piece(number) == new)?;
        if found as usize == ends.len() {
            ends.push(text.len());
        } else {
            text.truncate(start);
        }
        Some(Symbol(found))
    }

    /// The symbol of a shape, and whether it is a new one.
    pub fn shape(&mut self, shape: Shape) -> Option<(Symbol, bool)> {
        let Shapes { known, numbers, bytes } = &mut self.shapes;
        let found = numbers.number(&shape, known.len(), |number| known[number] == shape)?;
        let is_new = found as usize == known.len();
        if is_new {
            let Shape { body, change, slopes, .. } = &shape;
            *bytes += size_of::<Shape>() + size_of_val(&**body) + size_of_val(&**change);
            *bytes += size_of_val(&**slopes);
            known.push(shape);
        }
        Some((Symbol(found | LOOPS), is_new))
    }

    /// The meaning of a symbol that was given out here.
    pub fn meaning(&self, symbol: Symbol) -> Meaning<'_> {
        match symbol.0.checked_sub(LOOPS) {
            None => {
                let Recipes { text, ends, .. } = &self.recipes;
                let number = symbol.0 as usize;
                let start = number.checked_sub(1).map_or(0, |before| ends[before]);
                Meaning::Step(Recipe(&text[start..ends[number]]))
            }
            Some(number) => Meaning::Loop(&self.shapes.known[number as usize]),
        }
    }

    /// The shape of a loop.
    pub fn loop_of(&self, symbol: Symbol) -> Option<&Shape> {
        match self.meaning(symbol) {
            Meaning::Loop(shape) => Some(shape),
            Meaning::Step(_) => None,
        }
    }

    /// The symbol of the shape with this number, if there is one.
    pub fn loop_at(&self, number: usize) -> Option<Symbol> {
        (number < self.shapes()).then_some(Symbol(number as u32 | LOOPS))
    }

    /// All shapes, by number.
    pub fn all_shapes(&self) -> &[Shape] {
        &self.shapes.known
    }

    /// How many shapes there are.
    pub fn shapes(&self) -> usize {
        self.shapes.known.len()
    }

    /// About how many bytes all take.
    pub fn bytes(&self) -> usize {
        let recipes = self.recipes.text.len() + NUMBERED * self.recipes.ends.len();
        recipes + self.shapes.bytes + NUMBERED * self.shapes.known.len()
    }
}

impl Symbol {
    /// Does it stand for a loop?
    pub fn is_loop(self) -> bool {
        self.0 >= LOOPS
    }

    /// The number of the shape that it stands for.
    pub fn loop_number(self) -> Option<usize> {
        self.0.checked_sub(LOOPS).map(|number| number as usize)
    }
}

/// The numbers of different things by their hashes, or the next hash that is free.
#[derive(Clone, Debug, Default)]
struct Numbers(FxHashMap<u64, u32>);

/// What a thing takes besides itself, about.
const NUMBERED: usize = 40;

impl Numbers {
    /// The number of this thing, given which numbers are its own; the next one if there is none;
    /// `None` when there are no more numbers.
    fn number(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_read_as_they_were_written() {
        let mut symbols = Symbols::default();
        let recipe = |seed: i32| [seed, -seed, 0, 63, 64, -64, -65, 8191, 8192, i32::MAX, i32::MIN];
        let names: Vec<_> =
            (0..300).map(|seed| symbols.recipe(&recipe(seed)).expect("few recipes")).collect();
        for (seed, &name) in names.iter().enumerate() {
            let recipe = recipe(seed as i32);
            assert_eq!(symbols.recipe(&recipe), Some(name));
            let Meaning::Step(read) = symbols.meaning(name) else { panic!("no step") };
            assert!(read.numbers().eq(recipe));
            assert!(names[..seed].iter().all(|&other| other != name));
        }
    }
}
