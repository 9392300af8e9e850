//! `grundy man`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::deferred::whole;
use crate::cli::flags::{Arguments, Man};
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::file;
use crate::cli::host::output::print;
use std::path::Path;

/// The page of the whole tool, or that of a command, which may be one of a group; or all of them, each
/// in a file.
pub fn run(arguments: &Man, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut command = whole::<Arguments>();
    if let (true, Some(folder)) = (arguments.all, configuration.output.as_deref()) {
        file::create_folder(folder)?;
        // `grundy help` needs no pages.
        command = command.disable_help_subcommand(true);
        command.build();
        return all(command, folder);
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

fn all(command: clap::Command, folder: &Path) -> Result<Exit, Failure> {
    for command in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        all(command.clone(), folder)?;
    }
    let page = clap_mangen::Man::new(command);
    file::write(&folder.join(page.get_filename()), |mut out| page.render(&mut out))?;
    Ok(Exit::Success)
}
