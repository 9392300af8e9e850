//! How commands that check write what they found.

use super::global::Format;
use clap::{Args, ValueEnum};
use serde::Deserialize;
use std::path::PathBuf;

/// Flags of commands that check.
#[derive(Clone, Debug, Args)]
pub struct Findings {
    /// The same as --format, which it was before
    #[arg(long, value_enum, value_name = "FORMAT", hide = true)]
    pub output_format: Option<OutputFormat>,
    /// Read settings from FILE; options on the command line win [default: the first grundy.toml from
    /// the working directory upwards]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config", hide_short_help = true)]
    pub config: Option<PathBuf>,
    /// Ignore grundy.toml
    #[arg(long, hide_short_help = true)]
    pub no_config: bool,
}

/// Flags of commands that can compare verdicts with recorded ones.
#[derive(Clone, Debug, Args)]
pub struct Recorded {
    /// Compare the verdicts with those recorded in FILE, path by path as given here. Only changes are
    /// reported; what got worse, or is new and not verified, counts for the exit code [default: the file
    /// that grundy.toml names, here or in the folder that is checked]
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Record the verdicts in the file of --baseline, and keep those of other files
    #[arg(long)]
    pub update_baseline: bool,
    /// The folder that the paths in the file are seen from, if a `grundy.toml` in it names the file.
    #[arg(skip)]
    pub folder: Option<PathBuf>,
}

impl Findings {
    /// Takes over the format of the result, which stays one of text and JSON.
    pub fn take(&mut self, format: &mut Format) {
        let asked = match format {
            Format::Full => OutputFormat::Full,
            Format::Concise => OutputFormat::Concise,
            Format::Jsonl => OutputFormat::JsonLines,
            Format::Github => OutputFormat::Github,
            Format::Junit => OutputFormat::Junit,
            Format::Sarif => OutputFormat::Sarif,
            Format::Text | Format::Json | Format::Csv | Format::Latex | Format::Dot => return,
        };
        *format = Format::Text;
        self.output_format = self.output_format.or(Some(asked));
    }
}

/// How verdicts and findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutputFormat {
    /// For people, the same as --format text
    Full,
    /// One line each, with path, line and column
    Concise,
    /// One document, the same as --format json
    Json,
    /// A JSON object on each line
    JsonLines,
    /// Workflow commands of GitHub Actions
    Github,
    /// A test report in XML
    Junit,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}
