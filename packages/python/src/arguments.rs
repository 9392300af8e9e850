//! Arguments that many functions have: values and rule, texts and paths, parameters by name.

use crate::numbers;
use grundy_check::Integer;
use grundy_core::lang;
use grundy_sequence::Asked;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::fs;
use std::path::{Path, PathBuf};

/// What `values` and `rule` ask for together, by the names that `--values` and `--rule` have.
pub(crate) fn asked(values: Option<&str>, rule: Option<&str>) -> PyResult<Asked> {
    Asked::named(values, rule).map_err(PyValueError::new_err)
}

/// How a description is to be read; a rule that is asked for must be that of its RULE line, if it has one.
pub(crate) fn reading(text: &str, asked: Asked) -> PyResult<lang::Options> {
    let Asked { alphabet, rule } = asked;
    if let Some(rule) = rule
        && let Some(named) = lang::parse(text, &lang::Options::default()).rule
        && named != rule
    {
        let message = format!("the text has the line RULE {named}, which is not the rule '{rule}'");
        return Err(PyValueError::new_err(message));
    }
    Ok(lang::Options { alphabet, rule, raw: false })
}

/// A text, and the file that it was read from.
pub(crate) struct Source {
    pub text: String,
    pub path: Option<PathBuf>,
}

impl Source {
    /// A `str` is the text itself, a path (`os.PathLike`) the name of a file.
    pub(crate) fn read(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = source.cast::<PyString>() {
            return Ok(Self { text: text.to_str()?.to_owned(), path: None });
        }
        if !source.hasattr("__fspath__")? {
            let kind = source.get_type().qualname()?;
            return Err(PyTypeError::new_err(format!("expected a text or a path, not {kind}")));
        }
        let path: PathBuf = source.extract()?;
        let text = String::from_utf8(bytes(&path)?)
            .map_err(|_| PyValueError::new_err(format!("{} is not UTF-8", path.display())))?;
        Ok(Self { text, path: Some(path) })
    }

    /// What it is called in findings.
    pub(crate) fn name(&self, name: Option<PathBuf>, otherwise: &str) -> String {
        let path = name.as_ref().or(self.path.as_ref());
        path.map_or_else(|| otherwise.to_owned(), |path| path.display().to_string())
    }
}

/// The bytes of a file; an exception names it.
pub(crate) fn bytes(path: &Path) -> PyResult<Vec<u8>> {
    fs::read(path).map_err(|error| {
        let text = error.to_string();
        let text = text.split(" (os error").next().unwrap_or_default().to_owned();
        // OSError makes the class that fits the number.
        PyOSError::new_err((error.raw_os_error(), text, path.to_path_buf()))
    })
}

/// A value for each parameter, in their order, from the arguments of a call: `f(5)`, `f(n=5)`.
pub(crate) fn point(
    parameters: &[String],
    values: &Bound<'_, PyTuple>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Integer>> {
    let values = arguments(parameters, values, named)?;
    parameters.iter().zip(&values).map(|(name, value)| numbers::named(name, value)).collect()
}

/// The same, whatever the values are.
pub(crate) fn arguments<'py>(
    parameters: &[String],
    values: &Bound<'py, PyTuple>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if values.len() > parameters.len() {
        return Err(PyTypeError::new_err(format!(
            "{} values are given, but {}",
            values.len(),
            known(parameters)
        )));
    }
    let mut given: Vec<Option<Bound<'py, PyAny>>> = vec![None; parameters.len()];
    for (place, value) in given.iter_mut().zip(values.iter()) {
        *place = Some(value);
    }
    for (name, value) in named.into_iter().flatten() {
        let name: String = name.extract()?;
        let index = parameters.iter().position(|it| *it == name);
        match index.and_then(|index| given.get_mut(index)) {
            Some(Some(_)) => {
                return Err(PyTypeError::new_err(format!("{name} is given twice")));
            }
            Some(place) => *place = Some(value),
            None => {
                let known = known(parameters);
                return Err(PyTypeError::new_err(format!("unknown parameter {name}; {known}")));
            }
        }
    }
    let missing: Vec<_> = (parameters.iter().zip(&given))
        .filter(|(_, value)| value.is_none())
        .map(|(name, _)| format!("{name}=..."))
        .collect();
    if !missing.is_empty() {
        return Err(PyTypeError::new_err(format!("a value is missing: {}", missing.join(", "))));
    }
    Ok(given.into_iter().flatten().collect())
}

fn known(parameters: &[String]) -> String {
    match parameters {
        [] => "there are no parameters".to_owned(),
        [one] => format!("the parameter is {one}"),
        many => format!("the parameters are {}", many.join(", ")),
    }
}
