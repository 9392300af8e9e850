//! Periods of single games.

use crate::arguments::asked;
use crate::errors::{NoPeriod, ended, undecided, unknown};
use crate::moves::{Given, game};
use crate::numbers::out;
use crate::pickle::{Reduced, pickled};
use crate::work::Work;
use grundy_check::Integer;
use grundy_core::limit::Limit;
use grundy_engines::one_game::{self, Found, OneGame, Search};
use grundy_engines::real::{self, Unfound};
use grundy_engines::runs;
use grundy_infer::infer::{Options, member};
use grundy_sequence::{MoveSet, Moves, Rule, SetCycle};
use num_bigint::BigInt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// So many losing intervals are computed before a theorem is looked for.
const FEW: u64 = 1 << 12;

/// The period and preperiod of a game.  Both are least unless `is_least` is False.  A cycle unpacks as a pair.
///
/// >>> import grundy
/// >>> cycle = grundy.period("2 5 7")
/// >>> cycle.period, cycle.preperiod
/// (22, 0)
/// >>> p, q = cycle
#[pyclass(frozen, eq, hash, from_py_object, module = "grundy")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// A period.
    #[pyo3(get)]
    period: BigInt,
    /// The least preperiod.
    #[pyo3(get)]
    preperiod: BigInt,
    /// Is the period proved to be the least one?
    #[pyo3(get)]
    is_least: bool,
    /// What each period adds to the Grundy values: 0 for all games with finitely many moves.
    #[pyo3(get)]
    saltus: u64,
    /// What found the period: `direct`, `accelerated`, `intervals` (for moves beyond 64 bits), `theorem` (about a family
    /// that the game belongs to) or `set` (for infinitely many moves); None in the results of `grundy.infer`.
    #[pyo3(get)]
    method: Option<String>,
}

pickled!(Cycle { period, preperiod, is_least, saltus, method });

impl Cycle {
    pub fn new(cycle: &runs::Cycle, method: Option<&'static str>) -> Self {
        let runs::Cycle { period, preperiod, is_least } = cycle;
        let method = method.map(str::to_owned);
        let (period, preperiod, is_least) = (out(period), out(preperiod), *is_least);
        Self { period, preperiod, is_least, saltus: 0, method }
    }

    fn pair<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [&self.period, &self.preperiod])
    }
}

#[pymethods]
impl Cycle {
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.pair(py)?.try_iter()?.into_any())
    }

    fn __len__(&self) -> usize {
        2
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: isize) -> PyResult<Bound<'py, PyAny>> {
        self.pair(py)?.as_any().get_item(key)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __repr__(&self) -> String {
        let least = if self.is_least { "" } else { ", perhaps not least" };
        let saltus = match self.saltus {
            0 => String::new(),
            saltus => format!(", saltus {saltus}"),
        };
        let Self { period, preperiod, .. } = self;
        format!("<grundy.Cycle: period {period}{least}, preperiod {preperiod}{saltus}>")
    }
}

