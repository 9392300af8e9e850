//! The dialects of TAPAAL, which write numbers as attributes of nodes and arcs.

use super::elements::{ElementKind, fault};
use crate::diagnostic::{Diagnostic, Span};
use roxmltree::Node;

/// The fault of a net in one of these dialects: one, as it is one mistake to read it here.
pub(super) fn check(parts: &[(ElementKind, Node)]) -> Option<Diagnostic> {
    let places = || parts.iter().filter(|it| it.0 == ElementKind::Place).map(|it| it.1);
    let attribute = places().find_map(|place| place.attribute_node("initialMarking"))?;
    let invariant = |it: &str| it.split_whitespace().ne(["<", "inf"]);
    let interval = |it: &str| it.starts_with(['[', '(']) && !it.starts_with("[0,inf)");
    let timed = places().any(|it| it.attribute("invariant").is_some_and(invariant))
        || parts.iter().any(|it| it.1.attribute("inscription").is_some_and(interval));
    let message = match timed {
        true => "this is a timed net of TAPAAL; times are not supported",
        false => "this net is in a dialect of TAPAAL, which is not read here",
    };
    let span = Span::new(attribute.range().start, attribute.range().end);
    let fault = fault("E0677", message, span, "a number as an attribute");
    Some(fault.help("write numbers as elements: <initialMarking><text>1</text></initialMarking>"))
}
