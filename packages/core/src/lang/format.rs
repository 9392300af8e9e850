//! The normal form of a text.
//!
//! * One order condition a line, then the move list on a line: `{ 2n 5n }`.
//! * Each head and each closing keyword has a line of its own; a body is indented by two
//!   blanks.  Words and LETs that shared a line go on sharing it.
//! * One blank between tokens; at most one empty line between lines.
//! * Counted loops are `FOR ... REP` to `PER`, the endless one `REPEAT` to `ENDREP`, branches end
//!   with `FI`.
//! * Expressions have each variable once, parameters first, then control variables from outer
//!   to inner loops, then LETs, and the constant last: `2n+4i-4`.
//! * A piece is `DEF name(i, j)` to `END`; an instance is a word: `name(n-1, 2)`.
//! * A length has no brackets when it needs none: `A(1)` becomes `A1`, `A(n)` becomes `An`.
//! * All lines end as the first one of the source does: with a line feed, or with a carriage return
//!   before it.
//! * Comments stay where they are: behind a line or on a line of their own.

use super::ast::{Expression, HeadNode, Node, Shape, Text, Word};
use super::parse::{self, Words};
use super::scope::Scope;
use super::{Options, read};
use crate::affine::Affine;
use crate::diagnostic::{Diagnostic, Span, ended_as};
use crate::model::{Alphabet, Value};
use std::fmt::Write as _;

/// Writes a description in normal form.
///
/// The result means the same, and is its own normal form.
///
/// # Errors
/// A text with errors is not touched: its diagnostics come back.
///
/// ```
/// let tidy = grundy_core::lang::format("n>=1 {n} REP _n An PER");
/// assert_eq!(tidy.unwrap_err()[0].help.as_deref(), Some("write `n >= 1`"));
/// let tidy = grundy_core::lang::format("n >= 1 {n} REP _(n) A(1+n-1) PER").unwrap();
/// assert_eq!(tidy, "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n");
/// ```
pub fn format(source: &str) -> Result<String, Vec<Diagnostic>> {
    let (text, lowered) = read(source, &Options::default(), &mut Scope::default());
    if lowered.description.is_none() {
        return Err(lowered.diagnostics);
    }
    let mut writer = Writer {
        source,
        words: Words::new(source),
        out: String::with_capacity(source.len()),
        end: None,
        joinable: false,
        depth: 0,
        names: Vec::new(),
    };
    writer.text(&text);
    if !writer.out.is_empty() {
        writer.out.push('\n');
    }
    Ok(ended_as(writer.out, source))
}

struct Writer<'a> {
    source: &'a str,
    words: Words<'a>,
    out: String,
    /// Where the last part ended in the source.
    end: Option<usize>,
    /// Was the last part a word or a LET?
    joinable: bool,
    depth: usize,
    /// Parameters, then the control variables of the open loops.
    names: Vec<char>,
}

