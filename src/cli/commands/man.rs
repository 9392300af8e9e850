//! `grundy man`.

use crate::cli::flags::Arguments;
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::deferred::whole;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::print;

/// The page of the whole tool, or that of the command `of`, which may be one of a group.
pub fn run(of: &[String], configuration: &Configuration) -> Result<Exit, Failure> {
    let mut command = whole::<Arguments>();
    command.build();
    for (index, name) in of.iter().enumerate() {
        let typed = of[..=index].join(" ");
        command = command
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::usage(format!("there is no command {typed}")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::usage(error.to_string()))?;
    print(&String::from_utf8_lossy(&page), configuration)
}
