//! Changes that an editor offers: those that fix what cannot be read, a repair of a refuted description that makes it
//! verified, claims that were proved, and descriptions written from the moves.

use super::document::Document;
use super::{commands, findings, names};
use gen_lsp_types as lsp;
use grundy_answers::check::fix_notation;
use grundy_language::diagnostic::{Code, Diagnostic, Edit, Span};
use grundy_language::lang::{Options, PartKind};

/// What is offered for a range of the text.
pub fn actions(document: &Document, params: &lsp::CodeActionParams) -> Vec<lsp::CodeAction> {
    let only = params.context.only.as_deref();
    if only.is_some_and(|kinds| kinds.iter().any(wants_all)) {
        return fix_all(document).into_iter().collect();
    }
    let wanted = |kind: &lsp::CodeActionKind| {
        only.is_none_or(|kinds| kinds.iter().any(|wanted| covers(wanted, kind)))
    };
    let (start, end) = (document.offset(params.range.start), document.offset(params.range.end));
    let touches = |span: Span| span.start <= end && start <= span.end;
    let there = |it: &Diagnostic| it.labels.first().is_none_or(|label| touches(label.span));
    let mut actions: Vec<_> = document
        .diagnostics()
        .filter(|diagnostic| !diagnostic.edits.is_empty() && there(diagnostic))
        .map(|diagnostic| action(document, mended(diagnostic), diagnostic, &diagnostic.edits))
        .collect();
    let refuted = document.known.report().and_then(|report| {
        let mut found = report.findings.iter().filter(|finding| finding.counterexample().is_some());
        found.next().map(|finding| &finding.diagnostic)
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
    for unused in document
        .diagnostics()
        .filter(|unused| unused.code == Code::UnusedParameter && there(unused))
    {
        let declared = unused.labels.first().map(|label| label.span);
        if let Some(edits) = declared.and_then(|place| names::without(document, place)) {
            let title = "Remove this parameter".to_owned();
            actions.push(action(document, title, unused, &edits));
        }
    }
    actions.extend(claims(document, touches));
    actions.extend(commands::actions(document, touches));
    actions.retain(|action| action.kind.as_ref().is_none_or(wanted));
    actions
}

/// Does an editor that asks for one kind get the other one?
fn covers(asked: &lsp::CodeActionKind, kind: &lsp::CodeActionKind) -> bool {
    let is_part =
        *asked == lsp::CodeActionKind::Refactor && *kind == lsp::CodeActionKind::RefactorRewrite;
    asked == kind || *asked == lsp::CodeActionKind::Empty || is_part
}

/// At the moves and claims: the lines that claim what was proved and the text does not claim yet.
fn claims(document: &Document, touches: impl Fn(Span) -> bool) -> Option<lsp::CodeAction> {
    let parts = &document.outline.parts;
    let is_place = |kind| matches!(kind, PartKind::Moves | PartKind::Claim);
    parts.iter().find(|part| is_place(part.kind) && touches(part.span))?;
    let is_new = |line: &&String| !document.text.lines().any(|old| old.trim() == line.as_str());
    let new: Vec<_> = document.known.checked()?.claims.iter().filter(is_new).cloned().collect();
    let first = if new.is_empty() { None } else { parts.first() }?;
    let start = document.line(first.span.start).1;
    let text: String = new.iter().map(|line| format!("{line}\n")).collect();
    let edit = Edit { span: Span::new(start, start), text };
    Some(lsp::CodeAction {
        title: format!("Add what was proved: {}", new.join(", ").replace("CLAIM ", "")),
        kind: Some(lsp::CodeActionKind::RefactorRewrite),
        edit: Some(names::change(document, &[edit])),
        ..Default::default()
    })
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
    if let (Code::NegativeLength, [edit]) = (diagnostic.code, &diagnostic.edits[..]) {
        return format!("Raise the bound: `{}`", edit.text);
    }
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
