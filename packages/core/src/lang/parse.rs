//! From the text to a flat list of items: the only file that knows the parser generator.

use super::Diagnostics;
use super::ast::{
    Condition, Counter, Entry, Expression, Head, Instance, Item, ItemKind, Let, Letters, Moves,
    Name, OrderCondition, PieceName, Shape, Term, Word,
};
use super::{limits, recovery};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{self, Comparison};
use pest::Parser as _;
use pest::iterators::{Pair, Pairs};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/description.pest"]
struct Grammar;

/// The most words of which the text is kept while a description is read.
const MOST_KNOWN: usize = 1 << 14;

/// The longest of them.
const LONGEST_KNOWN: usize = 64;

/// The items of a text, in order, read as they are asked for.
///
/// Tokens that are no items come as [`ItemKind::Bad`]; it is the next stage that says what is
/// wrong with them.
pub(super) struct Items<'a> {
    source: &'a str,
    /// Up to where the text was read.
    offset: usize,
    rule: Rule,
    /// Texts of words that were read: between white characters they are words everywhere.
    known: FxHashSet<&'a str>,
}

impl<'a> Items<'a> {
    /// From the beginning; `raw` reads a plain list of words, without loops and branches.
    pub(super) fn new(source: &'a str, raw: bool) -> Self {
        let rule = if raw { Rule::raw_next } else { Rule::next };
        // Editors of some systems begin a text with a byte order mark.
        let offset = source.len() - source.trim_start_matches('\u{feff}').len();
        Self { source, offset, rule, known: FxHashSet::default() }
    }

    /// The next item, if there is one.
    pub(super) fn next(&mut self, diagnostics: &mut Diagnostics) -> Option<Item> {
        if let Some(item) = self.known_word() {
            return Some(item);
        }
        let rest = &self.source[self.offset..];
        let Some(pair) = Grammar::parse(self.rule, rest).ok().and_then(|mut pairs| pairs.next())
        else {
            // The grammar has a rule for every token, so this does not happen; if it did, the
            // text would have to be rejected, not half read.
            if Grammar::parse(Rule::end, rest).is_err() {
                let place = Span::new(self.offset, self.offset);
                diagnostics.push(
                    Diagnostic::new(Code::UnknownToken, "this text cannot be read")
                        .label(place, "reading stops here"),
                );
            }
            return None;
        };
        let end = pair.as_span().end();
        let item = Reader { diagnostics, place: TextOrigin::Behind(self.offset) }.item(pair);
        self.offset += end;
        let text = &self.source[item.span.range()];
        if let ItemKind::Word(_) = item.kind
            && self.known.len() < MOST_KNOWN
            && text.len() <= LONGEST_KNOWN
        {
            self.known.insert(text);
        }
        Some(item)
    }

    /// Goes on reading from here.
    pub(super) fn go_back(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// The next item, if it is a word that was read before.
    fn known_word(&mut self) -> Option<Item> {
        let rest = &self.source[self.offset..];
        let text = rest.trim_start_matches(WHITE);
        let start = self.offset + (rest.len() - text.len());
        let length = text.find(EDGE).unwrap_or(text.len());
        if !self.known.contains(&text[..length]) {
            return None;
        }
        self.offset = start + length;
        let span = Span::new(start, self.offset);
        Some(Item { kind: ItemKind::Word(Letters::default()), span })
    }
}

/// White characters, as in the grammar.
pub(super) const WHITE: [char; 5] = [' ', '\n', '\r', '\t', '\u{0C}'];

/// What ends a token, as in the grammar.
const EDGE: [char; 6] = [' ', '\n', '\r', '\t', '\u{0C}', '\0'];

/// Where the words of a run stand, see [`Node::Words`](super::ast::Node::Words).
pub(super) fn places(source: &str, run: Span) -> impl Iterator<Item = Span> {
    let mut rest = run;
    std::iter::from_fn(move || {
        let text = &source[rest.range()];
        let start = rest.start + text.find(|letter| !WHITE.contains(&letter))?;
        let length = source[start..rest.end].find(WHITE).unwrap_or(rest.end - start);
        rest.start = start + length;
        Some(Span::new(start, rest.start))
    })
}

/// Where the first one stands.
pub(super) fn first_place(source: &str, run: Span) -> Span {
    places(source, run).next().unwrap_or(run)
}

/// The words of a text, read again from where they stand.
pub(super) struct Words<'a> {
    source: &'a str,
    /// Words that were read again, as if they stood at the beginning of the text.
    known: FxHashMap<&'a str, Word>,
}

impl<'a> Words<'a> {
    /// Those of this text.
    pub(super) fn new(source: &'a str) -> Self {
        Self { source, known: FxHashMap::default() }
    }

