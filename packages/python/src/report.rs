//! `verify`, and what it finds: reports, findings, counterexamples.

use crate::arguments::{Source, asked, reading};
use crate::certificate::Certificate;
use crate::errors;
use crate::html;
use crate::numbers::out;
use crate::pickle::{Reduced, pickled};
use crate::picture::{Picture, size};
use crate::work::Work;
use grundy_check::model::{Alphabet, Value};
use grundy_core::diagnostic::location;
use grundy_core::lang;
use grundy_core::verdict::{self, Assignment, Verdict};
use grundy_picture::{Refuted, parted, refutation};
use grundy_report::check::Kind;
use grundy_report::check::{self, Certified, Options, check_and_certify, surroundings};
use grundy_report::report::around::Seen;
use grundy_report::report::{Checked, Detail, Style, json, text};
use grundy_sequence::Run;
use num_bigint::BigInt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyDict};
use std::path::PathBuf;

/// The result of a check: the verdict and the findings.
#[pyclass(frozen, module = "grundy")]
pub struct Report {
    name: String,
    /// `verified`, `refuted`, `undecided` or `vacuous`: the worst verdict on anything that the text claims.
    #[pyo3(get)]
    verdict: String,
    /// The text that was checked.
    #[pyo3(get)]
    text: String,
    /// All findings, the most important first.
    #[pyo3(get)]
    findings: Vec<Finding>,
    /// The claims (CLAIM) of a description with their verdicts.
    #[pyo3(get)]
    claims: Vec<(String, String)>,
    statistics: Vec<(String, u64)>,
    /// A certificate of the verdict on a description, if you asked for one and it exists; otherwise None.
    #[pyo3(get)]
    certificate: Option<Certificate>,
    /// The document that `grundy verify --format json-lines` prints for the text.
    #[pyo3(get)]
    json: String,
    printed: String,
    html: String,
}

pickled!(Report {
    name,
    verdict,
    text,
    findings,
    claims,
    statistics,
    certificate,
    json,
    printed,
    html
});

/// Names with values, in their order.
type Named = Vec<(String, BigInt)>;

fn named(values: &Assignment) -> Named {
    values.iter().map(|(name, value)| (name.clone(), out(value))).collect()
}

/// Checks what a text claims: each claim is verified, refuted or left undecided.
///
/// `text` is the text itself, or a `pathlib.Path` to read it from.  `kind` is `nimseq` for a description of
/// the sequences of a family of games, or another kind of text that `grundy verify` knows: `family`,
/// `nim`, `kabelsalat`, `wolf`, `petri`.  By default the ending of the path decides; without a path it is `nimseq`.
/// `values` is `nim` or `outcome`; you need it only if the letters of a description fit both.  `rule` is the rule of
/// a description without a RULE line, as in `grundy.period`.  With `certify=True` the report of a description has
/// a certificate of the proof or of the counterexample.
///
/// An invalid text raises `grundy.Rejected`.
///
/// >>> import grundy
/// >>> grundy.verify("n >= 1 { n } REPEAT _n An ENDREP").verdict
/// 'verified'
/// >>> report = grundy.verify("n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP")
/// >>> found = report.counterexample
/// >>> report.verdict, found.parameters, found.position, found.claimed, found.computed
/// ('refuted', {'n': 1}, 2, 'B', '_')
/// >>> grundy.verify("n >= 1 { n } REPEAT +n -n ENDREP", rule="misere").verdict
/// 'verified'
#[pyfunction]
#[pyo3(signature = (
    text, *, kind=None, name=None, values=None, rule=None, certify=false,
    threads=0, time_limit=None, progress=None
))]
pub(crate) fn verify(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    kind: Option<&str>,
    name: Option<PathBuf>,
    values: Option<&str>,
    rule: Option<&str>,
    certify: bool,
    threads: usize,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let source = Source::read(text)?;
    let ending = source.path.as_ref().and_then(|path| path.extension()?.to_str());
    let kind = match kind {
        None => ending.and_then(Kind::of_ending).unwrap_or(Kind::Nimseq),
        Some(kind) => Kind::named(kind).ok_or_else(|| {
            let known: Vec<_> = Kind::ALL.iter().map(|it| it.name()).collect();
            PyValueError::new_err(format!("kind is one of {}, not {kind:?}", known.join(", ")))
        })?,
    };
    let asked = asked(values, rule)?;
    let reading = match kind {
        Kind::Nimseq => reading(&source.text, asked)?,
        _ => lang::Options { alphabet: asked.alphabet, rule: asked.rule, raw: false },
    };
    let name = source.name(name, &format!("text.{}", kind.ending()));
    let work = Work { threads, time_limit, progress };
    verified(py, &source.text, kind, name, reading, certify, &work)
}

