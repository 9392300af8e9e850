//! Place and transition invariants, in exact integers.
//!
//! With the incidence matrix C (see [`incidence`]), a *place invariant* is a vector y with y C = 0: the
//! weighted sum of tokens y M is the same in every marking M that can be reached, because each step adds a
//! column of C.  A *transition invariant* is a vector x with C x = 0: firing each transition t
//! x(t) times, in whatever order is possible, leads back to the same marking (K. Lautenbach 1973).
//! Capacities, inhibitor arcs, read arcs and priorities only forbid steps, so both hold for them as well.
//!
//! The vectors x >= 0 with x A = 0 form a cone without lines.  Its extreme rays are the x whose *support*,
//! the set of i with x(i) > 0, contains no smaller support of one; scaled to coprime integers they
//! are the *minimal* invariants, and every semipositive invariant is a nonnegative rational combination
//! of them.  They are found by the method of J. Farkas (1902): the rays of the cone of the first j columns
//! are known, and those of the first j + 1 are the ones in the hyperplane of the next column, and the
//! positive combinations of two neighbouring ones on different sides of it.  Two rays are neighbours if
//! no other support lies in the union of theirs (T. S. Motzkin, H. Raiffa, G. L. Thompson and
//! R. M. Thrall 1953; for nets J. M. Colom and M. Silva 1991).  There can be exponentially many on the
//! way.  Where a limit is reached, a basis of all integer solutions is given in their place.

use super::numbers::Numbers;
use super::{AnalysisOptions, incidence};
use crate::Integer;
use crate::affine::Affine;
use crate::ilp::Lattice;
use crate::limit::{CancellationToken, Limit};
use crate::petri::Net;
use std::cmp::Ordering;

/// Finding the minimal invariants needs more vectors at a time than are kept.
pub const INVARIANTS: Limit = Limit(&[
    "invariants",
    "finding the minimal invariants of a net needs more vectors than allowed",
]);

/// A basis is computed for so many places, or transitions: it needs a square of numbers.
const MOST_ROWS: usize = 2_000;

/// Invariants of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariants {
    /// Each with one number for each place, or for each transition.
    pub vectors: Vec<Vec<Integer>>,
    /// `None`: they are the minimal semipositive ones, all of them.  Else the limit that was reached; then
    /// they are a basis of all integer invariants, with entries of either sign.
    pub limit: Option<Limit>,
}

/// The place invariants of a net.
///
/// ```
/// use grundy_games::petri::{analysis::place_invariants, pnml};
/// // A token goes from p to q and back.
/// let text = "<pnml><net id='n'><place id='p'/><place id='q'/><transition id='t'/><transition id='u'/>\
///     <arc source='p' target='t'/><arc source='t' target='q'/>\
///     <arc source='q' target='u'/><arc source='u' target='p'/></net></pnml>";
/// let net = pnml::read(text, None).unwrap().net;
/// let found = place_invariants(&net, &Default::default()).unwrap();
/// assert_eq!(found.vectors, [[1.into(), 1.into()]]);
/// ```
///
/// # Errors
///
/// [`Limit::STOPPED`] if a stop was asked for, [`INVARIANTS`] if the net is too large for a basis as well.
pub fn place_invariants(net: &Net, options: &AnalysisOptions) -> Result<Invariants, Limit> {
    let mut rows = vec![Vec::new(); net.places.len()];
    for (transition, changes) in incidence(net).iter().enumerate() {
        for &(place, change) in changes {
            rows[place].push((transition, change));
        }
    }
    of(&rows, net.transitions.len(), options)
}

/// The transition invariants of a net.
///
/// # Errors
///
/// [`Limit::STOPPED`] if a stop was asked for, [`INVARIANTS`] if the net is too large for a basis as well.
pub fn transition_invariants(net: &Net, options: &AnalysisOptions) -> Result<Invariants, Limit> {
    of(&incidence(net), net.places.len(), options)
}

/// The vectors x with x A = 0 for the matrix with these rows, of `width` columns.
fn of(
    rows: &[Vec<(usize, i64)>],
    width: usize,
    options: &AnalysisOptions,
) -> Result<Invariants, Limit> {
    match minimal(rows, options.limit_results, &options.stop) {
        Ok(vectors) => Ok(Invariants { vectors, limit: None }),
        Err(INVARIANTS) if rows.len() <= MOST_ROWS => {
            let vectors = basis(rows, width, &options.stop)?;
            Ok(Invariants { vectors, limit: Some(INVARIANTS) })
        }
        Err(limit) => Err(limit),
    }
}

/// An entry of a sparse vector: its place and number.
type Entry = (usize, Integer);

/// A ray x of the cone of the columns so far, and x A in the others.
struct Ray {
    support: Numbers,
    x: Vec<Entry>,
    image: Vec<Entry>,
}

impl Ray {
    /// The number of x A in a column.
    fn at(&self, column: usize) -> Option<&Integer> {
        let found = self.image.binary_search_by_key(&column, |entry| entry.0);
        found.ok().map(|index| &self.image[index].1)
    }