    /// The word there; what is wrong with it was said when it was read first.
    pub(super) fn at(&mut self, span: Span) -> Option<Word> {
        let text = &self.source[span.range()];
        if let Some(word) = self.known.get(text) {
            return Some(word.clone().shifted(span.start));
        }
        let pair = Grammar::parse(Rule::word, text).ok()?.next()?;
        let mut said = Diagnostics::default();
        let word =
            Reader { diagnostics: &mut said, place: TextOrigin::Behind(0) }.word(pair.into_inner());
        if self.known.len() < MOST_KNOWN && text.len() <= LONGEST_KNOWN {
            self.known.insert(text, word.clone());
        }
        Some(word.shifted(span.start))
    }
}

/// The items of a text that the user meant to write at `span`; `None` if it is not right either.
pub(super) fn meant(text: &str, span: Span) -> Option<Vec<ItemKind>> {
    let text = text.trim_end();
    let mut kinds = Vec::new();
    let mut offset = 0;
    let mut found = Diagnostics::default();
    while let Some(pair) = Grammar::parse(Rule::next, &text[offset..]).ok()?.next() {
        offset += pair.as_span().end();
        let reader = &mut Reader { diagnostics: &mut found, place: TextOrigin::At(span) };
        kinds.push(reader.item(pair).kind);
        if offset == text.len() {
            break;
        }
    }
    let bad = kinds.iter().any(|kind| matches!(kind, ItemKind::Bad | ItemKind::Claim(None)));
    (!bad && found.errors.is_empty()).then_some(kinds)
}

/// Where the text that is parsed stands in the source.
#[derive(Clone, Copy)]
enum TextOrigin {
    /// Behind so many bytes.
    Behind(usize),
    /// Nowhere: it is what should stand there.
    At(Span),
}

struct Reader<'a> {
    diagnostics: &'a mut Diagnostics,
    place: TextOrigin,
}

