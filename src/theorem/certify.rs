//! Theorems, written down for [`crate::minimality`].
//!
//! The steps that led to a theorem are gone through once more, now with a reason for each.  What
//! asks for the reasons is the same code that will ask when the certificate is checked.

use super::case::Case;
use super::item::Item;
use super::join::{By, Tree};
use super::polynomial::Polynomial;
use super::{Found, Theorem, unique};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::{Outside, Record, Region, Unwritten};
use crate::ilp::BackendKind;
use crate::limit::{Limit, Stop};
use crate::minimality::item::MOST_LOOPS;
use crate::minimality::rewrite::{Judge, Refusal};
use crate::minimality::step::{Formula, Pattern, Step};
use crate::minimality::{Finder, Reader, least};
use crate::model::{Alphabet, Description};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::One as _;

/// Why something is not written.
#[derive(Debug)]
enum Trouble {
    Limit(Limit),
    NoWords(&'static str),
}

impl From<Limit> for Trouble {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::NoWords(refusal.0)
    }
}

/// Adds the theorem to the record of the proof of its description.
///
/// # Errors
/// Where the theorem is not proved to be least everywhere, or a limit is reached.
pub fn certify(
    theorem: &Theorem,
    description: &Description,
    stop: &Stop,
    mut record: Record,
) -> Result<Record, Unwritten> {
    record.line(&format_args!("theorem {}", theorem.values));
    let mut writer = Writer { description, values: theorem.values, stop, record: Some(record) };
    match (writer.theorem(&theorem.tree), writer.record) {
        (Ok(()), Some(mut record)) => {
            record.seal();
            Ok(record)
        }
        (Err(Trouble::NoWords(why)), _) => Err(Unwritten::NoWords(why)),
        (Err(Trouble::Limit(limit)), _) => Err(Unwritten::NoWords(limit.name())),
        (Ok(()), None) => Err(Unwritten::NoWords("a record was lost")),
    }
}

struct Writer<'w> {
    description: &'w Description,
    values: Alphabet,
    stop: &'w Stop,
    record: Option<Record>,
}

impl Writer<'_> {
    fn theorem(&mut self, tree: &Tree) -> Result<(), Trouble> {
        let backend = BackendKind::Exact.backend(self.stop.clone());
        let mut region = Region::new(backend, self.description.parameters.len());
        let conditions = self.description.constraints();
        match self.writing(&mut region, |region| region.enter(&conditions))? {
            Some(_) => self.tree(tree, &mut region),
            None => Err(Trouble::NoWords("no parameters are admissible")),
        }
    }

    /// Does something in the region that is to be written down.
    fn writing<T>(&mut self, region: &mut Region, act: impl FnOnce(&mut Region) -> T) -> T {
        region.write_to(self.record.take());
        let result = act(region);
        self.record = region.take_record();
        result
    }

    /// Writes a case, in its region.
    fn tree(&mut self, tree: &Tree, region: &mut Region) -> Result<(), Trouble> {
        let (by, parts) = match tree {
            Tree::Empty => return Err(Trouble::NoWords("a case that may be empty")),
            Tree::Leaf(leaf) => return self.leaf(&leaf.0, &leaf.1),
            Tree::Split(_, by, parts) => (by, parts),
        };
        if let Some(record) = &mut self.record {
            match by {
                By::Sign(form) => record.cut(form),
                By::Residue(form, modulus) => record.residues(form, &Integer::from(*modulus)),
                By::Certificate => return Err(Trouble::NoWords("it has a certificate")),
            }
        }
        for (number, part) in parts.iter().enumerate() {
            let entered = self.writing(region, |region| match by {
                By::Sign(form) => {
                    let form = if number == 0 { form.clone() } else { (-form).plus(-1) };
                    region.enter(&[Constraint::at_least_zero(form)])
                }
                By::Certificate => Ok(None),
                By::Residue(form, modulus) => {
                    region.enter_residue(form, &Integer::from(*modulus), &number.into())
                }
            })?;
            if let Some(outside) = entered {
                self.tree(part, region)?;
                self.writing(region, |region| region.leave(outside));
            }
        }
        Ok(())
    }

    fn leaf(&mut self, case: &Case, found: &Found) -> Result<(), Trouble> {
        let steps = found.steps.clone();
        let Some(mut steps) = steps else {
            return Err(Trouble::NoWords("a case without a proof that all is least"));
        };
        steps.push(Step::Period(formula(&found.period)));
        steps.push(Step::Preperiod(formula(&found.preperiod)));
        let Some(mut region) = case.region(self.stop, MOST_LOOPS)? else {
            return Err(Trouble::NoWords("an empty case"));
        };
        region.write_to(self.record.take());
        let steps = steps.into_iter();
        let mut scribe = Scribe { case, stop: self.stop, region, steps, entered: Vec::new() };
        least(self.description, self.values, case.forms.len(), &mut scribe)?;
        self.record = scribe.region.take_record();
        Ok(())
    }
}

/// The polynomial with one denominator.
fn formula(polynomial: &Polynomial) -> Formula {
    let denominators = polynomial.terms().map(|(_, coefficient)| coefficient.denom().clone());
    let denominator = denominators.fold(BigInt::one(), |all, each| all.lcm(&each));
    let term = |(exponents, coefficient): (&[u32], &BigRational)| {
        let integral = coefficient * BigRational::from_integer(denominator.clone());
        (integral.to_integer().into(), exponents.to_vec())
    };
    let terms = polynomial.terms().map(term).collect();
    Formula { denominator: denominator.into(), terms }
}

