//! Polynomials as mathematicians write them.

use super::Polynomial;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};

/// How a polynomial is written.
pub enum Style {
    /// `(15n^2 + 4n)/2`
    Text,
    /// `\frac{15n^2 + 4n}{2}`
    Latex,
}

/// What is said of a polynomial to people.
pub trait Written {
    /// Writes the polynomial, the highest powers first.  A name may be a power of a number: `3*4^n` is a multiple of the
    /// square of `2^n`.
    fn display(&self, names: &[String], style: &Style) -> String;

    /// The coefficients of a polynomial in the variable 0 alone, ascending.
    fn coefficients(&self) -> Vec<BigRational>;
}

impl Written for Polynomial {
    fn coefficients(&self) -> Vec<BigRational> {
        let degree = |exponents: &[u32]| exponents.first().map_or(0, |&power| power as usize);
        let most = self.terms().map(|(exponents, _)| degree(exponents)).max().unwrap_or(0);
        let mut all = vec![BigRational::zero(); most + 1];
        for (exponents, coefficient) in self.terms() {
            all[degree(exponents)] = coefficient;
        }
        all
    }

    fn display(&self, names: &[String], style: &Style) -> String {
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
            let powers = exponents.iter().enumerate().filter(|(_, exponent)| **exponent > 0);
            let powers: Vec<_> = powers
                .map(|(variable, &exponent)| {
                    let name = names.get(variable).map_or("?", String::as_str);
                    if let Some((base, letter)) = name.split_once('^')
                        && let Ok(base) = base.parse::<BigInt>()
                    {
                        return format!("{}^{letter}", base.pow(exponent));
                    }
                    match (exponent, style) {
                        (1, _) => name.to_owned(),
                        (_, Style::Text) => format!("{name}^{exponent}"),
                        (_, Style::Latex) => format!("{name}^{{{exponent}}}"),
                    }
                })
                .collect();
            let times = match style {
                Style::Text => "*",
                Style::Latex => " \\cdot ",
            };
            if powers.is_empty() || !size.is_one() {
                text.push_str(&size.to_string());
                let is_number = |it: &String| it.starts_with(|it: char| it.is_ascii_digit());
                text.push_str(if powers.first().is_some_and(is_number) { times } else { "" });
            }
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
