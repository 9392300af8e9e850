//! Descriptions, proved or refuted, and what certifies it.

use super::{Refused, Step, answer, document, tell};
use grundy::check::{
    self, Certified, CheckError, Kind, Options, check_and_certify, check_certificate,
};
use grundy::diagnostic::Diagnostic;
use grundy::lang;
use grundy::model::{Description, Move};
use grundy::report::around::Seen;
use grundy::report::{Checked, Style, certificate, json, render, theorem as report, uniform};
use grundy::theorem::{Options as Deriving, theorem};
use grundy::uniform::{FIRST_WORD, check_file};
use grundy::verdict::{Finding, Tally, Verdict};
use serde::Serialize;
use serde_json::value::RawValue;

/// What the text of the editor is called in reports.
const NAME: &str = "description";

#[derive(Serialize)]
struct Judged {
    /// As `grundy verify --format json` prints it.
    report: Box<RawValue>,
    /// The games that a description is about.
    #[serde(flatten)]
    family: Option<Family>,
    /// What follows from a proved description.
    #[serde(flatten)]
    theorem: Derived,
}

#[derive(Serialize)]
struct Family {
    parameters: Vec<String>,
    moves: Vec<String>,
    values: String,
}

#[derive(Default, Serialize)]
struct Derived {
    /// As `grundy theorem --format json` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<Box<RawValue>>,
    /// As `grundy theorem --format latex` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    latex: Option<String>,
    /// Why there is no theorem.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_theorem: Option<String>,
}

/// The report on a text, with the theorem that follows if it is a proved description.
pub fn verify(kind: &str, text: &str) -> Result<Box<RawValue>, Refused> {
    let found = Kind::ALL.into_iter().find(|it| it.name() == kind);
    let kind = found.ok_or_else(|| format!("there is no kind of input called {kind}"))?;
    let progress = |done, total| tell(&Step::Done(done, total));
    let options = Options { progress: Some(&progress), ..Options::default() };
    let report = check::check(kind, text, &options);
    let found = report.findings.iter().find_map(Finding::counterexample);
    let surroundings = found.and_then(|found| check::surroundings(text, found, &options));
    let description = match kind {
        Kind::Nimseq => lang::parse(text, &options.reading).description,
        _ => None,
    };
    let proved = report.description.unwrap_or(report.verdict) == Verdict::Verified;
    let theorem = match &description {
        Some(description) if proved => derived(description)?,
        _ => Derived::default(),
    };
    let family = description.as_ref().map(Family::of);
    let checked = Checked {
        path: format!("{NAME}.{}", kind.ending()),
        kind: kind.name(),
        source: text,
        raw: false,
        report,
        seen: surroundings.map(|surroundings| Seen { surroundings, repair: None }),
        time: None,
    };
    let tally: Tally = [checked.report.verdict].into_iter().collect();
    let report = document(json::verify(&[checked], &[], &tally, None, None))?;
    answer(&Judged { report, family, theorem })
}

impl Family {
    fn of(description: &Description) -> Self {
        let names = description.parameter_names();
        let written = |one: &Move| one.size.display(&names).to_string();
        Self {
            parameters: names.iter().map(|&name| name.to_owned()).collect(),
            moves: description.moves.iter().map(written).collect(),
            values: description.alphabet.to_string(),
        }
    }
}

/// The theorem of a description that was proved.
fn derived(description: &Description) -> Result<Derived, Refused> {
    Ok(match theorem(description, &Deriving::default()) {
        Ok(theorem) => Derived {
            theorem: Some(document(report::json(&theorem))?),
            latex: Some(report::latex(&theorem, description)),
            no_theorem: None,
        },
        Err(undecided) => Derived { no_theorem: Some(undecided.to_string()), ..Derived::default() },
    })
}

/// The text in the common layout.
pub fn format(text: &str) -> Result<Box<RawValue>, Refused> {
    answer(&lang::format(text).map_err(|diagnostics| told(&diagnostics, NAME, text))?)
}

/// What is wrong with a text of this name, for people.
pub fn told(diagnostics: &[Diagnostic], name: &str, text: &str) -> String {
    let one = |one| render::render(one, name, text, Style::PLAIN);
    diagnostics.iter().map(one).collect::<String>().trim_end().to_owned()
}

#[derive(Serialize)]
struct File {
    name: &'static str,
    text: String,
}

/// The proof, or the counterexample, as a file.
pub fn certify(text: &str) -> Result<Box<RawValue>, Refused> {
    let progress = |done, total| tell(&Step::Done(done, total));
    let options = Options { progress: Some(&progress), ..Options::default() };
    let (report, certified) = check_and_certify(text, &options);
    let file = match certified {
        Certified::Proof { proof, .. } => {
            let mut bytes = Vec::new();
            proof.write(&mut bytes).map_err(|error| error.to_string())?;
            let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
            File { name: "description.proof", text }
        }
        Certified::Counterexample(found) => {
            File { name: "counterexample.json", text: certificate::evidence(&found) }
        }
        Certified::Unsupported(reason) => {
            return Err(format!("no certificate: the format has no words for this: {reason}"));
        }
        Certified::Nothing => {
            let verdict = report.verdict;
            return Err(format!("no certificate: the description is {verdict}"));
        }
    };
    answer(&file)
}

/// Checks a certificate.
pub fn check(file: &str, text: &str) -> Result<Box<RawValue>, Refused> {
    if file.starts_with(FIRST_WORD) {
        return document(uniform::json(&check_file(file.as_bytes(), &|| false)));
    }
    let shown = check_certificate(file.as_bytes(), text, &Options::default().stop);
    if let Err(CheckError::Description(diagnostics)) = &shown {
        return Err(told(diagnostics, NAME, text));
    }
    document(certificate::json(&shown))
}
