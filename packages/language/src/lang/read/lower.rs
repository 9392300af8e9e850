//! From the tree to the model: names become numbers, letters values, runs of words blocks.

mod pieces;
mod state;
mod words;

use self::pieces::Pieces;
use super::ast::{self, Expression, HeadNode, Node, Text};
use super::parse::{self, Words};
use super::scope::{NameKind, Scope};
use super::{Findings, Options};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{
    Arm, Block, BlockId, Branch, Comparison, Condition, Description, Loop, MOST_BLOCK_WORDS, Move,
    Parameter, Rule, Test, Unit, Word,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Lowers a tree.
///
/// The result has a meaning only when no error was found, now or before.  The scope is that of a new
/// text; afterwards it knows what became of the names.
pub(super) fn lower(
    text: &Text,
    source: &str,
    options: &Options,
    scope: &mut Scope,
    diagnostics: &mut Findings,
) -> Option<Description> {
    Lowering::new(text, source, options, scope, diagnostics).run(text, options)
}

/// The instances around the word with this number, in the block with this number, outermost first;
/// none for a word that stands in no piece.  At last its place in the piece.
pub(super) fn inside(
    text: &Text,
    source: &str,
    options: &Options,
    (block, word): (usize, usize),
) -> Option<(Vec<Call>, Span)> {
    let (mut scope, mut said) = (Scope::default(), Findings::default());
    let mut lowering = Lowering::new(text, source, options, &mut scope, &mut said);
    lowering.sought = Some((block, word));
    lowering.run(text, options)?;
    lowering.found
}

/// An instance of a piece.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the piece.
    pub name: String,
    /// Where the instance stands: in the text, or in another piece.
    pub span: Span,
    /// What its arguments stand for, over the parameters and the control variables of the loops
    /// around the instance.
    pub arguments: Vec<(char, Affine)>,
}

struct Lowering<'a> {
    source: &'a str,
    texts: Words<'a>,
    rule: Rule,
    /// Are these words before position 0, where values are not those of any game?
    is_start: bool,
    /// Is the text a plain list of words?
    is_raw: bool,
    move_count: Option<usize>,
    moves_place: Span,
    blocks: Vec<Block>,
    /// The words of the block that is being filled.
    words: Vec<Word>,
    /// Lengths of words, to be shared among those that have the same.
    lengths: FxHashMap<Affine, Arc<Affine>>,
    /// The values of all cycles so far.
    values: usize,
    /// The counted loops that are open.
    counters: usize,
    /// The loops, branches and instances that are open.
    nesting: usize,
    scope: &'a mut Scope,
    pieces: Pieces<'a>,
    /// The instances that are open, outermost first.
    calls: Vec<Call>,
    /// Is this the body of a definition, lowered for the sake of the errors in it?
    is_checking: bool,
    /// The word, by block and number, of which it is asked where it comes from.
    sought: Option<(usize, usize)>,
    found: Option<(Vec<Call>, Span)>,
    diagnostics: &'a mut Findings,
}

/// How many moves there are, where that is a number.
fn count(list: &ast::MoveList) -> Option<usize> {
    let constant = |end: &Expression| {
        let is_number = end.terms.iter().all(|term| term.variable.is_none());
        let sum = |sum: Integer, term: &ast::Term| &sum + &term.coefficient;
        is_number.then(|| end.terms.iter().fold(Integer::ZERO, sum))?.to_i64()
    };
    list.moves.iter().try_fold(0_usize, |sum, each| {
        let count = match &each.last {
            None => 1,
            Some(last) => {
                constant(last)?.checked_sub(constant(&each.first)?)?.checked_add(1)?.max(0)
            }
        };
        sum.checked_add(usize::try_from(count).ok()?)
    })
}

impl<'a> Lowering<'a> {
    fn new(
        text: &Text,
        source: &'a str,
        options: &Options,
        scope: &'a mut Scope,
        diagnostics: &'a mut Findings,
    ) -> Self {
        Self {
            source,
            texts: Words::new(source),
            rule: super::alphabet::rule(text, options, diagnostics),
            is_start: false,
            is_raw: options.raw,
            // An empty list has its error already; it shall not make every letter wrong.
            move_count: text.moves.as_ref().and_then(count).filter(|it| *it > 0),
            moves_place: text.moves.as_ref().map_or(Span::default(), |list| list.span),
            blocks: Vec::new(),
            words: Vec::new(),
            lengths: FxHashMap::default(),
            values: 0,
            counters: 0,
            nesting: 0,
            scope,
            pieces: Pieces::default(),
            calls: Vec::new(),
            is_checking: false,
            sought: None,
            found: None,
            diagnostics,
        }
    }

