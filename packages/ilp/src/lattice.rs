//! The integer points of a set of equations.
//!
//! Running example: `2x+3y-1 = 0`.  Its integer points are (x, y) = (-1, 1) + (3, -2) t with one free integer t.  In
//! general x = origin + basis * y with free integers y, found by unimodular column operations (the extended Euclidean
//! algorithm in several variables: Schrijver 1986, *Theory of Linear and Integer Programming*, section 4.1 and chapter
//! 5).  Each y is itself an integral linear form in x, so divisibility by y-coefficients is divisibility of a form in
//! x, up to multiples of the equations.

use crate::Integer;
use crate::affine::Affine;

/// The integer points of a set of equations, parametrised by free integers.
#[derive(Clone, Debug)]
pub struct Lattice {
    dimension: usize,
    /// The point at y = 0.
    origin: Vec<Integer>,
    /// One column for each free integer: how it moves the point.
    basis: Vec<Vec<Integer>>,
    /// `coordinates[k]` are the coefficients of y_k as a linear form in x.
    coordinates: Vec<Vec<Integer>>,
    fixed: Vec<Fixed>,
    equations: usize,
    /// Is x = y, so far?
    identity: bool,
}

/// A coordinate that the equations fix.  The coordinate minus its value is a rational
/// combination of the equations.
#[derive(Clone, Debug)]
struct Fixed {
    column: Vec<Integer>,
    combination: Multipliers,
}

/// Rational multipliers of equations with a common positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multipliers {
    /// The number of the equation in order of pushing, and the numerator.
    pub numerators: Vec<(usize, Integer)>,
    /// The common denominator, positive.
    pub denominator: Integer,
}

impl Multipliers {
    fn none() -> Self {
        Self { numerators: Vec::new(), denominator: Integer::ONE }
    }

    /// Adds `factor / divisor` times `other`.
    fn add(&mut self, factor: &Integer, divisor: &Integer, other: &Self) {
        let divisor = divisor * &other.denominator;
        let common = self.denominator.gcd(&divisor);
        let (mine, theirs) =
            (divisor.div_floor(&common), &self.denominator.div_floor(&common) * factor);
        for (_, numerator) in &mut self.numerators {
            *numerator = &*numerator * &mine;
        }
        self.denominator = &self.denominator * &mine;
        for (equation, numerator) in &other.numerators {
            let slot = match self.numerators.iter().position(|(e, _)| e == equation) {
                Some(slot) => slot,
                None => {
                    self.numerators.push((*equation, Integer::ZERO));
                    self.numerators.len() - 1
                }
            };
            self.numerators[slot].1.add_product(&theirs, numerator);
        }
        self.numerators.retain(|(_, numerator)| !numerator.is_zero());
    }
}

/// The equations have no integer solution: this combination of them has integral
/// coefficients and a constant that is not integral.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Empty(pub Multipliers);

/// The inner product.
pub(super) fn dot(a: &[Integer], b: &[Integer]) -> Integer {
    let mut sum = Integer::ZERO;
    for (a, b) in a.iter().zip(b) {
        sum.add_product(a, b);
    }
    sum
}

impl Lattice {
    /// All integer points of a space of this dimension.
    #[must_use]
    pub fn new(dimension: usize) -> Self {
        let mut lattice = Self {
            dimension: 0,
            origin: Vec::new(),
            basis: Vec::new(),
            coordinates: Vec::new(),
            fixed: Vec::new(),
            equations: 0,
            identity: true,
        };
        for _ in 0..dimension {
            lattice.add_variable();
        }
        lattice
    }

    /// Adds one more variable x, without any equation, and returns its number.
    pub fn add_variable(&mut self) -> usize {
        for column in &mut self.basis {
            column.push(Integer::ZERO);
        }
        for row in &mut self.coordinates {
            row.push(Integer::ZERO);
        }
        for fixed in &mut self.fixed {
            fixed.column.push(Integer::ZERO);
        }
        self.origin.push(Integer::ZERO);
        let mut unit = vec![Integer::ZERO; self.dimension];
        unit.push(Integer::ONE);
        self.basis.push(unit.clone());
        self.coordinates.push(unit);
        self.dimension += 1;
        self.dimension - 1
    }

    /// The number of variables x.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The number of free integers y.
    pub fn rank(&self) -> usize {
        self.basis.len()
    }

    /// Intersects with `equation = 0`.
    ///
    /// On an error the lattice stays as it was, except that the equation was numbered.
    ///
    /// ```
    /// use grundy_kernel::affine::Affine;
    /// use grundy_ilp::Lattice;
    /// let mut lattice = Lattice::new(2);
    /// let form = |c: i64, x: i64, y: i64| Affine::new(c.into(), [x.into(), y.into()]);
    /// assert!(lattice.push(&form(-1, 2, 3)).is_ok());
    /// // On the points (-1+3t, 1-2t) the form x is 2 modulo 3.
    /// assert_eq!(lattice.residue(&form(0, 1, 0), &3.into()), Some(2.into()));
    /// assert_eq!(lattice.residue(&form(0, 1, 0), &2.into()), None);
    /// assert!(lattice.push(&form(-1, 2, 0)).is_err());
    /// ```
    pub fn push(&mut self, equation: &Affine) -> Result<(), Empty> {
        let number = self.equations;
        self.equations += 1;
        let (mut coefficients, constant) = self.restrict(equation);
        // The equation minus multiples of the earlier ones is coefficients.y + constant.
        let mut combination =
            Multipliers { numerators: vec![(number, Integer::ONE)], denominator: Integer::ONE };
        let earlier = self.multipliers(equation);
        combination.add(&Integer::from(-1), &Integer::ONE, &earlier);
        let gcd = coefficients.iter().fold(Integer::ZERO, |gcd, c| gcd.gcd(c));
        if gcd.is_zero() {
            if constant.is_zero() {
                return Ok(());
            }
            combination.denominator =
                &(&combination.denominator * &Integer::from(2)) * &constant.abs();
            return Err(Empty(combination));
        }
        if !constant.mod_floor(&gcd).is_zero() {
            combination.denominator = &combination.denominator * &gcd;
            return Err(Empty(combination));
        }
        let pivot = self.gather(&mut coefficients, 0);
        let sign = coefficients[pivot].is_negative();
        let signed = |value: Integer| if sign { -value } else { value };
        let value = signed(-constant.div_floor(&gcd));
        let column = self.basis.remove(pivot);
        self.coordinates.remove(pivot);
        for (coordinate, step) in self.origin.iter_mut().zip(&column) {
            coordinate.add_product(&value, step);
        }
        let mut fixed = Multipliers::none();
        fixed.add(&signed(Integer::ONE), &gcd, &combination);
        self.fixed.push(Fixed { column, combination: fixed });
        self.identity = false;
        Ok(())
    }

