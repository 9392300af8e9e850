//! When an arm of a branch is taken.

use super::Arm;
use crate::affine::{Affine, Constraint, Relation};
use crate::integer::Integer;

/// A conjunction of disjunctions: of each list, one constraint holds.
///
/// `[[n-2 >= 0], [i-4 >= 0, 2-i >= 0]]` says n >= 2 and i != 3.
pub type Cases = Vec<Vec<Constraint>>;

/// When each arm is taken, with one more entry at the end for "none of them" if there is no ELSE: the condition of the
/// arm holds, and those of the earlier ones do not.  Its own condition comes first, as it says most: where it cannot
/// hold, no case of the others is looked at.
///
/// A constraint that follows from another one is left out if their forms, or one form and the negation of the other,
/// differ by a number d:
///
/// * f >= 0 decides f + d >= 0 for d >= 0, -f + d >= 0 for d < 0, and both = 0 for d > 0 or d < 0; f = 0 decides all of
///   them.  So an arm's own condition drops what it implies of the others, and the alternatives that it excludes; where
///   it excludes all of them, one stays, and the arm is never taken.
/// * Of f >= 0 and f + d >= 0 with d >= 0, the first is kept.
/// * `l >= b or l <= a`, where l = c also fails: c = b leaves `l >= b+1 or l <= a`, c = a leaves `l >= b or l <= a-1`,
///   and a < c < b is excluded already.
///
/// ```text
/// IF i == 0 ... ELIF i == 1 ... ELIF i == 2 ... ELSE ... FI
/// taken where    i = 0,   i = 1,   i = 2,   i >= 3 or i <= -1
/// ```
pub fn arm_cases(arms: &[Arm]) -> Vec<Cases> {
    let mut failed: Cases = Vec::new();
    let mut result = Vec::new();
    for arm in arms {
        let Some(test) = &arm.condition else {
            result.push(failed);
            return result;
        };
        result.push(taken(test.cases(), &failed));
        fail(&mut failed, test.negated().cases());
    }
    result.push(failed);
    result
}

/// The arm's own condition, and what it leaves open of the others.
fn taken(own: Vec<Constraint>, failed: &Cases) -> Cases {
    let mut cases = Cases::new();
    if let [own] = own.as_slice() {
        for one_of in failed {
            let outcomes = || one_of.iter().map(|each| outcome(own, each));
            if outcomes().any(|outcome| outcome == Some(true)) {
                continue;
            }
            let open = one_of.iter().zip(outcomes()).filter(|(_, outcome)| outcome.is_none());
            let open: Vec<_> = open.map(|(each, _)| each.clone()).collect();
            cases.push(if open.is_empty() { one_of[..1].to_vec() } else { open });
        }
    } else {
        cases.clone_from(failed);
    }
    cases.insert(0, own);
    cases
}

/// Adds what holds where one more condition fails.
fn fail(failed: &mut Cases, new: Vec<Constraint>) {
    let merged = failed.iter_mut().any(|known| match (known.as_mut_slice(), new.as_slice()) {
        ([known], [new]) => stronger(known, new),
        ([above, below], [beyond, before]) => next_to(above, below, beyond, before),
        _ => false,
    });
    if !merged {
        failed.push(new);
    }
}

/// Makes `known` the stronger one of f >= 0 and f + d >= 0, if they are of this kind.
fn stronger(known: &mut Constraint, new: &Constraint) -> bool {
    let inequality = |each: &Constraint| each.relation == Relation::AtLeastZero;
    if !(inequality(known) && inequality(new) && same_linear(&known.form, &new.form)) {
        return false;
    }
    if new.form.constant_term() < known.form.constant_term() {
        *known = new.clone();
    }
    true
}

/// Joins `l >= b or l <= a` and `l >= c+1 or l <= c-1`, where a <= c <= b, in the first.
fn next_to(
    above: &mut Constraint,
    below: &mut Constraint,
    beyond: &Constraint,
    before: &Constraint,
) -> bool {
    let forms = [(&above.form, &beyond.form), (&below.form, &before.form)];
    if !forms.iter().all(|(known, new)| same_linear(known, new)) {
        return false;
    }
    // b - c - 1 and c - 1 - a.
    let [up, down] = forms.map(|(known, new)| new.constant_term() - known.constant_term());
    let reached = Integer::from(-1);
    if up == reached {
        *above = beyond.clone();
    } else if down == reached {
        *below = before.clone();
    } else if up.is_negative() || down.is_negative() {
        return false;
    }
    true
}

