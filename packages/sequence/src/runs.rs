//! Runs of equal values, and how their lengths grow with the parameters of a family.

use crate::Integer;
use crate::affine::Affine;
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;

/// A value that occurs several times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<V = Value> {
    /// The value.
    pub value: V,
    /// The number of times, at least 1.
    pub length: u64,
}

/// A piece of a sequence as runs, each as long as possible within the piece.
///
/// ```
/// use grundy_sequence::{Run, runs_of};
/// let runs: Vec<_> = runs_of([0, 0, 7].into_iter()).collect();
/// assert_eq!(runs, [Run { value: 0, length: 2 }, Run { value: 7, length: 1 }]);
/// ```
pub fn runs_of<V: Copy + PartialEq>(
    values: impl Iterator<Item = V>,
) -> impl Iterator<Item = Run<V>> {
    let mut values = values.peekable();
    std::iter::from_fn(move || {
        let value = values.next()?;
        let mut length = 1;
        while values.next_if_eq(&value).is_some() {
            length += 1;
        }
        Some(Run { value, length })
    })
}

/// Runs whose lengths are affine in the parameters, as far as rows of numbers show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The values with their lengths over the parameters.
    pub words: Vec<(Value, Affine)>,
    /// The number of the first row that agrees; all later ones do.
    pub from_row: usize,
}

/// The longest list of words with affine lengths that agrees with the beginnings of all rows, or of all except the
/// first few: small cases can be special.
///
/// `points` has the parameters of each row.  A length counts as seen only if more rows agree than determine it; this is
/// of course not a proof.  Words have values up to 255.  `None` if there are too few rows.
///
/// # Errors
/// When a stop is requested.
pub fn seen(
    points: &[Vec<Integer>],
    rows: &[Vec<Run<u32>>],
    stop: &CancellationToken,
) -> Result<Option<Seen>, Limit> {
    let several = varying(points).len() > 1;
    let last = if several { 0 } else { rows.len().saturating_sub(3) };
    let mut best: Option<Seen> = None;
    for from_row in 0..=last {
        let (points, rows) = (&points[from_row..], &rows[from_row..]);
        if points.len() < varying(points).len() + 2 {
            break;
        }
        let shortest = rows.iter().map(Vec::len).min().unwrap_or(0);
        let mut words = Vec::new();
        for index in 0..shortest {
            stop.check()?;
            let Some(word) = word(points, rows, index) else { break };
            words.push(word);
        }
        if best.as_ref().is_none_or(|known| words.len() > known.words.len()) {
            best = Some(Seen { words, from_row });
        }
    }
    Ok(best)
}

/// The parameters that are not the same in all rows.
fn varying(points: &[Vec<Integer>]) -> Vec<usize> {
    let count = points.first().map_or(0, Vec::len);
    (0..count).filter(|&index| points.iter().any(|row| row[index] != points[0][index])).collect()
}

/// Run number `index` of all rows, if it has one value and an affine length.
fn word(points: &[Vec<Integer>], rows: &[Vec<Run<u32>>], index: usize) -> Option<(Value, Affine)> {
    let value = rows[0][index].value;
    if rows.iter().any(|row| row[index].value != value) {
        return None;
    }
    let lengths: Vec<Integer> = rows.iter().map(|row| row[index].length.into()).collect();
    Some((Value(value.try_into().ok()?), affine(points, &lengths)?))
}

/// The affine form with these values at these points, if there is one with integer coefficients that the points
/// beside the first one, which differ from it in one parameter, determine.
pub fn affine(points: &[Vec<Integer>], values: &[Integer]) -> Option<Affine> {
    let (base, first) = (points.first()?, values.first()?);
    let mut form = Affine::constant(first.clone());
    for index in varying(points) {
        let beside = |point: &&Vec<Integer>| {
            (0..base.len()).all(|other| (point[other] == base[other]) == (other != index))
        };
        let (point, value) = points.iter().zip(values).find(|(point, _)| beside(point))?;
        let (rise, step) = (value - first, &point[index] - &base[index]);
        if !rise.mod_floor(&step).is_zero() {
            return None;
        }
        let unit = Affine::variable(index).plus(-&base[index]);
        form.add_multiple(&rise.div_floor(&step), &unit);
    }
    points.iter().zip(values).all(|(point, value)| form.at(point) == *value).then_some(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(lengths: &[u64]) -> Vec<Run<u32>> {
        let value = |index: usize| u32::try_from(index % 2).unwrap();
        lengths.iter().enumerate().map(|(i, &length)| Run { value: value(i), length }).collect()
    }

    fn shown(points: &[&[i64]], rows: &[&[u64]]) -> Option<(Vec<String>, usize)> {
        let points: Vec<Vec<Integer>> =
            points.iter().map(|point| point.iter().map(|&n| Integer::from(n)).collect()).collect();
        let rows: Vec<_> = rows.iter().map(|lengths| row(lengths)).collect();
        let found = seen(&points, &rows, &Default::default()).expect("no stop")?;
        let names = ["n", "m"];
        let lengths = found.words.iter().map(|(_, length)| length.display(&names).to_string());
        Some((lengths.collect(), found.from_row))
    }

    #[test]
    fn lengths_are_seen_where_more_rows_agree_than_needed() {
        let three = [&[3][..], &[4], &[5]];
        let rows = [&[3, 1, 9][..], &[4, 3, 9], &[5, 5, 8]];
        assert_eq!(shown(&three, &rows), Some((vec!["n".into(), "2n-5".into()], 0)));
        assert_eq!(shown(&three[..2], &rows[..2]), None);
        // The first row is special.
        let four = [&[2][..], &[3], &[4], &[5]];
        let rows = [&[7, 1][..], &[3, 1], &[4, 1], &[5, 1]];
        assert_eq!(shown(&four, &rows), Some((vec!["n".into(), "1".into()], 1)));
    }

    #[test]
    fn two_parameters_need_a_row_beside_the_first_for_each() {
        let points = [&[1, 1][..], &[1, 2], &[2, 1], &[2, 2]];
        let rows = [&[2, 1][..], &[3, 1], &[4, 1], &[5, 2]];
        assert_eq!(shown(&points, &rows), Some((vec!["2n+m-1".into()], 0)));
    }

    #[test]
    fn halves_are_no_lengths() {
        let points = [&[1][..], &[3], &[5]];
        assert_eq!(shown(&points, &[&[1], &[2], &[3]]), Some((vec![], 0)));
    }
}
