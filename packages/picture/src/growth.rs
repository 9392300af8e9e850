//! How records grow, with a logarithmic axis.

use super::canvas::{Anchor, Area, BLACK, Canvas, OKABE_ITO, PALE, PAPER};
use super::scale::{Logarithmic, label, step};
use super::{Picture, Size};
use colorous::Color;

/// A game that holds a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its largest move.
    pub max_move: u32,
    /// The period or preperiod, rounded; at least 1.
    pub value: f64,
    /// The moves, for the label; may be empty.
    pub moves: String,
}

/// Records of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The records, in any order.
    pub records: Vec<Record>,
}

/// The colours of the series, again and again.
const COLOURS: [Color; 6] =
    [OKABE_ITO[5], OKABE_ITO[3], OKABE_ITO[2], OKABE_ITO[4], OKABE_ITO[1], OKABE_ITO[0]];

/// Draws each series as points over the largest move, joined by lines.
///
/// `quantity` names the logarithmic axis.  A point is labelled with its moves where the label
/// covers nothing else; which ones are not is said below the axis.
pub fn growth(title: &str, quantity: &str, series: &[Series], size: Size) -> Picture {
    let records = || series.iter().flat_map(|one| &one.records);
    let values = Logarithmic::covering(records().map(|one| one.value)).whole_decades();
    let least = records().map(|one| u64::from(one.max_move)).min().unwrap_or(0);
    let greatest = records().map(|one| u64::from(one.max_move)).max().unwrap_or(0);
    let spacing = step(greatest - least, 10);
    let first = least / spacing * spacing;
    let last = greatest.div_ceil(spacing).max(first / spacing + 1) * spacing;

    let mut canvas = Canvas::new(size);
    let em = canvas.em;
    let count = records().count();
    let subtitle = format!("{count} records, max L from {least} to {greatest}");
    let left = 5.6 * em;
    canvas.title(left, title, &subtitle);
    let plot = Area {
        left,
        top: 4.0 * em,
        width: canvas.width() - left - 1.5 * em,
        height: canvas.height() - 7.6 * em,
    };
    let x =
        |max_move: u64| plot.left + (max_move - first) as f64 / (last - first) as f64 * plot.width;
    let y = |value: f64| plot.bottom() - values.place(value) * plot.height;
    for tick in values.ticks() {
        canvas.line((plot.left, y(tick)), (plot.right(), y(tick)), PALE);
        canvas.text(plot.left - 0.6 * em, y(tick) + 0.3 * em, Anchor::End, 0.85, &label(tick));
    }
    let ticks = (last - first) / spacing;
    for tick in (0..=ticks).map(|number| first + number * spacing) {
        canvas.line((x(tick), plot.bottom()), (x(tick), plot.bottom() + 0.4 * em), BLACK);
        let base = plot.bottom() + 1.4 * em;
        canvas.text(x(tick), base, Anchor::Middle, 0.85, &tick.to_string());
    }
    canvas.frame(plot);
    let middle = plot.left + plot.width / 2.0;
    canvas.text(middle, plot.bottom() + 2.8 * em, Anchor::Middle, 1.0, "largest move max L");
    canvas.upward_text(1.4 * em, plot.top + plot.height / 2.0, quantity);

    let mut taken = legend(&mut canvas, &plot, series);
    let mut labels = Vec::new();
    for (one, colour) in series.iter().zip(COLOURS.into_iter().cycle()) {
        let mut points: Vec<_> = one
            .records
            .iter()
            .map(|record| ((x(u64::from(record.max_move)), y(record.value)), record))
            .collect();
        points.sort_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
        canvas.polyline(&points.iter().map(|(place, _)| *place).collect::<Vec<_>>(), colour);
        for &((x, y), record) in &points {
            canvas.dot(x, y, colour);
            let side = 0.7 * em;
            taken.push(Area {
                left: x - side / 2.0,
                top: y - side / 2.0,
                width: side,
                height: side,
            });
            labels.push((x, y, record));
        }
    }
    // From the greatest on, because the last records matter most.
    labels.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut left_out = Vec::new();
    for (x, y, record) in labels {
        let labelled = label_point(&mut canvas, &plot, (x, y), &record.moves, &mut taken);
        if !labelled && !record.moves.is_empty() {
            left_out.push(record.max_move);
        }
    }
    if !left_out.is_empty() {
        let said = format!("no room for the moves at max L = {}", ranges(left_out));
        let room = canvas.width() - 2.0 * em;
        let scale = (0.75_f64).min(room / canvas.text_width(&said, 1.0)).max(LEAST_NOTE);
        let shown = shortened(&canvas, &said, scale, room);
        canvas.text(em, canvas.height() - 0.4 * em, Anchor::Start, scale, &shown);
        canvas.describe(&format!("{said}."));
    }
    let right = format!("To the right: largest move max L, from {first} to {last}.");
    canvas.describe(&format!("{right} Upwards, on a logarithmic scale: {quantity}."));
    for one in series {
        let record = |it: &Record| match it.moves.as_str() {
            "" => format!("{} at max L = {}", it.value, it.max_move),
            moves => format!("{} for {{ {moves} }}", it.value),
        };
        let all = one.records.iter().map(record);
        canvas.describe(&format!("{}: {}.", one.name, all.collect::<Vec<_>>().join(", ")));
    }
    canvas.finish()
}

