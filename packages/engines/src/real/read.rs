//! Reads numbers and lists of moves as people write them.

use super::number::{Real, RealError};
use crate::sequence::{Rule, WrittenMoves};
use crate::{Integer, number};
use thiserror::Error;

/// The most decimal digits of an integer that makes up a number.
const DIGITS: usize = 300;

/// The deepest nesting of parentheses.
const DEPTH: usize = 64;

/// The most numbers of a list.
const MOST: usize = 1000;

/// Why a text is not a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// An expression without a value.
    #[error("`{text}`: {error}")]
    Value {
        /// The expression.
        text: String,
        /// Why it has none.
        error: RealError,
    },
    /// A name.
    #[error(
        "`{0}` does not lie in a field Q(sqrt d), and only there can numbers be compared exactly: write rational numbers and multiples of one square root, such as 3/2, 1.5 or 2+3sqrt(5)"
    )]
    Transcendental(String),
    /// Another name.
    #[error("`{0}` is not a number: write real moves as 3/2, 1.5 or 2+3sqrt(5)")]
    Name(String),
    /// Something else where a number is needed.
    #[error("a number is needed {0}, such as 3/2, 1.5, sqrt(2) or 2+3sqrt(5)")]
    Needed(String),
    /// A parenthesis that is not closed.
    #[error("a closing parenthesis is missing {0}")]
    Open(String),
    /// A range whose ends are not integers, or out of order.
    #[error("{0}..{1} is not a range: both ends must be integers, the second not below the first")]
    Range(Real, Real),
    /// Something else may be meant.
    #[error("{0}")]
    Doubtful(String),
    /// Something that is too large to compute with.
    #[error("{0}")]
    TooLarge(&'static str),
}

const LONG: ReadError = ReadError::TooLarge("a number has too many digits: at most 300 are read");
const DEEP: ReadError = ReadError::TooLarge("parentheses are nested too deep: at most 64 levels");
const MANY: ReadError = ReadError::TooLarge("too many moves: at most 1000 are computed with");

/// Are these real moves, so that the text must not be read as integers and affine forms?
///
/// ```
/// use grundy_engines::real::is_meant;
/// assert!(is_meant("1 sqrt(2)") && is_meant("3/2 7/2") && is_meant("{1.5, 2}") && is_meant("1 pi"));
/// assert!(is_meant("1E-9 1") && is_meant("1.5e-9") && !is_meant("1e-9 1"));
/// assert!(!is_meant("1..4 7") && !is_meant("{ n 2n+1 }") && !is_meant("2.. without 3"));
/// ```
pub fn is_meant(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = |index: Option<usize>| index.and_then(|it| bytes.get(it)).copied().unwrap_or(b' ');
    let is_decimal_point = |index: usize| {
        let (before, behind) = (at(index.checked_sub(1)), at(Some(index + 1)));
        bytes[index] == b'.'
            && before != b'.'
            && behind != b'.'
            && (before.is_ascii_digit() || behind.is_ascii_digit())
    };
    let names = text.split(|it: char| !it.is_alphanumeric());
    // `1e-9` may be a multiple of a parameter minus 9, `1E-9` may not.
    let is_small =
        text.match_indices("E-").any(|(index, _)| at(index.checked_sub(1)).is_ascii_digit());
    text.contains(['/', '√', 'π'])
        || is_small
        || names.into_iter().any(|name| name.contains("sqrt") || name == "pi")
        || (0..bytes.len()).any(is_decimal_point)
}

/// The moves as real numbers, if outcomes of normal or misère play are requested and one of the moves does not fit a
/// machine word.
///
/// ```
/// use grundy_engines::real::largest;
/// use grundy_sequence::{Rule, WrittenMoves};
/// let texts = ["2 10^30".to_owned()];
/// let written = WrittenMoves { texts: &texts, at: &[] };
/// assert_eq!(largest(&written, Rule::Normal).map(|it| it.len()), Some(2));
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
/// Separated by spaces or commas, with or without braces or brackets; `1..4` is 1 2 3 4.
///
/// ```
/// use grundy_engines::real::read;
/// let shown = |text| read(text).map(|it| format!("{it:?}")).map_err(|error| error.to_string());
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
pub fn read(text: &str) -> Result<Vec<Real>, ReadError> {
    match number::doubtful(text) {
        Some(message) => Err(ReadError::Doubtful(message)),
        None => numbers(text),
    }
}

