//! Findings that are consequences of others.
//!
//! Where the whole text is right after one change of one token, all findings have one cause.  The strict reader is the judge.

use super::line::{shown, token_behind, tokens_behind};
use super::{Code, Diagnostic, Edit, Span, keyword};
use crate::diagnostic::{Stage, edited};
use crate::lang::read::parse::Items;
use crate::lang::read::tree::Builder;
use crate::lang::read::{self, Findings, Options};
use crate::limit::CancellationToken;
use crate::suggest::distance;
use std::collections::BTreeSet;

/// Bytes that are read while changes are tried: a text is explained in time linear in its length.
const MOST_BYTES: usize = 1 << 15;

/// Longer tokens are not like what was meant.
const LONGEST: usize = 20;

/// Texts of which it is asked what they mean: that takes as long as their pieces are when they are put in.
const MOST_MEANINGS: usize = 16;

/// Places of so many findings are looked at.
const MOST_FINDINGS: usize = 4;

/// What may be missing, or stand in place of something else.
const MEANT: [&str; 24] = [
    "THEN", "REP", "FI", "PER", "ENDREP", "REPEAT", "IF", "ELIF", "ELSE", "FOR", "FROM", "UPTO",
    "END", "DEF", "LET", "NEXT", "IN", "CLAIM", "RULE", "{", "}", ">=", "<=", "==",
];

