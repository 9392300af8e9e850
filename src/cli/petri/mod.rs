//! `grundy petri`: nets in PNML.

pub mod arguments;
mod play;
mod replay;

use super::configuration::Configuration;
use super::control::Control;
use super::exit::{Exit, Failure};
use super::input::{self, read_bytes};
use super::print;
use crate::cli::arguments::Format;
use arguments::{Command, Graph, NetFile, Simulate};
use grundy::diagnostic::Diagnostic;
use grundy::games::petri::graph::{self, unbounded};
use grundy::games::petri::pnml::{self, Read};
use grundy::games::petri::{Chance, Run};
use grundy::limit::Limit;
use grundy::report::petri::{self as report, Ending};
use grundy::report::render;
use std::path::Path;

/// Graphs with more markings are not listed: nobody could read them.
const LISTED: usize = 10_000;

/// Runs the command that was typed.
pub fn run(command: &Command, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        Command::Info(file) => {
            let net = read(file, configuration)?.net;
            let text = match configuration.is_text() {
                true => report::info_text(&net, file.rule()),
                false => report::info_json(&net, file.rule()),
            };
            print(&text, configuration)
        }
        Command::Graph(arguments) => explore(arguments, configuration),
        Command::Simulate(arguments) if arguments.interactive => {
            play::run(arguments, configuration)
        }
        Command::Simulate(arguments) => simulate(arguments, configuration),
        Command::Replay(arguments) => replay::run(arguments, configuration),
    }
}

/// Reads the net that the flags name.
fn read(file: &NetFile, configuration: &Configuration) -> Result<Read, Failure> {
    read_net(&file.path, file.net.as_deref(), configuration)
}

/// Reads the net `wanted` of a file, or its only one; what is wrong with it as the failure.
pub fn read_net(
    path: &Path,
    wanted: Option<&str>,
    configuration: &Configuration,
) -> Result<Read, Failure> {
    let (text, broken) = decoded(read_bytes(path)?);
    let read = match broken {
        Some(broken) => Err(vec![broken.help("save the file as UTF-8")]),
        None => pnml::read(&text, wanted),
    };
    read.map_err(|faults| {
        let name = path.display().to_string();
        let shown = faults.iter().map(|it| render::render(it, &name, &text, configuration.style));
        let shown: Vec<_> = shown.collect();
        Failure::rejected(format!("{name} is no net\n\n{}", shown.join("\n").trim_end()))
    })
}

/// The text of a document, which may be in Latin 1 if it says so, as PIPE does.
pub fn decoded(bytes: Vec<u8>) -> (String, Option<Diagnostic>) {
    let declaration = bytes.split(|&byte| byte == b'>').next().unwrap_or_default();
    let declaration = String::from_utf8_lossy(declaration).to_lowercase();
    if declaration.starts_with("<?xml") && declaration.contains("iso-8859-1") {
        // The first 256 characters are those of Latin 1.
        return (bytes.into_iter().map(char::from).collect(), None);
    }
    input::text(bytes)
}

fn explore(arguments: &Graph, configuration: &Configuration) -> Result<Exit, Failure> {
    let net = read(&arguments.net, configuration)?.net;
    let rule = arguments.net.rule();
    let dot = configuration.format == Format::Dot;
    let list = arguments.list || dot;
    if let Some(pump) = unbounded(&net) {
        let text = match configuration.format {
            Format::Text => report::unbounded_text(&net, &pump),
            Format::Dot => return Err(Failure::usage("the graph is infinite")),
            _ => report::unbounded_json(&net, &pump, rule),
        };
        return print(&text, configuration);
    }
    let control = Control::start(configuration.time_limit)?;
    let options = graph::Options {
        rule,
        limit_markings: usize::try_from(arguments.limit_markings).unwrap_or(usize::MAX),
        stop: control.stop.clone(),
    };
    let graph = graph::Graph::explore(&net, &options);
    if graph.limit == Some(Limit::Stopped) && control.interrupted() {
        return Ok(Exit::Interrupted);
    }
    if list && graph.markings > LISTED {
        let message = format!("{} markings are not listed, only {LISTED}", graph.markings);
        return Err(Failure::usage(message));
    }
    let text = match configuration.format {
        Format::Text => report::graph_text(&net, rule, &graph, list),
        Format::Dot => report::graph_dot(&net, &graph),
        _ => report::graph_json(&net, rule, &graph, list),
    };
    print(&text, configuration)?;
    Ok(if graph.limit.is_some() { Exit::Undecided } else { Exit::Success })
}

fn simulate(arguments: &Simulate, configuration: &Configuration) -> Result<Exit, Failure> {
    let net = read(&arguments.net, configuration)?.net;
    let mut run = Run::new(&net, arguments.net.rule());
    let mut chance = Chance::new(arguments.seed);
    let mut ending = Ending::Done;
    for _ in 0..arguments.steps {
        let Some(id) = chance.choose(&run.firable()) else {
            ending = Ending::Dead;
            break;
        };
        if let Err(no_step) = run.fire(id) {
            ending = Ending::Stopped(id, no_step);
            break;
        }
    }
    let text = match configuration.is_text() {
        true => report::run_text(&run, &ending),
        false => report::run_json(&run, &ending, Some(arguments.seed)),
    };
    print(&text, configuration)?;
    // What chance chose is firable; only a place can overflow.
    Ok(if matches!(ending, Ending::Stopped(..)) { Exit::Undecided } else { Exit::Success })
}
