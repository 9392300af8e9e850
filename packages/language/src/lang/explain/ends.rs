//! Ends that are missing, and those that end nothing.
//!
//! A missing end is reported at the beginning that it belongs to: there it was forgotten, and it
//! shows only much later that something is open.

use super::fault::ANY_IF;
use super::line::{Line, gap_before, line_start, token_behind};
use super::repair::Repair;
use super::{keyword, slips, write};
use crate::diagnostic::{Code, Diagnostic, Edit, Span, Unknown};
use crate::lang::read::ast::Node;
use crate::lang::read::parse::WHITE;
use crate::lang::read::tree::{Builder, Closed, Form, Open, OpenKind, opener, unclosed};

/// The branches among open parts that `ELSE IF` began, as one error.
fn else_ifs(open: &[Open]) -> Option<Diagnostic> {
    let places =
        open.iter().enumerate().filter(|(_, one)| one.is_else()).filter_map(|(at, one)| {
            let inner = match (one.body.first(), open.get(at + 1)) {
                (Some(Node::Branch(branch)), _) => branch.arms.first()?.head,
                (None, Some(inside)) if inside.form() == Form::Branch => inside.start(),
                _ => return None,
            };
            let place = Span::new(one.head.start, inner.start + "IF".len());
            Some(Edit { span: place, text: "ELIF".to_owned() })
        });
    let edits: Vec<_> = places.collect();
    let what = "ELSE IF begins a branch of its own, which has no FI";
    let error = Diagnostic::new(Code::Unclosed, what).place(edits.first()?.span);
    Some(Diagnostic { edits, ..error.help("write `ELIF`") })
}

/// The change that closes what begins at `head`: after its body where that is indented, else at `limit`.
fn closing(source: &str, head: Span, limit: usize, closer: &str) -> Edit {
    let mut place = limit;
    if let Some(outer) = margin(source, head.start) {
        let body = &source[head.end..limit.max(head.end)];
        let lines = body.match_indices('\n').map(|(at, _)| head.end + at + 1);
        let first = |at: usize| at + source[at..].find(|it| it != ' ' && it != '\t').unwrap_or(0);
        let mut lines = lines.map(first).filter(|at| !source[*at..].starts_with(['\n', '\r']));
        let is_arm = |rest: &str| rest.starts_with("ELIF") || rest.starts_with("ELSE");
        let is_inside = |at: &usize| is_arm(&source[*at..]) || margin(source, *at) > Some(outer);
        if lines.next().is_some_and(|at| is_inside(&at)) {
            place = lines.find(|at| !is_inside(at)).unwrap_or(limit).min(limit);
        }
    }
    let text = match margin(source, place) {
        Some(margin) => format!("{closer}\n{}", &source[place - margin..place]),
        None => format!("{closer} "),
    };
    Edit { span: Span::new(place, place), text }
}

/// The same with the change that closes what begins at `head`, and its place if that is not `limit`.
fn closed(error: Diagnostic, source: &str, head: Span, limit: usize, closer: &str) -> Diagnostic {
    let change = closing(source, head, limit, closer);
    let place = token_behind(source, change.span.start).filter(|it| it.start < limit);
    place.into_iter().fold(error, |error, it| error.label(it, "perhaps before this")).change(change)
}

/// The last token before the lines above that stand farther to the right than the line of a closing keyword, which
/// begins that line; of a text that begins with those lines, their first one.
fn body_before(source: &str, close: Span) -> Option<Span> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let margin = margin(source, close.start)?;
    let mut start = close.start - margin;
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
    let body = found?;
    let before = gap_before(source, body.start);
    let word = source[..before].rfind(WHITE).map_or(0, |at| at + 1);
    Some(Span::new(word, before)).filter(|it| it.start < it.end).or(Some(body))
}

/// An endless loop stays open where its end was taken for that of a counted loop inside.
fn forgotten(open: &Open, closed_parts: &[Closed], source: &str) -> Option<Diagnostic> {
    if !matches!(open.kind, OpenKind::Repeat(_) | OpenKind::Start) {
        return None;
    }
    let inside = closed_parts
        .iter()
        .rev()
        .find(|it| it.is_mixed && it.is_counted && it.head.start > open.head.start)?;
    let closer = &source[inside.close.range()];
    let error = unclosed("FOR", "PER", inside.head)
        .label(inside.close, format!("this {closer} ends the REPEAT around it"));
    Some(closed(error, source, inside.head, inside.close.start, "PER"))
}

