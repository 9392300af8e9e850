//! Claims about the games of a family with infinitely many games.
//!
//! The parameters in the printed range are split into cases until each case has one answer: the moves have one order,
//! and every condition of the claim and of what is proved holds everywhere or nowhere.  What is claimed there is a
//! formula, what is proved a polynomial.  Where they differ, the smallest game is computed; what cannot be compared is
//! tried for small games.  Where nothing is proved, the case is left open, unless it has so few games that they can all
//! be computed.

use super::conditions::holds;
use super::equality::Value;
use super::model::{Cases, Column, Drop, Family, Range};
use super::places::{Instances, first, listed};
use super::proven::Proven;
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::formula::Condition;
use crate::limit::{CancellationToken, Limit};
use crate::theorem::{Case, Context, ContextError, Division, Undecided};
use crate::verdict::ProvedFor;
use num_rational::BigRational;
use num_traits::One as _;

/// The most cases.
const MOST_CASES: usize = 512;

/// What is claimed.
#[derive(Clone, Copy)]
pub(super) enum FamilyClaim<'c> {
    /// A relation between the moves.
    Relation(&'c Condition),
    /// Formulas for a column, and what is proved about it.
    Column(Column, &'c Cases, &'c [Proven<'c>]),
}

/// What follows for all games of the printed range.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    /// The games for which the claim is proved, and the descriptions that prove it, if any are needed.
    pub proofs: Vec<ProvedFor>,
    /// Games to be computed: if nothing is open, they decide the rest, and if something is, they may refute the claim.
    pub games: Vec<Vec<i64>>,
    /// Does something remain open even if the claim is right for these games?
    pub open: bool,
    /// The limit that was reached.
    pub limit: Option<Limit>,
}

/// Decides a claim about the printed range as far as possible.
pub(super) fn settle(
    family: &Family,
    moves: &[Affine],
    range: &Range,
    claim: FamilyClaim<'_>,
    stop: &CancellationToken,
) -> Settled {
    let question = Question { family, moves, range, claim, stop };
    let mut settled = Settled::default();
    if let Err(limit) = question.collect(&mut settled) {
        settled.open = true;
        settled.limit = Some(limit);
    }
    settled
}

/// The answer in one case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CaseAnswer {
    /// Nothing is claimed.
    Nothing,
    /// It is right, by the description with this name, or only from the moves.
    Proved(Option<String>),
    /// It is wrong, or there is no game.
    Wrong(Vec<i64>),
    /// It is not known.
    Open,
}

struct Question<'q> {
    family: &'q Family,
    moves: &'q [Affine],
    range: &'q Range,
    claim: FamilyClaim<'q>,
    stop: &'q CancellationToken,
}

