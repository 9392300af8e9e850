//! The last max L positions before a position, compared with others.

use super::comb::{Combs, Stretch};

/// The values of the last positions before a given one, relative to it.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The number of positions that are seen.
    span: i64,
    /// The stretches, in increasing order for each value; the first and the last one may reach beyond the positions
    /// seen.
    stretches: Vec<Stretch>,
}

impl View {
    /// The part of these stretches that is seen, relative to the position.
    pub(super) fn new(span: i64, stretches: impl IntoIterator<Item = Stretch>) -> Self {
        let seen = |one: &Stretch| one.start < 0 && one.end > -span;
        Self { span, stretches: stretches.into_iter().filter(seen).collect() }
    }

    /// The values of the positions seen; those in no stretch have the value `other`.
    pub(super) fn values(&self, other: u8, combs: &Combs) -> Vec<u8> {
        let mut values = vec![other; usize::try_from(self.span).unwrap_or(0)];
        for &Stretch { start, end, comb } in &self.stretches {
            // A stretch may reach back without a bound: begin where its pattern does, just before the positions seen.
            let hidden = (-self.span - start).max(0);
            let start = start + hidden - hidden % combs.get(comb).length;
            let seen = |at: i64| (start + at.min(end - start)).clamp(-self.span, 0) + self.span;
            for [from, to] in combs.spelled(comb, end - start) {
                values[seen(from) as usize..seen(to) as usize].fill(comb.value() as u8);
            }
        }
        values
    }

    /// Are the values the same as those of another view of the same number of positions?
    pub(super) fn is_same(&self, other: &Self, combs: &Combs) -> bool {
        let values = [self, other].map(|view| view.stretches.iter().map(|one| one.comb.value()));
        let values = values.into_iter().flatten().max().map_or(0, |greatest| greatest + 1);
        (0..values).all(|value| {
            let [one, two] = [self, other].map(|view| {
                let these = view.stretches.iter().filter(|one| one.comb.value() == value);
                these.copied().collect::<Vec<_>>()
            });
            are_same(&one, &two, self.span, combs)
        })
    }
}

/// Do the same positions, among the last `span`, have the value of these stretches?
///
/// Where two combs of lengths a and b agree on a + b positions they agree as far as both reach: by the theorem of Fine
/// and Wilf (1965) the common piece has the period gcd(a, b), which divides both lengths, so both combs have it
/// everywhere.
fn are_same(mut one: &[Stretch], mut two: &[Stretch], span: i64, combs: &Combs) -> bool {
    let mut position = -span;
    // The position from which both are in their present stretches.
    let mut common = position;
    while position < 0 {
        let ended =
            |stretches: &[Stretch]| stretches.first().is_some_and(|one| one.end <= position);
        while ended(one) {
            (one, common) = (&one[1..], position);
        }
        while ended(two) {
            (two, common) = (&two[1..], position);
        }
        let (first, second) = (here(one, position, combs), here(two, position, combs));
        if first.has != second.has {
            return false;
        }
        if first.start > common || second.start > common {
            common = position;
        }
        let both = first.length.zip(second.length);
        let compared = both.is_some_and(|(one, two)| position - common >= one + two);
        position = if compared { first.end.min(second.end) } else { first.until.min(second.until) };
    }
    true
}

/// The situation at a position.
struct Here {
    /// Does the position have the value?
    has: bool,
    /// The earliest position where this changes.
    until: i64,
    /// The stretch: its start, its end, and the length of its comb if it is one.
    start: i64,
    end: i64,
    length: Option<i64>,
}

/// The situation at a position that is before the end of the first of these stretches.
fn here(stretches: &[Stretch], position: i64, combs: &Combs) -> Here {
    match stretches.first() {
        None => Here { has: false, until: 0, start: position, end: 0, length: None },
        Some(one) if position < one.start => {
            Here { has: false, until: one.start, start: position, end: one.start, length: None }
        }
        Some(&Stretch { start, end, comb }) if comb.is_solid() => {
            Here { has: true, until: end, start, end, length: None }
        }
        Some(&Stretch { start, end, comb }) => {
            let comb = combs.get(comb);
            let (has, left) = comb.at((position - start) % comb.length);
            let until = (position + left).min(end);
            Here { has, until, start, end, length: Some(comb.length) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::comb::{Comb, CombId};
    use super::*;
    use proptest::prelude::*;

    /// Combs of few positions and solid runs in order.
    fn stretches(noise: &[u8], combs: &mut Combs) -> Vec<Stretch> {
        let mut position = -100;
        let mut stretches = Vec::new();
        for piece in noise.chunks_exact(4) {
            let [gap, first, second, count] = [0, 1, 2, 3].map(|index| i64::from(piece[index]));
            position += 1 + gap % 4;
            let (first, second) = (1 + first % 2, 1 + second % 2);
            let comb = Comb { length: first + second, teeth: vec![[0, first]] };
            let count = count % 16;
            let end = position + count * comb.length + first;
            let comb = if count == 0 { CombId::solid(0) } else { combs.name(comb, 0).unwrap() };
            stretches.push(Stretch { start: position, end, comb });
            position = end;
        }
        stretches
    }

    /// The outcomes of the positions -60, ..., -1.
    fn spelled(stretches: &[Stretch], combs: &Combs) -> Vec<bool> {
        let lost = |position: i64| {
            let one = stretches.iter().find(|part| (part.start..part.end).contains(&position));
            one.is_some_and(|one| {
                let comb = combs.get(one.comb);
                comb.at((position - one.start) % comb.length).0
            })
        };
        (-60..0).map(lost).collect()
    }

    proptest! {
        #[test]
        fn views_are_the_same_when_their_outcomes_are(
            noise in proptest::collection::vec(any::<u8>(), 40),
            changed in 0..400_usize,
            shift in 0..2_i64,
        ) {
            let mut combs = Combs::default();
            let mut other = noise.clone();
            if let Some(number) = other.get_mut(changed) {
                *number = number.wrapping_add(16);
            }
            let one = stretches(&noise, &mut combs);
            let two = stretches(&other, &mut combs);
            let two: Vec<_> = two.iter().map(|stretch| stretch.shifted(shift)).collect();
            // Also with every comb spelled out.
            let runs = spelled(&one, &combs);
            let solid = (-60..0).zip(&runs).filter(|(_, lost)| **lost);
            let solid: Vec<_> = solid.map(|(at, _)| Stretch::solid(0, at, at + 1)).collect();
            let view = |stretches: &[Stretch]| View::new(60, stretches.iter().copied());
            let values: Vec<bool> =
                view(&one).values(1, &combs).into_iter().map(|value| value == 0).collect();
            prop_assert_eq!(&values, &runs);
            prop_assert!(view(&one).is_same(&view(&solid), &combs));
            let same = runs == spelled(&two, &combs);
            prop_assert_eq!(view(&one).is_same(&view(&two), &combs), same);
        }
    }
}
