//! Who wins several heaps.

use crate::errors::Undecided;
use crate::moves::{Given, wrong};
use crate::numbers::{integer, out};
use crate::pickle::{Reduced, pickled};
use crate::work::Work;
use grundy_games::heaps::{Convention, Heap, Reason, Set, Sum, exclusive_or};
use grundy_report::report::{Render as _, heaps as report};
use num_bigint::BigInt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;

/// Who wins several heaps, and by which moves.
#[pyclass(frozen, eq, hash, from_py_object, module = "grundy")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// `N` if the player to move (next player) wins, `P` if the other one (previous player) does.
    #[pyo3(get)]
    outcome: String,
    /// All moves that win, as pairs: the number of a heap, from 1 on, and how many items to take.
    #[pyo3(get)]
    winning_moves: Vec<(usize, BigInt)>,
    /// The Grundy value of each heap; None in misère play if only one heap has moves.
    #[pyo3(get)]
    grundy_values: Option<Vec<u32>>,
    /// The document that `grundy heaps --format json` prints.
    #[pyo3(get)]
    json: String,
    text: String,
}

pickled!(Heaps { outcome, winning_moves, grundy_values, json, text });

#[pymethods]
impl Heaps {
    /// The exclusive or of the Grundy values; None where there are none.
    #[getter]
    fn xor(&self) -> Option<u32> {
        self.grundy_values.as_deref().map(exclusive_or)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let moves = self.winning_moves.iter().map(|(heap, take)| format!("{heap}:{take}"));
        let moves = moves.collect::<Vec<_>>().join(" ");
        let moves = if moves.is_empty() { "none" } else { &moves };
        format!("<grundy.Heaps: {}, winning moves {moves}>", self.outcome)
    }
}

/// Who wins several heaps, as `grundy heaps` finds it.
///
/// Each argument is a pair of moves and of the heaps that have these moves: a number of items, or an iterable of such
/// numbers.  The moves are as in `grundy.period`, and so are the named arguments for their parameters.  Heaps are numbered
/// from 1 in the order in which you list them.  Whoever cannot move loses; with `misere=True`, wins.
///
/// If the answer is not found in the time allowed, or a heap is too large, `grundy.Undecided` is raised.
///
/// >>> import grundy
/// >>> answer = grundy.heaps(("2 5", [2, 5, 12]), ("1..4", 13))
/// >>> answer
/// <grundy.Heaps: N, winning moves 2:5 3:5 4:2>
/// >>> answer.grundy_values, answer.xor, answer.winning_moves
/// ([1, 2, 2, 3], 2, [(2, 5), (3, 5), (4, 2)])
/// >>> grundy.heaps(("squares", [3, 7]), misere=True).outcome
/// 'P'
#[pyfunction]
#[pyo3(signature = (*heaps, misere=false, time_limit=None, **at))]
pub(crate) fn heaps(
    py: Python<'_>,
    heaps: &Bound<'_, PyTuple>,
    misere: bool,
    time_limit: Option<f64>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Heaps> {
    let mut sum = Vec::new();
    for pair in heaps {
        sum.extend(pair_of(&pair, at)?);
    }
    if sum.is_empty() {
        return Err(PyValueError::new_err("there are no heaps; write heaps((\"2 5\", [3, 7]))"));
    }
    let (sum, convention) =
        (Sum(sum), if misere { Convention::Misere } else { Convention::Normal });
    let answer = Work::alone(time_limit).run(py, |task| sum.answer(convention, &task.stop))?;
    let answer = answer
        .map_err(|limit| Undecided::new_err((report::unknown(convention, limit), limit.name())))?;
    let grundy_values = match &answer.reason {
        Reason::GrundyValues(values) => Some(values.clone()),
        Reason::OneHeap => None,
    };
    let told = report::answer(&sum, convention, &answer);
    Ok(Heaps {
        outcome: answer.outcome.to_string(),
        winning_moves: answer.winning.iter().map(|it| (it.heap, out(&it.take))).collect(),
        grundy_values,
        json: told.json(),
        text: told.text().trim_end().to_owned(),
    })
}

/// The heaps of a pair.
fn pair_of(pair: &Bound<'_, PyAny>, at: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<Heap>> {
    let wrong_type = || {
        PyTypeError::new_err(
            "each argument is a pair of moves and heaps, such as (\"2 5\", [3, 7]) or (\"2 5\", 12)",
        )
    };
    if pair.is_instance_of::<PyString>() {
        return Err(wrong_type());
    }
    let (moves, sizes): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        pair.extract().map_err(|_| wrong_type())?;
    let sizes = match integer(&sizes) {
        Ok(one) => vec![one],
        Err(_) if sizes.is_instance_of::<PyString>() => return Err(wrong_type()),
        Err(_) => sizes.try_iter()?.map(|one| integer(&one?)).collect::<PyResult<Vec<_>>>()?,
    };
    if let Some(size) = sizes.iter().find(|size| size.is_negative()) {
        return Err(PyValueError::new_err(format!("a heap has at least 0 items, not {size}")));
    }
    let given = Given::read(&moves, at)?;
    let largest = sizes.iter().max().cloned().unwrap_or_default();
    let set = Arc::new(Set::read(&given.written(), &largest).map_err(wrong)?);
    Ok(sizes.into_iter().map(|size| Heap { set: set.clone(), size }).collect())
}
