//! What follows from a description, and whether a file proves it.

use super::texts::{Describe, Verified};
use super::{Control, Refused, Reply};
use crate::check::{Certified, CheckError, Kind, Shown, Terms, certify, check_certificate};
use crate::limit::Limit;
use crate::model::{Alphabet, Description, Rule};
use crate::report::certificate::{checked, evidence};
use crate::report::theorem::{by_rule, cases, derived, latex};
use crate::report::{Checked, Detail, Render};
use crate::sequence::Asked;
use crate::theorem::{self, Statement, TheoremOptions, Undecided, misere_play, theorem};
use crate::verdict::Verdict;
use crate::verify;
use grundy_output::question;
use serde_json::json;
use std::fmt::Display;
use std::io::BufRead;

/// What follows from a description for all parameters?
#[question]
#[derive(Default)]
pub struct Theorem {
    /// The description.
    pub description: Describe,
    /// About which values: those of the description, or outcomes.
    pub of: Option<String>,
    /// About misère play, by what the description says of normal play?
    pub misere: bool,
    /// Also a certificate?
    pub certify: bool,
}

/// What follows from a description.
#[derive(Debug)]
pub enum Derivation<'a> {
    /// Nothing: it is not verified.
    Unproved(Verified<'a>),
    /// A theorem.
    Derived(Derived),
}

/// A theorem about a proved description.
#[derive(Debug)]
pub struct Derived {
    /// The theorem.
    pub theorem: Box<theorem::Theorem>,
    /// What it says.
    pub said: Statement,
    /// The certificate, if requested.
    pub certified: Option<Certified>,
}

impl Theorem {
    /// The theorem, or the report on a description that is not verified.
    ///
    /// # Errors
    /// Texts that cannot be read, values that the description does not determine, and limits.
    pub fn answer(&self, control: &Control<'_>) -> Result<Derivation<'_>, Refused> {
        let (name, text) = (self.description.name(), self.description.text.as_str());
        let reading = self.description.reading(control)?;
        let description = self.description.read(control)?;
        let of = self.of(&description)?;
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
            true => {
                let (report, all, certified) = certify(&description, text, &proving, &[of]);
                (report, all, Some(certified))
            }
            false => (verify::verify(&description, text, &proving), Vec::new(), None),
        };
        if report.verdict != Verdict::Verified {
            let checked = Checked { reading, ..Checked::new(name, Kind::Nimseq, text, report) };
            let unproved = Verified { checked, certified }.with_surroundings(control);
            return Ok(Derivation::Unproved(unproved));
        }
        let stop = &control.stop;
        let options = TheoremOptions { values: Some(of), stop: stop.clone() };
        let found = all.pop().map_or_else(|| theorem(&description, &options), |(_, found)| found);
        let found = match self.misere {
            true => found.and_then(|found| misere_play(&found, &description, stop)),
            false => found,
        };
        let theorem = found.map_err(|undecided| match undecided {
            Undecided::Limit(Limit::STOPPED) => {
                let came = format!("{name} is proved, but its theorem is not derived");
                Refused::Limit(Limit::STOPPED, came)
            }
            other => Refused::Undecided(other.to_string()),
        })?;
        let rule = if self.misere { Rule::Misere } else { description.rule };
        let said = theorem.statement(&Description { rule, ..description });
        let theorem = Box::new(theorem);
        Ok(Derivation::Derived(Derived { theorem, said, certified }))
    }

    /// The theorem or the report in its forms.
    ///
    /// # Errors
    /// As [`Theorem::answer`].
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        Ok(match self.answer(control)? {
            Derivation::Unproved(verified) => verified.reply(),
            Derivation::Derived(Derived { theorem, said, certified }) => {
                // A certificate that covers only the description does not certify the theorem.
                let certified = certified.filter(|certified| certified.not_covered().is_empty());
                told_theorem(&theorem, &said, certified.and_then(|certified| certified.text()))
            }
        })
    }

    /// The values that the theorem is derived from.
    fn of(&self, description: &Description) -> Result<Alphabet, Refused> {
        let rule = description.rule;
        if self.misere && !matches!(rule, Rule::Mex | Rule::Normal) {
            let name = self.description.name();
            return Err(format!(
                "--misere asks what follows from normal play, but {name} is about the rule {rule}"
            )
            .into());
        }
        if self.misere && (self.of.is_some() || self.certify) {
            return Err("--misere works without --values and --certificate".into());
        }
        let asked = Asked::named(self.of.as_deref(), None)?;
        if let Some(asked) = asked.rule.filter(|asked| *asked != rule) {
            return Err(format!("the rule of the description is {rule}, not {asked}").into());
        }
        let usual = if self.misere { Alphabet::Outcome } else { description.alphabet() };
        let of = asked.alphabet.unwrap_or(usual);
        if (of, description.alphabet()) == (Alphabet::Nim, Alphabet::Outcome) {
            return Err(Undecided::Values.to_string().into());
        }
        Ok(of)
    }
}

impl Derived {
    /// The theorem as it is shown.
    pub fn shown(&self, detail: Detail) -> impl Render {
        derived(&self.theorem, &self.said, detail)
    }
}

/// A theorem about a proved description in its forms.
pub fn told_theorem(
    theorem: &theorem::Theorem,
    said: &Statement,
    certificate: Option<String>,
) -> Reply {
    let more = json!({
        "parameters": theorem.parameters,
        "latex": latex(said).trim_end(),
        "cases": cases(said),
        "of": by_rule(said.rule),
        "has_start": said.start.is_some(),
        "certificate": certificate,
    });
    Reply::new(&derived(theorem, said, Detail::Normal), more)
}

