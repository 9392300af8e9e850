//! Examples in the help of commands: each is a remark, with the command below it.  A test reads every command.

use clap::Command;

/// The examples of each command, below its path in brackets.
const EXAMPLES: &str = include_str!("examples.txt");

/// The paths of the commands, each with its examples.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = EXAMPLES.trim_end().split("\n\n").filter_map(|part| part.split_once('\n'));
    parts.map(|(path, examples)| (path.trim_matches(['[', ']']), examples))
}

/// The examples of the command with this path; of a group the first one of each of its commands.
fn of(path: &str) -> String {
    if let Some((_, own)) = all().find(|(name, _)| *name == path) {
        return own.to_owned();
    }
    let inner = all().filter(|(name, _)| name.starts_with(&format!("{path} ")));
    let first = inner.map(|(_, examples)| examples.lines().take(2).collect::<Vec<_>>());
    first.flatten().collect::<Vec<_>>().join("\n")
}

/// Shows the examples below what else the help says.
pub fn show(command: Command, path: &str) -> Command {
    let notes = command.get_after_help().map(|notes| format!("{notes}\n\n")).unwrap_or_default();
    let lines: String = of(path).lines().map(|line| format!("\n  {line}")).collect();
    command.after_help(format!("{notes}Examples:{lines}"))
}
