//! A proof, recorded while it is found.
//!
//! The checker of [`grundy_kernel::certificate`] walks through the description by itself and asks; a log holds the
//! answers, in the order in which they are asked for.  That a point exists is never recorded: only that something holds
//! everywhere, or that there is no point, needs a reason.

use super::Cut;
use crate::Integer;
use crate::affine::Affine;
use crate::proof::{ProofStep, Section};
use crate::refutation::Refutation;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// The proof has a step that the format cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unsupported(pub &'static str);

/// The steps of one section of a proof; or nothing, where no proof is wanted.
#[derive(Debug, Default)]
pub struct ProofLog {
    collecting: bool,
    section: Section,
    /// The facts that the checker knows, by their linear part: (number, constant).
    known: FxHashMap<Linear, SmallVec<[(usize, Integer); 2]>>,
    /// The linear parts of the facts, in order.
    facts: Vec<Linear>,
    unsupported: Option<Unsupported>,
}

type Linear = SmallVec<[Integer; 4]>;

impl ProofLog {
    /// A log that collects steps if `wanted`; the default one does not.
    pub fn new(wanted: bool) -> Self {
        Self { collecting: wanted, ..Self::default() }
    }

    /// Are steps wanted?
    pub fn is_collecting(&self) -> bool {
        self.collecting
    }

    /// Adds a step.
    pub fn push(&mut self, step: impl FnOnce() -> ProofStep) {
        if self.collecting {
            self.section.push(&step());
        }
    }

    /// Notes that the proof has a step that the format cannot express.
    pub fn unsupported(&mut self, reason: &'static str) {
        self.unsupported.get_or_insert(Unsupported(reason));
    }

    /// Cuts the region.
    pub fn cut(&mut self, cut: &Cut) {
        match cut {
            Cut::Sign(form) => self.push(|| ProofStep::Cut(form.clone())),
            Cut::Residue(form, modulus) => match u16::try_from(*modulus) {
                Ok(modulus) => self.push(|| ProofStep::Residues(modulus, form.clone())),
                Err(_) => self.unsupported("a remainder by a number above 65535"),
            },
        }
    }

    /// Refers to a fact that implies `form >= 0`, if the checker knows one.
    pub(super) fn refer(&mut self, form: &Affine) -> bool {
        let Some(known) = self.known.get(form.coefficients()) else { return false };
        let Some((number, _)) = known.iter().rev().find(|(_, it)| it <= form.constant_term())
        else {
            return false;
        };
        let number = *number;
        self.push(|| ProofStep::Known(number));
        true
    }

    /// Records the fact `form >= 0`; without a reason the proof is incomplete.
    pub(super) fn fact(&mut self, form: &Affine, reason: Option<Arc<Refutation>>) {
        let Some(reason) = reason else {
            return self.unsupported("a fact was used that does not hold");
        };
        self.push(|| ProofStep::Fact(reason));
        let linear = Linear::from(form.coefficients());
        let fact = (self.facts.len(), form.constant_term().clone());
        self.known.entry(linear.clone()).or_default().push(fact);
        self.facts.push(linear);
    }

    /// The number of facts that the checker knows.
    pub(super) fn facts(&self) -> usize {
        self.facts.len()
    }

    /// Makes the checker forget all facts except the first `count`.
    pub(super) fn forget(&mut self, count: usize) {
        while self.facts.len() > count
            && let Some(linear) = self.facts.pop()
        {
            if let Some(known) = self.known.get_mut(&linear) {
                known.pop();
            }
        }
    }

    /// The section that was collected.
    ///
    /// # Errors
    /// When a step of it is missing.
    pub fn finish(mut self) -> Result<Section, Unsupported> {
        self.section.shrink();
        self.unsupported.map_or(Ok(self.section), Err)
    }
}
