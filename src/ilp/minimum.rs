//! Lexicographically smallest points.

use super::{Answer, Backend, Point};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::limit::Limit;

/// Questions asked for one form before it is taken to be unbounded.
const QUESTIONS: usize = 1024;

/// A point of the system at which the forms have the lexicographically smallest values:
/// the first as small as possible, then the second, and so on.  None if there is no point.
///
/// Each form has to be bounded below on the points at which the earlier ones are smallest;
/// otherwise [`Limit::INTEGER_BRANCHES`] is reached.  The cost is logarithmic in the distance
/// from the first point found.  The backend is left as it was.
///
/// ```
/// use grundy::affine::{Affine, Constraint};
/// use grundy::ilp::{BackendKind, lexicographic_minimum};
/// let mut backend = BackendKind::Exact.backend(Default::default());
/// let n = backend.add_variable();
/// backend.push(&Constraint::at_least_zero(Affine::new((-7).into(), [2.into()]))); // 2n >= 7
/// let point = lexicographic_minimum(&mut *backend, &[Affine::variable(n)]);
/// assert_eq!(point, Ok(Some(vec![4.into()])));
/// ```
pub fn lexicographic_minimum(
    backend: &mut dyn Backend,
    forms: &[Affine],
) -> Result<Option<Point>, Limit> {
    let mark = backend.mark();
    let found = descend(backend, forms);
    backend.rollback(mark);
    found
}

fn descend(backend: &mut dyn Backend, forms: &[Affine]) -> Result<Option<Point>, Limit> {
    let mut point = match backend.ask(None) {
        Answer::Feasible(point) => point,
        Answer::Infeasible(_) => return Ok(None),
        Answer::Unknown(limit) => return Err(limit),
    };
    for form in forms {
        // No value below `low` is possible, once it is known.
        let mut low: Option<Integer> = None;
        let mut step = Integer::ONE;
        let mut questions = 0;
        loop {
            let value = form.at(&point);
            let bound = match &low {
                None => &value - &step,
                Some(low) if *low == value => break,
                Some(low) => (low + &(&value - &Integer::ONE)).div_floor(&Integer::from(2)),
            };
            if questions == QUESTIONS {
                return Err(Limit::INTEGER_BRANCHES);
            }
            questions += 1;
            let question = Constraint::at_least(&Affine::constant(bound.clone()), form);
            match backend.ask(Some(&question)) {
                Answer::Feasible(better) => {
                    point = better;
                    step = &step * &Integer::from(2);
                }
                Answer::Infeasible(_) => low = Some(&bound + &Integer::ONE),
                Answer::Unknown(limit) => return Err(limit),
            }
        }
        backend.push(&Constraint::equal(form, &Affine::constant(form.at(&point))));
    }
    Ok(Some(point))
}
