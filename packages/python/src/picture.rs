//! Pictures.

use crate::errors::undecided;
use crate::work::Work;
use grundy_census::region::{self, GREATEST_S3};
use grundy_picture::{self as picture, Size, Theme};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

/// A longer SVG is not put into a notebook.
const LONGEST_SVG: usize = 200_000;

/// A picture.  A notebook shows it as SVG, or as PNG if the SVG would be large, no wider than its cell.
#[pyclass(frozen, module = "grundy")]
pub struct Picture(picture::Picture);

impl Picture {
    pub fn new(picture: picture::Picture) -> Self {
        Self(picture)
    }
}

#[pymethods]
impl Picture {
    /// The picture as an SVG document; `theme` is `auto` (as the reader prefers), `light` or `dark`.
    #[pyo3(signature = (theme="auto"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        Ok(self.0.svg(self::theme(theme)?))
    }

    /// The picture as a PNG file; `theme` is `light` or `dark`.
    #[pyo3(signature = (theme="light"))]
    fn png(&self, theme: &str) -> PyResult<Cow<'static, [u8]>> {
        let bytes = self.0.png(self::theme(theme)?);
        bytes.map(Cow::Owned).map_err(|error| PyMemoryError::new_err(error.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Picture: {} bytes of SVG>", self.0.svg(Theme::Auto).len())
    }

    /// The picture for a cell of a notebook, which it does not leave; None where it would make the notebook
    /// large.
    pub fn _repr_svg_(&self) -> Option<String> {
        let svg = self.0.svg(Theme::Auto);
        let fitted = svg.replacen("<svg ", "<svg style=\"max-width:100%;height:auto\" ", 1);
        (fitted.len() <= LONGEST_SVG).then_some(fitted)
    }

    /// The same as PNG, where there is no SVG.
    pub fn _repr_png_(&self) -> PyResult<Option<Cow<'static, [u8]>>> {
        match self._repr_svg_() {
            Some(_) => Ok(None),
            None => self.png("light").map(Some),
        }
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
pub(crate) fn size(width: u32, height: u32) -> PyResult<Size> {
    Size::new(width, height).ok_or_else(|| {
        PyValueError::new_err(format!(
            "width and height are from {} to {} pixels, not {width} and {height}",
            Size::LEAST,
            Size::GREATEST
        ))
    })
}

/// A map of all games { s1 s2 s3 } with this s3.
///
/// It shows which sum of two moves the period is (`show="period"`), where the period is no such sum
/// (`show="exceptions"`), or how long the preperiod is (`show="preperiod"`).
///
/// >>> import grundy
/// >>> grundy.period_map(32).svg().startswith("<svg")
/// True
#[pyfunction]
#[pyo3(signature = (
    s3, *, show="period", width=800, height=800, threads=0, time_limit=None, progress=None
))]
pub(crate) fn period_map(
    py: Python<'_>,
    s3: u32,
    show: &str,
    width: u32,
    height: u32,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Picture> {
    let draw: fn(u32, &[region::ThreeMoves], &picture::Drawing) -> picture::Picture = match show {
        "period" => |s3, games, drawing| picture::period_types(s3, games, false, drawing),
        "exceptions" => picture::no_sums,
        "preperiod" => |s3, games, drawing| {
            picture::preperiods(s3, games, picture::Greys::Logarithmic, drawing)
        },
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
    let drawing = picture::Drawing { view, mirrored: false, size: size(width, height)? };
    let games = Work { threads, time_limit, progress }.run(py, |task| {
        let (done, total) = (AtomicU64::new(0), u64::from(s3 - 1) * u64::from(s3 - 2) / 2);
        let more = |games| {
            let before = done.fetch_add(games, Ordering::Relaxed);
            task.tell(before + games, total, "games");
        };
        task.threads.run(|| region::three(s3, view, &task.stop, &more))
    })?;
    Ok(Picture(draw(s3, &games.map_err(undecided)?, &drawing)))
}
