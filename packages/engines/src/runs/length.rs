//! How long loops are: sums over nested loops whose counts and steps are affine in the indices.

use super::comb::Stretch;
use super::limits::DEEPEST;
use super::search::Vocabulary;
use super::window::{Lengths, StepCondition, Window};
use crate::Integer;
use crate::fold::{Form, Symbol, Track, Witness, unfold};

/// The number of sums: positions, lost positions, runs of lost positions.
pub(super) const SUMS: usize = 3;

/// Numbers that are summed together.
pub(super) type Sums = [Integer; SUMS];

impl<const N: usize> Lengths<N> {
    /// What a step adds to the sums.
    pub(super) fn sums(&self) -> Option<[Form<N>; SUMS]> {
        let zero = Form::constant(0);
        Some(match self.run {
            None => [self.high, zero, zero],
            Some((run, 0)) => [self.high.plus(run)?, run, Form::constant(1)],
            Some((run, _)) => [self.high.plus(run)?, zero, zero],
        })
    }
}

/// A loop, as far as sums over it need it.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    /// The number of iterations, in terms of the indices of the loops around it.
    count: Form<DEEPEST>,
    /// What the steps of its body add in one iteration, in terms of these indices and its own.
    steps: [Form<DEEPEST>; SUMS],
    /// The loops of its body.
    loops: Vec<Measured>,
    /// The depth to which loops are nested.
    depth: usize,
}

/// Measures a loop that starts in this state, with the counts of itself and of the loops inside.
///
/// The loop was jumped over before, so its classes of steps are known to describe what happens.  `None` if the numbers
/// are too large, or if phases, which are right where the indices are 0, have to be the same for all indices of this
/// loop and of those inside, and are not.
pub(super) fn measure(
    known: Vocabulary<'_>,
    symbol: Symbol,
    start: &[Stretch],
    counts: &[i64],
    is_steady: bool,
) -> Option<Measured> {
    // Forms in fewer indices take less space.
    let within = match known.schemas.get(symbol)?.depth {
        0 | 1 => LengthWalk::<1>::whole,
        2 => LengthWalk::<2>::whole,
        3 | 4 => LengthWalk::<4>::whole,
        _ => LengthWalk::<DEEPEST>::whole,
    };
    within(known, symbol, start, counts, is_steady)
}

/// A walk through an iteration of each loop, in numbers that are affine in all indices.
struct LengthWalk<'a, const N: usize> {
    known: Vocabulary<'a>,
    window: Window<N>,
    /// Must no phase depend on an index?
    is_steady: bool,
    /// For each surrounding loop, what its steps add.
    steps: Vec<[Form<DEEPEST>; SUMS]>,
}

impl<'a, const N: usize> LengthWalk<'a, N> {
    fn whole(
        known: Vocabulary<'a>,
        symbol: Symbol,
        start: &[Stretch],
        counts: &[i64],
        is_steady: bool,
    ) -> Option<Measured> {
        let window = Window::new(start, known.rules.values);
        let mut walk = Self { known, window, is_steady, steps: Vec::new() };
        let counts: Vec<_> = counts.iter().map(|&count| Form::constant(count)).collect();
        let mut all = Vec::new();
        unfold(known.schemas, &mut walk, &[symbol], &counts, 0, &mut all)?;
        all.pop()
    }
}

impl<const N: usize> Track<Stretch> for LengthWalk<'_, N> {
    type Number = Form<N>;

    fn add(&mut self, change: &[Stretch], times: Form<N>) -> Option<()> {
        self.window.add(change, times)
    }
}

impl<const N: usize> Witness<Stretch> for LengthWalk<'_, N> {
    type Node = Measured;

    fn step(&mut self, symbol: Symbol, _: &mut Vec<Measured>) -> Option<()> {
        let Vocabulary { rules, combs, classes, .. } = self.known;
        let ask = |condition| match condition {
            StepCondition::Congruent { form, modulus, .. } if self.is_steady => {
                let is_steady = |slope: &i64| slope.checked_rem(modulus) == Some(0);
                form.slopes.iter().all(is_steady).then_some(())
            }
            _ => Some(()),
        };
        let lengths = self.window.step(rules, combs, classes.get(symbol), ask)?;
        for (sum, added) in self.steps.last_mut()?.iter_mut().zip(lengths.sums()?) {
            *sum = sum.plus(added.widened())?;
        }
        Some(())
    }

    fn enter(&mut self) -> Option<()> {
        self.steps.push([Form::constant(0); SUMS]);
        Some(())
    }

    fn leave(&mut self, count: Form<N>, loops: Vec<Measured>) -> Option<Measured> {
        let depth = 1 + loops.iter().map(|inner| inner.depth).max().unwrap_or(0);
        Some(Measured { count: count.widened(), steps: self.steps.pop()?, loops, depth })
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

/// Sums over the first iterations of a loop, as functions of their number: polynomials, by Newton's formula.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// The differences of each order at 0.
    differences: Vec<Sums>,
}

impl Growth {
    /// The sums over the first `iterations` iterations.
    pub(super) fn at(&self, iterations: &Integer) -> Sums {
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
    pub(super) fn total(&self, indices: &mut Vec<Integer>) -> Sums {
        let count = value(&self.count, indices);
        self.growth(indices).at(&count)
    }

    /// The sums over the first iterations, where the loops around it have these indices.
    ///
    /// The sums over one iteration of a loop of depth d are polynomials of degree at most d in its index, so those over
    /// the first iterations have degree at most d + 1 in their number.
    pub(super) fn growth(&self, indices: &mut Vec<Integer>) -> Growth {
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
    pub(super) fn loops(&self) -> &[Self] {
        &self.loops
    }
}