impl Writer<'_> {
    fn text(&mut self, text: &Text) {
        for node in &text.head {
            match node {
                HeadNode::Comment(span) => self.comment(*span),
                HeadNode::Rule(span) => {
                    let line = &self.source[span.range()];
                    let words: Vec<_> = line.split_ascii_whitespace().collect();
                    self.line(*span, &words.join(" "));
                }
                HeadNode::Order(condition, span) => {
                    let letter = condition.variable.letter;
                    if !self.names.contains(&letter) {
                        self.names.push(letter);
                    }
                    if let Some((comparison, right)) = &condition.demand {
                        let right = self.expression(right);
                        self.line(*span, &format!("{letter} {} {right}", comparison.sign()));
                    }
                }
            }
        }
        if let Some(list) = &text.moves {
            let moves = list.moves.iter().map(|each| {
                let ends = each.ends().map(|end| self.expression(end));
                ends.collect::<Vec<_>>().join("..")
            });
            let moves: Vec<_> = moves.collect();
            self.line(list.span, &format!("{{ {} }}", moves.join(" ")));
        }
        self.nodes(&text.body);
    }

    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Comment(span) => self.comment(*span),
                Node::Let(both) => {
                    let (definition, span) = &**both;
                    if let Some(value) = &definition.value {
                        let value = self.expression(value);
                        self.part(*span, &format!("LET {}={value}", definition.variable.letter));
                    }
                }
                // A text with a bad token has no layout.
                Node::Meant(_) => {}
                Node::Words(run) => {
                    for span in parse::places(self.source, *run) {
                        if let Some(word) = self.words.at(span) {
                            let word = self.word(&word);
                            self.part(span, &word);
                        }
                    }
                }
                Node::Loop(inner) | Node::Start(inner) => {
                    let outer = self.names.len();
                    let closer = match &inner.counter {
                        None => {
                            let is_start = matches!(node, Node::Start(_));
                            let start = if is_start { "FROM_INFINITY_DOWN " } else { "" };
                            self.line(inner.head, &format!("{start}REPEAT"));
                            "ENDREP"
                        }
                        Some(counter) => {
                            let from = counter.from.as_ref().map(|from| self.expression(from));
                            let upto = counter.upto.as_ref().map(|upto| self.expression(upto));
                            if let (Some(name), Some(from), Some(upto)) =
                                (counter.variable, from, upto)
                            {
                                let letter = name.letter;
                                self.line(
                                    inner.head,
                                    &format!("FOR {letter} FROM {from} UPTO {upto} REP"),
                                );
                                self.names.push(letter);
                            }
                            "PER"
                        }
                    };
                    self.body(&inner.body);
                    self.names.truncate(outer);
                    self.line(inner.close, closer);
                }
                Node::Branch(branch) => {
                    for (index, arm) in branch.arms.iter().enumerate() {
                        let head = match &arm.condition {
                            Some(condition) => format!(
                                "{} {} {} {} THEN",
                                if index == 0 { "IF" } else { "ELIF" },
                                self.expression(&condition.left),
                                condition.comparison.sign(),
                                self.expression(&condition.right)
                            ),
                            None => "ELSE".to_owned(),
                        };
                        self.line(arm.head, &head);
                        self.body(&arm.body);
                    }
                    self.line(branch.close, "FI");
                }
                Node::Definition(definition) => {
                    let signature = &definition.signature;
                    let letters = signature.arguments.iter().map(|name| name.letter);
                    let outer = self.names.len();
                    self.names.extend(letters.clone());
                    let name = &signature.name.text;
                    let letters: Vec<_> = letters.map(String::from).collect();
                    self.line(definition.head, &format!("DEF {name}({})", letters.join(", ")));
                    self.body(&definition.body);
                    self.names.truncate(outer);
                    self.line(definition.close, "END");
                }
                Node::Instance(both) => {
                    let (instance, span) = &**both;
                    let arguments = instance.arguments.iter().flatten();
                    let arguments: Vec<_> = arguments.map(|it| self.expression(it)).collect();
                    let name = &instance.name.text;
                    self.part(*span, &format!("{name}({})", arguments.join(", ")));
                }
            }
        }
    }

    fn body(&mut self, nodes: &[Node]) {
        self.depth += 1;
        self.nodes(nodes);
        self.depth -= 1;
    }

    /// The line feeds between the last part and `span`, at most 2; `None` before the first part.
    fn feeds(&self, span: Span) -> Option<usize> {
        let gap = &self.source[self.end?..span.start];
        Some(gap.bytes().filter(|byte| *byte == b'\n').take(2).count())
    }

    /// Begins a new line, behind an empty one if the source has one here.
    fn line(&mut self, span: Span, text: &str) {
        if let Some(feeds) = self.feeds(span) {
            self.out.push_str(if feeds > 1 { "\n\n" } else { "\n" });
        }
        self.out.extend(std::iter::repeat_n("  ", self.depth));
        self.out.push_str(text);
        self.end = Some(span.end);
        self.joinable = false;
    }

    /// Goes on with the line when the source does.
    fn part(&mut self, span: Span, text: &str) {
        if self.joinable && self.feeds(span) == Some(0) {
            self.out.push(' ');
            self.out.push_str(text);
            self.end = Some(span.end);
        } else {
            self.line(span, text);
        }
        self.joinable = true;
    }

    fn comment(&mut self, span: Span) {
        let text = self.source[span.range()].trim_end();
        if self.feeds(span) == Some(0) {
            self.out.push(' ');
            self.out.push_str(text);
            self.end = Some(span.end);
            self.joinable = false;
        } else {
            self.line(span, text);
        }
    }

    fn expression(&self, expression: &Expression) -> String {
        let mut names = self.names.clone();
        let letters = || expression.terms.iter().filter_map(|term| term.variable);
        let mut others: Vec<char> = letters()
            .map(|name| name.letter)
            .filter(|letter| !self.names.contains(letter))
            .collect();
        others.sort_unstable();
        others.dedup();
        names.extend(others);
        let mut form = Affine::zero();
        for term in &expression.terms {
            let number = term
                .variable
                .and_then(|name| names.iter().rposition(|known| *known == name.letter));
            let unit = number.map_or_else(|| Affine::constant(1), Affine::variable);
            form.add_multiple(&term.coefficient, &unit);
        }
        form.display(&names).to_string()
    }

    fn word(&self, word: &Word) -> String {
        let mut text = String::new();
        let (open, close) = match word.shape {
            Shape::Single => ("", ""),
            Shape::Cut => ("<", ">"),
            Shape::Whole => ("(", ")"),
        };
        text.push_str(open);
        for entry in &word.cycle {
            match &entry.times {
                Some(times) if times.is_zero() => continue,
                // Writing to a string cannot fail.
                Some(times) if !times.is_one() => _ = write!(text, "{times}"),
                _ => {}
            }
            text.push(entry.letter);
        }
        text.push_str(close);
        if let Some(length) = &word.length {
            text += &behind_a_value(&self.expression(length));
        }
        text
    }
}

/// A length as it stands behind a value: in brackets, unless it is one number or one variable.
pub(super) fn behind_a_value(length: &str) -> String {
    let bare = length.bytes().all(|byte| byte.is_ascii_digit())
        || matches!(length.as_bytes(), [b'a'..=b'z']);
    if bare { length.to_owned() } else { format!("({length})") }
}

/// A word with this cycle and this length over the variables with these names: `_n`, `<AB>(2n)`.
///
/// ```
/// use grundy_check::{affine::Affine, model::{Alphabet, Value}};
/// use grundy_core::lang;
/// let length = Affine::variable(0).plus(1);
/// assert_eq!(lang::word(Alphabet::Nim, &[Value(1)], &length, &["n"]), "A(n+1)");
/// ```
pub fn word<N: std::fmt::Display>(
    alphabet: Alphabet,
    cycle: &[Value],
    length: &Affine,
    names: &[N],
) -> String {
    let letters: String = cycle.iter().map(|&value| alphabet.letter(value)).collect();
    let letters = if cycle.len() == 1 { letters } else { format!("<{letters}>") };
    match length.display(names).to_string().as_str() {
        "1" => letters,
        length => letters + &behind_a_value(length),
    }
}
