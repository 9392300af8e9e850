//! `grundy verify` for nets: does a net of a known game have the positions of the rules?

use super::with_threads;
use crate::cli::configuration::Configuration;
use crate::cli::control::Control;
use crate::cli::verify::rejected;
use grundy::diagnostic::Diagnostic;
use grundy::games::muehle::compare::{Comparison, Divergence, Options};
use grundy::games::muehle::net::rule_of;
use grundy::games::petri::{Net, pnml};
use grundy::limit::Limit;
use grundy::report::muehle::{divergence_text, effort, sequence};
use grundy::verify::{Counterexample, Finding, Report, Statistics, Verdict};

/// A net with what was counted.
pub struct Checked {
    /// The verdict and what there is to say.
    pub report: Report,
    /// Counts by name.
    pub counts: Vec<(&'static str, u64)>,
}

/// Checks a net in PNML.
///
/// Without a divergence the verdict is *undecided*, unless all markings were looked at.  A net of no
/// known game claims nothing: *vacuous*.
pub fn check(text: &str, configuration: &Configuration, control: &Control) -> Checked {
    let nothing = |report| Checked { report, counts: vec![("turns", 0)] };
    let net = match pnml::read(text, None) {
        Ok(read) => read.net,
        Err(faults) => return nothing(rejected(faults)),
    };
    let rule = rule_of(&net);
    let options = Options { rule, ..Options::default() };
    match with_threads(&net.name, &net, options, configuration, control) {
        Err(failure) => nothing(report(Verdict::Undecided, vec![unfinished(&failure.message)])),
        Ok(Err(missing)) => nothing(report(Verdict::Vacuous, vec![unknown(&missing)])),
        Ok(Ok(comparison)) => {
            let counts = vec![("markings", comparison.markings), ("turns", comparison.turns)];
            let mut findings: Vec<_> =
                comparison.divergences.iter().map(|it| divergence(&net, it)).collect();
            let verdict = match (findings.is_empty(), comparison.complete) {
                (false, _) => Verdict::Refuted,
                (true, true) => Verdict::Verified,
                (true, false) => Verdict::Undecided,
            };
            if verdict == Verdict::Undecided {
                findings.push(open(&effort(rule, &comparison), &comparison));
            }
            Checked { report: report(verdict, findings), counts }
        }
    }
}

fn report(verdict: Verdict, findings: Vec<Finding>) -> Report {
    Report { verdict, findings, statistics: Statistics::default() }
}

fn divergence(net: &Net, divergence: &Divergence) -> Finding {
    let text = divergence_text(net, divergence);
    let mut lines = text.lines().map(|line| line.trim().to_owned());
    let head = lines.next().unwrap_or_default();
    let mut diagnostic = Diagnostic::error("E0680", head);
    diagnostic.notes = lines.collect();
    let help = "fire the sequence with `grundy petri replay`";
    let play = sequence(net, &divergence.fired).split(' ').map(str::to_owned).collect();
    let counterexample =
        Counterexample { parameters: Vec::new(), play, failure: None, number: None };
    Finding { counterexample: Some(counterexample), ..Finding::new(diagnostic.help(help)) }
}

fn open(effort: &str, comparison: &Comparison) -> Finding {
    let diagnostic = Diagnostic::error("E0306", "not everything could be checked")
        .note(format!("net and rules agree as far as they were compared: {effort}"))
        .help("look further with `grundy muehle compare --depth TURNS --games NUMBER`");
    Finding { limit: Some(comparison.limit.unwrap_or(Limit::Plays)), ..Finding::new(diagnostic) }
}

fn unfinished(message: &str) -> Finding {
    let diagnostic = Diagnostic::error("E0306", "not everything could be checked").note(message);
    Finding { limit: Some(Limit::Plays), ..Finding::new(diagnostic) }
}

fn unknown(missing: &[String]) -> Finding {
    let first: Vec<_> = missing.iter().take(3).map(String::as_str).collect();
    let diagnostic = Diagnostic::warning("W0680", "a net of no game that is known here")
        .note("it is well-formed, and there are no rules to compare it with")
        .note(format!(
            "a net of Nine Men's Morris has places that this one lacks, such as {}",
            first.join(", ")
        ))
        .help("look at it with `grundy petri`");
    Finding::new(diagnostic)
}
