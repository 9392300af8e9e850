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
//! way.
//!
//! Of an invariant such as p - q = 0 they say nothing.  A basis of all integer solutions, whose
//! weights may be negative, is found by elimination with integer steps: in each column Euclid's algorithm leaves one
//! row with a number, and the others are a basis of the solutions so far.

use super::numbers::Numbers;
use super::{AnalysisOptions, incidence};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::petri::Net;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Finding the minimal invariants needs more vectors at a time than are kept.
pub const INVARIANTS: Limit = Limit(&[
    "invariants",
    "finding the minimal invariants of a net needs more vectors than allowed",
]);

/// The most places, or transitions, for which a basis is computed.
const MOST_ROWS: usize = 2_000;

/// The most numbers that are kept on the way to a basis, and that are computed.
const MOST_ENTRIES: usize = 2_000_000;
const MOST_SUMS: usize = 100_000_000;

/// What a sum of numbers beyond a machine word counts as.
const BIG: usize = 16;

/// The most minimal invariants that are tested for being a basis of the rational ones.
const MOST_COMPARED: usize = 1_000;

/// Invariants of one kind, each with one number for each place, or for each transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariants {
    /// The minimal semipositive ones, all of them; `None` if a limit was reached first.
    pub minimal: Option<Vec<Vec<Integer>>>,
    /// A basis of all integer ones, with entries of either sign; `None` if a limit was reached first.
    pub basis: Option<Vec<Vec<Integer>>>,
    /// The limit that ended the search for the minimal ones.
    pub limit: Option<Limit>,
}

