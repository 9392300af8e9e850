//! Theorems for people, for papers and for programs.

use super::json::{JsonNumber, Map};
use super::{Detail, Render};
use crate::diagnostic::counted;
use crate::model::{Alphabet, Description, Rule};
use crate::polynomial::{Polynomial, Style, Written as _};
use crate::theorem::{
    Class, Gathered, Numbers, Piece, Theorem, Unknown, WhyLeast, gathered, joined,
};
use crate::verdict::Verdict;
use grundy_output::output;
use serde::Serialize;
use std::collections::BTreeMap;

/// `{ 2n 5n 6n+1 8n+1 }` or, with other brackets and separators, the same in LaTeX.
fn moves(description: &Description, separator: &str) -> String {
    let names = description.parameter_names();
    let moves: Vec<_> = description.moves.iter().map(|each| each.display(&names)).collect();
    moves.join(separator)
}

/// The moves in braces: `{ 2 n+1 }`, `{ }`.
pub(super) fn braces(moves: &str) -> String {
    if moves.is_empty() { "{ }".to_owned() } else { format!("{{ {moves} }}") }
}

/// What values of this alphabet are called.
pub fn values(alphabet: Alphabet) -> &'static str {
    match alphabet {
        Alphabet::Nim => "Grundy values",
        Alphabet::Outcome => "outcomes",
    }
}

/// The rule of the values that a theorem about this description is about; of Grundy values the outcomes
/// are those of normal play.
fn rule(theorem: &Theorem, description: &Description) -> Rule {
    if theorem.values == description.alphabet() { description.rule } else { Rule::Normal }
}

/// What the values by a rule are called.
pub fn by_rule(rule: Rule) -> String {
    match rule {
        Rule::Mex | Rule::Normal => values(rule.alphabet()).to_owned(),
        Rule::Misere => "misère outcomes".to_owned(),
        rule => format!("outcomes by the rule {rule}"),
    }
}

/// Do numbers say all by themselves, for one who knows the moves?  They do if play is normal, nothing has to be known
/// before position 0, and they are the least ones.
pub(super) fn is_plain(rule: Rule, has_start: bool, is_least: bool) -> bool {
    matches!(rule, Rule::Mex | Rule::Normal) && !has_start && is_least
}

/// The same for programs; rules that count are named besides.
pub(super) fn values_name(rule: Rule) -> String {
    match rule {
        Rule::Misere => "misere".to_owned(),
        rule => rule.alphabet().to_string(),
    }
}

/// What the values of a theorem are called.
fn named(theorem: &Theorem, description: &Description) -> String {
    let values = by_rule(rule(theorem, description));
    let start = if description.start.is_some() { ", with the start of the text," } else { "" };
    values + start
}

/// A polynomial in one parameter, and for which values it holds: cases with the same polynomial in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Joined {
    /// The coefficients, ascending.
    pub coefficients: Vec<String>,
    /// Such as `n >= 2 and n mod 4 in 0, 1`; empty for all values.
    pub when: String,
    #[serde(skip)]
    formula: String,
}

impl Joined {
    pub(super) fn new(polynomial: &Polynomial, name: &str, when: String) -> Self {
        let coefficients = polynomial.coefficients().iter().map(ToString::to_string).collect();
        let formula = polynomial.display(&[name.to_owned()], &Style::Text);
        Self { coefficients, when, formula }
    }
}

/// The cases of a period or preperiod as people read them; `None` where they cannot be joined, as with several
/// parameters.
fn joined_pieces(names: &[String], pieces: &[Piece]) -> Option<Vec<Joined>> {
    let [name] = names else { return None };
    let one = |one: &Gathered| Joined::new(&one.polynomial, name, when(name, &one.numbers));
    gathered(pieces).map(|all| all.iter().map(one).collect())
}

/// Period and preperiod of a theorem, with the cases of one parameter joined as far as they can be.
pub fn cases(theorem: &Theorem) -> [Option<Vec<Joined>>; 2] {
    [&theorem.period, &theorem.preperiod].map(|pieces| joined_pieces(&theorem.parameters, pieces))
}

/// The formulas of period and preperiod, a line for each case.
pub(super) fn formulas(theorem: &Theorem) -> Vec<String> {
    let names = &theorem.parameters;
    let mut lines = Vec::new();
    for (what, pieces) in [("period", &theorem.period), ("preperiod", &theorem.preperiod)] {
        let piece = |piece: &Piece| (piece.formula(names), piece.when(names));
        let said: Vec<_> = match joined_pieces(names, pieces) {
            Some(all) => all.into_iter().map(|it| (it.formula, it.when)).collect(),
            None => pieces.iter().map(piece).collect(),
        };
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
        Numbers::From { from, classes } => {
            format!("{name} >= {from}{}", spaced("and", &remainders(name, classes)))
        }
    }
}

/// ` for n mod 2 == 1`, or nothing.
pub(super) fn spaced(word: &str, what: &str) -> String {
    if what.is_empty() { String::new() } else { format!(" {word} {what}") }
}

/// `n mod 2 == 1` or `n mod 4 in 0, 1`, with the least modulus; nothing for all numbers.
pub(super) fn remainders(name: &str, classes: &[Class]) -> String {
    let all: BTreeMap<_, _> = classes.iter().map(|class| (class.residue, (*class, ()))).collect();
    let all: Vec<_> = all.into_values().collect();
    let fewer = joined(&all).unwrap_or(all);
    let list: Vec<_> = fewer.iter().map(|it| it.0.residue.to_string()).collect();
    match fewer.first().map_or(1, |it| it.0.modulus) {
        1 => String::new(),
        modulus if list.len() == 1 => format!("{name} mod {modulus} == {}", list[0]),
        modulus => format!("{name} mod {modulus} in {}", list.join(", ")),
    }
}

