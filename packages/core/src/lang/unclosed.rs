//! Loops and branches whose end has not come, and what is said when it never comes.
//!
//! An end that is missing is told at the beginning that it belongs to: there it was forgotten, and it
//! shows only much later that something is open.

use super::Diagnostics;
use super::ast::{Arm, Branch, Condition, Counter, Definition, Head, Loop, Node};
use super::keyword::Keyword;
use crate::diagnostic::{Diagnostic, Span};

/// The forms that have an end of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Loop,
    Branch,
    Definition,
}

impl Form {
    /// The keyword that usually begins it, and the one that ends it.
    pub fn keywords(self) -> (&'static str, &'static str) {
        match self {
            Self::Loop => ("REP", "PER"),
            Self::Branch => ("IF", "FI"),
            Self::Definition => ("DEF", "END"),
        }
    }
}

/// A loop, an arm of a branch or a definition whose end has not come yet.
pub struct Open {
    pub kind: OpenKind,
    pub head: Span,
    pub body: Vec<Node>,
}

/// What is open.
pub enum OpenKind {
    Loop(Option<Counter>),
    Start,
    Arm { earlier: Vec<Arm>, condition: Option<Condition>, otherwise: bool },
    Definition(Head),
}

/// A loop that ends with the keyword of the other kind of loop.
pub struct Mixed {
    head: Span,
    close: Span,
    is_counted: bool,
    closer: &'static str,
}

impl Open {
    pub fn form(&self) -> Form {
        match self.kind {
            OpenKind::Loop(_) | OpenKind::Start => Form::Loop,
            OpenKind::Arm { .. } => Form::Branch,
            OpenKind::Definition(_) => Form::Definition,
        }
    }

    /// Does it end, so that no endless loop can stand in it?
    fn is_finite(&self) -> bool {
        !matches!(self.kind, OpenKind::Loop(None) | OpenKind::Arm { .. })
    }

    fn is_counted(&self) -> bool {
        matches!(self.kind, OpenKind::Loop(Some(_)))
    }

    /// The keyword that ends it.
    pub fn closer(&self) -> &'static str {
        match self.kind {
            OpenKind::Loop(Some(_)) => "PER",
            OpenKind::Loop(None) | OpenKind::Start => "ENDREP",
            OpenKind::Arm { .. } => "FI",
            OpenKind::Definition(_) => "END",
        }
    }

    /// The keyword that begins it.
    pub fn opener(&self) -> &'static str {
        match self.kind {
            OpenKind::Loop(Some(_)) => "FOR",
            OpenKind::Loop(None) => "REPEAT",
            OpenKind::Start => "FROM_INFINITY_DOWN REPEAT",
            OpenKind::Arm { .. } => "IF",
            OpenKind::Definition(_) => "DEF",
        }
    }

    /// The place to show: of a branch, its IF.
    pub fn start(&self) -> Span {
        match &self.kind {
            OpenKind::Arm { earlier, .. } => earlier.first().map_or(self.head, |arm| arm.head),
            OpenKind::Loop(_) | OpenKind::Start | OpenKind::Definition(_) => self.head,
        }
    }

    /// What there is to remember if this loop is closed by `closer` at `close`.
    pub fn mixed(&self, source: &str, closer: &'static str, close: Span) -> Option<Mixed> {
        let head = source.get(self.head.range())?;
        // Who begins the endless loop with the short keyword may end it with the short one.
        let fits = match self.kind {
            OpenKind::Loop(Some(_)) => closer == "PER",
            OpenKind::Loop(None) => closer != "PER" || Keyword::spelling(head) != Some("REPEAT"),
            OpenKind::Start | OpenKind::Arm { .. } | OpenKind::Definition(_) => true,
        };
        let is_counted = self.is_counted();
        (!fits).then_some(Mixed { head: self.head, close, is_counted, closer })
    }

    /// The endless loop in a counted one or a definition, and what follows it, taken out.
    pub fn split_at_endless(&mut self) -> Vec<Node> {
        let is_endless = |node: &Node| matches!(node, Node::Loop(inner) if inner.counter.is_none());
        match self.body.iter().position(is_endless).filter(|_| self.is_finite()) {
            Some(index) => self.body.split_off(index),
            None => Vec::new(),
        }
    }

    pub fn close(self, close: Span) -> Node {
        match self.kind {
            OpenKind::Loop(counter) => {
                Node::Loop(Box::new(Loop { counter, body: self.body, head: self.head, close }))
            }
            OpenKind::Start => {
                let (body, head) = (self.body, self.head);
                Node::Start(Box::new(Loop { counter: None, body, head, close }))
            }
            OpenKind::Arm { earlier: mut arms, condition, .. } => {
                arms.push(Arm { condition, body: self.body, head: self.head });
                Node::Branch(Box::new(Branch { arms, close }))
            }
            OpenKind::Definition(signature) => Node::Definition(Box::new(Definition {
                signature,
                body: self.body,
                head: self.head,
                close,
            })),
        }
    }

    /// The piece `ELSE IF`, if that is what stands here: an ELSE whose arm begins with a branch.
    fn else_if(&self, inside: Option<&Self>) -> Option<Span> {
        let OpenKind::Arm { otherwise: true, .. } = self.kind else { return None };
        let inner = match (self.body.first(), inside) {
            (Some(Node::Branch(branch)), _) => branch.arms.first()?.head,
            (None, Some(inside)) if inside.form() == Form::Branch => inside.start(),
            _ => return None,
        };
        Some(Span::new(self.head.start, inner.start + "IF".len()))
    }
}

