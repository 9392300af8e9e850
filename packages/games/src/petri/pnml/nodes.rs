//! Places, transitions and references to them.

use super::elements::{
    ElementKind, attribute, child, children, fault, name, position, tag, texts, tokens,
};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::petri::layout::PixelPoint;
use crate::petri::{Place, PlaceId, Transition, TransitionId};
use roxmltree::Node;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;

/// The most references on the way to a node.
const LONGEST_WAY: usize = 1_000;

/// What an id stands for.
#[derive(Clone, Copy)]
pub(super) enum Named<'a, 'input> {
    Place(PlaceId),
    Transition(TransitionId),
    Reference(Node<'a, 'input>),
}

/// What was read so far.
#[derive(Default)]
pub(super) struct NetBuilder<'a, 'input> {
    pub(super) named: HashMap<&'a str, (Named<'a, 'input>, Span)>,
    pub(super) places: Vec<Place>,
    pub(super) place_ids: Vec<String>,
    pub(super) transitions: Vec<Transition>,
    pub(super) transition_ids: Vec<String>,
    /// Where the places and the transitions stand.
    pub(super) positions: [Vec<Option<PixelPoint>>; 2],
    /// For each transition that is timed, where this is said.
    timed: Vec<Option<Span>>,
    /// The colours of tokens and weights, with where each is first, up to two.
    colours: Vec<(String, Span)>,
    /// Weights of ordinary arcs from places, to places, of inhibitor arcs and of read arcs.
    pub(super) arcs: [BTreeMap<(TransitionId, PlaceId), NonZeroU32>; 4],
    pub(super) faults: Vec<Diagnostic>,
}

pub(super) const INPUT: usize = 0;
pub(super) const OUTPUT: usize = 1;
pub(super) const INHIBITOR: usize = 2;
pub(super) const READ: usize = 3;

impl<'a, 'input> NetBuilder<'a, 'input> {
    /// Notes a place, a transition or a reference to one under its id.
    pub(super) fn declare(&mut self, kind: ElementKind, node: Node<'a, 'input>) {
        self.expect_untagged(node);
        let named = match kind {
            ElementKind::Arc => return,
            ElementKind::Place => Named::Place(self.places.len()),
            ElementKind::Transition => Named::Transition(self.transitions.len()),
            ElementKind::ReferencePlace | ElementKind::ReferenceTransition => {
                Named::Reference(node)
            }
        };
        let id = node.attribute("id").unwrap_or_default();
        self.identify(node, id, named);
        let name = name(node);
        match named {
            Named::Place(_) => {
                let initial = self.number(node, "initialMarking").unwrap_or(0);
                let capacity = NonZeroU32::new(self.number(node, "capacity").unwrap_or(0));
                if let (Some(capacity), Some(label)) = (capacity, child(node, "initialMarking"))
                    && initial > capacity.get()
                {
                    let message = format!("{initial} tokens on a place of capacity {capacity}");
                    self.faults.push(fault(
                        Code::ImpossibleNumber,
                        message,
                        tag(label),
                        "more than the capacity",
                    ));
                }
                self.add_place(node, id, Place { name, initial, capacity });
            }
            Named::Transition(_) => {
                let (priority, timed) = (self.priority(node), self.flag(node, "timed"));
                self.timed.push(timed);
                let transition = Transition { name, priority, ..Transition::default() };
                self.add_transition(node, id, transition);
            }
            Named::Reference(_) => {}
        }
    }

    /// Notes under its id what a node stands for.
    pub(super) fn identify(
        &mut self,
        node: Node<'a, 'input>,
        id: &'a str,
        named: Named<'a, 'input>,
    ) {
        let span = attribute(node, "id");
        if id.trim().is_empty() {
            let message = format!("a {} without an id", node.tag_name().name());
            self.faults.push(fault(Code::NodeWithoutId, message, span, "needs an id"));
        } else if let Some((_, first)) = self.named.get(id) {
            let twice =
                fault(Code::NodeWithoutId, format!("two nodes have the id {id}"), span, "again");
            self.faults.push(twice.label(*first, "first"));
        } else {
            self.named.insert(id, (named, span));
        }
    }

    pub(super) fn add_place(&mut self, node: Node, id: &str, place: Place) {
        self.positions[0].push(position(node));
        self.place_ids.push(id.to_owned());
        self.places.push(place);
    }

    pub(super) fn add_transition(&mut self, node: Node, id: &str, transition: Transition) {
        self.positions[1].push(position(node));
        self.transition_ids.push(id.to_owned());
        self.transitions.push(transition);
    }

    /// The only label of this name, and its text; `None` if there is none, or it is empty.
    fn label(&mut self, node: Node<'a, 'input>, name: &str) -> Option<(Node<'a, 'input>, String)> {
        let mut labels = children(node).filter(|label| label.tag_name().name() == name);
        let label = labels.next()?;
        let fault = match (labels.next(), &texts(label)[..]) {
            (Some(second), _) => {
                fault(Code::ImpossibleNumber, format!("two labels `{name}`"), tag(second), "again")
            }
            (None, []) => return None,
            (None, [text]) => return Some((label, text.clone())),
            (None, [first, second, ..]) => {
                let message = format!("`{name}` is both {first} and {second}");
                fault(Code::ImpossibleNumber, message, tag(label), "has two texts")
            }
        };
        self.faults.push(fault);
        None
    }

