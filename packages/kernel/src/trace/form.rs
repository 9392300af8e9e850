//! Numbers that are affine in the parameter and in the indices of loops, and how small they get.

use super::refused::Reason;

/// `value` + `slopes[0]` * m + `slopes[1]` * j1 + ..., in exact machine integers: a number that does not fit is an
/// error.  m is the parameter, j1 the index of the outermost loop.
///
/// Forms are ordered by their coefficients, `value` first.  That order only chooses between
/// possible ways to describe a step; it proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form<const N: usize> {
    pub value: i64,
    pub slopes: [i64; N],
}

impl<const N: usize> Form<N> {
    pub(super) fn constant(value: i64) -> Self {
        Self { value, slopes: [0; N] }
    }

    /// The form with these coefficients, the value first; those that are left out are 0.
    pub(super) fn new(coefficients: &[i64]) -> Result<Self, Reason> {
        let Some((&value, slopes)) = coefficients.split_first() else {
            return Ok(Self::constant(0));
        };
        let mut form = Self::constant(value);
        let places = form.slopes.get_mut(..slopes.len()).ok_or(Reason::Index)?;
        places.copy_from_slice(slopes);
        Ok(form)
    }

    /// The form as one only in m; rejected if it depends on an index.
    pub(super) fn lowered(&self) -> Result<Form<1>, Reason> {
        let (parameter, indices) = self.slopes.split_first().ok_or(Reason::Index)?;
        match indices.iter().all(|&slope| slope == 0) {
            true => Ok(Form { value: self.value, slopes: [*parameter] }),
            false => Err(Reason::Index),
        }
    }

    /// A form that depends only on m as one that may depend on indices.
    pub(super) fn lifted<const M: usize>(&self) -> Result<Form<M>, Reason> {
        Form::new(&[self.value, self.slopes.first().copied().unwrap_or(0)])
    }

    /// The coefficients, the value first.
    pub(super) fn coefficients(&self) -> impl Iterator<Item = i64> + '_ {
        std::iter::once(self.value).chain(self.slopes)
    }

    /// `self` + `factor` * `other`.
    #[inline]
    pub(super) fn plus_times(self, other: Self, factor: i64) -> Result<Self, Reason> {
        let add = |one: i64, two: i64| one.checked_add(two.checked_mul(factor)?);
        let mut sum = Self::constant(add(self.value, other.value).ok_or(Reason::Number)?);
        for (index, slope) in sum.slopes.iter_mut().enumerate() {
            *slope = add(self.slopes[index], other.slopes[index]).ok_or(Reason::Number)?;
        }
        Ok(sum)
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Result<Self, Reason> {
        self.plus_times(other, 1)
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Result<Self, Reason> {
        self.plus_times(other, -1)
    }

    #[inline]
    pub(super) fn shifted(self, by: i64) -> Result<Self, Reason> {
        let value = self.value.checked_add(by).ok_or(Reason::Number)?;
        Ok(Self { value, ..self })
    }
}

impl Form<1> {
    /// Is the number at least 0 for all m?
    pub(super) fn is_never_negative(&self) -> bool {
        self.value >= 0 && self.slopes[0] >= 0
    }
}

/// The ranges of the indices: m >= 0, and for each loop from the outermost on 0 <= j <= `last`, which is affine in m
/// and the indices before it, and >= 0 wherever those range.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges<const N: usize> {
    last: Vec<Form<N>>,
}

impl<const N: usize> Ranges<N> {
    /// The number of loops.
    pub(super) fn depth(&self) -> usize {
        self.last.len()
    }

    /// The form with these coefficients; rejected if it depends on something that is not the index of a surrounding
    /// loop.
    pub(super) fn form(&self, coefficients: &[i64]) -> Result<Form<N>, Reason> {
        match coefficients.iter().skip(2 + self.depth()).all(|&slope| slope == 0) {
            true => Form::new(coefficients),
            false => Err(Reason::Index),
        }
    }

    /// Enters a loop with this number of iterations; rejected unless that is at least 1 wherever the loops around it
    /// range.
    pub(super) fn enter(&mut self, count: Form<N>) -> Result<(), Reason> {
        let last = count.shifted(-1)?;
        let own = self.depth() + 1;
        if own >= N || last.slopes[own..].iter().any(|&slope| slope != 0) {
            return Err(Reason::Index);
        }
        if !self.is_never_negative(last)? {
            return Err(Reason::Count);
        }
        self.last.push(last);
        Ok(())
    }

