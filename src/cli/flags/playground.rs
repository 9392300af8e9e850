//! The flags of `grundy playground`.

use clap::Args;
use std::path::PathBuf;

/// `grundy playground`.
#[derive(Debug, Args)]
pub struct Playground {
    /// The port on the loopback address; 0 is any that is free
    #[arg(long, value_name = "NUMBER", default_value_t = 8733)]
    pub port: u16,
    /// The built page
    #[arg(long, value_name = "FOLDER", default_value = "target/playground")]
    pub folder: PathBuf,
}
