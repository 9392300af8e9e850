//! From PNML to a net.

use super::elements::{ElementKind, attribute, child, children, content, fault, parts, tag};
use super::names;
use super::nodes::NetBuilder;
use crate::diagnostic::{Diagnostic, Span};
use crate::games::petri::{Arc, Net, PlaceId, TransitionId};
use roxmltree::{Document, Node, TextPos};

/// A net with the ids of its nodes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The net.
    pub net: Net,
    /// The id of each place.
    pub place_ids: Vec<String>,
    /// The id of each transition.
    pub transition_ids: Vec<String>,
}

impl Read {
    /// The place with this name or id.
    pub fn place(&self, name: &str) -> Option<PlaceId> {
        let named = self.net.places.iter().position(|place| place.name == name);
        named.or_else(|| self.place_ids.iter().position(|id| id == name))
    }

    /// The transition with this name or id.
    pub fn transition(&self, name: &str) -> Option<TransitionId> {
        let named = self.net.transitions.iter().position(|it| it.name == name);
        named.or_else(|| self.transition_ids.iter().position(|id| id == name))
    }
}

/// Reads the only net of a document, or that with the id `wanted`.
///
/// # Errors
///
/// All faults that are found, in the order of the text, with the codes E0670 to E0677.
pub fn read(text: &str, wanted: Option<&str>) -> Result<Read, Vec<Diagnostic>> {
    let document = Document::parse(text).map_err(|error| {
        let at = offset(text, error.pos());
        let message = format!("this is no XML: {error}");
        vec![fault("E0670", message, Span::new(at, at), "not understood")]
    })?;
    let net = the_net(&document, wanted).map_err(|fault| vec![fault])?;
    let mut reader = NetBuilder::default();
    let parts = parts(net);
    for &(kind, node) in &parts {
        reader.declare(kind, node);
    }
    reader.wait_for_immediate();
    for &(kind, node) in &parts {
        match kind {
            ElementKind::Arc => reader.arc(node),
            ElementKind::ReferencePlace | ElementKind::ReferenceTransition => {
                _ = reader.resolve(node, true)
            }
            ElementKind::Other => reader.other(node),
            ElementKind::Place | ElementKind::Transition => {}
        }
    }
    if !reader.faults.is_empty() {
        reader.faults.sort_by_key(|fault| fault.labels.first().map(|label| label.span.start));
        return Err(reader.faults);
    }
    Ok(reader.finish(child(net, "name").map(content).unwrap_or_default()))
}

/// The byte at a line and column, both from 1.
fn offset(text: &str, position: TextPos) -> usize {
    let [lines, columns] = [position.row, position.col]
        .map(|it| usize::try_from(it).unwrap_or_default().saturating_sub(1));
    let line: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
    let column = text[line..].char_indices().nth(columns);
    column.map_or(text.len(), |(offset, _)| line + offset)
}

/// The net that is meant, if it is one whose rule is known here.
fn the_net<'a, 'input>(
    document: &'a Document<'input>,
    wanted: Option<&str>,
) -> Result<Node<'a, 'input>, Diagnostic> {
    let root = document.root_element();
    if root.tag_name().name() != "pnml" {
        let found = format!("this is a document of `{}`, not of `pnml`", root.tag_name().name());
        return Err(fault("E0670", found, tag(root), "the outermost element"));
    }
    let nets: Vec<_> = children(root).filter(|it| it.tag_name().name() == "net").collect();
    let id = |net: &Node| net.attribute("id").unwrap_or_default().to_owned();
    let names = || nets.iter().map(id).collect::<Vec<_>>().join(", ");
    let net = match (wanted, &nets[..]) {
        (_, []) => return Err(fault("E0671", "there is no net", tag(root), "no `net` inside")),
        (None, [net]) => *net,
        (None, [_, second, ..]) => {
            let message = format!("there are {} nets: {}", nets.len(), names());
            return Err(fault("E0671", message, tag(*second), "the second one")
                .help("choose one by its id with --net"));
        }
        (Some(wanted), _) => *nets.iter().find(|net| id(net) == wanted).ok_or_else(|| {
            let message = format!("there is no net with the id {wanted}");
            fault("E0671", message, tag(root), format!("has the nets {}", names()))
        })?,
    };
    let class = net.attribute("type").unwrap_or_default().to_lowercase();
    let high = ["symmetric", "highlevel", "high-level", "hlpn", "hlcore", "hlnet", "colo"];
    if high.iter().any(|word| class.contains(word)) {
        let span = attribute(net, "type").unwrap_or(tag(net));
        return Err(fault("E0671", "this is no place/transition net", span, "a high-level type"));
    }
    Ok(net)
}

impl NetBuilder<'_, '_> {
    /// The net, with names that differ and arcs at their transitions.
    fn finish(mut self, name: String) -> Read {
        names::choose(&mut self);
        let [inputs, outputs, inhibitors] = self.arcs;
        for ((transition, place), weight) in inputs {
            self.transitions[transition].inputs.push(Arc { place, weight });
        }
        for ((transition, place), weight) in outputs {
            self.transitions[transition].outputs.push(Arc { place, weight });
        }
        for ((transition, place), weight) in inhibitors {
            self.transitions[transition].inhibitors.push(Arc { place, weight });
        }
        Read {
            net: Net { name, places: self.places, transitions: self.transitions },
            place_ids: self.place_ids,
            transition_ids: self.transition_ids,
        }
    }
}
