//! `grundy petri`: nets in PNML.

#[cfg(feature = "complete")]
mod draw;
mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::petri::{
    Analyse, Convert, Graph, NetFile, PetriCommand, PetriReplay, Simulate,
};
use crate::cli::host::asking::about_net;
use crate::cli::host::input::{file_named, read_text};
use crate::cli::host::output::tell_file;
use crate::cli::host::{Control, Exit, Failure, file, net, print, show};
use grundy_answers::ask::Either;
use grundy_answers::ask::petri::{self as ask, AboutNet, Sequence};
use grundy_answers::report::no_result::About;
use grundy_games::petri::analysis::Part;
use grundy_language::limit::Limit;
use grundy_language::verdict::Verdict;
use std::path::Path;

/// The most cells of a matrix that is shown as a table.
const MOST_CELLS: usize = 1_000_000;

/// Runs the command that was typed.
pub fn run(command: &PetriCommand, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        PetriCommand::Info(file) => {
            let question = ask::Info { net: of(file, configuration)? };
            answer(&question, configuration)
        }
        PetriCommand::Graph(arguments) => graph(arguments, configuration),
        PetriCommand::Analyse(arguments) => analyse(arguments, configuration),
        #[cfg(feature = "complete")]
        PetriCommand::Draw(arguments) => draw::run(arguments, configuration),
        PetriCommand::Convert(Convert { net: file, to }) => {
            let question = ask::Convert { net: of(file, configuration)?, to: Some(*to) };
            let read = net::read(&question.net, configuration)?;
            let found = about_net(&question, &read, &Control::default(), configuration)?;
            match &configuration.output {
                _ if configuration.is_text() => show(&found, configuration),
                Some(path) => {
                    file::write_bytes(path, found.pnml.as_bytes())?;
                    tell_file(path, configuration)
                }
                None => Err(Failure::usage("--format json needs a file for the net: add -o FILE")),
            }
        }
        PetriCommand::Simulate(arguments) if arguments.interactive => {
            play::run(arguments, configuration)
        }
        PetriCommand::Simulate(arguments) => simulate(arguments, configuration),
        PetriCommand::Replay(arguments) => {
            let sequence = sequence(arguments)?;
            let question = ask::Replay { net: of(&arguments.net, configuration)?, sequence };
            answer(&question, configuration)
        }
    }
}

/// The net that the flags name.
fn of(arguments: &NetFile, configuration: &Configuration) -> Result<ask::NetFile, Failure> {
    let NetFile { path, net, capacity_rule } = arguments;
    let file = net::file(path, configuration)?;
    Ok(ask::NetFile { file, id: net.clone(), capacity_rule: Some(*capacity_rule) })
}

/// Answers a question that does not need long work.
fn answer(question: &impl AboutNet, configuration: &Configuration) -> Result<Exit, Failure> {
    let read = net::read(question.net(), configuration)?;
    show(&about_net(question, &read, &Control::default(), configuration)?, configuration)
}

fn graph(arguments: &Graph, configuration: &Configuration) -> Result<Exit, Failure> {
    let is_dot = configuration.format == Format::Dot;
    let question = ask::Graph {
        net: of(&arguments.net, configuration)?,
        limit_markings: Some(arguments.limit_markings),
        limit_memory: Some(arguments.limit_memory),
        list: arguments.list || is_dot,
    };
    let read = net::read(&question.net, configuration)?;
    let control = Control::start(configuration.time_limit)?;
    match about_net(&question, &read, &control, configuration)? {
        Either::One(found)
            if found.graph.limit == Some(Limit::STOPPED) && control.interrupted() =>
        {
            let markings = found.graph.markings;
            Err(Failure::interrupted(format_args!("{markings} markings are reached")))
        }
        Either::One(found) if is_dot => {
            print(&found.dot(), configuration)?;
            Ok(Verdict::decided(found.graph.limit.is_none()).into())
        }
        Either::Other(_) if is_dot => Err(Failure::usage("the graph is infinite")),
        found => show(&found, configuration),
    }
}

fn analyse(arguments: &Analyse, configuration: &Configuration) -> Result<Exit, Failure> {
    let is_dot = configuration.format == Format::Dot;
    let question = ask::Analyse {
        net: of(&arguments.net, configuration)?,
        show: if is_dot { vec![Part::Coverability] } else { arguments.show.clone() },
        nodes: arguments.nodes.clone(),
        limit_markings: Some(arguments.limit_markings),
        limit_results: Some(arguments.limit_results),
        limit_memory: Some(arguments.limit_memory),
        list: arguments.list,
    };
    let read = net::read(&question.net, configuration)?;
    let (places, transitions) = (read.net.places.len(), read.net.transitions.len());
    let is_large = places.saturating_mul(transitions) > MOST_CELLS;
    if configuration.is_text() && question.show.contains(&Part::Matrix) && is_large {
        return Err(Failure::usage(format!(
            "a matrix of {places} places and {transitions} transitions is too large for a table; --format json writes it"
        )));
    }
    let control = Control::start(configuration.time_limit)?;
    let found = about_net(&question, &read, &control, configuration)?;
    let limits = found.analysis.limits();
    if control.interrupted() && limits.contains(&Limit::STOPPED) {
        let all = found.analysis.results();
        let done = all - limits.len();
        return Err(Failure::interrupted(format_args!(
            "{done} of {all} parts of the analysis are complete"
        )));
    }
    match found.dot().filter(|_| is_dot) {
        Some(dot) => {
            let dot = dot
                .map_err(|why| Failure::usage(format!("there is no coverability graph: {why}")))?;
            print(&dot, configuration)?;
            Ok(Verdict::decided(limits.is_empty()).into())
        }
        None => show(&found, configuration),
    }
}

fn simulate(arguments: &Simulate, configuration: &Configuration) -> Result<Exit, Failure> {
    let net = of(&arguments.net, configuration)?;
    let question = ask::Simulate { net, seed: arguments.seed, steps: Some(arguments.steps) };
    let read = net::read(&question.net, configuration)?;
    let found = about_net(&question, &read, &Control::default(), configuration)?;
    #[cfg(feature = "complete")]
    if let Some(path) = &arguments.animate {
        draw::animate(path, &read, &found.run, configuration)?;
    }
    show(&found, configuration)
}

/// The sequence, which may come from a file or from standard input.
fn sequence(arguments: &PetriReplay) -> Result<Sequence, Failure> {
    let Some(file) = file_named(&arguments.sequence) else {
        return Ok(Sequence::Words(arguments.sequence.clone()));
    };
    if file == "-" && arguments.net.path.as_os_str() == "-" {
        return Err(Failure::usage(
            "the net and the sequence cannot both come from standard input",
        ));
    }
    let (text, broken) = read_text(Path::new(file))?;
    match broken {
        Some(broken) => {
            let about = About::new(file, &text, std::slice::from_ref(&broken));
            Err(Failure::rejected(format!("{file}: {}", broken.message)).about(about))
        }
        None => Ok(Sequence::Text(text)),
    }
}
