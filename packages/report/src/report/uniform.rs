//! What proofs by trace show, for people and for programs.

use super::Detail;
use super::json::{SCHEMA, document};
use super::theorem::{remainders, spaced};
use crate::polynomial::Polynomial;
use crate::polynomial::Style;
use crate::uniform::{Class, FileError, Move, Part, Progress, common_start, parts};
use num_rational::BigRational;
use num_traits::Zero as _;
use serde::Serialize;

/// The name of the parameter: traces do not keep it.
const NAME: &str = "n";

fn formula(polynomial: &Polynomial) -> String {
    polynomial.display(&[NAME.to_owned()], &Style::Text)
}

/// What is done, for people who wait.
pub(super) fn stage(progress: Progress) -> String {
    match progress {
        Progress::Game { parameter, steps: 0 } => format!("outline of the game {parameter}"),
        Progress::Game { parameter, steps } => {
            format!("outline of the game {parameter}, {} million steps so far", steps / 1_000_000)
        }
        Progress::Check { start, step } => format!("checking {NAME} = {start} + {step}m"),
    }
}

/// `{ 2n 5n 6n+1 8n+1 }`
fn braces(moves: &[Move]) -> String {
    let size = |it: &Move| {
        let rational = |number: i64| BigRational::from_integer(number.into());
        let factor = Polynomial::term(&[1], &rational(it.factor));
        formula(&factor.plus(&Polynomial::constant(rational(it.summand)))).replace(' ', "")
    };
    let sizes: Vec<_> = moves.iter().map(size).collect();
    format!("{{ {} }}", sizes.join(" "))
}

/// What is shown, one line for all parts that say the same.
fn lines(parts: &[Part]) -> Vec<String> {
    let said = |part: &Part| {
        let Part { period, is_least, preperiod, .. } = part;
        let least = if *is_least { "least period" } else { "a period" };
        let preperiod = match preperiod {
            Some(preperiod) => format!("least preperiod {}", formula(preperiod)),
            None => "preperiod not shown".to_owned(),
        };
        format!("{least} {}, {preperiod}, for {NAME} >= ", formula(period))
    };
    let mut groups: Vec<(String, Vec<&Part>)> = Vec::new();
    for part in parts {
        let said = said(part);
        match groups
            .iter_mut()
            .find(|group| group.0 == said && group.1.iter().all(|it| it.modulus == part.modulus))
        {
            Some(group) => group.1.push(part),
            None => groups.push((said, vec![part])),
        }
    }
    let line = |(said, parts): (String, Vec<&Part>)| {
        let modulus = parts[0].modulus;
        // The first one, or one before it that is of no part.
        let ends = parts.iter().map(|part| part.from);
        let from = match (parts.len(), ends.clone().min(), ends.max()) {
            (1, Some(from), _) => from,
            (_, _, last) => last.unwrap_or(0) - modulus + 1,
        };
        let residues: Vec<_> = parts.iter().map(|part| part.residue).collect();
        format!("{said}{from}{}", spaced("and", &remainders(NAME, modulus, &residues)))
    };
    groups.into_iter().map(line).collect()
}

/// What a certificate shows, for people; `name` is that of its file.
pub fn text(
    name: &str,
    checked: &Result<(Vec<Move>, Vec<Class>), FileError>,
    detail: Detail,
) -> String {
    match checked {
        Err(refused) => format!("{name}: not accepted\n  {refused}\n"),
        Ok(_) if detail == Detail::Quiet => String::new(),
        Ok((moves, classes)) => {
            let mut text = format!("{name}: proves of the outcomes of {}\n", braces(moves));
            for line in lines(&parts(classes)) {
                text += &format!("  {line}\n");
            }
            text
        }
    }
}

/// What a certificate shows, for programs.
pub fn json(checked: &Result<(Vec<Move>, Vec<Class>), FileError>) -> String {
    document(&CheckedTraces {
        schema: SCHEMA,
        accepted: checked.is_ok(),
        shows: checked.is_ok().then_some("verified"),
        theorem: checked
            .as_ref()
            .ok()
            .map(|(moves, classes)| theorem(moves, &parts(classes), common_start(classes))),
        line: checked.as_ref().err().map(|error| error.line),
        message: checked.as_ref().err().map(ToString::to_string),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CheckedTraces {
    schema: u32,
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    shows: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<Theorem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// A theorem, for programs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Theorem {
    moves: String,
    values: &'static str,
    /// From which n on all n are covered, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<i64>,
    period: Vec<Piece>,
    preperiod: Vec<Piece>,
    minimal: bool,
}

/// A polynomial for the n of a class.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Piece {
    when: String,
    modulus: i64,
    residue: i64,
    /// The coefficients, ascending.
    coefficients: Vec<String>,
}

fn theorem(moves: &[Move], parts: &[Part], from: Option<i64>) -> Theorem {
    let piece = |part: &Part, polynomial: &Polynomial| Piece {
        when: format!("{NAME} >= {}", part.from),
        modulus: part.modulus,
        residue: part.residue,
        coefficients: coefficients(polynomial),
    };
    let preperiod = |part: &Part| part.preperiod.as_ref().map(|it| piece(part, it));
    Theorem {
        moves: braces(moves),
        values: "outcome",
        from,
        period: parts.iter().map(|part| piece(part, &part.period)).collect(),
        preperiod: parts.iter().filter_map(preperiod).collect(),
        minimal: parts.iter().all(|part| part.is_least && part.preperiod.is_some()),
    }
}

fn coefficients(polynomial: &Polynomial) -> Vec<String> {
    let degree = |exponents: &[u32]| exponents.first().map_or(0, |&power| power as usize);
    let most = polynomial.terms().map(|(exponents, _)| degree(exponents)).max().unwrap_or(0);
    let mut all = vec![BigRational::zero(); most + 1];
    for (exponents, coefficient) in polynomial.terms() {
        all[degree(exponents)] = coefficient.clone();
    }
    all.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(from: i64, modulus: i64) -> Part {
        let zero = Polynomial::constant(BigRational::zero());
        let residue = from.rem_euclid(modulus);
        Part { from, modulus, residue, period: zero, is_least: true, preperiod: None }
    }

    #[test]
    fn residues_are_listed_in_order_and_once() {
        let end = |parts: &[Part]| {
            let lines = lines(parts);
            assert_eq!(lines.len(), 1, "{lines:?}");
            lines[0].split_once(" for ").expect("the range").1.to_owned()
        };
        let parts = [2, 14, 5, 4].map(|from| part(from, 15));
        assert_eq!(end(&parts), "n >= 0 and n mod 15 in 2, 4, 5, 14");
        assert_eq!(end(&[part(4, 3), part(4, 3)]), "n >= 2 and n mod 3 == 1");
        assert_eq!(end(&[part(7, 4), part(5, 4)]), "n >= 4 and n mod 2 == 1");
    }
}
