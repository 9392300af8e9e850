//! The loop that mends a copy of a text until the strict reader accepts it.

use super::line::{gap_before, line_end, line_start, reach};
use super::{Context, Found, Mended, cause, claimed, fault, pages, recover, slips, words, write};
use crate::diagnostic::{
    Code, Diagnostic, Edit, Label, Severity, Span, Stage, Unknown, edited, line_end as end_of_lines,
};
use crate::lang::read::ast::{HeadNode, Item, ItemKind, Node, Text};
use crate::lang::read::parse::Items;
use crate::lang::read::scope::Scope;
use crate::lang::read::tree::Builder;
use crate::lang::read::{self, Fault, FaultKind, Findings, Options, meaning};
use crate::lang::text_kind::{TextKind, foreign};
use crate::limit::CancellationToken;
use crate::model::{Alphabet, Rule};
use crate::suggest;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Places of a short text at which it is asked what was meant.
pub const GUESSES: usize = 100;
/// Bytes of a text for each place more: an answer takes the time of many bytes that are right.
pub const BYTES_OF_A_GUESS: usize = 64;

/// What there is to say about a text that the strict reader does not accept.
pub(in crate::lang) struct Explained {
    /// Errors in the order of the text, at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// The tree of the mended text.
    pub text: Text,
    /// The mended text.
    pub mended: Mended,
}

/// Explains what is wrong with a text that the strict reader does not accept, because of `first`.
pub(in crate::lang) fn explain(
    source: &str,
    options: &Options,
    scope: &mut Scope,
    stop: Option<&CancellationToken>,
    first: Vec<Diagnostic>,
) -> Explained {
    let other =
        || pages::carriage_returns(source).or_else(|| foreign(source, TextKind::Description));
    if first.iter().any(|it| it.code.stage() == Stage::Syntax)
        && let Some(other) = other()
    {
        let (text, mended) = (Text::default(), Mended::new(source));
        return Explained { diagnostics: vec![other], text, mended };
    }
    let mut repair = Repair::new(source, options.raw, stop);
    repair.mend();
    repair.damage_lines();
    repair.meaning(options, scope);
    let Repair { mended, builder, findings, .. } = repair;
    let found = findings.finish();
    let mut diagnostics = if found.is_empty() { first } else { found };
    cause::drop_what_is_cut_off(source, &mut diagnostics);
    if let Some(one) = cause::one_cause(source, options, stop, &diagnostics) {
        diagnostics = vec![one];
    }
    let end = end_of_lines(source);
    for edit in diagnostics.iter_mut().flat_map(|it| &mut it.edits).filter(|_| end != "\n") {
        edit.text = edit.text.replace('\n', end);
    }
    Explained { diagnostics, text: builder.text, mended }
}

/// The same for a text that should be nothing but a list of moves, of which the meaning is not asked.
pub(in crate::lang) fn explain_moves(source: &str, first: Diagnostic) -> Vec<Diagnostic> {
    let mut repair = Repair::new(source, true, None);
    repair.mend();
    let found = repair.findings.finish();
    if found.is_empty() { vec![first] } else { found }
}

pub(super) struct Repair<'a> {
    source: &'a str,
    pub mended: Mended,
    pub items: Items,
    pub builder: Builder,
    pub findings: Findings,
    raw: bool,
    /// The end of the last item, or of what came in place of one.
    pub read: usize,
    /// How often reading began again.
    restarts: usize,
    /// What is not known any more, because of errors that were reported: an error that needs it may be a consequence.
    pub lost: Vec<Unknown>,
    /// Pieces of the source that are damaged, each to the end of its line, or changed: where they begin and end.
    damaged: BTreeMap<usize, usize>,
    /// Where the first damaged one begins.
    first_damage: Option<usize>,
    /// At how many places it was asked what was meant there, and at how many it may be.
    guesses: usize,
    most_guesses: usize,
    /// Bytes of the texts that were judged.
    judged: Cell<usize>,
}

/// All that can be lost.
const ALL: [Unknown; 3] = [Unknown::Names, Unknown::Moves, Unknown::Nesting];

