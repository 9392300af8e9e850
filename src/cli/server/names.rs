//! Where a name is declared, where else it occurs, and how it is renamed.

use super::document::Document;
use gen_lsp_types as lsp;
use grundy_language::diagnostic::{Edit, Span, edited};
use grundy_language::lang::{self, Mention, NameKind, Part, PartKind};
use std::collections::HashMap;

/// The name at a place, or the one that ends there.
fn at(document: &Document, position: lsp::Position) -> Option<Mention> {
    let offset = document.offset(position);
    let mentions = &document.outline.mentions;
    let touches = |it: &&Mention| it.place.start <= offset && offset <= it.place.end;
    mentions.iter().filter(touches).max_by_key(|mention| mention.place.start).copied()
}

fn same(document: &Document, name: Mention) -> impl Iterator<Item = &Mention> {
    document.outline.mentions.iter().filter(move |mention| mention.declaration == name.declaration)
}

fn location(document: &Document, span: Span) -> lsp::Location {
    lsp::Location { uri: document.uri.as_str().into(), range: document.range(span) }
}

/// Where the name is declared.
pub fn declaration(document: &Document, position: lsp::Position) -> Option<lsp::Location> {
    Some(location(document, at(document, position)?.declaration))
}

/// Every place where the same name occurs.
pub fn references(
    document: &Document,
    position: lsp::Position,
    with_declaration: bool,
) -> Option<Vec<lsp::Location>> {
    let name = at(document, position)?;
    let wanted = same(document, name)
        .filter(|mention| with_declaration || mention.place != mention.declaration);
    Some(wanted.map(|mention| location(document, mention.place)).collect())
}

/// The same, to be highlighted in the text.
pub fn highlights(
    document: &Document,
    position: lsp::Position,
) -> Option<Vec<lsp::DocumentHighlight>> {
    let name = at(document, position)?;
    let shown = same(document, name).map(|mention| {
        let declares = mention.place == mention.declaration;
        let kind = if declares {
            lsp::DocumentHighlightKind::Write
        } else {
            lsp::DocumentHighlightKind::Read
        };
        lsp::DocumentHighlight { range: document.range(mention.place), kind: Some(kind) }
    });
    Some(shown.collect())
}

/// The range that would be renamed.
pub fn renamable(document: &Document, position: lsp::Position) -> Option<lsp::Range> {
    Some(document.range(at(document, position)?.place))
}

/// The edits that give a name another letter.  The resulting text is read first: every name in it has to keep its
/// meaning.
pub fn rename(
    document: &Document,
    position: lsp::Position,
    new: &str,
) -> Result<lsp::WorkspaceEdit, String> {
    let name = at(document, position).ok_or("there is no name here")?;
    let (is_name, needed) = match name.kind {
        NameKind::Piece => {
            let inside = |it: &u8| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'_');
            let long = new.len() > 1 && new.starts_with(|it: char| it.is_ascii_lowercase());
            (
                long && new.bytes().all(|sign| inside(&sign)),
                "the name of a piece is two or more small letters, digits and `_`, a letter first",
            )
        }
        _ => (matches!(new.as_bytes(), [b'a'..=b'z']), "a name is one small letter, a to z"),
    };
    if !is_name {
        return Err(format!("`{new}` is not a name here: {needed}"));
    }
    if document.lowered.as_ref().is_none_or(|lowered| lowered.description.is_none()) {
        return Err("the text cannot be read; correct the errors first".to_owned());
    }
    let edits: Vec<Edit> = same(document, name)
        .map(|mention| Edit { span: mention.place, text: new.to_owned() })
        .collect();
    let text = edited(&document.text, &edits).ok_or("the text has changed")?;
    let (lowered, outline) = lang::outline(&text, &lang::Options::default());
    let before = meanings(&document.outline.mentions);
    if lowered.description.is_none() || meanings(&outline.mentions) != before {
        return Err(format!("`{new}` has another meaning at that place"));
    }
    Ok(change(document, &edits))
}

/// The edits that remove a parameter on which nothing depends: its conditions go, unless that makes the text unreadable.
pub fn without(document: &Document, declared: Span) -> Option<Vec<Edit>> {
    let text = &document.text;
    let has_it = |part: &&Part| {
        part.kind == PartKind::Condition
            && document.outline.mentions.iter().any(|mention| {
                mention.declaration == declared
                    && part.span.start <= mention.place.start
                    && mention.place.end <= part.span.end
            })
    };
    let edit = |part: &Part| {
        let before = text[..part.span.start].trim_end_matches([' ', '\t']);
        let after = text[part.span.end..].trim_start_matches([' ', '\t']);
        let span = match before.is_empty() || before.ends_with('\n') {
            true => {
                let after =
                    after.strip_prefix("\r\n").or(after.strip_prefix('\n')).unwrap_or(after);
                Span::new(part.span.start, text.len() - after.len())
            }
            false => Span::new(before.len(), part.span.end),
        };
        Edit { span, text: String::new() }
    };
    let edits: Vec<_> = document.outline.parts.iter().filter(has_it).map(edit).collect();
    let left = edited(text, &edits)?;
    lang::parse(&left, &lang::Options::default()).description.map(|_| edits)
}

/// What each name of a text means, by the number of its declaration among all names; places do not
/// matter.
fn meanings(mentions: &[Mention]) -> Vec<(NameKind, Option<usize>)> {
    let number = |declaration: Span| {
        let found = mentions.binary_search_by_key(&declaration.start, |name| name.place.start);
        found.ok()
    };
    mentions.iter().map(|mention| (mention.kind, number(mention.declaration))).collect()
}

/// Edits of an open text.
pub fn change(document: &Document, edits: &[Edit]) -> lsp::WorkspaceEdit {
    let edit =
        |it: &Edit| lsp::TextEdit { range: document.range(it.span), new_text: it.text.clone() };
    let changes = HashMap::from([(document.uri.as_str().into(), edits.iter().map(edit).collect())]);
    lsp::WorkspaceEdit { changes: Some(changes), ..Default::default() }
}
