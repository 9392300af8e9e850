//! Texts that are no descriptions, or whose lines have no ends.

use super::keyword;
use crate::diagnostic::{Code, Diagnostic, Edit, Span};

/// A text whose lines end with carriage returns alone, as they did on old computers: its first comment has no end.
pub(super) fn carriage_returns(source: &str) -> Option<Diagnostic> {
    let text = source.trim_end();
    let first = text.find('\r').filter(|_| !text.contains('\n'))?;
    let error =
        Diagnostic::new(Code::ControlCharacter, "the lines end with carriage returns alone")
            .label(Span::new(first, first + 1), "not the end of a line")
            .help("end each line with a line feed");
    let edits = source
        .match_indices('\r')
        .map(|(at, _)| Edit { span: Span::new(at, at + 1), text: "\n".to_owned() });
    Some(Diagnostic { edits: edits.collect(), ..error })
}

/// How texts of other kinds begin.
const KINDS: [(&str, &str); 9] = [
    ("PK\u{3}\u{4}", "a zip archive"),
    ("%PDF", "a PDF file"),
    ("{\"", "a JSON file"),
    ("<html", "an HTML file"),
    ("<!DOCTYPE html", "an HTML file"),
    ("<!doctype html", "an HTML file"),
    ("<pnml", "a PNML file"),
    ("<?xml", "an XML file"),
    ("<!--", "an XML file"),
];

/// What a text is that does not look like a description.
pub(super) fn not_a_description(source: &str) -> Option<Diagnostic> {
    const HELP: &str = "a description is made of order conditions, moves and a sequence: `n >= 1 { n } REPEAT _n An ENDREP`";
    let text = source.trim_start_matches('\u{feff}').trim_start();
    let start = source.len() - text.len();
    let text = text.split('\0').next().unwrap_or_default();
    let code = || text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words = || code().flat_map(str::split_whitespace).take(MOST_WORDS);
    let error = |message: String| Diagnostic::new(Code::NotADescription, message).help(HELP);
    if words().next().is_none() {
        let what = if text.is_empty() { "is empty" } else { "has only comments" };
        return Some(error(format!("the file {what}")));
    }
    let place = Span::new(start, start + text.find(['\n', '\0', '\r']).unwrap_or(text.len()));
    let is_tag = text.starts_with('<')
        && text[1..].starts_with(|it: char| it.is_ascii_lowercase())
        && text.contains("</");
    let known = KINDS.into_iter().find(|it| text.starts_with(it.0)).map(|it| it.1);
    let is_net = known.is_some_and(|it| it.ends_with("XML file")) && text.contains("<pnml");
    let kind = match known.or(is_tag.then_some("an XML file")) {
        Some(_) if is_net => Some("a PNML file"),
        None if words().any(|it| ["REPEAT", "REP", "ENDREP", "PER"].contains(&it)) => return None,
        None if code().any(is_python) => Some("Python"),
        None if text.contains(':') && code().all(is_yaml) => Some("YAML"),
        kind => kind,
    };
    if let Some(kind) = kind {
        let error =
            error(format!("this is {kind}, not a description")).label(place, "it begins here");
        return Some(match kind {
            "a PNML file" => error.help("give it the ending `.pnml`"),
            _ => error,
        });
    }
    let is_strange = 2 * words().filter(|it| is_prose(it)).count() >= words().count();
    let error = error("this does not look like a description".to_owned());
    is_strange.then(|| error.label(place, "prose, or another language"))
}

/// Is a line one of a program?
fn is_python(line: &str) -> bool {
    let begins = |any: &[&str]| any.iter().any(|it| line.trim_start().starts_with(it));
    begins(&["import ", "print("])
        || line.trim_end().ends_with(':') && begins(&["def ", "class ", "while ", "for ", "if "])
}

/// Is a line empty, an item of a list, or a value with a key?
fn is_yaml(line: &str) -> bool {
    let (key, text) = (line.split(':').next().unwrap_or_default(), line.trim_start());
    let is_key =
        line.contains(':') && key.trim().chars().all(|it| it.is_alphanumeric() || it == '_');
    is_key || text.is_empty() || text.starts_with("- ") || text.starts_with("---")
}

/// So many words of a text are looked at.
const MOST_WORDS: usize = 400;

/// Is a word rather one of a human language or of a program, and not a keyword?
fn is_prose(word: &str) -> bool {
    const SHORT: [&str; 15] =
        ["an", "as", "at", "be", "by", "do", "in", "is", "it", "no", "of", "on", "or", "to", "we"];
    let letters: Vec<char> =
        word.trim_matches(|it: char| it.is_ascii_punctuation()).chars().collect();
    let small = letters.windows(3).any(|three| three.iter().all(|it| it.is_lowercase()));
    let foreign = letters.iter().any(|it| it.is_alphabetic() && !it.is_ascii());
    let named = letters.len() > 2
        && letters.iter().all(|it| it.is_alphabetic())
        && letters.iter().any(|it| it.is_lowercase());
    (small || foreign || named || SHORT.contains(&word)) && !keyword::is(&word.to_ascii_uppercase())
}
