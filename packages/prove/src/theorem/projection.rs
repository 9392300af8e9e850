//! Results in the parameters that the game has.
//!
//! A description may have parameters on which no move depends, such as k and r with n = 2k + r where the moves depend
//! only on n.  Period and preperiod are functions of the others, so both the formulas and the conditions under which
//! they hold can do without them: a formula by the equations that hold, over the rationals; the conditions by
//! projection.
//!
//! *Projection.*  A variable to be eliminated occurs in an equation or in inequalities.  An equation cx + f = 0 says
//! that f is a multiple of c, and everything else, times c, can be written without x.  Inequalities f <= ax and bx <= g
//! have an integer x between them exactly if b f <= a g, provided that a or b is 1, or that a g - b f is at least
//! (a-1)(b-1) by itself (Pugh 1992); and for a = b and a number w = g - f exactly if g mod a <= w.  If none of these is
//! the case, the conditions stay as they are.  If there is an integer between each lower bound and each upper one,
//! there is one between all.
//!
//! Running example: k >= 0, 0 <= r <= 1, n = 2k + r.  Without r that is 0 <= n - 2k <= 1; without k
//! it is n >= 0, as 2n - 2(n-1) = 2 is at least 1.

use super::case::Case;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use crate::model::Description;
use crate::polynomial::Polynomial;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};

/// The most intermediate inequalities.
const MOST_ROWS: usize = 256;

/// The parameters on which no move depends, if there are others.
pub(super) fn foreign(description: &Description) -> Vec<usize> {
    let moved = |it: &usize| {
        let mut ends = description.moves.iter().flat_map(|each| [&each.size, each.greatest()]);
        ends.any(|end| !end.coefficient(*it).is_zero())
    };
    let (own, foreign): (Vec<_>, Vec<_>) = (0..description.parameters.len()).partition(moved);
    if own.is_empty() { Vec::new() } else { foreign }
}

/// A polynomial over the parameters of a case without the foreign ones, as far as equations determine these.
pub(super) fn formula(
    polynomial: &Polynomial,
    case: &Case,
    foreign: &[usize],
    stop: &CancellationToken,
) -> Result<Polynomial, Limit> {
    let mut polynomial = polynomial.clone();
    if !foreign.iter().any(|&parameter| polynomial.degree_in(parameter) > 0) {
        return Ok(polynomial);
    }
    let Some(mut region) = case.region(stop, 0)? else { return Ok(polynomial) };
    let mut equations = Vec::new();
    for constraint in &case.constraints {
        if region.is_equation(constraint)? {
            equations.push(case.in_parameters(&(&constraint.form).into()));
        }
    }
    for &parameter in foreign.iter().rev() {
        let given = equations.iter().position(|equation| equation.degree_in(parameter) > 0);
        let Some(given) = given else { continue };
        let equation = equations.swap_remove(given);
        let variable = Polynomial::variable(parameter);
        let own = equation.terms().find(|(exponents, _)| exponents.len() == parameter + 1);
        let Some((_, coefficient)) =
            own.filter(|(exponents, _)| exponents.iter().sum::<u32>() == 1)
        else {
            continue;
        };
        let rest = equation.scaled(&coefficient.recip()).minus(&variable);
        let value = rest.scaled(&-BigRational::one());
        for equation in &mut equations {
            *equation = equation.with(parameter, &value);
        }
        polynomial = polynomial.with(parameter, &value);
    }
    Ok(polynomial)
}

/// The polynomial with as few and as small terms as possible, using equations that hold, one after another.
///
/// Where n = 2m, the polynomial 2m is n, and m + n is 3m.
pub(super) fn shortened(polynomial: &Polynomial, equations: &[Polynomial]) -> Polynomial {
    let weight = |polynomial: &Polynomial| {
        let sizes = polynomial.terms().map(|(_, coefficient)| coefficient.numer().abs());
        let sum = sizes.fold(BigInt::zero(), |sum, size| sum + size);
        (polynomial.denominator(), polynomial.terms().count(), sum)
    };
    let mut shortest = polynomial.clone();
    loop {
        let known = weight(&shortest);
        let others = equations.iter().flat_map(|equation| {
            let variables = equation.terms().filter(|(exponents, _)| !exponents.is_empty());
            variables.map(|(exponents, coefficient)| {
                let variable = exponents.len() - 1;
                let rest = equation.scaled(&coefficient.recip());
                shortest.with(variable, &Polynomial::variable(variable).minus(&rest))
            })
        });
        match others.min_by_key(weight).filter(|other| weight(other) < known) {
            Some(other) => shortest = other,
            None => return shortest,
        }
    }
}

/// Conditions on integers.
#[derive(Clone, Debug, Default)]
pub(super) struct Projection {
    /// Inequalities and equations.
    pub rows: Vec<Constraint>,
    /// Forms f whose remainder f mod c is at most w: f, c, w.
    pub remainders: Vec<(Affine, Integer, Integer)>,
}

