//! Changes that an editor offers: those that fix what cannot be read, and a repair of a refuted description that makes
//! it verified.

use super::document::Document;
use super::{findings, names};
use gen_lsp_types as lsp;
use grundy_answers::check::fix_notation;
use grundy_language::diagnostic::{Diagnostic, Edit, Span};
use grundy_language::lang::Options;

/// What is offered for a range of the text.
pub fn actions(document: &Document, params: &lsp::CodeActionParams) -> Vec<lsp::CodeAction> {
    let only = params.context.only.as_deref();
    if only.is_some_and(|kinds| kinds.iter().any(wants_all)) {
        return fix_all(document).into_iter().collect();
    }
    if only.is_some_and(|kinds| !kinds.iter().any(wanted)) {
        return Vec::new();
    }
    let (start, end) = (document.offset(params.range.start), document.offset(params.range.end));
    let touches = |span: Span| span.start <= end && start <= span.end;
    let there = |it: &Diagnostic| it.labels.first().is_none_or(|label| touches(label.span));
    let mut actions: Vec<_> = document
        .diagnostics()
        .filter(|it| !it.edits.is_empty() && there(it))
        .map(|it| action(document, mended(it), it, &it.edits))
        .collect();
    let refuted = document.known.report().and_then(|report| {
        let mut found = report.findings.iter().filter(|it| it.counterexample().is_some());
        found.next().map(|it| &it.diagnostic)
    });
    if let (Some(change), Some(refuted)) = (&document.known.repair, refuted)
        && (there(refuted) || touches(change.edit.span))
    {
        let before = document.text.get(change.edit.span.range()).unwrap_or_default();
        let title = format!(
            "Write `{}` instead of `{before}`: verified for all parameters",
            change.edit.text
        );
        actions.push(action(document, title, refuted, std::slice::from_ref(&change.edit)));
    }
    actions
}

/// Does the editor ask for repairs when it asks for this kind?
fn wanted(kind: &lsp::CodeActionKind) -> bool {
    matches!(kind, lsp::CodeActionKind::QuickFix | lsp::CodeActionKind::Empty)
}

/// Does the editor ask for everything at once, as on saving?
fn wants_all(kind: &lsp::CodeActionKind) -> bool {
    matches!(kind, lsp::CodeActionKind::Source | lsp::CodeActionKind::SourceFixAll)
}

/// Every change of notation that a finding proposes, except guesses.
fn fix_all(document: &Document) -> Option<lsp::CodeAction> {
    document.lowered.as_ref()?;
    let (text, fixes) =
        fix_notation(&document.text, &Options::default(), false, &Default::default());
    let edits = [Edit { span: Span::new(0, document.text.len()), text }];
    (!fixes.is_empty()).then(|| lsp::CodeAction {
        title: "Apply all changes of notation".to_owned(),
        kind: Some(lsp::CodeActionKind::SourceFixAll),
        edit: Some(names::change(document, &edits)),
        ..Default::default()
    })
}

/// A summary of the edits of a finding.
fn mended(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.as_deref().unwrap_or("mend this");
    let mut letters = help.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn action(
    document: &Document,
    title: String,
    diagnostic: &Diagnostic,
    edits: &[Edit],
) -> lsp::CodeAction {
    lsp::CodeAction {
        title,
        kind: Some(lsp::CodeActionKind::QuickFix),
        diagnostics: Some(vec![findings::shown(document, diagnostic, diagnostic.severity())]),
        is_preferred: Some(true),
        edit: Some(names::change(document, edits)),
        ..Default::default()
    }
}
