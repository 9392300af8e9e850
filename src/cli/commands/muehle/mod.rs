//! `grundy muehle`: Nine Men's Morris.

mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::muehle::{Compare, MakeNet, MuehleCommand, MuehleReplay, Which};
use crate::cli::host::asking::{answer_to, answer_while};
use crate::cli::host::input::{file_named, read_text};
use crate::cli::host::{
    Bar, Control, Exit, Failure, Output, answer, file, net, print, progress, show,
};
use grundy_answers::ask::muehle as ask;
use grundy_answers::ask::petri::NetFile;
use grundy_answers::report::Detail;
use grundy_answers::report::muehle::Compared;
use grundy_games::muehle::compare::NetComparison;
use grundy_language::limit::Limit;
use std::path::Path;

/// Runs the command that was typed.
pub fn run(command: &MuehleCommand, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        MuehleCommand::Net(arguments) => net(arguments, configuration),
        MuehleCommand::Compare(arguments) => compared(arguments, configuration),
        MuehleCommand::Replay(arguments) => replayed(arguments, configuration),
        MuehleCommand::Play(arguments) => play::run(arguments, configuration),
    }
}

fn which(&Which { variant, beginner }: &Which) -> ask::Which {
    ask::Which { variant, beginner }
}

/// Writes the net; if it goes to a file, its counts go to standard output.
fn net(arguments: &MakeNet, configuration: &Configuration) -> Result<Exit, Failure> {
    let question = ask::Net {
        which: which(&arguments.which),
        part: arguments.part.clone(),
        closing_first: arguments.strategy.is_some(),
        to: Some(arguments.to),
    };
    let made = answer_to(&question, &Control::default(), configuration)?;
    let Some(path) = configuration.output.as_deref() else {
        return match configuration.is_text() {
            true => print(&made.pnml, configuration),
            false => show(&made, configuration),
        };
    };
    file::write_bytes(path, made.pnml.as_bytes())?;
    if configuration.detail != Detail::Quiet || !configuration.is_text() {
        Output::open(None)?.show(&made, configuration)?;
    }
    Ok(Exit::Success)
}

fn compared(arguments: &Compare, configuration: &Configuration) -> Result<Exit, Failure> {
    let net = arguments.path.as_ref().map(|path| {
        let file = net::file(path, configuration)?;
        let net = NetFile { file, id: None, capacity_rule: None };
        // For its warnings.
        net::read(&net, configuration).map(|_| net)
    });
    let question = ask::Compare {
        net: net.transpose()?,
        which: which(&arguments.which),
        captures: arguments.captures,
        depth: Some(arguments.depth),
        games: Some(arguments.games),
        seed: Some(arguments.seed),
    };
    let control = Control::start(configuration.time_limit)?;
    let bar = Bar::new(configuration.progress, "muehle compare".to_owned(), progress::GAMES);
    let found = answer_while(&question, &bar, &control, configuration);
    drop(bar);
    let found = found.map_err(|error| control.refused(error, configuration))?;
    let found = Compared { detail: configuration.detail, ..found };
    let NetComparison { limit, markings, games, .. } = found.comparison;
    if control.interrupted() && limit == Some(Limit::STOPPED) {
        let came = format_args!("{markings} markings and {games} games are compared");
        return Err(Failure::interrupted(came));
    }
    show(&found, configuration)
}

/// Plays the record to its end, or to the first turn that is not possible.
fn replayed(arguments: &MuehleReplay, configuration: &Configuration) -> Result<Exit, Failure> {
    let MuehleReplay { record, from, captures } = arguments;
    // The record may be in a file or come from standard input.
    let (name, record) = match file_named(record) {
        None => (None, record.join(" ")),
        Some(name) => match read_text(Path::new(name))? {
            (_, Some(broken)) => {
                return Err(Failure::rejected(format!("{name}: {}", broken.message)));
            }
            (text, None) => (Some(name.to_owned()), text),
        },
    };
    let question = ask::Replay { record, name, from: from.clone(), captures: Some(*captures) };
    answer(&question, &Control::default(), configuration)
}
