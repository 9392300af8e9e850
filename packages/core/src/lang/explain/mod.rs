//! What is wrong with a text that the strict reader does not accept: messages, places and changes.
//!
//! It is asked only for such texts, and nothing of it becomes a part of what a text means.  It mends a copy of the text
//! ([`Mended`]) until the strict reader accepts that one: the reader goes as far as it can; what stands where it stops is
//! recognised, and one finding is made of it.  Where there is one reading, a *slip*, the copy gets the change that the
//! finding proposes, if the reader accepts that, and reading goes on there.  Otherwise nothing is guessed: the finding names
//! the first fault, and in the copy spaces come in place of the rest of the line but its keywords.  What is [`Lost`] with
//! the place, be it names, moves or nesting, is not asked for any more.
//!
//! How else people write is in `grammar/foreign.pest` and `foreign`; `bounds`, `moves` and
//! `words` know the parts that have many spellings, and `lenient` expressions.  `fault` finds the first fault of
//! what is none of these, `ends` is about ends that are missing, and `pages` about what is copied with a text.

mod bounds;
mod claimed;
mod ends;
mod fault;
mod foreign;
mod keyword;
mod lenient;
mod moves;
mod pages;
mod repair;
mod words;

pub use repair::{BYTES_OF_A_GUESS, GUESSES};
pub(super) use repair::{Explained, explain, explain_moves};

use super::Mended;
use super::read::ast::Item;
use super::read::parse::{self, Items};
use super::read::{Findings, ast, claims};
use crate::diagnostic::{Code, Diagnostic, Edit, Span, Unknown};
use crate::model::Alphabet;
use claimed::claim;
use fault::shown;

/// What is wrong at a bad token.
struct Found {
    diagnostic: Diagnostic,
    /// What the copy gets from the token to the end; if nothing is named, what the diagnostic proposes where it has
    /// one reading, and spaces otherwise.
    instead: Option<String>,
    /// The end of what was dealt with.
    end: usize,
    /// What cannot be known without the place; `None` if it has one reading.
    lost: Option<Lost>,
}

impl Found {
    fn new(diagnostic: Diagnostic, end: usize, lost: Lost) -> Self {
        Self { diagnostic, instead: None, end, lost: Some(lost) }
    }

    /// What has one reading.
    fn read(diagnostic: Diagnostic, end: usize) -> Self {
        Self { diagnostic, instead: None, end, lost: None }
    }

    /// The same, with something else in the copy.
    fn instead(self, text: impl Into<String>) -> Self {
        Self { instead: Some(text.into()), ..self }
    }
}

/// What is not known any more, because of errors that were reported.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Lost {
    /// Which names there are.
    names: bool,
    /// What the moves are.
    moves: bool,
    /// Which loops and branches are open, or where they ended.
    nesting: bool,
}

impl Lost {
    const NOTHING: Self = Self { names: false, moves: false, nesting: false };
    const NAMES: Self = Self { names: true, ..Self::NOTHING };
    const NESTING: Self = Self { nesting: true, ..Self::NAMES };
    const ALL: Self = Self { moves: true, ..Self::NESTING };

    /// Can an error with this code be a consequence?
    fn explains(self, code: Code) -> bool {
        match code.needs() {
            Some(Unknown::Names) => self.names,
            Some(Unknown::Moves) => self.moves,
            Some(Unknown::Nesting) => self.nesting,
            None => false,
        }
    }
}

/// Where a bad token stands.
struct Context {
    /// The keyword that ends the innermost open construct, for which a bare END is taken.
    closer: Option<&'static str>,
    /// Is the text read as a plain list of words?
    raw: bool,
    /// The number of moves, if they were read.
    moves: Option<usize>,
    /// Where they begin, if nothing came after them.
    list: Option<usize>,
    /// Are the values outcomes so far?
    outcomes: bool,
    /// Did the endless loop end?
    ended: bool,
    /// Were values written as digits before?
    digits: bool,
}

impl Context {
    /// Does it stand before the moves?
    fn is_head(&self) -> bool {
        self.moves.is_none() && !self.raw
    }
}

