//! Numbers that are affine in the indices of loops.

/// `value` + `slopes[0]` * i0 + `slopes[1]` * i1 + ..., exact: what does not fit a machine word
/// is `None`.  With `N` = 0 it is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form<const N: usize> {
    /// The number where all indices are 0.
    pub value: i64,
    /// How it grows with each index.
    pub slopes: [i64; N],
}

impl<const N: usize> Form<N> {
    /// A number that depends on no index.
    pub fn constant(value: i64) -> Self {
        Self { value, slopes: [0; N] }
    }

    /// The same number among those that may depend on more indices.
    pub fn widened<const M: usize>(&self) -> Form<M> {
        let mut widened = Form::constant(self.value);
        for (slope, wide) in self.slopes.iter().zip(&mut widened.slopes) {
            *wide = *slope;
        }
        widened
    }

    /// The sum.
    #[inline]
    pub fn plus(self, other: Self) -> Option<Self> {
        let mut sum = Self::constant(self.value.checked_add(other.value)?);
        for (index, slope) in sum.slopes.iter_mut().enumerate() {
            *slope = self.slopes[index].checked_add(other.slopes[index])?;
        }
        Some(sum)
    }

    /// The difference.
    #[inline]
    pub fn minus(self, other: Self) -> Option<Self> {
        let mut difference = Self::constant(self.value.checked_sub(other.value)?);
        for (index, slope) in difference.slopes.iter_mut().enumerate() {
            *slope = self.slopes[index].checked_sub(other.slopes[index])?;
        }
        Some(difference)
    }

    /// The sum with a number.
    #[inline]
    pub fn shifted(self, by: i64) -> Option<Self> {
        Some(Self { value: self.value.checked_add(by)?, ..self })
    }

    /// The product with a number.
    pub fn times(self, factor: i64) -> Option<Self> {
        let mut product = Self::constant(self.value.checked_mul(factor)?);
        for (index, slope) in product.slopes.iter_mut().enumerate() {
            *slope = self.slopes[index].checked_mul(factor)?;
        }
        Some(product)
    }
}
