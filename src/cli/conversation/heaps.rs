//! Heaps on a board.

use grundy_check::Integer;
use std::fmt::Write as _;

/// Heaps with more items than this are shown as numbers only.
const DRAWN: usize = 40;

/// One line for each heap: `heap 1: 3  |||`.
pub fn board<'h>(heaps: impl IntoIterator<Item = &'h Integer>) -> String {
    let mut text = "\n".to_owned();
    for (index, heap) in heaps.into_iter().enumerate() {
        let few = heap.to_i64().and_then(|heap| usize::try_from(heap).ok());
        let items = few.filter(|&heap| heap <= DRAWN).map(|heap| "|".repeat(heap));
        let line = format!("heap {}: {heap}  {}", index + 1, items.unwrap_or_default());
        // Writing to a string cannot fail.
        _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
