//! How a command that checks writes what it found, and compares it with recorded verdicts.

use super::input::read_plain;
use super::{Control, Exit, Failure, Output, complain, file};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::findings::Recorded;
use crate::cli::flags::global::Format;
use grundy_answers::report::findings::{self, Compared, Judged};
use grundy_answers::report::json;
use grundy_language::diagnostic::counted;
use grundy_language::verdict::{Baseline, Tally, Verdict};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// How verdicts and findings are written.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// Text for people.
    Full,
    /// One JSON document.
    Json,
    /// A JSON object on each line.
    JsonLines,
    /// Lines for each input, written as soon as it is done.
    Lines(fn(&[Judged]) -> String),
    /// A document in the format of another program, written at the end.
    Whole(fn(&[Judged]) -> String),
}

impl Layout {
    /// The requested layout.
    pub fn new(configuration: &Configuration) -> Self {
        match configuration.format {
            Format::Json => Self::Json,
            Format::Jsonl => Self::JsonLines,
            Format::Concise => Self::Lines(findings::concise),
            Format::Github => Self::Lines(findings::github),
            Format::Junit => Self::Whole(findings::junit),
            Format::Sarif => Self::Whole(|judged| findings::sarif(judged, grundy::VERSION)),
            Format::Text
            | Format::Full
            | Format::Csv
            | Format::Latex
            | Format::Dot
            | Format::Numbers
            | Format::Bfile => Self::Full,
        }
    }

    /// Writes a text in this layout.
    pub fn put(self, text: &str, output: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Full => output.say(text),
            _ => output.write(text),
        }
    }
}

/// The recorded verdicts that a command compares with.
#[derive(Debug)]
pub struct Comparing<'c> {
    path: &'c Path,
    recorded: Baseline,
    update: bool,
    /// The folder that the paths are relative to, if it has a `grundy.toml`.
    folder: Option<PathBuf>,
}

impl<'c> Comparing<'c> {
    /// Reads what was recorded, if requested.  A new file need not exist yet.
    ///
    /// A file that a `grundy.toml` names has paths relative to the folder of the latter; they are renamed to match the
    /// paths that were `given`, and count only for files to which no other `grundy.toml` is nearer.
    pub fn open(asked: &'c Recorded, given: &[PathBuf]) -> Result<Option<Self>, Failure> {
        let update = asked.update_baseline;
        let main = asked.baseline.iter().map(|path| (path, asked.folder.as_deref()));
        let nearer = asked.nearer.iter();
        let named: Vec<_> = main
            .chain(nearer.filter_map(|(folder, path)| Some((path.as_ref()?, Some(&**folder)))))
            .collect();
        let Some(&(path, folder)) = named.first() else {
            return match update {
                true => Err(Failure::usage("--update-baseline needs a file: add --baseline FILE")),
                false => Ok(None),
            };
        };
        if update && named.len() > 1 {
            let message = "several grundy.toml name a baseline; choose one with --baseline FILE";
            return Err(Failure::usage(message));
        }
        let nearer: Vec<_> = asked.nearer.iter().map(|(folder, _)| whole(folder)).collect();
        let given: Vec<_> = given.iter().map(|path| (path, whole(path))).collect();
        let mut recorded = Baseline::default();
        for (path, folder) in &named {
            let one = read_recorded(path, update)?;
            let Some(folder) = folder.map(whole) else {
                recorded = recorded.and(one);
                continue;
            };
            recorded = recorded.and(one.renamed(|name| {
                let file = folder.join(name);
                let nearest = nearer
                    .iter()
                    .filter(|folder| file.starts_with(folder))
                    .max_by_key(|folder| folder.as_os_str().len());
                if nearest.is_some_and(|nearest| *nearest != folder) {
                    return None;
                }
                let below = given.iter().find_map(|(path, whole)| {
                    let rest = file.strip_prefix(whole).ok()?;
                    Some(if rest.as_os_str().is_empty() {
                        path.to_path_buf()
                    } else {
                        path.join(rest)
                    })
                });
                Some(below.unwrap_or(file).display().to_string())
            }));
        }
        Ok(Some(Self { path, recorded, update, folder: folder.map(whole) }))
    }

