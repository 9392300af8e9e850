//! Numbers and how they grow with the parameter.

use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, CheckedSub as _};

/// How much a number grows with the parameter.
pub type Slope = Ratio<i128>;

/// Numerators and denominators are below this.
const GREATEST: i128 = 1 << 62;

/// A number of rows or columns, and its slope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sloped {
    pub value: i64,
    pub slope: Slope,
}

impl Sloped {
    pub fn constant(value: i64) -> Self {
        Self { value, slope: Slope::from_integer(0) }
    }

    /// `self` + `factor` * `other`.
    pub fn plus_times(self, other: Self, factor: i64) -> Option<Self> {
        let value = self.value.checked_add(other.value.checked_mul(factor)?)?;
        let more = other.slope.checked_mul(&Slope::from_integer(factor.into()))?;
        bounded(self.slope.checked_add(&more)?).map(|slope| Self { value, slope })
    }

    pub fn minus(self, other: Self) -> Option<Self> {
        let value = self.value.checked_sub(other.value)?;
        bounded(self.slope.checked_sub(&other.slope)?).map(|slope| Self { value, slope })
    }

    pub fn shifted(self, by: i64) -> Option<Self> {
        Some(Self { value: self.value.checked_add(by)?, ..self })
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

/// The slope, if its numerator and its denominator are not too large.
pub fn bounded(slope: Slope) -> Option<Slope> {
    (slope.numer().unsigned_abs() < GREATEST as u128 && *slope.denom() < GREATEST).then_some(slope)
}