/// The head of an endless loop that stands in this part, which ends.
fn endless_inside(open: &Open) -> Option<Span> {
    let is_finite = !matches!(open.kind, OpenKind::Repeat(_));
    open.body.iter().filter(|_| is_finite).find_map(|node| match node {
        Node::Loop(inner) if inner.counter.is_none() => Some(inner.head),
        _ => None,
    })
}

/// The number of spaces before a place where a line begins.
fn margin(source: &str, at: usize) -> Option<usize> {
    let before = &source[line_start(source, at)..at];
    before.trim().is_empty().then_some(before.len())
}

/// What ends these parts, innermost first.
fn closers(open: &[Open], between: &str) -> String {
    open.iter().rev().map(|one| one.keywords().1).collect::<Vec<_>>().join(between)
}

impl Repair<'_> {
    /// An end that is meant as that of the innermost part: the reader comes farther with that.
    fn other_end(&self, form: Form, span: Span) -> Option<Diagnostic> {
        let (source, open) = (&self.mended.text, &self.builder.open);
        let written = &source[span.range()];
        let closer = open.last()?.keywords().1;
        let inside = open.iter().rposition(|open| open.form() == form).map(|it| &open[it + 1..]);
        let kept = inside.map_or(String::new(), |it| format!("{} {written}", closers(it, " ")));
        let what = match form {
            _ if !keyword::is(written) || written == "ELSE" || !self.may_judge() => return None,
            Form::Definition => "END ends a definition, and none is open".to_owned(),
            _ => format!("expected {closer}, not `{written}`"),
        };
        let change = |text: &str| [Edit { span, text: text.to_owned() }];
        let is_meant = self.unread(&change(closer)) < self.unread(&change(&kept));
        is_meant.then(|| write(Diagnostic::new(Code::MisspeltKeyword, what), span, closer))
    }

    /// Deals with an end, or an arm, at which another part is open, or none.
    pub(super) fn end(&mut self, form: Form, span: Span, error: Diagnostic) {
        // `END REPEAT`
        let is_open = self.builder.open.iter().any(|open| open.form() == form);
        if form == Form::Definition && !is_open {
            let line = Line::new(&self.mended.text, span.start, false);
            if let Some(found) = slips::slip(&line, &self.context()) {
                return self.found(found, span);
            }
        }
        if let Some(error) = self.other_end(form, span) {
            return self.change(error, span, false);
        }
        let (source, open) = (&self.mended.text, &self.builder.open);
        let Some(depth) = open.iter().rposition(|open| open.form() == form) else {
            return self.stray(span, error);
        };
        let inside = &open[depth + 1..];
        if let Some(error) = else_ifs(inside) {
            return self.change(error, span, false);
        }
        let keyword = source[span.range()].split_whitespace().next().unwrap_or_default();
        let errors = inside.iter().rev().map(|one| {
            let (opener, closer) = one.keywords();
            let error =
                unclosed(opener, closer, one.start()).label(span, format!("before this {keyword}"));
            closed(error, source, one.start(), span.start, closer)
        });
        let errors: Vec<_> = errors.collect();
        let text = closers(inside, " ") + " ";
        errors.into_iter().for_each(|error| self.push(error));
        self.mended.apply(&[Edit { span: Span::new(span.start, span.start), text }]);
        self.items.go_to(span.start);
    }

    /// Reports an end that ends nothing, which is left out.
    fn stray(&mut self, span: Span, mut error: Diagnostic) {
        let source = &self.mended.text;
        let keyword = source[span.range()].split_whitespace().next().unwrap_or_default();
        let before = || Span::new(gap_before(source, span.start).max(self.read), span.end);
        // It was said to be missing before another end.
        let missed = format!(" has no {keyword}");
        let is_missed =
            |it: &Diagnostic| it.code == Code::Unclosed && it.message.ends_with(&missed);
        if keyword == "ELSE" || keyword == "ELIF" {
            error = Diagnostic::new(Code::EndWithoutBeginning, format!("this {keyword} has no IF"))
                .label(span, "no branch is open here");
            if let Some(body) = body_before(source, span) {
                error = error.label(body, "IF may be missing after this");
            }
            // In the copy the branch begins here.
            let begins = if keyword == "ELSE" { ANY_IF } else { "IF" };
            let place = Span::new(span.start, span.start + keyword.len());
            self.push(error);
            self.lose(&[Unknown::Nesting]);
            self.mended.apply(&[Edit { span: place, text: begins.to_owned() }]);
            return self.items.go_to(span.start);
        } else if !self.lost.contains(&Unknown::Nesting)
            && !self.findings.errors.iter().any(is_missed)
        {
            if let Some(error) = self.one_too_many(span) {
                return self.change(error, span, false);
            }
            let opener = opener(keyword);
            let is_first =
                !self.findings.errors.iter().any(|it| it.code == Code::EndWithoutBeginning);
            if let Some(Closed { head, close, .. }) =
                self.builder.closed.iter().rev().find(|it| it.is_mixed)
            {
                let [begin, end] = [head, close].map(|it| &source[it.range()]);
                let opener = begin.split(WHITE).next().unwrap_or_default();
                error = error.label(*close, format!("this {end} ends the {opener} before it"));
            } else if let Some(body) = is_first.then(|| body_before(source, span)).flatten() {
                error = error.label(body, format!("{opener} may be missing after this"));
            } else if self.builder.ended.is_some() || !self.builder.open.is_empty() {
                error = error.help(format!("leave this {keyword} out")).edit(before(), "");
            }
            self.push(error);
        }
        self.mended.blank(span);
        self.read = span.end;
    }

    /// An end before this one that is not aligned with what it ends, if all can be read without it.
    fn one_too_many(&self, span: Span) -> Option<Diagnostic> {
        let source = &self.mended.text;
        let keyword = &source[span.range()];
        let is_odd = |it: &&Closed| {
            let [begins, ends] = [it.head, it.close].map(|it| margin(source, it.start));
            begins.zip(ends).is_some_and(|(begins, ends)| begins != ends)
        };
        let mut all = self.builder.closed.iter().filter(is_odd);
        let Closed { head, close, .. } = all.find(|it| {
            let place = Span::new(gap_before(source, it.close.start), it.close.end);
            let is_like = opener(&source[it.close.range()]) == opener(keyword);
            is_like
                && self.may_judge()
                && self.unread(&[Edit { span: place, text: String::new() }]).is_none()
        })?;
        let [begin, end] = [head, close].map(|it| &source[it.range()]);
        let begin = begin.split(WHITE).next().unwrap_or_default();
        let odd = format!("this {end} is not aligned with the {begin} that it ends");
        let place = Span::new(gap_before(source, close.start), close.end);
        let error =
            Diagnostic::new(Code::EndWithoutBeginning, format!("there is one {end} too many"));
        let error = error.label(*close, odd).label(span, "nothing is left that this could end");
        Some(error.help(format!("leave this {end} out")).edit(place, ""))
    }

    /// Reports what is open at the end of the text.
    pub(super) fn end_of_text(&mut self) {
        const SHOWN: usize = 4;
        let (source, Builder { open, closed, .. }) = (&self.mended.text, &self.builder);
        let length = self.end_of_code();
        let end = Span::new(length, length);
        if let Some(error) = else_ifs(open).filter(|_| self.may_begin_again()) {
            return self.change(error, end, false);
        }
        let text = format!(" {}", closers(open, " "));
        let mut errors: Vec<_> =
            open.iter().filter_map(|one| forgotten(one, closed, source)).collect();
        let rest = open.iter().rev().filter(|one| forgotten(one, closed, source).is_none());
        let rest: Vec<_> = rest.collect();
        if let [last, more @ ..] = &rest[..] {
            let (opener, closer) = last.keywords();
            let mut error = unclosed(opener, closer, last.start());
            let mut change = Edit { span: end, text: format!("\n{closer}") };
            for one in more {
                change.text += "\n";
                change.text += one.keywords().1;
            }
            for one in more.iter().take(SHOWN - 1) {
                let (opener, closer) = one.keywords();
                error = error.label(one.start(), format!("this {opener} has no {closer}"));
            }
            if !more.is_empty() {
                error.message = format!(
                    "{} loops and branches are not closed at the end of the text",
                    rest.len()
                );
            } else if let Some(inside) = endless_inside(last) {
                change = closing(source, last.start(), inside.start, closer);
            }
            errors.push(error.label(change.span, "before this place").change(change));
        }
        errors.into_iter().for_each(|error| self.push(error));
        self.mended.apply(&[Edit { span: end, text }]);
        self.items.go_to(length);
    }
}
