//! The few things that pictures are made of.

use super::{Picture, Size};
use colorous::Color;
use std::fmt::Write as _;
use svg::Document;
use svg::node::element::{Circle, Line, Path, Polyline, Rectangle, Text};

/// The colours of M. Okabe and K. Ito (2008), which people with any kind of colour vision can
/// tell apart; the black one is left out.
pub const OKABE_ITO: [Color; 7] = [
    Color { r: 0x56, g: 0xB4, b: 0xE9 },
    Color { r: 0xE6, g: 0x9F, b: 0x00 },
    Color { r: 0x00, g: 0x9E, b: 0x73 },
    Color { r: 0xD5, g: 0x5E, b: 0x00 },
    Color { r: 0xCC, g: 0x79, b: 0xA7 },
    Color { r: 0x00, g: 0x72, b: 0xB2 },
    Color { r: 0xF0, g: 0xE4, b: 0x42 },
];
pub const BLACK: Color = Color { r: 0, g: 0, b: 0 };
pub const GREY: Color = Color { r: 0x99, g: 0x99, b: 0x99 };
const WHITE: Color = Color { r: 0xFF, g: 0xFF, b: 0xFF };

/// Which point of a text the place of it means.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A rectangle of the drawing; y grows downwards.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right()
            && other.left < self.right()
            && self.top < other.bottom()
            && other.top < self.bottom()
    }
}

/// A drawing in the making.
pub struct Canvas {
    size: Size,
    document: Document,
    /// The size of the letters.
    pub em: f64,
}

impl Canvas {
    /// A white sheet.  The letters grow with it, and stay legible on a small one.
    pub fn new(size: Size) -> Self {
        let em = (f64::from(size.width.min(size.height)) / 44.0).max(9.0);
        let document = Document::new()
            .set("width", size.width)
            .set("height", size.height)
            .set("viewBox", (0, 0, size.width, size.height))
            .set("font-family", "DejaVu Sans, Verdana, sans-serif");
        let mut canvas = Self { size, document, em };
        let all = Area { left: 0.0, top: 0.0, width: canvas.width(), height: canvas.height() };
        canvas.fill(all, WHITE);
        canvas
    }

    pub fn finish(self) -> Picture {
        Picture { size: self.size, svg: format!("{}\n", self.document) }
    }

    pub fn width(&self) -> f64 {
        f64::from(self.size.width)
    }

    pub fn height(&self) -> f64 {
        f64::from(self.size.height)
    }

    /// About as wide as a text of ordinary letters and digits is at `scale` times the size of
    /// the letters.
    pub fn text_width(&self, text: &str, scale: f64) -> f64 {
        let letters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        f64::from(letters) * 0.61 * scale * self.em
    }

