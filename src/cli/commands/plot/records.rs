//! Records from files: CSV or JSON lines.

use crate::cli::flags::plot::Show;
use crate::cli::host::exit::Failure;
use crate::cli::host::input::read_bytes;
use crate::cli::host::text::plain;
use csv::{ReaderBuilder, Trim};
use grundy_picture::{Record, Series};
use grundy_sequence::Moves;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A row, by the names of its columns; empty cells are left out.
type Row = BTreeMap<String, String>;

/// The records of a file, and how many rows were left out because they are undecided.
///
/// Rows that say what they are (`row`) count only when they are records; undecided ones
/// (`verdict`) may be no records after all.
pub fn read(path: &Path, show: Show) -> Result<(Series, usize), Failure> {
    let name = path.display().to_string();
    let at = |line: u64, message: String| Failure::rejected(format!("{name}:{line}: {message}"));
    let text = text(path)?;
    // Every line of JSON lines is an object; no CSV begins like one.
    let json = text.trim_start().starts_with('{');
    let rows = if json { json_lines(&text) } else { comma_separated(&text) };
    let mut records = Vec::new();
    let mut left_out = 0;
    for (line, row) in rows.map_err(|(line, message)| at(line, message))? {
        // The first and the last line of the JSON of a census hold no game.
        let about_the_census = json && !row.contains_key("row") && !has_value(&row);
        if about_the_census || row.get("row").is_some_and(|kind| kind != "record") {
            continue;
        }
        if row.get("verdict").is_some_and(|verdict| verdict == "undecided") {
            left_out += 1;
            continue;
        }
        records.push(record(&row, show).map_err(|message| at(line, message))?);
    }
    if records.is_empty() {
        return Err(Failure::rejected(format!("{name}: the file has no records")));
    }
    let stem = path.file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
    let name = if name == "-" { "standard input".to_owned() } else { stem };
    Ok((Series { name, records }, left_out))
}

fn text(path: &Path) -> Result<String, Failure> {
    let rejected = |error| Failure::rejected(format!("{}: {error}", path.display()));
    plain(read_bytes(path)?).map_err(rejected)
}

/// The rows with the numbers of their lines; lines that begin with `#` are comments.
fn comma_separated(text: &str) -> Result<Vec<(u64, Row)>, (u64, String)> {
    let mut reader =
        ReaderBuilder::new().comment(Some(b'#')).trim(Trim::All).from_reader(text.as_bytes());
    let heads = reader.headers().cloned();
    let trouble = |error: csv::Error, reached: u64| {
        (error.position().map_or(reached, csv::Position::line), error.to_string())
    };
    let heads = heads.map_err(|error| trouble(error, reader.position().line()))?;
    let mut rows = Vec::new();
    let mut row = csv::StringRecord::new();
    loop {
        let line = reader.position().line();
        if !reader.read_record(&mut row).map_err(|error| trouble(error, line))? {
            return Ok(rows);
        }
        let cells = heads.iter().zip(&row).filter(|(_, cell)| !cell.is_empty());
        let cells = cells.map(|(head, cell)| (head.to_owned(), cell.to_owned()));
        rows.push((row.position().map_or(line, csv::Position::line), cells.collect()));
    }
}

/// The objects with the numbers of their lines.
fn json_lines(text: &str) -> Result<Vec<(u64, Row)>, (u64, String)> {
    let plain = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let cell = |(name, value): (&String, &Value)| {
        let cell = match value {
            Value::Array(list) => list.iter().map(plain).collect::<Option<Vec<_>>>()?.join(" "),
            value => plain(value)?,
        };
        Some((name.clone(), cell))
    };
    let mut rows = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let value: Value = serde_json::from_str(text).map_err(|error| (line, error.to_string()))?;
        let Value::Object(object) = value else {
            return Err((line, "an object is needed on every line".to_owned()));
        };
        rows.push((line, object.iter().filter_map(cell).collect()));
    }
    Ok(rows)
}

/// The columns by their short and long names.
const MAX_MOVE: [&str; 2] = ["max_move", "largest_move"];
const PERIOD: [&str; 2] = ["p", "period"];
const PREPERIOD: [&str; 2] = ["q", "preperiod"];

fn cell<'a>(row: &'a Row, names: [&str; 2]) -> Option<&'a str> {
    names.into_iter().find_map(|name| row.get(name)).map(String::as_str)
}

fn has_value(row: &Row) -> bool {
    cell(row, PERIOD).is_some() || cell(row, PREPERIOD).is_some()
}

fn record(row: &Row, show: Show) -> Result<Record, String> {
    let moves = row.get("moves").map(String::as_str).unwrap_or_default();
    let moves = moves.trim_matches(['{', '}', '[', ']', ' ']).replace(',', " ");
    let largest = cell(row, MAX_MOVE).or(moves.split_whitespace().last());
    let largest = largest.ok_or("there is neither max_move nor moves")?;
    let max_move = largest.parse().ok().filter(|&size| (1..=Moves::GREATEST).contains(&size));
    let max_move = max_move.and_then(|size: u64| u32::try_from(size).ok()).ok_or_else(|| {
        format!("the largest move {largest} is not a number from 1 to {}", Moves::GREATEST)
    })?;
    let names = match show {
        Show::Period => PERIOD,
        Show::Preperiod => PREPERIOD,
    };
    let [short, long] = names;
    let text = cell(row, names).ok_or_else(|| format!("there is neither {short} nor {long}"))?;
    // As a number of the drawing; more than 300 digits have no place on an axis.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 300;
    let value: Option<f64> = text.parse().ok().filter(|_| digits);
    let value = value.ok_or_else(|| format!("{short} = {text} is not a natural number"))?;
    Ok(Record { max_move, value, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Row> {
        let rows = if text.starts_with('{') { json_lines(text) } else { comma_separated(text) };
        rows.expect("rows").into_iter().map(|(_, row)| row).collect()
    }

    fn only(text: &str, show: Show) -> Result<(u32, f64, String), String> {
        let rows = rows(text);
        assert_eq!(rows.len(), 1);
        record(&rows[0], show).map(|record| (record.max_move, record.value, record.moves))
    }

    #[test]
    fn columns_have_long_and_short_names() {
        let expected = Ok((7, 3.0, "2 4 7".to_owned()));
        assert_eq!(only("moves,p,q\n2 4 7,3,4\n", Show::Period), expected);
        assert_eq!(
            only("# note\nlargest_move,moves,period\n7,{ 2 4 7 },3\n", Show::Period),
            expected
        );
        assert_eq!(only("{\"moves\":[2,4,7],\"p\":\"3\"}", Show::Period), expected);
        assert_eq!(only("max_move, q\n7, 4\n", Show::Preperiod), Ok((7, 4.0, String::new())));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for (text, reason) in [
            ("max_move,p\n7,x\n", "p = x is not a natural number"),
            ("max_move,p\n7,-3\n", "not a natural number"),
            ("max_move,p\n7,1e9\n", "not a natural number"),
            ("max_move,p\n0,3\n", "not a number from 1"),
            ("max_move,p\n99999999999999999999,3\n", "not a number from 1"),
            ("max_move,q\n7,3\n", "neither p nor period"),
            ("p,q\n7,3\n", "neither max_move nor moves"),
        ] {
            let message = only(text, Show::Period).expect_err("refused");
            assert!(message.contains(reason), "{message}");
        }
        assert!(json_lines("{\n").is_err() && json_lines("{}\n[]").is_err());
        assert!(comma_separated("a,b\n1\n").is_err());
    }
}
