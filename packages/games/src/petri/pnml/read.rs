//! From PNML to a net.

use super::elements::{
    ElementKind, attribute, children, fault, is_own, name, namespace, parts, tag,
};
use super::nodes::NetBuilder;
use super::not_xml::{not_xml, too_many_names};
use super::{names, tapaal, vocabulary};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::lang::{TextKind, foreign};
use crate::petri::layout::{Layout, PixelPoint};
use crate::petri::{Arc, Net, PlaceId, TransitionId};
use roxmltree::{Document, Node};

/// A net with the ids of its nodes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The net.
    pub net: Net,
    /// The id of each place.
    pub place_ids: Vec<String>,
    /// The id of each transition.
    pub transition_ids: Vec<String>,
    /// The name of each transition in the text; empty if it has none there.
    pub transition_labels: Vec<String>,
    /// Where the places and the transitions stand in the file, if it says so.
    pub positions: [Vec<Option<PixelPoint>>; 2],
    /// What was left out, and names that several nodes have, in the order of the text; with the codes
    /// W0678 and W0679.
    pub warnings: Vec<Diagnostic>,
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

    /// The layout of the file, if each node has a position of its own there.
    pub fn layout(&self) -> Option<Layout> {
        let all = |positions: &[Option<PixelPoint>]| positions.iter().copied().collect();
        let [places, transitions]: [Option<Vec<_>>; 2] =
            self.positions.each_ref().map(|it| all(it));
        let layout = Layout { places: places?, transitions: transitions?, ..Layout::default() };
        let mut points = [&layout.places[..], &layout.transitions].concat();
        points.sort_unstable();
        points.is_sorted_by(|one, other| one < other).then_some(layout)
    }

    /// The ids of the transitions that the text calls so.
    pub fn called(&self, label: &str) -> Vec<&str> {
        let all = self.transition_labels.iter().zip(&self.transition_ids);
        all.filter(|it| it.0 == label).map(|it| it.1.as_str()).collect()
    }
}

/// Reads the only net of a document, or that with the id `wanted`.
///
/// # Errors
///
/// All faults that are found, in the order of the text, with the codes E0670 to E0677.
pub fn read(text: &str, wanted: Option<&str>) -> Result<Read, Vec<Diagnostic>> {
    if let Some(fault) = too_many_names(text) {
        return Err(vec![fault]);
    }
    let document = Document::parse(text).map_err(|error| vec![not_xml(text, &error)])?;
    let (net, unknown_type) = the_net(&document, wanted).map_err(|fault| vec![fault])?;
    let parts = parts(net);
    if tapaal::is_dialect(&parts) {
        let mut reader = NetBuilder::default();
        let mut warnings = tapaal::read(&mut reader, document.root_element(), net);
        warnings.extend(unknown_type);
        return finished(reader, net.attribute("id").unwrap_or_default().to_owned(), warnings);
    }
    let checked = vocabulary::check(document.root_element(), net);
    let (faults, mut warnings): (Vec<_>, Vec<_>) =
        checked.into_iter().partition(|it| it.severity() == Severity::Error);
    warnings.extend(unknown_type);
    let mut reader = NetBuilder::default();
    reader.faults = faults;
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
            ElementKind::Place | ElementKind::Transition => {}
        }
    }
    reader.expect_one_colour();
    warnings.sort_by_key(|it| it.labels.first().map(|label| label.span.start));
    finished(reader, name(net), warnings)
}

/// The net, or all faults, in the order of the text.
fn finished(
    mut reader: NetBuilder,
    name: String,
    mut warnings: Vec<Diagnostic>,
) -> Result<Read, Vec<Diagnostic>> {
    let by_place = |it: &Diagnostic| it.labels.first().map(|label| label.span.start);
    if !reader.faults.is_empty() {
        reader.faults.sort_by_key(by_place);
        return Err(reader.faults);
    }
    let mut read = reader.finish(name);
    read.warnings.append(&mut warnings);
    read.warnings.sort_by_key(by_place);
    Ok(read)
}

