//! Results by cases, with as few cases as can be, and how they are written.

use super::Found;
use super::case::Case;
use super::polynomial::Polynomial;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::ilp::lexicographic_minimum;
use crate::limit::{Limit, Stop};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};

/// How the parameters were split into cases.
pub enum Tree {
    /// A case that was not split.
    Leaf(Box<(Case, Found)>),
    /// A case and its parts; without parts no parameters belong to it.
    Split(Case, Vec<Tree>),
}

impl Tree {
    /// The cases that were not split.
    pub fn into_leaves(self) -> Vec<(Case, Found)> {
        match self {
            Self::Leaf(leaf) => vec![*leaf],
            Self::Split(_, parts) => parts.into_iter().flat_map(Self::into_leaves).collect(),
        }
    }
}

/// A polynomial over the parameters, and when it holds.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The parameters for which it holds.
    pub case: Case,
    /// The polynomial.
    pub polynomial: Polynomial,
    /// With one parameter: its remainder `residue` by `modulus`.
    pub modulus: Integer,
    /// See `modulus`.
    pub residue: Integer,
    /// What else must hold, as inequalities; without redundant ones.
    pub conditions: Vec<Condition>,
}

/// An inequality or equation between a polynomial over the parameters and 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The left side, affine, with integer coefficients.
    pub left: Polynomial,
    /// How it compares with 0.
    pub relation: Relation,
}

/// The polynomials of the leaves; cases with the same polynomial are joined where together they
/// are a case that was split.
pub fn pieces(
    tree: &Tree,
    select: &dyn Fn(&Found) -> &Polynomial,
    stop: &Stop,
) -> Result<Vec<Piece>, Limit> {
    let joined = join(tree, select, stop)?;
    joined.into_iter().map(|(case, polynomial)| Piece::new(case, polynomial, stop)).collect()
}

fn join(
    tree: &Tree,
    select: &dyn Fn(&Found) -> &Polynomial,
    stop: &Stop,
) -> Result<Vec<(Case, Polynomial)>, Limit> {
    match tree {
        Tree::Leaf(leaf) => Ok(vec![(leaf.0.clone(), select(&leaf.1).clone())]),
        Tree::Split(case, parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(join(part, select, stop)?);
            }
            // One polynomial that is right in all parts.
            for (_, candidate) in &all {
                let mut fits = true;
                for (part, polynomial) in &all {
                    fits = fits && agree(candidate, polynomial, part, stop)?;
                }
                if fits {
                    return Ok(vec![(case.clone(), candidate.clone())]);
                }
            }
            unite(case, &mut all, stop)?;
            Ok(all)
        }
    }
}

/// Joins parts of a case with the same polynomial that one inequality tells apart.
fn unite(whole: &Case, all: &mut Vec<(Case, Polynomial)>, stop: &Stop) -> Result<(), Limit> {
    let mut pairs: Vec<_> =
        (0..all.len()).flat_map(|left| (0..left).map(move |right| (right, left))).collect();
    while let Some((left, right)) = pairs.pop() {
        if left.max(right) < all.len()
            && all[left].1 == all[right].1
            && let Some(both) = union(whole, &all[left].0, &all[right].0, stop)?
        {
            all[left].0 = both;
            all.remove(right);
        }
    }
    Ok(())
}

/// The union of two cases as a case, if it is one: the constraints of each that hold in the
/// other as well, where an inequality f of one is the opposite of one of the other, and f and
/// its opposite give back the two cases.
fn union(whole: &Case, left: &Case, right: &Case, stop: &Stop) -> Result<Option<Case>, Limit> {
    if [left, right].iter().any(|case| case.forms.len() != whole.parameters) {
        return Ok(None);
    }
    for f in left.constraints.iter().filter(|f| f.relation == Relation::AtLeastZero) {
        let opposite = Constraint::at_least_zero((-&f.form).plus(-1));
        if !right.constraints.contains(&opposite) {
            continue;
        }
        let mut both = Case { constraints: Vec::new(), ..whole.clone() };
        for (own, other) in [(left, right), (right, left)] {
            for constraint in &own.constraints {
                if implies(other, constraint, stop)? && !both.constraints.contains(constraint) {
                    both.constraints.push(constraint.clone());
                }
            }
        }
        let mut equal = true;
        for (side, case) in [(f, left), (&opposite, right)] {
            let mut part = both.clone();
            part.constraints.push(side.clone());
            for constraint in &case.constraints {
                equal = equal && implies(&part, constraint, stop)?;
            }
        }
        if equal {
            return Ok(Some(both));
        }
    }
    Ok(None)
}

