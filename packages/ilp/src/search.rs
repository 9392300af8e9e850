//! The complete search for an integer point in a system that has rational points.
//!
//! 1. A few cutting planes (Gomory 1958) and case splits, which settle most small systems.
//! 2. Let C be the cone of directions in which the system is unbounded, and d an integral direction in its relative
//!    interior.  An inequality that grows along d can be dropped: from an integer point of the others, walk along d
//!    until it holds.  The remaining inequalities are constant along all of C, hence bounded.  `1 <= 3x-3y+z, z >= 0`
//!    keeps nothing: any integer point works as a start.
//! 3. An inequality whose maximum is below 1 is an equation; it removes a dimension.
//! 4. What remains is a bounded set of positive width in few coordinates.  In a reduced basis ([`super::reduction`]) it
//!    is searched by case splits on coordinates.
//!
//! Steps 2 to 4 end for every system; only the number of case splits and their depth have limits.

use super::lattice::dot;
use super::reduction;
use super::rounding::round;
use super::system::{Conflict, Draft, Equation, System};
use super::tableau::{CONSTANT, ENTRIES, Owner, Raised};
use super::{Point, Work};
use crate::Integer;
use crate::affine::Affine;
use crate::limit::{CancellationToken, Limit};
use grundy_kernel::refutation::{Ending, Fact, Refutation};
use std::sync::Arc;

/// The number of cutting planes tried before the search.
const CUTS: usize = 4;
/// The number of case splits tried on the original coordinates, before the bounded part is split off.
const QUICK: u64 = 40;

/// The greatest depth of nested case splits, well below the depth at which they could not be checked.
const DEPTH: usize = 500;

/// The bytes of stack that each case split needs, and the bytes that are added where there are fewer.
const STACK_LEFT: usize = 64 << 10;
const STACK_GROWN: usize = 1 << 20;

/// What a search may use.
pub(super) struct Budget<'a> {
    pub stop: &'a CancellationToken,
    /// The number of case splits left.
    pub branches: u64,
    pub work: &'a mut Work,
}

pub(super) enum Answered {
    Point(Point),
    Empty(Refutation),
}

/// Inequalities that were dropped, and the direction along which they grow.
struct Lift {
    dropped: Vec<Arc<Affine>>,
    direction: Vec<Integer>,
}

impl Lift {
    /// Moves the point until the dropped inequalities hold.
    fn apply(&self, point: &mut [Integer]) {
        let mut steps = Integer::ZERO;
        for form in &self.dropped {
            let value = form.at(point);
            let rate = &form.at(&self.direction) - form.constant_term();
            if value.is_negative() && rate.is_positive() {
                steps = steps.max(-value.div_floor(&rate));
            }
        }
        for (coordinate, step) in point.iter_mut().zip(&self.direction) {
            coordinate.add_product(&steps, step);
        }
    }
}

/// Decides a system whose tableau is feasible.
pub(super) fn search(mut system: System, budget: &mut Budget) -> Result<Answered, Limit> {
    let mut draft = Draft::default();
    let mut lifts: Vec<Lift> = Vec::new();
    let found = match prepare(&mut system, &mut draft, &mut lifts, budget) {
        Ok(Some(found)) => found,
        Ok(None) => branch(system, draft, budget, 0)?,
        Err(conflict) => Answered::Empty(system.refute(conflict, draft)?),
    };
    Ok(match found {
        Answered::Point(mut point) => {
            for lift in lifts.iter().rev() {
                lift.apply(&mut point);
            }
            Answered::Point(point)
        }
        empty => empty,
    })
}

/// Steps 1 to 3, unless step 1 suffices, and the change of basis for step 4.
fn prepare(
    system: &mut System,
    draft: &mut Draft,
    lifts: &mut Vec<Lift>,
    budget: &mut Budget,
) -> Result<Option<Answered>, Conflict> {
    for _ in 0..CUTS {
        budget.stop.check()?;
        if !cut(system, draft)? {
            break;
        }
        budget.work.cuts += 1;
        if let Some(point) = guess(system) {
            return Ok(Some(point));
        }
    }
    let branches = QUICK.min(budget.branches);
    let mut quick = Budget { stop: budget.stop, branches, work: &mut *budget.work };
    match branch(system.clone(), draft.clone(), &mut quick, 0) {
        Err(Limit::INTEGER_BRANCHES) => {}
        found => return Ok(Some(found?)),
    }
    let widths = loop {
        budget.stop.check()?;
        lifts.push(drop_unbounded(system, draft)?);
        if let Some(free) = system.tableau.integral(None) {
            return Ok(Some(Answered::Point(system.lattice.point(&free))));
        }
        if let Some(widths) = flatten(system, draft)? {
            break widths;
        }
    };
    reduction::reduce(system, &widths, budget.stop)?;
    let rebuilt = system.rebuild();
    budget.work.pivots += std::mem::take(&mut system.tableau.pivots);
    rebuilt.map(|()| None)
}

/// The vertex, or a point near it, if one is found quickly.
fn guess(system: &System) -> Option<Answered> {
    let free = system.tableau.integral(None).or_else(|| round(system, None))?;
    Some(Answered::Point(system.lattice.point(&free)))
}