/// In front of the moves.
const ANYWHERE: Context = Context {
    closer: None,
    raw: false,
    moves: None,
    list: None,
    outcomes: false,
    ended: false,
    digits: false,
};

/// The most tokens of an expression with spaces.
const MOST_TOKENS: usize = 12;

/// So many bytes of a list or of a comment are looked at.
const REACH_OF_LISTS: usize = 4_000;

/// So many bytes of a line are looked at, so that reading a text with many bad tokens takes time linear in its
/// length.
const REACH: usize = 400;

/// The items that a text consists of; `None` if it is not right.
fn items(text: &str) -> Option<Vec<Item>> {
    let (mut items, mut findings) = (Items::new(text, false), Findings::default());
    let mut found = Vec::new();
    while let Some(item) = items.next(text, &mut findings).ok()? {
        found.push(item);
    }
    let is_whole = found.last().is_some_and(|last| last.span.end == text.trim_end().len());
    (is_whole && findings.errors.is_empty()).then_some(found)
}

/// What is wrong at the bad token `span`.
fn recover(source: &str, span: Span, context: &Context) -> Found {
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

/// The same without asking what was meant there.
fn plain(source: &str, span: Span, context: &Context, most: usize) -> Found {
    let token = &source[span.range()];
    let limit = format!("limit: places of this text at which it is asked what was meant, {most}");
    if keyword::is(token) {
        let error = Diagnostic::new(Code::UnknownToken, format!("unexpected {token}"))
            .label(span, "not understood")
            .note(limit);
        return Found::new(error, span.end, Lost::NESTING);
    }
    let error = match context.is_head() {
        true => fault::in_front(token, span.start),
        false => fault::in_word(token, span.start),
    };
    Found::new(error.note(limit), span.end, lost_with(token, context))
}

fn at(source: &str, span: Span, context: &Context) -> Found {
    let token = &source[span.range()];
    let lost = lost_with(token, context);
    if let Some((at, control)) = token.char_indices().find(|(_, letter)| letter.is_control()) {
        let place = Span::new(at, at + control.len_utf8()).shifted(span.start);
        let error = Diagnostic::new(Code::ControlCharacter, fault::control(control));
        let error = error.label(place, "neither a blank nor a part of a word");
        return Found::new(error, span.end, lost);
    }
    slip(source, span, context)
        .or_else(|| hint(source, span, context))
        .or_else(|| keyword(source, span, context))
        .or_else(|| {
            let at = span.start + token.find('#')?;
            let error =
                Diagnostic::new(Code::CommentWithoutSpace, "a comment needs a blank before it")
                    .label(
                        Span::new(at, span.end),
                        "`#` begins a comment only at the start of a token",
                    )
                    .help("put a blank before the `#`")
                    .edit(Span::new(at, at), " ");
            Some(Found::new(error, line_end(source, at), lost))
        })
        .or_else(|| moves::fault(source, span, context))
        .or_else(|| bounds::fault_at(source, span, context))
        .unwrap_or_else(|| {
            let line = Line::new(source, span.start).text();
            let whole =
                words::bracketed(line, token.len()).filter(|end| line[..*end].ends_with(')'));
            let span = Span::new(span.start, span.start + whole.unwrap_or(token.len()));
            let text = &source[span.range()];
            let error = match context.is_head() {
                true => fault::in_front(text, span.start),
                false => words::mended(fault::in_word(text, span.start), source, span, context),
            };
            Found::new(error, span.end, lost)
        })
}

/// The slip that begins at the bad token `span`, if there is one.
fn slip(source: &str, span: Span, context: &Context) -> Option<Found> {
    let line = Line::new(source, span.start);
    if span.end > line.end {
        return None;
    }
    let token = &source[span.range()];
    let is_head = context.is_head();
    pages::comment(&line, span)
        .or_else(|| pages::fence(&line))
        .or_else(|| foreign::slip(&line, context))
        .or_else(|| pages::line(&line, context))
        .or_else(|| moves::move_list(&line, is_head))
        .or_else(|| match is_head {
            true => bounds::slip(&line).or_else(|| moves::open_list(&line, token.len())),
            false => {
                words::word(&line, span, context).or_else(|| words::digits(&line, span, context))
            }
        })
        .filter(|slip| {
            let meant = slip.instead.as_deref().unwrap_or_default();
            context.moves.is_none_or(|moves| token.len() == 1 || words::are_possible(meant, moves))
        })
        .or_else(|| pages::prose(&line))
}

/// What stands in place of something that cannot be known, or is no token of the language.
fn hint(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let plain = lenient::plain(token);
    if let Some(message) = lenient::unexpected(token).filter(|_| keyword::is(&plain)) {
        let error = Diagnostic::new(Code::NotAscii, message)
            .label(span, "looks like a keyword")
            .help(format!("write `{plain}`"))
            .edit(span, plain);
        return Some(Found::new(error, span.end, Lost::NESTING));
    }
    if token.contains("...") || token.contains('…') {
        let error = Diagnostic::new(Code::Ellipsis, format!("`{}` says nothing exact", shown(token)))
            .label(span, "how does it go on?")
            .help("write what goes on for ever between REPEAT and ENDREP; write what is repeated n times as `A(n)`, or in a loop");
        return Some(Found::new(error, span.end, Lost::NESTING));
    }
    match token {
        "LET" => fault::in_let(source, span),
        "DEF" if !context.raw => fault::renamed(source, span),
        _ => None,
    }
    .or_else(|| foreign::alone(&Line::new(source, span.start), span))
    .or_else(|| foreign::hint(&Line::new(source, span.start), context))
}

/// What is lost with a token that is nothing known: little, if it can only have been a word.
fn lost_with(token: &str, context: &Context) -> Lost {
    let like_a_word = match token.chars().next() {
        Some('A'..='Z') => token[1..].contains(|it: char| !it.is_ascii_uppercase()),
        Some(first) => "_+-<(".contains(first),
        None => false,
    };
    if like_a_word && context.moves.is_some() { Lost::NOTHING } else { Lost::ALL }
}

/// A keyword with something wrong after it, or something like a keyword.
fn keyword(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    if keyword::is(token) {
        return Some(fault::at_keyword(source, span, context));
    }
    let upper = token.to_ascii_uppercase();
    // Those inside a head begin nothing.
    let meant = keyword::meant(token)
        .filter(|(meant, _)| upper == *meant || !["THEN", "UPTO", "FROM"].contains(meant));
    let Some((meant, is_certain)) = meant else {
        // Capital letters are values only if the game can have them.
        let is_upper = token.len() > 1 && token.bytes().all(|it| it.is_ascii_uppercase());
        let moves = context.moves.unwrap_or_default();
        let is_value =
            |letter| Alphabet::Nim.value(letter).is_some_and(|it| usize::from(it.0) <= moves);
        let why = match context.is_head() {
            true => "not a keyword",
            false => "not a keyword, and not the values of a game with these moves",
        };
        let error =
            Diagnostic::new(Code::MisspeltKeyword, format!("unknown keyword `{}`", shown(token)))
                .label(span, why);
        // `BN` may be a word with a capital length.
        let is_word = token.len() == 2 && token.starts_with(is_value);
        return (is_upper && !is_word && !token.chars().all(is_value))
            .then(|| Found::new(error, span.end, Lost::NESTING));
    };
    let meant = context.closer.filter(|_| meant == "END").unwrap_or(meant);
    let error = |message: String| {
        let error = Diagnostic::new(Code::MisspeltKeyword, message).place(span);
        error.help(format!("write `{meant}`"))
    };
    if upper == meant {
        let error = error(foreign::CASE.to_owned());
        return match items(meant) {
            Some(_) => Some(Found::read(error.edit(span, meant), span.end)),
            None if context.is_head() => None,
            // A word such as `for` may be prose: the keyword alone mends nothing.
            None => Some(Found::new(error, span.end, Lost::ALL)),
        };
    }
    let error = match is_certain {
        true => error("a keyword of another language".to_owned()),
        false => error(format!("unknown keyword `{}`", shown(token)))
            .help(format!("did you mean `{meant}`?")),
    };
    if is_certain && items(meant).is_some() {
        return Some(Found::read(error.edit(span, meant), span.end));
    }
    // `DO` may begin a loop elsewhere.
    let error = if meant == "REP" { error } else { error.edit(span, meant) };
    Some(Found::new(error, fault::end_of_head(source, span), Lost::NESTING))
}

/// What stands from a token to the end of its line.
#[derive(Clone, Copy)]
struct Line<'a> {
    source: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Line<'a> {
    fn new(source: &'a str, start: usize) -> Self {
        Self { source, start, end: reach(source, start) }
    }

    fn text(&self) -> &'a str {
        &self.source[self.start..self.end]
    }

    /// The word before it on the line.
    fn before(&self) -> &'a str {
        let before = before(self.source, self.start).trim_end_matches([' ', '\t']);
        before.rsplit(parse::WHITE).next().unwrap_or_default()
    }

    /// The token that follows a place.
    fn after(&self, at: usize) -> &'a str {
        token_behind(self.source, at).map_or("", |it| &self.source[it.range()])
    }

    /// Is what stands at a place of the line something by itself, or nothing?
    fn is_apart(&self, at: usize) -> bool {
        let rest = self.source.get(at..self.end).unwrap_or_default();
        let first = rest.split_whitespace().next();
        first.is_none_or(|it| keyword::begins_a_part(it) || items(it).is_some())
    }

    /// The slip `code` from the start up to `length` bytes after it, where `meant` should stand, if a token
    /// ends there or `meant` ends with a space.
    fn slip(&self, code: Code, what: &str, length: usize, meant: &str) -> Option<Found> {
        let span = Span::new(self.start, self.start + length);
        let behind = self.source[span.end..].chars().next();
        let is_whole = behind.is_none_or(|it| it.is_ascii_whitespace() || it == '\0');
        if !is_whole && !meant.ends_with(' ') || meant == &self.source[span.range()] {
            return None;
        }
        items(meant)?;
        let diagnostic = Diagnostic::new(code, what)
            .place(span)
            .help(format!("write `{}`", shown(meant.trim())))
            .edit(span, meant);
        Some(Found::read(diagnostic, span.end).instead(meant))
    }
}

