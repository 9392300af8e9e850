//! Whether a claim holds for a game.

use super::case::StatementCase;
use super::letters::{LetterError, Letters};
use super::{Basis, Claim, FORMULA, Failure, Statement};
use crate::family::model::{Cases, Column};
use crate::formula::{Condition, Formula};
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::sequence::{Game, MOVES, Rule, oracle};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

/// The most positions that are compared one by one in a game.
const MOST_POSITIONS: u64 = 1 << 26;

/// How a game compares with a statement.
pub(super) enum StatementComparison {
    /// The statement is not about it.
    NotMeant,
    /// Every claim holds.
    Agrees,
    /// The first claim that does not hold.
    Differs(Failure),
}

type Compared = Result<Option<Failure>, LetterError>;

/// Compares a game with a statement.
pub(super) fn compare(
    statement: &Statement,
    case: &StatementCase,
    stop: &CancellationToken,
) -> Result<StatementComparison, Limit> {
    let mut letters = Letters::new(statement, case, stop);
    match first_failure(&mut letters) {
        Ok(comparison) => Ok(comparison),
        Err(LetterError::Limit(limit)) => Err(limit),
        Err(LetterError::Meaningless(why)) => Ok(StatementComparison::Differs(Failure::plain(
            "statement",
            "a value for this game",
            why,
        ))),
    }
}

fn first_failure(letters: &mut Letters<'_>) -> Result<StatementComparison, LetterError> {
    let statement = letters.statement;
    if let Some(when) = &statement.when
        && !letters.holds(when)?
    {
        return Ok(StatementComparison::NotMeant);
    }
    for claim in &statement.claims {
        let failure = match claim {
            Claim::Cycle(column, cases) => cycle(letters, *column, cases)?,
            Claim::Holds { when, is, about, says } => {
                let meant = match when {
                    Some(when) => letters.holds(when)?,
                    None => true,
                };
                if meant && !letters.holds(is)? {
                    Some(broken(letters, [when.as_ref(), Some(is)], about, says)?)
                } else {
                    None
                }
            }
            Claim::Lost(is) => lost(letters, is)?,
            Claim::Losing(formula) => losing(letters, formula)?,
            Claim::Late(formula) => late(letters, formula)?,
            // Only games of infinitely many moves have it.
            Claim::First(_) => None,
        };
        if let Some(failure) = failure {
            return Ok(StatementComparison::Differs(failure));
        }
    }
    Ok(StatementComparison::Agrees)
}

/// Compares a period or preperiod with its formula.
fn cycle(letters: &mut Letters<'_>, column: Column, cases: &Cases) -> Compared {
    let Some(formula) = letters.case_of(cases)? else { return Ok(None) };
    let claimed = letters.value(formula)?;
    let rule = if column.is_nim() { Rule::Mex } else { Rule::Normal };
    let cycle = letters.cycle(rule)?;
    let (quantity, computed) = match column {
        Column::Period => ("period", cycle.period),
        Column::Preperiod => ("preperiod", cycle.preperiod),
        Column::NimPeriod => ("nim period", cycle.period),
        Column::NimPreperiod => ("nim preperiod", cycle.preperiod),
    };
    let variables = formula.variables();
    let outcomes = column.is_nim() && variables.iter().any(|(name, _)| "pq".contains(*name));
    let how = match formula.as_variable() {
        _ if !outcomes => String::new(),
        Some(_) => ", that of the outcomes".to_owned(),
        None => format!(", which is {formula}"),
    };
    let mut cycles = letters.cycles.clone();
    cycles.retain(|(known, _)| outcomes || *known == rule);
    Ok((claimed != BigRational::from_integer(computed.into())).then(|| Failure {
        quantity: quantity.to_owned(),
        claimed: format!("{claimed}{how}"),
        computed: computed.to_string(),
        basis: Basis::Cycles(cycles),
    }))
}

