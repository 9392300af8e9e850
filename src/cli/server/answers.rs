//! Layout, completion, and what is shown between the words.

use super::document::Document;
use super::keywords::{KEYWORDS, Keyword};
use gen_lsp_types as lsp;
use grundy_core::lang::{self, PartKind};
use grundy_core::verdict::Verdict;

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

/// The keywords that begin as the word before the place.
pub fn complete(document: &Document, position: lsp::Position) -> Vec<lsp::CompletionItem> {
    let before = document.text.get(..document.offset(position)).unwrap_or_default();
    let word =
        before.rsplit(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
    let item = |keyword: &Keyword| lsp::CompletionItem {
        label: keyword.name.to_owned(),
        kind: Some(lsp::CompletionItemKind::Keyword),
        detail: Some(keyword.usage.to_owned()),
        documentation: Some(keyword.meaning.to_owned().into()),
        ..Default::default()
    };
    let begins = |keyword: &&Keyword| keyword.name.starts_with(&word.to_ascii_uppercase());
    KEYWORDS.iter().filter(begins).map(item).collect()
}

/// In a range of the text: behind the moves the verdict, and for which parameters positions are
/// shown; before each block its position.
pub fn hints(document: &Document, range: lsp::Range) -> Vec<lsp::InlayHint> {
    let wanted = document.offset(range.start)..=document.offset(range.end);
    let moves = document.outline.parts.iter().find(|part| part.kind == PartKind::Moves);
    let (known, moves) = (&document.known, moves.map(|part| part.span.end));
    let verdict = known.report().zip(moves).map(|(report, at)| {
        let label = match report.verdict {
            Verdict::Verified => "verified for all parameters".to_owned(),
            verdict => verdict.to_string(),
        };
        (at, label, None)
    });
    let starts = known.starts.as_ref();
    let parameters = starts.filter(|it| !it.parameters.is_empty()).zip(moves).map(|(starts, at)| {
        let tooltip = "each number is the position where a block begins for these parameters, as \
                       the text describes it";
        (at, format!("positions for {}", starts.parameters), Some(tooltip.to_owned()))
    });
    let positions = starts.into_iter().flat_map(|starts| {
        let tooltip = match starts.parameters.as_str() {
            "" => "the position of the next value".to_owned(),
            parameters => format!("the position of the next value for {parameters}"),
        };
        let hint =
            move |(at, position): &(usize, _)| (*at, format!("{position}:"), Some(tooltip.clone()));
        starts.positions.iter().map(hint)
    });
    let hint = |(at, label, tooltip): (usize, String, Option<String>)| lsp::InlayHint {
        position: document.position(at),
        label: label.into(),
        kind: None,
        text_edits: None,
        tooltip: tooltip.map(Into::into),
        padding_left: Some(Some(at) == moves),
        padding_right: Some(Some(at) != moves),
        data: None,
    };
    let all = verdict.into_iter().chain(parameters).chain(positions);
    all.filter(|it| wanted.contains(&it.0)).map(hint).collect()
}
