//! What descriptions and traces prove about the games of a family.

use super::conditions::remainder;
use super::described::{Described, Traced};
use super::matching::matchings;
use super::model::Column;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use crate::model::Alphabet;
use crate::parametric::Move;
use crate::polynomial::Polynomial;
use crate::theorem::claim::sign::affine;
use crate::theorem::{Case, Class, Context, ContextError, Law, Piece};
use num_rational::BigRational;

/// A number that is proved for some of the games of a family; forms and polynomial are over the
/// parameters of the family.
#[derive(Clone, Debug)]
pub(super) struct Proven<'d> {
    /// What it follows from.
    pub by: &'d Described,
    /// The games for which it is proved: these conditions hold, and these forms are divisible by these numbers.
    pub conditions: Vec<Constraint>,
    /// See `conditions`.
    pub divisible: Vec<(Affine, Integer)>,
    /// The number.
    pub polynomial: Polynomial,
}

/// Everything that the descriptions prove about the column, for games with these moves over this number of parameters.
/// Of several that prove the same, the first comes first.
///
/// # Errors
/// When the work is stopped.
pub(super) fn proven<'d>(
    descriptions: &[&'d Described],
    column: Column,
    moves: &[Affine],
    parameters: usize,
    stop: &CancellationToken,
) -> Result<Vec<Proven<'d>>, Limit> {
    let mut all = Vec::new();
    for &by in descriptions {
        let text = match by.text() {
            Ok(text) => text,
            Err(traced) => {
                all.extend(Proven::traced(by, traced, column, moves, parameters, stop)?);
                continue;
            }
        };
        let ways = match matchings(&text.description, moves, parameters) {
            Ok(ways) => ways,
            Err(limit) => {
                text.refuse(limit);
                continue;
            }
        };
        if ways.is_empty() {
            continue;
        }
        let values = if column.is_nim() { Alphabet::Nim } else { Alphabet::Outcome };
        let Some(theorem) = text.theorem(values, stop)? else { continue };
        let pieces = match column {
            Column::Period | Column::NimPeriod => &theorem.period,
            Column::Preperiod | Column::NimPreperiod => &theorem.preperiod,
        };
        let least = || pieces.iter().filter(|piece| piece.is_least);
        let all_ways = ways.iter().flat_map(|way| least().map(move |values| (values, way)));
        all.extend(all_ways.filter_map(|(piece, way)| Proven::new(by, piece, way)));
    }
    Ok(all)
}

impl<'d> Proven<'d> {
    /// What a proof by trace shows about the column, if it is about the games with these moves.
    fn traced(
        by: &'d Described,
        traced: &Traced,
        column: Column,
        moves: &[Affine],
        parameters: usize,
        stop: &CancellationToken,
    ) -> Result<Vec<Self>, Limit> {
        let n = Affine::variable(0);
        let size = |it: &Move| Affine::new(it.summand.into(), [Integer::from(it.factor)]);
        let sizes: Vec<_> = traced.moves.iter().map(size).collect();
        let same = moves.iter().all(|size| sizes.contains(size))
            && sizes.iter().all(|size| moves.contains(size));
        if parameters != 1 || !same {
            return Ok(Vec::new());
        }
        let said = traced.statement(stop)?;
        let _ = traced.used.set(());
        let laws = match column {
            Column::Period => &said.period[..],
            Column::Preperiod => &said.preperiod,
            Column::NimPeriod | Column::NimPreperiod => &[],
        };
        let one = |law: &Law| {
            let Class { modulus, residue } = law.class()?;
            let divisible = vec![(n.clone().plus(-residue), modulus.into())];
            let (conditions, polynomial) = (law.conditions.clone(), law.polynomial()?.clone());
            Some(Self { by, conditions, divisible, polynomial })
        };
        Ok(laws.iter().filter(|law| law.is_least).filter_map(one).collect())
    }

    /// A piece of a theorem where the parameters have these values: compare [`Piece::contains`].
    fn new(by: &'d Described, piece: &Piece, values: &[Polynomial]) -> Option<Self> {
        let inverse: Vec<_> =
            piece.case.inverse.iter().map(|polynomial| polynomial.substitute(values)).collect();
        let mut divisible = Vec::new();
        for value in &inverse {
            divisible.push((affine(value)?, value.denominator().into()));
        }
        let mut conditions = Vec::new();
        for constraint in &piece.case.constraints {
            let form = affine(&Polynomial::from(&constraint.form).substitute(&inverse))?;
            if !form.is_zero() {
                conditions.push(Constraint { form, relation: constraint.relation });
            }
        }
        let polynomial = piece.polynomial()?.substitute(values);
        Some(Self { by, conditions, divisible, polynomial })
    }

    /// The number for this game, if one is proved for it.
    pub(super) fn at(&self, point: &[Integer]) -> Option<BigRational> {
        let divides = |(form, by): &(Affine, Integer)| form.at(point).mod_floor(by).is_zero();
        let known = self.divisible.iter().all(divides)
            && self.conditions.iter().all(|condition| condition.holds_at(point));
        known.then(|| self.polynomial.at(point))
    }

    /// Is it proved for all games of the case (true) or for none (false)?
    ///
    /// # Errors
    /// The question whose answer depends on the game.
    pub(super) fn covers(&self, case: &Case, context: &mut Context) -> Result<bool, ContextError> {
        for (form, by) in &self.divisible {
            if remainder(&form.substitute(&case.forms), by, context)? != 0 {
                return Ok(false);
            }
        }
        for Constraint { form, relation } in &self.conditions {
            let form = form.substitute(&case.forms);
            let equation = *relation == Relation::Zero;
            if !context.at_least_zero(&form)? || equation && !context.at_least_zero(&-&form)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
