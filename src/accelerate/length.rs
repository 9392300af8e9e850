//! How long loops are: sums over nested loops whose counts and steps are affine in the indices.

use super::comb::{Combs, Stretch};
use super::form::Form;
use super::front::Rules;
use super::search::DEEPEST;
use super::shape::{Meaning, Shape, Symbol, Symbols};
use super::window::{Lengths, Window};
use crate::Integer;

/// What is summed: positions, lost positions, runs of lost positions.
pub const SUMS: usize = 3;

/// Numbers that are summed together.
pub type Sums = [Integer; SUMS];

impl<const N: usize> Lengths<N> {
    /// What a step adds to the sums.
    pub fn sums(&self) -> Option<[Form<N>; SUMS]> {
        let zero = Form::constant(0);
        Some(match self.run {
            None => [self.high, zero, zero],
            Some((run, 0)) => [self.high.plus(run)?, run, Form::constant(1)],
            Some((run, _)) => [self.high.plus(run)?, zero, zero],
        })
    }
}

/// A loop, as far as sums over it are asked for.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How many iterations, by the indices of the loops around it.
    count: Form<DEEPEST>,
    /// What the steps of its body add in one iteration, by these indices and its own.
    steps: [Form<DEEPEST>; SUMS],
    /// The loops of its body.
    loops: Vec<Measured>,
    /// How deep loops are nested.
    depth: usize,
}

/// Measures a loop that starts in this state, with the counts of itself and of the loops inside.
///
/// The loop was jumped over before, so that its recipes are known to describe what happens;
/// `None` if the numbers are too large.
pub fn measure(
    rules: &Rules,
    combs: &Combs,
    symbols: &Symbols,
    shape: &Shape,
    start: &[Stretch],
    counts: &[i64],
) -> Option<Measured> {
    // Forms in fewer indices are shorter.
    match shape.depth {
        0 | 1 => walk::<1>(rules, combs, symbols, shape, start, counts),
        2 => walk::<2>(rules, combs, symbols, shape, start, counts),
        3 | 4 => walk::<4>(rules, combs, symbols, shape, start, counts),
        _ => walk::<DEEPEST>(rules, combs, symbols, shape, start, counts),
    }
}

/// The same for a loop with at most `N` nested loops.
fn walk<const N: usize>(
    rules: &Rules,
    combs: &Combs,
    symbols: &Symbols,
    shape: &Shape,
    start: &[Stretch],
    counts: &[i64],
) -> Option<Measured> {
    let mut walk = Walk::<N> { rules, combs, symbols, window: Window::new(start, rules.values) };
    let counts: Vec<_> = counts.iter().map(|&count| Form::constant(count)).collect();
    walk.measure(shape, &counts, 0)
}

/// A walk through an iteration of each loop, in numbers that are affine in all indices.
struct Walk<'a, const N: usize> {
    rules: &'a Rules,
    combs: &'a Combs,
    symbols: &'a Symbols,
    window: Window<N>,
}

impl<const N: usize> Walk<'_, N> {
    /// A loop with so many loops around it.
    fn measure(&mut self, shape: &Shape, counts: &[Form<N>], around: usize) -> Option<Measured> {
        let (&count, inner) = counts.split_first()?;
        self.window.recentre()?;
        self.window.set_slope(around, &shape.change)?;
        let mut inner = inner.to_vec();
        for (inner, slope) in inner.iter_mut().zip(&shape.slopes) {
            *inner.slopes.get_mut(around)? = *slope;
        }
        let steps = [Form::constant(0); SUMS];
        let mut measured = Measured { count: count.widened(), steps, loops: Vec::new(), depth: 1 };
        self.body(&shape.body, &inner, around + 1, &mut measured)?;
        // Behind the first iteration; the last one is behind it by `count` - 1.
        self.window.recentre()?;
        self.window.clear_slope(around);
        self.window.add(&shape.change, count.shifted(-1)?)?;
        Some(measured)
    }

    fn body(
        &mut self,
        body: &[Symbol],
        mut counts: &[Form<N>],
        around: usize,
        measured: &mut Measured,
    ) -> Option<()> {
        for &symbol in body {
            match self.symbols.meaning(symbol) {
                Meaning::Step(recipe) => {
                    let recipe = recipe.numbers();
                    let lengths = self.window.step(self.rules, self.combs, recipe, |_| Some(()))?;
                    for (sum, added) in measured.steps.iter_mut().zip(lengths.sums()?) {
                        *sum = sum.plus(added.widened())?;
                    }
                }
                Meaning::Loop(shape) => {
                    let (mine, others) = counts.split_at_checked(shape.loops())?;
                    counts = others;
                    let inner = self.measure(shape, mine, around)?;
                    measured.depth = measured.depth.max(inner.depth + 1);
                    measured.loops.push(inner);
                }
            }
        }
        Some(())
    }
}

/// The value of a form for the first indices.
fn value(form: &Form<DEEPEST>, indices: &[Integer]) -> Integer {
    let mut value = Integer::from(form.value);
    for (slope, index) in form.slopes.iter().zip(indices).filter(|(slope, _)| **slope != 0) {
        value.add_product(&Integer::from(*slope), index);
    }
    value
}

/// Sums over the first iterations of a loop, by their number: polynomials, by Newton's formula.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The differences at 0 of each order.
    differences: Vec<Sums>,
}

impl Growth {
    /// The sums over the first `iterations` iterations.
    pub fn at(&self, iterations: &Integer) -> Sums {
        let mut sums: Sums = Default::default();
        let mut binomial = Integer::ONE;
        for (order, difference) in self.differences.iter().enumerate() {
            for (sum, difference) in sums.iter_mut().zip(difference) {
                sum.add_product(&binomial, difference);
            }
            let order = Integer::from(order);
            let product = &binomial * &(iterations - &order);
            binomial = product.div_floor(&(order + Integer::ONE));
        }
        sums
    }
}

impl Measured {
    /// The sums over all iterations, where the loops around it have these indices.
    pub fn total(&self, indices: &mut Vec<Integer>) -> Sums {
        let count = value(&self.count, indices);
        self.growth(indices).at(&count)
    }

    /// The sums over the first iterations, where the loops around it have these indices.
    ///
    /// The sums over one iteration of a loop of depth d are polynomials of degree at most d in
    /// its index, so those over the first ones have degree at most d + 1 in their number.
    pub fn growth(&self, indices: &mut Vec<Integer>) -> Growth {
        let mut row: Vec<Sums> = vec![Default::default()];
        for index in 0..=self.depth {
            indices.push(Integer::from(index));
            let mut next = self.iteration(indices);
            indices.pop();
            for (sum, before) in next.iter_mut().zip(&row[index]) {
                *sum += before;
            }
            row.push(next);
        }
        let mut differences = Vec::with_capacity(row.len());
        while let Some(first) = row.first() {
            differences.push(first.clone());
            let difference =
                |pair: &[Sums]| std::array::from_fn(|which| &pair[1][which] - &pair[0][which]);
            row = row.windows(2).map(difference).collect();
        }
        Growth { differences }
    }

    /// The sums over one iteration.
    fn iteration(&self, indices: &mut Vec<Integer>) -> Sums {
        let mut sums: Sums = std::array::from_fn(|which| value(&self.steps[which], indices));
        for inner in &self.loops {
            let total = inner.total(indices);
            for (sum, total) in sums.iter_mut().zip(&total) {
                *sum += total;
            }
        }
        sums
    }

    /// The loops of the body.
    pub fn loops(&self) -> &[Self] {
        &self.loops
    }
}
