//! The command line: the only code that uses files, the clock, the environment and the terminal.
//!
//! ```text
//! commands       one file or folder for each; none imports another
//! server         the conversation with an editor
//! conversation   talking line by line, for the commands that play
//! host           files, streams, clock, signals, threads, exit codes
//! flags          what is typed, and what it comes to
//! ```
//!
//! Every import goes down in this picture.  What two commands share is in a layer below them, or in the library.

mod commands;
mod conversation;
mod flags;
mod host;
#[cfg(feature = "complete")]
mod server;

use flags::Arguments;
use flags::configuration::{Configuration, columns};
use grundy_answers::report::Detail;
use grundy_answers::report::render::{READABLE, wrapped};
use host::bug;
pub use host::exit::Exit;
use host::exit::Failure;
use host::machine::MachineReading;
use host::output::{Output, cannot_write, complain};
use host::settings::settle;
use std::io::{ErrorKind, IsTerminal as _, stdout};

/// Runs the command that was typed.
pub fn main() -> Exit {
    bug::report_panics();
    #[cfg(unix)]
    host::control::fail_at_file_limits();
    let short = |word| if word == "--nim" { "--values=nim".into() } else { word };
    let words: Vec<_> = std::env::args_os().map(short).collect();
    #[cfg(not(feature = "complete"))]
    if let Some(name) = words.get(1).and_then(|word| word.to_str())
        && flags::NOT_BUILT.contains(&name)
    {
        let Failure { exit, message, .. } = Failure::not_built(name);
        complain(format_args!("error: {message}"));
        return exit;
    }
    let refused = |message| {
        let failure = Failure::usage(message);
        complain(&failure);
        if let Some(reading) = MachineReading::of_words(&words) {
            reading.tell(&failure);
        }
        failure.exit
    };
    if let Some(text) = flags::topics::asked(&words) {
        let width = columns(stdout().is_terminal()).unwrap_or(READABLE);
        let text = wrapped(text, width);
        let written = Output::open(None).and_then(|mut output| output.write(&text));
        return written.map_or_else(|failure| refused(failure.message), |()| Exit::Success);
    }
    if let Some(message) = flags::file_as_command(&words) {
        return refused(message);
    }
    let Arguments { mut command, mut global } = match Arguments::read(&words) {
        Ok(arguments) => arguments,
        Err(error) => {
            if let Some(message) = flags::option_of_others(&words, &error) {
                return refused(message);
            }
            if let Some(reading) = MachineReading::of_words(&words).filter(|_| error.use_stderr()) {
                let message = error.to_string();
                let message = message.strip_prefix("error: ").unwrap_or(&message).trim_end();
                reading.tell(&Failure::usage(message));
            }
            // Help and version output also end here.
            return match (error.print(), error.use_stderr()) {
                (Err(trouble), false) if trouble.kind() != ErrorKind::BrokenPipe => {
                    let failure = cannot_write("standard output", &trouble);
                    complain(&failure);
                    failure.exit
                }
                (_, false) => Exit::Success,
                (_, true) => Exit::Usage,
            };
        }
    };
    let settings = settle(&mut command, &mut global);
    let configuration = Configuration::new(global);
    let reading = MachineReading::of(configuration.format);
    if command.is_in_one_step() {
        // Where the signals cannot be watched, they still end the process, but without a message.
        let _ = host::control::end_at_interrupts(reading);
    }
    let ran = settings.and_then(|settings| {
        if let (Some(path), Detail::Verbose) = (&settings, configuration.detail) {
            complain(format_args!("note: settings from {path}"));
        }
        let configuration = Configuration { settings, ..configuration };
        // The hook has already informed the user.
        std::panic::catch_unwind(|| commands::run(command, &configuration))
            .unwrap_or_else(|_| Err(Failure::new(Exit::Bug, "")))
    });
    let ended = match ran {
        Ok(Exit::Success) => return Exit::Success,
        Ok(exit) => Failure::new(exit, ""),
        Err(failure) => failure,
    };
    if !ended.message.is_empty() {
        complain(&ended);
    }
    if let Some(reading) = reading {
        reading.tell(&ended);
    }
    ended.exit
}
