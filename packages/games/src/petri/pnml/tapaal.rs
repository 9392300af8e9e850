//! The dialects of TAPAAL: that of its editor, which writes numbers as attributes, and that of its engine verifypn,
//! which has an element for each type of arc.
//!
//! Nets without times are read: every interval is `[0,inf)`, every invariant `< inf`, and no transition is
//! urgent.  Transport arcs only keep the ages of tokens, so without times they are ordinary ones.  What decides
//! when a transition fires and is not known here is a fault, as everywhere, and so is an element of another
//! namespace.

use super::arcs::ArcKind;
use super::elements::{
    ElementKind, attribute, child, children, fault, hidden, is_own, natural, tag, texts,
};
use super::nodes::{Named, NetBuilder};
use super::toolspecific;
use super::vocabulary::OF_XML;
use crate::diagnostic::{Code, Diagnostic, Severity, Span};
use crate::petri::{Place, Transition};
use roxmltree::Node;
use std::num::NonZeroU32;

/// Is the number of tokens of a place an attribute?
pub(super) fn is_dialect(parts: &[(ElementKind, Node)]) -> bool {
    let mut places = parts.iter().filter(|it| it.0 == ElementKind::Place);
    places.any(|it| it.1.has_attribute("initialMarking"))
}

/// Attributes of nodes and arcs that only say how they look.
const LOOKS: [&str; 9] = [
    "positionX",
    "positionY",
    "displayName",
    "nameOffsetX",
    "nameOffsetY",
    "markingOffsetX",
    "markingOffsetY",
    "angle",
    "infiniteServer",
];

/// Attributes that only matter where there are times, or say which player fires a transition.
const OF_TIMES: [&str; 6] = ["player", "distribution", "value", "rate", "firingMode", "isShared"];

/// Elements beside a net that leave it as it is.
const BESIDE: [&str; 6] = ["k-bound", "feature", "query", "constant", "labels", "bound"];

/// The nodes and the arcs.
const PARTS: [&str; 8] = [
    "place",
    "transition",
    "arc",
    "inputArc",
    "outputArc",
    "inhibitorArc",
    "transportArc",
    "labels",
];

/// Reads a net; the warnings.
pub(super) fn read<'a, 'input>(
    reader: &mut NetBuilder<'a, 'input>,
    root: Node<'a, 'input>,
    net: Node<'a, 'input>,
) -> Vec<Diagnostic> {
    let mut warnings = expect_inside(reader, root, &[&["net"][..], &BESIDE].concat());
    warnings.extend(expect_inside(reader, net, &PARTS));
    expect(reader, root, &["version"]);
    expect(reader, net, &["id", "name", "type", "active"]);
    let nodes: Vec<_> = children(net).collect();
    for &node in &nodes {
        let known: &[&str] = match node.tag_name().name() {
            "place" => {
                place(reader, node);
                &["graphics"]
            }
            "transition" => {
                transition(reader, node);
                &["graphics"]
            }
            "arc" => &["graphics", "arcpath"],
            "inputArc" | "outputArc" | "inhibitorArc" | "transportArc" => {
                &["graphics", "arcpath", "inscription"]
            }
            _ => continue,
        };
        warnings.extend(expect_inside(reader, node, known));
    }
    let ends = [["source", "target"]];
    for node in nodes {
        match node.tag_name().name() {
            "arc" => arc(reader, node),
            "inputArc" | "outputArc" => engine_arc(reader, node, ArcKind::Ordinary, &ends),
            "inhibitorArc" => engine_arc(reader, node, ArcKind::Inhibitor, &ends),
            "transportArc" => {
                let both = [["source", "transition"], ["transition", "target"]];
                engine_arc(reader, node, ArcKind::Ordinary, &both);
            }
            _ => {}
        }
    }
    warnings
}

