//! Loops and branches whose end has not come, and what is said when it never comes.
//!
//! An end that is missing is told at the beginning that it belongs to: there it was forgotten, and it
//! shows only much later that something is open.

use super::ast::{Arm, Branch, Condition, Counter, Definition, Head, Loop, Node};
use super::keyword;
use super::{Diagnostics, limits};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};

/// The forms that have an end of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnclosedForm {
    Loop,
    Branch,
    Definition,
}

impl UnclosedForm {
    /// The keyword that usually begins it, and the one that ends it.
    pub(super) fn keywords(self) -> (&'static str, &'static str) {
        match self {
            Self::Loop => ("REP", "PER"),
            Self::Branch => ("IF", "FI"),
            Self::Definition => ("DEF", "END"),
        }
    }
}

/// A loop, an arm of a branch or a definition whose end has not come yet.
pub(super) struct Open {
    pub kind: OpenKind,
    pub head: Span,
    pub body: Vec<Node>,
}

/// What is open.
pub(super) enum OpenKind {
    Loop(Option<Counter>),
    Start,
    Arm { earlier: Vec<Arm>, condition: Option<Condition>, otherwise: bool },
    Definition(Head),
}

/// A loop that ends with the keyword of the other kind of loop.
pub(super) struct Mixed {
    head: Span,
    close: Span,
    is_counted: bool,
    closer: &'static str,
}

impl Open {
    pub(super) fn form(&self) -> UnclosedForm {
        match self.kind {
            OpenKind::Loop(_) | OpenKind::Start => UnclosedForm::Loop,
            OpenKind::Arm { .. } => UnclosedForm::Branch,
            OpenKind::Definition(_) => UnclosedForm::Definition,
        }
    }

    /// Does it end, so that no endless loop can stand in it?
    fn is_finite(&self) -> bool {
        !matches!(self.kind, OpenKind::Loop(None))
    }

    fn is_counted(&self) -> bool {
        matches!(self.kind, OpenKind::Loop(Some(_)))
    }

    /// The keyword that ends it.
    pub(super) fn closer(&self) -> &'static str {
        match self.kind {
            OpenKind::Loop(Some(_)) => "PER",
            OpenKind::Loop(None) | OpenKind::Start => "ENDREP",
            OpenKind::Arm { .. } => "FI",
            OpenKind::Definition(_) => "END",
        }
    }

    /// The keyword that begins it.
    pub(super) fn opener(&self) -> &'static str {
        match self.kind {
            OpenKind::Loop(Some(_)) => "FOR",
            OpenKind::Loop(None) => "REPEAT",
            OpenKind::Start => "FROM_INFINITY_DOWN REPEAT",
            OpenKind::Arm { .. } => "IF",
            OpenKind::Definition(_) => "DEF",
        }
    }

    /// The place to show: of a branch, its IF.
    pub(super) fn start(&self) -> Span {
        match &self.kind {
            OpenKind::Arm { earlier, .. } => earlier.first().map_or(self.head, |arm| arm.head),
            OpenKind::Loop(_) | OpenKind::Start | OpenKind::Definition(_) => self.head,
        }
    }

    /// What there is to remember if this loop is closed by `closer` at `close`.
    pub(super) fn mixed(&self, source: &str, closer: &'static str, close: Span) -> Option<Mixed> {
        let head = source.get(self.head.range())?;
        // Who begins the endless loop with the short keyword may end it with the short one.
        let fits = match self.kind {
            OpenKind::Loop(Some(_)) => closer == "PER",
            OpenKind::Loop(None) => closer != "PER" || keyword::spelling(head) != Some("REPEAT"),
            OpenKind::Start | OpenKind::Arm { .. } | OpenKind::Definition(_) => true,
        };
        let is_counted = self.is_counted();
        (!fits).then_some(Mixed { head: self.head, close, is_counted, closer })
    }

    pub(super) fn close(self, close: Span) -> Node {
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
            (None, Some(inside)) if inside.form() == UnclosedForm::Branch => inside.start(),
            _ => return None,
        };
        Some(Span::new(self.head.start, inner.start + "IF".len()))
    }
}

/// Where the line begins.
fn line_start(source: &str, at: usize) -> usize {
    source[..at].rfind('\n').map_or(0, |before| before + 1)
}

/// The change that closes what begins at `head`: behind its body where that is indented, else at `limit`.
fn closing(source: &str, head: Span, limit: usize, closer: &str) -> Edit {
    let is_first = |at: usize| source[line_start(source, at)..at].trim().is_empty();
    let indent = |at: usize| &source[line_start(source, at)..at];
    let mut place = limit;
    if is_first(head.start) {
        let body = head.end..limit.max(head.end);
        let lines = source[body.clone()].match_indices('\n').map(|(at, _)| body.start + at + 1);
        let first =
            |start: usize| start + source[start..].find(|it| it != ' ' && it != '\t').unwrap_or(0);
        let mut margins = lines.map(first).filter(|at| !source[*at..].starts_with(['\n', '\r']));
        let is_arm =
            |at: usize| source[at..].starts_with("ELIF") || source[at..].starts_with("ELSE");
        let is_inside = |at: &usize| is_arm(*at) || indent(*at).len() > indent(head.start).len();
        if margins.next().is_some_and(|at| is_inside(&at)) {
            place = margins.find(|at| !is_inside(at)).unwrap_or(limit).min(limit);
        }
    }
    match is_first(place) {
        true => {
            Edit { span: Span::new(place, place), text: format!("{closer}\n{}", indent(place)) }
        }
        false => Edit { span: Span::new(place, place), text: format!("{closer} ") },
    }
}

