//! Messages about claims that are wrong or not decided.

use super::super::{Piece, Theorem};
use super::Decision;
use crate::diagnostic::{Code, Diagnostic};
use crate::lang::{Claim, Quantity};
use crate::limit::Limit;
use crate::model::{Alphabet, Description};
use crate::verdict::{Evidence, Finding, WrongNumber};

/// What the theorem says about the quantity, and whether it is known to be the least one.
fn pieces(theorem: &Theorem, quantity: Quantity) -> (&[Piece], bool) {
    match quantity {
        Quantity::Period => (&theorem.period, theorem.period_is_least()),
        Quantity::Preperiod => (&theorem.preperiod, theorem.preperiod_is_least()),
    }
}

/// `2n for n >= 1`, or several such formulas.
fn formulas(theorem: &Theorem, pieces: &[Piece]) -> String {
    let names = &theorem.parameters;
    let one = |piece: &Piece| match piece.when(names) {
        when if when.is_empty() => piece.formula(names),
        when => format!("{} for {when}", piece.formula(names)),
    };
    pieces.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// `the least period of the Grundy values is 2n for n >= 1`, if that is known.
fn known(theorem: &Theorem, claim: &Claim) -> Option<String> {
    let (pieces, least) = pieces(theorem, claim.quantity);
    let values = match theorem.values {
        Alphabet::Nim => "Grundy values",
        Alphabet::Outcome => "outcomes",
    };
    let formulas = formulas(theorem, pieces);
    least.then(|| format!("the least {} of the {values} is {formulas}", claim.quantity))
}

/// A finding about a claim that is neither proved nor refuted.
pub(super) fn open(
    claim: &Claim,
    why: &str,
    theorem: Option<&Theorem>,
    limit: Option<Limit>,
) -> Finding {
    let mut diagnostic = Diagnostic::new(
        Code::UndecidedClaim,
        format!("the claim about the {} is not decided: {why}", claim.quantity),
    )
    .label(claim.span, "neither proved nor refuted");
    if let Some(known) = theorem.and_then(|theorem| known(theorem, claim)) {
        diagnostic = diagnostic.note(known);
    }
    match limit {
        Some(limit) => Finding::limit_reached(diagnostic, limit),
        None => Finding::new(diagnostic),
    }
}

/// A finding about a claim that holds because it says nothing.
pub(super) fn silent(claim: &Claim) -> Finding {
    let message = format!("the claim about the {} says nothing", claim.quantity);
    let diagnostic = Diagnostic::new(Code::IdleClaim, message)
        .label(claim.span, "no admissible parameters satisfy its condition")
        .help("compare the condition with the order conditions of the description");
    Finding::new(diagnostic)
}

/// A finding about a claim that is wrong.
pub(super) fn refuted(
    description: &Description,
    theorem: &Theorem,
    claim: &Claim,
    refuted: Decision,
) -> Finding {
    let Decision::Refuted { at, claimed, computed, confirmed, smallest } = refuted else {
        return open(claim, "nothing is known", Some(theorem), None);
    };
    let names = description.parameters.iter().map(|each| each.name.clone());
    let parameters: Vec<_> = names.zip(at).collect();
    let place: Vec<_> = parameters.iter().map(|(name, at)| format!("{name} = {at}")).collect();
    let place = place.join(", ");
    let (pieces, least) = pieces(theorem, claim.quantity);
    let mut what = format!("the least {}", claim.quantity);
    if theorem.values != description.alphabet() {
        what += " of the outcomes";
    }
    let not = match &claimed {
        Ok(claimed) => format!("not {claimed}"),
        Err(fault) => format!("and the claim says nothing: {fault}"),
    };
    let message = match pieces {
        _ if parameters.is_empty() => format!("{what} is {computed}, {not}"),
        [piece] if least => format!(
            "{what} is {}, not {}: at {place} it is {computed}, {not}",
            piece.formula(&theorem.parameters),
            claim.formula
        ),
        _ => format!("{what} is not {}: at {place} it is {computed}, {not}", claim.formula),
    };
    let label = match &claimed {
        Ok(claimed) => format!("gives {claimed} there"),
        Err(_) => "gives nothing there".to_owned(),
    };
    let mut diagnostic = Diagnostic::new(Code::WrongClaim, message).label(claim.span, label);
    let known = known(theorem, claim);
    if let Some(known) = &known {
        diagnostic = diagnostic.note(known.clone());
    }
    let how = if confirmed {
        "computed from position 0 by the rule; the description itself is right"
    } else {
        "this follows from the proved description; the game is too large to compute from position 0"
    };
    let number = WrongNumber {
        claimed: claimed.ok(),
        computed,
        right: known.map(|_| formulas(theorem, pieces)),
        smallest,
    };
    let evidence = Evidence::Number { parameters, number };
    Finding { diagnostic: diagnostic.note(how), evidence }
}
