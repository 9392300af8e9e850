//! From a net to a file of PIPE 4.3 (Platform Independent Petri net Editor).
//!
//! The editor reads numbers from `value` elements, with the colour of the tokens, and draws only what has
//! positions: every node, and two or more points for each arc.  Its positions are those of the upper left
//! corners, on a grid of 15 pixels.  It has no read arcs; an arc in both directions does the same by its rule of
//! capacities, that of the net effect.

use crate::petri::layout::{Layout, Point};
use crate::petri::{Arc, Net, PlaceId, Transition};
use quick_xml::Writer;
use quick_xml::events::BytesText;
use std::collections::{BTreeMap, HashSet};
use std::io;

/// The distance between lines of the editor.
const GRID: i32 = 15;

/// Why a net has no file of this kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPipe {
    /// An arc would have a weight above 2^32 - 1.
    #[error("an arc of the transition `{0}` would have a weight above 4294967295")]
    TooHeavy(String),
    /// The priorities are too far apart.
    #[error("the priorities are too far apart")]
    Priorities,
}

/// Writes a net as PIPE 4.3 opens it, with its layout.
///
/// The file declares ISO-8859-1 and is ASCII: other letters are written as references.  Ids are names, with a
/// number behind where two nodes have the same.  Priorities are moved so that the least one is 1, because the
/// editor has no negative ones.
///
/// # Errors
///
/// If a number of the file would be too large.
pub fn write_pipe(net: &Net, layout: &Layout) -> Result<String, NoPipe> {
    let arcs = net.transitions.iter().map(Arcs::of).collect::<Option<Vec<_>>>();
    let arcs = arcs.ok_or_else(|| {
        let heavy = net.transitions.iter().find(|it| Arcs::of(it).is_none());
        NoPipe::TooHeavy(heavy.map(|it| it.name.clone()).unwrap_or_default())
    })?;
    let least = net.transitions.iter().map(|it| it.priority).min().unwrap_or(0).min(1);
    let priorities =
        net.transitions.iter().map(|it| it.priority.checked_sub(least)?.checked_add(1));
    let priorities = priorities.collect::<Option<Vec<_>>>().ok_or(NoPipe::Priorities)?;
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    // Writing to a vector cannot fail.
    let written = document(&mut xml, net, layout, &arcs, &priorities);
    let text = written.ok().and_then(|()| String::from_utf8(xml.into_inner()).ok());
    let text = text.unwrap_or_default();
    let text: String = text.chars().fold(String::new(), |text, letter| match letter.is_ascii() {
        true => text + letter.encode_utf8(&mut [0; 4]),
        false => text + &format!("&#{};", u32::from(letter)),
    });
    Ok(format!("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n{text}\n"))
}

/// The arcs of a transition, read arcs as pairs of ordinary ones.
struct Arcs {
    inputs: BTreeMap<PlaceId, u32>,
    outputs: BTreeMap<PlaceId, u32>,
    inhibitors: BTreeMap<PlaceId, u32>,
}

impl Arcs {
    fn of(transition: &Transition) -> Option<Self> {
        let map = |arcs: &[Arc]| arcs.iter().map(|arc| (arc.place, arc.weight.get())).collect();
        let [mut inputs, mut outputs, inhibitors]: [BTreeMap<_, u32>; 3] =
            [&transition.inputs, &transition.outputs, &transition.inhibitors].map(|it| map(it));
        for arc in &transition.reads {
            let takes = inputs.entry(arc.place).or_insert(0);
            let more = arc.weight.get().saturating_sub(*takes);
            *takes += more;
            if more > 0 {
                let puts = outputs.entry(arc.place).or_insert(0);
                *puts = puts.checked_add(more)?;
            }
        }
        Some(Self { inputs, outputs, inhibitors })
    }
}

type Xml = Writer<Vec<u8>>;

