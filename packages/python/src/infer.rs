//! Theorems found.

use crate::arguments::{Work, alphabet};
use crate::description::Description;
use crate::errors::{undecided, unknown};
use crate::formula::Formula;
use crate::moves;
use crate::period::Cycle;
use grundy_core::limit::Limit;
use grundy_core::verdict::Verdict;
use grundy_infer::infer as search;
use grundy_infer::infer::{Class, Family, FamilyError, Method, Number, Options, Theorem, Unproved};
use grundy_report::report::Detail;
use grundy_report::report::infer::{Found, stage};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What was found about a family of games.
#[pyclass(frozen, module = "grundy")]
pub struct Inferred(Theorem);

/// Finds period and preperiod of all games of a family with one parameter, and proves them, as
/// `grundy infer` does.
///
/// `moves` is as in `grundy.period`, `values` is `outcome` or `nim`.  With `residue=(m, r)` only the
/// games whose parameter leaves the remainder r by m are looked at.  `by` is `description` or `trace` for
/// one method alone, and `auto` for both; `work` is the most steps, words and loops that each method looks at.
///
/// >>> import grundy
/// >>> found = grundy.infer("{ 2 4n-1 4n+1 4n+5 8n-2 }")
/// >>> found.verdict, str(found.preperiod)
/// ('verified', '8n^2 - 3 for n >= 1')
#[pyfunction]
#[pyo3(signature = (
    moves, *, values="outcome", residue=None, by="auto", work=None, threads=0, time_limit=None,
    progress=None
))]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
pub fn infer(
    py: Python<'_>,
    moves: &Bound<'_, PyAny>,
    values: &str,
    residue: Option<(i64, i64)>,
    by: &str,
    work: Option<u64>,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Inferred> {
    let list = moves::read(moves)?;
    let [name] = list.parameters.as_slice() else {
        return Err(PyValueError::new_err(format!(
            "a family has one parameter, this one has {}",
            list.parameters.len()
        )));
    };
    let wrong = |error: FamilyError| PyValueError::new_err(error.to_string());
    let letter = name.chars().next().unwrap_or('n');
    let family = Family::new(letter, &list.moves, 0).map_err(wrong)?;
    let class = match residue {
        None => Class::ALL,
        Some((modulus, residue)) if (0..modulus).contains(&residue) => Class { modulus, residue },
        Some((modulus, residue)) => {
            return Err(PyValueError::new_err(format!(
                "residue is a pair (m, r) with 0 <= r < m, not ({modulus}, {residue})"
            )));
        }
    };
    let values = alphabet(values)?;
    let by = Method::named(by).map_err(PyValueError::new_err)?;
    let most = work.unwrap_or(u64::MAX);
    let work = Work { threads, time_limit, progress };
    let threads = work.threads();
    let theorem = work.watch(py)?.run(py, |task| {
        let told = |it| task.tell(0, 0, stage(it));
        let (stop, progress) = (task.stop.clone(), Some(&told as _));
        let rule = values.into();
        let options = Options { rule, class, by, work: most, threads, stop, progress };
        search::infer(&family, &options)
    })?;
    Ok(Inferred(theorem))
}

impl Inferred {
    fn found(&self) -> Found<'_> {
        Found::new(&self.0)
    }

    fn formula(&self, said: &[(Class, Number)]) -> PyResult<Formula> {
        if said.is_empty() {
            return Err(unknown(self.__str__()));
        }
        let name = self.0.family.parameter.to_string();
        Ok(Formula::of_classes(&name, said, self.0.known.from))
    }
}

#[pymethods]
impl Inferred {
    /// The moves.
    #[getter]
    fn moves(&self) -> String {
        self.0.family.written(Class::ALL)
    }

    /// `verified` if there are theorems about all games that were asked for, with least numbers;
    /// else `undecided`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.found().verdict().name()
    }

    /// The period, from `least` on; raises `grundy.Undecided` where nothing was proved.
    #[getter]
    fn period(&self) -> PyResult<Formula> {
        self.formula(&self.0.known.period())
    }

    /// The preperiod, from `least` on.
    #[getter]
    fn preperiod(&self) -> PyResult<Formula> {
        self.formula(&self.0.known.preperiod())
    }

    /// From which parameter on the formulas hold.
    #[getter]
    fn least(&self) -> i64 {
        self.0.known.from
    }

    /// Are all periods and preperiods proved to be the least ones?
    #[getter]
    fn minimal(&self) -> bool {
        self.0.known.is_minimal()
    }

    /// The games below `least`: the parameter, and the cycle if it was found.
    #[getter]
    fn exceptions(&self) -> Vec<(i64, Option<Cycle>)> {
        let exceptions = self.0.known.exceptions.iter();
        exceptions
            .map(|it| {
                let cycle = it.cycle.as_ref();
                (it.parameter, cycle.map(|cycle| Cycle::new(cycle, None)))
            })
            .collect()
    }

    /// The description of all games that were asked for, which is proved; raises `grundy.Undecided`
    /// if some are open.
    #[pyo3(signature = (*, threads=0, time_limit=None, progress=None))]
    fn describe(
        &self,
        py: Python<'_>,
        threads: usize,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Description> {
        let work = Work { threads, time_limit, progress };
        let threads = work.threads();
        let described = work.watch(py)?.run(py, |task| {
            let stop = task.stop.clone();
            self.0.description(&Options { threads, stop, ..Options::default() })
        })?;
        match described {
            Some(Ok(text)) => Description::new(&text, None, None),
            Some(Err(Unproved::Stopped)) => Err(undecided(Limit::STOPPED)),
            Some(Err(Unproved::Verdict(verdict, message))) => {
                Err(unknown(format!("the classes put together are {verdict}: {message}")))
            }
            None => Err(unknown("not all games are described")),
        }
    }

    /// The document that `grundy infer --format json` prints.
    #[getter]
    fn json(&self) -> String {
        self.found().json()
    }

    fn __str__(&self) -> String {
        self.found().text(Detail::Normal).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let proved = self.found().verdict() == Verdict::Verified;
        let open = if proved { "" } else { ", not all proved" };
        format!("<grundy.Inferred: {}{open}>", self.moves())
    }

    fn _repr_latex_(&self) -> Option<String> {
        let (period, preperiod) = (self.period().ok()?, self.preperiod().ok()?);
        let (period, preperiod) = (period.latex(), preperiod.latex());
        Some(format!("$$\\text{{period }} {period},\\qquad \\text{{preperiod }} {preperiod}$$"))
    }
}
