//! From the text to a flat list of items: the only file that knows the parser generator.

use super::ast::{
    Condition, Counter, Entry, Expression, Head, Instance, Item, ItemKind, Let, Letters, Moves,
    Name, OrderCondition, PieceName, Shape, State, Term, Word,
};
use super::{Fault, FaultKind, Findings, limits};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::Comparison;
use pest::Parser as _;
use pest::iterators::{Pair, Pairs};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(pest_derive::Parser)]
#[grammar = "grammar/description.pest"]
struct Grammar;

/// The most words of which the text is kept while a description is read.
const MOST_KNOWN: usize = 1 << 14;

/// The longest of them.
const LONGEST_KNOWN: usize = 64;

/// The items of a text, in order, read as they are asked for.
pub(in crate::lang) struct Items {
    /// Up to where the text was read.
    offset: usize,
    rule: Rule,
    /// Texts of words that were read: between white characters they are words everywhere.
    known: FxHashSet<Box<str>>,
}

impl Items {
    /// From the beginning; `raw` reads a plain list of words, without loops and branches.
    pub(in crate::lang) fn new(source: &str, raw: bool) -> Self {
        let rule = if raw { Rule::raw_next } else { Rule::next };
        // Editors of some systems begin a text with a byte order mark.
        let offset = source.len() - source.trim_start_matches('\u{feff}').len();
        Self { offset, rule, known: FxHashSet::default() }
    }

    /// The next item, if there is one.
    ///
    /// # Errors
    /// The token that begins no item; reading does not go past it.
    pub(in crate::lang) fn next(
        &mut self,
        source: &str,
        findings: &mut Findings,
    ) -> Result<Option<Item>, Fault> {
        if let Some(item) = self.known_word(source) {
            return Ok(Some(item));
        }
        let rest = &source[self.offset..];
        let found = Grammar::parse(self.rule, rest).ok().and_then(|mut pairs| pairs.next());
        let Some(pair) = found else {
            // The grammar has a rule for every token, so this is the end; if it were not, the text would have to be
            // refused, not half read.
            let text = rest.trim_start_matches(WHITE);
            let place = Span::new(source.len() - text.len(), source.len());
            return match text.is_empty() || text.starts_with('\0') {
                true => Ok(None),
                false => Err(Fault::at(place, text)),
            };
        };
        let (span, text) = (pair.as_span(), pair.as_str());
        let (end, span) =
            (self.offset + span.end(), Span::new(span.start(), span.end()).shifted(self.offset));
        let is_word = pair.as_rule() == Rule::word;
        let kind = Reader { findings, offset: self.offset }.item(pair)?;
        self.offset = end;
        if is_word && self.known.len() < MOST_KNOWN && text.len() <= LONGEST_KNOWN {
            self.known.insert(text.into());
        }
        Ok(Some(Item { kind, span }))
    }

