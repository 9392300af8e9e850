//! The commands.  None knows another: what two of them need is in a layer below all of them.

mod census;
mod check;
mod compile;
#[cfg(feature = "complete")]
mod completions;
mod expand;
mod explain;
mod family;
mod find;
mod fmt;
mod heaps;
mod infer;
mod kabelsalat;
#[cfg(feature = "complete")]
mod man;
#[cfg(feature = "complete")]
mod map;
mod muehle;
mod new;
mod nim;
mod period;
mod petri;
mod play;
#[cfg(feature = "complete")]
mod playground;
#[cfg(feature = "complete")]
mod plot;
mod register;
mod sequence;
mod theorem;
mod verify;
mod wolf;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::deferred::Deferred;
use crate::cli::flags::global::{FINDINGS, Format};
use crate::cli::flags::{self, Command};
use crate::cli::host::{Exit, Failure, file};
#[cfg(feature = "complete")]
use crate::cli::server;
use std::path::PathBuf;
use std::slice;

/// Runs the command that was typed.
pub fn run(command: Command, configuration: &Configuration) -> Result<Exit, Failure> {
    let refused = match (configuration.format, &command) {
        (format, command) if command.findings().is_some() && FINDINGS.contains(&format) => None,
        (Format::Text | Format::Json, _)
        | (Format::Csv | Format::Jsonl, Command::Census(_))
        | (Format::Latex, Command::Theorem(_) | Command::Infer(_) | Command::Period(_))
        | (Format::Numbers | Format::Bfile, Command::Sequence(_))
        | (
            Format::Dot,
            Command::Kabelsalat(Deferred(flags::kabelsalat::KabelsalatCommand::Graph(_))),
        ) => None,
        (Format::Dot, Command::Petri(Deferred(command))) if command.writes_dot() => None,
        (Format::Csv | Format::Jsonl, _) => Some(
            "csv and jsonl are not available here (csv: census; jsonl: census and the commands that check); use text or json",
        ),
        (Format::Full | Format::Concise | Format::Github | Format::Junit | Format::Sarif, _) => {
            Some("this format is not available here, only in commands that check; use text or json")
        }
        (Format::Dot, _) => {
            Some("only petri graph, petri analyse, petri draw and kabelsalat graph write dot")
        }
        (Format::Latex, _) => Some(
            "latex is not available here (theorem, infer and period write it); use text or json",
        ),
        (Format::Numbers | Format::Bfile, _) => Some(
            "numbers and bfile are not available here (sequence writes them); use text or json",
        ),
    };
    if let Some(message) = refused {
        return Err(Failure::usage(message));
    }
    expect_distinct(&command, configuration)?;
    if let Some(path) = configuration.output.as_deref().filter(|_| writes_file(&command)) {
        file::expect_writable(path)?;
    }
    match command {
        Command::Verify(Deferred(arguments)) => verify::run(&arguments, configuration),
        Command::Check(Deferred(arguments)) => check::run(&arguments, configuration),
        Command::Fmt(Deferred(arguments)) => fmt::run(&arguments, configuration),
        Command::Explain(Deferred(arguments)) => explain::run(&arguments, configuration),
        Command::Expand(Deferred(arguments)) => expand::run(&arguments, configuration),
        Command::Compile(Deferred(arguments)) => compile::run(&arguments, configuration),
        Command::Theorem(Deferred(arguments)) => theorem::run(&arguments, configuration),
        Command::Infer(Deferred(arguments)) => infer::run(&arguments, configuration),
        Command::New(Deferred(arguments)) => new::run(&arguments, configuration),
        Command::Period(Deferred(arguments)) => period::run(&arguments, configuration),
        Command::Sequence(Deferred(arguments)) => sequence::run(&arguments, configuration),
        Command::Find(Deferred(arguments)) => find::run(&arguments, configuration),
        Command::Register(Deferred(arguments)) => register::run(&arguments, configuration),
        Command::Family(Deferred(command)) => family::run(&command, configuration),
        Command::Census(Deferred(arguments)) => census::run(&arguments, configuration),
        #[cfg(feature = "complete")]
        Command::Map(Deferred(arguments)) => map::run(&arguments, configuration),
        #[cfg(feature = "complete")]
        Command::Plot(Deferred(arguments)) => plot::run(&arguments, configuration),
        Command::Kabelsalat(Deferred(command)) => kabelsalat::run(&command, configuration),
        Command::Muehle(Deferred(command)) => muehle::run(&command, configuration),
        Command::Heaps(Deferred(arguments)) => heaps::run(&arguments, configuration),
        Command::Play(Deferred(arguments)) => play::run(&arguments, configuration),
        Command::Nim(Deferred(arguments)) => nim::run(&arguments, configuration),
        Command::Petri(Deferred(command)) => petri::run(&command, configuration),
        Command::Wolf(Deferred(command)) => wolf::run(&command, configuration),
        #[cfg(feature = "complete")]
        Command::Server(_) => server::run(configuration),
        #[cfg(feature = "complete")]
        Command::Playground(Deferred(arguments)) => playground::run(&arguments, configuration),
        #[cfg(feature = "complete")]
        Command::Completions(Deferred(arguments)) => {
            completions::run(arguments.shell, configuration)
        }
        #[cfg(feature = "complete")]
        Command::Man(Deferred(arguments)) => man::run(&arguments, configuration),
    }
}

/// Does --output name a file, and not a folder?
fn writes_file(command: &Command) -> bool {
    match command {
        Command::Compile(_) => false,
        #[cfg(feature = "complete")]
        Command::Man(_) => false,
        _ => true,
    }
}

/// Refuses an output file that is also read, or that would overwrite another result.
fn expect_distinct(command: &Command, configuration: &Configuration) -> Result<(), Failure> {
    use flags::{census::CensusCommand, family, muehle, wolf::Wolf};
    let (read, written): (&[PathBuf], Vec<&Option<PathBuf>>) = match command {
        Command::Verify(Deferred(it)) => (&it.paths, vec![&it.certificate]),
        Command::Fmt(Deferred(it)) => (&it.paths, Vec::new()),
        Command::Check(Deferred(it)) => {
            let read = it.description.iter().chain([&it.certificate]);
            return file::expect_distinct(read, configuration.output.as_ref());
        }
        Command::Expand(Deferred(it)) => (slice::from_ref(&it.path), Vec::new()),
        Command::Compile(Deferred(it)) => (slice::from_ref(&it.path), Vec::new()),
        Command::Theorem(Deferred(it)) => (slice::from_ref(&it.path), vec![&it.certificate]),
        Command::Infer(Deferred(it)) => (&[], vec![&it.certificate]),
        Command::Period(Deferred(it)) => (&[], vec![&it.certificate, &it.checkpoint]),
        Command::Family(Deferred(family::FamilyCommand::Check(it))) => (&it.paths, Vec::new()),
        Command::Census(Deferred(it)) => match &it.command {
            Some(CensusCommand::Merge(it)) => (&it.files, Vec::new()),
            _ => return Ok(()),
        },
        Command::Petri(Deferred(it)) => (slice::from_ref(&it.net().path), Vec::new()),
        Command::Muehle(Deferred(muehle::MuehleCommand::Compare(it))) => {
            (it.path.as_slice(), Vec::new())
        }
        Command::Wolf(Deferred(Wolf::Repair(it))) => (slice::from_ref(&it.path), Vec::new()),
        Command::Wolf(Deferred(Wolf::Machine(it))) => (slice::from_ref(&it.path), Vec::new()),
        _ => return Ok(()),
    };
    file::expect_distinct(read, written.into_iter().chain([&configuration.output]).flatten())
}
