//! The same sequence with fewer parts, written in one way however it was found.
//!
//! How often a part is seen before it becomes a loop, and where a loop starts, depends on more than the sequence: the
//! first iterations may have other recipes than the later ones, or the last ones stop being jumped over early.  So that
//! sequences for different parameters can be compared,
//!
//! * runs of the same value become one;
//! * a loop of one iteration becomes its body, and a loop of none is dropped;
//! * a loop over few letters that are the same each time becomes a word over a cycle, which extends to the left and to
//!   the right as far as its letters do: where the number of iterations is n / 4 rounded down, the length of this word
//!   is n;
//! * an iteration before or after a loop joins it, and so does a loop that continues it.
//!
//! Nothing that is proved depends on this.

use super::body::{NormalBounds, constant, letters, put, remainder};
use super::node::{CycleValues, Node, Sequence};
use super::normal_form::{Line, tidy};
use crate::runs::tree::Length;
use crate::simplify::primitive;
use Node::Word;

/// The most words and iterations of an endless loop that is cut.
const MOST_PARTS: usize = 1 << 16;

/// The sequence of a tree; `None` if a number is too large, or a stop is requested.
pub(super) fn shorten(
    tree: Sequence<Length>,
    bounds: NormalBounds<'_>,
) -> Option<Sequence<Length>> {
    let mut sequence = Sequence {
        before: list(tree.before, &mut Vec::new(), bounds)?,
        period: list(tree.period, &mut Vec::new(), bounds)?,
    };
    roll(&mut sequence, bounds)?;
    Some(sequence)
}

/// Removes the end of the part before the endless loop that the body also ends with; a body of few letters becomes one
/// word.
fn roll(sequence: &mut Sequence<Length>, bounds: NormalBounds<'_>) -> Option<()> {
    let Sequence { before, period } = sequence;
    if let Some(letters) = letters(period, bounds.longest) {
        let letters = primitive(&letters);
        let mut cycle = CycleValues::from(letters);
        if let Some(Word(other, length)) = before.last()
            && let Some(phase) = remainder(length, other.len())
            && letters.len() == other.len()
            && (0..letters.len()).all(|at| letters[at] == other[(phase + at) % other.len()])
        {
            cycle.clone_from(other);
            before.pop();
        }
        let length = Length::constant(cycle.len() as i64);
        *period = vec![Word(cycle, length)];
        return Some(());
    }
    let last = before.iter().rev().zip(period.iter().rev());
    let rolled = last.take_while(|(one, other)| one == other).count();
    before.truncate(before.len() - rolled);
    period.rotate_right(rolled);
    *period = tidy(std::mem::take(period), &[], bounds)?;
    Some(())
}

/// The sequence with its endless loop cut to the given least period, if that is shorter; it may begin again within a word
/// or an iteration of a loop.
pub(super) fn cut(
    sequence: &Sequence<Length>,
    least: i64,
    bounds: NormalBounds<'_>,
) -> Option<Sequence<Length>> {
    let whole = total(&sequence.period, &mut { MOST_PARTS })?;
    if least < 1 || whole == least || whole % least != 0 {
        return None;
    }
    let period = first(&sequence.period, &mut { least }, &mut { MOST_PARTS })?;
    let period = tidy(period, &[], bounds)?;
    let mut sequence = Sequence { before: sequence.before.clone(), period };
    roll(&mut sequence, bounds)?;
    Some(sequence)
}

/// The number of values.
fn total(nodes: &[Node<Length>], parts: &mut usize) -> Option<i64> {
    let mut left = i64::MAX;
    first(nodes, &mut left, parts)?;
    Some(i64::MAX - left)
}

/// The first values, if they have no more than this number of parts when written out; what is left of the numbers is
/// changed.
fn first(nodes: &[Node<Length>], left: &mut i64, parts: &mut usize) -> Option<Vec<Node<Length>>> {
    let mut kept = Vec::new();
    for node in nodes {
        *parts = parts.checked_sub(1)?;
        match node {
            Word(cycle, length) => {
                let length = constant(length).filter(|length| *length >= 0)?.min(*left);
                *left -= length;
                kept.push(Word(cycle.clone(), Length::constant(length)));
            }
            Node::Loop(count, body) => {
                let count = constant(count)?;
                let mut index = 0;
                let mut rest = Vec::new();
                while index < count {
                    let one = put(body.clone(), 0, Length::constant(index), true)?;
                    let whole = total(&one, parts)?;
                    if whole > *left {
                        rest = first(&one, left, parts)?;
                        break;
                    }
                    *left -= whole;
                    index += 1;
                }
                kept.push(Node::Loop(Length::constant(index), body.clone()));
                kept.append(&mut rest);
            }
            Node::Instance(..) => return None,
        }
        if *left == 0 {
            break;
        }
    }
    Some(kept)
}

