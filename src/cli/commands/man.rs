//! `grundy man`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::deferred::whole;
use crate::cli::flags::headings::HEADINGS;
use crate::cli::flags::{Arguments, EXIT_CODES, Man};
use crate::cli::host::output::wrote;
use crate::cli::host::{Exit, Failure, file, print};
use roff::{Roff, roman};
use std::io;
use std::path::Path;

/// The page of the whole tool, or of a command, which may belong to a group; or all pages, each in a file.
pub fn run(arguments: &Man, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut command = whole::<Arguments>();
    if let (true, Some(folder)) = (arguments.all, configuration.output.as_deref()) {
        file::create_folder(folder)?;
        // `grundy help` needs no page.
        command = command.disable_help_subcommand(true);
        command.build();
        let count = all(command, folder)?;
        wrote(format_args!("{count} pages to {}", folder.display()), configuration);
        return Ok(Exit::Success);
    }
    command.build();
    let of = &arguments.of;
    for (index, name) in of.iter().enumerate() {
        let typed = of[..=index].join(" ");
        command = command
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::usage(format!("unknown command {typed}")))?;
    }
    let mut page = Vec::new();
    write(&command, &mut page).map_err(|error| Failure::usage(error.to_string()))?;
    let exit = print(&String::from_utf8_lossy(&page), configuration)?;
    configuration.output.iter().for_each(|path| wrote(path.display(), configuration));
    Ok(exit)
}

/// Writes the pages of a command and of all below it; returns their number.
fn all(command: clap::Command, folder: &Path) -> Result<usize, Failure> {
    let mut count = 1;
    for command in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        count += all(command.clone(), folder)?;
    }
    let name = clap_mangen::Man::new(command.clone()).get_filename();
    file::write(&folder.join(name), |mut out| write(&command, &mut out))?;
    Ok(count)
}

/// Writes the page of one command; each of its sections would define the apostrophe anew.
fn write(command: &clap::Command, out: &mut dyn io::Write) -> io::Result<()> {
    let mut page = Vec::new();
    sections(command, &mut page)?;
    let mut defined = 0;
    for line in String::from_utf8_lossy(&page).lines() {
        let defines = line.ends_with(r".ds Aq \(aq") || line.ends_with(".ds Aq '");
        defined += usize::from(defines);
        if !defines || defined <= 2 {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn sections(command: &clap::Command, out: &mut dyn io::Write) -> io::Result<()> {
    // What the short help leaves out would otherwise have no text here.
    let page = clap_mangen::Man::new(command.clone().mut_args(|arg| arg.hide_short_help(false)))
        .source(concat!("grundy ", env!("CARGO_PKG_VERSION")))
        .manual("User Commands");
    page.render_title(out)?;
    page.render_name_section(out)?;
    // As the help has it: the flags have a section of their own.
    let usage = command.clone().render_usage().to_string();
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]);
    for (index, line) in usage.trim_start_matches("Usage:").trim().lines().enumerate() {
        if index > 0 {
            synopsis.control("br", []);
        }
        synopsis.text([roman(line.trim())]);
    }
    out.write_all(synopsis.to_roff().as_bytes())?;
    page.render_description_section(out)?;
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (notes, examples) = help.split_once("Examples:\n").unwrap_or((&help, ""));
    // The exit codes have a section of their own.
    let notes = notes.split("Exit codes:\n").next().unwrap_or_default().trim();
    if !notes.is_empty() {
        let mut text = Roff::new();
        text.control("PP", []).text([roman(notes.replace('\n', " "))]);
        out.write_all(text.to_roff().as_bytes())?;
    }
    page.render_options_section(out)?;
    if command.get_subcommands().any(|inner| !inner.is_hide_set()) {
        page.render_subcommands_section(out)?;
    }
    let mut more = Roff::new();
    if !examples.is_empty() {
        more.control("SH", ["EXAMPLES"]);
        as_it_is(examples, &mut more);
    }
    more.control("SH", ["EXIT STATUS"]);
    as_it_is(EXIT_CODES, &mut more);
    more.control("SH", ["SEE ALSO"]).text([roman(see_also(command))]);
    out.write_all(more.to_roff().as_bytes())
}

/// Writes lines without filling them.
fn as_it_is(lines: &str, page: &mut Roff) {
    page.control("nf", []);
    for line in lines.lines() {
        page.text([roman(line)]);
    }
    page.control("fi", []);
}

/// The pages beside this one: that of the program, or of the group, and of the commands under the same heading.
fn see_also(command: &clap::Command) -> String {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let (group, own) = name.rsplit_once('-').unwrap_or(("", name));
    let under = HEADINGS.iter().find(|(_, names)| group == "grundy" && names.contains(&own));
    let beside = match (group, under) {
        ("", _) => HEADINGS.iter().flat_map(|(_, names)| *names).collect(),
        (_, Some((_, names))) => names.iter().filter(|name| **name != own).collect(),
        _ => Vec::new(),
    };
    let beside = beside.into_iter().map(|name| format!("grundy-{name}(1)"));
    let group = (!group.is_empty()).then(|| format!("{group}(1)"));
    group.into_iter().chain(beside).collect::<Vec<_>>().join(", ")
}
