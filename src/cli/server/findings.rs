//! Findings as the editor wants them.

use super::document::Document;
use super::work::Outcome;
use gen_lsp_types as lsp;
use grundy_core::diagnostic::{Diagnostic, Severity};
use grundy_core::verdict::{Finding, Verdict};

/// What is wrong with reading a text.
pub fn of_reading(document: &Document) -> lsp::PublishDiagnosticsParams {
    let diagnostics = document.lowered.iter().flat_map(|lowered| &lowered.diagnostics);
    let told = diagnostics.map(|diagnostic| shown(document, diagnostic, diagnostic.severity));
    publish(document, told.collect())
}

/// What became of the check.
pub fn of_check(document: &Document) -> lsp::PublishDiagnosticsParams {
    let report = match &document.known.outcome {
        None => return of_reading(document),
        Some(Outcome::Fault) => {
            let text = "this check failed by a fault of grundy; please report it";
            let fault = Diagnostic::error("", text);
            return publish(document, vec![shown(document, &fault, Severity::Error)]);
        }
        Some(Outcome::Report(report, _)) => report,
    };
    let told = |finding: &Finding| {
        let severity = match report.verdict {
            // Nothing is known to be wrong.
            Verdict::Undecided | Verdict::Vacuous => Severity::Warning,
            _ => finding.diagnostic.severity,
        };
        shown(document, &finding.diagnostic, severity)
    };
    publish(document, report.findings.iter().map(told).collect())
}

fn publish(
    document: &Document,
    diagnostics: Vec<lsp::Diagnostic>,
) -> lsp::PublishDiagnosticsParams {
    let (uri, version) = (document.uri.as_str().into(), Some(document.version));
    lsp::PublishDiagnosticsParams { uri, version, diagnostics }
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
    let related = diagnostic.labels.iter().skip(1).map(|label| lsp::DiagnosticRelatedInformation {
        location: lsp::Location { uri: uri(), range: document.range(label.span) },
        message: label.text.clone(),
    });
    let related: Vec<_> = related.collect();
    lsp::Diagnostic {
        range: document.range_of(diagnostic),
        severity: Some(match severity {
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
            Severity::Error => lsp::DiagnosticSeverity::Error,
        }),
        code: (!diagnostic.code.is_empty()).then(|| diagnostic.code.to_owned().into()),
        source: Some("grundy".to_owned()),
        message: message.into(),
        related_information: (!related.is_empty()).then_some(related),
        code_description: None,
        tags: None,
        data: None,
    }
}