    /// The combination of two rays on different sides of a column that lies in its hyperplane, as
    /// coprime integers.
    fn joined(&self, other: &Self, own: &Integer, others: &Integer) -> Self {
        let (own, others) = (own.abs(), others.abs());
        let mut x = sum(&others, &self.x, &own, &other.x);
        let mut image = sum(&others, &self.image, &own, &other.image);
        // The image is x A, so it has the common factors of x.
        let common = x.iter().fold(Integer::ZERO, |common, entry| common.gcd(&entry.1));
        for (_, number) in x.iter_mut().chain(&mut image) {
            *number = number.div_floor(&common);
        }
        Self { support: self.support.with(&other.support), x, image }
    }
}

/// `a` times one sparse vector and `b` times another.
fn sum(a: &Integer, one: &[Entry], b: &Integer, other: &[Entry]) -> Vec<Entry> {
    let mut sum = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some(one), Some(other)) => one.0.cmp(&other.0),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return sum,
        };
        let one = if order.is_le() { left.next() } else { None };
        let other = if order.is_ge() { right.next() } else { None };
        let mut number = Integer::ZERO;
        let mut place = 0;
        for (factor, entry) in [(a, one), (b, other)] {
            if let Some(entry) = entry {
                place = entry.0;
                number.add_product(factor, &entry.1);
            }
        }
        if !number.is_zero() {
            sum.push((place, number));
        }
    }
}

/// The extreme rays, with at most so many at a time, by increasing support.
fn minimal(
    rows: &[Vec<(usize, i64)>],
    most: usize,
    stop: &CancellationToken,
) -> Result<Vec<Vec<Integer>>, Limit> {
    if rows.len() > most {
        return Err(INVARIANTS);
    }
    let unit = |(number, row): (usize, &Vec<(usize, i64)>)| Ray {
        support: Numbers::of(rows.len(), [number]),
        x: vec![(number, Integer::ONE)],
        image: row.iter().map(|&(column, entry)| (column, entry.into())).collect(),
    };
    let mut rays: Vec<_> = rows.iter().enumerate().map(unit).collect();
    while let Some(column) = next_column(&rays) {
        stop.check()?;
        let (inside, outside): (Vec<_>, Vec<_>) =
            (0..rays.len()).partition(|&ray| rays[ray].at(column).is_none());
        let (above, below): (Vec<_>, Vec<_>) = outside
            .into_iter()
            .partition(|&ray| rays[ray].at(column).is_some_and(Integer::is_positive));
        let mut new = Vec::new();
        for &one in &above {
            stop.check()?;
            for &other in &below {
                let both = rays[one].support.with(&rays[other].support);
                let mut others = (0..rays.len()).filter(|&it| it != one && it != other);
                if others.any(|it| rays[it].support.within(&both)) {
                    continue;
                }
                if let (Some(own), Some(others)) = (rays[one].at(column), rays[other].at(column)) {
                    new.push(rays[one].joined(&rays[other], own, others));
                }
                if inside.len() + new.len() > most {
                    return Err(INVARIANTS);
                }
            }
        }
        let mut number = 0;
        rays.retain(|_| {
            number += 1;
            inside.binary_search(&(number - 1)).is_ok()
        });
        rays.extend(new);
    }
    let dense = |ray: &Ray| {
        let mut vector = vec![Integer::ZERO; rows.len()];
        for (place, number) in &ray.x {
            vector[*place] = number.clone();
        }
        vector
    };
    rays.sort_by_key(|ray| ray.support.iter().collect::<Vec<_>>());
    Ok(rays.iter().map(dense).collect())
}

/// The column where the fewest rays come of it: the change in their number if all pairs were neighbours.
fn next_column(rays: &[Ray]) -> Option<usize> {
    let mut sides: std::collections::BTreeMap<usize, [i128; 2]> = Default::default();
    for (column, entry) in rays.iter().flat_map(|ray| &ray.image) {
        sides.entry(*column).or_default()[usize::from(entry.is_negative())] += 1;
    }
    let least = sides.iter().min_by_key(|(_, [above, below])| above * below - above - below);
    least.map(|(column, _)| *column)
}

/// A basis of the integer vectors x with x A = 0.
fn basis(
    rows: &[Vec<(usize, i64)>],
    width: usize,
    stop: &CancellationToken,
) -> Result<Vec<Vec<Integer>>, Limit> {
    let mut lattice = Lattice::new(rows.len());
    let mut columns = vec![vec![Integer::ZERO; rows.len()]; width];
    for (number, row) in rows.iter().enumerate() {
        for &(column, entry) in row {
            columns[column][number] = entry.into();
        }
    }
    for column in columns {
        stop.check()?;
        let equation = Affine::new(Integer::ZERO, column);
        // An equation that follows from the others changes nothing, and costs much.  Without constants there is
        // always the solution 0, so the lattice is never empty.
        if lattice.restrict(&equation).0.iter().any(|it| !it.is_zero()) {
            _ = lattice.push(&equation);
        }
    }
    let unit = |free: usize| {
        let mut point = vec![Integer::ZERO; lattice.rank()];
        point[free] = Integer::ONE;
        lattice.point(&point)
    };
    Ok((0..lattice.rank()).map(unit).collect())
}
