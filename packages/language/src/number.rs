//! Numbers as people write them: `1000`, `1_000`, `1e3`, `10^3`.

use crate::Integer;
use std::fmt::Display;
use std::ops::Range;

/// The most digits of a number.
pub const DIGITS: usize = 65_536;

/// The most digits of a power, of which a short text may have many.
const OF_A_POWER: usize = 4096;

/// The integer that a text means, exactly: digits, in groups or not, or a power, or a factor before a power of
/// ten, and a sign.  `None` if it means none, or one with more digits than a number may have.
///
/// ```
/// use grundy_language::number::integer;
/// for text in ["1000", "1_000", "1e3", "1E3", "10^3", "10**3", "1*10^3", "+1000"] {
///     assert_eq!(integer(text), Some(1000.into()), "{text}");
/// }
/// assert_eq!(integer("-2^10"), Some((-1024).into()));
/// assert_eq!(integer("10^30").unwrap().to_string(), format!("1{}", "0".repeat(30)));
/// for wrong in ["", "n", "1.5", "1,000", "_1", "1_", "1__0", "e3", "1e", "1e-3", "10^", "10^99999999999"] {
///     assert_eq!(integer(wrong), None, "{wrong}");
/// }
/// ```
pub fn integer(text: &str) -> Option<Integer> {
    if let Some(text) = text.strip_prefix('-') {
        return natural(text).map(|number| -&number);
    }
    natural(text.strip_prefix('+').unwrap_or(text))
}

/// The same without a sign.
pub fn natural(text: &str) -> Option<Integer> {
    let raised = |base: &Integer, text: &str| power(base, digits(text)?.to()?);
    let power_of_ten = |text: &str| raised(&Integer::from(10), text);
    if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        return Some(&digits(factor)? * &power_of_ten(exponent)?);
    }
    let text = text.replace("**", "^");
    match text.split_once('^') {
        None => digits(&text),
        Some((base, exponent)) => match base.split_once('*') {
            None => raised(&digits(base)?, exponent),
            Some((factor, "10")) => Some(&digits(factor)? * &power_of_ten(exponent)?),
            Some(_) => None,
        },
    }
}

/// Decimal digits, with single low lines between them if wanted.
fn digits(text: &str) -> Option<Integer> {
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|it| it.is_ascii_digit());
    if text.len() > DIGITS || !text.split('_').all(is_group) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// A power; `None` if it is very large.
pub fn power(base: &Integer, mut exponent: usize) -> Option<Integer> {
    if base.to_string().len().checked_mul(exponent)? > OF_A_POWER {
        return None;
    }
    let (mut square, mut result) = (base.clone(), Integer::ONE);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = &result * &square;
        }
        square = &square * &square;
        exponent /= 2;
    }
    Some(result)
}

/// Where a text has a number whose digits are grouped by commas, which separate numbers here: `1,000`.
///
/// Only a group that begins with 0 is surely one: `1,500` may be two numbers.
///
/// ```
/// use grundy_language::number::grouped;
/// let found = |text: &'static str| grouped(text).map(|range| &text[range]);
/// assert_eq!(found("2 1,000"), Some("1,000"));
/// assert_eq!(found("{12,050,700}"), Some("12,050,700"));
/// assert_eq!(found("1, 000 3,7,8 10,20 1,500 n1,000"), None);
/// ```
pub fn grouped(text: &str) -> Option<Range<usize>> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "_,.^".contains(it);
    let mut at = 0;
    for word in text.split(|it| !is_part(it)) {
        let mut groups = word.split(',');
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
        let first = groups.next().is_some_and(|first| first.len() <= 3 && is_number(first));
        let mut rest = groups.peekable();
        let is_any = rest.peek().is_some() && word.contains(",0");
        if first && is_any && rest.all(|group| group.len() == 3 && is_number(group)) {
            return Some(at..at + word.len());
        }
        at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    None
}

/// What is wrong with a text in which [`grouped`] finds a number.
///
/// ```
/// let message = grundy_language::number::comma("1,000 2").unwrap();
/// assert_eq!(message, "a comma separates numbers; for one number instead of `1,000`, write 1000 or 1_000");
/// ```
pub fn comma(text: &str) -> Option<String> {
    let number = &text[grouped(text)?];
    let [plain, marked] = ["", "_"].map(|sign| number.replace(',', sign));
    Some(format!(
        "a comma separates numbers; for one number instead of `{number}`, write {plain} or {marked}"
    ))
}

/// What else a list of moves could mean, if that is as likely: `[1, 2]` is an interval as well, and `.77` a game.
///
/// Octal games are named by their code, which begins with `0.`, `4.` or the point.
///
/// ```
/// use grundy_language::number::doubtful;
/// for text in ["[1, 2]", "S = [1 2]", "[1/2, sqrt(2)]", ".77", "{ 0.33 }", "4.007"] {
///     assert!(doubtful(text).is_some(), "{text}");
/// }
/// for text in ["{1, 2}", "[1, 2, 3]", "[1]", "[n, 2n]", "[1..2]", "0.5", ".5", "0.25 1", "0.78", "1.77", "33/100"] {
///     assert_eq!(doubtful(text), None, "{text}");
/// }
/// ```
pub fn doubtful(text: &str) -> Option<String> {
    let text = text.trim();
    let named = text.strip_prefix(|it: char| it.is_alphabetic());
    let named = named.and_then(|it| it.trim_start().strip_prefix('='));
    let list = named.unwrap_or(text).trim();
    let within = |open, close| list.strip_prefix(open)?.strip_suffix(close);
    match within('[', ']') {
        Some(inside) => interval(inside).or_else(|| octal(inside)),
        None => octal(within('{', '}').unwrap_or(list)),
    }
}

