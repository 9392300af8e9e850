//! Descriptions, and the theorems that follow from them.

use crate::arguments::{Source, asked, point, reading};
use crate::certificate::Certificate;
use crate::errors::{refuted, rejected, undecided, unknown};
use crate::pickle::{Reduced, reduced};
use crate::report::{Counterexample, Report, verified};
use crate::sequence::{Sequence, SequenceStart, room};
use crate::theorem::Theorem;
use crate::work::Work;
use grundy_check::model::{self, Alphabet};
use grundy_core::expand::{self, ExpandError};
use grundy_core::lang;
use grundy_core::limit::Limit;
use grundy_core::verdict::Verdict;
use grundy_prove::theorem::{TheoremOptions, Undecided, theorem as derive};
use grundy_prove::verify;
use grundy_report::check::Kind;
use grundy_report::check::{self, Certified, surroundings};
use grundy_report::report::Checked;
use grundy_report::report::around::Seen;
use grundy_sequence::Asked;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::PathBuf;

/// A description of the sequences of a family of games.
///
/// `text` is the text, or a `pathlib.Path` to read it from; `values` and `rule` are as in `grundy.verify`.  An
/// invalid text raises `grundy.Rejected`.
///
/// >>> import grundy
/// >>> description = grundy.Description("n >= 1 { n } REPEAT _n An ENDREP")
/// >>> description.parameters, description.moves, description.values
/// (['n'], ['n'], 'nim')
/// >>> str(description.expand(12, n=3))
/// '___AAA___AAA'
/// >>> grundy.Description("n >= 1 { n } REPEAT _n An")
/// Traceback (most recent call last):
/// ...
/// grundy.Rejected: ...
#[pyclass(frozen, module = "grundy")]
pub struct Description {
    /// The text.
    #[pyo3(get)]
    text: String,
    name: String,
    values: Option<String>,
    rule: Option<String>,
    reading: lang::Options,
    model: model::Description,
}

impl Description {
    pub fn of(
        text: String,
        values: Option<String>,
        rule: Option<String>,
        name: String,
    ) -> PyResult<Self> {
        let reading = reading(&text, asked(values.as_deref(), rule.as_deref())?)?;
        let lowered = lang::parse(&text, &reading);
        match lowered.description {
            Some(model) => Ok(Self { text, name, values, rule, reading, model }),
            None => Err(rejected(&name, &text, &lowered.diagnostics)),
        }
    }

    /// As it was pickled.
    pub fn restored(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (text, values, rule, name) = state.extract()?;
        Self::of(text, values, rule, name)
    }
}

