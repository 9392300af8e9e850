//! The normal form: one way to write each formula, the shortest that reads back as the same.

use super::{Condition, Expression, FactorStep, Formula, Proposition, Sign};
use std::fmt::{self, Display, Formatter};

impl Display for Formula {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.root.fmt(formatter)
    }
}

impl Display for Condition {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.root.fmt(formatter)
    }
}

impl Expression {
    /// Is it written so that nothing can come between its parts?
    fn is_atom(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Variable(_) | Self::Call(..))
    }
}

/// An expression, in parentheses where it must be.
struct Bracketed<'a>(&'a Expression, bool);

impl Display for Bracketed<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if self.1 { write!(formatter, "({})", self.0) } else { self.0.fmt(formatter) }
    }
}

impl Display for Expression {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Variable(name) => name.fmt(formatter),
            Self::Sum(terms) => {
                for (index, (sign, term)) in terms.iter().enumerate() {
                    formatter.write_str(match (index, sign) {
                        (0, Sign::Plus) => "",
                        (0, Sign::Minus) => "-",
                        (_, Sign::Plus) => " + ",
                        (_, Sign::Minus) => " - ",
                    })?;
                    Bracketed(term, matches!(term, Self::Sum(_))).fmt(formatter)?;
                }
                Ok(())
            }
            Self::Product(factors) => product(factors, formatter),
            Self::Modulo(sides) => {
                let side = |side| Bracketed(side, matches!(side, Self::Sum(_) | Self::Modulo(_)));
                write!(formatter, "{} mod {}", side(&sides.0), side(&sides.1))
            }
            Self::Power(sides) => {
                let side = |side: &Self| format!("{}", Bracketed(side, !side.is_atom()));
                write!(formatter, "{}^{}", side(&sides.0), side(&sides.1))
            }
            Self::Call(function, arguments) => {
                write!(formatter, "{}(", function.name())?;
                for (index, argument) in arguments.iter().enumerate() {
                    formatter.write_str(if index > 0 { ", " } else { "" })?;
                    argument.fmt(formatter)?;
                }
                formatter.write_str(")")
            }
        }
    }
}

/// Factors stand side by side where that reads back: not after a division, and no number after
/// another factor.
fn product(factors: &[(FactorStep, Expression)], formatter: &mut Formatter<'_>) -> fmt::Result {
    let mut before: Option<(FactorStep, &Expression)> = None;
    for (step, factor) in factors {
        let text = Bracketed(factor, !factor.is_atom() && !matches!(factor, Expression::Power(_)));
        let text = text.to_string();
        let joint = match (before, step) {
            (None, _) => "",
            (_, FactorStep::Over) => "/",
            (Some((FactorStep::Over, _)), FactorStep::Times) => "*",
            (Some((FactorStep::Times, last)), FactorStep::Times) => {
                let letter = text.starts_with(|first: char| first.is_ascii_alphabetic());
                let names = !matches!(last, Expression::Number(_)) && letter;
                match text.starts_with(|first: char| first.is_ascii_digit()) {
                    true => "*",
                    false if names => " ",
                    false => "",
                }
            }
        };
        write!(formatter, "{joint}{text}")?;
        before = Some((*step, factor));
    }
    Ok(())
}

impl Display for Proposition {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compare(first, rest) => {
                first.fmt(formatter)?;
                for (relation, side) in rest {
                    write!(formatter, " {} {side}", relation.name())?;
                }
                Ok(())
            }
            Self::Not(inner) => {
                let bare = matches!(**inner, Self::Compare(..));
                if bare {
                    write!(formatter, "not {inner}")
                } else {
                    write!(formatter, "not ({inner})")
                }
            }
            Self::And(all) => joined(all, " and ", formatter),
            Self::Or(all) => joined(all, " or ", formatter),
        }
    }
}

fn joined(all: &[Proposition], word: &str, formatter: &mut Formatter<'_>) -> fmt::Result {
    for (index, one) in all.iter().enumerate() {
        formatter.write_str(if index > 0 { word } else { "" })?;
        // Comparisons and negations bind before both words.
        match one {
            Proposition::Compare(..) | Proposition::Not(_) => one.fmt(formatter)?,
            _ => write!(formatter, "({one})")?,
        }
    }
    Ok(())
}
