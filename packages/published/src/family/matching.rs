//! The same games under other parameters.
//!
//! A family has moves over x_1, ..., x_k, a description over y_1, ..., y_l.  Whenever every move of the description is
//! a move of the family and vice versa, the two games are the same, as games are *sets* of moves.  All assignments of
//! moves to moves are tried; each gives a system of linear equations between x and y.  It is used if it has a solution
//! for all rational x, and if that is unique: then y is affine in x with rational coefficients, and what is proved for
//! y is proved for those x for which y is integral.
//!
//! Running example: { n 2n+1 } and { 2m-1 4m-1 } have the solution m = (n+1)/2, hence what is
//! proved for all m >= 3 is proved for all odd n >= 5.

use super::moves::MOST_FORMS;
use crate::affine::{Affine, Relation};
use crate::limit::Limit;
use crate::model::Description;
use crate::polynomial::Polynomial;
use num_rational::BigRational;
use num_traits::One as _;

/// The most equations that are tried.
const MOST_EQUATIONS: usize = 1 << 14;

/// All ways in which the description's parameters depend on those of a family with these moves,
/// such that both have the same moves.
///
/// # Errors
/// When there are too many moves, or too many ways to try.
pub(super) fn matchings(
    description: &Description,
    moves: &[Affine],
    parameters: usize,
) -> Result<Vec<Vec<Polynomial>>, Limit> {
    if description.moves.len() > MOST_FORMS {
        return Err(Limit::CASE_SPLITS);
    }
    let is_usual = description.rule == description.alphabet().into();
    if !is_usual || description.start.is_some() || description.has_ranges() {
        return Ok(Vec::new());
    }
    let own = description.parameters.len();
    let solution = Solution((0..own).map(|own| Polynomial::variable(parameters + own)).collect());
    let mut search = Matching {
        description,
        ours: moves.iter().map(Polynomial::from).collect(),
        parameters,
        left: MOST_EQUATIONS,
        found: Vec::new(),
    };
    search.choose(&mut Vec::new(), &solution)?;
    Ok(search.found)
}

struct Matching<'s> {
    description: &'s Description,
    ours: Vec<Polynomial>,
    /// The number of parameters of the family: the variables x.
    parameters: usize,
    left: usize,
    found: Vec<Vec<Polynomial>>,
}

impl Matching<'_> {
    /// Chooses a move of the family for each move of the description in turn.
    fn choose(&mut self, chosen: &mut Vec<usize>, solution: &Solution) -> Result<(), Limit> {
        let missing = (0..self.ours.len()).filter(|ours| !chosen.contains(ours)).count();
        if missing > self.description.moves.len() - chosen.len() {
            return Ok(());
        }
        let Some(theirs) = self.description.moves.get(chosen.len()) else {
            self.finish(solution.clone());
            return Ok(());
        };
        for ours in 0..self.ours.len() {
            self.left = self.left.checked_sub(1).ok_or(Limit::CASE_SPLITS)?;
            let mut next = solution.clone();
            if next.add(&theirs.size, &self.ours[ours], self.parameters) {
                chosen.push(ours);
                self.choose(chosen, &next)?;
                chosen.pop();
            }
        }
        Ok(())
    }

    /// What the moves leave open may follow from the equations among the conditions; an equation that is only about x
    /// stays a condition.
    fn finish(&mut self, mut solution: Solution) {
        for constraint in self.description.constraints() {
            if constraint.relation == Relation::Zero {
                solution.add(&constraint.form, &Polynomial::zero(), self.parameters);
            }
        }
        let known = |value: &Polynomial| {
            value.terms().all(|(exponents, _)| exponents.len() <= self.parameters)
        };
        if solution.0.iter().all(known) && !self.found.contains(&solution.0) {
            self.found.push(solution.0);
        }
    }
}

/// The parameters of the description, in terms of x and of those among them that are not yet
/// determined.
#[derive(Clone)]
struct Solution(Vec<Polynomial>);

impl Solution {
    /// Adds the equation left = right, unless it is only about x and not always true.
    fn add(&mut self, left: &Affine, right: &Polynomial, parameters: usize) -> bool {
        let difference = Polynomial::from(left).substitute(&self.0).minus(right);
        let Some((exponents, coefficient)) = difference.terms().max_by_key(|term| term.0.len())
        else {
            return true;
        };
        if exponents.len() <= parameters {
            return false;
        }
        let unknown = exponents.len() - 1;
        let scaled = difference.scaled(&coefficient.recip());
        let value = scaled.minus(&Polynomial::variable(unknown)).scaled(&-BigRational::one());
        for known in &mut self.0 {
            *known = known.with(unknown, &value);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Integer;
    use crate::family::{model::Entry, read};
    use crate::formula::Formula;

    /// Checks the parameters that the description must have for the games of the family.
    fn check(description: &str, moves: &str, expected: &[&[&str]]) {
        let source = format!("{description} REPEAT _1 A1 ENDREP");
        let model = crate::lang::parse(&source, &Default::default()).description.expect("model");
        let catalogue =
            format!("title=\"\"\nsource=\"\"\n[[family]]\nname=\"x\"\nmoves=\"{moves}\"");
        let catalogue = read(&catalogue).expect("a catalogue");
        let Entry::Family(family) = &catalogue.entries[0] else { panic!("no family") };
        let moves = family.affine_moves().expect("affine moves");
        let found = matchings(&model, &moves, family.parameters.len()).expect("few ways");
        assert_eq!(found.len(), expected.len(), "{source} {moves:?}: {found:?}");
        for (found, expected) in found.iter().flatten().zip(expected.iter().copied().flatten()) {
            let expected = Formula::parse(expected, 0).expect("a formula");
            for point in [[0, 0], [1, 0], [0, 1], [3, 5]] {
                let point = point.map(Integer::from);
                let at: Vec<_> = family.parameters.iter().copied().zip(point.clone()).collect();
                assert_eq!(expected.value(&at), Ok(found.at(&point)), "{source} {moves:?}");
            }
        }
    }

    #[test]
    fn parameters_are_found() {
        check(
            "m >= 3 { 2m-1 4m-1 8m-2 10m-2 12m-3 }",
            "{ 4n+2 n 5n+3 2n+1 6n+3 }",
            &[&["(n + 1)/2"]],
        );
        check("n >= 1 { n }", "{ 3k+2 }", &[&["3k + 2"]]);
        check("m >= 1 n >= 1 { m n }", "{ a b }", &[&["a", "b"], &["b", "a"]]);
        check("m >= 1 n >= 1 { m m+n }", "{ a b }", &[&["a", "b - a"], &["b", "a - b"]]);
        check("m >= 1 n >= 1 { m m+n }", "{ n 3n }", &[&["n", "2n"], &["3n", "-2n"]]);
        // The equation determines what the moves leave open.
        check("m >= 1 n == 2m+1 { 1 n }", "{ 1 3k }", &[&["(3k - 1)/2", "3k"]]);
        check("n >= 2 n == 5 { n }", "{ k }", &[&["k"]]);
        // Two moves of the description may be the same.
        check("m >= 1 n >= 1 { m n }", "{ k }", &[&["k", "k"]]);
    }

    #[test]
    fn other_moves_are_told_apart() {
        check("n >= 1 { n 2n }", "{ n n+3 }", &[]);
        check("n >= 1 { n 2n }", "{ m n }", &[]);
        check("n >= 1 { n }", "{ n 2n }", &[]);
        check("n >= 1 { 2 n }", "{ 3 n }", &[]);
        // The moves do not determine m.
        check("m >= 1 n >= 1 { n }", "{ n }", &[]);
    }
}
