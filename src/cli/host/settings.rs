//! `grundy.toml`: what a folder of descriptions wants of each call.  Flags win.
//!
//! The file is looked for from the working directory upwards; the first one counts.

use super::exit::Failure;
use super::input::read_plain;
use crate::cli::flags::Command;
use crate::cli::flags::deferred::Deferred;
use crate::cli::flags::family;
use crate::cli::flags::findings::{Findings, OutputFormat, Recorded};
use crate::cli::flags::global::{Format, Global};
use crate::cli::flags::rule::Values;
use grundy_core::diagnostic::{Diagnostic, Span};
use grundy_core::suggest;
use grundy_report::report::Style;
use grundy_report::report::ended::About;
use grundy_report::report::render::render;
use serde::Deserialize;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the file.
const NAME: &str = "grundy.toml";

/// What the file says, by command; paths are seen from the folder in which it stands.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Settings {
    verify: Verify,
    fmt: Fmt,
    family: Family,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Verify {
    paths: Vec<PathBuf>,
    values: Option<Values>,
    time_limit: Option<u64>,
    output_format: Option<OutputFormat>,
    baseline: Option<PathBuf>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Fmt {
    paths: Vec<PathBuf>,
    output_format: Option<OutputFormat>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Family {
    check: Check,
    theorems: Theorems,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Check {
    paths: Vec<PathBuf>,
    limit_positions: Option<u64>,
    limit_steps: Option<u64>,
    time_limit: Option<u64>,
    output_format: Option<OutputFormat>,
    baseline: Option<PathBuf>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Theorems {
    time_limit: Option<u64>,
    output_format: Option<OutputFormat>,
    baseline: Option<PathBuf>,
}

/// Puts what the file says where no flag says otherwise; the path of the file, if one was read.
pub fn settle(command: &mut Command, global: &mut Global) -> Result<Option<String>, Failure> {
    let Some(asked) = command.findings() else { return Ok(None) };
    let Some((path, text)) = find(asked)? else { return Ok(None) };
    let settings: Settings =
        toml::from_str(&text).map_err(|error| refused(&path, &text, &error))?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut apply = Apply { folder, global };
    match command {
        Command::Verify(Deferred(typed)) => {
            let Verify { paths, values, time_limit, output_format, baseline } = settings.verify;
            apply.time_limit(time_limit);
            apply.paths(&mut typed.paths, paths);
            typed.reading.rule.values = typed.reading.rule.values.or(values);
            // What is watched or listed has neither.
            if !(typed.watch || typed.transitions || typed.dump) {
                apply.findings(&mut typed.findings, output_format);
                apply.baseline(&mut typed.recorded, baseline);
            }
        }
        Command::Fmt(Deferred(typed)) => {
            apply.paths(&mut typed.paths, settings.fmt.paths);
            apply.findings(&mut typed.findings, settings.fmt.output_format);
        }
        Command::Family(Deferred(family::Command::Check(typed))) => {
            let set = settings.family.check;
            apply.time_limit(set.time_limit);
            apply.paths(&mut typed.paths, set.paths);
            typed.limit_positions = typed.limit_positions.or(set.limit_positions);
            typed.limit_steps = typed.limit_steps.or(set.limit_steps);
            apply.findings(&mut typed.findings, set.output_format);
            apply.baseline(&mut typed.recorded, set.baseline);
        }
        Command::Family(Deferred(family::Command::Theorems(typed))) => {
            let Theorems { time_limit, output_format, baseline } = settings.family.theorems;
            apply.time_limit(time_limit);
            apply.findings(&mut typed.findings, output_format);
            apply.baseline(&mut typed.recorded, baseline);
        }
        _ => {}
    }
    Ok(Some(path.display().to_string()))
}

/// What is the same for several commands.
struct Apply<'g> {
    folder: PathBuf,
    global: &'g mut Global,
}

impl Apply<'_> {
    fn time_limit(&mut self, seconds: Option<u64>) {
        let limit = seconds.map(Duration::from_secs);
        self.global.time_limit = self.global.time_limit.or(limit);
    }

    fn paths(&self, typed: &mut Vec<PathBuf>, set: Vec<PathBuf>) {
        if typed.is_empty() {
            typed.extend(set.into_iter().map(|path| self.folder.join(path)));
        }
    }

    fn findings(&self, typed: &mut Findings, set: Option<OutputFormat>) {
        if self.global.format == Format::Text {
            typed.output_format = typed.output_format.or(set);
        }
    }

    fn baseline(&self, typed: &mut Recorded, set: Option<PathBuf>) {
        let set = || set.map(|path| self.folder.join(path));
        typed.baseline = typed.baseline.take().or_else(set);
    }
}

/// The file that was named, or the first one upwards.
fn find(asked: &Findings) -> Result<Option<(PathBuf, String)>, Failure> {
    let unreadable = |path: &Path, error: std::io::Error| {
        Failure::usage(format!("cannot read {}: {error}", path.display()))
    };
    if let Some(path) = &asked.config {
        let text = read_plain(path).map_err(|error| unreadable(path, error))?;
        return Ok(Some((path.clone(), text)));
    }
    // Without a working directory there is nothing to search.
    let Ok(here) = std::env::current_dir() else { return Ok(None) };
    let mut path = PathBuf::from(NAME);
    for _ in here.ancestors().take_while(|_| !asked.no_config) {
        match read_plain(&path) {
            Ok(text) => return Ok(Some((path, text))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(unreadable(&path, error)),
        }
        path = Path::new("..").join(path);
    }
    Ok(None)
}

/// What is wrong with the file.
fn refused(path: &Path, text: &str, error: &toml::de::Error) -> Failure {
    let name = path.display().to_string();
    let place = error.span().map_or(Span::default(), |it| Span::new(it.start, it.end));
    let message = error.message();
    let (code, label) = match message {
        _ if toml::from_str::<toml::Table>(text).is_err() => ("E0600", "not understood"),
        _ if message.starts_with("unknown field") => ("E0601", "not known"),
        _ => ("E0602", "not understood"),
    };
    let mut finding = Diagnostic::error(code, message).label(place, label);
    // The reader quotes what is not known, and then all that is.
    let listed = message.strip_prefix("unknown ").unwrap_or_default();
    let mut quoted = listed.split('`').skip(1).step_by(2);
    if let Some(word) = quoted.next()
        && let Some(known) = suggest::nearest(word, quoted)
    {
        finding = finding.help(format!("did you mean `{known}`?"));
    }
    let shown = render(&finding, &name, text, Style::PLAIN);
    Failure::usage(format!("{name} is not understood\n\n{}", shown.trim_end())).about(About::new(
        &name,
        text,
        &[finding],
    ))
}