/// Complains about what is inside a node and not known; the warnings.
fn expect_inside(reader: &mut NetBuilder, node: Node, known: &[&str]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for child in node.children() {
        let name = child.tag_name().name();
        if child.is_text() && child.text().is_some_and(|it| !it.trim().is_empty()) {
            let range = child.range();
            unknown(reader, "text in", node.tag_name().name(), Span::new(range.start, range.end));
        } else if ["toolspecific", "graphics"].contains(&name)
            && let Some(part) = hidden(child)
        {
            unknown(reader, "element", part.tag_name().name(), tag(part));
        } else if child.is_element() && name == "toolspecific" {
            match toolspecific::check(child).map(|it| it.1) {
                Some(it) if it.severity() == Severity::Error => reader.faults.push(it),
                found => warnings.extend(found),
            }
        } else if child.is_element() && !(is_own(child) && known.contains(&name)) {
            unknown(reader, "element", name, tag(child));
        }
    }
    warnings
}

fn unknown(reader: &mut NetBuilder, what: &str, name: &str, span: Span) {
    let message = format!("the {what} `{name}` of TAPAAL is not supported");
    let fault = fault(Code::UnknownNetPart, message, span, "could change how the net fires");
    reader
        .faults
        .push(fault.help(format!("remove the {what} if the net means the same without it")));
}

fn timed(reader: &mut NetBuilder, span: Span) {
    let message = "this is a timed net of TAPAAL; times are not supported";
    let told = reader.faults.iter().any(|it| it.message == message);
    if !told {
        reader.faults.push(fault(Code::UnknownNetPart, message, span, "a time"));
    }
}

/// Complains about attributes that are neither read here nor known to change nothing.
fn expect(reader: &mut NetBuilder, node: Node, read: &[&str]) {
    for found in node.attributes() {
        let known = match found.namespace() {
            Some(space) => OF_XML.contains(&space),
            None => [read, &LOOKS, &OF_TIMES].iter().any(|list| list.contains(&found.name())),
        };
        if !known {
            unknown(
                reader,
                "attribute",
                found.name(),
                Span::new(found.range().start, found.range().end),
            );
        }
    }
}

/// The number in an attribute; `missing` if there is none.
fn number(reader: &mut NetBuilder, node: Node, name: &str, missing: u32) -> u32 {
    let Some(text) = node.attribute(name) else { return missing };
    natural(text.trim()).unwrap_or_else(|why| {
        let span = attribute(node, name);
        reader.faults.push(fault(Code::ImpossibleNumber, why, span, "here"));
        missing
    })
}

/// Notes a node under its id, or its name; which these are.
fn declare<'a, 'input>(
    reader: &mut NetBuilder<'a, 'input>,
    node: Node<'a, 'input>,
    named: Named<'a, 'input>,
) -> (&'a str, String) {
    let id = node.attribute("id").or(node.attribute("name")).unwrap_or_default();
    reader.identify(node, id, named);
    (id, node.attribute("name").unwrap_or(id).to_owned())
}

fn place<'a, 'input>(reader: &mut NetBuilder<'a, 'input>, node: Node<'a, 'input>) {
    expect(reader, node, &["id", "name", "initialMarking", "invariant"]);
    if let Some(invariant) = node.attribute("invariant")
        && invariant.split_whitespace().collect::<String>() != "<inf"
    {
        timed(reader, attribute(node, "invariant"));
    }
    let initial = number(reader, node, "initialMarking", 0);
    let (id, name) = declare(reader, node, Named::Place(reader.places.len()));
    reader.add_place(node, id, Place { name, initial, capacity: None });
}

fn transition<'a, 'input>(reader: &mut NetBuilder<'a, 'input>, node: Node<'a, 'input>) {
    expect(reader, node, &["id", "name", "urgent", "priority", "weight"]);
    if node.attribute("urgent").is_some_and(|it| it != "false") {
        timed(reader, attribute(node, "urgent"));
    }
    // Priorities of TAPAAL are not those of PIPE, and its files have 0.
    if node.attribute("priority").is_some_and(|it| it.trim() != "0") {
        let span = attribute(node, "priority");
        unknown(reader, "attribute", "priority", span);
    }
    let (id, name) = declare(reader, node, Named::Transition(reader.transitions.len()));
    reader.add_transition(node, id, Transition { name, ..Transition::default() });
}