fn document(
    xml: &mut Xml,
    net: &Net,
    layout: &Layout,
    arcs: &[Arcs],
    priorities: &[i32],
) -> io::Result<()> {
    let mut taken = HashSet::new();
    let mut id = |name: &str| {
        let mut id = name.to_owned();
        let mut number = 1;
        while !taken.insert(id.clone()) {
            number += 1;
            id = format!("{name}{number}");
        }
        id
    };
    let places: Vec<_> = net.places.iter().map(|it| id(&it.name)).collect();
    let transitions: Vec<_> = net.transitions.iter().map(|it| id(&it.name)).collect();
    inner(xml, "pnml", &[], |xml| {
        inner(xml, "net", &[("id", "Net-One"), ("type", "P/T net")], |xml| {
            let colour = [
                ("id", "Default"),
                ("enabled", "true"),
                ("red", "0"),
                ("green", "0"),
                ("blue", "0"),
            ];
            xml.create_element("token").with_attributes(colour).write_empty()?;
            for (number, it) in net.places.iter().enumerate() {
                inner(xml, "place", &[("id", &places[number])], |xml| {
                    corner(xml, layout.places.get(number))?;
                    value(xml, "name", &it.name, Some((0, 35)))?;
                    let tokens = format!("Default,{}", it.initial);
                    value(xml, "initialMarking", &tokens, Some((0, 0)))?;
                    let capacity = it.capacity.map_or(0, std::num::NonZeroU32::get);
                    value(xml, "capacity", &capacity.to_string(), None)
                })?;
            }
            for (number, it) in net.transitions.iter().enumerate() {
                inner(xml, "transition", &[("id", &transitions[number])], |xml| {
                    corner(xml, layout.transitions.get(number))?;
                    value(xml, "name", &it.name, Some((0, 35)))?;
                    value(xml, "orientation", "0", None)?;
                    value(xml, "rate", "1.0", None)?;
                    value(xml, "timed", "false", None)?;
                    value(xml, "infiniteServer", "false", None)?;
                    value(xml, "priority", &priorities[number].to_string(), None)
                })?;
            }
            for (number, arcs) in arcs.iter().enumerate() {
                let here = layout.transitions.get(number).copied().unwrap_or_default();
                for (list, to_place, kind) in [
                    (&arcs.inputs, false, "normal"),
                    (&arcs.outputs, true, "normal"),
                    (&arcs.inhibitors, false, "inhibitor"),
                ] {
                    for (&place, weight) in list {
                        let there = layout.places.get(place).copied().unwrap_or_default();
                        let bends = layout.bends.get(&(number, place)).cloned().unwrap_or_default();
                        let mut way = [vec![here], bends, vec![there]].concat();
                        let mut ends = [&transitions[number], &places[place]];
                        if !to_place {
                            way.reverse();
                            ends.reverse();
                        }
                        write_arc(xml, ends, *weight, &way, kind)?;
                    }
                }
            }
            Ok(())
        })
    })
}

fn write_arc(
    xml: &mut Xml,
    [source, target]: [&String; 2],
    weight: u32,
    way: &[Point],
    kind: &str,
) -> io::Result<()> {
    let id = format!("{source} to {target}");
    inner(xml, "arc", &[("id", &id), ("source", source), ("target", target)], |xml| {
        xml.create_element("graphics").write_empty()?;
        inner(xml, "inscription", &[], |xml| {
            text(xml, "value", &format!("Default,{weight}"))?;
            xml.create_element("graphics").write_empty()?;
            Ok(())
        })?;
        value(xml, "tagged", "false", None)?;
        for (number, point) in way.iter().enumerate() {
            let (number, point) = (format!("{number:03}"), on_grid(*point));
            let (x, y) = (point.x.to_string(), point.y.to_string());
            let attributes =
                [("id", number.as_str()), ("x", &x), ("y", &y), ("curvePoint", "false")];
            xml.create_element("arcpath").with_attributes(attributes).write_empty()?;
        }
        xml.create_element("type").with_attribute(("value", kind)).write_empty()?;
        Ok(())
    })
}

/// The nearest point of the grid, where the centre of a node is.
fn on_grid(point: Point) -> Point {
    let nearest = |it: i32| it.saturating_add(GRID / 2).div_euclid(GRID).saturating_mul(GRID);
    Point { x: nearest(point.x), y: nearest(point.y) }
}

/// The position of a node of 30 x 30 pixels, whose centre is given.
fn corner(xml: &mut Xml, centre: Option<&Point>) -> io::Result<()> {
    let centre = on_grid(centre.copied().unwrap_or_default());
    let shown = |it: i32| format!("{}.0", it.saturating_sub(GRID));
    let (x, y) = (shown(centre.x), shown(centre.y));
    inner(xml, "graphics", &[], |xml| {
        let attributes = [("x", x.as_str()), ("y", y.as_str())];
        xml.create_element("position").with_attributes(attributes).write_empty()?;
        Ok(())
    })
}

/// `<tag><value>content</value></tag>`, with the place of the label.
fn value(xml: &mut Xml, tag: &str, content: &str, offset: Option<(i32, i32)>) -> io::Result<()> {
    inner(xml, tag, &[], |xml| {
        text(xml, "value", content)?;
        let Some((x, y)) = offset else { return Ok(()) };
        inner(xml, "graphics", &[], |xml| {
            let (x, y) = (format!("{x}.0"), format!("{y}.0"));
            let attributes = [("x", x.as_str()), ("y", y.as_str())];
            xml.create_element("offset").with_attributes(attributes).write_empty()?;
            Ok(())
        })
    })
}

fn text(xml: &mut Xml, tag: &str, content: &str) -> io::Result<()> {
    xml.create_element(tag).write_text_content(BytesText::new(content))?;
    Ok(())
}

fn inner(
    xml: &mut Xml,
    tag: &str,
    attributes: &[(&str, &str)],
    content: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    let element = xml.create_element(tag).with_attributes(attributes.iter().copied());
    element.write_inner_content(content)?;
    Ok(())
}
