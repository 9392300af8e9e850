//! Numbers as people write them: `1000`, `1_000`, `1e3`, `10^3`.

use crate::Integer;

/// The most digits of a number.
pub const DIGITS: usize = 65_536;

/// The most digits of a power, of which a short text may have many.
const OF_A_POWER: usize = 4096;

/// The integer that a text means, exactly: digits, in groups or not, or a power, or a factor before a power of
/// ten, and a sign.  `None` if it means none, or one with more digits than a number may have.
///
/// ```
/// use grundy_core::number::integer;
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
    let power_of_ten = |text: &str| power(&Integer::from(10), text);
    if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        return Some(&digits(factor)? * &power_of_ten(exponent)?);
    }
    let text = text.replace("**", "^");
    match text.split_once('^') {
        None => digits(&text),
        Some((base, exponent)) => match base.split_once('*') {
            None => power(&digits(base)?, exponent),
            Some((factor, "10")) => Some(&digits(factor)? * &power_of_ten(exponent)?),
            Some(_) => None,
        },
    }
}

/// Decimal digits, between which single low lines may stand.
fn digits(text: &str) -> Option<Integer> {
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|it| it.is_ascii_digit());
    if text.len() > DIGITS || !text.split('_').all(is_group) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

fn power(base: &Integer, exponent: &str) -> Option<Integer> {
    let mut exponent = usize::try_from(digits(exponent)?.to_i64()?).ok()?;
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
