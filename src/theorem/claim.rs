//! Claims about period and preperiod, compared with the theorem.
//!
//! A claimed formula that is a quasi-polynomial equals a polynomial on a residue class as soon
//! as they agree at more points of the class than their degrees have, so agreement is proved
//! by evaluation ([`crate::formula::Shape`]).  Where they differ, the smallest parameters are
//! looked for and confirmed by direct computation.

use super::compare::{computed, points};
use super::{Options, Piece, Theorem, Undecided, theorem};
use crate::Integer;
use crate::diagnostic::Diagnostic;
use crate::formula::{Condition, Formula};
use crate::limit::{Limit, Stop};
use crate::model::{Alphabet, Claim, Description, Quantity};
use crate::verify::{Counterexample, Finding, Report, Verdict};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

/// The most points at which two formulas are compared.
const MOST_POINTS: u64 = 1 << 14;

/// How many parameters are tried in search of a counterexample.
const MOST_TRIED: i64 = 4096;

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds for all parameters.
    Proved,
    /// It fails; for one parameter, these are the smallest for which it does.
    Refuted {
        /// The parameters.
        at: Vec<Integer>,
        /// What is claimed there.
        claimed: String,
        /// What is right there.
        computed: String,
    },
    /// Neither is known.
    Open(String),
}

/// Checks the claims of a proved description; the verdict of its report becomes that of the
/// worst claim.
///
/// # Panics
/// When direct computation contradicts a theorem: then the tool is wrong.
pub fn check(description: &Description, claims: &[Claim], stop: &Stop, report: &mut Report) {
    let mut known: Vec<(Alphabet, Result<Theorem, Undecided>)> = Vec::new();
    for claim in claims {
        let values = claim.values.unwrap_or(description.alphabet);
        if !known.iter().any(|(other, _)| *other == values) {
            let options = Options { values: Some(values), stop: stop.clone() };
            known.push((values, theorem(description, &options)));
        }
        let result = known.iter().find(|(other, _)| *other == values).map(|(_, result)| result);
        let outcome = match result {
            Some(Ok(theorem)) => judge(description, theorem, claim, stop),
            Some(Err(error)) => Outcome::Open(error.to_string()),
            None => continue,
        };
        let limit = match result {
            Some(Err(Undecided::Limit(limit))) => Some(*limit),
            _ => None,
        };
        let (verdict, finding) = match outcome {
            Outcome::Proved => continue,
            Outcome::Refuted { at, claimed, computed } => {
                let names = description.parameters.iter().map(|each| each.name.clone());
                let parameters: Vec<_> = names.zip(at).collect();
                let place: Vec<_> =
                    parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                let place = if place.is_empty() {
                    String::new()
                } else {
                    format!(" at {}", place.join(", "))
                };
                let diagnostic = Diagnostic::error(
                    "E0307",
                    format!("the least {} is {computed}{place}, not {claimed}", claim.quantity),
                )
                .label(claim.span, format!("is {claimed} there"))
                .note(
                    "computed from position 0 by the plain rule; the description itself is right",
                );
                let counterexample = Counterexample { parameters, play: Vec::new(), failure: None };
                (
                    Verdict::Refuted,
                    Finding { counterexample: Some(counterexample), ..Finding::new(diagnostic) },
                )
            }
            Outcome::Open(why) => {
                let diagnostic = Diagnostic::error(
                    "E0308",
                    format!("the claim about the {} is not decided: {why}", claim.quantity),
                )
                .label(claim.span, "neither proved nor refuted");
                (Verdict::Undecided, Finding { limit, ..Finding::new(diagnostic) })
            }
        };
        if report.verdict != Verdict::Refuted {
            report.verdict = verdict;
        }
        report.findings.push(finding);
    }
}

/// Compares one claim with the theorem about the same values.
///
/// # Panics
/// When direct computation contradicts the theorem.
pub fn judge(description: &Description, theorem: &Theorem, claim: &Claim, stop: &Stop) -> Outcome {
    let (pieces, least) = match claim.quantity {
        Quantity::Period => (&theorem.period, theorem.period_is_least()),
        Quantity::Preperiod => (&theorem.preperiod, theorem.preperiod_is_least()),
    };
    let comparison = Comparison {
        names: theorem.parameters.iter().filter_map(|name| name.chars().next()).collect(),
        formula: &claim.formula,
        when: claim.when.as_ref(),
    };
    let identical = pieces.iter().all(|piece| comparison.proves(piece));
    if identical && least {
        return Outcome::Proved;
    }
    // What is not least can only be contradicted by computation.
    let mut failure: Option<Vec<Integer>> = None;
    let mut exhausted = true;
    for (index, piece) in pieces.iter().enumerate() {
        if least && comparison.proves(piece) {
            continue;
        }
        let (tried, all) = match candidates(piece, stop) {
            Ok(candidates) => candidates,
            Err(limit) => return Outcome::Open(limit.name().to_owned()),
        };
        exhausted &= all && least;
        let wrong = tried.into_iter().filter(|point| pieces[index].contains(point)).find(|point| {
            if !comparison.applies(point) {
                return false;
            }
            let right = if least {
                Some(piece.polynomial.at(point))
            } else {
                number(description, theorem.values, claim.quantity, point, stop)
            };
            right.is_some_and(|right| comparison.claimed(point) != Ok(right))
        });
        failure = match (failure, wrong) {
            (Some(known), Some(wrong)) => Some(known.min(wrong)),
            (known, wrong) => known.or(wrong),
        };
    }
    let Some(at) = failure else {
        return match (exhausted, least) {
            (true, _) => Outcome::Proved,
            (false, true) => {
                Outcome::Open("its formula or condition is too complicated to compare".to_owned())
            }
            (false, false) => Outcome::Open("the least one is not known".to_owned()),
        };
    };
    let right = pieces.iter().find(|piece| piece.contains(&at)).map(|it| it.polynomial.at(&at));
    let computed = number(description, theorem.values, claim.quantity, &at, stop);
    if let (Some(right), Some(computed), true) = (&right, &computed, least) {
        assert!(right == computed, "the theorem gives {right} at {at:?}, computed is {computed}");
    }
    let claimed = match comparison.claimed(&at) {
        Ok(value) => value.to_string(),
        Err(fault) => format!("a number ({fault})"),
    };
    let computed = computed.or(right).map(|value| value.to_string()).unwrap_or_default();
    Outcome::Refuted { at, claimed, computed }
}

