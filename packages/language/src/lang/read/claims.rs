//! Claims about period and preperiod: `CLAIM outcome period 4 for n >= 2`.

use super::Findings;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::formula::{Condition, Formula};
use crate::model::{Alphabet, Description};
use std::fmt;

/// What a description says about the cycle of its sequences:
/// `CLAIM outcome preperiod 8n^2 - 3 for n >= 2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Of which values; of those of the description, if missing.
    pub values: Option<Alphabet>,
    /// Which number.
    pub quantity: Quantity,
    /// What it is.
    pub formula: Formula,
    /// For which of the admissible parameters; for all, if missing.
    pub when: Option<Condition>,
    /// The whole claim.
    pub span: Span,
}

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The least period.
    Period,
    /// The least preperiod.
    Preperiod,
}

impl fmt::Display for Quantity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Period => "period",
            Self::Preperiod => "preperiod",
        })
    }
}

/// Reads the claim that stands at `offset` in the source.
pub(in crate::lang) fn read(text: &str, offset: usize) -> Result<Claim, Box<Diagnostic>> {
    let text = text.trim_end();
    let whole = Span::new(offset, offset + text.len());
    // The parts are slices of the text, so their distance from its start is their place.
    let place = |part: &str| offset + (part.as_ptr() as usize - text.as_ptr() as usize);
    let mut rest = text.strip_prefix("CLAIM").unwrap_or(text).trim();
    let values = rest.strip_prefix("outcome ").map(|behind| {
        rest = behind.trim_start();
        Alphabet::Outcome
    });
    let quantities = [Quantity::Period, Quantity::Preperiod];
    let found = quantities.into_iter().find_map(|quantity| {
        let behind = rest.strip_prefix(&quantity.to_string())?;
        let ends = behind.is_empty() || behind.starts_with([' ', '\t', '=', ':']);
        ends.then_some((quantity, behind))
    });
    let Some((quantity, behind)) = found else {
        let error =
            Diagnostic::new(Code::UnknownClaim, "a claim is about the period or the preperiod");
        return Err(Box::new(error.label(whole, "begins with neither")));
    };
    let rest = behind.trim_start();
    if rest.is_empty() {
        let error = Diagnostic::new(
            Code::ClaimFormula,
            format!("this claim does not say what the {quantity} is"),
        )
        .label(whole, "a formula is missing at its end");
        return Err(Box::new(error));
    }
    let (formula, when) = match rest.split_once(" for ") {
        Some((formula, when)) => (formula, Some(when)),
        None => (rest, None),
    };
    let formula = Formula::parse(formula.trim_end(), place(formula)).map_err(told)?;
    let when = when.map(|when| Condition::parse(when, place(when)).map_err(told)).transpose()?;
    Ok(Claim { values, quantity, formula, when, span: whole })
}

/// An error in a formula as one in a claim.
fn told(error: Diagnostic) -> Box<Diagnostic> {
    Box::new(Diagnostic { code: Code::ClaimFormula, ..error })
}

/// Reports variables of claims that are no parameters.
pub(super) fn check(claims: &[Claim], description: &Description, findings: &mut Findings) {
    for claim in claims {
        let condition = claim.when.iter().flat_map(Condition::variables);
        for (name, span) in claim.formula.variables().iter().chain(condition) {
            let known = |parameter: &&str| parameter.chars().eq([*name]);
            if !description.parameter_names().iter().any(known) {
                findings.push_once(
                    Diagnostic::new(Code::ClaimVariable, format!("a claim about `{name}`"))
                        .label(*span, "not a parameter")
                        .help("a claim can only use the parameters of the order conditions"),
                );
            }
        }
    }
}
