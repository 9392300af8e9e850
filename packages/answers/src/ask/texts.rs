//! Texts: are they right, what follows from them, and what do they say in other words?

use super::game::{Points, combinations};
use super::proofs::Derived;
use super::{Ask, Control, Refused, Reply};
use crate::Integer;
use crate::check::{self, Certified, Kind, Options, check_and_certify, surroundings};
use crate::diagnostic::{Code, Diagnostic, line_and_column};
use crate::expand::{self, ExpandError};
use crate::explain::{self as codes, Explanation};
use crate::family::Described;
use crate::games::wolf::Publication;
use crate::ilp::BackendKind;
use crate::lang::{self, Lowered};
use crate::limit::Limit;
use crate::model::Description;
use crate::report::fixes::{Fixed, fixed};
use crate::report::json::{Formatted, codes as all_codes, fixed_line, fmt, verify_line};
use crate::report::rows::ExpandedRows;
use crate::report::surroundings::Seen;
use crate::report::text::{ExplainedCode, finding, input};
use crate::report::theorem::by_rule;
use crate::report::written::Writing;
use crate::report::{Checked, Detail, Style, render};
use crate::sequence::{Asked, WrittenError};
use crate::suggest;
use crate::theorem::{TheoremOptions, theorem};
use crate::verdict::{self, Assignment, Counterexample, Verdict};
use crate::verify::repair::Change;
use grundy_kernel::trace::{FIRST_WORD, check_file};
use grundy_output::question;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::slice::from_ref;
use std::sync::Arc;

/// How a description is to be read: as these values, by this rule, as a plain list of words.  If the text has a RULE
/// line, a given rule must be that of the line, and is then left out.
fn reading(
    text: &str,
    name: &str,
    (values, rule, raw): (Option<&str>, Option<&str>, bool),
    control: &Control<'_>,
) -> Result<lang::Options, Refused> {
    let Asked { alphabet, rule } = Asked::named(values, rule)?;
    let asked = lang::Options { alphabet, rule, raw };
    let Some(rule) = rule else { return Ok(asked) };
    match lowered(text, name, &lang::Options::default(), control)?.rule {
        Some(named) if named != rule => {
            let message = format!("{name} has the line RULE {named}, which is not --rule '{rule}'");
            Err(message.into())
        }
        // The text says it itself.
        Some(_) => Ok(lang::Options { rule: None, ..asked }),
        None => Ok(asked),
    }
}

/// The result of reading a text, unless a stop was requested before all of it was read.
fn lowered(
    text: &str,
    name: &str,
    reading: &lang::Options,
    control: &Control<'_>,
) -> Result<Lowered, Refused> {
    let read = lang::parse_until(text, reading, &control.stop);
    read.map_err(|limit| Refused::Limit(limit, format!("{name} was being read")))
}

/// The name of a text, with a default.
fn name(name: Option<&String>, kind: Kind) -> String {
    name.cloned().unwrap_or_else(|| format!("text.{}", kind.ending()))
}

/// Is this text right?
#[question]
#[derive(Default)]
pub struct Verify {
    /// The kind of the text, such as `nimseq`, which it is where nothing is said.
    pub kind: Option<String>,
    /// The text.
    pub text: String,
    /// The name of the text.
    pub name: Option<String>,
    /// The values of a description whose letters fit several.
    pub values: Option<String>,
    /// The rule of a description without a RULE line.
    pub rule: Option<String>,
    /// Is a description a plain list of words, without loops and branches?
    pub raw: bool,
    /// Who answers questions about integers: `exact` (the default), `good-lp`, or `both`.
    pub backend: Option<String>,
    /// Are the words of a description followed only as they are written, for formats that know no others?
    pub as_written: bool,
    /// The tables of wolf and sheep that the text belongs to, which follow from each other, by the names of their files
    /// without the endings, such as `{"tree_primary": "..."}`.
    #[serde(default, deserialize_with = "publication")]
    #[cfg_attr(test, schemars(with = "Option<BTreeMap<String, String>>"))]
    pub tables: Option<Arc<Publication>>,
    /// Of a catalogue only the families with this number.
    pub number: Option<u32>,
    /// Games of a catalogue are computed whose period, preperiod and largest move together are at most this: 10^9 where
    /// nothing is said.
    pub limit_positions: Option<u64>,
    /// The most steps of the search for the cycle of each other game: 1024 where nothing is said.
    pub limit_steps: Option<u64>,
    /// Descriptions and proofs by trace that decide formulas of a catalogue for all parameters, before those that are
    /// published, by their names.
    #[serde(default, deserialize_with = "described")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, String>"))]
    pub descriptions: Arc<Vec<Described>>,
    /// Is it enough to know that a description is wrong, without what is to be seen around the counterexample?
    pub brief: bool,
    /// Also a certificate, if it is a description?
    pub certify: bool,
}

