//! The command line: the only code that knows files, clock, environment and terminal.
//!
//! ```text
//! arguments (as typed) -> configuration (resolved) -> one file per command -> output, exit
//! ```

mod arguments;
mod bug;
mod census;
mod certificate;
mod check;
mod checkpoint;
mod compile;
mod configuration;
mod control;
mod conversation;
mod draft;
mod exit;
mod expand;
mod explain;
mod family;
mod fmt;
mod game;
mod input;
mod kabelsalat;
mod list;
mod map;
mod moves;
mod muehle;
mod nim;
mod output;
mod period;
mod petri;
mod picture;
mod plot;
mod progress;
mod sequence;
mod theorem;
mod verify;
mod wolf;

use arguments::{Arguments, Command, Format};
use clap::{CommandFactory as _, Parser as _};
use configuration::Configuration;
pub use exit::Exit;
use exit::Failure;
use output::{Output, complain};

/// Runs the command that was typed.
pub fn main() -> Exit {
    bug::report_panics();
    // Wrong usage ends here, with exit code 2.
    let Arguments { command, common } = Arguments::parse();
    let configuration = Configuration::new(common);
    match std::panic::catch_unwind(|| run(command, &configuration)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => {
            complain(format_args!("error: {failure}"));
            failure.exit
        }
        // The hook has told the user.
        Err(_) => Exit::Bug,
    }
}

fn run(command: Command, configuration: &Configuration) -> Result<Exit, Failure> {
    match (configuration.format, &command) {
        (Format::Text | Format::Json, _) | (Format::Csv | Format::Jsonl, Command::Census(_)) => {}
        (Format::Dot, Command::Petri(petri::arguments::Command::Graph(_))) => {}
        (Format::Csv | Format::Jsonl, _) => {
            let message = "only census writes csv and jsonl; here, text and json exist";
            return Err(Failure::usage(message));
        }
        (Format::Latex, Command::Theorem(_)) => {}
        (Format::Dot, _) => return Err(Failure::usage("only petri graph writes dot")),
        (Format::Latex, _) => {
            let message = "only theorem writes latex; here, text and json exist";
            return Err(Failure::usage(message));
        }
    }
    match command {
        Command::Verify(arguments) => verify::run(&arguments, configuration),
        Command::Check(arguments) => check::run(&arguments, configuration),
        Command::Fmt(arguments) => fmt::run(&arguments, configuration),
        Command::Explain(arguments) => explain::run(arguments.code.as_deref(), configuration),
        Command::Expand(arguments) => expand::run(&arguments, configuration),
        Command::Compile(arguments) => compile::run(&arguments, configuration),
        Command::Theorem(arguments) => theorem::run(&arguments, configuration),
        Command::Period(arguments) => period::run(&arguments, configuration),
        Command::Sequence(arguments) => sequence::run(&arguments, configuration),
        Command::Family(command) => family::run(&command, configuration),
        Command::Census(arguments) => census::run(&arguments, configuration),
        Command::Map(arguments) => map::run(&arguments, configuration),
        Command::Plot(arguments) => plot::run(&arguments, configuration),
        Command::Kabelsalat(command) => kabelsalat::run(&command, configuration),
        Command::Muehle(command) => muehle::run(&command, configuration),
        Command::Nim(arguments) => nim::run(&arguments, configuration),
        Command::Petri(command) => petri::run(&command, configuration),
        Command::Wolf(command) => wolf::run(&command, configuration),
        Command::Completions(arguments) => completions(arguments.shell, configuration),
        Command::Man(arguments) => manual(arguments.of.as_deref(), configuration),
    }
}

fn completions(
    shell: clap_complete::Shell,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "grundy", &mut script);
    print(&String::from_utf8_lossy(&script), configuration)
}

/// The page of the whole tool, or that of the command `of`.
fn manual(of: Option<&str>, configuration: &Configuration) -> Result<Exit, Failure> {
    let mut command = Arguments::command();
    command.build();
    if let Some(name) = of {
        command = command
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Failure::usage(format!("there is no command {name}")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::usage(error.to_string()))?;
    print(&String::from_utf8_lossy(&page), configuration)
}

/// Writes a result that is known as a whole.
fn print(text: &str, configuration: &Configuration) -> Result<Exit, Failure> {
    Output::open(configuration.output.as_deref())?.write(text)?;
    Ok(Exit::Success)
}
