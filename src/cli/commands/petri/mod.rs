//! `grundy petri`: nets in PNML.

mod analyse;
#[cfg(feature = "complete")]
mod draw;
mod play;
mod replay;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::petri::{Graph, NetFile, PetriCommand, Simulate};
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::file;
use crate::cli::host::net;
use crate::cli::host::output::{print, show, tell_file};
use crate::cli::host::threads::threads;
use grundy_core::limit::Limit;
use grundy_core::verdict::Verdict;
use grundy_games::chance::Chance;
use grundy_games::petri::Run;
use grundy_games::petri::graph::{self, LISTED, unbounded};
use grundy_games::petri::layout::Layout;
use grundy_games::petri::pnml::Read;
use grundy_report::report::petri::{self as report, NetGraph, RunAnswer, RunEnding};

/// Runs the command that was typed.
pub fn run(command: &PetriCommand, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        PetriCommand::Info(file) => {
            let net = read(file, configuration)?.net;
            show(&report::info(&net, file.capacity_rule), configuration)
        }
        PetriCommand::Graph(arguments) => explore(arguments, configuration),
        PetriCommand::Analyse(arguments) => analyse::run(arguments, configuration),
        #[cfg(feature = "complete")]
        PetriCommand::Draw(arguments) => draw::run(arguments, configuration),
        PetriCommand::Convert(arguments) => {
            let read = read(&arguments.net, configuration)?;
            let layout = read.layout().unwrap_or_else(|| Layout::layered(&read.net));
            let text = net::written(&read.net, &layout, arguments.to)?;
            match &configuration.output {
                _ if configuration.is_text() => print(&text, configuration),
                Some(path) => {
                    file::write_bytes(path, text.as_bytes())?;
                    tell_file(path, configuration)
                }
                None => Err(Failure::usage("--format json needs a file for the net: add -o FILE")),
            }
        }
        PetriCommand::Simulate(arguments) if arguments.interactive => {
            play::run(arguments, configuration)
        }
        PetriCommand::Simulate(arguments) => simulate(arguments, configuration),
        PetriCommand::Replay(arguments) => replay::run(arguments, configuration),
    }
}

/// Reads the net that the flags name.
fn read(file: &NetFile, configuration: &Configuration) -> Result<Read, Failure> {
    net::read(&file.path, file.net.as_deref(), configuration)
}

fn explore(arguments: &Graph, configuration: &Configuration) -> Result<Exit, Failure> {
    let net = read(&arguments.net, configuration)?.net;
    let rule = arguments.net.capacity_rule;
    let dot = configuration.format == Format::Dot;
    let list = arguments.list || dot;
    let control = Control::start(configuration.time_limit)?;
    let options = graph::GraphOptions {
        rule,
        limit_markings: arguments.limit_markings,
        threads: threads(configuration),
        stop: control.stop.clone().with_memory(arguments.limit_memory),
    };
    if let Some(pump) = unbounded(&net, &options) {
        return match dot {
            true => Err(Failure::usage("the graph is infinite")),
            false => show(&report::unbounded(&net, rule, &pump), configuration),
        };
    }
    let graph = graph::Graph::explore(&net, &options);
    if graph.limit == Some(Limit::STOPPED) && control.interrupted() {
        return Err(Failure::interrupted(format_args!("{} markings are reached", graph.markings)));
    }
    if list && graph.markings > LISTED {
        let message = format!("{} markings are not listed, only {LISTED}", graph.markings);
        return Err(Failure::usage(message));
    }
    if dot {
        print(&report::graph_dot(&net, &graph), configuration)?;
        return Ok(Verdict::decided(graph.limit.is_none()).into());
    }
    show(&NetGraph { net: &net, rule, graph: &graph, list }, configuration)
}

fn simulate(arguments: &Simulate, configuration: &Configuration) -> Result<Exit, Failure> {
    let read = read(&arguments.net, configuration)?;
    let mut run = Run::new(&read.net, arguments.net.capacity_rule);
    let mut chance = Chance::new(arguments.seed);
    let mut ending = RunEnding::Done;
    for _ in 0..arguments.steps {
        let Some(id) = chance.choose(&run.firable()) else {
            ending = RunEnding::Dead;
            break;
        };
        if let Err(no_step) = run.fire(id) {
            ending = RunEnding::Stopped(id, no_step);
            break;
        }
    }
    #[cfg(feature = "complete")]
    if let Some(path) = &arguments.animate {
        draw::animate(path, &read, &run)?;
    }
    let seed = Some(arguments.seed);
    // What chance chose is firable; only a place can overflow.
    show(&RunAnswer { run: &run, ending: &ending, seed }, configuration)
}
