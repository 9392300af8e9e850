//! `verify`, and what it finds: reports, findings, counterexamples.

use crate::arguments::{Work, alphabet};
use crate::certificate::Certificate;
use crate::errors;
use crate::html;
use crate::numbers::out;
use crate::picture::{Picture, size};
use grundy_core::diagnostic::Location;
use grundy_core::diagnostic::location;
use grundy_core::lang;
use grundy_core::verdict::Verdict;
use grundy_core::verdict::{self, Assignment};
use grundy_picture::drawn;
use grundy_report::check::Kind;
use grundy_report::check::{self, Certified, Options, check_and_certify, surroundings};
use grundy_report::report::around::Seen;
use grundy_report::report::{Checked, Detail, Style, json, text};
use num_bigint::BigInt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// A checked text.
pub struct Told {
    name: String,
    kind: Kind,
    pub source: String,
    reading: lang::Options,
    pub report: verdict::Report,
    pub seen: Option<Seen>,
}

impl Told {
    pub fn checked(&self) -> Checked<'_> {
        Checked {
            path: self.name.clone(),
            kind: self.kind.name(),
            source: &self.source,
            raw: self.reading.raw,
            report: self.report.clone(),
            seen: self.seen.clone(),
            time: None,
        }
    }
}

/// What became of a text: the verdict, and what there is to say.
#[pyclass(frozen, module = "grundy")]
pub struct Report {
    pub told: Arc<Told>,
    /// What certifies the verdict on a description, if it was asked for and there is such a thing.
    #[pyo3(get)]
    certificate: Option<Certificate>,
}

/// Checks a text: what it claims is verified, refuted or left undecided.
///
/// `kind` is `nimseq` for a description of the sequences of a family of games, or another kind of
/// text that `grundy verify` knows: `family`, `nim`, `kabelsalat`, `wolf`, `petri`.  With `certify`
/// the report of a description has the proof, or the counterexample, as a certificate.  `values` is
/// `nim` or `outcome` where the letters of a description do not show it.
///
/// A text without meaning raises `grundy.Rejected`.
///
/// >>> import grundy
/// >>> grundy.verify("n >= 1 { n } REPEAT _n An ENDREP").verdict
/// 'verified'
/// >>> report = grundy.verify("n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP")
/// >>> found = report.counterexample
/// >>> report.verdict, found.parameters, found.position, found.claimed, found.computed
/// ('refuted', {'n': 1}, 2, 'B', '_')
#[pyfunction]
#[pyo3(signature = (
    text, *, kind="nimseq", name=None, values=None, certify=false,
    threads=0, time_limit=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
pub fn verify(
    py: Python<'_>,
    text: &str,
    kind: &str,
    name: Option<String>,
    values: Option<&str>,
    certify: bool,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let Some(kind) = Kind::ALL.into_iter().find(|it| it.name() == kind) else {
        let known: Vec<_> = Kind::ALL.iter().map(|it| it.name()).collect();
        return Err(PyValueError::new_err(format!(
            "kind is one of {}, not {kind:?}",
            known.join(", ")
        )));
    };
    let reading =
        lang::Options { alphabet: values.map(alphabet).transpose()?, ..Default::default() };
    let name = name.unwrap_or_else(|| format!("text.{}", kind.ending()));
    verified(py, text, kind, name, reading, certify, &Work { threads, time_limit, progress })
}

pub fn verified(
    py: Python<'_>,
    text: &str,
    kind: Kind,
    name: String,
    reading: lang::Options,
    certify: bool,
    work: &Work<'_, '_>,
) -> PyResult<Report> {
    let threads = work.threads();
    let (report, certified, seen) = work.watch(py)?.run(py, |task| {
        let told = |done, total| task.tell(done, total, "verifying");
        let options = Options {
            reading,
            threads: threads.clone(),
            stop: task.stop.clone(),
            progress: Some(&told),
            ..Options::default()
        };
        let (report, certified) = match (kind, certify) {
            (Kind::Nimseq, true) => check_and_certify(text, &options),
            _ => (check::check(kind, text, &options), Certified::Nothing),
        };
        let found = report.findings.iter().find_map(verdict::Finding::counterexample);
        let seen = found.and_then(|found| surroundings(text, found, &options));
        (report, certified, seen)
    })?;
    if report.verdict == Verdict::Rejected {
        let diagnostics: Vec<_> =
            report.findings.iter().map(|finding| finding.diagnostic.clone()).collect();
        return Err(errors::rejected(&name, text, &diagnostics));
    }
    let seen = seen.map(|surroundings| Seen { surroundings, repair: None });
    let certificate = Certificate::of(certified)?;
    let source = text.to_owned();
    let told = Arc::new(Told { name, kind, source, reading, report, seen });
    Ok(Report { told, certificate })
}

#[pymethods]
impl Report {
    /// `verified`, `refuted`, `undecided` or `vacuous`: the worst of everything that is claimed.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.told.report.verdict.name()
    }

    /// The text that was checked.
    #[getter]
    fn text(&self) -> &str {
        &self.told.source
    }

    /// Everything there is to say, the most important first.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        let count = self.told.report.findings.len();
        (0..count).map(|index| Finding { told: self.told.clone(), index }).collect()
    }

    /// The position at which a description fails, if it is refuted by one.
    #[getter]
    fn counterexample(&self) -> Option<Counterexample> {
        self.findings().into_iter().find_map(|finding| finding.counterexample())
    }

    /// The claims (CLAIM) of a description with their verdicts.
    #[getter]
    fn claims(&self) -> Vec<(String, &'static str)> {
        let claims = self.told.report.claims.iter();
        claims
            .map(|claim| {
                let text = self.told.source.get(claim.span.range()).unwrap_or_default();
                (text.to_owned(), claim.verdict.name())
            })
            .collect()
    }

    /// Counts of the work done on a proof, by their names; the same for any number of threads.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (noun, count) in self.told.report.statistics().counts() {
            counts.set_item(noun, count)?;
        }
        Ok(counts)
    }

    /// The document that `grundy verify --format json-lines` prints for the text.
    #[getter]
    fn json(&self) -> String {
        json::verify_line(&self.told.checked())
    }

    fn __str__(&self) -> String {
        text::input(&self.told.checked(), Style::PLAIN, Detail::Normal).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Report: {} is {}>", self.told.name, self.verdict())
    }

    fn _repr_html_(&self) -> String {
        html::report(&self.told)
    }
}

