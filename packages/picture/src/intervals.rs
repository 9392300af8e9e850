//! Losing intervals of a game with real moves, as rows of a chosen width.

use super::canvas::{Area, Canvas};
use super::rows::{axes, colour, legend, plot_below};
use super::scale::round;
use super::{Picture, Size};
use crate::model::Alphabet;

/// A stretch of positions, and how it is to be broken into rows.
#[derive(Clone, Debug)]
pub struct Stretch<'a> {
    /// The title, such as the moves of the game.
    pub title: &'a str,
    /// The first position as it is written.
    pub from: &'a str,
    /// The length of a row as it is written.
    pub width_text: &'a str,
    /// An approximation of this length, above 0.
    pub width: f64,
    /// The number of rows, at least 1.
    pub rows: u32,
    /// The losing intervals by their distances from the first position, in increasing order; they may reach beyond the stretch.
    pub lost: &'a [(f64, f64)],
}

/// Draws the intervals row by row, from left to right and from top to bottom.
///
/// They are aligned one below another when the width is the period.
pub fn intervals(stretch: &Stretch, size: Size) -> Picture {
    let &Stretch { title, from, width_text, width, rows, lost } = stretch;
    let mut canvas = Canvas::new(size);
    let em = canvas.em;
    let left = 4.4 * em;
    let subtitle = format!("positions from {from} on, rows of length {width_text}");
    canvas.title(left, title, &subtitle);
    let colours = [colour(0, 1), colour(1, 1)];
    let legend_bottom = legend(&mut canvas, left, Alphabet::Outcome, &colours);
    let plot = plot_below(&canvas, left, legend_bottom);
    let rows = rows.max(1);
    let height = plot.height / f64::from(rows);
    canvas.fill(plot, colours[1]);
    // Rows have a gap between them where there is room for it.
    let gap = if height > 6.0 { 1.0 } else { 0.0 };
    for row in 0..rows {
        let begin = f64::from(row) * width;
        let first = lost.partition_point(|interval| interval.1 <= begin);
        let inside = lost[first..].iter().take_while(|interval| interval.0 < begin + width);
        for (a, b) in inside {
            let (a, b) = ((a - begin).max(0.0) / width, (b - begin).min(width) / width);
            let area = Area {
                left: plot.left + a * plot.width,
                top: plot.top + f64::from(row) * height,
                width: (b - a) * plot.width,
                height: height - gap,
            };
            canvas.fill(area, colours[0]);
        }
    }
    let across = round(0.0, width, (plot.width / (4.0 * em)).max(1.0) as u64).into_iter();
    let across = across.map(|(place, text)| (place / width, format!("+{text}")));
    axes(&mut canvas, plot, across, "row", rows, |row| row.to_string());
    let lost: f64 = lost.iter().map(|(a, b)| b.min(f64::from(rows) * width) - a.max(0.0)).sum();
    let share = 100.0 * lost / (f64::from(rows) * width);
    canvas.describe(&format!("About {share:.1} per cent of the positions are lost."));
    canvas.finish()
}