/// The message for a condition that does not hold, and when it should have.
fn broken(
    letters: &mut Letters<'_>,
    conditions: [Option<&Condition>; 2],
    about: &Option<String>,
    says: &Option<String>,
) -> Result<Failure, LetterError> {
    let used = |name: char| {
        let all = conditions.iter().flatten().flat_map(|one| one.variables());
        all.into_iter().any(|(used, _)| *used == name)
    };
    let quantity = match about {
        Some(about) => about,
        None if used('N') => "words",
        None if used('p') => "period",
        None if used('q') => "preperiod",
        None => "moves",
    };
    let claimed = match (says, conditions[1]) {
        (Some(says), _) => says.clone(),
        (None, Some(is)) => shown(letters, is)?,
        (None, None) => String::new(),
    };
    let cycle = letters.cycles.iter().find(|(rule, _)| *rule == Rule::Normal).copied();
    let (computed, basis) = match (&letters.words, cycle) {
        (Some(words), _) if used('N') => (format!("N = {words}"), Basis::Words(words.clone())),
        (_, Some((rule, cycle))) => (
            format!("p = {}, q = {}", cycle.period, cycle.preperiod),
            Basis::Cycles(vec![(rule, cycle)]),
        ),
        _ => {
            let given = letters.given();
            let given: Vec<_> = given.iter().map(|(name, it)| format!("{name} = {it}")).collect();
            (given.join(", "), Basis::Plain)
        }
    };
    Ok(Failure { quantity: quantity.to_owned(), claimed, computed, basis })
}

/// A condition in which all letters except those for computed numbers are replaced by their values.
fn shown(letters: &mut Letters<'_>, is: &Condition) -> Result<String, LetterError> {
    let given = letters.given();
    let Some((left, sign, right)) = is.as_comparison() else {
        return Ok(is.with(&given).to_string());
    };
    let left = left.with(&given);
    let text = right.with(&given).to_string();
    // A root has no value as a fraction.
    let Ok(value) = letters.value(&right) else { return Ok(format!("{left} {sign} {text}")) };
    if sign != "=" && value.to_string() != text {
        return Ok(format!("{left} {sign} {text} = {value}"));
    }
    if !value.is_integer()
        && let Some((dividend, divisor)) = right.as_quotient()
    {
        let (dividend, divisor) = (letters.value(&dividend)?, letters.value(&divisor)?);
        return Ok(format!("{left} {sign} {dividend}/{divisor}"));
    }
    Ok(format!("{left} {sign} {value}"))
}

fn name(lost: bool) -> &'static str {
    if lost { "lost" } else { "won" }
}

fn position(at: u64, quantity: &str, claimed: bool, computed: bool) -> Failure {
    let place = |lost| format!("position {at} is {}", name(lost));
    Failure::plain(quantity, place(claimed), place(computed))
}

/// Compares which of the positions below p + q are lost.
fn lost(letters: &mut Letters<'_>, is: &Condition) -> Compared {
    let cycle = letters.cycle(Rule::Normal)?;
    let end = cycle.period.checked_add(cycle.preperiod).filter(|end| *end <= MOST_POSITIONS);
    let end = end.ok_or(Limit::POSITIONS)?;
    let mut losses = letters.case.losses(end)?.into_iter().peekable();
    for at in 0..end {
        let computed = losses.next_if_eq(&at).is_some();
        let claimed = letters.holds_with(is, &[at])?;
        if claimed != computed {
            return Ok(Some(position(at, "outcome", claimed, computed)));
        }
    }
    Ok(None)
}

