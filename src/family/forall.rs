//! Claims about the games of a family that has no last one.
//!
//! The parameters in the printed range are split into cases until each case has one answer: the
//! moves have one order, every condition of the claim and of what is proved holds everywhere or
//! nowhere.  What is claimed there is a formula, what is proved a polynomial.  If they agree at
//! enough points they agree everywhere ([`crate::formula::Shape`]); else a game is looked for at
//! which they differ, to be computed.  Where nothing is proved, the case is left open, unless it
//! has so few games that they can all be computed.

use super::model::{Case as Branch, Cases, Column, Convention, Drop, Family, Range};
use super::moves::{interpolated, variables};
use super::places::{Place, first, listed};
use super::proven::{Proven, affine};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::formula::{Condition, Formula};
use crate::limit::{Limit, Stop};
use crate::theorem::polynomial::Polynomial;
use crate::theorem::{Case, Ground, Trouble};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};

/// The most cases.
const MOST_CASES: usize = 512;
/// The most points at which a formula is compared with a polynomial.
const MOST_POINTS: u64 = 1 << 14;

/// What is claimed.
#[derive(Clone, Copy)]
pub enum Claim<'c> {
    /// A relation between the moves.
    Relation(&'c Condition),
    /// Formulas for a column, and what is proved about it.
    Column(Column, &'c Cases, &'c [Proven<'c>]),
}

/// What follows for all games of the printed range.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// For which games the claim is proved, and by which description, if one is needed.
    pub proofs: Vec<Proof>,
    /// Games that are to be computed: if nothing is open, they decide the rest, and if something
    /// is, they may refute the claim.
    pub games: Vec<Vec<i64>>,
    /// Is something left even if the claim is right for these games?
    pub open: bool,
    /// The limit that was reached.
    pub limit: Option<Limit>,
}

/// Games for which a claim is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The name of the description; without one the moves alone show it.
    pub description: Option<String>,
    /// Which games, in words: `all odd n >= 5`.
    pub games: String,
}

