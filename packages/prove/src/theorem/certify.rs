//! Proofs of theorems, for [`crate::minimality`].
//!
//! The steps that led to a theorem are made once more, now with a reason for each.  The code that asks for the reasons
//! is the code that will ask for them when the certificate is checked.

use super::case::Case;
use super::divide::Tree;
use super::flatten::loops;
use super::preceding::Ground;
use super::{CycleLengths, Theorem, unique};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::{Outside, ProofLog, Region, Unsupported, block_graph};
use crate::ilp::BackendKind;
use crate::limit::{CancellationToken, Limit};
use crate::minimality::rewrite::StepError;
use crate::minimality::{ProofContext, Replayer, least};
use crate::model::{Alphabet, Description};
use crate::proof::theorem::{Pattern, Step};
use crate::proof::{ProofStep, Section};
use crate::simplify;

impl From<Limit> for Unsupported {
    fn from(limit: Limit) -> Self {
        Self(limit.name())
    }
}

impl From<StepError> for Unsupported {
    fn from(refusal: StepError) -> Self {
        Self(refusal.0)
    }
}

/// The proof of the theorem, as a further section of the proof of its description.
///
/// # Errors
/// If the theorem is not proved to be least everywhere, or a limit is reached.
pub fn certify(
    theorem: &Theorem,
    description: &Description,
    stop: &CancellationToken,
) -> Result<Section, Unsupported> {
    let shorter = simplify::with_the_same_parameters(description);
    let description = shorter.as_ref().unwrap_or(description);
    let mut log = ProofLog::new(true);
    log.push(|| ProofStep::Theorem(theorem.values));
    let mut prover = Prover { description, values: theorem.values, stop, log };
    prover.theorem(&theorem.tree)?;
    prover.log.finish()
}

struct Prover<'w> {
    description: &'w Description,
    values: Alphabet,
    stop: &'w CancellationToken,
    log: ProofLog,
}

impl Prover<'_> {
    fn theorem(&mut self, tree: &Tree<CycleLengths>) -> Result<(), Unsupported> {
        let backend = BackendKind::Exact.backend(self.stop.clone());
        let mut region = Region::new(backend, self.description.parameters.len());
        let conditions = self.description.constraints();
        match region.logging(&mut self.log, |region| region.enter(&conditions))? {
            Some(_) => self.tree(tree, &mut region),
            None => Err(Unsupported("no parameters are admissible")),
        }
    }

    /// Proves a case, in its region.
    fn tree(&mut self, tree: &Tree<CycleLengths>, region: &mut Region) -> Result<(), Unsupported> {
        let (cut, parts) = match tree {
            Tree::Empty => return Err(Unsupported("a case that may be empty")),
            Tree::Leaf(leaf) => return self.leaf(&leaf.0, &leaf.1),
            Tree::Split(_, Some(cut), parts) => (cut, parts),
            Tree::Split(_, None, _) => return Err(Unsupported("it follows from something else")),
        };
        self.log.cut(cut);
        for (number, part) in (0..).zip(parts) {
            let entered = region.logging(&mut self.log, |region| region.enter_part(cut, number))?;
            if let Some(outside) = entered {
                self.tree(part, region)?;
                region.logging(&mut self.log, |region| region.leave(outside));
            }
        }
        Ok(())
    }

    fn leaf(&mut self, case: &Case, found: &CycleLengths) -> Result<(), Unsupported> {
        let steps = found.steps.clone();
        let Some(mut steps) = steps else {
            return Err(Unsupported("a case without a proof that all is least"));
        };
        steps.push(Step::Period(found.period.clone()));
        steps.extend(found.divisor.clone().map(|[states, step]| Step::Gcd(states, step)));
        steps.push(Step::Preperiod(found.preperiod.clone()));
        let Some(mut region) = case.region(self.stop, loops(self.description))? else {
            return Err(Unsupported("an empty case"));
        };
        let (steps, stop) = (steps.into_iter(), self.stop);
        region.logging(&mut self.log, |region| {
            let mut recorder = Recorder { case, stop, region, steps, entered: Vec::new() };
            least(self.description, self.values, case.forms.len(), &mut recorder).map(|_| ())
        })
    }
}

/// Logs the steps of a case, with the reasons.
struct Recorder<'s> {
    case: &'s Case,
    stop: &'s CancellationToken,
    region: &'s mut Region,
    steps: std::vec::IntoIter<Step>,
    entered: Vec<Outside>,
}

impl ProofContext for Recorder<'_> {
    type Error = Unsupported;

    fn need(&mut self, form: &Affine) -> Result<(), Unsupported> {
        Ok(self.region.need(form)?)
    }

    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<usize, Unsupported> {
        let modulus = Integer::from(modulus);
        let phase = self.region.residue(form, &modulus).and_then(|phase| phase.to());
        self.region.need_residue(form, &modulus);
        phase.ok_or(Unsupported("a phase that is not the same everywhere"))
    }
}

