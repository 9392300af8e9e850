//! Findings that are consequences of others.
//!
//! Where the whole text is right after one change of one token, all findings have one cause.  The strict reader is the judge.

use super::fault::in_expression;
use super::line::{line_end, shown, token_behind};
use super::{Code, Diagnostic, Edit, Span};
use crate::diagnostic::{Stage, edited};
use crate::lang::read::parse::Items;
use crate::lang::read::tree::Builder;
use crate::lang::read::{self, Findings, Options};
use crate::limit::CancellationToken;
use std::collections::BTreeSet;

/// Bytes that are read while changes are tried: a text is explained in time linear in its length.
const MOST_BYTES: usize = 1 << 16;

/// Texts of which it is asked what they mean: that takes as long as their pieces are when they are put in.
const MOST_MEANINGS: usize = 16;

/// Places of so many findings are looked at.
const MOST_FINDINGS: usize = 4;

/// What may be missing, or stand in place of something else.
const MEANT: [&str; 24] = [
    "THEN", "REP", "FI", "PER", "ENDREP", "REPEAT", "IF", "ELIF", "ELSE", "FOR", "FROM", "UPTO",
    "END", "DEF", "LET", "NEXT", "IN", "CLAIM", "RULE", "{", "}", ">=", "<=", "==",
];

/// A change, and what to say of it.
struct Change {
    edits: Vec<Edit>,
    kind: Kind,
    advice: String,
}

