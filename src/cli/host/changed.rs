//! Which inputs have changed since a commit, according to git.

use super::Failure;
use super::input::Input;
use grundy_answers::check::Kind;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What git knows about the checkout around the working directory.
#[derive(Debug)]
pub struct Changed {
    /// The folder of the checkout.
    top: PathBuf,
    /// The files in the commit.
    known: BTreeSet<PathBuf>,
    /// The files that differ from it now.
    differ: BTreeSet<PathBuf>,
}

impl Changed {
    /// Asks git.
    pub fn since(commit: &str) -> Result<Self, Failure> {
        let ask = |words: &[&str], trouble: &str| {
            let answer = git(Path::new("."), words);
            answer.map_err(|why| Failure::usage(format!("--changed-since: {trouble}{why}")))
        };
        let top = ask(&["rev-parse", "--show-toplevel"], "this folder is not in a git checkout")?;
        let top = PathBuf::from(top.trim_end_matches('\n'));
        let name = format!("{commit}^{{commit}}");
        let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", &name];
        let found = ask(&words, &format!("git does not know the commit {commit}"))?;
        let found = found.trim();
        let names = |text: String| -> BTreeSet<PathBuf> {
            text.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect()
        };
        let trouble = "git cannot list what has changed";
        let known = ask(&["ls-tree", "-r", "-z", "--name-only", "--full-tree", found], trouble)?;
        let words = ["diff", "-z", "--name-only", "--no-renames", "--no-relative", found, "--"];
        let differ = ask(&words, trouble)?;
        let top = top.canonicalize().unwrap_or(top);
        Ok(Self { top, known: names(known), differ: names(differ) })
    }

    /// Has this input changed, or can nobody know?  Standard input and files that are not in the commit were never
    /// checked; tables of a folder follow from each other.
    pub fn contains(&self, input: &Input) -> bool {
        let path = input.path.canonicalize().ok();
        let inside = path.as_deref().and_then(|path| path.strip_prefix(&self.top).ok());
        let same = |path: &Path| self.known.contains(path) && !self.differ.contains(path);
        input.kind == Kind::Wolf || !inside.is_some_and(same)
    }
}

/// What git prints in a folder, or why not.
pub fn git(folder: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new("git").arg("-C").arg(folder).args(words).output();
    let output = output.map_err(|error| format!(": the program git cannot be run: {error}"))?;
    let told = |bytes: &[u8]| match String::from_utf8_lossy(bytes).trim() {
        "" => String::new(),
        told => format!(": {told}"),
    };
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|error| format!(": {error}")),
        false => Err(told(&output.stderr)),
    }
}
