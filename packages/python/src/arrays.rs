//! Formulas of numbers, and of arrays and lists of them.

use crate::arguments::arguments;
use crate::numbers::{integer, named as named_integer};
use grundy_check::Integer;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// The value of a formula for the arguments of a call: of numbers a number, of lists and the like a list, and
/// where one of them is an array (`__array__`) an array, as NumPy broadcasts them.
///
/// The array has the type int64 where all values fit, else its values are objects of Python.
pub(crate) fn call<'py>(
    names: &[String],
    values: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
    at: impl Fn(&[Integer]) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = values.py();
    let given = arguments(names, values, named)?;
    let numbers = names.iter().zip(&given).map(|(name, it)| named_integer(name, it));
    let numbers = numbers.collect::<PyResult<Vec<_>>>();
    let refused = match numbers {
        Ok(point) => return at(&point),
        Err(error) => error,
    };
    let is_many = |it: &Bound<'py, PyAny>| {
        Ok(integer(it).is_err() && it.hasattr("__iter__")? && !it.is_instance_of::<PyString>())
    };
    let many = given.iter().map(is_many).collect::<PyResult<Vec<bool>>>()?;
    if !many.contains(&true) {
        return Err(refused);
    }
    let is_array = |(it, many): (&Bound<'py, PyAny>, &bool)| Ok(*many && it.hasattr("__array__")?);
    let arrays = given.iter().zip(&many).map(is_array).collect::<PyResult<Vec<bool>>>()?;
    if !arrays.contains(&true) {
        let columns = given.iter().zip(&many).map(|(it, many)| match many {
            true => it.try_iter()?.map(|one| integer(&one?)).collect::<PyResult<Vec<_>>>(),
            false => Ok(vec![integer(it)?]),
        });
        let columns = columns.collect::<PyResult<Vec<_>>>()?;
        return PyList::new(py, rows(&columns, &many, at)?)?.into_bound_py_any(py);
    }
    let numpy = py.import("numpy")?;
    // What is no array may be an iterator, which NumPy would take for one object.
    let given =
        given.iter().zip(&many).zip(&arrays).map(|((it, many), array)| match (many, array) {
            (true, false) => {
                Ok(PyList::new(py, it.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
            _ => Ok(it.clone()),
        });
    let given = PyTuple::new(py, given.collect::<PyResult<Vec<_>>>()?)?;
    let given: Vec<Bound<'py, PyAny>> = numpy.call_method1("broadcast_arrays", given)?.extract()?;
    let shape = given.first().map(|first| first.getattr("shape")).transpose()?;
    let columns = given.iter().map(|array| {
        let flat = array.call_method0("ravel")?.call_method0("tolist")?;
        flat.try_iter()?.map(|one| integer(&one?)).collect::<PyResult<Vec<_>>>()
    });
    let columns = columns.collect::<PyResult<Vec<_>>>()?;
    let results = rows(&columns, &vec![true; columns.len()], at)?;
    let is_small = results.iter().all(|one| one.extract::<i64>().is_ok());
    let kind = if is_small { "int64" } else { "object" };
    numpy.call_method1("array", (results, kind))?.call_method1("reshape", (shape,))
}

/// The values for the first number of each column, the second one, and so on; what is one number stands in all
/// rows.
fn rows<'py>(
    columns: &[Vec<Integer>],
    many: &[bool],
    at: impl Fn(&[Integer]) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut lengths = columns.iter().zip(many).filter(|it| *it.1).map(|it| it.0.len());
    let length = lengths.next().unwrap_or(0);
    if let Some(other) = lengths.find(|other| *other != length) {
        let message = format!("there are {length} values of one parameter and {other} of another");
        return Err(PyValueError::new_err(message));
    }
    let row = |index: usize| {
        let cell = |(column, many): (&Vec<Integer>, &bool)| {
            column.get(if *many { index } else { 0 }).cloned().unwrap_or_default()
        };
        at(&columns.iter().zip(many).map(cell).collect::<Vec<_>>())
    };
    (0..length).map(row).collect()
}