/// The code and the message for signs beyond ASCII that resemble those of the keyboard; else the other ones.
fn foreign_signs(written: &str, code: Code, what: &str) -> (Code, String) {
    match lenient::unexpected(written).filter(|_| lenient::plain(written).is_ascii()) {
        None => (code, what.to_owned()),
        Some(what) => (Code::NotAscii, what),
    }
}

/// What is looked at of the text before a place.
fn before(source: &str, at: usize) -> &str {
    &source[source.ceil_char_boundary(at.saturating_sub(REACH))..at]
}

/// Where the white characters before a place begin.
fn gap_before(source: &str, at: usize) -> usize {
    let before = before(source, at);
    at - (before.len() - before.trim_end().len())
}

/// The beginning of a text, of at most `reach` bytes.
fn within(text: &str, reach: usize) -> &str {
    &text[..text.floor_char_boundary(reach)]
}

/// The end of the line.
fn line_end(source: &str, at: usize) -> usize {
    let rest = &source[at..];
    at + rest.find(['\n', '\0']).unwrap_or(rest.len())
}

/// The end of the line, or of what is looked at of it.
fn reach(source: &str, at: usize) -> usize {
    let rest = within(&source[at..], REACH);
    rest.find(['\r', '\n', '\0']).map_or(at + rest.len(), |end| at + end)
}

/// The next token after `at`.
fn token_behind(source: &str, at: usize) -> Option<Span> {
    let rest = &source[at..];
    let start = at + rest.find(|letter| !parse::WHITE.contains(&letter))?;
    let rest = &source[start..];
    let end = rest.find(|it| parse::WHITE.contains(&it) || it == '\0');
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