    fn run(&mut self, text: &'a Text, options: &Options) -> Option<Description> {
        let (parameters, conditions) = self.head(text);
        let moves = self.moves(text);
        let opener = text.moves.as_ref().map_or(Span::default(), |list| list.span);
        let start = self.start(&text.body, options);
        let (preperiod, period) = if options.raw {
            (self.units(&text.body, opener), Some(Vec::new()))
        } else {
            self.top(&text.body, opener)
        };
        self.scope.finish(self.diagnostics);
        self.warn_of_unused_pieces();
        Some(Description {
            rule: self.rule,
            parameters,
            conditions,
            moves,
            start,
            blocks: std::mem::take(&mut self.blocks),
            preperiod,
            period: period?,
        })
    }

    fn head(&mut self, text: &Text) -> (Vec<Parameter>, Vec<Condition>) {
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut bounded: Vec<bool> = Vec::new();
        let mut conditions = Vec::new();
        let orders = || {
            text.head.iter().filter_map(|node| match node {
                HeadNode::Order(condition, span) => Some((condition, *span)),
                HeadNode::Comment(_) | HeadNode::Rule(_) => None,
            })
        };
        let all: Vec<_> = orders().map(|(condition, _)| condition.variable).collect();
        let mut firsts = all.clone();
        firsts.sort_by_key(|name| name.letter);
        firsts.dedup_by_key(|name| name.letter);
        for (condition, span) in orders() {
            let variable = condition.variable;
            let name = variable.letter.to_string();
            let number = match parameters.iter().position(|known| known.name == name) {
                Some(number) => {
                    self.scope.mention(variable);
                    number
                }
                None => {
                    let number = parameters.len();
                    self.scope.declare(variable, NameKind::Parameter, Affine::variable(number));
                    parameters.push(Parameter { name, span: variable.span });
                    bounded.push(false);
                    number
                }
            };
            let comparison = condition.comparison;
            bounded[number] |= comparison != Comparison::AtMost;
            let Some(right) =
                self.scope.order_side(&condition.right, variable, &firsts, self.diagnostics)
            else {
                continue;
            };
            let left = Affine::variable(number);
            let constraint = match comparison {
                Comparison::AtLeast => Constraint::at_least(&left, &right),
                Comparison::AtMost => Constraint::at_least(&right, &left),
                Comparison::Equal | Comparison::NotEqual => Constraint::equal(&left, &right),
            };
            conditions.push(Condition { constraint, span });
        }
        for (parameter, _) in parameters.iter().zip(bounded).filter(|(_, bounded)| !bounded) {
            let name = &parameter.name;
            let mut error = Diagnostic::new(
                Code::UnboundedParameter,
                format!("the parameter `{name}` has no lower bound"),
            )
            .label(
                parameter.span,
                format!("no condition `{name} >= ...` and no equation `{name} == ...`"),
            )
            .note("parameters range over all integers that satisfy the order conditions")
            .help(format!("add a condition such as `{name} >= 1`"))
            .edit(Span::new(parameter.span.start, parameter.span.start), format!("{name} >= 1 "));
            // A lower bound of another name that comes only once may have been meant.
            let is_once = |letter| all.iter().filter(|it| it.letter == letter).count() == 1;
            let others = firsts.iter().filter(|it| it.letter.to_string() != *name);
            let others = others.filter(|it| !self.scope.is_used(it.letter) && is_once(it.letter));
            if let Some(other) = others.max_by_key(|it| it.span.start) {
                let label =
                    format!("a bound of `{}`, which was not mentioned before", other.letter);
                error = error.label(other.span, label);
            }
            self.diagnostics.push(error);
        }
        (parameters, conditions)
    }

