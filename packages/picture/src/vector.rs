//! A drawing as an SVG document.
//!
//! Where the reader's preference decides, the document has the colours of a light sheet, and a style that replaces
//! those that differ on a dark one.

use super::canvas::{Anchor, Area, BLACK, ColourRun, Grid, Ink, PAPER, Shape, number};
use super::{Animation, Picture, Theme};
use colorous::Color;
use std::fmt::Write as _;
use svg::node::element::{
    Animate, Circle, Description, Element, Group, Line, Path, Polyline, Rectangle, Style, Text,
    Title,
};
use svg::{Document, Node as _};

pub(crate) fn document(picture: &Picture, theme: Theme) -> String {
    let mut writer = Writer { theme, replaced: Vec::new() };
    let shapes = picture.shapes.iter().map(|shape| writer.element(shape)).collect();
    written(picture, &writer, shapes)
}

/// Each picture of an animation is a group that is visible during its share of the time.
pub(crate) fn animated(animation: &Animation, theme: Theme) -> String {
    let Animation { base, frames, milliseconds } = animation;
    let mut writer = Writer { theme, replaced: Vec::new() };
    let mut shapes: Vec<Element> = base.shapes.iter().map(|shape| writer.element(shape)).collect();
    let count = frames.len();
    let time = |frame: usize| number_of_time(frame as f64 / count as f64);
    for (frame, drawn) in frames.iter().enumerate() {
        let mut group = Group::new();
        drawn.iter().for_each(|shape| group.append(writer.element(shape)));
        if count > 1 {
            let (values, times) = match frame {
                0 => ("visible;hidden", format!("0;{}", time(1))),
                _ if frame + 1 == count => ("hidden;visible", format!("0;{}", time(frame))),
                _ => ("hidden;visible;hidden", format!("0;{};{}", time(frame), time(frame + 1))),
            };
            let visible = if frame == 0 { "visible" } else { "hidden" };
            let animate = Animate::new()
                .set("attributeName", "visibility")
                .set("calcMode", "discrete")
                .set("values", values)
                .set("keyTimes", times)
                .set("dur", format!("{}ms", u64::from(*milliseconds) * count as u64))
                .set("repeatCount", "indefinite");
            group = group.set("visibility", visible).add(animate);
        }
        shapes.push(group.into());
    }
    written(base, &writer, shapes)
}

/// A share of the time, with more decimal places than the number of pictures has digits.
fn number_of_time(share: f64) -> String {
    format!("{share:.7}")
}

fn written(picture: &Picture, writer: &Writer, shapes: Vec<Element>) -> String {
    let size = picture.size;
    let mut document = Document::new()
        .set("width", size.width)
        .set("height", size.height)
        .set("viewBox", (0, 0, size.width, size.height))
        .set("font-family", "DejaVu Sans, Verdana, sans-serif")
        .set("role", "img")
        .set("aria-labelledby", "title description");
    // Readers take the first title of a document for its name.
    document.append(Title::new(&picture.title).set("id", "title"));
    document.append(Description::new().set("id", "description").add(text(&picture.description)));
    if !writer.replaced.is_empty() {
        document.append(Style::new(writer.style()));
    }
    shapes.into_iter().for_each(|shape| document.append(shape));
    format!("{document}\n")
}

fn text(content: &str) -> svg::node::Text {
    svg::node::Text::new(content)
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Fill,
    Stroke,
}

impl Use {
    fn attribute(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Stroke => "stroke",
        }
    }
}

struct Writer {
    theme: Theme,
    /// The colours that differ between a light and a dark sheet, as they are on each; the class of each is its number.
    replaced: Vec<(Use, String, String)>,
}

