//! The description language: from a text to the model of it, and back to a tidy text.
//!
//! ```text
//! text --parse--> items --tree--> tree --lower--> model::Description
//!                   |       \--outline--> parts and names, for editors
//!                   \--format--> text in the common layout
//! ```
//!
//! Every step adds what it finds wrong to one list and goes on; one mistake is one finding.  At a token that the
//! grammar does not know `recovery` says what is wrong, with the change that mends it
//! ([`Diagnostic::edits`]) where there is one reading, and only then reads on as if it had been made.  A guess is
//! offered and never read: the rest of its line counts for nothing but its keywords, and what depends on it
//! (`Lost`) is not reported.  `unclosed` finds ends that are missing, or of the other kind.
//!
//! The language is that of Flammenkamp 1996 with these differences: order conditions
//! may be equations (`m == 2n`), LET variables may be used, branches may hold anything, there are claims
//! and pieces, and what the old program read in surprising ways (`ni`, `A2n`, `--n`) is an error.
//!
//! ```
//! use grundy_core::lang::{Options, parse};
//! let lowered = parse("n >= 1 { n } REPEAT _n An ENDREP", &Options::default());
//! assert_eq!(lowered.description.unwrap().moves.len(), 1);
//!
//! let lowered = parse("n >= 1 { n } REPEAT _n Am ENDREP", &Options::default());
//! assert_eq!(lowered.diagnostics[0].message, "there is no variable `m` here");
//! ```

mod alphabet;
mod ast;
mod claims;
mod format;
mod keyword;
mod lower;
mod moves;
mod outline;
mod parse;
mod recovery;
mod scope;
mod token;
mod tree;
mod typed;
mod unclosed;

pub use claims::{Claim, Quantity};
pub use format::{format, format_until, start, word, words};
pub use lower::Call;
pub use moves::{MoveList, SizeError, family, moves};
pub use outline::{Outline, Part, PartKind, outline};
pub use scope::{Mention, NameKind};
pub use token::{Token, TokenKind, tokens};

use crate::diagnostic::{Code, Diagnostic, Severity, Span, Stage, Unknown, line_end};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Description, Rule};
use hmac_sha256::Hash;
use scope::Scope;

/// How a text is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// The alphabet of the words.  `None` infers it from the letters: a text that has words
    /// with `+` and `-` only is about outcomes, every other one about Grundy values.
    pub alphabet: Option<Alphabet>,
    /// The rule of a text that does not name one.  `None` is the usual one of the alphabet.
    pub rule: Option<Rule>,
    /// Read the body as a plain list of words, in which the keywords of loops and branches are
    /// bad tokens.
    ///
    /// The model has the words as the only block of its preperiod, and an empty period: a
    /// finite piece of a sequence, with nothing claimed about what follows.
    pub raw: bool,
}

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The model; present exactly when no diagnostic is an error.
    pub description: Option<Description>,
    /// The rule that the text names.
    pub rule: Option<Rule>,
    /// What the text claims about period and preperiod, in the order of the text.
    pub claims: Vec<Claim>,
    /// Errors in the order of the text; warnings only when there is no error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a description.
///
/// Takes any text, of any size and depth, in time linear in its length and in what its pieces expand to, and never
/// panics.
pub fn parse(source: &str, options: &Options) -> Lowered {
    let (_, lowered) = read(source, options, &mut Scope::default(), None);
    lowered
}

/// The same, until the caller asks for a stop.
///
/// # Errors
/// [`Limit::STOPPED`] when a stop was asked for before all was read.
pub fn parse_until(
    source: &str,
    options: &Options,
    stop: &CancellationToken,
) -> Result<Lowered, Limit> {
    let (_, lowered) = read(source, options, &mut Scope::default(), Some(stop));
    stop.check().map(|()| lowered)
}

fn read(
    source: &str,
    options: &Options,
    scope: &mut Scope,
    stop: Option<&CancellationToken>,
) -> (ast::Text, Lowered) {
    let mut diagnostics = Diagnostics { stop: stop.cloned(), ..Default::default() };
    let text = tree::build(source, options.raw, &mut diagnostics);
    diagnostics.damage_lines(source);
    let description = lower::lower(&text, source, options, scope, &mut diagnostics);
    // A name that is unknown was reported.
    let names = [Code::UndeclaredVariable, Code::HiddenVariable, Code::UnboundedParameter];
    if let Some(description) = &description
        && !diagnostics.errors.iter().any(|it| names.contains(&it.code))
    {
        claims::check(&text.claims, description, &mut diagnostics);
    }
    let mut diagnostics = diagnostics.finish();
    let end = line_end(source);
    for edit in diagnostics.iter_mut().flat_map(|it| &mut it.edits).filter(|_| end != "\n") {
        edit.text = edit.text.replace('\n', end);
    }
    if stop.is_none_or(|it| !it.requested())
        && diagnostics.iter().any(|it| it.code.stage() == Stage::Syntax)
        && let Some(other) = recovery::carriage_returns(source)
            .or_else(|| recovery::marked(source, options.raw, stop))
            .or_else(|| recovery::not_a_description(source))
    {
        diagnostics = vec![other];
    }
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error);
    let description = if failed { None } else { description };
    let claims = text.claims.clone();
    let rule = text.rule.and_then(|(rule, _)| rule);
    (text, Lowered { description, rule, claims, diagnostics })
}

