//! Lists of moves: in other notations, and what is wrong with one.

use super::fault::in_expression;
use super::{
    Context, Found, Line, REACH_OF_LISTS, foreign_signs, lenient, line_end, reach, token_behind,
    within, words,
};
use super::{Lost, items, keyword};
use crate::diagnostic::{Code, Diagnostic, Span};

/// How long the list is whose brackets open at `at`, what stands between them, and it as a list of moves in the
/// language.
pub(super) fn list(source: &str, at: usize) -> Option<(usize, &str, String)> {
    let rest = within(&source[at..], REACH_OF_LISTS);
    let close: &[char] = match rest.chars().next()? {
        '{' | '[' => &['}', ']'],
        '(' => &[')'],
        '<' => &['>'],
        _ => return None,
    };
    let inside = &rest[1..];
    // Braces within braces, as programs have them.
    let doubled = inside.trim_start().strip_prefix('{').filter(|_| rest.starts_with('{'));
    let (inside, more) = match doubled {
        Some(inner) => (inner, 1),
        None => (inside, 0),
    };
    let inside = &inside[..inside.find(close)?];
    let start = inside.as_ptr() as usize - rest.as_ptr() as usize;
    let mut length = start + inside.len() + 1;
    for _ in 0..more {
        length += rest[length..].len() - rest[length..].trim_start().len();
        length += rest[length..].chars().next().filter(|it| close.contains(it))?.len_utf8();
    }
    if inside.contains(['{', '[', '#']) {
        return None;
    }
    Some((length, inside, format!("{{ {} }}", lenient::moves(inside)?)))
}

/// `{n, 2n}`, `{ 2*n n+1 }`, `[n, 2n]`, and in front of the moves `(n, 2n)`
pub(super) fn move_list(line: &Line<'_>, is_head: bool) -> Option<Found> {
    if !is_head && !line.text().starts_with('{') {
        return None;
    }
    let (length, inside, meant) = list(line.source, line.start)?;
    let is_braced =
        line.text().starts_with('{') && line.source[..line.start + length].ends_with('}');
    let (code, what) = match () {
        () if !is_braced || inside.len() + 2 < length => {
            (Code::CommaBetweenMoves, "write the moves in one pair of braces".to_owned())
        }
        () if inside.contains([',', ';']) || inside.contains(" and ") => {
            (Code::CommaBetweenMoves, "separate moves with blanks".to_owned())
        }
        () if lenient::glued(inside).split_whitespace().count()
            < inside.split_whitespace().count() =>
        {
            (Code::MisplacedSpace, "a move has no blanks inside".to_owned())
        }
        () if meant.contains("..") => {
            (Code::CommaBetweenMoves, "write a range of moves as `a..b`, without blanks".to_owned())
        }
        () => {
            foreign_signs(inside, Code::ExpectedExpression, "write a move without brackets and `*`")
        }
    };
    match line.source[line.start + length..].chars().next() {
        Some(',' | ';' | '.') => line.slip(
            Code::CommaBetweenMoves,
            "the move list ends with its `}`",
            length + 1,
            &meant,
        ),
        // A list that is right is only joined to what follows.
        Some(it) if !it.is_whitespace() && is_braced => {
            let written = &line.source[line.start..line.start + length];
            if items(written).is_some() {
                return None;
            }
            line.slip(code, &what, length, &format!("{meant} "))
        }
        _ => line.slip(code, &what, length, &meant),
    }
}

/// `n 2n }`, a list of moves whose brace was forgotten or is another sign, and `n, 2n`.
pub(super) fn open_list(line: &Line<'_>, token: usize) -> Option<Found> {
    let text = line.text().trim_end();
    let close = text.find('}').filter(|it| *it > 0);
    let inside = &text[..close.unwrap_or(text.len())];
    let moves = lenient::moves(inside)
        .or_else(|| lenient::moves(inside.get(token..)?).filter(|_| close.is_some()))?;
    let meant = format!("{{ {moves} }}");
    match close {
        // What stands in place of the brace may have been a move.
        Some(close) => line
            .slip(Code::UnclosedMoves, "the move list begins with `{`", close + 1, &meant)
            .map(|slip| Found { lost: Some(Lost::NAMES), ..slip }),
        None if inside.contains(',') => line.slip(
            Code::CommaBetweenMoves,
            "write the moves in one pair of braces",
            text.len(),
            &meant,
        ),
        None => None,
    }
}

