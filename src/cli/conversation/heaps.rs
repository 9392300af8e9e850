//! Heaps on a board, and moves that take items from them.

use super::Answer;
use grundy_check::Integer;
use grundy_games::nim::{Move, description::parse_move};
use std::fmt::Write as _;

/// Heaps with more items than this are shown as numbers only.
const DRAWN: usize = 40;

/// One line for each heap: `heap 1: 3  |||`.
pub fn board<'h>(heaps: impl IntoIterator<Item = &'h Integer>) -> String {
    let mut text = "\n".to_owned();
    for (index, heap) in heaps.into_iter().enumerate() {
        let few = heap.to::<usize>();
        let items = few.filter(|&heap| heap <= DRAWN).map(|heap| "|".repeat(heap));
        let line = format!("heap {}: {heap}  {}", index + 1, items.unwrap_or_default());
        // Writing to a string cannot fail.
        _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The move that a line names: the heap and how many items, called so.
pub fn typed(line: &str, items: &str) -> Result<Move, Answer> {
    let words = line.split([' ', '\t', ':', ',']).filter(|word| !word.is_empty());
    parse_move(&words.collect::<Vec<_>>().join(":")).ok_or_else(|| {
        Answer::Unknown(format!(
            "a move is two numbers, the heap and how many {items}, such as 1:2"
        ))
    })
}

/// A move in words: `2 sticks from heap 1`.
pub fn spoken(chosen: &Move, item: &str) -> String {
    let plural = if chosen.take.is_one() { "" } else { "s" };
    format!("{} {item}{plural} from heap {}", chosen.take, chosen.heap)
}
