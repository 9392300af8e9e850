use crate::certificate::{Certificate, CertificateError, Checked, OnClosed};
use crate::diagnostic::Diagnostic;
use crate::lang::{self, Claim, digest};
use crate::limit::CancellationToken;
use crate::minimality;
use crate::model::Description;
use crate::proof::FIRST_WORD as PROOF;
use crate::theorem::claim::{self, Decision};
use crate::theorem::{Theorem, certified};
use crate::verify::{CounterexampleFile, Replayed};
use grundy_check::trace::{self, FIRST_WORD as TRACE, FileError, Move};
use std::io::{self, BufRead, Read};

/// What a file shows, if it is right.
#[derive(Debug)]
pub enum Shown {
    /// The description is right.
    Proved(Proved),
    /// The description is wrong.
    Refuted(Replayed),
    /// The outcomes of a family have these periods, by trace.
    Traced(Vec<Move>, Vec<trace::Class>),
}

/// What a certificate shows.
#[derive(Debug)]
pub struct Proved {
    /// How much was checked.
    pub checked: Checked,
    /// Least periods and preperiods.
    pub theorems: Vec<Theorem>,
    /// The number of claims (CLAIM) of the description that follow.
    pub claims: usize,
    /// The number of claims that are wrong by what it shows.
    pub claims_refuted: usize,
    /// The number of claims that the certificate does not cover.
    pub claims_not_covered: usize,
}

/// Why a file shows nothing.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Something is wrong with the certificate.
    #[error("{0}")]
    Certificate(CertificateError),
    /// Something is wrong with the proof by trace, or a stop was asked for.
    #[error("{0}")]
    Trace(FileError),
    /// Something is wrong with the counterexample.
    #[error("{0}")]
    Counterexample(String),
    /// The description has no meaning.
    #[error("the description is rejected")]
    Description(Vec<Diagnostic>),
    /// No description was given.
    #[error("this is about a description: name its file too")]
    NoDescription,
    /// A description was given.
    #[error("a proof by trace names its own moves: check it without a description")]
    NotAboutADescription,
    /// The file begins as none of the three does.
    #[error("certificates begin with {PROOF}, {TRACE} or {{")]
    Unknown,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(io::Error),
    /// A stop was asked for, when so many lines were read: whether the file is right is not known.
    #[error("stopped after {0} lines")]
    Stopped(u64),
}

/// A file that ends where a stop is asked for.  The checker of proofs knows of no stop, but what it
/// does between two lines is bounded by their length.
struct UntilStopped<'s, R> {
    file: R,
    stop: &'s CancellationToken,
}

impl<R: Read> Read for UntilStopped<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stop.check().map_err(|limit| io::Error::other(limit.text()))?;
        self.file.read(bytes)
    }
}

impl<R: BufRead> BufRead for UntilStopped<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.stop.check().map_err(|limit| io::Error::other(limit.text()))?;
        self.file.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.file.consume(count);
    }
}

/// Checks a file that `--certificate` wrote: a proof or a counterexample, against the text of the description that
/// it is about, or a proof by trace, which is about moves that it names.
///
/// ```
/// use grundy_report::check::{CheckError, check_certificate};
/// let text = "n >= 1 { n } REPEAT _n An ENDREP";
/// let refused = check_certificate(&b"grundy-certificate 2\n"[..], Some(text), &Default::default());
/// assert_eq!(refused.unwrap_err().to_string(), "line 1: version 1 of the format was expected");
/// ```
///
/// # Errors
/// Why the file shows nothing.
pub fn check_certificate(
    mut file: impl BufRead,
    text: Option<&str>,
    stop: &CancellationToken,
) -> Result<Shown, CheckError> {
    let first = file.fill_buf().map_err(CheckError::Unreadable)?;
    let begins = |word: &str| first.starts_with(word.as_bytes());
    let (trace, counterexample, proof) = (begins(TRACE), begins("{"), begins(PROOF));
    if trace {
        if text.is_some() {
            return Err(CheckError::NotAboutADescription);
        }
        let (moves, classes) =
            trace::check_file(file, &|| stop.requested()).map_err(CheckError::Trace)?;
        return Ok(Shown::Traced(moves, classes));
    }
    let Some(text) = text else {
        let known = counterexample || proof;
        return Err(if known { CheckError::NoDescription } else { CheckError::Unknown });
    };
    if counterexample {
        return replay(file, text, stop).map(Shown::Refuted);
    }
    let certificate = opened(file, stop)?;
    let (description, claims) = described(&certificate, text)?;
    check_proof(certificate, &description, &claims, text, stop, None).map(Shown::Proved)
}