fn publication<'de, D: Deserializer<'de>>(tables: D) -> Result<Option<Arc<Publication>>, D::Error> {
    let tables = Option::<BTreeMap<String, String>>::deserialize(tables)?;
    let tables =
        tables.map(|tables| Publication::new(tables.iter().map(|(name, text)| (&**name, &**text))));
    Ok(tables.map(Arc::new))
}

fn described<'de, D: Deserializer<'de>>(texts: D) -> Result<Arc<Vec<Described>>, D::Error> {
    let texts = BTreeMap::<String, String>::deserialize(texts)?.into_iter();
    let read = |(name, text): (String, String)| {
        further(name, text, &Control::default()).map_err(D::Error::custom)
    };
    texts.map(read).collect::<Result<_, _>>().map(Arc::new)
}

/// A description that decides formulas, or what a proof by trace shows, which is checked.
///
/// # Errors
/// A text that cannot be read, a proof that is not accepted, and a stop.
pub fn further(name: String, text: String, control: &Control<'_>) -> Result<Described, Refused> {
    if !text.starts_with(FIRST_WORD) {
        let text = Describe { text, name: Some(name.clone()), ..Describe::default() };
        return Ok(Described::new(&name, &text.text, text.read(control)?));
    }
    match check_file(text.as_bytes(), &|| control.stop.requested()) {
        Ok((moves, classes)) => Ok(Described::traced(&name, moves, &classes)),
        Err(stopped) if stopped.is_stopped() => {
            Err(Refused::Limit(Limit::STOPPED, format!("not all of {name} was checked")))
        }
        Err(refused) => Err(format!("{name} is not accepted: {refused}").into()),
    }
}

/// A text that was checked.
#[derive(Debug)]
pub struct Verified<'a> {
    /// The report.
    pub checked: Checked<'a>,
    /// The certificate, if requested.
    pub certified: Option<Certified>,
}

impl Verify {
    /// The report.
    ///
    /// # Errors
    /// Kinds, values and rules that are not known, or that the text contradicts.
    pub fn answer(&self, control: &Control<'_>) -> Result<Verified<'_>, Refused> {
        let text = self.text.as_str();
        let kind = self.kind.as_deref().unwrap_or(Kind::Nimseq.name());
        let kind = Kind::named(kind).ok_or_else(|| {
            let known: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            format!("unknown kind of input {kind}: a kind is one of {}", known.join(", "))
        })?;
        let name = name(self.name.as_ref(), kind);
        let asked = (self.values.as_deref(), self.rule.as_deref(), self.raw);
        let reading = match kind {
            Kind::Nimseq => reading(text, &name, asked, control)?,
            _ => lang::Options::default(),
        };
        let told = |done, all| control.count(done, all, "verifying");
        let published = if kind == Kind::Family { Described::published() } else { &[] };
        let descriptions: Vec<_> = self.descriptions.iter().chain(published).collect();
        let options = Options {
            reading,
            limit_positions: self.limit_positions.unwrap_or(check::LIMIT_POSITIONS),
            limit_steps: self.limit_steps.unwrap_or(check::LIMIT_STEPS),
            family: self.number,
            descriptions: Some(&descriptions),
            backend: backend(self.backend.as_deref())?,
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            progress: Some(&told),
            as_written: self.as_written,
            table: self.tables.as_deref().zip(stem(&name)).map(|(tables, name)| (name, tables)),
        };
        let (report, certified) = match (kind, self.certify) {
            (Kind::Nimseq, true) => {
                let (report, certified) = check_and_certify(text, &options);
                (report, Some(certified))
            }
            _ => (check::check(kind, text, &options), None),
        };
        let checked = Checked { reading, ..Checked::new(name, kind, text, report) };
        let verified = Verified { checked, certified };
        Ok(if self.brief { verified } else { verified.with_surroundings(control) })
    }

    /// The report in its forms.
    ///
    /// # Errors
    /// As [`Verify::answer`].
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        Ok(self.answer(control)?.reply())
    }
}