/// The net that is meant, if it is one whose rule is known here.
fn the_net<'a, 'input>(
    document: &'a Document<'input>,
    wanted: Option<&str>,
) -> Result<(Node<'a, 'input>, Option<Diagnostic>), Diagnostic> {
    let root = document.root_element();
    if root.tag_name().name() != "pnml" {
        if let Some(foreign) = foreign(document.input_text(), TextKind::Net) {
            return Err(foreign);
        }
        let found = format!("this is a document of `{}`, not of `pnml`", root.tag_name().name());
        return Err(fault(Code::NotPnml, found, tag(root), "the outermost element"));
    }
    let of = |node, name| children(node).filter(move |it| it.tag_name().name() == name);
    // Signavio writes its nets into a module.
    let nets: Vec<_> =
        of(root, "net").chain(of(root, "module").flat_map(|it| of(it, "net"))).collect();
    let id = |net: &Node| net.attribute("id").unwrap_or_default().to_owned();
    let names = || nets.iter().map(id).collect::<Vec<_>>().join(", ");
    let net = match (wanted, &nets[..]) {
        (_, []) => return Err(no_net(root)),
        (None, [net]) => *net,
        (None, [_, second, ..]) => {
            let message = format!("there are {} nets: {}", nets.len(), names());
            return Err(fault(Code::NoSingleNet, message, tag(*second), "the second one")
                .help("choose one by its id with --net"));
        }
        (Some(wanted), _) => *nets.iter().find(|net| id(net) == wanted).ok_or_else(|| {
            let message = format!("no net has the id {wanted}");
            fault(Code::NoSingleNet, message, tag(root), format!("has the nets {}", names()))
        })?,
    };
    Ok((net, class(net)?))
}

/// What is wrong with a document without a net where one is looked for.
fn no_net(root: Node) -> Diagnostic {
    let message = "the document has no net";
    let Some(found) = root.descendants().find(|it| it.tag_name().name() == "net") else {
        return fault(Code::NoSingleNet, message, tag(root), "no `net` inside");
    };
    match namespace(found) {
        Some(space) if !is_own(found) => {
            let message = format!("the net is in another namespace, `{space}`");
            fault(Code::NoSingleNet, message, tag(found), "not a net of PNML")
                .help("remove the namespace, or declare that of PNML")
        }
        _ => fault(Code::NoSingleNet, message, tag(found), "not directly in `pnml`")
            .help("put the net into `pnml` itself"),
    }
}

/// Words in the types of nets that fire in another way: those whose tokens differ, and those where time
/// or chance decide, where tokens are no whole numbers, or where places hold one token.
const OTHER_CLASSES: [&str; 22] = [
    "symmetric",
    "highlevel",
    "high-level",
    "hlpn",
    "hlcore",
    "hlnet",
    "colo",
    "refnet",
    "timed",
    "timepetri",
    "stochastic",
    "gspn",
    "continuous",
    "hybrid",
    "fluid",
    "elementary",
    "iopt",
    "signal",
    "reset",
    "queue",
    "interval",
    "stopwatch",
];

/// Words in the types of nets that are read.
const KNOWN_CLASSES: [&str; 9] = [
    "ptnet",
    "pt-net",
    "pt net",
    "p/t",
    "place/transition",
    "pnmlcore",
    "epnml",
    "laas.fr/tina",
    "ptarctypes",
];

/// A fault or a warning if the type of the net is not known to be that of place/transition nets.
fn class(net: Node) -> Result<Option<Diagnostic>, Diagnostic> {
    let Some(class) = net.attribute("type").map(str::to_lowercase) else { return Ok(None) };
    let has = |words: &[&str]| words.iter().any(|word| class.contains(word));
    let span = attribute(net, "type");
    if has(&OTHER_CLASSES) {
        let message = "this is not a place/transition net";
        return Err(fault(Code::NoSingleNet, message, span, "the type of another class"));
    }
    let known = class.is_empty() || has(&KNOWN_CLASSES);
    Ok((!known).then(|| {
        Diagnostic::new(Code::IgnoredNetPart, "the type of the net is unknown and ignored")
            .label(span, "read as a place/transition net")
    }))
}

impl NetBuilder<'_, '_> {
    /// The net, with names that differ and arcs at their transitions.
    fn finish(mut self, name: String) -> Read {
        let labels = self.transitions.iter().map(|it| it.name.clone()).collect();
        let warnings = names::choose(&mut self);
        for (kind, arcs) in self.arcs.into_iter().enumerate() {
            for ((transition, place), weight) in arcs {
                self.transitions[transition].arcs_mut()[kind].push(Arc { place, weight });
            }
        }
        Read {
            net: Net { name, places: self.places, transitions: self.transitions },
            place_ids: self.place_ids,
            transition_ids: self.transition_ids,
            transition_labels: labels,
            positions: self.positions,
            warnings,
        }
    }
}