    /// Leaves the innermost loop.
    pub(super) fn leave(&mut self) {
        self.last.pop();
    }

    /// Is the number >= 0 wherever the indices range?
    ///
    /// For fixed outer indices the least value is taken at the first or the last value of the innermost one, according
    /// to the sign of its slope, and is affine in the outer ones: so the indices are eliminated one by one.  The
    /// remaining form is affine in m >= 0.
    #[inline]
    pub(super) fn is_never_negative(&self, mut form: Form<N>) -> Result<bool, Reason> {
        for (index, &last) in self.last.iter().enumerate().rev() {
            let slope = std::mem::take(&mut form.slopes[index + 1]);
            if slope < 0 {
                form = form.plus_times(last, slope)?;
            }
        }
        let parameter = form.slopes.first().copied().unwrap_or(0);
        Ok(form.value >= 0 && parameter >= 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lists of numbers with these choices for each.
    fn all<const K: usize>(choices: [&[i64]; K]) -> impl Iterator<Item = [i64; K]> {
        let count = choices.iter().map(|numbers| numbers.len()).product();
        (0..count).map(move |mut rest: usize| {
            choices.map(|numbers| {
                let number = numbers[rest % numbers.len()];
                rest /= numbers.len();
                number
            })
        })
    }

    /// What is reported of a form, and whether a second loop is entered, agrees with all points.
    #[test]
    fn least_values_are_those_of_all_points() {
        let (mut entered, mut refused, mut negative) = (0, 0, 0);
        let counts: [&[i64]; 5] = [&[1, 2, 3], &[0, 1], &[-1, 1, 3, 6], &[0, 1], &[-2, -1, 0, 1]];
        for [value, slope, inner, inner_slope, by_index] in all(counts) {
            let mut ranges = Ranges::<3>::default();
            assert!(ranges.enter(Form { value, slopes: [slope, 0, 0] }).is_ok());
            let outer = |m: i64| 0..value + slope * m;
            let count = |m: i64, i: i64| inner + inner_slope * m + by_index * i;
            let has_iterations = (0..20).all(|m| outer(m).all(|i| count(m, i) >= 1));
            let second = Form { value: inner, slopes: [inner_slope, by_index, 0] };
            assert_eq!(
                ranges.enter(second).is_ok(),
                has_iterations,
                "{second:?} in {value} {slope}"
            );
            if !has_iterations {
                refused += 1;
                continue;
            }
            entered += 1;
            let three: &[i64] = &[-2, -1, 0, 1];
            for [value, m_slope, i_slope, j_slope] in all([&[-1, 0, 2, 5], three, three, three]) {
                let at = |m, i, j| value + m_slope * m + i_slope * i + j_slope * j;
                let is_negative = |m| outer(m).any(|i| (0..count(m, i)).any(|j| at(m, i, j) < 0));
                let form = Form { value, slopes: [m_slope, i_slope, j_slope] };
                let never = ranges.is_never_negative(form) == Ok(true);
                assert_eq!(never, !(0..20).any(is_negative), "{form:?} in {ranges:?}");
                negative += u32::from(!never);
            }
        }
        assert!(entered > 50 && refused > 50 && negative > 1000, "{entered} {refused} {negative}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let large = Form { value: i64::MAX, slopes: [i64::MIN] };
        assert_eq!(large.shifted(1), Err(Reason::Number));
        assert_eq!(large.plus_times(large, 2), Err(Reason::Number));
        let mut ranges = Ranges::<2>::default();
        // The count of the outermost loop cannot depend on its own index.
        assert_eq!(ranges.enter(Form { value: 5, slopes: [0, 1] }), Err(Reason::Index));
        assert_eq!(ranges.enter(Form { value: i64::MAX, slopes: [0, 0] }), Ok(()));
        let falling = Form { value: 0, slopes: [0, i64::MIN] };
        assert_eq!(ranges.is_never_negative(falling), Err(Reason::Number));
        assert_eq!(ranges.enter(Form::constant(2)), Err(Reason::Index));
    }
}
