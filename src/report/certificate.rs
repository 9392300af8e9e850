//! What the check of a certificate, or of a counterexample, came to.

use super::Detail;
use super::json::{SCHEMA, document};
use crate::certificate::{Checked, Rejected};
use crate::verify::{Evidence, Replayed};
use serde::Serialize;

/// What a file shows, if it is right.
#[derive(Debug)]
pub enum Shown {
    /// The description is right; it has so many claims about its period, which are not part of
    /// the proof.
    Proved(Checked, usize),
    /// The description is wrong.
    Refuted(Replayed),
}

/// Why a file shows nothing.
#[derive(Debug)]
pub enum Refused {
    /// Something is wrong with the certificate.
    Certificate(Rejected),
    /// Something is wrong with the counterexample.
    Counterexample(String),
}

impl Refused {
    fn message(&self) -> String {
        match self {
            Self::Certificate(rejected) => rejected.to_string(),
            Self::Counterexample(message) => message.clone(),
        }
    }
}

/// A counterexample as a file.
pub fn evidence(evidence: &Evidence) -> String {
    document(evidence)
}

/// For people: `certificate` and `description` are the names of the files.
pub fn text(
    certificate: &str,
    description: &str,
    shown: &Result<Shown, Refused>,
    detail: Detail,
) -> String {
    match shown {
        Err(refused) => format!("{certificate}: not accepted\n  {}\n", refused.message()),
        Ok(_) if detail == Detail::Quiet => String::new(),
        Ok(Shown::Proved(checked, claims)) => {
            let claims = match claims {
                0 => String::new(),
                claims => format!("  not covered: its claims (CLAIM), {claims}\n"),
            };
            format!(
                "{certificate}: proves {description} for all its parameters\n  \
                 {} chains, {} splits, {} arguments, {} lines\n{claims}",
                checked.chains, checked.splits, checked.closed, checked.lines
            )
        }
        Ok(Shown::Refuted(replayed)) => {
            let simulated = match &replayed.simulated {
                Some(letter) => format!("; computed from position 0 on, it is {letter}"),
                None => String::new(),
            };
            format!(
                "{certificate}: refutes {description}\n  \
                 the value {} at position {} breaks the rule{simulated}\n",
                replayed.claimed, replayed.position
            )
        }
    }
}

/// For programs.
pub fn json(shown: &Result<Shown, Refused>) -> String {
    #[derive(Serialize)]
    struct Answer {
        schema: u32,
        accepted: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        shows: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        counts: Option<Counts>,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    }
    #[derive(Serialize)]
    struct Counts {
        chains: u64,
        splits: u64,
        arguments: u64,
        lines: u64,
        claims_not_covered: usize,
    }
    let (shows, counts) = match shown {
        Ok(Shown::Proved(checked, claims_not_covered)) => {
            let Checked { chains, splits, closed: arguments, lines } = *checked;
            let claims_not_covered = *claims_not_covered;
            let counts = Counts { chains, splits, arguments, lines, claims_not_covered };
            (Some("verified"), Some(counts))
        }
        Ok(Shown::Refuted(_)) => (Some("refuted"), None),
        Err(_) => (None, None),
    };
    let line = match shown {
        Err(Refused::Certificate(rejected)) => Some(rejected.line),
        _ => None,
    };
    document(&Answer {
        schema: SCHEMA,
        accepted: shown.is_ok(),
        shows,
        counts,
        line,
        message: shown.as_ref().err().map(Refused::message),
    })
}
