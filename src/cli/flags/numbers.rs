//! How numbers are typed.

use clap::builder::TypedValueParser;
use grundy::Integer;
use grundy::picture::Size;
use grundy::sequence::CycleSearch;
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

/// A parameter with its value.
pub fn assignment(text: &str) -> Result<(String, Integer), String> {
    let needed = || "an assignment such as n=5 is needed".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(needed)?;
    match value.trim().parse() {
        Ok(number) if !name.trim().is_empty() => Ok((name.trim().to_owned(), number)),
        _ => Err(needed()),
    }
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

/// `1200x900`, or `1200` for a square.
pub fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let needed = || {
        format!(
            "a size in pixels such as 1200x900 or 1200 is needed, each number from {} to {}",
            Size::LEAST,
            Size::GREATEST
        )
    };
    let (width, height) = width.parse().ok().zip(height.parse().ok()).ok_or_else(needed)?;
    Size::new(width, height).ok_or_else(needed)
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
        let (name, value) = assignment("n=100000000000000000000").expect("an assignment");
        assert_eq!((name.as_str(), value.to_string().as_str()), ("n", "100000000000000000000"));
        for wrong in ["n", "=5", "n=", "n=x"] {
            assert!(assignment(wrong).is_err(), "{wrong}");
        }
    }
}
