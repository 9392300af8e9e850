//! Pictures.

use crate::ask::refused;
use crate::work::Work;
use grundy_census::region::{self, GREATEST_S3};
use grundy_check::model::{Alphabet, Value};
use grundy_picture::{self as picture, Greys, Picture, Refuted, Rows, Size, Theme};
use grundy_report::ask::Refused;
use grundy_sequence::Run;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

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
fn size((width, height): (u32, u32)) -> PyResult<Size> {
    Size::new(width, height).ok_or_else(|| {
        PyValueError::new_err(format!(
            "width and height are from {} to {} pixels, not {width} and {height}",
            Size::LEAST,
            Size::GREATEST
        ))
    })
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

/// All games of three moves with this largest one.
#[pyfunction]
#[pyo3(signature = (s3, show, pixels, threads=0, time_limit=None, progress=None))]
pub(crate) fn map(
    py: Python<'_>,
    s3: u32,
    show: &str,
    pixels: (u32, u32),
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Drawing> {
    let draw: fn(u32, &[region::ThreeMoves], &picture::Drawing) -> Picture = match show {
        "period" => |s3, games, drawing| picture::period_types(s3, games, false, drawing),
        "exceptions" => picture::no_sums,
        "preperiod" => {
            |s3, games, drawing| picture::preperiods(s3, games, Greys::Logarithmic, drawing)
        }
        other => {
            let message = format!("show is 'period', 'exceptions' or 'preperiod', not {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    if !(3..=GREATEST_S3).contains(&s3) {
        let message = format!("s3 is from 3 to {GREATEST_S3}, not {s3}");
        return Err(PyValueError::new_err(message));
    }
    let view = region::View::ALL;
    let drawing = picture::Drawing { view, mirrored: false, size: size(pixels)? };
    let (done, total) = (AtomicU64::new(0), u64::from(s3 - 1) * u64::from(s3 - 2) / 2);
    let games = Work { threads, time_limit, progress }.run(py, |control| {
        let more = |games| {
            let before = done.fetch_add(games, Ordering::Relaxed);
            control.count(before + games, total, "games");
        };
        control.threads.run(|| region::three(s3, view, &control.stop, &more))
    })?;
    let came = |limit| {
        Refused::Limit(
            limit,
            format!("{} of {total} games were done", done.load(Ordering::Relaxed)),
        )
    };
    Ok(Drawing(draw(s3, &games.map_err(|limit| refused(py, came(limit)))?, &drawing)))
}
