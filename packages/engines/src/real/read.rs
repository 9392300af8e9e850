//! Reads numbers and lists of moves as people write them.

use super::number::{Real, RealError};
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::formula::{EvaluationError, Expression, FactorStep, Formula, Sign};
use crate::lang;
use crate::sequence::{Rule, WrittenMoves};
use num_traits::{Signed as _, ToPrimitive as _};

/// The most numbers of a list.
const MOST_NUMBERS: usize = 1000;

/// The moves as real numbers, if their outcomes of normal or misère play are asked for and a machine word does not hold
/// one of them.
///
/// ```
/// use grundy_engines::real::largest;
/// use grundy_sequence::{Rule, WrittenMoves};
/// let texts = ["2 10^30".to_owned()];
/// let written = WrittenMoves { texts: &texts, at: &[] };
/// assert_eq!(largest(&written, Rule::Normal).map(|moves| moves.len()), Some(2));
/// assert_eq!(largest(&written, Rule::Mex), None);
/// ```
pub fn largest(written: &WrittenMoves<'_>, rule: Rule) -> Option<Vec<Real>> {
    let moves = written.integers().filter(|_| matches!(rule, Rule::Normal | Rule::Misere))?;
    let is_larger = moves.iter().any(|size| size.to_i64().is_none());
    (is_larger && moves.iter().all(Integer::is_positive))
        .then(|| moves.into_iter().map(Real::from).collect())
}

/// The numbers of a list, in the order in which they are written.
///
/// Separated by spaces or commas, in braces or brackets or without; `1..4` is 1 2 3 4.
///
/// ```
/// use grundy_engines::real::read;
/// let shown = |text| read(text).map(|moves| format!("{moves:?}")).map_err(|found| found[0].message.clone());
/// assert_eq!(shown("{ 3/2 1.5 2 + 3sqrt(5) }").unwrap(), "[3/2, 3/2, 2+3*sqrt(5)]");
/// assert_eq!(shown("S={sqrt(2)/2, (1+sqrt(2))/2}").unwrap(), "[sqrt(2)/2, 1/2+sqrt(2)/2]");
/// assert!(shown("[1, sqrt(2)]").unwrap_err().contains("could be an interval"));
/// assert!(shown("0.33").unwrap_err().contains("write 33/100 for the number"));
/// assert!(shown("sqrt(2)+sqrt(3)").unwrap_err().contains("two fields"));
/// assert!(shown("1/0").unwrap_err().contains("division by zero"));
/// ```
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read(text: &str) -> Result<Vec<Real>, Vec<Diagnostic>> {
    lang::check_form(text)?;
    numbers(text).map_err(|found| vec![found])
}

/// The numbers of a list, be they moves or not.
fn numbers(text: &str) -> Result<Vec<Real>, Diagnostic> {
    let mut numbers = Vec::new();
    for ((first, last), place) in lang::reals(text)? {
        let written = &text[place.range()];
        let value = |formula: &Formula| {
            let value = Real::of(&formula.root);
            value.map_err(|error| wrong(format!("`{written}`: {error}"), place))
        };
        let first = value(&first)?;
        match last {
            None => numbers.push(first),
            Some(last) => {
                let range = range(first, &value(&last)?);
                numbers.extend(range.map_err(|why| wrong(format!("`{written}` {why}"), place))?);
            }
        }
        if numbers.len() > MOST_NUMBERS {
            return Err(wrong(format!("the list {MANY}"), place));
        }
    }
    Ok(numbers)
}

fn wrong(message: String, place: Span) -> Diagnostic {
    Diagnostic::new(Code::UnreadableMoves, message).label(place, "not understood")
}

/// The only number of a text.
///
/// # Errors
/// What is wrong with the text, and if there is not one number.
pub fn read_one(text: &str) -> Result<Real, String> {
    let needed = "a number is needed, such as 3/2, 1.5, sqrt(2) or 2+3sqrt(5)";
    let mut numbers = numbers(text).map_err(|found| found.sentence())?;
    match (numbers.pop(), numbers.is_empty()) {
        (Some(number), true) => Ok(number),
        _ => Err(needed.to_owned()),
    }
}

impl Real {
    /// The most decimal digits of an integer that makes up a number.
    const DIGITS: usize = 300;

