//! Findings as the editor wants them.

use super::document::Document;
use super::work::Outcome;
use gen_lsp_types as lsp;
use grundy_answers::explain::{explain, page};
use grundy_answers::report::refutation::conclusion;
use grundy_language::diagnostic::{Diagnostic, Severity};
use grundy_language::lang::PartKind;
use grundy_language::verdict::{Counterexample, Finding, Report, Verdict, point};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The errors in reading a text, and what the check of the previous text found.
pub fn of_reading(document: &Document) -> lsp::PublishDiagnosticsParams {
    let read = document.lowered.iter().flat_map(|lowered| &lowered.diagnostics);
    let told = read.map(|diagnostic| shown(document, diagnostic, diagnostic.severity()));
    let stale = document.stale.iter().map(|(it, severity)| shown(document, it, *severity));
    publish(document, told.chain(stale).collect())
}

/// What became of the check.
pub fn of_check(document: &Document) -> lsp::PublishDiagnosticsParams {
    let report = match &document.known.outcome {
        None => return of_reading(document),
        Some(Outcome::Fault) => {
            let message = "this check failed because of a bug in grundy; please report it";
            return publish(document, vec![fault(message)]);
        }
        Some(Outcome::Checked(checked)) => &checked.report,
    };
    let told = |finding: &Finding| {
        let mut told = shown(document, &finding.diagnostic, severity(report, finding));
        let related = related(document, finding).into_iter().map(|(range, message)| {
            let range = range.unwrap_or(told.range);
            let location = lsp::Location { uri: document.uri.as_str().into(), range };
            lsp::DiagnosticRelatedInformation { location, message }
        });
        let related: Vec<_> = related.collect();
        if !related.is_empty() {
            told.related_information.get_or_insert_default().extend(related);
        }
        told
    };
    publish(document, report.findings.iter().map(told).collect())
}

/// What shows that a finding is right: sentences, each with its place if that is another one.
fn related(document: &Document, finding: &Finding) -> Vec<(Option<lsp::Range>, String)> {
    let part = |kind| {
        let part = document.outline.parts.iter().find(|part| part.kind == kind);
        part.map(|part| document.range(part.span))
    };
    let Some(Counterexample { parameters, failure }) = finding.counterexample() else {
        let lines = document.evidence(finding).into_iter();
        let lines = lines.map(|line| (None, line.trim().to_owned()));
        return lines.filter(|(_, line)| !line.is_empty()).collect();
    };
    let at =
        format!("the counterexample is at {}, position {}", point(parameters), failure.position);
    let at =
        part(PartKind::Condition).filter(|_| !parameters.is_empty()).map(|place| (Some(place), at));
    let reached = document.known.checked().into_iter().flat_map(|checked| &checked.reached);
    let reached = reached.map(|(word, says)| (Some(document.range(*word)), says.clone()));
    at.into_iter().chain(reached).chain([(part(PartKind::Moves), conclusion(failure))]).collect()
}

/// What the check of a text found and its reader did not; before a verdict, what remains of the last check.
pub fn checked(document: &Document) -> Vec<(Diagnostic, Severity)> {
    let Some(report) = document.known.report() else { return document.stale.clone() };
    let read = document.lowered.as_ref().map_or(&[][..], |lowered| &lowered.diagnostics);
    let found = report.findings.iter().filter(|finding| !read.contains(&finding.diagnostic));
    found.map(|finding| (finding.diagnostic.clone(), severity(report, finding))).collect()
}

fn severity(report: &Report, finding: &Finding) -> Severity {
    match report.verdict {
        // Nothing is known to be wrong.
        Verdict::Undecided | Verdict::Vacuous => Severity::Warning,
        _ => finding.diagnostic.severity(),
    }
}

fn publish(
    document: &Document,
    diagnostics: Vec<lsp::Diagnostic>,
) -> lsp::PublishDiagnosticsParams {
    let (uri, version) = (document.uri.as_str().into(), document.version);
    lsp::PublishDiagnosticsParams { uri, version, diagnostics }
}

/// A diagnostic about a whole text, without a code.
fn fault(message: &str) -> lsp::Diagnostic {
    lsp::Diagnostic {
        severity: Some(lsp::DiagnosticSeverity::Error),
        source: Some("grundy".to_owned()),
        message: message.to_owned().into(),
        ..Default::default()
    }
}

pub fn shown(document: &Document, diagnostic: &Diagnostic, severity: Severity) -> lsp::Diagnostic {
    let mut message = diagnostic.message.clone();
    for note in &diagnostic.notes {
        message += "\nnote: ";
        message += note;
    }
    if let Some(help) = &diagnostic.help {
        message += "\nhelp: ";
        message += help;
    }
    let uri = || document.uri.as_str().into();
    let related = diagnostic.labels.iter().skip(1).filter_map(|label| {
        let location = lsp::Location { uri: uri(), range: document.range(label.span) };
        let message = label.text.clone()?;
        Some(lsp::DiagnosticRelatedInformation { location, message })
    });
    let related: Vec<_> = related.collect();
    // Without a book the address has the text with it.
    let text = || {
        let known = explain(diagnostic.code);
        let text = format!("{}: {}\n\n{}", diagnostic.code, known.title, known.text);
        format!("grundy:/{}.md?{}", diagnostic.code, utf8_percent_encode(&text, NON_ALPHANUMERIC))
    };
    let page = document.book.as_ref().map(|book| page(book, diagnostic.code));
    let page = page.or_else(|| document.opens.then(text));
    lsp::Diagnostic {
        range: document.range_of(diagnostic),
        severity: Some(match severity {
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
            Severity::Error => lsp::DiagnosticSeverity::Error,
        }),
        code: Some(diagnostic.code.name().to_owned().into()),
        source: Some("grundy".to_owned()),
        message: message.into(),
        related_information: (!related.is_empty()).then_some(related),
        code_description: page.map(|page| lsp::CodeDescription { href: page.as_str().into() }),
        tags: None,
        data: None,
    }
}
