//! The number of games that the source computed beyond those that determine its polynomials.

use super::judge::{Author, ColumnComparison, Outcome, compare};
use super::model::{Column, Family};
use super::points::Point;
use crate::Integer;
use crate::verdict::PublishedValue;
use num_rational::BigRational;
use num_traits::Zero as _;

/// Checks that the range has this number of games in addition to those that determine the polynomials.
pub(super) fn witnesses(family: &Family, points: &[Point], row: &str) -> Option<PublishedValue> {
    let (claimed, span) = family.witnesses.as_ref()?;
    let games = points.iter().filter(|point| point.printed && !point.decisive).count();
    let coefficients = [Column::Period, Column::Preperiod]
        .into_iter()
        .filter_map(|column| coefficients(family, column))
        .max();
    let outcome = match coefficients {
        None => Outcome::Unknown("the printed formulas are not polynomials"),
        Some(needed) => {
            let computed = Integer::from(games) - Integer::from(needed);
            compare(&Ok(BigRational::from(claimed.to_big())), &computed)
        }
    };
    let comparison = ColumnComparison {
        row,
        column: "witnesses",
        author: Author::Print,
        span: *span,
        everywhere: None,
        outcomes: vec![(Vec::new(), outcome)],
        note: Some(
            "the games of the range, less the coefficients of the longest polynomial".to_owned(),
        ),
    };
    Some(comparison.value())
}

/// The number of coefficients of the printed polynomial in one parameter, from its differences: the k-th differences of
/// a polynomial with k coefficients vanish, and among the formulas here 32 values with vanishing differences belong to
/// a polynomial.
fn coefficients(family: &Family, column: Column) -> Option<usize> {
    const VALUES: i64 = 32;
    let [case] = family.printed.formula(column)?.cases.as_slice() else { return None };
    let [parameter] = family.parameters.as_slice() else { return None };
    let formula = case.is.as_ref().filter(|_| case.when.is_none())?;
    let values = (0..VALUES).map(|n| formula.value(&[(*parameter, n.into())]).ok());
    let mut differences: Vec<BigRational> = values.collect::<Option<_>>()?;
    for count in 0..differences.len() / 2 {
        if differences.iter().all(BigRational::is_zero) {
            return Some(count);
        }
        differences = differences.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    }
    None
}
