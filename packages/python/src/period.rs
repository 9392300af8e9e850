//! Periods of single games.

use crate::arguments::{Work, rule};
use crate::errors::undecided;
use crate::moves::{self, game};
use crate::numbers::out;
use grundy_engines::accelerate;
use grundy_engines::one_game::{Found, Search};
use grundy_sequence::Rule;
use num_bigint::BigInt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Period and preperiod of a game, both least unless `is_least` says otherwise; unpacks as a pair.
///
/// >>> import grundy
/// >>> cycle = grundy.period("2 5 7")
/// >>> cycle.period, cycle.preperiod
/// (22, 0)
/// >>> p, q = cycle
#[pyclass(frozen, eq, hash, module = "grundy")]
#[derive(PartialEq, Eq, Hash)]
pub struct Cycle {
    /// A period.
    #[pyo3(get)]
    period: BigInt,
    /// The least preperiod.
    #[pyo3(get)]
    preperiod: BigInt,
    /// Is the period known to be the least one?
    #[pyo3(get)]
    is_least: bool,
    /// What found it, `direct` or `accelerated`; None where that is not told.
    #[pyo3(get)]
    method: Option<&'static str>,
}

impl Cycle {
    pub fn new(cycle: &accelerate::Cycle, method: Option<&'static str>) -> Self {
        let accelerate::Cycle { period, preperiod, is_least } = cycle;
        Self { period: out(period), preperiod: out(preperiod), is_least: *is_least, method }
    }
}

#[pymethods]
impl Cycle {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pair = PyTuple::new(py, [&self.period, &self.preperiod])?;
        Ok(pair.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        let least = if self.is_least { "" } else { ", perhaps not least" };
        format!("<grundy.Cycle: period {}{least}, preperiod {}>", self.period, self.preperiod)
    }
}

/// The period and preperiod of a game.
///
/// `moves` is a text or an iterable of integers, texts and SymPy expressions; the parameters of the
/// moves are named arguments.  `values` is `outcome`, `nim` or `misere`.  `method` is `direct` (from
/// position to position), `accelerated` (by proved jumps over loops and by edges between zones, for
/// periods of any size), or `auto` (all in turns).
///
/// What is not found in the time allowed raises `grundy.Undecided`.
///
/// >>> import grundy
/// >>> grundy.period([3, 7, 8])
/// <grundy.Cycle: period 5, preperiod 8>
/// >>> grundy.period("{ 2n 5n 6n+1 8n+1 }", values="nim", n=10**6).period
/// 14000000000011000001
#[pyfunction]
#[pyo3(signature = (
    moves, *, values="outcome", method="auto", time_limit=None, progress=None, **at
))]
pub fn period(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    values: &str,
    method: &str,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Cycle> {
    let sizes = moves::sizes(moves, at, accelerate::GREATEST)?;
    let rule = rule(values)?;
    let mut search = search(&sizes, rule, method)?;
    let work = Work { threads: 1, time_limit, progress };
    let found = work.watch(py)?.run(py, |task| {
        loop {
            match search.advance(&task.stop)? {
                Some(Found::Directly(cycle)) => return Ok((cycle.into(), "direct")),
                Some(found) => return Ok((found.into(), "accelerated")),
                None => {}
            }
            match search.computed() {
                Some(direct) => task.tell(direct.position(), 0, "positions"),
                None => task.tell(search.statistics().steps, 0, "steps"),
            }
        }
    })?;
    let (cycle, method) = found.map_err(undecided)?;
    Ok(Cycle::new(&cycle, Some(method)))
}

/// The search by this method.
fn search(sizes: &[u64], rule: Rule, method: &str) -> PyResult<Search> {
    let direct = || Ok(Search::direct(&game(sizes, rule)?));
    match method {
        "direct" => direct(),
        "accelerated" => Search::without_positions(sizes, rule).ok_or_else(|| {
            PyValueError::new_err(format!(
                "Grundy values of more than {} moves are computed directly only",
                accelerate::MOST_MOVES
            ))
        }),
        "auto" => Search::new(sizes, rule).map_or_else(direct, Ok),
        other => Err(PyValueError::new_err(format!(
            "method is 'auto', 'direct' or 'accelerated', not {other:?}"
        ))),
    }
}
