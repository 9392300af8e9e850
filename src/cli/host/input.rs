//! Which files are meant, and what is in them.

use super::exit::Failure;
use super::text::{document, plain, text};
use grundy_core::diagnostic::Diagnostic;
use grundy_report::check::Kind;
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
    /// What is wrong where the first replacement stands.
    pub broken: Option<Diagnostic>,
}

impl Input {
    /// The path for people.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Is this standard input?
    pub fn is_stdin(&self) -> bool {
        is_stdin(&self.path)
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

/// What the paths of a command line came to.
#[derive(Debug, Default)]
pub struct Inputs {
    /// What was read.
    pub inputs: Vec<Input>,
    /// What was not.
    pub unreadable: Vec<Unreadable>,
}

impl Inputs {
    /// The inputs, if all could be read.
    pub fn complete(self) -> Result<Vec<Input>, Failure> {
        if self.unreadable.is_empty() {
            return Ok(self.inputs);
        }
        let messages: Vec<_> = self.unreadable.into_iter().map(|it| it.message).collect();
        Err(Failure::usage(messages.join("\nerror: ")))
    }
}

/// Fails where neither the command line nor the settings name a path.
pub fn expect_paths(paths: &[PathBuf]) -> Result<(), Failure> {
    match paths {
        [] => Err(Failure::usage("no path is given, and no grundy.toml names one")),
        _ => Ok(()),
    }
}

/// Reads every file of the wanted kinds that the paths name, folders in the order of the names in
/// them.
pub fn read_all(paths: &[PathBuf], wanted: &[Kind]) -> Inputs {
    let mut files = Vec::new();
    let mut read_so_far = Inputs::default();
    for path in paths {
        if let Err(message) = collect(path, wanted, &mut files) {
            read_so_far.unreadable.push(Unreadable { path: path.clone(), message });
        }
    }
    for (path, kind) in files {
        match read(&path) {
            Ok(bytes) => read_so_far.inputs.push(decode(path, kind, bytes)),
            Err(error) => {
                let message = cannot_read(&path, &error);
                read_so_far.unreadable.push(Unreadable { path, message });
            }
        }
    }
    read_so_far
}

/// Reads one file that must be a description of sequences itself.
pub fn read_one(path: &Path) -> Result<Input, Failure> {
    let wanted = &[Kind::Nimseq];
    let kind = kind_of(path, wanted).ok_or_else(|| Failure::usage(unknown_ending(path, wanted)))?;
    let bytes = read(path).map_err(|error| Failure::usage(cannot_read(path, &error)))?;
    Ok(decode(path.to_owned(), kind, bytes))
}

/// The kind that the name of the file shows, if it is among the wanted ones; standard input (`-`)
/// is of the first kind that is wanted.
fn kind_of(path: &Path, wanted: &[Kind]) -> Option<Kind> {
    if is_stdin(path) {
        return wanted.first().copied();
    }
    let kind = Kind::of_ending(path.extension()?.to_str()?)?;
    wanted.contains(&kind).then_some(kind)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Adds the file, or all descriptions in the folder.
fn collect(path: &Path, wanted: &[Kind], files: &mut Vec<(PathBuf, Kind)>) -> Result<(), String> {
    let folder =
        !is_stdin(path) && fs::metadata(path).map_err(|error| cannot_read(path, &error))?.is_dir();
    if folder {
        let before = files.len();
        search(path, wanted, files)?;
        return match files.len() - before {
            0 => Err(format!("no description in {} ({})", path.display(), known_endings(wanted))),
            _ => Ok(()),
        };
    }
    let kind = kind_of(path, wanted).ok_or_else(|| unknown_ending(path, wanted))?;
    files.push((path.to_owned(), kind));
    Ok(())
}

/// Searches a folder.  Hidden entries are left out; links to folders are not followed, because
/// they can lead round in a circle.
fn search(folder: &Path, wanted: &[Kind], files: &mut Vec<(PathBuf, Kind)>) -> Result<(), String> {
    let trouble = |error| cannot_read(folder, &error);
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(trouble)?.collect();
    let mut entries = entries.map_err(trouble)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        if entry.file_type().map_err(trouble)?.is_dir() {
            search(&path, wanted, files)?;
        } else if let Some(kind) = kind_of(&path, wanted)
            && path.is_file()
        {
            files.push((path, kind));
        }
    }
    Ok(())
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

fn decode(path: PathBuf, kind: Kind, bytes: Vec<u8>) -> Input {
    let (text, broken) = match kind {
        Kind::Petri => document(bytes),
        _ => text(bytes),
    };
    Input { path, kind, text, broken }
}

/// Reads one file that a command understands in one way, whatever it is called.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path).map_err(|error| Failure::usage(cannot_read(path, &error)))
}

/// The whole text of a file.
pub fn read_plain(path: &Path) -> std::io::Result<String> {
    fs::read(path).and_then(plain)
}

/// Reads one text that a command understands in one way, whatever it is called.
pub fn read_text(path: &Path) -> Result<(String, Option<Diagnostic>), Failure> {
    read_bytes(path).map(text)
}

fn cannot_read(path: &Path, error: &std::io::Error) -> String {
    format!("cannot read {}: {error}", path.display())
}

fn unknown_ending(path: &Path, wanted: &[Kind]) -> String {
    format!("{}: not the name of a description ({})", path.display(), known_endings(wanted))
}

fn known_endings(wanted: &[Kind]) -> String {
    let endings: Vec<_> = wanted.iter().map(|kind| format!(".{}", kind.ending())).collect();
    format!("known endings: {}", endings.join(" "))
}
