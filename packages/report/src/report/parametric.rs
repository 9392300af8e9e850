//! What proofs by trace show, for people and for programs.

use super::align::indented;
use super::theorem::{remainders, spaced};
use crate::affine::Affine;
use crate::parametric::{
    self as trace, ClassCycle, Move, Number, ParametricProgress, common_start, pieces,
};
use crate::polynomial::{Polynomial, Style, Written as _};
use crate::theorem::{Class, grouped};
use grundy_output::output;

/// The name of the parameter: traces do not keep it.
const NAME: &str = "n";

fn formula(polynomial: &Polynomial) -> String {
    polynomial.display(&[NAME.to_owned()], &Style::Text)
}

/// What is done, for people who wait.
pub(super) fn stage(progress: ParametricProgress) -> String {
    match progress {
        ParametricProgress::Game { parameter, steps: 0 } => {
            format!("loop structure of the game {parameter}")
        }
        ParametricProgress::Game { parameter, steps } => {
            format!(
                "loop structure of the game {parameter}, {} million steps so far",
                steps / 1_000_000
            )
        }
        ParametricProgress::Check { start, step } => format!("checking {NAME} = {start} + {step}m"),
    }
}

/// `{ 2n 5n 6n+1 8n+1 }`
fn braces(moves: &[Move]) -> String {
    let size = |it: &Move| Affine::new(it.summand.into(), [it.factor.into()]);
    let sizes: Vec<_> = moves.iter().map(|it| size(it).display(&[NAME]).to_string()).collect();
    format!("{{ {} }}", sizes.join(" "))
}

/// What is shown, one line for all pieces that say the same; of one game without a range of n.
fn lines(moves: &[Move], pieces: &[ClassCycle]) -> Vec<String> {
    let is_one_game = moves.iter().all(|it| it.factor == 0);
    let said = |ClassCycle { class, period, preperiod, .. }: &ClassCycle| {
        let least = if period.is_least { "least period" } else { "a period" };
        let preperiod = match preperiod {
            Some(preperiod) => format!("least preperiod {}", formula(&preperiod.polynomial)),
            None => "preperiod not shown".to_owned(),
        };
        (*class, format!("{least} {}, {preperiod}", formula(&period.polynomial)))
    };
    let line = |(said, classes): (String, Vec<Class>)| {
        if is_one_game {
            return said;
        }
        let of = pieces.iter().filter(|piece| classes.contains(&piece.class));
        let last = of.map(|piece| piece.from).max().unwrap_or(0);
        // The first one, or one before it that is of no piece.
        let from = if classes.len() == 1 { last } else { last - classes[0].modulus + 1 };
        format!("{said}, for {NAME} >= {from}{}", spaced("and", &remainders(NAME, &classes)))
    };
    grouped(pieces.iter().map(said)).into_iter().map(line).collect()
}

/// What a certificate shows, for people; `name` is that of its file.
pub(super) fn text(name: &str, moves: &[Move], classes: &[trace::Class]) -> String {
    let shown = lines(moves, &pieces(classes)).join("\n");
    format!(
        "{name}: proves of the outcomes of {} in normal play\n{}",
        braces(moves),
        indented(2, &shown)
    )
}

/// A theorem, for programs.
#[output]
pub(super) struct ParametricDocument {
    moves: String,
    values: &'static str,
    /// From which n on all n are covered, if they are.
    from: Option<i64>,
    period: Vec<PieceJson>,
    preperiod: Vec<PieceJson>,
    minimal: bool,
}

/// A polynomial for the n of a class.
#[output]
#[cfg_attr(test, schemars(rename = "Piece"))]
#[derive(Clone, Debug)]
pub(super) struct PieceJson {
    when: String,
    modulus: i64,
    residue: i64,
    /// The coefficients, ascending.
    coefficients: Vec<String>,
}

impl PieceJson {
    /// The number for all parameters of the class from one on.
    pub(super) fn new(
        name: &str,
        from: i64,
        Class { modulus, residue }: Class,
        number: &Number,
    ) -> Self {
        let coefficients =
            number.polynomial.coefficients().iter().map(ToString::to_string).collect();
        Self { when: format!("{name} >= {from}"), modulus, residue, coefficients }
    }
}

/// What a certificate shows, for programs.
pub(super) fn theorem(moves: &[Move], classes: &[trace::Class]) -> ParametricDocument {
    let pieces = pieces(classes);
    let json =
        |piece: &ClassCycle, number: &Number| PieceJson::new(NAME, piece.from, piece.class, number);
    let preperiod = |piece: &ClassCycle| Some(json(piece, piece.preperiod.as_ref()?));
    ParametricDocument {
        moves: braces(moves),
        values: "outcome",
        from: common_start(classes),
        period: pieces.iter().map(|piece| json(piece, &piece.period)).collect(),
        preperiod: pieces.iter().filter_map(preperiod).collect(),
        minimal: pieces.iter().all(|piece| piece.period.is_least && piece.preperiod.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(from: i64, modulus: i64) -> ClassCycle {
        let period = Number { polynomial: Polynomial::zero(), is_least: true };
        ClassCycle { class: Class::of(from, modulus), from, period, preperiod: None }
    }

    #[test]
    fn residues_are_listed_in_order_and_once() {
        let end = |parts: &[ClassCycle]| {
            let lines = lines(&[Move { factor: 1, summand: 0 }], parts);
            assert_eq!(lines.len(), 1, "{lines:?}");
            lines[0].split_once(" for ").expect("the range").1.to_owned()
        };
        let parts = [2, 14, 5, 4].map(|from| part(from, 15));
        assert_eq!(end(&parts), "n >= 0 and n mod 15 in 2, 4, 5, 14");
        assert_eq!(end(&[part(4, 3), part(4, 3)]), "n >= 2 and n mod 3 == 1");
        assert_eq!(end(&[part(7, 4), part(5, 4)]), "n >= 4 and n mod 2 == 1");
    }
}