/// The period and preperiod of a game, as `grundy period` finds them.
///
/// `moves` is a text or an iterable of integers, texts and SymPy expressions; you give the
/// parameters of the moves by name.  `values` is `outcome` (the default), `nim` or `misere`.  `rule` is `mex`,
/// `normal`, `misere`, or `lost CONDITION` or `won CONDITION`, where a position is won if the number of its
/// lost or won options is `odd`, `even`, `== C`, `!= C`, `>= C`, `<= C`, `> C` or `< C`; also `nor`, `parity`,
/// `exactly-one` and `more-than-C`, as in `grundy period --rule`.  `start` gives the values before position 0,
/// such as `+--`, repeated to the left; `sink` allows every move from every heap.  `method` is `direct` (position by
/// position), `accelerated` (by proved jumps over loops and by walls between domains, for periods of any size), or `auto`
/// (all methods in turns).
///
/// The moves may also be a set with a name, such as `odd` or `1.. without 3 7`.  Then the period has a proof of its own,
/// and `saltus` is what each period adds to the Grundy values.
///
/// If no period is found in the time allowed, `grundy.Undecided` is raised; if it is proved that there is none,
/// `grundy.NoPeriod`.
///
/// >>> import grundy
/// >>> grundy.period([3, 7, 8])
/// <grundy.Cycle: period 5, preperiod 8>
/// >>> grundy.period("{ 2n 5n 6n+1 8n+1 }", values="nim", n=10**6).period
/// 14000000000011000001
/// >>> grundy.period("3 5", rule="won odd", start="+").period
/// 31
/// >>> grundy.period("1.. without 2 3", values="nim")
/// <grundy.Cycle: period 4, preperiod 0, saltus 2>
#[pyfunction]
#[pyo3(signature = (
    moves, *, values=None, rule=None, start=None, method="auto", time_limit=None, progress=None, **at
))]
pub(crate) fn period(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    values: Option<&str>,
    rule: Option<&str>,
    start: Option<&str>,
    method: &str,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    at: Option<&Bound<'_, PyDict>>,
) -> PyResult<Cycle> {
    let rule = asked(values, rule)?.rule();
    let is_auto = method == "auto";
    let work = Work { threads: 1, time_limit, progress };
    let given = Given::read(moves, at)?;
    if let (true, None) = (is_auto, start)
        && let Some(moves) = real::largest(&given.written(), rule)
    {
        return of_largest(py, &work, &moves, rule);
    }
    match given.game(rule, start)? {
        OneGame::Set(set, _) if is_auto => {
            let known = work.run(py, |task| set.cycle(rule, &task.stop))?;
            return of_set(&set, known.map_err(undecided)?);
        }
        OneGame::Set(set, _) => {
            return Err(PyValueError::new_err(format!(
                "method={method:?} needs finitely many moves, but {set} never ends"
            )));
        }
        OneGame::Ranges(moves, mut ranges) if is_auto => {
            match work.run(py, |task| ranges.cycle(&task.stop))? {
                Ok(cycle) => return Ok(Cycle::new(&cycle, Some("accelerated"))),
                Err(limit) if limit == Limit::STOPPED || ranges.is_distant() => {
                    let ends = moves.iter().map(|&(first, last)| (first.into(), last.into()));
                    if limit != Limit::STOPPED
                        && let Some(cycle) = by_theorem(py, &work, &ends.collect::<Vec<_>>(), rule)?
                    {
                        return Ok(cycle);
                    }
                    let done = format!("no period was found in {} runs", ranges.runs());
                    return Err(ended(limit, &done));
                }
                // Move by move, then.
                Err(_) => {}
            }
        }
        OneGame::Ranges(..) | OneGame::Large(..) | OneGame::Moves(_) => {}
    }
    let mut search = search(&given.sizes(runs::GREATEST)?, rule, start, method)?;
    let found = work.run(py, |task| {
        loop {
            let steps = search.statistics().steps;
            let done = search.computed().map(|direct| direct.position());
            match search.advance(&task.stop) {
                Ok(Some(Found { method, cycle })) => {
                    let is_direct = method == one_game::Method::Direct;
                    return Ok((cycle, if is_direct { "direct" } else { "accelerated" }));
                }
                Ok(None) => {}
                Err(limit) => return Err((limit, done, steps)),
            }
            match done {
                Some(position) => task.tell(position, 0, "positions"),
                None => task.tell(steps, 0, "steps"),
            }
        }
    })?;
    let (cycle, method) = found.map_err(|(limit, done, steps)| {
        let positions = done.map(|done| format!(" among the first {done} positions"));
        let positions = positions.unwrap_or_default();
        ended(limit, &format!("no period was found{positions} in {steps} steps of jumps"))
    })?;
    Ok(Cycle::new(&cycle, Some(method)))
}

