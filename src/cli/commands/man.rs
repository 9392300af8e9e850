//! `grundy man`.

use crate::cli::flags::Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::deferred::whole;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::print;

/// The page of the whole tool, or that of the command `of`.
pub fn run(of: Option<&str>, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut command = whole::<Arguments>();
    command.build();
    if let Some(name) = of {
        command = command
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::usage(format!("there is no command {name}")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::usage(error.to_string()))?;
    print(&String::from_utf8_lossy(&page), configuration)
}
