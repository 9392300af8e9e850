//! Numbers that grow with the parameter and with the indices of loops.

use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, Zero as _};

/// How much a number grows with the parameter.
pub type Slope = Ratio<i128>;

/// Numerators and denominators are below this.
const GREATEST: i128 = 1 << 62;

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

    /// One that grows with the parameter only.
    pub fn new(value: i64, slope: Slope) -> Self {
        Self { value, slope, ..Self::constant(0) }
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
            false => {
                let more = other.slope.checked_mul(&Slope::from_integer(factor.into()))?;
                bounded(self.slope.checked_add(&more)?)?
            }
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

/// The slope divided by a number.
pub fn divided(slope: Slope, by: i64) -> Option<Slope> {
    bounded(slope.checked_div(&Slope::from_integer(by.into()))?)
}

/// The slope of so many times as many positions, if it is a number that fits.
pub fn times(slope: Slope, step: i64) -> Option<i64> {
    let all = slope.checked_mul(&Slope::from_integer(step.into()))?;
    all.is_integer().then(|| i64::try_from(all.to_integer()).ok()).flatten()
}

fn bounded(slope: Slope) -> Option<Slope> {
    (slope.numer().unsigned_abs() < GREATEST as u128 && *slope.denom() < GREATEST).then_some(slope)
}
