//! The strict reader: from a text to what it means.
//!
//! ```text
//! text --parse--> items --tree--> tree --lower--> model
//! ```
//!
//! It accepts what the grammar says and nothing else, and stops at the first thing that is not in it.  What is wrong
//! with the meaning of a text whose form is right, such as names that are not declared, is found in one pass.  All
//! that a text means comes from here: nothing in this folder guesses, and nothing in it imports from outside
//! of it but formulas, limits and the model.

mod alphabet;
pub(super) mod ast;
pub(super) mod claims;
mod lower;
pub(super) mod parse;
pub(super) mod scope;
pub(super) mod tree;

pub use lower::Call;

use crate::diagnostic::{Code, Diagnostic, Severity, Span};
use crate::limit::CancellationToken;
use crate::model::{Alphabet, Description, Rule};
use ast::Text;
use claims::Claim;
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

/// What a text says.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The model.
    pub description: Description,
    /// The rule that the text names.
    pub rule: Option<Rule>,
    /// What the text claims about period and preperiod, in the order of the text.
    pub claims: Vec<Claim>,
    /// Warnings in the order of the text.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a description.
///
/// Takes any text, of any size and depth, in time linear in its length and in what its pieces expand to, and never
/// panics.
///
/// ```
/// use grundy_language::lang::{Options, read};
/// let reading = read("n >= 1 { n } REPEAT _n An ENDREP", &Options::default()).unwrap();
/// assert_eq!(reading.description.moves.len(), 1);
/// assert!(read("n >= 1 { n } REPAET _n An ENDREP", &Options::default()).is_err());
/// ```
///
/// # Errors
/// The first place that is not in the language; if all are, what is wrong with their meaning.
pub fn read(source: &str, options: &Options) -> Result<Reading, Vec<Diagnostic>> {
    let (_, reading) = whole(source, options, &mut Scope::default(), None)?;
    Ok(reading)
}

/// The same with the tree and with the names that are met, until a stop is asked for; then what comes back is worth nothing.
pub(super) fn whole(
    source: &str,
    options: &Options,
    scope: &mut Scope,
    stop: Option<&CancellationToken>,
) -> Result<(Text, Reading), Vec<Diagnostic>> {
    let mut findings = Findings::until(stop);
    let text = form(source, options.raw, &mut findings).map_err(|fault| vec![fault.diagnostic])?;
    let description = meaning(&text, source, options, scope, &mut findings);
    let found = findings.finish();
    match description.filter(|_| found.iter().all(|it| it.severity() == Severity::Warning)) {
        Some(description) => {
            let (rule, claims) = (text.rule.map(|(rule, _)| rule), text.claims.clone());
            Ok((text, Reading { description, rule, claims, warnings: found }))
        }
        None => Err(found),
    }
}

/// The tree of a text.
pub(super) fn form(source: &str, raw: bool, findings: &mut Findings) -> Result<Text, Fault> {
    rest(source, parse::Items::new(source, raw), tree::Builder::default(), findings)
}

/// The same where the beginning was read before.
pub(super) fn rest(
    source: &str,
    mut items: parse::Items,
    mut builder: tree::Builder,
    findings: &mut Findings,
) -> Result<Text, Fault> {
    while let Some(item) = items.next(source, findings)?.filter(|_| !findings.stopped()) {
        builder.add(source, item)?;
    }
    builder.finish(source, findings)?;
    Ok(builder.text)
}

/// What a tree means; that has a value only if nothing is found.
pub(super) fn meaning(
    text: &Text,
    source: &str,
    options: &Options,
    scope: &mut Scope,
    findings: &mut Findings,
) -> Option<Description> {
    let description = lower::lower(text, source, options, scope, findings)?;
    // A name that is unknown was reported.
    let names = [Code::UndeclaredVariable, Code::HiddenVariable, Code::UnboundedParameter];
    if !findings.errors.iter().any(|it| names.contains(&it.code)) {
        claims::check(&text.claims, &description, findings);
    }
    Some(description)
}