/// A change of a token, or of two.
#[derive(Clone, Copy)]
struct Change {
    kind: Kind,
    one: Span,
    /// The other token; the same where there is none.
    other: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Join,
    Exchange,
    LeaveOut,
    /// Writes this in place of the token.
    Replace(&'static str),
    /// Writes this before it.
    PutIn(&'static str),
}

impl Change {
    /// The edits, in the order of the text.
    fn edits(self, source: &str) -> Vec<Edit> {
        let Self { kind, one, other } = self;
        let [first, second] = [one, other].map(|it| &source[it.range()]);
        let edit = |span, text: &str| Edit { span, text: text.to_owned() };
        let before =
            |it: Span, text: &str| edit(Span::new(it.start, it.start), &format!("{text} "));
        let mut edits = match kind {
            Kind::Join => vec![edit(one.to(other), &format!("{first}{second}"))],
            Kind::Exchange => vec![edit(one, second), edit(other, first)],
            Kind::LeaveOut => vec![edit(one.to(other), "")],
            Kind::Replace(meant) => vec![edit(one, meant)],
            Kind::PutIn(meant) => vec![before(one, meant)],
        };
        edits.sort_by_key(|it| it.span.start);
        edits
    }

    /// The finding that this change answers.
    fn finding(self, source: &str, found: &[Diagnostic]) -> Option<Diagnostic> {
        let Self { kind, one, other } = self;
        let [first, second] = [one, other].map(|it| shown(&source[it.range()]));
        let edits = self.edits(source);
        let away = |it: &&Diagnostic| {
            let each = it.labels.iter().map(|label| label.span.start.abs_diff(edits[0].span.start));
            (it.code.stage() != Stage::Syntax, each.min().unwrap_or(usize::MAX))
        };
        let nearest = found.iter().min_by_key(away)?.clone();
        let help = |error: Diagnostic, help| Diagnostic { edits: Vec::new(), ..error }.help(help);
        Some(match kind {
            Kind::Join => {
                let what = format!("`{first}{second}` is written without spaces");
                let error = Diagnostic::new(Code::MisplacedSpace, what).place(one.to(other));
                Diagnostic { edits, ..error.help(format!("write `{first}{second}`")) }
            }
            Kind::Exchange => {
                let what = format!("`{first}` and `{second}` are swapped");
                let error = Diagnostic::new(nearest.code, what).place(one).place(other);
                // Of others it is not known whether the text means the same.
                let is_end = matches!(nearest.code, Code::EndWithoutBeginning | Code::Unclosed);
                let edits = if is_end { edits } else { Vec::new() };
                Diagnostic { edits, ..error.help("exchange them") }
            }
            Kind::Replace(meant) => {
                let what = format!("expected {meant}, not `{first}`");
                let error = Diagnostic::new(Code::MisspeltKeyword, what);
                error.place(one).help(format!("write `{meant}`"))
            }
            Kind::LeaveOut => {
                let run = one.to(other);
                let first = shown(&source[run.range()]);
                let is_named = nearest.labels.iter().any(|it| it.span.start == run.start);
                let what = format!("unexpected `{first}`");
                // One keyword too many is no word that is lost.
                let (code, edits) = match nearest.code {
                    Code::Unclosed => (Code::Unclosed, edits),
                    _ => (Code::UnknownToken, Vec::new()),
                };
                let error = match is_named {
                    true => help(nearest, format!("leave out `{first}`")),
                    false => Diagnostic::new(code, what).place(run).help("leave it out"),
                };
                Diagnostic { edits, ..error }
            }
            Kind::PutIn(meant) => help(nearest, format!("write `{meant}` before `{first}`")),
        })
    }
}

/// Where a text breaks off inside a token or a head, what would come later is not missed.
pub(super) fn drop_what_is_cut_off(source: &str, found: &mut Vec<Diagnostic>) {
    let end = source.trim_end().len();
    let is_open =
        |it: &Diagnostic| matches!(it.code, Code::Unclosed | Code::NoMoves | Code::NoEndlessLoop);
    let is_last = |it: &Diagnostic| {
        let ends = |at| token_behind(source, at).is_none_or(|token| token.end == end);
        (it.code == Code::NoMoves || !is_open(it) && it.code.stage() == Stage::Syntax)
            && it.code != Code::EndWithoutBeginning
            && it.labels.iter().any(|label| ends(label.span.start) || ends(label.span.end))
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
            || one.code == Code::EndWithoutBeginning
            || one.corrected(source).is_some_and(|text| is_right(&text)))
    {
        return None;
    }
    let tokens = tokens_behind(source, start(source));
    let tokens: Vec<_> = tokens.filter(|it| !source[it.range()].starts_with('#')).collect();
    let labels = found.iter().take(MOST_FINDINGS).flat_map(|it| &it.labels);
    let number = |place: usize| tokens.partition_point(|token| token.end <= place);
    let here: BTreeSet<usize> = labels.clone().map(|it| number(it.span.start)).collect();
    let here: BTreeSet<usize> = here.into_iter().filter(|at| *at < tokens.len()).collect();
    let ends = labels.map(|it| number(it.span.end));
    let near = here.iter().flat_map(|at| at.saturating_sub(1)..=at + 1).chain(ends);
    let places: BTreeSet<usize> = near.filter(|at| *at < tokens.len()).collect();
    let first = places.first().map_or(source.len(), |at| tokens[*at].start);
    let (begun, builder) = read_before(source, first, options.raw);
    let (mut bytes, mut meanings) = (MOST_BYTES, MOST_MEANINGS);
    let right = changes(source, &tokens, &here, &places).into_iter().find(|change| {
        // A word that is wrong by itself is not to be lost.
        let is_loss = match change.kind {
            Kind::LeaveOut => found.len() == 1 && found[0].code != Code::Unclosed,
            Kind::Replace(meant) => {
                let token = &source[change.one.range()];
                let is_like = |it: &str| {
                    it.len() <= LONGEST && distance(&it.to_ascii_uppercase(), meant) < meant.len()
                };
                !keyword::is(token) && !is_like(token)
            }
            _ => false,
        };
        if is_loss || bytes == 0 || meanings == 0 {
            return false;
        }
        let text = edited(source, &change.edits(source)).unwrap_or_default();
        let mut items = Items::new(&text, options.raw);
        items.go_to(begun);
        let form = read::rest(&text, items, builder.clone(), &mut Default::default());
        let read = form.as_ref().map_or_else(|fault| fault.span.start, |_| text.len());
        bytes = bytes.saturating_sub(read.saturating_sub(begun) + text.len() / 8);
        meanings -= usize::from(form.is_ok());
        form.is_ok() && is_right(&text)
    });
    match (right, found) {
        (Some(change), _) => change.finding(source, found),
        // A keyword that does not mend the text may not be the one that was meant.
        (None, [one]) if one.code == Code::MisspeltKeyword => {
            Some(Diagnostic { edits: Vec::new(), ..one.clone() })
        }
        (None, _) => None,
    }
}

/// Where a text begins, after a byte order mark.
fn start(source: &str) -> usize {
    source.len() - source.trim_start_matches('\u{feff}').len()
}

/// What is right in front of a place, and where that ends.
fn read_before(source: &str, place: usize, raw: bool) -> (usize, Builder) {
    let (mut items, mut builder) = (Items::new(source, raw), Builder::default());
    let mut end = start(source);
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
fn changes(
    source: &str,
    tokens: &[Span],
    here: &BTreeSet<usize>,
    places: &BTreeSet<usize>,
) -> Vec<Change> {
    let change = |kind, one, other| Change { kind, one, other };
    let pairs = || places.iter().filter_map(|at| Some((tokens[*at], *tokens.get(at + 1)?)));
    let each = || places.iter().map(|at| tokens[*at]);
    let named = || here.iter().map(|at| tokens[*at]);
    let are_near = |(one, next): &(Span, Span)| source[one.end..next.start].trim().is_empty();
    let all_pairs = named().flat_map(|one| named().map(move |other| (one, other)));
    let far = all_pairs.filter(|(one, other)| one.end < other.start);
    let mut all = Vec::new();
    all.extend(pairs().filter(are_near).map(|(one, next)| change(Kind::Join, one, next)));
    all.extend(pairs().chain(far).map(|(one, next)| change(Kind::Exchange, one, next)));
    all.extend(places.iter().map(|at| {
        // A run of equal keywords is one mistake.
        let token = &source[tokens[*at].range()];
        let same = |it: &&Span| source[it.range()] == *token && keyword::is(token);
        let last = tokens[*at..].iter().take_while(same).last();
        change(Kind::LeaveOut, tokens[*at], *last.unwrap_or(&tokens[*at]))
    }));
    all.extend(
        each().flat_map(|one| MEANT.iter().map(move |it| change(Kind::Replace(it), one, one))),
    );
    all.extend(
        each().flat_map(|one| MEANT.iter().map(move |it| change(Kind::PutIn(it), one, one))),
    );
    all
}
