//! Numbers and conditions as people write them.

use crate::ask::refused;
use grundy_answers::ask::Refused;
use grundy_engines::real;
use grundy_kernel::Integer;
use grundy_language::formula;
use num_bigint::BigInt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The integers x, y and z and the squarefree number d of a text such as `1/2 + sqrt(8)`: it is (x + y sqrt(d)) / z.
#[pyfunction]
pub(crate) fn number(py: Python<'_>, text: &str) -> PyResult<(BigInt, BigInt, BigInt, u64)> {
    let number = real::read_one(text).map_err(|error| {
        refused(py, Refused::Misread(format!("cannot read the number: {error}")))
    })?;
    let ([x, y, z], radicand) = number.parts();
    Ok((x.to_big(), y.to_big(), z.to_big(), radicand))
}

/// For which parameters a case holds, such as `n >= 2 and n mod 2 == 1`.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Condition {
    condition: formula::Condition,
    /// The names of the parameters, in their order.
    letters: Vec<char>,
}

#[pymethods]
impl Condition {
    #[new]
    fn made(text: &str, letters: &str) -> PyResult<Self> {
        let read = formula::Condition::parse(text, 0);
        let condition = read.map_err(|error| PyValueError::new_err(error.message))?;
        Ok(Self { condition, letters: letters.chars().collect() })
    }

    /// Does it hold for these values of the parameters?
    fn holds(&self, point: Vec<BigInt>) -> PyResult<bool> {
        let point = point.into_iter().map(Integer::from);
        let at: Vec<_> = self.letters.iter().copied().zip(point).collect();
        self.condition.holds(&at).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}
