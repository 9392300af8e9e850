//! Ends that are missing, and those that end nothing.
//!
//! A missing end is reported at the beginning that it belongs to: there it was forgotten, and it
//! shows only much later that something is open.

use super::line::gap_before;
use super::repair::Repair;
use crate::diagnostic::{Code, Diagnostic, Edit, Span, Unknown};
use crate::lang::read::ast::Node;
use crate::lang::read::tree::{Builder, Form, Mixed, Open, OpenKind, opener};

/// The piece `ELSE IF`, if that is what stands here: an ELSE whose arm begins with a branch.
fn else_if(open: &Open, inside: Option<&Open>) -> Option<Span> {
    let inner = match (open.body.first(), inside) {
        _ if !open.is_else() => return None,
        (Some(Node::Branch(branch)), _) => branch.arms.first()?.head,
        (None, Some(inside)) if inside.form() == Form::Branch => inside.start(),
        _ => return None,
    };
    Some(Span::new(open.head.start, inner.start + "IF".len()))
}

/// The branches that `ELSE IF` left open from number `first` on, as one error, and the other parts that are open.
fn else_ifs(open: &[Open], first: usize) -> (Option<Diagnostic>, Vec<&Open>) {
    let (mut places, mut rest) = (Vec::new(), Vec::new());
    for (index, one) in open.iter().enumerate().skip(first) {
        match else_if(one, open.get(index + 1)) {
            Some(place) => places.push(place),
            None => rest.push(one),
        }
    }
    let error = places.first().map(|place| {
        let error =
            Diagnostic::new(Code::Unclosed, "ELSE IF begins a branch of its own, which has no FI")
                .label(*place, "a second IF")
                .note(
                    "write a branch with several conditions as `IF ... THEN ... ELIF ... THEN \
                       ... ELSE ... FI`",
                )
                .help("write `ELIF`");
        places.iter().fold(error, |error, place| error.edit(*place, "ELIF"))
    });
    (error, rest)
}

/// Where the line begins.
fn line_start(source: &str, at: usize) -> usize {
    source[..at].rfind('\n').map_or(0, |before| before + 1)
}

/// The change that closes what begins at `head`: after its body where that is indented, else at `limit`.
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
    let text = match is_first(place) {
        true => format!("{closer}\n{}", indent(place)),
        false => format!("{closer} "),
    };
    Edit { span: Span::new(place, place), text }
}

