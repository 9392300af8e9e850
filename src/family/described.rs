//! Descriptions and proofs by trace, from which claims about all games of a family may follow.

use crate::diagnostic::Diagnostic;
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Description};
use crate::theorem::{Options, Theorem, Undecided, theorem};
use crate::threads::Threads;
use crate::uniform::{Class, Move, Part, check_file, parts};
use crate::verdict::Verdict;
use crate::verify::{self, verify};
use std::sync::OnceLock;

/// A description that is proved, and its theorems derived, when a family first needs them.
///
/// ```
/// use grundy::family::Described;
/// let described = Described::read("one_move.nimseq", "n >= 1 { n } REPEAT _n An ENDREP").unwrap();
/// assert_eq!(described.name(), "one_move.nimseq");
/// assert_eq!(described.refusal().unwrap(), "no family that was checked has its moves");
/// ```
#[derive(Debug)]
pub struct Described {
    name: String,
    ground: Ground,
}

/// From what it follows.
#[derive(Debug)]
enum Ground {
    Text(Box<Text>),
    Trace(Traced),
}

/// A description of sequences.
#[derive(Debug)]
pub(super) struct Text {
    source: String,
    pub description: Description,
    /// What it is found to be.
    proof: OnceLock<Verdict>,
    /// Why its moves were not compared with those of a family.  With those of another one they may have been,
    /// and what follows there does not depend on which of the two comes first.
    unmatched: OnceLock<Limit>,
    /// About outcomes, then about Grundy values.
    theorems: [OnceLock<Result<Theorem, Undecided>>; 2],
}

/// What a proof by trace that was checked shows.
#[derive(Debug)]
pub(super) struct Traced {
    pub moves: Vec<Move>,
    pub parts: Vec<Part>,
    /// Was it asked for a family with these moves?
    pub used: OnceLock<()>,
}

impl Described {
    /// The description with this text; the name says where a proof comes from.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(name: &str, source: &str) -> Result<Self, Vec<Diagnostic>> {
        let lowered = lang::parse(source, &lang::Options::default());
        let description = lowered.description.ok_or(lowered.diagnostics)?;
        Ok(Self::new(name, source, description))
    }

    /// A description with its text.
    pub fn new(name: &str, source: &str, description: Description) -> Self {
        let text = Text {
            source: source.to_owned(),
            description,
            proof: OnceLock::new(),
            unmatched: OnceLock::new(),
            theorems: [OnceLock::new(), OnceLock::new()],
        };
        Self { name: name.to_owned(), ground: Ground::Text(Box::new(text)) }
    }

    /// What [`check_file`](crate::uniform::check_file) found a proof by trace to show.
    pub fn traced(name: &str, moves: Vec<Move>, classes: &[Class]) -> Self {
        let traced = Traced { moves, parts: parts(classes), used: OnceLock::new() };
        Self { name: name.to_owned(), ground: Ground::Trace(traced) }
    }

    /// The descriptions and the proofs by trace that are part of the program.
    pub fn published() -> Vec<Self> {
        let read = super::DESCRIPTIONS.iter().map(|(name, source)| Self::read(name, source));
        let traces = super::TRACES.iter().filter_map(|(name, proof)| {
            let (moves, classes) = check_file(proof.as_bytes(), &|| false).ok()?;
            Some(Self::traced(name, moves, &classes))
        });
        read.filter_map(Result::ok).chain(traces).collect()
    }

    /// What the description is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is, apart from its name.
    pub(super) fn text(&self) -> Result<&Text, &Traced> {
        match &self.ground {
            Ground::Text(text) => Ok(text),
            Ground::Trace(traced) => Err(traced),
        }
    }

    /// Why nothing, or not all, was concluded from it so far.
    pub fn refusal(&self) -> Option<String> {
        let unasked = || Some("no family that was checked has its moves".to_owned());
        match self.text() {
            Ok(text) => text.refusal(unasked),
            Err(traced) if traced.used.get().is_none() => unasked(),
            Err(traced) => {
                let least = |it: &Part| it.is_least && it.preperiod.is_some();
                let missing = || "its least period or preperiod is not known".to_owned();
                (!traced.parts.iter().all(least)).then(missing)
            }
        }
    }
}

impl Text {
    fn refusal(&self, unasked: impl Fn() -> Option<String>) -> Option<String> {
        match self.proof.get() {
            None => match self.unmatched.get() {
                Some(limit) => Some(format!("limit reached: {}", limit.name())),
                None => unasked(),
            },
            Some(verdict) if *verdict != Verdict::Verified => {
                Some(format!("it is {}", verdict.name()))
            }
            Some(_) => {
                let derived = self.theorems.iter().filter_map(OnceLock::get);
                derived.into_iter().find_map(|theorem| match theorem {
                    Err(Undecided::Values) => None,
                    Err(why) => Some(why.to_string()),
                    Ok(theorem) if theorem.is_minimal() => None,
                    Ok(_) => Some("its least period or preperiod is not known".to_owned()),
                })
            }
        }
    }

    /// The moves were not compared with those of a family, because that takes too long.
    pub(super) fn refuse(&self, limit: Limit) {
        self.unmatched.get_or_init(|| limit);
    }

    /// The theorem about these values; nothing unless the description is proved, which is
    /// tried once.
    pub(super) fn theorem(&self, values: Alphabet, stop: &CancellationToken) -> Option<&Theorem> {
        let proof = self.proof.get_or_init(|| {
            let threads = Threads::of_caller();
            let options = verify::Options { threads, stop: stop.clone(), ..Default::default() };
            verify(&self.description, &self.source, &options).verdict
        });
        if *proof != Verdict::Verified {
            return None;
        }
        let known = &self.theorems[usize::from(values == Alphabet::Nim)];
        let options = Options { values: Some(values), stop: stop.clone() };
        known.get_or_init(|| theorem(&self.description, &options)).as_ref().ok()
    }
}
