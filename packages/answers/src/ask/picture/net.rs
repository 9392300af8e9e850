//! A Petri net.

use super::{Drawn, Title};
use crate::ask::petri::{AboutNet, NetFile, Sequence};
use crate::ask::{Control, Refused};
use crate::games::muehle::drawn::layout as board;
use crate::games::petri::layout::Layout;
use crate::games::petri::pnml::Read;
use crate::games::petri::{Firing, Net, Run, TransitionId};
use crate::report::petri::{no_step_words, word};
use grundy_output::question;
use grundy_picture::{Animation, DrawnNet, NetState, Size, animated_net, net};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The most nodes that are drawn.
const MOST_NODES: usize = 5_000;
/// The most arcs that are drawn.
const MOST_ARCS: usize = 50_000;

/// The most pictures of an animation.
const MOST_PICTURES: usize = 1_000;

/// How long each of them is shown, in milliseconds.
const MILLISECONDS: u32 = 1_000;

/// What does a net look like in a marking?
#[question]
pub struct PetriDraw {
    /// The net.
    pub net: NetFile,
    /// The transitions that lead to the marking, and that are marked; none where nothing is said.
    pub after: Option<Sequence>,
    /// Is it laid out by layers, even if the file says where all nodes are?
    pub layers: bool,
    /// Where the nodes are, as `dot -Tplain` of Graphviz says of a net whose places are `p0`, `p1`, ... and whose
    /// transitions are `t0`, `t1`, ...
    pub plain: Option<String>,
    /// Only a part of the net; all of it where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<crate::ask::game::Name<Only>>"))]
    pub only: Option<Only>,
    /// The size of the picture: as the layout needs where nothing is said.
    pub size: Option<Size>,
}

grundy_language::named! {
    /// A part of a net.
    Only {
        Firable: "firable", "The transitions that can fire or have fired, with their places";
    }
}

/// A net with more nodes than this makes a crowded picture.
const CROWDED: usize = 300;

impl PetriDraw {
    /// The marking, and what is marked in it.
    ///
    /// # Errors
    /// Transitions that are not known or cannot fire.
    pub fn state(&self, read: &Read) -> Result<NetState, Refused> {
        let mut run = Run::new(&read.net, self.net.rule());
        let after = self.after.as_ref().map(|after| after.transitions(read)).transpose()?;
        for id in after.unwrap_or_default() {
            run.fire(id).map_err(|no_step| {
                let name = word(&read.net.transitions[id].name);
                let why = no_step_words(&read.net, &no_step).join("; ");
                Refused::rejected(format!("--after: {name} cannot fire ({why})"))
            })?;
        }
        Ok(state(&run, run.fired().to_vec(), String::new()))
    }
}

impl AboutNet for PetriDraw {
    type Answer<'r> = Drawn<Title>;

    fn net(&self) -> &NetFile {
        &self.net
    }

    fn answer(&self, read: &Read, _: &Control<'_>) -> Result<Drawn<Title>, Refused> {
        let state = self.state(read)?;
        if self.only.is_none() {
            small_enough(&read.net)?;
        }
        let layout = match &self.plain {
            Some(text) => Layout::from_plain(&read.net, text)
                .ok_or("Graphviz gave no layout: the output of dot is not a layout")?,
            None if self.layers => Layout::layered(&read.net),
            None => laid_out(read),
        };
        let (part, layout, state) = match self.only {
            None => (Cow::Borrowed(&read.net), layout, state),
            Some(Only::Firable) => {
                let kept =
                    |id: &TransitionId| state.firable.contains(id) || state.fired.contains(id);
                let (part, layout, state) = self.part(read, &layout, &state, kept);
                (Cow::Owned(part), layout, state)
            }
        };
        let drawn = drawn(&part, &layout);
        let picture = net(drawn, &state, self.size.unwrap_or_else(|| drawn.size()));
        let nodes = part.places.len() + part.transitions.len();
        let crowded = format!(
            "{nodes} nodes make a crowded picture; `--only firable` draws a part of it, and `--format dot` writes the \
             net for Graphviz"
        );
        let notes = if nodes > CROWDED { vec![crowded] } else { Vec::new() };
        Ok(Drawn { notes, ..Drawn::whole(picture) })
    }
}