/// The period of a game of which a move is larger than a machine word.
fn of_largest(
    py: Python<'_>,
    work: &Work<'_, '_>,
    moves: &[real::Real],
    rule: Rule,
) -> PyResult<Cycle> {
    let game = crate::real::game(moves)?;
    let few = work.run(py, |task| real::period(&game, rule, Some(FEW), &task.stop))?;
    if matches!(few, Err(Unfound::Limit(Limit::POSITIONS, ..))) {
        let sizes = moves.iter().filter_map(|one| one.to_integer());
        let ends: Vec<_> = sizes.map(|size| (size.clone(), size.clone())).collect();
        if let Some(cycle) = by_theorem(py, work, &ends, rule)? {
            return Ok(cycle);
        }
    }
    let found = crate::real::found(py, work, &game, rule)?;
    // All are multiples of 1.
    let [period, preperiod] = found.numbers().map(|it| out(&it.floor()));
    let is_least = found.is_least();
    let method = Some(crate::real::method(&found).to_owned());
    Ok(Cycle { period, preperiod, is_least, saltus: 0, method })
}

/// What a theorem about a family says of the game with these ranges of moves.
fn by_theorem(
    py: Python<'_>,
    work: &Work<'_, '_>,
    moves: &[(Integer, Integer)],
    rule: Rule,
) -> PyResult<Option<Cycle>> {
    let found = work.run(py, |task| {
        let (threads, stop) = (task.threads.clone(), task.stop.clone());
        let found = member(moves, &Options { rule, threads, stop, ..Options::default() });
        // Where the time ended it, nothing else did.
        found.map(Some).or_else(|_| task.stop.check().map(|()| None))
    })?;
    let found = found.map_err(undecided)?;
    Ok(found.map(|member| Cycle::new(&member.cycle, Some("theorem"))))
}

/// What is proved of a set without end.
fn of_set(set: &MoveSet, known: SetCycle) -> PyResult<Cycle> {
    match known {
        SetCycle::Found { cycle, saltus, .. } => {
            Ok(Cycle { saltus, ..Cycle::new(&cycle.into(), Some("set")) })
        }
        SetCycle::Open { positions, seen } => {
            let seen = seen
                .map(|it| format!(" and show period {} and preperiod {}", it.period, it.preperiod));
            let seen = seen.unwrap_or_default();
            Err(unknown(format!(
                "no period of {set} is proved; {positions} positions were computed{seen}"
            )))
        }
        SetCycle::Aperiodic => Err(NoPeriod::new_err(format!(
            "{set} has no period, as each number divides one of the moves, and moves are rare"
        ))),
    }
}

/// The search by this method.
fn search(sizes: &[u64], rule: Rule, start: Option<&str>, method: &str) -> PyResult<Search> {
    let direct = || Ok(Search::direct(&game(sizes, rule, start)?));
    let is_play = matches!(rule, Rule::Normal | Rule::Misere | Rule::Mex) && start.is_none();
    match method {
        "direct" => direct(),
        "accelerated" => {
            let search = is_play.then(|| Search::without_positions(sizes, rule)).flatten();
            search.ok_or_else(|| {
                PyValueError::new_err(format!(
                    "method='accelerated' computes outcomes of normal and misère play with at most {} moves, \
                     and Grundy values with at most {}, all without a start",
                    runs::MOST_OUTCOME_MOVES,
                    runs::MOST_MOVES
                ))
            })
        }
        "auto" => {
            let is_large = sizes.last().is_some_and(|&size| size > Moves::GREATEST);
            match (is_play && is_large).then(|| Search::without_positions(sizes, rule)).flatten() {
                Some(search) => Ok(search),
                None => Ok(Search::all(&game(sizes, rule, start)?)),
            }
        }
        other => Err(PyValueError::new_err(format!(
            "method is 'auto', 'direct' or 'accelerated', not {other:?}"
        ))),
    }
}
