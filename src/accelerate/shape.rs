//! What is known by number: recipes of steps, shapes of loops.

use super::comb::Stretch;
use super::front::Recipe;
use rustc_hash::FxHashMap;
use std::hash::Hash;

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

impl Shape {
    /// How many loops it consists of, with itself.
    pub fn loops(&self) -> usize {
        self.slopes.len() + 1
    }
}

/// All recipes and shapes that were met.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    recipes: Names<Recipe>,
    shapes: Names<Shape>,
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug)]
pub enum Meaning<'a> {
    /// One step.
    Step(&'a Recipe),
    /// A loop.
    Loop(&'a Shape),
}

impl Symbols {
    /// The symbol of a recipe.
    pub fn recipe(&mut self, recipe: &Recipe) -> Option<Symbol> {
        self.recipes.name(recipe).map(Symbol)
    }

    /// The symbol of a shape.
    pub fn shape(&mut self, shape: Shape) -> Option<Symbol> {
        self.shapes.name(&shape).map(|number| Symbol(number | LOOPS))
    }

    /// The meaning of a symbol that was given out here.
    pub fn meaning(&self, symbol: Symbol) -> Meaning<'_> {
        match symbol.0.checked_sub(LOOPS) {
            None => Meaning::Step(&self.recipes.known[symbol.0 as usize]),
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

    /// How many recipes and how many shapes there are.
    pub fn counts(&self) -> (usize, usize) {
        (self.recipes.known.len(), self.shapes.known.len())
    }
}

impl Symbol {
    /// Does it stand for a loop?
    pub fn is_loop(self) -> bool {
        self.0 >= LOOPS
    }
}

/// Different things by number.
#[derive(Clone, Debug)]
struct Names<T> {
    known: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self { known: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Names<T> {
    /// The number of this one; `None` when there are no more numbers.
    fn name(&mut self, one: &T) -> Option<u32> {
        if let Some(&number) = self.numbers.get(one) {
            return Some(number);
        }
        let number = u32::try_from(self.known.len()).ok().filter(|&number| number < LOOPS)?;
        self.known.push(one.clone());
        self.numbers.insert(one.clone(), number);
        Some(number)
    }
}
