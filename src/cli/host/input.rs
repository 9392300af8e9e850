//! Which files the arguments refer to, and what is in them.

use super::output::cannot_read;
use super::text::{document, plain, text};
use super::{Failure, walk};
use crate::cli::flags::reading::{Called, Reading};
use grundy_answers::ask::Refused;
use grundy_answers::ask::texts::Describe;
use grundy_answers::check::Kind;
use grundy_language::diagnostic::Diagnostic;
use grundy_language::lang::{TextKind, foreign};
use std::collections::HashSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A description to work on.
#[derive(Debug)]
pub struct Input {
    /// The path as the user wrote or would write it; `-` is standard input.
    pub path: PathBuf,
    /// The kind.
    pub kind: Kind,
    /// The text; what is not UTF-8 is replaced by U+FFFD.
    pub text: String,
    /// What is wrong at the first replacement.
    pub broken: Option<Diagnostic>,
    /// Is this standard input, whatever it is called?
    pub is_stdin: bool,
}

impl Input {
    /// The path for people.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The description, to be read in this way.
    ///
    /// # Errors
    /// If it cannot be decoded, or values and rule do not fit together.
    pub fn described(&self, reading: &Reading) -> Result<Describe, Refused> {
        let (name, text) = (self.name(), self.text.clone());
        match &self.broken {
            Some(broken) => Err(Refused::Text(name, text, vec![broken.clone()])),
            None => Ok(reading.of_text(text, Some(name))?),
        }
    }
}

/// A path that could not be read, or that names nothing of the wanted kinds.
#[derive(Debug)]
pub struct Unreadable {
    path: PathBuf,
    /// The path, and why.
    pub message: String,
}

