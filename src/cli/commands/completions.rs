//! `grundy completions`.

use crate::cli::flags::Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::deferred::whole;
use crate::cli::host::output::wrote;
use crate::cli::host::{Exit, Failure, print};
use clap_complete::Shell;

/// Writes the script.
pub fn run(shell: Shell, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut whole::<Arguments>(), "grundy", &mut script);
    let exit = print(&String::from_utf8_lossy(&script), configuration)?;
    configuration.output.iter().for_each(|path| wrote(path.display(), configuration));
    Ok(exit)
}
