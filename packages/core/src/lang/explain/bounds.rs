//! Order conditions: in other notations, and what is wrong with one.

use super::fault::{self, ORDER, first_fault, is_variable, shown};
use super::lenient::{self, Comparison};
use super::pattern::Cursor;
use super::{
    ANYWHERE, Context, Found, Line, Lost, foreign_signs, parse, reach, relation_in, token_behind,
    within,
};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model;

/// Order conditions as they are written elsewhere.
pub(super) struct Orders {
    /// The same in the spelling of the language.
    pub meant: String,
    /// The code and the message for the first thing that is not.
    error: (Code, &'static str),
}

/// `n ≥ 2`, `1 <= n <= 9`, `n > 1, m > 1`, `(n>=2)`, `n, m >= 1`
pub(super) fn orders(cursor: &mut Cursor<'_>) -> Option<Orders> {
    let start = cursor.at;
    let mut found = vec![Bounds::read(cursor)?];
    let mut is_ended = false;
    loop {
        let mut here = *cursor;
        if here.take(".") && here.rest().trim().is_empty() {
            (*cursor, is_ended) = (here, true);
            break;
        }
        if !here.take(",/;/and/&&/∧") {
            break;
        }
        // What follows a comma is another mistake.
        is_ended = cursor.rest().trim_start().starts_with([',', ';']);
        let behind = here;
        match Bounds::read(&mut here) {
            Some(next) => {
                found.push(next);
                (*cursor, is_ended) = (here, false);
            }
            None if is_ended => {
                *cursor = behind;
                break;
            }
            None => return None,
        }
    }
    let meant: Vec<&str> = found.iter().flat_map(|it| &it.meant).map(String::as_str).collect();
    let written = cursor.line.source[start..cursor.at].split_whitespace().count();
    let errors = [
        (
            found.iter().any(|it| it.is_strange),
            (Code::ExpectedRelation, "the relations of order conditions are `>=`, `<=` and `==`"),
        ),
        (
            meant.len() > 1 || !found[0].is_tight,
            (
                Code::ExpectedVariable,
                "an order condition begins with one variable and bounds it once",
            ),
        ),
        (is_ended, (Code::ExpectedVariable, "order conditions are separated by blanks alone")),
        (
            found[0].is_open,
            (Code::ExpectedVariable, "an order condition is written without brackets"),
        ),
        (
            written == 3 * meant.len(),
            (
                Code::ExpectedExpression,
                "a number is written in digits alone, and an expression without brackets",
            ),
        ),
    ];
    let tight = (
        Code::MisplacedSpace,
        "an order condition is written with blanks around its relation only",
    );
    let error = errors.into_iter().find(|it| it.0).map_or(tight, |it| it.1);
    Some(Orders { meant: meant.join(" "), error })
}

/// The bounds between two commas.
struct Bounds {
    meant: Vec<String>,
    /// Has a relation another sign?
    is_strange: bool,
    /// Does it begin with a variable?
    is_tight: bool,
    /// Does it stand in brackets?
    is_open: bool,
}

impl Bounds {
    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        let mut here = *cursor;
        let is_open = here.expression().is_none() && cursor.take("(/[");
        let mut lefts = vec![cursor.expression()?];
        let mut sign = cursor.sign();
        // `n, m >= 1`
        while sign.is_none() && lefts.iter().all(|it| is_variable(it)) {
            cursor.take(",/and/&").then_some(())?;
            lefts.push(cursor.expression()?);
            sign = cursor.sign();
        }
        let is_tight = is_variable(&lefts[0]);
        let mut found = Self { meant: Vec::new(), is_strange: false, is_tight, is_open };
        while let Some(relation) = sign {
            let right = cursor.expression()?;
            for left in &lefts {
                let comparison = Comparison::new(left, relation, &right)?;
                found.is_strange |= comparison.relation != relation;
                found.meant.push(comparison.solved()?.to_string());
            }
            lefts = vec![right];
            sign = cursor.sign();
        }
        let is_closed = !is_open || cursor.take(")/]");
        (is_closed && !found.meant.is_empty()).then_some(found)
    }
}

