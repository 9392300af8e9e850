//! Arguments that many functions have: values, threads, parameters by name.

use crate::numbers::integer;
use crate::work::Watch;
use grundy_check::Integer;
use grundy_check::model::Alphabet;
use grundy_core::threads::Threads;
use grundy_sequence::Rule;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The rule of `values`: outcome, nim or misere.
pub fn rule(values: &str) -> PyResult<Rule> {
    match values {
        "outcome" => Ok(Rule::Normal),
        "nim" | "grundy" => Ok(Rule::Mex),
        "misere" => Ok(Rule::Misere),
        other => Err(PyValueError::new_err(format!(
            "values is 'outcome', 'nim' or 'misere', not {other:?}"
        ))),
    }
}

/// The alphabet of `values`: outcome or nim.
pub fn alphabet(values: &str) -> PyResult<Alphabet> {
    match values {
        "outcome" => Ok(Alphabet::Outcome),
        "nim" | "grundy" => Ok(Alphabet::Nim),
        other => Err(PyValueError::new_err(format!("values is 'outcome' or 'nim', not {other:?}"))),
    }
}

/// A value for each parameter, in their order, from the arguments of a call: `f(5)`, `f(n=5)`.
pub fn point(
    parameters: &[String],
    values: &Bound<'_, PyTuple>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Integer>> {
    if values.len() > parameters.len() {
        return Err(PyTypeError::new_err(format!(
            "there are {} values; {}",
            values.len(),
            known(parameters)
        )));
    }
    let mut point: Vec<Option<Integer>> = vec![None; parameters.len()];
    for (place, value) in point.iter_mut().zip(values.iter()) {
        *place = Some(integer(&value)?);
    }
    for (name, value) in named.into_iter().flatten() {
        let name: String = name.extract()?;
        match parameters.iter().position(|it| *it == name) {
            Some(index) if point[index].is_some() => {
                return Err(PyTypeError::new_err(format!("there are two values for {name}")));
            }
            Some(index) => point[index] = Some(integer(&value)?),
            None => {
                let known = known(parameters);
                return Err(PyTypeError::new_err(format!("unknown parameter {name}; {known}")));
            }
        }
    }
    let missing: Vec<_> = (parameters.iter().zip(&point))
        .filter(|(_, value)| value.is_none())
        .map(|(name, _)| format!("{name}=..."))
        .collect();
    if !missing.is_empty() {
        return Err(PyTypeError::new_err(format!("a value is missing: {}", missing.join(", "))));
    }
    Ok(point.into_iter().flatten().collect())
}

fn known(parameters: &[String]) -> String {
    match parameters {
        [] => "there are no parameters".to_owned(),
        [one] => format!("the parameter is {one}"),
        many => format!("the parameters are {}", many.join(", ")),
    }
}

/// How work is done: the arguments that every function with long work has.
pub struct Work<'a, 'py> {
    /// 0: one for each processor.
    pub threads: usize,
    /// In seconds.
    pub time_limit: Option<f64>,
    /// Who is told.
    pub progress: Option<&'a Bound<'py, PyAny>>,
}

impl<'py> Work<'_, 'py> {
    pub fn threads(&self) -> Threads {
        Threads::new(self.threads)
    }

    pub fn watch(&self, py: Python<'py>) -> PyResult<Watch<'py>> {
        Watch::new(py, self.time_limit, self.progress)
    }
}
