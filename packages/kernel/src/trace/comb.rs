//! Combs: small runs of lost positions that repeat, as one stretch.

use super::form::Form;
use super::refused::Reason;
use super::run::{RUN, Run};

/// A pattern of runs that repeats.
///
/// In a stretch of the comb of length 5 with the teeth [0, 2) and [3, 4) the positions 0, 1, 3, 5, 6, 8, 10, 11, 13,
/// ... from its start on are lost; it ends with a last tooth, after position 3, 8 or 13.
///
/// The checker first checks that all numbers are from 0 to `length`; so are phases, and their differences are machine
/// integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comb {
    /// The number of positions after which the pattern repeats.
    pub length: i64,
    /// The runs: the first position, and the position after the last one.  The first run begins at 0, there are
    /// positions between any two, and the last one ends before `length`.
    pub teeth: Vec<[i64; 2]>,
}

/// The last stretches become one comb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// The number of stretches.
    pub stretches: usize,
    /// The number of the comb, from 1; or 0 for the comb that the first stretch already is.
    pub comb: u32,
}

/// The most runs that are joined at a time.
const JOINED: usize = 1 << 12;

impl Comb {
    /// Are the runs in order, each with positions after it?
    pub fn is_one(&self) -> bool {
        let mut before = -1;
        let mut follows = |&[start, end]: &[i64; 2]| {
            let follows = before < start && start < end;
            before = end;
            follows
        };
        let in_order = self.teeth.iter().all(&mut follows);
        in_order && self.teeth.first().is_some_and(|tooth| tooth[0] == 0) && before < self.length
    }

    /// Where the last run of a group ends.
    pub fn end(&self) -> i64 {
        self.teeth.last().map_or(0, |tooth| tooth[1])
    }

    /// The length of the last run of a group.
    pub(super) fn last_tooth(&self) -> i64 {
        self.teeth.last().map_or(0, |tooth| tooth[1] - tooth[0])
    }

    /// Whether the position at this distance from the start of a group is lost, and the distance from it to the next
    /// position for which this changes.
    pub fn at(&self, phase: i64) -> (bool, i64) {
        for &[start, end] in &self.teeth {
            if phase < start {
                return (false, start - phase);
            }
            if phase < end {
                return (true, end - phase);
            }
        }
        (false, self.length - phase)
    }

    /// Is the number the same modulo the length, for all m and all indices?
    pub(super) fn is_fixed<const N: usize>(&self, form: &Form<N>) -> bool {
        form.slopes.iter().all(|slope| slope % self.length == 0)
    }

    /// The remainder of a number modulo the length, where m and all indices are 0.
    pub(super) fn phase<const N: usize>(&self, form: &Form<N>) -> i64 {
        form.value.rem_euclid(self.length)
    }
}

impl<const N: usize> Run<N> {
    /// What is left of a stretch of a comb after the shorter one at its end is removed.
    pub(super) fn before(&self, shorter: &Self, comb: &Comb) -> Result<Self, Reason> {
        let end = shorter.start.shifted(comb.end() - comb.length)?;
        Ok(Self { end, ..*self })
    }
}

/// The stretch that some stretches become by a join: a comb from the first position to the last one, if the runs are
/// exactly its teeth.
pub(super) fn joined<const N: usize>(
    stretches: &[Run<N>],
    number: u32,
    combs: &[Comb],
) -> Result<Run<N>, Reason> {
    let [first, .., last] = stretches else { return Err(Reason::Comb) };
    // The first stretch may be the comb itself, of any length: what follows has to continue it.
    let goes_on = number == RUN;
    let number = if goes_on { first.comb } else { number };
    let comb = comb(combs, number).ok_or(Reason::Comb)?;
    let (base, rest) = match goes_on {
        true => (first.end.shifted(comb.length - comb.end())?, &stretches[1..]),
        false => (first.start, stretches),
    };
    let mut count = 0;
    for one in rest {
        let start = constant(one.start.minus(base)?)?;
        let length = constant(one.end.minus(one.start)?)?;
        let (own, run) = (self::comb(combs, one.comb), [[0, length]]);
        let mut group = 0;
        while group < length {
            let teeth: &[[i64; 2]] = own.map_or(&run[..], |own| &own.teeth);
            for tooth in teeth {
                let place = start.checked_add(group).ok_or(Reason::Number)?;
                let tooth = [0, 1].map(|side| place.checked_add(tooth[side]));
                if tooth != expected(comb, count) || count == JOINED {
                    return Err(Reason::Comb);
                }
                count += 1;
            }
            let period = own.map_or(length, |own| own.length);
            group = group.checked_add(period).ok_or(Reason::Number)?;
        }
    }
    match count % comb.teeth.len() {
        0 => Ok(Run { start: first.start, end: last.end, comb: number }),
        _ => Err(Reason::Comb),
    }
}