    /// The number in a label; `None` if there is none, or no number.
    pub(super) fn number(&mut self, node: Node<'a, 'input>, name: &str) -> Option<u32> {
        let (label, text) = self.label(node, name)?;
        let (colour, number) = match tokens(&text) {
            Ok(found) => found,
            Err(why) => {
                self.faults.push(fault(Code::ImpossibleNumber, why, tag(label), "here"));
                return None;
            }
        };
        // Whether a transition fires depends on colours as soon as there are two.
        if number > 0 && name != "capacity" {
            let new = self.colours.first().is_none_or(|(first, _)| first != colour);
            if new && self.colours.len() < 2 {
                self.colours.push((colour.to_owned(), tag(label)));
            }
        }
        Some(number)
    }

    /// Complains about tokens and weights of several colours.
    pub(super) fn expect_one_colour(&mut self) {
        if let [(first, known), (second, other)] = &self.colours[..] {
            let message = format!(
                "tokens of two colours, {first} and {second}: only one colour is \
                         supported"
            );
            let fault = fault(Code::ImpossibleNumber, message, *other, second).label(*known, first);
            self.faults.push(fault);
        }
    }

    fn priority(&mut self, node: Node<'a, 'input>) -> i32 {
        let Some((label, text)) = self.label(node, "priority") else { return 0 };
        text.parse().unwrap_or_else(|_| {
            let message =
                format!("`{text}` is not a priority: an integer from -2147483648 to 2147483647");
            self.faults.push(fault(Code::ImpossibleNumber, message, tag(label), "here"));
            0
        })
    }

    /// The place of a label that is true or false, if it is true.
    fn flag(&mut self, node: Node<'a, 'input>, name: &str) -> Option<Span> {
        let label = child(node, name)?;
        // Unlike a number, a flag may be meant by an empty label.
        let text = self.label(node, name).map_or_else(String::new, |it| it.1);
        match text.to_lowercase().as_str() {
            "true" => return Some(tag(label)),
            "false" => {}
            "" if !texts(label).is_empty() => {}
            _ => {
                let message = format!("`{text}` is neither true nor false");
                self.faults.push(fault(Code::ImpossibleNumber, message, tag(label), "here"));
            }
        }
        None
    }

    /// Complains about a part that PIPE follows one token through: that token differs from the others.
    fn expect_untagged(&mut self, node: Node<'a, 'input>) {
        if let Some(span) = self.flag(node, "tagged") {
            let message = "a tagged token is not supported";
            let fault =
                fault(Code::UnknownNetPart, message, span, "could change how the net fires");
            self.faults.push(fault.help("write `false` if all tokens are alike"));
        }
    }

    /// Puts timed transitions below all others.
    pub(super) fn wait_for_immediate(&mut self) {
        let immediate = self.transitions.iter().zip(&self.timed).filter(|it| it.1.is_none());
        let lowest = immediate.map(|(transition, _)| transition.priority).min();
        // Priority 0 will do below positive ones, and if there are no others at all.
        let below = lowest.map_or(Some(0), |lowest| lowest.min(1).checked_sub(1));
        for (transition, timed) in self.transitions.iter_mut().zip(&self.timed) {
            match (timed, below) {
                (None, _) => {}
                (Some(_), Some(below)) => transition.priority = below,
                (Some(span), None) => {
                    let message = "no priority is below those of all immediate transitions";
                    self.faults.push(fault(Code::ImpossibleNumber, message, *span, "timed"));
                }
            }
        }
    }

    /// Follows references; complains once for each faulty one if wanted.
    pub(super) fn resolve(
        &mut self,
        node: Node<'a, 'input>,
        complain: bool,
    ) -> Option<Named<'a, 'input>> {
        let (mut at, mut steps) = (node, 0);
        let why = loop {
            let id = at.attribute("ref").unwrap_or_default();
            let wants_place = at.tag_name().name() == "referencePlace";
            match self.named.get(id) {
                None if at == node => break format!("no node has the id {id}"),
                // The fault is that of the reference on the way.
                None => return None,
                Some(&(Named::Reference(next), _)) => {
                    if next.tag_name() != at.tag_name() {
                        break "it leads to a node of the other kind".to_owned();
                    }
                    (at, steps) = (next, steps + 1);
                    if steps > LONGEST_WAY {
                        break "the references form a circle or are too long".to_owned();
                    }
                }
                Some(&(found, _)) if matches!(found, Named::Place(_)) == wants_place => {
                    return Some(found);
                }
                Some(_) => break "it leads to a node of the other kind".to_owned(),
            }
        };
        if complain {
            let span = attribute(node, "ref");
            self.faults.push(fault(
                Code::DanglingReference,
                format!("a reference without a node: {why}"),
                span,
                "leads to no node",
            ));
        }
        None
    }
}
