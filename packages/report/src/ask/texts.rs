//! Texts: are they right, what follows, and what do they say in other words.

use super::game::{number, numbers};
use super::{Control, Refused, Reply};
use crate::Integer;
use crate::check::{
    self, Certified, CheckError, Kind, Options, Shown, check_and_certify, check_certificate,
    surroundings,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::expand::{self, ExpandError};
use crate::explain as codes;
use crate::lang;
use crate::limit::Limit;
use crate::model::{Alphabet, Description, Value};
use crate::report::around::Seen;
use crate::report::certificate::{checked, evidence};
use crate::report::fixes::{Fixed, fixed};
use crate::report::json::{Formatted, codes as all_codes, fixed_line, fmt, verify_line};
use crate::report::text::{ExplainedCode, finding, input};
use crate::report::theorem::{by_rule, cases, derived, latex};
use crate::report::{Checked, Detail, Style, render};
use crate::sequence::Asked;
use crate::suggest;
use crate::theorem::{self, Statement, TheoremOptions, Undecided, theorem};
use crate::verdict::{self, Verdict};
use crate::verify;
use serde::Deserialize;
use serde_json::{Value as Json, json};

/// How a description of these values is to be read, by this rule, which must be that of its RULE line, if it has one.
fn reading(
    text: &str,
    values: Option<&String>,
    rule: Option<&String>,
) -> Result<lang::Options, Refused> {
    let Asked { alphabet, rule } =
        Asked::named(values.map(String::as_str), rule.map(String::as_str))?;
    if let Some(rule) = rule
        && let Some(named) = lang::parse(text, &lang::Options::default()).rule
        && named != rule
    {
        let message = format!("the text has the line RULE {named}, which is not the rule '{rule}'");
        return Err(message.into());
    }
    Ok(lang::Options { alphabet, rule, raw: false })
}

/// The name of a text that has none.
fn name(name: Option<&String>, kind: Kind) -> String {
    name.cloned().unwrap_or_else(|| format!("text.{}", kind.ending()))
}

/// The description that a text is.
fn description(
    text: &str,
    name: String,
    reading: &lang::Options,
    control: &Control<'_>,
) -> Result<Description, Refused> {
    let lowered = lang::parse_until(text, reading, &control.stop);
    let lowered =
        lowered.map_err(|limit| Refused::Limit(limit, "the text is not read".to_owned()))?;
    let text = || text.to_owned();
    lowered.description.ok_or_else(|| Refused::Text(name, text(), lowered.diagnostics))
}

/// What certifies a verdict, as the text of a file.
pub fn certificate(certified: &Certified) -> Option<String> {
    match certified {
        Certified::Proof { proof, .. } => {
            let mut bytes = Vec::new();
            // Writing to memory does not fail.
            proof.write(&mut bytes).unwrap_or_else(|error| unreachable!("{error}"));
            String::from_utf8(bytes).ok()
        }
        Certified::Counterexample(found) => Some(evidence(found)),
        Certified::Unsupported(_) | Certified::Nothing => None,
    }
}

/// Is this text right?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Also a certificate, if it is a description?
    #[serde(default)]
    pub certify: bool,
}

/// A text that was checked.
#[derive(Debug)]
pub struct Verified<'a> {
    /// The report.
    pub checked: Checked<'a>,
    /// What certifies it, if that was asked for.
    pub certified: Certified,
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
            let known: Vec<_> = Kind::ALL.iter().map(|it| it.name()).collect();
            format!("unknown kind of input {kind}: a kind is one of {}", known.join(", "))
        })?;
        let reading = match kind {
            Kind::Nimseq => reading(text, self.values.as_ref(), self.rule.as_ref())?,
            _ => lang::Options::default(),
        };
        let told = |done, all| control.count(done, all, "verifying");
        let options = Options {
            reading,
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            progress: Some(&told),
            ..Options::default()
        };
        let (report, certified) = match (kind, self.certify) {
            (Kind::Nimseq, true) => check_and_certify(text, &options),
            _ => (check::check(kind, text, &options), Certified::Nothing),
        };
        let found = report.findings.iter().find_map(verdict::Finding::counterexample);
        let seen = found.and_then(|found| surroundings(text, found, &options));
        let seen = seen.map(|surroundings| Seen { surroundings, repair: None });
        let name = name(self.name.as_ref(), kind);
        let checked = Checked { reading, seen, ..Checked::new(name, kind, text, report) };
        Ok(Verified { checked, certified })
    }
}

impl Verified<'_> {
    /// The report in its forms, with the text of each finding, the number of all that was done, and the certificate.
    pub fn reply(&self) -> Reply {
        let Self { checked, certified } = self;
        let report = &checked.report;
        let told = |it| finding(checked, it, Style::PLAIN, Detail::Verbose).trim_end().to_owned();
        let rejected = (report.verdict == Verdict::Rejected).then(|| {
            let diagnostics = report.findings.iter().map(|it| &it.diagnostic);
            shown(&checked.path, checked.source, diagnostics)
        });
        Reply {
            json: verify_line(checked).trim_end().to_owned(),
            text: input(checked, Style::PLAIN, Detail::Normal).trim_end().to_owned(),
            more: json!({
                "findings": report.findings.iter().map(told).collect::<Vec<_>>(),
                "counts": report.statistics().counts(),
                "certificate": certificate(certified),
                "rejected": rejected,
            }),
        }
    }
}

