//! The period of a description whose passes carry a state that rotates.
//!
//! Let the states of a loop be u = l, ..., l + m - 1, let each way through a pass go to u + s + k m for an integer k of
//! its own, and let its pass have A + k D values; m, s, A and D are forms over the parameters.
//!
//! * **The state returns.**  The next state is u + s modulo m and is one of the states, so this is a rotation: with g =
//!   gcd(m, s) the first state returns after N = m/g passes and not before.
//! * **The sum.**  In these N passes the states add up to what they were, so N s + m K = 0 for the sum K of the k, which
//!   gives K = -s/g.  The passes together have N A + K D = (m A - s D)/g values, and from there on everything repeats.
//! * **It is least** if a pattern of letters occurs at one place of one way and at the first state only
//!   ([`unique`](super::unique)): it occurs once in the N passes.
//!
//! Running example: the rows of { a b a+b } for b = 2a + r, 0 < r < a, have 2b values if u + r < a and 2b + a otherwise.
//! So m = a, s = r, k is 0 or -1, A = 2b and D = -a: the period is a(2b + r)/gcd(a, r).

use super::case::{Case, Context, ContextError};
use super::preceding::Ground;
use super::{Piece, Theorem, Undecided, compare, flatten, long_bodies};
use crate::Integer;
use crate::affine::Affine;
use crate::chain::block_graph;
use crate::expand;
use crate::limit::{CancellationToken, Limit};
use crate::minimality;
use crate::model::{Alphabet, Before, BlockId, Description, StateLoop, Unit};
use crate::polynomial::Polynomial;

/// The most positions up to which a game is compared with the result.
const MOST_POSITIONS: usize = 1 << 14;

/// The theorem of a description with a loop that carries a state, **provided that the description is proved**.
///
/// # Errors
/// When the states do not rotate, the lengths of passes do not depend on them as above, or a limit is reached.
pub(super) fn theorem(
    description: &Description,
    head: &StateLoop,
    values: Alphabet,
    stop: &CancellationToken,
) -> Result<Theorem, Undecided> {
    if values != description.alphabet() {
        return Err(Undecided::Unsupported(
            "a state, and are known for the values of the text only".into(),
        ));
    }
    let turn = Turn::of(description, head)?;
    let case = Case::new(description);
    let before = before(description, &case, stop)?;
    let piece = |polynomial, is_least| {
        Piece::new(case.clone(), polynomial, is_least, &[], stop).map_err(Undecided::Limit)
    };
    let is_least = is_least(description, &case, stop).map_err(Undecided::Limit)?;
    let period = piece(turn.multiple(), is_least)?;
    let one = [Integer::ONE, Integer::from(-1)];
    let is_one = |form: &Affine| form.is_constant() && one.contains(form.constant_term());
    // A gcd does not depend on signs.
    let is_negative = |form: &Affine| form.terms().next().is_some_and(|(_, it)| it.is_negative());
    let divisor =
        [turn.states, turn.step].map(|form| if is_negative(&form) { -&form } else { form });
    let period = if divisor.iter().any(is_one) { period } else { period.over(divisor) };
    let mut theorem = Theorem {
        parameters: description.parameters.iter().map(|it| it.name.clone()).collect(),
        values,
        period: vec![period],
        preperiod: vec![piece(before.clone(), before.is_zero())?],
        body: Vec::new(),
        before: vec![piece(before, false)?],
        by_lemma: false,
        tree: None,
        compared: Vec::new(),
    };
    compare(&mut theorem, description, stop).map_err(Undecided::Limit)?;
    Ok(theorem)
}

/// How the states go round, and how long the passes are.
struct Turn {
    /// m, the number of states.
    states: Affine,
    /// s, how far the state goes.
    step: Affine,
    /// A, the length of a pass with k = 0.
    length: Affine,
    /// D, how much longer it is for each k.
    longer: Affine,
}

impl Turn {
    fn of(description: &Description, head: &StateLoop) -> Result<Self, Undecided> {
        let unsupported = |what: &'static str| Undecided::Unsupported(what.into());
        let states = (&head.greatest - &head.least).plus(1);
        let state = Affine::variable(head.variable);
        let is_fixed = |form: &Affine| form.coefficient(head.variable).is_zero();
        let ways = head.ways.iter().map(|way| {
            let step = Some(&way.next - &state).filter(is_fixed);
            let length = length(description, &way.arm.body).filter(is_fixed);
            let step = step.ok_or(unsupported("a state that does not rotate"))?;
            Ok((step, length.ok_or(unsupported("the state, with which passes become longer"))?))
        });
        let ways = ways.collect::<Result<Vec<_>, Undecided>>()?;
        // The shortest way to say how far the state goes.
        let (step, length) = ways
            .iter()
            .min_by_key(|(step, _)| step.terms().count())
            .ok_or(unsupported("a loop without a way through its passes"))?;
        let mut longer: Option<Affine> = None;
        for (other, own) in &ways {
            let turns = multiple(&(other - step), &states);
            let turns = turns.ok_or(unsupported("a state that does not rotate"))?;
            let more = own - length;
            let each = match turns.is_zero() {
                true => more.is_zero().then(|| None),
                false => divided(&more, &turns).map(Some),
            };
            let each = each.ok_or(unsupported("how often each way through a pass is taken"))?;
            if let Some(each) = each {
                if longer.as_ref().is_some_and(|known| *known != each) {
                    return Err(unsupported("how often each way through a pass is taken"));
                }
                longer = Some(each);
            }
        }
        let (step, length) = (step.clone(), length.clone());
        Ok(Self { states, step, length, longer: longer.unwrap_or_default() })
    }

