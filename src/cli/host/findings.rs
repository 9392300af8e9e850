//! How a command that checks writes what it found.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::findings::{Findings, OutputFormat};
use grundy::report::findings::{self, Judged};

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
    /// A document of another program's, written at the end.
    Whole(fn(&[Judged]) -> String),
}

impl Layout {
    /// What was asked for; without a format for findings, the format of all results decides.
    pub fn new(asked: Findings, configuration: &Configuration) -> Self {
        match asked.output_format {
            None if configuration.is_text() => Self::Full,
            None | Some(OutputFormat::Json) => Self::Json,
            Some(OutputFormat::Full) => Self::Full,
            Some(OutputFormat::JsonLines) => Self::JsonLines,
            Some(OutputFormat::Concise) => Self::Lines(findings::concise),
            Some(OutputFormat::Github) => Self::Lines(findings::github),
            Some(OutputFormat::Junit) => Self::Whole(findings::junit),
            Some(OutputFormat::Sarif) => Self::Whole(findings::sarif),
        }
    }
}