    fn moves(&mut self, text: &Text) -> Vec<Move> {
        let Some(list) = &text.moves else { return Vec::new() };
        let sizes = list.moves.iter().filter_map(|each| {
            let size = self.scope.resolve(&each.first, self.diagnostics)?;
            let last = match &each.last {
                Some(last) => Some(self.scope.resolve(last, self.diagnostics)?),
                None => None,
            };
            Some(Move { size, last, span: each.span() })
        });
        let moves: Vec<Move> = sizes.collect();
        let mut listed = FxHashMap::default();
        for one in moves.iter().filter(|one| one.last.is_none()) {
            if let Some(first) = listed.insert(&one.size, one.span) {
                let written = &self.source[one.span.range()];
                self.diagnostics.push(
                    Diagnostic::new(
                        Code::RepeatedMove,
                        format!("the move {written} is listed twice"),
                    )
                    .label(first, "here")
                    .label(one.span, "and here")
                    .help("remove one of the two: the moves are a set"),
                );
            }
        }
        moves
    }

    /// What stands before position 0: words, repeated to the left.
    fn start(&mut self, nodes: &'a [Node], options: &Options) -> Option<Block> {
        let first = nodes.iter().find(|node| !matches!(node, Node::Comment(_)))?;
        let Node::Start(start) = first else { return None };
        if options.raw {
            self.diagnostics.push(
                Diagnostic::new(Code::MisplacedStart, "a plain list of words has no start")
                    .label(start.head, "values before position 0"),
            );
        }
        self.scope.enter();
        self.is_start = true;
        let blocks = self.blocks.len();
        let units = self.units(&start.body, start.head);
        self.is_start = false;
        self.scope.leave(self.diagnostics);
        let mut words = Vec::new();
        for block in self.blocks.drain(blocks..) {
            words.extend(block.words);
        }
        let is_plain = |unit: &Unit| matches!(unit, Unit::Block(_));
        if !units.iter().all(is_plain) {
            self.diagnostics.push(
                Diagnostic::new(Code::MisplacedStart, "a start may contain only words")
                    .label(start.head.to(start.close), "contains a loop or a branch"),
            );
        }
        let span = start.head.to(start.close);
        Some(Block { words, span })
    }

    /// The units of the whole text, cut at the endless loop.
    fn top(&mut self, nodes: &'a [Node], opener: Span) -> (Vec<Unit>, Option<Vec<Unit>>) {
        let endless = nodes
            .iter()
            .position(|node| matches!(node, Node::Loop(body) if body.counter.is_none()));
        let Some(index) = endless else {
            let before = self.blocks.len();
            let units = self.units(nodes, opener);
            if !contains_endless(nodes) {
                self.report_no_endless_loop(opener, before);
            }
            return (units, None);
        };
        let preperiod = self.units(&nodes[..index], opener);
        let Some((Node::Loop(endless), behind)) = nodes[index..].split_first() else {
            return (preperiod, None);
        };
        let period = match &endless.state {
            Some(state) => self.state_loop(endless, state),
            None => self.endless(endless),
        };
        let blocks = self.blocks.len();
        self.check_behind(endless, behind);
        self.blocks.truncate(blocks);
        (preperiod, Some(period))
    }

    fn endless(&mut self, endless: &'a ast::Loop) -> Vec<Unit> {
        self.scope.enter();
        let period = self.units(&endless.body, endless.head);
        self.scope.leave(self.diagnostics);
        period
    }

    fn report_no_endless_loop(&mut self, opener: Span, first_block: usize) {
        let last = self.blocks[first_block..].last().map_or(opener, |block| block.span);
        let length = self.source.trim_end().len();
        let end = Span::new(length, length);
        self.diagnostics.push(
            Diagnostic::new(Code::NoEndlessLoop, "there is no endless loop")
                .label(if last.end > 0 { last } else { end }, "the sequence ends here")
                .note(
                    "a description is an infinite sequence: write its period between REPEAT and \
                       ENDREP, without FOR",
                )
                .help("put the words of the period between REPEAT and ENDREP"),
        );
    }