impl Verified<'_> {
    /// How its description is read and proved.
    fn options(&self, control: &Control<'_>) -> Options<'static> {
        let (threads, stop) = (control.threads.clone(), control.stop.clone());
        Options { reading: self.checked.reading, threads, stop, ..Options::default() }
    }

    /// The counterexample of the report, if there is one.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        self.checked.report.findings.iter().find_map(verdict::Finding::counterexample)
    }

    /// What is to be seen around the counterexample of a description: what [`Verify::brief`] leaves out.
    pub fn surroundings(&self, control: &Control<'_>) -> Option<Seen> {
        let (text, found) = (self.checked.source, self.counterexample()?);
        Some(Seen {
            surroundings: surroundings(text, found, &self.options(control))?,
            repair: None,
        })
    }

    /// The same report with it.
    pub(super) fn with_surroundings(mut self, control: &Control<'_>) -> Self {
        self.checked.seen = self.surroundings(control);
        self
    }

    /// The change of one word, among those that would help, that makes the whole text verified.
    pub fn repair(&self, seen: &Seen, control: &Control<'_>) -> Option<Change> {
        let changes = &seen.surroundings.changes;
        check::repair(self.checked.source, changes, &self.options(control))
            .map(|(change, _)| change)
    }

    /// What follows for all parameters from the description, if it is proved.
    pub fn derived(&self, description: &Description, control: &Control<'_>) -> Option<Derived> {
        let report = &self.checked.report;
        if report.description.unwrap_or(report.verdict) != Verdict::Verified {
            return None;
        }
        let options = TheoremOptions { stop: control.stop.clone(), ..TheoremOptions::default() };
        let theorem = Box::new(theorem(description, &options).ok()?);
        let said = theorem.statement(description);
        Some(Derived { theorem, said, certified: None })
    }

    /// The report in its forms, with the text of each finding, the counts of all that was done, and the certificate.
    pub(super) fn reply(&self) -> Reply {
        let Self { checked, certified } = self;
        let report = &checked.report;
        let told =
            |found| finding(checked, found, Style::PLAIN, Detail::Verbose).trim_end().to_owned();
        let rejected = (report.verdict == Verdict::Rejected).then(|| {
            let diagnostics = report.findings.iter().map(|finding| &finding.diagnostic);
            shown(&checked.path, checked.source, diagnostics)
        });
        let text = input(checked, Style::PLAIN, Detail::Normal).trim_end().to_owned();
        Reply {
            more: json!({
                "findings": report.findings.iter().map(told).collect::<Vec<_>>(),
                "counts": report.statistics().counts(),
                "certificate": certified.as_ref().and_then(Certified::text),
                "uncertified": certified.as_ref().and_then(|certified| certified.file().err()),
                "rejected": rejected,
            }),
            ..Reply::plain(verify_line(checked).trim_end().to_owned(), text)
        }
    }
}

/// The name of a file without the ending.
fn stem(name: &str) -> Option<&str> {
    Path::new(name).file_stem().and_then(OsStr::to_str)
}

/// Findings as people see them.
pub fn shown<'a>(
    name: &str,
    text: &str,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
) -> String {
    diagnostics.into_iter().map(|found| render::render(found, name, text, Style::PLAIN)).collect()
}

/// Which games is a description about?
#[question]
#[derive(Default)]
pub struct Describe {
    /// The description.
    pub text: String,
    /// Its name.
    pub name: Option<String>,
    /// The values of a description whose letters fit several.
    pub values: Option<String>,
    /// The rule of a description without a RULE line.
    pub rule: Option<String>,
    /// Is the description a plain list of words, without loops and branches?
    pub raw: bool,
}

impl Describe {
    /// The name of the text.
    pub fn name(&self) -> String {
        name(self.name.as_ref(), Kind::Nimseq)
    }

    /// How it is read.
    ///
    /// # Errors
    /// Values and rules that are not known, or that the text contradicts.
    pub fn reading(&self, control: &Control<'_>) -> Result<lang::Options, Refused> {
        let asked = (self.values.as_deref(), self.rule.as_deref(), self.raw);
        reading(&self.text, &self.name(), asked, control)
    }

    /// The description itself.
    ///
    /// # Errors
    /// As [`Describe::reading`], and a text that is not a description.
    pub fn read(&self, control: &Control<'_>) -> Result<Description, Refused> {
        let (reading, name) = (self.reading(control)?, self.name());
        let lowered = lowered(&self.text, &name, &reading, control)?;
        let text = || self.text.clone();
        lowered.description.ok_or_else(|| Refused::Text(name, text(), lowered.diagnostics))
    }

