//! Losing intervals of a game with real moves, as rows of a chosen width.

use super::canvas::{Anchor, Area, BLACK, Canvas, decimal};
use super::rows::{colour, legend};
use super::scale::step;
use super::{Picture, Size};
use crate::model::Alphabet;

/// A stretch of positions, and how it is to be broken into rows.
#[derive(Clone, Debug)]
pub struct Stretch<'a> {
    /// The title, such as the moves of the game.
    pub title: &'a str,
    /// The first position as it is written.
    pub from: &'a str,
    /// The length of a row as it is written,
    pub width_text: &'a str,
    /// and about how long that is, above 0.
    pub width: f64,
    /// How many rows there are, at least 1.
    pub rows: u32,
    /// The losing intervals by their distances from the first position, in increasing order; they may reach beyond the stretch.
    pub lost: &'a [(f64, f64)],
}

/// Draws the intervals row by row, from left to right and from top to bottom.
///
/// They are below one another when the width is the period.
pub fn intervals(stretch: &Stretch, size: Size) -> Picture {
    let &Stretch { title, from, width_text, width, rows, lost } = stretch;
    let mut canvas = Canvas::new(size);
    let em = canvas.em;
    let left = 4.4 * em;
    let subtitle = format!("positions from {from} on, rows of length {width_text}");
    canvas.title(left, title, &subtitle);
    let colours = [colour(0, 1), colour(1, 1)];
    let top = legend(&mut canvas, left, Alphabet::Outcome, &colours) + 3.2 * em;
    let plot = Area {
        left,
        top,
        width: canvas.width() - left - 1.5 * em,
        height: canvas.height() - top - 1.2 * em,
    };
    let rows = rows.max(1);
    let height = plot.height / f64::from(rows);
    canvas.fill(plot, colours[1]);
    // Rows are apart where there is room for that.
    let gap = if height > 6.0 { 1.0 } else { 0.0 };
    for row in 0..rows {
        let begin = f64::from(row) * width;
        let first = lost.partition_point(|it| it.1 <= begin);
        let inside = lost[first..].iter().take_while(|it| it.0 < begin + width);
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
    canvas.frame(plot);
    let middle = (plot.left + plot.width / 2.0, plot.top + plot.height / 2.0);
    canvas.text(middle.0, plot.top - 2.2 * em, Anchor::Middle, 0.9, "place in the row");
    canvas.upward_text(1.3 * em, middle.1, "number of the row");
    canvas.describe("Each row goes on from left to right; the next one is below it.");
    let lost: f64 = lost.iter().map(|(a, b)| b.min(f64::from(rows) * width) - a.max(0.0)).sum();
    let share = 100.0 * lost / (f64::from(rows) * width);
    canvas.describe(&format!("About {share:.1} per cent of the positions are lost."));
    for (place, text) in ticks(width, (plot.width / (4.0 * em)).max(1.0) as u64) {
        let x = plot.left + place / width * plot.width;
        canvas.line((x, plot.top - 0.4 * em), (x, plot.top), BLACK);
        canvas.text(x, plot.top - 0.7 * em, Anchor::Middle, 0.85, &text);
    }
    let most = (plot.height / (2.0 * em)).max(1.0) as u64;
    let between = usize::try_from(step(rows.into(), most)).unwrap_or(usize::MAX);
    for row in (0..rows).step_by(between) {
        let y = plot.top + (f64::from(row) + 0.5) * height;
        canvas.line((plot.left - 0.4 * em, y), (plot.left, y), BLACK);
        canvas.text(plot.left - 0.7 * em, y + 0.3 * em, Anchor::End, 0.85, &row.to_string());
    }
    canvas.finish()
}

/// Round numbers from 0 to `width`, at most about `most` of them: `+0`, `+0.5`, `+1`.
fn ticks(width: f64, most: u64) -> Vec<(f64, String)> {
    // In parts of a power of ten, so that some hundreds of them make the width.
    let power = (2.0 - width.log10().floor()).clamp(-300.0, 300.0);
    let parts = (width * 10_f64.powf(power)).max(1.0) as u64;
    let between = step(parts, most);
    let decimals = power.max(0.0) as usize;
    let each = (0..=parts).step_by(usize::try_from(between).unwrap_or(usize::MAX));
    each.map(|part| {
        let place = part as f64 / 10_f64.powf(power);
        (place, format!("+{}", decimal(place, decimals)))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let shown = |width, most| -> Vec<String> {
            ticks(width, most).into_iter().map(|it| it.1).collect()
        };
        assert_eq!(shown(2.414, 5), ["+0", "+0.5", "+1", "+1.5", "+2"]);
        assert_eq!(shown(0.03, 3), ["+0", "+0.01", "+0.02", "+0.03"]);
        assert_eq!(shown(281.0, 3), ["+0", "+100", "+200"]);
        assert_eq!(shown(1e6, 2), ["+0", "+500000", "+1000000"]);
    }
}
