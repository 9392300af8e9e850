//! Columns of text.  Numbers of any size stand in them, and formatting takes no width above 65535.

/// Wider cells are not waited for: a column of them would only push the rest away.
const WIDEST: usize = 80;

/// The width of a column that holds these cells.
pub fn width<'c>(cells: impl IntoIterator<Item = &'c str>) -> usize {
    let widest = cells.into_iter().map(|cell| cell.chars().count()).max();
    widest.unwrap_or(0).min(WIDEST)
}

fn gap(cell: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(cell.chars().count()))
}

/// The cell flush left.
pub fn left(cell: &str, width: usize) -> String {
    format!("{cell}{}", gap(cell, width))
}

/// The cell flush right.
pub fn right(cell: &str, width: usize) -> String {
    format!("{}{cell}", gap(cell, width))
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