/// The smallest letters of the note about labels, relative to the others.
const LEAST_NOTE: f64 = 0.6;

/// Numbers in order, runs of them joined: `3, 5–9`.
fn ranges(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    numbers.dedup();
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let shown = runs.map(|run| match *run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}\u{2013}{last}"),
        [] => String::new(),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// The text, cut where there is no room for all of it.
fn shortened(canvas: &Canvas, text: &str, scale: f64, room: f64) -> String {
    if canvas.text_width(text, scale) <= room {
        return text.to_owned();
    }
    let fits = |end: &usize| {
        canvas.text_width(&text[..*end], scale) + canvas.text_width(" ...", scale) <= room
    };
    let ends: Vec<usize> = text.match_indices(',').map(|it| it.0).take_while(fits).collect();
    format!("{}, ...", &text[..ends.last().copied().unwrap_or(0)])
}

/// Writes the label beside the point, if there is room: as the points of a record rise, first
/// below to the right or above to the left.
fn label_point(
    canvas: &mut Canvas,
    plot: &Area,
    (x, y): (f64, f64),
    text: &str,
    taken: &mut Vec<Area>,
) -> bool {
    const SCALE: f64 = 0.7;
    let em = canvas.em;
    let (width, height) = (canvas.text_width(text, SCALE), 1.1 * SCALE * em);
    let (right, left) = (x + 0.5 * em, x - 0.5 * em - width);
    let (below, above) = (y + 0.3 * em, y - 0.3 * em - height);
    let places = [(right, below), (left, above), (left, below), (right, above)];
    for (left, top) in places {
        let area = Area { left, top, width, height };
        let inside = area.left >= plot.left
            && area.right() <= plot.right()
            && area.top >= plot.top
            && area.bottom() <= plot.bottom();
        if !text.is_empty() && inside && !taken.iter().any(|other| other.overlaps(&area)) {
            canvas.text(left, area.bottom() - 0.2 * em, Anchor::Start, SCALE, text);
            taken.push(area);
            return true;
        }
    }
    false
}

/// The names of the series in the upper left corner; returns the place they take.
fn legend(canvas: &mut Canvas, plot: &Area, series: &[Series]) -> Vec<Area> {
    let em = canvas.em;
    let longest = series.iter().map(|one| canvas.text_width(&one.name, 0.9)).fold(0.0, f64::max);
    let area = Area {
        left: plot.left + em,
        top: plot.top + em,
        width: (longest + 3.0 * em).min(plot.width - 2.0 * em),
        height: (series.len() as f64 * 1.5 + 0.6) * em,
    };
    canvas.fill(area, PAPER);
    canvas.frame(area);
    for (index, (one, colour)) in series.iter().zip(COLOURS.into_iter().cycle()).enumerate() {
        let base = area.top + (index as f64 * 1.5 + 1.4) * em;
        let (left, middle) = (area.left + 0.5 * em, base - 0.35 * em);
        canvas.polyline(&[(left, middle), (left + 1.4 * em, middle)], colour);
        canvas.dot(left + 0.7 * em, middle, colour);
        let room = area.right() - left - 2.2 * em;
        let scale = (0.9_f64).min(room / canvas.text_width(&one.name, 1.0));
        canvas.text(left + 1.9 * em, base, Anchor::Start, scale, &one.name);
    }
    vec![area]
}
