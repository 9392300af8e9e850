//! From a net to PNML.

use crate::petri::{Arc, Net};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::collections::{HashMap, HashSet};
use std::io;

type Xml = Writer<Vec<u8>>;

/// Writes a net as a document of ISO/IEC 15909-2 with one page, without positions.
///
/// Reading it gives the net again, if its names differ, have single blanks inside at most and consist of
/// characters that XML can hold.  An id is the name where that is possible, else the name with `_` for what
/// ids cannot hold, and a number if that is needed.  The labels beyond the standard are those of
/// PIPE; priorities are written, with all transitions immediate, if one is not 0.
pub fn write(net: &Net) -> String {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    // Writing to a vector cannot fail, and all that is written is UTF-8.
    match document(&mut xml, net) {
        Ok(()) => String::from_utf8(xml.into_inner()).unwrap_or_default() + "\n",
        Err(_) => String::new(),
    }
}

fn document(xml: &mut Xml, net: &Net) -> io::Result<()> {
    let mut ids = Ids::new(net);
    let places: Vec<_> = net.places.iter().map(|place| ids.of(&place.name)).collect();
    let transitions: Vec<_> = net.transitions.iter().map(|it| ids.of(&it.name)).collect();
    let net_id = ids.fresh(if net.name.is_empty() { "net" } else { &net.name });
    let page_id = ids.fresh("page");

    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let pnml = xml.create_element("pnml");
    let pnml = pnml.with_attribute(("xmlns", "http://www.pnml.org/version-2009/grammar/pnml"));
    pnml.write_inner_content(|xml| {
        let element = xml.create_element("net").with_attribute(("id", net_id.as_str()));
        let class = ("type", "http://www.pnml.org/version-2009/grammar/ptnet");
        element.with_attribute(class).write_inner_content(|xml| {
            if !net.name.is_empty() {
                label(xml, "name", "text", &net.name)?;
            }
            let page = xml.create_element("page").with_attribute(("id", page_id.as_str()));
            page.write_inner_content(|xml| {
                write_places(xml, net, &places)?;
                write_transitions(xml, net, &transitions)?;
                write_arcs(xml, net, &places, &transitions, &mut ids)
            })?;
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(())
}

fn write_places(xml: &mut Xml, net: &Net, ids: &[String]) -> io::Result<()> {
    for (place, id) in net.places.iter().zip(ids) {
        let element = xml.create_element("place").with_attribute(("id", id.as_str()));
        element.write_inner_content(|xml| {
            label(xml, "name", "text", &place.name)?;
            if place.initial > 0 {
                label(xml, "initialMarking", "text", &place.initial.to_string())?;
            }
            match place.capacity {
                Some(most) => label(xml, "capacity", "value", &most.to_string()),
                None => Ok(()),
            }
        })?;
    }
    Ok(())
}

fn write_transitions(xml: &mut Xml, net: &Net, ids: &[String]) -> io::Result<()> {
    let priorities = net.transitions.iter().any(|transition| transition.priority != 0);
    for (transition, id) in net.transitions.iter().zip(ids) {
        let element = xml.create_element("transition").with_attribute(("id", id.as_str()));
        element.write_inner_content(|xml| {
            label(xml, "name", "text", &transition.name)?;
            if priorities {
                label(xml, "timed", "value", "false")?;
                label(xml, "priority", "value", &transition.priority.to_string())?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn write_arcs(
    xml: &mut Xml,
    net: &Net,
    places: &[String],
    transitions: &[String],
    ids: &mut Ids,
) -> io::Result<()> {
    for (transition, id) in net.transitions.iter().zip(transitions) {
        for input in &transition.inputs {
            write_arc(xml, &ids.fresh("arc"), [&places[input.place], id], input, None)?;
        }
        for output in &transition.outputs {
            write_arc(xml, &ids.fresh("arc"), [id, &places[output.place]], output, None)?;
        }
        for (arcs, kind) in [(&transition.inhibitors, "inhibitor"), (&transition.reads, "test")] {
            for arc in arcs {
                write_arc(xml, &ids.fresh("arc"), [&places[arc.place], id], arc, Some(kind))?;
            }
        }
    }
    Ok(())
}

fn write_arc(
    xml: &mut Xml,
    id: &str,
    [source, target]: [&String; 2],
    arc: &Arc,
    kind: Option<&str>,
) -> io::Result<()> {
    let ends = [("id", id), ("source", source), ("target", target)];
    let element = xml.create_element("arc").with_attributes(ends);
    if kind.is_none() && arc.weight.get() == 1 {
        element.write_empty()?;
        return Ok(());
    }
    element.write_inner_content(|xml| {
        label(xml, "inscription", "text", &arc.weight.to_string())?;
        if let Some(kind) = kind {
            xml.create_element("type").with_attribute(("value", kind)).write_empty()?;
        }
        Ok(())
    })?;
    Ok(())
}

/// `<tag><holder>content</holder></tag>`
fn label(xml: &mut Xml, tag: &str, holder: &str, content: &str) -> io::Result<()> {
    xml.create_element(tag).write_inner_content(|xml| {
        xml.create_element(holder).write_text_content(BytesText::new(content))?;
        Ok(())
    })?;
    Ok(())
}

/// The ids and names that are taken.
struct Ids {
    taken: HashSet<String>,
    /// How often an id like this was asked for.
    asked: HashMap<String, usize>,
    /// The names that are ids: a place and a transition may have the same one.
    names: HashSet<String>,
}

impl Ids {
    fn new(net: &Net) -> Self {
        let places = net.places.iter().map(|place| &place.name);
        let names = places.chain(net.transitions.iter().map(|transition| &transition.name));
        Self { taken: names.cloned().collect(), asked: HashMap::new(), names: HashSet::new() }
    }

    /// An id for the node with this name.  No id is the name of another node of its kind, because a
    /// reader would then call neither by that name.
    fn of(&mut self, name: &str) -> String {
        let itself = sanitised(name) == name && self.names.insert(name.to_owned());
        if itself { name.to_owned() } else { self.fresh(name) }
    }

    /// An id like this that is not taken yet: with a number from 1 behind it if it is.
    fn fresh(&mut self, like: &str) -> String {
        let base = sanitised(like);
        let asked = self.asked.entry(base.clone()).or_default();
        loop {
            let id = if *asked == 0 { base.clone() } else { format!("{base}{asked}") };
            *asked += 1;
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// The text as an XML name without a colon (NCName): letters, digits, `_`, `-` and `.`, the
/// first one a letter or `_`.  Of the letters beyond ASCII those of Latin 1 are kept.
fn sanitised(text: &str) -> String {
    let letter = |it: char| {
        it.is_ascii_alphabetic() || matches!(it, '_' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ')
    };
    let inner = |it: char| letter(it) || it.is_ascii_digit() || matches!(it, '-' | '.');
    let mut name: String = text.chars().map(|it| if inner(it) { it } else { '_' }).collect();
    if !name.starts_with(letter) {
        name.insert(0, '_');
    }
    name
}
