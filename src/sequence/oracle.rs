//! The rule in the plainest code there is.  It is never made faster: everything else is
//! compared with it.

use crate::model::{Alphabet, Value, ValueSet};

/// The values of the positions 0, 1, ..., `count` - 1 of the subtraction game with these
/// moves, each >= 1.
///
/// ```
/// use grundy::model::{Alphabet, Value};
/// let values = grundy::sequence::oracle::values(Alphabet::Nim, &[1, 2], 5);
/// assert_eq!(values, [0, 1, 2, 0, 1].map(Value));
/// ```
pub fn values(alphabet: Alphabet, moves: &[u64], count: usize) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::with_capacity(count);
    for position in 0..count {
        let mut options = ValueSet::default();
        for &size in moves {
            let target = usize::try_from(size).ok().and_then(|size| position.checked_sub(size));
            if let Some(target) = target {
                options.insert(values[target]);
            }
        }
        values.push(alphabet.rule(options));
    }
    values
}