/// Does `asked` hold wherever `given` does, or nowhere there, as far as the forms show?
fn outcome(given: &Constraint, asked: &Constraint) -> Option<bool> {
    let ((f, asked_form), equation) =
        ((&given.form, &asked.form), asked.relation == Relation::Zero);
    let (same, opposite) = (same_linear(f, asked_form), opposite_linear(f, asked_form));
    if !same && !opposite {
        return None;
    }
    // What is asked is about f + d, or -f + d.
    let d = match same {
        true => asked_form.constant_term() - f.constant_term(),
        false => asked_form.constant_term() + f.constant_term(),
    };
    match given.relation {
        Relation::Zero => Some(if equation { d.is_zero() } else { !d.is_negative() }),
        Relation::AtLeastZero if same && !equation => (!d.is_negative()).then_some(true),
        Relation::AtLeastZero if same => d.is_positive().then_some(false),
        Relation::AtLeastZero => d.is_negative().then_some(false),
    }
}

fn same_linear(left: &Affine, right: &Affine) -> bool {
    left.coefficients() == right.coefficients()
}

fn opposite_linear(left: &Affine, right: &Affine) -> bool {
    let (left, right) = (left.coefficients(), right.coefficients());
    left.len() == right.len() && left.iter().zip(right).all(|(a, b)| (a + b).is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Comparison, Test};
    use crate::span::Span;

    fn arm(coefficients: [i64; 2], constant: i64, comparison: Comparison) -> Arm {
        let form = Affine::new(constant.into(), coefficients.map(Integer::from));
        let condition = Some(Test { difference: form, comparison });
        Arm { condition, body: Vec::new(), span: Span::default() }
    }

    /// The arm that is taken at a point, by the meaning of the tests.
    fn first_that_holds(arms: &[Arm], point: &[Integer]) -> usize {
        let holds = |arm: &Arm| {
            let condition = arm.condition.as_ref();
            condition.is_none_or(|test| test.holds(&test.difference.at(point)))
        };
        arms.iter().position(holds).unwrap_or(arms.len())
    }

    /// At each point, the conditions of exactly one arm hold, each in exactly one way.
    fn check(arms: &[Arm]) {
        let cases = arm_cases(arms);
        for place in 0..169 {
            let point = [place / 13 - 6, place % 13 - 6].map(Integer::from);
            let taken = first_that_holds(arms, &point);
            for (number, conditions) in cases.iter().enumerate() {
                let ways = |one_of: &Vec<Constraint>| {
                    one_of.iter().filter(|each| each.holds_at(&point)).count()
                };
                let all: Vec<usize> = conditions.iter().map(ways).collect();
                match number == taken {
                    true => {
                        assert!(all.iter().all(|count| *count == 1), "{arms:?} {cases:?} {point:?}")
                    }
                    false => assert!(all.contains(&0), "{arms:?} {cases:?} {point:?}"),
                }
            }
        }
    }

    #[test]
    fn at_each_point_one_arm_is_taken_in_one_way() {
        // A linear congruential generator; the upper bits.
        let mut state = 1_u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % bound
        };
        let linear = [[1, 0], [-1, 0], [1, 1], [-1, -1], [2, 0], [0, 0], [0, 1]];
        for _ in 0..20_000 {
            let few = 1 + below(7);
            let count = 1 + below(6);
            let mut arms = Vec::new();
            for _ in 0..count {
                let constant = below(7) as i64 - 3;
                arms.push(arm(
                    linear[below(few) as usize],
                    constant,
                    Comparison::ALL[below(4) as usize],
                ));
            }
            if below(2) == 0 {
                arms.push(Arm { condition: None, body: Vec::new(), span: Span::default() });
            }
            check(&arms);
        }
    }

    #[test]
    fn what_follows_is_left_out() {
        let shown = |arms: &[Arm]| {
            let one_of = |one_of: &Vec<Constraint>| {
                let each = one_of.iter().map(|each| each.display(&["i", "n"]).to_string());
                each.collect::<Vec<_>>().join(" or ")
            };
            let all = |cases: &Cases| cases.iter().map(one_of).collect::<Vec<_>>().join(", ");
            arm_cases(arms).iter().map(all).collect::<Vec<_>>()
        };
        let equal: Vec<_> = (0..4).map(|c| arm([1, 0], -c, Comparison::Equal)).collect();
        let all = ["i == 0", "i-1 == 0", "i-2 == 0", "i-3 == 0", "i-4 >= 0 or -i-1 >= 0"];
        assert_eq!(shown(&equal), all);
        let most: Vec<_> = (0..3).map(|c| arm([1, 0], -c, Comparison::AtMost)).collect();
        let all = ["-i >= 0", "-i+1 >= 0, i-1 >= 0", "-i+2 >= 0, i-2 >= 0", "i-3 >= 0"];
        assert_eq!(shown(&most), all);
        let never = [arm([1, 0], 0, Comparison::Equal), arm([2, 0], 0, Comparison::Equal)];
        assert_eq!(shown(&never)[1], "2i == 0, i-1 >= 0 or -i-1 >= 0");
        let twice = [arm([1, 0], 0, Comparison::Equal), arm([1, 0], 0, Comparison::Equal)];
        assert_eq!(shown(&twice)[1], "i == 0, i-1 >= 0");
    }
}