    /// Its parameters, moves and rule.
    ///
    /// # Errors
    /// A text that is none.
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let description = self.read(control)?;
        let facts = about(&description);
        Ok(Reply::plain(facts.to_string(), by_rule(description.rule)))
    }
}

/// The games that a description is about.
pub fn about(description: &Description) -> Json {
    let names = description.parameter_names();
    let moves: Vec<_> = description.moves.iter().map(|one| one.display(&names)).collect();
    json!({
        "parameters": names,
        "moves": moves,
        "values": description.alphabet().to_string(),
        "rule": description.rule.to_string(),
    })
}

/// What values does a description give to positions, proved or not?
#[question]
pub struct Expand {
    /// The description.
    pub description: Describe,
    /// The values of its parameters.
    pub at: Assignment,
    /// More values: a piece for each combination.
    pub points: Points,
    /// The first position.
    pub from: Integer,
    /// The number of positions.
    pub count: usize,
}

impl Ask for Expand {
    type Answer = ExpandedRows;

    fn answer(&self, control: &Control<'_>) -> Result<ExpandedRows, Refused> {
        let description = self.description.read(control)?;
        let point = |more: Assignment| {
            let point = assign(&description, &[&self.at[..], &more].concat())?;
            check_conditions(&description, &point, &self.description.text)?;
            Ok(point)
        };
        let points = combinations(&self.points)?.into_iter().map(point);
        let points = points.collect::<Result<Vec<_>, Refused>>()?;
        let (names, from) = (description.parameter_names(), self.from.clone());
        let (mut rows, mut bytes) = (Vec::with_capacity(points.len()), 0_usize);
        for point in &points {
            let came = format!("{} of {} sequences are expanded", rows.len(), points.len());
            let values = expand::values(&description, point, &from, self.count, &control.stop);
            let values = values.map_err(|error| self.failed(&error, &came))?;
            bytes = bytes.saturating_add(values.len());
            control.stop.room(bytes, 1).map_err(|limit| Refused::Limit(limit, came))?;
            let named = names.iter().map(|&it| it.to_owned()).zip(point.iter().cloned());
            rows.push((named.collect(), values.into()));
        }
        let (alphabet, writing) = (description.alphabet(), Writing::new(&control.stop));
        Ok(ExpandedRows { rows, alphabet, from, writing })
    }
}

impl Expand {
    fn failed(&self, error: &ExpandError, came: &str) -> Refused {
        let name = self.description.name();
        match error {
            ExpandError::Stopped => Refused::Limit(Limit::STOPPED, came.to_owned()),
            ExpandError::NegativeLength { word, .. } => {
                let (line, column) = line_and_column(&self.description.text, word.start);
                Refused::rejected(format!("{name}:{line}:{column}: {error}"))
            }
            ExpandError::Ends | ExpandError::TooLong => {
                Refused::rejected(format!("{name}: {error}"))
            }
        }
    }
}

/// The values of the parameters in the order of declaration.
fn assign(description: &Description, at: &[(String, Integer)]) -> Result<Vec<Integer>, Refused> {
    let names = description.parameter_names();
    let known = || match names.as_slice() {
        [] => "the description has no parameters".to_owned(),
        names => format!("the parameters are {}", names.join(" ")),
    };
    let mut values = vec![None; names.len()];
    for (name, value) in at {
        let Some(index) = names.iter().position(|known| known == name) else {
            return Err(format!("unknown parameter {name}; {}", known()).into());
        };
        if values[index].replace(value.clone()).is_some() {
            return Err(format!("the parameter {name} has two values").into());
        }
    }
    let missing = names.iter().zip(&values).filter(|(_, value)| value.is_none());
    let missing: Vec<_> = missing.map(|(name, _)| (*name).to_owned()).collect();
    if !missing.is_empty() {
        return Err(WrittenError::Missing(missing).into());
    }
    Ok(values.into_iter().flatten().collect())
}

fn check_conditions(
    description: &Description,
    point: &[Integer],
    text: &str,
) -> Result<(), Refused> {
    let violated = description.conditions.iter().find(|one| !one.constraint.holds_at(point));
    let Some(condition) = violated else { return Ok(()) };
    let names = description.parameter_names();
    let point: Vec<_> =
        names.iter().zip(point).map(|(name, value)| format!("{name} = {value}")).collect();
    let written = &text[condition.span.range()];
    Err(format!("{} violates the condition {written}", point.join(", ")).into())
}

/// The text in the common layout.
#[question]
#[derive(Default)]
pub struct Format {
    /// A description.
    pub text: String,
    /// Its name.
    pub name: Option<String>,
    /// Is it wrong if it is not in that layout?
    pub check: bool,
}

