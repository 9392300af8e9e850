//! What a document may hold.
//!
//! Every element and attribute is one of three: it is read, it is known to leave firing as it is, or it is a
//! fault.  So no net is read as another one because something in it was overlooked.  Only what the
//! standard keeps apart for tools, `toolspecific` parts and other namespaces, is left out with a warning.

use super::elements::{fault, is_own, is_type, tag};
use super::toolspecific;
use crate::diagnostic::{Diagnostic, Span, counted};
use crate::suggest;
use roxmltree::Node;
use std::collections::HashMap;

/// What may stand in an element.
struct Content {
    /// The attributes that are read or change nothing.
    attributes: &'static [&'static str],
    /// The elements that are read.
    elements: &'static [&'static str],
    /// The elements that change nothing, besides `graphics`.
    left_out: &'static [&'static str],
    /// Is it a label, which has a text?
    text: bool,
}

/// The nodes, arcs and pages of a net.
const PARTS: &[&str] =
    &["name", "page", "place", "transition", "arc", "referencePlace", "referenceTransition"];

/// What tools write beside them: colours of tokens, names of rates, remarks and queries (PIPE), and what
/// marking ends a process (ProM).
const BESIDE: &[&str] =
    &["token", "definition", "labels", "stategroup", "finalmarkings", "description"];

/// What may stand in the element `tag`; nothing in one of another name.
fn content(tag: &str) -> Content {
    let node =
        |elements, left_out| Content { attributes: &["id"], elements, left_out, text: false };
    match tag {
        "pnml" => Content { attributes: &["version"], ..node(&["net", "name"], &["description"]) },
        "net" => {
            let attributes = &["id", "type", "name", "version", "active"];
            Content { attributes, ..node(PARTS, BESIDE) }
        }
        "page" => Content { attributes: &["id", "name"], ..node(PARTS, BESIDE) },
        "place" => node(&["name", "initialMarking", "capacity"], &["description", "label"]),
        "transition" => node(
            &["name", "priority", "timed"],
            &["description", "label", "orientation", "rate", "infiniteServer"],
        ),
        "arc" => Content {
            attributes: &["id", "source", "target"],
            ..node(&["name", "inscription"], &["description", "tagged", "arcpath"])
        },
        "referencePlace" | "referenceTransition" => {
            Content { attributes: &["id", "ref"], ..node(&["name"], &["description"]) }
        }
        "initialMarking" | "capacity" | "inscription" | "priority" | "timed" => {
            Content { attributes: &[], text: true, ..node(&["text", "value"], &[]) }
        }
        "text" | "value" => Content { attributes: &[], text: true, ..node(&[], &[]) },
        _ if is_type(tag) => {
            Content { attributes: &["value"], text: true, ..node(&["text", "value"], &[]) }
        }
        _ => Content { attributes: &[], text: true, ..node(&[], &[]) },
    }
}

/// Namespaces of attributes that say how to read XML, and where its grammar is.
const OF_XML: [&str; 2] =
    ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2001/XMLSchema-instance"];

/// What intervals of time and formulas are written in.
const MATHML: &str = "http://www.w3.org/1998/Math/MathML";

/// Complains about everything in the document that is not read; `net` is the net that is wanted.
pub(super) fn check(root: Node, net: Node) -> Vec<Diagnostic> {
    let mut found = Survey::default();
    let mut open = Vec::new();
    found.look_at(root, &mut open);
    // Other nets of the document are not asked for.
    open.retain(|it| it.tag_name().name() != "net" || *it == net);
    while let Some(node) = open.pop() {
        let before = open.len();
        found.look_at(node, &mut open);
        // Last in, first out: of each kind the first place of the text is shown.
        open[before..].reverse();
    }
    found.diagnostics()
}

/// What is not read, each kind with its first place and how often it occurs.
#[derive(Default)]
struct Survey {
    kinds: HashMap<String, usize>,
    found: Vec<(Diagnostic, usize)>,
}

