//! What changed since verdicts were recorded.

use super::{INTERRUPTED, Judged};
use crate::diagnostic::counted;
use crate::report::{Style, text};
use crate::verdict::{Baseline, Change, Verdict};
use grundy_output::output;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Verdicts compared with recorded ones.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Everything that was judged, and how it compares; without a comparison if it was not examined.
    pub judged: Vec<(Judged, Option<Change>)>,
    /// What is recorded for the same files but was not found now: path, name, recorded verdict.
    pub missing: Vec<(String, String, Verdict)>,
}

impl Compared {
    /// Compares; `meant` says for which of the recorded files absent claims count as missing.  Claims of a file that
    /// have the same name are numbered.
    pub fn new(mut judged: Vec<Judged>, recorded: &Baseline, meant: impl Fn(&str) -> bool) -> Self {
        number(&mut judged);
        // Nothing counts as missing in a file that was not read to its end.
        let unread = judged.iter().filter(|one| one.verdict.is_none());
        let unread: BTreeSet<&str> = unread.map(|one| one.path.as_str()).collect();
        let seen = judged.iter().map(|one| (one.path.as_str(), one.name.as_str())).collect();
        let missing = recorded
            .missing(|path| meant(path) && !unread.contains(path), &seen)
            .into_iter()
            .map(|(path, name, verdict)| (path.to_owned(), name.to_owned(), verdict))
            .collect();
        let compare = |one: Judged| {
            let change = one.verdict.map(|verdict| recorded.change(&one.path, &one.name, verdict));
            (one, change)
        };
        Self { judged: judged.into_iter().map(compare).collect(), missing }
    }

    /// The verdicts to record from now on: those of files that were not checked are kept.
    pub fn updated(&self, mut recorded: Baseline) -> Baseline {
        for (path, name, _) in &self.missing {
            recorded.forget(path, name);
        }
        for (one, _) in &self.judged {
            if let Some(verdict) = one.verdict {
                recorded.record(&one.path, &one.name, verdict);
            }
        }
        recorded
    }

    /// The verdicts that count: those on new claims, and *refuted* for each verdict or claim that was lost.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        let missing = self.missing.iter().map(|_| Verdict::Refuted);
        let judged = self.judged.iter().filter_map(|(one, change)| match change {
            Some(Change::New) => one.verdict,
            Some(Change::Lost(_)) => Some(Verdict::Refuted),
            Some(Change::Unchanged | Change::Fixed(_)) | None => None,
        });
        missing.chain(judged)
    }

    /// For other formats: a bad verdict that agrees with the record is known, and a missing claim is not checked.
    pub fn judged(&self) -> Vec<Judged> {
        let judged = self.judged.iter().map(|(one, change)| {
            let known = match (one.verdict, change) {
                (Some(verdict), Some(Change::Unchanged)) if verdict != Verdict::Verified => {
                    Some(format!("recorded as {verdict}"))
                }
                _ => None,
            };
            Judged { known, ..one.clone() }
        });
        let missing = self.missing.iter().map(|(path, name, verdict)| {
            let why = format!("recorded as {verdict}, and missing now");
            Judged { name: name.clone(), ..Judged::unchecked(path, &why) }
        });
        judged.chain(missing).collect()
    }

    /// The changes with their remarks, and their number.
    pub fn text(&self, style: Style) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (one, change) in &self.judged {
            let was = match change {
                Some(Change::Unchanged) => continue,
                Some(Change::New) => "new".to_owned(),
                Some(Change::Fixed(before) | Change::Lost(before)) => format!("was {before}"),
                // The end says how many inputs were not reached.
                None if one.problems.iter().any(|problem| problem.message == INTERRUPTED) => {
                    continue;
                }
                None => String::new(),
            };
            let verdict = match one.verdict {
                Some(verdict) => text::painted(verdict, style),
                None => one.verdict_name().to_owned(),
            };
            let line = format!("{verdict}  {}  {}  {was}", one.path, one.name);
            let _ = writeln!(text, "{}", line.trim_end());
            for problem in &one.problems {
                let place = problem.location.map(|at| format!("{}:{}: ", at.line, at.column));
                let code = problem.code.map(|code| format!("{code} ")).unwrap_or_default();
                let place = place.unwrap_or_default();
                let _ = writeln!(text, "  {place}{code}{}", problem.message);
            }
        }
        for (path, name, verdict) in &self.missing {
            let line = format!("missing    {path}  {name}");
            let _ = writeln!(text, "{}  was {verdict}", line.trim_end());
        }
        let counts = self.counts().map(|(what, count)| format!("{count} {what}"));
        let _ = writeln!(text, "{}", counts.join(", "));
        let known = self.known_refutations();
        if known > 0 {
            let known = counted(known as u64, "known refutation");
            let _ = writeln!(text, "the baseline covers {known}");
        }
        text
    }

    /// The number of claims that are refuted now and were refuted when the verdicts were recorded.
    fn known_refutations(&self) -> usize {
        let is_known = |(one, change): &&(Judged, Option<Change>)| {
            one.verdict == Some(Verdict::Refuted) && *change == Some(Change::Unchanged)
        };
        self.judged.iter().filter(is_known).count()
    }

    fn counts(&self) -> [(&'static str, usize); 5] {
        let count = |wanted: fn(&Change) -> bool| {
            self.judged.iter().filter(|(_, change)| change.as_ref().is_some_and(wanted)).count()
        };
        [
            ("unchanged", count(|change| *change == Change::Unchanged)),
            ("new", count(|change| *change == Change::New)),
            ("fixed", count(|change| matches!(change, Change::Fixed(_)))),
            ("lost", count(|change| matches!(change, Change::Lost(_)))),
            ("missing", self.missing.len()),
        ]
    }

    /// The changes for programs.
    pub fn changes(&self) -> Changes<'_> {
        let judged = self.judged.iter().filter_map(|(one, change)| {
            let (change, before) = match change.as_ref()? {
                Change::Unchanged => return None,
                Change::New => ("new", None),
                Change::Fixed(before) => ("fixed", Some(*before)),
                Change::Lost(before) => ("lost", Some(*before)),
            };
            Some(ComparedEntry {
                path: &one.path,
                name: &one.name,
                change,
                before,
                verdict: one.verdict,
            })
        });
        let missing_entries = self.missing.iter().map(|(path, name, before)| ComparedEntry {
            path,
            name,
            change: "missing",
            before: Some(*before),
            verdict: None,
        });
        Changes {
            changes: judged.chain(missing_entries).collect(),
            summary: self.counts().into(),
            known_refutations: self.known_refutations(),
        }
    }
}

/// What changed, for programs.
#[output]
#[derive(Clone, Debug)]
pub struct Changes<'a> {
    changes: Vec<ComparedEntry<'a>>,
    summary: BTreeMap<&'static str, usize>,
    /// Claims that are refuted as recorded.
    known_refutations: usize,
}

/// `before` is missing for what is new, `verdict` for what is missing.
#[output]
#[derive(Clone, Debug)]
struct ComparedEntry<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    change: &'static str,
    before: Option<Verdict>,
    verdict: Option<Verdict>,
}

/// Numbers the claims of a file that have the same name.
fn number(judged: &mut [Judged]) {
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for one in judged {
        let count = seen.entry((one.path.clone(), one.name.clone())).or_default();
        *count += 1;
        if *count > 1 {
            one.name = format!("{} ({count})", one.name).trim_start().to_owned();
        }
    }
}
