//! Integers of any size, in and out.

use grundy_check::Integer;
use num_bigint::BigInt;
use num_rational::BigRational;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An integer from anything that is one (`__index__`), also those of Sage, SymPy and NumPy.
pub(crate) fn integer(value: &Bound<'_, PyAny>) -> PyResult<Integer> {
    let number: BigInt = value.extract()?;
    Ok(number.into())
}

/// The same for the argument of this name.
pub(crate) fn named(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Integer> {
    integer(value).map_err(|_| {
        let kind =
            value.get_type().qualname().map_or_else(|_| "this".to_owned(), |it| it.to_string());
        PyTypeError::new_err(format!("{name} must be an integer, not {kind}"))
    })
}

/// The same for a caller in Python.
pub(crate) fn out(number: &Integer) -> BigInt {
    number.to_big()
}

/// A fraction from anything with a numerator and a denominator: those of Python, SymPy and Sage, where
/// these are methods.
pub(crate) fn rational(value: &Bound<'_, PyAny>) -> PyResult<BigRational> {
    let part = |name| {
        let part = value.getattr(name)?;
        integer(&if part.is_callable() { part.call0()? } else { part })
    };
    let (numerator, denominator) = (part("numerator")?, part("denominator")?);
    if denominator.is_zero() {
        return Err(PyValueError::new_err("a denominator is 0"));
    }
    Ok(BigRational::new(numerator.to_big(), denominator.to_big()))
}
