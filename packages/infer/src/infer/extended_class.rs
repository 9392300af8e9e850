//! From a part of a class to the whole class.
//!
//! Three games may look different where one description holds for all: { 4 n } has
//!
//! ```text
//! <----++++>n REPEAT <++++---->(n+4) ENDREP
//! ```
//!
//! whatever n is, but for n = 8m + 4 all words join to one, with the cycle ----++++, and for others the end of a word
//! joins the next one, so the normal forms of these games differ.  A part of the numbers, such as n = 7m + 2, may have
//! three games that look alike, and a proof.  Its description is one for all n if its numbers are affine in n with
//! integer coefficients: with n = tm + i the number am + b is (a/t)n + b - (a/t)i.  Whether it holds is for the
//! verifier to say.

use super::node::{Sequence, TextNode};
use crate::Integer;
use crate::affine::Affine;

/// The sequence of a class whose part number `index` of `times` has this sequence, as far as the numbers show; `None`
/// if one of them would not be whole.
pub(super) fn lifted(
    sequence: &Sequence<Affine>,
    index: i64,
    times: i64,
) -> Option<Sequence<Affine>> {
    let [index, times] = [index, times].map(Integer::from);
    let mut number = |number: &Affine, _: usize| {
        let slope = number.coefficient(0);
        if !slope.mod_floor(&times).is_zero() {
            return Err(());
        }
        let whole = slope.div_floor(&times);
        let mut lifted = number.clone().plus(-(&whole * &index));
        lifted.add_term(0, &(&whole - slope));
        Ok(lifted)
    };
    let mut nodes = |list: &[TextNode]| {
        list.iter().map(|node| node.try_map(0, &mut number)).collect::<Result<_, _>>().ok()
    };
    Some(Sequence { before: nodes(&sequence.before)?, period: nodes(&sequence.period)? })
}

#[cfg(test)]
mod tests {
    use super::super::node::Node;
    use super::*;
    use crate::model::Value;
    use smallvec::smallvec;

    fn sequence(a: i64, b: i64) -> Sequence<Affine> {
        // i is an index.
        let length = Affine::new(b.into(), [a, -3].map(Integer::from));
        let body = vec![Node::Word(smallvec![Value(1)], length)];
        Sequence {
            before: Vec::new(),
            period: vec![Node::Loop(Affine::variable(0).times(&6.into()), body)],
        }
    }

    /// 12m + 5 - 3i for n = 3m + 2 is 4n - 3 - 3i, and 6m is 2n - 4.
    #[test]
    fn numbers_are_those_of_the_part() {
        let whole = lifted(&sequence(12, 5), 2, 3).expect("whole numbers");
        for m in [0, 1, 7] {
            let at = |sequence: &Sequence<Affine>, n: i64| {
                let [Node::Loop(count, body)] = &sequence.period[..] else { panic!("a loop") };
                let [Node::Word(_, length)] = &body[..] else { panic!("a word") };
                [0, 1, 5].map(|i| (count.at(&[n.into()]), length.at(&[n.into(), i.into()])))
            };
            assert_eq!(at(&whole, 3 * m + 2), at(&sequence(12, 5), m));
        }
        // A third of 13 is not whole, nor is a quarter of 6.
        assert_eq!(lifted(&sequence(13, 5), 2, 3), None);
        assert_eq!(lifted(&sequence(12, 5), 2, 4), None);
    }
}
