//! Sequences of games.

use crate::arguments::asked;
use crate::errors::{Undecided, ended, undecided};
use crate::moves::{Given, game};
use crate::numbers::{integer, out};
use crate::pickle::{Reduced, reduced};
use crate::picture::{Picture, size};
use crate::work::Work;
use grundy_check::Integer;
use grundy_check::model::{Alphabet, Value};
use grundy_engines::one_game::Source;
use grundy_engines::runs;
use grundy_picture::{self as picture, Rows};
use grundy_report::report::sequence::Subject;
use grundy_sequence::{Game, Moves, Stream};
use num_bigint::BigInt;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{
    PyDeprecationWarning, PyIndexError, PyMemoryError, PyOverflowError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PySlice, PyString};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Is there memory for so many values?
pub(crate) fn room(count: usize) -> PyResult<()> {
    let reserved = Vec::<u8>::new().try_reserve_exact(count);
    reserved.map_err(|_| PyMemoryError::new_err(format!("not enough memory for {count} values")))
}

/// The values of successive positions.
///
/// You use it as a sequence of numbers (`collections.abc.Sequence`): `sequence[3]`, `len(sequence)`, `5 in sequence`.
/// A slice is a `Sequence`, or a list if it has a step.  `str` gives one letter for each value.  `array` and
/// `numpy.asarray` give a NumPy array of bytes without a copy.
///
/// >>> import grundy
/// >>> values = grundy.sequence("1 2", 7, values="nim")
/// >>> str(values), list(values)
/// ('_AB_AB_', [0, 1, 2, 0, 1, 2, 0])
/// >>> str(values[2:5]), values[2:5].start, values[::-3], values.count(2)
/// ('B_A', 2, [0, 0, 0], 2)
/// >>> values.array
/// array([0, 1, 2, 0, 1, 2, 0], dtype=uint8)
#[pyclass(sequence, module = "grundy")]
pub struct Sequence {
    title: String,
    alphabet: Alphabet,
    /// The position of the first value.
    #[pyo3(get)]
    start: BigInt,
    values: Kept,
}

