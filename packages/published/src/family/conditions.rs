//! Conditions throughout a case.

use super::moves::interpolated;
use crate::Integer;
use crate::affine::Affine;
use crate::formula::{Condition, Formula};
use crate::limit::Limit;
use crate::theorem::{Context, ContextError};

/// Does the condition hold throughout (true) or nowhere (false), where letters are replaced by forms?
pub(super) fn holds(
    condition: &Condition,
    named: &[(char, Affine)],
    context: &mut Context,
) -> Result<bool, ContextError> {
    condition.decide(&mut |formula: &Formula| {
        let Some(shape) = formula.shape().filter(|shape| shape.degree <= 1) else {
            return Err(ContextError::Unsupported("a condition that is not linear".into()));
        };
        // Where the letters leave known remainders by the modulus, the formula is affine.
        let modulus = Integer::from(shape.modulus);
        for (name, form) in named {
            let used = formula.variables().iter().any(|(used, _)| used == name);
            let known = form.terms().all(|(_, each)| each.mod_floor(&modulus).is_zero());
            if used && !known {
                remainder(form, &modulus, context)?;
                return Err(ContextError::Unsupported(
                    "a remainder that follows from an equation".into(),
                ));
            }
        }
        let form = interpolated(formula, named, context.variables);
        let (form, _) =
            form.ok_or(ContextError::Unsupported("a condition without a value".into()))?;
        context.at_least_zero(&form)
    })
}

/// The remainder of the form throughout.
///
/// It is asked for variable by variable, since x = 2u + r can be substituted for x, but 3x + 1 = 2u + r cannot be
/// substituted for anything.
///
/// # Errors
/// The question whose answer depends on the game.
pub(super) fn remainder(
    form: &Affine,
    modulus: &Integer,
    context: &mut Context,
) -> Result<usize, ContextError> {
    let number = |number: &Integer| number.to().ok_or(ContextError::Limit(Limit::CASE_SPLITS));
    for (variable, coefficient) in form.terms() {
        let part = modulus.div_floor(&modulus.gcd(coefficient));
        context.residue(&Affine::variable(variable), number(&part)?)?;
    }
    context.residue(form, number(modulus)?)
}
