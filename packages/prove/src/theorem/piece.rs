//! A polynomial with the parameters for which it holds, and how both are written.

use super::case::Case;
use super::own::{Projection, conditions, shortened};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::ilp::Lattice;
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::{Polynomial, Style, Written as _};
use num_rational::BigRational;
use num_traits::Signed as _;

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
    /// With several parameters: remainders that must lie in a range.
    remainders: Vec<Remainder>,
}

/// The remainder of a form by a number lies between two others.
#[derive(Clone, Debug)]
struct Remainder {
    form: Polynomial,
    modulus: Integer,
    least: Integer,
    most: Integer,
}

/// An inequality or equation between a polynomial over the parameters and 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The left side, affine, with integer coefficients.
    pub left: Polynomial,
    /// How it compares with 0.
    pub relation: Relation,
}

impl Piece {
    /// The piece of a case; what holds is written without the foreign parameters, where that can be
    /// done and the polynomial is written without them too.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(
        case: Case,
        polynomial: Polynomial,
        foreign: &[usize],
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        let mut piece = Self {
            case,
            polynomial,
            modulus: Integer::ONE,
            residue: Integer::ZERO,
            conditions: Vec::new(),
            remainders: Vec::new(),
        };
        if piece.case.parameters == 1 {
            (piece.modulus, piece.residue) = class(&piece.case);
            piece.conditions = range(&piece.case, stop)?;
            return Ok(piece);
        }
        let needed = foreign.iter().any(|&parameter| piece.polynomial.degree_in(parameter) > 0);
        let own =
            if foreign.is_empty() || needed { None } else { conditions(&piece.case, foreign) };
        match own {
            Some(Projection { rows, remainders }) => {
                let case = Case { constraints: rows, ..piece.case.clone() };
                piece.conditions = reduced(&case, stop)?;
                for one in remainders.into_iter().map(remainder) {
                    add(&mut piece.remainders, one);
                }
            }
            None => {
                piece.conditions = reduced(&piece.case, stop)?;
                let residues = piece.case.residues.iter().map(|(form, modulus, residue)| {
                    let form = piece.case.in_parameters(&form.into());
                    let [modulus, residue] = [*modulus, *residue].map(Integer::from);
                    Remainder { form, modulus, least: residue.clone(), most: residue }
                });
                piece.remainders = residues.collect();
            }
        }
        let (equations, others): (Vec<_>, Vec<_>) =
            piece.conditions.iter_mut().partition(|each| each.relation == Relation::Zero);
        let equations: Vec<_> = equations.into_iter().map(|each| each.left.clone()).collect();
        for each in others.into_iter().map(|each| &mut each.left).chain([&mut piece.polynomial]) {
            *each = shortened(each, &equations);
        }
        Ok(piece)
    }

    /// Do the parameters belong to the piece?
    pub fn contains(&self, point: &[Integer]) -> bool {
        self.case.contains(point)
    }

    /// The last number of a piece about one parameter; `None` if it has no end.
    pub fn end(&self) -> Option<Integer> {
        let most = self.lines().filter_map(|(a, b, relation)| match relation {
            Relation::AtLeastZero if !a.is_negative() => None,
            _ if a.is_zero() => None,
            Relation::AtLeastZero => Some(b.div_floor(&a.abs())),
            Relation::Zero => Some((-&b).div_floor(&a)),
        });
        most.min()
    }

    /// The first number that its conditions leave to a piece about one parameter; `None` if they leave all
    /// small ones.
    pub fn start(&self) -> Option<Integer> {
        let least = self.lines().filter_map(|(a, b, relation)| match relation {
            Relation::AtLeastZero if !a.is_positive() => None,
            _ if a.is_zero() => None,
            _ => Some(-b.div_floor(&a)),
        });
        least.max()
    }

    /// The conditions about one parameter: a * n + b, and how it compares with 0.
    fn lines(&self) -> impl Iterator<Item = (Integer, Integer, Relation)> {
        self.conditions.iter().map(|condition| {
            let (mut a, mut b) = (Integer::ZERO, Integer::ZERO);
            for (powers, coefficient) in condition.left.terms() {
                let whole = Integer::from(coefficient.to_integer());
                if powers.iter().any(|&power| power > 0) { a = whole } else { b = whole }
            }
            (a, b, condition.relation)
        })
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
        self.conditions_in(names, &Style::Text).join(" and ")
    }

    /// When it holds, such as `n >= 2 and n mod 2 == 1`; empty if always.
    pub fn when(&self, names: &[String]) -> String {
        let mut parts = self.conditions_in(names, &Style::Text);
        if !self.modulus.is_one() {
            let name = names.first().map_or("", String::as_str);
            parts.push(format!("{name} mod {} == {}", self.modulus, self.residue));
        }
        parts.join(" and ")
    }

    /// The same in LaTeX.
    pub fn when_latex(&self, names: &[String]) -> String {
        let mut parts = self.conditions_in(names, &Style::Latex);
        if !self.modulus.is_one() {
            let name = names.first().map_or("", String::as_str);
            parts.push(format!("{name} \\equiv {} \\pmod{{{}}}", self.residue, self.modulus));
        }
        parts.join(",\\ ")
    }

    fn conditions_in(&self, names: &[String], style: &Style) -> Vec<String> {
        let signs = Signs::of(style);
        let written = self.conditions.iter().map(|condition| condition.display(names, &signs));
        let residues =
            self.remainders.iter().flat_map(|Remainder { form, modulus, least, most }| {
                let Signs { equal, at_least, at_most, remainder } = signs;
                let form = match form.display(names, style) {
                    sum if sum.contains([' ', '-']) => format!("({sum}){remainder}{modulus}"),
                    form => format!("{form}{remainder}{modulus}"),
                };
                if least == most {
                    return vec![format!("{form}{equal}{least}")];
                }
                let lower = (!least.is_zero()).then(|| format!("{form}{at_least}{least}"));
                let bounded = most + &Integer::ONE < *modulus;
                let upper = bounded.then(|| format!("{form}{at_most}{most}"));
                lower.into_iter().chain(upper).collect()
            });
        written.chain(residues).collect()
    }
}