fn weight(reader: &mut NetBuilder, node: Node, found: u32) -> NonZeroU32 {
    NonZeroU32::new(found).unwrap_or_else(|| {
        reader.faults.push(fault(
            Code::ImpossibleNumber,
            "an arc of weight 0",
            tag(node),
            "from 1",
        ));
        NonZeroU32::MIN
    })
}

/// The weight in the attributes of an arc.  An inscription is an interval, or says the same.
fn weight_of(reader: &mut NetBuilder, node: Node) -> u32 {
    let weight = number(reader, node, "weight", 1);
    let inscription = node.attribute("inscription").unwrap_or_default();
    let inscription: String = inscription.split_whitespace().collect();
    if inscription.starts_with(['[', '(']) {
        if !inscription.starts_with("[0,inf)") {
            timed(reader, attribute(node, "inscription"));
        }
        return weight;
    }
    // Without times the editor writes 1, and does not use it.
    if inscription.is_empty() || inscription == "1" {
        return weight;
    }
    let same = number(reader, node, "inscription", weight);
    if node.has_attribute("weight") && same != weight {
        let message = format!("the weight is {weight}, and the inscription {same}");
        reader.faults.push(fault(
            Code::ImpossibleNumber,
            message,
            attribute(node, "inscription"),
            "differs",
        ));
    }
    same
}

/// An arc of the editor: its weight is an attribute, and its inscription is an interval, or is not used.
fn arc<'a, 'input>(reader: &mut NetBuilder<'a, 'input>, node: Node<'a, 'input>) {
    expect(reader, node, &["id", "source", "target", "type", "weight", "inscription"]);
    let found = weight_of(reader, node);
    let kind = match node.attribute("type").unwrap_or("normal") {
        "normal" | "timed" | "transport" => Some(ArcKind::Ordinary),
        "tapnInhibitor" | "inhibitor" => Some(ArcKind::Inhibitor),
        other => {
            let message = format!("an arc of the type `{other}`");
            let span = attribute(node, "type");
            let fault = fault(Code::UnknownArcType, message, span, "unknown type")
                .note("known types of TAPAAL are normal, timed, transport and tapnInhibitor");
            reader.faults.push(fault);
            None
        }
    };
    let weight = weight(reader, node, found);
    let ends = [reader.end(node, "source"), reader.end(node, "target")];
    reader.join(node, kind, weight, ends);
}

/// An arc of the engine: its weight is the value of its inscription.
fn engine_arc<'a, 'input>(
    reader: &mut NetBuilder<'a, 'input>,
    node: Node<'a, 'input>,
    kind: ArcKind,
    ends: &[[&str; 2]],
) {
    expect(reader, node, &["id", "source", "target", "transition", "weight", "inscription"]);
    let mut found = weight_of(reader, node);
    if let Some(label) = child(node, "inscription") {
        match &texts(label)[..] {
            [] => {}
            [text] if text.starts_with(['[', '(']) => {
                if text != "[0,inf)" {
                    timed(reader, tag(label));
                }
            }
            [text] => match natural(text) {
                Ok(number) => found = number,
                Err(why) => {
                    reader.faults.push(fault(Code::ImpossibleNumber, why, tag(label), "here"))
                }
            },
            [first, second, ..] => {
                let message = format!("`inscription` is both {first} and {second}");
                reader.faults.push(fault(
                    Code::ImpossibleNumber,
                    message,
                    tag(label),
                    "has two texts",
                ));
            }
        }
    }
    let weight = weight(reader, node, found);
    for [source, target] in ends {
        let ends = [reader.end(node, source), reader.end(node, target)];
        reader.join(node, Some(kind), weight, ends);
    }
}
