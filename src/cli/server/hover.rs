//! What is at a place: the meaning of a finding's code, of a name or of a keyword; where a word begins and how long it
//! is; or the theorem at the moves.

use super::document::Document;
use super::keywords::{self, Keyword};
use gen_lsp_types as lsp;
use grundy_answers::explain::explain;
use grundy_kernel::model::{BlockId, Description, Word};
use grundy_language::diagnostic::Span;
use grundy_language::lang::{self, NameKind, Part, PartKind, TokenKind};
use grundy_language::limit::CancellationToken;
use grundy_language::verdict::Verdict;
use grundy_prove::theorem;
use std::time::Duration;

/// The most time that computing a formula for a position may take.
const PATIENCE: Duration = Duration::from_millis(400);

/// Everything that is known about a place, one item below another.
pub fn hover(document: &Document, position: lsp::Position) -> Option<lsp::Hover> {
    let offset = document.offset(position);
    let all = [
        finding(document, offset),
        claim(document, offset),
        theorem(document, offset),
        token(document, offset),
    ];
    let all: Vec<_> = all.into_iter().flatten().collect();
    let (_, span) = all.last()?;
    let texts: Vec<&str> = all.iter().map(|(text, _)| text.as_str()).collect();
    let contents =
        lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value: texts.join("\n\n---\n\n") };
    Some(lsp::Hover { contents: contents.into(), range: Some(document.range(*span)) })
}

fn contains(span: Span, offset: usize) -> bool {
    span.start <= offset && offset < span.end
}

/// A finding with the evidence for it, and the explanation of its code.
fn finding(document: &Document, offset: usize) -> Option<(String, Span)> {
    let (diagnostic, span) = document.diagnostics().find_map(|diagnostic| {
        let span = diagnostic.labels.first()?.span;
        contains(span, offset).then_some((diagnostic, span))
    })?;
    let known = explain(diagnostic.code);
    let mut text = String::new();
    let mut checked = document.known.report().into_iter().flat_map(|report| &report.findings);
    if let Some(found) = checked.find(|finding| finding.diagnostic == *diagnostic) {
        let lines = document.evidence(found);
        if !lines.is_empty() {
            text = format!("{}\n\n```text\n{}\n```\n\n", diagnostic.message, lines.join("\n"));
        }
    }
    text += &format!("**{}: {}**\n\n{}", diagnostic.code, known.title, known.text);
    Some((text, span))
}

/// The verdict on a claim, with the theorem that shows it.
fn claim(document: &Document, offset: usize) -> Option<(String, Span)> {
    let report = document.known.report()?;
    let claim = report.claims.iter().find(|claim| contains(claim.span, offset))?;
    let written = document.text.get(claim.span.range())?.trim_start_matches("CLAIM").trim();
    // Claims are decided after the description.
    let mut text = match (report.description, claim.verdict) {
        (Some(Verdict::Refuted), Verdict::Undecided) => {
            format!("**not checked**, because the description is refuted: {written}")
        }
        (_, verdict) => format!("**{verdict}**: {written}"),
    };
    if let (Verdict::Verified, Some(theorem)) = (claim.verdict, document.known.theorem()) {
        text += &format!("\n\n```text\n{theorem}```");
    }
    Some((text, claim.span))
}

/// The theorem that follows from the description, shown at its moves.
fn theorem(document: &Document, offset: usize) -> Option<(String, Span)> {
    let moves = document.outline.parts.iter().find(|part| part.kind == PartKind::Moves)?;
    let theorem = document.known.theorem()?;
    contains(moves.span, offset).then(|| (format!("```text\n{theorem}```\n"), moves.span))
}

/// What the token at the place means.
fn token(document: &Document, offset: usize) -> Option<(String, Span)> {
    let tokens = lang::tokens(&document.text, &document.outline.mentions);
    let index = tokens.partition_point(|token| token.span.end <= offset);
    let token = tokens.get(index).filter(|token| contains(token.span, offset))?;
    match token.kind {
        TokenKind::Keyword => {
            let keyword = keyword(document, token.span)?;
            let text = format!("```text\n{}\n```\n{}", keyword.usage, keyword.meaning);
            Some((text, token.span))
        }
        TokenKind::Name(Some(kind)) => Some((name(document, token.span, kind)?, token.span)),
        TokenKind::Value => word(document, offset),
        _ => None,
    }
}

