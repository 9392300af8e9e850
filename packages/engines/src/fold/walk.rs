//! Loops followed in numbers that are affine in their indices.

use super::{Affine, Part, Schema, Schemas, Symbol};

/// A state that is followed, whose parts change by `T`.
pub trait Track<T> {
    /// A number in it.
    type Number: Affine;

    /// One step.
    fn step(&mut self, symbol: Symbol) -> Option<()>;

    /// Changes the state so many times by what an iteration changes.
    fn add(&mut self, change: &[T], times: Self::Number) -> Option<()>;
}

/// What is seen on a walk through all loops.
pub trait Witness<T>: Track<T> {
    /// A loop begins, with so many iterations.
    fn enter(&mut self, count: Self::Number) -> Option<()>;

    /// The innermost loop ends.
    fn leave(&mut self) -> Option<()>;
}

/// What is compared on a walk through the corners of a loop.
pub trait Corners<T>: Track<T> {
    /// The state at one place.
    type State;

    /// The state here.
    fn state(&self) -> Option<Self::State>;

    /// Has the state changed by exactly this?
    fn has_changed(&self, before: &Self::State, change: &[T]) -> Option<()>;

    /// A number has to be >= 0.
    fn not_negative(&mut self, number: Self::Number) -> Option<()>;
}

/// Goes once through a body, and through the body of each loop in it, in numbers that are affine in the indices of
/// all loops around; so many are around the first body.
///
/// The loops were jumped over before, so that what they claim is known to be right.
pub fn unfold<T, W: Witness<T>>(
    schemas: &Schemas<T>,
    witness: &mut W,
    body: &[Symbol],
    counts: &[W::Number],
    around: usize,
) -> Option<()> {
    for part in schemas.parts(body, counts) {
        match part? {
            Part::Step(symbol) => witness.step(symbol)?,
            Part::Loop(schema, count, inside) => {
                let index = W::Number::index(around)?;
                witness.enter(count)?;
                witness.add(&schema.change, index)?;
                let inside = grown(inside, &schema.slopes, index)?;
                unfold(schemas, witness, &schema.body, &inside, around + 1)?;
                // The state is that behind the iteration with this index.
                let left = count.shifted(-1)?.plus_times(index, -1)?;
                witness.add(&schema.change, left)?;
                witness.leave()?;
            }
        }
    }
    Some(())
}

/// Goes through one iteration of a loop, which must change the state by what the loop says; of the loops inside through
/// their first and their last iteration.
pub fn iteration<T, W: Corners<T>>(
    schemas: &Schemas<T>,
    corners: &mut W,
    schema: &Schema<T>,
    counts: &[W::Number],
) -> Option<()> {
    let before = corners.state()?;
    for part in schemas.parts(&schema.body, counts) {
        match part? {
            Part::Step(symbol) => corners.step(symbol)?,
            Part::Loop(schema, count, inside) => {
                let last = count.shifted(-1)?;
                corners.not_negative(last)?;
                iteration(schemas, corners, schema, inside)?;
                if last == W::Number::constant(0) {
                    continue;
                }
                // The state is that behind the first iteration.
                corners.add(&schema.change, last.shifted(-1)?)?;
                let inside = grown(inside, &schema.slopes, last)?;
                iteration(schemas, corners, schema, &inside)?;
            }
        }
    }
    corners.has_changed(&before, &schema.change)
}

/// The counts of the loops inside, in the iteration with this index.
pub fn grown<N: Affine>(inside: &[N], slopes: &[i64], index: N) -> Option<Vec<N>> {
    inside.iter().zip(slopes).map(|(count, &slope)| count.plus_times(index, slope)).collect()
}