    /// The value of an expression without variables.
    ///
    /// # Errors
    /// Where it has none, or one outside of one field Q(sqrt d), or parts that are too large.
    pub fn of(expression: &Expression) -> Result<Self, RealError> {
        let bounded = |number: Self| match number.digits() > Self::DIGITS {
            true => Err(RealError::Digits),
            false => Ok(number),
        };
        match expression {
            Expression::Sum(terms) => {
                terms.iter().try_fold(Self::default(), |sum, (sign, term)| {
                    let term = Self::of(term)?;
                    bounded(if *sign == Sign::Plus { sum.plus(&term)? } else { sum.minus(&term)? })
                })
            }
            Expression::Product(factors) => {
                factors.iter().try_fold(Self::from(1), |product, (step, factor)| {
                    let factor = Self::of(factor)?;
                    let is_over = *step == FactorStep::Over;
                    bounded(if is_over {
                        product.over(&factor)?
                    } else {
                        product.times(&factor)?
                    })
                })
            }
            Expression::Power(sides) => {
                let (base, exponent) = (Self::of(&sides.0)?, sides.1.number()?);
                let times = exponent.numer().to_usize().filter(|times| *times <= MOST_NUMBERS);
                match exponent.denom().to_u8().filter(|_| !exponent.is_negative()) {
                    Some(1) => (0..times.ok_or(RealError::Digits)?)
                        .try_fold(Self::from(1), |power, _| bounded(power.times(&base)?)),
                    Some(2) if times == Some(1) => bounded(base.sqrt()?),
                    _ => Err(EvaluationError::Exponent(exponent.to_string()).into()),
                }
            }
            other => {
                let number = other.number()?;
                let [above, below] =
                    [number.numer(), number.denom()].map(|part| part.clone().into());
                bounded(Self::from(above).over(&Integer::into(below))?)
            }
        }
    }
}

/// What is wrong with a list that is too long.
const MANY: &str = "has too many moves: at most 1000 are computed with";

