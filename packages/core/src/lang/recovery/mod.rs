//! What is wrong at a token that the grammar does not know, and where reading goes on.
//!
//! There is one finding for each damaged place.  Where there is one reading, the place is read so, and the
//! finding has the change (`slips`).  Otherwise nothing is guessed: the finding names the first fault, with a
//! suggestion where there is a near one, and the rest of the line counts for nothing but its keywords.  What is
//! [`Lost`] with the place, be it names, moves or nesting, is not asked for any more.
//!
//! Each construct has a file for its other notations and its faults (`conditions`, `moves`, `words`, `heads`).
//! They read with `cursor`, `lenient` and `fault`; `typeset` knows paper and pages, and `hints` other languages.

mod conditions;
mod cursor;
mod fault;
mod heads;
mod hints;
pub mod lenient;
mod moves;
mod slips;
mod typeset;
mod words;

pub use conditions::{behind_order, cut_condition};
pub use hints::{before_moves, not_a_description};

use super::Lost;
use super::ast::ItemKind;
use super::keyword;
use crate::diagnostic::{Diagnostic, Edit, Span};
use crate::model::{Alphabet, RuleError};
use fault::shown;

/// What is wrong at a bad token.
pub struct Found {
    pub diagnostic: Diagnostic,
    /// What stands there.
    pub items: Vec<ItemKind>,
    /// The end of what was dealt with.
    pub end: usize,
    /// What cannot be known without the place; `None` if it has one reading.
    pub lost: Option<Lost>,
}

impl Found {
    fn new(diagnostic: Diagnostic, end: usize, lost: Lost) -> Self {
        Self { diagnostic, items: Vec::new(), end, lost: Some(lost) }
    }

    /// What has one reading.
    fn read(diagnostic: Diagnostic, end: usize, items: Vec<ItemKind>) -> Self {
        Self { diagnostic, items, end, lost: None }
    }
}

/// Where a bad token stands.
pub struct Context {
    /// The keyword that ends the innermost open construct, for which a bare END is taken.
    pub closer: Option<&'static str>,
    /// Is the text read as a plain list of words?
    pub raw: bool,
    /// The number of moves, if they were read.
    pub moves: Option<usize>,
    /// Are the values outcomes so far?
    pub outcomes: bool,
    /// Did the endless loop end?
    pub ended: bool,
}

/// What is wrong at the bad token `span`.
pub fn recover(source: &str, span: Span, context: &Context) -> Found {
    let mut found = at(source, span, context);
    let error = &mut found.diagnostic;
    let is_text = source[span.range()].starts_with(|it: char| it.is_ascii_alphanumeric());
    if context.ended && is_text && error.edits.is_empty() && error.help.is_none() {
        error.notes = vec!["only comments and claims follow the endless loop".to_owned()];
        error.help = Some("begin a comment with `#`".to_owned());
        error.edits = vec![Edit { span: Span::new(span.start, span.start), text: "# ".to_owned() }];
    }
    found
}

fn at(source: &str, span: Span, context: &Context) -> Found {
    let token = &source[span.range()];
    if let Some((at, control)) = token.char_indices().find(|(_, letter)| letter.is_control()) {
        let place = Span::new(at, at + control.len_utf8()).shifted(span.start);
        let error = Diagnostic::error("E0130", fault::control(control));
        let error = error.label(place, "neither a blank nor a part of a word");
        return Found::new(error, span.end, lost_with(token, context));
    }
    slips::at(source, span, context)
        .or_else(|| hints::at(source, span, context))
        .or_else(|| keyword(source, span, context))
        .or_else(|| comment(source, span))
        .or_else(|| moves::fault(source, span, context))
        .or_else(|| conditions::fault_at(source, span, context))
        .unwrap_or_else(|| {
            let line = &source[span.start..reach(source, span.start)];
            let whole =
                words::bracketed(line, token.len()).filter(|end| line[..*end].ends_with(')'));
            let span = Span::new(span.start, span.start + whole.unwrap_or(token.len()));
            let text = &source[span.range()];
            let error = match context.moves {
                None if !context.raw => fault::in_front(text, span.start),
                moves => words::mended(fault::in_word(text, span.start), source, span, moves),
            };
            Found::new(error, span.end, lost_with(token, context))
        })
}