    /// m A - s D
    fn multiple(&self) -> Polynomial {
        let [m, s, a, d] =
            [&self.states, &self.step, &self.length, &self.longer].map(Polynomial::from);
        m.times(&a).minus(&s.times(&d))
    }
}

/// The number of values of units, if it is a form.
fn length(description: &Description, units: &[Unit]) -> Option<Affine> {
    units.iter().try_fold(Affine::zero(), |sum, unit| {
        let own = match unit {
            Unit::Block(id) => {
                let words = description.block(*id).words.iter();
                words.fold(Affine::zero(), |sum, word| &sum + &word.length)
            }
            Unit::Branch(branch) => {
                let is_complete = branch.arms.last().is_some_and(|arm| arm.condition.is_none());
                let mut all = branch.arms.iter().map(|arm| length(description, &arm.body));
                let first = if is_complete { all.next()?? } else { Affine::zero() };
                all.all(|other| other.as_ref() == Some(&first)).then_some(first)?
            }
            Unit::Loop(head) => (!description.has_words(&head.body)).then(Affine::zero)?,
            Unit::StateLoop(_) => return None,
        };
        Some(&sum + &own)
    })
}

/// The integer k with `form` = k `unit`.
fn multiple(form: &Affine, unit: &Affine) -> Option<Integer> {
    if form.is_zero() {
        return Some(Integer::ZERO);
    }
    let numbers = |it: &Affine| [it.coefficients(), &[it.constant_term().clone()]].concat();
    let own = unit.terms().next().map(|(variable, _)| variable);
    let of = |it: &Affine| {
        own.map_or_else(|| it.constant_term().clone(), |at| it.coefficient(at).clone())
    };
    let (whole, one) = (of(form), of(unit));
    let times =
        (!one.is_zero() && whole.mod_floor(&one).is_zero()).then(|| whole.div_floor(&one))?;
    (numbers(&unit.times(&times)) == numbers(form)).then_some(times)
}

/// The form with `form` = `number` times it.
fn divided(form: &Affine, number: &Integer) -> Option<Affine> {
    let divide = |it: &Integer| it.mod_floor(number).is_zero().then(|| it.div_floor(number));
    let coefficients = form.coefficients().iter().map(divide).collect::<Option<Vec<_>>>()?;
    Some(Affine::new(divide(form.constant_term())?, coefficients))
}

/// Does a pattern of letters occur at one place and at the first state only?  If it is not found, that is not known.
fn is_least(
    description: &Description,
    case: &Case,
    stop: &CancellationToken,
) -> Result<bool, Limit> {
    // What precedes the loop is not part of the repetition.
    let is_first = [0, 1].map(BlockId::from_index);
    let starts_with_the_loop = description.before() != Before::Block
        && matches!(&description.preperiod[..], [Unit::Block(id)] if *id == is_first[0])
        && matches!(description.period.first(), Some(Unit::Block(id)) if *id == is_first[1])
        && is_first.iter().all(|id| description.block(*id).words.is_empty());
    if !starts_with_the_loop {
        return Ok(false);
    }
    let graph = block_graph(description);
    let loops = 1 + flatten::loops(description);
    let Some(mut context) = Context::new(case, loops, stop)? else { return Ok(false) };
    let ground = Ground { case, description, graph: &graph, stop };
    match long_bodies::pattern(ground, &mut context) {
        Ok(pattern) => Ok(pattern.is_some()),
        Err(limit) if limit == Limit::STOPPED => Err(limit),
        Err(_) => Ok(false),
    }
}

/// The number of values before the loop.
fn before(
    description: &Description,
    case: &Case,
    stop: &CancellationToken,
) -> Result<Polynomial, Undecided> {
    let context =
        Context::new(case, flatten::loops(description), stop).map_err(Undecided::Limit)?;
    let Some(mut context) = context else { return Ok(Polynomial::zero()) };
    let units = &description.preperiod;
    let items =
        flatten::flatten(description, false, units, &case.forms, &mut context, &mut Vec::new());
    match items {
        Ok(items) => Ok(case.in_parameters(&minimality::length(&items))),
        Err(ContextError::Limit(limit)) => Err(Undecided::Limit(limit)),
        Err(_) => Err(Undecided::Unsupported("what precedes the loop".into())),
    }
}