/// Writes the steps of a case, with the reasons.
struct Scribe<'s> {
    case: &'s Case,
    stop: &'s Stop,
    region: Region,
    steps: std::vec::IntoIter<Step>,
    entered: Vec<Outside>,
}

impl Judge for Scribe<'_> {
    type Error = Trouble;

    fn need(&mut self, form: &Affine) -> Result<(), Trouble> {
        Ok(self.region.need(form)?)
    }

    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<usize, Trouble> {
        let modulus = Integer::from(modulus);
        let phase = self.region.residue(form, &modulus).and_then(|phase| phase.to_i64());
        self.region.need_residue(form, &modulus);
        phase
            .and_then(|phase| usize::try_from(phase).ok())
            .ok_or(Trouble::NoWords("a phase that is not the same everywhere"))
    }
}

impl Reader for Scribe<'_> {
    fn next(&mut self) -> Result<Step, Trouble> {
        let step = self.steps.next().ok_or(Trouble::NoWords("a step is missing"))?;
        if let Some(record) = self.region.record() {
            record.line(&step);
        }
        Ok(step)
    }

    fn enter(&mut self, constraints: &[Constraint]) -> Result<bool, Trouble> {
        let outside = self.region.enter(constraints)?;
        let entered = outside.is_some();
        self.entered.extend(outside);
        Ok(entered)
    }

    fn leave(&mut self) {
        if let Some(outside) = self.entered.pop() {
            self.region.leave(outside);
        }
    }
}

impl Finder for Scribe<'_> {
    fn once(&mut self, body: &[Item], pattern: &Pattern) -> Result<(), Trouble> {
        let mut record = self.region.take_record();
        unique::write(self.case, body, pattern, self.stop, &mut record)?;
        self.region.write_to(record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broken::{Break, broken};
    use crate::certificate::Certificate;
    use crate::chain::Memory;
    use crate::lang::{digest, parse};
    use crate::minimality::check;
    use crate::theorem::{Options, theorem};
    use crate::verify;

    /// The certificate of a theorem whose leaves were changed, unless the writer refuses.
    fn written(source: &str, change: &dyn Fn(&mut Found)) -> Result<String, String> {
        let description = parse(source, &Default::default()).description.expect("a model");
        let memory = Memory::default();
        let record = Record::new(Box::new(memory.clone()), &description, &digest(source));
        let record = verify::certify(&description, source, &Default::default(), record).1;
        let mut theorem = theorem(&description, &Options::default()).expect("a theorem");
        leaves(&mut theorem.tree, change);
        certify(&theorem, &description, &Stop::default(), record.expect("verified"))
            .and_then(Record::finish)
            .map_err(|error| format!("{error:?}"))?;
        Ok(memory.text())
    }

    fn leaves(tree: &mut Tree, change: &dyn Fn(&mut Found)) {
        match tree {
            Tree::Empty => {}
            Tree::Leaf(leaf) => change(&mut leaf.1),
            Tree::Split(_, _, parts) => parts.iter_mut().for_each(|part| leaves(part, change)),
        }
    }

    fn accepted(certificate: &str, source: &str) -> bool {
        let description = parse(source, &Default::default()).description.expect("a model");
        let opened = Certificate::open(certificate.as_bytes()).expect("a header");
        check(opened, &description, &digest(source), None).is_ok()
    }

    /// The body twice, and the pattern that occurs once in it occurs twice.
    fn doubled(found: &mut Found) {
        let two = BigRational::from_integer(2.into());
        found.period = found.period.scaled(&two);
        if let Some(steps) = &mut found.steps {
            steps.retain(|step| !matches!(step, Step::Root(..)));
        }
    }

    #[test]
    fn a_pattern_that_occurs_twice_has_no_certificate() {
        for source in [
            "n >= 1 { n } REPEAT _n An _n An ENDREP",
            "n >= 1 { 2n } REPEAT _(2n) A(2n) _(2n) A(2n) ENDREP",
            "n >= 1 { n n+1 } REPEAT _n An B _n An B ENDREP",
        ] {
            let honest = written(source, &|_| {}).expect("a certificate");
            assert!(honest.contains("\nroot "), "{honest}");
            assert!(accepted(&honest, source), "{honest}");
            let refused = written(source, &doubled).expect_err("no certificate");
            assert!(refused.starts_with("NoWords"), "{refused}");
            let forged = broken(Break::OverlookOccurrence, || written(source, &doubled));
            assert!(!accepted(&forged.expect("a forgery"), source));
        }
    }

    /// Whatever is left out or repeated: either it is refused, or nothing else is claimed.
    #[test]
    fn steps_left_out_or_repeated_prove_nothing_else() {
        for source in [
            "n >= 1 { n } REPEAT _n An ENDREP",
            "n >= 1 { n } _n An _n REPEAT An _n An _n ENDREP",
            "n >= 1 { n n+1 } REPEAT _n An B _n An B ENDREP",
        ] {
            let honest = written(source, &|_| {}).expect("a certificate");
            let claims = |text: &str| -> Vec<String> {
                let lines = text.lines().map(str::to_owned);
                lines.filter(|line| line.contains("period")).collect()
            };
            let mut refused = 0;
            for step in 0..20 {
                for repeat in [false, true] {
                    let change = |found: &mut Found| {
                        if let Some(steps) = &mut found.steps
                            && step < steps.len()
                        {
                            match repeat {
                                false => drop(steps.remove(step)),
                                true => steps.insert(step, steps[step].clone()),
                            }
                        }
                    };
                    match written(source, &change) {
                        Ok(text) => {
                            assert_eq!(claims(&text), claims(&honest), "{text}");
                            assert!(accepted(&text, source), "{text}");
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
            assert!(refused >= 4, "{source}: {refused}");
        }
    }
}
