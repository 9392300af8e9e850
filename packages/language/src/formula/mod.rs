//! Formulas and conditions over named integers, written as mathematicians write them and
//! evaluated exactly.
//!
//! A published period is a text such as `14n^3 + 11n + 1`; the values for which it is claimed
//! are a text such as `n >= 2 and n mod 3 == 1`.  [`Formula`] and [`Condition`] are such texts,
//! understood:
//!
//! ```
//! use grundy_language::formula::{Condition, Formula};
//! let period = Formula::parse("14n^3 + 11n + 1", 0).unwrap();
//! assert_eq!(period.value(&[('n', 2.into())]).unwrap().to_string(), "135");
//! let valid = Condition::parse("2 <= n and n mod 3 != 1", 0).unwrap();
//! assert_eq!(valid.holds(&[('n', 4.into())]), Ok(false));
//! ```
//!
//! The grammar is `grammar/formula.pest`, and `docs/formulas.md` says what each part means.  It has no text that two
//! readers may read differently, such as `1/2n`.  A comparison of powers with fractions as exponents is decided
//! without roots: both sides are raised to the common denominator.
//!
//! # Limits
//!
//! Values are rationals of any size up to [`MOST_BITS`] bits; a larger one is a [`EvaluationError`], and
//! so are a division by 0 and an exponent that is not a natural number.  A text has at most
//! [`LONGEST`] bytes and [`DEEPEST`] nested parentheses, so no text exhausts the stack.

mod decide;
pub mod named;
mod parse;
mod print;
mod put;
mod shape;
mod small;
mod value;

use crate::diagnostic::Span;
pub use shape::Shape;
pub use value::EvaluationError;

/// The most bytes of a text.
pub const LONGEST: usize = 4096;
/// The greatest depth of nested parentheses.
pub const DEEPEST: usize = 64;
/// The most bits of a numerator or denominator.
pub const MOST_BITS: u64 = 1 << 20;

/// A text that has a rational value once its variables have integer values.
///
/// Equality is that of the structure: `n + 1` and `1 + n` differ.  [`Display`](std::fmt::Display)
/// writes the normal form, which reads back as an equal formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Its tree.
    pub root: Expression,
    variables: Vec<(char, Span)>,
}

/// A formula, or the two of a range.
pub type Ends = (Formula, Option<Formula>);

/// A text that is true or false once its variables have integer values.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Its tree.
    pub root: Proposition,
    variables: Vec<(char, Span)>,
}

impl Formula {
    /// The variables with their places, in the order of the text.
    pub fn variables(&self) -> &[(char, Span)] {
        &self.variables
    }

    /// f and the arguments of the divisor, of a formula f/gcd(g, h) with one such divisor.
    ///
    /// ```
    /// use grundy_language::formula::Formula;
    /// let formula = Formula::parse("a(2b + r)/gcd(a, r)", 0).unwrap();
    /// let (multiple, [one, other]) = formula.over_gcd().unwrap();
    /// assert_eq!([multiple, one, other].map(|it| it.to_string()), ["a(2b + r)", "a", "r"]);
    /// ```
    pub fn over_gcd(&self) -> Option<(Self, [Self; 2])> {
        let Expression::Product(factors) = &self.root else { return None };
        let is_divisor = |(step, factor): &(FactorStep, Expression)| match factor {
            Expression::Call(Function::Gcd, of) => *step == FactorStep::Over && of.len() == 2,
            _ => false,
        };
        let mut places = (0..factors.len()).filter(|&at| is_divisor(&factors[at]));
        let (at, None) = (places.next()?, places.next()) else { return None };
        let Expression::Call(_, arguments) = &factors[at].1 else { return None };
        let with = |root| Self { root, variables: self.variables.clone() };
        let mut rest = factors.clone();
        rest.remove(at);
        let root = match &rest[..] {
            [(_, only)] => only.clone(),
            _ => Expression::Product(rest),
        };
        let arguments: [Expression; 2] = arguments.clone().try_into().ok()?;
        Some((with(root), arguments.map(with)))
    }
}

impl Condition {
    /// The variables with their places, in the order of the text.
    pub fn variables(&self) -> &[(char, Span)] {
        &self.variables
    }
}

impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root
    }
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root
    }
}

impl Eq for Formula {}

impl Eq for Condition {}

/// The structure of a [`Formula`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A constant.
    Number(crate::Integer),
    /// A variable, by its letter.
    Variable(char),
    /// At least two summands, or one that is subtracted.
    Sum(Vec<(Sign, Expression)>),
    /// At least two factors; the first one is never divided by.
    Product(Vec<(FactorStep, Expression)>),
    /// a mod b: the representative of a in 0, ..., b - 1.
    Modulo(Box<(Expression, Expression)>),
    /// The base, and the exponent.
    Power(Box<(Expression, Expression)>),
    /// A function of one argument, or of at least one.
    Call(Function, Vec<Expression>),
}

/// Whether a summand is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is subtracted.
    Minus,
}

/// Whether a factor multiplies or divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorStep {
    /// The product is multiplied by it.
    Times,
    /// The product is divided by it.
    Over,
}

crate::named! {
    /// The functions that formulas may call.
    Function {
        /// The greatest integer at most x.
        Floor: "floor";
        /// The least integer at least x.
        Ceil: "ceil";
        /// The absolute value.
        Abs: "abs";
        /// The greatest common divisor.
        Gcd: "gcd";
        /// The least of the arguments.
        Min: "min";
        /// The greatest of the arguments.
        Max: "max";
    }
}

impl Function {
    /// Does it take exactly one argument?
    fn is_unary(self) -> bool {
        matches!(self, Self::Floor | Self::Ceil | Self::Abs)
    }
}

/// The structure of a [`Condition`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposition {
    /// At least one comparison; each compares its left neighbour with its own side.
    Compare(Expression, Vec<(Relation, Expression)>),
    /// It does not hold.
    Not(Box<Proposition>),
    /// At least two.
    And(Vec<Proposition>),
    /// At least two.
    Or(Vec<Proposition>),
}

crate::named! {
    /// How the two sides of a comparison are related.
    Relation {
        Equal: "==", "Equal";
        NotEqual: "!=", "Not equal";
        AtMost: "<=", "At most";
        AtLeast: ">=", "At least";
        Below: "<", "Below";
        Above: ">", "Above";
    }
}
