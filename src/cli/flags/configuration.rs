//! What the flags, the environment and the terminal come to, resolved once.

use super::global::{Color, Format, Global};
use grundy_report::report::{Detail, Style};
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
}

impl Configuration {
    /// Resolves the flags.
    pub fn new(global: Global) -> Self {
        let variable =
            |name: &'static str| std::env::var_os(name).filter(|value| !value.is_empty());
        let terminal = global.output.is_none() && stdout().is_terminal();
        let colour = use_color(
            global.color,
            variable("NO_COLOR").is_some(),
            variable("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
            terminal,
        );
        Self {
            format: global.format,
            threads: global.threads.unwrap_or(0),
            detail: match (global.quiet, global.verbose) {
                (true, _) => Detail::Quiet,
                (false, true) => Detail::Verbose,
                (false, false) => Detail::Normal,
            },
            style: Style { colour, unicode: terminal && utf8_locale(variable), ..Style::PLAIN },
            time_limit: global.time_limit,
            stats: global.stats,
            progress: !global.quiet && stderr().is_terminal(),
            output: global.output,
            settings: None,
        }
    }

    /// Is text wanted, for people?
    pub fn is_text(&self) -> bool {
        self.format == Format::Text
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

/// The flag decides, then NO_COLOR, then CLICOLOR_FORCE, then the terminal.
fn use_color(flag: Color, forbidden: bool, forced: bool, terminal: bool) -> bool {
    match flag {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => !forbidden && (forced || terminal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_beats_the_environment_and_the_environment_the_terminal() {
        assert!(use_color(Color::Always, true, false, false));
        assert!(!use_color(Color::Never, false, true, true));
        assert!(!use_color(Color::Auto, true, true, true));
        assert!(use_color(Color::Auto, false, true, false));
        assert!(use_color(Color::Auto, false, false, true));
        assert!(!use_color(Color::Auto, false, false, false));
    }
}
