//! Numbers that grow with the parameter and with the indices of loops.

use super::limits::DEEPEST;
use crate::fold::{Affine, Form};
use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, Zero as _};

/// The growth of a number with the parameter.
pub(super) type Slope = Ratio<i128>;

/// The strict upper bound on numerators and denominators.
const GREATEST: i128 = 1 << 62;

/// A number, for this parameter affine in the indices of the surrounding loops, and its growth with the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// The number for this parameter.
    pub form: Form<DEEPEST>,
    /// Its slope in the parameter.
    pub slope: Slope,
}

impl Affine for Number {
    fn constant(value: i64) -> Self {
        Self::new(value, Slope::from_integer(0))
    }

    fn index(around: usize) -> Option<Self> {
        Some(Self { form: Form::index(around)?, slope: Slope::from_integer(0) })
    }

    fn shifted(self, by: i64) -> Option<Self> {
        Some(Self { form: self.form.shifted(by)?, ..self })
    }

    fn plus_times(self, other: Self, factor: i64) -> Option<Self> {
        let slope = match other.slope.is_zero() {
            true => self.slope,
            false => {
                let more = other.slope.checked_mul(&Slope::from_integer(factor.into()))?;
                bounded(self.slope.checked_add(&more)?)?
            }
        };
        Some(Self { form: self.form.plus_times(other.form, factor)?, slope })
    }
}

impl Number {
    /// A number that grows only with the parameter.
    pub(super) fn new(value: i64, slope: Slope) -> Self {
        Self { form: Form::constant(value), slope }
    }

    /// Its value for this parameter, where all indices are 0.
    pub(super) fn value(&self) -> i64 {
        self.form.value
    }

    /// Its value, if it is the same for all parameters and in all iterations.
    pub(super) fn as_constant(&self) -> Option<i64> {
        (*self == Self::constant(self.value())).then_some(self.value())
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        self.plus_times(other, 1)
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.plus_times(other, -1)
    }

    pub(super) fn times(self, factor: i64) -> Option<Self> {
        Self::constant(0).plus_times(self, factor)
    }

    /// The number divided by another one, if that leaves no remainder for this parameter.
    pub(super) fn divided(self, by: i64) -> Option<Self> {
        let exactly = |it: i64| (it.checked_rem(by)? == 0).then(|| it / by);
        let mut form = self.form;
        for it in [&mut form.value].into_iter().chain(&mut form.slopes) {
            *it = exactly(*it)?;
        }
        Some(Self { form, slope: divided(self.slope, by)? })
    }

    /// The number with another value.
    pub(super) fn with_value(self, value: i64) -> Self {
        Self { form: Form { value, ..self.form }, ..self }
    }
}

/// The slope divided by a number.
pub(super) fn divided(slope: Slope, by: i64) -> Option<Slope> {
    bounded(slope.checked_div(&Slope::from_integer(by.into()))?)
}

/// The slope of `step` times as many positions, if it is a number that fits.
pub(super) fn times(slope: Slope, step: i64) -> Option<i64> {
    let all = slope.checked_mul(&Slope::from_integer(step.into()))?;
    all.is_integer().then(|| i64::try_from(all.to_integer()).ok()).flatten()
}

fn bounded(slope: Slope) -> Option<Slope> {
    (slope.numer().unsigned_abs() < GREATEST as u128 && *slope.denom() < GREATEST).then_some(slope)
}