impl PetriDraw {
    /// The net with some transitions and the places at their arcs, with its layout and its state.
    fn part(
        &self,
        read: &Read,
        layout: &Layout,
        state: &NetState,
        kept: impl Fn(&TransitionId) -> bool,
    ) -> (Net, Layout, NetState) {
        let whole = &read.net;
        let ids: Vec<TransitionId> = (0..whole.transitions.len()).filter(kept).collect();
        let arcs = |id: &TransitionId| whole.transitions[*id].arcs().into_iter().flatten();
        let places: BTreeSet<_> = ids.iter().flat_map(arcs).map(|arc| arc.place).collect();
        let places: Vec<_> = places.into_iter().collect();
        let new = |old: usize, among: &[usize]| among.binary_search(&old).ok();
        let mut net = Net {
            name: whole.name.clone(),
            places: places.iter().map(|&it| whole.places[it].clone()).collect(),
            transitions: ids.iter().map(|&it| whole.transitions[it].clone()).collect(),
        };
        for arcs in net.transitions.iter_mut().flat_map(|transition| transition.arcs_mut()) {
            arcs.iter_mut()
                .for_each(|arc| arc.place = new(arc.place, &places).unwrap_or(arc.place));
        }
        let is_given = self.plain.is_some() || (!self.layers && read.layout().is_some());
        let layout = match is_given {
            false if self.layers => Layout::layered(&net),
            false => unplaced(&net),
            true => Layout {
                places: places.iter().map(|&it| layout.places[it]).collect(),
                transitions: ids.iter().map(|&it| layout.transitions[it]).collect(),
                ..Layout::default()
            },
        };
        let renumbered =
            |old: &[TransitionId]| old.iter().filter_map(|&it| new(it, &ids)).collect();
        let state = NetState {
            marking: places.iter().map(|&it| state.marking[it]).collect(),
            firable: renumbered(&state.firable),
            waiting: renumbered(&state.waiting),
            fired: renumbered(&state.fired),
            caption: state.caption.clone(),
        };
        (net, layout, state)
    }
}

/// The pictures of a run, one after another, starting with the initial marking.
///
/// # Errors
/// More steps or nodes than can be drawn.
pub fn animated(read: &Read, run: &Run) -> Result<Animation, Refused> {
    let steps = run.fired().len();
    if steps >= MOST_PICTURES {
        let most = MOST_PICTURES - 1;
        return Err(format!(
            "{steps} steps are too many for an animation; at most {most} can be shown (--steps)"
        )
        .into());
    }
    small_enough(&read.net)?;
    let layout = laid_out(read);
    let drawn = drawn(&read.net, &layout);
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
    Ok(animated_net(drawn, &states, drawn.size(), MILLISECONDS))
}

fn drawn<'a>(net: &'a Net, layout: &'a Layout) -> DrawnNet<'a> {
    DrawnNet { title: if net.name.is_empty() { "Petri net" } else { &net.name }, net, layout }
}

/// The layout from the file, or else the board of Nine Men's Morris, or one by layers.
fn laid_out(read: &Read) -> Layout {
    read.layout().unwrap_or_else(|| unplaced(&read.net))
}

/// The same of a net whose nodes stand nowhere yet.
fn unplaced(net: &Net) -> Layout {
    board(net).unwrap_or_else(|| Layout::layered(net))
}

fn state(run: &Run, mut fired: Vec<TransitionId>, caption: String) -> NetState {
    fired.sort_unstable();
    fired.dedup();
    let (marking, firable) = (run.marking().to_vec(), run.firable());
    let firing = Firing::new(run.net(), run.rule());
    let others = (0..run.net().transitions.len()).filter(|id| firable.binary_search(id).is_err());
    let waiting = others.filter(|&id| firing.enabled(&marking, id)).collect();
    NetState { marking, firable, waiting, fired, caption }
}

fn small_enough(net: &Net) -> Result<(), Refused> {
    let nodes = net.places.len() + net.transitions.len();
    let arcs: usize = net.transitions.iter().flat_map(|one| one.arcs()).map(Vec::len).sum();
    if nodes > MOST_NODES || arcs > MOST_ARCS {
        return Err(format!(
            "{nodes} nodes and {arcs} arcs are too many for a picture; at most {MOST_NODES} and {MOST_ARCS} \
             are drawn, and --format dot writes any net"
        )
        .into());
    }
    Ok(())
}