/// What a change does.
#[derive(Clone, Copy)]
enum Kind {
    /// Joins two tokens.
    Join,
    /// Puts a keyword or a sign in place of a token.
    Replace(&'static str),
    /// Moves a token, whose place this is.
    Move(Span),
    LeaveOut,
    Other,
}

/// Where a text breaks off inside a token or a head, what would come later is not missed.
pub(super) fn drop_what_is_cut_off(source: &str, found: &mut Vec<Diagnostic>) {
    let end = source.trim_end().len();
    let is_open =
        |it: &Diagnostic| matches!(it.code, Code::Unclosed | Code::NoMoves | Code::NoEndlessLoop);
    let is_last = |it: &Diagnostic| {
        let ends = |at| token_behind(source, at).is_none_or(|token| token.end == end);
        (it.code == Code::NoMoves || !is_open(it) && it.code.stage() == Stage::Syntax)
            && it.labels.iter().any(|label| label.span.end == end || ends(label.span.start))
    };
    if let Some(last) = found.iter().position(is_last) {
        let code = found[last].code;
        found.retain(|it| it.code == code || !is_open(it));
    }
}

/// The one finding that all of these are about, if there is one, or a better one for the only finding: one that mends
/// the text.
pub(super) fn one_cause(
    source: &str,
    options: &Options,
    stop: Option<&CancellationToken>,
    found: &[Diagnostic],
) -> Option<Diagnostic> {
    let is_right = |text: &str| read::whole(text, options, &mut Default::default(), stop).is_ok();
    if let [one] = found
        && (one.help.is_some() && one.edits.is_empty()
            || one.code.stage() != Stage::Syntax
            || matches!(one.code, Code::EndWithoutBeginning | Code::Unclosed)
            || one.corrected(source).is_some_and(|text| is_right(&text)))
    {
        return None;
    }
    let tokens = tokens(source);
    let labels = found.iter().take(MOST_FINDINGS).flat_map(|it| &it.labels);
    let places: BTreeSet<usize> = labels
        .flat_map(|it| {
            let here = tokens.partition_point(|token| token.end <= it.span.start);
            here.saturating_sub(1)..=here + 1
        })
        .filter(|at| *at < tokens.len())
        .collect();
    let first = tokens[*places.first()?].start;
    let (begun, builder) = read_before(source, first, options.raw);
    let (mut bytes, mut meanings) = (MOST_BYTES, MOST_MEANINGS);
    let right = changes(source, &tokens, &places).find(|change| {
        // What is to stay of a word that is wrong by itself, is not known.
        let is_loss = matches!(change.kind, Kind::LeaveOut) && found.len() == 1;
        if is_loss || bytes == 0 || meanings == 0 {
            return false;
        }
        let text = edited(source, &change.edits).unwrap_or_default();
        let mut items = Items::new(&text, options.raw);
        items.go_to(begun);
        let form = read::rest(&text, items, builder.clone(), &mut Default::default());
        let read = form.as_ref().map_or_else(|fault| fault.span.start, |_| text.len());
        bytes = bytes.saturating_sub(read.saturating_sub(begun) + text.len() / 8);
        meanings -= usize::from(form.is_ok());
        form.is_ok() && is_right(&text)
    })?;
    let Change { edits, kind, advice } = right;
    let place = edits[0].span;
    match kind {
        Kind::Join => {
            let error = Diagnostic::new(Code::MisplacedSpace, advice).place(place);
            return Some(Diagnostic { edits, ..error.help("leave out the space") });
        }
        Kind::Replace(meant) => {
            let what = format!("expected {meant}, not `{}`", shown(&source[place.range()]));
            return Some(Diagnostic::new(Code::MisspeltKeyword, what).place(place).help(advice));
        }
        Kind::Move(_) | Kind::LeaveOut | Kind::Other => {}
    }
    let away = |it: &&Diagnostic| {
        let each = it.labels.iter().map(|label| label.span.start.abs_diff(place.start));
        (it.code.stage() != Stage::Syntax, each.min().unwrap_or(usize::MAX))
    };
    let nearest = found.iter().min_by_key(away)?.clone();
    let nearest = match kind {
        Kind::Move(stray) => nearest.label(stray, "this stands elsewhere"),
        _ => nearest,
    };
    Some(Diagnostic { edits: Vec::new(), help: Some(advice), ..nearest })
}

/// What is right in front of a place, and where that ends.
fn read_before(source: &str, place: usize, raw: bool) -> (usize, Builder) {
    let (mut items, mut builder) = (Items::new(source, raw), Builder::default());
    let mut end = source.len() - source.trim_start_matches('\u{feff}').len();
    while let Ok(Some(item)) = items.next(source, &mut Findings::default())
        && item.span.end < place
    {
        let next = item.span.end;
        if builder.add(source, item).is_err() {
            break;
        }
        end = next;
    }
    (end, builder)
}

/// The changes that are tried, the most likely ones first.
fn changes<'a>(
    source: &'a str,
    tokens: &'a [Span],
    places: &'a BTreeSet<usize>,
) -> impl Iterator<Item = Change> + 'a {
    let text = move |span: Span| &source[span.range()];
    let said = move |span: Span| shown(text(span));
    let edit = |span: Span, text: &str| Edit { span, text: text.to_owned() };
    let before = |span: Span, text: &str| Edit {
        span: Span::new(span.start, span.start),
        text: format!("{text} "),
    };
    let other = |edits, advice| Change { edits, kind: Kind::Other, advice };
    let pairs = || places.iter().filter_map(|at| Some((tokens[*at], *tokens.get(at + 1)?)));
    let each = || places.iter().map(|at| tokens[*at]);
    // A number at the end of a line and one on the next are two.
    let are_near = move |(one, next): &(Span, Span)| {
        let gap = &source[one.end..next.start];
        let whole = || format!("{}{}", text(*one), text(*next));
        gap.trim().is_empty() && (!gap.contains('\n') || in_expression(&whole(), 0).is_some())
    };
    let joined = pairs().filter(are_near).map(move |(one, next)| {
        let whole = format!("{}{}", text(one), text(next));
        let advice = format!("`{}` is written without spaces", shown(&whole));
        Change { edits: vec![edit(one.to(next), &whole)], kind: Kind::Join, advice }
    });
    let exchanged = pairs().map(move |(one, next)| {
        let advice = format!("exchange `{}` and `{}`", said(one), said(next));
        other(vec![edit(one, text(next)), edit(next, text(one))], advice)
    });
    let left_out = each().map(move |one| Change {
        edits: vec![edit(one, "")],
        kind: Kind::LeaveOut,
        advice: format!("leave out `{}`", said(one)),
    });
    // Both words begin a body: one ends the head of a loop, and one is a loop without a head.
    let fits = move |meant: &&&str, one: Span| {
        let line = &source[..one.start];
        let in_head = line[line.rfind('\n').unwrap_or(0)..].contains("FOR");
        !matches!((**meant, in_head), ("REP", false) | ("REPEAT", true))
    };
    let replaced = each().flat_map(move |one| {
        MEANT.iter().filter(move |it| fits(it, one)).map(move |meant| Change {
            edits: vec![edit(one, meant)],
            kind: Kind::Replace(meant),
            advice: format!("write `{meant}`"),
        })
    });
    let put_in = each().flat_map(move |one| {
        MEANT.iter().filter(move |it| fits(it, one)).map(move |meant| {
            other(vec![before(one, meant)], format!("write `{meant}` before `{}`", said(one)))
        })
    });
    let moved = each().flat_map(move |one| {
        each().filter(move |it| *it != one).map(move |next| {
            let mut edits = vec![edit(one, ""), before(next, text(one))];
            edits.sort_by_key(|it| it.span.start);
            let advice = format!("move `{}` before `{}`", said(one), said(next));
            Change { edits, kind: Kind::Move(one), advice }
        })
    });
    joined.chain(exchanged).chain(left_out).chain(replaced).chain(put_in).chain(moved)
}

/// The tokens of a text, without comments.
fn tokens(source: &str) -> Vec<Span> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(token) = token_behind(source, at) {
        at = token.end;
        match source[token.range()].starts_with('#') {
            true => at = line_end(source, token.start),
            false => found.push(token),
        }
    }
    found
}
