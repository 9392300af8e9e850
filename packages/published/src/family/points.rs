//! The games of a family that are examined, and what is claimed about each.

use super::model::{Cases, Claims, Column, Convention, Family, Range, Row};
use super::moves::MoveError;
use crate::Integer;
use crate::formula::EvaluationError;
use crate::sequence::{Cycle, Moves};
use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};
use std::collections::BTreeMap;

/// The most games of one family.
pub(super) const MOST_GAMES: i64 = 100_000;

/// One game of a family.
#[derive(Clone, Debug)]
pub struct Point {
    /// The parameters, in order.
    pub at: Vec<(char, Integer)>,
    /// The moves.
    pub moves: Result<Moves, MoveError>,
    /// Is it in the printed range?
    pub printed: bool,
    /// Is it in the range of the catalogue's own formulas?
    pub own: bool,
    /// Is it examined only because it decides a claim about all games?
    pub decisive: bool,
}

/// The games of a family: the printed range as far as it is finite, the family's own range, all games with single
/// values, and those of the printed range that decide claims; ordered by the parameters.
pub(super) fn points(family: &Family, decisive: &[Vec<i64>]) -> Vec<Point> {
    let mut found: BTreeMap<Vec<i64>, (bool, bool, bool)> = BTreeMap::new();
    let own = family.computed.range.as_ref();
    let printed = family.printed.range.as_ref();
    if let Some(range) = own {
        for values in range.points(family, range) {
            found.entry(values).or_default().1 = true;
        }
    }
    if let Some(range) = printed {
        let extent = if range.is_open() { own.unwrap_or(range) } else { range };
        for values in extent.points(family, range) {
            found.entry(values).or_default().0 = true;
        }
    }
    for row in family.printed.values.iter().chain(&family.computed.values) {
        let values = row.at.iter().map(|(_, value)| value.to_i64()).collect::<Option<Vec<_>>>();
        if let Some(values) = values {
            found.entry(values).or_default();
        }
    }
    if family.parameters.is_empty() {
        found.insert(Vec::new(), (true, true, false));
    }
    for values in decisive {
        let (printed, _, decisive) = found.entry(values.clone()).or_default();
        *decisive = !*printed;
        *printed = true;
    }
    found
        .into_iter()
        .map(|(values, (printed, own, decisive))| {
            let at = family.assignment(&values);
            let moves = family.moves.at(&at);
            Point { at, moves, printed, own, decisive }
        })
        .collect()
}

impl Family {
    fn assignment(&self, values: &[i64]) -> Vec<(char, Integer)> {
        self.parameters.iter().copied().zip(values.iter().map(|&value| value.into())).collect()
    }
}

impl Range {
    /// Does some parameter have no last value?
    pub fn is_open(&self) -> bool {
        self.bounds.iter().any(|(_, last)| last.is_none())
    }

    /// The number of games between the bounds, if it is finite.
    pub fn size(&self) -> Option<i64> {
        self.bounds.iter().try_fold(1_i64, |size, (first, last)| {
            size.checked_mul(last.as_ref()?.checked_sub(*first)?.checked_add(1)?)
        })
    }

    /// The points of `range` between the bounds of `self`, which are finite.
    fn points(&self, family: &Family, range: &Self) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for (first, last) in &self.bounds {
            let last = last.unwrap_or(*first);
            all = all
                .into_iter()
                .flat_map(|values: Vec<i64>| {
                    (*first..=last).map(move |value| [values.as_slice(), &[value]].concat())
                })
                .collect();
        }
        all.retain(|values| range.contains(values, &family.assignment(values)));
        all
    }

    /// A condition without a value excludes nothing: the claims there have to be reported.
    fn contains(&self, values: &[i64], at: &[(char, Integer)]) -> bool {
        let inside = |(value, (first, last)): (&i64, &(i64, Option<i64>))| {
            value >= first && last.is_none_or(|last| *value <= last)
        };
        values.iter().zip(&self.bounds).all(inside)
            && self.when.as_ref().is_none_or(|when| when.holds(at) != Ok(false))
    }
}

/// A claimed value, or why the claim has no value.
pub(super) type Claimed = Result<BigRational, EvaluationError>;

impl Family {
    /// What is printed, in the printed convention.
    pub fn printed(&self, column: Column, point: &Point) -> Option<Claimed> {
        if !point.printed {
            return None;
        }
        let formula = self.printed_formula(column, &point.at)?;
        Some(self.dropped(column, formula, self.printed.drops.as_deref(), &point.at))
    }

    /// What the catalogue itself claims, in the usual convention.
    pub fn own(&self, column: Column, point: &Point) -> Option<Claimed> {
        if let Some(value) = single(&self.computed.values, column, &point.at) {
            return Some(Ok(BigRational::from(value.to_big())));
        }
        if !point.own {
            return None;
        }
        let cases = self.computed.formula(column)?;
        let formula = match pick(cases, &point.at)? {
            Err(fault) => Err(fault),
            Ok(Some(formula)) => formula.value(&point.at),
            Ok(None) => self
                .printed_formula(column, &point.at)?
                .map(|value| self.to_usual(column, value, point)),
        };
        let drops = self.computed.drops.as_ref().or(self.printed.drops.as_ref());
        Some(self.dropped(column, formula, drops.map(Vec::as_slice), &point.at))
    }

