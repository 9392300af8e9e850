//! What a catalogue claims, as sequences of numbers.

use super::model::{Catalogue, Column, Content, Entry, Family, MoveList, Row, Table};
use crate::Integer;

/// The most values of the parameter of a family.
pub const MOST_VALUES: i64 = 24;

/// One column of a family with one parameter, or of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The name of the family or table.
    pub name: String,
    /// The moves of the family.
    pub moves: Option<String>,
    /// Its parameter.
    pub parameter: Option<char>,
    /// The column.
    pub column: Column,
    /// The values; each with the parameter, or the moves of its row.
    pub values: Vec<(String, Integer)>,
}

/// All columns of a catalogue that was read from this text; where the catalogue itself claims something else than the
/// source that it is about, that counts.  The parameter of a family grows by 1 from value to value.
pub fn series(source: &str, catalogue: &Catalogue) -> Vec<Series> {
    let one = |entry: &Entry| match entry {
        Entry::Family(family) => of_family(source, family),
        Entry::Table(table) => of_table(source, table),
        Entry::Statistics(_) | Entry::Areas(_) => Vec::new(),
    };
    catalogue.entries.iter().flat_map(one).filter(|series| !series.values.is_empty()).collect()
}

fn text(source: &str, moves: &MoveList) -> String {
    source.get(moves.span.range()).unwrap_or_default().to_owned()
}

fn of_family(source: &str, family: &Family) -> Vec<Series> {
    let &[parameter] = &family.parameters[..] else { return Vec::new() };
    let ranges = [&family.computed.range, &family.printed.range];
    let bounds = ranges.iter().filter_map(|range| range.as_ref()?.bounds.first());
    let Some(first) = bounds.map(|(first, _)| *first).min() else { return Vec::new() };
    let points: Vec<_> =
        (first..first.saturating_add(MOST_VALUES)).map(|n| family.point(n)).collect();
    let of_column = |&column: &Column| {
        let values = points.iter().map(|point| family.claimed(column, point));
        // Only up to the first game of which nothing is claimed.
        let values = values.skip_while(Option::is_none).map_while(|value| value);
        let skipped = points.iter().take_while(|at| family.claimed(column, at).is_none()).count();
        let at = points.iter().skip(skipped).map(|point| point.at[0].1.to_string());
        Series {
            name: family.name.clone(),
            moves: Some(text(source, &family.moves)),
            parameter: Some(parameter),
            column,
            values: at.zip(values).collect(),
        }
    };
    Column::ALL.iter().map(of_column).collect()
}

fn of_table(source: &str, table: &Table) -> Vec<Series> {
    let value = |row: &Row, column: Column| {
        let cells = row.computed.iter().chain(&row.cells);
        let mut numbers = cells.filter(|cell| cell.column == column.name());
        numbers.find_map(|cell| match &cell.value {
            Content::Number(number) => Some(number.clone()),
            _ => None,
        })
    };
    let of_column = |&column: &Column| {
        let of_row = |row: &Row| Some((text(source, row.moves.as_ref()?), value(row, column)?));
        Series {
            name: table.name.clone(),
            moves: None,
            parameter: None,
            column,
            values: table.rows.iter().filter_map(of_row).collect(),
        }
    };
    Column::ALL.iter().map(of_column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::read;

    #[test]
    fn what_is_corrected_counts() {
        let source = r#"
            title = "an example"
            source = "nobody"
            convention = "shifted"
            [[family]]
            name = "one"
            moves = "{ n 2n+1 }"
            [family.printed]
            n = "2..4"
            p = "3n"
            q = "n"
            [family.computed]
            n = "1..3"
            p = "3n + 1"
            [[table]]
            name = "some"
            row = [{ moves = "{ 1 2 }", p = 4, computed = { p = 3 } }, { moves = "{ 2 3 }", p = 5 }]
        "#;
        let found = series(source, &read(source).expect("a catalogue"));
        let shown: Vec<_> = (found.iter())
            .map(|point| {
                let values = point.values.iter().map(|(at, value)| format!("{at}:{value}"));
                format!(
                    "{} {} {}",
                    point.name,
                    point.column.name(),
                    values.collect::<Vec<_>>().join(" ")
                )
            })
            .collect();
        // A printed preperiod n counts max L + 1 positions more.
        let expected =
            ["one p 1:4 2:7 3:10 4:12", "one q 2:-4 3:-5 4:-6", "some p { 1 2 }:3 { 2 3 }:5"];
        assert_eq!(shown, expected);
        assert_eq!(found[0].moves.as_deref(), Some("{ n 2n+1 }"));
    }
}
