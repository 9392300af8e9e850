//! The parts of a text, the lines that can be folded, and the kinds of its tokens.

use super::document::Document;
use gen_lsp_types as lsp;
use grundy_language::diagnostic::Span;
use grundy_language::lang::{self, NameKind, Part, PartKind, Token, TokenKind};

/// The longest name of a part, in letters.
const LONGEST: usize = 60;

/// The parts of a text, as a tree.
pub fn symbols(document: &Document) -> Vec<lsp::DocumentSymbol> {
    document.outline.parts.iter().map(|part| symbol(document, part)).collect()
}

/// Nesting is bounded by the reader.
fn symbol(document: &Document, part: &Part) -> lsp::DocumentSymbol {
    let children: Vec<_> = part.parts.iter().map(|inner| symbol(document, inner)).collect();
    #[expect(deprecated, reason = "a field that the protocol still has")]
    lsp::DocumentSymbol {
        name: name(document.text.get(part.head.range()).unwrap_or_default()),
        detail: None,
        kind: match part.kind {
            PartKind::Rule => lsp::SymbolKind::Namespace,
            PartKind::Condition => lsp::SymbolKind::TypeParameter,
            PartKind::Moves => lsp::SymbolKind::Array,
            PartKind::Claim => lsp::SymbolKind::Property,
            PartKind::Loop | PartKind::EndlessLoop | PartKind::Start => lsp::SymbolKind::Function,
            PartKind::Branch => lsp::SymbolKind::Operator,
            PartKind::Arm => lsp::SymbolKind::EnumMember,
            PartKind::Let | PartKind::Next => lsp::SymbolKind::Variable,
            PartKind::Definition => lsp::SymbolKind::Class,
        },
        tags: None,
        deprecated: None,
        range: document.range(part.span),
        selection_range: document.range(part.head),
        children: (!children.is_empty()).then_some(children),
    }
}

/// One line, not too long.
fn name(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}

/// The selections from a place outwards: the word, its line, the parts around it, the text.
pub fn selections(document: &Document, places: &[lsp::Position]) -> Vec<lsp::SelectionRange> {
    places.iter().map(|place| selection(document, document.offset(*place))).collect()
}

fn selection(document: &Document, offset: usize) -> lsp::SelectionRange {
    let text = &document.text;
    let (before, after) = text.split_at(offset);
    let between = |edge: fn(char) -> bool| {
        let start = before
            .rfind(edge)
            .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        let end = after.find(edge).map_or(text.len(), |at| offset + at);
        Span::new(start, end)
    };
    let line = between(|sign| matches!(sign, '\n' | '\r'));
    let written = &text[line.range()];
    let indent = written.len() - written.trim_start().len();
    let line = Span::new(line.start + indent, line.start + written.trim_end().len().max(indent));
    let parts = super::hover::enclosing(&document.outline.parts, offset);
    let parts = parts.into_iter().flat_map(|part| [part.span, part.head]);
    let mut spans: Vec<_> = [Span::new(0, text.len()), line, between(char::is_whitespace)]
        .into_iter()
        .chain(parts)
        .filter(|span| span.start <= offset && offset <= span.end)
        .collect();
    spans.sort_by_key(|span| std::cmp::Reverse(span.end - span.start));
    let mut selected: Option<(Span, lsp::SelectionRange)> = None;
    for span in spans {
        let parent = match selected.take() {
            None => None,
            // A range that is not inside the last one is left out.
            Some((outer, range))
                if span == outer || span.start < outer.start || outer.end < span.end =>
            {
                selected = Some((outer, range));
                continue;
            }
            Some((_, range)) => Some(Box::new(range)),
        };
        selected = Some((span, lsp::SelectionRange { range: document.range(span), parent }));
    }
    selected.map_or_else(
        || lsp::SelectionRange { range: document.all(), parent: None },
        |(_, range)| range,
    )
}

/// Loops, definitions, the arms of branches and comments of several lines; the line that ends a loop or an arm
/// stays visible.
pub fn folds(document: &Document) -> Vec<lsp::FoldingRange> {
    let mut found = Vec::new();
    parts(document, &document.outline.parts, document.text.len(), &mut found);
    comments(document, &mut found);
    found.sort_by_key(|fold| fold.start_line);
    found
}

/// The folds of parts inside one that ends at `end`.
fn parts(document: &Document, all: &[Part], end: usize, found: &mut Vec<lsp::FoldingRange>) {
    let line = |offset: usize| document.position(offset).line;
    for (index, part) in all.iter().enumerate() {
        let closed = match part.kind {
            PartKind::Loop | PartKind::EndlessLoop | PartKind::Definition => Some(part.span.end),
            PartKind::Arm => Some(all.get(index + 1).map_or(end, |next| next.span.start)),
            _ => None,
        };
        if let Some(closed) = closed {
            fold(line(part.head.end), line(closed).saturating_sub(1), None, found);
        }
        parts(document, &part.parts, part.span.end, found);
    }
}

fn comments(document: &Document, found: &mut Vec<lsp::FoldingRange>) {
    let comment = |line: &str| line.trim_start().starts_with('#');
    let lines: Vec<&str> = document.text.lines().collect();
    let mut start = 0;
    for run in lines.chunk_by(|one, next| comment(one) == comment(next)) {
        let last = start + run.len() - 1;
        if comment(run[0])
            && let (Ok(first), Ok(last)) = (u32::try_from(start), u32::try_from(last))
        {
            fold(first, last, Some(lsp::FoldingRangeKind::Comment), found);
        }
        start += run.len();
    }
}

fn fold(
    start_line: u32,
    end_line: u32,
    kind: Option<lsp::FoldingRangeKind>,
    found: &mut Vec<lsp::FoldingRange>,
) {
    if start_line < end_line {
        found.push(lsp::FoldingRange { start_line, end_line, kind, ..Default::default() });
    }
}

/// The kinds of tokens, by their numbers.
pub const TOKEN_KINDS: [&str; 8] =
    ["comment", "keyword", "number", "operator", "enumMember", "parameter", "variable", "function"];

/// The modifiers of tokens, by their bits.
pub const TOKEN_MODIFIERS: [&str; 1] = ["declaration"];

fn number(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Comment => 0,
        TokenKind::Keyword => 1,
        TokenKind::Number => 2,
        TokenKind::Operator => 3,
        TokenKind::Value => 4,
        TokenKind::Name(Some(NameKind::Parameter | NameKind::Argument)) => 5,
        TokenKind::Name(Some(NameKind::Counter | NameKind::State | NameKind::Let) | None) => 6,
        TokenKind::Name(Some(NameKind::Piece)) => 7,
    }
}

/// The tokens, each with its distance from the one before.
pub fn tokens(document: &Document) -> lsp::SemanticTokens {
    let mut data = Vec::new();
    let (mut line, mut before) = (0, 0);
    let found = lang::tokens(&document.text, &document.outline.mentions);
    // A comment continues after a carriage return, which ends a line in the protocol.
    let found = found.into_iter().flat_map(|token| {
        let pieces = document.pieces(token.span);
        pieces.into_iter().map(move |span| Token { span, ..token })
    });
    for token in found {
        let (its_line, its_start) = document.line(token.span.start);
        let delta_line = its_line - line;
        if delta_line > 0 {
            before = its_start;
        }
        data.push(lsp::SemanticToken {
            delta_line,
            delta_start: document.length(Span::new(before, token.span.start)),
            length: document.length(token.span),
            token_type: number(token.kind),
            token_modifiers_bitset: u32::from(token.declares),
        });
        (line, before) = (its_line, token.span.start);
    }
    lsp::SemanticTokens { result_id: None, data }
}