/// Reports all that is open from number `first` on and should have ended before `keyword`.
pub fn report_before(
    open: &[Open],
    first: usize,
    keyword: &str,
    span: Span,
    diagnostics: &mut Diagnostics,
) {
    let rest = report_else_if(open, first, diagnostics);
    for one in rest.into_iter().rev() {
        let (opener, closer) = (one.opener(), one.closer());
        diagnostics.push(
            Diagnostic::error("E0118", format!("this {opener} has no {closer}"))
                .label(one.start(), format!("{closer} is missing"))
                .label(span, format!("before this {keyword}"))
                .note("loops and branches must lie inside one another, they cannot cross")
                .help(format!("write {closer} where it ends"))
                .edit(Span::new(span.start, span.start), format!("{closer} ")),
        );
    }
}

/// Reports the branches that `ELSE IF` left open, and gives those that are open otherwise.
fn report_else_if<'a>(
    open: &'a [Open],
    first: usize,
    diagnostics: &mut Diagnostics,
) -> Vec<&'a Open> {
    let mut rest = Vec::new();
    let mut error: Option<Diagnostic> = None;
    for (index, one) in open.iter().enumerate().skip(first) {
        let Some(place) = one.else_if(open.get(index + 1)) else {
            rest.push(one);
            continue;
        };
        let known = error.take().unwrap_or_else(|| {
            Diagnostic::error("E0118", "ELSE IF begins a branch of its own, which has no FI")
                .label(place, "a second IF")
                .note("a branch with several conditions is written `IF ... THEN ... ELIF ... THEN ... ELSE ... FI`")
                .help("write `ELIF`")
        });
        error = Some(known.edit(place, "ELIF"));
    }
    error.into_iter().for_each(|error| diagnostics.push(error));
    rest
}

/// Reports what is open at the end of the text, and `ignored` more.
pub fn report_at_end(
    open: &[Open],
    ignored: usize,
    mixed: &[Mixed],
    end: Span,
    diagnostics: &mut Diagnostics,
) {
    const SHOWN: usize = 4;
    let rest = report_else_if(open, 0, diagnostics);
    let forgotten = |one: &&&Open| one.forgotten(mixed).is_some();
    let (forgotten, rest): (Vec<&Open>, Vec<&Open>) = rest.iter().partition(forgotten);
    for one in &forgotten {
        diagnostics.extend(one.forgotten(mixed));
    }
    if forgotten.is_empty() && open.is_empty() {
        mixed.iter().for_each(|it| diagnostics.push(it.warning()));
    }
    let count = rest.len() + ignored;
    let Some(last) = rest.last() else { return };
    let (opener, closer) = (last.opener(), last.closer());
    let mut error = match count {
        1 => Diagnostic::error("E0118", format!("this {opener} has no {closer}")),
        _ => Diagnostic::error(
            "E0118",
            format!("{count} loops and branches are not closed at the end of the text"),
        ),
    };
    for one in rest.iter().rev().take(SHOWN) {
        error = error.label(one.start(), format!("this {} has no {}", one.opener(), one.closer()));
    }
    if ignored == 0 {
        let (place, gap) = match last.endless_inside() {
            Some(head) if count == 1 => (Span::new(head.start, head.start), ' '),
            _ => (end, '\n'),
        };
        let closers: Vec<_> = rest.iter().rev().map(|one| one.closer()).collect();
        let closers = closers.join("\n");
        let text = if gap == ' ' { format!("{closers} ") } else { format!("\n{closers}") };
        error = error.help(format!("write {} where it ends", last.closer())).edit(place, text);
    }
    diagnostics.push(error);
}

impl Open {
    /// The head of an endless loop that stands in this counted one or definition.
    fn endless_inside(&self) -> Option<Span> {
        self.body.iter().filter(|_| self.is_finite()).find_map(|node| match node {
            Node::Loop(inner) if inner.counter.is_none() => Some(inner.head),
            _ => None,
        })
    }

    /// An endless loop stays open where its end was taken for that of a counted loop inside.
    fn forgotten(&self, mixed: &[Mixed]) -> Option<Diagnostic> {
        if self.is_counted() || self.form() != Form::Loop {
            return None;
        }
        let inside =
            mixed.iter().rev().find(|it| it.is_counted && it.head.start > self.head.start)?;
        let before = Span::new(inside.close.start, inside.close.start);
        Some(
            Diagnostic::error("E0118", "this FOR has no PER")
                .label(inside.head, "PER is missing")
                .label(inside.close, format!("this {} ends the REPEAT around it", inside.closer))
                .help("write PER where the loop ends")
                .edit(before, "PER "),
        )
    }
}

impl Mixed {
    fn warning(&self) -> Diagnostic {
        let (opener, right) = if self.is_counted { ("FOR", "PER") } else { ("REPEAT", "ENDREP") };
        Diagnostic::warning("W0203", format!("this {opener} ends with {}", self.closer))
            .label(self.close, format!("{right} would show which loop ends"))
            .label(self.head, "the loop")
            .note("the text means the same; `grundy verify --fix` changes the keyword")
            .help(format!("write `{right}`"))
            .edit(self.close, right)
    }
}