impl Certified {
    /// The file, or why there is none.
    ///
    /// # Errors
    /// If there is nothing to certify, or the format cannot express the proof.
    pub fn file(&self) -> Result<Vec<u8>, String> {
        let missing = |why: &dyn Display| Err(format!("no certificate: {why}"));
        match self {
            Self::Proof { proof, .. } => {
                let mut bytes = Vec::new();
                // Writing to memory does not fail.
                proof.write(&mut bytes).unwrap_or_else(|error| unreachable!("{error}"));
                Ok(bytes)
            }
            Self::Counterexample(found) => Ok(evidence(found).into_bytes()),
            Self::Unsupported(reason) => {
                missing(&format_args!("the format cannot express this: {reason}"))
            }
            Self::Nothing => missing(&"there is nothing to certify"),
        }
    }

    /// The same as a text.
    pub fn text(&self) -> Option<String> {
        String::from_utf8(self.file().ok()?).ok()
    }

    /// The values whose period the proof does not cover.
    pub fn not_covered(&self) -> &[Alphabet] {
        match self {
            Self::Proof { not_covered, .. } => not_covered,
            _ => &[],
        }
    }
}

/// Is the certificate right?
#[question]
#[derive(Default)]
pub struct Check {
    /// The file.
    pub certificate: String,
    /// What the file is called: `certificate` where nothing is said.
    pub file: Option<String>,
    /// The description that it is about; a proof by trace needs none.
    pub text: Option<String>,
    /// The name of the description.
    pub name: Option<String>,
    /// The values of a description whose letters fit several.
    pub values: Option<String>,
    /// The rule of a description without a RULE line.
    pub rule: Option<String>,
    /// Is the description a plain list of words, without loops and branches?
    pub raw: bool,
    /// The values that are expected before position 0, such as `+--`, or `sink`.
    pub start: Option<String>,
}

/// What a certificate shows.
#[derive(Debug)]
pub struct Shows {
    /// The names of the certificate and the description.
    names: [String; 2],
    /// What it shows, or why it shows nothing.
    pub shown: Result<Shown, CheckError>,
}

impl Check {
    /// What it shows, with the theorems.
    ///
    /// # Errors
    /// A text that cannot be read, and a stop.
    pub fn answer(&self, control: &Control<'_>) -> Result<Shows, Refused> {
        self.answer_from(self.certificate.as_bytes(), control)
    }

    /// What it shows, in its forms.
    ///
    /// # Errors
    /// As [`Check::answer`].
    pub fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let answer = self.answer(control)?;
        let theorems: Vec<_> = match &answer.shown {
            Ok(Shown::Proved(proved)) => (proved.theorems.iter())
                .map(|(theorem, said)| told_theorem(theorem, said, None))
                .collect(),
            _ => Vec::new(),
        };
        Ok(Reply::new(&answer.as_told(Detail::Normal), json!({ "theorems": theorems })))
    }

    /// The same for a file that is read as it is checked, in place of [`Check::certificate`].
    ///
    /// # Errors
    /// As [`Check::answer`].
    pub fn answer_from(&self, file: impl BufRead, control: &Control<'_>) -> Result<Shows, Refused> {
        let terms = self.terms(control)?;
        let text = self.text.as_deref();
        self.shows(check_certificate(file, text, &terms, &control.stop))
    }

    /// What is asked about the description.
    ///
    /// # Errors
    /// Values and rules that are not known, or that the text contradicts, and a stop.
    pub fn terms(&self, control: &Control<'_>) -> Result<Terms<'_>, Refused> {
        Ok(Terms { reading: self.described().reading(control)?, start: self.start.as_deref() })
    }

    fn described(&self) -> Describe {
        let name = self.name.as_deref().unwrap_or("the description");
        Describe {
            text: self.text.clone().unwrap_or_default(),
            name: Some(name.to_owned()),
            values: self.values.clone(),
            rule: self.rule.clone(),
            raw: self.raw,
        }
    }

    fn file(&self) -> &str {
        self.file.as_deref().unwrap_or("certificate")
    }

    /// What was shown, unless a stop came first, or there is nothing to show it about.
    ///
    /// # Errors
    /// As [`Check::answer`].
    pub fn shows(&self, shown: Result<Shown, CheckError>) -> Result<Shows, Refused> {
        let (file, described) = (self.file(), self.described());
        let stopped = |came| Err(Refused::Limit(Limit::STOPPED, came));
        match &shown {
            Err(CheckError::Description(found)) => {
                Err(Refused::Text(described.name(), described.text, found.clone()))
            }
            Err(CheckError::Trace(error)) if error.is_stopped() => {
                let before = error.line;
                stopped(format!("not all of the class before line {before} of {file} was checked"))
            }
            Err(CheckError::Stopped(lines)) => {
                stopped(format!("{lines} lines of {file} are checked, but not all"))
            }
            _ => Ok(Shows { names: [file.to_owned(), described.name()], shown }),
        }
    }
}

impl Shows {
    /// What it shows, for people and programs.
    pub fn as_told(&self, detail: Detail) -> impl Render {
        let [certificate, description] = &self.names;
        checked(certificate, description, &self.shown, detail)
    }
}
