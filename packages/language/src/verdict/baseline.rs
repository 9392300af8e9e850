//! Verdicts that were recorded, to see what has changed since.

use super::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Recorded verdicts, by file and claim.
///
/// The text is TOML, sorted, with one verdict on a line, so that version control shows what
/// changed:
///
/// ```
/// use grundy_language::verdict::{Baseline, Change, Verdict};
/// let text = "[\"x.nimseq\"]\nverdict = \"verified\"\n\n[\"y.toml\".values]\n\"family 10 p\" = \"refuted\"\n";
/// let baseline = Baseline::read(text).unwrap();
/// assert_eq!(baseline.change("x.nimseq", "", Verdict::Verified), Change::Unchanged);
/// assert_eq!(baseline.change("y.toml", "family 10 p", Verdict::Verified), Change::Fixed(Verdict::Refuted));
/// assert_eq!(baseline.change("y.toml", "family 10 q", Verdict::Undecided), Change::New);
/// assert_eq!(baseline.to_string(), text);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Baseline(BTreeMap<String, File>);

/// The verdicts of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// That of the file as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// Those of the claims in it, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<String, Verdict>,
}

/// How a verdict compares with the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is the same.
    Unchanged,
    /// None was recorded.
    New,
    /// *Verified* now, after another one.
    Fixed(Verdict),
    /// Another one than the recorded one, and not *verified*.  From *refuted* to *undecided* is not
    /// better: what was known no longer is.
    Lost(Verdict),
}

impl Baseline {
    /// Reads recorded verdicts; the error says in which line what is wrong.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }

    /// The same verdicts, of files under other names; those of files without a name are left out.
    #[must_use]
    pub fn renamed(self, name: impl Fn(&str) -> Option<String>) -> Self {
        Self(self.0.into_iter().filter_map(|(path, file)| Some((name(&path)?, file))).collect())
    }

    /// The verdicts of both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// How the verdict on a claim, or on the whole file where `name` is empty, compares.
    pub fn change(&self, path: &str, name: &str, verdict: Verdict) -> Change {
        match self.get(path, name) {
            None => Change::New,
            Some(before) if before == verdict => Change::Unchanged,
            Some(before) if verdict == Verdict::Verified => Change::Fixed(before),
            Some(before) => Change::Lost(before),
        }
    }

    fn get(&self, path: &str, name: &str) -> Option<Verdict> {
        let file = self.0.get(path)?;
        if name.is_empty() { file.verdict } else { file.values.get(name).copied() }
    }

    /// Records a verdict.
    pub fn record(&mut self, path: &str, name: &str, verdict: Verdict) {
        let file = self.0.entry(path.to_owned()).or_default();
        if name.is_empty() {
            file.verdict = Some(verdict);
        } else {
            file.values.insert(name.to_owned(), verdict);
        }
    }

    /// What is recorded of the files that are `meant` and was not `seen` now: path, name, verdict.
    pub fn missing<'b>(
        &'b self,
        meant: impl Fn(&str) -> bool,
        seen: &BTreeSet<(&str, &str)>,
    ) -> Vec<(&'b str, &'b str, Verdict)> {
        let files = self.0.iter().filter(|(path, _)| meant(path));
        let all = files.flat_map(|(path, file)| {
            let whole = file.verdict.map(|verdict| (path.as_str(), "", verdict));
            let value =
                |(name, verdict): (&'b String, &Verdict)| (path.as_str(), name.as_str(), *verdict);
            whole.into_iter().chain(file.values.iter().map(value))
        });
        all.filter(|(path, name, _)| !seen.contains(&(path, name))).collect()
    }

    /// Forgets a record.
    pub fn forget(&mut self, path: &str, name: &str) {
        let Some(file) = self.0.get_mut(path) else { return };
        if name.is_empty() {
            file.verdict = None;
        } else {
            file.values.remove(name);
        }
        if *file == File::default() {
            self.0.remove(path);
        }
    }
}

impl std::fmt::Display for Baseline {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&toml::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}