/// Decides a claim about the printed range as far as possible.
pub fn settle(
    family: &Family,
    moves: &[Affine],
    range: &Range,
    claim: Claim<'_>,
    stop: &Stop,
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
enum Answer {
    /// Nothing is claimed.
    Nothing,
    /// It is right, by the description with this name, or by the moves alone.
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
    claim: Claim<'q>,
    stop: &'q Stop,
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
        let whole = Case {
            parameters: count,
            constraints: bounds.collect(),
            forms: variables(self.family).collect(),
            inverse: (0..count).map(Polynomial::variable).collect(),
            residues: Vec::new(),
        };
        for (case, answer) in self.solve(whole, &mut MOST_CASES.clone())? {
            match answer {
                Answer::Nothing => {}
                // Only its computation refutes.
                Answer::Wrong(game) => {
                    settled.games.push(game);
                    settled.open = true;
                }
                Answer::Proved(description) => {
                    let games = Place::new(case, self.stop)?.words(&self.family.parameters);
                    settled.proofs.push(Proof { description, games });
                }
                Answer::Open => match listed(&Place::new(case, self.stop)?) {
                    Some(games) => settled.games.extend(games),
                    None => settled.open = true,
                },
            }
        }
        Ok(())
    }

    /// Splits the case until every part has one answer; parts that the same description proves
    /// are joined again.
    fn solve(&self, case: Case, left: &mut usize) -> Result<Vec<(Case, Answer)>, Limit> {
        self.stop.check()?;
        let case = case.sharpened(self.stop)?;
        let Some(mut ground) = Ground::new(&case, self.stop)? else { return Ok(Vec::new()) };
        let parts = match self.answer(&case, &mut ground) {
            Ok(answer) => return Ok(vec![(case, answer)]),
            Err(Trouble::Limit(limit)) => return Err(limit),
            Err(Trouble::Silent(_)) => return Ok(vec![(case, Answer::Open)]),
            Err(Trouble::Sign(form)) => {
                vec![case.where_at_least_zero(&form), case.where_at_least_zero(&(-&form).plus(-1))]
            }
            Err(Trouble::Residue(_, modulus)) if modulus > *left as u64 => {
                return Err(Limit::CaseSplits);
            }
            Err(Trouble::Residue(form, modulus)) => {
                (0..modulus).map(|residue| case.with_residue(&form, modulus, residue)).collect()
            }
        };
        *left = left.checked_sub(parts.len()).ok_or(Limit::CaseSplits)?;
        let mut all = Vec::new();
        for part in parts {
            all.extend(self.solve(part, left)?);
        }
        Ok(match all.split_first() {
            Some(((_, answer @ Answer::Proved(_)), rest))
                if rest.iter().all(|(_, other)| other == answer) =>
            {
                vec![(case, answer.clone())]
            }
            _ => all,
        })
    }

    /// The answer throughout the case.
    fn answer(&self, case: &Case, ground: &mut Ground) -> Result<Answer, Trouble> {
        let named: Vec<_> =
            self.family.parameters.iter().copied().zip(case.forms.iter().cloned()).collect();
        if let Some(when) = &self.range.when
            && !holds(when, &named, ground)?
        {
            return Ok(Answer::Nothing);
        }
        let claimed = match self.claim {
            Claim::Relation(_) => None,
            Claim::Column(column, cases, proven) => {
                match applicable(&cases.cases, &named, ground)? {
                    None => return Ok(Answer::Nothing),
                    Some(formula) => Some((column, formula, proven)),
                }
            }
        };
        let Some(order) = self.order(case, ground)? else { return self.wrong(case, |_| true) };
        match (claimed, self.claim) {
            (Some((column, formula, proven)), _) => {
                for known in proven {
                    if known.covers(case, ground)? {
                        let largest = order.last().map(|index| &self.moves[*index]);
                        let mut value = Value {
                            family: self.family,
                            formula,
                            divisor: BigRational::one(),
                            proved: &known.polynomial,
                            largest: largest.filter(|_| self.is_shifted(column)),
                        };
                        if column == Column::Period {
                            value.divisor = self.divisor(&named, ground)?;
                        }
                        return self.compare(case, ground, &value, known.by.name());
                    }
                }
                Ok(Answer::Open)
            }
            (None, Claim::Relation(relation)) => {
                let moves = order.iter().map(|index| self.moves[*index].substitute(&case.forms));
                let named: Vec<_> = ('a'..='z').zip(moves).collect();
                match holds(relation, &named, ground)? {
                    true => Ok(Answer::Proved(None)),
                    false => self.wrong(case, |_| true),
                }
            }
            (None, Claim::Column(..)) => Ok(Answer::Nothing),
        }
    }

    fn is_shifted(&self, column: Column) -> bool {
        self.family.convention == Convention::Shifted
            && matches!(column, Column::Preperiod | Column::NimPreperiod)
    }

    /// The moves in increasing order; nothing if they are no different natural numbers.
    fn order(&self, case: &Case, ground: &mut Ground) -> Result<Option<Vec<usize>>, Trouble> {
        let sizes: Vec<_> = self.moves.iter().map(|size| size.substitute(&case.forms)).collect();
        let mut order: Vec<usize> = Vec::with_capacity(sizes.len());
        for (index, size) in sizes.iter().enumerate() {
            let mut place = order.len();
            while place > 0 && !ground.at_most(&sizes[order[place - 1]], size)? {
                place -= 1;
            }
            order.insert(place, index);
        }
        let mut below = Affine::zero();
        for index in &order {
            if !ground.at_least_zero(&(&sizes[*index] - &below).plus(-1))? {
                return Ok(None);
            }
            below.clone_from(&sizes[*index]);
        }
        Ok(Some(order))
    }

    /// By what the printed formula for p is divided: the last drop counts.
    fn divisor(
        &self,
        named: &[(char, Affine)],
        ground: &mut Ground,
    ) -> Result<BigRational, Trouble> {
        let mut divisor = BigRational::one();
        for Drop { factor, when } in self.family.printed.drops.iter().flatten() {
            if holds(when, named, ground)? {
                divisor = BigRational::from_integer(factor.to_big());
            }
        }
        Ok(divisor)
    }

    fn compare(
        &self,
        case: &Case,
        ground: &mut Ground,
        value: &Value<'_>,
        by: &str,
    ) -> Result<Answer, Trouble> {
        let proved = Ok(Answer::Proved(Some(by.to_owned())));
        let shifted = match value.largest {
            None => Some(false),
            Some(_) => value.vanishes(case, ground)?.map(|zero| !zero),
        };
        if shifted.and_then(|shifted| value.is_identical(case, ground, shifted)) == Some(true) {
            return proved;
        }
        let place = Place::new(case.clone(), self.stop)?;
        match listed(&place) {
            Some(games) if games.iter().all(|game| value.is_right(game)) => proved,
            _ => {
                Ok(first(&place, |game| !value.is_right(game)).map_or(Answer::Open, Answer::Wrong))
            }
        }
    }

    fn wrong(&self, case: &Case, accept: impl Fn(&[i64]) -> bool) -> Result<Answer, Trouble> {
        let place = Place::new(case.clone(), self.stop)?;
        Ok(first(&place, accept).map_or(Answer::Open, Answer::Wrong))
    }
}

/// A claimed formula and a proved polynomial, both over the parameters.
struct Value<'v> {
    family: &'v Family,
    formula: &'v Formula,
    divisor: BigRational,
    proved: &'v Polynomial,
    /// The largest move, if the printed number is larger by it and 1, except where it is 0.
    largest: Option<&'v Affine>,
}