/// The number by direct computation.
fn number(
    description: &Description,
    values: Alphabet,
    quantity: Quantity,
    at: &[Integer],
    stop: &Stop,
) -> Option<BigRational> {
    let cycle = computed(description, values, at, stop).ok().flatten()?;
    let number = match quantity {
        Quantity::Period => cycle.period,
        Quantity::Preperiod => cycle.preperiod,
    };
    Some(BigRational::from_integer(number.into()))
}

/// Parameters of the piece in increasing order, and whether they are all.
fn candidates(piece: &Piece, stop: &Stop) -> Result<(Vec<Vec<Integer>>, bool), Limit> {
    let count = piece.case.parameters;
    if count != 1 {
        let mut found = points(&piece.case, &[0, 1, 2, 3, 4, 5, 7, 9, 12], stop)?;
        found.iter_mut().for_each(|point| point.truncate(count));
        let single = count == 0;
        return Ok((found, single));
    }
    let (least, greatest) = piece.bounds(stop)?;
    let Some(least) = least else { return Ok((Vec::new(), false)) };
    let reach = &least + &Integer::from(MOST_TRIED);
    let (end, all) = match greatest {
        Some(greatest) if greatest <= reach => (greatest, true),
        _ => (reach, false),
    };
    let mut value = least;
    let mut values = Vec::new();
    while value <= end {
        values.push(vec![value.clone()]);
        value += &Integer::ONE;
    }
    Ok((values, all))
}

/// A formula to be compared with polynomials in the same parameters.
pub struct Comparison<'c> {
    /// The parameters.
    pub names: Vec<char>,
    /// The formula.
    pub formula: &'c Formula,
    /// For which parameters it is claimed.
    pub when: Option<&'c Condition>,
}

impl Comparison<'_> {
    fn assignment(&self, point: &[Integer]) -> Vec<(char, Integer)> {
        self.names.iter().copied().zip(point.iter().cloned()).collect()
    }

    fn applies(&self, point: &[Integer]) -> bool {
        let at = self.assignment(point);
        self.when.is_none_or(|when| when.holds(&at) == Ok(true))
    }

    fn claimed(&self, point: &[Integer]) -> Result<BigRational, crate::formula::Fault> {
        self.formula.value(&self.assignment(point))
    }

    /// Do formula and polynomial agree for all parameters of the piece for which something is
    /// claimed?  If in doubt, no.
    pub fn proves(&self, piece: &Piece) -> bool {
        self.identical(piece).unwrap_or(false)
    }

    fn identical(&self, piece: &Piece) -> Option<bool> {
        let shape = self.formula.shape()?;
        let modulus = num_integer::lcm(shape.modulus, piece.modulus.to_i64()?.to_u64()?);
        // A condition that is not understood excludes nothing.
        let modulus = match self.when.and_then(Condition::modulus) {
            Some(other) => num_integer::lcm(modulus, other),
            None => modulus,
        };
        let degree = piece.polynomial.terms().map(|(list, _)| list.iter().sum::<u32>()).max();
        let count = shape.degree.max(u64::from(degree.unwrap_or(0))) + 1;
        // A polynomial of degree below `count` in each variable is 0 if it vanishes on a grid of
        // `count` values of each.
        let side = modulus.checked_mul(count)?;
        let total = side.checked_pow(u32::try_from(self.names.len()).ok()?)?;
        if total > MOST_POINTS {
            return None;
        }
        for index in 0..total {
            let mut rest = index;
            let mut point = Vec::with_capacity(self.names.len());
            for _ in &self.names {
                point.push(Integer::from(rest % side));
                rest /= side;
            }
            let in_class =
                piece.case.parameters != 1 || point[0].mod_floor(&piece.modulus) == piece.residue;
            let never =
                || self.when.is_some_and(|when| when.never(&self.assignment(&point), modulus));
            if in_class && self.claimed(&point) != Ok(piece.polynomial.at(&point)) && !never() {
                return Some(false);
            }
        }
        Some(true)
    }
}
