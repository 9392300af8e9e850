//! Questions, answers, and why there is none.

use crate::work::Work;
use grundy_answers::ask::{self, Refused, texts::shown};
use grundy_answers::check::Kind;
use grundy_answers::report::json::{Formatted, fmt_line};
use grundy_language::diagnostic::Diagnostic;
use grundy_language::verdict::Verdict;
use grundy_sequence::WrittenError;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde::de::DeserializeOwned;

/// A question, read.
pub(crate) fn question<Q: DeserializeOwned>(text: &str) -> PyResult<Q> {
    serde_json::from_str(text).map_err(|error| match error.to_string() {
        message if message.starts_with("invalid type") => PyTypeError::new_err(message),
        message => PyValueError::new_err(message),
    })
}

/// The answer to a question, both as JSON.
#[pyfunction]
#[pyo3(signature = (question, threads=0, time_limit=None, progress=None))]
pub(crate) fn answer(
    py: Python<'_>,
    question: &str,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let question: ask::Question = self::question(question)?;
    let work = Work { threads, time_limit, progress };
    let reply = work.run(py, |control| ask::answer(&question, control))?;
    let reply = reply.map_err(|error| refused(py, error))?;
    serde_json::to_string(&reply).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The kind of text that files with this ending hold, if there is one.
#[pyfunction]
pub(crate) fn kind_of(ending: &str) -> Option<&'static str> {
    Kind::of_ending(ending).map(Kind::name)
}

/// Why there is no answer, as the exception that `grundy/_errors.py` makes of it.
pub(crate) fn refused(py: Python<'_>, error: Refused) -> PyErr {
    let text = error.to_string();
    let kind = |kind: &'static str, limit| (kind, text.clone(), limit);
    let (kind, text, limit) = match &error {
        Refused::Text(name, text, found) | Refused::IsNot { name, text, found, .. } => {
            return rejected(py, name, text, found);
        }
        Refused::Moves(WrittenError::Real) => {
            let message = "the moves must be integers here; `period` and `losing_intervals` accept real numbers";
            ("value", message.to_owned(), None)
        }
        Refused::Moves(WrittenError::Unreadable(source, found)) => {
            return rejected(py, "moves", source, found);
        }
        Refused::Moves(WrittenError::Misread(_)) => kind("misread", None),
        Refused::Misread(_) => kind("misread", None),
        Refused::Moves(WrittenError::Unknown(..) | WrittenError::Missing(_)) => kind("type", None),
        Refused::Limit(limit, _) => kind("undecided", Some(limit.name())),
        Refused::Nothing(Verdict::Rejected, _) => kind("misread", None),
        Refused::Undecided(_) | Refused::Judged(..) => kind("undecided", None),
        Refused::Moves(_)
        | Refused::Nothing(..)
        | Refused::Question(_)
        | Refused::Checkpoint(_) => kind("value", None),
    };
    raised(py, "refused", (kind, text, limit))
}

fn rejected(py: Python<'_>, name: &str, text: &str, found: &[Diagnostic]) -> PyErr {
    let shown: Vec<_> = found.iter().map(|one| shown(name, text, [one])).collect();
    let findings = Formatted::rejected(name.to_owned(), text, found.to_vec());
    raised(py, "unreadable", (shown, fmt_line(&findings), text))
}

/// The exception that a function of `grundy/_errors.py` makes.
pub(crate) fn raised<'py>(
    py: Python<'py>,
    function: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyErr {
    let made =
        py.import("grundy._errors").and_then(|module| module.call_method1(function, arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}
