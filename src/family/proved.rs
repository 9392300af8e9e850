//! Families whose games a proved description describes: what is claimed is then decided for
//! all parameters.

use super::model::{Cases, Claims, Column, Convention, Family};
use crate::Integer;
use crate::formula::Formula;
use crate::limit::Stop;
use crate::model::{Alphabet, Description};
use crate::theorem::claim::{Comparison, polynomial};
use crate::theorem::{Options, Theorem, Undecided, theorem};

/// A proved description with what follows from it.
#[derive(Clone, Debug)]
pub struct Proved {
    moves: Vec<(Integer, Integer)>,
    /// The least parameter; all greater ones are admissible.
    from: Integer,
    /// About outcomes, then about Grundy values.
    theorems: [Option<Theorem>; 2],
}

impl Proved {
    /// What follows from a **proved** description; nothing if it has more than one parameter,
    /// or if its parameter is bounded above.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(description: &Description, options: &Options) -> Result<Option<Self>, Undecided> {
        let [_] = description.parameters.as_slice() else { return Ok(None) };
        let mut from: Option<Integer> = None;
        for constraint in description.constraints() {
            let coefficient = constraint.form.coefficient(0);
            if constraint.relation != crate::affine::Relation::AtLeastZero
                || !coefficient.is_positive()
            {
                return Ok(None);
            }
            // a n + c >= 0 from n = ceil(-c/a) = -floor(c/a) on.
            let bound = -constraint.form.constant_term().div_floor(coefficient);
            from = Some(from.map_or(bound.clone(), |known| known.max(bound)));
        }
        let Some(from) = from else { return Ok(None) };
        let mut moves: Vec<_> = (description.moves.iter())
            .map(|each| (each.size.coefficient(0).clone(), each.size.constant_term().clone()))
            .collect();
        moves.sort();
        let about = |values| match theorem(
            description,
            &Options { values: Some(values), stop: options.stop.clone() },
        ) {
            Ok(theorem) => Ok(Some(theorem)),
            Err(Undecided::Values) => Ok(None),
            Err(error) => Err(error),
        };
        let theorems = [about(Alphabet::Outcome)?, about(Alphabet::Nim)?];
        Ok(Some(Self { moves, from, theorems }))
    }

    /// Does it say the same as the claims about a column, for all its parameters?  Returns the
    /// least one.
    pub fn decides(&self, family: &Family, claims: &Claims, column: Column) -> Option<&Integer> {
        let [name] = family.parameters.as_slice() else { return None };
        let drops = column == Column::Period && claims.drops.is_some();
        if drops || family.convention != Convention::Usual || self.moves != affine(family)? {
            return None;
        }
        let theorem = self.theorems[usize::from(column.is_nim())].as_ref()?;
        let (pieces, least) = match column {
            Column::Period | Column::NimPeriod => (&theorem.period, theorem.period_is_least()),
            Column::Preperiod | Column::NimPreperiod => {
                (&theorem.preperiod, theorem.preperiod_is_least())
            }
        };
        let Cases { cases, .. } = claims.formula(column)?;
        // Where a case applies, its formula is the proved polynomial; so whichever is the first
        // that applies, it is right.
        let right = cases.iter().all(|case| {
            let Some(formula) = &case.is else { return false };
            let comparison = Comparison { names: vec![*name], formula, when: case.when.as_ref() };
            pieces.iter().all(|piece| comparison.proves(piece, &Stop::default()))
        });
        (least && right).then_some(&self.from)
    }
}

/// The moves of a family, sorted, as pairs of coefficient and constant.
fn affine(family: &Family) -> Option<Vec<(Integer, Integer)>> {
    let [name] = family.parameters.as_slice() else { return None };
    let one = |formula: &Formula| {
        let polynomial = polynomial(formula, &[*name], &Stop::default())?;
        let mut pair = (Integer::ZERO, Integer::ZERO);
        for (exponents, coefficient) in polynomial.terms() {
            let number = coefficient.is_integer().then(|| coefficient.to_integer().into())?;
            match exponents {
                [] => pair.1 = number,
                [1] => pair.0 = number,
                _ => return None,
            }
        }
        Some(pair)
    };
    let mut moves = Vec::new();
    for (formula, to) in &family.moves.items {
        if to.is_some() {
            return None;
        }
        moves.push(one(formula)?);
    }
    moves.sort();
    Some(moves)
}