/// What is lost with a token that is nothing known: little, if it can only have been a word.
pub fn lost_with(token: &str, context: &Context) -> Lost {
    let like_a_word = match token.chars().next() {
        Some('A'..='Z') => token[1..].contains(|it: char| !it.is_ascii_uppercase()),
        Some(first) => "_+-<(".contains(first),
        None => false,
    };
    if like_a_word && context.moves.is_some() { Lost::NOTHING } else { Lost::ALL }
}

/// What is wrong with a rule, at `place` in its line.
pub fn rule(text: &str, place: Span, line: Span, error: &RuleError) -> Diagnostic {
    let unknown = Diagnostic::error("E0144", format!("unknown rule `{}`", shown(text)))
        .label(line, "not a rule")
        .note(error.to_string());
    match slips::rule(text) {
        Some(meant) => unknown.help(format!("write `{meant}`")).edit(place, meant),
        None => unknown,
    }
}

/// A keyword with something wrong behind it, or something like a keyword.
fn keyword(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let upper = token.to_ascii_uppercase();
    if let (Some(closer), "END") = (context.closer, upper.as_str()) {
        let error = Diagnostic::error("E0102", "END ends a definition, and none is open")
            .label(span, format!("the open part ends with {closer}"))
            .help(format!("write `{closer}`"))
            .edit(span, closer);
        let items = super::parse::meant(closer, span)?;
        return Some(Found::read(error, span.end, items));
    }
    if context.raw && keyword::is(token) && token != "LET" {
        let error =
            Diagnostic::error("E0101", format!("{token} is not allowed in a plain list of words"))
                .label(span, "the text is read without loops and branches");
        return Some(Found::new(error, span.end, Lost::NESTING));
    }
    if keyword::is(token) {
        return Some(heads::at(source, span));
    }
    // Those inside a head begin nothing.
    let meant = keyword::meant(token)
        .filter(|(meant, _)| upper == *meant || !["THEN", "UPTO", "FROM"].contains(meant));
    let Some((meant, is_certain)) = meant else {
        // Capital letters are values only if the game can have them.
        let is_upper = token.len() > 1 && token.bytes().all(|it| it.is_ascii_uppercase());
        let moves = context.moves.unwrap_or_default();
        let is_value =
            |letter| Alphabet::Nim.value(letter).is_some_and(|it| usize::from(it.0) <= moves);
        let why = match context.moves {
            None if !context.raw => "not a keyword",
            _ => "not a keyword, and not the values of a game with these moves",
        };
        let error = Diagnostic::error("E0102", format!("unknown keyword `{}`", shown(token)))
            .label(span, why);
        // `BN` may be a word with a capital length.
        let is_word = token.len() == 2 && token.starts_with(is_value);
        return (is_upper && !is_word && !token.chars().all(is_value))
            .then(|| Found::new(error, span.end, Lost::NESTING));
    };
    let meant = context.closer.filter(|_| meant == "END").unwrap_or(meant);
    let error = |message: String| {
        Diagnostic::error("E0102", message)
            .label(span, "not a keyword")
            .help(format!("write `{meant}`"))
            .edit(span, meant)
    };
    if upper == meant {
        let items = super::parse::meant(meant, span);
        let mut error = error(slips::CASE.to_owned());
        let Some(items) = items else {
            let is_head = context.moves.is_none() && !context.raw;
            if is_head {
                return None;
            }
            // A word such as `for` may be prose: the keyword alone mends nothing.
            error.edits.clear();
            return Some(Found::new(error, span.end, Lost::ALL));
        };
        return Some(Found::read(error, span.end, items));
    }
    let guess = if is_certain { "write" } else { "did you mean" };
    let message = format!(
        "unknown keyword `{}`; {guess} `{meant}`{}",
        shown(token),
        if is_certain { "" } else { "?" }
    );
    let mut error = error(message);
    // `DO` may begin a loop elsewhere.
    if meant == "REP" {
        error.edits.clear();
    }
    Some(Found::new(error, heads::end_of_head(source, span), Lost::NESTING))
}

