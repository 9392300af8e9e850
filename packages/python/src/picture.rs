//! Pictures.

use crate::ask::{question, refused};
use crate::work::Work;
use grundy_answers::ask::{Question, answer};
use grundy_kernel::model::{Alphabet, Value};
use grundy_picture::{self as picture, Picture, Refuted, Rows, Size, Theme};
use grundy_sequence::Run;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::borrow::Cow;

/// A finished picture.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Drawing(Picture);

#[pymethods]
impl Drawing {
    /// As an SVG document.
    fn svg(&self, theme: &str) -> PyResult<String> {
        Ok(self.0.svg(self::theme(theme)?))
    }

    /// As a PNG file.
    fn png(&self, theme: &str) -> PyResult<Cow<'static, [u8]>> {
        let bytes = self.0.png(self::theme(theme)?);
        bytes.map(Cow::Owned).map_err(|error| PyMemoryError::new_err(error.to_string()))
    }
}

fn theme(name: &str) -> PyResult<Theme> {
    match name {
        "auto" => Ok(Theme::Auto),
        "light" => Ok(Theme::Light),
        "dark" => Ok(Theme::Dark),
        other => {
            Err(PyValueError::new_err(format!("theme is 'auto', 'light' or 'dark', not {other:?}")))
        }
    }
}

/// A size in pixels.
fn size(pixels: (u32, u32)) -> PyResult<Size> {
    Size::try_from(pixels).map_err(PyValueError::new_err)
}

fn alphabet(values: &str) -> Alphabet {
    if values == "nim" { Alphabet::Nim } else { Alphabet::Outcome }
}

/// The values of a sequence from one position on, in rows of this width.
#[pyfunction]
pub(crate) fn rows(
    title: &str,
    kind: &str,
    first: u64,
    width: u32,
    values: &[u8],
    pixels: (u32, u32),
) -> PyResult<Drawing> {
    let values: Vec<_> = values.iter().map(|&value| Value(value)).collect();
    let rows = Rows { title, alphabet: alphabet(kind), from: first, width, values: &values };
    Ok(Drawing(picture::rows(&rows, size(pixels)?)))
}

/// What a description says and what the rule gives, from one position on, as runs of values with their lengths.
#[pyfunction]
pub(crate) fn refutation(
    title: String,
    subtitle: String,
    kind: &str,
    first: u64,
    position: u64,
    described: Vec<(u8, u64)>,
    computed: Vec<(u8, u64)>,
    pixels: (u32, u32),
) -> PyResult<Drawing> {
    let runs = |runs: Vec<(u8, u64)>| {
        let run = |(value, length)| Run { value: Value(value), length };
        runs.into_iter().map(run).collect()
    };
    let (described, computed, alphabet) = (runs(described), runs(computed), alphabet(kind));
    let refuted = Refuted { title, subtitle, alphabet, from: first, described, computed, position };
    Ok(Drawing(picture::refutation(&refuted, size(pixels)?)))
}

/// The picture that answers a question.
#[pyfunction]
#[pyo3(signature = (asked, threads=0, time_limit=None, progress=None))]
pub(crate) fn draw(
    py: Python<'_>,
    asked: &str,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Drawing> {
    let question: Question = question(asked)?;
    let work = Work { threads, time_limit, progress };
    let reply = work.run(py, |control| answer(&question, control))?;
    let picture = reply.map_err(|error| refused(py, error))?.picture;
    Ok(Drawing(picture.ok_or_else(|| PyValueError::new_err("no picture answers this question"))?))
}