impl Reader<'_> {
    fn item(&mut self, pair: Pair<'_, Rule>) -> Item {
        let span = self.span(&pair);
        let (rule, text) = (pair.as_rule(), pair.as_str());
        let mut inner = pair.into_inner();
        let kind = match rule {
            Rule::comment => Some(ItemKind::Comment),
            Rule::claim => {
                Some(ItemKind::Claim(super::claims::read(text, span.start, self.diagnostics)))
            }
            Rule::order_condition => self.order_condition(&mut inner),
            Rule::move_list => {
                Some(ItemKind::Moves(inner.filter_map(|pair| self.moves(pair)).collect()))
            }
            Rule::for_head => Some(ItemKind::For(Counter {
                variable: inner.next().and_then(|pair| self.name(&pair)),
                from: inner.next().and_then(|pair| self.expression(pair)),
                upto: inner.next().and_then(|pair| self.expression(pair)),
            })),
            Rule::rule_line => inner.next().map(|rule| ItemKind::Rule(self.rule(&rule, span))),
            Rule::start_head => Some(ItemKind::Start),
            Rule::repeat => Some(ItemKind::Repeat),
            Rule::per => Some(ItemKind::Per),
            Rule::if_head => Some(ItemKind::If(self.condition(&mut inner))),
            Rule::elif_head => Some(ItemKind::Elif(self.condition(&mut inner))),
            Rule::else_mark => Some(ItemKind::Else),
            Rule::fi => Some(ItemKind::Fi),
            Rule::let_statement => inner.next().and_then(|pair| self.name(&pair)).map(|variable| {
                let value = inner.next().and_then(|pair| self.expression(pair));
                ItemKind::Let(Let { variable, value })
            }),
            Rule::def_head => inner.next().map(|name| {
                let arguments = inner.filter_map(|pair| self.name(&pair)).collect();
                ItemKind::Def(Head { name: self.piece(&name), arguments })
            }),
            Rule::def_end => Some(ItemKind::End),
            Rule::instance => inner.next().map(|name| {
                let arguments = inner.map(|pair| self.expression(pair)).collect();
                ItemKind::Instance(Instance { name: self.piece(&name), arguments })
            }),
            Rule::word => {
                let word = self.word(inner);
                Some(match self.place {
                    TextOrigin::Behind(_) => ItemKind::Word(Letters::of(&word)),
                    TextOrigin::At(_) => ItemKind::Meant(Box::new(word)),
                })
            }
            _ => None,
        };
        Item { kind: kind.unwrap_or(ItemKind::Bad), span }
    }

    fn moves(&mut self, pair: Pair<'_, Rule>) -> Option<Moves> {
        let mut ends = pair.into_inner();
        let first = self.expression(ends.next()?)?;
        let last = ends.next().and_then(|pair| self.expression(pair));
        Some(Moves { first, last })
    }

    fn rule(&mut self, pair: &Pair<'_, Rule>, line: Span) -> Option<model::Rule> {
        let rule = pair.as_str().parse();
        if let Err(error) = &rule {
            self.diagnostics.push(recovery::rule_error(
                pair.as_str(),
                self.span(pair),
                line,
                error,
            ));
        }
        rule.ok()
    }

    fn order_condition(&mut self, inner: &mut Pairs<'_, Rule>) -> Option<ItemKind> {
        let variable = self.name(&inner.next()?)?;
        let comparison = Comparison::from_sign(inner.next()?.as_str())?;
        let demand = self.expression(inner.next()?).map(|right| (comparison, right));
        Some(ItemKind::Order(OrderCondition { variable, demand }))
    }

    fn condition(&mut self, inner: &mut Pairs<'_, Rule>) -> Option<Condition> {
        let left = inner.next().and_then(|pair| self.expression(pair));
        let comparison = Comparison::from_sign(inner.next()?.as_str())?;
        let right = inner.next().and_then(|pair| self.expression(pair));
        Some(Condition { left: left?, comparison, right: right? })
    }

    fn word(&mut self, inner: Pairs<'_, Rule>) -> Word {
        let mut word = Word { shape: Shape::Single, cycle: Vec::new(), length: None };
        for pair in inner {
            match pair.as_rule() {
                Rule::value => word.cycle.extend(self.value(&pair, None)),
                Rule::cut_cycle | Rule::whole_cycle => {
                    let cut = pair.as_rule() == Rule::cut_cycle;
                    word.shape = if cut { Shape::Cut } else { Shape::Whole };
                    word.cycle = pair.into_inner().filter_map(|pair| self.entry(pair)).collect();
                }
                Rule::length => word.length = self.length(pair),
                _ => {}
            }
        }
        word
    }

    fn entry(&mut self, pair: Pair<'_, Rule>) -> Option<Entry> {
        let span = self.span(&pair);
        let mut times = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::number => times = Some(self.number(&part)),
                _ => return self.value(&part, times).map(|entry| Entry { span, ..entry }),
            }
        }
        None
    }

    fn length(&mut self, pair: Pair<'_, Rule>) -> Option<Expression> {
        let part = pair.into_inner().next()?;
        let span = self.span(&part);
        let term = match part.as_rule() {
            Rule::expression => return self.expression(part),
            Rule::number => Term { coefficient: self.number(&part), variable: None },
            _ => Term { coefficient: Integer::ONE, variable: self.name(&part) },
        };
        Some(Expression { terms: vec![term], span })
    }

    fn expression(&mut self, pair: Pair<'_, Rule>) -> Option<Expression> {
        let span = self.span(&pair);
        let mut terms = Vec::new();
        let mut negative = false;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::sign {
                negative = part.as_str() == "-";
                continue;
            }
            let mut term = Term { coefficient: Integer::ONE, variable: None };
            for atom in part.into_inner() {
                match atom.as_rule() {
                    Rule::number => term.coefficient = self.number(&atom),
                    _ => term.variable = self.name(&atom),
                }
            }
            if negative {
                term.coefficient = -&term.coefficient;
            }
            negative = false;
            terms.push(term);
        }
        (!terms.is_empty()).then_some(Expression { terms, span })
    }

    fn number(&mut self, pair: &Pair<'_, Rule>) -> Integer {
        let digits = pair.as_str();
        let few = digits.len() <= limits::DIGITS;
        let Some(number) = few.then(|| digits.parse().ok()).flatten() else {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::TooManyDigits,
                    format!("this number has {} digits, more than can be handled", digits.len()),
                )
                .label(self.span(pair), "a very long number")
                .note(format!("limit: digits of a number, {}", limits::DIGITS)),
            );
            return Integer::ONE;
        };
        number
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        match self.place {
            TextOrigin::Behind(offset) => Span::new(span.start(), span.end()).shifted(offset),
            TextOrigin::At(span) => span,
        }
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> Option<Name> {
        let letter = pair.as_str().chars().next()?;
        Some(Name { letter, span: self.span(pair) })
    }

    fn piece(&self, pair: &Pair<'_, Rule>) -> PieceName {
        PieceName { text: pair.as_str().to_owned(), span: self.span(pair) }
    }

    fn value(&self, pair: &Pair<'_, Rule>, times: Option<Integer>) -> Option<Entry> {
        let letter = pair.as_str().chars().next()?;
        Some(Entry { times, letter, span: self.span(pair) })
    }
}
