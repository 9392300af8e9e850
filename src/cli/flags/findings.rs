//! How commands that check write what they found.

use clap::{Args, ValueEnum};

/// Flags of commands that check.
#[derive(Clone, Copy, Debug, Args)]
pub struct Findings {
    /// How to write verdicts and findings [default: what --format says]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub output_format: Option<OutputFormat>,
}

/// How verdicts and findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people, as --format text
    Full,
    /// A line each, with path, line and column
    Concise,
    /// One document, as --format json
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