impl Unreadable {
    /// The path for people.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// What the paths of a command line lead to.
#[derive(Debug, Default)]
pub struct Inputs {
    /// What was read.
    pub inputs: Vec<Input>,
    /// What was not.
    pub unreadable: Vec<Unreadable>,
}

impl Inputs {
    /// The inputs, if all of them could be read.
    pub fn complete(self) -> Result<Vec<Input>, Failure> {
        if self.unreadable.is_empty() {
            return Ok(self.inputs);
        }
        let messages: Vec<_> = self.unreadable.into_iter().map(|one| one.message).collect();
        Err(Failure::usage(messages.join("\nerror: ")))
    }
}

/// Fails if neither the command line nor the settings name a path, or if standard input has a name and is not read.
pub fn expect_paths(paths: &[PathBuf], stdin: Option<&Path>) -> Result<(), Failure> {
    if paths.is_empty() {
        return Err(Failure::usage(
            "no input: give a file or folder, or set `paths` in grundy.toml",
        ));
    }
    if stdin.is_some() && !paths.iter().any(|path| is_stdin(path)) {
        let message = "--stdin-filename names standard input, which is not read: add the path -";
        return Err(Failure::usage(message));
    }
    Ok(())
}

impl Called {
    /// The kind of a path, given or by its ending, if it is among the wanted ones; standard input without a name is of
    /// the first wanted kind.
    fn kind_of(&self, path: &Path, wanted: &[Kind]) -> Option<Kind> {
        let shown = match (self.kind, is_stdin(path)) {
            (Some(kind), _) => Some(kind),
            (None, true) => wanted.first().copied(),
            (None, false) => Kind::of_ending(path.extension()?.to_str()?),
        };
        shown.filter(|kind| wanted.contains(kind))
    }
}

/// Reads every file of the wanted kinds that the paths name, and in folders the files that are unmistakably of these
/// kinds, in the order of their names.
pub fn read_all(paths: &[PathBuf], wanted: &[Kind], called: &Called) -> Inputs {
    let mut found = Inputs::default();
    let mut seen = HashSet::new();
    for path in paths {
        let read = match fs::metadata(path) {
            Ok(it) if it.is_dir() && !is_stdin(path) => read_folder(path, wanted, called),
            _ => read_named(path, wanted, called).map(|input| vec![input]),
        };
        match read {
            // A file counts once, however often and by whatever names the paths refer to it.
            Ok(inputs) => {
                let new = inputs
                    .into_iter()
                    .filter(|input| seen.insert(place(&input.path, input.is_stdin)));
                found.inputs.extend(new);
            }
            Err(message) => {
                found.unreadable.push(Unreadable { path: path.clone(), message });
            }
        }
    }
    found
}

/// A key that is the same for all names of a file, or of standard input.
pub fn place(path: &Path, is_stdin: bool) -> Option<PathBuf> {
    (!is_stdin).then(|| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
}

/// Reads one file that must itself be a description of sequences.
pub fn read_one(path: &Path) -> Result<Input, Failure> {
    read_named(path, &[Kind::Nimseq], &Called::default()).map_err(Failure::usage)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read_named(path: &Path, wanted: &[Kind], called: &Called) -> Result<Input, String> {
    let is_stdin = is_stdin(path);
    if !is_stdin && path.is_dir() {
        return Err(format!("{} is a folder; name a file in it", path.display()));
    }
    let name = called.stdin.as_deref().filter(|_| is_stdin).unwrap_or(path);
    let kind = called.kind_of(name, wanted).ok_or_else(|| {
        let found = read_plain(path).ok().and_then(|text| foreign(&text, TextKind::Description));
        let found = found.map(|found| format!("{}: {}", path.display(), found.sentence()));
        found.unwrap_or_else(|| unknown_ending(name, wanted))
    })?;
    let bytes = read(path).map_err(|error| cannot_read(path.display(), error).message)?;
    Ok(decode(name.to_owned(), kind, bytes, is_stdin))
}

fn read_folder(folder: &Path, wanted: &[Kind], called: &Called) -> Result<Vec<Input>, String> {
    let files =
        walk::files(folder).map_err(|error| cannot_read(folder.display(), error).message)?;
    let mut inputs = Vec::new();
    for path in files {
        let kind = path.extension().and_then(|ending| Kind::of_ending(ending.to_str()?));
        let Some(kind) = kind.filter(|kind| wanted.contains(kind)) else { continue };
        if called.kind.is_some_and(|asked| asked != kind) {
            continue;
        }
        let bytes = read(&path).map_err(|error| cannot_read(path.display(), error).message)?;
        let input = decode(path, kind, bytes, false);
        if kind.is_unmistakable(&input.text) {
            inputs.push(input);
        }
    }
    match inputs.is_empty() {
        true => Err(format!("no description in {} ({})", folder.display(), known_endings(wanted))),
        false => Ok(inputs),
    }
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    if is_stdin(path) {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        Ok(bytes)
    } else {
        fs::read(path)
    }
}

fn decode(path: PathBuf, kind: Kind, bytes: Vec<u8>, is_stdin: bool) -> Input {
    let (text, broken) = match kind {
        Kind::Petri => document(bytes),
        _ => text(bytes),
    };
    Input { path, kind, text, broken, is_stdin }
}

/// Reads one file that a command understands in one way, whatever it is called.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path).map_err(|error| cannot_read(path.display(), error))
}

/// The whole text of a file.
pub fn read_plain(path: &Path) -> std::io::Result<String> {
    fs::read(path).and_then(plain)
}

/// Reads one text that a command understands in one way, whatever it is called.
pub fn read_text(path: &Path) -> Result<(String, Option<Diagnostic>), Failure> {
    read_bytes(path).map(text)
}

/// The file that the only word names, as `@FILE` or `-`.
pub fn file_named(words: &[String]) -> Option<&str> {
    match words {
        [word] if word == "-" => Some(word),
        [word] => word.strip_prefix('@'),
        _ => None,
    }
}

fn unknown_ending(path: &Path, wanted: &[Kind]) -> String {
    let name = path.to_string_lossy();
    if name.starts_with('{') {
        return format!("{name} is a list of moves, not a file; see `grundy infer '{name}'`");
    }
    if !path.exists() {
        return format!("{name}: no such file or directory");
    }
    let help = if wanted == Kind::ALL { "; --kind says what it is" } else { "" };
    format!("{}: unknown file type ({}{help})", path.display(), known_endings(wanted))
}

fn known_endings(wanted: &[Kind]) -> String {
    let endings: Vec<_> = wanted.iter().map(|kind| format!(".{}", kind.ending())).collect();
    format!("known endings: {}", endings.join(" "))
}