/// The conditions of a case without the foreign parameters and without quotients; `None` if the method does not find
/// them.
pub(super) fn conditions(case: &Case, foreign: &[usize]) -> Option<Projection> {
    let mut projection = Projection { rows: case.constraints.clone(), remainders: Vec::new() };
    let mut left: Vec<usize> =
        foreign.iter().copied().chain(case.parameters..case.forms.len()).collect();
    while !left.is_empty() {
        projection.join_opposites();
        let cost = |&variable: &usize| {
            let size = projection.equation(variable).map(|(_, coefficient)| coefficient.abs());
            // Equations first, the smallest coefficients first.
            (size.is_none(), size.unwrap_or_default())
        };
        let index = (0..left.len()).min_by_key(|&index| cost(&left[index]))?;
        projection.eliminate(left.swap_remove(index))?;
    }
    projection.tighten()?;
    Some(projection)
}

impl Projection {
    /// The equation in which the variable has the smallest coefficient, and that coefficient.
    fn equation(&self, variable: usize) -> Option<(usize, Integer)> {
        let equations = self.rows.iter().enumerate().filter_map(|(index, row)| {
            let coefficient = row.form.coefficient(variable);
            let given = row.relation == Relation::Zero && !coefficient.is_zero();
            given.then(|| (index, coefficient.clone()))
        });
        equations.min_by_key(|(_, coefficient)| coefficient.abs())
    }

    /// Joins two inequalities that hold together only where both are equations into one equation.
    fn join_opposites(&mut self) {
        let mut index = 0;
        while index < self.rows.len() {
            let opposite = -&self.rows[index].form;
            let later = (index + 1..self.rows.len()).find(|&it| self.rows[it].form == opposite);
            if let Some(later) = later {
                self.rows.swap_remove(later);
                self.rows[index].relation = Relation::Zero;
            }
            index += 1;
        }
    }

    fn eliminate(&mut self, variable: usize) -> Option<()> {
        let Some((index, coefficient)) = self.equation(variable) else {
            return self.between(variable);
        };
        // With c > 0 the equation is c x = value.
        let mut value = self.rows.swap_remove(index).form;
        value.add_term(variable, &-&coefficient);
        if coefficient.is_positive() {
            value = -&value;
        }
        let size = coefficient.abs();
        let without = |form: &Affine| {
            let own = form.coefficient(variable).clone();
            let mut scaled = form.times(&size);
            scaled.add_term(variable, &-&(&own * &size));
            scaled.add_multiple(&own, &value);
            scaled
        };
        for row in &mut self.rows {
            if !row.form.coefficient(variable).is_zero() {
                row.form = without(&row.form);
            }
        }
        for (form, modulus, most) in &mut self.remainders {
            if !form.coefficient(variable).is_zero() {
                (*form, *modulus, *most) = (without(form), &*modulus * &size, &*most * &size);
            }
        }
        if !size.is_one() {
            self.remainders.push((value, size, Integer::ZERO));
        }
        Some(())
    }

    /// Eliminates a variable that occurs only in inequalities.
    fn between(&mut self, variable: usize) -> Option<()> {
        if self.remainders.iter().any(|(form, ..)| !form.coefficient(variable).is_zero()) {
            return None;
        }
        let rows = std::mem::take(&mut self.rows);
        let (with, without): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| !row.form.coefficient(variable).is_zero());
        self.rows = without;
        let (lower, upper): (Vec<_>, Vec<_>) =
            with.iter().partition(|row| row.form.coefficient(variable).is_positive());
        for below in &lower {
            for above in &upper {
                // a x + f >= 0 and g - b x >= 0.
                let a = below.form.coefficient(variable);
                let b = &-above.form.coefficient(variable);
                let mut gap = below.form.times(b);
                gap.add_multiple(a, &above.form);
                let needed = &(a - &Integer::ONE) * &(b - &Integer::ONE);
                let enough = gap.is_constant() && *gap.constant_term() >= needed;
                if enough {
                    continue;
                }
                if needed.is_zero() {
                    self.rows.push(Constraint::at_least_zero(gap));
                } else if a == b && gap.is_constant() && !gap.constant_term().is_negative() {
                    let mut greatest = above.form.clone();
                    greatest.add_term(variable, b);
                    let width = gap.constant_term().div_floor(a);
                    self.remainders.push((greatest, a.clone(), width));
                } else {
                    return None;
                }
            }
        }
        (self.rows.len() <= MOST_ROWS).then_some(())
    }

    /// Divides by common factors, and leaves out what always holds; `None` if something never does.
    fn tighten(&mut self) -> Option<()> {
        let mut rows: Vec<Constraint> = Vec::new();
        for Constraint { form, relation } in self.rows.drain(..) {
            let gcd = form.coefficients().iter().fold(Integer::ZERO, |gcd, each| gcd.gcd(each));
            let exact = |gcd: &Integer| form.constant_term().mod_floor(gcd).is_zero();
            if gcd.is_zero() {
                let constant = form.constant_term();
                if constant.is_negative() || relation == Relation::Zero && !constant.is_zero() {
                    return None;
                }
                continue;
            }
            if relation == Relation::Zero && !exact(&gcd) {
                return None;
            }
            let row = Constraint { form: divided(&form, &gcd), relation };
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        self.rows = rows;
        let mut remainders: Vec<(Affine, Integer, Integer)> = Vec::new();
        for (form, modulus, most) in self.remainders.drain(..) {
            let gcd = form.coefficients().iter().fold(modulus.clone(), |gcd, each| gcd.gcd(each));
            // With f = d f' + r and 0 <= r < d, the remainder by d c is d times that of f' by c, plus r.
            let (form, rest) = (divided(&form, &gcd), form.constant_term().mod_floor(&gcd));
            let (modulus, most) = (modulus.div_floor(&gcd), (&most - &rest).div_floor(&gcd));
            if most.is_negative() {
                return None;
            }
            let coefficients = form.coefficients().iter().map(|each| each.mod_floor(&modulus));
            let form = Affine::new(form.constant_term().mod_floor(&modulus), coefficients);
            let always = most.clone() >= &modulus - &Integer::ONE;
            let one = (form, modulus, most);
            if !always && !remainders.contains(&one) {
                remainders.push(one);
            }
        }
        self.remainders = remainders;
        Some(())
    }
}