/// Is there something more to read?
type GoesOn = bool;

impl<'a> Repair<'a> {
    fn new(source: &'a str, raw: bool, stop: Option<&CancellationToken>) -> Self {
        Self {
            source,
            mended: Mended::new(source),
            items: Items::new(source, raw),
            builder: Builder::default(),
            findings: Findings::until(stop),
            raw,
            read: 0,
            restarts: 0,
            lost: Vec::new(),
            damaged: BTreeMap::new(),
            first_damage: None,
            guesses: 0,
            most_guesses: GUESSES + source.len() / BYTES_OF_A_GUESS,
            judged: Cell::new(0),
        }
    }

    /// Mends the copy until it is read to its end.
    fn mend(&mut self) {
        loop {
            if self.findings.stopped() {
                return;
            }
            let mut found = Findings::default();
            let next = self.items.next(&self.mended.text, &mut found);
            found.errors.into_iter().for_each(|error| self.push(error));
            let goes_on = match next {
                Ok(Some(item)) => self.item(item),
                Ok(None) => {
                    match self.builder.finish(&self.mended.text, &mut Findings::default()) {
                        Ok(()) => false,
                        Err(fault) => self.fault(fault),
                    }
                }
                Err(fault) => self.fault(fault),
            };
            if !goes_on {
                return;
            }
        }
    }

    fn item(&mut self, item: Item) -> GoesOn {
        let Item { span, ref kind } = item;
        // Before the moves there are no words, and none that could begin with a sign.
        let is_early = matches!(kind, ItemKind::Word(_) | ItemKind::Instance(_))
            && self.builder.text.moves.is_none()
            && self.damaged.is_empty()
            && self.may_guess();
        let found = match kind {
            _ if is_early => slips::before_moves(&self.mended.text, span),
            ItemKind::Word(_) => self.outcome(span),
            _ => None,
        };
        if let Some(found) = found {
            self.found(found, span);
            return true;
        }
        match self.builder.add(&self.mended.text, item) {
            Ok(()) => {
                self.read = span.end;
                true
            }
            Err(fault) => self.fault(fault),
        }
    }

    fn fault(&mut self, fault: Fault) -> GoesOn {
        let Fault { kind, span, mut diagnostic } = fault;
        if let Some(head) = self.builder.ended.filter(|_| self.builder.text.moves.is_some())
            && matches!(diagnostic.code, Code::WrongOrder | Code::TwoMoveLists)
        {
            let what = "nothing may follow the endless loop";
            diagnostic = Diagnostic::new(Code::AfterEndlessLoop, what)
                .label(span, "another description begins here")
                .label(head, "this loop never ends")
                .help("put each description into a file of its own");
        }
        match kind {
            _ if matches!(
                diagnostic.code,
                Code::AfterEndlessLoop | Code::NoMoves | Code::TooDeep
            ) =>
            {
                let is_over = diagnostic.code == Code::NoMoves;
                self.push(diagnostic);
                if !is_over {
                    self.note(Span::new(self.mended.origin(span).start, self.source.len()), &ALL);
                }
                return false;
            }
            FaultKind::Claim => {
                let found = claimed::claim(&self.mended.text, span, diagnostic);
                self.found(found, span);
            }
            FaultKind::Rule => self.rule(span, diagnostic),
            FaultKind::Order => self.misplaced(span, diagnostic),
            FaultKind::Condition => self.misplaced_condition(span, diagnostic),
            FaultKind::End(form) => self.end(form, span, diagnostic),
            FaultKind::Open => self.end_of_text(),
            FaultKind::Token | FaultKind::Deep => self.token(span),
        }
        true
    }

    /// What is known where reading has come to.
    pub(super) fn context(&self) -> Context {
        let Builder { open, text, first_unit, ended, .. } = &self.builder;
        let is_named = text.rule.is_some_and(|(rule, _)| rule.alphabet() == Alphabet::Outcome);
        Context {
            closer: open.last().map(|open| open.keywords().1),
            raw: self.raw,
            moves: text.moves.as_ref().map(|list| list.moves.len()),
            outcomes: (is_named || text.letters.outcome.is_some()) && text.letters.nim.is_none(),
            ended: ended.is_some(),
            list: text.moves.as_ref().filter(|_| first_unit.is_none()).map(|it| it.span.start),
            digits: self.findings.errors.iter().any(|it| it.code == Code::ValueAsNumber),
        }
    }

