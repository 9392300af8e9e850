//! Claims about period and preperiod, compared with the theorem.
//!
//! The theorem is a list of polynomials, each for a part of the parameter space; a claim is a formula and possibly a
//! condition.  Both are compared exactly:
//!
//! * `read`: the formula and the condition are read as a polynomial and a truth value.  Where they are not, because
//!   `mod`, `floor`, `gcd`, `max` or a comparison depends on remainders or signs, the part is split by these
//!   ([`Division`](super::Division), `sign`) until they are.  A `gcd` that still is not a polynomial counts as a
//!   further variable, one for all with the same integer combinations (`divisors`).
//! * `smallest`: a polynomial that is not 0 on a part has a lexicographically smallest place there at which it is
//!   not 0.  With one parameter it is found after at most as many steps as the polynomial has zeros.
//!
//! So a claim is proved, or refuted with the smallest parameters for which it is wrong, in the order of `verify`: the
//! first parameter declared counts first.  What cannot be read (`2^n`, 1/n, comparisons like m^2 >= n) is tried for
//! small parameters; if the claim is wrong for none of them, it is undecided, and the part that was not understood is
//! reported.
//!
//! Running example: `CLAIM period n^2 for n >= 2` for the game { n }.  The period is 2n, and
//! n^2 - 2n is 0 at 2 and not at 3: the claim is wrong, first at n = 3.

mod arithmetic;
mod decide;
mod divisors;
mod message;
mod read;
pub mod sign;
mod smallest;
mod trial;

pub use decide::{Difference, FormulaComparison};

use super::compare::computed;
use super::{Theorem, TheoremOptions, Undecided, theorem};
use crate::Integer;
use crate::lang::{Claim, Quantity};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Description};
use crate::verdict::{ClaimVerdict, Finding, Report, Verdict};
use num_rational::BigRational;
use trial::trial;

/// The number of parameters that are tried where a claim is not understood.
const MOST_TRIED: usize = 1 << 12;

/// The number where each of them needs a direct computation.
const MOST_COMPUTED: usize = 64;

/// The greatest position up to which each of them is computed.
const MOST_POSITIONS: u64 = 1 << 20;

/// The greatest position up to which a game that refutes a claim is computed.
const FARTHEST: u64 = 1 << 24;

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It holds for all parameters.
    Proved,
    /// It holds because its condition holds for no parameters.
    Silent,
    /// It fails.
    Refuted {
        /// The parameters.
        at: Vec<Integer>,
        /// What is claimed there, or why that has no value.
        claimed: Result<String, String>,
        /// What is right there.
        computed: String,
        /// Was that computed directly?
        confirmed: bool,
        /// Are there no smaller parameters for which it fails?
        smallest: bool,
    },
    /// Neither is known, for this reason.
    Open(String),
}

/// The theorem about some values, or why there is none.
pub type Derived = (Alphabet, Result<Theorem, Undecided>);

/// The theorems about these values.
///
/// # Panics
/// When direct computation contradicts a theorem: this is a bug.
pub fn derive(
    description: &Description,
    values: &[Alphabet],
    stop: &CancellationToken,
) -> Vec<Derived> {
    let one = |&values: &Alphabet| {
        let options = TheoremOptions { values: Some(values), stop: stop.clone() };
        (values, theorem(description, &options))
    };
    values.iter().map(one).collect()
}

/// The values that the claims are about, each once.
pub fn values(description: &Description, claims: &[Claim]) -> Vec<Alphabet> {
    let mut all = Vec::new();
    for claim in claims {
        let values = claim.values.unwrap_or(description.alphabet());
        if !all.contains(&values) {
            all.push(values);
        }
    }
    all
}

/// Checks the claims of a description by the theorems about it; the verdict of its report becomes that of the worst
/// claim.  If the description is not proved, its claims are undecided.
///
/// # Panics
/// When direct computation contradicts a theorem: this is a bug.
pub fn check(
    known: &[Derived],
    description: &Description,
    claims: &[Claim],
    stop: &CancellationToken,
    report: &mut Report,
) {
    if claims.is_empty() {
        return;
    }
    let alone = report.verdict;
    report.description = Some(alone);
    for claim in claims {
        let (verdict, finding) = match alone {
            Verdict::Verified => decide(known, description, claim, stop),
            Verdict::Vacuous => (Verdict::Vacuous, None),
            _ => (Verdict::Undecided, None),
        };
        report.claims.push(ClaimVerdict { span: claim.span, verdict });
        report.findings.extend(finding);
        report.verdict = report.verdict.max(verdict);
    }
}

/// What became of a claim about a proved description, and what there is to say about it.
fn decide(
    known: &[Derived],
    description: &Description,
    claim: &Claim,
    stop: &CancellationToken,
) -> (Verdict, Option<Finding>) {
    let values = claim.values.unwrap_or(description.alphabet());
    let result = known.iter().find(|(other, _)| *other == values).map(|(_, result)| result);
    let open = |why: &str, theorem, limit| {
        (Verdict::Undecided, Some(message::open(claim, why, theorem, limit)))
    };
    match result {
        Some(Ok(theorem)) => match judge(description, theorem, claim, stop) {
            Ok(Decision::Proved) => (Verdict::Verified, None),
            Ok(Decision::Silent) => (Verdict::Verified, Some(message::silent(claim))),
            Ok(Decision::Open(why)) => open(&why, Some(theorem), None),
            Ok(refuted) => {
                let finding = message::refuted(description, theorem, claim, refuted);
                (Verdict::Refuted, Some(finding))
            }
            Err(limit) => open(limit.text(), None, Some(limit)),
        },
        Some(Err(error)) => {
            let limit = match error {
                Undecided::Limit(limit) => Some(*limit),
                _ => None,
            };
            open(&error.to_string(), None, limit)
        }
        None => open("nothing was derived about these values", None, None),
    }
}