/// What a text may not exceed; each limit has a diagnostic that names it.
pub mod limits {
    /// Loops and branches inside one another.
    pub const NESTING: usize = 64;
    /// Digits of a number.
    pub const DIGITS: usize = crate::number::DIGITS;
    /// Values of a cycle, spelled out.
    pub const CYCLE_VALUES: usize = 65_536;
    /// Values of all cycles of a text, spelled out.
    pub const TEXT_VALUES: usize = 1 << 24;
    /// Words, loops, arms and instances that pieces put into a text.
    pub const PUT_IN: usize = 1 << 24;
    /// Diagnostics of one run.
    pub const DIAGNOSTICS: usize = crate::diagnostic::MOST_DIAGNOSTICS;
    /// Places of a short text at which it is asked what was meant.
    pub const GUESSES: usize = 100;
    /// Bytes of a text for each place more.
    pub const BYTES_OF_A_GUESS: usize = 64;

    /// Places of this text at which it is asked what was meant.
    pub(super) fn guesses(source: &str) -> usize {
        GUESSES + source.len() / BYTES_OF_A_GUESS
    }
}

/// The diagnostics of a run, as they come; of each kind only the first ones are kept.
#[derive(Default)]
struct Diagnostics {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    errors_left_out: usize,
    warnings_left_out: usize,
    slips: Vec<Repeated>,
    /// How many errors were not reported, because they may follow from others.
    unsaid: usize,
    lost: Lost,
    /// Damaged pieces of the text, each to the end of its line, in the order of the text.
    damaged: Vec<Span>,
    /// At how many places it was asked what was meant there.
    guesses: usize,
    /// Lets the caller end the reading; what was read then is worth nothing.
    stop: Option<CancellationToken>,
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
        code.needs().is_some_and(|unknown| match unknown {
            Unknown::Names => self.names,
            Unknown::Moves => self.moves,
            Unknown::Nesting => self.nesting,
        })
    }
}

/// A slip that was made before.
struct Repeated {
    /// The number of its diagnostic among the errors.
    index: usize,
    /// At how many more places it was made.
    more: usize,
}

