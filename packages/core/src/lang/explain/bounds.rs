//! Order conditions: in other notations, and what is wrong with one.

use super::fault::{self, ORDER, first_fault, is_variable, shown};
use super::foreign::{Foreign, Rule};
use super::lenient::{self, Comparison};
use super::{
    Context, Found, Line, Lost, foreign_signs, parse, reach, relation_in, token_behind, within,
};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model;
use pest::Parser as _;
use pest::iterators::Pair;

/// Order conditions as they are written elsewhere.
pub(super) struct Orders {
    /// The same in the spelling of the language.
    pub meant: String,
    /// The code and the message for the first thing that is not.
    error: (Code, &'static str),
}

/// `n ≥ 2`, `1 <= n <= 9`, `n > 1, m > 1`, `(n>=2)`, `n, m >= 1`
pub(super) fn orders(pair: Pair<'_, Rule>) -> Option<Orders> {
    let (mut meant, mut is_strange, mut is_ended) = (Vec::new(), false, false);
    let (mut is_open, mut is_tight) = (false, true);
    let written = pair.as_str().split_whitespace().count();
    for part in pair.into_inner() {
        let is_first = meant.is_empty();
        match part.as_rule() {
            Rule::stop => is_ended = true,
            Rule::bounds => {
                let parts: Vec<_> = part.into_inner().collect();
                is_open |= is_first && parts.len() > 1;
                let chain = parts.into_iter().find(|it| it.as_rule() == Rule::chain)?;
                let (mut lefts, mut sign) = (Vec::new(), None);
                for part in chain.into_inner() {
                    let text = part.as_str().trim();
                    match (part.as_rule(), sign) {
                        (Rule::relation, _) => sign = Some(text),
                        (_, None) => {
                            let left = lenient::expression(text)?;
                            is_tight &= !is_first || is_variable(&left);
                            lefts.push(left);
                        }
                        (_, Some(relation)) => {
                            let right = lenient::expression(text)?;
                            for left in &lefts {
                                let one = Comparison::new(left, relation, &right)?;
                                is_strange |= one.relation != relation;
                                meant.push(one.solved()?.to_string());
                            }
                            lefts = vec![right];
                        }
                    }
                }
            }
            _ => {}
        }
    }
    let errors = [
        (
            is_strange,
            (Code::ExpectedRelation, "the relations of order conditions are `>=`, `<=` and `==`"),
        ),
        (
            meant.len() > 1 || !is_tight,
            (
                Code::ExpectedVariable,
                "an order condition begins with one variable and bounds it once",
            ),
        ),
        (is_ended, (Code::ExpectedVariable, "order conditions are separated by blanks alone")),
        (is_open, (Code::ExpectedVariable, "an order condition is written without brackets")),
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

/// The most bytes of a character.
const LONGEST_SIGN: usize = 4;

/// The slip at the beginning of a line.
pub(super) fn slip(line: &Line<'_>) -> Option<Found> {
    let begins = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "+-([".contains(it);
    lenient::plain(within(line.text(), LONGEST_SIGN)).starts_with(begins).then_some(())?;
    let pair = Foreign::parse(Rule::orders, line.text()).ok()?.next()?;
    let length = pair.as_str().trim_end().len();
    let Orders { meant, error: (code, what) } = orders(pair)?;
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
