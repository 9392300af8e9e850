//! Checks of files that `--certificate` wrote.
//!
//! What is checked is a statement about a text, and what that text means follows from the text and from what the
//! caller asks ([`Terms`]), never from the file: a correct proof that answers another question ([`Question`]) is not
//! accepted.

use crate::certificate::{Certificate, CertificateError, Checked, OnClosed};
use crate::diagnostic::Diagnostic;
use crate::lang::{self, Claim, digest};
use crate::limit::CancellationToken;
use crate::minimality;
use crate::model::{Alphabet, Before, Description, Rule, Value};
use crate::parametric;
use crate::proof::FIRST_WORD as PROOF;
use crate::sequence::start_word;
use crate::theorem::claim::{self, Decision};
use crate::theorem::{Statement, Theorem, certified};
use crate::verify::{CounterexampleFile, Replayed};
use grundy_kernel::trace::{self, FIRST_WORD as TRACE, FileError};
use std::fmt;
use std::io::{self, BufRead, Read};

/// What the caller says about a text, beyond what the text itself says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// How the text is read.
    pub reading: lang::Options,
    /// The values before position 0, as [`start_word`] reads them: those that the text is expected to have.
    pub start: Option<&'a str>,
}

/// How the words of a text become statements about positions.
///
/// The rule says what the value of a position is; what is before position 0 comes from the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rule.
    pub rule: Rule,
    /// The words before position 0, as the text has them, if there are any.
    pub start: Option<String>,
    /// Is the text a plain list of words, which says nothing about positions with an option before the list?
    pub raw: bool,
}

impl Question {
    /// What a description is about.
    fn of(description: &Description) -> Self {
        let start = lang::start(description);
        Self { rule: description.rule, start, raw: description.is_piece() }
    }

    /// Normal play with nothing before position 0: what proofs by trace are about.
    const NORMAL: Self = Self { rule: Rule::Normal, start: None, raw: false };
}

/// `the rule lost == 7, with -n +n before position 0`
impl fmt::Display for Question {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, start, raw } = self;
        write!(formatter, "the rule {rule}")?;
        if let Some(start) = start {
            write!(formatter, ", with {start} before position 0")?;
        }
        formatter.write_str(if *raw { ", read as a plain list of words" } else { "" })
    }
}

/// What a file shows, if it is right.
#[derive(Debug)]
pub enum Shown {
    /// The description is right.
    Proved(Proved),
    /// The description is wrong as an answer to this question.
    Refuted(Question, Replayed),
    /// The outcomes of a family have these periods, by trace.
    Traced(Box<Statement>),
}

impl Shown {
    /// The question that is answered.
    pub fn question(&self) -> &Question {
        match self {
            Self::Proved(Proved { question, .. }) | Self::Refuted(question, _) => question,
            Self::Traced(..) => &Question::NORMAL,
        }
    }
}

/// What a certificate shows.
#[derive(Debug)]
pub struct Proved {
    /// What was asked.
    pub question: Question,
    /// How much was checked.
    pub checked: Checked,
    /// Least periods and preperiods, and what they say.
    pub theorems: Vec<(Theorem, Statement)>,
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
    /// Something is wrong with the proof by trace, or a stop was requested.
    #[error("{0}")]
    Trace(FileError),
    /// Something is wrong with the counterexample.
    #[error("{0}")]
    Counterexample(String),
    /// The description has no meaning.
    #[error("the description is rejected")]
    Description(Vec<Diagnostic>),
    /// The file answers another question about the text.
    #[error("this is about {file}, but the question is about {asked}")]
    OtherQuestion {
        /// What the file is about.
        file: Question,
        /// What the text is about, on the caller's terms.
        asked: Question,
        /// Would the file be about the text on other terms?
        on_other_terms: bool,
    },
    /// No description was given.
    #[error("this is about a description: name its file too")]
    NoDescription,
    /// A description was given.
    #[error("a proof by trace names its own moves: check it without a description")]
    NotAboutADescription,
    /// The file does not begin like any of the three.
    #[error("certificates begin with {PROOF}, {TRACE} or {{")]
    Unknown,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(io::Error),
    /// A stop was requested after this number of lines: it is not known whether the file is right.
    #[error("stopped after {0} lines")]
    Stopped(u64),
}

/// A file that ends where a stop is requested.  The checker of proofs does not look for a stop, but its work between
/// two lines is bounded by their length.
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
/// use grundy_answers::check::{CheckError, check_certificate};
/// let text = "n >= 1 { n } REPEAT _n An ENDREP";
/// let version_2 = &b"grundy-certificate 2\n"[..];
/// let refused = check_certificate(version_2, Some(text), &Default::default(), &Default::default());
/// assert_eq!(refused.unwrap_err().to_string(), "line 1: version 1 of the format was expected");
/// ```
///
/// # Errors
/// Why the file does not answer the question about the text.
pub fn check_certificate(
    mut file: impl BufRead,
    text: Option<&str>,
    asked: &Terms<'_>,
    stop: &CancellationToken,
) -> Result<Shown, CheckError> {
    let first = file.fill_buf().map_err(CheckError::Unreadable)?;
    let begins = |word: &str| first.starts_with(word.as_bytes());
    let (trace, counterexample, proof) = (begins(TRACE), begins("{"), begins(PROOF));
    if trace {
        if text.is_some() {
            return Err(CheckError::NotAboutADescription);
        }
        asked.normal_play()?;
        let (moves, classes) =
            trace::check_file(file, &|| stop.requested()).map_err(CheckError::Trace)?;
        return Ok(Shown::Traced(Box::new(parametric::statement(&moves, &classes))));
    }
    let Some(text) = text else {
        let known = counterexample || proof;
        return Err(if known { CheckError::NoDescription } else { CheckError::Unknown });
    };
    if counterexample {
        return replay(file, text, asked, stop);
    }
    let certificate = opened(file, stop)?;
    let (description, claims) = described(&certificate, text, asked, stop)?;
    check_proof(certificate, &description, &claims, text, stop, None).map(Shown::Proved)
}