impl Question<'_> {
    fn collect(&self, settled: &mut Settled) -> Result<(), Limit> {
        let count = self.family.parameters.len();
        let bounds = self.range.bounds.iter().enumerate().flat_map(|(index, (first, last))| {
            let variable = Affine::variable(index);
            let lower = Constraint::at_least(&variable, &Affine::constant(*first));
            let upper = last.map(|last| Constraint::at_least(&Affine::constant(last), &variable));
            std::iter::once(lower).chain(upper)
        });
        let whole = Case::of(count, bounds.collect());
        let mut division = Division { loops: 0, left: MOST_CASES, stop: self.stop };
        let mut answer = |case: &Case, context: &mut Context| self.answer(case, context);
        let tree = division.divide(whole, &mut answer, &mut |_, why| match why {
            Undecided::Limit(limit) => Err(limit),
            _ => Ok(CaseAnswer::Open),
        })?;
        for (case, answer) in tree.joined(&|_, answer| Ok::<_, Limit>(answer.clone()), &same)? {
            match answer {
                CaseAnswer::Nothing => {}
                // Only its computation refutes the claim.
                CaseAnswer::Wrong(game) => {
                    settled.games.push(game);
                    settled.open = true;
                }
                CaseAnswer::Proved(description) => {
                    let games = Instances::new(case, self.stop)?.words(&self.family.parameters);
                    settled.proofs.push(ProvedFor { description, games });
                }
                CaseAnswer::Open => match listed(&Instances::new(case, self.stop)?) {
                    Some(games) => settled.games.extend(games),
                    None => settled.open = true,
                },
            }
        }
        Ok(())
    }

    /// The answer throughout the case.
    fn answer(&self, case: &Case, context: &mut Context) -> Result<CaseAnswer, ContextError> {
        let named: Vec<_> =
            self.family.parameters.iter().copied().zip(case.forms.iter().cloned()).collect();
        if let Some(when) = &self.range.when
            && !holds(when, &named, context)?
        {
            return Ok(CaseAnswer::Nothing);
        }
        let claimed = match self.claim {
            FamilyClaim::Relation(_) => None,
            FamilyClaim::Column(column, cases, proven) => {
                let case = cases.first(|when| holds(when, &named, context))?;
                let Some(formula) = case.and_then(|case| case.is.as_ref()) else {
                    return Ok(CaseAnswer::Nothing);
                };
                Some((column, formula, proven))
            }
        };
        let Some(order) = self.order(case, context)? else { return self.wrong(case, |_| true) };
        match (claimed, self.claim) {
            (Some((column, formula, proven)), _) => {
                for known in proven {
                    if known.covers(case, context)? {
                        let largest = order.last().map(|index| &self.moves[*index]);
                        let mut value = Value {
                            family: self.family,
                            formula,
                            divisor: BigRational::one(),
                            proved: &known.polynomial,
                            largest: largest.filter(|_| self.family.is_shifted(column)),
                        };
                        if column == Column::Period {
                            value.divisor = self.divisor(&named, context)?;
                        }
                        return self.compare(case, context, &value, known.by.name());
                    }
                }
                Ok(CaseAnswer::Open)
            }
            (None, FamilyClaim::Relation(relation)) => {
                let moves = order.iter().map(|index| self.moves[*index].substitute(&case.forms));
                let named: Vec<_> = ('a'..='z').zip(moves).collect();
                match holds(relation, &named, context)? {
                    true => Ok(CaseAnswer::Proved(None)),
                    false => self.wrong(case, |_| true),
                }
            }
            (None, FamilyClaim::Column(..)) => Ok(CaseAnswer::Nothing),
        }
    }

    /// The moves in increasing order; `None` unless they are distinct positive integers.
    fn order(
        &self,
        case: &Case,
        context: &mut Context,
    ) -> Result<Option<Vec<usize>>, ContextError> {
        let sizes: Vec<_> = self.moves.iter().map(|size| size.substitute(&case.forms)).collect();
        let mut order: Vec<usize> = Vec::with_capacity(sizes.len());
        for (index, size) in sizes.iter().enumerate() {
            let mut place = order.len();
            while place > 0 && !context.at_most(&sizes[order[place - 1]], size)? {
                place -= 1;
            }
            order.insert(place, index);
        }
        let mut below = Affine::zero();
        for index in &order {
            if !context.at_least_zero(&(&sizes[*index] - &below).plus(-1))? {
                return Ok(None);
            }
            below.clone_from(&sizes[*index]);
        }
        Ok(Some(order))
    }

    /// The divisor of the printed formula for p: the last drop counts.
    fn divisor(
        &self,
        named: &[(char, Affine)],
        context: &mut Context,
    ) -> Result<BigRational, ContextError> {
        let mut divisor = BigRational::one();
        for Drop { factor, when } in self.family.printed.drops.iter().flatten() {
            if holds(when, named, context)? {
                divisor = BigRational::from_integer(factor.to_big());
            }
        }
        Ok(divisor)
    }

    fn compare(
        &self,
        case: &Case,
        context: &mut Context,
        value: &Value<'_>,
        by: &str,
    ) -> Result<CaseAnswer, ContextError> {
        let proved = Ok(CaseAnswer::Proved(Some(by.to_owned())));
        let shifted = match value.largest {
            None => false,
            Some(_) => !value.vanishes(case, context)?,
        };
        let difference = value.difference(case, shifted, self.stop)?;
        let small = |point: &Vec<Integer>| point.iter().map(Integer::to_i64).collect();
        match (difference.smallest.as_ref().and_then(small), difference.open) {
            (Some(game), None) => return Ok(CaseAnswer::Wrong(game)),
            (None, None) if difference.smallest.is_none() => return proved,
            _ => {}
        }
        let place = Instances::new(case.clone(), self.stop)?;
        match listed(&place) {
            Some(games) if games.iter().all(|game| value.is_right(game)) => proved,
            _ => Ok(first(&place, |game| !value.is_right(game))
                .map_or(CaseAnswer::Open, CaseAnswer::Wrong)),
        }
    }

    fn wrong(
        &self,
        case: &Case,
        accept: impl Fn(&[i64]) -> bool,
    ) -> Result<CaseAnswer, ContextError> {
        let place = Instances::new(case.clone(), self.stop)?;
        Ok(first(&place, accept).map_or(CaseAnswer::Open, CaseAnswer::Wrong))
    }
}

