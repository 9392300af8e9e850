//! How long loops are: sums over nested loops whose counts and steps are affine in the indices.

use super::comb::{Combs, Stretch};
use super::form::Form;
use super::front::Rules;
use super::search::DEEPEST;
use super::shape::{Meaning, Shape, Symbol, Symbols};
use super::window::{Condition, Lengths, Window};
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
    Walk { rules, combs, symbols, has_to_be_steady: false }.whole(shape, start, counts)
}

/// Are the phases of all steps the same for all indices of this loop and of those inside, if they are right
/// where all are 0?
pub fn has_steady_phases(
    rules: &Rules,
    combs: &Combs,
    symbols: &Symbols,
    shape: &Shape,
    start: &[Stretch],
    counts: &[i64],
) -> bool {
    Walk { rules, combs, symbols, has_to_be_steady: true }.whole(shape, start, counts).is_some()
}

/// A walk through an iteration of each loop, in numbers that are affine in all indices.
struct Walk<'a> {
    rules: &'a Rules,
    combs: &'a Combs,
    symbols: &'a Symbols,
    /// Does it end where a phase depends on an index?
    has_to_be_steady: bool,
}

impl Walk<'_> {
    /// A loop that starts in this state, with the counts of itself and of the loops inside.
    fn whole(&self, shape: &Shape, start: &[Stretch], counts: &[i64]) -> Option<Measured> {
        // Forms in fewer indices are shorter.
        match shape.depth {
            0 | 1 => self.outermost::<1>(shape, start, counts),
            2 => self.outermost::<2>(shape, start, counts),
            3 | 4 => self.outermost::<4>(shape, start, counts),
            _ => self.outermost::<DEEPEST>(shape, start, counts),
        }
    }

    /// The same for a loop with at most `N` nested loops.
    fn outermost<const N: usize>(
        &self,
        shape: &Shape,
        start: &[Stretch],
        counts: &[i64],
    ) -> Option<Measured> {
        let mut window = Window::<N>::new(start, self.rules.values);
        let counts: Vec<_> = counts.iter().map(|&count| Form::constant(count)).collect();
        self.measure(&mut window, shape, &counts, 0)
    }

    /// A loop with so many loops around it.
    fn measure<const N: usize>(
        &self,
        window: &mut Window<N>,
        shape: &Shape,
        counts: &[Form<N>],
        around: usize,
    ) -> Option<Measured> {
        let (&count, inner) = counts.split_first()?;
        window.recentre()?;
        window.set_slope(around, &shape.change)?;
        let mut inner = inner.to_vec();
        for (inner, slope) in inner.iter_mut().zip(&shape.slopes) {
            *inner.slopes.get_mut(around)? = *slope;
        }
        let steps = [Form::constant(0); SUMS];
        let mut measured = Measured { count: count.widened(), steps, loops: Vec::new(), depth: 1 };
        self.body(window, &shape.body, &inner, around + 1, &mut measured)?;
        // Behind the first iteration; the last one is behind it by `count` - 1.
        window.recentre()?;
        window.clear_slope(around);
        window.add(&shape.change, count.shifted(-1)?)?;
        Some(measured)
    }

    fn body<const N: usize>(
        &self,
        window: &mut Window<N>,
        body: &[Symbol],
        mut counts: &[Form<N>],
        around: usize,
        measured: &mut Measured,
    ) -> Option<()> {
        for &symbol in body {
            match self.symbols.meaning(symbol) {
                Meaning::Step(recipe) => {
                    let recipe = recipe.numbers();
                    let ask = |condition| match condition {
                        Condition::Congruent { form, modulus, .. } if self.has_to_be_steady => {
                            let is_steady = |slope: &i64| slope.checked_rem(modulus) == Some(0);
                            form.slopes.iter().all(is_steady).then_some(())
                        }
                        _ => Some(()),
                    };
                    let lengths = window.step(self.rules, self.combs, recipe, ask)?;
                    for (sum, added) in measured.steps.iter_mut().zip(lengths.sums()?) {
                        *sum = sum.plus(added.widened())?;
                    }
                }
                Meaning::Loop(shape) => {
                    let (mine, others) = counts.split_at_checked(shape.loops())?;
                    counts = others;
                    let inner = self.measure(window, shape, mine, around)?;
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