fn range(first: Real, last: &Real) -> Result<Vec<Real>, &'static str> {
    let ends = first.to_integer().zip(last.to_integer()).filter(|(first, last)| first <= last);
    let Some((from, to)) = ends else {
        return Err("is not a range: both ends must be integers, the second not below the first");
    };
    let count = (to - from).to::<usize>();
    let count = count.filter(|count| *count < MOST_NUMBERS).ok_or(MANY)?;
    Ok((0..=count).map(|step| Real::from(from + &Integer::from(step))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> String {
        match read(text) {
            Ok(numbers) => numbers.iter().map(Real::to_string).collect::<Vec<_>>().join(" "),
            Err(found) => found[0].sentence(),
        }
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, numbers) in [
            ("", ""),
            ("1", "1"),
            ("3/2 1.5 0.50 .5", "3/2 3/2 1/2 1/2"),
            ("1_000 1e3 10^3", "1000 1000 1000"),
            ("1e-3 2E-3 1.5e-3 .5e+2 1.25e2", "1/1000 1/500 3/2000 50 125"),
            ("{1, sqrt(2), 1+sqrt(2)}", "1 sqrt(2) 1+sqrt(2)"),
            ("[3*sqrt(5)/2]", "3*sqrt(5)/2"),
            ("L = { 2 + 3sqrt(5) 3 }", "2+3*sqrt(5) 3"),
            ("1 -2 - 3", "1 -5"),
            ("sqrt(8) sqrt(9) sqrt(1/2) sqrt(4/9)", "2*sqrt(2) 3 sqrt(2)/2 2/3"),
            ("(1+sqrt(5))/2", "1/2+sqrt(5)/2"),
            ("1/sqrt(2) 2/(1+sqrt(3))", "sqrt(2)/2 -1+sqrt(3)"),
            ("(3/2)sqrt(2) 2^(1/2) (1+sqrt(2))^2", "3*sqrt(2)/2 sqrt(2) 3+2*sqrt(2)"),
            ("( 1 + sqrt(5) ) / 2, sqrt(5) - 1 2 * √3", "1/2+sqrt(5)/2 -1+sqrt(5) 2*sqrt(3)"),
            ("√2 2√2 √(1+1)", "sqrt(2) 2*sqrt(2) sqrt(2)"),
            ("2..4 sqrt(3)", "2 3 4 sqrt(3)"),
            ("1-sqrt(2)/2", "1-sqrt(2)/2"),
            ("0sqrt(2)", "0"),
            ("2sqrt(3)sqrt(3)", "6"),
        ] {
            assert_eq!(shown(text), numbers, "{text}");
        }
    }

    #[test]
    fn errors_say_why() {
        for (text, reason) in [
            ("1/0", "division by zero"),
            ("3/2sqrt(2)", "`/2sqrt(2)` is ambiguous"),
            ("1.5.2 3", "unexpected `.`"),
            ("1/(sqrt(2)-sqrt(2))", "division by zero"),
            ("sqrt(2)+sqrt(3)", "sqrt(2) and sqrt(3) lie in two fields"),
            ("sqrt(-2)", "not a real number"),
            ("sqrt(1+sqrt(2))", "a rational number is needed under a root"),
            ("sqrt(2", "close the parenthesis"),
            ("sqrt 2", "write a root as `sqrt(2)`"),
            ("sqrt(18446744073709551616)", "below 2^64"),
            ("1 pi", "`pi` does not lie in a field Q(sqrt d)"),
            ("2π", "`π` does not lie in a field"),
            ("π", "`π` does not lie in a field"),
            ("n/2", "`n` is not a number"),
            ("1 +", "ends too early"),
            ("1 $", "unexpected `$`"),
            ("1.", "unexpected `.`"),
            ("1e", "`e` does not lie in a field"),
            ("1.5e-", "`e` does not lie in a field"),
            ("1e-999", "at most 300 digits"),
            ("1e-99999", "at most 300 digits"),
            ("10^99999999999999999999/3", "exponents are at most 1000"),
            ("{ 1", "the braces do not match"),
            ("1..3/2", "is not a range"),
            ("1..1.5", "is not a range"),
            ("1/2..3", "is not a range"),
            ("5..2", "is not a range"),
            ("1..2000", "too many moves"),
            ("10^400", "at most 300 digits"),
            ("10^200 * 10^200", "at most 300 digits"),
        ] {
            assert!(shown(text).contains(reason), "{text}: {}", shown(text));
        }
        assert!(shown(&"(".repeat(100)).contains("nested too deep"));
        assert!(shown(&"(".repeat(100_000)).contains("this text has 100000 bytes"));
        assert!(shown(&format!("1/{}", "9".repeat(4000))).contains("at most 300 digits"));
        assert!(shown(&"1 ".repeat(5000)).contains("too many moves"));
        assert!(read_one("1 2").is_err() && read_one("").is_err() && read_one("3/2").is_ok());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            x in -40_i64..40, y in -40_i64..40, z in 1_i64..30, d in 2_i64..60,
        ) {
            let root = Real::from(d).sqrt().expect("a root");
            let number = Real::from(y).times(&root).expect("one field");
            let number = Real::from(x).plus(&number).expect("one field");
            let number = number.over(&z.into()).expect("not 0");
            prop_assert_eq!(read_one(&number.to_string()), Ok(number));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[0-9a-z+*/(). ,{}√π^_=-]{0,40}") {
            let _ = read(&text);
        }

        /// Against decimals of floating point, where these are far enough apart.
        #[test]
        fn numbers_are_ordered_as_their_decimals(
            x in -1000_i64..1000, y in -1000_i64..1000, z in 1_i64..100, d in 1_i64..100,
        ) {
            let root = Real::from(d).sqrt().expect("a root");
            let number = Real::from(y).times(&root).expect("one field");
            let number = Real::from(x).plus(&number).expect("one field");
            let number = number.over(&z.into()).expect("not 0");
            #[expect(clippy::float_arithmetic, reason = "a test")]
            let expected = (x as f64 + y as f64 * (d as f64).sqrt()) / z as f64;
            if expected.abs() > 1e-9 {
                prop_assert_eq!(number.is_positive(), expected > 0.0);
            }
            let decimal: f64 = number.decimal(9).parse().expect("a decimal");
            #[expect(clippy::float_arithmetic, reason = "a test")]
            let difference = (decimal - expected).abs();
            prop_assert!(difference < 1e-8, "{} {} {}", number, decimal, expected);
            let (below, floor) = (Real::from(number.floor()), number.floor());
            prop_assert!(below <= number && number < Real::from(&floor + &Integer::ONE));
        }
    }
}
