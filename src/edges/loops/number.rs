//! Numbers that grow with the parameter and with the indices of loops.

use super::super::slope::{Slope, bounded, divided};
use num_traits::Zero as _;

/// Loops are nested as deep at most.
pub const DEEPEST: usize = 6;

/// A number for this parameter, where all indices are 0, and its slopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: i64,
    /// In the parameter.
    pub slope: Slope,
    /// In the indices of the loops around, from the outermost on.
    pub indices: [i64; DEEPEST],
}

impl Number {
    pub fn constant(value: i64) -> Self {
        Self { value, slope: Slope::from_integer(0), indices: [0; DEEPEST] }
    }

    /// The index of the loop that so many loops are around.
    pub fn index(depth: usize) -> Self {
        let mut index = Self::constant(0);
        index.indices[depth] = 1;
        index
    }

    /// Is it the same for all parameters and in all iterations?
    pub fn is_constant(&self) -> bool {
        *self == Self::constant(self.value)
    }

    /// `self` + `factor` * `other`.
    pub fn plus_times(self, other: Self, factor: i64) -> Option<Self> {
        let value = self.value.checked_add(other.value.checked_mul(factor)?)?;
        let slope = match other.slope.is_zero() {
            true => self.slope,
            false => bounded(self.slope + other.slope * Slope::from_integer(factor.into()))?,
        };
        let mut indices = self.indices;
        for (sum, other) in indices.iter_mut().zip(other.indices) {
            *sum = sum.checked_add(other.checked_mul(factor)?)?;
        }
        Some(Self { value, slope, indices })
    }

    pub fn plus(self, other: Self) -> Option<Self> {
        self.plus_times(other, 1)
    }

    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus_times(other, -1)
    }

    pub fn times(self, factor: i64) -> Option<Self> {
        Self::constant(0).plus_times(self, factor)
    }

    pub fn shifted(self, by: i64) -> Option<Self> {
        Some(Self { value: self.value.checked_add(by)?, ..self })
    }

    /// Divided by a number, if that leaves no remainder where the parameter is this one.
    pub fn divided(self, by: i64) -> Option<Self> {
        let exactly = |it: i64| (it.checked_rem(by)? == 0).then(|| it / by);
        let mut indices = self.indices;
        for it in &mut indices {
            *it = exactly(*it)?;
        }
        Some(Self { value: exactly(self.value)?, slope: divided(self.slope, by)?, indices })
    }

    /// Without its value.
    pub fn growth(self) -> Self {
        Self { value: 0, ..self }
    }
}