/// Findings as people see them.
pub fn shown<'a>(
    name: &str,
    text: &str,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
) -> String {
    diagnostics.into_iter().map(|it| render::render(it, name, text, Style::PLAIN)).collect()
}

/// Which games is a description about?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Describe {
    /// The description.
    pub text: String,
    /// Its name.
    pub name: Option<String>,
    /// See [`Verify::values`].
    pub values: Option<String>,
    /// See [`Verify::rule`].
    pub rule: Option<String>,
}

impl Describe {
    /// The description itself.
    ///
    /// # Errors
    /// A text that is none.
    pub fn read(&self, control: &Control<'_>) -> Result<Description, Refused> {
        let reading = reading(&self.text, self.values.as_ref(), self.rule.as_ref())?;
        description(&self.text, name(self.name.as_ref(), Kind::Nimseq), &reading, control)
    }

    /// Its parameters, moves and rule.
    ///
    /// # Errors
    /// A text that is none.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let description = self.read(control)?;
        let facts = about(&description);
        Ok(Reply { json: facts.to_string(), text: by_rule(description.rule), more: json!({}) })
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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expand {
    /// The description.
    pub description: Describe,
    /// The values of its parameters.
    #[serde(default, deserialize_with = "numbers")]
    pub at: Vec<(String, Integer)>,
    /// The first position.
    #[serde(deserialize_with = "number")]
    pub from: Integer,
    /// The number of positions.
    pub count: usize,
}

impl Expand {
    /// The values.
    ///
    /// # Errors
    /// Parameters that are missing, or outside of the conditions, and limits.
    pub fn answer(&self, control: &Control<'_>) -> Result<(Alphabet, Vec<Value>), Refused> {
        let description = self.description.read(control)?;
        let value = |name: &str| {
            let found = self.at.iter().find(|it| it.0 == name).map(|it| it.1.clone());
            found.ok_or_else(|| format!("{name} has no value"))
        };
        let names = description.parameter_names();
        let point = names.into_iter().map(value).collect::<Result<Vec<_>, _>>()?;
        if description.constraints().iter().any(|it| !it.holds_at(&point)) {
            return Err("these parameters do not satisfy the conditions of the description".into());
        }
        match expand::values(&description, &point, &self.from, self.count, &control.stop) {
            Ok(values) => Ok((description.alphabet(), values)),
            Err(ExpandError::Stopped) => {
                Err(Refused::Limit(Limit::STOPPED, "not all positions are expanded".to_owned()))
            }
            Err(error) => Err(error.to_string().into()),
        }
    }
}

/// What follows from a description for all parameters?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theorem {
    /// The description.
    pub description: Describe,
    /// About which values: those of the description, or outcomes.
    pub of: Option<String>,
    /// Also a certificate?
    #[serde(default)]
    pub certify: bool,
}

impl Theorem {
    /// The theorem, with `verdict`; or the report on a description that is not verified.
    ///
    /// # Errors
    /// Texts that cannot be read, and values that the description says nothing about.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let Describe { text, name: named, values, rule } = &self.description;
        let reading = reading(text, values.as_ref(), rule.as_ref())?;
        let name = name(named.as_ref(), Kind::Nimseq);
        let description = description(text, name.clone(), &reading, control)?;
        let asked = Asked::named(self.of.as_deref(), None)?;
        if let Some(rule) = asked.rule.filter(|rule| *rule != description.rule) {
            let message =
                format!("the rule of the description is {}, not {rule}", description.rule);
            return Err(message.into());
        }
        let of = asked.alphabet.unwrap_or(description.alphabet());
        if (of, description.alphabet()) == (Alphabet::Nim, Alphabet::Outcome) {
            return Err(Undecided::Values.to_string().into());
        }
        let told = |it: verify::Progress| {
            control.count(it.done as u64, it.total as u64, "verifying");
        };
        let proving = verify::Options {
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            progress: Some(&told),
            ..verify::Options::default()
        };
        let (report, mut all, certified) = match self.certify {
            true => check::certify(&description, text, &proving, &[of]),
            false => (verify::verify(&description, text, &proving), Vec::new(), Certified::Nothing),
        };
        if report.verdict != Verdict::Verified {
            let options = Options { reading, stop: control.stop.clone(), ..Options::default() };
            let found = report.findings.iter().find_map(verdict::Finding::counterexample);
            let seen = found.and_then(|found| surroundings(text, found, &options));
            let seen = seen.map(|surroundings| Seen { surroundings, repair: None });
            let checked =
                Checked { reading, seen, ..Checked::new(name, Kind::Nimseq, text, report) };
            return Ok(Verified { checked, certified: Certified::Nothing }.reply());
        }
        let options = TheoremOptions { values: Some(of), stop: control.stop.clone() };
        let found = all.pop().map_or_else(|| theorem(&description, &options), |(_, found)| found);
        let found = found.map_err(|undecided| match undecided {
            Undecided::Limit(limit) => {
                Refused::Limit(limit, format!("{name} is proved, but its theorem is not derived"))
            }
            other => Refused::Undecided(other.to_string()),
        })?;
        // A certificate of the description alone is none of the theorem.
        let file = match &certified {
            Certified::Proof { not_covered, .. } if !not_covered.is_empty() => None,
            certified => self::certificate(certified),
        };
        let said = found.statement(&description);
        Ok(told_theorem(&found, said, file))
    }
}