/// Does the constraint hold throughout the case?
fn implies(case: &Case, constraint: &Constraint, stop: &Stop) -> Result<bool, Limit> {
    let Some(mut region) = case.region(stop, 0)? else { return Ok(true) };
    let below = Constraint::at_least_zero((-&constraint.form).plus(-1));
    let above = Constraint::at_least_zero(constraint.form.clone().plus(-1));
    let equation = constraint.relation == Relation::Zero;
    Ok(!region.can(&below)? && !(equation && region.can(&above)?))
}

/// Have two polynomials the same values throughout the case?  If in doubt, no.
fn agree(left: &Polynomial, right: &Polynomial, case: &Case, stop: &Stop) -> Result<bool, Limit> {
    let mut difference = left.minus(right);
    if difference.is_zero() {
        return Ok(true);
    }
    let Some(mut region) = case.region(stop, 0)? else { return Ok(true) };
    for constraint in &case.constraints {
        let form = &constraint.form;
        let above = Constraint::at_least_zero(form.clone().plus(-1));
        if constraint.relation == Relation::AtLeastZero && region.can(&above)? {
            continue;
        }
        // Here form = 0; in terms of the parameters that may give one of them.
        let equation = Polynomial::from(form).substitute(&case.inverse);
        let terms: Vec<_> =
            equation.terms().filter(|(exponents, _)| !exponents.is_empty()).collect();
        if let Some((exponents, coefficient)) = terms.last() {
            let variable = Polynomial::variable(exponents.len() - 1);
            let rest = equation.scaled(&coefficient.recip()).minus(&variable);
            let value = rest.scaled(&-BigRational::one());
            difference = difference.with(exponents.len() - 1, &value);
        }
    }
    Ok(difference.is_zero())
}

impl Piece {
    /// The piece of a case.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(case: Case, polynomial: Polynomial, stop: &Stop) -> Result<Self, Limit> {
        let mut piece = Self {
            case,
            polynomial,
            modulus: Integer::ONE,
            residue: Integer::ZERO,
            conditions: Vec::new(),
        };
        if piece.case.parameters == 1 {
            if let Some((_, coefficient)) = piece.case.forms[0].terms().next() {
                piece.modulus = coefficient.abs();
                piece.residue = piece.case.forms[0].constant_term().mod_floor(&piece.modulus);
            }
            piece.conditions = range(&piece.case, stop)?;
        } else {
            piece.conditions = reduced(&piece.case, stop)?;
        }
        Ok(piece)
    }

    /// The least and the greatest value of the only parameter, as far as they exist.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn bounds(&self, stop: &Stop) -> Result<(Option<Integer>, Option<Integer>), Limit> {
        bounds(&self.case, stop)
    }

    /// Do the parameters belong to the piece?
    pub fn contains(&self, point: &[Integer]) -> bool {
        let point: Option<Vec<Integer>> = (self.case.inverse.iter())
            .map(|form| {
                let value = form.at(point);
                value.is_integer().then(|| value.to_integer().into())
            })
            .collect();
        point.is_some_and(|point| self.case.constraints.iter().all(|each| each.holds_at(&point)))
    }

    /// The coefficients of a polynomial in one parameter, ascending.
    pub fn coefficients(&self) -> Vec<BigRational> {
        let degree = self.polynomial.terms().map(|(list, _)| list.iter().sum::<u32>()).max();
        (0..=degree.unwrap_or(0))
            .map(|k| {
                let found = self.polynomial.terms().find(|(list, _)| list.iter().sum::<u32>() == k);
                found.map_or_else(BigRational::zero, |(_, coefficient)| coefficient.clone())
            })
            .collect()
    }

    /// The polynomial as mathematicians write it: `14n^3 + 11n + 1`.
    pub fn formula(&self, names: &[String]) -> String {
        self.polynomial.display(names, &Style::Text)
    }

    /// The same in LaTeX.
    pub fn latex(&self, names: &[String]) -> String {
        self.polynomial.display(names, &Style::Latex)
    }

    /// Between which bounds it holds, such as `n >= 2`; with several parameters also for which
    /// remainders.
    pub fn range(&self, names: &[String]) -> String {
        self.conditions_in(names, " >= ", " == ").join(" and ")
    }

    /// When it holds, such as `n >= 2 and n mod 2 == 1`; empty if always.
    pub fn when(&self, names: &[String]) -> String {
        let mut parts = self.conditions_in(names, " >= ", " == ");
        if !self.modulus.is_one() {
            let name = names.first().map_or("", String::as_str);
            parts.push(format!("{name} mod {} == {}", self.modulus, self.residue));
        }
        parts.join(" and ")
    }

    /// The same in LaTeX.
    pub fn when_latex(&self, names: &[String]) -> String {
        let mut parts = self.conditions_in(names, " \\ge ", " = ");
        if !self.modulus.is_one() {
            let name = names.first().map_or("", String::as_str);
            parts.push(format!("{name} \\equiv {} \\pmod{{{}}}", self.residue, self.modulus));
        }
        parts.join(",\\ ")
    }

    fn conditions_in(&self, names: &[String], at_least: &str, equal: &str) -> Vec<String> {
        let written = self.conditions.iter().map(|condition| {
            let relation = match condition.relation {
                Relation::AtLeastZero => at_least,
                Relation::Zero => equal,
            };
            condition.display(names, relation)
        });
        let residues = self.case.residues.iter().filter(|_| self.case.parameters != 1);
        let residues = residues.map(|(form, modulus, residue)| {
            let form = Polynomial::from(form).substitute(&self.case.inverse);
            format!("({}) mod {modulus}{equal}{residue}", form.display(names, &Style::Text))
        });
        written.chain(residues).collect()
    }
}