    fn check_behind(&mut self, endless: &ast::Loop, behind: &'a [Node]) {
        let mut other = None;
        for node in behind {
            if let Node::Loop(again) = node
                && again.counter.is_none()
            {
                let message = "a description has only one endless loop, and this is a second one";
                self.diagnostics.push(
                    Diagnostic::new(Code::TwoEndlessLoops, message)
                        .label(again.head, "another endless loop")
                        .label(endless.head, "the first one, which never ends")
                        .help("write a loop that ends as `FOR i FROM ... UPTO ... REP`"),
                );
                self.lost(again);
                continue;
            }
            let is_start = matches!(node, Node::Start(_));
            let Some(place) = node.place(self.source).filter(|_| !is_start) else { continue };
            // That a piece is defined too late was said where it is missed.
            let is_missed = |it: &Diagnostic| it.code == Code::UnknownPiece;
            let is_late = matches!(node, Node::Definition(_));
            if !(is_late && self.diagnostics.errors.iter().any(is_missed)) {
                other.get_or_insert(place);
            }
            // Lowered for the sake of the errors in it.
            self.units(std::slice::from_ref(node), endless.close);
        }
        if let Some(place) = other {
            self.diagnostics.push(
                Diagnostic::new(Code::AfterEndlessLoop, "nothing may follow the endless loop")
                    .label(place, "this can never be reached")
                    .label(endless.head, "this loop never ends")
                    .help("move it before the loop or into the loop"),
            );
        }
    }

    /// Lowers a list of units.  Blocks are numbered as they are closed, which is text order.
    fn units(&mut self, nodes: &'a [Node], opener: Span) -> Vec<Unit> {
        let mut units = Vec::new();
        let mut opener = opener;
        self.add_units(nodes, &mut units, &mut opener);
        units.push(self.close_block(opener));
        units
    }

    /// Goes on with a list of units whose last block is being filled; `opener` is what stands before
    /// that block.
    fn add_units(&mut self, nodes: &'a [Node], units: &mut Vec<Unit>, opener: &mut Span) {
        for node in nodes {
            if self.diagnostics.stopped() {
                return;
            }
            match node {
                // The start was lowered apart.
                Node::Comment(_) | Node::Start(_) => {}
                Node::Let(definition) => self.definition(&definition.0),
                Node::Next(next) => self.misplaced_next(next.1),
                Node::Words(run) => {
                    for span in parse::places(self.source, *run) {
                        if self.diagnostics.stopped() {
                            return;
                        }
                        if let Some(word) = self.texts.at(span) {
                            self.add_word(&word, span, units, *opener);
                        }
                    }
                }
                Node::Definition(definition) => self.define(definition),
                Node::Instance(instance) => {
                    self.instance(&instance.0, instance.1, units, opener);
                }
                Node::Loop(inner) => {
                    units.push(self.close_block(*opener));
                    match &inner.counter {
                        Some(counter) => units.extend(self.counted(inner, counter)),
                        None => self.misplaced_endless(inner),
                    }
                    *opener = self.place(inner.close);
                }
                Node::Branch(branch) => {
                    units.push(self.close_block(*opener));
                    units.push(self.branch(branch));
                    *opener = self.place(branch.close);
                }
            }
        }
    }