pub(crate) fn verified(
    py: Python<'_>,
    text: &str,
    kind: Kind,
    name: String,
    reading: lang::Options,
    certify: bool,
    work: &Work<'_, '_>,
) -> PyResult<Report> {
    let (report, certified, seen) = work.run(py, |task| {
        let told = |done, total| task.tell(done, total, "verifying");
        let options = Options {
            reading,
            threads: task.threads.clone(),
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
    let checked = Checked { seen, ..Checked::new(name, kind, text, report) };
    Ok(Report::new(&checked, &reading, certificate))
}

impl Report {
    fn new(
        checked: &Checked<'_>,
        reading: &lang::Options,
        certificate: Option<Certificate>,
    ) -> Self {
        let report = &checked.report;
        let claims = report.claims.iter().map(|claim| {
            let text = checked.source.get(claim.span.range()).unwrap_or_default();
            (text.to_owned(), claim.verdict.name().to_owned())
        });
        let counts = report.statistics().counts().into_iter();
        let findings = report.findings.iter().map(|it| Finding::new(checked, it, reading));
        Self {
            name: checked.path.clone(),
            verdict: report.verdict.name().to_owned(),
            text: checked.source.to_owned(),
            findings: findings.collect(),
            claims: claims.collect(),
            statistics: counts.map(|(noun, count)| (noun.to_owned(), count)).collect(),
            certificate,
            json: json::verify_line(checked),
            printed: text::input(checked, Style::PLAIN, Detail::Normal).trim_end().to_owned(),
            html: html::report(checked),
        }
    }
}

#[pymethods]
impl Report {
    /// The position at which a description fails, if it is refuted by one.
    #[getter]
    fn counterexample(&self) -> Option<Counterexample> {
        self.findings.iter().find_map(|it| it.counterexample.clone())
    }

    /// How much work the proof took, as counts by name; they do not depend on the number of threads.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.statistics.clone().into_py_dict(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __str__(&self) -> &str {
        &self.printed
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Report: {} is {}>", self.name, self.verdict)
    }

    fn _repr_html_(&self) -> &str {
        &self.html
    }
}

/// One finding: what is wrong, where, and what shows it.
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone)]
pub struct Finding {
    /// The code, such as `E0301`.
    #[pyo3(get)]
    code: String,
    /// `error` or `warning`.
    #[pyo3(get)]
    severity: String,
    /// What is wrong, in one line.
    #[pyo3(get)]
    message: String,
    /// What the check assumed, or found on the way.
    #[pyo3(get)]
    notes: Vec<String>,
    /// What to try.
    #[pyo3(get)]
    help: Option<String>,
    /// The line of the text, from 1.
    #[pyo3(get)]
    line: Option<usize>,
    /// The column, from 1, in characters.
    #[pyo3(get)]
    column: Option<usize>,
    /// The name of the limit that was reached, if this finding reports one.
    #[pyo3(get)]
    limit: Option<String>,
    parameters: Option<Named>,
    /// The position at which a description fails.
    #[pyo3(get)]
    counterexample: Option<Counterexample>,
    text: String,
}

pickled!(Finding {
    code,
    severity,
    message,
    notes,
    help,
    line,
    column,
    limit,
    parameters,
    counterexample,
    text
});

impl Finding {
    fn new(checked: &Checked<'_>, finding: &verdict::Finding, reading: &lang::Options) -> Self {
        let diagnostic = &finding.diagnostic;
        let place = diagnostic.location(checked.source);
        let found = finding.counterexample();
        let text = text::finding(checked, finding, Style::PLAIN, Detail::Verbose);
        Self {
            code: diagnostic.code.to_owned(),
            severity: diagnostic.severity.name().to_owned(),
            message: diagnostic.message.clone(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            line: place.map(|it| it.line),
            column: place.map(|it| it.column),
            limit: finding.limit().map(|limit| limit.name().to_owned()),
            parameters: finding.parameters().map(named),
            counterexample: found.map(|found| Counterexample::new(checked, found, reading)),
            text: text.trim_end().to_owned(),
        }
    }
}

#[pymethods]
impl Finding {
    /// The parameters for which something is wrong, by name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.parameters.clone().map(|it| it.into_py_dict(py)).transpose()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Finding {}: {}>", self.code, self.message)
    }
}