impl Replayer for Recorder<'_> {
    fn next(&mut self) -> Result<Step, Unsupported> {
        let step = self.steps.next().ok_or(Unsupported("a step is missing"))?;
        self.region.log().push(|| ProofStep::OfTheorem(step.clone()));
        Ok(step)
    }

    fn enter(&mut self, constraints: &[Constraint]) -> Result<bool, Unsupported> {
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

    fn once(&mut self, passes: &Description, pattern: &Pattern) -> Result<(), Unsupported> {
        let graph = block_graph(passes);
        let (case, stop) = (self.case, self.stop);
        let ground = Ground { case, description: passes, graph: &graph, stop };
        Ok(unique::prove(ground, pattern, self.region.log())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{digest, parse};
    use crate::minimality::check;
    use crate::theorem::{TheoremOptions, theorem};
    use crate::verify;
    use grundy_kernel::certificate::Certificate;

    /// The certificate of a theorem whose leaves were changed, unless the writer rejects it.
    fn written(source: &str, change: &dyn Fn(&mut CycleLengths)) -> Result<String, String> {
        let description = parse(source, &Default::default()).description.expect("a model");
        let proof = verify::certify(&description, source, &Default::default()).1;
        let mut proof = proof.expect("verified").expect("a proof");
        let mut theorem = theorem(&description, &TheoremOptions::default()).expect("a theorem");
        leaves(&mut theorem.tree, change);
        let section = certify(&theorem, &description, &CancellationToken::default());
        proof.sections.push(section.map_err(|error| format!("{error:?}"))?);
        let mut certificate = Vec::new();
        proof.write(&mut certificate).expect("memory");
        Ok(String::from_utf8(certificate).expect("text"))
    }

    fn leaves(tree: &mut Tree<CycleLengths>, change: &dyn Fn(&mut CycleLengths)) {
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

    /// The body twice; the pattern that occurs once in it occurs twice.
    fn doubled(found: &mut CycleLengths) {
        found.period = found.period.plus(&found.period);
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
            assert!(refused.starts_with("Unsupported"), "{refused}");
        }
    }

    /// The rows of { a 2a+r 3a+r }, which begin with the state 0.
    const ROWS: &str = "a >= 2 r >= 1 r <= a-1 { a 2a+r 3a+r } REPEAT u=0 IN 0..a-1 -(a-u) +a
      IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a -a +a FI -v +(2a+r) ENDREP";

    /// The first pass may be a way of its own, which an equation tells from the others.
    #[test]
    fn a_place_may_be_where_an_equation_holds() {
        let source = "a >= 2 r >= 1 r <= a-1 { a 2a+r 3a+r } REPEAT u=0 IN 0..a-1
          IF u == 0 THEN NEXT v=u+r -(a-u) +a -v +(2a+r)
          ELIF u+r <= a-1 THEN NEXT v=u+r -(a-u) +a -v +(2a+r)
          ELSE NEXT v=u+r-a -(a-u) +a -a +a -v +(2a+r) FI ENDREP";
        let honest = written(source, &|_| {}).expect("a certificate");
        assert!(accepted(&honest, source), "{honest}");
    }

    /// The lengths are those of passes with these states, the pattern is in the pass with the first one, and nothing
    /// comes before the loop.
    #[test]
    fn a_state_that_rotates_is_certified_as_it_stands() {
        let honest = written(ROWS, &|_| {}).expect("a certificate");
        assert!(accepted(&honest, ROWS), "{honest}");
        assert!(honest.contains("\ngcd 0,1 0,0,1\n"), "{honest}");
        let changed = |change: &dyn Fn(&mut CycleLengths)| written(ROWS, change).is_ok();
        assert!(changed(&|_| {}));
        assert!(!changed(&doubled));
        assert!(!changed(&|found| found.divisor = None));
        assert!(!changed(&|found| found.preperiod = found.period.clone()));
        assert!(!changed(&|found| {
            for form in found.divisor.iter_mut().flatten() {
                *form = form.times(&2.into());
            }
        }));
        let state = |value: i64| {
            move |found: &mut CycleLengths| {
                for step in found.steps.iter_mut().flatten() {
                    if let Step::Pattern(pattern) = step {
                        pattern.loops[0] = Affine::constant(value);
                    }
                }
            }
        };
        assert!(changed(&state(0)) && !changed(&state(1)));
    }

    /// Whatever is left out or repeated, the text is either rejected or claims nothing else.
    #[test]
    fn steps_left_out_or_repeated_prove_nothing_else() {
        for source in [
            "n >= 1 { n } REPEAT _n An ENDREP",
            "n >= 1 { n } _n An _n REPEAT An _n An _n ENDREP",
            "n >= 1 { n n+1 } REPEAT _n An B _n An B ENDREP",
            ROWS,
        ] {
            let honest = written(source, &|_| {}).expect("a certificate");
            let claims = |text: &str| -> Vec<String> {
                let lines = text.lines().map(str::to_owned);
                lines.filter(|line| line.contains("period")).collect()
            };
            let mut refused = 0;
            for step in 0..20 {
                for repeat in [false, true] {
                    let change = |found: &mut CycleLengths| {
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
