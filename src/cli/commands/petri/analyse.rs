//! `grundy petri analyse`: what is known of a net, part by part.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::petri::Analyse;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{print, show};
use grundy_core::limit::Limit;
use grundy_core::suggest;
use grundy_core::verdict::Verdict;
use grundy_games::petri::analysis::{Analysis, AnalysisOptions, NetNode, Part};
use grundy_games::petri::pnml::Read;
use grundy_report::report::petri::{analysed, coverability_dot, word};

/// The most cells of a matrix that is shown as a table.
const MOST_CELLS: usize = 1_000_000;

/// Finds the parts that are wanted.
pub fn run(arguments: &Analyse, configuration: &Configuration) -> Result<Exit, Failure> {
    let read = super::read(&arguments.net, configuration)?;
    let net = &read.net;
    let rule = arguments.net.capacity_rule;
    let is_dot = configuration.format == Format::Dot;
    let parts = arguments.parts(is_dot);
    let mut nodes = Vec::new();
    for name in &arguments.nodes {
        nodes.extend(called(&read, name).map_err(Failure::rejected)?);
    }
    if nodes.is_empty() && parts.contains(&Part::Nodes) {
        nodes.extend((0..net.places.len()).map(NetNode::Place));
        nodes.extend((0..net.transitions.len()).map(NetNode::Transition));
    }
    let cells = net.places.len().saturating_mul(net.transitions.len());
    if configuration.is_text() && parts.contains(&Part::Matrix) && cells > MOST_CELLS {
        return Err(Failure::usage(format!(
            "a matrix of {} places and {} transitions is too large for a table; --format json \
             writes it",
            net.places.len(),
            net.transitions.len()
        )));
    }
    let control = Control::start(configuration.time_limit)?;
    let options = AnalysisOptions {
        rule,
        limit_markings: arguments.limit_markings,
        limit_results: arguments.limit_results,
        stop: control.stop.clone().with_memory(arguments.limit_memory),
    };
    let analysis = Analysis::of(net, &parts, &options);
    let limits = analysis.limits();
    if control.interrupted() && limits.contains(&Limit::STOPPED) {
        let all = analysis.results();
        let done = all - limits.len();
        return Err(Failure::interrupted(format_args!(
            "{done} of {all} parts of the analysis are complete"
        )));
    }
    match &analysis.coverability {
        Some(found) if is_dot => {
            let dot = coverability_dot(net, found)
                .map_err(|why| Failure::usage(format!("there is no coverability graph: {why}")))?;
            print(&dot, configuration)?;
            Ok(Verdict::decided(limits.is_empty()).into())
        }
        _ => show(&analysed(net, rule, &nodes, &analysis, arguments.list), configuration),
    }
}

/// The place and the transition with this name or id; a net may have both.
fn called(read: &Read, name: &str) -> Result<Vec<NetNode>, String> {
    let place = read.place(name).map(NetNode::Place);
    let transition = read.transition(name).map(NetNode::Transition);
    let found: Vec<_> = place.into_iter().chain(transition).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let names = read.net.places.iter().map(|place| word(&place.name));
    let names = names.chain(read.net.transitions.iter().map(|it| word(&it.name)));
    let name = word(name);
    Err(match suggest::nearest(&name, names) {
        Some(near) => format!("there is no place or transition {name}; did you mean {near}?"),
        None => format!("there is no place or transition {name}"),
    })
}