/// A token with a brace in it, often the start of a list of moves with a fault.
pub(super) fn fault(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let at = span.start + token.find(['{', '}'])?;
    let brace = Span::new(at, at + 1);
    if &source[brace.range()] == "}" {
        let error = Diagnostic::new(Code::UnknownToken, "unexpected `}`")
            .label(brace, "no move list is open")
            .note("a move list is a pair of braces with expressions in it: `{ 2n 5n }`");
        return Some(Found::new(error, span.end, Lost::ALL));
    }
    // Within a length in parentheses it begins no list.
    if source[span.start..at].contains('(') {
        return None;
    }
    if at > span.start {
        let before = &source[span.start..at];
        let is_side = before.ends_with(|it: char| it.is_ascii_alphanumeric());
        if context.moves.is_some() || !is_side || before.contains('\\') {
            return None;
        }
        let error = Diagnostic::new(Code::MisplacedSpace, "a blank is missing before `{`")
            .label(brace, "joined to the token before it")
            .help("put a blank before the `{`")
            .edit(Span::new(at, at), " ");
        return Some(Found::new(error, at, Lost::ALL));
    }
    Some(moves(source, brace))
}

fn moves(source: &str, open: Span) -> Found {
    const PLACE: &str = "the move list";
    let line = reach(source, open.start);
    // The list ends with its brace, if nothing else begins before.
    let (mut at, mut tokens, mut close) = (open.end, Vec::new(), None);
    while let Some(next) = token_behind(source, at).filter(|_| close.is_none()) {
        let text = &source[next.range()];
        if let Some(length) = text.find('}').filter(|_| !text.starts_with('#')) {
            close = Some(Span::new(next.start + length, next.end));
            tokens.extend((length > 0).then(|| Span::new(next.start, next.start + length)));
        } else if keyword::begins_a_part(text) || text.starts_with('{') {
            break;
        } else if text.starts_with('#') {
            let comment = Span::new(next.start, line_end(source, next.start));
            at = comment.end;
            tokens.push(comment);
            continue;
        } else {
            tokens.push(next);
        }
        at = next.end;
    }
    let Some(close) = close else {
        let error = Diagnostic::new(Code::UnclosedMoves, "the move list is not closed")
            .label(open, "it begins here")
            .help("write `}` after the last move");
        let last = tokens
            .iter()
            .take_while(|it| it.end <= line && in_expression(&source[it.range()], 0).is_none());
        let error = match last.last() {
            Some(last) => error.edit(Span::new(last.end, last.end), " }"),
            None => error,
        };
        return Found::new(error, open.end, Lost::ALL);
    };
    let wrong = tokens.iter().find_map(|&place| {
        let text = &source[place.range()];
        if text.starts_with('#') {
            let error =
                Diagnostic::new(Code::CommentInMoves, format!("there is a comment inside {PLACE}"))
                    .label(place, "no comment is allowed here")
                    .help(format!("move the comment before {PLACE} or after it"));
            return Some(error);
        }
        let error = in_expression(text, place.start)?;
        Some(words::expression(error, text, place))
    });
    let error = wrong.unwrap_or_else(|| {
        Diagnostic::new(Code::MissingSpace, "no blank follows the `}` of the move list")
            .label(Span::new(close.start + 1, close.end), "expected a blank before this")
            .edit(Span::new(close.start + 1, close.start + 1), " ")
    });
    // A wrong move still counts as one, or else letters would seem to be too many.
    let list = format!("{{ {}}}", "1 ".repeat(tokens.len()));
    let lost = Lost { moves: true, ..Lost::NOTHING };
    Found::new(error, close.end.min(line.max(close.start + 1)), lost).instead(list)
}
