//! `grundy petri draw`, and the pictures of a run.

mod graphviz;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::global::Format;
use crate::cli::flags::petri::{Draw, LayoutName};
use crate::cli::host::output::{print, tell_file};
use crate::cli::host::picture::PictureFile;
use crate::cli::host::{Control, Exit, Failure, file, net};
use grundy_games::petri::layout::Layout;
use grundy_games::petri::pnml::Read;
use grundy_games::petri::{CapacityRule, Firing, Net, Run, TransitionId};
use grundy_picture::{DrawnNet, NetState, Theme, animated_net, net as drawn_net};
use grundy_report::ask::petri::Sequence;
use grundy_report::report::petri::{self as report, no_step_words, word};
use std::path::Path;

/// The most pictures of an animation.
const MOST_PICTURES: usize = 1_000;

/// For so long each of them is shown.
const MILLISECONDS: u32 = 1_000;

/// The most nodes and arcs that are drawn.
const MOST_NODES: usize = 5_000;
const MOST_ARCS: usize = 50_000;

/// Draws the net in the marking that is asked for.
pub fn run(arguments: &Draw, configuration: &Configuration) -> Result<Exit, Failure> {
    let read = net::read(&super::of(&arguments.net, configuration)?, configuration)?;
    let mut run = Run::new(&read.net, arguments.net.capacity_rule);
    let after = Sequence::Words(arguments.after.iter().cloned().collect()).transitions(&read);
    for id in after.map_err(|error| Control::default().refused(error, configuration))? {
        run.fire(id).map_err(|no_step| {
            let name = word(&read.net.transitions[id].name);
            let why = no_step_words(&read.net, &no_step).join("; ");
            Failure::rejected(format!("--after: {name} cannot fire ({why})"))
        })?;
    }
    let state = state(&run, run.fired().to_vec(), String::new());
    if configuration.format == Format::Dot {
        let text = report::net_dot(&read.net, &state.marking, &state.firable, &state.fired);
        return print(&text, configuration);
    }
    let Some(path) = &configuration.output else {
        return Err(Failure::usage(
            "a picture needs a file: add -o FILE.svg or -o FILE.png, or --format dot",
        ));
    };
    let file = PictureFile::new(path)?;
    small_enough(&read.net)?;
    let layout = match arguments.layout {
        LayoutName::Graphviz => graphviz::layout(&read.net)?,
        LayoutName::Auto => layout(&read),
        LayoutName::Layers => Layout::layered(&read.net),
    };
    let drawn = DrawnNet { title: title(&read.net), net: &read.net, layout: &layout };
    let size = arguments.size.unwrap_or_else(|| drawn.size());
    file.write(&drawn_net(drawn, &state, size), arguments.look.theme)?;
    tell_file(path, configuration)
}

/// Writes the pictures of a run, from the initial marking on.
pub fn animate(path: &Path, read: &Read, run: &Run) -> Result<(), Failure> {
    if path.extension().is_none_or(|it| !it.eq_ignore_ascii_case("svg")) {
        let message = format!("{}: the name of an animation must end with .svg", path.display());
        return Err(Failure::usage(message));
    }
    let steps = run.fired().len();
    if steps >= MOST_PICTURES {
        return Err(Failure::usage(format!(
            "{steps} steps are too many for an animation; at most {} can be shown (--steps)",
            MOST_PICTURES - 1
        )));
    }
    small_enough(&read.net)?;
    let layout = layout(read);
    let drawn = DrawnNet { title: title(&read.net), net: &read.net, layout: &layout };
    let mut again = Run::new(&read.net, run.rule());
    let mut states = vec![state(&again, Vec::new(), "the initial marking".to_owned())];
    for (number, &id) in run.fired().iter().enumerate() {
        // What fired once fires again.
        if again.fire(id).is_err() {
            break;
        }
        let name = &read.net.transitions[id].name;
        let caption = format!("step {} of {steps}: {name}", number + 1);
        states.push(state(&again, vec![id], caption));
    }
    let animation = animated_net(drawn, &states, drawn.size(), MILLISECONDS);
    file::write_bytes(path, animation.svg(Theme::Auto).as_bytes())
}

fn title(net: &Net) -> &str {
    if net.name.is_empty() { "Petri net" } else { &net.name }
}

/// The layout of the file, or else one by layers.
fn layout(read: &Read) -> Layout {
    read.layout().unwrap_or_else(|| Layout::layered(&read.net))
}

fn state(run: &Run, mut fired: Vec<TransitionId>, caption: String) -> NetState {
    fired.sort_unstable();
    fired.dedup();
    let (marking, firable) = (run.marking().to_vec(), run.firable());
    let waiting = waiting(run.net(), run.rule(), &marking, &firable);
    NetState { marking, firable, waiting, fired, caption }
}

/// The transitions that are enabled and not firable.
fn waiting(
    net: &Net,
    rule: CapacityRule,
    marking: &[u32],
    firable: &[TransitionId],
) -> Vec<TransitionId> {
    let firing = Firing::new(net, rule);
    let others = (0..net.transitions.len()).filter(|id| firable.binary_search(id).is_err());
    others.filter(|&id| firing.enabled(marking, id)).collect()
}

fn small_enough(net: &Net) -> Result<(), Failure> {
    let nodes = net.places.len() + net.transitions.len();
    let arcs: usize = net.transitions.iter().flat_map(|it| it.arcs()).map(Vec::len).sum();
    if nodes > MOST_NODES || arcs > MOST_ARCS {
        return Err(Failure::usage(format!(
            "{nodes} nodes and {arcs} arcs are too many for a picture; at most {MOST_NODES} and {MOST_ARCS} \
             are drawn, and --format dot writes any net"
        )));
    }
    Ok(())
}
