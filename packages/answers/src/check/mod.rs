//! One call that checks a text of any kind and returns the report that `grundy verify` prints.
//!
//! ```
//! use grundy_answers::check::{Kind, Options, check};
//! use grundy_language::verdict::Verdict;
//!
//! let text = "n >= 1\nCLAIM period 2n\n{ n }\nREPEAT _n An ENDREP\n";
//! let report = check(Kind::Nimseq, text, &Options::default());
//! assert_eq!(report.verdict, Verdict::Verified);
//!
//! let wrong = text.replace("An", "A(n+1)");
//! let report = check(Kind::Nimseq, &wrong, &Options::default());
//! assert_eq!(report.verdict, Verdict::Refuted);
//! let found = report.findings[0].counterexample().unwrap();
//! assert_eq!((found.parameters[0].1.to_i64(), found.failure.position.to_i64()), (Some(1), Some(2)));
//! ```
//!
//! The call reads no files and uses no clock: the caller passes texts, and sets
//! [`Options::stop`] when it is time.  `CONTRIBUTING.md` says what another kind of input needs.

mod certificate;
mod certify;
mod fix;
mod kind;
mod repair;

pub use certificate::{
    CheckError, Proved, Question, Shown, Terms, check_certificate, check_proof, described, opened,
};
pub use certify::{Certified, certify};
pub use fix::{Fix, Meaning, Replaced, fix, fix_notation};
pub use kind::Kind;
pub use repair::{Surroundings, repair, surroundings};

use crate::diagnostic::Diagnostic;
use crate::family::{self, Described};
use crate::games::{kabelsalat, muehle, nim, wolf};
use crate::ilp::BackendKind;
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Description};
use crate::theorem::claim::{self, Derived};
use crate::threads::Threads;
use crate::verdict::{Finding, Looked, PublishedValue, Report, Statistics, Verdict};
use crate::verify::{self, Progress};

/// The default for how far games of a catalogue are computed, in positions.
pub const LIMIT_POSITIONS: u64 = 1_000_000_000;

/// The default for the number of steps of [`crate::one_game`] for each game of a catalogue beyond that limit.
pub const LIMIT_STEPS: u64 = 1 << 10;

/// How to check.
pub struct Options<'o> {
    /// How descriptions of sequences are read.
    pub reading: lang::Options,
    /// The solver that answers questions about integers.
    pub backend: BackendKind,
    /// The threads to use; the report does not depend on their number.
    pub threads: Threads,
    /// Lets the caller end the work; what is open then is undecided.
    pub stop: CancellationToken,
    /// Called now and then, from any thread, with the amount done and the total.
    pub progress: Option<&'o (dyn Fn(u64, u64) + Sync)>,
    /// Descriptions: see [`verify::Options::as_written`].
    pub as_written: bool,
    /// Catalogues: games are computed if the sum of period, preperiod and largest move is at most this.
    pub limit_positions: u64,
    /// Catalogues: the most steps of [`crate::one_game`] for the cycle of each other game.
    pub limit_steps: u64,
    /// Catalogues: only families with this number.
    pub family: Option<u32>,
    /// Catalogues: what decides formulas for all parameters; [`Described::published`] if missing.
    pub descriptions: Option<&'o [&'o Described]>,
    /// Tables of wolf and sheep: the name of the table, such as `tree_primary`, and the
    /// publication that it belongs to; if missing, the table does not belong to a publication and has no name.
    pub table: Option<(&'o str, &'o wolf::Publication)>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            reading: lang::Options::default(),
            backend: BackendKind::Exact,
            threads: Threads::default(),
            stop: CancellationToken::default(),
            progress: None,
            as_written: false,
            limit_positions: LIMIT_POSITIONS,
            limit_steps: LIMIT_STEPS,
            family: None,
            descriptions: None,
            table: None,
        }
    }
}

impl<'o> Options<'o> {
    /// How to prove, without progress.
    fn proving(&self) -> verify::Options<'o> {
        verify::Options {
            backend: self.backend.maker(),
            threads: self.threads.clone(),
            stop: self.stop.clone(),
            progress: None,
            as_written: self.as_written,
        }
    }
}

