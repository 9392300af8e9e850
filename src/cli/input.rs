//! Which files are meant, and what is in them.

use super::exit::Failure;
use super::petri;
use grundy::diagnostic::{Diagnostic, Span};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A kind of description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The REPEAT/FOR language for subtraction games.
    Nimseq,
    /// A catalogue of published families and tables.
    Family,
    /// Claims about Nim positions.
    Nim,
    /// Claims about tasks with stacks and switches.
    Kabelsalat,
    /// Tables of the game wolf and sheep.
    Wolf,
    /// A Petri net.
    Petri,
}

impl Kind {
    /// The file name endings that are known.
    const ENDINGS: [(&str, Self); 6] = [
        ("nimseq", Self::Nimseq),
        ("toml", Self::Family),
        ("nim", Self::Nim),
        ("kabelsalat", Self::Kabelsalat),
        ("tsv", Self::Wolf),
        ("pnml", Self::Petri),
    ];

    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Nimseq, Self::Family, Self::Nim, Self::Kabelsalat, Self::Wolf, Self::Petri];

    /// The kind that the name of the file shows, if it is among the wanted ones; standard input
    /// (`-`) is of the first kind that is wanted.
    fn of(path: &Path, wanted: &[Self]) -> Option<Self> {
        if is_stdin(path) {
            return wanted.first().copied();
        }
        let ending = path.extension()?.to_str()?;
        let known = Self::ENDINGS.iter().find(|(known, _)| *known == ending)?;
        wanted.contains(&known.1).then_some(known.1)
    }

    /// The name of the kind in every output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nimseq => "nimseq",
            Self::Family => "family",
            Self::Nim => "nim",
            Self::Kabelsalat => "kabelsalat",
            Self::Wolf => "wolf",
            Self::Petri => "petri",
        }
    }
}

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

/// Reads every file of the wanted kinds that the paths name, folders in the order of the names in
/// them.
///
/// Nothing is read unless all paths are good, so that a mistyped one never hides behind
/// the success of the others.
pub fn read_all(paths: &[PathBuf], wanted: &[Kind]) -> Result<Vec<Input>, Failure> {
    let mut files = Vec::new();
    let mut trouble = Vec::new();
    for path in paths {
        if let Err(message) = collect(path, wanted, &mut files) {
            trouble.push(message);
        }
    }
    let mut inputs = Vec::with_capacity(files.len());
    for (path, kind) in files {
        match read(&path) {
            Ok(bytes) => inputs.push(decode(path, kind, bytes)),
            Err(error) => trouble.push(cannot_read(&path, &error)),
        }
    }
    if trouble.is_empty() { Ok(inputs) } else { Err(Failure::usage(trouble.join("\nerror: "))) }
}

/// Reads one file that must be a description of sequences itself.
pub fn read_one(path: &Path) -> Result<Input, Failure> {
    let wanted = &[Kind::Nimseq];
    let kind =
        Kind::of(path, wanted).ok_or_else(|| Failure::usage(unknown_ending(path, wanted)))?;
    let bytes = read(path).map_err(|error| Failure::usage(cannot_read(path, &error)))?;
    Ok(decode(path.to_owned(), kind, bytes))
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
    let kind = Kind::of(path, wanted).ok_or_else(|| unknown_ending(path, wanted))?;
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
        } else if let Some(kind) = Kind::of(&path, wanted)
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
        Kind::Petri => petri::decoded(bytes),
        _ => text(bytes),
    };
    Input { path, kind, text, broken }
}

/// Reads one file that a command understands in one way, whatever it is called.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path).map_err(|error| Failure::usage(cannot_read(path, &error)))
}

/// The text, with U+FFFD for what is not UTF-8, and what is wrong where the first one stands.
pub fn text(bytes: Vec<u8>) -> (String, Option<Diagnostic>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let span = Span::new(good, good + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = Diagnostic::error("E0100", format!("byte {good} is not UTF-8"))
                .label(span, "not a character")
                .help("save the file as UTF-8; the language itself needs ASCII only");
            (text, Some(diagnostic))
        }
    }
}

fn cannot_read(path: &Path, error: &std::io::Error) -> String {
    format!("cannot read {}: {error}", path.display())
}

fn unknown_ending(path: &Path, wanted: &[Kind]) -> String {
    format!("{}: not the name of a description ({})", path.display(), known_endings(wanted))
}

fn known_endings(wanted: &[Kind]) -> String {
    let endings = Kind::ENDINGS.iter().filter(|(_, kind)| wanted.contains(kind));
    let endings: Vec<_> = endings.map(|(ending, _)| format!(".{ending}")).collect();
    format!("known endings: {}", endings.join(" "))
}
