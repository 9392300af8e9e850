//! From a net to a file of PIPE 4.3 (Platform Independent Petri net Editor).
//!
//! The editor reads numbers from `value` elements, with the colour of the tokens, and draws only what has
//! positions: every node, and two or more points for each arc.  Its positions are those of the upper left
//! corners, on a grid of 15 pixels.  It has no read arcs; an arc in both directions does the same by its rule of
//! capacities, that of the net effect.

use super::xml::{Element, document, element, empty, text};
use crate::petri::layout::{Layout, PixelPoint};
use crate::petri::{Arc, Net, PlaceId, Transition};
use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroU32;

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
/// number after it where two nodes have the same.  Priorities are moved so that the least one is 1, because the
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
    let text = document(false, &root(net, layout, &arcs, &priorities));
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

fn root(net: &Net, layout: &Layout, arcs: &[Arcs], priorities: &[i32]) -> Element {
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
    let colour =
        [("id", "Default"), ("enabled", "true"), ("red", "0"), ("green", "0"), ("blue", "0")];
    let mut parts = vec![empty("token", &colour)];
    for (number, it) in net.places.iter().enumerate() {
        let labels = vec![
            corner(layout.places.get(number)),
            value("name", &it.name, Some((0, 35))),
            value("initialMarking", format!("Default,{}", it.initial), Some((0, 0))),
            value("capacity", it.capacity.map_or(0, NonZeroU32::get), None),
        ];
        parts.push(element("place", &[("id", &places[number])], labels));
    }
    for (number, it) in net.transitions.iter().enumerate() {
        let labels = vec![
            corner(layout.transitions.get(number)),
            value("name", &it.name, Some((0, 35))),
            value("orientation", "0", None),
            value("rate", "1.0", None),
            value("timed", "false", None),
            value("infiniteServer", "false", None),
            value("priority", priorities[number], None),
        ];
        parts.push(element("transition", &[("id", &transitions[number])], labels));
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
                parts.push(arc(ends, *weight, &way, kind));
            }
        }
    }
    let net = element("net", &[("id", "Net-One"), ("type", "P/T net")], parts);
    element("pnml", &[], vec![net])
}

fn arc([source, target]: [&String; 2], weight: u32, way: &[PixelPoint], kind: &str) -> Element {
    let weight = text("value", format!("Default,{weight}"));
    let mut parts = vec![
        empty("graphics", &[]),
        element("inscription", &[], vec![weight, empty("graphics", &[])]),
        value("tagged", "false", None),
    ];
    parts.extend(way.iter().enumerate().map(|(number, point)| {
        let (number, point) = (format!("{number:03}"), on_grid(*point));
        let (x, y) = (point.x.to_string(), point.y.to_string());
        empty("arcpath", &[("id", &number), ("x", &x), ("y", &y), ("curvePoint", "false")])
    }));
    parts.push(empty("type", &[("value", kind)]));
    let id = format!("{source} to {target}");
    element("arc", &[("id", &id), ("source", source), ("target", target)], parts)
}

/// The nearest point of the grid, where the centre of a node is.
fn on_grid(point: PixelPoint) -> PixelPoint {
    let nearest = |it: i32| it.saturating_add(GRID / 2).div_euclid(GRID).saturating_mul(GRID);
    PixelPoint { x: nearest(point.x), y: nearest(point.y) }
}

/// The position of a node of 30 x 30 pixels, whose centre is given.
fn corner(centre: Option<&PixelPoint>) -> Element {
    let centre = on_grid(centre.copied().unwrap_or_default());
    graphics("position", centre.x.saturating_sub(GRID), centre.y.saturating_sub(GRID))
}

/// `<tag><value>content</value></tag>`, with the place of the label.
fn value(tag: &'static str, content: impl ToString, offset: Option<(i32, i32)>) -> Element {
    let place = offset.map(|(x, y)| graphics("offset", x, y));
    element(tag, &[], [text("value", content)].into_iter().chain(place).collect())
}

fn graphics(tag: &'static str, x: i32, y: i32) -> Element {
    let (x, y) = (format!("{x}.0"), format!("{y}.0"));
    element("graphics", &[], vec![empty(tag, &[("x", &x), ("y", &y)])])
}
