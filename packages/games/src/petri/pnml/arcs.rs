//! Arcs and their types.

use super::elements::{attribute, child, fault, is_type, tag, texts};
use super::nodes::{INHIBITOR, INPUT, Named, NetBuilder, OUTPUT, READ};
use crate::diagnostic::{Code, Span};
use crate::suggest;
use roxmltree::Node;
use std::num::NonZeroU32;

/// What an arc does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArcKind {
    Ordinary,
    Inhibitor,
    Read,
}

/// The most faults for which a node is guessed that may be meant.
const GUESSES: usize = 20;

impl<'a, 'input> NetBuilder<'a, 'input> {
    /// The node at one end of an arc.
    pub(super) fn end(&mut self, node: Node<'a, 'input>, which: &str) -> Option<Named<'a, 'input>> {
        let Some(id) = node.attribute(which) else {
            let message = format!("an arc without a {which}");
            let label = format!("needs the id of a node as its {which}");
            self.faults.push(fault(Code::MisplacedArc, message, tag(node), label));
            return None;
        };
        match self.named.get(id) {
            Some(&(Named::Reference(reference), _)) => self.resolve(reference, false),
            Some(&(found, _)) => Some(found),
            None => {
                let span = attribute(node, which);
                let message = format!("the {which} of an arc is missing: no node has the id {id}");
                let mut fault = fault(Code::MisplacedArc, message, span, "no such node");
                // Every guess looks at all nodes, and many faults are mostly of one kind.
                if self.faults.len() < GUESSES {
                    let known = suggest::nearest(id, self.named.keys().copied());
                    fault.help = known.map(|known| format!("did you mean {known}?"));
                }
                self.faults.push(fault);
                None
            }
        }
    }

    /// Adds an arc to those between the same two nodes.
    pub(super) fn arc(&mut self, node: Node<'a, 'input>) {
        let kind = self.arc_kind(node);
        let weight = match self.number(node, "inscription").map(NonZeroU32::new) {
            Some(Some(weight)) => weight,
            None => NonZeroU32::MIN,
            Some(None) => {
                let label = child(node, "inscription").unwrap_or(node);
                self.faults.push(fault(
                    Code::ImpossibleNumber,
                    "an arc of weight 0",
                    tag(label),
                    "from 1",
                ));
                return;
            }
        };
        let ends = [self.end(node, "source"), self.end(node, "target")];
        self.join(node, kind, weight, ends);
    }

    /// Adds an arc of this kind and weight between these nodes, if all of them are known.
    pub(super) fn join(
        &mut self,
        node: Node<'a, 'input>,
        kind: Option<ArcKind>,
        weight: NonZeroU32,
        ends: [Option<Named<'a, 'input>>; 2],
    ) {
        let ([Some(source), Some(target)], Some(kind)) = (ends, kind) else {
            return;
        };
        let (list, transition, place) = match (source, target) {
            (Named::Place(place), Named::Transition(transition)) => {
                let list = match kind {
                    ArcKind::Ordinary => INPUT,
                    ArcKind::Inhibitor => INHIBITOR,
                    ArcKind::Read => READ,
                };
                (list, transition, place)
            }
            (Named::Transition(transition), Named::Place(place)) if kind == ArcKind::Ordinary => {
                (OUTPUT, transition, place)
            }
            _ => {
                let message = match kind {
                    ArcKind::Inhibitor => "an inhibitor arc leads from a place to a transition",
                    ArcKind::Read => "a read arc leads from a place to a transition",
                    ArcKind::Ordinary => "an arc joins a place and a transition",
                };
                let joined = match (source, target) {
                    (Named::Place(_), Named::Place(_)) => "joins two places",
                    (Named::Transition(_), Named::Transition(_)) => "joins two transitions",
                    _ => "leads from a transition to a place",
                };
                self.faults.push(fault(Code::MisplacedArc, message, tag(node), joined));
                return;
            }
        };
        let known = self.arcs[list].get(&(transition, place)).copied();
        let both = match known {
            None => Some(weight),
            Some(known) if kind == ArcKind::Inhibitor => Some(known.min(weight)),
            Some(known) if kind == ArcKind::Read => Some(known.max(weight)),
            Some(known) => known.checked_add(weight.get()),
        };
        match both {
            Some(weight) => _ = self.arcs[list].insert((transition, place), weight),
            None => {
                let message = "the arcs between two nodes weigh more than 4294967295 together";
                self.faults.push(fault(
                    Code::ImpossibleNumber,
                    message,
                    tag(node),
                    "too much with this one",
                ));
            }
        }
    }

    /// What the arc does.  `None`, with a fault, if that is not known.
    ///
    /// Types count in every namespace: what is not understood must not be left out here.
    fn arc_kind(&mut self, node: Node) -> Option<ArcKind> {
        let attributes =
            node.attributes().filter(|it| it.namespace().is_none() && is_type(it.name()));
        let attributes = attributes.map(|it| {
            let range = it.range();
            (it.value().to_owned(), Span::new(range.start, range.end))
        });
        let labels = node.children().filter(|it| it.is_element() && is_type(it.tag_name().name()));
        let labels = labels.flat_map(|label| {
            let mut kinds: Vec<_> =
                label.attribute("value").map(str::to_owned).into_iter().collect();
            kinds.extend(texts(label));
            // A label without a type is none that is known.
            if kinds.is_empty() {
                kinds.push(String::new());
            }
            kinds.into_iter().map(move |kind| (kind, tag(label)))
        });
        let mut found = None;
        for (kind, span) in attributes.chain(labels) {
            let known = match kind.trim().to_lowercase().as_str() {
                "inhibitor" => ArcKind::Inhibitor,
                "normal" | "ordinary" => ArcKind::Ordinary,
                "read" | "test" => ArcKind::Read,
                _ => {
                    let message = format!("an arc of the type `{}`", kind.trim());
                    let fault = fault(Code::UnknownArcType, message, span, "unknown type")
                        .note("known types are normal, inhibitor and read (or test)");
                    self.faults.push(fault);
                    return None;
                }
            };
            if found.is_some_and(|other| other != known) {
                self.faults.push(fault(
                    Code::UnknownArcType,
                    "an arc of two types",
                    span,
                    "differs",
                ));
                return None;
            }
            found = Some(known);
        }
        Some(found.unwrap_or(ArcKind::Ordinary))
    }
}
