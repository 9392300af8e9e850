//! Answers to the editor's questions about a text.

use super::document::Document;
use gen_lsp_types as lsp;
use grundy::diagnostic::Span;
use grundy::explain::explain;
use grundy::lang;
use grundy::verdict::Verdict;

/// The text in the common layout, as one edit; none where it cannot be read or is in it.
pub fn format(document: &Document) -> Vec<lsp::TextEdit> {
    if document.lowered.is_none() {
        return Vec::new();
    }
    match lang::format(&document.text) {
        Ok(text) if text != document.text => {
            vec![lsp::TextEdit { range: document.all(), new_text: text }]
        }
        _ => Vec::new(),
    }
}

/// What stands at a place: the meaning of a finding's code, of a keyword, or the theorem at the moves.
pub fn hover(document: &Document, position: lsp::Position) -> Option<lsp::Hover> {
    let offset = document.offset(position);
    let (text, span) = finding(document, offset)
        .or_else(|| theorem(document, offset))
        .or_else(|| keyword(document, offset))?;
    let contents = lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: text };
    Some(lsp::Hover { contents: contents.into(), range: Some(document.range(span)) })
}

/// The explanation of the code of a finding.
fn finding(document: &Document, offset: usize) -> Option<(String, Span)> {
    let read = document.lowered.iter().flat_map(|lowered| &lowered.diagnostics);
    let report = document.done.as_ref().and_then(|done| done.report.as_ref());
    let checked = report.iter().flat_map(|report| &report.findings).map(|it| &it.diagnostic);
    let (code, span) = read.chain(checked).find_map(|diagnostic| {
        let span = diagnostic.labels.first()?.span;
        (span.start <= offset && offset < span.end).then_some((diagnostic.code, span))
    })?;
    let known = explain(code)?;
    Some((format!("**{code}: {}**\n\n{}", known.title, known.text), span))
}

/// Where the moves stand.
fn moves(document: &Document) -> Option<Span> {
    let (start, end) = (document.text.find('{')?, document.text.find('}')?);
    (start < end).then(|| Span::new(start, end + 1))
}

/// The theorem that follows from the description, shown at its moves.
fn theorem(document: &Document, offset: usize) -> Option<(String, Span)> {
    let span = moves(document)?;
    let theorem = document.done.as_ref()?.theorem.as_ref()?;
    (span.start <= offset && offset < span.end).then(|| (format!("```text\n{theorem}```\n"), span))
}

/// The keywords, how they are used, and what they mean.
const KEYWORDS: [(&str, &str, &str); 9] = [
    (
        "FOR",
        "FOR i FROM 1 UPTO n REP ... PER",
        "the body once for each value of i, in order; not at all if the last value is below the first",
    ),
    ("REPEAT", "REPEAT ... ENDREP", "the body again and again, without end"),
    (
        "IF",
        "IF i == n THEN ... ELIF i >= 2 THEN ... ELSE ... FI",
        "the first arm whose condition holds",
    ),
    ("ELIF", "ELIF i >= 2 THEN ...", "this arm if its condition holds and none before did"),
    ("ELSE", "ELSE ...", "this arm if no condition before holds"),
    ("LET", "LET k=2n-1", "k stands for 2n-1 to the end of the body"),
    (
        "CLAIM",
        "CLAIM period 2n for n >= 1",
        "a claim about the least period or preperiod, to the end of the line",
    ),
    ("PER", "PER", "the end of a counted loop (as ENDREP)"),
    ("FI", "FI", "the end of a branch (as ENDIF)"),
];

/// What a keyword means.
fn keyword(document: &Document, offset: usize) -> Option<(String, Span)> {
    let text = &document.text;
    let inside = |letter: char| letter.is_ascii_uppercase();
    let start = text.get(..offset)?.rfind(|letter| !inside(letter)).map_or(0, |at| at + 1);
    let end = text[offset..].find(|letter| !inside(letter)).map_or(text.len(), |at| offset + at);
    let word = text.get(start..end)?;
    let word = match word {
        "REP" | "FROM" | "UPTO" => "FOR",
        "ENDREP" | "ENDREPEAT" => "PER",
        "ENDIF" => "FI",
        "THEN" => "IF",
        word => word,
    };
    let (_, usage, meaning) = KEYWORDS.iter().find(|(name, ..)| *name == word)?;
    Some((format!("```text\n{usage}\n```\n{meaning}"), Span::new(start, end)))
}

/// The keywords that begin as the word before the place.
pub fn complete(document: &Document, position: lsp::Position) -> Vec<lsp::CompletionItem> {
    let before = document.text.get(..document.offset(position)).unwrap_or_default();
    let word =
        before.rsplit(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
    let item = |(name, usage, meaning): &(&str, &str, &str)| lsp::CompletionItem {
        label: (*name).to_owned(),
        kind: Some(lsp::CompletionItemKind::Keyword),
        detail: Some((*usage).to_owned()),
        documentation: Some((*meaning).to_owned().into()),
        ..Default::default()
    };
    let begins = |name: &str| name.starts_with(&word.to_ascii_uppercase());
    KEYWORDS.iter().filter(|(name, ..)| begins(name)).map(item).collect()
}

/// The verdict, behind the moves.
pub fn hints(document: &Document) -> Vec<lsp::InlayHint> {
    let report = document.done.as_ref().and_then(|done| done.report.as_ref());
    let (Some(report), Some(moves)) = (report, moves(document)) else { return Vec::new() };
    let label = match report.verdict {
        Verdict::Verified => "verified for all parameters".to_owned(),
        verdict => verdict.to_string(),
    };
    vec![lsp::InlayHint {
        position: document.position(moves.end),
        label: label.into(),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }]
}
