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

use super::body::{NormalBounds, constant, letters, remainder};
use super::node::{CycleValues, Node, Sequence};
use super::normal_form::{Line, tidy};
use crate::runs::tree::{self, Length, Tree};
use crate::simplify::primitive;
use Node::Word;
use smallvec::smallvec;

/// The sequence of a tree; `None` if a number is too large, or a stop is requested.
pub(super) fn shorten(tree: Tree, bounds: NormalBounds<'_>) -> Option<Sequence<Length>> {
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

/// Cuts an endless loop that consists only of words to the given least period; it may begin again within a word.
pub(super) fn cut(
    sequence: &mut Sequence<Length>,
    least: i64,
    bounds: NormalBounds<'_>,
) -> Option<()> {
    let lengths = sequence.period.iter().map(|node| match node {
        Word(_, length) => constant(length),
        _ => None,
    });
    let lengths: Vec<_> = lengths.collect::<Option<_>>()?;
    let whole = lengths.iter().try_fold(0_i64, |sum, length| sum.checked_add(*length))?;
    if least < 1 || whole == least || whole % least != 0 {
        return None;
    }
    let mut left = least;
    let last = lengths.iter().position(|length| {
        left -= length;
        left <= 0
    })?;
    if let Word(_, length) = &mut sequence.period[last] {
        *length = length.shifted(left)?;
    }
    sequence.period.truncate(last + 1);
    roll(sequence, bounds)
}

fn list(
    nodes: Vec<tree::Node>,
    counts: &mut Vec<Length>,
    bounds: NormalBounds<'_>,
) -> Option<Vec<Node<Length>>> {
    let mut line = Line::new(counts, bounds);
    for node in nodes {
        match node {
            tree::Node::Run(value, length) => line.word(smallvec![value], length)?,
            tree::Node::Loop(count, body) => {
                counts.push(count);
                let body = list(body, counts, bounds)?;
                counts.pop();
                line.repeat(count, body)?;
            }
        }
    }
    Some(line.nodes)
}

#[cfg(test)]
mod tests {
    use super::super::node::size;
    use super::*;
    use crate::limit::CancellationToken;
    use crate::model::{Alphabet, Value};
    use crate::runs::LoopSearch;
    use crate::sequence::{self, Rule};
    use Node::Loop;

    fn spell(nodes: &[Node<Length>], indices: &mut Vec<i64>, into: &mut Vec<Value>) {
        let at = |form: &Length, indices: &[i64]| {
            let terms = indices.iter().zip(&form.slopes).map(|(index, slope)| index * slope);
            form.value + terms.sum::<i64>()
        };
        for node in nodes {
            match node {
                Word(cycle, length) => {
                    let length = usize::try_from(at(length, indices)).expect("a length");
                    into.extend(cycle.iter().cycle().take(length));
                }
                Loop(count, body) => {
                    for index in 0..at(count, indices) {
                        indices.push(index);
                        spell(body, indices, into);
                        indices.pop();
                    }
                }
                Node::Instance(..) => panic!("a piece before pieces are named"),
            }
        }
    }

    /// The normal form of a game, and the number of words and loops of the tree.
    fn shortened(moves: &[u64]) -> (Sequence<Length>, usize) {
        fn nodes(list: &[tree::Node]) -> usize {
            let one = |node: &tree::Node| match node {
                tree::Node::Run(..) => 1,
                tree::Node::Loop(_, body) => 1 + nodes(body),
            };
            list.iter().map(one).sum()
        }
        let stop = CancellationToken::default();
        let mut search = LoopSearch::to_compare(moves, Rule::Normal).expect("increasing moves");
        assert_eq!(search.run(1 << 20, &stop), Ok(true), "{moves:?}");
        let tree = search.tree(&stop).expect("no limit").expect("a recurrence");
        let before = nodes(&tree.before) + nodes(&tree.period);
        (shorten(tree, NormalBounds::new(&stop)).expect("small numbers"), before)
    }

    /// Is the normal form the sequence of the game?
    fn judge(moves: &[u64], sequence: &Sequence<Length>) {
        let mut spelled = Vec::new();
        spell(&sequence.before, &mut Vec::new(), &mut spelled);
        let from = spelled.len();
        spell(&sequence.period, &mut Vec::new(), &mut spelled);
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
                fewer += size(&sequence.before) + size(&sequence.period);
            }
        }
        assert!(4 * fewer < 3 * parts, "{fewer} of {parts} parts are left");
    }

    /// The least period ends within a word here, and the search finds it after two periods.
    #[test]
    fn periods_are_cut_where_they_begin_again() {
        let stop = CancellationToken::default();
        for moves in [[1, 4, 102], [1, 4, 1002]] {
            let (mut sequence, _) = shortened(&moves);
            let least = moves[2] as i64 + 1;
            let before = sequence.clone();
            assert_eq!(cut(&mut sequence, 2 * least, NormalBounds::new(&stop)), None);
            assert_eq!(cut(&mut sequence, least - 1, NormalBounds::new(&stop)), None);
            assert_eq!(sequence, before);
            assert_eq!(cut(&mut sequence, least, NormalBounds::new(&stop)), Some(()));
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
