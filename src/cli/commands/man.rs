//! `grundy man`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::deferred::whole;
use crate::cli::flags::{Arguments, Man};
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{cannot_write, print};
use std::path::Path;

/// The page of the whole tool, or that of a command, which may be one of a group; or all of them, each
/// in a file.
pub fn run(arguments: &Man, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut command = whole::<Arguments>();
    if let (true, Some(folder)) = (arguments.all, configuration.output.as_deref()) {
        return all(command, folder).map_err(|error| cannot_write(folder.display(), &error));
    }
    command.build();
    let of = &arguments.of;
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

fn all(command: clap::Command, folder: &Path) -> std::io::Result<Exit> {
    std::fs::create_dir_all(folder)?;
    // `grundy help` needs no pages.
    clap_mangen::generate_to(command.disable_help_subcommand(true), folder)?;
    Ok(Exit::Success)
}
