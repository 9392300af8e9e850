//! What a document may hold.
//!
//! Every element and attribute is one of three: it is read, it is known to leave firing as it is, or it is a
//! fault, also in another namespace.  So no net is read as another one because something in it was
//! overlooked.  Only the `toolspecific` parts, which the standard keeps apart for tools, are left out with a
//! warning, where nothing in them is known to decide about firing.

use super::elements::{fault, hidden, is_own, is_type, namespace, tag, texts};
use super::toolspecific;
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::suggest;
use roxmltree::Node;
use std::collections::HashMap;

/// What an element may contain.
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
    &["token", "tokenclass", "definition", "labels", "stategroup", FINAL, "description"];

/// It names places, but has none.
const FINAL: &str = "finalmarkings";

/// What the element `tag` may contain; nothing if it has another name.
fn content(tag: &str) -> Content {
    let node =
        |elements, left_out| Content { attributes: &["id"], elements, left_out, text: false };
    match tag {
        "pnml" => Content {
            attributes: &["version"],
            ..node(&["net", "name", "module"], &["description"])
        },
        "module" => node(&["net"], &["name", FINAL]),
        "net" => {
            let attributes = &["id", "type", "name", "version", "active"];
            Content { attributes, ..node(PARTS, BESIDE) }
        }
        "page" => Content { attributes: &["id", "name"], ..node(PARTS, BESIDE) },
        "place" => {
            node(&["name", "initialMarking", "capacity", "tagged"], &["description", "label"])
        }
        // The player is who fires the transition in a game of TAPAAL.
        "transition" => node(
            &["name", "priority", "timed", "tagged"],
            &["description", "label", "orientation", "rate", "infiniteServer", "player"],
        ),
        "arc" => Content {
            attributes: &["id", "source", "target"],
            ..node(&["name", "inscription", "tagged"], &["description", "arcpath"])
        },
        "referencePlace" | "referenceTransition" => {
            Content { attributes: &["id", "ref"], ..node(&["name"], &["description"]) }
        }
        "initialMarking" | "capacity" | "inscription" | "priority" | "timed" | "tagged" => {
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
pub(super) const OF_XML: [&str; 2] =
    ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2001/XMLSchema-instance"];

/// Namespaces of pictures and remarks.
const OF_REMARKS: [&str; 4] = [
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://purl.org/dc/elements/1.1/",
];

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
            } else if tag_name == "toolspecific" {
                if self.hides_nothing(child)
                    && let Some((kind, diagnostic)) = toolspecific::check(child)
                {
                    self.note(kind, diagnostic);
                }
            } else if name == "transition" && is_unlimited(child) {
            } else if !is_own(child) {
                let space = namespace(child).unwrap_or("");
                if OF_REMARKS.contains(&space) {
                    self.hides_nothing(child);
                } else {
                    self.foreign("element", space, tag_name, tag(child));
                }
            } else if listed(content.elements) || (takes_type && is_type(tag_name)) {
                match tag_name {
                    "name" => _ = self.hides_nothing(child),
                    _ => open.push(child),
                }
            } else if tag_name == "graphics" || listed(content.left_out) {
                self.hides_nothing(child);
            } else {
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
        let fault = fault(Code::UnknownNetPart, message, span, label).help(help);
        self.note(format!("{what} {name} {parent}"), fault);
    }

    /// Complains about a node or an arc inside an element that is left out; is there none?
    fn hides_nothing(&mut self, left_out: Node) -> bool {
        let Some(part) = hidden(left_out) else { return true };
        let name = (part.tag_name().name(), left_out.tag_name().name());
        let message = format!("a `{}` inside `{}`, which is left out", name.0, name.1);
        let fault =
            fault(Code::UnknownNetPart, message, tag(part), "could change how the net fires");
        let help = "put it into the net or a page of it, or remove it";
        self.note(format!("hidden {} {}", name.0, name.1), fault.help(help));
        false
    }

    /// A fault: who wrote it may have meant anything.
    fn foreign(&mut self, what: &str, space: &str, name: &str, span: Span) {
        let message = format!("the {what} `{name}` is in another namespace, `{space}`");
        let fault = fault(Code::UnknownNetPart, message, span, "could change how the net fires");
        let help = format!(
            "remove the namespace if it is a part of the net, or the {what} if the net means the same without it"
        );
        self.note(format!("foreign {what} {space} {name}"), fault.help(help));
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

/// Is this the delay of Tina that is none: the interval from 0 to infinity?
fn is_unlimited(delay: Node) -> bool {
    let interval = |it: &Node| it.tag_name().name() == "interval";
    let mut intervals = delay.descendants().filter(interval);
    let (Some(found), None) = (intervals.next(), intervals.next()) else { return false };
    let bounds = found.children().filter(Node::is_element);
    let bounds: Vec<_> = bounds.map(|it| (it.tag_name().name(), texts(it))).collect();
    ["delay", "interval"].contains(&delay.tag_name().name())
        && found.attribute("closure") == Some("closed-open")
        && bounds == [("cn", vec!["0".to_owned()]), ("ci", vec!["infty".to_owned()])]
}

/// Is the one name probably the other, mistyped?
fn near(name: &str, known: &str) -> bool {
    let distance = suggest::distance(&name.to_lowercase(), &known.to_lowercase());
    3 * distance <= name.chars().count()
}