    /// What comes of some work, and what is found in it, apart from all else.
    fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Findings) {
        let inner = Findings::until(self.diagnostics.stop.as_ref());
        let before = std::mem::replace(self.diagnostics, inner);
        let result = work(self);
        (result, std::mem::replace(self.diagnostics, before))
    }

    /// Where something stands, as far as messages are concerned: in a piece, where its instance does.
    fn place(&self, span: Span) -> Span {
        self.calls.first().map_or(span, |call| call.span)
    }

    /// Adds a word to the block that is being filled; one that is full is closed before.
    fn add_word(&mut self, word: &ast::Word, span: Span, units: &mut Vec<Unit>, opener: Span) {
        if let Some(word) = self.word(word, span)
            && !word.length.is_zero()
        {
            if self.words.len() == MOST_BLOCK_WORDS {
                units.push(self.close_block(opener));
            }
            if self.sought == Some((self.blocks.len(), self.words.len())) && !self.is_checking {
                self.found = Some((self.calls.clone(), span));
            }
            self.words.push(word);
        }
    }

    fn close_block(&mut self, opener: Span) -> Unit {
        let words: Vec<_> = self.words.drain(..).collect();
        let span = match (words.first(), words.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => opener,
        };
        self.blocks.push(Block { words, span });
        Unit::Block(BlockId::from_index(self.blocks.len() - 1))
    }

    fn body(&mut self, nodes: &'a [Node], opener: Span) -> Vec<Unit> {
        self.scope.enter();
        self.nesting += 1;
        let units = self.units(nodes, self.place(opener));
        self.nesting -= 1;
        self.scope.leave(self.diagnostics);
        units
    }

    fn counted(&mut self, inner: &'a ast::Loop, counter: &ast::Counter) -> Option<Unit> {
        let variable = counter.variable;
        self.scope.check_free(variable, NameKind::Counter, self.diagnostics);
        let from = self.bound(&counter.from, variable);
        let upto = self.bound(&counter.upto, variable);
        let number = self.scope.parameters() + self.counters;
        self.counters += 1;
        self.scope.enter();
        self.scope.declare(variable, NameKind::Counter, Affine::variable(number));
        let body = self.body(&inner.body, inner.head);
        self.scope.leave(self.diagnostics);
        self.counters -= 1;
        Some(Unit::Loop(Box::new(Loop {
            name: variable.letter.to_string(),
            variable: number,
            from: from?,
            upto: upto?,
            body,
            span: inner.head,
        })))
    }

    fn bound(&mut self, bound: &Expression, own: ast::Name) -> Option<Affine> {
        let said = ["the bound", "use another letter: bounds are computed before the first pass"];
        self.scope.resolve_for(own, bound, said, self.diagnostics)
    }

    fn misplaced_endless(&mut self, inner: &'a ast::Loop) {
        let around = if self.is_checking { "a piece" } else { "another loop or a branch" };
        self.diagnostics.push(
            Diagnostic::new(
                Code::NestedEndlessLoop,
                format!("the endless loop is inside {around}"),
            )
            .label(inner.head, "no FOR precedes this REPEAT, so it never ends")
            .note("a part that contains an endless loop could never continue")
            .help(
                "give the loop a head, `FOR i FROM ... UPTO ... REP`, or move it to the end \
                       of the text",
            ),
        );
        self.lost(inner);
    }

    /// Lowers an endless loop that is in the wrong place, for the sake of the errors in it.
    fn lost(&mut self, inner: &'a ast::Loop) {
        self.nesting += 1;
        match &inner.state {
            Some(state) => drop(self.state_loop(inner, state)),
            None => drop(self.endless(inner)),
        }
        self.nesting -= 1;
    }

    fn branch(&mut self, branch: &'a ast::Branch) -> Unit {
        let mut arms = Vec::new();
        for arm in &branch.arms {
            let condition = arm.condition.as_ref().and_then(|condition| self.test(condition));
            let body = self.body(&arm.body, arm.head);
            arms.push(Arm { condition, body, span: arm.head });
        }
        let start = branch.arms.first().map_or(branch.close, |arm| arm.head);
        Unit::Branch(Branch { arms, span: start.to(branch.close) })
    }

    fn test(&mut self, condition: &ast::Condition) -> Option<Test> {
        let left = self.scope.resolve(&condition.left, self.diagnostics);
        let right = self.scope.resolve(&condition.right, self.diagnostics);
        Some(Test { difference: &left? - &right?, comparison: condition.comparison })
    }

    fn definition(&mut self, definition: &ast::Let) {
        let name = definition.variable;
        // In a plain list a LET may give a parameter another value for the words that follow.
        if !(self.is_raw && self.scope.is_parameter(name.letter)) {
            self.scope.check_free(name, NameKind::Let, self.diagnostics);
        }
        let said = ["the value", "choose another letter for the new value"];
        let form = self.scope.resolve_for(name, &definition.value, said, self.diagnostics);
        // Without a form an error was reported; the name is known all the same.
        self.scope.declare(name, NameKind::Let, form.unwrap_or_default());
    }
}

fn contains_endless(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Loop(inner) => inner.counter.is_none() || contains_endless(&inner.body),
        Node::Branch(branch) => branch.arms.iter().any(|arm| contains_endless(&arm.body)),
        Node::Definition(definition) => contains_endless(&definition.body),
        _ => false,
    })
}
