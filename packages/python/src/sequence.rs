//! Sequences of games.

use crate::arguments::{Work, rule};
use crate::errors::undecided;
use crate::moves::{self, game};
use crate::numbers::{integer, out};
use crate::picture::{Picture, size};
use grundy_check::Integer;
use grundy_check::model::{Alphabet, Value};
use grundy_engines::accelerate;
use grundy_picture::{self as picture, Rows};
use grundy_sequence::{Game, Moves, Rule, Stream};
use num_bigint::BigInt;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator};

/// Is there memory for so many values?
pub fn room(count: usize) -> PyResult<()> {
    let reserved = Vec::<u8>::new().try_reserve_exact(count);
    reserved.map_err(|_| PyMemoryError::new_err(format!("not enough memory for {count} values")))
}

/// The values of successive positions.
///
/// It is a sequence of numbers: `sequence[3]`, `len(sequence)`; its text has one letter for each.
/// `array` and `numpy.asarray` give a NumPy array of bytes, which is not copied.
///
/// >>> import grundy
/// >>> values = grundy.sequence("1 2", 7, values="nim")
/// >>> str(values), list(values)
/// ('_AB_AB_', [0, 1, 2, 0, 1, 2, 0])
/// >>> values.array
/// array([0, 1, 2, 0, 1, 2, 0], dtype=uint8)
#[pyclass(sequence, module = "grundy")]
pub struct Sequence {
    title: String,
    alphabet: Alphabet,
    start: BigInt,
    values: Kept,
}

/// Values move into an array when one is asked for.
enum Kept {
    Values(Vec<u8>),
    Array(Py<PyArray1<u8>>),
}

impl Sequence {
    pub fn new(title: String, alphabet: Alphabet, start: &Integer, values: Vec<Value>) -> Self {
        let values = values.into_iter().map(|value| value.0).collect();
        Self { title, alphabet, start: out(start), values: Kept::Values(values) }
    }

    /// What `look` sees of the values.
    fn look<T>(&self, py: Python<'_>, look: impl FnOnce(&[u8]) -> T) -> PyResult<T> {
        match &self.values {
            Kept::Values(values) => Ok(look(values)),
            Kept::Array(array) => Ok(look(array.bind(py).readonly().as_slice()?)),
        }
    }
}

#[pymethods]
impl Sequence {
    /// The position of the first value.
    #[getter]
    fn start(&self) -> BigInt {
        self.start.clone()
    }

    /// `nim` or `outcome`: what the numbers are; an outcome is 0 (P, lost) or 1 (N, won).
    #[getter]
    fn values(&self) -> String {
        self.alphabet.to_string()
    }

