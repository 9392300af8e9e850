//! Rows of results from files: CSV or JSON lines.

use crate::ask::File;
use csv::{ReaderBuilder, Trim};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A row, by the names of its columns; empty cells are left out.
pub(super) type PlotRow = BTreeMap<String, String>;

/// What the rows of a file are called on a picture.
pub(super) fn series_name(file: &File) -> String {
    if file.name == "-" {
        return "standard input".to_owned();
    }
    let path = Path::new(&file.name);
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Is the text JSON lines?  Every line of JSON lines is an object; no CSV begins like one.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The rows with the numbers of their lines; a line that cannot be read is an error with its number.
pub(super) fn rows(text: &str) -> Result<Vec<(u64, PlotRow)>, (u64, String)> {
    if is_json(text) { json_lines(text) } else { comma_separated(text) }
}

/// The rows with the numbers of their lines; lines that begin with `#` are comments.
fn comma_separated(text: &str) -> Result<Vec<(u64, PlotRow)>, (u64, String)> {
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
fn json_lines(text: &str) -> Result<Vec<(u64, PlotRow)>, (u64, String)> {
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
