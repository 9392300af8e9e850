//! Theorems found.

use crate::arguments::asked;
use crate::description::Description;
use crate::errors::{undecided, unknown};
use crate::formula::Formula;
use crate::moves;
use crate::period::Cycle;
use crate::pickle::{Reduced, pickled};
use crate::work::{Task, Work};
use grundy_core::limit::Limit;
use grundy_core::verdict::Verdict;
use grundy_infer::infer as search;
use grundy_infer::infer::{Class, Family, FamilyError, Method, Options, Start, Theorem, Unproved};
use grundy_prove::theorem::Law;
use grundy_report::report::Render as _;
use grundy_report::report::infer::{FoundTheorem, stage};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// What is proved about a family of games.
#[pyclass(frozen, module = "grundy")]
#[derive(Clone)]
pub struct Inferred {
    /// The moves.
    #[pyo3(get)]
    moves: String,
    /// `verified` if the least period and preperiod of all games that you asked for are proved; else
    /// `undecided`.
    #[pyo3(get)]
    verdict: String,
    period: Option<Formula>,
    preperiod: Option<Formula>,
    /// The formulas hold from this parameter on.
    #[pyo3(get)]
    least: i64,
    /// Are all periods and preperiods proved to be the least ones?
    #[pyo3(get)]
    minimal: bool,
    /// The games below `least`: the parameter, and the cycle if it was found.
    #[pyo3(get)]
    exceptions: Vec<(i64, Option<Cycle>)>,
    /// The document that `grundy infer --format json` prints.
    #[pyo3(get)]
    json: String,
    text: String,
    /// After pickling: the description, or why there is none.
    description: Option<(Option<String>, String)>,
    /// Nothing after pickling.
    theorem: Option<Arc<Theorem>>,
}

pickled!(Inferred {
    moves, verdict, period, preperiod, least, minimal, exceptions, json, text, description
} without theorem);

