//! What is wrong with a text that the strict reader does not accept: messages, places and changes.
//!
//! It is asked only for such texts, and nothing of it becomes a part of what a text means.  It mends a copy of the text
//! ([`Mended`]) until the strict reader accepts that one: the reader goes as far as it can; what stands where it stops is
//! recognised, and one finding is made of it.  Where there is one reading, a *slip*, the copy gets the change that the
//! finding proposes, if the reader accepts that, and reading goes on there.  Otherwise nothing is guessed: the finding names
//! the first fault, and in the copy spaces come in place of the rest of the line but its keywords.  What is lost with the
//! place, be it names, moves or nesting, is not asked for any more.
//!
//! What is written in another notation is in `grammar/foreign.pest` and `slips`, of which each sees a [`Line`] as it
//! would be typed; `lenient` knows expressions and comparisons, and `words` what a bad word may have been.  `fault` finds
//! the first fault of what is none of these, `ends` is about ends that are missing, and `pages` about texts that are no
//! descriptions.  Which of several changes is meant, the strict reader judges: the one with which it comes farthest, of
//! ends as they are met, and of single tokens at last, where `cause` asks whether all findings have one cause.

mod cause;
mod claimed;
mod ends;
mod fault;
mod keyword;
mod lenient;
mod line;
mod pages;
mod repair;
mod slips;
mod words;

pub use repair::{BYTES_OF_A_GUESS, GUESSES};
pub(super) use repair::{Explained, explain, explain_moves};

use super::Mended;
use super::read::ast::Item;
use super::read::parse::{self, Items};
use super::read::{Findings, ast, claims};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use line::{Line, shown};

/// What is wrong at a bad token.
struct Found {
    diagnostic: Diagnostic,
    /// What the copy gets from the token to the end if the diagnostic proposes no change; spaces if nothing is named.
    instead: Option<String>,
    /// The end of what was dealt with.
    end: usize,
    /// May something else be meant?  Then nothing more is asked on this line.
    is_guess: bool,
}

impl Found {
    fn new(diagnostic: Diagnostic, end: usize) -> Self {
        Self { diagnostic, instead: None, end, is_guess: false }
    }

    /// The same where something else may be meant.
    fn guess(diagnostic: Diagnostic, end: usize) -> Self {
        Self { is_guess: true, ..Self::new(diagnostic, end) }
    }

    /// The same, with something else in the copy.
    fn instead(self, text: impl Into<String>) -> Self {
        Self { instead: Some(text.into()), ..self }
    }
}

/// Where a bad token stands; by default in front of the moves.
#[derive(Default)]
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

/// The most tokens of an expression with spaces.
const MOST_TOKENS: usize = 12;

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
    let token = &source[span.range()];
    let line = Line::new(source, span.start, context.is_head());
    let mut found = control(token, span.start)
        .map(|error| Found::new(error, span.end))
        .or_else(|| slips::slip(&line, context).filter(|_| span.end <= line.end))
        .or_else(|| slips::hint(&line, context))
        .or_else(|| keyword::meant_here(source, span, context))
        .or_else(|| comment(source, span))
        .or_else(|| fault::in_list(source, span).filter(|_| context.moves.is_none()))
        .or_else(|| fault::in_order(source, span, context))
        .unwrap_or_else(|| {
            let text = &source[span.start..line.end];
            let whole = words::bracketed(text, token.len()).filter(|it| text[..*it].ends_with(')'));
            let span = Span::new(span.start, span.start + whole.unwrap_or(token.len()));
            let text = &source[span.range()];
            let error = match context.is_head() {
                true => fault::in_front(text, span.start),
                false => words::mended(fault::in_word(text, span.start), source, span, context),
            };
            Found::new(error, span.end)
        });
    let error = &mut found.diagnostic;
    let is_text = token.starts_with(|it: char| it.is_ascii_alphanumeric());
    if context.ended && is_text && error.edits.is_empty() && error.help.is_none() {
        error.notes = vec!["only comments and claims follow the endless loop".to_owned()];
        error.help = Some("begin a comment with `#`".to_owned());
        error.edits = vec![Edit { span: Span::new(span.start, span.start), text: "# ".to_owned() }];
    }
    found
}

/// The error at a place, with what to write there.
fn write(error: Diagnostic, span: Span, meant: impl Into<String>) -> Diagnostic {
    let meant = meant.into();
    error.place(span).help(format!("write `{}`", shown(meant.trim()))).edit(span, meant)
}

/// A control character in a token.
fn control(token: &str, start: usize) -> Option<Diagnostic> {
    let (at, letter) = token.char_indices().find(|(_, letter)| letter.is_control())?;
    let what = format!("a control character, U+{:04X}", u32::from(letter));
    let place = Span::new(at, at + letter.len_utf8()).shifted(start);
    let error = Diagnostic::new(Code::ControlCharacter, what);
    Some(error.label(place, "neither a space nor a part of a word"))
}

/// A comment that is joined to what stands before it.
fn comment(source: &str, span: Span) -> Option<Found> {
    let at = span.start + source[span.range()].find('#')?;
    let error = Diagnostic::new(Code::CommentWithoutSpace, "a comment needs a space before it")
        .place(Span::new(at, span.end))
        .help("put a space before the `#`");
    Some(Found::guess(error.edit(Span::new(at, at), " "), span.end))
}
