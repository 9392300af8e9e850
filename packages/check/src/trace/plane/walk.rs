//! The walk through a picture: every event and every loop, for all m at once.

use super::front::{Front, Number, Settled, form};
use super::{Event, Reason, depth};
use crate::trace::form::Form;
use crate::trace::piece::Record;
use crate::trace::polynomial::Polynomial;
use crate::trace::walk::Witness as _;
use crate::trace::{DEEPEST, lifted};

/// What looks on at a walk.
pub(super) trait Witness {
    /// Rows and columns are counted from so much farther on.
    fn moved<const N: usize>(&mut self, _by: [Form<N>; 2]) {}

    /// A loop of so many iterations begins; what follows is one of them.
    fn enter(&mut self, _count: &[i64]) {}

    /// The innermost loop ends.
    fn leave(&mut self) {}
}

/// Nobody.
impl Witness for () {}

/// Where rows and columns are counted from: sums over all iterations of all loops.
pub(super) struct Origin {
    rows: Record,
    columns: Record,
}

impl Origin {
    /// Row 0 and column 0; later on polynomials in m of at most this degree.
    pub fn new(degree: usize) -> Self {
        Self { rows: Record::new(degree), columns: Record::new(degree) }
    }

    /// Rows and columns.
    pub fn sums(&self) -> [Polynomial; 2] {
        [&self.rows, &self.columns].map(|it| it.length.clone())
    }
}

impl Witness for Origin {
    fn moved<const N: usize>(&mut self, [rows, columns]: [Form<N>; 2]) {
        self.rows.run(false, &rows);
        self.columns.run(false, &columns);
    }

    fn enter(&mut self, count: &[i64]) {
        self.rows.enter(count);
        self.columns.enter(count);
    }

    fn leave(&mut self) {
        self.rows.leave();
        self.columns.leave();
    }
}

/// How each iteration of a loop moves edges, and the loops inside, in the order of their starts.
struct Change {
    by: Vec<i64>,
    inner: Vec<Change>,
}

/// A loop that is in no other one.
pub(super) fn repeat(
    front: &mut Front<'_, 1>,
    count: &[i64],
    body: &[Event],
    witness: &mut impl Witness,
) -> Result<(), Reason> {
    front.plane.worked(summed(body))?;
    match depth(body) + 1 {
        1 => nest::<2>(front, count, body, witness),
        2 => nest::<3>(front, count, body, witness),
        3 => nest::<4>(front, count, body, witness),
        4 => nest::<5>(front, count, body, witness),
        5 => nest::<6>(front, count, body, witness),
        6 => nest::<7>(front, count, body, witness),
        7 => nest::<8>(front, count, body, witness),
        DEEPEST => nest::<9>(front, count, body, witness),
        _ => Err(Reason::Index),
    }
}

/// So many numbers are added to sum up what a loop with this body moves.
fn summed(body: &[Event]) -> usize {
    let of = |event: &Event| match event {
        Event::Loop { body, .. } => summed(body),
        _ => 1,
    };
    let one = body.iter().map(of).fold(1, usize::saturating_add);
    one.saturating_mul(depth(body) + 3)
}

/// A loop with the loops in it, in forms that have a slope for each of them.
fn nest<const N: usize>(
    front: &mut Front<'_, 1>,
    count: &[i64],
    body: &[Event],
    witness: &mut impl Witness,
) -> Result<(), Reason> {
    let start = front.settle(witness)?;
    let plane = front.plane;
    let value = |form: &Number| Ok(Form::constant(form.value));
    let first = start.iter().map(|it| it.with(value)).collect::<Result<Vec<_>, _>>()?;
    let mut first = Front::of(plane, Form::constant(front.width.value), &first);
    let change = first_iteration(&mut first, count, body)?;
    let all = start.iter().map(|it| it.with(lifted::<N>)).collect::<Result<Vec<_>, _>>()?;
    let mut all = Front::of(plane, lifted(&front.width)?, &all);
    repeated(&mut all, count, body, &change, witness)?;
    let state = all.settle(&mut ())?;
    let state = state.iter().map(|it| it.with(Form::lowered)).collect::<Result<Vec<_>, _>>()?;
    front.load(&state);
    Ok(())
}

/// How the first iteration of a loop, and of the loops in it, moves edges where m and all indices
/// are 0.
fn first_iteration(
    front: &mut Front<'_, 0>,
    count: &[i64],
    body: &[Event],
) -> Result<Change, Reason> {
    let before = front.settle(&mut ())?;
    let mut inner = Vec::new();
    for event in body {
        match event {
            Event::Loop { count, body } => inner.push(first_iteration(front, count, body)?),
            event => front.follow(event)?,
        }
    }
    let after = front.settle(&mut ())?;
    let is_same = |(one, other): (&Settled<0>, &Settled<0>)| one.cycle.is_same(&other.cycle);
    if before.len() != after.len() || !before.iter().zip(&after).all(is_same) {
        return Err(Reason::Change);
    }
    let by = |(one, other): (&Settled<0>, &Settled<0>)| Ok(other.column.minus(one.column)?.value);
    let by = before.iter().zip(&after).map(by).collect::<Result<Vec<_>, Reason>>()?;
    front.load(&moved(&before, &by, form(count)?)?);
    Ok(Change { by, inner })
}

/// Edges that were moved so many times.
fn moved<const N: usize>(
    state: &[Settled<N>],
    by: &[i64],
    times: Form<N>,
) -> Result<Vec<Settled<N>>, Reason> {
    let moved = |(it, by): (&Settled<N>, &i64)| {
        Ok(Settled { column: it.column.plus_times(times, *by)?, cycle: it.cycle.clone() })
    };
    state.iter().zip(by).map(moved).collect()
}

/// All iterations of a loop.
///
/// The body is followed once, from the state that the loop is claimed to have before iteration j, and
/// has to end in the one it is claimed to have before iteration j + 1.
fn repeated<const N: usize>(
    front: &mut Front<'_, N>,
    count: &[i64],
    body: &[Event],
    change: &Change,
    witness: &mut impl Witness,
) -> Result<(), Reason> {
    let times = form(count)?;
    let start = front.settle(witness)?;
    if start.len() != change.by.len() {
        return Err(Reason::Change);
    }
    front.ranges.enter(times)?;
    let mut index = Form::constant(0);
    *index.slopes.get_mut(front.ranges.depth()).ok_or(Reason::Index)? = 1;
    let before = moved(&start, &change.by, index)?;
    front.load(&before);
    witness.enter(count);
    let mut inner = change.inner.iter();
    for event in body {
        match event {
            Event::Loop { count, body } => {
                let change = inner.next().ok_or(Reason::Change)?;
                repeated(front, count, body, change, witness)?;
            }
            event => front.follow(event)?,
        }
    }
    if front.settle(witness)? != moved(&before, &change.by, Form::constant(1))? {
        return Err(Reason::Change);
    }
    front.ranges.leave();
    witness.leave();
    front.load(&moved(&start, &change.by, times)?);
    Ok(())
}
