//! Theorems that a certificate shows, as pieces of formulas.

use super::case::Case;
use super::divide::Tree;
use super::{CycleLengths, Theorem, WhyLeast};
use crate::affine::{Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use crate::minimality;
use crate::model::Description;

/// What the checker of certificates accepted, as a theorem.
///
/// # Errors
/// When a limit is reached.
pub fn certified(
    checked: &minimality::Theorem,
    description: &Description,
    stop: &CancellationToken,
) -> Result<Theorem, Limit> {
    let mut leaves = Vec::new();
    for case in &checked.cases {
        let (period, preperiod) = (case.least.period.clone(), case.least.preperiod.clone());
        let found = CycleLengths {
            evidence: Ok(WhyLeast::Certificate),
            preperiod_is_least: true,
            body: period.clone(),
            before: preperiod.clone(),
            divisor: case.least.divisor.clone(),
            period,
            preperiod,
            steps: None,
        };
        let case = self::case(case, description).sharpened(stop)?;
        leaves.push(Tree::Leaf(Box::new((case, found))));
    }
    let tree = Tree::Split(Box::new(Case::new(description)), None, leaves);
    Theorem::of(tree, description, checked.values, stop)
}

/// The case given by the constraints of the certificate.
fn case(checked: &minimality::Case, description: &Description) -> Case {
    let mut case = Case::new(description);
    for Constraint { form, relation } in checked.constraints.iter().skip(case.constraints.len()) {
        let quotient = case.forms.len();
        let modulus = (-form.coefficient(quotient)).to::<u64>();
        case = match (relation, modulus) {
            (Relation::Zero, Some(modulus)) if modulus > 0 => {
                let mut divided = form.clone();
                divided.add_term(quotient, &modulus.into());
                case.with_residue(&divided, modulus, 0)
            }
            _ => case.where_at_least_zero(form),
        };
    }
    case
}
