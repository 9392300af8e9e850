//! A refutation: the described and the computed sequence, one above the other.

use super::canvas::{Anchor, Area, BLACK, Canvas, Ink, OKABE_ITO};
use super::rows::{colour, legend};
use super::{Picture, Size};
use crate::model::Alphabet;
use crate::sequence::Run;

/// Two sequences around the position where they diverge.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// The title, such as the moves of the game.
    pub title: String,
    /// What is wrong, in one line.
    pub subtitle: String,
    /// What the values are.
    pub alphabet: Alphabet,
    /// The first position of both sequences.
    pub from: u64,
    /// As described; each run is as long as possible.
    pub described: Vec<Run>,
    /// As computed.
    pub computed: Vec<Run>,
    /// The position of the counterexample.
    pub position: u64,
}

/// A piece longer than this many times the shortest one is drawn shortened.
const LONGEST: u64 = 12;

/// The size of the letters in cells, in pixels.
const LETTERS: f64 = 14.0;

/// The least size of other letters, in pixels.
const LEAST_LETTERS: f64 = 12.0;

/// Draws the two sequences as rows on one scale of positions, with a line through both at the counterexample.
///
/// A run shows its letter and its length where there is room for them.  The scale has a tick where a run ends; between
/// two ticks it is linear.  Long pieces are shortened, and the picture says so.
pub fn refutation(refuted: &Refuted, size: Size) -> Picture {
    let refuted = &even(refuted);
    let runs = || refuted.described.iter().chain(&refuted.computed);
    let greatest = runs().map(|run| usize::from(run.value.0)).max().unwrap_or(0);
    let colours: Vec<Ink> = (0..=greatest).map(|value| colour(value, greatest)).collect();
    let scale = Scale::new(refuted);

    let mut canvas = Canvas::new(size);
    // The picture is low, and its letters would be too small.
    canvas.em = canvas.em.max(LEAST_LETTERS);
    let em = canvas.em;
    let letters = (LETTERS / em).max(1.0);
    let left = canvas.text_width("described", letters) + 1.5 * em;
    canvas.title(0.5 * em, &refuted.title, &refuted.subtitle);
    let legend_bottom = legend(&mut canvas, 0.5 * em, refuted.alphabet, &colours);
    let top = legend_bottom + 2.6 * em;
    let width = canvas.width() - left - 1.5 * em;
    let height = (canvas.height() - top - 3.6 * em).clamp(4.0 * em, 30.0 * em);
    let (gap, thick) = (0.12 * height, 0.44 * height);
    let x = |position: u64| left + scale.place(position) * width;

    let rows = [
        ("described", &refuted.described, top),
        ("computed", &refuted.computed, top + thick + gap),
    ];
    for (name, runs, row) in rows {
        canvas.text(
            left - 0.7 * em,
            row + thick / 2.0 + 0.35 * letters * em,
            Anchor::End,
            letters,
            name,
        );
        let mut start = refuted.from;
        let mut words = Vec::new();
        for run in runs {
            let end = start.saturating_add(run.length);
            let area = Area { left: x(start), top: row, width: x(end) - x(start), height: thick };
            let colour = colours[usize::from(run.value.0)];
            canvas.fill(area, colour);
            canvas.frame(area);
            let letter = refuted.alphabet.letter(run.value);
            let word = if run.length == 1 { letter } else { format!("{letter}{}", run.length) };
            if canvas.text_width(&word, letters) < area.width - 0.2 * em {
                let (middle, base) =
                    (area.left + area.width / 2.0, row + thick / 2.0 + 0.35 * letters * em);
                let ink = colour.contrast();
                canvas.coloured_text(middle, base, Anchor::Middle, letters, &word, ink);
            }
            words.push(word);
            start = end;
        }
        let words = words.join(" ");
        canvas.describe(&format!("As {name} from position {}: {words}.", refuted.from));
    }

    let bottom = top + 2.0 * thick + gap;
    let mut free = left;
    for &tick in &scale.ticks {
        canvas.line((x(tick), bottom), (x(tick), bottom + 0.4 * em), BLACK);
        let text = tick.to_string();
        let half = canvas.text_width(&text, 0.85) / 2.0;
        if x(tick) - half >= free || tick == refuted.from {
            canvas.text(x(tick), bottom + 1.5 * em, Anchor::Middle, 0.85, &text);
            free = x(tick) + half + 0.5 * em;
        }
    }
    let title = if scale.shortened { "position; long pieces are shortened" } else { "position" };
    canvas.text(left + width / 2.0, bottom + 2.9 * em, Anchor::Middle, 1.0, title);
    if scale.ticks.contains(&refuted.position) {
        let place = x(refuted.position);
        let above = top - 0.6 * em;
        // Beside the cells, so that no letter is crossed.
        for (from, to) in
            [(above, top), (top + thick, top + thick + gap), (bottom, bottom + 0.6 * em)]
        {
            canvas.polyline(&[(place, from), (place, to)], OKABE_ITO[3]);
        }
        let text = format!("position {}", refuted.position);
        let half = canvas.text_width(&text, 0.9) / 2.0;
        let middle = place.clamp(left + half, (left + width - half).max(left + half));
        canvas.text(middle, above - 0.4 * em, Anchor::Middle, 0.9, &text);
        canvas.describe(&format!("They part at position {}.", refuted.position));
    }
    canvas.finish()
}