    /// The values as a NumPy array of bytes that cannot be written to; nothing is copied.
    #[getter]
    fn array<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        // Without NumPy that is an ImportError, and the values stay.
        py.import("numpy")?;
        let values = match &mut self.values {
            Kept::Array(array) => return Ok(array.bind(py).clone()),
            Kept::Values(values) => std::mem::take(values),
        };
        let array = PyArray1::from_vec(py, values);
        self.values = Kept::Array(array.clone().unbind());
        let flags = PyDict::new(py);
        flags.set_item("write", false)?;
        array.call_method("setflags", (), Some(&flags))?;
        Ok(array)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &mut self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array(py)?.into_any();
        let array = match dtype {
            Some(dtype) if !array.getattr("dtype")?.eq(dtype)? => {
                if copy == Some(false) {
                    let message = "an array of another type is a copy";
                    return Err(PyValueError::new_err(message));
                }
                return array.call_method1("astype", (dtype,));
            }
            _ => array,
        };
        if copy == Some(true) { array.call_method0("copy") } else { Ok(array) }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.look(py, <[u8]>::len)
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<u8> {
        let value = self.look(py, |values| {
            let index = if index < 0 { index.checked_add_unsigned(values.len())? } else { index };
            values.get(usize::try_from(index).ok()?).copied()
        })?;
        value.ok_or_else(|| PyIndexError::new_err("sequence index out of range"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.look(py, |values| PyBytes::new(py, values).try_iter())?
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |values| {
            values.iter().map(|&value| self.alphabet.letter(Value(value))).collect()
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (title, start) = (&self.title, &self.start);
        Ok(format!("<grundy.Sequence: {title}, {} values from {start}>", self.__len__(py)?))
    }

    /// The sequence drawn row by row, so many positions in a row.
    #[pyo3(signature = (row=None, *, width=900, height=600))]
    fn picture(
        &self,
        py: Python<'_>,
        row: Option<u32>,
        width: u32,
        height: u32,
    ) -> PyResult<Picture> {
        let size = size(width, height)?;
        if row == Some(0) {
            return Err(PyValueError::new_err("a row has at least one position"));
        }
        let Ok(from) = u64::try_from(&self.start) else {
            return Err(PyValueError::new_err("only positions below 2^64 can be drawn"));
        };
        let (title, alphabet) = (&*self.title, self.alphabet);
        self.look(py, |values| {
            let values: Vec<_> = values.iter().map(|&value| Value(value)).collect();
            // By default about a square.
            let square = u32::try_from(values.len().isqrt()).unwrap_or(u32::MAX).max(1);
            let width = row.unwrap_or(square);
            Picture::new(picture::rows(
                &Rows { title, alphabet, from, width, values: &values },
                size,
            ))
        })
    }

    /// Nothing for more values than a picture can show.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        const MOST: usize = 20_000;
        if self.__len__(py)? > MOST || u64::try_from(&self.start).is_err() {
            return Ok(None);
        }
        self.picture(py, None, 900, 400).map(|picture| Some(picture._repr_svg_()))
    }
}

/// The values of `count` positions of a game from `start` on, which may be of any size.
///
/// `moves`, `values` and the parameters are as in `grundy.period`.
///
/// >>> import grundy
/// >>> str(grundy.sequence("2 5 7", 30))
/// '--++-+++++-++--+++++++--++-+++'
/// >>> list(grundy.sequence("1 2", 4, start=10**30, values="nim"))
/// [1, 2, 0, 1]
#[pyfunction]
#[pyo3(signature = (moves, count, *, start=None, values="outcome", time_limit=None, **at))]
pub fn sequence(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    count: usize,
    start: Option<&Bound<'_, PyAny>>,
    values: &str,
    time_limit: Option<f64>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Sequence> {
    blocks(moves, count, start, values, time_limit, at)?.take(py)
}

/// The values of a game from `start` on, in blocks of `size` positions: an iterator without end.
///
/// Only one block is in memory at a time.
///
/// >>> import grundy
/// >>> blocks = grundy.blocks("2 5 7", 10)
/// >>> str(next(blocks)), str(next(blocks))
/// ('--++-+++++', '-++--+++++')
#[pyfunction]
#[pyo3(signature = (moves, size, *, start=None, values="outcome", time_limit=None, **at))]
pub fn blocks(
    moves: &Bound<'_, PyAny>,
    size: usize,
    start: Option<&Bound<'_, PyAny>>,
    values: &str,
    time_limit: Option<f64>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Blocks> {
    let sizes = moves::sizes(moves, at, Moves::GREATEST)?;
    let game = game(&sizes, rule(values)?)?;
    let next = start.map_or(Ok(Integer::ZERO), integer)?;
    if next.is_negative() {
        return Err(PyValueError::new_err("positions count from 0"));
    }
    Ok(Blocks { game, stream: None, next, size, time_limit })
}

/// The values of a game, block by block; see `grundy.blocks`.
#[pyclass(module = "grundy")]
pub struct Blocks {
    game: Game,
    stream: Option<Stream>,
    next: Integer,
    size: usize,
    time_limit: Option<f64>,
}

impl Blocks {
    /// The next block.
    fn take(&mut self, py: Python<'_>) -> PyResult<Sequence> {
        let Self { game, stream, next, size, time_limit } = self;
        room(*size)?;
        let work = Work { threads: 1, time_limit: *time_limit, progress: None };
        let values = work.watch(py)?.run(py, |task| {
            let stream = match stream {
                Some(stream) => stream,
                None => stream.insert(accelerate::stream(game, next, &task.stop)?),
            };
            stream.take(*size, &task.stop)
        })?;
        let values = values.map_err(undecided)?;
        let title = match game.rule() {
            Rule::Mex => format!("Grundy values of {}", game.moves()),
            Rule::Misere => format!("Misère outcomes of {}", game.moves()),
            _ => format!("Outcomes of {}", game.moves()),
        };
        let start = next.clone();
        *next += &Integer::from(values.len());
        Ok(Sequence::new(title, game.rule().alphabet(), &start, values))
    }
}

#[pymethods]
impl Blocks {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Sequence> {
        self.take(py)
    }
}
