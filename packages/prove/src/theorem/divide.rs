//! Splitting the parameters until every part has one answer.

use super::Undecided;
use super::case::{Case, Context, ContextError};
use crate::chain::{Cut, STACK_GROWN, STACK_LEFT};
use crate::limit::{CancellationToken, Limit};

/// How the parameters were split into cases.
#[derive(Clone, Debug)]
pub enum Tree<A> {
    /// A case to which no parameters belong.
    Empty,
    /// A case that was not split, and the answer throughout it.
    Leaf(Box<(Case, A)>),
    /// A case and its parts: those of a cut, or parts that each have their own answer.
    Split(Box<Case>, Option<Cut>, Vec<Tree<A>>),
}

/// Cases, each with what is said about it.
type Said<B> = Vec<(Case, B)>;

/// Makes fewer statements out of those about the parts of a case.
type Join<'j, B, E> = &'j dyn Fn(&Case, Said<B>) -> Result<Said<B>, E>;

impl<A> Tree<A> {
    /// The cases that were not split.
    pub fn leaves(&self) -> Vec<&(Case, A)> {
        match self {
            Self::Empty => Vec::new(),
            Self::Leaf(leaf) => vec![&**leaf],
            Self::Split(_, _, parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// The cases with what is made of their answers, from the smallest parts on; `join` combines the results for the
    /// parts of a case.
    ///
    /// # Errors
    /// The errors of `leaf` and `join`.
    pub fn joined<B, E>(
        &self,
        leaf: &dyn Fn(&Case, &A) -> Result<B, E>,
        join: Join<'_, B, E>,
    ) -> Result<Said<B>, E> {
        match self {
            Self::Empty => Ok(Vec::new()),
            Self::Leaf(found) => Ok(vec![(found.0.clone(), leaf(&found.0, &found.1)?)]),
            Self::Split(case, _, parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(part.joined(leaf, join)?);
                }
                join(case, all)
            }
        }
    }
}

/// Splits cases.
pub struct Division<'d> {
    /// The depth of nested loops for whose variables there is room.
    pub loops: usize,
    /// The number of further parts that there may be.
    pub left: usize,
    /// Ends the work early.
    pub stop: &'d CancellationToken,
}

impl Division<'_> {
    /// The answers to a question: a case for which it depends on a sign or a remainder is split by this.  Where it
    /// cannot be answered, `open` says what to do.
    ///
    /// # Errors
    /// The errors of `open`.
    pub fn divide<A, E>(
        &mut self,
        mut case: Case,
        answer: &mut dyn FnMut(&Case, &mut Context) -> Result<A, ContextError>,
        open: &mut dyn FnMut(&Case, Undecided) -> Result<A, E>,
    ) -> Result<Tree<A>, E> {
        let leaf = |case: Case, answer| Tree::Leaf(Box::new((case, answer)));
        let cut = match self.asked(&mut case, answer) {
            Ok(None) => return Ok(Tree::Empty),
            Ok(Some(found)) => return Ok(leaf(case, found)),
            Err(ContextError::Sign(form)) => Ok(Cut::Sign(form)),
            Err(ContextError::Residue(form, modulus)) => Ok(Cut::Residue(form, modulus)),
            Err(ContextError::Limit(limit)) => Err(Undecided::Limit(limit)),
            Err(ContextError::Unsupported(what)) => Err(Undecided::Unsupported(what)),
        };
        let cut = match cut.and_then(|cut| self.counted(cut)) {
            Ok(cut) => cut,
            Err(why) => return open(&case, why).map(|found| leaf(case, found)),
        };
        let parts = case.parts(&cut).into_iter().map(|part| {
            stacker::maybe_grow(STACK_LEFT, STACK_GROWN, || self.divide(part, answer, open))
        });
        let parts = parts.collect::<Result<_, _>>()?;
        Ok(Tree::Split(Box::new(case), Some(cut), parts))
    }

    /// The cut, if that many further parts are allowed.  A residue may have very many: they are counted before they are
    /// made.
    fn counted(&mut self, cut: Cut) -> Result<Cut, Undecided> {
        let count = usize::try_from(cut.parts()).unwrap_or(usize::MAX);
        let left = self.left.checked_sub(count);
        self.left = left.ok_or(Undecided::Limit(Limit::CASE_SPLITS))?;
        Ok(cut)
    }

    /// The answer throughout the case, written with the equations that it implies; `None` if no parameters belong to
    /// it.
    fn asked<A>(
        &self,
        case: &mut Case,
        answer: &mut dyn FnMut(&Case, &mut Context) -> Result<A, ContextError>,
    ) -> Result<Option<A>, ContextError> {
        self.stop.check()?;
        let Some(mut context) = Context::new(case, self.loops, self.stop)? else { return Ok(None) };
        case.sharpen(&mut context)?;
        answer(case, &mut context).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::{Affine, Constraint};

    /// How n compares with 5, and n mod 3: what remains when there are too many parts is open.
    #[test]
    fn every_number_is_in_one_part() {
        let n = Affine::variable(0);
        let whole = Case::of(1, vec![Constraint::at_least_zero(n.clone())]);
        let stop = &CancellationToken::default();
        for (most, parts, is_open) in [(8, 6, false), (5, 4, true), (1, 1, true)] {
            let mut division = Division { loops: 0, left: most, stop };
            let mut answer = |case: &Case, context: &mut Context| {
                let above = context.at_least_zero(&n.clone().plus(-5))?;
                Ok(Some((above, context.residue(&case.forms[0], 3)?)))
            };
            let mut open = |_: &Case, why| match why {
                Undecided::Limit(Limit::CASE_SPLITS) => Ok(None),
                why => Err(why),
            };
            let tree = division.divide(whole.clone(), &mut answer, &mut open).expect("few parts");
            let leaves = tree.leaves();
            assert_eq!(leaves.len(), parts);
            assert_eq!(leaves.iter().any(|leaf| leaf.1.is_none()), is_open);
            for number in 0..20_u8 {
                let own = leaves.iter().filter(|leaf| leaf.0.contains(&[number.into()]));
                let own: Vec<_> = own.map(|leaf| leaf.1).collect();
                let right = (number >= 5, usize::from(number % 3));
                assert!(own == [None] || own == [Some(right)], "{number}: {own:?}");
            }
            // What is the same in all parts is said about the whole.
            let leaf = |_: &Case, _: &_| Ok::<_, Limit>(());
            let joined = tree.joined(&leaf, &|case, _| Ok(vec![(case.clone(), ())]));
            assert_eq!(joined.expect("no limit").len(), 1);
        }
    }
}