/// Both rows up to the position where the shorter one ends.
fn even(refuted: &Refuted) -> Refuted {
    let length = |row: &[Run]| row.iter().fold(0_u64, |sum, run| sum.saturating_add(run.length));
    let common = length(&refuted.described).min(length(&refuted.computed));
    let cut = |row: &[Run]| {
        let mut left = common;
        let runs = row.iter().map(|run| {
            let length = run.length.min(left);
            left -= length;
            Run { length, ..*run }
        });
        runs.filter(|run| run.length > 0).collect()
    };
    let (described, computed) = (cut(&refuted.described), cut(&refuted.computed));
    Refuted { described, computed, ..refuted.clone() }
}

/// Where positions are drawn, as shares of the width.
struct Scale {
    /// The ends of all runs, and the position of the counterexample, in order.
    ticks: Vec<u64>,
    /// The share of the width before each tick.
    before: Vec<f64>,
    shortened: bool,
}

impl Scale {
    fn new(refuted: &Refuted) -> Self {
        let mut ticks = vec![refuted.from];
        for row in [&refuted.described, &refuted.computed] {
            ticks.extend(row.iter().scan(refuted.from, |end, run| {
                *end = end.saturating_add(run.length);
                Some(*end)
            }));
        }
        let last = ticks.iter().copied().max().unwrap_or(refuted.from);
        if (refuted.from..last).contains(&refuted.position) {
            ticks.push(refuted.position);
        }
        ticks.sort_unstable();
        ticks.dedup();
        let lengths = || ticks.windows(2).map(|ends| ends[1] - ends[0]);
        let most = lengths().min().unwrap_or(1).saturating_mul(LONGEST);
        let shown: Vec<u64> = lengths().map(|length| length.min(most)).collect();
        let whole = shown.iter().fold(0_u64, |sum, it| sum.saturating_add(*it)).max(1);
        let mut before = vec![0.0];
        let mut sum = 0_u64;
        for length in shown {
            sum = sum.saturating_add(length);
            before.push(sum as f64 / whole as f64);
        }
        let shortened = lengths().any(|length| length > most);
        Self { ticks, before, shortened }
    }

    /// Where a tick is drawn; for a position between two ticks, where the next one is.
    fn place(&self, position: u64) -> f64 {
        let number = self.ticks.partition_point(|tick| *tick < position);
        self.before.get(number).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    #[test]
    fn short_pieces_stay_visible_beside_long_ones() {
        let run = |value, length| Run { value: Value(value), length };
        let described = [run(0, 1_000_000), run(1, 1_000_001), run(0, 5)];
        let computed = [run(0, 1_000_000), run(1, 1_000_000), run(2, 6)];
        let refuted = Refuted {
            title: String::new(),
            subtitle: String::new(),
            alphabet: Alphabet::Nim,
            from: 7,
            described: described.into(),
            computed: computed.into(),
            position: 2_000_007,
        };
        let scale = Scale::new(&refuted);
        assert_eq!(scale.ticks, [7, 1_000_007, 2_000_007, 2_000_008, 2_000_013]);
        assert!(scale.shortened);
        let places: Vec<f64> = scale.ticks.iter().map(|tick| scale.place(*tick)).collect();
        assert_eq!((places[0], places[4]), (0.0, 1.0));
        assert!(places.windows(2).all(|two| two[1] - two[0] > 0.03), "{places:?}");
    }
}