fn out_of_range() -> PyErr {
    PyIndexError::new_err("sequence index out of range")
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

    /// As it was pickled.
    pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (title, values, start, bytes): (String, String, BigInt, Vec<u8>) = state.extract()?;
        let alphabet = asked(Some(&values), None)?.rule().alphabet();
        Ok(Self { title, alphabet, start, values: Kept::Values(bytes) })
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
    /// `nim` for Grundy values, or `outcome`: 0 is P (lost), 1 is N (won).
    #[getter]
    fn values(&self) -> String {
        self.alphabet.to_string()
    }

    /// The values as a read-only NumPy array of bytes; nothing is copied.
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
                    let message = "an array of another type needs a copy";
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

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Ok(slice) = key.cast::<PySlice>() else {
            let index: isize = key.extract().map_err(|error: PyErr| match error {
                error if error.is_instance_of::<PyOverflowError>(py) => out_of_range(),
                error => error,
            })?;
            let value = self.look(py, |values| {
                let index =
                    if index < 0 { index.checked_add_unsigned(values.len())? } else { index };
                values.get(usize::try_from(index).ok()?).copied()
            })?;
            return value.ok_or_else(out_of_range)?.into_bound_py_any(py);
        };
        let found = slice.indices(isize::try_from(self.__len__(py)?)?)?;
        let from = usize::try_from(found.start).unwrap_or(0);
        let taken = self.look(py, |values| {
            let at = |number: usize| {
                let index =
                    found.start.checked_add(found.step.checked_mul(number.try_into().ok()?)?);
                values.get(usize::try_from(index?).ok()?).copied()
            };
            (0..found.slicelength).map_while(at).collect::<Vec<u8>>()
        })?;
        if found.step != 1 {
            return taken.into_iter().map(u32::from).collect::<Vec<_>>().into_bound_py_any(py);
        }
        let (title, alphabet, start) = (self.title.clone(), self.alphabet, &self.start + from);
        Self { title, alphabet, start, values: Kept::Values(taken) }.into_bound_py_any(py)
    }

    fn __contains__(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.count(py, value)? > 0)
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let mut values = self.look(py, <[u8]>::to_vec)?;
        values.reverse();
        PyBytes::new(py, &values).try_iter()
    }

    /// How often a value occurs.
    fn count(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let Ok(value) = value.extract::<u8>() else { return Ok(0) };
        self.look(py, |values| values.iter().filter(|one| **one == value).count())
    }

    /// The first index of a value, from `start` on and before `stop`; ValueError if it does not occur there.
    #[pyo3(signature = (value, start=0, stop=None))]
    fn index(
        &self,
        py: Python<'_>,
        value: &Bound<'_, PyAny>,
        start: isize,
        stop: Option<isize>,
    ) -> PyResult<usize> {
        let length = isize::try_from(self.__len__(py)?)?;
        let place = |index: isize| {
            let index = if index < 0 { index.saturating_add(length) } else { index };
            usize::try_from(index.clamp(0, length)).unwrap_or(0)
        };
        let (from, end) = (place(start), place(stop.unwrap_or(length)));
        let wanted = value.extract::<u8>().ok();
        let found = self.look(py, |values| {
            let piece = values.get(from..end).unwrap_or_default();
            piece.iter().position(|one| Some(*one) == wanted)
        })?;
        found
            .map(|index| from + index)
            .ok_or_else(|| PyValueError::new_err(format!("{} is not in the sequence", value)))
    }

    /// Are position, kind and all values the same?
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.try_borrow()?;
        if (self.alphabet, &self.start) != (other.alphabet, &other.start) {
            return Ok(false);
        }
        self.look(py, |values| other.look(py, |others| values == others))?
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.look(py, |values| values.hash(&mut hasher))?;
        self.start.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let bytes = self.look(py, |values| PyBytes::new(py, values).unbind())?;
        let values = self.alphabet.to_string();
        reduced::<Self>(py, (self.title.clone(), values, self.start.clone(), bytes))
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

    /// A picture of the sequence with `row` positions in each row; by default it is about a square.
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

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.shown(py)?.and_then(|picture| picture._repr_svg_()))
    }

    fn _repr_png_(&self, py: Python<'_>) -> PyResult<Option<Cow<'static, [u8]>>> {
        self.shown(py)?.map_or(Ok(None), |picture| picture._repr_png_())
    }
}

impl Sequence {
    /// The picture in a cell of a notebook; nothing for more values than it can show.
    fn shown(&self, py: Python<'_>) -> PyResult<Option<Picture>> {
        const MOST: usize = 20_000;
        if self.__len__(py)? > MOST || u64::try_from(&self.start).is_err() {
            return Ok(None);
        }
        self.picture(py, None, 900, 400).map(Some)
    }
}

/// Where a piece of a sequence begins, and what stands before position 0.
pub(crate) struct SequenceStart {
    first: Integer,
    start: Option<String>,
}

impl SequenceStart {
    /// The arguments `first` and `start`.  A number as `start` is the first position: so it was called before
    /// there were start words.
    pub(crate) fn read(
        py: Python<'_>,
        first: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let is_word = start.is_none_or(|start| start.is_instance_of::<PyString>());
        let (first, start) = match (first, start) {
            (first, start) if is_word => (first, start),
            (None, position) => {
                let message =
                    c"start is the word before position 0; for the first position, write first=...";
                PyErr::warn(py, &py.get_type::<PyDeprecationWarning>(), message, 1)?;
                (position, None)
            }
            _ => return Err(PyTypeError::new_err("start is a word of values, such as '+--'")),
        };
        let first = first.map_or(Ok(Integer::ZERO), integer)?;
        if first.is_negative() {
            return Err(PyValueError::new_err("positions count from 0"));
        }
        Ok(Self { first, start: start.map(|it| it.extract()).transpose()? })
    }

    /// The first position in a description, which says itself what stands before position 0.
    pub(crate) fn described(self) -> PyResult<Integer> {
        match self.start {
            None => Ok(self.first),
            Some(_) => Err(PyValueError::new_err(
                "the description itself gives the values before position 0: FROM_INFINITY_DOWN REPEAT ... ENDREP",
            )),
        }
    }
}

