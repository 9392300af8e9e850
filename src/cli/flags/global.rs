//! The flags that every command takes.

use super::numbers::{duration, within};
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, Args, Command, ValueEnum};
use grundy_answers::report::rows::Form;
use serde::Deserialize;
use std::path::PathBuf;
use std::time::Duration;

/// The heading in the help of what every command takes, as far as it acts there.
const HEADING: &str = "Common options";

/// Flags that every command takes; its help lists them after its own.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING, next_display_order = 1000)]
pub struct Global {
    /// Format of the result; see `grundy help formats`
    #[arg(long, global = true, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// Write the result to FILE instead of standard output
    #[arg(short, long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = within::<usize>(1..))]
    pub threads: Option<usize>,
    /// Print no progress, and not which files were written
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print more: all findings, each with its explanation
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// When to use colours; auto respects NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR, and
    /// the terminal, in this order
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Give up after TIME, such as 10 or 0.5 seconds, 1m or 1h, and report the rest as undecided
    #[arg(long, global = true, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
    /// Also print all counts of the work done, and the time
    #[arg(long, global = true, hide_short_help = true)]
    pub stats: bool,
}

/// How results are written.  Settings can name what commands that check write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Human-readable
    Text,
    /// Machine-readable
    Json,
    /// A table, one row per line
    #[value(hide = true)]
    #[serde(skip_deserializing)]
    Csv,
    /// One JSON object per line
    #[value(alias = "json-lines", hide = true)]
    #[serde(alias = "json-lines")]
    Jsonl,
    /// For papers
    #[value(hide = true)]
    #[serde(skip_deserializing)]
    Latex,
    /// Values as numbers with commas between them
    #[value(hide = true)]
    #[serde(skip_deserializing)]
    Numbers,
    /// Lines of a position and a number, as in the b-files of OEIS
    #[value(hide = true)]
    #[serde(skip_deserializing)]
    Bfile,
    /// A graph in the language of Graphviz
    #[value(hide = true)]
    #[serde(skip_deserializing)]
    Dot,
    /// Human-readable, whatever the settings say
    #[value(hide = true)]
    Full,
    /// One line for each finding, with path, line and column
    #[value(hide = true)]
    Concise,
    /// Workflow commands of GitHub Actions
    #[value(hide = true)]
    Github,
    /// A test report in XML
    #[value(hide = true)]
    Junit,
    /// SARIF 2.1.0, for code scanning
    #[value(hide = true)]
    Sarif,
}

impl Format {
    /// How a sequence is written.
    pub fn form(self) -> Form {
        match self {
            Self::Numbers => Form::Numbers,
            Self::Bfile => Form::Indexed,
            _ => Form::Letters,
        }
    }

    /// The name, if only values are written.
    pub fn of_numbers(self) -> Option<&'static str> {
        match self {
            Self::Numbers => Some("numbers"),
            Self::Bfile => Some("bfile"),
            _ => None,
        }
    }
}

/// What commands that check write.
pub const FINDINGS: &[Format] = &[
    Format::Text,
    Format::Json,
    Format::Jsonl,
    Format::Full,
    Format::Concise,
    Format::Github,
    Format::Junit,
    Format::Sarif,
];

/// For commands that write more than text and JSON.
pub trait Formats {
    /// Makes the flag `--format` know these, and show them.
    fn formats(self, known: &'static [Format]) -> Self;
}

impl Formats for Command {
    fn formats(self, known: &'static [Format]) -> Self {
        let values = known.iter().filter_map(ValueEnum::to_possible_value);
        let parser = PossibleValuesParser::new(values.map(|value| {
            let is_text = value.matches("full", false);
            value.hide(is_text)
        }))
        .try_map(|name| Format::from_str(&name, false));
        let known_here = self.get_arguments().any(|flag| flag.get_id() == "format");
        // A command that is defined on demand has the global flags already.
        let with_flag = match known_here {
            true => self,
            false => self.arg(
                Arg::new("format")
                    .long("format")
                    .value_name("FORMAT")
                    .default_value("text")
                    .help("Format of the result; see `grundy help formats`")
                    .help_heading(HEADING),
            ),
        };
        with_flag.mut_arg("format", |flag| flag.value_parser(parser))
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// Colour on terminals only, and as the environment says
    Auto,
    /// Always, even when redirected
    Always,
    /// No colours
    Never,
}