impl Writer {
    fn coloured(&mut self, element: impl Into<Element>, used: Use, ink: Ink) -> Element {
        let mut element: Element = element.into();
        let (light, dark) = (hexadecimal(ink.light), hexadecimal(ink.dark));
        if self.theme == Theme::Auto && light != dark {
            let both = (used, light.clone(), dark.clone());
            let known = self.replaced.iter().position(|pair| *pair == both);
            let number = known.unwrap_or_else(|| {
                self.replaced.push(both);
                self.replaced.len() - 1
            });
            element.assign("class", format!("c{number}"));
        }
        element.assign(used.attribute(), if self.theme == Theme::Dark { dark } else { light });
        element
    }

    /// The rules for a dark sheet.
    fn style(&self) -> String {
        let mut rules = String::new();
        for (number, (used, _, dark)) in self.replaced.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(rules, ".c{number}{{{}:{}}}", used.attribute(), dark);
        }
        format!("@media (prefers-color-scheme:dark){{{rules}}}")
    }

    fn element(&mut self, shape: &Shape) -> Element {
        match *shape {
            Shape::Fill { area, colour } => {
                let node = rectangle(area).set("shape-rendering", "crispEdges");
                self.coloured(node, Use::Fill, colour)
            }
            Shape::Frame { area, width } => {
                let node = rectangle(area).set("fill", "none").set("stroke-width", number(width));
                self.coloured(node, Use::Stroke, BLACK)
            }
            Shape::Line { from, to, width, colour } => {
                let node = Line::new()
                    .set("x1", number(from.0))
                    .set("y1", number(from.1))
                    .set("x2", number(to.0))
                    .set("y2", number(to.1))
                    .set("stroke-width", number(width));
                self.coloured(node, Use::Stroke, colour)
            }
            Shape::Polyline { ref points, width, colour } => {
                self.coloured(polyline(points, width), Use::Stroke, colour)
            }
            Shape::Dot { x, y, radius, colour } => {
                let node = Circle::new()
                    .set("cx", number(x))
                    .set("cy", number(y))
                    .set("r", number(radius));
                self.coloured(node, Use::Fill, colour)
            }
            Shape::Cells { grid, ref runs, colour } => {
                self.coloured(cells(grid, runs), Use::Fill, colour)
            }
            Shape::Text { x, y, anchor, size, upward, ref text, colour, halo } => {
                let mut node = Text::new(text)
                    .set("x", number(x))
                    .set("y", number(y))
                    .set("font-size", number(size))
                    .set("text-anchor", anchor_name(anchor));
                if upward {
                    node =
                        node.set("transform", format!("rotate(-90 {} {})", number(x), number(y)));
                }
                let text = self.coloured(node, Use::Fill, colour);
                if halo == 0.0 {
                    return text;
                }
                let group = Group::new()
                    .set("paint-order", "stroke")
                    .set("stroke-width", number(2.0 * halo))
                    .set("stroke-linejoin", "round")
                    .add(text);
                self.coloured(group, Use::Stroke, PAPER)
            }
        }
    }
}

fn polyline(points: &[(f64, f64)], width: f64) -> Polyline {
    let points: Vec<_> =
        points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    Polyline::new()
        .set("points", points.join(" "))
        .set("fill", "none")
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
        .set("stroke-width", number(width))
}

fn cells([a, b, c, d, e, f]: Grid, runs: &[ColourRun]) -> Path {
    let mut path = String::new();
    for ColourRun { u, v, length } in runs {
        // Writing to a string cannot fail.
        _ = write!(path, "M{u} {v}v{length}h1v-{length}z");
    }
    Path::new()
        .set("d", path)
        .set("transform", format!("matrix({a} {b} {c} {d} {e} {f})"))
        .set("shape-rendering", "crispEdges")
}

fn rectangle(area: Area) -> Rectangle {
    Rectangle::new()
        .set("x", number(area.left))
        .set("y", number(area.top))
        .set("width", number(area.width))
        .set("height", number(area.height))
}

fn anchor_name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    }
}

fn hexadecimal(colour: Color) -> String {
    format!("#{colour:x}")
}
