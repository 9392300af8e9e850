//! Ways back through a search.

/// The steps on the way to a node: each node but the first knows which one comes before it, and the step between.
pub(crate) fn way<S>(mut at: usize, before: impl Fn(usize) -> Option<(usize, S)>) -> Vec<S> {
    let mut way = Vec::new();
    while let Some((earlier, step)) = before(at) {
        way.push(step);
        at = earlier;
    }
    way.reverse();
    way
}