/// The first token of the lines above that stand farther to the right than the line of a closing keyword, which
/// begins that line.
pub(super) fn body_before(source: &str, close: Span) -> Option<Span> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut start = line_start(source, close.start);
    let margin = close.start - start;
    if !source[start..close.start].trim().is_empty() {
        return None;
    }
    let mut found = None;
    while start > 0 {
        let end = start - 1;
        start = line_start(source, end);
        let line = &source[start..end];
        if line.trim().is_empty() {
            continue;
        }
        if indent(line) <= margin {
            break;
        }
        let first = line.split_whitespace().next()?;
        found = Some(Span::new(start + indent(line), start + indent(line) + first.len()));
    }
    found
}

/// Reports all that is open from number `first` on and should have ended before `keyword`.
pub(super) fn report_before(
    open: &[Open],
    first: usize,
    keyword: &str,
    span: Span,
    source: &str,
    diagnostics: &mut Diagnostics,
) {
    let rest = report_else_if(open, first, diagnostics);
    for one in rest.into_iter().rev() {
        let (opener, closer) = (one.opener(), one.closer());
        let mut error = Diagnostic::new(Code::Unclosed, format!("this {opener} has no {closer}"))
            .label(one.start(), format!("{closer} is missing"))
            .label(span, format!("before this {keyword}"))
            .note("loops and branches must be nested; they cannot cross")
            .help(format!("write {closer} where it ends"));
        if diagnostics.errors.len() < limits::DIAGNOSTICS {
            error = error.change(closing(source, one.start(), span.start, closer));
        }
        diagnostics.push(error);
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
            Diagnostic::new(Code::Unclosed, "ELSE IF begins a branch of its own, which has no FI")
                .label(place, "a second IF")
                .note(
                    "write a branch with several conditions as `IF ... THEN ... ELIF ... THEN \
                       ... ELSE ... FI`",
                )
                .help("write `ELIF`")
        });
        error = Some(known.edit(place, "ELIF"));
    }
    error.into_iter().for_each(|error| diagnostics.push(error));
    rest
}

/// Reports what is open at the end of the text, and `ignored` more.
pub(super) fn report_at_end(
    open: &[Open],
    ignored: usize,
    mixed: &[Mixed],
    source: &str,
    diagnostics: &mut Diagnostics,
) {
    const SHOWN: usize = 4;
    let length = source.trim_end().len();
    let end = Span::new(length, length);
    let rest = report_else_if(open, 0, diagnostics);
    let forgotten = |one: &&&Open| one.forgotten(mixed, source).is_some();
    let (forgotten, rest): (Vec<&Open>, Vec<&Open>) = rest.iter().partition(forgotten);
    for one in &forgotten {
        diagnostics.extend(one.forgotten(mixed, source));
    }
    if forgotten.is_empty() && open.is_empty() {
        mixed.iter().for_each(|it| diagnostics.push(it.warning()));
    }
    let count = rest.len() + ignored;
    let Some(last) = rest.last() else { return };
    let (opener, closer) = (last.opener(), last.closer());
    let mut error = match count {
        1 => Diagnostic::new(Code::Unclosed, format!("this {opener} has no {closer}"))
            .label(last.start(), format!("{closer} is missing")),
        _ => Diagnostic::new(
            Code::Unclosed,
            format!("{count} loops and branches are not closed at the end of the text"),
        ),
    };
    for one in rest.iter().rev().take(SHOWN).filter(|_| count > 1) {
        error = error.label(one.start(), format!("this {} has no {}", one.opener(), one.closer()));
    }
    if ignored == 0 {
        let inside = last.endless_inside().filter(|_| count == 1);
        let change = match inside {
            Some(inside) => closing(source, last.start(), inside.start, last.closer()),
            None => {
                let closers: Vec<_> = rest.iter().rev().map(|one| one.closer()).collect();
                Edit { span: end, text: format!("\n{}", closers.join("\n")) }
            }
        };
        if count == 1 {
            error = error.label(change.span, "before this place");
        }
        error = error.help(format!("write {} where it ends", last.closer())).change(change);
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
    fn forgotten(&self, mixed: &[Mixed], source: &str) -> Option<Diagnostic> {
        if self.is_counted() || self.form() != UnclosedForm::Loop {
            return None;
        }
        let inside =
            mixed.iter().rev().find(|it| it.is_counted && it.head.start > self.head.start)?;
        Some(
            Diagnostic::new(Code::Unclosed, "this FOR has no PER")
                .label(inside.head, "PER is missing")
                .label(inside.close, format!("this {} ends the REPEAT around it", inside.closer))
                .help("write PER where the loop ends")
                .change(closing(source, inside.head, inside.close.start, "PER")),
        )
    }
}

impl Mixed {
    fn warning(&self) -> Diagnostic {
        let (opener, right) = if self.is_counted { ("FOR", "PER") } else { ("REPEAT", "ENDREP") };
        Diagnostic::new(Code::OtherEnd, format!("this {opener} ends with {}", self.closer))
            .label(self.close, format!("{right} would show which loop ends"))
            .label(self.head, "the loop")
            .note("the text means the same; `grundy verify --fix` changes the keyword")
            .help(format!("write `{right}`"))
            .edit(self.close, right)
    }
}
