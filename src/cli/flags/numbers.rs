//! How numbers are typed.

use clap::builder::TypedValueParser;
use grundy_check::Integer;
use grundy_sequence::CycleSearch;
use std::time::Duration;

/// A number of which none is too few.
pub fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a number from 1 is needed".to_owned()),
        Ok(number) => Ok(number),
    }
}

/// A number of any size.
pub fn natural(text: &str) -> Result<Integer, String> {
    match text.parse::<Integer>() {
        Ok(number) if !number.is_negative() => Ok(number),
        _ => Err("an integer from 0 is needed".to_owned()),
    }
}

/// How many positions: at most 100 million.
pub fn count() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(..=100_000_000).try_map(usize::try_from)
}

/// A position that can be computed.
pub fn position(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number <= CycleSearch::FARTHEST);
    number.ok_or_else(|| format!("an integer from 0 to {} is needed", CycleSearch::FARTHEST))
}

/// The most sets of values that one call works through.
const MOST_POINTS: usize = 1000;

/// A parameter with its value, or with all values from one to another: `n=5`, `n=3..8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The parameter.
    pub name: String,
    /// The value, or the smallest one.
    pub first: Integer,
    /// The same, or the greatest one.
    pub last: Integer,
}

/// A parameter with its value or values.
pub fn assignment(text: &str) -> Result<Assigned, String> {
    let needed = || "an assignment such as n=5 or n=3..8 is needed".to_owned();
    let (name, values) = text.split_once('=').ok_or_else(needed)?;
    let (first, last) = values.split_once("..").unwrap_or((values, values));
    let number = |text: &str| text.trim().parse::<Integer>().ok();
    let (first, last) = number(first).zip(number(last)).ok_or_else(needed)?;
    match name.trim() {
        "" => Err(needed()),
        name if first > last => Err(format!("there is no {name} from {first} to {last}")),
        name => Ok(Assigned { name: name.to_owned(), first, last }),
    }
}

/// All combinations of the values, the last parameter changing fastest; a name stands there once.
pub fn points(assigned: &[Assigned]) -> Result<Vec<Vec<(String, Integer)>>, String> {
    let mut points = vec![Vec::new()];
    for (index, Assigned { name, first, last }) in assigned.iter().enumerate() {
        if assigned[..index].iter().any(|earlier| earlier.name == *name) {
            return Err(format!("the parameter {name} has two values"));
        }
        let count =
            (&(last - first) + &Integer::ONE).to_i64().and_then(|it| usize::try_from(it).ok());
        let count = count.filter(|count| count.saturating_mul(points.len()) <= MOST_POINTS);
        let count = count.ok_or_else(|| {
            format!("so many values are not worked through in one call: at most {MOST_POINTS}")
        })?;
        let with = |point: &Vec<(String, Integer)>| -> Vec<Vec<(String, Integer)>> {
            let value = |step: usize| first + &Integer::from(step);
            (0..count).map(|step| [&point[..], &[(name.clone(), value(step))]].concat()).collect()
        };
        points = points.iter().flat_map(with).collect();
    }
    Ok(points)
}

/// A decimal number of seconds, exactly: `0.25` is 250 000 000 nanoseconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return Err("a decimal number of seconds is needed, such as 10 or 0.5".to_owned());
    }
    let whole = whole.parse().map_err(|_| "so many seconds cannot be waited for".to_owned())?;
    let nanoseconds = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    let nanoseconds = nanoseconds.fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
    Ok(Duration::new(whole, nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_exact() {
        assert_eq!(seconds("10"), Ok(Duration::from_secs(10)));
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        for wrong in ["", ".5", "-1", "1e3", "1.5.2", "99999999999999999999999"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn assignments_take_numbers_of_any_size() {
        let found = assignment("n=100000000000000000000").expect("an assignment");
        assert_eq!(found.name, "n");
        assert_eq!(
            (found.first.to_string().as_str(), &found.last),
            ("100000000000000000000", &found.first)
        );
        for wrong in ["n", "=5", "n=", "n=x", "n=3..", "n=..3", "n=4..3", "n=1...3"] {
            assert!(assignment(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_are_combined_in_order() {
        let assigned = ["n=1..2", "m=3..4"].map(|text| assignment(text).expect("an assignment"));
        let shown = |point: Vec<(String, Integer)>| {
            point.iter().map(|(name, value)| format!("{name}{value}")).collect::<String>()
        };
        let found = points(&assigned).expect("points").into_iter().map(shown);
        assert_eq!(found.collect::<Vec<_>>(), ["n1m3", "n1m4", "n2m3", "n2m4"]);
        assert_eq!(points(&[]), Ok(vec![vec![]]));
        let many = assignment("n=1..1001").expect("an assignment");
        assert!(points(&[many]).is_err());
        let twice = ["n=1", "n=2"].map(|text| assignment(text).expect("an assignment"));
        assert_eq!(points(&twice), Err("the parameter n has two values".to_owned()));
    }
}
