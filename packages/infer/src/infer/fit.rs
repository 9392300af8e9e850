//! One sequence for all parameters, from the sequences for some.
//!
//! Sequences that have the same words and loops, and whose numbers depend on the indices of loops in the same way, are
//! those of one sequence with a parameter if each number is affine in it.  Two of them determine the numbers; the
//! others have to agree.
//!
//! For { n } and n = 10, 11, 12 the words are `-10 +10`, `-11 +11` and `-12 +12`, and the fit `-n +n`.

use super::node::{Node, Sequence};
use crate::Integer;
use crate::affine::Affine;
use crate::runs::tree::Length;
use crate::sequence::affine;
use Node::{Loop, Word};

/// The error that sequences differ in more than numbers that are affine in the parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The number of words and loops that agree before that.
    pub agree: usize,
    /// The number of words and loops of the first sequence.
    pub of: usize,
}

/// The sequence that is each of these for its value of the parameter, if there are three or more, for increasing
/// values.  Variable 0 of its numbers is the parameter, the others are the indices of loops, from the outermost one
/// inwards.
pub(super) fn fit(found: &[(i64, &Sequence<Length>)]) -> Result<Sequence<Affine>, Difference> {
    let of = found.first().map_or(0, |(_, first)| first.size());
    if found.len() < 3 || found.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        return Err(Difference { agree: 0, of });
    }
    let points = found.iter().map(|one| vec![one.0.into()]).collect();
    let mut fit = Fit { points, agree: 0 };
    let before: Vec<_> = found.iter().map(|one| &one.1.before[..]).collect();
    let period: Vec<_> = found.iter().map(|one| &one.1.period[..]).collect();
    let fitted = fit.lists(&before).and_then(|before| {
        let period = fit.lists(&period)?;
        Some(Sequence { before, period })
    });
    fitted.ok_or(Difference { agree: fit.agree, of })
}

struct Fit {
    /// The parameter of each sequence.
    points: Vec<Vec<Integer>>,
    agree: usize,
}

impl Fit {
    fn lists(&mut self, lists: &[&[Node<Length>]]) -> Option<Vec<Node<Affine>>> {
        let length = lists.first()?.len();
        let mut fitted = Vec::with_capacity(length);
        let shortest = lists.iter().map(|list| list.len()).min()?;
        for at in 0..shortest {
            let nodes: Vec<_> = lists.iter().map(|list| &list[at]).collect();
            fitted.push(self.nodes(&nodes)?);
        }
        lists.iter().all(|list| list.len() == length).then_some(fitted)
    }

    fn nodes(&mut self, nodes: &[&Node<Length>]) -> Option<Node<Affine>> {
        let mut numbers = Vec::with_capacity(nodes.len());
        match nodes.first()? {
            Word(cycle, _) => {
                for node in nodes {
                    let Word(other, length) = node else { return None };
                    numbers.push((other == cycle).then_some(length)?);
                }
                let length = self.number(&numbers)?;
                self.agree += 1;
                Some(Word(cycle.clone(), length))
            }
            Loop(..) => {
                let mut bodies = Vec::with_capacity(nodes.len());
                for node in nodes {
                    let Loop(count, body) = node else { return None };
                    numbers.push(count);
                    bodies.push(&body[..]);
                }
                let count = self.number(&numbers)?;
                self.agree += 1;
                Some(Loop(count, self.lists(&bodies)?))
            }
            Node::Instance(..) => None,
        }
    }

    /// The number that is each of these for its parameter.
    fn number(&self, numbers: &[&Length]) -> Option<Affine> {
        let slopes = numbers.first()?.slopes;
        let values: Vec<_> = numbers.iter().map(|number| number.value.into()).collect();
        let same = numbers.iter().all(|number| number.slopes == slopes);
        let form = affine(&self.points, &values).filter(|_| same)?;
        let coefficients = slopes.map(Integer::from).into_iter();
        let coefficients = std::iter::once(form.coefficient(0).clone()).chain(coefficients);
        Some(Affine::new(form.constant_term().clone(), coefficients))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;
    use smallvec::smallvec;

    fn word(value: u8, length: i64) -> Node<Length> {
        Word(smallvec![Value(value)], Length::constant(length))
    }

    /// `REPEAT -n FOR i FROM 0 UPTO n-1 REP +(2n-i) PER ENDREP`
    fn game(n: i64) -> Sequence<Length> {
        let mut length = Length::constant(2 * n);
        length.slopes[0] = -1;
        let body = vec![Word(smallvec![Value(1)], length)];
        let period = vec![word(0, n), Loop(Length::constant(n), body)];
        Sequence { before: Vec::new(), period }
    }

    #[test]
    fn numbers_are_affine_in_the_parameter() {
        let games = [10, 11, 14].map(|n| (n, game(n)));
        let found: Vec<_> = games.iter().map(|(n, game)| (*n, game)).collect();
        let fitted = fit(&found).expect("a fit");
        let numbers = |n: i64, a: i64, i: i64| Affine::new(n.into(), [a.into(), i.into()]);
        let body = vec![Word(smallvec![Value(1)], numbers(0, 2, -1))];
        let expected = [Word(smallvec![Value(0)], numbers(0, 1, 0)), Loop(numbers(0, 1, 0), body)];
        assert_eq!(fitted.period, expected);
        // Two games show nothing, and neither do games in another order.
        assert!(fit(&found[..2]).is_err());
        assert!(fit(&[found[1], found[0], found[2]]).is_err());
    }

    /// Whatever differs in one of three games is detected.
    #[test]
    fn differences_are_seen() {
        let refused = |change: &dyn Fn(&mut Vec<Node<Length>>)| {
            for changed in 0..3 {
                let mut games = [10, 12, 14].map(|n| (n, game(n)));
                change(&mut games[changed].1.period);
                let found: Vec<_> = games.iter().map(|(n, game)| (*n, game)).collect();
                assert!(fit(&found).is_err(), "{changed}");
            }
        };
        refused(&|nodes| nodes[0] = word(0, 99));
        refused(&|nodes| nodes[0] = word(1, 10));
        refused(&|nodes| nodes.push(word(0, 1)));
        refused(&|nodes| drop(nodes.pop()));
        refused(&|nodes| nodes.swap(0, 1));
        refused(&|nodes| {
            if let Loop(count, _) = &mut nodes[1] {
                count.value += 1;
            }
        });
        refused(&|nodes| {
            if let Loop(_, body) = &mut nodes[1]
                && let Some(Word(_, length)) = body.first_mut()
            {
                length.slopes[0] += 1;
            }
        });
    }
}
