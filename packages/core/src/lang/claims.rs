//! Claims about period and preperiod: `CLAIM outcome period 4 for n >= 2`.

use super::Diagnostics;
use crate::diagnostic::{Diagnostic, Span};
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

const HELP: &str = "write `CLAIM period FORMULA` or `CLAIM preperiod FORMULA`; for the outcomes \
                    of Grundy values put `outcome` first, and for some parameters add ` for \
                    CONDITION`";

/// Reads the claim that stands at `offset` in the source.
pub fn read(text: &str, offset: usize, diagnostics: &mut Diagnostics) -> Option<Claim> {
    let whole = Span::new(offset, offset + text.trim_end().len());
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
        behind.starts_with([' ', '\t', '=', ':']).then_some((quantity, behind))
    });
    let Some((quantity, quantity_end)) = found else {
        diagnostics.push(
            Diagnostic::error("E0133", "a claim is about the period or the preperiod")
                .label(whole, "about neither")
                .help(HELP),
        );
        return None;
    };
    let rest = quantity_end.trim_start();
    let behind = rest.trim_start_matches(['=', ':']);
    let behind = behind.strip_prefix("is ").unwrap_or(behind).trim_start();
    if behind.len() < rest.len() {
        let sign = Span::new(place(rest), place(behind));
        diagnostics.push_once(
            Diagnostic::error("E0134", "the formula of a claim follows `period` directly")
                .label(sign, "not in this language")
                .help("leave it out")
                .edit(Span::new(place(quantity_end), place(behind)), " "),
        );
    }
    let rest = behind;
    let (formula, when) = match rest.split_once(" for ") {
        Some((formula, when)) => (formula, Some(when)),
        None => (rest, None),
    };
    let formula = Formula::parse(formula.trim_end(), place(formula));
    let when = when.map(|when| Condition::parse(when, place(when))).transpose();
    match (formula, when) {
        (Ok(formula), Ok(when)) => Some(Claim { values, quantity, formula, when, span: whole }),
        (Err(diagnostic), _) | (_, Err(diagnostic)) => {
            let mut reported = Diagnostic::error("E0134", diagnostic.message);
            reported.labels = diagnostic.labels;
            reported.notes = diagnostic.notes;
            reported.help = diagnostic.help;
            diagnostics.push(reported);
            None
        }
    }
}

/// Reports variables of claims that are no parameters.
pub fn check(claims: &[Claim], description: &Description, diagnostics: &mut Diagnostics) {
    for claim in claims {
        let condition = claim.when.iter().flat_map(Condition::variables);
        for (name, span) in claim.formula.variables().iter().chain(condition) {
            let known = |parameter: &&str| parameter.chars().eq([*name]);
            if !description.parameter_names().iter().any(known) {
                diagnostics.push_once(
                    Diagnostic::error("E0135", format!("a claim about `{name}`"))
                        .label(*span, "not a parameter")
                        .help("a claim can only use the parameters of the order conditions"),
                );
            }
        }
    }
}
