//! What a theorem about all m says about the powers of a number.
//!
//! The remainders of b^0, b^1, b^2, ... by a number repeat from one on, each of those that occur again once in a period:
//! so the large n for which b^n is in a class are those of one class, or none.  The few n before are games one by one.

use super::known::computed;
use super::{ClassCycle, Family, Known, Options, Theorem, small_parameters};
use crate::theorem::{Class, Evidence, Exception, Range, Statement};

/// The games of a family whose parameter m is a power of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Powers {
    /// The family of all m.
    pub family: Family,
    /// The number, at least 2.
    pub base: u32,
    /// The name of the exponent.
    pub exponent: char,
    /// The least exponent.
    pub least: i64,
    /// The moves, as they are written: `2^n+1`.
    pub moves: Vec<String>,
}

impl Powers {
    /// What a theorem about all m says about these games.
    pub fn statement(&self, theorem: &Theorem, options: &Options<'_>) -> Statement {
        let Theorem { known, .. } = theorem;
        let said = theorem.statement();
        let classes = known.pieces.iter().map(|piece| piece.class);
        let classes: Vec<_> = classes.chain(said.open.iter().map(|open| open.0)).collect();
        let settled = classes.iter().map(|class| Remainders::new(self.base, *class).settled);
        let least = self.first(self.family.least()).max(self.least);
        let mut from = settled.fold(least, i64::max).max(self.first(known.from));
        let mapped = |piece: &ClassCycle| {
            let class = Remainders::new(self.base, piece.class).exponents()?;
            Some(ClassCycle { class, ..piece.clone() })
        };
        let pieces: Vec<_> = known.pieces.iter().filter_map(mapped).collect();
        let mut exceptions: Vec<_> =
            (least..from).map(|exponent| self.game(exponent, known, &pieces, options)).collect();
        while exceptions.pop_if(|one| one.is_as_said).is_some() {
            from -= 1;
        }
        let unknown = pieces.iter().filter(|piece| piece.preperiod.is_none());
        let unknown = unknown.map(|piece| piece.class).collect();
        let open = said.open.iter().filter_map(|(class, reason)| {
            let class = Remainders::new(self.base, *class).exponents()?;
            let reason =
                format!("with all m in place of {}^{}: {reason}", self.base, self.exponent);
            Some((class, reason))
        });
        let open = open.collect();
        let known = Known { pieces, from, exceptions };
        let evidence = said.evidence.iter().filter_map(|one| self.evidence(one)).collect();
        Statement {
            start: said.start,
            base: Some(self.base),
            range: Some(Range { least, from, class: Class::ALL }),
            period: known.period(),
            preperiod: known.preperiod(),
            unknown,
            exceptions: known.exceptions,
            open,
            evidence,
            ..Statement::new(vec![self.exponent.to_string()], self.moves.clone(), said.rule)
        }
    }

    /// The least exponent whose power is at least this number.
    fn first(&self, number: i64) -> i64 {
        let (mut exponent, mut power) = (0, 1_i64);
        while power < number {
            power = power.saturating_mul(self.base.into());
            exponent += 1;
        }
        exponent
    }

    /// One game, and whether it is as `pieces` say, which are about the exponents.
    fn game(
        &self,
        exponent: i64,
        known: &Known,
        pieces: &[ClassCycle],
        options: &Options<'_>,
    ) -> Exception {
        let power =
            u32::try_from(exponent).ok().and_then(|it| i64::from(self.base).checked_pow(it));
        let Some(m) = power else { return computed(exponent, None) };
        let cycle = |pieces: &[ClassCycle], number: i64| {
            let piece = pieces.iter().find(|piece| piece.class.contains(number))?;
            let numbers = [&piece.period, piece.preperiod.as_ref()?];
            let [period, preperiod] = numbers.map(|number| number.integer_at(&[m.into()]));
            Some(([period?, preperiod?], numbers.iter().all(|number| number.is_least)))
        };
        let below = known.exceptions.iter().find(|one| one.parameter == m);
        let of_law = (m >= known.from).then(|| cycle(&known.pieces, m)).flatten();
        let found = match (below, of_law) {
            (Some(one), _) if one.cycle.is_some() => {
                Exception { parameter: exponent, ..one.clone() }
            }
            (_, Some((cycle, is_least))) => {
                Exception { cycle: Some(cycle), is_least, ..computed(exponent, None) }
            }
            _ => {
                let steps = small_parameters::STEPS;
                let (rule, stop) = (options.rule, &options.stop);
                let found = small_parameters::cycle(&self.family, m, rule, steps, true, stop);
                // A stop leaves the game unknown.
                computed(exponent, found.unwrap_or_default())
            }
        };
        let said = cycle(pieces, exponent).map(|said| said.0);
        Exception { is_as_said: said.is_some() && said == found.cycle, ..found }
    }