impl Survey {
    /// Looks at an element and its attributes; its children that are looked at as well are put to `open`.
    fn look_at<'a, 'input>(&mut self, node: Node<'a, 'input>, open: &mut Vec<Node<'a, 'input>>) {
        let name = node.tag_name().name();
        let content = content(name);
        let takes_type = name == "arc";
        for attribute in node.attributes() {
            let span = Span::new(attribute.range().start, attribute.range().end);
            match attribute.namespace() {
                Some(space) if OF_XML.contains(&space) => {}
                Some(space) => self.foreign("attribute", space, attribute.name(), span),
                None if content.attributes.contains(&attribute.name()) => {}
                None if takes_type && is_type(attribute.name()) => {}
                None => self.unknown("attribute", attribute.name(), name, &content, span),
            }
        }
        for child in node.children() {
            let tag_name = child.tag_name().name();
            let listed = |list: &[&str]| list.contains(&tag_name);
            if child.is_text() {
                if !content.text && child.text().is_some_and(|text| !text.trim().is_empty()) {
                    let span = Span::new(child.range().start, child.range().end);
                    self.unknown("text", "", name, &content, span);
                }
            } else if !child.is_element() || (takes_type && is_type(tag_name) && !is_own(child)) {
                // Types of arcs count in every namespace, where arcs are read.
            } else if !is_own(child) {
                match child.tag_name().namespace() {
                    Some(MATHML) => self.unknown("element", tag_name, name, &content, tag(child)),
                    space => self.foreign("element", space.unwrap_or(""), tag_name, tag(child)),
                }
            } else if tag_name == "toolspecific" {
                let (kind, diagnostic) = match toolspecific::check(child) {
                    Some(found) => found,
                    None => continue,
                };
                self.note(kind, diagnostic);
            } else if listed(content.elements) || (takes_type && is_type(tag_name)) {
                if tag_name != "name" {
                    open.push(child);
                }
            } else if tag_name != "graphics" && !listed(content.left_out) {
                self.unknown("element", tag_name, name, &content, tag(child));
            }
        }
    }

    fn note(&mut self, kind: String, diagnostic: Diagnostic) {
        let index = *self.kinds.entry(kind).or_insert(self.found.len());
        match self.found.get_mut(index) {
            Some((_, count)) => *count += 1,
            None => self.found.push((diagnostic, 1)),
        }
    }

    /// A fault: what is not known may change how the net fires.
    fn unknown(&mut self, what: &str, name: &str, parent: &str, content: &Content, span: Span) {
        let message = match (what, name, parent) {
            ("text", ..) => format!("`{parent}` holds text outside a label"),
            ("element", "net", "page") => "a net inside a page: a subprocess".to_owned(),
            _ => format!("unknown {what} `{name}` in `{parent}`"),
        };
        let meant = match (name, parent) {
            ("weight", "arc") => Some("inscription"),
            _ => content.elements.iter().copied().find(|it| near(name, it)),
        };
        let help = match (what, name, parent, meant) {
            ("element", "net", "page", _) => {
                "put the nodes of the subprocess into the page, and join them by arcs".to_owned()
            }
            ("attribute", _, _, Some(meant)) => {
                format!("write it as an element: <{meant}><text>...</text></{meant}>")
            }
            ("element", _, _, Some(meant)) => format!("did you mean {meant}?"),
            ("text", ..) => "put it into the label that it belongs to".to_owned(),
            _ => format!("remove the {what} if the net means the same without it"),
        };
        let label = "could change how the net fires";
        let fault = fault("E0677", message, span, label).help(help);
        self.note(format!("{what} {name} {parent}"), fault);
    }

    /// A warning: the standard knows no other namespaces outside toolspecific parts.
    fn foreign(&mut self, what: &str, space: &str, name: &str, span: Span) {
        let message = format!("the {what} `{name}` of the namespace `{space}` is ignored");
        let warning = Diagnostic::warning("W0678", message).label(span, "ignored");
        self.note(format!("foreign {what} {space} {name}"), warning);
    }

    fn diagnostics(self) -> Vec<Diagnostic> {
        // The mark of a subprocess and its net are one thing.
        let nested = self.kinds.contains_key("element net page");
        let is_mark = |it: &Diagnostic| nested && it.message.contains("`subprocess`");
        let found = self.found.into_iter().filter(|(it, _)| !is_mark(it));
        let noted = found.map(|(diagnostic, count)| match count {
            1 => diagnostic,
            _ => diagnostic.note(format!("the same in {} more", counted(count - 1, "place"))),
        });
        noted.collect()
    }
}

/// Is the one name probably the other, mistyped?
fn near(name: &str, known: &str) -> bool {
    let distance = suggest::distance(&name.to_lowercase(), &known.to_lowercase());
    3 * distance <= name.chars().count()
}
