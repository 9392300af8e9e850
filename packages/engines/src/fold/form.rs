//! Numbers that are affine in the indices of loops.

/// A number that is affine in the indices of loops, exact: `None` if it does not fit.
pub(crate) trait Affine: Copy + PartialEq {
    /// A number that depends on no index.
    fn constant(value: i64) -> Self;

    /// The index of the loop with this number of loops around it.
    fn index(around: usize) -> Option<Self>;

    /// `self` + `factor` * `other`.
    fn plus_times(self, other: Self, factor: i64) -> Option<Self>;

    /// The sum with a number.
    fn shifted(self, by: i64) -> Option<Self> {
        self.plus_times(Self::constant(1), by)
    }
}

/// `value` + `slopes[0]` * i0 + `slopes[1]` * i1 + ..., in machine words.  With `N` = 0 it is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form<const N: usize> {
    /// The number where all indices are 0.
    pub value: i64,
    /// The growth with each index.
    pub slopes: [i64; N],
}

impl<const N: usize> Form<N> {
    /// A number that depends on no index.
    pub fn constant(value: i64) -> Self {
        Self { value, slopes: [0; N] }
    }

    /// The same number as one that may depend on more indices.
    pub fn widened<const M: usize>(&self) -> Form<M> {
        let mut widened = Form::constant(self.value);
        for (slope, wide) in self.slopes.iter().zip(&mut widened.slopes) {
            *wide = *slope;
        }
        widened
    }

    /// The sum with a number.
    #[inline]
    pub fn shifted(self, by: i64) -> Option<Self> {
        Some(Self { value: self.value.checked_add(by)?, ..self })
    }

    /// `self` + `factor` * `other`.
    #[inline]
    pub fn plus_times(self, other: Self, factor: i64) -> Option<Self> {
        let mut sum = Self::constant(self.value.checked_add(other.value.checked_mul(factor)?)?);
        for (index, slope) in sum.slopes.iter_mut().enumerate() {
            *slope = self.slopes[index].checked_add(other.slopes[index].checked_mul(factor)?)?;
        }
        Some(sum)
    }

    /// The sum.
    #[inline]
    pub fn plus(self, other: Self) -> Option<Self> {
        self.plus_times(other, 1)
    }

    /// The difference.
    #[inline]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus_times(other, -1)
    }

    /// The product with a number.
    pub fn times(self, factor: i64) -> Option<Self> {
        Self::constant(0).plus_times(self, factor)
    }
}

impl<const N: usize> Affine for Form<N> {
    fn constant(value: i64) -> Self {
        Self::constant(value)
    }

    fn index(around: usize) -> Option<Self> {
        let mut index = Self::constant(0);
        *index.slopes.get_mut(around)? = 1;
        Some(index)
    }

    fn plus_times(self, other: Self, factor: i64) -> Option<Self> {
        self.plus_times(other, factor)
    }
}