    /// An outcome that is a letter, in a word that is right by itself.
    fn outcome(&self, span: Span) -> Option<Found> {
        let word =
            Some(&self.mended.text[span.range()]).filter(|it| it.contains(['P', 'N', 'L', 'W']))?;
        let (what, meant) = words::in_signs(word, &self.context())?;
        let error = Diagnostic::new(Code::ImpossibleValue, what);
        Some(Found::new(write(error, span, meant), span.end))
    }

    /// The judge: how much of the text the strict reader leaves unread after these changes; `None` if it leaves nothing.
    pub(super) fn unread(&self, edits: &[Edit]) -> Option<usize> {
        let text = edited(&self.mended.text, edits).unwrap_or_default();
        self.judged.set(self.judged.get() + text.len());
        let is_behind = self.read > 0 && edits.iter().all(|it| it.span.start >= self.read);
        let (mut items, mut builder) = (Items::new(&text, self.raw), Builder::default());
        if is_behind {
            items.go_to(self.read);
            builder = self.builder.clone();
        }
        let fault = read::rest(&text, items, builder, &mut Findings::default()).err()?;
        Some(text.len() - fault.span.start)
    }

    /// Is there time to ask the judge?
    pub(super) fn may_judge(&self) -> bool {
        self.judged.get() < MOST_JUDGED
    }

    /// Deals with a token that begins no item here.
    pub(super) fn token(&mut self, span: Span) {
        let context = self.context();
        let is_allowed = self.may_guess();
        let token = &self.mended.text[span.range()];
        let found = if is_allowed {
            recover(&self.mended.text, span, &context)
        } else {
            let limit = "limit: places of this text at which it is asked what was meant";
            let error = fault::unknown(token, span.start, "not understood");
            Found::new(error.note(format!("{limit}, {}", self.most_guesses)), span.end)
        };
        self.found(found, span);
    }

