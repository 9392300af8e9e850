//! The lexicographically smallest parameters at which a polynomial is not 0.
//!
//! After a point p, the parameters that are lexicographically larger fall into lines, planes, and so on: those that
//! agree with p in all but the last parameter, which is larger; those that agree in all but the last two, the first of
//! which is larger; and so on.  Each of these sets is left out if the polynomial is 0 on all of it; otherwise its
//! smallest point is examined next.
//!
//! On a line, a polynomial that is not 0 throughout has at most as many zeros as its degree, so with one parameter this
//! soon ends.  With several, a set can be thin: a form that takes few values on it, such as m - n on n <= m <= n + 1,
//! is given each of them in turn, which turns planes into lines.  If the search still does not end, it reaches a limit.

use super::super::{Case, Context};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::ilp::Point;
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use num_traits::Zero as _;

/// The most sets that are examined.
const MOST_SETS: usize = 4096;

/// The search on one part.
pub(super) struct SmallestSearch<'s> {
    polynomial: &'s Polynomial,
    /// The most values of a form that is thin.
    width: u32,
    left: usize,
    stop: &'s CancellationToken,
}

/// What is known about a set.
enum Seen {
    /// The polynomial is 0 on it.
    Nothing,
    /// The polynomial is not 0 at these parameters, the smallest ones.
    Failing(Vec<Integer>),
    /// It is 0 at these parameters, the smallest of the set.
    Passed(Vec<Integer>),
}

impl<'s> SmallestSearch<'s> {
    /// A search for a polynomial over the variables of a part.
    pub(super) fn new(polynomial: &'s Polynomial, stop: &'s CancellationToken) -> Self {
        Self { polynomial, width: polynomial.degree(), left: MOST_SETS, stop }
    }

    /// The smallest parameters of the part at which the polynomial is not 0.
    pub(super) fn run(&mut self, part: &Case) -> Result<Option<Vec<Integer>>, Limit> {
        let mut at = match self.look(part)? {
            Seen::Nothing => return Ok(None),
            Seen::Failing(point) => return Ok(Some(point)),
            Seen::Passed(point) => point,
        };
        'points: loop {
            for depth in (0..at.len()).rev() {
                match self.look(&after(part, &at, depth))? {
                    Seen::Nothing => {}
                    Seen::Failing(point) => return Ok(Some(point)),
                    Seen::Passed(point) => {
                        at = point;
                        continue 'points;
                    }
                }
            }
            return Ok(None);
        }
    }

    fn look(&mut self, set: &Case) -> Result<Seen, Limit> {
        self.left = self.left.checked_sub(1).ok_or(Limit::CASE_SPLITS)?;
        let Some(mut context) = Context::new(set, 0, self.stop)? else { return Ok(Seen::Nothing) };
        if context.restricted(set, self.polynomial)?.is_zero() {
            return Ok(Seen::Nothing);
        }
        let Some(point) = context.least(&set.forms[..set.parameters])? else {
            return Ok(Seen::Nothing);
        };
        let parameters = set.parameters_at(&point);
        if !self.polynomial.at(&point).is_zero() {
            return Ok(Seen::Failing(parameters));
        }
        let Some(form) = self.thin(set, &point, &mut context)? else {
            return Ok(Seen::Passed(parameters));
        };
        let mut smallest: Option<Vec<Integer>> = None;
        for value in 0..=self.width {
            let plane = Constraint::zero(form.clone().plus(-i128::from(value)));
            let found = self.run(&set.with(&[plane]))?;
            smallest = smallest.into_iter().chain(found).min();
        }
        Ok(smallest.map_or(Seen::Nothing, Seen::Failing))
    }

    /// A form that is at least 0 on the set and takes few values, but not only the one at the
    /// point.
    fn thin(
        &self,
        set: &Case,
        point: &Point,
        context: &mut Context,
    ) -> Result<Option<Affine>, Limit> {
        for Constraint { form, relation } in &set.constraints {
            let beyond = form.clone().plus(-i128::from(self.width) - 1);
            let here = Affine::constant(form.at(point));
            if *relation == Relation::AtLeastZero
                && !context.region.can(&Constraint::at_least_zero(beyond))?
                && (context.region.can(&Constraint::below(form, &here))?
                    || context.region.can(&Constraint::below(&here, form))?)
            {
                return Ok(Some(form.clone()));
            }
        }
        Ok(None)
    }
}

/// The parameters that agree with the point before number `depth`, and are larger there.
pub(super) fn after(part: &Case, point: &[Integer], depth: usize) -> Case {
    let value = |index: usize| Affine::constant(point[index].clone());
    let equal = (0..depth).map(|index| Constraint::equal(&part.forms[index], &value(index)));
    let above = Constraint::below(&value(depth), &part.forms[depth]);
    part.with(&equal.chain([above]).collect::<Vec<_>>())
}
