//! From a net to PNML.

use super::xml::{Element, document, element, empty, label};
use crate::petri::{Arc, Net};
use std::collections::{HashMap, HashSet};

/// Writes a net as a document of ISO/IEC 15909-2 with one page, without positions.
///
/// Reading it gives the net again, if its names differ, have at most single spaces inside and consist of
/// characters that XML can hold.  An id is the name where that is possible, else the name with `_` for what
/// ids cannot hold, and a number if that is needed.  The labels beyond the standard are those of
/// PIPE; priorities are written, with all transitions immediate, if one is not 0.
pub fn write(net: &Net) -> String {
    let mut ids = Ids::new(net);
    let places: Vec<_> = net.places.iter().map(|place| ids.of(&place.name)).collect();
    let transitions: Vec<_> = net.transitions.iter().map(|it| ids.of(&it.name)).collect();
    let net_id = ids.fresh(if net.name.is_empty() { "net" } else { &net.name });
    let page_id = ids.fresh("page");

    let mut parts = Vec::new();
    for (place, id) in net.places.iter().zip(&places) {
        let mut labels = vec![label("name", "text", &place.name)];
        labels.extend((place.initial > 0).then(|| label("initialMarking", "text", place.initial)));
        labels.extend(place.capacity.map(|most| label("capacity", "value", most)));
        parts.push(element("place", &[("id", id)], labels));
    }
    let priorities = net.transitions.iter().any(|transition| transition.priority != 0);
    for (transition, id) in net.transitions.iter().zip(&transitions) {
        let mut labels = vec![label("name", "text", &transition.name)];
        if priorities {
            labels.push(label("timed", "value", "false"));
            labels.push(label("priority", "value", transition.priority));
        }
        parts.push(element("transition", &[("id", id)], labels));
    }
    for (transition, id) in net.transitions.iter().zip(&transitions) {
        let [inputs, outputs, inhibitors, reads] = transition.arcs();
        for arc in inputs {
            parts.push(written(&ids.fresh("arc"), [&places[arc.place], id], arc, None));
        }
        for arc in outputs {
            parts.push(written(&ids.fresh("arc"), [id, &places[arc.place]], arc, None));
        }
        for (arcs, kind) in [(inhibitors, "inhibitor"), (reads, "test")] {
            for arc in arcs {
                parts.push(written(&ids.fresh("arc"), [&places[arc.place], id], arc, Some(kind)));
            }
        }
    }
    let name = (!net.name.is_empty()).then(|| label("name", "text", &net.name));
    let page = element("page", &[("id", &page_id)], parts);
    let class = ("type", "http://www.pnml.org/version-2009/grammar/ptnet");
    let net = element("net", &[("id", &net_id), class], name.into_iter().chain([page]).collect());
    let grammar = ("xmlns", "http://www.pnml.org/version-2009/grammar/pnml");
    document(true, &element("pnml", &[grammar], vec![net])) + "\n"
}

fn written(id: &str, [source, target]: [&String; 2], arc: &Arc, kind: Option<&str>) -> Element {
    let attributes = [("id", id), ("source", source), ("target", target)];
    if kind.is_none() && arc.weight.get() == 1 {
        return empty("arc", &attributes);
    }
    let weight = label("inscription", "text", arc.weight);
    let kind = kind.map(|kind| empty("type", &[("value", kind)]));
    element("arc", &attributes, [weight].into_iter().chain(kind).collect())
}

/// The ids and names that are taken.
struct Ids {
    taken: HashSet<String>,
    /// How often an id like this was asked for.
    asked: HashMap<String, usize>,
    /// The names that are ids: a place and a transition may have the same one.
    names: HashSet<String>,
}

impl Ids {
    fn new(net: &Net) -> Self {
        let places = net.places.iter().map(|place| &place.name);
        let names = places.chain(net.transitions.iter().map(|transition| &transition.name));
        Self { taken: names.cloned().collect(), asked: HashMap::new(), names: HashSet::new() }
    }

    /// An id for the node with this name.  No id is the name of another node of its kind, because a
    /// reader would then call neither by that name.
    fn of(&mut self, name: &str) -> String {
        let itself = sanitised(name) == name && self.names.insert(name.to_owned());
        if itself { name.to_owned() } else { self.fresh(name) }
    }

    /// An id like this that is not taken yet: with a number from 1 after it if it is.
    fn fresh(&mut self, like: &str) -> String {
        let base = sanitised(like);
        let asked = self.asked.entry(base.clone()).or_default();
        loop {
            let id = if *asked == 0 { base.clone() } else { format!("{base}{asked}") };
            *asked += 1;
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// The text as an XML name without a colon (NCName): letters, digits, `_`, `-` and `.`, the
/// first one a letter or `_`.  Of the letters beyond ASCII those of Latin 1 are kept.
fn sanitised(text: &str) -> String {
    let letter = |it: char| {
        it.is_ascii_alphabetic() || matches!(it, '_' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ')
    };
    let inner = |it: char| letter(it) || it.is_ascii_digit() || matches!(it, '-' | '.');
    let mut name: String = text.chars().map(|it| if inner(it) { it } else { '_' }).collect();
    if !name.starts_with(letter) {
        name.insert(0, '_');
    }
    name
}
