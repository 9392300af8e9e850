//! The period of a description whose passes carry a state that rotates.
//!
//! Let the states of a loop be u = l, ..., l + m - 1, let each way through a pass go to u + s + k m for an integer k of
//! its own, and let its pass have A + k D values; m, s, A and D are forms over the parameters.
//!
//! * **The state returns.**  The next state is u + s modulo m and is one of the states, so this is a rotation: with g =
//!   gcd(m, s) the first state returns after N = m/g passes and not before.
//! * **The sum.**  In these N passes the states add up to what they were, so N s + m K = 0 for the sum K of the k, which
//!   gives K = -s/g.  The passes together have N A + K D = (m A - s D)/g values, and from there on everything repeats.
//! * **It is least** if a pattern of letters occurs at one place of one way and at the first state only: it occurs once
//!   in the N passes, so every period is a multiple of their length.  The search goes through all states within the
//!   bounds, whether or not they occur.
//!
//! Running example: the rows of { a b a+b } for b = 2a + r, 0 < r < a, have 2b values if u + r < a and 2b + a otherwise.
//! So m = a, s = r, k is 0 or -1, A = 2b and D = -a: the period is a(2b + r)/gcd(a, r).

use super::case::Least;
use super::context::Replayer;
use super::lists::StepError;
use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{Before, Description, StateLoop, Unit, Value};
use crate::polynomial::Polynomial;
use crate::proof::theorem::Step;

/// How the states go round, and how long the passes are.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// m, the number of states.
    states: Affine,
    /// s, how far the state goes.
    step: Affine,
    /// A, the length of a pass with k = 0.
    length: Affine,
    /// D, how much longer it is for each k.
    longer: Affine,
}

impl Rotation {
    /// The rotation of the states.
    ///
    /// # Errors
    /// When the states do not rotate, or the lengths of passes do not depend on them as above: says what the length of
    /// all passes depends on.
    pub fn of(description: &Description, head: &StateLoop) -> Result<Self, StepError> {
        const NO_ROTATION: StepError = StepError("a state that does not rotate");
        const WAYS: StepError = StepError("how often each way through a pass is taken");
        let states = (&head.greatest - &head.least).plus(1);
        let state = Affine::variable(head.variable);
        let is_fixed = |form: &Affine| form.coefficient(head.variable).is_zero();
        let ways = head.ways.iter().map(|way| {
            let step = Some(&way.next - &state).filter(is_fixed).ok_or(NO_ROTATION)?;
            let length = length(description, &way.arm.body).filter(is_fixed);
            Ok((step, length.ok_or(StepError("the state, with which passes become longer"))?))
        });
        let ways = ways.collect::<Result<Vec<_>, StepError>>()?;
        // The shortest way to say how far the state goes.
        let (step, length) =
            ways.iter().min_by_key(|(step, _)| step.terms().count()).ok_or(NO_ROTATION)?;
        let mut longer: Option<Affine> = None;
        for (other, own) in &ways {
            let turns = multiple(&(other - step), &states).ok_or(NO_ROTATION)?;
            let more = own - length;
            if turns.is_zero() {
                if !more.is_zero() {
                    return Err(WAYS);
                }
                continue;
            }
            let each = divided(&more, &turns).ok_or(WAYS)?;
            if longer.as_ref().is_some_and(|known| *known != each) {
                return Err(WAYS);
            }
            longer = Some(each);
        }
        let (step, length) = (step.clone(), length.clone());
        Ok(Self { states, step, length, longer: longer.unwrap_or_default() })
    }

    /// The period times the greatest common divisor of m and s: m A - s D.
    pub fn multiple(&self) -> Polynomial {
        let [m, s, a, d] =
            [&self.states, &self.step, &self.length, &self.longer].map(Polynomial::from);
        m.times(&a).minus(&s.times(&d))
    }

    /// The forms m and s, by whose greatest common divisor that is divided.
    pub fn divisor(&self) -> [Affine; 2] {
        [self.states.clone(), self.step.clone()]
    }
}

/// The same description, of outcomes: values above 0 are N.
pub fn outcomes(description: &Description) -> Description {
    let mut outcomes = description.clone();
    for word in outcomes.blocks.iter_mut().flat_map(|block| &mut block.words) {
        word.cycle = word.cycle.iter().map(|value| Value(value.0.min(1))).collect();
    }
    outcomes
}

/// Goes through the case of a description with a state, after the parameters.
///
/// # Errors
/// At the first step that is not right.
pub(super) fn least<T: Replayer>(
    description: &Description,
    head: &StateLoop,
    variables: usize,
    reader: &mut T,
) -> Result<Least, T::Error> {
    let refused = |why| Err(T::Error::from(StepError(why)));
    // The number of the state follows those of the parameters.
    if variables != head.variable || variables != description.parameters.len() {
        return refused("a quotient, where a loop carries a state");
    }
    let is_alone = |unit: &Unit| {
        matches!(unit, Unit::StateLoop(_)) || !description.has_words(std::slice::from_ref(unit))
    };
    if description.before() == Before::Block
        || description.has_words(&description.preperiod)
        || !description.period.iter().all(is_alone)
    {
        return refused("words before a loop with a state");
    }
    let rotation = Rotation::of(description, head)?;
    let Step::Pattern(pattern) = reader.next()? else {
        return refused("a pattern was expected");
    };
    if pattern.loops.first() != Some(&head.first) {
        return refused("this place is not in the pass with the first state");
    }
    reader.once(description, &pattern)?;
    let (multiple, divisor) = (rotation.multiple(), rotation.divisor());
    if reader.next()? != Step::Period(multiple.clone()) {
        return refused("this is not the length of all passes, times the divisor");
    }
    let [states, step] = divisor.clone();
    if reader.next()? != Step::Gcd(states, step) {
        return refused("these are not the number of states and how far a state goes");
    }
    if reader.next()? != Step::Preperiod(Polynomial::zero()) {
        return refused("a loop with a state begins at position 0");
    }
    Ok(Least { period: multiple, divisor: Some(divisor), preperiod: Polynomial::zero() })
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
    let own = unit.terms().next().map(|(variable, _)| variable);
    let of = |it: &Affine| {
        own.map_or_else(|| it.constant_term().clone(), |at| it.coefficient(at).clone())
    };
    let (whole, one) = (of(form), of(unit));
    let times =
        (!one.is_zero() && whole.mod_floor(&one).is_zero()).then(|| whole.div_floor(&one))?;
    (unit.times(&times) == *form).then_some(times)
}

/// The form with `form` = `number` times it.
fn divided(form: &Affine, number: &Integer) -> Option<Affine> {
    let divide = |it: &Integer| it.mod_floor(number).is_zero().then(|| it.div_floor(number));
    let coefficients = form.coefficients().iter().map(divide).collect::<Option<Vec<_>>>()?;
    Some(Affine::new(divide(form.constant_term())?, coefficients))
}
