//! Flags of a command, defined when the command is called.
//!
//! The tree of all commands has some two hundred flags, of which one call needs a dozen; making and freeing the others
//! would take a good part of the time of a short call.  Completion scripts and manual pages need all of them: see
//! [`whole`].

use super::acting::show_what_acts;
use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::cell::Cell;

thread_local! {
    /// Is everything to be defined at once?
    static AT_ONCE: Cell<bool> = const { Cell::new(false) };
}

/// The tree of all commands with all their flags.
pub fn whole<T: clap::CommandFactory>() -> Command {
    AT_ONCE.set(true);
    let command = T::command();
    AT_ONCE.set(false);
    command
}

/// The flags or subcommands of one command.
#[derive(Debug)]
pub struct Deferred<T>(pub T);

/// Defines a command, now or when it is asked for.
fn define(command: Command, deferred: fn(Command) -> Command) -> Command {
    if AT_ONCE.get() { deferred(command) } else { command.defer(deferred) }
}

/// Keeps what the enum of all commands says the command is about.
fn keeping_about(command: Command, define: fn(Command) -> Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    with_negative_values(show_what_acts(define(command))).about(about).long_about(None)
}

/// Takes `-1` after an option for its value, so that the option says which values it has.
fn with_negative_values(command: Command) -> Command {
    let takes_value = |it: &Arg| !it.is_positional() && it.get_action().takes_values();
    let command = command.mut_args(|argument| {
        if takes_value(&argument) { argument.allow_negative_numbers(true) } else { argument }
    });
    command.mut_subcommands(with_negative_values)
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        define(command, |command| keeping_about(command, T::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

impl<T: Subcommand> Subcommand for Deferred<T> {
    fn augment_subcommands(command: Command) -> Command {
        define(command, |command| keeping_about(command, T::augment_subcommands))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        T::augment_subcommands_for_update(command)
    }

    fn has_subcommand(name: &str) -> bool {
        T::has_subcommand(name)
    }
}