/// The period and preperiod of the games of a description, for all parameters.  The description is proved
/// first, and then the theorem is derived from it.
///
/// `text` is the text, or a `pathlib.Path` to read it from.  `values` is `nim` or `outcome`; by default those of
/// the description.  `rule` is the rule of a description without a RULE line.  With `certify=True` the theorem has a
/// certificate.
///
/// A wrong description raises `grundy.Refuted`, and an undecided one `grundy.Undecided`.
///
/// >>> import grundy
/// >>> str(grundy.theorem("n >= 1 { n } REPEAT _n An ENDREP").period)
/// '2n for n >= 1'
#[pyfunction]
#[pyo3(signature = (
    text, *, values=None, rule=None, certify=false, threads=0, time_limit=None, progress=None
))]
pub(crate) fn theorem(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    values: Option<&str>,
    rule: Option<&str>,
    certify: bool,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Theorem> {
    // Misère play is a rule of the text; outcomes follow from its Grundy values.
    let rule = asked(values, rule)?.rule.map(|rule| rule.to_string());
    let description = Description::new(text, None, rule.as_deref(), None)?;
    description.theorem(py, values, certify, threads, time_limit, progress)
}

#[pymethods]
impl Description {
    #[new]
    #[pyo3(signature = (text, *, values=None, rule=None, name=None))]
    pub fn new(
        text: &Bound<'_, PyAny>,
        values: Option<&str>,
        rule: Option<&str>,
        name: Option<PathBuf>,
    ) -> PyResult<Self> {
        let source = Source::read(text)?;
        let name = source.name(name, "text.nimseq");
        Self::of(source.text, values.map(str::to_owned), rule.map(str::to_owned), name)
    }

    /// The names of the parameters, in the order of declaration.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        self.model.parameters.iter().map(|it| it.name.clone()).collect()
    }

    /// The moves as the text writes them.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let names = self.parameters();
        self.model.moves.iter().map(|it| it.display(&names)).collect()
    }

    /// `nim` or `outcome`.
    #[getter]
    fn values(&self) -> String {
        self.model.alphabet().to_string()
    }

    /// The rule, as a RULE line names it.
    #[getter]
    fn rule(&self) -> String {
        self.model.rule.to_string()
    }

    /// The text in the common layout, as `grundy fmt` writes it.
    fn formatted(&self) -> PyResult<String> {
        let formatted = lang::format(&self.text);
        formatted.map_err(|diagnostics| rejected(&self.name, &self.text, &diagnostics))
    }

    /// Proves or refutes the description; see `grundy.verify`.
    #[pyo3(signature = (*, certify=false, threads=0, time_limit=None, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        certify: bool,
        threads: usize,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let work = Work { threads, time_limit, progress };
        let name = self.name.clone();
        verified(py, &self.text, Kind::Nimseq, name, self.reading, certify, &work)
    }

    /// Proves the description and derives its theorem; see `grundy.theorem`.
    #[pyo3(signature = (
        *, values=None, certify=false, threads=0, time_limit=None, progress=None
    ))]
    fn theorem(
        &self,
        py: Python<'_>,
        values: Option<&str>,
        certify: bool,
        threads: usize,
        time_limit: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Theorem> {
        let work = Work { threads, time_limit, progress };
        let Asked { alphabet, rule } = asked(values, None)?;
        if let Some(rule) = rule.filter(|rule| *rule != self.model.rule) {
            let message = format!("the rule of the description is {}, not {rule}", self.model.rule);
            return Err(PyValueError::new_err(message));
        }
        let values = alphabet.unwrap_or(self.model.alphabet());
        if (values, self.model.alphabet()) == (Alphabet::Nim, Alphabet::Outcome) {
            return Err(PyValueError::new_err(Undecided::Values.to_string()));
        }
        let (report, derived, certified, seen) = work.run(py, |task| {
            let told = |it: verify::Progress| {
                task.tell(it.done as u64, it.total as u64, "verifying");
            };
            let proving = verify::Options {
                threads: task.threads.clone(),
                stop: task.stop.clone(),
                progress: Some(&told),
                ..verify::Options::default()
            };
            if certify {
                let (report, mut derived, certified) =
                    check::certify(&self.model, &self.text, &proving, &[values]);
                return (report, derived.pop().map(|(_, theorem)| theorem), certified, None);
            }
            let report = verify::verify(&self.model, &self.text, &proving);
            let options = TheoremOptions { values: Some(values), stop: task.stop.clone() };
            let proved = report.verdict == Verdict::Verified;
            let derived = proved.then(|| derive(&self.model, &options));
            let found = report.findings.iter().find_map(|finding| finding.counterexample());
            let stop = task.stop.clone();
            let options = check::Options { reading: self.reading, stop, ..Default::default() };
            let seen = found.and_then(|found| surroundings(&self.text, found, &options));
            (report, derived, Certified::Nothing, seen)
        })?;
        // A certificate of the description alone is none of the theorem.
        let certified = match certified {
            Certified::Proof { not_covered, .. } if !not_covered.is_empty() => Certified::Nothing,
            certified => certified,
        };
        match (derived, report.verdict) {
            (Some(Ok(theorem)), _) => {
                let certificate = Certificate::of(certified)?;
                Theorem::new(&theorem, &theorem.statement(&self.model), certificate)
            }
            (Some(Err(Undecided::Limit(limit))), _) => Err(undecided(limit)),
            (Some(Err(reason)), _) => Err(unknown(reason.to_string())),
            (None, Verdict::Rejected) => {
                let diagnostics: Vec<_> =
                    report.findings.into_iter().map(|it| it.diagnostic).collect();
                Err(rejected(&self.name, &self.text, &diagnostics))
            }
            (None, verdict) => {
                let message = report.findings.first().map(|it| it.diagnostic.message.clone());
                let message = message.unwrap_or_else(|| format!("the description is {verdict}"));
                let limit = report.findings.iter().find_map(|finding| finding.limit());
                let seen = seen.map(|surroundings| Seen { surroundings, repair: None });
                Err(match (verdict, limit) {
                    (Verdict::Refuted, _) => {
                        let name = self.name.clone();
                        let checked = Checked::new(name, Kind::Nimseq, &self.text, report);
                        let checked = Checked { seen, ..checked };
                        refuted(message, Counterexample::first(&checked, &self.reading))
                    }
                    (_, Some(limit)) => undecided(limit),
                    _ => unknown(message),
                })
            }
        }
    }

    /// The values that the description gives to `count` positions, from position `first` on; you give the
    /// parameters by name.
    ///
    /// The result is what the text says, proved or not.  Positions may be of any size.
    #[pyo3(signature = (count, *, first=None, start=None, time_limit=None, **at))]
    fn expand(
        &self,
        py: Python<'_>,
        count: usize,
        first: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
        time_limit: Option<f64>,
        at: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Sequence> {
        let from = SequenceStart::read(py, first, start)?.described()?;
        let point = point(&self.parameters(), &PyTuple::empty(py), at)?;
        let outside = self.model.constraints().iter().any(|it| !it.holds_at(&point));
        if outside {
            let message = "these parameters do not satisfy the conditions of the description";
            return Err(PyValueError::new_err(message));
        }
        room(count)?;
        let values = Work::alone(time_limit)
            .run(py, |task| expand::values(&self.model, &point, &from, count, &task.stop))?;
        match values {
            Ok(values) => {
                Ok(Sequence::new(self.name.clone(), self.model.alphabet(), &from, values))
            }
            Err(ExpandError::Stopped) => Err(undecided(Limit::STOPPED)),
            Err(ExpandError::TooLong) => Err(unknown(ExpandError::TooLong.to_string())),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Self { text, values, rule, name, .. } = self;
        reduced::<Self>(py, (text.clone(), values.clone(), rule.clone(), name.clone()))
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Description: {{ {} }}>", self.moves().join(" "))
    }
}