    /// What shows the theorem, in terms of the exponent; `None` if it is about no large power.
    fn evidence(&self, one: &Evidence) -> Option<Evidence> {
        Some(match *one {
            Evidence::Description { class, from, size, is_derived } => {
                let remainders = Remainders::new(self.base, class);
                let class = remainders.exponents()?;
                let from = class.at(class.first(self.first(from).max(remainders.settled)));
                Evidence::Description { class, from, size, is_derived }
            }
            Evidence::Trace { classes, from } => {
                Evidence::Trace { classes, from: self.first(from) }
            }
            ref other => other.clone(),
        })
    }
}

/// The remainders of the powers of a number.
struct Remainders {
    class: Class,
    /// Those of b^0, b^1, ... up to the first that occurs again.
    first: Vec<i64>,
    /// The exponent from which on they repeat.
    settled: i64,
}

impl Remainders {
    /// By the modulus of a class.
    fn new(base: u32, class: Class) -> Self {
        let mut first = Vec::new();
        let mut next = 1 % class.modulus;
        loop {
            if let Some(settled) = first.iter().position(|one| *one == next) {
                return Self { class, first, settled: settled as i64 };
            }
            first.push(next);
            let product = i128::from(next) * i128::from(base) % i128::from(class.modulus);
            next = product as i64;
        }
    }

