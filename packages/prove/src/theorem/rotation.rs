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
use super::{Piece, TheoremOptions, Undecided, compare, flatten, long_bodies};
use crate::Integer;
use crate::affine::Affine;
use crate::chain::block_graph;
use crate::expand;
use crate::limit::{CancellationToken, Limit};
use crate::minimality;
use crate::model::{BlockId, Description, StateLoop, Unit};
use crate::polynomial::Polynomial;

/// The most positions up to which a game is compared with the result.
const MOST_POSITIONS: usize = 1 << 14;

/// The period of a description whose passes carry a state, for all its parameters.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The period, multiplied by the greatest common divisor, with the conditions under which the description has a
    /// meaning.
    pub multiple: Piece,
    /// The two forms whose greatest common divisor that is: the number of states, and how far the state goes.
    pub divisor: [Affine; 2],
    /// Is it proved that no smaller number is a period?
    pub is_least: bool,
    /// The number of values before the endless loop, a preperiod.
    pub before: Polynomial,
    /// The number of games that were compared with direct computation.
    pub compared: usize,
}

impl Rotation {
    /// The period for these parameters.
    ///
    /// ```
    /// use grundy_prove::theorem::rotation;
    /// let text = "a >= 2 r >= 1 r <= a-1 { a 2a+r 3a+r } REPEAT u=0 IN 0..a-1 -(a-u) +a
    ///   IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a -a +a FI -v +(2a+r) ENDREP";
    /// let description = grundy_language::lang::parse(text, &Default::default()).description.unwrap();
    /// let found = rotation(&description, &Default::default()).unwrap();
    /// // 6 (2 * 16 + 4)/gcd(6, 4)
    /// assert_eq!(found.period(&[6.into(), 4.into()]), Some(108.into()));
    /// ```
    pub fn period(&self, point: &[Integer]) -> Option<Integer> {
        let [states, step] = self.divisor.each_ref().map(|form| form.at(point));
        let (divisor, multiple) = (states.gcd(&step), self.multiple.polynomial.at(point));
        let multiple = multiple.is_integer().then(|| Integer::from(multiple.to_integer()))?;
        (divisor.is_positive() && multiple.mod_floor(&divisor).is_zero())
            .then(|| multiple.div_floor(&divisor))
    }
}

/// The period of a description with a loop that carries a state, **provided that the description is proved**.
///
/// # Errors
/// When the states do not rotate, the lengths of passes do not depend on them as above, or a limit is reached.
///
/// # Panics
/// When direct computation contradicts: then there is a bug in this program, or the description is wrong.
pub fn rotation(
    description: &Description,
    options: &TheoremOptions,
) -> Result<Rotation, Undecided> {
    let values = options.values.unwrap_or(description.alphabet());
    if values != description.alphabet() {
        return Err(Undecided::Unsupported("other values than those of the text".into()));
    }
    let unsupported = |what: &'static str| Undecided::Unsupported(what.into());
    let head = description.state_loop().ok_or(unsupported("a state that there is not"))?;
    let turn = Turn::of(description, head)?;
    let case = Case::new(description);
    let stop = &options.stop;
    let is_least = is_least(description, &case, stop).map_err(Undecided::Limit)?;
    let piece = Piece::new(case.clone(), turn.multiple(), is_least, &[], stop);
    let mut found = Rotation {
        parameters: description.parameters.iter().map(|it| it.name.clone()).collect(),
        multiple: piece.map_err(Undecided::Limit)?,
        divisor: [turn.states, turn.step],
        is_least,
        before: before(description, &case, stop)?,
        compared: 0,
    };
    found.compare(description, &case, stop).map_err(Undecided::Limit)?;
    Ok(found)
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
        let ways = head.ways.iter().map(|way| {
            let step = &way.next - &state;
            let length = length(description, &way.arm.body)?;
            let depends = [&step, &length].map(|form| form.coefficient(head.variable).clone());
            depends.iter().all(Integer::is_zero).then_some((step, length))
        });
        let ways = ways.collect::<Option<Vec<_>>>();
        let ways = ways.ok_or(unsupported("lengths of passes that grow with the state"))?;
        // The shortest way to say how far the state goes.
        let (step, length) = ways
            .iter()
            .min_by_key(|(step, _)| step.terms().count())
            .ok_or(unsupported("a loop without passes"))?;
        let mut longer: Option<Affine> = None;
        for (other, own) in &ways {
            let turns = multiple(&(other - step), &states);
            let turns = turns.ok_or(unsupported("a state that does not rotate"))?;
            let more = own - length;
            let each = match turns.is_zero() {
                true => more.is_zero().then(|| None),
                false => divided(&more, &turns).map(Some),
            };
            let each = each.ok_or(unsupported("passes of different lengths"))?;
            if let Some(each) = each {
                if longer.as_ref().is_some_and(|known| *known != each) {
                    return Err(unsupported("passes of different lengths"));
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
    let starts_with_the_loop = description.start.is_none()
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

impl Rotation {
    /// Compares the result with sequences written out, where those are short enough.
    fn compare(
        &mut self,
        description: &Description,
        case: &Case,
        stop: &CancellationToken,
    ) -> Result<(), Limit> {
        for point in compare::points(case, &[0, 1, 3], stop)? {
            let point = case.parameters_at(&point);
            let before = self.before.at(&point);
            let period = self.period(&point).and_then(|period| period.to::<usize>());
            let (Some(period), true) = (period, before.is_integer()) else { continue };
            let from = Integer::from(before.to_integer());
            if period > MOST_POSITIONS {
                continue;
            }
            let Ok(values) = expand::values(description, &point, &from, 2 * period, stop) else {
                continue;
            };
            let repeats = |p: usize| (p..values.len()).all(|at| values[at] == values[at - p]);
            assert!(repeats(period), "a period that is none");
            let divisors = (1..period).filter(|it| period.is_multiple_of(*it));
            let smaller = || divisors.clone().any(repeats);
            assert!(!self.is_least || !smaller(), "a smaller period");
            self.compared += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
            let found = rotation(&described(&rows(k)), &Default::default()).expect("a period");
            assert!(found.is_least && found.before.is_zero() && found.compared > 0, "{k}");
            for a in 2..=14_u64 {
                for r in 1..a {
                    let b = 2 * k as u64 * a + r;
                    let moves = Moves::new(&[a, b, a + b]).expect("moves");
                    let game = Game::new(moves, Rule::Normal).expect("a game");
                    let stop = CancellationToken::default();
                    let cycle = crate::sequence::cycle(&game, 1 << 24, &stop).expect("a cycle");
                    let period = found.period(&[a.into(), r.into()]).expect("an integer");
                    assert_eq!((period, 0), (cycle.period.into(), cycle.preperiod), "{a} {b}");
                }
            }
        }
    }

    /// What is not a rotation, and lengths that do not fit, have no formula.
    #[test]
    fn other_loops_have_no_formula() {
        let of = |body: &str| {
            let text = format!("n >= 4 {{ n }} REPEAT u=0 IN 0..n-1 {body} ENDREP");
            rotation(&described(&text), &Default::default()).map(|found| found.divisor)
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
        let found = rotation(&described(text), &Default::default()).expect("a period");
        assert_eq!(found.period(&[5.into()]), Some(50.into()));
        assert!(!found.is_least);
    }
}