/// Compares the result with sequences written out, where those are short enough.
///
/// # Panics
/// When they contradict: then there is a bug in this program, or the description is wrong.
fn compare(
    theorem: &mut Theorem,
    description: &Description,
    stop: &CancellationToken,
) -> Result<(), Limit> {
    let ([period], [preperiod]) = (&theorem.period[..], &theorem.preperiod[..]) else {
        return Ok(());
    };
    for point in compare::points(&period.case, &[0, 1, 3], stop)? {
        let point = period.case.parameters_at(&point);
        let (length, before) = (period.at(&point), preperiod.at(&point));
        assert!(length.is_integer() && before.is_integer(), "a period that is no integer");
        let Some(length) = Integer::from(length.to_integer()).to::<usize>() else { continue };
        let from = Integer::from(before.to_integer());
        if length > MOST_POSITIONS {
            continue;
        }
        let Ok(values) = expand::values(description, &point, &from, 2 * length, stop) else {
            continue;
        };
        let repeats = |p: usize| (p..values.len()).all(|at| values[at] == values[at - p]);
        assert!(repeats(length), "a period that is none");
        let smaller = |p: &usize| length.is_multiple_of(*p) && repeats(*p);
        assert!(!period.is_least || (1..length).find(smaller).is_none(), "a smaller period");
        theorem.compared.push(point);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::theorem;
    use super::*;
    use crate::lang::parse;
    use crate::sequence::{Game, Moves, Rule};

    fn described(text: &str) -> Description {
        let lowered = parse(text, &Default::default());
        lowered.description.unwrap_or_else(|| panic!("{text}\n{:?}", lowered.diagnostics))
    }

    /// The rows of { a b a+b } for b = 2ka + r, 0 < r < a, outcomes.
    fn rows(k: usize) -> String {
        let b = format!("{}a+r", 2 * k);
        let (longest, pairs) = (2 * k + 1, "-a +a ".repeat(k - 1));
        format!(
            "a >= 2 r >= 1 r <= a-1 {{ a {b} {longest}a+r }} REPEAT u=0 IN 0..a-1 -(a-u) +a {pairs}
             IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a -a +a FI -v +({b}) ENDREP"
        )
    }

    #[test]
    fn the_period_of_additive_games_is_that_of_direct_computation() {
        for k in 1..=4 {
            let found = theorem(&described(&rows(k)), &Default::default()).expect("a period");
            assert!(found.is_minimal() && found.compared.len() > 2, "{k}");
            for a in 2..=14_u64 {
                for r in 1..a {
                    let b = 2 * k as u64 * a + r;
                    let moves = Moves::new(&[a, b, a + b]).expect("moves");
                    let game = Game::new(moves, Rule::Normal).expect("a game");
                    let stop = CancellationToken::default();
                    let cycle = crate::sequence::cycle(&game, 1 << 24, &stop).expect("a cycle");
                    let point = [a.into(), r.into()];
                    let [period, preperiod] =
                        [&found.period, &found.preperiod].map(|pieces| pieces[0].at(&point));
                    let numbers = [cycle.period, cycle.preperiod].map(|it| it.to_string());
                    assert_eq!([period.to_string(), preperiod.to_string()], numbers, "{a} {b}");
                }
            }
        }
    }

    /// What is not a rotation, and lengths that do not fit, have no formula.
    #[test]
    fn other_loops_have_no_formula() {
        let of = |body: &str| {
            let text = format!("n >= 4 {{ n }} REPEAT u=0 IN 0..n-1 {body} ENDREP");
            theorem(&described(&text), &Default::default())
                .map(|found| found.period[0].divisor.clone())
        };
        assert!(of("IF u <= n-3 THEN NEXT v=u+2 ELSE NEXT v=u-n+2 FI _n An").is_ok());
        for body in [
            "NEXT v=n-1-u _n An",
            "IF u <= n-3 THEN NEXT v=u+2 ELSE NEXT v=u-n+3 FI _n An",
            "IF u <= n-3 THEN NEXT v=u+2 ELSE NEXT v=u-n+2 FI _n Au",
            "IF u <= n-3 THEN NEXT v=u+2 FOR i FROM 1 UPTO n REP Ai PER ELSE NEXT v=u-n+2 FI _n",
        ] {
            assert!(matches!(of(body), Err(Undecided::Unsupported(_))), "{body}");
        }
    }

    /// The state returns after more passes than the letters need: no pattern shows it.
    #[test]
    fn a_state_that_the_letters_do_not_show_gives_no_least_period() {
        let text = "n >= 3 { n } REPEAT u=0 IN 0..n-1
          IF u <= n-2 THEN NEXT v=u+1 ELSE NEXT v=u-n+1 FI _n An ENDREP";
        let found = theorem(&described(text), &Default::default()).expect("a period");
        assert_eq!(found.period[0].formula(&found.parameters), "2n^2");
        assert!(!found.period_is_least() && found.preperiod_is_least());
    }
}