/// Finds and proves the period and preperiod of all games of a family with one parameter, as `grundy infer`
/// does.
///
/// `moves`, `values`, `rule` and `start` are as in `grundy.period`.  With `residue=(m, r)` only
/// the parameters with the remainder r modulo m count.  `by` is `description` or `trace` for one method alone, or
/// `auto` for both; `work` limits the steps, words and loops of each method.
///
/// >>> import grundy
/// >>> found = grundy.infer("{ 2 4n-1 4n+1 4n+5 8n-2 }")
/// >>> found.verdict, str(found.preperiod)
/// ('verified', '8n^2 - 3 for n >= 1')
#[pyfunction]
#[pyo3(signature = (
    moves, *, values=None, rule=None, start=None, residue=None, by="auto", work=None, threads=0, time_limit=None,
    progress=None
))]
pub(crate) fn infer(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    values: Option<&str>,
    rule: Option<&str>,
    start: Option<&str>,
    residue: Option<(i64, i64)>,
    by: &str,
    work: Option<u64>,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Inferred> {
    let list = moves::read(moves)?;
    let [name] = list.parameters.as_slice() else {
        return Err(PyValueError::new_err(match list.parameters.len() {
            0 => {
                "a family has one parameter, but these moves have none; for a single game, use grundy.period"
                    .to_owned()
            }
            many => format!("a family has one parameter, but these moves have {many}"),
        }));
    };
    let wrong = |error: FamilyError| PyValueError::new_err(error.to_string());
    let letter = name.chars().next().unwrap_or('n');
    let mut family = Family::new(letter, &list.moves, 0).map_err(wrong)?;
    let rule = asked(values, rule)?.rule();
    if let Some(start) = start {
        let start = Start::named(start, rule.alphabet());
        let start = start.map_err(|error| PyValueError::new_err(error.to_string()))?;
        family = family.with_start(start);
    }
    let class = match residue {
        None => Class::ALL,
        Some((modulus, residue)) if (0..modulus).contains(&residue) => Class { modulus, residue },
        Some((modulus, residue)) => {
            return Err(PyValueError::new_err(format!(
                "residue is a pair (m, r) with 0 <= r < m, not ({modulus}, {residue})"
            )));
        }
    };
    let by = Method::named(by).map_err(PyValueError::new_err)?;
    let most = work.unwrap_or(u64::MAX);
    let theorem = Work { threads, time_limit, progress }.run(py, |task| {
        let told = |it| task.tell(0, 0, stage(it));
        let (stop, progress) = (task.stop.clone(), Some(&told as _));
        let threads = task.threads.clone();
        let options = Options { rule, class, by, work: most, threads, stop, progress };
        search::infer(&family, &options)
    })?;
    Inferred::new(theorem)
}

impl Inferred {
    fn new(theorem: Theorem) -> PyResult<Self> {
        let (family, known) = (&theorem.family, &theorem.known);
        let found = FoundTheorem::new(&theorem);
        let said = &found.said;
        let formula = |laws: &[Law]| {
            let formula = (!laws.is_empty()).then(|| Formula::of_laws(&said.parameters, laws));
            formula.transpose()
        };
        let exceptions = known.exceptions.iter().map(|it| {
            let cycle = it.cycle.as_ref();
            (it.parameter, cycle.map(|cycle| Cycle::new(cycle, None)))
        });
        Ok(Self {
            moves: family.written(Class::ALL),
            verdict: found.judgement().name().to_owned(),
            period: formula(&said.period)?,
            preperiod: formula(&said.preperiod)?,
            least: known.from,
            minimal: known.is_minimal(),
            exceptions: exceptions.collect(),
            json: found.json(),
            text: found.text().trim_end().to_owned(),
            description: None,
            theorem: Some(Arc::new(theorem)),
        })
    }

    fn formula(&self, formula: Option<&Formula>) -> PyResult<Formula> {
        formula.cloned().ok_or_else(|| unknown(self.text.clone()))
    }
}

/// The description of all games that were asked for, or why there is none.
fn described(theorem: &Theorem, task: &Task) -> Result<String, Option<String>> {
    let (threads, stop) = (task.threads.clone(), task.stop.clone());
    match theorem.description(&Options { threads, stop, ..Options::default() }) {
        Some(Ok(text)) => Ok(text),
        Some(Err(Unproved::Stopped)) => Err(None),
        Some(Err(Unproved::Verdict(verdict, message))) => {
            Err(Some(format!("the combined classes are {verdict}: {message}")))
        }
        None => Err(Some("not all games are described".to_owned())),
    }
}

#[pymethods]
impl Inferred {
    /// The period, from `least` on; raises `grundy.Undecided` if nothing is proved.
    #[getter]
    fn period(&self) -> PyResult<Formula> {
        self.formula(self.period.as_ref())
    }

    /// The preperiod, from `least` on.
    #[getter]
    fn preperiod(&self) -> PyResult<Formula> {
        self.formula(self.preperiod.as_ref())
    }

    /// A proved description of all games that you asked for; raises `grundy.Undecided` if there is none.
    #[pyo3(signature = (*, threads=0, time_limit=None, progress=None))]
    fn describe(
        &self,
        py: Python<'_>,
        threads: usize,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Description> {
        let work = Work { threads, time_limit, progress };
        let description = match (&self.theorem, &self.description) {
            (Some(theorem), _) => work.run(py, |task| described(theorem, task))?,
            (None, Some((Some(text), _))) => Ok(text.clone()),
            (None, Some((None, reason))) => Err(Some(reason.clone())),
            (None, None) => Err(None),
        };
        let of = |text| Description::of(text, None, None, "text.nimseq".to_owned());
        match description {
            Ok(text) => of(text),
            Err(None) => Err(undecided(Limit::STOPPED)),
            Err(Some(reason)) => Err(unknown(reason)),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let mut said = self.clone();
        if let Some(theorem) = &self.theorem {
            let work = Work::alone(None);
            said.description = match work.run(py, |task| described(theorem, task))? {
                Ok(text) => Some((Some(text), String::new())),
                Err(reason) => reason.map(|reason| (None, reason)),
            };
        }
        said.reduced(py)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let proved = self.verdict == Verdict::Verified.name();
        let open = if proved { "" } else { ", not all proved" };
        format!("<grundy.Inferred: {}{open}>", self.moves)
    }

    fn _repr_latex_(&self) -> Option<String> {
        let (period, preperiod) = (self.period().ok()?, self.preperiod().ok()?);
        let (period, preperiod) = (period.latex(), preperiod.latex());
        Some(format!("$$\\text{{period }} {period},\\qquad \\text{{preperiod }} {preperiod}$$"))
    }
}