impl Condition {
    /// Terms with positive coefficients on the left, the others on the right; a lone number
    /// on the left changes sides: `4 >= n` is `n <= 4`.
    fn display(&self, names: &[String], relation: &str) -> String {
        let side = |positive: bool| {
            let mut side = Polynomial::zero();
            for (exponents, coefficient) in self.left.terms() {
                let constant = exponents.is_empty();
                // Numbers stand on the right.
                if (coefficient.is_positive() && !constant) == positive {
                    side = side.plus(&Polynomial::term(exponents, &coefficient.abs()));
                }
                if !positive && constant && coefficient.is_positive() {
                    side = side.minus(&Polynomial::term(
                        exponents,
                        &(coefficient * BigRational::from_integer(2.into())),
                    ));
                }
            }
            side
        };
        let (left, right) = (side(true), side(false));
        if left.is_zero() {
            // c - f >= 0 reads f <= c.
            let flipped = if relation.contains("ge") {
                relation.replace("ge", "le")
            } else {
                relation.replace('>', "<")
            };
            let constant = self.left.constant_part();
            let rest = Polynomial::constant(constant.clone()).minus(&self.left);
            let number = Polynomial::constant(constant);
            return format!(
                "{}{flipped}{}",
                rest.display(names, &Style::Text),
                number.display(names, &Style::Text)
            );
        }
        format!(
            "{}{relation}{}",
            left.display(names, &Style::Text),
            right.display(names, &Style::Text)
        )
    }
}

/// The least and the greatest value of the only parameter, as far as they exist.
fn bounds(case: &Case, stop: &Stop) -> Result<(Option<Integer>, Option<Integer>), Limit> {
    let Some(mut region) = case.region(stop, 0)? else { return Ok((None, None)) };
    let variable = Affine::variable(0);
    let mut bound = |form: &Affine| -> Option<Integer> {
        let least = lexicographic_minimum(region.backend(), std::slice::from_ref(form));
        least.ok().flatten().map(|point| form.at(&point))
    };
    Ok((bound(&variable), bound(&-&variable).map(|value| -value)))
}

/// The range of the only parameter.
fn range(case: &Case, stop: &Stop) -> Result<Vec<Condition>, Limit> {
    let (least, greatest) = bounds(case, stop)?;
    let number = |value: &Integer| Polynomial::constant(BigRational::from(value.to_big()));
    let n = Polynomial::variable(0);
    let mut conditions = Vec::new();
    if let Some(least) = &least {
        let relation =
            if greatest.as_ref() == Some(least) { Relation::Zero } else { Relation::AtLeastZero };
        conditions.push(Condition { left: n.minus(&number(least)), relation });
    }
    if let Some(greatest) = greatest.filter(|greatest| least.as_ref() != Some(greatest)) {
        let left = number(&greatest).minus(&n);
        conditions.push(Condition { left, relation: Relation::AtLeastZero });
    }
    Ok(conditions)
}