/// `> n >= 1`, `1: n >= 1`: a text of which every line begins with a mark or a number, and that is right without.
pub fn marked(source: &str, raw: bool) -> Option<Diagnostic> {
    let mut edits = Vec::new();
    let mut mark: Option<&str> = None;
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim_start();
        let at = start + line.len() - text.len();
        start += line.len();
        if text.is_empty() {
            continue;
        }
        let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
        let sign =
            if digits > 0 { &text[..digits] } else { &text[..text.chars().next()?.len_utf8()] };
        let known = *mark.get_or_insert(sign);
        let length = match digits {
            0 if sign == known && [">", "+", "-", "*", "|", "•"].contains(&sign) => sign.len(),
            0 => return None,
            _ => digits + usize::from(text[digits..].starts_with([':', '.', ')'])),
        };
        let length = length + usize::from(text[length..].starts_with(' '));
        edits.push(Edit { span: Span::new(at, at + length), text: String::new() });
    }
    let first = edits.get(1).and(edits.first())?.span;
    let whole = Diagnostic { edits, ..Diagnostic::error("E0101", "each line begins with a mark") };
    let mut found = super::Diagnostics::default();
    super::tree::build(&whole.corrected(source)?, raw, &mut found);
    let what = format!("each line begins with `{}`", source[first.range()].trim_end());
    let error = Diagnostic::error("E0101", what).label(first, "not part of a description");
    let is_right = found.errors.is_empty();
    is_right.then(|| Diagnostic { edits: whole.edits, ..error.help("leave the marks out") })
}

/// A comment that begins within a token.
fn comment(source: &str, span: Span) -> Option<Found> {
    let at = span.start + source[span.range()].find('#')?;
    let error = Diagnostic::error("E0131", "a comment needs a blank before it")
        .label(Span::new(at, span.end), "`#` begins a comment only at the start of a token")
        .help("put a blank before the `#`")
        .edit(Span::new(at, at), " ");
    Some(Found::new(
        error,
        line_end(source, at),
        lost_with(
            &source[span.range()],
            &Context { closer: None, raw: false, moves: Some(0), outcomes: false, ended: false },
        ),
    ))
}

/// The end of the line.
pub fn line_end(source: &str, at: usize) -> usize {
    let rest = &source[at..];
    at + rest.find(['\n', '\0']).unwrap_or(rest.len())
}

/// So many bytes of a line are looked at, so that reading a text with many bad tokens takes time linear in its
/// length.
const REACH: usize = 400;

/// The end of the line, or of what is looked at of it.
fn reach(source: &str, at: usize) -> usize {
    let rest = slips::within(&source[at..], REACH);
    rest.find(['\r', '\n', '\0']).map_or(at + rest.len(), |end| at + end)
}

/// The next token behind `at`.
fn token_behind(source: &str, at: usize) -> Option<Span> {
    let rest = &source[at..];
    let start = at + rest.find(|letter| !super::parse::WHITE.contains(&letter))?;
    let rest = &source[start..];
    let end = rest.find(|it| super::parse::WHITE.contains(&it) || it == '\0');
    let end = start + end.unwrap_or(rest.len());
    (end > start).then_some(Span::new(start, end))
}

/// The first run of relation signs in a token.
fn relation_in(token: &str) -> Option<Span> {
    let is_sign = |letter: char| matches!(letter, '<' | '>' | '=' | '!');
    let start = token.find(is_sign)?;
    let end = token[start..].find(|letter| !is_sign(letter)).map_or(token.len(), |end| start + end);
    Some(Span::new(start, end))
}
