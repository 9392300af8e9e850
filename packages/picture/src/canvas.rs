//! The few things that pictures are made of.

use super::{Picture, Size};
use colorous::Color;

/// The colours of M. Okabe and K. Ito (2008), which people with any kind of colour vision can
/// tell apart; the black one is left out.
pub(crate) const OKABE_ITO: [Color; 7] = [
    Color { r: 0x56, g: 0xB4, b: 0xE9 },
    Color { r: 0xE6, g: 0x9F, b: 0x00 },
    Color { r: 0x00, g: 0x9E, b: 0x73 },
    Color { r: 0xD5, g: 0x5E, b: 0x00 },
    Color { r: 0xCC, g: 0x79, b: 0xA7 },
    Color { r: 0x00, g: 0x72, b: 0xB2 },
    Color { r: 0xF0, g: 0xE4, b: 0x42 },
];
pub(crate) const GREY: Color = Color { r: 0x99, g: 0x99, b: 0x99 };

/// A colour on a light sheet, and its replacement on a dark one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    pub light: Color,
    pub dark: Color,
}

impl From<Color> for Ink {
    /// The same colour on every sheet.
    fn from(colour: Color) -> Self {
        Self { light: colour, dark: colour }
    }
}

/// A shade of grey on a light and on a dark sheet.
pub(crate) const fn grey(light: u8, dark: u8) -> Ink {
    Ink { light: Color { r: light, g: light, b: light }, dark: Color { r: dark, g: dark, b: dark } }
}

impl Ink {
    /// The colour of a text that can be read on this one.
    pub(crate) fn contrast(self) -> Self {
        let on = |it: Color| {
            let light = 299 * u32::from(it.r) + 587 * u32::from(it.g) + 114 * u32::from(it.b);
            let shade = if light < 115_000 { 0xFF } else { 0 };
            Color { r: shade, g: shade, b: shade }
        };
        Self { light: on(self.light), dark: on(self.dark) }
    }
}

/// Texts, frames and axes.
pub(crate) const BLACK: Ink = grey(0, 0xE6);
/// The sheet.
pub(crate) const PAPER: Ink = grey(0xFF, 0x1C);
/// Lines that only help the eye.
pub(crate) const PALE: Ink = grey(0xDD, 0x40);

/// Which point of a text its coordinates refer to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A rectangle of the drawing; y grows downwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right()
            && other.left < self.right()
            && self.top < other.bottom()
            && other.top < self.bottom()
    }
}

/// Shapes, each drawn above the one before; lengths are in pixels.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// An area with sharp borders.
    Fill {
        area: Area,
        colour: Ink,
    },
    /// The border of an area.
    Frame {
        area: Area,
        width: f64,
    },
    /// A horizontal or vertical line.
    Line {
        from: (f64, f64),
        to: (f64, f64),
        width: f64,
        colour: Ink,
    },
    /// Points joined by lines, with round joints and ends.
    Polyline {
        points: Vec<(f64, f64)>,
        width: f64,
        colour: Ink,
    },
    Dot {
        x: f64,
        y: f64,
        radius: f64,
        colour: Ink,
    },
    Cells {
        grid: Grid,
        runs: Vec<ColourRun>,
        colour: Ink,
    },
    Text {
        x: f64,
        y: f64,
        anchor: Anchor,
        size: f64,
        upward: bool,
        text: String,
        colour: Ink,
        /// The width of the border in the colour of the sheet that keeps the text apart from what it covers.
        halo: f64,
    },
}

/// The corners of unit squares: (u, v) at (a u + c v + e, b u + d v + f), in the order
/// a, b, c, d, e, f of an SVG matrix.  Squares stay upright: either b = c = 0 or a = d = 0.
pub(crate) type Grid = [f64; 6];

/// Unit squares (u, v), ..., (u+1, v+length) of one colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColourRun {
    pub u: u32,
    pub v: u32,
    pub length: u32,
}

/// A drawing in the making.
pub(crate) struct Canvas {
    size: Size,
    shapes: Vec<Shape>,
    title: String,
    description: String,
    /// The size of the letters in pixels.
    pub em: f64,
}

impl Canvas {
    /// An empty sheet.  The letters grow with the sheet, and stay legible on a small one.
    pub(crate) fn new(size: Size) -> Self {
        let em = (f64::from(size.width.min(size.height)) / 44.0).max(9.0);
        let (title, description) = (String::new(), String::new());
        let mut canvas = Self { size, shapes: Vec::new(), title, description, em };
        let all = Area { left: 0.0, top: 0.0, width: canvas.width(), height: canvas.height() };
        canvas.fill(all, PAPER);
        canvas
    }

    pub(crate) fn finish(self) -> Picture {
        let Self { size, shapes, title, description, .. } = self;
        Picture { size, shapes, title, description }
    }

    /// Describes the picture for those who cannot see it, in one or more sentences.
    pub(crate) fn describe(&mut self, sentences: &str) {
        if !self.description.is_empty() {
            self.description.push(' ');
        }
        self.description += sentences;
    }

    pub(crate) fn width(&self) -> f64 {
        f64::from(self.size.width)
    }