    /// Goes on reading from here.
    pub(in crate::lang) fn go_to(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// The next item, if it is a word that was read before.
    fn known_word(&mut self, source: &str) -> Option<Item> {
        let rest = &source[self.offset..];
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
pub(in crate::lang) const WHITE: [char; 5] = [' ', '\n', '\r', '\t', '\u{0C}'];

/// What ends a token, as in the grammar.
const EDGE: [char; 6] = [' ', '\n', '\r', '\t', '\u{0C}', '\0'];

/// Where the words of a run stand, see [`Node::Words`](super::ast::Node::Words).
pub(in crate::lang) fn places(source: &str, run: Span) -> impl Iterator<Item = Span> {
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
pub(in crate::lang) fn first_place(source: &str, run: Span) -> Span {
    places(source, run).next().unwrap_or(run)
}

/// The words of a text, read again from where they stand.
pub(in crate::lang) struct Words<'a> {
    source: &'a str,
    /// Words that were read again, as if they stood at the beginning of the text.
    known: FxHashMap<&'a str, Word>,
}

impl<'a> Words<'a> {
    /// Those of this text.
    pub(in crate::lang) fn new(source: &'a str) -> Self {
        Self { source, known: FxHashMap::default() }
    }

    /// The word there; what is wrong with it was said when it was read first.
    pub(in crate::lang) fn at(&mut self, span: Span) -> Option<Word> {
        let text = &self.source[span.range()];
        if let Some(word) = self.known.get(text) {
            return Some(word.clone().shifted(span.start));
        }
        let word = word(text)?;
        if self.known.len() < MOST_KNOWN && text.len() <= LONGEST_KNOWN {
            self.known.insert(text, word.clone());
        }
        Some(word.shifted(span.start))
    }
}

/// The word that a text is.
pub(in crate::lang) fn word(text: &str) -> Option<Word> {
    let pair = Grammar::parse(Rule::word, text).ok()?.next()?;
    let is_all = pair.as_str().len() == text.len();
    let mut unheard = Findings::default();
    is_all.then(|| Reader { findings: &mut unheard, offset: 0 }.word(pair.into_inner()))
}

struct Reader<'a> {
    findings: &'a mut Findings,
    /// Where the text that is parsed begins in the source.
    offset: usize,
}

impl Reader<'_> {
    fn item(&mut self, pair: Pair<'_, Rule>) -> Result<ItemKind, Fault> {
        let span = self.span(&pair);
        let (rule, text) = (pair.as_rule(), pair.as_str());
        let mut inner = pair.into_inner();
        let kind = match rule {
            Rule::comment => Some(ItemKind::Comment),
            Rule::claim => Some(ItemKind::Claim(Box::new(
                super::claims::read(text, span.start)
                    .map_err(|error| Fault::new(FaultKind::Claim, span, *error))?,
            ))),
            Rule::rule_line => {
                let rule = inner.next().map_or("", |rule| rule.as_str());
                Some(ItemKind::Rule(rule.parse().map_err(|_| Fault::rule(span, rule))?))
            }
            Rule::order_condition => self.order_condition(&mut inner).map(ItemKind::Order),
            Rule::move_list => {
                inner.map(|pair| self.moves(pair)).collect::<Option<_>>().map(ItemKind::Moves)
            }
            Rule::for_head => self.counter(&mut inner).map(ItemKind::For),
            Rule::start_head => Some(ItemKind::Start),
            Rule::repeat => match inner.len() {
                0 => Some(ItemKind::Repeat(None)),
                _ => self.state(&mut inner).map(Some).map(ItemKind::Repeat),
            },
            Rule::per => Some(ItemKind::Per),
            Rule::if_head => self.condition(&mut inner).map(ItemKind::If),
            Rule::elif_head => self.condition(&mut inner).map(ItemKind::Elif),
            Rule::else_mark => Some(ItemKind::Else),
            Rule::fi => Some(ItemKind::Fi),
            Rule::let_statement => self.definition(&mut inner).map(ItemKind::Let),
            Rule::next_statement => self.definition(&mut inner).map(ItemKind::Next),
            Rule::def_head => self.head(inner).map(ItemKind::Def),
            Rule::def_end => Some(ItemKind::End),
            Rule::instance => self.instance(inner).map(ItemKind::Instance),
            Rule::word => Some(ItemKind::Word(Letters::of(&self.word(inner)))),
            _ => None,
        };
        // The grammar has all parts of each item, so none is missing.
        kind.ok_or_else(|| Fault::at(span, text))
    }

    fn moves(&mut self, pair: Pair<'_, Rule>) -> Option<Moves> {
        let mut ends = pair.into_inner();
        let first = self.expression(ends.next()?)?;
        let last = match ends.next() {
            Some(last) => Some(self.expression(last)?),
            None => None,
        };
        Some(Moves { first, last })
    }

    fn counter(&mut self, inner: &mut Pairs<'_, Rule>) -> Option<Counter> {
        let variable = self.name(&inner.next()?)?;
        let (from, upto) = (self.expression(inner.next()?)?, self.expression(inner.next()?)?);
        Some(Counter { variable, from, upto })
    }

    fn state(&mut self, inner: &mut Pairs<'_, Rule>) -> Option<State> {
        let variable = self.name(&inner.next()?)?;
        let first = self.expression(inner.next()?)?;
        let (least, greatest) = (self.expression(inner.next()?)?, self.expression(inner.next()?)?);
        Some(State { variable, first, least, greatest })
    }

    fn definition(&mut self, inner: &mut Pairs<'_, Rule>) -> Option<Let> {
        let variable = self.name(&inner.next()?)?;
        Some(Let { variable, value: self.expression(inner.next()?)? })
    }

    fn head(&self, mut inner: Pairs<'_, Rule>) -> Option<Head> {
        let name = self.piece(&inner.next()?);
        Some(Head { name, arguments: inner.map(|pair| self.name(&pair)).collect::<Option<_>>()? })
    }

    fn instance(&mut self, mut inner: Pairs<'_, Rule>) -> Option<Instance> {
        let name = self.piece(&inner.next()?);
        let arguments = inner.map(|pair| self.expression(pair)).collect::<Option<_>>()?;
        Some(Instance { name, arguments })
    }

    fn order_condition(&mut self, inner: &mut Pairs<'_, Rule>) -> Option<OrderCondition> {
        let variable = self.name(&inner.next()?)?;
        let comparison = Comparison::from_sign(inner.next()?.as_str())?;
        Some(OrderCondition { variable, comparison, right: self.expression(inner.next()?)? })
    }

    fn condition(&mut self, inner: &mut Pairs<'_, Rule>) -> Option<Condition> {
        let left = self.expression(inner.next()?)?;
        let comparison = Comparison::from_sign(inner.next()?.as_str())?;
        Some(Condition { left, comparison, right: self.expression(inner.next()?)? })
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
            self.findings.push(
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
        Span::new(span.start(), span.end()).shifted(self.offset)
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
