//! The theorem of a description whose passes carry a state that rotates; [`Rotation`] has the argument.

use super::case::{Case, Context, ContextError};
use super::divide::{Division, Tree};
use super::preceding::Ground;
use super::{CycleLengths, MOST_CASES, Undecided, Unknown, WhyLeast, flatten, long_bodies};
use crate::affine::{Affine, Constraint, Relation};
use crate::chain::block_graph;
use crate::limit::{CancellationToken, Limit};
use crate::minimality::{self, Rotation};
use crate::model::{Alphabet, Before, Description, StateLoop};
use crate::polynomial::Polynomial;
use crate::proof::theorem::{Pattern, Step};

/// What follows from a loop that carries a state, by cases, **provided that the description is proved**.
///
/// # Errors
/// When the states do not rotate, the lengths of passes do not depend on them alone as they have to, or a limit is
/// reached.
pub(super) fn tree(
    description: &Description,
    head: &StateLoop,
    values: Alphabet,
    stop: &CancellationToken,
) -> Result<Tree<CycleLengths>, Undecided> {
    let loops = 1 + flatten::loops(description);
    let mut division = Division { loops, left: MOST_CASES, stop };
    let read = (values == Alphabet::Outcome).then(|| minimality::outcomes(description));
    let description = read.as_ref().unwrap_or(description);
    let mut answer =
        |case: &Case, context: &mut Context| lengths(description, head, case, context, stop);
    division.divide(Case::new(description), &mut answer, &mut |_, why| Err(why))
}

/// Period and preperiod of a case.
fn lengths(
    description: &Description,
    head: &StateLoop,
    case: &Case,
    context: &mut Context,
    stop: &CancellationToken,
) -> Result<CycleLengths, ContextError> {
    let rotation = Rotation::of(description, head)?;
    let units = &description.preperiod;
    let items = flatten::flatten(description, false, units, &case.forms, context, &mut Vec::new())?;
    let before = case.in_parameters(&minimality::length(&items));
    let pattern = match pattern(description, case, context, stop) {
        Err(limit) if limit == Limit::STOPPED => return Err(limit.into()),
        Err(limit) => Err(Unknown::Limit(limit)),
        Ok(Some(pattern)) => Ok(pattern),
        Ok(None) => {
            first_way(head, context)?;
            Err(Unknown::NoPattern)
        }
    };
    let parameters = (0..description.parameters.len()).map(Affine::variable).collect();
    let steps = |pattern| vec![Step::Parameters(parameters), Step::Pattern(pattern)];
    Ok(CycleLengths {
        period: rotation.multiple(),
        divisor: Some(rotation.divisor()),
        steps: pattern.as_ref().ok().cloned().map(steps),
        evidence: pattern.map(WhyLeast::Pattern),
        preperiod_is_least: before.is_zero(),
        preperiod: before.clone(),
        body: Polynomial::zero(),
        before,
    })
}

/// A pattern of letters that occurs at one place and at the first state only, if one is found.
fn pattern(
    description: &Description,
    case: &Case,
    context: &mut Context,
    stop: &CancellationToken,
) -> Result<Option<Pattern>, Limit> {
    // What precedes the loop is not part of the repetition.
    if description.before() == Before::Block || description.has_words(&description.preperiod) {
        return Ok(None);
    }
    let graph = block_graph(description);
    long_bodies::pattern(Ground { case, description, graph: &graph, stop }, context)
}

/// Asks which way the first pass takes: a place is known only where that is.
fn first_way(head: &StateLoop, context: &mut Context) -> Result<(), ContextError> {
    let mut values: Vec<_> = (0..head.variable).map(Affine::variable).collect();
    values.push(head.first.clone());
    'ways: for cases in head.cases().unwrap_or_default() {
        for one_of in &cases {
            let mut any = false;
            for Constraint { form, relation } in one_of {
                let form = form.substitute(&values);
                let is_equation = *relation == Relation::Zero;
                any = any
                    || context.at_least_zero(&form)?
                        && (!is_equation || context.at_least_zero(&-&form)?);
            }
            if !any {
                continue 'ways;
            }
        }
        break;
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

    /// Which way the first pass takes depends on a and r; the period does not.
    #[test]
    fn the_first_pass_may_take_several_ways() {
        let text = "a >= 2 r >= 1 r <= a-1 { a 2a+r 3a+r } REPEAT u=0 IN 0..a-1
          IF u+2r <= a-1 THEN NEXT v=u+r _(a-u) Cu A(a-u) _v B(a-v) Av C(a-v) B(v+r)
          ELIF u+r <= a-1 THEN NEXT v=u+r _(a-u) Cu A(a-u) _v B(a-v) Av C(a-v) Ba C(v+r-a)
          ELIF u+2r <= 2a-1 THEN NEXT v=u+r-a
            _(a-u) C(u-v) Bv A(a-u) _a Aa _v B(a-v) Av C(a-v) B(v+r)
          ELSE NEXT v=u+r-a
            _(a-u) C(u-v) Bv A(a-u) _a Aa _v B(a-v) Av C(a-v) Ba C(v+r-a) FI ENDREP";
        let found = theorem(&described(text), &Default::default()).expect("a period");
        assert!(found.is_minimal() && found.can_be_certified());
        assert_eq!(found.cases().len(), 2);
        let [period] = &found.period[..] else { panic!("{:?}", found.period) };
        assert_eq!(period.formula(&found.parameters), "(4a^2 + 3a r)/gcd(a, r)");
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
