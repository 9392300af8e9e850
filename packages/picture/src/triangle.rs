//! The drawing of a plane of games: two axes, the games, a legend.

use super::canvas::{Anchor, Area, BLACK, Canvas, Ink, number};
use super::scale::{self, step};
use super::{Picture, Size};
use crate::region::View;

/// The texts beside the triangle.
pub(crate) struct Labels<'a> {
    pub title: String,
    pub subtitle: String,
    pub plane: Plane<'a>,
}

/// Which games are drawn where.
#[derive(Clone, Copy)]
pub(crate) struct Plane<'a> {
    /// The fixed move.
    pub fixed: u32,
    /// The name of the fixed move, such as s3.
    pub name: &'a str,
    /// The upper ends of both axes, as shares of the fixed move: all games are below them.
    pub ends: (f64, f64),
    pub view: View,
    /// Does s1 grow from right to left?
    pub mirrored: bool,
}

impl Plane<'_> {
    /// What the axes cover, in moves: the two ends for s1, then for s2.
    fn ranges(&self) -> [(f64, f64); 2] {
        let fixed = f64::from(self.fixed.max(1));
        let ends = [fixed * self.ends.0, fixed * self.ends.1];
        if self.view.is_whole() {
            return ends.map(|end| (0.0, end));
        }
        let margin = self.cell() / 2.0;
        let range = |((from, to), end): ((u32, u32), f64)| {
            let from = f64::from(from) - margin;
            (from, (f64::from(to).min(end) + margin).max(from + 2.0 * margin))
        };
        let [across, upward] = ends;
        [(self.view.s1, across), (self.view.s2, upward)].map(range)
    }

    /// The side of the square of a game, in moves.
    fn cell(&self) -> f64 {
        f64::from(self.view.step.max(1))
    }

    /// The moves at the ticks, and the texts there.
    fn ticks(&self, (from, to): (f64, f64)) -> Vec<(f64, String)> {
        if self.view.is_whole() {
            let share = |step: u32| f64::from(step) / 5.0 * to;
            let fixed = f64::from(self.fixed.max(1));
            return (0..=5).map(|step| (share(step), number(share(step) / fixed))).collect();
        }
        let spacing = step((to - from).ceil().max(1.0) as u64, 6);
        let first = (from.max(0.0).ceil() as u64).next_multiple_of(spacing);
        let ticks = (first..).step_by(spacing as usize).take(12);
        ticks.map(|tick| (tick as f64, tick.to_string())).filter(|(tick, _)| *tick <= to).collect()
    }
}

/// The drawing: a rectangle with both axes, as large as the games need, and the legend in the corner below the games,
/// or beside the rectangle where there is room or games are everywhere.
pub(crate) struct Triangle {
    canvas: Canvas,
    plot: Area,
    legend: Area,
    /// The size of the letters of the legend, relative to the others.
    letters: f64,
    /// The values of s1 and s2 at which the axes begin, and the pixels per move.
    origin: (f64, f64),
    unit: f64,
}

impl Triangle {
    /// `legend` is the width and the height of the legend in letters.
    pub(crate) fn new(labels: &Labels<'_>, size: Size, legend: (f64, f64)) -> Self {
        let plane = &labels.plane;
        let mut canvas = Canvas::new(size);
        let em = canvas.em;
        let (left, top, right, bottom) = (4.6 * em, 4.0 * em, 1.2 * em, 3.6 * em);
        let mut room = (canvas.width() - left - right, canvas.height() - top - bottom);
        let [across, upward] = plane.ranges();
        let moves = (across.1 - across.0, upward.1 - upward.0);
        // In a part of the plane, games can be in every corner.
        let in_corner = plane.view.is_whole();
        let letters = (0.45 * room.0 / (legend.0 + 1.0) / em).min(1.0);
        let beside_width = if in_corner { 1.0 } else { letters } * (legend.0 + 1.0) * em;
        if !in_corner {
            room.0 -= beside_width;
        }
        let unit = (room.0 / moves.0).min(room.1 / moves.1);
        let (width, height) = (unit * moves.0, unit * moves.1);
        let beside = !in_corner || room.0 - width >= beside_width;
        let taken = if in_corner && beside { beside_width } else { 0.0 };
        let plot = Area { left: left + (room.0 - width - taken) / 2.0, top, width, height };
        // The games lie above the diagonal, so the width and the height of the legend must add up to less than the
        // side.
        let letters = match (beside, in_corner) {
            (true, true) => 1.0,
            (true, false) => letters,
            (false, _) => (0.94 * width / (legend.0 + legend.1) / em).min(1.0),
        };
        let (width, height) = (legend.0 * letters * em, legend.1 * letters * em);
        let legend = Area {
            left: match (beside, plane.mirrored) {
                (true, _) => plot.right() + em,
                (false, false) => plot.right() - width,
                (false, true) => plot.left + 0.6 * em,
            },
            top: plot.bottom() - height,
            width,
            height,
        };
        canvas.title(plot.left, &labels.title, &labels.subtitle);
        Self { canvas, plot, legend, letters, origin: (across.0, upward.0), unit }
    }

    /// Describes the picture.
    pub(crate) fn describe(&mut self, sentences: &str) {
        self.canvas.describe(sentences);
    }