    /// A line of text with its base line at `y`, `scale` times the size of the letters.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, scale: f64, text: &str) {
        self.place(Text::new(text), x, y, anchor, scale);
    }

    /// Title and subtitle at the top, from `left` on; made smaller when they are long, and cut
    /// when that does not do.
    pub fn title(&mut self, left: f64, title: &str, subtitle: &str) {
        const LEAST: f64 = 0.7;
        let room = self.width() - left - 0.5 * self.em;
        for (text, y, scale) in [(title, 1.7, 1.3_f64), (subtitle, 3.1, 0.95)] {
            let mut shown = text.to_owned();
            while self.text_width(&shown, LEAST) > room {
                shown = shown.chars().take(shown.chars().count() * 9 / 10).collect();
            }
            if shown.len() < text.len() {
                shown.push_str(" ...");
            }
            let scale = scale.min(room / self.text_width(&shown, 1.0));
            self.text(left, y * self.em, Anchor::Start, scale, &shown);
        }
    }

    /// A line of text that runs upwards.
    pub fn upward_text(&mut self, x: f64, y: f64, text: &str) {
        let turn = format!("rotate(-90 {} {})", number(x), number(y));
        self.place(Text::new(text).set("transform", turn), x, y, Anchor::Middle, 1.0);
    }

    fn place(&mut self, text: Text, x: f64, y: f64, anchor: Anchor, scale: f64) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = (text.set("x", number(x)).set("y", number(y)))
            .set("font-size", number(scale * self.em))
            .set("text-anchor", anchor);
        self.add(text);
    }

    pub fn fill(&mut self, area: Area, colour: Color) {
        let sharp = rectangle(area).set("shape-rendering", "crispEdges");
        self.add(sharp.set("fill", hexadecimal(colour)));
    }

    pub fn frame(&mut self, area: Area) {
        let width = self.line_width();
        self.add(
            rectangle(area).set("fill", "none").set("stroke", "#000000").set("stroke-width", width),
        );
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Color) {
        let width = self.line_width();
        let line = Line::new()
            .set("x1", number(from.0))
            .set("y1", number(from.1))
            .set("x2", number(to.0))
            .set("y2", number(to.1))
            .set("stroke", hexadecimal(colour))
            .set("stroke-width", width);
        self.add(line);
    }

    pub fn polyline(&mut self, points: &[(f64, f64)], colour: Color) {
        let points: Vec<_> =
            points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
        let line = Polyline::new()
            .set("points", points.join(" "))
            .set("fill", "none")
            .set("stroke", hexadecimal(colour))
            .set("stroke-width", number(self.em / 8.0));
        self.add(line);
    }

    pub fn dot(&mut self, x: f64, y: f64, colour: Color) {
        let dot = Circle::new()
            .set("cx", number(x))
            .set("cy", number(y))
            .set("r", number(self.em / 3.5))
            .set("fill", hexadecimal(colour));
        self.add(dot);
    }

    /// Unit squares (u, v), ..., (u+1, v+1) in the colours that their numbers have in `colours`,
    /// put in place by `transform`.
    ///
    /// Squares of one colour that follow one another in v are joined, so the squares should come
    /// ordered by u and then v.
    pub fn cells(
        &mut self,
        transform: &str,
        squares: impl IntoIterator<Item = (u32, u32, usize)>,
        colours: &[Color],
    ) {
        let mut paths = vec![String::new(); colours.len()];
        let mut run: Option<(u32, u32, u32, usize)> = None;
        for (u, v, colour) in squares {
            match &mut run {
                Some((column, _, end, same)) if (*column, *end, *same) == (u, v, colour) => {
                    *end += 1
                }
                _ => {
                    draw_run(&mut paths, run);
                    run = Some((u, v, v + 1, colour));
                }
            }
        }
        draw_run(&mut paths, run);
        for (path, colour) in paths.into_iter().zip(colours) {
            if !path.is_empty() {
                let path = Path::new()
                    .set("d", path)
                    .set("fill", hexadecimal(*colour))
                    .set("transform", transform)
                    .set("shape-rendering", "crispEdges");
                self.add(path);
            }
        }
    }

    fn line_width(&self) -> String {
        number((self.em / 14.0).max(1.0))
    }

    fn add(&mut self, node: impl Into<Box<dyn svg::Node>>) {
        svg::Node::append(&mut self.document, node);
    }
}

fn draw_run(paths: &mut [String], run: Option<(u32, u32, u32, usize)>) {
    if let Some((u, start, end, colour)) = run
        && let Some(path) = paths.get_mut(colour)
    {
        // Writing to a string cannot fail.
        _ = write!(path, "M{u} {start}v{length}h1v-{length}z", length = end - start);
    }
}

fn rectangle(area: Area) -> Rectangle {
    Rectangle::new()
        .set("x", number(area.left))
        .set("y", number(area.top))
        .set("width", number(area.width))
        .set("height", number(area.height))
}

fn hexadecimal(colour: Color) -> String {
    format!("#{colour:x}")
}

/// A coordinate with two decimals, which is finer than a pixel.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