/// The most bytes of a character.
const LONGEST_SIGN: usize = 4;

/// The slip at the beginning of a line.
pub(super) fn slip(line: &Line<'_>) -> Option<Found> {
    let begins = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "+-([".contains(it);
    lenient::plain(within(line.text(), LONGEST_SIGN)).starts_with(begins).then_some(())?;
    let mut cursor = line.cursor(&ANYWHERE);
    let Orders { meant, error: (code, what) } = orders(&mut cursor)?;
    let length = cursor.at - line.start;
    let (code, what) = foreign_signs(&line.text()[..length], code, what);
    line.slip(code, &what, length, &meant)
}

/// The slip of an order condition that goes on behind its item, as in `n == 2k + r`.
pub(super) fn behind_order(source: &str, span: Span) -> Option<Found> {
    slip(&Line::new(source, span.start)).filter(|slip| slip.end > span.end)
}

/// An order condition with a fault, or a relation that stands alone.
pub(super) fn fault_at(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let next = token_behind(source, span.end).filter(|it| it.start <= reach(source, span.start));
    let behind = next.map_or("", |it| &source[it.range()]);
    let follows = relation_in(behind).is_some_and(|it| it.start == 0);
    let lost = if context.moves.is_some() { Lost::ALL } else { Lost::NAMES };
    const PLACE: &str = "an order condition";
    if is_variable(token) && (follows || context.moves.is_none() && !behind.is_empty()) {
        let error = first_fault(
            source,
            Span::new(span.start, span.start),
            ORDER,
            Code::ExpectedRelation,
            PLACE,
        );
        return Some(Found::new(error, span.end, lost));
    }
    if follows && fault::in_expression(token, 0).is_none() {
        let error =
            Diagnostic::new(Code::ExpectedVariable, "an order condition begins with one variable")
                .label(span, "an expression")
                .help("solve it for one variable, as in `n >= m+1`");
        return Some(Found::new(error, span.end, lost));
    }
    let relation = relation_in(token)?;
    if token.starts_with(|first: char| first.is_ascii_lowercase()) {
        let error = Diagnostic::new(Code::MisplacedSpace, "blanks are missing around a relation")
            .label(relation.shifted(span.start), "a token of its own");
        return Some(Found::new(error, span.end, lost));
    }
    let is_cycle = token.starts_with('<') && token.contains('>');
    let values = token.contains(|letter: char| letter.is_ascii_uppercase() || letter == '_');
    if is_cycle || values || relation.start > 0 {
        return None;
    }
    let note = match context.moves {
        None => "an order condition is one variable, a relation and an expression: `n >= 2m+1`",
        Some(_) => {
            "relations are in order conditions, before the moves, and in IF; values are written as words: `_n An`"
        }
    };
    let error =
        Diagnostic::new(Code::UnknownToken, format!("unexpected relation `{}`", shown(token)))
            .label(span, "not part of a condition")
            .note(note);
    Some(Found::new(error, span.end, lost))
}

/// What is wrong with an order condition that took its right side from the condition on the next line, and
/// where that one begins.
pub(super) fn cut_condition(source: &str, span: Span) -> Option<(Diagnostic, usize)> {
    let last = span.end - source[span.range()].trim_end().rsplit(parse::WHITE).next()?.len();
    let gap = source[span.start..last].trim_end().len() + span.start;
    let behind = token_behind(source, span.end).map_or("", |it| &source[it.range()]);
    let is_cut = source[gap..last].contains('\n') && model::Comparison::from_sign(behind).is_some();
    let error =
        Diagnostic::new(Code::ExpectedExpression, "an expression is missing in an order condition")
            .label(Span::new(gap, gap), "expected an expression such as `2n-1`");
    is_cut.then_some((error, last))
}
