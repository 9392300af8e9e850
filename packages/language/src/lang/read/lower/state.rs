//! Endless loops whose passes carry a state.
//!
//! ```text
//! REPEAT u=0 IN 0..a-1
//!   -(a-u) +a
//!   IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a -a +a FI
//!   -v +b
//! ENDREP
//! ```
//!
//! `NEXT` says the state of the next pass, and `v` names it up to the end of this one.  Each pass has one NEXT: in the
//! pass itself, or one in each arm of a branch with an ELSE.  The model has a whole pass for each arm ([`Way`]): what
//! precedes the branch, the arm, and what follows the branch, with the value of `v` put in.

use super::super::ast::{self, Arm, Loop, Node};
use super::super::scope::NameKind;
use super::super::{Findings, limits};
use super::Lowering;
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::{self, StateLoop, Unit, Way};

/// The parts of a pass with one NEXT.
struct Pass<'a> {
    /// What precedes the NEXT or its branch.
    before: &'a [Node],
    /// The arms with a NEXT each; `None` for a NEXT that is in no branch.
    arms: Vec<(Option<&'a Arm>, Split<'a>)>,
    /// What follows.
    after: &'a [Node],
}

/// Nodes with a NEXT among them.
struct Split<'a> {
    before: &'a [Node],
    next: &'a (ast::Let, Span),
    after: &'a [Node],
}

impl<'a> Lowering<'a> {
    /// The units of an endless loop with a state.
    pub(super) fn state_loop(&mut self, inner: &'a Loop, state: &'a ast::State) -> Vec<Unit> {
        let name = state.variable;
        self.scope.check_free(name, NameKind::State, self.diagnostics);
        let [first, least, greatest] =
            [&state.first, &state.least, &state.greatest].map(|bound| self.bound(bound, name));
        let variable = self.scope.parameters() + self.counters;
        let opener = self.close_block(inner.head);
        self.counters += 1;
        self.scope.enter();
        self.scope.declare(name, NameKind::State, Affine::variable(variable));
        let ways = match self.pass(inner) {
            Some(pass) => self.ways(&pass, inner, variable),
            None => {
                // Lowered for the sake of the other errors in it, in which the next states have names.
                self.scope.enter();
                let mut names = Vec::new();
                names_of_next(&inner.body, &mut names);
                for name in names {
                    self.scope.declare(name, NameKind::State, Affine::variable(variable));
                }
                self.body(&inner.body, inner.head);
                self.scope.leave(self.diagnostics);
                None
            }
        };
        self.scope.leave(self.diagnostics);
        self.counters -= 1;
        let head = || {
            let (first, least, greatest) = (first?, least?, greatest?);
            let (name, span) = (name.letter.to_string(), inner.head);
            Some(StateLoop { name, variable, first, least, greatest, ways: ways?, span })
        };
        let head = head().map(|head| Unit::StateLoop(Box::new(head)));
        let close = self.close_block(inner.close);
        [opener].into_iter().chain(head).chain([close]).collect()
    }

    pub(super) fn misplaced_next(&mut self, span: Span) {
        // Of a loop whose NEXTs are reported as a whole.
        let is_reported =
            |it: &Diagnostic| it.code == Code::MisplacedNext || it.code == Code::MissingNext;
        if !self.diagnostics.errors.iter().any(is_reported) {
            let error = Diagnostic::new(
                Code::MisplacedNext,
                "NEXT belongs in an endless loop with a state",
            );
            self.diagnostics.push(
                error
                    .label(span, "no state is carried here")
                    .help("give the loop a state, as in `REPEAT u=0 IN 0..n-1`"),
            );
        }
    }