/// A certificate whose header is read; the check of the rest ends where a stop is asked for.
///
/// # Errors
/// When this is not the beginning of a certificate.
pub fn opened<'i>(
    file: impl BufRead + 'i,
    stop: &'i CancellationToken,
) -> Result<Certificate<'i>, CheckError> {
    Certificate::open(UntilStopped { file, stop }).map_err(|rejected| refused(rejected, stop))
}

/// Why a certificate shows nothing: a line, unless a stop was asked for.
fn refused(rejected: CertificateError, stop: &CancellationToken) -> CheckError {
    match stop.requested() {
        true => CheckError::Stopped(rejected.line.saturating_sub(1)),
        false => CheckError::Certificate(rejected),
    }
}

/// The description that a certificate is about, in the reading that it names, with its claims.
///
/// # Errors
/// What is wrong with the text.
pub fn described(
    certificate: &Certificate<'_>,
    text: &str,
) -> Result<(Description, Vec<Claim>), CheckError> {
    let header = &certificate.header;
    let options =
        lang::Options { rule: Some(header.rule), raw: header.piece, ..Default::default() };
    let lowered = lang::parse(text, &options);
    let description = lowered.description.ok_or(CheckError::Description(lowered.diagnostics))?;
    Ok((description, lowered.claims))
}

/// Checks the proof behind the header, and compares the claims with what it shows; `on_closed` is
/// called with each closed leaf.
///
/// # Errors
/// The first line that is not right.
pub fn check_proof(
    certificate: Certificate<'_>,
    description: &Description,
    claims: &[Claim],
    text: &str,
    stop: &CancellationToken,
    on_closed: Option<OnClosed<'_>>,
) -> Result<Proved, CheckError> {
    let (checked, theorems) = minimality::check(certificate, description, &digest(text), on_closed)
        .map_err(|rejected| refused(rejected, stop))?;
    let readable = |it| certified(it, description, stop).ok();
    let theorems: Vec<_> = theorems.iter().filter_map(readable).collect();
    let judged = |claim: &Claim| {
        let values = claim.values.unwrap_or(description.alphabet());
        let theorem = theorems.iter().find(|theorem| theorem.values == values)?;
        claim::judge(description, theorem, claim, stop).ok()
    };
    let (mut follow, mut wrong) = (0, 0);
    for claim in claims {
        match judged(claim) {
            Some(Decision::Proved | Decision::Silent) => follow += 1,
            Some(Decision::Refuted { .. }) => wrong += 1,
            Some(Decision::Open(_)) | None => {}
        }
    }
    // What was not decided for lack of time is not uncovered.
    stop.check().map_err(|_| CheckError::Stopped(checked.lines))?;
    Ok(Proved {
        checked,
        theorems,
        claims: follow,
        claims_refuted: wrong,
        claims_not_covered: claims.len() - follow - wrong,
    })
}

fn replay(
    file: impl BufRead,
    text: &str,
    stop: &CancellationToken,
) -> Result<Replayed, CheckError> {
    let refused = |message: String| match stop.requested() {
        true => CheckError::Stopped(0),
        false => CheckError::Counterexample(message),
    };
    let evidence: CounterexampleFile = serde_json::from_reader(file)
        .map_err(|error| refused(format!("this is not a counterexample: {error}")))?;
    let (alphabet, rule) = (evidence.alphabet(), evidence.rule());
    let options = lang::Options { alphabet, rule, raw: evidence.piece };
    let lowered = lang::parse(text, &options);
    let description = lowered.description.ok_or(CheckError::Description(lowered.diagnostics))?;
    evidence.replay(&description, text, stop).map_err(refused)
}
