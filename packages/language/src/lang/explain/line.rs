//! What stands from a token to the end of its line, as it would be typed.

use super::{Found, Mended, items, keyword, lenient, parse, write};
use crate::diagnostic::{Code, Diagnostic, Span};

/// Bytes of a list of moves, or of a comment, that are looked at.
pub(super) const REACH_OF_LISTS: usize = 4_000;

/// Bytes of a line that are looked at, so that reading a text with many bad tokens takes time linear in its length.
const REACH: usize = 400;

/// Commands of LaTeX and what they stand for, where `~` is a space; none begins with an earlier one.
const COMMANDS: &str = r"\\~ \ldots... \cdots... \dots... \left \right \geqslant>= \geq>= \ge>= \leqslant<= \leq<= \le<= \neq!= \ne!=
\cdot* \times* \lbrace{ \rbrace} \langle< \rangle> \quad~ \{{ \}} \__ \,~ \;~ \( \) \[ \]";

/// Marks around words that are no part of them.
const QUOTES: [char; 9] =
    ['"', '\'', '`', '\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{b4}'];

/// What is said of the notation of LaTeX.
const LATEX: &str = "a description is plain text, without the notation of LaTeX";

/// What stands from a token to the end of its line, or to the comment there.
pub(super) struct Line<'a> {
    pub source: &'a str,
    pub start: usize,
    /// The end of the line, or of what is looked at of it.
    pub end: usize,
    /// The code in it without quotes, LaTeX and invisible characters, and with the signs of the keyboard.
    typed: Mended,
    is_latex: bool,
}

impl<'a> Line<'a> {
    /// The line at `start`, which goes on to the end of the list of moves that begins on it if `is_head`.
    pub(super) fn new(source: &'a str, start: usize, is_head: bool) -> Self {
        let mut end = reach(source, start);
        let is_open = |text: &str| text.rfind(['{', '[']) > text.rfind(['}', ']']);
        if is_head && is_open(&source[start..end]) {
            let list = within(&source[end..], REACH_OF_LISTS);
            let close = list.find(['}', ']', '{', '[', '#']);
            end += close.filter(|it| list[*it..].starts_with(['}', ']'])).map_or(0, |it| it + 1);
        }
        let code = &source[start..end];
        let code = code[..code.find('#').unwrap_or(code.len())].trim_end();
        let mut typed = Mended::new("");
        typed.push(source, "", Span::new(0, start));
        let mut line = Self { source, start, end, typed, is_latex: false };
        line.type_in(code);
        line
    }

    /// Takes the code over as it would be typed.
    fn type_in(&mut self, code: &str) {
        let is_index =
            |(at, _): (usize, &str)| code[..at].ends_with(|it: char| it.is_ascii_uppercase());
        self.is_latex = code.contains(['$', '\\']) || code.match_indices("_{").any(is_index);
        let is_plain = code.is_ascii() && !code.contains(['$', '\\', '\n', '\r']);
        if is_plain && !self.is_latex && !code.contains(QUOTES) {
            let origin = Span::new(self.start, self.start + code.len());
            return self.typed.push(self.source, code, origin);
        }
        // A single quote is a prime.
        let quotes = code.matches(QUOTES).count().is_multiple_of(2);
        let (mut at, mut depth) = (0, 0_usize);
        while let Some(letter) = code[at..].chars().next() {
            let commands = if letter == '\\' { COMMANDS } else { "" };
            let command = commands.split_whitespace().find_map(|it| {
                // A name, or a backslash and a sign
                let name = it[1..].find(|it: char| !it.is_ascii_alphabetic());
                let name = name.map_or(it.len(), |it| (it + 1).max(2));
                code[at..].starts_with(&it[..name]).then(|| (name, it[name..].replace('~', " ")))
            });
            let is_raised = self.is_latex
                && self.typed.text.ends_with(is_value)
                && code[..at].ends_with(['_', '^']);
            let (length, typed) = command.unwrap_or_else(|| {
                let typed = match letter {
                    '$' => String::new(),
                    _ if quotes && QUOTES.contains(&letter) => String::new(),
                    '\n' | '\r' => " ".to_owned(),
                    // `A_n` and `A^{2n}` put a length below and above the line.
                    '_' | '^' if self.is_latex && self.typed.text.ends_with(is_value) => {
                        String::new()
                    }
                    '{' if is_raised => {
                        depth += 1;
                        "(".to_owned()
                    }
                    '}' if depth > 0 => {
                        depth -= 1;
                        ")".to_owned()
                    }
                    _ => lenient::plain(letter.encode_utf8(&mut [0; 4])),
                };
                (letter.len_utf8(), typed)
            });
            let origin = Span::new(at, at + length).shifted(self.start);
            self.typed.push(self.source, &typed, origin);
            at += length;
        }
    }

    pub(super) fn typed(&self) -> &str {
        &self.typed.text
    }