    pub(crate) fn height(&self) -> f64 {
        f64::from(self.size.height)
    }

    /// The approximate width of a text of ordinary letters and digits at `scale` times the size of the letters.
    pub(crate) fn text_width(&self, text: &str, scale: f64) -> f64 {
        let letters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        f64::from(letters) * 0.61 * scale * self.em
    }

    /// A line of text with its baseline at `y`, at `scale` times the size of the letters.
    pub(crate) fn text(&mut self, x: f64, y: f64, anchor: Anchor, scale: f64, text: &str) {
        self.coloured_text(x, y, anchor, scale, text, BLACK);
    }

    /// The same in another colour.
    pub(crate) fn coloured_text(
        &mut self,
        x: f64,
        y: f64,
        anchor: Anchor,
        scale: f64,
        text: &str,
        colour: Ink,
    ) {
        let (size, text) = (scale * self.em, text.to_owned());
        self.shapes.push(Shape::Text {
            x,
            y,
            anchor,
            size,
            upward: false,
            text,
            colour,
            halo: 0.0,
        });
    }

    /// A line of text that can be read above lines.
    pub(crate) fn text_above(&mut self, x: f64, y: f64, anchor: Anchor, scale: f64, text: &str) {
        let (size, text) = (scale * self.em, text.to_owned());
        let (upward, colour, halo) = (false, BLACK, 0.18 * size);
        self.shapes.push(Shape::Text { x, y, anchor, size, upward, text, colour, halo });
    }

    /// Title and subtitle at the top, from `left` on; made smaller when they are long, and cut when that is not enough.
    pub(crate) fn title(&mut self, left: f64, title: &str, subtitle: &str) {
        const LEAST: f64 = 0.7;
        self.title = title.to_owned();
        self.describe(&format!("{subtitle}."));
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
    pub(crate) fn upward_text(&mut self, x: f64, y: f64, text: &str) {
        let (size, text, anchor) = (self.em, text.to_owned(), Anchor::Middle);
        let (upward, colour, halo) = (true, BLACK, 0.0);
        self.shapes.push(Shape::Text { x, y, anchor, size, upward, text, colour, halo });
    }

    pub(crate) fn fill(&mut self, area: Area, colour: impl Into<Ink>) {
        let colour = colour.into();
        self.shapes.push(Shape::Fill { area, colour });
    }

    pub(crate) fn frame(&mut self, area: Area) {
        self.shapes.push(Shape::Frame { area, width: self.line_width() });
    }

    /// A horizontal or vertical line.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: impl Into<Ink>) {
        let colour = colour.into();
        self.shapes.push(Shape::Line { from, to, width: self.line_width(), colour });
    }

    pub(crate) fn polyline(&mut self, points: &[(f64, f64)], colour: impl Into<Ink>) {
        self.stroke(points, self.em / 8.0, colour);
    }

    /// Points joined by lines of this width.
    pub(crate) fn stroke(&mut self, points: &[(f64, f64)], width: f64, colour: impl Into<Ink>) {
        let colour = colour.into();
        self.shapes.push(Shape::Polyline { points: points.to_vec(), width, colour });
    }

    /// A filled circle.
    pub(crate) fn disc(&mut self, x: f64, y: f64, radius: f64, colour: impl Into<Ink>) {
        let colour = colour.into();
        self.shapes.push(Shape::Dot { x, y, radius, colour });
    }

    /// The shapes that `draw` adds, without adding them here.
    pub(crate) fn apart(&mut self, draw: impl FnOnce(&mut Self)) -> Vec<Shape> {
        let own = std::mem::take(&mut self.shapes);
        draw(self);
        std::mem::replace(&mut self.shapes, own)
    }

    pub(crate) fn dot(&mut self, x: f64, y: f64, colour: impl Into<Ink>) {
        self.disc(x, y, self.em / 3.5, colour);
    }

    /// Unit squares (u, v), ..., (u+1, v+1) in the colours that their numbers have in `colours`,
    /// put in place by `grid`.
    ///
    /// Squares of one colour that follow one another in v are joined, so the squares should be ordered by u and then v.
    pub(crate) fn cells(
        &mut self,
        grid: Grid,
        squares: impl IntoIterator<Item = (u32, u32, usize)>,
        colours: &[Ink],
    ) {
        let mut runs = vec![Vec::<ColourRun>::new(); colours.len()];
        for (u, v, colour) in squares {
            let Some(runs) = runs.get_mut(colour) else { continue };
            match runs.last_mut() {
                Some(run) if (run.u, run.v + run.length) == (u, v) => run.length += 1,
                _ => runs.push(ColourRun { u, v, length: 1 }),
            }
        }
        for (runs, colour) in runs.into_iter().zip(colours.iter().copied()) {
            if !runs.is_empty() {
                self.shapes.push(Shape::Cells { grid, runs, colour });
            }
        }
    }

    fn line_width(&self) -> f64 {
        (self.em / 14.0).max(1.0)
    }
}

/// A coordinate with two decimals, which is finer than a pixel.
pub(crate) fn number(value: f64) -> String {
    decimal(value, 2)
}

/// A number with at most this many decimals.
pub(crate) fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