impl Value<'_> {
    fn agrees(&self, point: &[Integer], shifted: bool) -> bool {
        let at: Vec<_> =
            self.family.parameters.iter().copied().zip(point.iter().cloned()).collect();
        let mut right = self.proved.at(point);
        if let (Some(largest), true) = (self.largest, shifted) {
            right += BigRational::from_integer(largest.at(point).to_big() + 1);
        }
        self.formula.value(&at).is_ok_and(|claimed| claimed / &self.divisor == right)
    }

    /// Is the claim right for this game?
    fn is_right(&self, game: &[i64]) -> bool {
        let point: Vec<_> = game.iter().copied().map(Integer::from).collect();
        self.agrees(&point, !self.proved.at(&point).is_zero())
    }

    /// Is the proved number 0 throughout the case (true) or nowhere (false)?  It is never
    /// negative.  Nothing, if it is 0 for some games among few.
    fn vanishes(&self, case: &Case, ground: &mut Ground) -> Result<Option<bool>, Trouble> {
        let forms: Vec<_> = case.forms.iter().map(Polynomial::from).collect();
        let proved = self.proved.substitute(&forms);
        if proved.is_zero() {
            return Ok(Some(true));
        }
        if let Some((form, _)) = affine(&proved) {
            return Ok(Some(!ground.at_least_zero(&form.plus(-1))?));
        }
        // Beyond the bound of Cauchy there are no zeros.
        let length = proved.terms().map(|(list, _)| list.len()).max().unwrap_or(0);
        let variable = length.saturating_sub(1);
        let others = |list: &[u32]| list.iter().take(variable).any(|exponent| *exponent > 0);
        let leading = proved.terms().max_by_key(|(list, _)| list.iter().sum::<u32>());
        let Some((_, leading)) = leading.filter(|_| !proved.terms().any(|term| others(term.0)))
        else {
            return Err(Trouble::Silent("zeros of a polynomial in several variables"));
        };
        let bound = proved.terms().map(|(_, coefficient)| (coefficient / leading).abs()).max();
        let bound = Integer::from(bound.unwrap_or_default().ceil().to_integer() + 1);
        let beyond = |form: Affine| &form - &Affine::constant(bound.clone());
        let nowhere = ground.at_least_zero(&beyond(Affine::variable(variable)))?
            || ground.at_least_zero(&beyond(-&Affine::variable(variable)))?;
        Ok(nowhere.then_some(false))
    }

    /// Are formula and polynomial equal for all values of the variables of the case?
    fn is_identical(&self, case: &Case, ground: &Ground, shifted: bool) -> Option<bool> {
        let shape = self.formula.shape()?;
        let degree = self.proved.terms().map(|(list, _)| list.iter().sum::<u32>()).max();
        // A polynomial of degree below `count` in each variable is 0 if it vanishes on a grid of
        // `count` values of each.
        let count = shape.degree.max(degree.unwrap_or(0).into()).max(1) + 1;
        let side = shape.modulus.checked_mul(count)?;
        let forms = &case.forms[..self.family.parameters.len()];
        let used: Vec<_> = (0..ground.variables)
            .filter(|variable| forms.iter().any(|form| !form.coefficient(*variable).is_zero()))
            .collect();
        let total = side.checked_pow(u32::try_from(used.len()).ok()?)?;
        if total > MOST_POINTS {
            return None;
        }
        let mut values = vec![Integer::ZERO; ground.variables];
        for index in 0..total {
            let mut rest = index;
            for variable in &used {
                values[*variable] = Integer::from(rest % side);
                rest /= side;
            }
            let point: Vec<_> = forms.iter().map(|form| form.at(&values)).collect();
            if !self.agrees(&point, shifted) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The formula of the first case whose condition holds throughout.
fn applicable<'c>(
    cases: &'c [Branch],
    named: &[(char, Affine)],
    ground: &mut Ground,
) -> Result<Option<&'c Formula>, Trouble> {
    for Branch { when, is } in cases {
        if match when {
            Some(when) => holds(when, named, ground)?,
            None => true,
        } {
            return Ok(is.as_ref());
        }
    }
    Ok(None)
}

/// Does the condition hold throughout (true) or nowhere (false), where letters stand for forms?
fn holds(
    condition: &Condition,
    named: &[(char, Affine)],
    ground: &mut Ground,
) -> Result<bool, Trouble> {
    condition.decide(&mut |formula: &Formula| {
        let Some(shape) = formula.shape().filter(|shape| shape.degree <= 1) else {
            return Err(Trouble::Silent("a condition that is not linear"));
        };
        // Where the letters leave known remainders by the modulus, the formula is affine.
        let modulus = Integer::from(shape.modulus);
        for (name, form) in named {
            let used = formula.variables().iter().any(|(used, _)| used == name);
            let known = form.terms().all(|(_, each)| each.mod_floor(&modulus).is_zero());
            if used && !known {
                let modulus = usize::try_from(shape.modulus);
                ground.residue(form, modulus.map_err(|_| Trouble::Limit(Limit::CaseSplits))?)?;
                return Err(Trouble::Silent("a remainder that follows from an equation"));
            }
        }
        let form = interpolated(formula, named, ground.variables);
        let (form, _) = form.ok_or(Trouble::Silent("a condition without a value"))?;
        ground.at_least_zero(&form)
    })
}