    /// Draws the games, given as s1, s2 and the number of the colour.
    pub(crate) fn games(
        &mut self,
        plane: &Plane<'_>,
        squares: impl Iterator<Item = (u32, u32, usize)>,
        colours: &[Ink],
    ) {
        let View { s1: (s1, _), s2: (s2, _), step } = plane.view;
        let step = step.max(1);
        let cell = self.unit * f64::from(step);
        // The middle of the square of a game is at its moves, and s2 grows upwards.
        let (x, y) = self.place(plane, f64::from(s1), f64::from(s2));
        let across = if plane.mirrored { -cell } else { cell };
        let grid = [across, 0.0, 0.0, -cell, x - across / 2.0, y + cell / 2.0];
        let squares = squares.map(|(u, v, colour)| {
            (u.saturating_sub(s1) / step, v.saturating_sub(s2) / step, colour)
        });
        self.canvas.cells(grid, squares, colours);
    }

    /// Draws lines between places of games.
    pub(crate) fn lines(&mut self, plane: &Plane<'_>, lines: &[[(f64, f64); 2]]) {
        if !plane.view.is_whole() {
            return;
        }
        for line in lines {
            let places = line.map(|(s1, s2)| self.place(plane, s1, s2));
            self.canvas.polyline(&places, BLACK);
        }
    }

    /// Where a game is drawn.
    fn place(&self, plane: &Plane<'_>, s1: f64, s2: f64) -> (f64, f64) {
        let (across, upward) = ((s1 - self.origin.0) * self.unit, (s2 - self.origin.1) * self.unit);
        let x = if plane.mirrored { self.plot.right() - across } else { self.plot.left + across };
        (x, self.plot.bottom() - upward)
    }

    /// A table with a heading: colour, meaning, number of games, share.
    pub(crate) fn table(&mut self, rows: &[[String; 3]], colours: &[Ink]) {
        let unit = self.letters * self.canvas.em;
        let heading = ["period", "games", "share"].map(str::to_owned);
        let line = self.legend.height / (rows.len() + 1) as f64;
        for (index, row) in std::iter::once(&heading).chain(rows).enumerate() {
            let base = self.legend.top + line * index as f64 + 0.7 * line;
            if let Some(colour) = index.checked_sub(1).and_then(|index| colours.get(index)) {
                let swatch = Area {
                    left: self.legend.left,
                    top: base - 0.8 * unit,
                    width: unit,
                    height: 0.9 * unit,
                };
                self.canvas.fill(swatch, *colour);
            }
            let scale = 0.9 * self.letters;
            let [meaning, games, share] = row;
            let left = self.legend.left + 1.4 * unit;
            self.canvas.text(left, base, Anchor::Start, scale, meaning);
            let right = self.legend.right() - 0.6 * unit;
            self.canvas.text(right - 5.4 * unit, base, Anchor::End, scale, games);
            self.canvas.text(right, base, Anchor::End, scale, share);
        }
    }

    /// A bar of colours with ticks, and room for a remark below it.
    pub(crate) fn bar(&mut self, title: &str, ticks: &[(f64, String)], colours: &[Ink]) {
        let unit = self.letters * self.canvas.em;
        let area = Area {
            left: self.legend.left + unit,
            top: self.legend.top + 2.0 * unit,
            width: 1.6 * unit,
            height: self.legend.height - 5.0 * unit,
        };
        scale::bar(&mut self.canvas, area, title, ticks, colours, self.letters);
    }

    /// A remark with its colour, below the bar.
    pub(crate) fn remark(&mut self, text: &str, colour: Ink) {
        let unit = self.letters * self.canvas.em;
        let base = self.legend.bottom() - unit;
        let swatch = Area {
            left: self.legend.left + unit,
            top: base - 0.85 * unit,
            width: unit,
            height: unit,
        };
        self.canvas.fill(swatch, colour);
        self.canvas.frame(swatch);
        let left = swatch.right() + 0.5 * unit;
        let scale = self.letters
            * (0.85_f64)
                .min((self.legend.right() - left) / self.canvas.text_width(text, self.letters));
        self.canvas.text(left, base, Anchor::Start, scale, text);
    }

    /// Draws the axes last, so that they are above the games.
    pub(crate) fn finish(mut self, labels: &Labels<'_>) -> Picture {
        let (plane, plot, em) = (&labels.plane, self.plot, self.canvas.em);
        let [across, upward] = plane.ranges();
        for (tick, text) in plane.ticks(across) {
            let (x, _) = self.place(plane, tick, 0.0);
            self.canvas.line((x, plot.bottom()), (x, plot.bottom() + 0.4 * em), BLACK);
            self.canvas.text(x, plot.bottom() + 1.4 * em, Anchor::Middle, 0.85, &text);
        }
        for (tick, text) in plane.ticks(upward) {
            let (_, y) = self.place(plane, 0.0, tick);
            self.canvas.line((plot.left - 0.4 * em, y), (plot.left, y), BLACK);
            self.canvas.text(plot.left - 0.6 * em, y + 0.3 * em, Anchor::End, 0.85, &text);
        }
        let corner = (plot.left, plot.bottom());
        self.canvas.line(corner, (plot.left, plot.top), BLACK);
        self.canvas.line(corner, (plot.right(), plot.bottom()), BLACK);
        let middle = (plot.left + plot.width / 2.0, plot.top + plot.height / 2.0);
        let [across, upward] = [("least move", 1), ("second move", 2)].map(|(which, index)| {
            match plane.view.is_whole() {
                true => format!("{which}: s{index}/{}", plane.name),
                false => format!("{which}: s{index}"),
            }
        });
        let below = plot.bottom() + 2.8 * em;
        self.canvas.text(middle.0, below, Anchor::Middle, 1.0, &across);
        self.canvas.upward_text(plot.left - 3.2 * em, middle.1, &upward);
        let direction = if plane.mirrored { "left" } else { "right" };
        self.canvas.describe(&format!("To the {direction}: {across}. Upwards: {upward}."));
        self.canvas.finish()
    }
}
