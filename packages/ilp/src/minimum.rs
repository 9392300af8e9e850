//! Lexicographically smallest points.

use super::{Answer, Backend, Point};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::limit::Limit;

/// A point of the system at which the forms have the lexicographically smallest values: the first as small as possible,
/// then the second, and so on.  `None` if there is no point.
///
/// Each form has to be bounded below on the points at which the earlier ones are smallest;
/// otherwise [`Limit::INTEGER_BRANCHES`] is reached.  The search begins at the rational minimum,
/// where most integer minima are; its cost is logarithmic in the distance from there.  The
/// backend is left as it was.
///
/// ```
/// use grundy_kernel::affine::{Affine, Constraint};
/// use grundy_ilp::{BackendKind, lexicographic_minimum};
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
        // No value below this is possible.
        let mut low = backend.lower_bound(form)?.ok_or(Limit::INTEGER_BRANCHES)?;
        let mut step = Integer::ZERO;
        loop {
            let value = form.at(&point);
            if low >= value {
                break;
            }
            let bound = (&low + &step).min(&value - &Integer::ONE);
            let question = Constraint::at_least(&Affine::constant(bound.clone()), form);
            match backend.ask(Some(&question)) {
                Answer::Feasible(better) => {
                    point = better;
                    step = Integer::ZERO;
                }
                Answer::Infeasible(_) => {
                    low = &bound + &Integer::ONE;
                    step = &(&step + &step) + &Integer::ONE;
                }
                Answer::Unknown(limit) => return Err(limit),
            }
        }
        backend.push(&Constraint::equal(form, &Affine::constant(form.at(&point))));
    }
    Ok(Some(point))
}
