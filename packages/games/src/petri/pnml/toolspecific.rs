//! What tools keep for themselves.
//!
//! The standard lets every tool leave out the `toolspecific` parts of others.  Some tools nevertheless keep there
//! what decides when a transition fires; a net without it would be another one.

use super::elements::{fault, tag};
use crate::diagnostic::{Code, Diagnostic, Span};
use roxmltree::Node;

/// What tools are known to keep without a meaning for firing: elements and attributes, or all of them (`*`).
///
/// `nupn`: which places are units (Model Checking Contest).  `org.pnml.tool`: where tokens are drawn (the
/// standard itself).  `PIPE`: how numbers are named that are written out.  `ProM`: names of activities.  `WoPeD`: layout, resources, simulations, and what
/// pictures stand for the nodes of an operator, which are in the net themselves.
const HARMLESS: [(&str, &str); 5] = [
    ("nupn", "*"),
    ("org.pnml.tool", "tokengraphics tokenposition x y"),
    ("pipe", "rateDefinition markingDefinition"),
    ("prom", "activity localNodeID logevent expanded name type text"),
    (
        "woped",
        "bounds scale treeWidth treeWidthRight verticalLayout overviewPanelVisible treeHeightOverview \
         treePanelVisible width height x y resources simulations partnerLinks variables operator trigger \
         transitionResource roleName organizationalUnitName time timeUnit orientation probability \
         displayProbabilityOn displayProbabilityPosition id type graphics position dimension offset name \
         text value description role roleMapping organizationUnit organizationUnitMapping Name \
         resourceMapping resource",
    ),
];

/// Words for what decides about firing, as a part of a name.
const MEANING: [&str; 23] = [
    "arctype",
    "capacity",
    "cardinality",
    "casesensitive",
    "collector",
    "condition",
    "delay",
    "emitter",
    "guard",
    "inhibit",
    "interval",
    "invariant",
    "multiplicity",
    "predicate",
    "priority",
    "readarc",
    "reset",
    "subnet",
    "subprocess",
    "testarc",
    "timed",
    "timeparam",
    "urgent",
];

/// Words that do so as a whole name, or as a value, such as that of the type of an arc.
const MEANING_ALONE: [&str; 10] = [
    "inhibitor",
    "read",
    "test",
    "time",
    "tokens",
    "inscription",
    "clear",
    "transfer",
    "flexible",
    "xor",
];

/// A fault if the part has a meaning for firing, a warning if nothing is known about it, nothing if it
/// has none; with what is the same for all parts of this kind.
pub(super) fn check(part: Node) -> Option<(String, Diagnostic)> {
    let tool = part.attribute("tool").unwrap_or("");
    let lower = tool.to_lowercase();
    let harmless = HARMLESS.iter().find(|it| it.0 == lower).map_or("", |it| it.1);
    if harmless == "*" {
        return None;
    }
    let mut first = None;
    for (name, value, span) in words(part) {
        if harmless.split_whitespace().any(|it| it == name) {
            continue;
        }
        let name_lower = name.to_lowercase();
        let value = value.trim().to_lowercase();
        let alone = |word: &str| MEANING.iter().chain(&MEANING_ALONE).any(|it| *it == word);
        let meaning = match () {
            () if value == "false" => continue,
            () if alone(&name_lower) || MEANING.iter().any(|it| name_lower.contains(it)) => name,
            () if alone(&value) => &value,
            // Priorities and weights of transitions are values of properties there.
            () if lower == "stochasticpetrinet" => name,
            () => {
                first.get_or_insert((name, span));
                continue;
            }
        };
        let message = format!("`{meaning}` of the tool `{tool}` is not supported");
        let fault = fault(Code::UnknownNetPart, message, span, "could change how the net fires");
        let fault = fault.help("remove the toolspecific part if the net means the same without it");
        return Some((format!("tool {tool} {meaning}"), fault));
    }
    let (name, span) = first?;
    let message = format!("data of the tool `{tool}` is ignored, such as `{name}`");
    Some((
        format!("tool {tool}"),
        Diagnostic::new(Code::IgnoredNetPart, message).label(span, "ignored"),
    ))
}

/// The names and values of all elements and attributes inside, and of the attributes of the part itself.
fn words<'a>(part: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str, Span)> {
    let own = move |node: Node, name: &str| node == part && ["tool", "version"].contains(&name);
    part.descendants().filter(Node::is_element).flat_map(move |node| {
        let element = (node != part).then(|| (node.tag_name().name(), value(node), tag(node)));
        let attributes = node.attributes().filter(move |it| !own(node, it.name()));
        let attributes = attributes
            .map(|it| (it.name(), it.value(), Span::new(it.range().start, it.range().end)));
        element.into_iter().chain(attributes)
    })
}

/// The text of an element, or of the first one in it.
fn value<'a>(node: Node<'a, '_>) -> &'a str {
    let inside = || node.first_element_child().and_then(|it| it.text());
    let own = node.text().filter(|it| !it.trim().is_empty());
    own.or_else(inside).unwrap_or("")
}