    /// Where the NEXT of a pass is, or where each arm of a branch has one.
    fn pass(&mut self, inner: &'a Loop) -> Option<Pass<'a>> {
        let nodes = &inner.body[..];
        let mut places = nodes.iter().enumerate().filter(|(_, node)| next(node).is_some());
        let Some((at, node)) = places.next() else {
            self.diagnostics.push(
                Diagnostic::new(Code::MissingNext, "the loop does not say what the next state is")
                    .label(inner.head, "this state never changes")
                    .help("add NEXT to the body, as in `NEXT v=u+1`"),
            );
            return None;
        };
        if let Some(second) = places.find_map(|(_, node)| next(node)) {
            self.two(next(node)?, second);
            return None;
        }
        let (before, after) = (&nodes[..at], &nodes[at + 1..]);
        let arms = match node {
            Node::Next(next) => {
                let split = Split { before: &[], next, after: &[] };
                vec![(None, split)]
            }
            Node::Branch(branch) => {
                let arms = branch.arms.iter().map(|arm| Some((Some(arm), self.split(arm)?)));
                let arms = arms.collect::<Option<Vec<_>>>()?;
                let last = branch.arms.last()?;
                if last.condition.is_some() {
                    self.diagnostics.push(
                        Diagnostic::new(Code::MissingNext, "some passes have no next state")
                            .label(branch.close, "there may be a state for which no arm is taken")
                            .label(last.head, "the last arm has a condition")
                            .help("make ELSE the last arm"),
                    );
                    return None;
                }
                arms
            }
            other => {
                self.nested(next(other)?);
                return None;
            }
        };
        Some(Pass { before, arms, after })
    }

    /// The NEXT of an arm.
    fn split(&mut self, arm: &'a Arm) -> Option<Split<'a>> {
        let mut places =
            arm.body.iter().enumerate().filter_map(|(at, node)| Some((at, node, next(node)?)));
        let Some((at, node, place)) = places.next() else {
            self.diagnostics.push(
                Diagnostic::new(Code::MissingNext, "an arm does not say what the next state is")
                    .label(arm.head, "the other arms have a NEXT")
                    .help("add NEXT to this arm"),
            );
            return None;
        };
        if let Some((_, _, second)) = places.next() {
            self.two(place, second);
            return None;
        }
        let Node::Next(next) = node else {
            self.nested(place);
            return None;
        };
        Some(Split { before: &arm.body[..at], next, after: &arm.body[at + 1..] })
    }

    fn two(&mut self, first: Span, second: Span) {
        self.diagnostics.push(
            Diagnostic::new(Code::MisplacedNext, "a pass has two next states")
                .label(second, "another NEXT")
                .label(first, "the first one")
                .help("write one NEXT, or one in each arm of one branch"),
        );
    }

    fn nested(&mut self, place: Span) {
        self.diagnostics.push(
            Diagnostic::new(Code::MisplacedNext, "NEXT is nested too deep")
                .label(place, "in a counted loop, or in a branch inside a branch")
                .help(
                    "write NEXT in the pass itself, or in each arm of one branch (IF, ELIF, ELSE)",
                ),
        );
    }

    /// A whole pass for each arm.
    fn ways(&mut self, pass: &Pass<'a>, inner: &'a Loop, state: usize) -> Option<Vec<Way>> {
        let shared = self.size(pass.before).saturating_add(self.size(pass.after));
        let copied = shared.saturating_mul(pass.arms.len());
        if copied > limits::PUT_IN {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::PiecesTooLarge,
                    "the ways through a pass expand to too many words",
                )
                .label(inner.head, format!("{} ways", pass.arms.len()))
                .note(format!("limit: words and loops from pieces, {}", limits::PUT_IN)),
            );
            return None;
        }
        let mut ways = Vec::new();
        for (number, (arm, split)) in pass.arms.iter().enumerate() {
            if number == 0 {
                ways.push(self.way(pass, *arm, split, inner, state));
                continue;
            }
            // What is wrong with the shared parts was said once.
            let (stop, known) = (self.diagnostics.stop.clone(), std::mem::take(self.diagnostics));
            *self.diagnostics = Findings { stop, ..Findings::default() };
            ways.push(self.way(pass, *arm, split, inner, state));
            let found = std::mem::replace(self.diagnostics, known);
            self.diagnostics.add_new(found);
        }
        ways.into_iter().collect()
    }

    fn way(
        &mut self,
        pass: &Pass<'a>,
        arm: Option<&'a Arm>,
        split: &Split<'a>,
        inner: &'a Loop,
        state: usize,
    ) -> Option<Way> {
        let head = arm.map_or(inner.head, |arm| arm.head);
        let (mut units, mut opener) = (Vec::new(), self.place(head));
        self.nesting += 1;
        self.scope.enter();
        self.add_units(pass.before, &mut units, &mut opener);
        let condition = arm.and_then(|arm| arm.condition.as_ref()).map(|it| self.test(it));
        // Other names of an arm are not visible after it.
        self.scope.enter();
        self.add_units(split.before, &mut units, &mut opener);
        let next = self.next_state(split.next, state);
        self.name_next(&split.next.0, next.as_ref(), state);
        self.add_units(split.after, &mut units, &mut opener);
        self.scope.leave(self.diagnostics);
        self.name_next(&split.next.0, next.as_ref(), state);
        self.add_units(pass.after, &mut units, &mut opener);
        units.push(self.close_block(opener));
        self.scope.leave(self.diagnostics);
        self.nesting -= 1;
        let condition = match condition {
            Some(test) => Some(test?),
            None => None,
        };
        let arm = model::Arm { condition, body: units, span: head };
        Some(Way { arm, next: next?, span: split.next.1 })
    }

    /// The state of the next pass, from which that of this one follows.
    fn next_state(&mut self, next: &'a (ast::Let, Span), state: usize) -> Option<Affine> {
        let form = self.scope.resolve(&next.0.value, self.diagnostics)?;
        let way = Way {
            arm: model::Arm { condition: None, body: Vec::new(), span: next.1 },
            next: form,
            span: next.1,
        };
        if way.before(state).is_none() {
            self.diagnostics.push(
                Diagnostic::new(Code::NextState, "the state does not follow from the next state")
                    .label(
                        next.0.value.span,
                        "does not contain the state once, with the sign + or -",
                    )
                    .help("write the state plus or minus something, as in `NEXT v=u+r`"),
            );
            return None;
        }
        Some(way.next)
    }

    /// Makes the name of the next state visible; `NEXT u=u+r` gives it none.
    fn name_next(&mut self, next: &ast::Let, form: Option<&Affine>, state: usize) {
        let name = next.variable;
        if self.scope.stands_for(name.letter, &Affine::variable(state)) {
            self.scope.mention(name);
            return;
        }
        self.scope.check_free(name, NameKind::State, self.diagnostics);
        self.scope.declare(name, NameKind::State, form.cloned().unwrap_or_default());
    }
}

/// The names of next states, each once.
fn names_of_next(nodes: &[Node], names: &mut Vec<ast::Name>) {
    for node in nodes {
        match node {
            Node::Next(next) => {
                let name = next.0.variable;
                if names.iter().all(|known| known.letter != name.letter) {
                    names.push(name);
                }
            }
            Node::Loop(inner) => names_of_next(&inner.body, names),
            Node::Branch(branch) => {
                branch.arms.iter().for_each(|arm| names_of_next(&arm.body, names));
            }
            _ => {}
        }
    }
}

/// The first NEXT in a node.
fn next(node: &Node) -> Option<Span> {
    match node {
        Node::Next(next) => Some(next.1),
        Node::Loop(inner) => inner.body.iter().find_map(next),
        Node::Branch(branch) => branch.arms.iter().flat_map(|arm| &arm.body).find_map(next),
        _ => None,
    }
}