/// Compares one claim with the theorem about the same values.
///
/// # Errors
/// When the work is stopped.
///
/// # Panics
/// When direct computation contradicts the theorem.
pub fn judge(
    description: &Description,
    theorem: &Theorem,
    claim: &Claim,
    stop: &CancellationToken,
) -> Result<Decision, Limit> {
    let known = match claim.quantity {
        Quantity::Period => &theorem.period,
        Quantity::Preperiod => &theorem.preperiod,
    };
    let comparison = FormulaComparison {
        names: theorem.parameters.iter().filter_map(|name| name.chars().next()).collect(),
        formula: &claim.formula,
        when: claim.when.as_ref(),
    };
    let number = |at: &[Integer], limit: u64| number(description, theorem, claim, at, limit, stop);
    let follows = |point: &[Integer]| {
        let found = known.iter().find(|piece| piece.is_least && piece.contains(point));
        found.map(|piece| piece.at(point))
    };
    let proved = || {
        let mut silent = claim.when.is_some();
        for piece in known {
            silent = silent && comparison.is_silent(&piece.case, stop)?;
        }
        Ok(if silent { Decision::Silent } else { Decision::Proved })
    };
    let mut failing: Option<Vec<Integer>> = None;
    let mut open = None;
    // No parameter about which something is open is greater than the greatest of these.
    let mut ends = Vec::new();
    for piece in known {
        let multiple = piece
            .divisor
            .as_ref()
            .map(|forms| divisors::multiple(&claim.formula, &comparison.names, forms));
        let difference = if piece.is_least && multiple != Some(None) {
            // The claim and the law, multiplied by the same divisor.
            let formula = multiple.flatten().unwrap_or_else(|| claim.formula.clone());
            let comparison = FormulaComparison { formula: &formula, ..comparison.clone() };
            comparison.difference(&piece.case, &piece.polynomial, stop)?
        } else if piece.is_least {
            comparison.unknown(
                &piece.case,
                "its formula is no polynomial over this divisor",
                stop,
            )?
        } else {
            let why = format!("it is not known which {} is least", claim.quantity);
            comparison.unknown(&piece.case, &why, stop)?
        };
        failing = failing.into_iter().chain(difference.smallest).min();
        if let Some(why) = difference.open {
            ends.push(difference.upto);
            open.get_or_insert(why);
        }
    }
    let mut smallest = true;
    if let Some(why) = open {
        let end = ends.into_iter().collect::<Option<Vec<_>>>();
        let greatest = end.and_then(|ends| ends.into_iter().max());
        let most =
            if known.iter().all(|piece| piece.is_least) { MOST_TRIED } else { MOST_COMPUTED };
        let cases: Vec<_> = known.iter().map(|piece| &piece.case).collect();
        let trial = trial(&cases, greatest, most, stop)?;
        let mut silent = false;
        for point in trial.points.into_iter().filter(|point| comparison.applies(point)) {
            stop.check()?;
            if failing.as_ref().is_some_and(|failing| *failing <= point) {
                break;
            }
            let right = match follows(&point) {
                Some(right) => Some(right),
                None => number(&point, MOST_POSITIONS)?,
            };
            silent |= right.is_none();
            if right.is_some_and(|right| comparison.claimed(&point) != Ok(right)) {
                failing = Some(point);
                break;
            }
        }
        let Some(failing) = &failing else {
            let all = trial.all && !silent;
            return if all { proved() } else { Ok(Decision::Open(why)) };
        };
        smallest = !silent && (trial.all || trial.upto.is_some_and(|upto| *failing <= upto));
    }
    let Some(failing) = failing else { return proved() };
    let (right, direct) = (follows(&failing), number(&failing, FARTHEST)?);
    if let (Some(right), Some(direct)) = (&right, &direct) {
        assert!(right == direct, "the theorem gives {right} at {failing:?}, computation {direct}");
    }
    let claimed = comparison.claimed(&failing);
    Ok(Decision::Refuted {
        claimed: claimed.map(|value| value.to_string()).map_err(|fault| fault.to_string()),
        confirmed: direct.is_some(),
        computed: direct.or(right).map(|value| value.to_string()).unwrap_or_default(),
        at: failing,
        smallest,
    })
}

/// The number by direct computation, unless that takes too long.
fn number(
    description: &Description,
    theorem: &Theorem,
    claim: &Claim,
    at: &[Integer],
    limit: u64,
    stop: &CancellationToken,
) -> Result<Option<BigRational>, Limit> {
    let cycle = computed(description, theorem.values, at, limit, stop)?;
    Ok(cycle.map(|cycle| {
        let number = match claim.quantity {
            Quantity::Period => cycle.period,
            Quantity::Preperiod => cycle.preperiod,
        };
        BigRational::from_integer(number.into())
    }))
}