/// A theorem about a proved description in its forms.
pub fn told_theorem(
    theorem: &theorem::Theorem,
    said: Statement,
    certificate: Option<String>,
) -> Reply {
    let more = json!({
        "parameters": theorem.parameters,
        "latex": latex(&said).trim_end(),
        "cases": cases(&said),
        "of": by_rule(said.rule),
        "has_start": said.start.is_some(),
        "certificate": certificate,
    });
    Reply::new(&derived(theorem, said, Detail::Normal), more)
}

/// Is the certificate right?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The file.
    pub certificate: String,
    /// The description that it is about; a proof by trace needs none.
    pub text: Option<String>,
    /// The name of the description.
    pub name: Option<String>,
    /// See [`Verify::values`].
    pub values: Option<String>,
    /// See [`Verify::rule`].
    pub rule: Option<String>,
}

impl Check {
    /// What it shows, with the theorems.
    ///
    /// # Errors
    /// A text that cannot be read, and a stop.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let text = self.text.as_deref();
        let reading = reading(text.unwrap_or_default(), self.values.as_ref(), self.rule.as_ref())?;
        let terms = check::Terms { reading, start: None };
        let shown = check_certificate(self.certificate.as_bytes(), text, &terms, &control.stop);
        let name = self.name.as_deref().unwrap_or("the description");
        let theorems = match &shown {
            Err(CheckError::Description(found)) => {
                let text = text.unwrap_or_default().to_owned();
                return Err(Refused::Text(name.to_owned(), text, found.clone()));
            }
            Err(_) if control.stop.requested() => {
                return Err(Refused::Limit(Limit::STOPPED, "not all is checked".to_owned()));
            }
            Ok(Shown::Proved(proved)) => (proved.theorems.iter())
                .map(|(theorem, said)| told_theorem(theorem, said.clone(), None))
                .collect(),
            _ => Vec::new(),
        };
        let answer = checked("certificate", name, &shown, Detail::Normal);
        Ok(Reply::new(&answer, json!({ "theorems": theorems })))
    }
}

/// The text in the common layout.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// A description.
    pub text: String,
    /// Its name.
    pub name: Option<String>,
}

impl Format {
    /// The text.
    ///
    /// # Errors
    /// A text that cannot be read.
    pub fn answer(&self) -> Result<Reply, Refused> {
        let name = name(self.name.as_ref(), Kind::Nimseq);
        let text = match lang::format(&self.text) {
            Ok(text) => text,
            Err(found) => return Err(Refused::Text(name, self.text.clone(), found)),
        };
        let formatted = Formatted {
            path: name,
            source: &self.text,
            verdict: Verdict::Verified,
            differs: text != self.text,
            text: Some(text.clone()),
            diagnostics: Vec::new(),
        };
        Ok(Reply { json: fmt(&[formatted], None), text, more: json!({}) })
    }
}

/// The text with all that its findings propose.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    /// The description.
    pub description: Describe,
}

impl Fix {
    /// What is changed, and the text after that.
    ///
    /// # Errors
    /// Values and rules that are not known, or that the text contradicts.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let Describe { text, name: named, values, rule } = &self.description;
        let options = Options {
            reading: reading(text, values.as_ref(), rule.as_ref())?,
            threads: control.threads.clone(),
            stop: control.stop.clone(),
            ..Options::default()
        };
        let (after, fixes) = check::fix(text, &options);
        let (path, before) = (name(named.as_ref(), Kind::Nimseq), text.clone());
        let done = Fixed { path, fixes, before, after, written: false };
        Ok(Reply {
            json: fixed_line(&done).trim_end().to_owned(),
            text: fixed(&done, Style::PLAIN, Detail::Normal).trim_end().to_owned(),
            more: json!({ "after": done.after }),
        })
    }
}

/// What does a code mean?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// Such as `E0119`; all where nothing is said.
    pub code: Option<String>,
}

impl Explain {
    /// The explanation, with an example.
    ///
    /// # Errors
    /// Codes that are not known.
    pub fn answer(&self) -> Result<Reply, Refused> {
        let Some(code) = &self.code else { return Ok(Reply::new(&all_codes(), json!({}))) };
        let upper = code.to_uppercase();
        let code = Code::named(&upper).ok_or_else(|| {
            let near = suggest::nearest(&upper, Code::ALL.map(Code::name));
            let near = near.map_or(String::new(), |known| format!("; did you mean {known}?"));
            format!("unknown code {code}{near}")
        })?;
        let explanation = codes::explain(code);
        Ok(Reply::new(&ExplainedCode { explanation, style: Style::PLAIN }, json!({})))
    }
}