/// The values of `count` positions of a game, from position `first` on.  Positions may be of any size.
///
/// `moves`, `values`, `rule`, `start` and the parameters are as in `grundy.period`.
///
/// >>> import grundy
/// >>> str(grundy.sequence("2 5 7", 30))
/// '--++-+++++-++--+++++++--++-+++'
/// >>> list(grundy.sequence("1 2", 4, first=10**30, values="nim"))
/// [1, 2, 0, 1]
/// >>> str(grundy.sequence("31 70", 20, rule="won odd", start="+", first=10**12))
/// '--+++-+-+++++---+--+'
#[pyfunction]
#[pyo3(signature = (
    moves, count, *, first=None, values=None, rule=None, start=None, time_limit=None, **at
))]
pub(crate) fn sequence(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    count: usize,
    first: Option<&Bound<'_, PyAny>>,
    values: Option<&str>,
    rule: Option<&str>,
    start: Option<&Bound<'_, PyAny>>,
    time_limit: Option<f64>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Sequence> {
    let SequenceStart { first, start } = SequenceStart::read(py, first, start)?;
    let rule = asked(values, rule)?.rule();
    let game = Given::read(moves, at)?.game(rule, start.as_deref())?;
    let (subject, source) = (Subject::of(&game, rule), Source::from(game));
    room(count)?;
    let values =
        Work::alone(time_limit).run(py, |task| source.values(&first, count, &task.stop))?;
    let values = values.map_err(|unreached| {
        let (positions, steps) = (unreached.positions, unreached.steps);
        let done = format!("{positions} positions and {steps} steps of jumps were computed");
        ended(unreached.limit, &done)
    })?;
    let values = small(values.into_list())?;
    Ok(Sequence::new(title(&subject), rule.alphabet(), &first, values))
}

/// Values that arrays of bytes have room for.
fn small(values: Vec<u32>) -> PyResult<Vec<Value>> {
    let large = |value| {
        let message = format!("a Grundy value is {value}, but a Sequence holds values up to 255");
        Undecided::new_err((message, "grundy-values"))
    };
    let small = |value| u8::try_from(value).map(Value).map_err(|_| large(value));
    values.into_iter().map(small).collect()
}

/// What a sequence is called: `Grundy values of { 1 2 }`.
fn title(subject: &Subject) -> String {
    let name = subject.name();
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The values of a game in blocks of `size` positions, from position `first` on: an endless iterator.  The other
/// arguments are as in `grundy.sequence`.
///
/// Only one block is in memory at a time.
///
/// >>> import grundy
/// >>> blocks = grundy.blocks("2 5 7", 10)
/// >>> str(next(blocks)), str(next(blocks))
/// ('--++-+++++', '-++--+++++')
#[pyfunction]
#[pyo3(signature = (
    moves, size, *, first=None, values=None, rule=None, start=None, time_limit=None, **at
))]
pub(crate) fn blocks(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    size: usize,
    first: Option<&Bound<'_, PyAny>>,
    values: Option<&str>,
    rule: Option<&str>,
    start: Option<&Bound<'_, PyAny>>,
    time_limit: Option<f64>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Blocks> {
    let SequenceStart { first: next, start } = SequenceStart::read(py, first, start)?;
    let sizes = Given::read(moves, at)?.sizes(Moves::GREATEST)?;
    let game = game(&sizes, asked(values, rule)?.rule(), start.as_deref())?;
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
        let values = Work::alone(*time_limit).run(py, |task| {
            let stream = match stream {
                Some(stream) => stream,
                None => stream.insert(runs::stream(game, next, &task.stop)?),
            };
            stream.take(*size, &task.stop)
        })?;
        let values = values.map_err(undecided)?;
        let start = next.clone();
        *next += &Integer::from(values.len());
        let title = title(&Subject::from(&*game));
        Ok(Sequence::new(title, game.rule().alphabet(), &start, small(values)?))
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

    fn __repr__(&self) -> String {
        let (title, size, next) = (title(&Subject::from(&self.game)), self.size, &self.next);
        format!("<grundy.Blocks: {title}, blocks of {size} values, next from {next}>")
    }
}