impl Terms<'_> {
    /// The description that a file with this rule, for loops or for a plain list, is about.
    fn about(
        &self,
        text: &str,
        rule: Rule,
        raw: bool,
        stop: &CancellationToken,
    ) -> Result<(Description, Vec<Claim>), CheckError> {
        // A plain list may have no meaning when read as loops.
        let reading = lang::Options { raw, ..self.reading };
        let lowered =
            lang::parse_until(text, &reading, stop).map_err(|_| CheckError::Stopped(0))?;
        let Some(description) = lowered.description else {
            return Err(CheckError::Description(lowered.diagnostics));
        };
        let meant = Question::of(&description);
        let file = Question { rule, ..meant.clone() };
        let other_start = self.start.filter(|start| !has_start(&description, start));
        let on_other_terms =
            other_start.is_none() && (rule == meant.rule || lowered.rule.is_none());
        let start = other_start.map(str::to_owned).or(meant.start);
        let asked = Question { start, raw: self.reading.raw, ..meant };
        match file == asked {
            true => Ok((description, lowered.claims)),
            false => Err(CheckError::OtherQuestion { file, asked, on_other_terms }),
        }
    }

    /// Is the question only about normal play?
    fn normal_play(&self) -> Result<(), CheckError> {
        let rule = match self.reading {
            lang::Options { rule: Some(rule), .. } => rule,
            lang::Options { alphabet, .. } => alphabet.unwrap_or(Alphabet::Outcome).into(),
        };
        let start = self.start.map(str::to_owned);
        let asked = Question { rule, start, raw: self.reading.raw };
        match asked == Question::NORMAL {
            true => Ok(()),
            false => {
                let file = Question::NORMAL;
                Err(CheckError::OtherQuestion { file, asked, on_other_terms: false })
            }
        }
    }
}

/// Has the description these values before position 0, repeated to the left?
fn has_start(description: &Description, word: &str) -> bool {
    let (Ok(word), Before::Cycle(cycle)) =
        (start_word(word, description.alphabet()), description.before())
    else {
        return false;
    };
    // Two periodic sequences are equal if they agree on as many positions as the sum of their periods.
    let both = word.len() + cycle.len();
    let back = |values: Vec<Value>| values.into_iter().rev().cycle().take(both).collect::<Vec<_>>();
    back(word) == back(cycle.to_vec())
}

/// A certificate whose header has been read; the check of the rest ends where a stop is requested.
///
/// # Errors
/// If this is not the beginning of a certificate.
pub fn opened<'i>(
    file: impl BufRead + 'i,
    stop: &'i CancellationToken,
) -> Result<Certificate<'i>, CheckError> {
    Certificate::open(UntilStopped { file, stop }).map_err(|rejected| refused(rejected, stop))
}

/// Why a certificate shows nothing: a line is wrong, unless a stop was requested.
fn refused(rejected: CertificateError, stop: &CancellationToken) -> CheckError {
    match stop.requested() {
        true => CheckError::Stopped(rejected.line.saturating_sub(1)),
        false => CheckError::Certificate(rejected),
    }
}

/// The description that a certificate is about, with its claims, read as the caller asks.
///
/// # Errors
/// If the certificate is about another text, or another question about it, or the text has no meaning.
pub fn described(
    certificate: &Certificate<'_>,
    text: &str,
    asked: &Terms<'_>,
    stop: &CancellationToken,
) -> Result<(Description, Vec<Claim>), CheckError> {
    certificate.about(&digest(text)).map_err(CheckError::Certificate)?;
    asked.about(text, certificate.header.rule, certificate.header.piece, stop)
}

/// Checks the proof after the header, and compares the claims with what it shows; `on_closed` is
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
    let readable = |certificate| {
        let theorem = certified(certificate, description, stop).ok()?;
        let said = theorem.statement(description);
        Some((theorem, said))
    };
    let theorems: Vec<_> = theorems.iter().filter_map(readable).collect();
    let judged = |claim: &Claim| {
        let values = claim.values.unwrap_or(description.alphabet());
        let (theorem, _) = theorems.iter().find(|(theorem, _)| theorem.values == values)?;
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
    // What was left undecided for lack of time does not count as uncovered.
    stop.check().map_err(|_| CheckError::Stopped(checked.lines))?;
    Ok(Proved {
        question: Question::of(description),
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
    asked: &Terms<'_>,
    stop: &CancellationToken,
) -> Result<Shown, CheckError> {
    let refused = |message: String| match stop.requested() {
        true => CheckError::Stopped(0),
        false => CheckError::Counterexample(message),
    };
    let evidence: CounterexampleFile = serde_json::from_reader(file)
        .map_err(|error| refused(format!("this is not a counterexample: {error}")))?;
    evidence.about(text).map_err(refused)?;
    let rule =
        evidence.rule().ok_or_else(|| refused("this is by no rule that is known".to_owned()))?;
    let (description, _) = asked.about(text, rule, evidence.piece, stop)?;
    let replayed = evidence.replay(&description, text, stop).map_err(refused)?;
    Ok(Shown::Refuted(Question::of(&description), replayed))
}
