//! The result of the check of a certificate or of a counterexample.

use super::Detail;
use super::align::indented;
use super::json::pretty;
use super::theorem::{StatementJson, formulas, summary, values};
use crate::certificate::Checked;
use crate::check::{CheckError, Proved, Question, Shown};
use crate::verdict::Verdict;
use crate::verify::CounterexampleFile;
use grundy_output::output;

/// A counterexample as a file.
pub fn evidence(evidence: &CounterexampleFile) -> String {
    pretty(evidence)
}

/// The result of the check of a certificate; `certificate` and `description` are the names of the files.
pub fn checked<'a>(
    certificate: &'a str,
    description: &'a str,
    shown: &'a Result<Shown, CheckError>,
    detail: Detail,
) -> impl super::Render {
    let (shows, counts, theorems) = match shown {
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
            let theorems =
                proved.theorems.iter().map(|(_, said)| StatementJson::new(said)).collect();
            (Some("verified"), Some(counts), theorems)
        }
        Ok(Shown::Refuted(..)) => (Some("refuted"), None, Vec::new()),
        Ok(Shown::Traced(said)) => (Some("verified"), None, vec![StatementJson::new(said)]),
        Err(_) => (None, None, Vec::new()),
    };
    let line = match shown {
        Err(CheckError::Certificate(rejected)) => Some(rejected.line),
        Err(CheckError::Trace(refused)) => Some(refused.line),
        _ => None,
    };
    let question = match shown {
        Ok(shown) => Some(shown.question()),
        Err(CheckError::OtherQuestion { asked, .. }) => Some(asked),
        Err(_) => None,
    };
    CertificateAnswer {
        certificate,
        description,
        checked: shown,
        detail,
        accepted: shown.is_ok(),
        shows,
        question: question.map(QuestionAnswer::of),
        counts,
        theorems,
        line,
        message: shown.as_ref().err().map(ToString::to_string),
    }
}

impl super::Render for CertificateAnswer<'_> {
    fn verdict(&self) -> Option<Verdict> {
        // A correct description with a wrong claim is not correct as a text.
        let holds = match self.checked {
            Ok(Shown::Proved(proved)) => proved.claims_refuted == 0,
            Ok(Shown::Refuted(..) | Shown::Traced(..)) => true,
            Err(_) => false,
        };
        Some(if holds { Verdict::Verified } else { Verdict::Refuted })
    }

    fn text(&self) -> String {
        let &Self { certificate, description, checked: shown, detail, .. } = self;
        match shown {
            Err(refused) => {
                let mut lines =
                    vec![format!("{certificate}: not accepted"), format!("  {refused}")];
                if let CheckError::OtherQuestion { file, asked, on_other_terms: true } = refused {
                    let raw = if file.raw { " --raw" } else { "" };
                    let rule = match file.rule == asked.rule {
                        true => String::new(),
                        false => format!(" --rule '{}'", file.rule),
                    };
                    let again = format!("grundy check {certificate} {description}{rule}{raw}");
                    lines.push(format!("  to ask what it answers: {again}"));
                }
                lines.join("\n") + "\n"
            }
            Ok(Shown::Proved(proved)) if detail == Detail::Quiet => {
                let doubtful = claims(proved).into_iter().skip(1).flatten();
                doubtful.map(|claims| format!("{certificate}: {claims}\n")).collect()
            }
            Ok(_) if detail == Detail::Quiet => String::new(),
            Ok(Shown::Traced(said)) => {
                let shown = [formulas(said), vec![summary(said)]].concat().join("\n");
                format!("{certificate}: proves by trace, in normal play\n{}", indented(2, &shown))
            }
            Ok(Shown::Proved(proved)) => {
                let checked = &proved.checked;
                let whole = format!("{certificate}: proves {description} for all its parameters");
                let mut lines = vec![whole, format!("  by {}", proved.question)];
                if proved.question.raw {
                    lines
                        .push("  positions with an option before the list are left out".to_owned());
                }
                for (theorem, said) in &proved.theorems {
                    let values = values(theorem.values);
                    lines.push(format!("  {values}: period and preperiod, both least"));
                    lines.extend(formulas(said).iter().map(|line| format!("    {line}")));
                }
                let claims = claims(proved).into_iter().flatten();
                lines.extend(claims.map(|claims| format!("  its {claims}")));
                lines.push(format!(
                    "  {} chains, {} splits, {} arguments, {} lines",
                    checked.chains, checked.splits, checked.closed, checked.lines
                ));
                lines.join("\n") + "\n"
            }
            Ok(Shown::Refuted(question, replayed)) => {
                let simulated = match &replayed.simulated {
                    Some(letter) => format!("; computed from position 0 on, it is {letter}"),
                    None => String::new(),
                };
                format!(
                    "{certificate}: refutes {description}\n  by {question}\n  \
                     the value {} at position {} breaks the rule{simulated}\n",
                    replayed.claimed, replayed.position
                )
            }
        }
    }
}

/// The numbers of claims that follow, are wrong, and are not covered; `None` where there are none.
fn claims(proved: &Proved) -> [Option<String>; 3] {
    [
        ("that follow", proved.claims),
        ("that are wrong", proved.claims_refuted),
        ("that are not covered", proved.claims_not_covered),
    ]
    .map(|(what, count)| (count > 0).then(|| format!("claims (CLAIM) {what}: {count}")))
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
    /// What was asked about the description, or about the moves of a proof by trace.
    question: Option<QuestionAnswer<'a>>,
    counts: Option<CertificateCounts>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    theorems: Vec<StatementJson<'a>>,
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

/// How the words of a description become statements about positions.
#[output]
struct QuestionAnswer<'a> {
    rule: String,
    values: String,
    /// The words before position 0.
    start: Option<&'a str>,
    /// Is the text a plain list of words?
    raw: bool,
}

impl<'a> QuestionAnswer<'a> {
    fn of(Question { rule, start, raw }: &'a Question) -> Self {
        let values = rule.alphabet().to_string();
        Self { rule: rule.to_string(), values, start: start.as_deref(), raw: *raw }
    }
}