    /// Compares; records if requested, unless the user interrupted.
    fn compare(
        self,
        judged: Vec<Judged>,
        meant: impl Fn(&str) -> bool,
        interrupted: bool,
    ) -> Result<FindingsDifference, Failure> {
        let Self { path, recorded, update, folder } = self;
        let compared = Compared::new(judged, &recorded, meant);
        let update = update && !interrupted;
        if update {
            let mut updated = compared.updated(recorded);
            if let Some(folder) = folder {
                updated = updated.renamed(|name| {
                    let file = whole(Path::new(name));
                    Some(file.strip_prefix(&folder).unwrap_or(&file).display().to_string())
                });
            }
            file::write_bytes(path, updated.to_string().as_bytes())?;
            let count = compared.judged.iter().filter(|(one, _)| one.verdict.is_some()).count();
            complain(format_args!(
                "{} recorded in {}",
                counted(count as u64, "verdict"),
                path.display()
            ));
        }
        Ok(FindingsDifference { compared, recorded: update })
    }
}

/// The verdicts recorded in a file, which need not exist yet if it is to be written.
fn read_recorded(path: &Path, update: bool) -> Result<Baseline, Failure> {
    match read_plain(path) {
        Ok(text) => Baseline::read(&text).map_err(|error| {
            Failure::usage(format!("{} has no recorded verdicts: {error}", path.display()))
        }),
        Err(error) if update && error.kind() == ErrorKind::NotFound => Ok(Baseline::default()),
        Err(error) => {
            let help = match error.kind() {
                ErrorKind::NotFound => "; --update-baseline creates it",
                _ => "",
            };
            Err(Failure::usage(format!("cannot read {}: {error}{help}", path.display())))
        }
    }
}

/// A path without links and dots, as far as it exists.
fn whole(path: &Path) -> PathBuf {
    let here = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    here.canonicalize().unwrap_or_else(|_| here.to_owned())
}

/// What a command that checks writes at its end.
pub struct Closing<'c> {
    /// The verdict on everything.
    pub verdict: Verdict,
    /// How often each verdict was given.
    pub summary: &'c Tally,
    /// The text for people.
    pub full: &'c dyn Fn() -> String,
    /// The JSON document.
    pub json: &'c dyn Fn(Option<&Compared>) -> String,
    /// The JSON lines that were not written on the way, without the last ones.
    pub lines: &'c dyn Fn() -> String,
    /// Everything that was judged or not reached.
    pub judged: &'c dyn Fn() -> Vec<Judged>,
    /// The part of it that was not written on the way.
    pub left: &'c dyn Fn() -> Vec<Judged>,
}

impl Closing<'_> {
    /// Compares with what was recorded for the files that are `meant`, and writes the end.  The exit code follows from
    /// the verdict or, if there is something to compare with, from the changes.
    pub fn write(
        &self,
        layout: Layout,
        comparing: Option<Comparing<'_>>,
        meant: impl Fn(&str) -> bool,
        control: &Control,
        configuration: &Configuration,
        output: &mut Output,
    ) -> Result<Exit, Failure> {
        let compare = |it: Comparing<'_>| it.compare((self.judged)(), meant, control.interrupted());
        let difference = comparing.map(compare).transpose()?;
        let compared = difference.as_ref().map(|difference| &difference.compared);
        let text = match (layout, compared) {
            (Layout::Full, None) => (self.full)(),
            (Layout::Full, Some(compared)) => compared.text(configuration.style),
            (Layout::Json, _) => (self.json)(compared),
            (Layout::JsonLines, _) => {
                (self.lines)()
                    + &json::changes_line(compared)
                    + &json::summary_line(self.verdict, self.summary)
            }
            (Layout::Lines(write), None) => write(&(self.left)()),
            (Layout::Whole(write), None) => write(&(self.judged)()),
            (Layout::Lines(write) | Layout::Whole(write), Some(compared)) => {
                write(&compared.judged())
            }
        };
        layout.put(&text, output)?;
        Ok(difference.map_or(self.verdict.into(), |difference| difference.exit()))
    }
}

/// What changed.
#[derive(Debug)]
struct FindingsDifference {
    /// The changes.
    compared: Compared,
    recorded: bool,
}

impl FindingsDifference {
    /// How the process ends: what has just been recorded is not a failure.
    fn exit(&self) -> Exit {
        let verdicts = self.compared.verdicts().filter(|_| !self.recorded);
        Exit::from(verdicts.max().unwrap_or(Verdict::Verified))
    }
}
