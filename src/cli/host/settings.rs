//! `grundy.toml`: the settings of a folder of descriptions for every call.  Flags override them.
//!
//! The file is looked for from the working directory upwards, and the first one counts.  In a folder that is checked, or
//! below it, there may be others: for the inputs below them the nearest one names the baseline.

use super::input::read_plain;
use super::output::cannot_read;
use super::{Failure, walk};
use crate::cli::flags::Command;
use crate::cli::flags::deferred::Deferred;
use crate::cli::flags::family;
use crate::cli::flags::findings::{Findings, Recorded};
use crate::cli::flags::global::{Format, Global};
use crate::cli::flags::numbers::duration;
use crate::cli::flags::rule::Values;
use grundy_answers::report::Style;
use grundy_answers::report::no_result::About;
use grundy_answers::report::render::render;
use grundy_language::diagnostic::{Code, Diagnostic, Span};
use grundy_language::suggest;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the file.
const NAME: &str = "grundy.toml";

/// What the file says, by command; paths are relative to its folder.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
struct Settings {
    verify: Verify,
    fmt: Fmt,
    family: Family,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case", expecting = "a table")]
struct Verify {
    paths: Vec<PathBuf>,
    values: Option<Values>,
    time_limit: Option<TimeLimit>,
    format: Option<Format>,
    baseline: Option<PathBuf>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case", expecting = "a table")]
struct Fmt {
    paths: Vec<PathBuf>,
    format: Option<Format>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table")]
struct Family {
    check: Check,
    theorems: Theorems,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case", expecting = "a table")]
struct Check {
    paths: Vec<PathBuf>,
    limit_positions: Option<u64>,
    limit_steps: Option<u64>,
    time_limit: Option<TimeLimit>,
    format: Option<Format>,
    baseline: Option<PathBuf>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case", expecting = "a table")]
struct Theorems {
    time_limit: Option<TimeLimit>,
    format: Option<Format>,
    baseline: Option<PathBuf>,
}

/// A time: `5`, `0.5` or `"5s"`.
#[derive(Debug)]
struct TimeLimit(Duration);

impl<'de> Deserialize<'de> for TimeLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a time is needed, such as 10, 0.5, \"90s\" or \"1h30m\"")]
        enum Written {
            Seconds(u64),
            Decimal(f64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Seconds(seconds) => seconds.to_string(),
            Written::Decimal(seconds) => seconds.to_string(),
            Written::Text(text) => text,
        };
        duration(&text).map(Self).map_err(D::Error::custom)
    }
}

/// Applies what the file says where no flag says otherwise; returns the path of the file, if one was read.
pub fn settle(command: &mut Command, global: &mut Global) -> Result<Option<String>, Failure> {
    let Some(asked) = command.findings().cloned() else { return Ok(None) };
    let found = match find(&asked)? {
        Some((path, text)) => Some(apply(&path, &text, command, global)?),
        None => None,
    };
    if let Command::Verify(Deferred(typed)) = command {
        let is_default = typed.recorded.baseline.is_none() || typed.recorded.folder.is_some();
        if typed.paths.is_empty() {
            typed.paths.push(".".into());
        }
        if is_default
            && !asked.no_config
            && asked.config.is_none()
            && !(typed.watch || typed.transitions || typed.dump)
        {
            let nearer = nearer(&typed.paths, found.as_deref())?;
            let path = nearer.iter().find(|one| one.1.is_some()).map(|one| one.0.join(NAME));
            typed.recorded.nearer = nearer;
            return Ok(path.map(|path| path.display().to_string()).or(found));
        }
    }
    Ok(found)
}

/// The folders among those that are checked, and below them, with a file of settings other than the one already `found`,
/// and the baseline that it names.
fn nearer(
    paths: &[PathBuf],
    found: Option<&str>,
) -> Result<Vec<(PathBuf, Option<PathBuf>)>, Failure> {
    let mut seen: Vec<_> =
        found.and_then(|file| Path::new(file).canonicalize().ok()).into_iter().collect();
    let mut all = Vec::new();
    // A file that is named is asked about for its own sake.
    for path in paths.iter().filter(|path| path.is_dir()) {
        let below = walk::files(path).map_err(|error| cannot_read(path.display(), error))?;
        for file in below.into_iter().filter(|file| file.ends_with(NAME)) {
            let place = file.canonicalize().map_err(|error| cannot_read(file.display(), error))?;
            if seen.contains(&place) {
                continue;
            }
            seen.push(place);
            let text = read_plain(&file).map_err(|error| cannot_read(file.display(), error))?;
            let folder = file.parent().unwrap_or(Path::new("")).to_owned();
            let baseline = read(&file, &text)?.verify.baseline.map(|file| folder.join(file));
            all.push((folder, baseline));
        }
    }
    Ok(all)
}

fn read(path: &Path, text: &str) -> Result<Settings, Failure> {
    toml::from_str(text).map_err(|error| refused(path, text, &error))
}

/// Applies what a file says where no flag says otherwise; returns its path.
fn apply(
    path: &Path,
    text: &str,
    command: &mut Command,
    global: &mut Global,
) -> Result<String, Failure> {
    let settings = read(path, text)?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut apply = Apply { folder, global };
    match command {
        Command::Verify(Deferred(typed)) => {
            let Verify { paths, values, time_limit, format, baseline } = settings.verify;
            apply.time_limit(time_limit);
            apply.paths(&mut typed.paths, paths);
            typed.reading.rule.values = typed.reading.rule.values.or(values);
            // Watching and listing use neither.
            if !(typed.watch || typed.transitions || typed.dump) {
                apply.format(format);
                apply.baseline(&mut typed.recorded, baseline);
            }
        }
        Command::Fmt(Deferred(typed)) => {
            apply.paths(&mut typed.paths, settings.fmt.paths);
            apply.format(settings.fmt.format);
        }
        Command::Family(Deferred(family::FamilyCommand::Check(typed))) => {
            let set = settings.family.check;
            apply.time_limit(set.time_limit);
            apply.paths(&mut typed.paths, set.paths);
            typed.limit_positions = typed.limit_positions.or(set.limit_positions);
            typed.limit_steps = typed.limit_steps.or(set.limit_steps);
            apply.format(set.format);
            apply.baseline(&mut typed.recorded, set.baseline);
        }
        Command::Family(Deferred(family::FamilyCommand::Theorems(typed))) => {
            let Theorems { time_limit, format, baseline } = settings.family.theorems;
            apply.time_limit(time_limit);
            apply.format(format);
            apply.baseline(&mut typed.recorded, baseline);
        }
        _ => {}
    }
    Ok(path.display().to_string())
}

/// The settings that several commands share.
struct Apply<'g> {
    folder: PathBuf,
    global: &'g mut Global,
}

impl Apply<'_> {
    fn time_limit(&mut self, set: Option<TimeLimit>) {
        let limit = set.map(|TimeLimit(limit)| limit);
        self.global.time_limit = self.global.time_limit.or(limit);
    }

