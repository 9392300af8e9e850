//! Periods of single games.

use crate::arguments::{Work, rule};
use crate::errors::undecided;
use crate::moves::{self, game};
use crate::numbers::out;
use grundy::Limit;
use grundy::accelerate::{self, FoundBy, Turns};
use grundy::sequence::{CycleSearch, Moves, Rule};
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
/// position to position), `accelerated` (by proved jumps over loops, for periods of any size), or
/// `auto` (both in turns).
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
    let (direct, jumps) = searches(&sizes, rule, method)?;
    let work = Work { threads: 1, time_limit, progress };
    let found = work.watch(py)?.run(py, |task| {
        let stop = &task.stop;
        let Some(direct) = direct else {
            let mut jumps = jumps.ok_or(Limit::POSITIONS)?;
            loop {
                if let Some(cycle) = jumps.advance(accelerate::Search::TURN, stop)? {
                    return Ok((cycle, "accelerated"));
                }
                task.tell(jumps.statistics().steps, 0, "steps");
            }
        };
        let mut turns = Turns::new(direct, jumps);
        loop {
            if turns.direct().position() >= CycleSearch::FARTHEST {
                return Err(Limit::POSITIONS);
            }
            match turns.step(stop)? {
                Some(FoundBy::Steps(cycle)) => return Ok((cycle.into(), "direct")),
                Some(FoundBy::Jumps(cycle, _)) => return Ok((cycle, "accelerated")),
                None => task.tell(turns.direct().position(), 0, "positions"),
            }
        }
    })?;
    let (cycle, method) = found.map_err(undecided)?;
    Ok(Cycle::new(&cycle, Some(method)))
}

/// The searches that a method consists of.
fn searches(
    sizes: &[u64],
    rule: Rule,
    method: &str,
) -> PyResult<(Option<CycleSearch>, Option<accelerate::Search>)> {
    let jumps = || accelerate::Search::new(sizes, rule);
    let direct = || Ok::<_, PyErr>(CycleSearch::new(&game(sizes, rule)?));
    let large = sizes.last().is_some_and(|&size| size > Moves::GREATEST);
    match method {
        "direct" => Ok((Some(direct()?), None)),
        "accelerated" => match jumps() {
            None => Err(PyValueError::new_err(format!(
                "Grundy values of more than {} moves are computed directly only",
                accelerate::MOST_MOVES
            ))),
            jumps => Ok((None, jumps)),
        },
        "auto" => match jumps() {
            Some(jumps) if large => Ok((None, Some(jumps))),
            jumps => Ok((Some(direct()?), jumps)),
        },
        other => Err(PyValueError::new_err(format!(
            "method is 'auto', 'direct' or 'accelerated', not {other:?}"
        ))),
    }
}
