//! A number that holds for some parameters, and how both are written.

use super::Class;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::polynomial::{Polynomial, Style, Written as _};
use num_rational::BigRational;

/// A period, a preperiod, or another number, as a polynomial over the parameters, with the conditions under which it
/// holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The polynomial; the number is this over the divisor.
    pub(super) polynomial: Polynomial,
    /// The number is the polynomial, divided by the greatest common divisor of these two forms.
    pub divisor: Option<[Affine; 2]>,
    /// Is it proved that no smaller number has the property?
    pub is_least: bool,
    /// With one parameter: the classes, one of which it must be in.
    pub classes: Vec<Class>,
    /// What else must hold, as inequalities without redundant ones.
    pub conditions: Vec<Constraint>,
    /// Remainders that must be in a range.
    pub(super) remainders: Vec<Remainder>,
}

/// The condition that the remainder of a form by a number is between two others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remainder {
    pub form: Polynomial,
    pub modulus: Integer,
    pub least: Integer,
    pub most: Integer,
}

impl Law {
    /// A law for all parameters.
    pub fn new(polynomial: Polynomial, is_least: bool) -> Self {
        let (classes, conditions) = (vec![Class::ALL], Vec::new());
        Self { polynomial, divisor: None, is_least, classes, conditions, remainders: Vec::new() }
    }

    /// The same, for the polynomial divided by the greatest common divisor of these forms.
    #[must_use]
    pub(super) fn over(self, divisor: [Affine; 2]) -> Self {
        let is_one = |form: &Affine| {
            form.is_constant() && [Integer::ONE, Integer::from(-1)].contains(form.constant_term())
        };
        let divisor = simplest(divisor);
        // What divides both forms is a number.
        let numbers = divisor
            .iter()
            .flat_map(|form| form.coefficients().iter().chain([form.constant_term()]));
        let content = numbers.fold(Integer::ZERO, |all, number| all.gcd(number));
        if content.is_zero() || content.is_one() {
            let divisor = Some(divisor).filter(|forms| !forms.iter().any(is_one));
            return Self { divisor, ..self };
        }
        let of = |number: &Integer| number.div_floor(&content);
        let part = |form: &Affine| {
            Affine::new(of(form.constant_term()), form.coefficients().iter().map(of))
        };
        let fraction = BigRational::new(1.into(), content.to_big());
        let polynomial = self.polynomial.scaled(&fraction);
        Self { polynomial, ..self }.over(divisor.each_ref().map(part))
    }

    /// Does the number depend on this parameter?
    pub(super) fn depends_on(&self, parameter: usize) -> bool {
        let mut forms = self.divisor.iter().flatten();
        self.polynomial.degree_in(parameter) > 0
            || forms.any(|form| !form.coefficient(parameter).is_zero())
    }

    /// The same for the values of one parameter that are at least this one and in one of these classes.
    #[must_use]
    pub fn from(self, from: i64, classes: Vec<Class>) -> Self {
        let conditions = vec![Constraint::at_least(&Affine::variable(0), &Affine::constant(from))];
        Self { classes, conditions, ..self }
    }

    /// The same about other parameters: `divisor` times its own are these forms of them, and they satisfy these
    /// constraints.  There is a law for each class.
    pub fn in_terms_of(
        &self,
        forms: &[Affine],
        divisor: i64,
        constraints: &[Constraint],
    ) -> Vec<Self> {
        let fraction = BigRational::new(1.into(), divisor.into());
        let values: Vec<_> =
            forms.iter().map(|form| Polynomial::from(form).scaled(&fraction)).collect();
        let divisor = Integer::from(divisor);
        // The form of the old parameters, times the divisor.
        let multiple = |form: &Affine| {
            let more = form.constant_term() * &(&divisor - &Integer::ONE);
            form.substitute(forms).plus(more)
        };
        let own = self.conditions.iter().map(|Constraint { form, relation }| Constraint {
            form: multiple(form),
            relation: *relation,
        });
        let conditions: Vec<_> = constraints.iter().cloned().chain(own).collect();
        let times = |Remainder { form, modulus, least, most }: &Remainder| Remainder {
            form: form.substitute(&values).scaled(&fraction.recip()),
            modulus: modulus * &divisor,
            least: least * &divisor,
            most: most * &divisor,
        };
        let law = |class: &Class| {
            let class = (class.modulus > 1).then(|| Remainder {
                form: Polynomial::variable(0),
                modulus: class.modulus.into(),
                least: class.residue.into(),
                most: class.residue.into(),
            });
            let polynomial = self.polynomial.substitute(&values);
            let law = Self {
                polynomial,
                divisor: None,
                is_least: self.is_least,
                classes: vec![Class::ALL],
                conditions: conditions.clone(),
                remainders: self.remainders.iter().chain(&class).map(times).collect(),
            };
            match &self.divisor {
                None => law,
                Some(forms) => {
                    let polynomial = law.polynomial.scaled(&fraction.recip());
                    Self { polynomial, ..law }.over(forms.each_ref().map(multiple))
                }
            }
        };
        self.classes.iter().map(law).collect()
    }

