#![doc = include_str!("format.md")]

mod case;
mod context;
mod flatten;
pub mod item;
pub mod items;
mod length;
mod lists;
mod pattern;
pub mod rewrite;
mod rotation;

pub use case::{Least, least};
pub use context::{ProofContext, Replayer};
pub use length::length;
pub use rotation::{Rotation, outcomes};

use crate::affine::{Affine, Constraint};
use crate::certificate::{Certificate, CertificateError, Checked, OnClosed, Shown, Walk};
use crate::lines::LineError;
use crate::model::{Alphabet, Description};
use crate::proof::ProofStep;
use crate::proof::theorem::{Pattern, Step};
use crate::simplify;
use rewrite::StepError;

/// The greatest depth of nested cases that is followed.
const DEPTH: usize = 1000;

/// The most numbers in the constraints of the last case of a theorem, times the number of cases.
const MOST_NUMBERS: usize = 1 << 22;

/// What a certificate says of the least period and preperiod.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The values it is about.
    pub values: Alphabet,
    /// Cases that together cover all admissible parameters.
    pub cases: Vec<Case>,
}

/// A case of a theorem.
#[derive(Clone, Debug)]
pub struct Case {
    /// The order conditions, and what else holds, over the parameters and the quotients after them.
    pub constraints: Vec<Constraint>,
    /// The number of variables.
    pub variables: usize,
    /// What holds for these parameters.
    pub least: Least,
}

/// Checks a certificate against the description whose text has this digest: both that the description is right, and
/// what the certificate says of periods.
///
/// # Errors
/// The first line that is not right.
pub fn check(
    certificate: Certificate<'_>,
    description: &Description,
    digest: &str,
    on_closed: Option<OnClosed<'_>>,
) -> Result<(Checked, Vec<Theorem>), CertificateError> {
    let mut theorems = Vec::new();
    let shorter = simplify::with_the_same_parameters(description);
    let written = shorter.as_ref().unwrap_or(description);
    let checked = certificate.check(description, digest, on_closed, &mut |walk, step| {
        let values = match step {
            ProofStep::Theorem(Alphabet::Nim) if description.alphabet() == Alphabet::Nim => {
                Alphabet::Nim
            }
            ProofStep::Theorem(Alphabet::Outcome) => Alphabet::Outcome,
            _ => return Err(walk.lines.unexpected()),
        };
        let mut theorem = Theorem { values, cases: Vec::new() };
        prove(walk, written, &mut theorem)?;
        theorems.push(theorem);
        Ok(())
    })?;
    Ok((checked, theorems))
}

fn prove(walk: &mut Walk<'_, '_, '_>, description: &Description, theorem: &mut Theorem) -> Shown {
    if description.is_piece() {
        return Err(LineError::new("a plain list of words has no period"));
    }
    (walk.rows, walk.facts) = (Vec::new(), Vec::new());
    walk.dimension = description.parameters.len();
    if !walk.enter(&description.constraints())? {
        return Err(LineError::new("the order conditions exclude everything"));
    }
    let shown = cases(walk, description, theorem, 0);
    let number = theorem.cases.len() + 1;
    walk.located(shown, || format!("{} values, case {number}", theorem.values))?;
    walk.facts.clear();
    walk.lines.seal()
}

/// The case, or the cases that it is cut into.
fn cases(
    walk: &mut Walk<'_, '_, '_>,
    description: &Description,
    theorem: &mut Theorem,
    depth: usize,
) -> Shown {
    if depth > DEPTH {
        return Err(LineError::new("cases nested too deeply"));
    }
    stacker::maybe_grow(1 << 20, 4 << 20, || {
        let mut deeper = |walk: &mut _| cases(walk, description, theorem, depth + 1);
        let first = match walk.lines.step()? {
            ProofStep::Cut(cut) => return walk.cut(&cut, &mut deeper),
            ProofStep::Residues(by, form) => return walk.residues(by, &form, &mut deeper),
            ProofStep::OfTheorem(step) => Some(step),
            _ => return Err(walk.lines.unexpected()),
        };
        let (constraints, variables) = (walk.rows.clone(), walk.dimension);
        let numbers = constraints.iter().map(|each| 1 + each.form.coefficients().len());
        if numbers.sum::<usize>().saturating_mul(theorem.cases.len()) > MOST_NUMBERS {
            return Err(LineError::new("too many cases"));
        }
        let mut replayer = CertificateReplayer { walk, first, entered: Vec::new() };
        let least = least(description, theorem.values, variables, &mut replayer)?;
        theorem.cases.push(Case { constraints, variables, least });
        Ok(())
    })
}

/// Steps from the lines of a certificate.
struct CertificateReplayer<'r, 'c, 'd, 'i> {
    walk: &'r mut Walk<'c, 'd, 'i>,
    /// The first step, whose line has already been read.
    first: Option<Step>,
    entered: Vec<[usize; 3]>,
}

impl From<StepError> for LineError {
    fn from(refusal: StepError) -> Self {
        Self::new(refusal.0)
    }
}

impl ProofContext for CertificateReplayer<'_, '_, '_, '_> {
    type Error = LineError;

    fn need(&mut self, form: &Affine) -> Result<(), LineError> {
        // A control variable of a loop that is not entered may have any value.
        let dimension = self.walk.dimension;
        self.walk.dimension = dimension.max(form.coefficients().len());
        let shown = self.walk.need(form);
        self.walk.dimension = dimension;
        shown
    }

    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<usize, LineError> {
        let phase = self.walk.phase(form, modulus)?;
        usize::try_from(phase).map_err(|_| LineError::new("a cycle that is too long"))
    }
}

impl Replayer for CertificateReplayer<'_, '_, '_, '_> {
    fn next(&mut self) -> Result<Step, LineError> {
        if let Some(step) = self.first.take() {
            return Ok(step);
        }
        match self.walk.lines.step()? {
            ProofStep::OfTheorem(step) => Ok(step),
            _ => Err(self.walk.lines.unexpected()),
        }
    }

    fn enter(&mut self, constraints: &[Constraint]) -> Result<bool, LineError> {
        let outside = self.walk.outside();
        let variables = constraints.iter().map(|each| each.form.coefficients().len());
        self.walk.dimension = variables.fold(self.walk.dimension, usize::max);
        let entered = self.walk.enter(constraints)?;
        match entered {
            true => self.entered.push(outside),
            false => self.walk.leave(outside),
        }
        Ok(entered)
    }

    fn leave(&mut self) {
        if let Some(outside) = self.entered.pop() {
            self.walk.leave(outside);
        }
    }

    fn once(&mut self, passes: &Description, pattern: &Pattern) -> Result<(), LineError> {
        pattern::once(self.walk, passes, pattern)
    }
}
