use crate::certificate::{Certificate, CertificateError, Checked, OnClosed};
use crate::diagnostic::Diagnostic;
use crate::lang::{self, Claim, digest};
use crate::limit::CancellationToken;
use crate::minimality;
use crate::model::Description;
use crate::theorem::claim::{self, Decision};
use crate::theorem::{Theorem, certified};
use crate::verify::{CounterexampleFile, Replayed};
use std::io::{self, BufRead};

/// What a file shows, if it is right.
#[derive(Debug)]
pub enum Shown {
    /// The description is right.
    Proved(Proved),
    /// The description is wrong.
    Refuted(Replayed),
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
    /// Something is wrong with the counterexample.
    #[error("{0}")]
    Counterexample(String),
    /// The description has no meaning.
    #[error("the description is rejected")]
    Description(Vec<Diagnostic>),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(io::Error),
}

/// Checks a file that `grundy verify --certificate` or `grundy theorem --certificate` wrote,
/// against the text of the description: a proof, or a counterexample.  Proofs by trace have a checker
/// of their own, [`check_file`](crate::trace::check_file).
///
/// ```
/// use grundy::check::{CheckError, check_certificate};
/// let text = "n >= 1 { n } REPEAT _n An ENDREP";
/// let refused = check_certificate(&b"grundy-certificate 2\n"[..], text, &Default::default());
/// assert_eq!(refused.unwrap_err().to_string(), "line 1: version 1 of the format was expected");
/// ```
///
/// # Errors
/// Why the file shows nothing.
pub fn check_certificate(
    mut file: impl BufRead,
    text: &str,
    stop: &CancellationToken,
) -> Result<Shown, CheckError> {
    // A counterexample is JSON, a proof begins with a word.
    if file.fill_buf().map_err(CheckError::Unreadable)?.first() == Some(&b'{') {
        return replay(file, text, stop).map(Shown::Refuted);
    }
    let certificate = Certificate::open(file).map_err(CheckError::Certificate)?;
    let (description, claims) = described(&certificate, text)?;
    let proved = check_proof(certificate, &description, &claims, text, stop, None);
    proved.map(Shown::Proved).map_err(CheckError::Certificate)
}

/// The description that a certificate is about, in the reading that it names, with its claims.
///
/// # Errors
/// What is wrong with the text.
pub fn described<R>(
    certificate: &Certificate<R>,
    text: &str,
) -> Result<(Description, Vec<Claim>), CheckError> {
    let header = &certificate.header;
    let options = lang::Options { alphabet: Some(header.alphabet), raw: header.piece };
    let lowered = lang::parse(text, &options);
    let description = lowered.description.ok_or(CheckError::Description(lowered.diagnostics))?;
    Ok((description, lowered.claims))
}

/// Checks the proof behind the header, and compares the claims with what it shows; `on_closed` is
/// called with each closed leaf.
///
/// # Errors
/// The first line that is not right.
pub fn check_proof<R: BufRead>(
    certificate: Certificate<R>,
    description: &Description,
    claims: &[Claim],
    text: &str,
    stop: &CancellationToken,
    on_closed: Option<OnClosed<'_>>,
) -> Result<Proved, CertificateError> {
    let (checked, theorems) =
        minimality::check(certificate, description, &digest(text), on_closed)?;
    let readable = |it| certified(it, description, stop).ok();
    let theorems: Vec<_> = theorems.iter().filter_map(readable).collect();
    let judged = |claim: &Claim| {
        let values = claim.values.unwrap_or(description.alphabet);
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
    let refused = |message: String| CheckError::Counterexample(message);
    let evidence: CounterexampleFile = serde_json::from_reader(file)
        .map_err(|error| refused(format!("this is no counterexample: {error}")))?;
    let options = lang::Options { alphabet: evidence.alphabet(), raw: evidence.piece };
    let lowered = lang::parse(text, &options);
    let description = lowered.description.ok_or(CheckError::Description(lowered.diagnostics))?;
    evidence.replay(&description, text, stop).map_err(refused)
}
