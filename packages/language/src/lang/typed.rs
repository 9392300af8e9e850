//! Moves in the notations that people type: `1 3 4`, `n, 2n`, `[1, 3, 4]`, `S={1,3,4}`, `2*n + 1`, `10^9`, `1.5`, `2^n`.

use super::Mended;
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::number;
use pest::Parser as _;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/typed.pest"]
struct Grammar;

/// Rewrites other notations of moves, with conditions before them or without.  What is none of them
/// stays as it is.  Real numbers become formulas: `(15/10)` for `1.5`.  Of a power of a parameter the parameter is left,
/// `6n` of `3*2^(n+1)`; [`bases`] has the rest.
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
            Rule::power if !are_real => match Power::read(&token) {
                Ok(Power { factor, letter, .. }) if factor == Integer::ONE => letter.to_string(),
                Ok(Power { factor, letter, .. }) => format!("{factor}{letter}"),
                Err(_) => written.to_owned(),
            },
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

/// The parameters that moves have in exponents, each with the number of which there is a power: n and 2 for
/// `3 2^n+1 4*2^n`.
///
/// # Errors
/// Powers that are no numbers, or not linear in one of them.
pub(super) fn bases(source: &str) -> Result<Vec<(char, u32)>, Diagnostic> {
    let list = Grammar::parse(Rule::list, source).into_iter().flatten();
    let mut powers: Vec<Power> = Vec::new();
    let mut alone = Vec::new();
    for token in list.flat_map(|list| list.into_inner()) {
        match token.as_rule() {
            Rule::open => {
                if let Some(Power { letter, span, .. }) = powers.first() {
                    let message = format!("a condition is about {letter} itself");
                    return Err(unreadable(message, *span, "a power of it"));
                }
                alone.clear();
            }
            Rule::word => alone.push(token),
            Rule::power => {
                let power = Power::read(&token)?;
                if let Some(other) = powers.iter().find(|it| it.letter == power.letter)
                    && other.base != power.base
                {
                    let (one, letter) = (other.base, power.letter);
                    let message = format!(
                        "powers of different numbers: {one}^{letter} and {}^{letter}",
                        power.base
                    );
                    return Err(unreadable(message, power.span, "of another number")
                        .note(format!("moves are linear in one power, {one}^{letter}")));
                }
                powers.push(power);
            }
            _ => {}
        }
    }
    for Power { letter, base, span, .. } in &powers {
        if let Some(word) = alone.iter().find(|word| word.as_str().contains(*letter)) {
            let place = word.as_span();
            let message = format!("{letter} is used in an exponent and elsewhere");
            let note = format!("moves are linear in one of the two, {letter} or {base}^{letter}");
            let found = unreadable(message, *span, "in an exponent");
            return Err(found.label(Span::new(place.start(), place.end()), "elsewhere").note(note));
        }
    }
    let mut bases: Vec<_> = powers.iter().map(|it| (it.letter, it.base)).collect();
    bases.sort_unstable();
    bases.dedup();
    Ok(bases)
}

/// A multiple of a power: `factor * base^letter`.
struct Power {
    factor: Integer,
    base: u32,
    letter: char,
    span: Span,
}

impl Power {
    /// Reads `3*2^(n+1)`.
    fn read(token: &Pair<'_, Rule>) -> Result<Self, Diagnostic> {
        let span = Span::new(token.as_span().start(), token.as_span().end());
        let part = |rule| token.clone().into_inner().find(|part| part.as_rule() == rule);
        let number =
            |rule| part(rule).map_or(Some(Integer::ONE), |it| number::natural(it.as_str()));
        let small = |rule| number(rule).and_then(|it| it.to::<usize>());
        let large =
            || unreadable("the numbers of this power are too large".to_owned(), span, "too large");
        let base = number(Rule::base).ok_or_else(large)?;
        let shift = part(Rule::shift).map_or(Some(0), |_| small(Rule::shift)).ok_or_else(large)?;
        if base < 2.into() || small(Rule::slope) == Some(0) {
            let message = "a power is that of a number from 2 on".to_owned();
            return Err(unreadable(message, span, "the same for all parameters"));
        }
        if shift > 0 && part(Rule::sign).is_some_and(|sign| sign.as_str() != "+") {
            let message = "an exponent must not be less than the parameter".to_owned();
            return Err(unreadable(message, span, "less")
                .help("let the parameter be the least exponent, and write `2^n` and `2^(n+1)`"));
        }
        let raised = |base: &Integer, exponent| number::power(base, exponent).ok_or_else(large);
        let factor = &number(Rule::factor).ok_or_else(large)? * &raised(&base, shift)?;
        let base = raised(&base, small(Rule::slope).ok_or_else(large)?)?;
        let base = base.to::<u32>().ok_or_else(large)?;
        let letter = part(Rule::letter).and_then(|it| it.as_str().chars().next()).unwrap_or('n');
        Ok(Self { factor, base, letter, span })
    }
}

fn unreadable(message: String, place: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::UnreadableMoves, message).label(place, label)
}

/// The formula that a number such as `1.5` is.
fn fraction(written: &str) -> Option<String> {
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = number::natural(&format!("{whole}{fraction}"))?;
    let shift = exponent.parse::<i64>().ok()?.checked_sub_unsigned(fraction.len() as u64)?;
    Some(format!("({digits}{}10^{})", if shift < 0 { '/' } else { '*' }, shift.unsigned_abs()))
}
