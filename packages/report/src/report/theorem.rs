//! Theorems for people, for papers and for programs.

use super::Detail;
use super::json::{Map, Number, SCHEMA, document};
use crate::model::{Alphabet, Description};
use crate::polynomial::{Style, Written as _};
use crate::theorem::{Gathered, Numbers, Piece, Theorem, Unknown, WhyLeast, gathered};
use serde::Serialize;
use std::collections::BTreeSet;

/// `{ 2n 5n 6n+1 8n+1 }` or, with other brackets and separators, the same in LaTeX.
fn moves(description: &Description, separator: &str) -> String {
    let names = description.parameter_names();
    let moves: Vec<_> =
        description.moves.iter().map(|each| each.size.display(&names).to_string()).collect();
    moves.join(separator)
}

/// What values of this alphabet are called.
pub fn values(alphabet: Alphabet) -> &'static str {
    match alphabet {
        Alphabet::Nim => "Grundy values",
        Alphabet::Outcome => "outcomes",
    }
}

/// The formulas of period and preperiod, a line for each case.
pub(super) fn formulas(theorem: &Theorem) -> Vec<String> {
    let names = &theorem.parameters;
    let mut lines = Vec::new();
    for (what, pieces) in [("period", &theorem.period), ("preperiod", &theorem.preperiod)] {
        let piece = |piece: &Piece| (piece.formula(names), piece.when(names));
        let said: Vec<_> = match names.as_slice() {
            [name] => gathered(pieces).map(|all| {
                let said = |one: &Gathered| {
                    (one.polynomial.display(names, &Style::Text), when(name, &one.numbers))
                };
                all.iter().map(said).collect()
            }),
            _ => None,
        }
        .unwrap_or_else(|| pieces.iter().map(piece).collect());
        for (index, (formula, when)) in said.into_iter().enumerate() {
            let what = if index == 0 { what } else { "" };
            let when = if when.is_empty() { when } else { format!("  for {when}") };
            lines.push(format!("{what:<9}  {formula}{when}"));
        }
    }
    lines
}

/// Which values of the parameter these are: `n >= 2 and n mod 2 == 1`.
fn when(name: &str, numbers: &Numbers) -> String {
    match numbers {
        Numbers::One(number) => format!("{name} == {number}"),
        Numbers::From { from, modulus, residues } => {
            format!("{name} >= {from}{}", spaced("and", &remainders(name, *modulus, residues)))
        }
    }
}

/// ` for n mod 2 == 1`, or nothing.
pub(super) fn spaced(word: &str, what: &str) -> String {
    if what.is_empty() { String::new() } else { format!(" {word} {what}") }
}

/// `n mod 2 == 1` or `n mod 4 in 0, 1`, with the least modulus; nothing for all numbers.
pub(super) fn remainders(name: &str, modulus: i64, residues: &[i64]) -> String {
    let (modulus, residues) = with_least_modulus(modulus, residues.iter().copied().collect());
    let list: Vec<_> = residues.iter().map(ToString::to_string).collect();
    match &list[..] {
        _ if modulus == 1 => String::new(),
        [residue] => format!("{name} mod {modulus} == {residue}"),
        _ => format!("{name} mod {modulus} in {}", list.join(", ")),
    }
}

/// The same numbers by their remainders for the least modulus: 1 and 3 modulo 4 are 1 modulo 2.
///
/// Where a divisor of the modulus, one k-th of it, tells the same numbers, each of their remainders for it is
/// that of k remainders for the modulus.
fn with_least_modulus(modulus: i64, residues: BTreeSet<i64>) -> (i64, BTreeSet<i64>) {
    let by_divisor = |k: usize| {
        let divisor = i64::try_from(k).ok().filter(|k| modulus % k == 0).map(|k| modulus / k)?;
        let fewer: BTreeSet<_> = residues.iter().map(|residue| residue % divisor).collect();
        (fewer.len() * k == residues.len()).then_some((divisor, fewer))
    };
    (2..=residues.len()).rev().find_map(by_divisor).unwrap_or((modulus, residues))
}

