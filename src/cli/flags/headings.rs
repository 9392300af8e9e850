//! The commands under headings, for the help of the program and for manual pages.

use super::configuration::columns;
use clap::Command;
use grundy_answers::report::render::wrapped;
use std::io::{IsTerminal as _, stdout};

/// Each command once, under its heading.
pub const HEADINGS: [(&str, &[&str]); 6] = [
    ("One game", &["period", "sequence", "find", "register"]),
    ("Families", &["infer", "new", "theorem", "family", "census"]),
    ("Descriptions", &["verify", "check", "fmt", "explain", "expand", "compile"]),
    ("Pictures", &["map", "plot"]),
    ("Other games", &["heaps", "play", "nim", "kabelsalat", "wolf", "petri", "muehle"]),
    ("Tools", &["server", "playground", "completions", "man"]),
];

/// What a newcomer types first.
const START: &str = "  \
  grundy period 3 7 8           the period of one game
  grundy infer '{ n 2n 3n+1 }'  a theorem about a family
  grundy verify x.nimseq        prove or refute a text
";

/// The same commands, which the help of the program lists under headings; clap has only one for all.
pub fn under_headings(command: Command) -> Command {
    let styles = command.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let mut list = String::new();
    for (heading, names) in HEADINGS {
        let found = names.iter().filter_map(|name| command.find_subcommand(name));
        let lines: String = found
            .map(|found| {
                let names: Vec<_> =
                    [found.get_name()].into_iter().chain(found.get_visible_aliases()).collect();
                let about = found.get_about().map(ToString::to_string).unwrap_or_default();
                format!("  {literal}{:<20}{literal:#} {about}\n", names.join(", "))
            })
            .collect();
        if !lines.is_empty() {
            list += &format!("{header}{heading}:{header:#}\n{lines}\n");
        }
    }
    // Clap fits to the terminal only what it lists itself.
    let list = columns(stdout().is_terminal()).map_or(list.clone(), |width| wrapped(&list, width));
    command
        .override_usage("grundy [OPTIONS] <COMMAND>\n       grundy help <COMMAND or TOPIC>")
        .help_template(format!(
            "{{about-with-newline}}\n{header}Getting started:{header:#}\n{START}\n\
             {{usage-heading}} {{usage}}\n\n{list}{{all-args}}{{after-help}}"
        ))
        .mut_subcommands(|command| command.hide(true))
}
