//! A sequence as rows of a chosen width.

use super::canvas::{Anchor, Area, BLACK, Canvas, Ink, OKABE_ITO, grey};
use super::scale::step;
use super::{Picture, Size};
use crate::model::{Alphabet, Value};

/// A piece of a sequence, and how it is to be broken into rows.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    /// The title, such as the moves of the game.
    pub title: &'a str,
    /// What the values are.
    pub alphabet: Alphabet,
    /// The position of the first value.
    pub from: u64,
    /// The number of positions in a row, at least 1.
    pub width: u32,
    /// The values, at most [`u32::MAX`] rows of them; the last row may be cut.
    pub values: &'a [Value],
}

/// Draws the values row by row, from left to right and from top to bottom.
///
/// Blocks of the sequence are aligned one below another when the width is a block length.
pub fn rows(piece: &Rows, size: Size) -> Picture {
    let width = piece.width.max(1);
    let count = u64::try_from(piece.values.len()).unwrap_or(u64::MAX);
    let height = u32::try_from(count.div_ceil(u64::from(width))).unwrap_or(u32::MAX).max(1);
    let greatest = piece.values.iter().map(|value| usize::from(value.0)).max().unwrap_or(0);
    let colours: Vec<Ink> = (0..=greatest).map(|value| colour(value, greatest)).collect();

    let mut canvas = Canvas::new(size);
    let em = canvas.em;
    let last = piece.from.saturating_add(count).saturating_sub(1);
    let left = canvas.text_width(&last.to_string(), 0.85) + 2.9 * em;
    let subtitle = format!("positions {} to {last}, {width} in a row", piece.from);
    canvas.title(left, piece.title, &subtitle);
    let legend_bottom = legend(&mut canvas, left, piece.alphabet, &colours);
    let plot = plot_below(&canvas, left, legend_bottom);
    let cell = (plot.width / f64::from(width), plot.height / f64::from(height));
    // Squares are given row by row, so the first coordinate is the row.
    let grid = [0.0, cell.1, cell.0, 0.0, plot.left, plot.top];
    let squares = (piece.values.chunks(width as usize).zip(0_u32..)).flat_map(|(row, v)| {
        row.iter().zip(0_u32..).map(move |(value, u)| (v, u, usize::from(value.0)))
    });
    canvas.cells(grid, squares, &colours);
    let columns = (0..width).step_by(step_of(width, plot.width, 5.0 * em));
    let across =
        columns.map(|column| ((f64::from(column) + 0.5) / f64::from(width), format!("+{column}")));
    let first = |row| piece.from.saturating_add(u64::from(row) * u64::from(width)).to_string();
    axes(&mut canvas, plot, across, "first position", height, first);
    canvas.finish()
}

/// The area for rows below a legend.
pub(crate) fn plot_below(canvas: &Canvas, left: f64, legend_bottom: f64) -> Area {
    let (em, top) = (canvas.em, legend_bottom + 3.2 * canvas.em);
    let (width, height) = (canvas.width() - left - 1.5 * em, canvas.height() - top - 1.2 * em);
    Area { left, top, width, height }
}

/// The frame around rows, with ticks above it by their share of the width, and the names of rows to its left where
/// there is room; `down` says what the names are.
pub(crate) fn axes(
    canvas: &mut Canvas,
    plot: Area,
    across: impl Iterator<Item = (f64, String)>,
    down: &str,
    rows: u32,
    name: impl Fn(u32) -> String,
) {
    let em = canvas.em;
    canvas.frame(plot);
    let middle = (plot.left + plot.width / 2.0, plot.top + plot.height / 2.0);
    canvas.text(middle.0, plot.top - 2.2 * em, Anchor::Middle, 0.9, "column");
    canvas.upward_text(1.3 * em, middle.1, down);
    canvas.describe("Each row goes on from left to right; the next one is below it.");
    for (share, text) in across {
        let x = plot.left + share * plot.width;
        canvas.line((x, plot.top - 0.4 * em), (x, plot.top), BLACK);
        canvas.text(x, plot.top - 0.7 * em, Anchor::Middle, 0.85, &text);
    }
    for row in (0..rows).step_by(step_of(rows, plot.height, 2.0 * em)) {
        let y = plot.top + (f64::from(row) + 0.5) * plot.height / f64::from(rows);
        canvas.line((plot.left - 0.4 * em, y), (plot.left, y), BLACK);
        canvas.text(plot.left - 0.7 * em, y + 0.3 * em, Anchor::End, 0.85, &name(row));
    }
}

/// The number of lines from one tick to the next, with `count` lines on `length` and `room` needed for each tick.
fn step_of(count: u32, length: f64, room: f64) -> usize {
    let most = (length / room).max(1.0) as u64;
    usize::try_from(step(u64::from(count), most)).unwrap_or(usize::MAX)
}

/// P is farthest from the colour of the sheet; Grundy values have colours that everybody can tell apart, as long as
/// there are enough of these.
pub(crate) fn colour(value: usize, greatest: usize) -> Ink {
    match value {
        0 => BLACK,
        1 if greatest <= 1 => grey(0xE0, 0x4A),
        _ if greatest <= OKABE_ITO.len() => OKABE_ITO[value - 1].into(),
        _ => colorous::VIRIDIS.eval_rational(value, greatest + 1).into(),
    }
}

/// Writes below the title what the colours mean, in the letters of the language; returns where the legend ends.
pub(crate) fn legend(canvas: &mut Canvas, left: f64, alphabet: Alphabet, colours: &[Ink]) -> f64 {
    let em = canvas.em;
    let (mut x, mut base) = (left, 4.8 * em);
    for (value, colour) in colours.iter().enumerate() {
        let letter = u8::try_from(value).map(|value| alphabet.letter(Value(value)));
        let letter = letter.unwrap_or_default();
        let name = match (alphabet, value) {
            (Alphabet::Outcome, 0) => format!("{letter} = P, lost for the player to move"),
            (Alphabet::Outcome, _) => format!("{letter} = N, won"),
            (Alphabet::Nim, value) => format!("{letter} = {value}"),
        };
        let room = canvas.text_width(&name, 0.9) + 2.6 * em;
        if x + room > canvas.width() && x > left {
            (x, base) = (left, base + 1.5 * em);
        }
        let swatch = Area { left: x, top: base - 0.85 * em, width: em, height: em };
        canvas.fill(swatch, *colour);
        canvas.frame(swatch);
        canvas.text(x + 1.4 * em, base, Anchor::Start, 0.9, &name);
        x += room;
    }
    base + 0.5 * em
}
