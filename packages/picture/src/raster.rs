//! A drawing as pixels.
//!
//! A pixel takes the colour of an area with sharp borders if its centre is inside; everything else is blended in by the
//! share of the pixel that it covers.  The centre of pixel (0, 0) is at (0.5, 0.5).

use super::canvas::{Anchor, Area, BLACK, Ink, PAPER, Shape};
use super::{RenderError, Size};
use ab_glyph_rasterizer::{Point, Rasterizer, point};
use colorous::Color;
use std::ops::Range;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The bytes of a PNG file, on a dark sheet or on a light one.
pub(crate) fn png(size: Size, shapes: &[Shape], dark: bool) -> Result<Vec<u8>, RenderError> {
    let mut sheet = Sheet::new(size, dark)?;
    for shape in shapes {
        sheet.draw(shape);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.width, size.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(sheet.pixels.as_flattened())?;
        writer.finish()
    });
    written.map_err(|error| RenderError(error.to_string()))?;
    Ok(bytes)
}

struct Sheet {
    width: usize,
    height: usize,
    /// Red, green, blue and opacity, row by row.
    pixels: Vec<[u8; 4]>,
    dark: bool,
    font: Face<'static>,
}

impl Sheet {
    fn new(size: Size, dark: bool) -> Result<Self, RenderError> {
        let font = Face::parse(dejavu::sans::regular(), 0)
            .map_err(|error| RenderError(error.to_string()))?;
        let (width, height) = (size.width as usize, size.height as usize);
        let mut pixels = Vec::new();
        pixels
            .try_reserve_exact(width * height)
            .map_err(|_| RenderError("not enough memory for the pixels".to_owned()))?;
        pixels.resize(width * height, [0xFF; 4]);
        Ok(Self { width, height, pixels, dark, font })
    }

    fn colour(&self, ink: Ink) -> Color {
        if self.dark { ink.dark } else { ink.light }
    }

    fn draw(&mut self, shape: &Shape) {
        match *shape {
            Shape::Fill { area, colour } => self.fill(area, self.colour(colour)),
            Shape::Frame { area, width } => self.frame(area, width),
            Shape::Line { from, to, width, colour } => {
                let half = width / 2.0;
                let (across, along) = if from.1 == to.1 { (0.0, half) } else { (half, 0.0) };
                let low = (from.0.min(to.0) - across, from.1.min(to.1) - along);
                let high = (from.0.max(to.0) + across, from.1.max(to.1) + along);
                self.blend_area(between(low, high), self.colour(colour));
            }
            Shape::Polyline { ref points, width, colour } => {
                for ends in points.windows(2) {
                    self.stroke(ends[0], ends[1], width / 2.0, self.colour(colour));
                }
            }
            Shape::Dot { x, y, radius, colour } => {
                self.stroke((x, y), (x, y), radius, self.colour(colour));
            }
            Shape::Cells { grid: [a, b, c, d, e, f], ref runs, colour } => {
                let place = |u: f64, v: f64| (a * u + c * v + e, b * u + d * v + f);
                for run in runs {
                    let (u, v) = (f64::from(run.u), f64::from(run.v));
                    let (one, other) = (place(u, v), place(u + 1.0, v + f64::from(run.length)));
                    let low = (one.0.min(other.0), one.1.min(other.1));
                    let high = (one.0.max(other.0), one.1.max(other.1));
                    self.fill(between(low, high), self.colour(colour));
                }
            }
            Shape::Text { x, y, anchor, size, upward, ref text, colour, halo } => {
                if halo > 0.0 {
                    // In all directions.
                    for eighth in 0..8 {
                        let (down, across) =
                            (f64::from(eighth) * std::f64::consts::FRAC_PI_4).sin_cos();
                        let at = (x + halo * across, y + halo * down);
                        self.text(at, anchor, size, upward, text, PAPER);
                    }
                }
                self.text((x, y), anchor, size, upward, text, colour);
            }
        }
    }

    /// All pixels whose centre is in the area.
    fn fill(&mut self, area: Area, colour: Color) {
        let centres = |from: f64, to: f64| (from - 0.5).ceil()..(to - 0.5).ceil();
        let columns = clip(centres(area.left, area.right()), self.width);
        for row in clip(centres(area.top, area.bottom()), self.height) {
            let pixels = &mut self.pixels[row * self.width..][..self.width];
            pixels[columns.clone()].fill([colour.r, colour.g, colour.b, 0xFF]);
        }
    }

    fn frame(&mut self, area: Area, width: f64) {
        let half = width / 2.0;
        let (left, right) = (area.left - half, area.right() + half);
        let (top, bottom) = (area.top - half, area.bottom() + half);
        for (low, high) in [
            ((left, top), (right, top + width)),
            ((left, bottom - width), (right, bottom)),
            ((left, top + width), (left + width, bottom - width)),
            ((right - width, top + width), (right, bottom - width)),
        ] {
            self.blend_area(between(low, high), self.colour(BLACK));
        }
    }