/// The constraints of the case in terms of the parameters, without those that follow from the
/// others.
fn reduced(case: &Case, stop: &Stop) -> Result<Vec<Condition>, Limit> {
    let mut kept: Vec<Constraint> = Vec::new();
    let Some(mut region) = case.region(stop, 0)? else { return Ok(Vec::new()) };
    // Inequalities that hold with equality only are equations, each said once.
    for constraint in &case.constraints {
        let above = Constraint::at_least_zero(constraint.form.clone().plus(-1));
        let equation = constraint.relation == Relation::Zero || !region.can(&above)?;
        let relation = if equation { Relation::Zero } else { Relation::AtLeastZero };
        let opposite = -&constraint.form;
        let known = |other: &Constraint| {
            other.relation == relation
                && (other.form == constraint.form || equation && other.form == opposite)
        };
        if !kept.iter().any(known) {
            kept.push(Constraint { form: constraint.form.clone(), relation });
        }
    }
    let mut index = 0;
    while index < kept.len() {
        let one = kept.remove(index);
        let mut without = case.clone();
        without.constraints.clone_from(&kept);
        let implied = match one.relation {
            Relation::Zero => false,
            Relation::AtLeastZero => match without.region(stop, 0)? {
                None => false,
                Some(mut region) => {
                    !region.can(&Constraint::at_least_zero((-&one.form).plus(-1)))?
                }
            },
        };
        if !implied {
            kept.insert(index, one);
            index += 1;
        }
    }
    let quotient = |each: &&Constraint| {
        // The equation that defines a quotient says a remainder, which is written otherwise.
        each.relation == Relation::Zero && each.form.coefficients().len() > case.parameters
    };
    let condition = |each: &Constraint| {
        let left = Polynomial::from(&each.form).substitute(&case.inverse);
        Condition { left: left.integral(), relation: each.relation }
    };
    Ok(kept.iter().filter(|each| !quotient(each)).map(condition).collect())
}

/// How a polynomial is written.
pub enum Style {
    /// `(15n^2 + 4n)/2`
    Text,
    /// `\frac{15n^2 + 4n}{2}`
    Latex,
}

impl Polynomial {
    /// A single term.
    pub fn term(exponents: &[u32], coefficient: &BigRational) -> Self {
        let mut term = Self::constant(coefficient.clone());
        for (variable, &exponent) in exponents.iter().enumerate() {
            for _ in 0..exponent {
                term = term.times(&Self::variable(variable));
            }
        }
        term
    }

    fn constant_part(&self) -> BigRational {
        let constant = self.terms().find(|(exponents, _)| exponents.is_empty());
        constant.map_or_else(BigRational::zero, |(_, coefficient)| coefficient.clone())
    }

    /// The least common denominator of the coefficients.
    pub fn denominator(&self) -> BigInt {
        self.terms().fold(BigInt::one(), |all, (_, coefficient)| all.lcm(coefficient.denom()))
    }

    /// The least multiple with integer coefficients.
    fn integral(&self) -> Self {
        self.scaled(&BigRational::from_integer(self.denominator()))
    }

    /// Writes the polynomial, the highest powers first.
    pub fn display(&self, names: &[String], style: &Style) -> String {
        let denominator = self.denominator();
        let numerator = self.integral();
        let mut terms: Vec<_> = numerator.terms().collect();
        let degree = |list: &[u32]| list.iter().sum::<u32>();
        terms.sort_by(|(a, _), (b, _)| degree(b).cmp(&degree(a)).then_with(|| b.cmp(a)));
        let mut text = String::new();
        for (exponents, coefficient) in &terms {
            let sign = match (text.is_empty(), coefficient.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            let size = coefficient.abs().to_integer();
            if exponents.is_empty() || !size.is_one() {
                text.push_str(&size.to_string());
            }
            let powers = exponents.iter().enumerate().filter(|(_, exponent)| **exponent > 0);
            let powers: Vec<_> = powers
                .map(|(variable, &exponent)| {
                    let name = names.get(variable).map_or("?", String::as_str);
                    match (exponent, style) {
                        (1, _) => name.to_owned(),
                        (_, Style::Text) => format!("{name}^{exponent}"),
                        (_, Style::Latex) => format!("{name}^{{{exponent}}}"),
                    }
                })
                .collect();
            text.push_str(&powers.join(" "));
        }
        if text.is_empty() {
            text.push('0');
        }
        match style {
            _ if denominator.is_one() => text,
            Style::Latex => format!("\\frac{{{text}}}{{{denominator}}}"),
            Style::Text if terms.len() == 1 => format!("{text}/{denominator}"),
            Style::Text => format!("({text})/{denominator}"),
        }
    }
}
