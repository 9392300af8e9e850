//! Printed values that are known to be wrong.

use crate::verdict::{PublishedValue, Verdict};

/// Marks each wrong printed value that the catalogue corrects, where the correction is verified.
pub(super) fn mark(values: &mut [PublishedValue]) {
    let corrected: Vec<_> = values
        .iter()
        .filter(|value| value.verdict == Verdict::Verified)
        .filter_map(|value| {
            let column = value.column.strip_prefix("corrected ")?;
            Some((value.row.clone(), column.to_owned()))
        })
        .collect();
    for value in values.iter_mut().filter(|value| value.verdict == Verdict::Refuted) {
        let correction =
            corrected.iter().any(|(row, column)| *row == value.row && *column == value.column);
        if correction {
            value.known = Some(format!("corrected {} is verified", value.column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_verified_correction_makes_a_wrong_value_known() {
        let value = |row, column, verdict| PublishedValue::new(row, column, verdict, Vec::new());
        let mut values = [
            value("a", "p", Verdict::Refuted),
            value("a", "corrected p", Verdict::Verified),
            value("b", "p", Verdict::Refuted),
            value("b", "corrected p", Verdict::Undecided),
            value("c", "p", Verdict::Undecided),
            value("c", "corrected p", Verdict::Verified),
            value("b", "q", Verdict::Refuted),
        ];
        mark(&mut values);
        let known: Vec<_> = values.iter().filter_map(|value| value.known.as_deref()).collect();
        assert_eq!(known, ["corrected p is verified"]);
        assert!(values[0].known.is_some());
    }
}