/// Where a word of a description comes from: the instances around it, outermost first, and its place
/// in the innermost piece; no instances for a word that stands in the text itself.
///
/// The word is the one with number `word` in the block with number `block` of the model, both from 0;
/// `None` if there is none.
///
/// ```
/// let text = "n >= 1 { n } DEF both(i) _i Ai END REPEAT both(n) ENDREP";
/// let (calls, place) = grundy_language::lang::inside(text, &Default::default(), 1, 1).unwrap();
/// assert_eq!((calls[0].name.as_str(), &text[place.range()]), ("both", "Ai"));
/// ```
pub fn inside(
    source: &str,
    options: &Options,
    block: usize,
    word: usize,
) -> Option<(Vec<Call>, Span)> {
    let text = form(source, options.raw, &mut Findings::default()).ok()?;
    lower::inside(&text, source, options, (block, word))
}

/// What a text may not exceed; each limit has a diagnostic that names it.
pub(super) mod limits {
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
}

/// A place where a text is not in the language.
#[derive(Debug)]
pub(super) struct Fault {
    pub kind: FaultKind,
    /// The item, or the token, at which reading stops.
    pub span: Span,
    pub diagnostic: Diagnostic,
}

/// Why a place is not in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// No item begins with this token.
    Token,
    /// A claim that cannot be read.
    Claim,
    /// A rule that does not exist.
    Rule,
    /// A part that cannot stand here.
    Order,
    /// An order condition that cannot.
    Condition,
    /// An end of a form of which no innermost part is open, or an arm of one.
    End(tree::Form),
    /// One level too many.
    Deep,
    /// The text ends before a part that is open.
    Open,
}

impl Fault {
    fn new(kind: FaultKind, span: Span, diagnostic: Diagnostic) -> Self {
        Self { kind, span, diagnostic }
    }

    fn at(span: Span, text: &str) -> Self {
        const LONGEST: usize = 40;
        let shown: String = text.chars().filter(|it| !it.is_control()).take(LONGEST).collect();
        let error = Diagnostic::new(Code::UnknownToken, format!("unknown token `{shown}`"));
        Self::new(FaultKind::Token, span, error.label(span, "not understood"))
    }

    fn rule(span: Span, text: &str) -> Self {
        let unknown = Diagnostic::new(Code::UnknownRule, format!("unknown rule `{text}`"));
        Self::new(FaultKind::Rule, span, unknown.label(span, "not a rule"))
    }
}

/// The diagnostics of a run, as they come; of each kind only the first ones are kept.
#[derive(Default)]
pub(super) struct Findings {
    pub errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    pub errors_left_out: usize,
    warnings_left_out: usize,
    slips: Vec<Repeated>,
    /// Lets the caller end the reading; what was read then is worth nothing.
    pub stop: Option<CancellationToken>,
}

/// A slip that was made before.
struct Repeated {
    /// The number of its diagnostic among the errors.
    index: usize,
    /// At how many more places it was made.
    more: usize,
}

impl Findings {
    pub(super) fn until(stop: Option<&CancellationToken>) -> Self {
        Self { stop: stop.cloned(), ..Self::default() }
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
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

    /// Adds what was found in another reading of the same nodes, unless it is known.
    pub(super) fn add_new(&mut self, found: Self) {
        let known: Vec<_> = self.errors.iter().chain(&self.warnings).cloned().collect();
        let is_new = |it: &Diagnostic| {
            let same = |known: &Diagnostic| known.code == it.code && known.labels == it.labels;
            !known.iter().any(same)
        };
        let new = found.errors.into_iter().chain(found.warnings).filter(is_new);
        new.for_each(|it| self.push(it));
    }

    /// Was a stop asked for?
    pub(super) fn stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(CancellationToken::requested)
    }

    /// How many errors there are.
    fn error_count(&self) -> usize {
        self.errors.len() + self.errors_left_out
    }

    /// Adds something of which one message is enough, however often it occurs: another one with the
    /// same text only adds its edits, as long as they are not too many.
    pub(super) fn push_once(&mut self, diagnostic: Diagnostic) {
        let same = |it: &&mut Repeated| self.errors[it.index].message == diagnostic.message;
        if let Some(known) = self.slips.iter_mut().find(same) {
            known.more += 1;
            let edits = &mut self.errors[known.index].edits;
            if edits.len() < limits::DIAGNOSTICS {
                edits.extend(diagnostic.edits);
                edits.sort_by_key(|edit| edit.span.start);
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
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
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
