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
use super::super::limits;
use super::super::scope::NameKind;
use super::Lowering;
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::model::{self, StateLoop, Unit, Way};

/// What to try.
const STATE: &str = "give the loop a state, as in `REPEAT u=0 IN 0..n-1`";
const ONE: &str = "write NEXT in the pass itself, or in each arm of one branch (IF, ELIF, ELSE)";

/// Nodes with one among them that says the next state.
struct Split<'a> {
    before: &'a [Node],
    here: &'a Node,
    after: &'a [Node],
}

/// The node that says the next state; `place` is the head of what the nodes are the body of.
fn split(nodes: &[Node], place: Span) -> Result<Split<'_>, Box<Diagnostic>> {
    let mut places = nodes.iter().enumerate().filter_map(|(at, node)| Some((at, next(node)?)));
    let Some((at, first)) = places.next() else {
        let error = Diagnostic::new(Code::MissingNext, "the next state is missing");
        let error = error.label(place, "has no NEXT");
        return Err(Box::new(error.help("say what the next state is, as in `NEXT v=u+1`")));
    };
    if let Some((_, second)) = places.next() {
        let error = Diagnostic::new(Code::MisplacedNext, "a pass has two next states");
        let error = error.label(second, "another NEXT").label(first, "the first one");
        return Err(Box::new(error.help(ONE)));
    }
    Ok(Split { before: &nodes[..at], here: &nodes[at], after: &nodes[at + 1..] })
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

/// An arm with a NEXT, if it is in a branch.
type ArmWithNext<'a> = (Option<&'a Arm>, Split<'a>);

/// The arms that say the next state, or the only NEXT.
fn arms<'a>(here: &'a Node) -> Result<Vec<ArmWithNext<'a>>, Box<Diagnostic>> {
    let is_next = |split: &Split<'a>| matches!(split.here, Node::Next(_));
    let nested = |node| {
        let error = Diagnostic::new(Code::MisplacedNext, "NEXT is nested too deep");
        let error =
            next(node).map(|place| error.label(place, "in a loop, or a branch in a branch"));
        error.map(|error| Box::new(error.help(ONE)))
    };
    let Node::Branch(branch) = here else {
        let split = Split { before: &[], here, after: &[] };
        let error = nested(here).filter(|_| !is_next(&split));
        return error.map_or(Ok(vec![(None, split)]), Err);
    };
    let mut arms = Vec::new();
    for arm in &branch.arms {
        let split = split(&arm.body, arm.head)?;
        if let Some(error) = nested(split.here).filter(|_| !is_next(&split)) {
            return Err(error);
        }
        arms.push((Some(arm), split));
    }
    match branch.arms.last() {
        Some(last) if last.condition.is_some() => {
            let error = Diagnostic::new(Code::MissingNext, "some passes have no next state");
            let error = error.label(branch.close, "there may be a state for which no arm is taken");
            let error = error.label(last.head, "the last arm has a condition");
            Err(Box::new(error.help("make ELSE the last arm")))
        }
        _ => Ok(arms),
    }
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
        let pass = split(&inner.body, inner.head);
        let ways = match pass.and_then(|pass| Ok((arms(pass.here)?, pass))) {
            Ok((arms, pass)) => self.ways(&pass, &arms, inner, variable),
            Err(error) => {
                self.diagnostics.push(*error);
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
        let what = "NEXT belongs in an endless loop with a state";
        let error = Diagnostic::new(Code::MisplacedNext, what);
        self.diagnostics.push_once(error.label(span, "no state is carried here").help(STATE));
    }

    /// A whole pass for each arm.
    fn ways(
        &mut self,
        pass: &Split<'a>,
        arms: &[ArmWithNext<'a>],
        inner: &'a Loop,
        state: usize,
    ) -> Option<Vec<Way>> {
        let shared = self.size(pass.before).saturating_add(self.size(pass.after));
        if shared.saturating_mul(arms.len()) > limits::PUT_IN {
            let what = "the ways through a pass expand to too many words";
            self.report_too_large(what, inner.head, counted(arms.len(), "way"));
            return None;
        }
        let mut ways = Vec::new();
        for arm in arms {
            // What is wrong with the parts that all ways share is said once.
            let (way, found) = self.apart(|inside| inside.way(pass, arm, inner, state));
            ways.push(way);
            self.diagnostics.add_new(found);
        }
        ways.into_iter().collect()
    }

    fn way(
        &mut self,
        pass: &Split<'a>,
        (arm, split): &ArmWithNext<'a>,
        inner: &'a Loop,
        state: usize,
    ) -> Option<Way> {
        let Node::Next(next) = split.here else { return None };
        let span = arm.map_or(inner.head, |arm| arm.head);
        let (mut units, mut opener) = (Vec::new(), self.place(span));
        self.nesting += 1;
        self.scope.enter();
        self.add_units(pass.before, &mut units, &mut opener);
        let condition = arm.and_then(|arm| arm.condition.as_ref()).map(|it| self.test(it));
        // Other names of an arm are not visible after it.
        self.scope.enter();
        self.add_units(split.before, &mut units, &mut opener);
        let form = self.scope.resolve(&next.0.value, self.diagnostics);
        self.name_next(&next.0, form.as_ref(), state);
        self.add_units(split.after, &mut units, &mut opener);
        self.scope.leave(self.diagnostics);
        self.name_next(&next.0, form.as_ref(), state);
        self.add_units(pass.after, &mut units, &mut opener);
        units.push(self.close_block(opener));
        self.scope.leave(self.diagnostics);
        self.nesting -= 1;
        let condition = match condition {
            Some(test) => Some(test?),
            None => None,
        };
        let arm = model::Arm { condition, body: units, span };
        let way = Way { arm, next: form?, span: next.1 };
        if way.before(state).is_none() {
            let what = "the state does not follow from the next state";
            let error = Diagnostic::new(Code::NextState, what)
                .label(next.0.value.span, "does not contain the state once, with the sign + or -")
                .help("write the state plus or minus something, as in `NEXT v=u+r`");
            self.diagnostics.push(error);
            return None;
        }
        Some(way)
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