/// The smallest parameters for which a description fails, and the smallest position there.  Direct
/// computation confirms it before you see it.
#[pyclass(frozen, from_py_object, module = "grundy")]
#[derive(Clone)]
pub struct Counterexample {
    parameters: Named,
    /// The position, from 0.
    #[pyo3(get)]
    position: BigInt,
    /// The letter that the description puts there.
    #[pyo3(get)]
    claimed: String,
    /// The letter that the rule gives.
    #[pyo3(get)]
    computed: String,
    iteration: Named,
    /// The options of the position: move, size, and position and letter there.
    #[pyo3(get)]
    options: Vec<Choice>,
    /// The word that is wrong: line, column, and its text.
    #[pyo3(get)]
    word: Option<(usize, usize, String)>,
    drawing: Option<Drawing>,
    html: String,
}

pickled!(Counterexample {
    parameters,
    position,
    claimed,
    computed,
    iteration,
    options,
    word,
    drawing,
    html
});

/// One option of a position: the move as written, its size, and where it leads to, with the letter
/// there; None below position 0, where the move is not possible.
type Choice = (String, BigInt, Option<(BigInt, String)>);

/// What a picture of it shows.
#[derive(Clone, IntoPyObject, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Drawing {
    title: String,
    subtitle: String,
    are_outcomes: bool,
    from: u64,
    described: Vec<(u8, u64)>,
    computed: Vec<(u8, u64)>,
    position: u64,
}

impl Drawing {
    fn of(refuted: Refuted) -> Self {
        let Refuted { title, subtitle, alphabet, from, described, computed, position } = refuted;
        let are_outcomes = alphabet == Alphabet::Outcome;
        let [described, computed] = [described, computed]
            .map(|runs| runs.into_iter().map(|run| (run.value.0, run.length)).collect());
        Self { title, subtitle, are_outcomes, from, described, computed, position }
    }

    fn refuted(&self) -> Refuted {
        let Self { title, subtitle, are_outcomes, from, described, computed, position } =
            self.clone();
        let alphabet = if are_outcomes { Alphabet::Outcome } else { Alphabet::Nim };
        let [described, computed] = [described, computed].map(|runs| {
            let run = |(value, length)| Run { value: Value(value), length };
            runs.into_iter().map(run).collect()
        });
        Refuted { title, subtitle, alphabet, from, described, computed, position }
    }
}

impl Counterexample {
    /// The first one of a report, if there is one.
    pub fn first(checked: &Checked<'_>, reading: &lang::Options) -> Option<Self> {
        let found = checked.report.findings.iter().find_map(verdict::Finding::counterexample)?;
        Some(Self::new(checked, found, reading))
    }

    fn new(
        checked: &Checked<'_>,
        found: &verdict::Counterexample,
        reading: &lang::Options,
    ) -> Self {
        let failure = &found.failure;
        let word = location(checked.source, failure.word).and_then(|place| {
            let text = checked.source.get(failure.word.range())?;
            Some((place.line, place.column, text.to_owned()))
        });
        let description = lang::parse(checked.source, reading).description;
        let drawing = description.zip(checked.seen.as_ref()).and_then(|(description, seen)| {
            parted(&checked.path, &description, found, &seen.surroundings)
        });
        let options = failure.options.iter().map(|it| {
            let target = it.target.as_ref().map(|(place, letter)| (out(place), letter.clone()));
            (it.text.clone(), out(&it.size), target)
        });
        Self {
            parameters: named(&found.parameters),
            position: out(&failure.position),
            claimed: failure.claimed.clone(),
            computed: failure.computed.clone(),
            iteration: named(&failure.iteration),
            options: options.collect(),
            word,
            drawing: drawing.map(Drawing::of),
            html: html::counterexample(checked, found),
        }
    }
}

#[pymethods]
impl Counterexample {
    /// The parameters by name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.parameters.clone().into_py_dict(py)
    }

    /// The control variables around the word, outermost first.
    #[getter]
    fn iteration<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.iteration.clone().into_py_dict(py)
    }

    /// A picture of both sequences around the position; None if the position is too far out.
    #[pyo3(signature = (width=900, height=420))]
    fn picture(&self, width: u32, height: u32) -> PyResult<Option<Picture>> {
        let size = size(width, height)?;
        let drawing = self.drawing.as_ref();
        Ok(drawing.map(|it| Picture::new(refutation(&it.refuted(), size))))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.reduced(py)
    }

    fn __str__(&self) -> String {
        let Self { position, claimed, computed, .. } = self;
        let at = self.parameters.iter().map(|(name, value)| format!("{name} = {value}, "));
        let at: String = at.collect();
        format!("{at}position {position}: claimed {claimed}, computed {computed}")
    }

    fn __repr__(&self) -> String {
        format!("<grundy.Counterexample: {}>", self.__str__())
    }

    fn _repr_html_(&self) -> &str {
        &self.html
    }
}