    /// What stands in the source for the first bytes of what would be typed.
    pub(super) fn written(&self, length: usize) -> &'a str {
        &self.source[self.start..self.end_of(length)]
    }

    /// Where they end in the source.
    pub(super) fn end_of(&self, length: usize) -> usize {
        self.typed.origin(Span::new(length, length)).start
    }

    /// The word before it on the line.
    pub(super) fn before(&self) -> &'a str {
        let before = before(self.source, self.start).trim_end_matches([' ', '\t']);
        before.rsplit(parse::WHITE).next().unwrap_or_default()
    }

    /// The token that follows a place of the source.
    pub(super) fn after(&self, at: usize) -> &'a str {
        token_behind(self.source, at).map_or("", |it| &self.source[it.range()])
    }

    /// Is what stands at a place of the line something by itself, or nothing?
    pub(super) fn is_apart(&self, at: usize) -> bool {
        let rest = self.source.get(at..self.end).unwrap_or_default();
        let first = rest.split_whitespace().next();
        first.is_none_or(|it| keyword::begins_a_part(it) || items(it).is_some())
    }

    /// What is said of the signs of the first bytes, if they are not those of the keyboard.
    fn signs(&self, length: usize) -> Option<(Code, String)> {
        let written = self.written(length);
        let is_strange = |it: &char| {
            let plain = lenient::plain(it.encode_utf8(&mut [0; 4]));
            QUOTES.contains(it) || !it.is_ascii() && plain.is_ascii()
        };
        let (code, what) = match written.chars().find(is_strange) {
            _ if self.written(self.typed().len()).contains('$') => (Code::Latex, LATEX),
            _ if written == &self.typed()[..length] => return None,
            _ if self.is_latex => (Code::Latex, LATEX),
            Some(it) if lenient::SUPERSCRIPTS.contains(it) => {
                (Code::PowerSign, "write the length directly after the value: `An`, `A(2n)`")
            }
            Some(it) if QUOTES.contains(&it) => {
                (Code::NotAscii, "words are written without quotes")
            }
            Some(it) => {
                return Some((Code::NotAscii, lenient::unexpected(it.encode_utf8(&mut [0; 4]))?));
            }
            None => return None,
        };
        Some((code, what.to_owned()))
    }

    /// The slip `code` in the first bytes, in place of which `meant` should stand, if a token ends there or `meant`
    /// ends with a space.
    pub(super) fn slip(&self, code: Code, what: &str, length: usize, meant: &str) -> Option<Found> {
        let span = Span::new(self.start, self.end_of(length));
        let behind = self.source[span.end..].chars().next();
        let is_whole = behind.is_none_or(|it| it.is_ascii_whitespace() || it == '\0');
        if !is_whole && !meant.ends_with(' ') || meant == &self.source[span.range()] {
            return None;
        }
        if meant.is_empty() {
            let gap = gap_before(self.source, span.start);
            let start = if self.before().is_empty() { span.start } else { gap };
            let error = Diagnostic::new(code, what).place(span).help("leave it out");
            return Some(Found::new(error.edit(Span::new(start, span.end), ""), span.end));
        }
        items(meant)?;
        let (code, what) = self.signs(length).unwrap_or_else(|| (code, what.to_owned()));
        Some(Found::new(write(Diagnostic::new(code, what), span, meant), span.end))
    }

    /// The line, or the beginning of one, that is right as it would be typed.
    pub(super) fn signs_alone(&self) -> Option<Found> {
        // Letters above and below the line are lengths.
        let code = self.written(self.typed().len());
        let is_length = |it| lenient::SUPERSCRIPTS.contains(it) || lenient::SUBSCRIPTS.contains(it);
        if code == self.typed() || code.contains(is_length) {
            return None;
        }
        let ends = self.typed().match_indices(' ').map(|(at, _)| at).chain([self.typed().len()]);
        // What follows the last strange sign is right or wrong by itself.
        let is_last = |end: &usize| {
            self.source[self.end_of(*end)..self.start + code.len()] == self.typed()[*end..]
        };
        ends.filter(is_last).take(super::MOST_TOKENS).find_map(|end| {
            let meant = self.typed()[..end].trim();
            self.slip(Code::NotAscii, "", end, meant)
        })
    }
}

/// Is it the letter of a value?
pub(super) fn is_value(letter: char) -> bool {
    matches!(letter, '_' | 'A'..='Z')
}

/// A token cut short for a message, so that a message stays a line.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 3).chain("...".chars()).collect()
}

/// What is looked at of the text before a place.
pub(super) fn before(source: &str, at: usize) -> &str {
    &source[source.ceil_char_boundary(at.saturating_sub(REACH))..at]
}

/// Where the white characters before a place begin.
pub(super) fn gap_before(source: &str, at: usize) -> usize {
    let before = before(source, at);
    at - (before.len() - before.trim_end().len())
}

/// The beginning of a text, of at most `reach` bytes.
pub(super) fn within(text: &str, reach: usize) -> &str {
    &text[..text.floor_char_boundary(reach)]
}

/// Where the line begins.
pub(super) fn line_start(source: &str, at: usize) -> usize {
    source[..at].rfind('\n').map_or(0, |before| before + 1)
}

/// The end of the line.
pub(super) fn line_end(source: &str, at: usize) -> usize {
    let rest = &source[at..];
    at + rest.find(['\n', '\0']).unwrap_or(rest.len())
}

/// The end of the line, or of what is looked at of it.
pub(super) fn reach(source: &str, at: usize) -> usize {
    let rest = within(&source[at..], REACH);
    rest.find(['\r', '\n', '\0']).map_or(at + rest.len(), |end| at + end)
}

/// The next token after `at`.
pub(super) fn token_behind(source: &str, at: usize) -> Option<Span> {
    let rest = &source[at..];
    let start = at + rest.find(|letter| !parse::WHITE.contains(&letter))?;
    let rest = &source[start..];
    let end = rest.find(|it| parse::WHITE.contains(&it) || it == '\0');
    let end = start + end.unwrap_or(rest.len());
    (end > start).then_some(Span::new(start, end))
}

/// The tokens after `at`; a comment is one, to the end of its line.
pub(super) fn tokens_behind(source: &str, mut at: usize) -> impl Iterator<Item = Span> {
    std::iter::from_fn(move || {
        let Span { start, end } = token_behind(source, at)?;
        at = if source[start..].starts_with('#') { line_end(source, start) } else { end };
        Some(Span::new(start, at))
    })
}
