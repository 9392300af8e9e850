//! What is wrong with a text that is not XML, or XML that is not read here.

use super::elements::fault;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::lang::{TextKind, foreign};
use roxmltree::{Error, TextPos};
use std::collections::BTreeSet;

/// The fault of a text that has no document.
pub(super) fn not_xml(text: &str, error: &Error) -> Diagnostic {
    if let Some(foreign) = foreign(text, TextKind::Net) {
        return foreign;
    }
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return fault(Code::NotPnml, "this is not XML", Span::new(0, 0), "begins here")
            .help("a net in PNML begins with `<?xml` or `<pnml`");
    }
    if matches!(error, Error::DtdDetected) {
        let start = text.find("<!DOCTYPE").unwrap_or_default();
        let end = text[start..].find(['>', '[']).map_or(text.len(), |at| start + at + 1);
        return fault(
            Code::NotPnml,
            "document type declarations (DTD) are not supported",
            Span::new(start, end),
            "declares one",
        )
        .help("remove the declaration, and write out what it would add");
    }
    let ends_too_early = matches!(error, Error::UnclosedRootNode | Error::UnexpectedEndOfStream);
    let at = offset(text, error.pos());
    let span = match ends_too_early {
        true => last_sign(text),
        false => Span::new(at, at),
    };
    let (message, help) = wording(error);
    let label = if ends_too_early { "ends here" } else { "not understood" };
    let fault = fault(Code::NotPnml, message, span, label);
    match help {
        Some(help) => fault.help(help),
        None => fault,
    }
}

/// The most attributes of an element: the reader compares each with each.
const MOST_ATTRIBUTES: usize = 10_000;

/// The most names of namespaces in a document: the reader hands all of them on from element to element.
const MOST_NAMESPACES: usize = 100;

/// What is wrong with a document that would take the reader long.
pub(super) fn too_many_names(text: &str) -> Option<Diagnostic> {
    let place = |piece: &str| {
        let start = piece.as_ptr() as usize - text.as_ptr() as usize;
        Span::new(start, start)
    };
    let signs = |piece: &&str| piece.bytes().filter(|it| *it == b'=').count() > MOST_ATTRIBUTES;
    if let Some(piece) = text.split('<').find(signs) {
        let fault = fault(Code::NotPnml, "too many attributes", place(piece), "in this element");
        return Some(fault.note(format!("limit: attributes of an element, {MOST_ATTRIBUTES}")));
    }
    let mut names = BTreeSet::new();
    let one_more = text.split("xmlns:").skip(1).find(|&piece| {
        let end = piece.find(|it: char| it == '=' || it.is_whitespace());
        names.insert(piece.get(..end.unwrap_or(piece.len())));
        names.len() > MOST_NAMESPACES
    })?;
    let fault = fault(Code::NotPnml, "too many namespaces", place(one_more), "one more");
    Some(fault.note(format!("limit: names of namespaces, {MOST_NAMESPACES}")))
}

/// What an error of the reader means, and what to do.
fn wording(error: &Error) -> (String, Option<&'static str>) {
    let (message, help) = match error {
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => (
            "the document ends before its last element is closed".to_owned(),
            "if the file is cut off, save or download it again",
        ),
        Error::UnexpectedCloseTag(open, found, _) => (
            format!("`</{found}>`, where `</{open}>` is needed"),
            "each element is closed before the one around it",
        ),
        Error::MalformedEntityReference(_) => (
            "`&` begins the name of a character, but none follows".to_owned(),
            "for the sign itself, write `&amp;`",
        ),
        Error::UnknownEntityReference(name, _) => (
            format!("`&{name};` is not known in XML"),
            "write the character itself; XML has only &amp;, &lt;, &gt;, &quot; and &apos;",
        ),
        Error::InvalidAttributeValue(_) | Error::InvalidChar(b'"' | b'\'', b'<', _) => {
            ("`<` in an attribute".to_owned(), "for the sign itself, write `&lt;`")
        }
        Error::DuplicatedAttribute(name, _) => {
            (format!("the attribute `{name}` is written twice"), "leave one of them out")
        }
        Error::UnknownNamespace(prefix, _) => (
            format!("the prefix `{prefix}` is not declared"),
            "declare it with `xmlns:`, or leave it out",
        ),
        Error::UnexpectedDeclaration(_) => (
            "the declaration of XML is not at the beginning of the file".to_owned(),
            "remove what is before `<?xml`",
        ),
        other => {
            let place = format!(" at {}", other.pos());
            return (format!("invalid XML: {}", other.to_string().replace(&place, "")), None);
        }
    };
    (message, Some(help))
}

/// The last sign of a text that is no white space.
fn last_sign(text: &str) -> Span {
    let end = text.trim_end().len();
    let length = text[..end].chars().next_back().map_or(0, char::len_utf8);
    Span::new(end - length, end)
}

/// The byte at a line and column, both from 1.
fn offset(text: &str, position: TextPos) -> usize {
    let [lines, columns] = [position.row, position.col]
        .map(|it| usize::try_from(it).unwrap_or_default().saturating_sub(1));
    let line: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
    let column = text[line..].char_indices().nth(columns);
    column.map_or(text.len(), |(offset, _)| line + offset)
}