/// Rejoins parts that the same description proves.
fn same(case: &Case, all: Vec<(Case, CaseAnswer)>) -> Result<Vec<(Case, CaseAnswer)>, Limit> {
    Ok(match all.split_first() {
        Some(((_, answer @ CaseAnswer::Proved(_)), rest))
            if rest.iter().all(|(_, other)| other == answer) =>
        {
            vec![(case.clone(), answer.clone())]
        }
        _ => all,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::described::Described;
    use crate::family::model::Entry;
    use crate::family::read;
    use crate::formula::Formula;
    use crate::polynomial::Polynomial;

    /// What follows for `{ 2n }`, n >= 1, in the shifted convention, if (n-3)^2 (n-9) (n-9) is
    /// proved to be the preperiod of each.
    fn settled(q: &str) -> Settled {
        let source = format!(
            "title = \"\"\nsource = \"\"\nconvention = \"shifted\"\n[[family]]\nname = \"x\"\n\
             moves = \"{{ 2n }}\"\n[family.printed]\nn = \"1..\"\nq = {q}\n\
             [family.computed]\nn = \"1..1\""
        );
        let catalogue = read(&source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
        let Entry::Family(family) = &catalogue.entries[0] else { panic!("no family") };
        let by = Described::read("it", "n >= 1 { n } REPEAT _n An ENDREP").expect("a description");
        let root = |n: i64| {
            let constant = BigRational::from_integer(n.into());
            Polynomial::variable(0).minus(&Polynomial::constant(constant))
        };
        let polynomial = root(3).times(&root(3)).times(&root(9)).times(&root(9));
        let proven =
            [Proven { by: &by, conditions: Vec::new(), divisible: Vec::new(), polynomial }];
        let moves = family.affine_moves().expect("affine moves");
        let (column, cases) = &family.printed.formulas[0];
        let range = family.printed.range.as_ref().expect("a range");
        settle(
            family,
            &moves,
            range,
            FamilyClaim::Column(*column, cases, &proven),
            &CancellationToken::default(),
        )
    }

    #[test]
    fn zeros_of_a_preperiod_are_printed_as_zeros() {
        let formula = "(n-3)^2 (n-9)^2 + 2n + 1";
        assert!(Formula::parse(formula, 0).is_ok());
        let right = settled(&format!(
            "[{{ if = \"n == 3 or n == 9\", is = \"0\" }}, {{ is = \"{formula}\" }}]"
        ));
        assert!(!right.open && right.games.is_empty(), "{right:?}");
        // Forgotten zeros, a wrong convention, and a formula that is 0 only there.
        for (q, games) in [
            (format!("\"{formula}\""), vec![vec![3]]),
            ("\"(n-3)^2 (n-9)^2\"".to_owned(), vec![vec![1]]),
            (
                format!("[{{ if = \"n == 3\", is = \"0\" }}, {{ is = \"{formula}\" }}]"),
                vec![vec![9]],
            ),
        ] {
            let wrong = settled(&q);
            assert!(wrong.open, "{q}: {wrong:?}");
            assert_eq!(wrong.games.iter().min(), games.iter().min(), "{q}: {wrong:?}");
        }
    }
}