/// For people.
pub fn text(theorem: &Theorem, description: &Description, detail: Detail) -> String {
    let names = &theorem.parameters;
    let mut lines = formulas(theorem);
    if detail == Detail::Quiet {
        return lines.join("\n") + "\n";
    }
    let least = match (theorem.period_is_least(), theorem.preperiod_is_least()) {
        (true, true) => "both least",
        (true, false) => "the period least, the preperiod perhaps not",
        (false, true) => "the preperiod least, the period perhaps not",
        (false, false) => "neither known to be least",
    };
    lines.push(format!(
        "{} of {{ {} }}: v(x) = v(x+period) for all x >= preperiod, {least}",
        values(theorem.values),
        moves(description, " ")
    ));
    let mut why: Vec<String> = Vec::new();
    for (case, found) in theorem.cases() {
        let sentence = match &found.evidence {
            Ok(WhyLeast::Computed | WhyLeast::Certificate) => continue,
            Ok(WhyLeast::Cycle(cycle)) => {
                let letters = cycle.iter().map(|&value| theorem.values.letter(value));
                format!("least period: the endless loop repeats {}", letters.collect::<String>())
            }
            Ok(WhyLeast::Pattern(pattern)) => {
                let variables = case.variable_names(names);
                let mut all: Vec<_> = (pattern.letters)
                    .iter()
                    .map(|(distance, value)| {
                        let letter = theorem.values.letter(*value);
                        let shown = distance.display(&variables);
                        match (distance.is_zero(), distance.is_constant()) {
                            (true, _) => format!("{letter} at x"),
                            (false, true) => format!("{letter} at x-{shown}"),
                            (false, false) => format!("{letter} at x-({shown})"),
                        }
                    })
                    .collect();
                let last = all.pop().unwrap_or_default();
                let first = if all.is_empty() { String::new() } else { all.join(", ") + " and " };
                format!("least period: {first}{last} occur together once in each period")
            }
            Err(Unknown::Shorter) => {
                "in examples the period is smaller, in a way that the loops do not show".to_owned()
            }
            Err(Unknown::NoPattern) => {
                "no group of values was found that occurs once in each period".to_owned()
            }
            Err(Unknown::Limit(limit)) => {
                format!("least period: not decided: {}", limit.text())
            }
        };
        if !why.contains(&sentence) {
            why.push(sentence);
        }
    }
    lines.extend(why);
    let all = |pieces: &[Piece]| {
        pieces.iter().map(|piece| piece.formula(names)).collect::<Vec<_>>().join(" or ")
    };
    if all(&theorem.body) != all(&theorem.period) || all(&theorem.before) != all(&theorem.preperiod)
    {
        lines.push(format!(
            "as described: the endless loop has {} values, {} stand before it",
            all(&theorem.body),
            all(&theorem.before)
        ));
    }
    lines.push(compared(theorem));
    lines.join("\n") + "\n"
}

/// Which games were computed.
fn compared(theorem: &Theorem) -> String {
    let [name] = theorem.parameters.as_slice() else {
        let count = theorem.compared.len();
        let plural = if count == 1 { "" } else { "s" };
        return format!("agrees with direct computation of {count} game{plural}");
    };
    let values = theorem.compared.iter().filter_map(|point| point.first());
    let values: Vec<_> = values.map(ToString::to_string).collect();
    if values.is_empty() {
        return "the games are too large to be compared with direct computation".to_owned();
    }
    format!("agrees with direct computation for {name} = {}", values.join(", "))
}

/// For papers: a theorem environment.
pub fn latex(theorem: &Theorem, description: &Description) -> String {
    let names = &theorem.parameters;
    let formula = |pieces: &[Piece]| match pieces {
        [piece] => format!("${}$", piece.latex(names)),
        _ => {
            let rows = pieces.iter().map(|piece| {
                format!("  {} & \\text{{if }} {}", piece.latex(names), piece.when_latex(names))
            });
            format!(
                "\\[\\begin{{cases}}\n{}\n\\end{{cases}}\\]",
                rows.collect::<Vec<_>>().join(" \\\\\n")
            )
        }
    };
    let when = match theorem.period.as_slice() {
        [piece] if !names.is_empty() => format!("For ${}$ the", piece.when_latex(names)),
        _ => "The".to_owned(),
    };
    let least = |known: bool| if known { "least " } else { "" };
    format!(
        "\\begin{{theorem}}\n{when} {} of the subtraction game $\\{{{}\\}}$ have the {}period\n{}\n\
         and the {}preperiod\n{}.\n\\end{{theorem}}\n",
        values(theorem.values),
        moves(description, ", "),
        least(theorem.period_is_least()),
        formula(&theorem.period),
        least(theorem.preperiod_is_least()),
        formula(&theorem.preperiod),
    )
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Document<'a> {
    schema: u32,
    period: Vec<Part<'a>>,
    preperiod: Vec<Part<'a>>,
    values: String,
    minimal: bool,
    /// The lengths of the endless loop and of what stands before it, as described.
    body: Vec<Part<'a>>,
    before: Vec<Part<'a>>,
    /// The parameters for which the result was compared with direct computation.
    compared: Vec<Map<'a, String>>,
}

