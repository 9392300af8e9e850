//! How numbers, durations and values of parameters are typed.

use grundy_answers::ask::{MOST_POINTS, Points};
use grundy_kernel::Integer;
use grundy_language::formula::Formula;
use grundy_language::number;
use grundy_language::verdict::Assignment;
use grundy_sequence::CycleSearch;
use std::ops::{Bound, RangeBounds};
use std::time::Duration;

/// What a number may look like.
const NOTATIONS: &str = "such as 1000, 1_000, 1e3 or 10^3";

/// Is it written as a whole number, of any size and sign?
fn is_number(text: &str) -> bool {
    Formula::integer(text).is_some()
}

/// The number from 0 that a text means.
fn from_zero(text: &str) -> Option<Integer> {
    Formula::integer(text).filter(|number| !number.is_negative())
}

/// A whole number in a range, for clap.
pub fn within<T: TryFrom<u64>>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    let first = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(first) => first.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let last = match range.end_bound() {
        Bound::Included(&last) => Some(last),
        Bound::Excluded(last) => Some(last.saturating_sub(1)),
        Bound::Unbounded => None,
    };
    move |text| {
        let number = from_zero(text).and_then(|number| number.to_string().parse().ok());
        let number =
            number.filter(|number| *number >= first && last.is_none_or(|last| *number <= last));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match last {
            _ if is_grouped(text) => comma(text),
            Some(last) if is_number(text) => format!("must be between {first} and {last}"),
            None if from_zero(text).is_some_and(|number| number >= first.into()) => {
                "is too large".to_owned()
            }
            None if is_number(text) => format!("must be at least {first}"),
            Some(last) => format!("a number from {first} to {last} is needed, {NOTATIONS}"),
            None => format!("a number from {first} is needed, {NOTATIONS}"),
        })
    }
}

/// A number of any size.
pub fn natural(text: &str) -> Result<Integer, String> {
    from_zero(text).ok_or_else(|| match is_grouped(text) {
        true => comma(text),
        false if is_number(text) => "must be at least 0".to_owned(),
        false => format!("a number from 0 is needed, {NOTATIONS}"),
    })
}

/// Has a number commas between groups of three digits, as in `1,000`?
fn is_grouped(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    let groups = text.split_once(',');
    groups.is_some_and(|(first, rest)| {
        is_number(first) && rest.split(',').all(|group| group.len() == 3 && is_number(group))
    })
}

fn comma(text: &str) -> String {
    let [plain, marked] = ["", "_"].map(|sign| text.replace(',', sign));
    format!("commas do not group digits here; write {plain} or {marked}")
}

/// How many positions: at most 100 million.
pub fn count(text: &str) -> Result<usize, String> {
    within(..=100_000_000)(text)
}

/// A position that can be computed.
pub fn position(text: &str) -> Result<u64, String> {
    within(..=CycleSearch::FARTHEST)(text)
}

/// A parameter with its values: `n=5`, `n=3..8`, `n=3,5,7`; or only the values, of the only parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The parameter; empty where only values are given.
    pub name: String,
    /// The values, from one to another each.
    pub ranges: Vec<(Integer, Integer)>,
}