/// One thing found: what, where in the text, and what shows it.
#[pyclass(frozen, module = "grundy")]
pub struct Finding {
    told: Arc<Told>,
    index: usize,
}

impl Finding {
    fn finding(&self) -> &verdict::Finding {
        &self.told.report.findings[self.index]
    }

    fn place(&self) -> Option<Location> {
        self.finding().diagnostic.location(&self.told.source)
    }
}

#[pymethods]
impl Finding {
    /// The code, such as `E0301`.
    #[getter]
    fn code(&self) -> &'static str {
        self.finding().diagnostic.code
    }

    /// `error` or `warning`.
    #[getter]
    fn severity(&self) -> &'static str {
        self.finding().diagnostic.severity.name()
    }

    /// What is wrong, in one line.
    #[getter]
    fn message(&self) -> &str {
        &self.finding().diagnostic.message
    }

    /// What was believed or found on the way.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.finding().diagnostic.notes.clone()
    }

    /// What to try.
    #[getter]
    fn help(&self) -> Option<&str> {
        self.finding().diagnostic.help.as_deref()
    }

    /// The line of the text, from 1.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.place().map(|it| it.line)
    }

    /// The column, from 1, in characters.
    #[getter]
    fn column(&self) -> Option<usize> {
        self.place().map(|it| it.column)
    }

    /// The name of the limit that was reached, if that is what was found.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.finding().limit().map(grundy_core::limit::Limit::name)
    }

    /// The parameters for which something is wrong, by name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.finding().parameters().map(|it| assignment(py, it)).transpose()
    }

    /// The position at which a description fails.
    #[getter]
    fn counterexample(&self) -> Option<Counterexample> {
        let found = self.finding().counterexample()?.clone();
        Some(Counterexample { told: self.told.clone(), found })
    }

    fn __str__(&self) -> String {
        let told =
            text::finding(&self.told.checked(), self.finding(), Style::PLAIN, Detail::Verbose);
        told.trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Finding {}: {}>", self.code(), self.message())
    }
}

/// The smallest parameters for which a description fails, and the smallest position; replayed by
/// direct computation before it is shown.
#[pyclass(frozen, module = "grundy")]
pub struct Counterexample {
    told: Arc<Told>,
    found: verdict::Counterexample,
}

/// One option of a position: the move as written, its size, and where it leads to, with the letter
/// there; None below position 0, where the move is not possible.
type Choice = (String, BigInt, Option<(BigInt, String)>);

#[pymethods]
impl Counterexample {
    /// The parameters by name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        assignment(py, &self.found.parameters)
    }

    /// The position, from 0.
    #[getter]
    fn position(&self) -> BigInt {
        out(&self.found.failure.position)
    }

    /// The letter that the description puts there.
    #[getter]
    fn claimed(&self) -> &str {
        &self.found.failure.claimed
    }

    /// The letter that the rule demands.
    #[getter]
    fn computed(&self) -> &str {
        &self.found.failure.computed
    }

    /// The control variables around the word, outermost first.
    #[getter]
    fn iteration<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        assignment(py, &self.found.failure.iteration)
    }

    /// The options of the position: move, size, and position and letter there.
    #[getter]
    fn options(&self) -> Vec<Choice> {
        let options = self.found.failure.options.iter();
        options
            .map(|it| {
                let target = it.target.as_ref().map(|(place, letter)| (out(place), letter.clone()));
                (it.text.clone(), out(&it.size), target)
            })
            .collect()
    }

    /// The word that is wrong: line, column, and its text.
    #[getter]
    fn word(&self) -> Option<(usize, usize, String)> {
        let span = self.found.failure.word;
        let place = location(&self.told.source, span)?;
        let text = self.told.source.get(span.range())?;
        Some((place.line, place.column, text.to_owned()))
    }

    /// Both sequences around the position, drawn; None where they are not written out so far.
    #[pyo3(signature = (width=900, height=420))]
    fn picture(&self, width: u32, height: u32) -> PyResult<Option<Picture>> {
        let size = size(width, height)?;
        let told = &self.told;
        let description = lang::parse(&told.source, &told.reading).description;
        let drawing = description.zip(told.seen.as_ref()).and_then(|(description, seen)| {
            drawn(&told.name, &description, &self.found, &seen.surroundings, size)
        });
        Ok(drawing.map(Picture::new))
    }

    fn __str__(&self) -> String {
        let grundy_core::verdict::Failure { position, claimed, computed, .. } = &self.found.failure;
        let at = self.found.parameters.iter().map(|(name, value)| format!("{name} = {value}, "));
        let at: String = at.collect();
        format!("{at}position {position}: claimed {claimed}, computed {computed}")
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Counterexample: {}>", self.__str__())
    }

    fn _repr_html_(&self) -> String {
        html::counterexample(&self.told, &self.found)
    }
}

/// Names with values, as a dict in their order.
pub fn assignment<'py>(py: Python<'py>, values: &Assignment) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in values {
        dict.set_item(name, out(value))?;
    }
    Ok(dict)
}
