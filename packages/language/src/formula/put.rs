//! Numbers in the place of variables, for those who want to see a claim about one game.

use super::{Condition, Expression, FactorStep, Formula, Proposition, Relation, Sign};
use crate::Integer;

impl Formula {
    /// The formula with these values in the place of their variables: `3^(M/2)` is `3^(7/2)` where
    /// M is 7.
    #[must_use]
    pub fn with(&self, at: &[(char, Integer)]) -> Self {
        Self { root: expression(&self.root, at), variables: Vec::new() }
    }

    /// The variable, if the formula is nothing else.
    pub fn as_variable(&self) -> Option<char> {
        match self.root {
            Expression::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// Dividend and divisor of a quotient such as `(n + 1)/6`.
    pub fn as_quotient(&self) -> Option<(Self, Self)> {
        let Expression::Product(factors) = &self.root else { return None };
        let (last, rest) = factors.split_last()?;
        let only =
            rest.iter().all(|(step, _)| *step == FactorStep::Times) && last.0 == FactorStep::Over;
        let rest = Expression::Product(rest.to_vec());
        let part = |root| Self { root, variables: self.variables.clone() };
        only.then(|| (part(rest), part(last.1.clone())))
    }
}

impl Condition {
    /// The condition with these values in the place of their variables.
    #[must_use]
    pub fn with(&self, at: &[(char, Integer)]) -> Self {
        Self { root: proposition(&self.root, at), variables: Vec::new() }
    }

    /// Left side, sign and right side of a single comparison.
    pub fn as_comparison(&self) -> Option<(Formula, &'static str, Formula)> {
        let Proposition::Compare(left, rest) = &self.root else { return None };
        let [(relation, right)] = &rest[..] else { return None };
        let side =
            |root: &Expression| Formula { root: root.clone(), variables: self.variables.clone() };
        let sign = if *relation == Relation::Equal { "=" } else { relation.name() };
        Some((side(left), sign, side(right)))
    }
}

fn expression(inner: &Expression, at: &[(char, Integer)]) -> Expression {
    let pair = |sides: &(Expression, Expression)| {
        Box::new((expression(&sides.0, at), expression(&sides.1, at)))
    };
    match inner {
        Expression::Number(_) => inner.clone(),
        Expression::Variable(name) => match at.iter().find(|(known, _)| known == name) {
            None => inner.clone(),
            // Numbers of formulas are natural; a sign makes a sum.
            Some((_, value)) if value.is_negative() => {
                Expression::Sum(vec![(Sign::Minus, Expression::Number(-value))])
            }
            Some((_, value)) => Expression::Number(value.clone()),
        },
        Expression::Sum(terms) => {
            Expression::Sum(terms.iter().map(|(sign, one)| (*sign, expression(one, at))).collect())
        }
        Expression::Product(factors) => Expression::Product(
            factors.iter().map(|(step, one)| (*step, expression(one, at))).collect(),
        ),
        Expression::Modulo(sides) => Expression::Modulo(pair(sides)),
        Expression::Power(sides) => Expression::Power(pair(sides)),
        Expression::Call(function, arguments) => {
            let arguments = arguments.iter().map(|argument| expression(argument, at));
            Expression::Call(*function, arguments.collect())
        }
    }
}

fn proposition(inner: &Proposition, at: &[(char, Integer)]) -> Proposition {
    let all = |all: &[Proposition]| all.iter().map(|one| proposition(one, at)).collect();
    match inner {
        Proposition::Compare(first, rest) => {
            let rest = rest.iter().map(|(relation, side)| (*relation, expression(side, at)));
            Proposition::Compare(expression(first, at), rest.collect())
        }
        Proposition::Not(inner) => Proposition::Not(Box::new(proposition(inner, at))),
        Proposition::And(parts) => Proposition::And(all(parts)),
        Proposition::Or(parts) => Proposition::Or(all(parts)),
    }
}