/// The keyword of the construct that a token begins or ends.
fn keyword(document: &Document, span: Span) -> Option<&'static Keyword> {
    let written = document.text.get(span.range())?;
    let of = |part: &Part| {
        let begins = part.kind == PartKind::Start && contains(part.head, span.start);
        begins || part.span.end == span.end || part.head == span
    };
    let kind =
        enclosing(&document.outline.parts, span.start).into_iter().rev().find(|part| of(part));
    keywords::find(match (kind.map(|part| part.kind), written) {
        (Some(PartKind::Start), _) => "FROM_INFINITY_DOWN",
        (Some(PartKind::EndlessLoop), "REP") => "REPEAT",
        (Some(PartKind::EndlessLoop), "PER") => "ENDREP",
        (Some(PartKind::Loop), "ENDREP" | "ENDREPEAT") => "PER",
        (_, written) => written,
    })
}

/// The parts that contain a place, outermost first.
pub fn enclosing(parts: &[Part], offset: usize) -> Vec<&Part> {
    let mut all = Vec::new();
    let mut inside = parts;
    while let Some(part) = inside.iter().find(|part| contains(part.span, offset)) {
        all.push(part);
        inside = &part.parts;
    }
    all
}

/// Where the meaning of a name comes from.
fn name(document: &Document, place: Span, kind: NameKind) -> Option<String> {
    let mentions = &document.outline.mentions;
    let mention = mentions.iter().find(|mention| mention.place == place)?;
    let text = |span: Span| document.text.get(span.range()).unwrap_or_default();
    let head = |part: &Part| text(part.head).split_whitespace().collect::<Vec<_>>().join(" ");
    let meaning = match kind {
        NameKind::Parameter => {
            let own = |part: &&Part| {
                let left = mentions.iter().find(|mention| mention.place.start == part.span.start);
                part.kind == PartKind::Condition
                    && left.is_some_and(|left| left.declaration == mention.declaration)
            };
            let conditions = document.outline.parts.iter().filter(own).map(head);
            format!("a parameter: {}", conditions.collect::<Vec<_>>().join(", "))
        }
        NameKind::Counter
        | NameKind::State
        | NameKind::Let
        | NameKind::Argument
        | NameKind::Piece => {
            let what = match kind {
                NameKind::State => "the state of a pass, or of the next one:",
                NameKind::Let => "a name for an expression:",
                NameKind::Argument => "an argument of the piece",
                NameKind::Piece => "a piece of the sequence:",
                _ => "the control variable of the loop",
            };
            let part = innermost(&document.outline.parts, mention.declaration.start)?;
            format!("{what} {}", head(part))
        }
    };
    Some(format!("`{}`: {meaning}", text(place)))
}

/// The innermost part whose head contains a place.
fn innermost(parts: &[Part], offset: usize) -> Option<&Part> {
    let part = parts.iter().find(|part| contains(part.span, offset))?;
    innermost(&part.parts, offset).or_else(|| contains(part.head, offset).then_some(part))
}

/// The values of a word, how long it is, and where it begins.
fn word(document: &Document, offset: usize) -> Option<(String, Span)> {
    let description = document.lowered.as_ref()?.description.as_ref()?;
    let (block, index, word) = description.blocks.iter().enumerate().find_map(|(block, it)| {
        let index = it.words.iter().position(|word| contains(word.span, offset))?;
        Some((BlockId::from_index(block), index, &it.words[index]))
    })?;
    let mut text = length(description, block, word);
    if let Some(place) = theorem::place(description, block, index, &soon()) {
        text += &format!("\n\nbegins at position `{}`", place.formula());
        if let Some(pass) = place.pass_formula() {
            text += &format!(" in the first pass; each pass has `{pass}` positions");
        }
    }
    Some((text, word.span))
}

/// The values of a word and its number of positions.
fn length(description: &Description, block: BlockId, word: &Word) -> String {
    let names = grundy_prove::verify::variable_names(description, block);
    let length = word.length.display(&names).to_string();
    let values: String =
        word.cycle.iter().map(|value| description.alphabet().letter(*value)).collect();
    match (word.cycle.len(), length.as_str()) {
        (1, "1") => format!("the value `{values}`, at one position"),
        (1, length) => format!("the value `{values}`, at `{length}` positions"),
        (_, length) => format!("the values `{values}` again and again, `{length}` altogether"),
    }
}

/// A token that requests a stop soon.
fn soon() -> CancellationToken {
    let stop = CancellationToken::default();
    let later = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        later.request();
    });
    stop
}