impl Assigned {
    /// The value, if it is one.
    pub fn value(&self) -> Option<&Integer> {
        match &self.ranges[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// All values; none if there are more than `most`.
    fn values(&self, most: usize) -> Option<Vec<Integer>> {
        let mut values = Vec::new();
        for (first, last) in &self.ranges {
            let count = (&(last - first) + &Integer::ONE).to::<usize>()?;
            if count > most.saturating_sub(values.len()) {
                return None;
            }
            values.extend((0..count).map(|step| first + &Integer::from(step)));
        }
        Some(values)
    }
}

/// A parameter with its value or values.
pub fn assignment(text: &str) -> Result<Assigned, String> {
    let needed = || "expected NAME=VALUES, for example n=5, n=3..8 or n=3,5,7".to_owned();
    let (name, values) = match text.split_once('=') {
        Some((name, values)) if is_name(name.trim()) => (name.trim(), values),
        Some(_) => return Err(needed()),
        None => ("", text),
    };
    let ranges = values.split(',').map(|values| {
        if let Some((first, last)) = number::dashed(values) {
            let equals = if name.is_empty() { "" } else { "=" };
            return Err(format!("write a range with two dots: {name}{equals}{first}..{last}"));
        }
        let (first, last) = values.split_once("..").unwrap_or((values, values));
        match Formula::integer(first).zip(Formula::integer(last)) {
            Some((first, last)) if first > last => {
                let name = if name.is_empty() { "value" } else { name };
                Err(format!("there is no {name} from {first} to {last}"))
            }
            Some(range) => Ok(range),
            None => Err(match values.split_once('=') {
                Some((other, value))
                    if is_name(other.trim()) && Formula::integer(value).is_some() =>
                {
                    "give each parameter its own --at: --at n=3 --at m=5".to_owned()
                }
                _ => needed(),
            }),
        }
    });
    Ok(Assigned { name: name.to_owned(), ranges: ranges.collect::<Result<_, _>>()? })
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphanumeric)
}

/// The same with the only one of these parameters where only values are given.
///
/// # Errors
/// There is not exactly one parameter.
pub fn named(assigned: &[Assigned], parameters: &[String]) -> Result<Vec<Assigned>, String> {
    let named = |one: &Assigned| match (&one.name[..], parameters) {
        ("", [only]) => Ok(Assigned { name: only.clone(), ..one.clone() }),
        ("", []) => Err("--at gives values to parameters, but there are none".to_owned()),
        ("", [first, ..]) => Err(nameless(first)),
        _ => Ok(one.clone()),
    };
    assigned.iter().map(named).collect()
}

fn nameless(parameter: &str) -> String {
    format!("name the parameter, as in --at {parameter}=3..8")
}

/// The parameters with all their values; each name may occur once.
pub fn points(assigned: &[Assigned]) -> Result<Points, String> {
    let (mut points, mut most) = (Points::new(), MOST_POINTS);
    for one in assigned {
        let name = &one.name;
        if name.is_empty() {
            return Err(nameless("n"));
        }
        if points.iter().any(|(earlier, _)| earlier == name) {
            return Err(format!(
                "the parameter {name} has two values; write several as --at {name}=3,5,7"
            ));
        }
        let values = one.values(most).ok_or_else(|| {
            format!("too many values for one call: at most {MOST_POINTS} are allowed")
        })?;
        most /= values.len();
        points.push((name.clone(), values));
    }
    Ok(points)
}

/// The value of each parameter, which must be one.
pub fn point(assigned: &[Assigned]) -> Result<Assignment, String> {
    match assigned.iter().find(|assigned| assigned.value().is_none()) {
        Some(Assigned { name, .. }) => {
            Err(format!("only one game is allowed here, but {name} has several values"))
        }
        None => {
            let one = |(name, values): (String, Vec<Integer>)| (name, values[0].clone());
            Ok(points(assigned)?.into_iter().map(one).collect())
        }
    }
}

/// A number of bytes: `1000000`, or with a unit, `500k`, `2M`, `8G`, `1T`, each 1024 times the one before.
pub fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = unit.trim().to_ascii_lowercase();
    let unit = unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit);
    let power = ["", "k", "m", "g", "t"].iter().position(|known| *known == unit);
    let scale = power.map(|power| (0..power).fold(1_u64, |scale, _| 1024 * scale));
    let scale = scale.filter(|_| !number.is_empty());
    let scale = scale.ok_or("a number of bytes such as 500M or 8G is needed")?;
    let size = number.parse::<u64>().ok().and_then(|number| number.checked_mul(scale));
    size.ok_or_else(|| "this is more than 2^64 bytes".to_owned())
}