    /// Changes the free integers so that, of the `coefficients` from number `first` on, at most one, whose place is
    /// returned, is not 0.  At least one of them must not be 0.
    pub(super) fn gather(&mut self, coefficients: &mut [Integer], first: usize) -> usize {
        loop {
            let pivot = (first..coefficients.len())
                .filter(|&k| !coefficients[k].is_zero())
                .min_by_key(|&k| coefficients[k].abs())
                .unwrap_or(first);
            let mut done = true;
            for k in first..coefficients.len() {
                if k == pivot || coefficients[k].is_zero() {
                    continue;
                }
                let divisor = coefficients[pivot].abs();
                let quotient = coefficients[k].div_floor(&divisor);
                let quotient = if coefficients[pivot].is_negative() { -quotient } else { quotient };
                // a_k y_k + a_p y_p = (a_k - q a_p) y_k + a_p (y_p + q y_k)
                self.shear(k, pivot, &quotient);
                let change = &quotient * &coefficients[pivot];
                coefficients[k] -= &change;
                done &= coefficients[k].is_zero();
            }
            if done {
                return pivot;
            }
        }
    }

    /// Replaces y_p by y_p + q y_k: column k of the basis loses q times column p.
    pub(super) fn shear(&mut self, k: usize, p: usize, q: &Integer) {
        let minus = -q;
        for x in 0..self.dimension {
            let step = self.basis[p][x].clone();
            self.basis[k][x].add_product(&minus, &step);
            let coefficient = self.coordinates[k][x].clone();
            self.coordinates[p][x].add_product(q, &coefficient);
        }
        self.identity = false;
    }

    /// Exchanges the names of two free integers.
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        self.basis.swap(a, b);
        self.coordinates.swap(a, b);
        self.identity = false;
    }

    /// The form on the lattice, in terms of the free integers: (coefficients, constant).
    pub fn restrict(&self, form: &Affine) -> (Vec<Integer>, Integer) {
        let mut coefficients = Vec::new();
        let constant = self.restrict_into(form, &mut coefficients);
        (coefficients, constant)
    }

    /// As [`Lattice::restrict`], re-using the memory of `coefficients`.
    pub(super) fn restrict_into(&self, form: &Affine, coefficients: &mut Vec<Integer>) -> Integer {
        coefficients.clear();
        if self.identity {
            coefficients.extend_from_slice(form.coefficients());
            coefficients.resize(self.basis.len(), Integer::ZERO);
            return form.constant_term().clone();
        }
        coefficients.extend(self.basis.iter().map(|column| dot(form.coefficients(), column)));
        form.at(&self.origin)
    }

    /// The point at these values of the free integers.
    pub fn point(&self, free: &[Integer]) -> Vec<Integer> {
        self.moved(self.origin.clone(), free)
    }

    /// The direction in x in which these changes of the free integers move a point.
    pub(super) fn direction(&self, free: &[Integer]) -> Vec<Integer> {
        self.moved(vec![Integer::ZERO; self.dimension], free)
    }

    fn moved(&self, mut point: Vec<Integer>, free: &[Integer]) -> Vec<Integer> {
        for (value, column) in free.iter().zip(&self.basis).filter(|(value, _)| !value.is_zero()) {
            for (coordinate, step) in point.iter_mut().zip(column) {
                coordinate.add_product(value, step);
            }
        }
        point
    }

    /// The free integer number k as a linear form in x.
    pub fn coordinate(&self, k: usize) -> Affine {
        Affine::new(Integer::ZERO, self.coordinates[k].iter().cloned())
    }

    /// Multipliers such that the form minus this combination of the equations depends only
    /// on the free integers, everywhere and not only on the lattice.
    pub fn multipliers(&self, form: &Affine) -> Multipliers {
        let mut sum = Multipliers::none();
        for fixed in &self.fixed {
            let factor = dot(form.coefficients(), &fixed.column);
            if !factor.is_zero() {
                sum.add(&factor, &Integer::ONE, &fixed.combination);
            }
        }
        sum
    }

    /// The value of the form modulo `modulus`, in 0..|modulus|, if it is the same at every
    /// point of the lattice.  Nothing is known modulo 0.
    pub fn residue(&self, form: &Affine, modulus: &Integer) -> Option<Integer> {
        if modulus.is_zero() {
            return None;
        }
        let modulus = modulus.abs();
        let (coefficients, constant) = self.restrict(form);
        let constant_there = coefficients.iter().all(|c| c.mod_floor(&modulus).is_zero());
        constant_there.then(|| constant.mod_floor(&modulus))
    }
}