/// A theorem about a description.
pub fn derived<'a>(
    theorem: &'a Theorem,
    description: &'a Description,
    detail: Detail,
) -> impl Render {
    let names = &theorem.parameters;
    let rule = rule(theorem, description);
    let point = |point: &Vec<crate::Integer>| {
        Map(names.iter().map(String::as_str).zip(point.iter().map(ToString::to_string)).collect())
    };
    TheoremDocument {
        theorem,
        description,
        detail,
        period: parts(&theorem.period, names),
        preperiod: parts(&theorem.preperiod, names),
        values: values_name(rule),
        rule: rule.counts().then(|| rule.to_string()),
        minimal: theorem.is_minimal(),
        body: parts(&theorem.body, names),
        before: parts(&theorem.before, names),
        compared: theorem.compared.iter().map(point).collect(),
    }
}

impl Render for TheoremDocument<'_> {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.minimal))
    }

    fn text(&self) -> String {
        let &Self { theorem, description, detail, .. } = self;
        let names = &theorem.parameters;
        let mut lines = formulas(theorem);
        let rule = rule(theorem, description);
        if detail == Detail::Quiet
            && is_plain(rule, description.start.is_some(), theorem.is_minimal())
        {
            return lines.join("\n") + "\n";
        }
        let least = match (theorem.period_is_least(), theorem.preperiod_is_least()) {
            (true, true) => "both least",
            (true, false) => "the period least, the preperiod perhaps not",
            (false, true) => "the preperiod least, the period perhaps not",
            (false, false) => "neither known to be least",
        };
        lines.push(format!(
            "{} of {}: v(x) = v(x+period) for all x >= preperiod, {least}",
            named(theorem, description),
            braces(&moves(description, " "))
        ));
        if detail == Detail::Quiet {
            return lines.join("\n") + "\n";
        }
        let mut why: Vec<String> = Vec::new();
        for (case, found) in theorem.cases() {
            let sentence = match &found.evidence {
                Ok(WhyLeast::Computed | WhyLeast::Certificate) => continue,
                Ok(WhyLeast::Cycle(cycle)) => {
                    let letters = cycle.iter().map(|&value| theorem.values.letter(value));
                    format!(
                        "least period: the endless loop repeats {}",
                        letters.collect::<String>()
                    )
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
                    let occur = match all.is_empty() {
                        true => format!("{last} occurs"),
                        false => format!("{} and {last} occur together", all.join(", ")),
                    };
                    format!("least period: {occur} once in each period")
                }
                Err(Unknown::Shorter) => {
                    "the period of some examples is smaller, in a way the loops do not show"
                        .to_owned()
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
        if all(&theorem.body) != all(&theorem.period)
            || all(&theorem.before) != all(&theorem.preperiod)
        {
            lines.push(format!(
                "as described: the endless loop has {} values, {} come before it",
                all(&theorem.body),
                all(&theorem.before)
            ));
        }
        lines.push(compared(theorem));
        lines.join("\n") + "\n"
    }
}

/// Which games were computed.
fn compared(theorem: &Theorem) -> String {
    let [name] = theorem.parameters.as_slice() else {
        let games = counted(theorem.compared.len(), "game");
        return format!("agrees with direct computation of {games}");
    };
    let values = theorem.compared.iter().filter_map(|point| point.first());
    let values: Vec<_> = values.map(ToString::to_string).collect();
    if values.is_empty() {
        return "the games are too large to compare with direct computation".to_owned();
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
        named(theorem, description),
        moves(description, ", "),
        least(theorem.period_is_least()),
        formula(&theorem.period),
        least(theorem.preperiod_is_least()),
        formula(&theorem.preperiod),
    )
}

#[output]
pub(super) struct TheoremDocument<'a> {
    #[serde(skip)]
    theorem: &'a Theorem,
    #[serde(skip)]
    description: &'a Description,
    #[serde(skip)]
    detail: Detail,
    period: Vec<FormulaPiece<'a>>,
    preperiod: Vec<FormulaPiece<'a>>,
    values: String,
    rule: Option<String>,
    minimal: bool,
    /// The lengths of the endless loop and of what stands before it, as described.
    body: Vec<FormulaPiece<'a>>,
    before: Vec<FormulaPiece<'a>>,
    /// The parameters for which the result was compared with direct computation.
    compared: Vec<Map<'a, String>>,
}

/// A piece of a formula.
#[output]
pub(super) struct FormulaPiece<'a> {
    when: String,
    modulus: JsonNumber,
    residue: JsonNumber,
    coefficients: Option<Vec<String>>,
    terms: Option<Vec<Term<'a>>>,
}

#[output]
struct Term<'a> {
    coefficient: String,
    powers: Map<'a, u32>,
}

/// The pieces of a formula, for programs.
pub(super) fn parts<'a>(pieces: &[Piece], names: &'a [String]) -> Vec<FormulaPiece<'a>> {
    let single = names.len() <= 1;
    let part = |piece: &Piece| {
        let coefficients =
            || piece.polynomial.coefficients().iter().map(ToString::to_string).collect();
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
        FormulaPiece {
            when: piece.range(names),
            modulus: JsonNumber(piece.modulus.clone()),
            residue: JsonNumber(piece.residue.clone()),
            coefficients: single.then(coefficients),
            terms: (!single).then(terms),
        }
    };
    pieces.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let classes = residues.iter().map(|&residue| Class { modulus, residue });
            assert_eq!(remainders("n", &classes.collect::<Vec<_>>()), said);
        }
    }
}
