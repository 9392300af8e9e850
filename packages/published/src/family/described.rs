//! Descriptions and proofs by trace, from which claims about all games of a family may follow.

use crate::diagnostic::Diagnostic;
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Description};
use crate::parametric::statement;
use crate::theorem::{Statement, Theorem, TheoremOptions, Undecided, theorem};
use crate::threads::Threads;
use crate::verdict::Verdict;
use crate::verify::{self, verify};
use grundy_kernel::trace::{Class, Move, check_file};
use std::sync::OnceLock;

/// A description that is proved, and whose theorems are derived, when a family first needs them.
///
/// ```
/// use grundy_published::family::Described;
/// let described = Described::read("one_move.nimseq", "n >= 1 { n } REPEAT _n An ENDREP").unwrap();
/// assert_eq!(described.name(), "one_move.nimseq");
/// let said = "one_move.nimseq is not used: none of the checked families has its moves";
/// assert_eq!(described.unused().unwrap(), said);
/// ```
#[derive(Debug)]
pub struct Described {
    name: String,
    ground: Ground,
}

/// What a claim can follow from.
#[derive(Debug)]
enum Ground {
    Text(Box<Text>),
    Trace(Box<Traced>),
}

/// A description of sequences.
#[derive(Debug)]
pub(super) struct Text {
    source: String,
    pub description: Description,
    /// The verdict on it.
    proof: OnceLock<Verdict>,
    /// Why its moves were not compared with those of a family.  They may have been compared with those of another one,
    /// and what follows there does not depend on which of the two comes first.
    unmatched: OnceLock<Limit>,
    /// The theorems about outcomes, then about Grundy values.
    theorems: [OnceLock<Result<Theorem, Undecided>>; 2],
}

/// A proof by trace.
#[derive(Debug)]
pub(super) struct Traced {
    pub moves: Vec<Move>,
    /// What it shows, once it has been checked.
    said: OnceLock<Statement>,
    /// The proof, which may still have to be checked.
    proof: &'static str,
    /// Was it used for a family with these moves?
    pub used: OnceLock<()>,
}

impl Described {
    /// The description with this text; the name identifies the source of a proof.
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

    /// What [`check_file`](grundy_kernel::trace::check_file) found a proof by trace to show.
    pub fn traced(name: &str, moves: Vec<Move>, classes: &[Class]) -> Self {
        let said = OnceLock::from(statement(&moves, classes));
        let traced = Traced { moves, said, proof: "", used: OnceLock::new() };
        Self { name: name.to_owned(), ground: Ground::Trace(Box::new(traced)) }
    }

    /// The descriptions and the proofs by trace that are part of the program.  What has been proved stays proved for
    /// the lifetime of the process.
    pub fn published() -> &'static [Self] {
        static PUBLISHED: OnceLock<Vec<Described>> = OnceLock::new();
        PUBLISHED.get_or_init(|| {
            let read =
                super::DESCRIPTIONS.iter().map(|(name, source)| Self::read(name, source).ok());
            let traces = super::TRACES.iter().map(|(name, proof)| {
                let ground = Ground::Trace(Box::new(Traced::unchecked(proof)?));
                Some(Self { name: (*name).to_owned(), ground })
            });
            read.chain(traces).flatten().collect()
        })
    }

    /// The name of the description.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its content, apart from its name.
    pub(super) fn text(&self) -> Result<&Text, &Traced> {
        match &self.ground {
            Ground::Text(text) => Ok(text),
            Ground::Trace(traced) => Err(traced),
        }
    }

    /// The statement that nothing, or not everything, has been concluded from it so far, with the reason.
    pub fn unused(&self) -> Option<String> {
        let name = &self.name;
        let because = |why: String| format!("{name} is not used: {why}");
        match self.text() {
            Ok(text) => match text.refusal() {
                Some(why) => Some(because(why)),
                None => text.not_least().map(|what| only_least(name, what)),
            },
            Err(traced) if traced.used.get().is_none() => Some(because(UNASKED.to_owned())),
            Err(traced) => {
                let [period, preperiod] = traced.said.get().map_or([true; 2], Statement::are_least);
                not_least(period, preperiod).map(|what| only_least(name, what))
            }
        }
    }
}

const UNASKED: &str = "none of the checked families has its moves";

/// The numbers that are not known to be least, given which of the two are.
fn not_least(period: bool, preperiod: bool) -> Option<&'static str> {
    match (period, preperiod) {
        (true, true) => None,
        (false, true) => Some("period"),
        (true, false) => Some("preperiod"),
        (false, false) => Some("period and preperiod"),
    }
}

fn only_least(name: &str, what: &str) -> String {
    format!("{name}: its {what} is used only where it is known to be the least")
}

impl Text {
    /// Why nothing was concluded from it.
    fn refusal(&self) -> Option<String> {
        let description = &self.description;
        match self.proof.get() {
            None if description.rule != description.alphabet().into() => Some(format!(
                "it is about the rule {}, and the numbers of families are about normal play and mex",
                description.rule
            )),
            None if description.start.is_some() => {
                Some("it has values before position 0, and families have none".to_owned())
            }
            None if description.has_ranges() => {
                Some("its ranges of moves are not compared with those of families".to_owned())
            }
            None => Some(match self.unmatched.get() {
                Some(limit) => format!("limit reached: {}", limit.name()),
                None => UNASKED.to_owned(),
            }),
            Some(verdict) if *verdict != Verdict::Verified => {
                Some(format!("it is {}", verdict.name()))
            }
            Some(_) => self.derived().find_map(|theorem| match theorem {
                Err(Undecided::Values) | Ok(_) => None,
                Err(why) => Some(why.to_string()),
            }),
        }
    }

