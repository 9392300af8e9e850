//! Exact numbers a + b sqrt(d) with rational a and b.

use crate::Integer;
use crate::formula::EvaluationError;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;
use thiserror::Error;

/// A number (x + y sqrt(d)) / z with integers x, y, z and a squarefree d.
///
/// The representation is canonical (z >= 1 has no divisor in common with both x and y, and d = 1 exactly when y = 0),
/// so derived equality and hashing are those of numbers: sqrt(d) is irrational for d > 1.
///
/// ```
/// use grundy_engines::real::Real;
/// let one = Real::from(1);
/// let root = Real::from(8).sqrt().unwrap();
/// assert_eq!(root.to_string(), "2*sqrt(2)");
/// let sum = one.plus(&root).unwrap();
/// assert_eq!(one.over(&sum).unwrap().to_string(), "-1/7+2*sqrt(2)/7");
/// assert!(Real::from(2) < root && root < Real::from(3));
/// assert_eq!((sum.decimal(6), sum.floor()), ("3.828427".into(), 3.into()));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Real {
    rational: Integer,
    root: Integer,
    denominator: Integer,
    radicand: u64,
}

/// Why there is no result in a field Q(sqrt d).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RealError {
    /// Two square roots that are not rational multiples of each other.
    #[error(
        "sqrt({0}) and sqrt({1}) lie in two fields; all moves must lie in one field Q(sqrt d), such as 2 and 1+3sqrt(5)"
    )]
    TwoFields(u64, u64),
    /// Division by 0.
    #[error("division by zero")]
    DivisionByZero,
    /// The square root of a negative number.
    #[error("sqrt({0}) is not a real number: a root needs a number from 0 on")]
    Negative(Real),
    /// The square root of an irrational number.
    #[error("sqrt({0}) is not supported: a rational number is needed under a root")]
    Nested(Real),
    /// A square root of a number that is too large for its square part to be determined.
    #[error(
        "sqrt({0}): numerator times denominator must be below 2^64 under a root, so that its square part can be found"
    )]
    TooLarge(Real),
    /// More digits than numbers may have.
    #[error("numbers have at most 300 digits here, and exponents are at most 1000")]
    Digits,
    /// An expression without a value.
    #[error(transparent)]
    NoValue(#[from] EvaluationError),
}

impl Real {
    /// (x + y sqrt(d)) / z for z != 0 and squarefree d.
    fn new(rational: Integer, root: Integer, denominator: Integer, radicand: u64) -> Self {
        let divisor = rational.gcd(&root).gcd(&denominator);
        let divisor = if denominator.is_negative() { -divisor } else { divisor };
        let reduced = |it: Integer| if divisor.is_one() { it } else { it.div_floor(&divisor) };
        let radicand = if root.is_zero() { 1 } else { radicand };
        Self {
            rational: reduced(rational),
            root: reduced(root),
            denominator: reduced(denominator),
            radicand,
        }
    }

