//! What can be written at a place: names known there, pieces, and keywords.

use super::document::Document;
use super::keywords::{KEYWORDS, Keyword};
use gen_lsp_types as lsp;
use grundy_language::lang::{Mention, NameKind, Part, PartKind};

/// What a place expects.
#[derive(PartialEq, Eq)]
enum Context {
    /// A word, a keyword or a piece.
    Statement,
    /// A sum of names and numbers.
    Expression,
    /// What follows CLAIM.
    Claim,
    /// What follows RULE.
    Rule,
    /// A new name, or a comment.
    Nothing,
}

/// Everything that begins with the letters before the place.
pub fn items(
    document: &Document,
    position: lsp::Position,
    snippets: bool,
) -> Vec<lsp::CompletionItem> {
    let offset = document.offset(position);
    let before = document.text.get(..offset).unwrap_or_default();
    let start = before.trim_end_matches(|it: char| it.is_ascii_alphanumeric() || it == '_').len();
    let (before, word) = before.split_at(start);
    let around = around(document, &document.outline.parts, start);
    let mut items = Vec::new();
    match context(before) {
        Context::Nothing => {}
        Context::Claim => {
            let known = ["period", "preperiod", "outcome period", "outcome preperiod", "for"];
            let known = known.into_iter().filter(|name| name.starts_with(word));
            items.extend(
                known.map(|name| item(name, lsp::CompletionItemKind::Keyword, "in a claim")),
            );
        }
        Context::Rule => {
            let counted = matches!(before.split_whitespace().next_back(), Some("lost" | "won"));
            let known = match counted {
                true => &["odd", "even"][..],
                false => &["mex", "normal", "misere", "lost", "won"],
            };
            let known = known.iter().filter(|name| name.starts_with(word));
            items.extend(
                known.map(|name| item(name, lsp::CompletionItemKind::Keyword, "in a rule")),
            );
        }
        Context::Expression => {
            // `2` in `2n` is a number, not the beginning of a name.
            items.extend(names(document, &around, start).map(|known| name(document, known)));
        }
        Context::Statement => {
            let upper = word.to_ascii_uppercase();
            let begins = || KEYWORDS.iter().filter(|keyword| keyword.name.starts_with(&upper));
            let fits = |it: &&Keyword| stands(it.name, document, &around, start);
            let mut fitting: Vec<_> = begins().filter(fits).collect();
            if fitting.is_empty() && !word.is_empty() {
                fitting = begins().collect();
            }
            items.extend(description(document, snippets).filter(|one| one.label.starts_with(word)));
            items.extend(fitting.into_iter().map(|word| keyword(word, snippets)));
            let pieces = pieces(document, start).filter(|(name, _)| name.starts_with(word));
            items.extend(pieces.map(|(name, head)| piece(name, head, snippets)));
        }
    }
    items
}

/// What the place after this text expects.
fn context(before: &str) -> Context {
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.contains('#') {
        return Context::Nothing;
    }
    if line.trim_start().starts_with("CLAIM ") {
        return Context::Claim;
    }
    if line.trim_start().starts_with("RULE ") {
        return Context::Rule;
    }
    let opened = before.rfind(['{', '}', '(', ')']).and_then(|at| before[at..].chars().next());
    if matches!(opened, Some('{' | '(')) {
        return Context::Expression;
    }
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let ends = before.ends_with(char::is_whitespace);
    match last {
        "FOR" | "DEF" | "LET" | "NEXT" if ends => Context::Nothing,
        "FROM" | "UPTO" | "IN" | "IF" | "ELIF" | ">=" | "<=" | "==" | "!=" if ends => {
            Context::Expression
        }
        // `2n+` and `LET k=`
        _ if before.ends_with(['+', '-', '=', '*']) => Context::Expression,
        _ => Context::Statement,
    }
}

/// The parts around a place, outermost first, including those whose end is missing.
fn around<'d>(document: &Document, parts: &'d [Part], offset: usize) -> Vec<&'d Part> {
    let closed = |part: &Part| {
        let text = document.text.get(part.span.range()).unwrap_or_default();
        let last = text.split_whitespace().next_back().unwrap_or_default();
        part.span.end > part.head.end
            && matches!(last, "PER" | "ENDREP" | "ENDREPEAT" | "FI" | "ENDIF" | "END")
    };
    let holds = |part: &&Part| {
        let is_block = !matches!(
            part.kind,
            PartKind::Rule
                | PartKind::Condition
                | PartKind::Moves
                | PartKind::Claim
                | PartKind::Let
                | PartKind::Next
        );
        is_block && part.head.end <= offset && (offset < part.span.end || !closed(part))
    };
    match parts.iter().rev().find(holds) {
        Some(part) => {
            let mut all = vec![part];
            all.extend(around(document, &part.parts, offset));
            all
        }
        None => Vec::new(),
    }
}

