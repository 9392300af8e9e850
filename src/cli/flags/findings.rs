//! The files that commands that check read besides their inputs.

use clap::Args;
use std::path::PathBuf;

/// Flags of commands that check.
#[derive(Clone, Debug, Args)]
pub struct Findings {
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
    /// that grundy.toml names: here, or nearer to an input in a folder that is checked]
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Record the verdicts in the file of --baseline, and keep those of other files
    #[arg(long)]
    pub update_baseline: bool,
    /// The folder that the paths in the file are seen from, if a `grundy.toml` in it names the file.
    #[arg(skip)]
    pub folder: Option<PathBuf>,
    /// Folders nearer to the files, with a `grundy.toml` of their own, and the baseline that it names.
    #[arg(skip)]
    pub nearer: Vec<(PathBuf, Option<PathBuf>)>,
}