    /// The exponents from which on remainders repeat whose powers are in the class.
    fn exponents(&self) -> Option<Class> {
        let first = self.first.iter().position(|one| *one == self.class.residue)? as i64;
        let period = self.first.len() as i64 - self.settled;
        (first >= self.settled).then(|| Class::of(first, period))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Integer;
    use crate::infer::{Start, infer};
    use crate::lang;
    use crate::model::Rule;
    use crate::sequence::cycle;
    use num_rational::BigRational;

    fn powers(text: &str, start: Option<Start>) -> Powers {
        let (list, _) = lang::family(text).expect("a family");
        let family = Family::new('m', &list.moves, 1).expect("a family");
        let family = match start {
            None => family,
            Some(start) => family.with_start(start),
        };
        let base = list.bases[0].expect("a base");
        let moves = list.moves.iter().map(|one| list.written(one)).collect();
        Powers { family, base, exponent: 'n', least: 0, moves }
    }

    /// The numbers of a statement for an exponent; `None` if nothing is said.
    fn said(of: &Statement, exponent: i64) -> Option<[BigRational; 2]> {
        let range = of.range.expect("a range");
        if exponent < range.from {
            let one = of.exceptions.iter().find(|one| one.parameter == exponent)?;
            return one.cycle.clone().map(|cycle| cycle.map(|it| it.to_big().into()));
        }
        let m = Integer::from(i64::from(of.base.expect("a base")).pow(exponent as u32));
        let number = |laws: &[crate::theorem::Law]| {
            let law = laws.iter().find(|law| law.contains(&[exponent.into()]))?;
            Some(law.numerator().at(std::slice::from_ref(&m)))
        };
        Some([number(&of.period)?, number(&of.preperiod)?])
    }

    /// What is said is what is computed; of all the numbers in place of a power that is not asked.
    #[test]
    fn theorems_are_those_of_the_games() {
        let sink = || Some(Start::sink());
        for (text, start, rule, has) in [
            ("{ 3 5 2^n+1 }", None, Rule::Normal, "2*2^n - 5"),
            ("{ 3 5 2^n+1 }", None, Rule::Mex, "2*2^n - 2"),
            ("{ 3 5 2^n+1 }", sink(), Rule::Normal, "3*2^n - 4"),
            ("{ 2 7 3^n }", None, Rule::Normal, "3*3^n + 15"),
            ("{ 2 7 3^n }", None, Rule::Misere, "3^n + 2"),
            ("{ 1 2^n 2^n+1 }", None, Rule::Normal, "2*2^n"),
            ("{ 1 3^n 3^n+1 }", None, Rule::Mex, "2*3^n + 1"),
            ("{ 2 3 10^n+1 }", None, Rule::Normal, "10^n + 4"),
            ("{ 3*2^(n+1)-1 2^n 5 }", None, Rule::Normal, "34*2^n + 40"),
            ("{ 2^n 4*2^n 12*2^n+1 16*2^n+1 }", None, Rule::Normal, "56*8^n + 52*4^n + 9*2^n + 1"),
        ] {
            let (powers, options) = (powers(text, start), Options { rule, ..Options::default() });
            let of = powers.statement(&infer(&powers.family, &options), &options);
            assert!(of.is_whole(), "{text} {rule}: {of:?}");
            // A period of degree 3 is long.
            let most = if has.contains("8^n") { 100 } else { 3000 };
            let laws = of.period.iter().chain(&of.preperiod);
            let formulas: Vec<_> = laws.map(|law| law.formula(&of.variables())).collect();
            assert!(formulas.iter().any(|formula| formula == has), "{text} {rule}: {formulas:?}");
            for exponent in (0..12).filter(|it| i64::from(powers.base).pow(*it) < most) {
                let m = i64::from(powers.base).pow(exponent);
                let Some(game) = powers.family.game(m, rule).expect("moves") else { continue };
                if m < powers.family.least() {
                    continue;
                }
                let known = cycle(&game, 1 << 25, &options.stop).expect("a cycle");
                let known =
                    [known.period, known.preperiod].map(|it| BigRational::from_integer(it.into()));
                assert_eq!(
                    said(&of, exponent.into()),
                    Some(known.clone()),
                    "{text} {rule} {exponent}"
                );
                // A statement about powers of another number would be wrong somewhere.
                let other = Statement { base: Some(powers.base + 1), ..of.clone() };
                let is_formula = i64::from(exponent) >= of.range.expect("a range").from;
                let constant = |laws: &[crate::theorem::Law]| {
                    laws.iter().all(|law| law.numerator().degree_in(0) == 0)
                };
                if is_formula && exponent > 0 && !constant(&of.period) && of.period.len() == 1 {
                    assert_ne!(
                        said(&other, exponent.into()),
                        Some(known),
                        "{text} {rule} {exponent}"
                    );
                }
            }
        }
    }

    /// Classes without powers need no theorem, and those with powers do.
    #[test]
    fn only_classes_with_powers_count() {
        let powers = powers("{ 2 3 2^n-1 }", None);
        let options = Options::default();
        let mut theorem = infer(&powers.family, &options);
        assert_eq!(theorem.known.pieces.len(), 5);
        let open = theorem.known.pieces.remove(0).class;
        let reason = crate::infer::Open { parameter: 7, reason: crate::infer::Reason::Values };
        theorem.open.push((open, reason.clone()));
        let of = powers.statement(&theorem, &options);
        assert_eq!(open, Class { modulus: 5, residue: 0 });
        assert!(of.is_whole() && of.open.is_empty());
        let open = theorem.known.pieces.remove(0).class;
        theorem.open.push((open, reason));
        let of = powers.statement(&theorem, &options);
        assert!(!of.is_whole() && of.open.len() == 1);
        assert_eq!(of.open[0].0, Class { modulus: 4, residue: 0 });
        assert_eq!(said(&of, 40), None);
    }

    #[test]
    fn exponents_of_a_class_are_a_class() {
        let class = |modulus, residue| Class { modulus, residue };
        let found = |base, of: Class| {
            let remainders = Remainders::new(base, of);
            (remainders.settled, remainders.exponents())
        };
        assert_eq!(found(2, class(8, 0)), (3, Some(Class::ALL)));
        assert_eq!(found(2, class(8, 4)), (3, None));
        assert_eq!(found(2, class(7, 4)), (0, Some(class(3, 2))));
        assert_eq!(found(2, class(7, 3)), (0, None));
        assert_eq!(found(2, class(24, 16)), (3, Some(class(2, 0))));
        assert_eq!(found(3, Class::ALL), (0, Some(Class::ALL)));
        for (base, modulus) in [(2, 24), (6, 40), (10, 7), (12, 90)] {
            for residue in 0..modulus {
                let (settled, exponents) = found(base, class(modulus, residue));
                for exponent in settled..settled + 60 {
                    let power = num_bigint::BigInt::from(base).pow(exponent as u32) % modulus;
                    let is_there = exponents.is_some_and(|it| it.contains(exponent));
                    assert_eq!(
                        is_there,
                        power == residue.into(),
                        "{base}^{exponent} mod {modulus}"
                    );
                }
            }
        }
    }
}
