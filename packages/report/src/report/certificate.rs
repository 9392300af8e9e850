//! What the check of a certificate, or of a counterexample, came to.

use super::json::pretty;
use super::theorem::{FormulaPiece, formulas, parts, values};
use super::{Detail, parametric};
use crate::certificate::Checked;
use crate::check::{CheckError, Shown};
use crate::theorem::Theorem;
use crate::verify::CounterexampleFile;
use grundy_output::output;

/// A counterexample as a file.
pub fn evidence(evidence: &CounterexampleFile) -> String {
    pretty(evidence)
}

/// What the check of a certificate came to; `certificate` and `description` are the names of the files.
pub fn checked<'a>(
    certificate: &'a str,
    description: &'a str,
    shown: &'a Result<Shown, CheckError>,
    detail: Detail,
) -> impl super::Render {
    fn period(theorem: &Theorem) -> Period<'_> {
        Period {
            values: theorem.values.to_string(),
            period: parts(&theorem.period, &theorem.parameters),
            preperiod: parts(&theorem.preperiod, &theorem.parameters),
        }
    }
    let (shows, counts, theorems, theorem) = match shown {
        Ok(Shown::Proved(proved)) => {
            let Checked { chains, splits, closed: arguments, lines } = proved.checked;
            let counts = CertificateCounts {
                chains,
                splits,
                arguments,
                lines,
                claims: proved.claims,
                claims_refuted: proved.claims_refuted,
                claims_not_covered: proved.claims_not_covered,
            };
            (Some("verified"), Some(counts), proved.theorems.iter().map(period).collect(), None)
        }
        Ok(Shown::Refuted(_)) => (Some("refuted"), None, Vec::new(), None),
        Ok(Shown::Traced(moves, classes)) => {
            (Some("verified"), None, Vec::new(), Some(parametric::theorem(moves, classes)))
        }
        Err(_) => (None, None, Vec::new(), None),
    };
    let line = match shown {
        Err(CheckError::Certificate(rejected)) => Some(rejected.line),
        Err(CheckError::Trace(refused)) => Some(refused.line),
        _ => None,
    };
    CertificateAnswer {
        certificate,
        description,
        checked: shown,
        detail,
        accepted: shown.is_ok(),
        shows,
        counts,
        theorems,
        theorem,
        line,
        message: shown.as_ref().err().map(ToString::to_string),
    }
}

impl super::Render for CertificateAnswer<'_> {
    fn text(&self) -> String {
        let &Self { certificate, description, checked: shown, detail, .. } = self;
        match shown {
            Err(refused) => format!("{certificate}: not accepted\n  {refused}\n"),
            Ok(_) if detail == Detail::Quiet => String::new(),
            Ok(Shown::Traced(moves, classes)) => parametric::text(certificate, moves, classes),
            Ok(Shown::Proved(proved)) => {
                let checked = &proved.checked;
                let mut lines =
                    vec![format!("{certificate}: proves {description} for all its parameters")];
                for theorem in &proved.theorems {
                    let values = values(theorem.values);
                    lines.push(format!("  {values}: period and preperiod, both least"));
                    lines.extend(formulas(theorem).iter().map(|line| format!("    {line}")));
                }
                for (what, count) in [
                    ("that follow", proved.claims),
                    ("that are wrong", proved.claims_refuted),
                    ("that are not covered", proved.claims_not_covered),
                ] {
                    if count > 0 {
                        lines.push(format!("  its claims (CLAIM) {what}: {count}"));
                    }
                }
                lines.push(format!(
                    "  {} chains, {} splits, {} arguments, {} lines",
                    checked.chains, checked.splits, checked.closed, checked.lines
                ));
                lines.join("\n") + "\n"
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
}

#[output]
pub(super) struct CertificateAnswer<'a> {
    #[serde(skip)]
    certificate: &'a str,
    #[serde(skip)]
    description: &'a str,
    #[serde(skip)]
    checked: &'a Result<Shown, CheckError>,
    #[serde(skip)]
    detail: Detail,
    accepted: bool,
    shows: Option<&'static str>,
    counts: Option<CertificateCounts>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    theorems: Vec<Period<'a>>,
    /// What a proof by trace shows.
    theorem: Option<parametric::ParametricDocument>,
    line: Option<u64>,
    message: Option<String>,
}

#[output]
struct CertificateCounts {
    chains: u64,
    splits: u64,
    arguments: u64,
    lines: u64,
    claims: usize,
    claims_refuted: usize,
    claims_not_covered: usize,
}

#[output]
struct Period<'a> {
    values: String,
    period: Vec<FormulaPiece<'a>>,
    preperiod: Vec<FormulaPiece<'a>>,
}
