//! Values of positions as bytes.

use crate::ask::{question, raised, refused};
use crate::work::Work;
use grundy_answers::ask::{Ask as _, Game, Refused, games, texts};
use grundy_answers::report::sequence::Subject;
use grundy_engines::one_game;
use grundy_kernel::Integer;
use grundy_language::limit::Limit;
use grundy_sequence as sequence;
use num_bigint::BigInt;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// What the values are called, their kind, and the values.
type Named<'py> = (String, String, Bound<'py, PyBytes>);

/// The values of a game, for a question that `ask::games::Sequence` reads.
#[pyfunction]
#[pyo3(signature = (asked, time_limit=None))]
pub(crate) fn values<'py>(
    py: Python<'py>,
    asked: &str,
    time_limit: Option<f64>,
) -> PyResult<Named<'py>> {
    let asked: games::Sequence = question(asked)?;
    room(asked.count.unwrap_or_default())?;
    let row = Work::alone(time_limit).run(py, |control| asked.row(&asked.game, control))?;
    let row = row.map_err(|error| refused(py, error))?;
    let bytes = bytes(py, row.values.iter())?;
    Ok((row.subject.name(), row.subject.rule.alphabet().to_string(), bytes))
}

/// The values that a description gives, for a question that `ask::texts::Expand` reads, and their kind.
#[pyfunction]
#[pyo3(signature = (asked, time_limit=None))]
pub(crate) fn described<'py>(
    py: Python<'py>,
    asked: &str,
    time_limit: Option<f64>,
) -> PyResult<(String, Bound<'py, PyBytes>)> {
    let asked: texts::Expand = question(asked)?;
    room(asked.count)?;
    let found = Work::alone(time_limit).run(py, |control| asked.answer(control))?;
    let found = found.map_err(|error| refused(py, error))?;
    Ok((found.alphabet.to_string(), bytes(py, found.rows[0].1.iter())?))
}

/// Is there enough memory for this number of values?
fn room(count: usize) -> PyResult<()> {
    let reserved = Vec::<u8>::new().try_reserve_exact(count);
    reserved.map_err(|_| PyMemoryError::new_err(format!("not enough memory for {count} values")))
}

/// One byte for each value.
fn bytes(
    py: Python<'_>,
    values: impl ExactSizeIterator<Item = u32>,
) -> PyResult<Bound<'_, PyBytes>> {
    let mut large = None;
    let bytes = PyBytes::new_with(py, values.len(), |bytes| {
        for (place, value) in bytes.iter_mut().zip(values) {
            match u8::try_from(value) {
                Ok(small) => *place = small,
                Err(_) => large = large.or(Some(value)),
            }
        }
        Ok(())
    })?;
    match large {
        None => Ok(bytes),
        Some(value) => {
            let message =
                format!("a Grundy value is {value}, but a Sequence holds values up to 255");
            Err(raised(py, "refused", ("undecided", message, "grundy-values")))
        }
    }
}

/// The values of a game from one position on, piece by piece.
#[pyclass(module = "grundy._grundy")]
pub struct Stream {
    game: sequence::Game,
    from: Integer,
    stream: Option<sequence::Stream>,
}

#[pymethods]
impl Stream {
    #[new]
    fn made(py: Python<'_>, game: &str, first: BigInt) -> PyResult<Self> {
        let game: Game = question(game)?;
        let game = game.listed().map_err(|error| refused(py, error))?;
        Ok(Self { game, from: first.into(), stream: None })
    }

    /// What the values are called, and their kind.
    fn named(&self) -> (String, String) {
        (Subject::from(&self.game).name(), self.game.rule().alphabet().to_string())
    }

    /// The next values.
    #[pyo3(signature = (count, time_limit=None))]
    fn take<'py>(
        &mut self,
        py: Python<'py>,
        count: usize,
        time_limit: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        room(count)?;
        let Self { game, from, stream } = self;
        let taken = Work::alone(time_limit).run(py, |control| {
            let stop = &control.stop;
            let stream = match stream {
                Some(stream) => stream,
                None => stream.insert(one_game::stream(game, from, stop)?),
            };
            stream.take(count, stop)
        })?;
        let ended = |limit: Limit| {
            let message = format!("not all of {count} values were computed");
            refused(py, Refused::Limit(limit, message))
        };
        bytes(py, taken.map_err(ended)?.into_iter())
    }
}
