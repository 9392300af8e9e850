//! The law of a case: what must hold, as inequalities and remainders of the parameters.

use super::Class;
use super::case::Case;
use super::claim::sign::affine;
use super::law::{Law, Remainder};
use super::projection::{Projection, conditions, shortened};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::ilp::Lattice;
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use std::ops::Deref;

/// A law that holds in a case.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The parameters for which it holds.
    pub case: Case,
    law: Law,
}

impl Deref for Piece {
    type Target = Law;

    fn deref(&self) -> &Law {
        &self.law
    }
}

impl Piece {
    /// The law, which holds throughout the case, with the conditions of the case; these are written without the foreign
    /// parameters, if that is possible and the number is also written without them.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(
        case: Case,
        mut law: Law,
        foreign: &[usize],
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        if case.parameters == 1 {
            law.conditions = range(&case, stop)?;
            let (modulus, residue) = class(&case);
            match (modulus.to_i64(), residue.to_i64()) {
                (Some(modulus), Some(residue)) => law.classes = vec![Class { modulus, residue }],
                _ => law.remainders.push(Remainder {
                    form: Polynomial::variable(0),
                    modulus,
                    least: residue.clone(),
                    most: residue,
                }),
            }
            return Ok(Self { case, law });
        }
        let needed = foreign.iter().any(|&parameter| law.depends_on(parameter));
        let own = if foreign.is_empty() || needed { None } else { conditions(&case, foreign) };
        match own {
            Some(Projection { rows, remainders }) => {
                let case = Case { constraints: rows, ..case.clone() };
                law.conditions = reduced(&case, stop)?;
                for one in remainders.into_iter().map(remainder) {
                    add(&mut law.remainders, one);
                }
            }
            None => {
                law.conditions = reduced(&case, stop)?;
                let residues = case.residues.iter().map(|(form, modulus, residue)| {
                    let form = case.in_parameters(&form.into());
                    let [modulus, residue] = [*modulus, *residue].map(Integer::from);
                    Remainder { form, modulus, least: residue.clone(), most: residue }
                });
                law.remainders = residues.collect();
            }
        }
        let (equations, others): (Vec<_>, Vec<_>) =
            law.conditions.iter_mut().partition(|each| each.relation == Relation::Zero);
        let equations: Vec<_> = equations.iter().map(|each| Polynomial::from(&each.form)).collect();
        for each in others {
            let form = affine(&shortened(&Polynomial::from(&each.form), &equations));
            each.form = form.unwrap_or_else(|| each.form.clone());
        }
        law.polynomial = shortened(&law.polynomial, &equations);
        Ok(Self { case, law })
    }

    /// Do the parameters belong to the piece?
    pub fn contains(&self, point: &[Integer]) -> bool {
        self.case.contains(point)
    }
}

/// The modulus, and the remainder that the only parameter leaves: all numbers in its range that leave it are its values
/// in the case.
///
/// That 3n leaves the remainder 7 by 10 does not give n in terms of the quotient with integer coefficients, so the
/// equations are solved: n = 9 + 10t.
fn class(case: &Case) -> (Integer, Integer) {
    let all = (Integer::ONE, Integer::ZERO);
    let mut lattice = Lattice::new(case.forms.len());
    let mut equations = case.constraints.iter().filter(|one| one.relation == Relation::Zero);
    if case.forms[0].is_constant() || equations.any(|one| lattice.push(&one.form).is_err()) {
        return all;
    }
    let (slopes, start) = lattice.restrict(&Affine::variable(0));
    let modulus = slopes.iter().fold(Integer::ZERO, |all, slope| all.gcd(slope));
    if modulus.is_zero() { all } else { (modulus.clone(), start.mod_floor(&modulus)) }
}

/// The condition f mod c <= w, as a range of the part of f that depends on the parameters, if that range does not
/// exceed c - 1 and start again at 0.
fn remainder((form, modulus, width): (Affine, Integer, Integer)) -> Remainder {
    let least = (-form.constant_term()).mod_floor(&modulus);
    let most = &least + &width;
    if most < modulus {
        let varying = form.clone().plus(-form.constant_term());
        return Remainder { form: (&varying).into(), modulus, least, most };
    }
    Remainder { form: (&form).into(), modulus, least: Integer::ZERO, most: width }
}

/// Adds a condition, to what is known of the same remainder if there is such.
fn add(remainders: &mut Vec<Remainder>, one: Remainder) {
    let same = |other: &&mut Remainder| other.form == one.form && other.modulus == one.modulus;
    match remainders.iter_mut().find(same) {
        Some(known) => {
            known.least = known.least.clone().max(one.least);
            known.most = known.most.clone().min(one.most);
        }
        None => remainders.push(one),
    }
}

/// The range of the only parameter.
fn range(case: &Case, stop: &CancellationToken) -> Result<Vec<Constraint>, Limit> {
    let n = Affine::variable(0);
    let (least, greatest) = case.bounds(&n, stop)?;
    let [least, greatest] = [least, greatest].map(|bound| bound.map(Affine::constant));
    Ok(match (least, greatest) {
        (Some(least), Some(greatest)) if least == greatest => vec![Constraint::equal(&n, &least)],
        (least, greatest) => {
            let lower = least.map(|least| Constraint::at_least(&n, &least));
            lower.into_iter().chain(greatest.map(|most| Constraint::at_least(&most, &n))).collect()
        }
    })
}