    /// An area with soft borders.
    fn blend_area(&mut self, area: Area, colour: Color) {
        let share = |pixel: usize, from: f64, to: f64| {
            let pixel = pixel as f64;
            (to.min(pixel + 1.0) - from.max(pixel)).max(0.0)
        };
        for row in clip(area.top.floor()..area.bottom().ceil(), self.height) {
            let height = share(row, area.top, area.bottom());
            for column in clip(area.left.floor()..area.right().ceil(), self.width) {
                let width = share(column, area.left, area.right());
                self.blend(column, row, colour, width * height);
            }
        }
    }

    /// Everything within a distance of `half` from a point of the line.
    fn stroke(&mut self, from: (f64, f64), to: (f64, f64), half: f64, colour: Color) {
        let reach = half + 1.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let square = dx * dx + dy * dy;
        let rows = from.1.min(to.1) - reach..from.1.max(to.1) + reach;
        for row in clip(rows.start.floor()..rows.end.ceil(), self.height) {
            let y = row as f64 + 0.5;
            // The part of the line that can be this near to the row.
            let at = |y: f64| if dy == 0.0 { 0.0 } else { ((y - from.1) / dy).clamp(0.0, 1.0) };
            let (one, other) = if dy == 0.0 { (0.0, 1.0) } else { (at(y - reach), at(y + reach)) };
            let (x1, x2) = (from.0 + one * dx, from.0 + other * dx);
            let columns = x1.min(x2) - reach..x1.max(x2) + reach;
            for column in clip(columns.start.floor()..columns.end.ceil(), self.width) {
                let (px, py) = (column as f64 + 0.5 - from.0, y - from.1);
                let nearest = if square == 0.0 {
                    0.0
                } else {
                    ((px * dx + py * dy) / square).clamp(0.0, 1.0)
                };
                let distance = (px - nearest * dx).hypot(py - nearest * dy);
                self.blend(column, row, colour, half + 0.5 - distance);
            }
        }
    }

    fn text(
        &mut self,
        at: (f64, f64),
        anchor: Anchor,
        size: f64,
        upward: bool,
        text: &str,
        colour: Ink,
    ) {
        let scale = size / f64::from(self.font.units_per_em());
        let glyphs: Vec<(GlyphId, f64)> = (text.chars())
            .map(|letter| {
                // The first glyph of a font replaces those that the font lacks.
                let glyph = self.font.glyph_index(letter).unwrap_or(GlyphId(0));
                (glyph, f64::from(self.font.glyph_hor_advance(glyph).unwrap_or(0)))
            })
            .collect();
        let width: f64 = glyphs.iter().map(|(_, advance)| advance).sum();
        let start = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        // From units of the font, which grow upwards, to pixels.
        let place = |along: f64, up: f64| {
            let (along, up) = ((start + along) * scale, up * scale);
            if upward { (at.0 - up, at.1 - along) } else { (at.0 + along, at.1 - up) }
        };
        let bounds = self.font.global_bounding_box();
        let one = place(bounds.x_min.into(), bounds.y_min.into());
        let other = place(width + f64::from(bounds.x_max), bounds.y_max.into());
        // All glyphs fit into a box of whole pixels.
        let low = (one.0.min(other.0).floor(), one.1.min(other.1).floor());
        let high = (one.0.max(other.0).ceil(), one.1.max(other.1).ceil());
        let (columns, rows) = ((high.0 - low.0) as usize + 1, (high.1 - low.1) as usize + 1);
        let mut pen = Pen {
            rasterizer: Rasterizer::new(columns, rows),
            place: &|along, up| {
                let (x, y) = place(along, up);
                point((x - low.0) as f32, (y - low.1) as f32)
            },
            along: 0.0,
            first: Point::default(),
            last: Point::default(),
        };
        for (glyph, advance) in glyphs {
            // A space has no outline.
            _ = self.font.outline_glyph(glyph, &mut pen);
            pen.along += advance;
        }
        let colour = self.colour(colour);
        pen.rasterizer.for_each_pixel_2d(|column, row, share| {
            let (x, y) = (low.0 + f64::from(column), low.1 + f64::from(row));
            let inside = x >= 0.0 && y >= 0.0 && x < self.width as f64 && y < self.height as f64;
            if inside && share > 0.0 {
                let index = y as usize * self.width + x as usize;
                self.pixels[index] = blended(self.pixels[index], colour, share.into());
            }
        });
    }

    fn blend(&mut self, column: usize, row: usize, colour: Color, share: f64) {
        let pixel = &mut self.pixels[row * self.width + column];
        *pixel = blended(*pixel, colour, share);
    }
}

fn between(low: (f64, f64), high: (f64, f64)) -> Area {
    Area { left: low.0, top: low.1, width: high.0 - low.0, height: high.1 - low.1 }
}