/// Adds the cut of the first free integer that has one: its row says
/// `d y = k + t.N`, hence `(t mod d).N / d`, which is an integral form minus k/d, is >= 0.
fn cut(system: &mut System, draft: &mut Draft) -> Result<bool, Conflict> {
    for free in 0..system.lattice.rank() {
        let Some(row) = system.tableau.fractional_row(free) else { continue };
        let divisor = row[0].clone();
        let mut parts = Vec::new();
        let mut usable = true;
        for (column, entry) in row[ENTRIES..].iter().enumerate() {
            let multiplier = entry.mod_floor(&divisor);
            if multiplier.is_zero() {
                continue;
            }
            match system.tableau.column_owner(column) {
                Owner::Slack(slack) => parts.push((slack, multiplier)),
                Owner::Free(_) => usable = false,
            }
        }
        if usable {
            let form = system.stated(&parts, &divisor);
            let combination = system.combine(&parts, &divisor, None, draft);
            let line = draft.push(combination);
            system.push(Arc::new(form), Fact::Line(line))?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Drops the inequalities that grow along some direction of the cone.
fn drop_unbounded(system: &mut System, draft: &mut Draft) -> Result<Lift, Conflict> {
    let mut cone = system.tableau.homogeneous();
    let rank = system.lattice.rank();
    let mut direction = vec![Integer::ZERO; rank];
    let rows: Vec<Vec<Integer>> =
        (0..system.inequalities.len()).map(|number| system.tightened(number).0).collect();
    let mut goal = Vec::new();
    for row in &rows {
        if row.iter().all(Integer::is_zero) || dot(row, &direction).is_positive() {
            continue;
        }
        cone.express(row, Integer::from(-1), &mut goal);
        if let Raised::Along { column, down } = cone.raise(&mut goal, false) {
            for (total, step) in direction.iter_mut().zip(cone.ray(column, down)) {
                *total += &step;
            }
        }
    }
    let mut lift = Lift { dropped: Vec::new(), direction: system.lattice.direction(&direction) };
    let before = std::mem::take(&mut system.inequalities);
    let count = before.len();
    for (inequality, row) in before.into_iter().zip(&rows) {
        if dot(row, &direction).is_positive() {
            lift.dropped.push(inequality.form.clone());
        } else if !row.iter().all(Integer::is_zero) {
            system.inequalities.push(inequality);
        }
    }
    if system.inequalities.len() < count {
        draft.forget();
        system.rebuild()?;
    }
    Ok(lift)
}

/// Turns one inequality of width below 1 into an equation; if there is none, returns the widths of all.
fn flatten(system: &mut System, draft: &mut Draft) -> Result<Option<Vec<Integer>>, Conflict> {
    let mut widths = Vec::with_capacity(system.inequalities.len());
    for number in 0..system.inequalities.len() {
        let Some(maximum) = system.maximum(number) else {
            widths.push(Integer::ONE);
            continue;
        };
        if maximum.floor.is_zero() {
            let itself = [(number, Integer::ONE)];
            let form = system.stated(&itself, &Integer::ONE);
            let combination = system.combine(&itself, &Integer::ONE, None, draft);
            let above = draft.push(combination);
            let combination = system.combine(&maximum.parts, &maximum.divisor, None, draft);
            let below = draft.push(combination);
            draft.forget();
            system.push_equation(&form, Equation::Pair(above, below))?;
            return Ok(None);
        }
        widths.push(maximum.floor);
    }
    Ok(Some(widths))
}

/// Step 4: splits on the last coordinate that is not integral.
fn branch(
    mut system: System,
    draft: Draft,
    budget: &mut Budget,
    depth: usize,
) -> Result<Answered, Limit> {
    budget.work.pivots += std::mem::take(&mut system.tableau.pivots);
    if let Some(point) = guess(&system) {
        return Ok(point);
    }
    budget.stop.check()?;
    if budget.branches == 0 || depth >= DEPTH {
        return Err(Limit::INTEGER_BRANCHES);
    }
    budget.branches -= 1;
    budget.work.branches += 1;
    let split = (0..system.lattice.rank())
        .rev()
        .find_map(|free| system.tableau.fractional_row(free).map(|row| (free, row)));
    // Some coordinate is not integral; otherwise the point was returned above.
    let Some((free, row)) = split else { return Err(Limit::INTEGER_BRANCHES) };
    let floor = row[CONSTANT].div_floor(&row[0]);
    let up = &row[CONSTANT].mod_floor(&row[0]) * &Integer::from(2) >= row[0];
    let form = (&system.lattice.coordinate(free) - &Affine::constant(floor)).plus(-1);
    let assumption = draft.base + draft.lines.len();
    let mut refuted = [None, None];
    for above in [up, !up] {
        let form = if above { form.clone() } else { (-&form).plus(-1) };
        let mut child = system.clone();
        let child_draft = draft.below();
        let found = match child.push(Arc::new(form), Fact::Line(assumption)) {
            Ok(()) => stacker::maybe_grow(STACK_LEFT, STACK_GROWN, || {
                branch(child, child_draft, budget, depth + 1)
            })?,
            Err(conflict) => Answered::Empty(child.refute(conflict, child_draft)?),
        };
        match found {
            Answered::Empty(refutation) => refuted[usize::from(above)] = Some(Box::new(refutation)),
            point => return Ok(point),
        }
    }
    let [Some(below), Some(above)] = refuted else { return Err(Limit::INTEGER_BRANCHES) };
    Ok(Answered::Empty(draft.end(Ending::Split { form, above, below })))
}
