//! The flags of `grundy playground`.

use super::numbers::within;
use clap::Args;
use std::path::PathBuf;

/// `grundy playground`.
#[derive(Debug, Args)]
pub struct Playground {
    /// Port on the loopback address; 0 means any free port
    #[arg(long, value_name = "NUMBER", default_value_t = 8733, value_parser = within::<u16>(..=65_535))]
    pub port: u16,
    /// Folder of the built page [default: the page in this program]
    #[arg(long, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}
