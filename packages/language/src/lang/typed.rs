//! Moves in the notations that people type: `1 3 4`, `n, 2n`, `[1, 3, 4]`, `S={1,3,4}`, `2*n + 1`, `10^9`, `1.5`.

use super::Mended;
use crate::diagnostic::Span;
use crate::number;
use pest::Parser as _;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/typed.pest"]
struct Grammar;

/// Rewrites other notations of moves, with conditions before them or without.  What is none of them
/// stays as it is.  Real numbers become formulas: `(15/10)` for `1.5`.
pub(super) fn typed(source: &str, are_real: bool) -> Mended {
    let mut mended = Mended::new("");
    let list = Grammar::parse(Rule::list, source).into_iter().flatten();
    for token in list.flat_map(|list| list.into_inner()) {
        let written = token.as_str();
        let meant = match token.as_rule() {
            Rule::name | Rule::escape | Rule::EOI => String::new(),
            Rule::open | Rule::start => "{".to_owned(),
            Rule::close | Rule::end => "}".to_owned(),
            Rule::separator | Rule::conjunction => " ".to_owned(),
            Rule::relation => {
                format!(" {} ", written.trim().replace('≥', ">=").replace('≤', "<="))
            }
            Rule::times if !are_real => String::new(),
            Rule::times | Rule::joint | Rule::minus => written.trim().replace('−', "-"),
            Rule::number => match number::natural(written) {
                Some(number) => number.to_string(),
                None if are_real => fraction(written).unwrap_or_else(|| written.to_owned()),
                None => written.to_owned(),
            },
            _ => written.to_owned(),
        };
        if !meant.is_empty() {
            let span = token.as_span();
            mended.push(source, &meant, Span::new(span.start(), span.end()));
        }
    }
    mended
}

/// The formula that a number such as `1.5` is.
fn fraction(written: &str) -> Option<String> {
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = number::natural(&format!("{whole}{fraction}"))?;
    let shift = exponent.parse::<i64>().ok()?.checked_sub_unsigned(fraction.len() as u64)?;
    Some(format!("({digits}{}10^{})", if shift < 0 { '/' } else { '*' }, shift.unsigned_abs()))
}
