//! The configuration that flags, environment and terminal amount to, resolved once.

use super::global::{Color, Format, Global};
use clap::ColorChoice;
use grundy_answers::report::render::READABLE;
use grundy_answers::report::{Detail, Style};
use std::ffi::OsString;
use std::io::{IsTerminal as _, stderr, stdout};
use std::path::PathBuf;
use std::time::Duration;

/// The settings that every command shares.
#[derive(Debug)]
pub struct Configuration {
    /// How the result is written.
    pub format: Format,
    /// Where the result goes; `None` is standard output.
    pub output: Option<PathBuf>,
    /// Number of threads; 0: one for each processor.  How many these are costs a dozen questions
    /// to the system, which are left to whoever starts threads.
    pub threads: usize,
    /// How much is said.
    pub detail: Detail,
    /// How text looks.
    pub style: Style,
    /// The time after which work is left undecided.
    pub time_limit: Option<Duration>,
    /// Are all counts and the time wanted?
    pub stats: bool,
    /// May progress be shown?
    pub progress: bool,
    /// The file of settings that was read.
    pub settings: Option<String>,
    /// Does the result go to a terminal?
    pub terminal: bool,
}

impl Configuration {
    /// Resolves the flags.
    pub fn new(global: Global) -> Self {
        let variable =
            |name: &'static str| std::env::var_os(name).filter(|value| !value.is_empty());
        let terminal = global.output.is_none() && stdout().is_terminal();
        let colour = match global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => Environment::read(variable).wants_colour(terminal),
        };
        let is_dumb = !anstyle_query::term_supports_color();
        Self {
            format: global.format,
            threads: global.threads.unwrap_or(0),
            detail: match (global.quiet, global.verbose) {
                (true, _) => Detail::Quiet,
                (false, true) => Detail::Verbose,
                (false, false) => Detail::Normal,
            },
            style: Style {
                colour,
                unicode: terminal && !is_dumb && utf8_locale(variable),
                ..columns(terminal).map_or(Style::PLAIN, |width| Style::PLAIN.in_columns(width))
            },
            time_limit: global.time_limit,
            stats: global.stats,
            progress: !global.quiet && !is_dumb && stderr().is_terminal(),
            output: global.output,
            settings: None,
            terminal,
        }
    }

    /// Is a result text, if it has the two forms that most have, text and JSON?
    pub fn is_text(&self) -> bool {
        !matches!(self.format, Format::Json | Format::Jsonl)
    }
}

/// Terminals that are narrower, which nobody reads, are taken to have this number of columns.
const NARROWEST: usize = 40;

/// The number of columns of the terminal that a stream goes to, if it does; nothing else asks for it.
pub fn columns(is_terminal: bool) -> Option<usize> {
    // A terminal that does not know its size is as wide as a text in a file.
    let size = is_terminal.then(terminal_size::terminal_size)?;
    Some(size.map_or(READABLE, |(width, _)| usize::from(width.0).max(NARROWEST)))
}

/// When help and errors of usage have colours: as all output, where the environment decides.
pub fn colour_of_help() -> ColorChoice {
    let variable = |name: &'static str| std::env::var_os(name).filter(|value| !value.is_empty());
    match Environment::read(variable) {
        Environment { forbidden: true, .. } => ColorChoice::Never,
        Environment { forced: true, .. } => ColorChoice::Always,
        _ => ColorChoice::Auto,
    }
}

/// Does the locale say that the terminal shows more than ASCII?  The first variable that is
/// set counts (POSIX, Base Definitions, section 8.2).
fn utf8_locale(variable: impl Fn(&'static str) -> Option<OsString>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    locale.is_some_and(|locale| {
        let locale = locale.to_string_lossy().to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// What the environment says about colours.
#[derive(Clone, Copy, Debug)]
struct Environment {
    /// `NO_COLOR` is set.
    forbidden: bool,
    /// `FORCE_COLOR` or `CLICOLOR_FORCE` is set, and not to 0.
    forced: bool,
    /// `CLICOLOR`, if it is set: not to 0.
    wanted: Option<bool>,
    /// The terminal shows colours: `TERM` is set, and not to `dumb`.
    shown: bool,
}

impl Environment {
    fn read(variable: impl Fn(&'static str) -> Option<OsString>) -> Self {
        let is_set = |name| variable(name).is_some_and(|value| value != "0");
        Self {
            forbidden: anstyle_query::no_color(),
            forced: is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE"),
            wanted: anstyle_query::clicolor(),
            shown: anstyle_query::term_supports_color(),
        }
    }

    /// The first of these that is said counts, as in `anstream`.
    fn wants_colour(self, terminal: bool) -> bool {
        match self {
            Self { forbidden: true, .. } => false,
            Self { forced: true, .. } => true,
            Self { wanted: Some(false), .. } => false,
            Self { wanted, shown, .. } => terminal && (shown || wanted == Some(true)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_beats_the_terminal() {
        let plain = Environment { forbidden: false, forced: false, wanted: None, shown: true };
        assert!(plain.wants_colour(true) && !plain.wants_colour(false));
        let forced = Environment { forced: true, ..plain };
        assert!(forced.wants_colour(false));
        assert!(!Environment { forbidden: true, ..forced }.wants_colour(true));
        assert!(!Environment { wanted: Some(false), ..plain }.wants_colour(true));
        assert!(Environment { wanted: Some(false), ..forced }.wants_colour(true));
        let dumb = Environment { shown: false, ..plain };
        assert!(!dumb.wants_colour(true));
        assert!(Environment { wanted: Some(true), ..dumb }.wants_colour(true));
        assert!(!Environment { wanted: Some(true), ..dumb }.wants_colour(false));
    }
}