impl Format {
    /// The text, or what is wrong with it.
    ///
    /// # Errors
    /// A stop.
    pub fn answer(&self, control: &Control<'_>) -> Result<Formatted<'_>, Refused> {
        let path = name(self.name.as_ref(), Kind::Nimseq);
        let stop = &control.stop;
        let text = stop.check().and_then(|()| lang::format_until(&self.text, stop));
        let text =
            text.map_err(|limit| Refused::Limit(limit, format!("{path} was being formatted")))?;
        let source = &self.text;
        Ok(match text {
            Err(found) => Formatted::rejected(path, source, found),
            Ok(text) => {
                let differs = text != *source;
                let fails = self.check && differs;
                let verdict = if fails { Verdict::Refuted } else { Verdict::Verified };
                let diagnostics = Vec::new();
                Formatted { path, source, verdict, differs, text: Some(text), diagnostics }
            }
        })
    }

    /// In its forms.
    ///
    /// # Errors
    /// A text that cannot be read, and a stop.
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let formatted = self.answer(control)?;
        match &formatted.text {
            Some(text) => Ok(Reply::plain(fmt(from_ref(&formatted), None), text.clone())),
            None => {
                let Formatted { path, diagnostics, .. } = formatted;
                Err(Refused::Text(path, self.text.clone(), diagnostics))
            }
        }
    }
}

/// The text with all that its findings propose.
#[question]
#[derive(Default)]
pub struct Fix {
    /// The description.
    pub description: Describe,
    /// Who answers questions about integers: `exact` (the default), `good-lp`, or `both`.
    pub backend: Option<String>,
}

impl Fix {
    /// The changes, and the text after them.
    ///
    /// # Errors
    /// Values and rules that are not known, or that the text contradicts.
    pub fn answer(&self, control: &Control<'_>) -> Result<Fixed, Refused> {
        let options = Options {
            reading: self.description.reading(control)?,
            backend: backend(self.backend.as_deref())?,
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            ..Options::default()
        };
        let before = self.description.text.clone();
        let (after, fixes) = check::fix(&before, &options);
        Ok(Fixed { path: self.description.name(), fixes, before, after, written: false })
    }

    /// In its forms.
    ///
    /// # Errors
    /// As [`Fix::answer`].
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let done = self.answer(control)?;
        let text = fixed(&done, Style::PLAIN, Detail::Normal).trim_end().to_owned();
        let reply = Reply::plain(fixed_line(&done).trim_end().to_owned(), text);
        Ok(Reply { more: json!({ "after": done.after }), ..reply })
    }
}

/// The solver that answers questions about integers.
pub(super) fn backend(name: Option<&str>) -> Result<BackendKind, Refused> {
    let name = name.unwrap_or("exact");
    let found = BackendKind::ALL.iter().find(|kind| kind.name() == name);
    found.copied().ok_or_else(|| format!("there is no backend {name} here").into())
}

/// What does a code mean?
#[question]
#[derive(Default)]
pub struct Explain {
    /// Such as `E0119`; all where nothing is said.
    pub code: Option<String>,
}

impl Explain {
    /// The explanation, with an example; `None` if the question is about all codes.
    ///
    /// # Errors
    /// Codes that are not known.
    pub fn answer(&self) -> Result<Option<Explanation>, Refused> {
        let Some(code) = &self.code else { return Ok(None) };
        // Errors are also found by their numbers.
        let number = code.parse::<u16>().map(|number| format!("E{number:04}"));
        let upper = number.unwrap_or_else(|_| code.to_uppercase());
        let known = Code::named(&upper).map(codes::explain).map(Some);
        known.ok_or_else(|| {
            // Codes are short: two other letters make another code.
            let near = suggest::nearest(&upper, Code::ALL.map(Code::name));
            let near = near.filter(|known| suggest::distance(&upper, known) == 1);
            let help = match near {
                Some(known) => format!("did you mean {known}?"),
                None => "`grundy explain` lists all".to_owned(),
            };
            Refused::Question(format!("unknown code {code}; {help}"))
        })
    }

    /// In its forms.
    ///
    /// # Errors
    /// Codes that are not known.
    pub fn reply(&self, _: &Control<'_>) -> Result<Reply, Refused> {
        Ok(match self.answer()? {
            None => Reply::new(&all_codes(), json!({})),
            Some(explanation) => {
                Reply::new(&ExplainedCode { explanation, style: Style::PLAIN }, json!({}))
            }
        })
    }
}