/// The form divided, with its constant rounded down.
pub(super) fn divided(form: &Affine, divisor: &Integer) -> Affine {
    let quotients = form.coefficients().iter().map(|each| each.div_floor(divisor));
    Affine::new(form.constant_term().div_floor(divisor), quotients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;
    use proptest::prelude::*;

    fn case(source: &str) -> (Case, Description) {
        let description = lang::parse(source, &Default::default()).description.expect(source);
        (Case::new(&description), description)
    }

    #[test]
    fn what_no_move_depends_on_goes() {
        let source = "k >= 0 r >= 0 r <= 1 n == 2k+r { n+1 n+2 } REPEAT _(n+1) A(n+1) B ENDREP";
        let (case, description) = case(source);
        assert_eq!(foreign(&description), [0, 1]);
        let Projection { rows, remainders } = conditions(&case, &[0, 1]).expect("a projection");
        assert_eq!(rows, [Constraint::at_least_zero(Affine::variable(2))]);
        assert!(remainders.is_empty());
        let length = case
            .in_parameters(&Polynomial::variable(0))
            .scaled(&BigRational::from_integer(4.into()));
        let odd = case.with_residue(&Affine::variable(1), 2, 1);
        let odd = odd.where_at_least_zero(&Affine::variable(1).plus(-1));
        let written = formula(&length, &odd, &[0, 1], &CancellationToken::default());
        let expected = Polynomial::variable(2).scaled(&BigRational::from_integer(2.into()));
        let two = Polynomial::constant(BigRational::from_integer(2.into()));
        assert_eq!(written, Ok(expected.minus(&two)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        /// Projections hold exactly where there are values for the eliminated variables.
        #[test]
        fn projections_are_those_of_the_points(
            rows in prop::collection::vec((prop::collection::vec(-3_i64..4, 3), -6_i64..7, any::<bool>()), 1..4),
        ) {
            let (mut case, _) = case("n >= 0 k >= 0 m >= 0 { n+1 } REPEAT _(n+1) A(n+1) ENDREP");
            case.constraints.clear();
            for (coefficients, constant, equation) in &rows {
                let form = Affine::new((*constant).into(), coefficients.iter().map(|&it| it.into()));
                let relation = if *equation { Relation::Zero } else { Relation::AtLeastZero };
                case.constraints.push(Constraint { form, relation });
            }
            // Variables 1 and 2 are eliminated; the values of the first that are needed are within these bounds.
            let Some(projection) = conditions(&case, &[1, 2]) else { return Ok(()) };
            for n in -2_i64..4 {
                let point = [Integer::from(n)];
                let shown = projection.rows.iter().all(|row| row.holds_at(&point))
                    && projection.remainders.iter().all(|(form, modulus, most)| {
                        form.at(&point).mod_floor(modulus) <= *most
                    });
                // Is there an m?  Each row is a bound of it, an equation two.
                let found = (-400_i64..401).any(|k| {
                    let (mut least, mut most) = (i64::MIN, i64::MAX);
                    rows.iter().all(|(coefficients, constant, equation)| {
                        let rest = coefficients[0] * n + coefficients[1] * k + constant;
                        let of_m = coefficients[2];
                        let signs: &[i64] = if *equation { &[1, -1] } else { &[1] };
                        signs.iter().all(|sign| match sign * of_m {
                            0 => sign * rest >= 0,
                            above @ 1.. => {
                                least = least.max(-(sign * rest).div_euclid(above));
                                true
                            }
                            below => {
                                most = most.min((sign * rest).div_euclid(-below));
                                true
                            }
                        })
                    }) && least <= most
                });
                prop_assert_eq!(shown, found, "n = {}", n);
            }
        }
    }
}