    /// Which numbers of its theorems are not known to be least.
    fn not_least(&self) -> Option<&'static str> {
        let theorems = || self.derived().filter_map(|theorem| theorem.as_ref().ok());
        not_least(
            theorems().all(Theorem::period_is_least),
            theorems().all(Theorem::preperiod_is_least),
        )
    }

    fn derived(&self) -> impl Iterator<Item = &Result<Theorem, Undecided>> {
        self.theorems.iter().filter_map(OnceLock::get)
    }

    /// Records that the moves were not compared with those of a family, because that takes too long.
    pub(super) fn refuse(&self, limit: Limit) {
        self.unmatched.get_or_init(|| limit);
    }

    /// The theorem about these values; `None` unless the description is proved.
    ///
    /// # Errors
    /// When a stop is requested; then the next caller tries again.
    pub(super) fn theorem(
        &self,
        values: Alphabet,
        stop: &CancellationToken,
    ) -> Result<Option<&Theorem>, Limit> {
        let proof = once(&self.proof, stop, || {
            let threads = Threads::of_caller();
            let options = verify::Options { threads, stop: stop.clone(), ..Default::default() };
            verify(&self.description, &self.source, &options).verdict
        })?;
        if *proof != Verdict::Verified {
            return Ok(None);
        }
        let known = &self.theorems[usize::from(values == Alphabet::Nim)];
        let options = TheoremOptions { values: Some(values), stop: stop.clone() };
        let theorem = once(known, stop, || theorem(&self.description, &options))?;
        Ok(theorem.as_ref().ok())
    }
}

impl Traced {
    /// A proof that is checked when it is first asked what it shows.
    fn unchecked(proof: &'static str) -> Option<Self> {
        let moves = moves(proof)?;
        Some(Self { moves, said: OnceLock::new(), proof, used: OnceLock::new() })
    }

    /// What the proof shows; an empty statement if it is not right.
    ///
    /// # Errors
    /// When a stop is requested.
    pub(super) fn statement(&self, stop: &CancellationToken) -> Result<&Statement, Limit> {
        once(&self.said, stop, || {
            let checked = check_file(self.proof.as_bytes(), &|| stop.requested());
            let checked = checked.ok().filter(|(moves, _)| *moves == self.moves);
            statement(&self.moves, &checked.map(|checked| checked.1).unwrap_or_default())
        })
    }
}

/// The content of the cell, or the result of the work, which is kept unless a stop was requested.  Callers in different
/// threads do not wait for one another: they could wait for their own work.
fn once<'c, T>(
    cell: &'c OnceLock<T>,
    stop: &CancellationToken,
    work: impl FnOnce() -> T,
) -> Result<&'c T, Limit> {
    if let Some(known) = cell.get() {
        return Ok(known);
    }
    let found = work();
    stop.check()?;
    Ok(cell.get_or_init(|| found))
}

/// The moves that a proof by trace names in its head, before any of it is checked.
fn moves(proof: &str) -> Option<Vec<Move>> {
    let line = proof.lines().find_map(|line| line.strip_prefix("moves "))?;
    let one = |text: &str| {
        let (factor, summand) = text.split_once(',')?;
        Some(Move { factor: factor.parse().ok()?, summand: summand.parse().ok()? })
    };
    line.split(' ').map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    #[test]
    fn a_stopped_check_is_made_again_and_a_finished_one_is_kept() {
        let stop = CancellationToken::default();
        stop.request();
        for (name, proof) in crate::family::TRACES {
            let traced = Traced::unchecked(proof).unwrap();
            assert!(matches!(traced.statement(&stop), Err(Limit::STOPPED)), "{name}");
            let said = traced.statement(&CancellationToken::default()).unwrap();
            assert!(!said.period.is_empty(), "{name}");
            assert!(ptr::eq(said, traced.statement(&stop).unwrap()), "{name}");
        }
        assert!(ptr::eq(Described::published(), Described::published()));
    }

    #[test]
    fn a_proof_that_is_stopped_is_tried_again() {
        let stop = CancellationToken::default();
        stop.request();
        let one = Described::read("one", "n >= 1 { n } REPEAT _n An ENDREP").unwrap();
        let text = one.text().unwrap();
        assert!(matches!(text.theorem(Alphabet::Nim, &stop), Err(Limit::STOPPED)));
        assert!(matches!(text.theorem(Alphabet::Nim, &CancellationToken::default()), Ok(Some(_))));
    }

    /// What is shown counts only for the moves that were announced.
    #[test]
    fn a_proof_about_other_moves_shows_nothing() {
        let (_, proof) = crate::family::TRACES[0];
        let traced = Traced { moves: Vec::new(), ..Traced::unchecked(proof).unwrap() };
        assert!(traced.statement(&CancellationToken::default()).unwrap().period.is_empty());
    }
}