/// The constraints of the case in terms of the parameters, without those that follow from the
/// others.
fn reduced(case: &Case, stop: &CancellationToken) -> Result<Vec<Constraint>, Limit> {
    let mut kept: Vec<Constraint> = Vec::new();
    let Some(mut region) = case.region(stop, 0)? else { return Ok(Vec::new()) };
    // Inequalities that hold only with equality are equations, each stated once.
    for constraint in &case.constraints {
        let equation = region.is_equation(constraint)?;
        let relation = if equation { Relation::Zero } else { Relation::AtLeastZero };
        let opposite = -&constraint.form;
        let known = |other: &Constraint| {
            other.relation == relation
                && (other.form == constraint.form || equation && other.form == opposite)
        };
        if !kept.iter().any(known) {
            kept.push(Constraint { form: constraint.form.clone(), relation });
        }
    }
    // Only equations that do not follow from the others.
    let mut lattice = Lattice::new(case.forms.len());
    kept.retain(|each| {
        let (coefficients, constant) = lattice.restrict(&each.form);
        let follows = constant.is_zero() && coefficients.iter().all(Integer::is_zero);
        each.relation == Relation::AtLeastZero || !follows && lattice.push(&each.form).is_ok()
    });
    let mut index = 0;
    while index < kept.len() {
        let one = kept.remove(index);
        let mut without = case.clone();
        without.constraints.clone_from(&kept);
        let implied = match one.relation {
            Relation::Zero => false,
            Relation::AtLeastZero => match without.region(stop, 0)? {
                None => false,
                Some(mut region) => !region.can(&Constraint::negative(&one.form))?,
            },
        };
        if !implied {
            kept.insert(index, one);
            index += 1;
        }
    }
    let quotient = |each: &&Constraint| {
        // The equation that defines a quotient is about a remainder, which is written differently.
        each.relation == Relation::Zero && each.form.coefficients().len() > case.parameters
    };
    let condition = |each: &Constraint| {
        let form = affine(&Polynomial::from(&each.form).substitute(&case.inverse));
        // What is affine in the variables is also affine in the parameters.
        Ok(Constraint { form: form.ok_or(Limit::CASE_SPLITS)?, relation: each.relation })
    };
    kept.iter().filter(|each| !quotient(each)).map(condition).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;
    use crate::theorem::Context;
    use num_rational::BigRational;
    use num_traits::Zero as _;

    /// The conditions of a piece describe which parameters belong to it, even where the parameter is not given by the
    /// quotient: 3n = 10u + 7.
    #[test]
    fn remainders_are_those_of_the_parameter() {
        let source = "n >= 2 { n } REPEAT _n An ENDREP";
        let description = lang::parse(source, &Default::default()).description.expect("a model");
        let stop = CancellationToken::default();
        let numbers = (1..=6_i64).flat_map(|a| (2..=12_u64).map(move |modulus| (a, modulus)));
        let mut inhabited = 0;
        for (a, modulus) in numbers {
            let form = Affine::new(1.into(), [a.into()]);
            for residue in 0..modulus {
                let part = Case::new(&description).with_residue(&form, modulus, residue);
                // A second split, by a quotient.
                let quotient = Affine::variable(1);
                for case in [part.clone(), part.with_residue(&quotient, 3, residue % 3)] {
                    if Context::new(&case, 0, &stop).expect("no limit").is_none() {
                        continue;
                    }
                    inhabited += 1;
                    let zero = Polynomial::constant(BigRational::zero());
                    let piece = Piece::new(case.clone(), Law::new(zero, true), &[], &stop)
                        .expect("no limit");
                    let (least, greatest) =
                        case.bounds(&Affine::variable(0), &stop).expect("no limit");
                    assert_eq!(greatest, None);
                    for n in (0..150).map(Integer::from) {
                        let is_said = least.as_ref().is_some_and(|least| *least <= n)
                            && piece
                                .class()
                                .is_some_and(|class| class.contains(n.to_i64().unwrap_or(0)));
                        let belongs = piece.contains(std::slice::from_ref(&n));
                        assert_eq!(is_said, belongs, "{a}n + 1 = {residue} mod {modulus}, n = {n}");
                    }
                }
            }
        }
        assert!(inhabited > 400, "{inhabited}");
    }

    #[test]
    fn conditions_on_two_parameters_are_written_for_people_and_for_papers() {
        let source = "n >= 2 m <= n m >= 1 { n m } REPEAT _n An ENDREP";
        let description = lang::parse(source, &Default::default()).description.expect("a model");
        let sum = Affine::new(1.into(), [1.into(), 1.into()]);
        let case = Case::new(&description).with_residue(&sum, 3, 2);
        let zero = Polynomial::constant(BigRational::zero());
        let piece = Piece::new(case, Law::new(zero, true), &[], &CancellationToken::default())
            .expect("no limit");
        let names = ["n", "m"].map(str::to_owned);
        assert_eq!(piece.when(&names), "m >= 1 and m <= n and (n + m + 1) mod 3 == 2");
        assert_eq!(piece.when_latex(&names), "m \\ge 1,\\ m \\le n,\\ (n + m + 1) \\bmod 3 = 2");
    }
}
