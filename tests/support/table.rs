//! Tables beside the tests: a row is a line, tabs divide its cells, and lines that begin with `#` are remarks.

#![allow(dead_code, reason = "every test uses its own part")]

use std::fmt::Debug;
use std::str::FromStr;

/// All rows.
pub fn rows<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect(line))
}

/// The rows whose first cell is `kind`, without it.
pub fn of_kind<const N: usize>(
    text: &'static str,
    kind: &str,
) -> impl Iterator<Item = [&'static str; N]> {
    let lines = text.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix('\t'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect(line))
}

/// The numbers in a cell.
pub fn numbers<T: FromStr<Err: Debug>>(cell: &str) -> Vec<T> {
    cell.split_whitespace().map(|number| number.parse().expect(cell)).collect()
}