    /// The field that contains both: Q(sqrt d) for the d that is returned.
    ///
    /// # Errors
    /// [`RealError::TwoFields`].
    pub fn field(&self, other: &Self) -> Result<u64, RealError> {
        match (self.radicand, other.radicand) {
            (a, b) if a == b || b == 1 => Ok(a),
            (1, b) => Ok(b),
            (a, b) => Err(RealError::TwoFields(a, b)),
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// [`RealError::TwoFields`].
    pub fn plus(&self, other: &Self) -> Result<Self, RealError> {
        let radicand = self.field(other)?;
        if self.denominator == other.denominator {
            let (rational, root) = (&self.rational + &other.rational, &self.root + &other.root);
            return Ok(Self::new(rational, root, self.denominator.clone(), radicand));
        }
        let (z, w) = (&self.denominator, &other.denominator);
        let rational = &(&self.rational * w) + &(&other.rational * z);
        let root = &(&self.root * w) + &(&other.root * z);
        Ok(Self::new(rational, root, z * w, radicand))
    }

    /// The difference.
    ///
    /// # Errors
    /// [`RealError::TwoFields`].
    pub fn minus(&self, other: &Self) -> Result<Self, RealError> {
        self.plus(&-other)
    }

    /// The product.
    ///
    /// # Errors
    /// [`RealError::TwoFields`].
    pub fn times(&self, other: &Self) -> Result<Self, RealError> {
        let radicand = self.field(other)?;
        let both = &(&self.root * &other.root) * &radicand.into();
        let rational = &(&self.rational * &other.rational) + &both;
        let root = &(&self.rational * &other.root) + &(&self.root * &other.rational);
        Ok(Self::new(rational, root, &self.denominator * &other.denominator, radicand))
    }

    /// The quotient.
    ///
    /// # Errors
    /// [`RealError::TwoFields`], [`RealError::DivisionByZero`].
    pub fn over(&self, other: &Self) -> Result<Self, RealError> {
        if other.is_zero() {
            return Err(RealError::DivisionByZero);
        }
        // 1/(x + y r) = (x - y r)/(x^2 - d y^2), and d is not the square of a rational number unless y = 0.
        let (x, y, z) = (&other.rational, &other.root, &other.denominator);
        let norm = &(x * x) - &(&(y * y) * &other.radicand.into());
        self.times(&Self::new(x * z, -(y * z), norm, other.radicand))
    }

    /// The square root.
    ///
    /// # Errors
    /// If the number is negative, irrational, or too large.
    pub fn sqrt(&self) -> Result<Self, RealError> {
        if self.radicand != 1 {
            return Err(RealError::Nested(self.clone()));
        }
        if self.rational.is_negative() {
            return Err(RealError::Negative(self.clone()));
        }
        // sqrt(a/b) = sqrt(a b)/b.
        let product = (&self.rational * &self.denominator).to_string().parse();
        let product = product.map_err(|_| RealError::TooLarge(self.clone()))?;
        let (outer, radicand) = square_part(product);
        let denominator = self.denominator.clone();
        Ok(match radicand {
            1 => Self::new(outer.into(), Integer::ZERO, denominator, 1),
            _ => Self::new(Integer::ZERO, outer.into(), denominator, radicand),
        })
    }

    /// Is this 0?
    pub fn is_zero(&self) -> bool {
        self.rational.is_zero() && self.root.is_zero()
    }

    /// Is this above 0?
    pub fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// Is this a rational number?
    pub fn is_rational(&self) -> bool {
        self.radicand == 1
    }

    /// The number, if it is an integer.
    pub fn to_integer(&self) -> Option<&Integer> {
        (self.is_rational() && self.denominator.is_one()).then_some(&self.rational)
    }

    /// The integers x, y and z, and d, of the number (x + y sqrt(d)) / z with the least z >= 1; y = 0 has d = 1.
    ///
    /// ```
    /// use grundy_engines::real::read_one;
    /// let number = read_one("1/2+sqrt(12)").unwrap();
    /// assert_eq!(number.parts(), ([&1.into(), &4.into(), &2.into()], 3));
    /// ```
    pub fn parts(&self) -> ([&Integer; 3], u64) {
        ([&self.rational, &self.root, &self.denominator], self.radicand)
    }

    /// The denominator of a rational number; of any other number, the least z >= 1 for which z times the number is x +
    /// y sqrt(d) with integers x and y.
    pub fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// The most decimal digits of one of the integers that make up the number.
    pub fn digits(&self) -> usize {
        let parts = [&self.rational, &self.root, &self.denominator];
        parts.map(|part| part.to_string().len()).into_iter().max().unwrap_or(0)
    }

    /// The sign of the number, as a comparison with 0.
    fn sign(&self) -> Ordering {
        let (x, y) = (&self.rational, &self.root);
        let (of_x, of_y) = (x.cmp(&Integer::ZERO), y.cmp(&Integer::ZERO));
        if of_y == Ordering::Equal || of_x == of_y {
            return of_x;
        }
        // Opposite signs, or x = 0: the greater square decides.  They are not equal, as sqrt(d) is irrational.
        if squares(x, y, self.radicand) == Ordering::Greater { of_x } else { of_y }
    }

    /// The greatest integer that is not above the number.
    pub fn floor(&self) -> Integer {
        self.floor_of_multiple(&Integer::ONE, &Integer::ZERO, &Integer::ONE)
    }

    /// The greatest integer that is not above (factor times the number + share) / divisor, where share counts parts of
    /// the denominator, for a factor and a divisor above 0.
    fn floor_of_multiple(&self, factor: &Integer, share: &Integer, divisor: &Integer) -> Integer {
        let rational = &(&self.rational * factor) + share;
        let root = &self.root * factor;
        // The floor of a quotient by an integer is that of the floor of the dividend divided by it.
        let square = &(&root * &root) * &self.radicand.into();
        let whole = Integer::from(square.to_big().sqrt());
        let whole = match root.is_negative() {
            // It is not a square, so the floor of its negative root is one lower.
            true => &-whole - &Integer::ONE,
            false => whole,
        };
        (&rational + &whole).div_floor(&(&self.denominator * divisor))
    }

    /// The number with this number of decimals, rounded to the nearest.
    ///
    /// A rational number that needs fewer has fewer: `1.5`.
    pub fn decimal(&self, decimals: usize) -> String {
        let scale = (0..decimals).fold(Integer::ONE, |power, _| &power * &10.into());
        let two = Integer::from(2);
        let rounded = self.floor_of_multiple(&(&scale * &two), &self.denominator, &two);
        let digits = format!("{:0>width$}", rounded.abs().to_string(), width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        let fraction = match self.is_rational() {
            true => fraction.trim_end_matches('0'),
            false => fraction,
        };
        let sign = if rounded.is_negative() { "-" } else { "" };
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}")
    }

    /// As [`Real::decimal`], if that is the number exactly.
    pub fn exact_decimal(&self, decimals: usize) -> Option<String> {
        let scale = (0..decimals).fold(Integer::ONE, |power, _| &power * &10.into());
        let is_exact = self.is_rational() && scale.mod_floor(&self.denominator).is_zero();
        is_exact.then(|| self.decimal(decimals))
    }
}

/// x^2 compared with d y^2.
fn squares(x: &Integer, y: &Integer, radicand: u64) -> Ordering {
    if let (Some(x), Some(y)) = (x.to_i64(), y.to_i64()) {
        // Squares of machine words are below 2^127.
        let (x, y) = (i128::from(x) * i128::from(x), i128::from(y) * i128::from(y));
        if let Some(multiple) = y.checked_mul(radicand.into()) {
            return x.cmp(&multiple);
        }
    }
    (x * x).cmp(&(&(y * y) * &radicand.into()))
}

/// The number as a^2 d with squarefree d.
///
/// After all primes up to the cube root the remaining factor is 1, a prime, a product of two primes, or the square of
/// one.
fn square_part(number: u64) -> (u64, u64) {
    if number == 0 {
        return (0, 1);
    }
    let (mut rest, mut outer, mut radicand) = (number, 1, 1);
    let mut prime = 2;
    while u128::from(prime) * u128::from(prime) * u128::from(prime) <= u128::from(rest) {
        while rest % (prime * prime) == 0 {
            rest /= prime * prime;
            outer *= prime;
        }
        if rest % prime == 0 {
            rest /= prime;
            radicand *= prime;
        }
        prime += if prime == 2 { 1 } else { 2 };
    }
    let root = rest.isqrt();
    if root * root == rest { (outer * root, radicand) } else { (outer, radicand * rest) }
}

impl Default for Real {
    fn default() -> Self {
        Integer::ZERO.into()
    }
}

impl From<Integer> for Real {
    fn from(number: Integer) -> Self {
        Self { rational: number, root: Integer::ZERO, denominator: Integer::ONE, radicand: 1 }
    }
}

impl From<i64> for Real {
    fn from(number: i64) -> Self {
        Integer::from(number).into()
    }
}

impl Neg for &Real {
    type Output = Real;
    fn neg(self) -> Real {
        let (rational, root) = (-&self.rational, -&self.root);
        Real { rational, root, denominator: self.denominator.clone(), radicand: self.radicand }
    }
}

/// The order of numbers of one field.
///
/// # Panics
/// If they are in two fields.
impl Ord for Real {
    fn cmp(&self, other: &Self) -> Ordering {
        self.in_one_field(other, Self::minus).sign()
    }
}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Real {
    /// A computation with numbers that are known to be in one field.
    pub(super) fn in_one_field(
        &self,
        other: &Self,
        what: impl Fn(&Self, &Self) -> Result<Self, RealError>,
    ) -> Self {
        what(self, other).unwrap_or_else(|error| unreachable!("numbers of one field: {error}"))
    }
}

/// In the form that the reader accepts: `15/2`, `1+sqrt(2)`, `2+3*sqrt(5)/2`.
impl fmt::Display for Real {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reduced = |number: &Integer| {
            let divisor = number.gcd(&self.denominator);
            (number.div_floor(&divisor), self.denominator.div_floor(&divisor))
        };
        let over = |denominator: Integer| match denominator.is_one() {
            true => String::new(),
            false => format!("/{denominator}"),
        };
        let (rational, under) = reduced(&self.rational);
        if !rational.is_zero() || self.is_rational() {
            write!(formatter, "{rational}{}", over(under))?;
        }
        if self.is_rational() {
            return Ok(());
        }
        let (root, under) = reduced(&self.root);
        let sign = match (root.is_negative(), rational.is_zero()) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        };
        let factor = if root.abs().is_one() { String::new() } else { format!("{}*", root.abs()) };
        write!(formatter, "{sign}{factor}sqrt({}){}", self.radicand, over(under))
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