    /// The same for parameters of which one leaves this remainder.
    #[must_use]
    pub fn with_class(mut self, parameter: usize, class: Class) -> Self {
        self.remainders.push(Remainder {
            form: Polynomial::variable(parameter),
            modulus: class.modulus.into(),
            least: class.residue.into(),
            most: class.residue.into(),
        });
        self
    }

    /// The class of the only parameter, if there is only one and no other remainder is restricted.
    pub fn class(&self) -> Option<Class> {
        match self.classes[..] {
            [only] if self.remainders.is_empty() => Some(only),
            _ => None,
        }
    }

    /// Is it about this value of the only parameter?
    pub(super) fn is_about(&self, number: i64) -> bool {
        let holds = |condition: &Constraint| condition.holds_at(&[number.into()]);
        self.classes.iter().any(|class| class.contains(number)) && self.conditions.iter().all(holds)
    }

    /// Is it about these values of the parameters?
    pub fn contains(&self, point: &[Integer]) -> bool {
        let in_class = |class: &Class| {
            let value = point.first().map(|value| value.mod_floor(&class.modulus.into()));
            class.modulus == 1 || value == Some(class.residue.into())
        };
        let in_range = |Remainder { form, modulus, least, most }: &Remainder| {
            let value = form.at(point);
            let value = Integer::from(value.to_integer()).mod_floor(modulus);
            (least..=most).contains(&&value)
        };
        self.classes.iter().any(in_class)
            && self.conditions.iter().all(|condition| condition.holds_at(point))
            && self.remainders.iter().all(in_range)
    }

    /// The last value that its conditions allow for the only parameter; `None` if there is none.
    pub fn end(&self) -> Option<Integer> {
        self.bounds(true).min()
    }

    /// The first value that they allow; `None` if they allow all small ones.
    pub fn start(&self) -> Option<Integer> {
        self.bounds(false).max()
    }

    /// The bounds of the only parameter, those above it or those below.
    fn bounds(&self, above: bool) -> impl Iterator<Item = Integer> {
        let forms = self.conditions.iter().flat_map(|Constraint { form, relation }| {
            let opposite = (*relation == Relation::Zero).then(|| -form);
            opposite.into_iter().chain([form.clone()])
        });
        forms.filter(|form| !form.is_constant()).filter_map(move |form| {
            let coefficient = form.coefficient(0);
            let bound = form.constant_term().div_floor(&coefficient.abs());
            (coefficient.is_negative() == above).then(|| if above { bound } else { -bound })
        })
    }

    /// The number for these parameters.
    ///
    /// ```
    /// use grundy_prove::theorem::{TheoremOptions, theorem};
    /// let text = "a >= 2 r >= 1 r <= a-1 { a 2a+r 3a+r } REPEAT u=0 IN 0..a-1 -(a-u) +a
    ///   IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a -a +a FI -v +(2a+r) ENDREP";
    /// let description = grundy_language::lang::parse(text, &Default::default()).description.unwrap();
    /// let theorem = theorem(&description, &TheoremOptions::default()).unwrap();
    /// let law = &theorem.period[0];
    /// assert_eq!(law.formula(&theorem.parameters), "(4a^2 + 3a r)/gcd(a, r)");
    /// assert_eq!(law.at(&[6.into(), 4.into()]), num_rational::BigRational::from_integer(108.into()));
    /// ```
    pub fn at(&self, point: &[Integer]) -> BigRational {
        let value = self.polynomial.at(point);
        match &self.divisor {
            None => value,
            Some([one, other]) => {
                let common = one.at(point).gcd(&other.at(point));
                value / BigRational::from_integer(common.to_big())
            }
        }
    }

    /// The same if that is an integer.
    pub fn integer_at(&self, point: &[Integer]) -> Option<Integer> {
        let value = self.at(point);
        value.is_integer().then(|| value.to_integer().into())
    }

    /// The number by whose remainders of the only parameter the divisor is known; `None` if there is no divisor, or no
    /// such number.
    ///
    /// A common divisor of an + b and cn + d divides a(cn + d) - c(an + b) = ad - bc.
    pub fn divisor_modulus(&self) -> Option<Integer> {
        let [one, other] = self.divisor.as_ref()?;
        let product = |one: &Affine, other: &Affine| one.coefficient(0) * other.constant_term();
        let modulus = (&product(one, other) - &product(other, one)).abs();
        (!modulus.is_zero()).then_some(modulus)
    }

