//! What is wrong with a text that is not XML, or XML that is not read here.

use super::elements::fault;
use crate::diagnostic::{Code, Diagnostic, Span};
use roxmltree::{Error, TextPos};
use std::collections::BTreeSet;

/// The fault of a text that has no document.
pub(super) fn not_xml(text: &str, error: &Error) -> Diagnostic {
    if let Some(fault) = html(text).or_else(|| something_else(text)) {
        return fault;
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

/// A text without any element.
fn something_else(text: &str) -> Option<Diagnostic> {
    let inside = text.trim_start_matches('\u{feff}').trim_start();
    let start = text.len() - inside.len();
    let (message, help) = match inside {
        "" => ("the file is empty", "save the net as PNML"),
        _ if inside.starts_with('<') => return None,
        _ if inside.starts_with("PK\u{3}\u{4}") => {
            ("this is a zip archive", "unpack it, and name the file of the net in it")
        }
        _ => ("this is not XML", "a net in PNML begins with `<?xml` or `<pnml`"),
    };
    let first = inside.chars().next().map_or(0, char::len_utf8);
    let span = Span::new(start, start + first);
    Some(fault(Code::NotPnml, message, span, "begins here").help(help))
}

/// A page that a browser was shown in place of the net.
pub(super) fn html(text: &str) -> Option<Diagnostic> {
    let start = text.find('<')?;
    let end = text.len().min(start + 40);
    let first = String::from_utf8_lossy(&text.as_bytes()[start..end]).to_lowercase();
    // A declaration of XML may come first.
    let is_html = ["<!doctype html", "<html"].iter().any(|it| first.starts_with(it))
        || first.starts_with("<?xml") && text.contains("<html");
    let span = Span::new(start, start + 1);
    is_html.then(|| {
        fault(Code::NotPnml, "this is an HTML page", span, "begins here")
            .help("download the file of the net itself; sites often call this the raw file")
    })
}

/// The last sign of a text that is not blank.
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
