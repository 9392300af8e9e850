//! Descriptions copied from a paper, a page or a word processor: signs that the keyboard does not have, the
//! commands of LaTeX, quotes, and the fences of Markdown.

use super::cursor::MOST_TOKENS;
use super::slips::{self, Line};
use super::{Context, Found, lenient};
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::format;

/// Commands of LaTeX and what they stand for; no one begins with an earlier one.
const COMMANDS: [(&str, &str); 30] = [
    ("\\\\", " "),
    ("\\ldots", "..."),
    ("\\cdots", "..."),
    ("\\dots", "..."),
    ("\\left", ""),
    ("\\right", ""),
    ("\\geqslant", ">="),
    ("\\geq", ">="),
    ("\\ge", ">="),
    ("\\leqslant", "<="),
    ("\\leq", "<="),
    ("\\le", "<="),
    ("\\neq", "!="),
    ("\\ne", "!="),
    ("\\cdot", "*"),
    ("\\times", "*"),
    ("\\lbrace", "{"),
    ("\\rbrace", "}"),
    ("\\langle", "<"),
    ("\\rangle", ">"),
    ("\\quad", " "),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\_", "_"),
    ("\\,", " "),
    ("\\;", " "),
    ("\\(", ""),
    ("\\)", ""),
    ("\\[", ""),
    ("\\]", ""),
];

/// Marks around words that are no part of them.
const QUOTES: [char; 9] =
    ['"', '\'', '`', '\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{b4}'];

/// Is this a sign as it is typeset and not typed?
fn is_typeset(letter: char) -> bool {
    letter == '$'
        || letter == '\\'
        || QUOTES.contains(&letter)
        || lenient::is_invisible(letter)
        || !letter.is_ascii() && lenient::plain(letter.encode_utf8(&mut [0; 4])).is_ascii()
}

/// Is a text in the notation of LaTeX? `_{n}` alone is a value with its length in braces.
fn is_latex(text: &str) -> bool {
    text.contains(['$', '\\'])
        || text
            .match_indices("_{")
            .any(|(at, _)| text[..at].ends_with(|it: char| it.is_ascii_uppercase()))
}

/// The text as it is typed.
fn typed(text: &str) -> String {
    let mut typed = lenient::plain(text).replace('$', "").replace(QUOTES, "");
    for (command, meant) in COMMANDS {
        typed = typed.replace(command, meant);
    }
    if !is_latex(text) {
        return typed;
    }
    let words: Vec<_> =
        typed.split_whitespace().map(|it| subscript(it).unwrap_or(it.to_owned())).collect();
    words.join(" ")
}

/// `An` for `A_n`, `A_{n}` and `A^{n}`, where `_` and `^` put a length below and above the line.
fn subscript(word: &str) -> Option<String> {
    let value = word
        .get(..1)
        .filter(|it| it.starts_with(|it: char| it == '_' || it.is_ascii_uppercase()))?;
    let length = word[1..].strip_prefix(['_', '^']).unwrap_or(&word[1..]);
    let length = length.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(length);
    Some(format!("{value}{}", format::behind_a_value(&lenient::expression(length)?)))
}

/// What is said of the first such sign.
fn message(text: &str) -> Option<String> {
    if is_latex(text) {
        return Some("a description is plain text, without the notation of LaTeX".to_owned());
    }
    let letter = text.chars().find(|it| is_typeset(*it))?;
    match letter {
        _ if QUOTES.contains(&letter) => Some("words are written without quotes".to_owned()),
        '\u{ff01}'..='\u{ff5e}' => {
            Some("full-width characters; write those of the keyboard".to_owned())
        }
        _ => lenient::unexpected(letter.encode_utf8(&mut [0; 4])),
    }
}

/// A line, or the beginning of one, that is right as it would be typed.
pub fn line(line: &Line<'_>, context: &Context) -> Option<Found> {
    let text = line.text();
    let text = text[..text.find('#').unwrap_or(text.len())].trim_end();
    // Letters above and below the line are lengths.
    let is_length =
        lenient::is_raised(text) || text.contains(|it| lenient::SUBSCRIPTS.contains(it));
    if is_length || !(text.contains(is_typeset) || is_latex(text)) {
        return None;
    }
    let blanks = text.char_indices().filter(|(_, it)| it.is_ascii_whitespace());
    let ends = blanks.map(|(at, _)| at).chain([text.len()]);
    // A single dollar is a slip of another kind, and a single quote a prime.
    if text.matches('$').count() % 2 == 1 || text.matches(QUOTES).count() % 2 == 1 {
        return None;
    }
    let is_latex = is_latex(text);
    let last = text.rfind(|it| is_typeset(it) || is_latex && it == '}').unwrap_or_default();
    let code = if is_latex { "E0101" } else { "E0137" };
    ends.filter(|end| *end > last).take(MOST_TOKENS).find_map(|end| {
        let written = &text[..end];
        let typed = typed(written);
        let meant = typed.trim();
        // A dash alone is rather punctuation, where no sign is a value.
        if written == meant || meant == "-" && !context.outcomes {
            return None;
        }
        let what = message(written)?;
        line.slip(code, &what, end, meant).or_else(|| {
            let first = Span::new(0, meant.find(char::is_whitespace).unwrap_or(meant.len()));
            let inner = slips::at(meant, first, context).filter(|it| it.end == meant.len())?;
            line.slip(code, &what, end, &inner.diagnostic.edits.first()?.text)
        })
    })
}

/// A line such as those around code in Markdown and LaTeX, and around the two sides of a merge conflict.
pub fn fence(line: &Line<'_>) -> Option<Found> {
    let text = line.text().trim_end();
    let span = Span::new(line.start, line.start + text.len());
    let begins = |marks: &[&'static str]| marks.iter().copied().find(|it| text.starts_with(it));
    let error = |what: &str| Diagnostic::error("E0101", what);
    if begins(&["<<<<<<<", "=======", ">>>>>>>", "|||||||"]).is_some() {
        let error = error("a merge conflict is not resolved")
            .label(span, "marks a side of it")
            .help("keep one of the two sides, and leave out the lines that mark them");
        return Some(Found::read(error, span.end, Vec::new()));
    }
    let leave_out = |error: Diagnostic| error.help("leave the line out").edit(span, "");
    if begins(&["\\begin{", "\\end{"]).is_some() && text.ends_with('}') && !text.contains(' ') {
        let error = error("a line of LaTeX, not of a description").label(span, "an environment");
        return Some(Found::read(leave_out(error), span.end, Vec::new()));
    }
    let mark = begins(&["```", "~~~"])?;
    let rest = text.trim_start_matches(&mark[..1]);
    let error =
        error("a line of Markdown, not of a description").label(span, "marks code in Markdown");
    let is_word = rest.chars().all(|it| it.is_alphanumeric() || it == '-');
    is_word.then(|| Found::read(leave_out(error), span.end, Vec::new()))
}