/// The numbers of a list, whether or not they are moves.
fn numbers(text: &str) -> Result<Vec<Real>, ReadError> {
    let trimmed = text.trim();
    let list = trimmed.strip_prefix(|it: char| it.is_alphabetic());
    let list = list.map(str::trim_start).and_then(|it| it.strip_prefix('='));
    let list = list.map_or(trimmed, str::trim_start);
    let inside = [('{', '}'), ('[', ']')].into_iter().find_map(|(open, close)| {
        let inside = list.strip_prefix(open)?;
        Some(inside.trim_end().strip_suffix(close))
    });
    let list = match inside {
        None => list,
        Some(Some(inside)) => inside,
        Some(None) => return Err(ReadError::Open("at the end of the list".into())),
    };
    Reader { text: list, at: 0 }.list()
}

/// The only number of a text.
///
/// # Errors
/// What is wrong with the text, including when it does not have exactly one number.
pub fn read_one(text: &str) -> Result<Real, ReadError> {
    let mut numbers = self::numbers(text)?;
    match (numbers.pop(), numbers.is_empty()) {
        (Some(number), true) => Ok(number),
        _ => Err(ReadError::Needed(format!("and not `{text}`"))),
    }
}

/// A text, read up to a place.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn list(&mut self) -> Result<Vec<Real>, ReadError> {
        let mut numbers = Vec::new();
        self.skip(|it| it.is_whitespace() || it == ',');
        while !self.rest().is_empty() {
            let number = self.sum(0)?;
            if self.rest().starts_with("..") {
                self.at += 2;
                numbers.extend(range(number, self.sum(0)?)?);
            } else {
                numbers.push(number);
            }
            if numbers.len() > MOST {
                return Err(MANY);
            }
            self.skip(|it| it.is_whitespace() || it == ',');
        }
        Ok(numbers)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> &'a str {
        let from = self.at;
        let rest = self.rest();
        self.at += rest.find(|it| !is_skipped(it)).unwrap_or(rest.len());
        &self.text[from..self.at]
    }

    /// The next sign, if it is one of these and continues the expression: `1 + 2` does, the sign of the second number
    /// of `1 -2` does not.
    fn sign(&mut self, signs: [char; 2]) -> Option<char> {
        let from = self.at;
        let is_apart = !self.skip(char::is_whitespace).is_empty();
        let mut next = self.rest().chars();
        let sign = next.next().filter(|it| signs.contains(it));
        let is_of_next = is_apart && signs.contains(&'-') && next.next() != Some(' ');
        if sign.is_none() || is_of_next {
            self.at = from;
            return None;
        }
        // Signs are single bytes.
        self.at += 1;
        self.skip(char::is_whitespace);
        sign
    }

    fn sum(&mut self, depth: usize) -> Result<Real, ReadError> {
        let from = self.at;
        let is_negative = match self.rest().chars().next() {
            Some(sign @ ('-' | '+')) => {
                self.at += 1;
                self.skip(char::is_whitespace);
                sign == '-'
            }
            _ => false,
        };
        let mut sum = self.product(depth)?;
        if is_negative {
            sum = -&sum;
        }
        while let Some(sign) = self.sign(['+', '-']) {
            let next = self.product(depth)?;
            let found = if sign == '+' { sum.plus(&next) } else { sum.minus(&next) };
            sum = self.value(from, found)?;
        }
        Ok(sum)
    }

    fn product(&mut self, depth: usize) -> Result<Real, ReadError> {
        let from = self.at;
        let mut product = self.factor(depth)?;
        loop {
            let found = match self.sign(['*', '/']) {
                Some('*') => product.times(&self.factor(depth)?),
                Some(_) => product.over(&self.factor(depth)?),
                // A factor may follow at once: 3sqrt(5).
                None if self.rest().starts_with(['s', '√', '(']) => {
                    product.times(&self.factor(depth)?)
                }
                None => return Ok(product),
            };
            product = self.value(from, found)?;
        }
    }

    fn factor(&mut self, depth: usize) -> Result<Real, ReadError> {
        if depth > DEPTH {
            return Err(DEEP);
        }
        let from = self.at;
        let rest = self.rest();
        if rest.starts_with('(') {
            return self.in_parentheses(depth);
        }
        if rest.starts_with(|it: char| it.is_ascii_digit() || it == '.') {
            return self.number();
        }
        if rest.starts_with('√') {
            self.at += '√'.len_utf8();
            let inside = self.factor(depth + 1)?;
            return self.value(from, inside.sqrt());
        }
        match self.skip(char::is_alphanumeric) {
            "sqrt" => {
                self.skip(|it| it == ' ');
                if !self.rest().starts_with('(') {
                    return Err(ReadError::Needed("in parentheses after sqrt".into()));
                }
                let inside = self.in_parentheses(depth)?;
                self.value(from, inside.sqrt())
            }
            "" => Err(ReadError::Needed(self.place())),
            name @ ("pi" | "π" | "e") => Err(ReadError::Transcendental(name.to_owned())),
            name => Err(ReadError::Name(name.chars().take(40).collect())),
        }
    }

    fn in_parentheses(&mut self, depth: usize) -> Result<Real, ReadError> {
        self.at += 1;
        self.skip(char::is_whitespace);
        let inside = self.sum(depth + 1)?;
        self.skip(char::is_whitespace);
        if !self.rest().starts_with(')') {
            return Err(ReadError::Open(self.place()));
        }
        self.at += 1;
        Ok(inside)
    }

    /// `12`, `1_000`, `1e3`, `10^3`, `1.5`, `1e-9`, `1.5e3`.
    fn number(&mut self) -> Result<Real, ReadError> {
        let from = self.at;
        let whole = self.skip(|it| it.is_ascii_digit() || it == '_');
        let rest = self.rest();
        let is_fraction = rest.starts_with('.') && !rest.starts_with("..");
        let is_small = ["e-", "E-"].into_iter().any(|it| rest.starts_with(it));
        let number = if is_fraction || is_small {
            self.at += usize::from(is_fraction);
            let fraction =
                if is_fraction { self.skip(|it| it.is_ascii_digit()) } else { Default::default() };
            let digits = number::natural(&format!("{whole}{fraction}"));
            let power = |exponent: &str| number::natural(&format!("10^{exponent}"));
            let parts = digits.zip(power(&fraction.len().to_string()));
            let parts = parts.filter(|_| is_small || !fraction.is_empty());
            if self.rest().starts_with(['e', 'E']) {
                self.at += 1;
                let sign = self.rest().chars().next().filter(|it| matches!(it, '+' | '-'));
                self.at += usize::from(sign.is_some());
                let ten = power(self.skip(|it| it.is_ascii_digit()));
                parts.zip(ten).map(|((above, below), ten)| match sign {
                    Some('-') => (above, &below * &ten),
                    _ => (&above * &ten, below),
                })
            } else {
                parts
            }
        } else {
            if rest.starts_with(['^', 'e', 'E']) {
                self.at += 1;
                self.skip(|it| it.is_ascii_digit() || it == '_');
            }
            number::natural(&self.text[from..self.at]).map(|it| (it, Integer::ONE))
        };
        let text = &self.text[from..self.at];
        let Some((above, below)) = number else {
            let shown: String = text.chars().take(40).collect();
            return Err(if text.len() > DIGITS {
                LONG
            } else {
                ReadError::Needed(format!("and not `{shown}`"))
            });
        };
        self.value(from, Real::from(above).over(&below.into()))
    }

    /// The value of the expression that began there, if it has one.
    fn value(&self, from: usize, found: Result<Real, RealError>) -> Result<Real, ReadError> {
        match found {
            Ok(number) if number.digits() > DIGITS => Err(LONG),
            Ok(number) => Ok(number),
            Err(error) => {
                let text = self.text[from..self.at].chars().take(80).collect();
                Err(ReadError::Value { text, error })
            }
        }
    }

    /// Where the reader is, in words.
    fn place(&self) -> String {
        let shown: String = self.rest().chars().take(20).collect();
        match (shown.is_empty(), self.at) {
            (true, 0) => "and there is none".to_owned(),
            (true, _) => format!("after `{}`", self.text.trim()),
            (false, _) => format!("at `{shown}`"),
        }
    }
}