/// What to say of these two numbers in square brackets.
fn interval(inside: &str) -> Option<String> {
    let words: Vec<_> = match inside.contains([',', ';']) {
        true => inside.split([',', ';']).map(str::trim).filter(|word| !word.is_empty()).collect(),
        false => inside.split_whitespace().collect(),
    };
    let [first, last] = words[..] else { return None };
    let range = match (natural(first), natural(last)) {
        (Some(_), Some(_)) => format!(", {first}..{last} for all from one to the other"),
        _ if [first, last].iter().all(|word| is_numeric(word)) => String::new(),
        _ => return None,
    };
    Some(format!(
        "`[{first}, {last}]` could be an interval; write {{{first}, {last}}} for two moves{range}"
    ))
}

/// Is this a number, or an expression of numbers?
fn is_numeric(word: &str) -> bool {
    let plain = word.replace("sqrt", "");
    let is_exponent = |at: usize| {
        let is = |text: &str, part: fn(char) -> bool| text.starts_with(part);
        plain[..at].ends_with(|it: char| it.is_ascii_digit())
            && is(&plain[at + 1..], |it| it.is_ascii_digit() || matches!(it, '+' | '-'))
    };
    let is_part = |(at, it): (usize, char)| {
        it.is_ascii_digit() || "_.^+-*/() √".contains(it) || "eE".contains(it) && is_exponent(at)
    };
    plain.contains(|it: char| it.is_ascii_digit())
        && !plain.contains("..")
        && plain.char_indices().all(is_part)
}

/// What to say of one move that has the form of the code of an octal game.
fn octal(inside: &str) -> Option<String> {
    let code = inside.trim_matches(|it: char| it.is_whitespace() || it == ',');
    let (whole, digits) = code.split_once('.')?;
    let is_code = matches!(whole, "" | "0" | "4")
        && digits.len() > 1
        && digits.bytes().all(|it| matches!(it, b'0'..=b'7'));
    let above = format!("{whole}{digits}");
    let above = above.trim_start_matches('0');
    (is_code && !above.is_empty()).then(|| {
        let below = "0".repeat(digits.len());
        format!(
            "`{code}` could be the code of an octal game; write {above}/1{below} for the number"
        )
    })
}

/// Does this text mean real moves, so that it is not to be read as integers and affine forms?
///
/// ```
/// use grundy_language::number::is_real;
/// for text in ["1 sqrt(2)", "2√2", "3/2", "{1.5, 2}", "1 .5", "1 pi", "1E-9 1", "1.5e-9"] {
///     assert!(is_real(text), "{text}");
/// }
/// for text in ["1 3 4", "1..4 7", "{ n 2n+1 }", "n..2n", "2.. without 3", "1e3", "1e-9 1", "squares"] {
///     assert!(!is_real(text), "{text}");
/// }
/// ```
pub fn is_real(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = |index: Option<usize>| index.and_then(|it| bytes.get(it)).copied().unwrap_or(b' ');
    let is_decimal_point = |index: usize| {
        let (before, after) = (at(index.checked_sub(1)), at(Some(index + 1)));
        bytes[index] == b'.'
            && before != b'.'
            && after != b'.'
            && (before.is_ascii_digit() || after.is_ascii_digit())
    };
    let names = text.split(|it: char| !it.is_alphanumeric());
    // `1e-9` may be a multiple of a parameter less 9, `1E-9` may not.
    let is_small =
        text.match_indices("E-").any(|(index, _)| at(index.checked_sub(1)).is_ascii_digit());
    text.contains(['/', '√', 'π'])
        || is_small
        || names.into_iter().any(|name| name.contains("sqrt") || name == "pi")
        || (0..bytes.len()).any(is_decimal_point)
}

/// The ends of a range that is written with a dash, as in `3-7`, which would be a negative difference.
pub fn dashed(text: &str) -> Option<(&str, &str)> {
    let (first, last) = text.split_once('-')?;
    let (first, last) = (first.trim(), last.trim());
    (natural(first)? < natural(last)?).then_some((first, last))
}

/// Numbers in order, runs of three or more by their ends: `1..3, 5, 8`.
///
/// ```
/// use grundy_language::number::runs;
/// assert_eq!(runs(&[1, 2, 3, 5, 6, 8], "..", |one, next| one + 1 == *next), "1..3, 5, 6, 8");
/// ```
pub fn runs<N: Display>(numbers: &[N], to: &str, follow: impl Fn(&N, &N) -> bool) -> String {
    let runs = numbers.chunk_by(|one, next| follow(one, next));
    let shown = runs.flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first}{to}{last}")],
        _ => run.iter().map(N::to_string).collect(),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// A sum of names, each with its factor and this between them; a term without a name is only its factor.
///
/// ```
/// use grundy_language::number::sum;
/// let terms = [(2, "a"), (-1, "b"), (-3, "")].map(|(factor, name)| (factor.into(), name));
/// assert_eq!((sum("*", terms.clone()), sum("", terms)), ("2*a - b - 3".into(), "2a - b - 3".into()));
/// ```
pub fn sum<N: Display>(times: &str, terms: impl IntoIterator<Item = (Integer, N)>) -> String {
    let mut sum = String::new();
    for (factor, name) in terms {
        sum += match (sum.is_empty(), factor.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let (size, name) = (factor.abs(), name.to_string());
        sum += &match (name.as_str(), size.is_one()) {
            ("", _) => size.to_string(),
            (_, true) => name,
            _ => format!("{size}{times}{name}"),
        };
    }
    sum
}