impl Invariants {
    /// Is every invariant known to be a rational combination of the minimal semipositive ones?
    pub fn are_spanned(&self) -> bool {
        match (&self.minimal, &self.basis) {
            (Some(minimal), Some(basis)) => span(minimal, basis.len()),
            _ => false,
        }
    }
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
/// assert_eq!(found.minimal, Some(vec![vec![1.into(), 1.into()]]));
/// assert_eq!(found.basis, found.minimal);
/// ```
///
/// # Errors
///
/// [`Limit::STOPPED`] if a stop was asked for, [`INVARIANTS`] if the net is too large for a basis as well.
pub fn place_invariants(net: &Net, options: &AnalysisOptions) -> Result<Invariants, Limit> {
    of(&rows_of_places(net), options)
}

/// The minimal semipositive place invariants of a net.
pub(super) fn semipositive(
    net: &Net,
    options: &AnalysisOptions,
) -> Result<Vec<Vec<Integer>>, Limit> {
    minimal(&rows_of_places(net), options.limit_results, &options.stop)
}

fn rows_of_places(net: &Net) -> Vec<Vec<(usize, i64)>> {
    let mut rows = vec![Vec::new(); net.places.len()];
    for (transition, changes) in incidence(net).iter().enumerate() {
        for &(place, change) in changes {
            rows[place].push((transition, change));
        }
    }
    rows
}

/// The transition invariants of a net.
///
/// # Errors
///
/// [`Limit::STOPPED`] if a stop was asked for, [`INVARIANTS`] if the net is too large for a basis as well.
pub fn transition_invariants(net: &Net, options: &AnalysisOptions) -> Result<Invariants, Limit> {
    of(&incidence(net), options)
}

/// The vectors x with x A = 0 for the matrix with these rows.
fn of(rows: &[Vec<(usize, i64)>], options: &AnalysisOptions) -> Result<Invariants, Limit> {
    let kept = |found| match found {
        Ok(vectors) => Ok((Some(vectors), None)),
        Err(limit @ (INVARIANTS | Limit::MEMORY)) => Ok((None, Some(limit))),
        Err(limit) => Err(limit),
    };
    let (minimal, limit) = kept(minimal(rows, options.limit_results, &options.stop))?;
    let (basis, _) = kept(basis(rows, &options.stop))?;
    match limit {
        Some(limit) if basis.is_none() => Err(limit),
        _ => Ok(Invariants { minimal, basis, limit }),
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
    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        self.support.bytes() + (self.x.len() + self.image.len()) * size_of::<Entry>()
    }

    /// The number of x A in a column.
    fn at(&self, column: usize) -> Option<&Integer> {
        at(&self.image, column)
    }

    /// The combination of two rays on different sides of a column that lies in its hyperplane, as
    /// coprime integers.
    fn joined(&self, other: &Self, own: &Integer, others: &Integer) -> Self {
        let (own, others) = (own.abs(), others.abs());
        let mut x = sum(&others, &self.x, &own, &other.x);
        let mut image = sum(&others, &self.image, &own, &other.image);
        // The image is x A, so it has the common factors of x.
        let common = common_factor(&x);
        for (_, number) in x.iter_mut().chain(&mut image) {
            *number = number.div_floor(&common);
        }
        Self { support: self.support.with(&other.support), x, image }
    }
}

/// The number at a place of a sparse vector, if it is not 0.
fn at(vector: &[Entry], place: usize) -> Option<&Integer> {
    let found = vector.binary_search_by_key(&place, |entry| entry.0).ok()?;
    vector.get(found).map(|entry| &entry.1)
}

fn common_factor(vector: &[Entry]) -> Integer {
    vector.iter().fold(Integer::ZERO, |common, entry| common.gcd(&entry.1))
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

/// The extreme rays, with at most this number at a time, by increasing support.
fn minimal(
    rows: &[Vec<(usize, i64)>],
    most: usize,
    stop: &CancellationToken,
) -> Result<Vec<Vec<Integer>>, Limit> {
    if rows.len() > most {
        return Err(INVARIANTS);
    }
    let units = units(rows).into_iter().enumerate();
    let mut rays: Vec<_> = units
        .map(|(number, (x, image))| Ray { support: Numbers::of(rows.len(), [number]), x, image })
        .collect();
    while let Some(column) = next_column(&rays) {
        stop.check()?;
        let (inside, outside): (Vec<_>, Vec<_>) =
            (0..rays.len()).partition(|&ray| rays[ray].at(column).is_none());
        let (above, below): (Vec<_>, Vec<_>) = outside
            .into_iter()
            .partition(|&ray| rays[ray].at(column).is_some_and(Integer::is_positive));
        let mut new = Vec::new();
        let mut bytes: usize = rays.iter().map(Ray::bytes).sum();
        for &one in &above {
            stop.check()?;
            for &other in &below {
                let both = rays[one].support.with(&rays[other].support);
                let mut others = (0..rays.len()).filter(|&it| it != one && it != other);
                if others.any(|it| rays[it].support.within(&both)) {
                    continue;
                }
                if let (Some(own), Some(others)) = (rays[one].at(column), rays[other].at(column)) {
                    let ray = rays[one].joined(&rays[other], own, others);
                    bytes = bytes.saturating_add(ray.bytes());
                    stop.room(bytes, 1)?;
                    new.push(ray);
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
    stop.room(rays.len().saturating_mul(rows.len()), size_of::<Integer>())?;
    rays.sort_by_key(|ray| ray.support.iter().collect::<Vec<_>>());
    Ok(rays.iter().map(|ray| dense(&ray.x, rows.len())).collect())
}

/// The vectors x with one 1, each with x A, which is a row.
fn units(rows: &[Vec<(usize, i64)>]) -> Vec<(Vec<Entry>, Vec<Entry>)> {
    let unit = |(number, row): (usize, &Vec<(usize, i64)>)| {
        let image = row.iter().map(|&(column, entry)| (column, entry.into())).collect();
        (vec![(number, Integer::ONE)], image)
    };
    rows.iter().enumerate().map(unit).collect()
}

fn dense(vector: &[Entry], length: usize) -> Vec<Integer> {
    let mut numbers = vec![Integer::ZERO; length];
    for (place, number) in vector {
        numbers[*place] = number.clone();
    }
    numbers
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
///
/// All x that are left are a basis of those whose image is 0 in the columns so far: each step adds a multiple of one to
/// another, which can be undone, until only one has a number in the column.
fn basis(rows: &[Vec<(usize, i64)>], stop: &CancellationToken) -> Result<Vec<Vec<Integer>>, Limit> {
    if rows.len() > MOST_ROWS {
        return Err(INVARIANTS);
    }
    let mut left = units(rows);
    let mut sums = 0;
    while let Some(column) = left.iter().flat_map(|it| &it.1).map(|entry| entry.0).min() {
        loop {
            stop.check()?;
            let entries: usize = left.iter().map(|(x, image)| x.len() + image.len()).sum();
            if entries > MOST_ENTRIES || sums > MOST_SUMS {
                return Err(INVARIANTS);
            }
            let here = |it: &(Vec<Entry>, Vec<Entry>)| at(&it.1, column).map(Integer::abs);
            let entries = left.iter().enumerate();
            let entries = entries.filter_map(|(number, it)| Some((here(it)?, it.1.len(), number)));
            let Some((_, _, least)) = entries.min() else { break };
            let (x, image) = left.swap_remove(least);
            let Some(divisor) = at(&image, column) else { break };
            let is_big = x.iter().chain(&image).any(|entry| entry.1.to_i64().is_none());
            let each = if is_big { BIG } else { 1 };
            let mut done = true;
            for other in &mut left {
                let Some(number) = at(&other.1, column) else { continue };
                let times = -number.div_floor(divisor);
                other.0 = sum(&Integer::ONE, &other.0, &times, &x);
                other.1 = sum(&Integer::ONE, &other.1, &times, &image);
                done &= at(&other.1, column).is_none();
                sums += each * (other.0.len() + other.1.len());
            }
            if done {
                break;
            }
            left.push((x, image));
        }
    }
    let mut found: Vec<_> = left.into_iter().map(|(x, _)| x).collect();
    for vector in &mut found {
        if vector.first().is_some_and(|entry| entry.1.is_negative()) {
            vector.iter_mut().for_each(|entry| entry.1 = -entry.1.clone());
        }
    }
    found.sort_unstable_by_key(|it| it.iter().map(|entry| entry.0).collect::<Vec<_>>());
    Ok(found.iter().map(|it| dense(it, rows.len())).collect())
}

/// Are this number of these vectors independent?  Only the first ones are looked at.
fn span(vectors: &[Vec<Integer>], dimension: usize) -> bool {
    let mut by_first: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
    for vector in vectors.iter().take(MOST_COMPARED) {
        if by_first.len() == dimension {
            break;
        }
        let entries = vector.iter().enumerate().filter(|it| !it.1.is_zero());
        let mut row: Vec<Entry> = entries.map(|(place, it)| (place, it.clone())).collect();
        while let Some((place, number)) = row.first().cloned() {
            let common = common_factor(&row);
            row.iter_mut().for_each(|entry| entry.1 = entry.1.div_floor(&common));
            let Some(known) = by_first.get(&place) else {
                by_first.insert(place, row);
                break;
            };
            let Some((_, first)) = known.first() else { break };
            row = sum(first, &row, &-number.div_floor(&common), known);
        }
    }
    by_first.len() == dimension
}
