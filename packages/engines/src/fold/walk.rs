//! Loops followed in numbers that are affine in their indices.

use super::{Affine, BodyPart, Schema, Schemas, Symbol};

/// A state that is followed, whose parts change by `T`.
pub(crate) trait Track<T> {
    /// A number in it.
    type Number: Affine;

    /// Changes the state by this number of iterations, each of which changes it by `change`.
    fn add(&mut self, change: &[T], times: Self::Number) -> Option<()>;
}

/// What is recorded on a walk through all loops.
pub(crate) trait Witness<T>: Track<T> {
    /// What is recorded.
    type Node;

    /// One step.
    fn step(&mut self, symbol: Symbol, nodes: &mut Vec<Self::Node>) -> Option<()>;

    /// A loop begins.
    fn enter(&mut self) -> Option<()> {
        Some(())
    }

    /// The innermost loop ends; this is its count and what was recorded.
    fn leave(&mut self, count: Self::Number, body: Vec<Self::Node>) -> Option<Self::Node>;
}

/// What is compared on a walk through the corners of a loop.
pub(crate) trait Corners<T>: Track<T> {
    /// The state at one place.
    type State;

    /// One step.
    fn step(&mut self, symbol: Symbol) -> Option<()>;

    /// The state here.
    fn state(&self) -> Option<Self::State>;

    /// Has the state changed by exactly this?
    fn has_changed(&self, before: &Self::State, change: &[T]) -> Option<()>;

    /// Requires that a number is >= 0.
    fn not_negative(&mut self, number: Self::Number) -> Option<()>;
}

/// Goes once through a body, and through the body of each loop in it, in numbers that are affine in the indices of all
/// surrounding loops, of which `around` surround the first body.
///
/// The loops were jumped over before, so their claims are known to be right.
pub(crate) fn unfold<T, W: Witness<T>>(
    schemas: &Schemas<T>,
    witness: &mut W,
    body: &[Symbol],
    counts: &[W::Number],
    around: usize,
    nodes: &mut Vec<W::Node>,
) -> Option<()> {
    for part in schemas.parts(body, counts) {
        match part? {
            BodyPart::Step(symbol) => witness.step(symbol, nodes)?,
            BodyPart::Loop(schema, count, inside) => {
                let index = W::Number::index(around)?;
                witness.enter()?;
                witness.add(&schema.change, index)?;
                let (inside, mut body) = (grown(inside, &schema.slopes, index)?, Vec::new());
                unfold(schemas, witness, &schema.body, &inside, around + 1, &mut body)?;
                // The state is the one after the iteration with this index.
                let left = count.shifted(-1)?.plus_times(index, -1)?;
                witness.add(&schema.change, left)?;
                nodes.push(witness.leave(count, body)?);
            }
        }
    }
    Some(())
}

/// Goes through one iteration of a loop, which must change the state as the loop says; of the loops inside, it goes
/// through the first and the last iteration.
pub(crate) fn iteration<T, W: Corners<T>>(
    schemas: &Schemas<T>,
    corners: &mut W,
    schema: &Schema<T>,
    counts: &[W::Number],
) -> Option<()> {
    let before = corners.state()?;
    for part in schemas.parts(&schema.body, counts) {
        match part? {
            BodyPart::Step(symbol) => corners.step(symbol)?,
            BodyPart::Loop(schema, count, inside) => {
                let last = count.shifted(-1)?;
                corners.not_negative(last)?;
                iteration(schemas, corners, schema, inside)?;
                if last == W::Number::constant(0) {
                    continue;
                }
                // The state is the one after the first iteration.
                corners.add(&schema.change, last.shifted(-1)?)?;
                let inside = grown(inside, &schema.slopes, last)?;
                iteration(schemas, corners, schema, &inside)?;
            }
        }
    }
    corners.has_changed(&before, &schema.change)
}

/// The counts of the loops inside in the iteration with this index.
pub(crate) fn grown<N: Affine>(inside: &[N], slopes: &[i64], index: N) -> Option<Vec<N>> {
    inside.iter().zip(slopes).map(|(count, &slope)| count.plus_times(index, slope)).collect()
}