    fn paths(&self, typed: &mut Vec<PathBuf>, set: Vec<PathBuf>) {
        if typed.is_empty() {
            typed.extend(set.into_iter().map(|path| self.folder.join(path)));
        }
    }

    fn format(&mut self, set: Option<Format>) {
        if self.global.format == Format::Text {
            self.global.format = set.unwrap_or(Format::Text);
        }
    }

    fn baseline(&self, typed: &mut Recorded, set: Option<PathBuf>) {
        if let (None, Some(path)) = (&typed.baseline, set) {
            typed.baseline = Some(self.folder.join(path));
            typed.folder = Some(self.folder.clone());
        }
    }
}

/// The file that was named, or the first one upwards.
fn find(asked: &Findings) -> Result<Option<(PathBuf, String)>, Failure> {
    if let Some(path) = &asked.config {
        let text = read_plain(path).map_err(|error| cannot_read(path.display(), error))?;
        return Ok(Some((path.clone(), text)));
    }
    // Without a working directory there is nothing to search.
    let Ok(here) = std::env::current_dir() else { return Ok(None) };
    let mut path = PathBuf::from(NAME);
    for _ in here.ancestors().take_while(|_| !asked.no_config) {
        match read_plain(&path) {
            Ok(text) => return Ok(Some((path, text))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(cannot_read(path.display(), error)),
        }
        path = Path::new("..").join(path);
    }
    Ok(None)
}

/// What the parser calls by names from Rust.
const WANTED: [(&str, &str); 3] = [
    ("expected a sequence", "expected a list such as [\"x.nimseq\"]"),
    ("expected path string", "expected a path in quotes"),
    ("expected u64", "expected a number from 0"),
];

/// What is wrong with the file.
fn refused(path: &Path, text: &str, error: &toml::de::Error) -> Failure {
    let name = path.display().to_string();
    let place = error.span().map_or(Span::default(), |span| Span::new(span.start, span.end));
    let mut message = error.message().to_owned();
    for (theirs, ours) in WANTED {
        message = message.replace(theirs, ours);
    }
    let message = message.as_str();
    let (code, label) = match message {
        _ if toml::from_str::<toml::Table>(text).is_err() => (Code::NotToml, "not understood"),
        _ if message.starts_with("unknown field") => (Code::UnknownKey, "not known"),
        _ => (Code::WrongType, "not understood"),
    };
    let mut finding = Diagnostic::new(code, message).label(place, label);
    // The parser quotes the unknown name, and then all known ones.
    let listed = message.strip_prefix("unknown ").unwrap_or_default();
    let mut quoted = listed.split('`').skip(1).step_by(2);
    if let Some(word) = quoted.next()
        && let Some(known) = suggest::nearest(word, quoted)
    {
        finding = finding.help(format!("did you mean `{known}`?"));
    }
    let shown = render(&finding, &name, text, Style::PLAIN);
    Failure::usage(format!("cannot read {name}\n\n{}", shown.trim_end())).about(About::new(
        &name,
        text,
        &[finding],
    ))
}