    /// What is lost with a token that is nothing known: little, if it can only have been a word.
    fn lost_with(&self, span: Span) -> &'static [Unknown] {
        let token = &self.mended.text[span.range()];
        let like_a_word = match token.chars().next() {
            Some('A'..='Z') => token[1..].contains(|it: char| !it.is_ascii_uppercase()),
            Some(first) => "_+-<(".contains(first),
            None => false,
        };
        if like_a_word && self.builder.text.moves.is_some() { &[] } else { &ALL }
    }

    /// Adds what was found instead of an item.  A change that it proposes is carried out in the copy.
    pub(super) fn found(&mut self, found: Found, span: Span) {
        let Found { diagnostic, instead, end, is_guess } = found;
        let end = end.max(span.end);
        if !diagnostic.edits.is_empty() {
            return self.change(diagnostic, span, is_guess);
        }
        let lost = match instead.as_deref().map(|it| it.as_bytes()[0]) {
            Some(b'F' | b' ') => &[Unknown::Names][..],
            Some(b'{') => &[Unknown::Moves],
            Some(_) => &[],
            None => self.lost_with(span),
        };
        if diagnostic.code == Code::CopiedLine {
            self.findings.push_once(self.mended.about_source(diagnostic));
        } else {
            self.push(diagnostic);
        }
        let place = Span::new(span.start, end);
        self.damage(place, lost);
        match instead {
            Some(text) => self.mended.apply(&[Edit { span: place, text }]),
            None => self.mended.blank(place),
        }
        self.items.go_to(span.start);
    }

    pub(super) fn change(&mut self, diagnostic: Diagnostic, span: Span, is_guess: bool) {
        let edits = diagnostic.edits.clone();
        let first = edits.first().map_or(span.start, |it| it.span.start);
        if !self.follows(&diagnostic) {
            self.findings.push_once(self.mended.about_source(diagnostic));
        }
        // What was read ends with white characters, or it is read again.
        let is_behind = self.read == 0 || first > self.read;
        if !is_behind && !self.may_begin_again() {
            self.mended.blank(span);
            return self.items.go_to(span.end);
        }
        let lost = self.lost_with(span);
        self.mended.apply(&edits);
        // What stands there now is not asked again.
        let changed = Span::new(first, first + edits[0].text.len());
        match is_guess {
            true => self.damage(changed, lost),
            false => self.note(self.mended.origin(changed), &[]),
        }
        match is_behind {
            true => self.items.go_to(first.min(span.start)),
            false => self.begin_again(),
        }
    }

    /// May the mended text be read once more from its beginning?
    pub(super) fn may_begin_again(&self) -> bool {
        self.restarts < MOST_RESTARTS
    }

    /// Reads the mended text from its beginning: what was wrong there is mended.
    fn begin_again(&mut self) {
        self.items = Items::new(&self.mended.text, self.raw);
        self.builder = Builder::default();
        self.read = 0;
        self.restarts += 1;
    }

    fn rule(&mut self, span: Span, error: Diagnostic) {
        let source = &self.mended.text;
        let written = source[span.range()].trim_start_matches("RULE").trim_start();
        let start = span.end - written.len();
        let line = source[start..reach(source, start)].trim_end();
        let why = written.parse::<Rule>().err().map(|it| it.to_string());
        let mut error = why.into_iter().fold(error, Diagnostic::note);
        let meant = |it: &str| Some((Span::new(start, start + it.len()), slips::rule(it)?));
        let found = match meant(line).or_else(|| meant(written)) {
            Some((place, meant)) => {
                let help = format!("write `{meant}`");
                Found::new(error.help(help).edit(place, meant), span.end)
            }
            // A rule is named on its line, which is a comment in the copy.
            None => {
                let whole = Span::new(span.start, span.end.min(line_end(source, span.start)));
                error.labels.iter_mut().for_each(|label| label.span = whole);
                Found::new(error, span.start).instead("#")
            }
        };
        self.found(found, span);
    }

    /// Reports a part at the wrong place, which is moved or left out.
    fn misplaced(&mut self, span: Span, error: Diagnostic) {
        let (moves, unit) = (&self.builder.text.moves, self.builder.first_unit);
        let before = moves.as_ref().map(|list| list.span).or(unit.map(|(first, _)| first));
        if let Some(place) = before.filter(|_| self.builder.open.is_empty())
            && error.code == Code::WrongOrder
        {
            let source = &self.mended.text;
            let gap = Span::new(gap_before(source, span.start), span.end);
            let place = Span::new(place.start, place.start);
            let error = error.edit(place, format!("{} ", &source[span.range()])).edit(gap, "");
            self.change(error, span, false);
            return self.lose(&[Unknown::Moves]);
        }
        let lost: &[Unknown] = match error.code {
            Code::WrongOrder | Code::MisplacedStart => &ALL,
            Code::TwoMoveLists => &[Unknown::Moves, Unknown::Names],
            Code::NestedDefinition => &[Unknown::Nesting, Unknown::Names],
            _ => &[],
        };
        self.push(error);
        self.lose(lost);
        self.mended.blank(span);
    }

    /// Reports an order condition at the wrong place.
    fn misplaced_condition(&mut self, span: Span, mut error: Diagnostic) {
        if self.builder.open.is_empty() {
            return self.misplaced(span, error);
        }
        let else_arm = self.builder.open.last().filter(|it| it.is_else() && it.body.is_empty());
        if let Some(arm) = else_arm {
            error = Diagnostic::new(Code::BranchHead, "ELSE has no condition")
                .label(span, "this condition");
            error = error.help("write `ELIF`").edit(arm.head, "ELIF");
        }
        self.push(error);
        self.damage(Span::new(span.end, span.end), &ALL);
        self.mended.blank(span);
    }

    /// Where the text ends, with the spaces that came in place of something.
    pub(super) fn end_of_code(&self) -> usize {
        let (text, tail) = (&self.mended.text, self.source.len() - self.source.trim_end().len());
        text.trim_end().len().max(text.floor_char_boundary(text.len().saturating_sub(tail)))
    }

    /// Is there time to ask what was meant at one more place of this text?
    fn may_guess(&mut self) -> bool {
        self.guesses += 1;
        self.guesses <= self.most_guesses
    }

    /// Adds something about the mended text, unless it follows from what was said before.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if !self.follows(&diagnostic) {
            self.findings.push(self.mended.about_source(diagnostic));
        }
    }

    fn follows(&self, diagnostic: &Diagnostic) -> bool {
        let places = || diagnostic.labels.iter().map(|label| label.span.start);
        // What stands before the first damage has its names.
        let origin = |at| self.mended.origin(Span::new(at, at)).start;
        let is_behind = self.first_damage.is_none_or(|first| places().any(|at| origin(at) > first));
        let names = diagnostic.code.needs() == Some(Unknown::Names);
        diagnostic.code.needs().is_some_and(|it| self.lost.contains(&it)) && (is_behind || !names)
            || places().any(|at| self.is_damaged(at))
    }

    /// Does a place of the copy stand in a piece that counts for nothing?
    pub(super) fn is_damaged(&self, place: usize) -> bool {
        let at = self.mended.origin(Span::new(place, place)).start;
        self.damaged.range(..=at).next_back().is_some_and(|(_, end)| at <= *end)
    }

    /// A piece of the copy counts for nothing, to the end of its line.
    fn damage(&mut self, piece: Span, lost: &[Unknown]) {
        let origin = self.mended.origin(piece);
        self.first_damage.get_or_insert(origin.start);
        // On a line that is damaged already its end is known.
        let before = self.damaged.range(..=origin.end).next_back().map(|(_, end)| *end);
        let known = before.filter(|end| origin.end <= *end);
        let end = known.unwrap_or_else(|| line_end(self.source, origin.end));
        self.note(Span::new(origin.start, end), lost);
    }

    fn note(&mut self, origin: Span, lost: &[Unknown]) {
        self.lose(lost);
        match self.damaged.range_mut(..=origin.start).next_back() {
            Some((_, end)) if origin.start <= *end => *end = (*end).max(origin.end),
            _ => drop(self.damaged.insert(origin.start, origin.end)),
        }
    }

    /// What begins the line of a damaged piece may be a part of it, as `G(x)` in `G(x) = x mod 3`: what it means is
    /// not asked.
    fn damage_lines(&mut self) {
        for (start, end) in std::mem::take(&mut self.damaged) {
            let rest = &self.source[end..];
            let is_line = rest.is_empty() || rest.starts_with(['\n', '\0']);
            let start = if is_line { line_start(self.source, start) } else { start };
            self.note(Span::new(start, end), &[]);
        }
    }

    pub(super) fn lose(&mut self, lost: &[Unknown]) {
        let more = lost.iter().filter(|it| !self.lost.contains(it)).copied().collect::<Vec<_>>();
        self.lost.extend(more);
    }

    /// Adds what is wrong with the meaning of the mended text.
    fn meaning(&mut self, options: &Options, scope: &mut Scope) {
        // With a part that ends too early or too late no part is where it seems to be.
        let is_end =
            |it: &Diagnostic| matches!(it.code, Code::EndWithoutBeginning | Code::Unclosed);
        if self.findings.errors.iter().any(is_end) {
            self.lose(&[Unknown::Names, Unknown::Nesting]);
        }
        let mut found = Findings::until(self.findings.stop.as_ref());
        meaning(&self.builder.text, &self.mended.text, options, scope, &mut found);
        self.findings.errors_left_out += std::mem::take(&mut found.errors_left_out);
        for error in found.finish().into_iter().filter(|it| it.severity() == Severity::Error) {
            let error = self.declared(error);
            if self.has_known_cause(&error) {
                continue;
            }
            let meant = self.nearest_piece(&error).filter(|_| self.may_guess());
            self.push(match meant {
                Some((place, meant)) => error.help(format!("write `{meant}`")).edit(place, meant),
                None => error,
            });
        }
    }

    /// Does it have the cause of an error that was found before: the name of the same variable, or too few moves?
    fn has_known_cause(&mut self, error: &Diagnostic) -> bool {
        let Some(label) = error.labels.first() else { return false };
        match error.code {
            Code::ImpossibleValue => {
                let known = self.findings.errors.iter_mut().find(|it| it.code == error.code);
                let label = Label { span: self.mended.origin(label.span), ..label.clone() };
                known.map(|known| known.labels.push(label)).is_some()
            }
            Code::UnboundedParameter => {
                let name = format!("`{}`", &self.mended.text[label.span.range()]);
                let unknown = [Code::UndeclaredVariable, Code::HiddenVariable];
                self.findings
                    .errors
                    .iter()
                    .any(|it| unknown.contains(&it.code) && it.message.contains(&name))
            }
            _ => false,
        }
    }

    /// The same, with the place where a parameter has to be declared that the moves or a condition name.
    fn declared(&self, error: Diagnostic) -> Diagnostic {
        let text = &self.builder.text;
        let first = text.head.iter().find_map(|node| match node {
            HeadNode::Order(_, span) => Some(*span),
            _ => None,
        });
        let moves = text.moves.as_ref().map(|it| it.span);
        let used = error.labels.first().map(|it| it.span.start);
        let is_early = used.zip(moves).is_some_and(|(used, moves)| used < moves.end);
        let place = text.claims.iter().map(|it| it.span).chain(first).chain(moves).min();
        match place.filter(|_| is_early && error.code == Code::UndeclaredVariable) {
            Some(place) => {
                error.label(Span::new(place.start, place.start), "parameters are declared here")
            }
            None => error,
        }
    }

    /// The piece that was probably meant by the name of an unknown one, and the place.
    fn nearest_piece(&self, error: &Diagnostic) -> Option<(Span, String)> {
        let label = error.labels.first().filter(|_| error.code == Code::UnknownPiece)?;
        let name = &self.mended.text[label.span.range()];
        let known = self.builder.text.body.iter().filter_map(|node| match node {
            Node::Definition(it) if it.close.start <= label.span.start => {
                Some(it.signature.name.text.as_str())
            }
            _ => None,
        });
        let is_other = label.text.as_deref() == Some("not defined before this place");
        let meant = suggest::nearest(name, known.take(MOST_PIECES)).filter(|_| is_other)?;
        Some((label.span, meant.to_owned()))
    }
}

