//! A refutation: the described and the computed sequence, one above the other.

use super::canvas::{Anchor, Area, BLACK, Canvas, OKABE_ITO};
use super::rows::{colour, legend};
use super::scale::step;
use super::{Picture, Size};
use crate::model::Alphabet;
use crate::sequence::Run;

/// Two sequences around the place where they part.
#[derive(Clone, Debug)]
pub struct Refuted<'a> {
    /// The title, such as the moves of the game.
    pub title: &'a str,
    /// What is wrong, in one line.
    pub subtitle: &'a str,
    /// What the values are.
    pub alphabet: Alphabet,
    /// The first position of both sequences.
    pub from: u64,
    /// As described; each run is as long as possible.
    pub described: &'a [Run],
    /// As computed.
    pub computed: &'a [Run],
    /// The position of the counterexample.
    pub position: u64,
}

/// Draws the two sequences as rows on one scale of positions, with a line through both where the
/// counterexample is.
///
/// A run has its letter and its length where there is room for them.
pub fn refutation(refuted: &Refuted, size: Size) -> Picture {
    let runs = || refuted.described.iter().chain(refuted.computed);
    let greatest = runs().map(|run| usize::from(run.value.0)).max().unwrap_or(0);
    let colours: Vec<_> = (0..=greatest).map(|value| colour(value, greatest)).collect();
    let length = |runs: &[Run]| runs.iter().fold(0_u64, |sum, run| sum.saturating_add(run.length));
    let count = length(refuted.described).max(length(refuted.computed)).max(1);
    let last = refuted.from.saturating_add(count);

    let mut canvas = Canvas::new(size);
    let em = canvas.em;
    let left = canvas.text_width("described", 1.0) + 1.5 * em;
    canvas.title(0.5 * em, refuted.title, refuted.subtitle);
    let legend_bottom = legend(&mut canvas, 0.5 * em, refuted.alphabet, &colours);
    let top = legend_bottom + 2.6 * em;
    let width = canvas.width() - left - 1.5 * em;
    let height = (canvas.height() - top - 3.6 * em).clamp(4.0 * em, 30.0 * em);
    let (gap, thick) = (0.12 * height, 0.44 * height);
    let x = |position: u64| left + (position - refuted.from) as f64 / count as f64 * width;

    let rows =
        [("described", refuted.described, top), ("computed", refuted.computed, top + thick + gap)];
    for (name, runs, row) in rows {
        canvas.text(left - 0.7 * em, row + thick / 2.0 + 0.35 * em, Anchor::End, 1.0, name);
        let mut start = refuted.from;
        let mut words = Vec::new();
        for run in runs {
            let end = start.saturating_add(run.length);
            let area = Area { left: x(start), top: row, width: x(end) - x(start), height: thick };
            canvas.fill(Area { height: 0.55 * thick, ..area }, colours[usize::from(run.value.0)]);
            canvas.frame(area);
            let letter = refuted.alphabet.letter(run.value);
            let word = if run.length == 1 { letter } else { format!("{letter}{}", run.length) };
            if canvas.text_width(&word, 0.9) < area.width - 0.2 * em {
                let middle = area.left + area.width / 2.0;
                canvas.text(middle, row + 0.85 * thick, Anchor::Middle, 0.9, &word);
            }
            words.push(word);
            start = end;
        }
        let words = words.join(" ");
        canvas.describe(&format!("As {name} from position {}: {words}.", refuted.from));
    }

    let bottom = top + 2.0 * thick + gap;
    let most = (width / (6.0 * em)).max(1.0) as u64;
    let spacing = step(count, most);
    let first = refuted.from.div_ceil(spacing).saturating_mul(spacing);
    for tick in (0..=most).map(|index| first.saturating_add(index.saturating_mul(spacing))) {
        if tick <= last {
            canvas.line((x(tick), bottom), (x(tick), bottom + 0.4 * em), BLACK);
            canvas.text(x(tick), bottom + 1.5 * em, Anchor::Middle, 0.85, &tick.to_string());
        }
    }
    canvas.text(left + width / 2.0, bottom + 2.9 * em, Anchor::Middle, 1.0, "position");
    if (refuted.from..last).contains(&refuted.position) {
        let place = x(refuted.position);
        let (above, below) = (top - 0.6 * em, bottom + 0.2 * em);
        canvas.polyline(&[(place, above), (place, below)], OKABE_ITO[3]);
        let text = format!("position {}", refuted.position);
        let half = canvas.text_width(&text, 0.9) / 2.0;
        let middle = place.clamp(left + half, (left + width - half).max(left + half));
        canvas.text(middle, above - 0.4 * em, Anchor::Middle, 0.9, &text);
        canvas.describe(&format!("They part at position {}.", refuted.position));
    }
    canvas.finish()
}
