//! The flags that every command takes.

use super::numbers::{positive, seconds};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Flags that every command takes.
#[derive(Debug, Args)]
pub struct Global {
    /// How to write the result
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write the result to FILE instead of standard output (compile: the folder to write to)
    #[arg(short, long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Say only what failed, in one line each
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Explain every finding
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// When to use colours; auto heeds NO_COLOR, CLICOLOR_FORCE and the terminal, in this order
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Leave undecided what takes longer than this, such as 10 or 0.5
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Add all counts of the work done, and the time
    #[arg(long, global = true)]
    pub stats: bool,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// A table, one row per line (census)
    Csv,
    /// One JSON object per line (census)
    #[value(alias = "json-lines")]
    Jsonl,
    /// For papers (theorem)
    Latex,
    /// A graph in the language of Graphviz (petri graph)
    Dot,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// As environment and terminal suggest
    Auto,
    /// Even into a file
    Always,
    /// Not at all
    Never,
}