/// Can this keyword occur there?
fn stands(keyword: &str, document: &Document, around: &[&Part], offset: usize) -> bool {
    let moves = document.outline.parts.iter().find(|part| part.kind == PartKind::Moves);
    let in_body = moves.is_some_and(|part| part.span.end <= offset);
    let innermost = around.last().map(|part| part.kind);
    let inside = |kind| around.iter().any(|part| part.kind == kind);
    let branch = matches!(innermost, Some(PartKind::Branch | PartKind::Arm));
    match keyword {
        "CLAIM" => around.is_empty(),
        "RULE" => {
            let mut parts = document.outline.parts.iter();
            !in_body && !parts.any(|part| part.kind == PartKind::Rule && part.span.end <= offset)
        }
        _ if !in_body => false,
        "DEF" => around.is_empty(),
        "FROM_INFINITY_DOWN" => {
            let since = moves.and_then(|part| document.text.get(part.span.end..offset));
            let said = |line: &str| {
                line.is_empty() || line.starts_with(['#']) || line.starts_with("CLAIM ")
            };
            since.is_some_and(|since| since.lines().all(|line| said(line.trim())))
        }
        "END" => innermost == Some(PartKind::Definition),
        "PER" => innermost == Some(PartKind::Loop),
        "ENDREP" => matches!(innermost, Some(PartKind::EndlessLoop | PartKind::Start)),
        "FI" | "ELIF" | "ELSE" => branch,
        // In a loop with a state, whose head has more than its keyword.
        "NEXT" => around.iter().any(|part| {
            let head = document.text.get(part.head.range()).unwrap_or_default();
            part.kind == PartKind::EndlessLoop && head.contains('=')
        }),
        "REPEAT" => {
            use PartKind::{Definition, EndlessLoop, Loop, Start};
            ![Loop, EndlessLoop, Start, Definition].into_iter().any(inside)
        }
        "FOR" | "IF" => !inside(PartKind::Start),
        _ => true,
    }
}

/// The names known there, each with its declaration.
fn names<'d>(
    document: &'d Document,
    around: &[&'d Part],
    offset: usize,
) -> impl Iterator<Item = Mention> {
    let mentions = document.outline.mentions.iter();
    let in_piece = around.iter().any(|part| part.kind == PartKind::Definition);
    mentions
        .filter(move |mention| mention.place == mention.declaration && mention.place.end <= offset)
        .filter(move |mention| {
            let head = around.iter().any(|part| {
                part.head.start <= mention.place.start && mention.place.end <= part.head.end
            });
            match mention.kind {
                NameKind::Parameter => true,
                NameKind::Counter | NameKind::Argument => head,
                NameKind::State => around.iter().any(|part| {
                    part.kind == PartKind::EndlessLoop
                        && (part.span.start..part.span.end).contains(&mention.place.start)
                }),
                NameKind::Let => {
                    let parts = around.last().map_or(&document.outline.parts, |part| &part.parts);
                    let own = parts.iter().chain(around.iter().flat_map(|part| &part.parts));
                    let own =
                        own.chain(if in_piece { &[][..] } else { &document.outline.parts[..] });
                    own.filter(|part| part.kind == PartKind::Let).any(|part| {
                        part.span.start <= mention.place.start && mention.place.end <= part.span.end
                    })
                }
                NameKind::Piece => false,
            }
        })
        .copied()
        .collect::<Vec<_>>()
        .into_iter()
}

fn name(document: &Document, it: Mention) -> lsp::CompletionItem {
    let what = match it.kind {
        NameKind::Parameter => "a parameter",
        NameKind::Counter => "the control variable of an enclosing loop",
        NameKind::State => "the state of the endless loop, or of its next pass",
        NameKind::Let => "a name for an expression",
        NameKind::Argument => "an argument of this piece",
        NameKind::Piece => "a piece",
    };
    let label = document.text.get(it.place.range()).unwrap_or_default();
    item(label, lsp::CompletionItemKind::Variable, what)
}

