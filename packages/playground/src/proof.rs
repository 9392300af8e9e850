//! Descriptions, proved or refuted, and what certifies it.

use super::{Json, Refused, WorkStep, json, object, tell};
use grundy_check::model::Description;
use grundy_check::trace::FIRST_WORD;
use grundy_core::diagnostic::Diagnostic;
use grundy_core::lang;
use grundy_core::verdict::{Finding, Tally, Verdict};
use grundy_prove::theorem::{TheoremOptions as Deriving, theorem};
use grundy_report::check::{
    self, Certified, CheckError, Kind, Options, Terms, check_and_certify, check_certificate,
};
use grundy_report::report::around::Seen;
use grundy_report::report::{self, Checked, Detail, Render as _, certificate};

/// What the text of the editor is called in reports.
const NAME: &str = "description";

/// The report on a text, with the theorem that follows if it is a proved description.
pub(crate) fn verify(kind: &str, text: &str) -> Result<Json, Refused> {
    let found = Kind::ALL.into_iter().find(|it| it.name() == kind);
    let kind = found.ok_or_else(|| format!("unknown kind of input {kind}"))?;
    let progress = |done, total| tell(&WorkStep::Done(done, total));
    let options = Options { progress: Some(&progress), ..Options::default() };
    let report = check::check(kind, text, &options);
    let found = report.findings.iter().find_map(Finding::counterexample);
    let surroundings = found.and_then(|found| check::surroundings(text, found, &options));
    let description = match kind {
        Kind::Nimseq => lang::parse(text, &options.reading).description,
        _ => None,
    };
    let proved = report.description.unwrap_or(report.verdict) == Verdict::Verified;
    let path = format!("{NAME}.{}", kind.ending());
    let seen = surroundings.map(|surroundings| Seen { surroundings, repair: None });
    let checked = Checked { seen, ..Checked::new(path, kind, text, report) };
    let tally: Tally = [checked.report.verdict].into_iter().collect();
    let mut members =
        vec![("report", report::json::verify(&[checked], &[], &tally, None, None, &[]))];
    if let Some(description) = description {
        members.extend(family(&description)?);
        members.extend(if proved { derived(&description)? } else { Vec::new() });
    }
    Ok(object(&members))
}

/// The games that a description is about.
fn family(description: &Description) -> Result<[(&'static str, Json); 3], Refused> {
    let names = description.parameter_names();
    let moves = description.moves.iter().map(|one| one.display(&names));
    Ok([
        ("parameters", json(&names)?),
        ("moves", json(&moves.collect::<Vec<_>>())?),
        ("values", json(&description.alphabet().to_string())?),
    ])
}

/// The theorem of a description that was proved, as `grundy theorem` writes it, or why there is none.
fn derived(description: &Description) -> Result<Vec<(&'static str, Json)>, Refused> {
    Ok(match theorem(description, &Deriving::default()) {
        Ok(theorem) => {
            let said = theorem.statement(description);
            vec![
                ("cases", json(&report::theorem::cases(&said))?),
                ("latex", json(&report::theorem::latex(&said))?),
                ("theorem", report::theorem::derived(&theorem, said, Detail::Normal).json()),
            ]
        }
        Err(undecided) => vec![("no_theorem", json(&undecided.to_string())?)],
    })
}

/// The text in the common layout.
pub(crate) fn format(text: &str) -> Result<Json, Refused> {
    json(&lang::format(text).map_err(|diagnostics| told(&diagnostics, NAME, text))?)
}

/// What is wrong with a text of this name, for people.
pub(crate) fn told(diagnostics: &[Diagnostic], name: &str, text: &str) -> String {
    let one = |one: &Diagnostic| {
        let place = one.location(text).map(|it| format!("{}:{}: ", it.line, it.column));
        let help = one.help.as_ref().map(|help| format!("; {help}"));
        let (place, help) = (place.unwrap_or_default(), help.unwrap_or_default());
        format!("{name}:{place}{}{help}", one.message)
    };
    diagnostics.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// The proof, or the counterexample, as a file.
pub(crate) fn certify(text: &str) -> Result<Json, Refused> {
    let progress = |done, total| tell(&WorkStep::Done(done, total));
    let options = Options { progress: Some(&progress), ..Options::default() };
    let (report, certified) = check_and_certify(text, &options);
    let (name, text) = match certified {
        Certified::Proof { proof, .. } => {
            let mut bytes = Vec::new();
            proof.write(&mut bytes).map_err(|error| error.to_string())?;
            let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
            ("description.proof", text)
        }
        Certified::Counterexample(found) => ("counterexample.json", certificate::evidence(&found)),
        Certified::Unsupported(reason) => {
            return Err(format!("no certificate: certificates cannot express this: {reason}"));
        }
        Certified::Nothing => {
            let verdict = report.verdict;
            return Err(format!("no certificate: the description is {verdict}"));
        }
    };
    Ok(object(&[("name", json(&name)?), ("text", json(&text)?)]))
}

/// Checks a certificate.
pub(crate) fn check(file: &str, text: &str) -> Result<Json, Refused> {
    // The page always has a text, which a proof by trace is not about.
    let text_of = (!file.starts_with(FIRST_WORD)).then_some(text);
    let shown =
        check_certificate(file.as_bytes(), text_of, &Terms::default(), &Options::default().stop);
    if let Err(CheckError::Description(diagnostics)) = &shown {
        return Err(told(diagnostics, NAME, text));
    }
    Ok(certificate::checked("certificate", NAME, &shown, Detail::Normal).json())
}
