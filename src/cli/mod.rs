//! The command line: the only code that knows files, clock, environment and terminal.
//!
//! ```text
//! commands       one file or folder for each; none imports another
//! server         the conversation with an editor
//! conversation   talking line by line, for the commands that play
//! host           files, streams, clock, signals, threads, exit codes
//! flags          what is typed, and what it comes to
//! ```
//!
//! Every import goes down in this picture.  What two commands share stands in a layer below them,
//! or in the library.

mod commands;
mod conversation;
mod flags;
mod host;
mod server;

use clap::Parser as _;
use flags::Arguments;
use flags::configuration::Configuration;
use host::bug;
pub use host::exit::Exit;
use host::output::complain;

/// Runs the command that was typed.
pub fn main() -> Exit {
    bug::report_panics();
    // Wrong usage ends here, with exit code 2.
    let Arguments { command, global } = Arguments::parse();
    let configuration = Configuration::new(global);
    match std::panic::catch_unwind(|| commands::run(command, &configuration)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => {
            complain(format_args!("error: {failure}"));
            failure.exit
        }
        // The hook has told the user.
        Err(_) => Exit::Bug,
    }
}
