//! Which of the global flags have an effect, command by command.
//!
//! Every command accepts all of them (scripts may add `-q` or `--format json` to any command); the help, the
//! manual page and the completions of a command show those that change what it does.

use super::examples;
use super::global::Global;
use clap::{Arg, Args as _, Command};

/// Where a picture goes.
const PICTURE: &str = "Write the picture to FILE, which ends in .svg or .png";

/// What a conversation writes.
const TRANSCRIPT: &str = "Write what the program says to FILE instead of the terminal";

/// Each command, a letter for each flag that acts, and what --output does if it is not as usual.
///
/// The letters: `f`ormat, `o`utput, threads (`j`), `q`uiet, `v`erbose, `c`olor, `t`ime-limit, `s`tats.
pub const TABLE: &[(&str, &str, &str)] = &[
    ("verify", "fojqvcts", ""),
    ("check", "foqvct", ""),
    ("fmt", "foqvct", ""),
    ("explain", "foc", ""),
    ("expand", "fovct", ""),
    (
        "compile",
        "fovct",
        "Write the files into the folder FILE, overwriting files of the same name",
    ),
    ("period", "foqts", ""),
    ("sequence", "foqt", ""),
    ("find", "fot", ""),
    ("register", "fot", ""),
    ("infer", "fojqvts", "Write the description that was found to FILE"),
    ("new", "foqt", "Write the draft to FILE"),
    ("theorem", "fojqvct", ""),
    ("family check", "fojqvcts", ""),
    ("family theorems", "fojqvcts", ""),
    ("census", "fojqts", ""),
    ("census merge", "foq", ""),
    ("census families", "fojqt", ""),
    ("map three", "fojqt", PICTURE),
    ("map four", "fojqt", PICTURE),
    ("map five", "fojqt", PICTURE),
    ("plot sequence", "foqt", PICTURE),
    ("plot records", "foq", PICTURE),
    ("plot means", "foq", PICTURE),
    ("plot refutation", "fojqvct", PICTURE),
    ("heaps", "fot", ""),
    ("play", "o", TRANSCRIPT),
    ("nim", "fo", ""),
    ("nim play", "o", TRANSCRIPT),
    ("kabelsalat solve", "foct", ""),
    ("kabelsalat equations", "foc", ""),
    ("kabelsalat generate", "fo", ""),
    ("kabelsalat hints", "foct", ""),
    ("kabelsalat graph", "foct", ""),
    ("kabelsalat play", "oc", TRANSCRIPT),
    ("wolf solve", "fot", ""),
    ("wolf repair", "foct", ""),
    ("wolf machine", "foc", ""),
    ("wolf play", "oc", TRANSCRIPT),
    ("petri info", "foc", ""),
    ("petri graph", "fojct", ""),
    ("petri analyse", "fojct", ""),
    ("petri draw", "foqc", PICTURE),
    ("petri convert", "foc", ""),
    ("petri simulate", "foc", ""),
    ("petri replay", "foc", ""),
    ("muehle net", "foq", ""),
    ("muehle compare", "fojqct", ""),
    ("muehle replay", "fo", ""),
    ("muehle play", "o", TRANSCRIPT),
    ("server", "j", ""),
    ("playground", "ot", "Write the address to FILE"),
    ("completions", "oq", ""),
    ("man", "oq", "Write the page to FILE; with --all, write the pages into the folder FILE"),
];

/// What --quiet leaves of the text of a command, where it leaves out more than progress and written files.
const QUIET: &[(&str, &str)] = &[
    ("verify", "Print only failures, one per line"),
    ("check", "Print only what is wrong or doubtful"),
    ("period", "Print only period and preperiod, with their conditions"),
    ("infer", "Print only the theorem, with its conditions and exceptions"),
    ("new", "Do not say which games the draft is from"),
    ("theorem", "Print only the theorem, with its conditions"),
    ("family", "Print only failures, one per line"),
    ("family check", "Print only failures, one per line"),
    ("family theorems", "Print only failures, one per line"),
    ("census", "Print only games that stay undecided"),
    ("census merge", "Print only games that stay undecided"),
    ("muehle compare", "Print only the differences"),
    ("muehle net", "With -o, print no counts"),
];

/// The letter of a flag.
fn letter(flag: &Arg) -> char {
    match flag.get_id().as_str() {
        "threads" => 'j',
        other => other.chars().next().unwrap_or_default(),
    }
}

/// Hides what does nothing in a command, and in its subcommands.
pub fn show_what_acts(command: Command) -> Command {
    let global = Global::augment_args(Command::new("grundy"));
    let flags: Vec<_> = global.get_arguments().collect();
    let name = command.get_name().to_owned();
    show(command, &name, &flags)
}

/// The same for the command with this path.
fn show(mut command: Command, path: &str, flags: &[&Arg]) -> Command {
    let names: Vec<_> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    for name in names {
        let path = format!("{path} {name}");
        command = command.mut_subcommand(name, |inner| show(inner, &path, flags));
    }
    command = examples::show(command, path);
    let quiet = QUIET.iter().find(|(name, _)| *name == path);
    let row = TABLE.iter().find(|(name, ..)| *name == path);
    for flag in flags {
        let acts = match row {
            Some((_, letters, _)) => letters.contains(letter(flag)),
            // A group shows the flags that have an effect in one of its commands.
            None => TABLE.iter().any(|(name, letters, _)| {
                name.split(' ').next() == Some(path) && letters.contains(letter(flag))
            }),
        };
        let shown = |it: Arg| {
            let it = it.hide(!acts);
            match row {
                Some((.., help)) if flag.get_id() == "output" && !help.is_empty() => it.help(*help),
                _ if flag.get_id() == "quiet" => match quiet {
                    Some((_, help)) => it.help(*help),
                    None => it,
                },
                _ => it,
            }
        };
        // A command that is defined on demand has the global flags already.
        let id = flag.get_id().as_str();
        let known_here = command.get_arguments().any(|argument| argument.get_id() == id);
        command = match known_here {
            true => command.mut_arg(id, shown),
            false => command.arg(shown((*flag).clone())),
        };
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_letter_is_a_flag() {
        let global = Global::augment_args(Command::new("grundy"));
        let letters: BTreeSet<_> = global.get_arguments().map(letter).collect();
        assert_eq!(letters.len(), global.get_arguments().count());
        let used: BTreeSet<_> = TABLE.iter().flat_map(|(_, letters, _)| letters.chars()).collect();
        assert_eq!(used, letters);
    }
}