fn list(
    nodes: Vec<Node<Length>>,
    counts: &mut Vec<Length>,
    bounds: NormalBounds<'_>,
) -> Option<Vec<Node<Length>>> {
    let mut line = Line::new(counts, bounds);
    for node in nodes {
        match node {
            Word(cycle, length) => line.word(cycle, length)?,
            Node::Loop(count, body) => {
                counts.push(count);
                let body = list(body, counts, bounds)?;
                counts.pop();
                line.repeat(count, body)?;
            }
            Node::Instance(..) => return None,
        }
    }
    Some(line.nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::CancellationToken;
    use crate::model::Alphabet;
    use crate::runs::LoopSearch;
    use crate::runs::tree::spell;
    use crate::sequence::{self, Rule};

    /// The normal form of a game, and the number of words and loops of the tree.
    fn shortened(moves: &[u64]) -> (Sequence<Length>, usize) {
        let stop = CancellationToken::default();
        let mut search = LoopSearch::to_compare(moves, Rule::Normal).expect("increasing moves");
        assert_eq!(search.run(1 << 20, &stop), Ok(true), "{moves:?}");
        let tree = search.tree(&stop).expect("no limit").expect("a recurrence");
        let before = tree.size();
        (shorten(tree, NormalBounds::new(&stop)).expect("small numbers"), before)
    }

    /// Is the normal form the sequence of the game?
    fn judge(moves: &[u64], sequence: &Sequence<Length>) {
        let mut spelled = Vec::new();
        spell(&sequence.before, &mut Vec::new(), &mut spelled).expect("lengths");
        let from = spelled.len();
        spell(&sequence.period, &mut Vec::new(), &mut spelled).expect("lengths");
        let period = spelled.len() - from;
        assert!(period > 0, "{moves:?}");
        for index in 0..2 * period + 1000 {
            spelled.push(spelled[from + index]);
        }
        assert!(
            spelled == sequence::oracle::values(Alphabet::Outcome, moves, spelled.len()),
            "{moves:?}"
        );
    }

    #[test]
    fn normal_forms_spell_the_sequence_with_fewer_parts() {
        let (mut parts, mut fewer) = (0, 0);
        for n in [20, 33] {
            for family in [
                &[(1, 0)][..],
                &[(2, 0), (5, 0), (6, 1), (8, 1)],
                &[(1, 0), (4, 0), (12, 1), (16, 1)],
                &[(1, 0), (7, 1), (20, 2), (21, 2)],
                &[(0, 2), (4, -1), (4, 1), (4, 5), (8, -2)],
                &[(0, 2), (0, 3), (1, 0)],
                &[(5, -2), (10, -3), (10, 2)],
                &[(4, -1), (10, -2), (14, -2)],
                &[(3, 0), (4, -2), (5, -1), (7, 2)],
                &[(2, 1), (7, 0), (10, -2)],
            ] {
                let moves: Vec<_> = family.iter().map(|(a, b)| (a * n + b) as u64).collect();
                let (sequence, before) = shortened(&moves);
                judge(&moves, &sequence);
                parts += before;
                fewer += sequence.size();
            }
        }
        assert!(4 * fewer < 3 * parts, "{fewer} of {parts} parts are left");
    }

    /// The least period ends within a word here, and the search finds it after two periods.
    #[test]
    fn periods_are_cut_where_they_begin_again() {
        let stop = CancellationToken::default();
        // In the last ones, it ends within a loop.
        for (moves, least) in [
            ([1, 4, 102], 103),
            ([1, 4, 1002], 1003),
            ([23, 28, 51 * 20 + 2], 51 * 20 + 25),
            ([20, 30, 50 * 20 + 8], 50 * 20 + 38),
        ] {
            let (before, _) = shortened(&moves);
            let cut = |least: i64| cut(&before, least, NormalBounds::new(&stop));
            assert_eq!((cut(2 * least), cut(least - 1)), (None, None));
            let sequence = cut(least).expect("two periods");
            judge(&moves, &sequence);
            assert!(sequence.size() < before.size(), "{sequence:?}");
        }
    }

    /// The text does not depend on how the number of iterations is divided.
    #[test]
    fn remainders_do_not_change_the_form() {
        let sizes: Vec<_> = (1000..1008)
            .map(|n| shortened(&[2, 4 * n - 1, 4 * n + 1, 4 * n + 5, 8 * n - 2]).0.size())
            .collect();
        assert_eq!(sizes, [7; 8]);
    }
}