/// A time, exactly: `5`, `5s` and `0.5` are seconds, `500ms`, `1m`, `1.5h`, `1h30m`.
///
/// Units come in decreasing order, and each part but the first needs one.
pub fn duration(text: &str) -> Result<Duration, String> {
    let needed = || "a time such as 10, 0.5, 90s, 1m, 1h or 1h30m is needed".to_owned();
    let too_long = || "this time is too long".to_owned();
    let (mut rest, mut before, mut sum) = (text.trim(), u128::MAX, 0_u128);
    while before == u128::MAX || !rest.is_empty() {
        let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let end = after.find(|it: char| it.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let unit: u128 = match unit.trim() {
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "" if before == u128::MAX && after.is_empty() => 1_000_000_000,
            "m" | "min" => 60 * 1_000_000_000,
            "h" => 3600 * 1_000_000_000,
            _ => return Err(needed()),
        };
        if unit >= before {
            return Err(needed());
        }
        let part = nanoseconds(number, unit).ok_or_else(needed)?.ok_or_else(too_long)?;
        sum = sum.checked_add(part).ok_or_else(too_long)?;
        (rest, before) = (after, unit);
    }
    let seconds = u64::try_from(sum / 1_000_000_000).map_err(|_| too_long())?;
    let rest = u32::try_from(sum % 1_000_000_000).map_err(|_| too_long())?;
    Ok(Duration::new(seconds, rest))
}

/// The nanoseconds in a decimal number of units, each of this length; `None` if it is no such number, `Some(None)` if it is too large.
fn nanoseconds(number: &str, unit: u128) -> Option<Option<u128>> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
        return None;
    }
    let Ok(whole) = whole.parse::<u64>() else { return Some(None) };
    let fraction = fraction.get(..18).unwrap_or(fraction);
    let digits = fraction.bytes().fold(0, |sum, digit| 10 * sum + u128::from(digit - b'0'));
    let scale = (0..fraction.len()).fold(1, |scale, _| 10 * scale);
    Some(Some(u128::from(whole) * unit + digits * unit / scale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answers::ask::combinations;

    #[test]
    fn bytes_have_units() {
        for (text, expected) in [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("3k", Some(3 << 10)),
            ("500 MB", Some(500 << 20)),
            ("2GiB", Some(2 << 30)),
            ("1t", Some(1 << 40)),
            ("G", None),
            ("1.5G", None),
            ("2X", None),
            ("-1", None),
            ("18446744073709551616", None),
            ("99999999T", None),
        ] {
            assert_eq!(bytes(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn numbers_have_several_notations() {
        let small = within::<u32>(1..=1_000_000);
        for text in ["1000", "1_000", "1e3", "10^3"] {
            assert_eq!(small(text), Ok(1000), "{text}");
            assert_eq!(natural(text), Ok(1000.into()), "{text}");
        }
        assert_eq!((natural("10^18+5"), small("2*3^2")), (Ok((10_i64.pow(18) + 5).into()), Ok(18)));
        for wrong in ["", "0", "-1", "1-3", "1.5", "1e7", "10^30", "x"] {
            assert!(small(wrong).is_err(), "{wrong}");
        }
        assert_eq!(within::<u32>(1..)("0"), Err("must be at least 1".to_owned()));
        assert!(within::<u32>(1..)("4294967296").is_err());
        assert_eq!(within::<u64>(..)("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(position("2^57"), Ok(1 << 57));
        assert!(position("2^58").is_err());
    }

    #[test]
    fn durations_are_exact() {
        for (text, milliseconds) in [
            ("10", 10_000),
            ("0.25", 250),
            ("0", 0),
            ("5s", 5_000),
            ("5 s", 5_000),
            ("500ms", 500),
            ("1m", 60_000),
            ("1min", 60_000),
            ("1h", 3_600_000),
            ("0.5h", 1_800_000),
            ("90s", 90_000),
            ("1h30m", 5_400_000),
            ("1h 30min 5s", 5_405_000),
            ("1m0.5s", 60_500),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(duration("0.000000001"), Ok(Duration::from_nanos(1)));
        for wrong in [
            "",
            ".5",
            "5.",
            "-1",
            "1e3",
            "1.5.2",
            "s",
            "5 days",
            "99999999999999999999999",
            "1h30",
            "30m1h",
            "1m1m",
            "1h m",
        ] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(duration("18446744073709551615h").is_err());
    }

    #[test]
    fn assignments_take_numbers_of_any_size() {
        let found = assignment("n=10^20").expect("an assignment");
        let value = found.value().map(Integer::to_string);
        assert_eq!((found.name.as_str(), value.as_deref()), ("n", Some("100000000000000000000")));
        for wrong in [
            "n", "", "3..", "5 days", "=5", "n=", "n=x", "n=3..", "n=..3", "n=4..3", "n=1...3",
            "n=3,", "n=3,m=5", "n>=3",
        ] {
            assert!(assignment(wrong).is_err(), "{wrong}");
        }
        let far = assignment("n=10^15..10^15+1").map(|assigned| assigned.ranges);
        let ten = number::natural("10^15").expect("a number");
        assert_eq!(far, Ok(vec![(ten.clone(), &ten + &Integer::ONE)]));
        for wrong in ["n==3", "n=3..=5", "n>=3"] {
            let message = assignment(wrong).expect_err("an error");
            assert!(message.starts_with("expected NAME=VALUES"), "{message}");
        }
        let hint = assignment("n=3-7").expect_err("an error");
        assert_eq!(hint, "write a range with two dots: n=3..7");
        assert!(assignment("n=-7").is_ok_and(|assigned| assigned.value() == Some(&(-7).into())));
        assert_eq!(assignment("3-7"), Err("write a range with two dots: 3..7".to_owned()));
    }

    #[test]
    fn values_belong_to_the_only_parameter() {
        let values = [assignment("3..4,7").expect("values")];
        let names = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
        let found = named(&values, &names(&["m"])).and_then(|named| points(&named));
        assert_eq!(found, Ok(vec![("m".to_owned(), [3, 4, 7].map(Integer::from).to_vec())]));
        for (parameters, message) in [
            (names(&[]), "--at gives values to parameters, but there are none"),
            (names(&["a", "b"]), "name the parameter, as in --at a=3..8"),
        ] {
            assert_eq!(named(&values, &parameters), Err(message.to_owned()));
        }
        assert_eq!(points(&values), Err("name the parameter, as in --at n=3..8".to_owned()));
        // Twice the same parameter, with and without its name.
        let twice = [&values[..], &[assignment("m=5").expect("a value")]].concat();
        assert!(named(&twice, &names(&["m"])).and_then(|named| points(&named)).is_err());
    }

    #[test]
    fn ranges_are_combined_in_order() {
        let read = |texts: &[&str]| -> Vec<_> {
            texts.iter().map(|text| assignment(text).expect("an assignment")).collect()
        };
        let shown = |texts: &[&str]| {
            let found = combinations(&points(&read(texts)).expect("points")).expect("few");
            let each = found.into_iter().map(|point| {
                point.iter().map(|(name, value)| format!("{name}{value}")).collect::<String>()
            });
            each.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(&["n=1..2", "m=3..4"]), "n1m3 n1m4 n2m3 n2m4");
        assert_eq!(shown(&["n=3,5,7"]), "n3 n5 n7");
        assert_eq!(shown(&["n=3, 5..6"]), "n3 n5 n6");
        assert_eq!(combinations(&[]), Ok(vec![vec![]]));
        assert!(points(&read(&["n=1..1001"])).is_err());
        assert!(points(&read(&["n=1..100", "m=1..11"])).is_err());
        assert!(points(&read(&["n=1..10^30"])).is_err());
        let twice = points(&read(&["n=1", "n=2"])).expect_err("an error");
        assert!(twice.starts_with("the parameter n has two values"));
    }
}