/// The pieces that are defined before a place, with their heads.
fn pieces(document: &Document, offset: usize) -> impl Iterator<Item = (&str, &str)> {
    let parts = document.outline.parts.iter();
    let before =
        parts.filter(move |part| part.kind == PartKind::Definition && part.span.end <= offset);
    before.filter_map(|part| {
        let head = document.text.get(part.head.range())?.strip_prefix("DEF")?.trim();
        Some((head.split_once('(')?.0, head))
    })
}

/// The arguments in a head such as `comb(i, j)`.
fn arguments(head: &str) -> Vec<&str> {
    let list = head.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    let list = list.map_or("", |(list, _)| list);
    list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

fn item(label: &str, kind: lsp::CompletionItemKind, detail: &str) -> lsp::CompletionItem {
    lsp::CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: Some(detail.to_owned()),
        ..Default::default()
    }
}

/// A whole description where there is no text yet, and the moves after the bounds of its parameters.
fn description(document: &Document, snippets: bool) -> impl Iterator<Item = lsp::CompletionItem> {
    let begun = |kind| document.outline.parts.iter().any(|part| part.kind == kind);
    let sequence = "REPEAT\n  ${0:_n An}\nENDREP\n";
    let moves = format!("{{ ${{3:n}} }}\n{sequence}");
    let (label, what, snippet) = match (begun(PartKind::Moves), begun(PartKind::Condition)) {
        (true, _) => ("", "", String::new()),
        (false, true) => ("moves", "the moves, and an endless loop", moves),
        (false, false) => {
            ("description", "a whole description", format!("${{1:n}} >= ${{2:1}}\n{moves}"))
        }
    };
    let offered = snippets && !label.is_empty();
    offered
        .then(|| lsp::CompletionItem {
            insert_text: Some(snippet),
            insert_text_format: Some(lsp::InsertTextFormat::Snippet),
            ..item(label, lsp::CompletionItemKind::Snippet, what)
        })
        .into_iter()
}

fn keyword(keyword: &Keyword, snippets: bool) -> lsp::CompletionItem {
    let plain = item(keyword.name, lsp::CompletionItemKind::Keyword, keyword.usage);
    let snippet = Some(keyword.snippet).filter(|snippet| snippets && !snippet.is_empty());
    lsp::CompletionItem {
        documentation: Some(keyword.meaning.to_owned().into()),
        insert_text: snippet.map(str::to_owned),
        insert_text_format: snippet.map(|_| lsp::InsertTextFormat::Snippet),
        ..plain
    }
}

fn piece(name: &str, head: &str, snippets: bool) -> lsp::CompletionItem {
    let places = arguments(head).into_iter().zip(1..);
    let places: Vec<_> = places.map(|(it, number)| format!("${{{number}:{it}}}")).collect();
    lsp::CompletionItem {
        insert_text: snippets.then(|| format!("{name}({})", places.join(", "))),
        insert_text_format: snippets.then_some(lsp::InsertTextFormat::Snippet),
        ..item(name, lsp::CompletionItemKind::Function, head)
    }
}

/// The head of the piece whose arguments are being written at the place, and which argument the place is in.
pub fn signature(document: &Document, position: lsp::Position) -> Option<lsp::SignatureHelp> {
    let offset = document.offset(position);
    let before = document.text.get(..offset)?;
    let (before, written) = before.rsplit_once('(')?;
    let name = &before
        [before.trim_end_matches(|it: char| it.is_ascii_alphanumeric() || it == '_').len()..];
    let (_, head) = pieces(document, offset).find(|(known, _)| *known == name)?;
    if written.contains([')', '\n', '#']) {
        return None;
    }
    let parameters = arguments(head).into_iter().map(|argument| lsp::ParameterInformation {
        label: lsp::ParameterInformationLabel::String(argument.to_owned()),
        documentation: None,
    });
    let signature = lsp::SignatureInformation {
        label: head.to_owned(),
        documentation: None,
        parameters: Some(parameters.collect()),
        active_parameter: None,
    };
    let active = u32::try_from(written.matches(',').count()).unwrap_or(u32::MAX);
    Some(lsp::SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: Some(active.into()),
    })
}
