#![doc = include_str!("format.md")]

mod case;
mod flatten;
pub mod item;
mod length;
mod pattern;
pub mod rewrite;
pub mod step;

pub use case::{Finder, Least, least};
pub use flatten::Reader;
pub use length::length;

use crate::affine::{Affine, Constraint};
use crate::certificate::{
    Certificate, Checked, Flaw, OnClosed, Proof, Rejected, Shown, form, number,
};
use crate::model::{Alphabet, Description};
use item::Item;
use rewrite::{Judge, Refusal};
use std::io::BufRead;
use step::{Pattern, Step};

/// Cases nested deeper than this are not followed.
const DEPTH: usize = 1000;

/// What a certificate says of the least period and preperiod.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// Of which values.
    pub values: Alphabet,
    /// Cases that together are all admissible parameters.
    pub cases: Vec<Case>,
}

/// A case of a theorem.
#[derive(Clone, Debug)]
pub struct Case {
    /// The order conditions, and what else holds, over the parameters and quotients behind
    /// them.
    pub constraints: Vec<Constraint>,
    /// The number of variables.
    pub variables: usize,
    /// What holds for these parameters.
    pub least: Least,
}

/// Checks a certificate against the description whose text has this digest: that the
/// description is right, and what it says of periods.
///
/// # Errors
/// The first line that is not right.
pub fn check<R: BufRead>(
    certificate: Certificate<R>,
    description: &Description,
    digest: &str,
    on_closed: Option<OnClosed<'_>>,
) -> Result<(Checked, Vec<Theorem>), Rejected> {
    let mut theorems = Vec::new();
    let checked = certificate.check(description, digest, on_closed, &mut |proof, line| {
        let values = match line.strip_prefix("theorem ") {
            Some("nim") if description.alphabet == Alphabet::Nim => Alphabet::Nim,
            Some("outcome") => Alphabet::Outcome,
            _ => return Err(Flaw::text(line)),
        };
        let mut theorem = Theorem { values, cases: Vec::new() };
        prove(proof, description, &mut theorem)?;
        theorems.push(theorem);
        Ok(())
    })?;
    Ok((checked, theorems))
}

fn prove<R: BufRead>(
    proof: &mut Proof<'_, '_, R>,
    description: &Description,
    theorem: &mut Theorem,
) -> Shown {
    if description.is_piece() {
        return Err(Flaw::new("a plain list of words has no period"));
    }
    (proof.rows, proof.facts) = (Vec::new(), Vec::new());
    proof.dimension = description.parameters.len();
    if !proof.enter(&description.constraints())? {
        return Err(Flaw::new("the order conditions exclude everything"));
    }
    let shown = cases(proof, description, theorem, 0);
    let number = theorem.cases.len() + 1;
    proof.located(shown, || format!("{} values, case {number}", theorem.values))?;
    proof.facts.clear();
    proof.lines.seal()
}

/// The case, or the cases that it is cut into.
fn cases<R: BufRead>(
    proof: &mut Proof<'_, '_, R>,
    description: &Description,
    theorem: &mut Theorem,
    depth: usize,
) -> Shown {
    if depth > DEPTH {
        return Err(Flaw::new("cases nested too deeply"));
    }
    stacker::maybe_grow(1 << 20, 4 << 20, || {
        let line = proof.lines.next()?.to_owned();
        if let Some(cut) = line.strip_prefix("c ") {
            return proof
                .cut(&form(cut)?, &mut |proof| cases(proof, description, theorem, depth + 1));
        }
        if let Some(rest) = line.strip_prefix("r ") {
            let (by, form) = rest.split_once(' ').ok_or_else(|| Flaw::text(&line))?;
            let form = crate::certificate::form(form)?;
            return proof.residues(number(by)?, &form, &mut |proof| {
                cases(proof, description, theorem, depth + 1)
            });
        }
        let (constraints, variables) = (proof.rows.clone(), proof.dimension);
        let first = Some(Step::read(&line)?);
        let mut reading = Reading { proof, first, entered: Vec::new() };
        let least = least(description, theorem.values, variables, &mut reading)?;
        theorem.cases.push(Case { constraints, variables, least });
        Ok(())
    })
}

/// Steps from the lines of a certificate.
struct Reading<'r, 'c, 'd, R> {
    proof: &'r mut Proof<'c, 'd, R>,
    /// The first step, of which the line is read already.
    first: Option<Step>,
    entered: Vec<[usize; 3]>,
}

impl From<Refusal> for Flaw {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.0)
    }
}

impl<R: BufRead> Judge for Reading<'_, '_, '_, R> {
    type Error = Flaw;

    fn need(&mut self, form: &Affine) -> Result<(), Flaw> {
        // A control variable of a loop that is not entered has any value.
        let dimension = self.proof.dimension;
        self.proof.dimension = dimension.max(form.coefficients().len());
        let shown = self.proof.need(form);
        self.proof.dimension = dimension;
        shown
    }

    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<usize, Flaw> {
        let phase = self.proof.phase(form, modulus)?;
        usize::try_from(phase).map_err(|_| Flaw::new("a cycle that is too long"))
    }
}

impl<R: BufRead> Reader for Reading<'_, '_, '_, R> {
    fn next(&mut self) -> Result<Step, Flaw> {
        match self.first.take() {
            Some(step) => Ok(step),
            None => Step::read(self.proof.lines.next()?),
        }
    }

    fn enter(&mut self, constraints: &[Constraint]) -> Result<bool, Flaw> {
        let outside = self.proof.outside();
        let variables = constraints.iter().map(|each| each.form.coefficients().len());
        self.proof.dimension = variables.fold(self.proof.dimension, usize::max);
        let entered = self.proof.enter(constraints)?;
        match entered {
            true => self.entered.push(outside),
            false => self.proof.leave(outside),
        }
        Ok(entered)
    }

    fn leave(&mut self) {
        if let Some(outside) = self.entered.pop() {
            self.proof.leave(outside);
        }
    }
}

impl<R: BufRead> Finder for Reading<'_, '_, '_, R> {
    fn once(&mut self, body: &[Item], pattern: &Pattern) -> Result<(), Flaw> {
        pattern::once(self.proof, body, pattern)
    }
}
