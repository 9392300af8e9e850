//! Columns of text.  They may contain numbers of any size, and formatting does not support widths above 65535.

use super::render::columns;

/// The greatest width of a column: aligning to wider cells would only push the rest away.
pub const WIDEST: usize = 80;

/// The width of a column that holds these cells.
pub fn width<'c>(cells: impl IntoIterator<Item = &'c str>) -> usize {
    let widest = cells.into_iter().map(columns).max();
    widest.unwrap_or(0).min(WIDEST)
}

fn gap(cell: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(columns(cell)))
}

/// The cell flush left.
pub fn left(cell: &str, width: usize) -> String {
    format!("{cell}{}", gap(cell, width))
}

/// The cell flush right.
pub fn right(cell: &str, width: usize) -> String {
    format!("{}{cell}", gap(cell, width))
}

/// A line for each row, with two spaces between the columns; the given ones are flush left, all others flush right.
pub fn table(flush_left: &[usize], rows: &[impl AsRef<[String]>]) -> String {
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let cells = |column: usize| rows.iter().map(move |row| row.as_ref()[column].as_str());
    let widths: Vec<_> = (0..columns).map(|column| width(cells(column))).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if flush_left.contains(&column) { left(cell, *width) } else { right(cell, *width) }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(|row| line(row.as_ref())).collect()
}

/// The lines, each after this number of spaces.
pub fn indented(by: usize, text: &str) -> String {
    text.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_below_each_other_unless_one_is_huge() {
        let width = width(["\u{e4}b", "c"]);
        assert_eq!((left("\u{e4}", width), right("c", width)), ("\u{e4} ".into(), " c".into()));
        let digits = "9".repeat(70_000);
        assert_eq!(super::width([digits.as_str()]), WIDEST);
        assert_eq!(right(&digits, WIDEST), digits);
    }
}