/// A piece of a formula.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Part<'a> {
    when: String,
    modulus: Number,
    residue: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    coefficients: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Term<'a>>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Term<'a> {
    coefficient: String,
    powers: Map<'a, u32>,
}

/// The pieces of a formula, for programs.
pub(super) fn parts<'a>(pieces: &[Piece], names: &'a [String]) -> Vec<Part<'a>> {
    let single = names.len() <= 1;
    let part = |piece: &Piece| {
        let coefficients = || piece.coefficients().iter().map(ToString::to_string).collect();
        let terms = || {
            let terms = piece.polynomial.terms().map(|(exponents, coefficient)| {
                let powers = names.iter().map(String::as_str).zip(exponents.iter().copied());
                Term {
                    coefficient: coefficient.to_string(),
                    powers: Map(powers.filter(|(_, exponent)| *exponent > 0).collect()),
                }
            });
            terms.collect()
        };
        Part {
            when: piece.range(names),
            modulus: Number(piece.modulus.clone()),
            residue: Number(piece.residue.clone()),
            coefficients: single.then(coefficients),
            terms: (!single).then(terms),
        }
    };
    pieces.iter().map(part).collect()
}

/// For programs.
pub fn json(theorem: &Theorem) -> String {
    let names = &theorem.parameters;
    let point = |point: &Vec<crate::Integer>| {
        Map(names.iter().map(String::as_str).zip(point.iter().map(ToString::to_string)).collect())
    };
    document(&Document {
        schema: SCHEMA,
        period: parts(&theorem.period, names),
        preperiod: parts(&theorem.preperiod, names),
        values: theorem.values.to_string(),
        minimal: theorem.is_minimal(),
        body: parts(&theorem.body, names),
        before: parts(&theorem.before, names),
        compared: theorem.compared.iter().map(point).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn remainders_have_the_least_modulus() {
        for (modulus, residues, said) in [
            (1, &[0][..], ""),
            (4, &[3], "n mod 4 == 3"),
            (4, &[1, 3], "n mod 2 == 1"),
            (4, &[0, 1], "n mod 4 in 0, 1"),
            (4, &[0, 1, 2], "n mod 4 in 0, 1, 2"),
            (4, &[0, 1, 2, 3], ""),
            (12, &[0, 2, 4, 6, 8, 10], "n mod 2 == 0"),
            (12, &[1, 2, 5, 6, 9, 10], "n mod 4 in 1, 2"),
            (12, &[1, 5], "n mod 12 in 1, 5"),
            (4, &[1, 1], "n mod 4 == 1"),
        ] {
            assert_eq!(remainders("n", modulus, residues), said);
        }
    }

    proptest! {
        /// No number is lost or added, and no smaller modulus tells the same ones.
        #[test]
        fn the_same_numbers_are_told(
            modulus in 1_i64..40,
            divisor in 1_i64..40,
            some in prop::collection::btree_set(0_i64..40, 1..6),
            lacks_one in any::<bool>(),
        ) {
            let all = modulus * divisor;
            let of = |modulus: i64| -> BTreeSet<i64> { some.iter().map(|it| it % modulus).collect() };
            let residues = (0..all).filter(|it| of(divisor).contains(&(it % divisor)));
            let residues: BTreeSet<_> = residues.skip(usize::from(lacks_one)).collect();
            prop_assume!(!residues.is_empty());
            let (least, fewer) = with_least_modulus(all, residues.clone());
            let tells = |modulus: i64, fewer: &BTreeSet<i64>| {
                (0..all).all(|it| fewer.contains(&(it % modulus)) == residues.contains(&it))
            };
            prop_assert!(all % least == 0 && tells(least, &fewer));
            for smaller in (1..least).filter(|it| all % it == 0) {
                let fewer = residues.iter().map(|it| it % smaller).collect();
                prop_assert!(!tells(smaller, &fewer));
            }
        }
    }
}