/// The first token of the lines above that stand farther to the right than the line of a closing keyword, which
/// begins that line.
fn body_before(source: &str, close: Span) -> Option<Span> {
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

/// An endless loop stays open where its end was taken for that of a counted loop inside.
fn forgotten(open: &Open, mixed: &[Mixed], source: &str) -> Option<Diagnostic> {
    if !matches!(open.kind, OpenKind::Loop(None) | OpenKind::Start) {
        return None;
    }
    let inside = mixed.iter().rev().find(|it| it.is_counted && it.head.start > open.head.start)?;
    let closer = &source[inside.close.range()];
    Some(
        Diagnostic::new(Code::Unclosed, "this FOR has no PER")
            .label(inside.head, "PER is missing")
            .label(inside.close, format!("this {closer} ends the REPEAT around it"))
            .help("write PER where the loop ends")
            .change(closing(source, inside.head, inside.close.start, "PER")),
    )
}

/// The head of an endless loop that stands in this part, which ends.
fn endless_inside(open: &Open) -> Option<Span> {
    let is_finite = !matches!(open.kind, OpenKind::Loop(None));
    open.body.iter().filter(|_| is_finite).find_map(|node| match node {
        Node::Loop(inner) if inner.counter.is_none() => Some(inner.head),
        _ => None,
    })
}

impl Repair {
    /// Deals with an end, or an arm, at which another part is open, or none.
    pub(super) fn end(&mut self, form: Form, span: Span, error: Diagnostic) {
        let (source, open) = (&self.mended.text, &self.builder.open);
        if let Some(depth) = open.iter().rposition(|open| open.form() == form) {
            let keyword = source[span.range()].split_whitespace().next().unwrap_or_default();
            let (else_if, rest) = else_ifs(open, depth + 1);
            let mut errors: Vec<_> = else_if.into_iter().collect();
            for one in rest.into_iter().rev() {
                let (opener, closer) = one.keywords();
                let missing =
                    Diagnostic::new(Code::Unclosed, format!("this {opener} has no {closer}"))
                        .label(one.start(), format!("{closer} is missing"))
                        .label(span, format!("before this {keyword}"))
                        .note("loops and branches must be nested; they cannot cross")
                        .help(format!("write {closer} where it ends"));
                errors.push(missing.change(closing(source, one.start(), span.start, closer)));
            }
            let missing = open[depth + 1..].iter().rev();
            let closers: String =
                missing.clone().map(|one| one.keywords().1.to_owned() + " ").collect();
            self.closed_early.extend(missing.map(Open::form));
            errors.into_iter().for_each(|error| self.push(error));
            self.apply(&[Edit { span: Span::new(span.start, span.start), text: closers }]);
            self.items.go_to(span.start);
            return;
        }
        // In loops and branches an END was meant to close them.
        let is_early = self.closed_early.contains(&form);
        if form == Form::Definition && !open.is_empty() && !is_early {
            return self.token(span);
        }
        if self.stray(form, span, error) {
            self.mended.blank(span);
        }
    }

    /// Reports an end that ends nothing; gives whether it is left out.
    fn stray(&mut self, form: Form, span: Span, mut error: Diagnostic) -> bool {
        let source = &self.mended.text;
        let keyword = source[span.range()].split_whitespace().next().unwrap_or_default();
        let keyword = keyword.to_owned();
        if keyword == "ELSE" || keyword == "ELIF" {
            error = Diagnostic::new(Code::EndWithoutBeginning, format!("this {keyword} has no IF"))
                .label(span, "no branch is open here");
            // Neither has the FI that follows it.
            self.closed_early.push(form);
            self.push(error);
            return true;
        }
        if let Some(early) = self.closed_early.iter().position(|it| *it == form) {
            self.closed_early.swap_remove(early);
            // It was said to be missing before another end: there it belongs.
            let what = format!(" has no {keyword}");
            let missing =
                |it: &&mut Diagnostic| it.code == Code::Unclosed && it.message.ends_with(&what);
            if let Some(error) = self.findings.errors.iter_mut().rev().find(missing) {
                let before = gap_before(source, span.start);
                let place = self.mended.origin(Span::new(before, span.end));
                error.edits.push(Edit { span: place, text: String::new() });
            }
            return true;
        }
        if self.lost.contains(&Unknown::Nesting) {
            return true;
        }
        let opener = opener(&keyword);
        let is_first = !self.findings.errors.iter().any(|it| it.code == Code::EndWithoutBeginning);
        if opener == "REPEAT" && is_first && self.swapped(span) {
            return false;
        }
        let source = &self.mended.text;
        if let Some(body) = is_first.then(|| body_before(source, span)).flatten() {
            error = error.label(body, format!("{opener} may be missing before this"));
        } else if self.builder.ended.is_some() {
            let before = gap_before(source, span.start);
            error = error.help(format!("leave this {keyword} out"));
            error = error.edit(Span::new(before, span.end), "");
        }
        if let Some(open) = self.builder.open.last() {
            let (opener, closer) = open.keywords();
            error = error.label(open.start(), format!("this {opener} ends with {closer}"));
        }
        self.push(error);
        true
    }

    /// An ENDREP that comes before the only REPEAT, which ends the text.
    fn swapped(&mut self, span: Span) -> bool {
        let rest = self.mended.text[span.end..].trim_end();
        let is_swapped = rest.ends_with("REPEAT")
            && rest.split_whitespace().all(|it| !["ENDREP", "PER", "FOR", "IF"].contains(&it))
            && rest.matches("REPEAT").count() == 1;
        if is_swapped {
            let end = span.end + rest.len();
            let other = Span::new(end - "REPEAT".len(), end);
            let what = "ENDREP and REPEAT are swapped";
            let error = Diagnostic::new(Code::EndWithoutBeginning, what)
                .label(span, "the loop begins with REPEAT")
                .label(other, "and ends with ENDREP")
                .help("exchange them")
                .edit(span, "REPEAT")
                .edit(other, "ENDREP");
            let edits = error.edits.clone();
            self.push(error);
            self.apply(&edits);
            self.items.go_to(span.start);
        }
        is_swapped
    }

    /// Reports what is open at the end of the text.
    pub(super) fn end_of_text(&mut self) {
        const SHOWN: usize = 4;
        let (source, Builder { open, mixed, .. }) = (&self.mended.text, &self.builder);
        let length = self.end_of_code();
        let end = Span::new(length, length);
        let (else_if, rest) = else_ifs(open, 0);
        let mut errors: Vec<_> = else_if.into_iter().collect();
        let (told, rest): (Vec<&Open>, Vec<&Open>) =
            rest.iter().partition(|one| forgotten(one, mixed, source).is_some());
        errors.extend(told.iter().filter_map(|one| forgotten(one, mixed, source)));
        if let Some(last) = rest.last() {
            let (opener, closer) = last.keywords();
            let count = rest.len();
            let mut error = match count {
                1 => Diagnostic::new(Code::Unclosed, format!("this {opener} has no {closer}"))
                    .label(last.start(), format!("{closer} is missing")),
                _ => Diagnostic::new(
                    Code::Unclosed,
                    format!("{count} loops and branches are not closed at the end of the text"),
                ),
            };
            for one in rest.iter().rev().take(SHOWN).filter(|_| count > 1) {
                let (opener, closer) = one.keywords();
                error = error.label(one.start(), format!("this {opener} has no {closer}"));
            }
            let closers: Vec<_> = rest.iter().rev().map(|one| one.keywords().1).collect();
            let change = match endless_inside(last).filter(|_| count == 1) {
                Some(inside) => closing(source, last.start(), inside.start, closer),
                None => Edit { span: end, text: format!("\n{}", closers.join("\n")) },
            };
            if count == 1 {
                error = error.label(change.span, "before this place");
            }
            errors.push(error.help(format!("write {closer} where it ends")).change(change));
        }
        let closers: String =
            open.iter().rev().map(|one| format!(" {}", one.keywords().1)).collect();
        errors.into_iter().for_each(|error| self.push(error));
        self.apply(&[Edit { span: end, text: closers }]);
        self.items.go_to(length);
    }
}