    /// The same number for the values of the only parameter in a class, without a divisor if that is the same for all.
    #[must_use]
    pub fn in_class(&self, class: Class) -> Self {
        let (Some(modulus), Some([one, other])) = (self.divisor_modulus(), &self.divisor) else {
            return self.clone();
        };
        if !Integer::from(class.modulus).mod_floor(&modulus).is_zero() {
            return self.clone();
        }
        let at = [Integer::from(class.residue)];
        let common = BigRational::from_integer(one.at(&at).gcd(&other.at(&at)).to_big());
        Self { polynomial: self.polynomial.scaled(&common.recip()), divisor: None, ..self.clone() }
    }

    /// The polynomial, before it is divided.
    pub fn numerator(&self) -> &Polynomial {
        &self.polynomial
    }

    /// The number as a polynomial; `None` if it is none.
    pub fn polynomial(&self) -> Option<&Polynomial> {
        self.divisor.is_none().then_some(&self.polynomial)
    }

    /// The coefficients of a polynomial in one parameter, ascending; `None` if the number is no polynomial.
    pub fn coefficients(&self) -> Option<Vec<String>> {
        Some(self.polynomial()?.coefficients().iter().map(ToString::to_string).collect())
    }

    /// The same number for the parameters of another law.
    #[must_use]
    pub fn where_holds(&self, other: &Self) -> Self {
        let Self { polynomial, divisor, is_least, .. } = self.clone();
        Self { polynomial, divisor, is_least, ..other.clone() }
    }

    /// The number as mathematicians write it: `14n^3 + 11n + 1`, `(4a^2 + 3ar)/gcd(a, r)`.
    pub fn formula(&self, names: &[String]) -> String {
        let polynomial = self.polynomial.display(names, &Style::Text);
        match self.divisor(names, &Style::Text) {
            Some(divisor) => format!("({polynomial})/gcd({divisor})"),
            None => polynomial,
        }
    }

    /// The same in LaTeX.
    pub fn latex(&self, names: &[String]) -> String {
        let polynomial = self.polynomial.display(names, &Style::Latex);
        match self.divisor(names, &Style::Latex) {
            Some(divisor) => format!("\\frac{{{polynomial}}}{{\\gcd({divisor})}}"),
            None => polynomial,
        }
    }

    fn divisor(&self, names: &[String], style: &Style) -> Option<String> {
        let forms = self.divisor.as_ref()?;
        let written = forms.iter().map(|form| Polynomial::from(form).display(names, style));
        Some(written.collect::<Vec<_>>().join(", "))
    }

    /// The bounds between which it holds, such as `n >= 2`; with several parameters also the remainders for which it
    /// does.
    pub fn range(&self, names: &[String]) -> String {
        self.conditions_in(names, &Style::Text).join(" and ")
    }

    /// When it holds, such as `n >= 2 and n mod 2 == 1`; empty if always.
    pub fn when(&self, names: &[String]) -> String {
        self.hypotheses(names).join(" and ")
    }

    /// The same law among parameters that satisfy its inequalities.
    #[must_use]
    pub fn in_its_range(&self) -> Self {
        Self { conditions: Vec::new(), ..self.clone() }
    }

    /// The same in LaTeX.
    pub fn when_latex(&self, names: &[String]) -> String {
        let mut parts = self.conditions_in(names, &Style::Latex);
        if let (Some(name), Some(Class { modulus: modulus @ 2.., .. })) =
            (names.first(), self.classes.first())
        {
            let residues = Class::residues(&self.classes);
            parts.push(format!("{name} \\equiv {residues} \\pmod{{{modulus}}}"));
        }
        parts.join(",\\ ")
    }

    /// What holds when it does, each condition by itself.
    pub fn hypotheses(&self, names: &[String]) -> Vec<String> {
        let class = names.first().and_then(|name| Class::written(&self.classes, name));
        self.conditions_in(names, &Style::Text).into_iter().chain(class).collect()
    }

