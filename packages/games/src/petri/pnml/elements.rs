//! The elements of a document, and what can be wrong with them.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::petri::layout::PixelPoint;
use roxmltree::Node;

/// What an element of a net is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementKind {
    Place,
    Transition,
    ReferencePlace,
    ReferenceTransition,
    Arc,
}

impl ElementKind {
    fn of(tag: &str) -> Option<Self> {
        Some(match tag {
            "place" => Self::Place,
            "transition" => Self::Transition,
            "referencePlace" => Self::ReferencePlace,
            "referenceTransition" => Self::ReferenceTransition,
            "arc" => Self::Arc,
            _ => return None,
        })
    }
}

/// The parts of a net in the order of the text, those of its pages included.
pub(super) fn parts<'a, 'input>(net: Node<'a, 'input>) -> Vec<(ElementKind, Node<'a, 'input>)> {
    let mut found = Vec::new();
    let mut open = vec![net];
    while let Some(node) = open.pop() {
        match ElementKind::of(node.tag_name().name()) {
            Some(kind) => found.push((kind, node)),
            // Last in, first out: the first child has to come last.
            None => {
                let inner = children(node).filter(|child| {
                    let tag = child.tag_name().name();
                    tag == "page" || ElementKind::of(tag).is_some()
                });
                let inner: Vec<_> = inner.collect();
                open.extend(inner.into_iter().rev());
            }
        }
    }
    found
}

/// The elements inside a node that are of this document.
pub(super) fn children<'a, 'input>(
    node: Node<'a, 'input>,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(|child| child.is_element() && is_own(*child))
}

/// Is the element of the namespace of the document, of PNML, or of none?  Those of others mean something else.
pub(super) fn is_own(node: Node) -> bool {
    let namespace = namespace(node);
    let of_root = self::namespace(node.document().root_element());
    namespace == of_root || namespace.is_none_or(|it| it.contains("pnml"))
}

/// The namespace of an element; `xmlns=""` says that it has none.
pub(super) fn namespace<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.tag_name().namespace().filter(|it| !it.is_empty())
}

/// A node, an arc, a page or a net inside an element that is left out, as far as its name and its id say so.
pub(super) fn hidden<'a, 'input>(left_out: Node<'a, 'input>) -> Option<Node<'a, 'input>> {
    let is_part = |node: &Node| {
        let name = node.tag_name().name();
        let part = ElementKind::of(name).is_some() || ["page", "net"].contains(&name);
        part && ["id", "source", "ref"].iter().any(|it| node.has_attribute(*it))
    };
    left_out.descendants().skip(1).find(is_part)
}

/// Is this what the type of an arc is called?
pub(super) fn is_type(name: &str) -> bool {
    ["type", "arctype"].iter().any(|it| name.eq_ignore_ascii_case(it))
}

/// The child with this tag.
pub(super) fn child<'a, 'input>(node: Node<'a, 'input>, tag: &str) -> Option<Node<'a, 'input>> {
    children(node).find(|child| child.tag_name().name() == tag)
}

/// The text of a name, with one space for each gap: that of its element `text` or `value`, or its own.
pub(super) fn name(node: Node) -> String {
    let Some(label) = child(node, "name") else { return String::new() };
    let holder = child(label, "text").or_else(|| child(label, "value")).unwrap_or(label);
    own_text(holder).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The texts of a label that are not empty, each once: its own, and those of its elements `text` and `value`.
pub(super) fn texts(label: Node) -> Vec<String> {
    let inside = children(label).filter(|it| ["text", "value"].contains(&it.tag_name().name()));
    let mut texts: Vec<_> = std::iter::once(label).chain(inside).map(own_text).collect();
    texts.retain(|text| !text.is_empty());
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// The text directly inside an element, without spaces around it.
fn own_text(node: Node) -> String {
    let texts = node.children().filter(Node::is_text).filter_map(|text| text.text());
    texts.collect::<String>().trim().to_owned()
}

/// The start tag of an element.
pub(super) fn tag(node: Node) -> Span {
    let range = node.range();
    let text = &node.document().input_text()[range.clone()];
    Span::new(range.start, text.find('>').map_or(range.end, |at| range.start + at + 1))
}

/// The value of an attribute; the start tag where there is none.
pub(super) fn attribute(node: Node, name: &str) -> Span {
    let value = node.attribute_node(name).map(|it| it.range_value());
    value.map_or_else(|| tag(node), |range| Span::new(range.start, range.end))
}

/// Where a node stands: in `graphics`, or in attributes as TAPAAL writes it.
pub(super) fn position(node: Node) -> Option<PixelPoint> {
    let point = |of: Node, [x, y]: [&str; 2]| {
        Some(PixelPoint { x: pixels(of.attribute(x)?)?, y: pixels(of.attribute(y)?)? })
    };
    let graphics = child(node, "graphics").and_then(|it| child(it, "position"));
    match graphics {
        Some(position) => point(position, ["x", "y"]),
        None => point(node, ["positionX", "positionY"]),
    }
}

/// A decimal number, rounded to whole pixels towards 0; `None` for others and for those beyond a million.
fn pixels(text: &str) -> Option<i32> {
    let text = text.trim();
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    let whole: i32 = whole.parse().ok()?;
    (digits && (-1_000_000..=1_000_000).contains(&whole)).then_some(whole)
}

/// A natural number up to 2^32 - 1, and its colour as tools with coloured tokens write it: `Default,3`,
/// or `Default,3,Red,0`.  A number alone is of the first one, which these tools call so.
pub(super) fn tokens(text: &str) -> Result<(&str, u32), String> {
    let parts: Vec<_> = text.split(',').map(str::trim).collect();
    if let [number] = parts[..] {
        return Ok((DEFAULT, natural(number)?));
    }
    let mut several = Vec::new();
    for pair in parts.chunks(2) {
        match pair {
            [colour, number] => several.push((*colour, natural(number)?)),
            _ => return Err(format!("`{text}` is not a list of colours and numbers")),
        }
    }
    several.retain(|it| it.1 > 0);
    match several[..] {
        [] => Ok((DEFAULT, 0)),
        [one] => Ok(one),
        _ => {
            let colours: Vec<_> = several.iter().map(|it| it.0).collect();
            let colours = colours.join(" and ");
            Err(format!(
                "`{text}` has tokens of several colours, {colours}: only one colour is supported"
            ))
        }
    }
}

/// What the colour of tokens is called where there is one.
const DEFAULT: &str = "Default";

pub(super) fn natural(text: &str) -> Result<u32, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("`{text}` is not a natural number"));
    }
    text.parse().map_err(|_| format!("`{text}` is more than 4294967295"))
}

/// A fault with its place.
pub(super) fn fault(
    code: Code,
    message: impl Into<String>,
    span: Span,
    label: impl Into<String>,
) -> Diagnostic {
    Diagnostic::new(code, message).label(span, label)
}