/// Checks a text of the given kind: what it claims is verified, refuted with a replayed
/// counterexample, or left undecided with the limit's name.
///
/// # Panics
/// If two computations contradict each other, which would be a bug of this crate.
pub fn check(kind: Kind, text: &str, options: &Options<'_>) -> Report {
    match kind {
        Kind::Nimseq => description(text, options),
        Kind::Family => catalogue(text, options),
        Kind::Nim => {
            let lines = nim::description::read(text);
            values(lines.map(|lines| nim::check(&lines, &options.stop)))
        }
        Kind::Kabelsalat => {
            let solving = kabelsalat::solve::SolveOptions {
                backend: options.backend,
                stop: options.stop.clone(),
                ..Default::default()
            };
            let lines = kabelsalat::description::read(text);
            values(lines.map(|lines| kabelsalat::check(&lines, &solving)))
        }
        Kind::Wolf => match options.table {
            Some((name, publication)) => publication.check(name, text),
            None => wolf::Publication::new([("", text)].into_iter()).check("", text),
        },
        Kind::Petri => {
            let progress = |done| {
                if let Some(progress) = options.progress {
                    progress(done, muehle::compare::CompareOptions::default().games);
                }
            };
            let comparing = || muehle::compare::CompareOptions {
                stop: options.stop.clone(),
                progress: Some(&progress),
                ..Default::default()
            };
            options.threads.run(|| muehle::check::check(text, comparing()))
        }
    }
}

/// The report on a text that cannot be decoded.
pub fn unreadable(kind: Kind, diagnostic: Diagnostic) -> Report {
    let looked = match kind {
        Kind::Wolf => Looked::Counted(vec![("lines", 0), ("cells", 0)]),
        Kind::Petri => Looked::Counted(vec![("turns", 0)]),
        _ => Looked::Cases(Statistics::default()),
    };
    Report::rejected(vec![diagnostic], looked)
}

/// The report on a text that was not read to its end.
fn unread(limit: Limit) -> Report {
    Report::new(
        Verdict::Undecided,
        vec![verify::limit_finding(limit)],
        Looked::Cases(Statistics::default()),
    )
}

/// The values that a text claims, or what is wrong with the text.
fn values(values: Result<Vec<PublishedValue>, Vec<Diagnostic>>) -> Report {
    match values {
        Ok(values) => Report::of_values(values),
        Err(diagnostics) => rejected(diagnostics),
    }
}

fn rejected(diagnostics: Vec<Diagnostic>) -> Report {
    Report::rejected(diagnostics, Looked::Cases(Statistics::default()))
}

fn catalogue(text: &str, options: &Options<'_>) -> Report {
    let catalogue = match family::read(text) {
        Ok(catalogue) => catalogue,
        Err(diagnostics) => return rejected(diagnostics),
    };
    let published: Vec<_> = match options.descriptions {
        Some(_) => Vec::new(),
        None => Described::published().iter().collect(),
    };
    let progress = |done: usize, total: usize| {
        if let Some(progress) = options.progress {
            progress(done as u64, total as u64);
        }
    };
    let comparing = family::CheckOptions {
        limit_positions: options.limit_positions,
        limit_steps: options.limit_steps,
        number: options.family,
        descriptions: options.descriptions.unwrap_or(&published),
        stop: options.stop.clone(),
        progress: Some(&progress),
    };
    Report::of_values(options.threads.run(|| family::check(&catalogue, &comparing)))
}

/// Proves or refutes a description of sequences, and then its claims.
fn description(text: &str, options: &Options<'_>) -> Report {
    described_by(text, options, |description, proving, _| {
        (verify::verify(description, text, proving), None)
    })
}

/// As [`check`] for a description of sequences, with the certificate of the verdict.
pub fn check_and_certify(text: &str, options: &Options<'_>) -> (Report, Certified) {
    let mut certified = Certified::Nothing;
    let report = described_by(text, options, |description, proving, values| {
        let (report, derived, found) = certify(description, text, proving, values);
        certified = found;
        (report, Some(derived))
    });
    (report, certified)
}

/// The report on a description that `prove` proves or refutes, with its claims; `prove` may have
/// derived the theorems about their values.
fn described_by(
    text: &str,
    options: &Options<'_>,
    prove: impl FnOnce(
        &Description,
        &verify::Options<'_>,
        &[Alphabet],
    ) -> (Report, Option<Vec<Derived>>),
) -> Report {
    let lowered = match lang::parse_until(text, &options.reading, &options.stop) {
        Ok(lowered) => lowered,
        Err(limit) => return unread(limit),
    };
    let Some(description) = lowered.description else { return rejected(lowered.diagnostics) };
    let progress = |progress: Progress| {
        if let Some(told) = options.progress {
            told(progress.done as u64, progress.total as u64);
        }
    };
    let progress = options.progress.is_some().then_some(&progress as _);
    let proving = verify::Options { progress, ..options.proving() };
    let claims = &lowered.claims;
    let claimed = claim::values(&description, claims);
    let (mut report, derived) = prove(&description, &proving, &claimed);
    let derived = match derived {
        Some(derived) => derived,
        None if report.verdict == Verdict::Verified => {
            claim::derive(&description, &claimed, &options.stop)
        }
        None => Vec::new(),
    };
    claim::check(&derived, &description, claims, &options.stop, &mut report);
    report.findings.extend(lowered.diagnostics.into_iter().map(Finding::new));
    report
}