    /// The same for parameters that another law is also about; `None` if their remainders exclude each other.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let mut both = self.clone();
        both.conditions.extend(other.conditions.iter().cloned());
        for one in &other.remainders {
            let same = |it: &&Remainder| it.form == one.form && it.modulus == one.modulus;
            if !self.remainders.iter().any(|it| same(&it)) {
                both.remainders.push(one.clone());
            }
        }
        for own in &mut both.remainders {
            let same = |it: &&Remainder| it.form == own.form && it.modulus == own.modulus;
            for one in other.remainders.iter().filter(same) {
                let (least, most) = (
                    one.least.clone().max(own.least.clone()),
                    one.most.clone().min(own.most.clone()),
                );
                (own.least, own.most) = (least, most);
            }
            if own.least > own.most {
                return None;
            }
        }
        Some(both)
    }

    /// The law for the parameters of two that differ in the remainders of one form, if these follow on each other.
    #[must_use]
    pub fn or(&self, other: &Self) -> Option<Self> {
        let without = |index: usize| {
            let mut rest = self.clone();
            (rest.remainders.remove(index), rest)
        };
        (0..self.remainders.len()).find_map(|index| {
            let (own, mut rest) = without(index);
            let place = other
                .remainders
                .iter()
                .position(|it| it.form == own.form && it.modulus == own.modulus)?;
            let mut alike = other.clone();
            let one = alike.remainders.remove(place);
            let [own_sides, sides] =
                [&rest, &alike].map(|law| law.conditions.iter().map(sides).collect::<Vec<_>>());
            let has_all = |one: &[_], other: &[_]| one.iter().all(|it| other.contains(it));
            alike.conditions.clone_from(&rest.conditions);
            if alike != rest || !has_all(&own_sides, &sides) || !has_all(&sides, &own_sides) {
                return None;
            }
            let (first, second) = if own.least <= one.least { (own, one) } else { (one, own) };
            if second.least > &first.most + &Integer::ONE {
                return None;
            }
            let both = Remainder { most: first.most.max(second.most), ..first };
            let is_every = both.least.is_zero() && &both.most + &Integer::ONE >= both.modulus;
            if !is_every {
                rest.remainders.insert(index, both);
            }
            Some(rest)
        })
    }

    fn conditions_in(&self, names: &[String], style: &Style) -> Vec<String> {
        // Parameter by parameter, bounds below before those above.
        let mut conditions: Vec<_> = self.conditions.iter().map(sides).collect();
        conditions.sort_by_key(|(left, sign, _)| (left.coefficients().len(), *sign == "<="));
        let side = |side: &Affine| Polynomial::from(side).display(names, &Style::Text);
        let written = (conditions.iter())
            .map(|(left, sign, right)| format!("{} {sign} {}", side(left), side(right)));
        let residues =
            self.remainders.iter().flat_map(|Remainder { form, modulus, least, most }| {
                let form = match form.display(names, style) {
                    sum if sum.contains([' ', '-']) => format!("({sum}) mod {modulus}"),
                    form => format!("{form} mod {modulus}"),
                };
                if least == most {
                    return vec![format!("{form} == {least}")];
                }
                let lower = (!least.is_zero()).then(|| format!("{form} >= {least}"));
                let bounded = most + &Integer::ONE < *modulus;
                let upper = bounded.then(|| format!("{form} <= {most}"));
                lower.into_iter().chain(upper).collect()
            });
        let signs: &[_] = match style {
            Style::Text => &[],
            Style::Latex => {
                &[(" == ", " = "), (" >= ", " \\ge "), (" <= ", " \\le "), (" mod ", " \\bmod ")]
            }
        };
        let signed =
            |text| signs.iter().fold(text, |text: String, (own, sign)| text.replace(own, sign));
        written.chain(residues).map(signed).collect()
    }
}

/// Two forms with the same greatest common divisor, and as few terms as possible.
///
/// A gcd does not depend on multiples of one number that are added to the other.  So of forms in one parameter one
/// becomes a constant, as in Euclid's algorithm: gcd(100n + 1, 37n) is gcd(n + 10, 37).
fn simplest([mut one, mut other]: [Affine; 2]) -> [Affine; 2] {
    let variables = |form: &Affine| form.terms().map(|(variable, _)| variable).collect::<Vec<_>>();
    let less = |form: &Affine, by: &Affine, variable: usize| {
        let times = form.coefficient(variable).div_floor(by.coefficient(variable));
        form - &by.times(&times)
    };
    match (&variables(&one)[..], &variables(&other)[..]) {
        (&[variable], [same]) if variable == *same => {
            let given = [one.clone(), other.clone()];
            while !other.coefficient(variable).is_zero() {
                (one, other) = (other.clone(), less(&one, &other, variable));
            }
            let modulus = other.constant_term().abs();
            if modulus.is_zero() {
                [one, other] = given;
            } else {
                let constant = one.constant_term().clone();
                one = one.plus(&constant.mod_floor(&modulus) - &constant);
            }
        }
        _ => {
            let shorter = one
                .terms()
                .filter(|(variable, by)| other.coefficient(*variable).mod_floor(by).is_zero());
            let least = shorter
                .map(|(variable, _)| less(&other, &one, variable))
                .min_by_key(|form| form.terms().count());
            let size = other.terms().count();
            other = least.filter(|form| form.terms().count() < size).unwrap_or(other);
        }
    }
    // Nor does it depend on signs.
    let is_negative = |form: &Affine| {
        form.terms().next().map_or(form.constant_term(), |(_, first)| first).is_negative()
    };
    [one, other].map(|form| if is_negative(&form) { -&form } else { form })
}