/// How relations and remainders are written, with the blanks around them.
#[derive(Clone, Copy)]
struct Signs {
    equal: &'static str,
    at_least: &'static str,
    at_most: &'static str,
    remainder: &'static str,
}

impl Signs {
    fn of(style: &Style) -> Self {
        match style {
            Style::Text => {
                Self { equal: " == ", at_least: " >= ", at_most: " <= ", remainder: " mod " }
            }
            Style::Latex => {
                Self { equal: " = ", at_least: " \\ge ", at_most: " \\le ", remainder: " \\bmod " }
            }
        }
    }
}

impl Condition {
    /// Terms with positive coefficients on the left, the others on the right; a lone number
    /// on the left changes sides: `4 >= n` is `n <= 4`.
    fn display(&self, names: &[String], signs: &Signs) -> String {
        let (relation, flipped) = match self.relation {
            Relation::AtLeastZero => (signs.at_least, signs.at_most),
            Relation::Zero => (signs.equal, signs.equal),
        };
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
            let constant = self.left.at(&[]);
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

/// By which modulus the only parameter leaves which remainder: all its values in the case are those in
/// its range that do.
///
/// That 3n leaves the remainder 7 by 10 does not give n in terms of the quotient with whole
/// coefficients, so the equations are solved: n = 9 + 10t.
fn class(case: &Case) -> (Integer, Integer) {
    let all = (Integer::ONE, Integer::ZERO);
    let mut lattice = Lattice::new(case.forms.len());
    let mut equations = case.constraints.iter().filter(|it| it.relation == Relation::Zero);
    if case.forms[0].is_constant() || equations.any(|it| lattice.push(&it.form).is_err()) {
        return all;
    }
    let (slopes, start) = lattice.restrict(&Affine::variable(0));
    let modulus = slopes.iter().fold(Integer::ZERO, |all, slope| all.gcd(slope));
    if modulus.is_zero() { all } else { (modulus.clone(), start.mod_floor(&modulus)) }
}

/// That f mod c <= w, as a range of what depends on the parameters in f, if that does not go beyond
/// c - 1 and begin again at 0.
fn remainder((form, modulus, width): (Affine, Integer, Integer)) -> Remainder {
    let least = (-form.constant_term()).mod_floor(&modulus);
    let most = &least + &width;
    if most < modulus {
        let varying = form.clone().plus(-form.constant_term());
        return Remainder { form: (&varying).into(), modulus, least, most };
    }
    Remainder { form: (&form).into(), modulus, least: Integer::ZERO, most: width }
}

/// Adds what must hold as well, to what is known of the same remainder if there is such.
fn add(remainders: &mut Vec<Remainder>, one: Remainder) {
    let same = |other: &&mut Remainder| other.form == one.form && other.modulus == one.modulus;
    match remainders.iter_mut().find(same) {
        Some(known) => {
            known.least = known.least.clone().max(one.least);
            known.most = known.most.clone().min(one.most);
        }
        None => remainders.push(one),
    }
}

/// The range of the only parameter.
fn range(case: &Case, stop: &CancellationToken) -> Result<Vec<Condition>, Limit> {
    let (least, greatest) = case.bounds(&Affine::variable(0), stop)?;
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
fn reduced(case: &Case, stop: &CancellationToken) -> Result<Vec<Condition>, Limit> {
    let mut kept: Vec<Constraint> = Vec::new();
    let Some(mut region) = case.region(stop, 0)? else { return Ok(Vec::new()) };
    // Inequalities that hold with equality only are equations, each said once.
    for constraint in &case.constraints {
        let equation = region.is_equation(constraint)?;
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
    // Of equations only those that do not follow from the others.
    let mut lattice = Lattice::new(case.forms.len());
    kept.retain(|each| {
        let (coefficients, constant) = lattice.restrict(&each.form);
        let follows = constant.is_zero() && coefficients.iter().all(Integer::is_zero);
        each.relation == Relation::AtLeastZero || !follows && lattice.push(&each.form).is_ok()
    });
    let mut index = 0;
    while index < kept.len() {
        let one = kept.remove(index);
        let mut without = case.clone();
        without.constraints.clone_from(&kept);
        let implied = match one.relation {
            Relation::Zero => false,
            Relation::AtLeastZero => match without.region(stop, 0)? {
                None => false,
                Some(mut region) => !region.can(&Constraint::negative(&one.form))?,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;
    use crate::theorem::Context;
    use num_traits::Zero as _;

    /// What is written of a piece says which parameters belong to it, also where the parameter is not
    /// given by the quotient: 3n = 10u + 7.
    #[test]
    fn remainders_are_those_of_the_parameter() {
        let source = "n >= 2 { n } REPEAT _n An ENDREP";
        let description = lang::parse(source, &Default::default()).description.expect("a model");
        let stop = CancellationToken::default();
        let numbers = (1..=6_i64).flat_map(|a| (2..=12_u64).map(move |modulus| (a, modulus)));
        let mut inhabited = 0;
        for (a, modulus) in numbers {
            let form = Affine::new(1.into(), [a.into()]);
            for residue in 0..modulus {
                let part = Case::new(&description).with_residue(&form, modulus, residue);
                // A second split, by a quotient.
                let quotient = Affine::variable(1);
                for case in [part.clone(), part.with_residue(&quotient, 3, residue % 3)] {
                    if Context::new(&case, 0, &stop).expect("no limit").is_none() {
                        continue;
                    }
                    inhabited += 1;
                    let zero = Polynomial::constant(BigRational::zero());
                    let piece = Piece::new(case.clone(), zero, &[], &stop).expect("no limit");
                    let (least, greatest) =
                        case.bounds(&Affine::variable(0), &stop).expect("no limit");
                    assert_eq!(greatest, None);
                    for n in (0..150).map(Integer::from) {
                        let is_said = least.as_ref().is_some_and(|least| *least <= n)
                            && n.mod_floor(&piece.modulus) == piece.residue;
                        let belongs = piece.contains(std::slice::from_ref(&n));
                        assert_eq!(is_said, belongs, "{a}n + 1 = {residue} mod {modulus}, n = {n}");
                    }
                }
            }
        }
        assert!(inhabited > 400, "{inhabited}");
    }

    #[test]
    fn conditions_on_two_parameters_are_written_for_people_and_for_papers() {
        let source = "n >= 2 m <= n m >= 1 { n m } REPEAT _n An ENDREP";
        let description = lang::parse(source, &Default::default()).description.expect("a model");
        let sum = Affine::new(1.into(), [1.into(), 1.into()]);
        let case = Case::new(&description).with_residue(&sum, 3, 2);
        let zero = Polynomial::constant(BigRational::zero());
        let piece = Piece::new(case, zero, &[], &CancellationToken::default()).expect("no limit");
        let names = ["n", "m"].map(str::to_owned);
        assert_eq!(piece.when(&names), "n >= m and m >= 1 and (n + m + 1) mod 3 == 2");
        assert_eq!(piece.when_latex(&names), "n \\ge m,\\ m \\ge 1,\\ (n + m + 1) \\bmod 3 = 2");
    }
}