/// Bytes of texts that are judged; the last one may be longer.
const MOST_JUDGED: usize = 1 << 15;

/// At most so often a text is read again from its beginning.
const MOST_RESTARTS: usize = 4;

/// The most pieces of which it is asked whether they were meant.
const MOST_PIECES: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::read::form;

    /// The loop ends when the strict reader accepts the form of the copy.
    #[test]
    fn what_is_mended_can_be_read() {
        for source in [
            "n>=1 { n 3n + 1 } REPAET 0n 1n 2 ENDREP",
            "N >= 1 { N } REPEAT FOR i FROM UPTO N _i IF N > 2 A ELSE IF x THEN ENDREP ENDREP PER",
            "for all n >= 1\n{ n, 2n } for n >= 2\nENDREP\n_n An\nREPEAT",
            "RULE nothing\nCLAIM x\n_ { n } { 2n } n >= 1 DEF f(i) Ai REPEAT f(n) ? ENDREP",
            "{ n ? REPEAT <A (B ENDREP",
            "FROM_INFINITY_DOWN REPEAT A ENDREP { n } REPEAT ELSE n == 1 THEN DEF aa() END FI",
        ] {
            let mut repair = Repair::new(source, false, None);
            repair.mend();
            assert!(!repair.findings.errors.is_empty(), "{source}");
            let (text, mut findings) = (&repair.mended.text, Findings::default());
            let fault = form(text, false, &mut findings).err();
            let left = fault.filter(|fault| fault.diagnostic.code != Code::NoMoves);
            assert!(left.is_none(), "{source}\n{text}\n{left:?}");
        }
    }
}