/// A condition as it is written: the last of its parameters on the left, with a positive coefficient, then a relation,
/// then all else: b, `<=` and 2a for 2a - b >= 0.
pub fn sides(Constraint { form, relation }: &Constraint) -> (Affine, &'static str, Affine) {
    let mut left = Affine::zero();
    if let Some((variable, coefficient)) = form.terms().last() {
        left.add_term(variable, coefficient);
    }
    let right = &left - form;
    let is_negative = left.coefficients().last().is_some_and(Integer::is_negative);
    let sign = match relation {
        Relation::Zero => "==",
        Relation::AtLeastZero if is_negative => "<=",
        Relation::AtLeastZero => ">=",
    };
    if is_negative { (-&left, sign, -&right) } else { (left, sign, right) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Forms over as many parameters.
    fn divisor(parameters: usize) -> impl Strategy<Value = [Affine; 2]> {
        let form = prop::collection::vec(-20_i64..=20, parameters + 1);
        let form = form.prop_map(|numbers| {
            let (constant, coefficients) = numbers.split_first().expect("a constant");
            Affine::new((*constant).into(), coefficients.iter().copied().map(Integer::from))
        });
        [form.clone(), form]
    }

    fn over(divisor: &[Affine; 2]) -> Law {
        let one = Polynomial::from(&Affine::constant(1));
        Law { divisor: Some(divisor.clone()), ..Law::new(one, false) }
    }

    proptest! {
        #[test]
        fn divisors_in_fewer_terms_are_the_same(
            divisor in (1..=2_usize).prop_flat_map(divisor),
            point in [0..1000_i64, 0..1000_i64],
        ) {
            let simple = simplest(divisor.clone());
            let terms = |forms: &[Affine; 2]| {
                forms.iter().map(|form| form.terms().count()).sum::<usize>()
            };
            prop_assert!(terms(&simple) <= terms(&divisor));
            let gcd = |forms: &[Affine; 2]| {
                let [one, other] = forms.each_ref().map(|form| form.at(&point.map(Integer::from)));
                one.gcd(&other)
            };
            prop_assert_eq!(gcd(&divisor), gcd(&simple));
            if !gcd(&divisor).is_zero() {
                let point = point.map(Integer::from);
                let law = Law { divisor: None, ..over(&divisor) }.over(divisor.clone());
                prop_assert_eq!(law.at(&point), over(&divisor).at(&point));
            }
        }

        /// Classes by multiples of a modulus determine a divisor, and those by others do not.
        #[test]
        fn divisors_are_numbers_in_classes(
            divisor in divisor(1),
            parameter in 0..1000_i64,
            times in 1..4_i64,
        ) {
            let law = over(&divisor);
            let modulus = law.divisor_modulus().and_then(|modulus| modulus.to_i64());
            prop_assume!(modulus.is_some());
            let modulus = modulus.unwrap_or(1);
            let at = [parameter.into()];
            let here = law.in_class(Class::of(parameter, times * modulus));
            prop_assert!(here.divisor.is_none());
            prop_assert_eq!(here.at(&at), law.at(&at));
            if modulus > 1 {
                let other = law.in_class(Class::of(parameter, times * modulus + 1));
                prop_assert_eq!(other.divisor, law.divisor);
            }
        }
    }

    #[test]
    fn a_gcd_in_one_parameter_has_a_constant() {
        let form = |slope: i64, summand: i64| Affine::new(summand.into(), [slope.into()]);
        assert_eq!(simplest([form(100, 1), form(37, 0)]), [form(1, 10), form(0, 37)]);
        assert_eq!(simplest([form(4, 2), form(6, 3)]), [form(4, 2), form(6, 3)]);
        assert_eq!(over(&[form(4, 2), form(6, 3)]).divisor_modulus(), None);
        let names = ["n".to_owned()];
        let number = Polynomial::from(&form(111, 0));
        let law = Law::new(number, false).over([form(3, 30), form(0, 111)]);
        assert_eq!(law.formula(&names), "(37n)/gcd(n + 10, 37)");
    }
}
