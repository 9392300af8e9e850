//! Does a net of Nine Men's Morris have the positions of the rules?

use super::Mill;
use super::compare::{CompareOptions, Divergence, NetComparison, Shortest, compare};
use super::net::rule_of;
use super::rules::CaptureRule;
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::limit::Limit;
use crate::petri::{Net, TransitionId, pnml};
use crate::verdict::{Evidence, Finding, Looked, Report, Verdict};

/// Not every play of a game was looked at.
const PLAYS: Limit = Limit(&["plays", "not every play of the game was checked"]);

/// Checks a net in PNML by the capture rule that its name shows.
///
/// Without a divergence the verdict is *undecided*, unless all markings were looked at.  A net of
/// no known game claims nothing: *vacuous*.
///
/// # Panics
///
/// If a divergence cannot be replayed, which would be a bug.
pub fn check(text: &str, options: CompareOptions<'_>) -> Report {
    let nothing = || Looked::Counted(vec![("turns", 0)]);
    let (net, warnings) = match pnml::read(text, None) {
        Ok(read) => (read.net, read.warnings),
        Err(faults) => return Report::rejected(faults, nothing()),
    };
    let options = CompareOptions { rule: rule_of(&net), ..options };
    let mut findings: Vec<_> = warnings.into_iter().map(Finding::new).collect();
    let comparison = match compare(&net, &options) {
        Err(missing) => {
            findings.push(unknown(&missing));
            return Report::new(Verdict::Vacuous, findings, nothing());
        }
        Ok(comparison) => comparison,
    };
    let verdict = verdict(&comparison);
    findings.extend(comparison.divergences.iter().map(|it| divergence(&net, it)));
    if verdict == Verdict::Undecided {
        findings.push(open(options.rule, &comparison));
    }
    let (markings, turns) = (comparison.markings, comparison.turns);
    let looked = Looked::Counted(vec![("markings", markings), ("turns", turns)]);
    Report::new(verdict, findings, looked)
}

/// *Verified* only if everything that can be reached was compared.
fn verdict(comparison: &NetComparison) -> Verdict {
    match (comparison.divergences.is_empty(), comparison.complete) {
        (false, _) => Verdict::Refuted,
        (true, true) => Verdict::Verified,
        (true, false) => Verdict::Undecided,
    }
}

fn divergence(net: &Net, divergence: &Divergence) -> Finding {
    let (head, notes) = described(net, divergence);
    let mut diagnostic = Diagnostic::new(Code::NetAgainstRules, head)
        .help("fire the sequence with `grundy petri replay`");
    diagnostic.notes = notes;
    let fired = names(net, &divergence.fired).map(str::to_owned).collect();
    Finding { diagnostic, evidence: Evidence::Firings(fired) }
}

/// A divergence in words: what kind it is, and what shows it, line by line.
pub fn described(net: &Net, divergence: &Divergence) -> (String, Vec<String>) {
    let Divergence { kind, fired, turn, before, .. } = divergence;
    let firings = counted(fired.len() as u64, "firing");
    let mut lines = vec![format!("turn {turn}, {firings} ({})", guarantee(divergence))];
    lines.extend(before.as_ref().map(|before| format!("before the turn: {before}")));
    for (what, mills) in [
        ("mills without a record", &divergence.unrecorded),
        ("records without a mill", &divergence.stale),
    ] {
        if !mills.is_empty() {
            let mills: Vec<_> = mills.iter().map(Mill::to_string).collect();
            lines.push(format!("{what}: {}", mills.join(" ")));
        }
    }
    for (who, what) in [("net", &divergence.by_net), ("rules", &divergence.by_rules)] {
        let what = if what.is_empty() { "nothing like it".to_owned() } else { what.join("; ") };
        lines.push(format!("{who}: {what}"));
    }
    if !fired.is_empty() {
        lines.push(format!("replay: {}", sequence(net, fired)));
    }
    (format!("{}: {}", kind.name(), kind.meaning()), lines)
}

/// What is known about the length of a sequence.
fn guarantee(divergence: &Divergence) -> String {
    let Divergence { shortest, astray, .. } = divergence;
    let mut text = match shortest {
        Shortest::UpToTurns(turns) => {
            format!("shortest: all plays of {} were checked", counted(*turns as u64, "turn"))
        }
        Shortest::OnItsFields => {
            "shortest found; no play on the fields that it uses is shorter".to_owned()
        }
        Shortest::Found => "shortest found; there may be shorter ones".to_owned(),
    };
    if *astray {
        text += "; the rules do not allow an earlier turn of it";
    }
    text
}

/// What was looked at.
pub fn effort(rule: CaptureRule, comparison: &NetComparison) -> String {
    let NetComparison { depth, complete, markings, games, turns, limit, .. } = comparison;
    let mut text = match complete {
        true => format!("all plays ({})", counted(*markings, "stable marking")),
        false => format!(
            "all plays of {} ({}), {}",
            counted(*depth as u64, "turn"),
            counted(*markings, "stable marking"),
            counted(*games, "game"),
        ),
    };
    text += &format!("; {} compared", counted(*turns, "turn"));
    if let Some(limit) = limit {
        text += &format!("; limit reached: {}", limit.name());
    }
    if rule == CaptureRule::FromMillsIfAll {
        text += "; captures from mills if all stones are in mills";
    }
    text
}

/// The names of transitions with spaces between them, as `grundy petri replay` reads them.
pub fn sequence(net: &Net, fired: &[TransitionId]) -> String {
    names(net, fired).collect::<Vec<_>>().join(" ")
}

fn names<'n>(net: &'n Net, fired: &'n [TransitionId]) -> impl Iterator<Item = &'n str> {
    fired.iter().map(|id| net.transitions[*id].name.as_str())
}

fn open(rule: CaptureRule, comparison: &NetComparison) -> Finding {
    let effort = effort(rule, comparison);
    let diagnostic = Diagnostic::new(Code::LimitReached, "not everything could be checked")
        .note(format!("the net and the rules agree as far as compared: {effort}"))
        .help("compare more with `grundy muehle compare --depth TURNS --games NUMBER`");
    Finding::limit_reached(diagnostic, comparison.limit.unwrap_or(PLAYS))
}

fn unknown(missing: &[String]) -> Finding {
    let first: Vec<_> = missing.iter().take(3).map(String::as_str).collect();
    let diagnostic = Diagnostic::new(Code::NetOfNoGame, "the net does not belong to a known game")
        .note("it is well-formed, but there are no rules to compare it with")
        .note(format!(
            "a net of Nine Men's Morris has places that are missing here, such as {}",
            first.join(", ")
        ))
        .help("examine it with `grundy petri`");
    Finding::new(diagnostic)
}
