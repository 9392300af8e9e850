//! `grundy muehle`: Nine Men's Morris.

mod play;
mod replay;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::muehle::{Compare, MakeNet, MuehleCommand};
use crate::cli::flags::petri::Dialect;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::file;
use crate::cli::host::net;
use crate::cli::host::output::{Output, print, show};
use crate::cli::host::progress::{self, Bar};
use crate::cli::host::threads;
use grundy_core::limit::Limit;
use grundy_games::muehle::compare::{self, CompareOptions, NetComparison};
use grundy_games::muehle::figures::Figure;
use grundy_games::muehle::net::{closing_first, generate, rule_of};
use grundy_games::petri::Net;
use grundy_games::petri::layout::Layout;
use grundy_report::report::{Detail, muehle as report};

/// Runs the command that was typed.
pub fn run(command: &MuehleCommand, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        MuehleCommand::Net(arguments) => net(arguments, configuration),
        MuehleCommand::Compare(arguments) => compared(arguments, configuration),
        MuehleCommand::Replay(arguments) => replay::run(arguments, configuration),
        MuehleCommand::Play(arguments) => play::run(arguments, configuration),
    }
}

/// Writes the net; into a file, with its counts on standard output.
fn net(arguments: &MakeNet, configuration: &Configuration) -> Result<Exit, Failure> {
    let made = match &arguments.part {
        Some(part) => Figure::find(part).ok_or_else(|| unknown(part))?.net(),
        None => {
            let mut made = generate(arguments.which.variant, arguments.which.beginner);
            if arguments.strategy.is_some() {
                closing_first(&mut made);
            }
            made
        }
    };
    let written = || {
        // Only a file of PIPE has positions.
        let layout = match arguments.to {
            Dialect::Pipe => Layout::layered(&made.net),
            Dialect::Standard => Layout::default(),
        };
        net::written(&made.net, &layout, arguments.to)
    };
    let Some(path) = configuration.output.as_deref() else {
        return match configuration.is_text() {
            true => print(&written()?, configuration),
            false => show(&report::counts(&made), configuration),
        };
    };
    file::write_bytes(path, written()?.as_bytes())?;
    if configuration.detail != Detail::Quiet || !configuration.is_text() {
        Output::open(None)?.show(&report::counts(&made), configuration)?;
    }
    Ok(Exit::Success)
}

/// That there is no such figure.
fn unknown(part: &str) -> Failure {
    let known: Vec<_> = Figure::all().map(|figure| figure.name).collect();
    Failure::usage(format!(
        "figure {part} does not have its own net; these do: {}",
        known.join(" ")
    ))
}

fn compared(arguments: &Compare, configuration: &Configuration) -> Result<Exit, Failure> {
    let (name, net) = match &arguments.path {
        Some(path) => (path.display().to_string(), net::read(path, None, configuration)?.net),
        None => {
            let made = generate(arguments.which.variant, arguments.which.beginner);
            (made.net.name.clone(), made.net)
        }
    };
    let rule = arguments.captures.unwrap_or_else(|| rule_of(&net));
    let control = Control::start(configuration.time_limit)?;
    let options = CompareOptions {
        rule,
        depth: arguments.depth.into(),
        games: arguments.games.into(),
        seed: arguments.seed,
        ..CompareOptions::default()
    };
    let comparison = with_threads(&name, &net, options, configuration, &control)?
        .map_err(|missing| not_of_this_game(&name, &missing))?;
    if control.interrupted() && comparison.limit == Some(Limit::STOPPED) {
        let NetComparison { markings, games, .. } = comparison;
        let came = format_args!("{markings} markings and {games} games are compared");
        return Err(Failure::interrupted(came));
    }
    let detail = configuration.detail;
    show(&report::compared(&name, &net, rule, &comparison, detail), configuration)
}

/// Compares with as many threads as wanted, and shows how far it is.
fn with_threads(
    name: &str,
    net: &Net,
    options: CompareOptions<'_>,
    configuration: &Configuration,
    control: &Control,
) -> Result<Result<NetComparison, Vec<String>>, Failure> {
    let bar = Bar::new(configuration.progress, name.to_owned(), progress::GAMES);
    let games = options.games;
    let progress = |done: u64| bar.show(done, games);
    let options =
        CompareOptions { stop: control.stop.clone(), progress: Some(&progress), ..options };
    Ok(threads::threads(configuration).run(|| compare::compare(net, &options)))
}

fn not_of_this_game(name: &str, missing: &[String]) -> Failure {
    let first: Vec<_> = missing.iter().take(3).map(String::as_str).collect();
    let more = if missing.len() > first.len() { ", ..." } else { "" };
    Failure::rejected(format!(
        "{name} is not a net of Nine Men's Morris: it has no place {}{more}\n\
         a position shows on the places A1,1 to B3,8 and, for F = A and B, F-Steine, \
         F-ausgeschieden, F-SteinLegen and Spielende:F-gewinnt",
        first.join(", ")
    ))
}