/// Run number `count` of a comb.
fn expected(comb: &Comb, count: usize) -> [Option<i64>; 2] {
    let group = i64::try_from(count / comb.teeth.len()).ok();
    let start = group.and_then(|group| group.checked_mul(comb.length));
    comb.teeth[count % comb.teeth.len()].map(|side| start?.checked_add(side))
}

/// The comb with this number; `None` for a run.
pub(super) fn comb(combs: &[Comb], number: u32) -> Option<&Comb> {
    combs.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

/// A number that is the same for all m and all indices.
fn constant<const N: usize>(form: Form<N>) -> Result<i64, Reason> {
    match form.slopes.iter().all(|&slope| slope == 0) {
        true => Ok(form.value),
        false => Err(Reason::Comb),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: i64, end: i64, comb: u32) -> Run<1> {
        Run { start: Form::constant(start), end: Form::constant(end), comb }
    }

    #[test]
    fn stretches_are_joined_that_are_the_teeth_of_a_comb() {
        let comb = |length, teeth: &[[i64; 2]]| Comb { length, teeth: teeth.to_vec() };
        let combs = [comb(5, &[[0, 2], [3, 4]]), comb(10, &[[0, 2], [3, 4], [5, 7], [8, 9]])];
        let group = |at: i64| [run(at, at + 2, RUN), run(at + 3, at + 4, RUN)];
        let two = [group(7), group(12)].concat();
        assert_eq!(joined(&two, 1, &combs), Ok(run(7, 16, 1)));
        assert_eq!(joined(&two, 2, &combs), Ok(run(7, 16, 2)));
        // Half a group is not a comb, and neither are runs in other places.
        assert_eq!(joined(&two[..3], 1, &combs), Err(Reason::Comb));
        assert_eq!(joined(&two[1..], 1, &combs), Err(Reason::Comb));
        assert_eq!(joined(&[group(7), group(13)].concat(), 1, &combs), Err(Reason::Comb));
        assert_eq!(joined(&two[..2], 2, &combs), Err(Reason::Comb));
        // A comb continues, also with stretches of another one.
        let mut long = run(7, 16, 1);
        long.start.slopes[0] = -5;
        let whole = Run { end: Form::constant(21), ..long };
        let goes_on = |more: &[Run<1>]| joined(&[&[long], more].concat(), RUN, &combs);
        assert_eq!(goes_on(&group(17)), Ok(whole));
        assert_eq!(goes_on(&[run(17, 26, 2)]), Ok(Run { end: Form::constant(26), ..long }));
        assert_eq!(goes_on(&group(18)), Err(Reason::Comb));
        assert_eq!(goes_on(&[run(17, 19, RUN)]), Err(Reason::Comb));
        assert_eq!(goes_on(&[]), Err(Reason::Comb));
        // The distances between continued parts have to be constant.
        let mut moved = group(17);
        moved[1].end.slopes[0] = 1;
        assert_eq!(goes_on(&moved), Err(Reason::Comb));
        assert_eq!(joined(&group(7), RUN, &combs), Err(Reason::Comb));
    }

    #[test]
    fn positions_in_a_comb_are_those_of_its_teeth() {
        let comb = Comb { length: 7, teeth: vec![[0, 2], [4, 5]] };
        assert!(comb.is_one());
        let lost: Vec<_> = (0..7).map(|at| comb.at(at)).collect();
        let expected =
            [(true, 2), (true, 1), (false, 2), (false, 1), (true, 1), (false, 2), (false, 1)];
        assert_eq!(lost, expected);
    }
}