    /// The game for a value of the only parameter.
    pub(super) fn point(&self, value: i64) -> Point {
        let at = self.assignment(&[value]);
        let within =
            |range: &Option<Range>| range.as_ref().is_some_and(|all| all.contains(&[value], &at));
        let (printed, own) = (within(&self.printed.range), within(&self.computed.range));
        let moves = self.moves.at(&at);
        Point { at, moves, printed, own, decisive: false }
    }

    /// What is claimed in the usual convention, by the catalogue itself if it claims something, and is an integer.
    pub(super) fn claimed(&self, column: Column, point: &Point) -> Option<Integer> {
        let single = single(&self.printed.values, column, &point.at);
        let single = single.map(|value| Ok(BigRational::from(value.to_big())));
        let printed = single.or_else(|| self.printed(column, point));
        let usual = |value: Claimed| value.map(|value| self.to_usual(column, value, point));
        let value = self.own(column, point).or_else(|| printed.map(usual))?.ok()?;
        value.is_integer().then(|| value.to_integer().into())
    }

    fn printed_formula(&self, column: Column, at: &[(char, Integer)]) -> Option<Claimed> {
        let cases = self.printed.formula(column)?;
        match pick(cases, at)? {
            Err(fault) => Some(Err(fault)),
            Ok(formula) => Some(formula?.value(at)),
        }
    }

    fn dropped(
        &self,
        column: Column,
        formula: Claimed,
        drops: Option<&[super::model::Drop]>,
        at: &[(char, Integer)],
    ) -> Claimed {
        let mut value = formula?;
        if column == Column::Period {
            let mut divisor = None;
            for drop in drops.unwrap_or_default() {
                if drop.when.holds(at)? {
                    divisor = Some(&drop.factor);
                }
            }
            if let Some(divisor) = divisor {
                value /= divisor.to_big();
            }
        }
        Ok(value)
    }

    /// Is the printed number of the column larger by max L and 1, unless it is 0?
    pub(super) fn is_shifted(&self, column: Column) -> bool {
        self.convention == Convention::Shifted
            && matches!(column, Column::Preperiod | Column::NimPreperiod)
    }

    fn to_usual(&self, column: Column, printed: BigRational, point: &Point) -> BigRational {
        match &point.moves {
            Ok(moves) if self.is_shifted(column) && !printed.is_zero() => {
                printed - BigRational::from_integer((u64::from(moves.greatest()) + 1).into())
            }
            _ => printed,
        }
    }

    /// A computed value as it would be printed.
    pub fn as_printed(&self, column: Column, computed: Integer, moves: &Moves) -> Integer {
        if self.is_shifted(column) && !computed.is_zero() {
            computed + Integer::from(u64::from(moves.greatest()) + 1)
        } else {
            computed
        }
    }

    /// The claimed cycles, the catalogue's own first.  Where no preperiod is claimed, 0 is tried.
    pub fn candidates(&self, nim: bool, point: &Point) -> Vec<Cycle> {
        let (p, q) = match nim {
            false => (Column::Period, Column::Preperiod),
            true => (Column::NimPeriod, Column::NimPreperiod),
        };
        let whole = |claimed: Option<Claimed>| match claimed {
            Some(Ok(value)) if value.is_integer() => value.to_integer().to_u64(),
            _ => None,
        };
        let printed = |column| {
            let single = single(&self.printed.values, column, &point.at);
            let single = single.map(|value| Ok(BigRational::from(value.to_big())));
            let claimed = single.or_else(|| self.printed(column, point));
            whole(claimed.map(|value| value.map(|value| self.to_usual(column, value, point))))
        };
        let claims = |column| {
            self.computed.formula(column).is_some()
                || self.printed.formula(column).is_some()
                || single(&self.computed.values, column, &point.at).is_some()
        };
        let or_zero = |preperiod: Option<u64>| match preperiod {
            None if !claims(q) => Some(0),
            preperiod => preperiod,
        };
        let own = whole(self.own(p, point)).or_else(|| printed(p));
        let own_q = or_zero(whole(self.own(q, point)).or_else(|| printed(q)));
        let mut candidates = Vec::new();
        for (period, preperiod) in [(own, own_q), (printed(p), or_zero(printed(q)))] {
            if let (Some(period), Some(preperiod)) = (period, preperiod) {
                let candidate = Cycle { period, preperiod };
                if !candidates.contains(&candidate) {
                    candidates.push(candidate);
                }
            }
        }
        candidates
    }
}

impl Claims {
    /// The formula of a column.
    pub fn formula(&self, column: Column) -> Option<&Cases> {
        self.formulas.iter().find(|(known, _)| *known == column).map(|(_, cases)| cases)
    }
}

/// The first case whose condition holds; its formula is missing if the printed one is meant.
fn pick<'a>(
    cases: &'a Cases,
    at: &[(char, Integer)],
) -> Option<Result<Option<&'a crate::formula::Formula>, EvaluationError>> {
    let case = cases.first(|when| when.holds(at)).transpose()?;
    Some(case.map(|case| case.is.as_ref()))
}

fn single<'a>(rows: &'a [Row], column: Column, at: &[(char, Integer)]) -> Option<&'a Integer> {
    let row = rows.iter().find(|row| row.at == at)?;
    super::rows::number(&row.cells, column.name())
}