/// Compares the values of a formula for x = 0, 1, 2, ... with the lost positions.
///
/// The formula has to be a quasi-polynomial of degree at most 1: with I the modulus of its
/// remainders, the values for x, x+I, x+2I, ... are those of an affine form, for each x.  So if
/// each of the first I values grows by the same D when x grows by I, all later ones follow from
/// these; and the list is right for every x if the positions below D are, D is a multiple of the
/// period, and the preperiod is 0.
fn losing(letters: &mut Letters<'_>, formula: &Formula) -> Compared {
    let given = letters.of(&without_running(formula))?.to_vec();
    let formula = formula.with(&given);
    let shape = formula.shape().filter(|shape| shape.degree <= 1);
    let Some(shape) = shape else { return Err(FORMULA.into()) };
    let modulus = shape.modulus;
    let mut values = Vec::new();
    for x in 0..2 * modulus {
        let at = formula.value(&[('x', x.into())])?;
        let whole = at.is_integer().then(|| at.to_integer().to_u64()).flatten();
        let Some(whole) = whole else {
            let claimed = format!("losing position {x} is {at}");
            return Ok(Some(Failure::plain("losing positions", claimed, "no position")));
        };
        values.push(whole);
    }
    let modulus = usize::try_from(modulus).map_err(|_| Limit::POSITIONS)?;
    let (first, second) = values.split_at(modulus);
    let distance = second[0].saturating_sub(first[0]);
    if distance > MOST_POSITIONS {
        return Err(Limit::POSITIONS.into());
    }
    let computed = letters.case.losses(distance)?;
    let all = 0..first.len().max(computed.len());
    if let Some(at) = all.into_iter().find(|&at| first.get(at) != computed.get(at)) {
        let name = |list: &[u64]| match list.get(at) {
            Some(position) => format!("losing position {at} is {position}"),
            None => format!("no losing position {at} below {distance}"),
        };
        return Ok(Some(Failure::plain("losing positions", name(first), name(&computed))));
    }
    let cycle = letters.cycle(Rule::Normal)?;
    let same = first.iter().zip(second).all(|(one, later)| one + distance == *later);
    let repeats = distance.is_multiple_of(cycle.period) && cycle.preperiod == 0;
    Ok((distance == 0 || !same || !repeats).then(|| Failure {
        quantity: "losing positions".to_owned(),
        claimed: format!("the losing positions repeat with {distance}"),
        computed: format!("p = {}, q = {}", cycle.period, cycle.preperiod),
        basis: Basis::Cycles(vec![(Rule::Normal, cycle)]),
    }))
}

/// The letters of a formula except x.
fn without_running(formula: &Formula) -> Vec<(char, crate::diagnostic::Span)> {
    formula.variables().iter().filter(|(name, _)| *name != 'x').copied().collect()
}

/// Checks that, with M lost positions before position 0, the sequence is t won positions and then the usual one.
///
/// From t on both sequences follow the rule, and agree for ever once they agree at M consecutive positions; so the
/// first t+M values decide about all.
fn late(letters: &mut Letters<'_>, formula: &Formula) -> Compared {
    let value = letters.value(formula)?;
    let shift = value.is_integer().then(|| value.to_integer().to_u64()).flatten();
    let Some(shift) = shift else {
        return Ok(Some(Failure::plain(
            "won positions before the usual ones",
            value.to_string(),
            "no number",
        )));
    };
    if shift > MOST_POSITIONS {
        return Err(Limit::POSITIONS.into());
    }
    let number = |it: u64| usize::try_from(it).map_err(|_| Limit::POSITIONS);
    let (shift, span) = (number(shift)?, number(letters.case.greatest())?);
    let moves = &letters.case.moves;
    let plain = Game::new(moves.clone(), Rule::Normal);
    let seeded = Game::with_start(moves.clone(), Rule::Normal, &[Value(0)]);
    let (Ok(plain), Ok(seeded)) = (plain, seeded) else { return Err(MOVES.into()) };
    let claimed = [vec![Value(1); shift], oracle::sequence(&plain, span)].concat();
    let computed = oracle::sequence(&seeded, shift + span);
    let different = (0..).zip(claimed.iter().zip(&computed)).find(|(_, (one, other))| one != other);
    Ok(different.map(|(at, (one, other))| {
        position(at, "outcome with lost seed", *one == Value(0), *other == Value(0))
    }))
}