/// The whole numbers of a range that are below `end`.
fn clip(range: Range<f64>, end: usize) -> Range<usize> {
    let end = end as f64;
    range.start.clamp(0.0, end) as usize..range.end.clamp(0.0, end) as usize
}

/// A pixel with a colour blended in by a share, which may come out a little below 0 or above 1.
fn blended([r, g, b, opacity]: [u8; 4], colour: Color, share: f64) -> [u8; 4] {
    let share = share.clamp(0.0, 1.0);
    let mix = |below: u8, above: u8| {
        let (below, above) = (f64::from(below), f64::from(above));
        (below + (above - below) * share).round() as u8
    };
    [mix(r, colour.r), mix(g, colour.g), mix(b, colour.b), opacity]
}

/// Passes the outlines of glyphs, which are in units of the font, to the rasterizer.
struct Pen<'a> {
    rasterizer: Rasterizer,
    place: &'a dyn Fn(f64, f64) -> Point,
    /// Where the origin of the glyph is.
    along: f64,
    /// Where the contour started.
    first: Point,
    last: Point,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> Point {
        (self.place)(self.along + f64::from(x), y.into())
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = self.at(x, y);
        self.first = self.last;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.rasterizer.draw_line(self.last, to);
        self.last = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let to = self.at(x, y);
        self.rasterizer.draw_quad(self.last, self.at(x1, y1), to);
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let to = self.at(x, y);
        self.rasterizer.draw_cubic(self.last, self.at(x1, y1), self.at(x2, y2), to);
        self.last = to;
    }

    fn close(&mut self) {
        self.rasterizer.draw_line(self.last, self.first);
        self.last = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Canvas;

    /// The pixels darker than medium grey on a sheet of 300 by 300: their first and last column, then row, and their
    /// number.
    fn ink(draw: impl FnOnce(&mut Canvas)) -> ([usize; 4], usize) {
        let size = Size::new(300, 300).unwrap();
        let mut canvas = Canvas::new(size);
        draw(&mut canvas);
        let mut sheet = Sheet::new(size, false).unwrap();
        canvas.finish().shapes.iter().for_each(|shape| sheet.draw(shape));
        let dark = |index: &usize| sheet.pixels[*index][1] < 0x80;
        let places: Vec<usize> = (0..300 * 300).filter(dark).collect();
        let columns = || places.iter().map(|place| place % 300);
        let rows = || places.iter().map(|place| place / 300);
        let box_ = [columns().min(), columns().max(), rows().min(), rows().max()];
        (box_.map(Option::unwrap), places.len())
    }

    #[test]
    fn texts_stand_where_their_anchor_says() {
        // An em is 90 pixels; of its 2048 parts an H takes 201 to 1339 across, of an advance of
        // 1540, and 1493 upwards.
        let at = |anchor| ink(|canvas| canvas.text(150.0, 200.0, anchor, 10.0, "H")).0;
        assert_eq!(at(Anchor::Start), [159, 208, 134, 199]);
        assert_eq!(at(Anchor::Middle), [125, 174, 134, 199]);
        assert_eq!(at(Anchor::End), [91, 140, 134, 199]);
        let (upward, _) = ink(|canvas| canvas.upward_text(150.0, 100.0, "HHHHHH"));
        assert!(upward[1] < 150 && upward[0] > 140 && upward[2] + upward[3] == 199, "{upward:?}");
    }

    #[test]
    fn holes_of_letters_stay_open() {
        let black =
            |text: &str| ink(|canvas| canvas.text(20.0, 250.0, Anchor::Start, 20.0, text)).1;
        assert!(black("O") < 2 * black("|") + 4000, "{}", black("O"));
    }

    #[test]
    fn borders_are_sharp_or_soft() {
        let area = Area { left: 10.4, top: 20.6, width: 30.0, height: 5.0 };
        assert_eq!(ink(|canvas| canvas.fill(area, BLACK)), ([10, 39, 21, 25], 30 * 5));
        let frame = ink(|canvas| canvas.frame(Area { left: 10.5, top: 20.5, ..area })).1;
        assert_eq!(frame, 2 * (31 + 4));
        let line = ink(|canvas| canvas.line((7.0, 9.5), (3.0, 9.5), BLACK));
        assert_eq!(line, ([3, 6, 9, 9], 4));
    }

    #[test]
    fn strokes_have_their_width() {
        let mut sheet = Sheet::new(Size::new(300, 300).unwrap(), false).unwrap();
        sheet.stroke((50.0, 50.0), (200.0, 250.0), 3.0, BLACK.light);
        let shade: f64 = sheet.pixels.iter().map(|pixel| 1.0 - f64::from(pixel[0]) / 255.0).sum();
        // A line of 250 by 6 pixels with round ends.
        let area = 250.0 * 6.0 + std::f64::consts::PI * 9.0;
        assert!((shade - area).abs() < area / 100.0, "{shade} of {area}");
        sheet.stroke((-1e9, 1e9), (1e9, -1e9), 3.0, BLACK.light);
    }
}
