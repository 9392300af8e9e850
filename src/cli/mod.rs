//! The command line: the only code that knows files, clock, environment and terminal.
//!
//! ```text
//! machine        what programs read where there is no result
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
mod machine;
mod server;

use clap::Parser as _;
use flags::Arguments;
use flags::configuration::Configuration;
use host::bug;
pub use host::exit::Exit;
use host::exit::Failure;
use host::output::complain;
use machine::Reading;

/// Runs the command that was typed.
pub fn main() -> Exit {
    bug::report_panics();
    let words: Vec<_> = std::env::args_os().collect();
    let Arguments { command, global } = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) => {
            if let Some(reading) = Reading::of_words(&words).filter(|_| error.use_stderr()) {
                reading.tell(&Failure::usage(error.to_string().trim_end()));
            }
            // Help and versions end here as well, with exit code 0; wrong usage with 2.
            error.exit()
        }
    };
    let configuration = Configuration::new(global);
    let reading = Reading::of(&command, &configuration);
    let ended = match std::panic::catch_unwind(|| commands::run(command, &configuration)) {
        Ok(Ok(Exit::Success)) => return Exit::Success,
        Ok(Ok(exit)) => Failure::new(exit, ""),
        Ok(Err(failure)) => failure,
        // The hook has told the user.
        Err(_) => Failure::new(Exit::Bug, ""),
    };
    if !ended.message.is_empty() {
        complain(&ended);
    }
    if let Some(reading) = reading {
        reading.tell(&ended);
    }
    ended.exit
}
