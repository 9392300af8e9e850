use super::{Rule, Value, ValueCycle};
use crate::affine::Affine;

/// The part of a word that a range of moves covers.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The number of the word in its chain.
    pub word: usize,
    /// The letters, the first one covered first.
    pub cycle: ValueCycle,
    /// The number of covered letters, at least 0.
    pub count: Affine,
}

impl Covered {
    /// A form that is at least 0 exactly where this value is covered; `None` if the word does not have it.
    pub fn covers(&self, value: Value) -> Option<Affine> {
        let place = self.cycle.iter().position(|letter| *letter == value)?;
        Some(&self.count - &Affine::constant(place + 1))
    }

    fn often(&self, value: Value) -> u64 {
        often(&self.cycle, value)
    }

    /// Are some letters of the cycle the value, and others not?
    fn is_mixed(&self, value: Value) -> bool {
        (1..self.cycle.len() as u64).contains(&self.often(value))
    }
}

fn often(letters: &[Value], value: Value) -> u64 {
    letters.iter().filter(|letter| **letter == value).count() as u64
}

/// The number of options with a value, as a form and a factor: the form is the number times the factor.
///
/// Of a cycle of c letters, w of them the value, k covered letters have w (k - r)/c + v of them, where r is the
/// remainder of k by c, and v the number among the first r.  The remainders are asked for.  `None` if the factor would
/// be `most` or more.
///
/// # Errors
/// Those of the remainders.
pub fn options_with<E>(
    value: Value,
    (single, covered): (&[Value], &[Vec<Covered>]),
    most: u64,
    mut remainder: impl FnMut(&Affine, usize) -> Result<usize, E>,
) -> Result<Option<(Affine, u64)>, E> {
    let covered = || covered.iter().flatten();
    let mixed = covered().filter(|word| word.is_mixed(value));
    let scale =
        mixed.fold(1, |scale: u64, it| num_integer::lcm(scale, it.cycle.len() as u64).min(most));
    if scale >= most {
        return Ok(None);
    }
    let mut total = Affine::constant(scale * often(single, value));
    for piece in covered() {
        let (all, length) = (piece.often(value), piece.cycle.len());
        if !piece.is_mixed(value) {
            let each = if all == 0 { 0 } else { scale };
            total.add_multiple(&each.into(), &piece.count);
            continue;
        }
        let rest = remainder(&piece.count, length)?;
        let turns = &piece.count - &Affine::constant(rest);
        total.add_multiple(&(scale / length as u64 * all).into(), &turns);
        total = total.plus(scale * often(&piece.cycle[..rest], value));
    }
    Ok(Some((total, scale)))
}

impl Rule {
    /// The values that options must have, and the one that none may have, for a position to have this
    /// value, where the rule does not count; `None` if it cannot have it.
    pub fn needed(self, own: Value, has_option: bool) -> Option<(Vec<Value>, Option<Value>)> {
        let lost = Value(0);
        Some(match (self, own) {
            (Self::Misere, Value(1)) if !has_option => (Vec::new(), None),
            (Self::Misere, _) if !has_option => return None,
            (Self::Normal | Self::Misere, Value(1)) => (vec![lost], None),
            (Self::Normal | Self::Misere, _) => (Vec::new(), Some(lost)),
            (_, own) => ((0..own.0).map(Value).collect(), Some(own)),
        })
    }
}
