//! A drawing as an SVG document.

use super::Size;
use super::canvas::{Anchor, Area, Grid, Run, Shape, number};
use colorous::Color;
use std::fmt::Write as _;
use svg::node::element::{Circle, Line, Path, Polyline, Rectangle, Text};
use svg::{Document, Node};

pub fn document(size: Size, shapes: &[Shape]) -> String {
    let mut document = Document::new()
        .set("width", size.width)
        .set("height", size.height)
        .set("viewBox", (0, 0, size.width, size.height))
        .set("font-family", "DejaVu Sans, Verdana, sans-serif");
    for shape in shapes {
        document.append(element(shape));
    }
    format!("{document}\n")
}

fn element(shape: &Shape) -> Box<dyn Node> {
    match *shape {
        Shape::Fill { area, colour } => Box::new(
            rectangle(area).set("shape-rendering", "crispEdges").set("fill", hexadecimal(colour)),
        ),
        Shape::Frame { area, width } => Box::new(
            rectangle(area)
                .set("fill", "none")
                .set("stroke", "#000000")
                .set("stroke-width", number(width)),
        ),
        Shape::Line { from, to, width, colour } => Box::new(
            Line::new()
                .set("x1", number(from.0))
                .set("y1", number(from.1))
                .set("x2", number(to.0))
                .set("y2", number(to.1))
                .set("stroke", hexadecimal(colour))
                .set("stroke-width", number(width)),
        ),
        Shape::Polyline { ref points, width, colour } => Box::new(polyline(points, width, colour)),
        Shape::Dot { x, y, radius, colour } => Box::new(
            Circle::new()
                .set("cx", number(x))
                .set("cy", number(y))
                .set("r", number(radius))
                .set("fill", hexadecimal(colour)),
        ),
        Shape::Cells { grid, ref runs, colour } => Box::new(cells(grid, runs, colour)),
        Shape::Text { x, y, anchor, size, upward, ref text } => {
            let mut node = Text::new(text)
                .set("x", number(x))
                .set("y", number(y))
                .set("font-size", number(size))
                .set("text-anchor", anchor_name(anchor));
            if upward {
                node = node.set("transform", format!("rotate(-90 {} {})", number(x), number(y)));
            }
            Box::new(node)
        }
    }
}

fn polyline(points: &[(f64, f64)], width: f64, colour: Color) -> Polyline {
    let points: Vec<_> =
        points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    Polyline::new()
        .set("points", points.join(" "))
        .set("fill", "none")
        .set("stroke", hexadecimal(colour))
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
        .set("stroke-width", number(width))
}

fn cells([a, b, c, d, e, f]: Grid, runs: &[Run], colour: Color) -> Path {
    let mut path = String::new();
    for Run { u, v, length } in runs {
        // Writing to a string cannot fail.
        _ = write!(path, "M{u} {v}v{length}h1v-{length}z");
    }
    Path::new()
        .set("d", path)
        .set("fill", hexadecimal(colour))
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