impl Diagnostics {
    /// Adds something, unless it follows from what was said before.
    fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.severity() == Severity::Error && self.follows(&diagnostic) {
            self.unsaid += 1;
            return;
        }
        let (list, left_out) = match diagnostic.severity() {
            Severity::Error => (&mut self.errors, &mut self.errors_left_out),
            Severity::Warning => (&mut self.warnings, &mut self.warnings_left_out),
        };
        if list.len() < limits::DIAGNOSTICS {
            list.push(diagnostic);
        } else {
            *left_out += 1;
        }
    }

    /// Was a stop asked for?
    fn stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(CancellationToken::requested)
    }

    /// Is there time to ask what was meant at one more place of this text?  An answer takes the time of many bytes
    /// that are right.
    fn may_guess(&mut self, source: &str) -> bool {
        self.guesses += 1;
        self.guesses <= limits::guesses(source)
    }

    fn follows(&self, diagnostic: &Diagnostic) -> bool {
        let places = || diagnostic.labels.iter().map(|label| label.span.start);
        // What stands before the first damage has its names.
        let is_behind =
            self.damaged.first().is_none_or(|first| places().any(|at| at > first.start));
        let names = Lost::NAMES.explains(diagnostic.code);
        self.lost.explains(diagnostic.code) && (is_behind || !names)
            || places().any(|at| self.is_damaged(at))
    }

    /// Does a place stand in a piece that counts for nothing?
    fn is_damaged(&self, place: usize) -> bool {
        let behind = self.damaged.partition_point(|it| it.start <= place);
        self.damaged[..behind].last().is_some_and(|it| place <= it.end)
    }

    /// Is what stands behind the last damaged piece, with white characters between, more of the same?
    fn goes_on(&self, source: &str, place: usize) -> bool {
        self.lost == Lost::ALL
            && self
                .damaged
                .last()
                .and_then(|it| source.get(it.end..place))
                .is_some_and(|gap| gap.trim().is_empty())
    }

    /// Adds an error behind which a piece of the text counts for nothing, and `lost` is not known.
    fn push_damage(&mut self, diagnostic: Diagnostic, damaged: Span, lost: Lost) {
        self.push(diagnostic);
        self.damage(damaged, lost);
    }

    fn damage(&mut self, damaged: Span, lost: Lost) {
        self.lose(lost);
        match self.damaged.last_mut() {
            Some(last) if damaged.start <= last.end => last.end = last.end.max(damaged.end),
            _ => self.damaged.push(damaged),
        }
    }

    /// What begins the line of a damaged piece may be a part of it, as `G(x)` in `G(x) = x mod 3`: what it means is
    /// not asked.
    fn damage_lines(&mut self, source: &str) {
        for piece in &mut self.damaged {
            piece.start = source[..piece.start].rfind('\n').map_or(0, |end| end + 1);
        }
    }

    fn lose(&mut self, lost: Lost) {
        self.lost.names |= lost.names;
        self.lost.moves |= lost.moves;
        self.lost.nesting |= lost.nesting;
    }

    fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// How many errors there are, with those that were not reported.
    fn error_count(&self) -> usize {
        self.errors.len() + self.errors_left_out + self.unsaid
    }

    /// Adds something of which one message is enough, however often it occurs: another one with the
    /// same text only adds its edits, as long as they are not too many.
    fn push_once(&mut self, diagnostic: Diagnostic) {
        if self.follows(&diagnostic) {
            return;
        }
        let same = |it: &&mut Repeated| self.errors[it.index].message == diagnostic.message;
        if let Some(known) = self.slips.iter_mut().find(same) {
            known.more += 1;
            let edits = &mut self.errors[known.index].edits;
            if edits.len() < limits::DIAGNOSTICS {
                edits.extend(diagnostic.edits);
            }
        } else if self.errors.len() < limits::DIAGNOSTICS {
            self.slips.push(Repeated { index: self.errors.len(), more: 0 });
            self.errors.push(diagnostic);
        } else {
            self.errors_left_out += 1;
        }
    }

    /// The diagnostics in the order of the text.
    ///
    /// Warnings say that something is never used; with errors in the text that proves nothing.
    fn finish(mut self) -> Vec<Diagnostic> {
        for &Repeated { index, more } in self.slips.iter().filter(|it| it.more > 0) {
            let places = if more == 1 { "place" } else { "places" };
            self.errors[index].notes.push(format!("the same at {more} more {places}"));
        }
        let (mut list, left_out, last) = if !self.errors.is_empty() {
            let last = Diagnostic::new(
                Code::TooManyFindings,
                format!("{} more findings", self.errors_left_out),
            );
            (self.errors, self.errors_left_out, last)
        } else {
            let message = format!("{} more warnings", self.warnings_left_out);
            (self.warnings, self.warnings_left_out, Diagnostic::new(Code::TooManyWarnings, message))
        };
        list.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span.start));
        if left_out > 0 {
            let message = format!("{} are not shown", last.message);
            let limit = format!("limit: diagnostics of one run, {}", limits::DIAGNOSTICS);
            list.push(Diagnostic { message, ..last }.note(limit));
        }
        list
    }
}

/// Where a word of a description comes from: the instances around it, outermost first, and its place
/// in the innermost piece; no instances for a word that stands in the text itself.
///
/// The word is the one with number `word` in the block with number `block` of the model, both from 0;
/// `None` if there is none.
///
/// ```
/// let text = "n >= 1 { n } DEF both(i) _i Ai END REPEAT both(n) ENDREP";
/// let (calls, place) = grundy_core::lang::inside(text, &Default::default(), 1, 1).unwrap();
/// assert_eq!((calls[0].name.as_str(), &text[place.range()]), ("both", "Ai"));
/// ```
pub fn inside(
    source: &str,
    options: &Options,
    block: usize,
    word: usize,
) -> Option<(Vec<Call>, Span)> {
    let text = tree::build(source, options.raw, &mut Diagnostics::default());
    lower::inside(&text, source, options, (block, word))
}

/// The SHA-256 of a text, in 64 hexadecimal digits, as `sha256sum` gives it.
///
/// ```
/// assert!(grundy_core::lang::digest("abc").starts_with("ba7816bf8f01cfea"));
/// ```
pub fn digest(source: &str) -> String {
    Hash::hash(source.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::limits::{
        BYTES_OF_A_GUESS, CYCLE_VALUES, DIAGNOSTICS, DIGITS, GUESSES, NESTING, PUT_IN, TEXT_VALUES,
    };

    /// The chapter on the language has a table of the limits.
    #[test]
    fn the_book_names_the_limits() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
        let page = std::fs::read_to_string(page).expect("the chapter");
        for (what, limit) in [
            ("nested loops, branches and instances", NESTING.to_string()),
            ("digits of a number", DIGITS.to_string()),
            ("values of a cycle, spelt out", CYCLE_VALUES.to_string()),
            ("values of all cycles of a text, spelt out", TEXT_VALUES.to_string()),
            ("words, loops, arms and instances that pieces expand to", PUT_IN.to_string()),
            ("errors, and warnings, of one run", format!("{DIAGNOSTICS} each")),
            (
                "places at which it is asked what was meant",
                format!("{GUESSES}, and one for each {BYTES_OF_A_GUESS} bytes"),
            ),
        ] {
            let row = format!("\n| {what} | {limit} |\n");
            assert!(page.contains(&row), "{row}");
        }
    }
}