fn range(first: Real, last: Real) -> Result<Vec<Real>, ReadError> {
    let ends = first.to_integer().zip(last.to_integer()).filter(|(first, last)| first <= last);
    let Some((from, to)) = ends else { return Err(ReadError::Range(first, last)) };
    let count = (to - from).to::<usize>();
    let count = count.filter(|it| *it < MOST).ok_or(MANY)?;
    Ok((0..=count).map(|step| Real::from(from + &Integer::from(step))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(text: &str) -> String {
        match read(text) {
            Ok(numbers) => numbers.iter().map(Real::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
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
            ("3/2sqrt(2)", "3*sqrt(2)/2"),
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
            ("1/0", "`1/0`: division by zero"),
            ("1/(sqrt(2)-sqrt(2))", "division by zero"),
            ("sqrt(2)+sqrt(3)", "sqrt(2) and sqrt(3) lie in two fields"),
            ("sqrt(-2)", "not a real number"),
            ("sqrt(1+sqrt(2))", "a rational number is needed under a root"),
            ("sqrt(2", "closing parenthesis is missing"),
            ("sqrt 2", "in parentheses after sqrt"),
            ("sqrt(18446744073709551616)", "below 2^64"),
            ("1 pi", "`pi` does not lie in a field Q(sqrt d)"),
            ("2π", "`π` does not lie in a field"),
            ("π", "`π` does not lie in a field"),
            ("n/2", "`n` is not a number"),
            ("1 +", "a number is needed after `1 +`"),
            ("1 $", "a number is needed at `$`"),
            ("1.", "a number is needed"),
            ("1e", "a number is needed"),
            ("1e-", "a number is needed"),
            ("1.5e-", "a number is needed"),
            ("1e-999", "too many digits"),
            ("1e-99999", "a number is needed"),
            ("{ 1", "closing parenthesis"),
            ("1/2..3", "is not a range"),
            ("5..2", "is not a range"),
            ("1..2000", "too many moves"),
            ("10^400", "too many digits"),
            ("10^200 * 10^200", "too many digits"),
        ] {
            assert!(shown(text).contains(reason), "{text}: {}", shown(text));
        }
        assert!(shown(&"(".repeat(100_000)).contains("nested too deep"));
        assert!(shown(&format!("1/{}", "9".repeat(5000))).contains("too many digits"));
        assert!(shown(&"1 ".repeat(5000)).contains("too many moves"));
        assert!(read_one("1 2").is_err() && read_one("").is_err() && read_one("3/2").is_ok());
    }

    #[test]
    fn integer_games_are_not_taken_for_real_ones() {
        for text in
            ["1 3 4", "{ 2n 5n 6n+1 }", "1..4", "n..2n", "2..", "1e3", "powers 2", "squares"]
        {
            assert!(!is_meant(text), "{text}");
        }
        for text in ["0.5", "1 .5", "3/2", "2sqrt(2)", "√2", "1 pi"] {
            assert!(is_meant(text), "{text}");
        }
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
            let _ = is_meant(&text);
        }

        /// Compared with floating-point decimals, where these are far enough apart.
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
