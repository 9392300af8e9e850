//! How records grow, with a logarithmic axis.

use super::canvas::{Anchor, Area, BLACK, Canvas, GREY, OKABE_ITO, PALE, PAPER};
use super::scale::{Logarithmic, label, step};
use super::{Picture, Size};
use colorous::Color;
use grundy_language::number::runs;

/// A game that holds a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordGame {
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
    pub records: Vec<RecordGame>,
}

/// The colours of the series, repeated as needed.
pub(crate) const COLOURS: [Color; 6] =
    [OKABE_ITO[5], OKABE_ITO[3], OKABE_ITO[2], OKABE_ITO[4], OKABE_ITO[1], OKABE_ITO[0]];

/// Two axes: the largest move to the right, a quantity upwards on a logarithmic scale.
pub(crate) struct Chart {
    pub canvas: Canvas,
    pub plot: Area,
    /// The ends of the axis of the largest move.
    ends: (u64, u64),
    scale: Logarithmic,
}

impl Chart {
    /// The axes for these points; `what` is their name in the subtitle.
    pub(crate) fn new(
        title: &str,
        quantity: &str,
        what: &str,
        points: &[(u32, f64)],
        size: Size,
    ) -> Self {
        let scale = Logarithmic::covering(points.iter().map(|point| point.1)).round_ends();
        let least = points.iter().map(|point| u64::from(point.0)).min().unwrap_or(0);
        let greatest = points.iter().map(|point| u64::from(point.0)).max().unwrap_or(0);
        let spacing = step(greatest - least, 10);
        let first = least / spacing * spacing;
        let last = greatest.div_ceil(spacing).max(first / spacing + 1) * spacing;

        let mut canvas = Canvas::new(size);
        let em = canvas.em;
        let subtitle = format!("{} {what}, max L from {least} to {greatest}", points.len());
        let left = 5.6 * em;
        canvas.title(left, title, &subtitle);
        let plot = Area {
            left,
            top: 4.0 * em,
            width: canvas.width() - left - 1.5 * em,
            height: canvas.height() - 7.6 * em,
        };
        let mut chart = Self { canvas, plot, ends: (first, last), scale };
        for tick in scale.ticks() {
            let y = chart.place(0, tick).1;
            chart.canvas.line((plot.left, y), (plot.right(), y), PALE);
            let base = y + 0.3 * em;
            chart.canvas.text(plot.left - 0.6 * em, base, Anchor::End, 0.85, &label(tick));
        }
        let ticks = (last - first) / spacing;
        for tick in (0..=ticks).map(|number| first + number * spacing) {
            let x = chart.across(tick as f64);
            chart.canvas.line((x, plot.bottom()), (x, plot.bottom() + 0.4 * em), BLACK);
            let base = plot.bottom() + 1.4 * em;
            chart.canvas.text(x, base, Anchor::Middle, 0.85, &tick.to_string());
        }
        chart.canvas.frame(plot);
        let middle = plot.left + plot.width / 2.0;
        let below = plot.bottom() + 2.8 * em;
        chart.canvas.text(middle, below, Anchor::Middle, 1.0, "largest move max L");
        chart.canvas.upward_text(1.4 * em, plot.top + plot.height / 2.0, quantity);
        let right = format!("To the right: largest move max L, from {first} to {last}.");
        chart.canvas.describe(&format!("{right} Upwards, on a logarithmic scale: {quantity}."));
        chart
    }

    fn across(&self, max_move: f64) -> f64 {
        let (first, last) = self.range();
        self.plot.left + (max_move - first) / (last - first) * self.plot.width
    }

    /// The ends of the axis of the largest move.
    pub(crate) fn range(&self) -> (f64, f64) {
        (self.ends.0 as f64, self.ends.1 as f64)
    }

    /// The coordinates of a point.
    pub(crate) fn place(&self, max_move: u32, value: f64) -> (f64, f64) {
        let y = self.plot.bottom() - self.scale.place(value) * self.plot.height;
        (self.across(f64::from(max_move)), y)
    }

    /// The same for a point of a curve, if it is on the scale.
    pub(crate) fn place_inside(&self, max_move: f64, value: f64) -> Option<(f64, f64)> {
        let y = self.plot.bottom() - self.scale.place(value) * self.plot.height;
        self.scale.covers(value).then(|| (self.across(max_move), y))
    }
}

/// Draws each series as points over the largest move, joined by steps: a record holds until the next one.
///
/// `quantity` names the logarithmic axis.  A point is labelled with its moves where the label covers nothing else, beside
/// it or at the end of a line; a note below the axis says which points are not.
pub fn growth(title: &str, quantity: &str, series: &[Series], size: Size) -> Picture {
    let records = series.iter().flat_map(|one| &one.records);
    let all: Vec<_> = records.map(|one| (one.max_move, one.value)).collect();
    let mut chart = Chart::new(title, quantity, "records", &all, size);
    let (plot, em) = (chart.plot, chart.canvas.em);
    let names: Vec<&str> = series.iter().map(|one| &one.name[..]).collect();
    let mut taken = legend(&mut chart.canvas, &plot, &names);
    let mut labels = Vec::new();
    for (one, colour) in series.iter().zip(COLOURS.into_iter().cycle()) {
        let mut points: Vec<_> = one
            .records
            .iter()
            .map(|record| (chart.place(record.max_move, record.value), record))
            .collect();
        points.sort_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut steps: Vec<(f64, f64)> = Vec::with_capacity(2 * points.len());
        for &((x, y), _) in &points {
            steps.extend(steps.last().map(|&(_, before)| (x, before)));
            steps.push((x, y));
        }
        chart.canvas.polyline(&steps, colour);
        // What a record leaves unlabelled is free, its line is not.
        taken.extend(steps.windows(2).map(|ends| {
            let [(left, one), (right, other)] = [ends[0], ends[1]];
            let top = one.min(other);
            Area { left, top, width: right - left, height: (one - other).abs() }
        }));
        for &((x, y), record) in &points {
            chart.canvas.dot(x, y, colour);
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
    // From the greatest down, because the last records matter most.
    labels.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut left_out = Vec::new();
    for (x, y, record) in labels {
        let labelled = label_point(&mut chart.canvas, &plot, (x, y), &record.moves, &mut taken);
        if !labelled && !record.moves.is_empty() {
            left_out.push(record.max_move);
        }
    }
    let mut canvas = chart.canvas;
    if !left_out.is_empty() {
        left_out.sort_unstable();
        left_out.dedup();
        let list = runs(&left_out, "\u{2013}", |one, next| one + 1 == *next);
        let said = format!("labels omitted for max L = {list}");
        let room = canvas.width() - 2.0 * em;
        let scale = (0.75_f64).min(room / canvas.text_width(&said, 1.0)).max(LEAST_NOTE);
        let shown = shortened(&canvas, &said, scale, room);
        canvas.text(em, canvas.height() - 0.4 * em, Anchor::Start, scale, &shown);
        canvas.describe(&format!("{said}."));
    }
    for one in series {
        let record = |it: &RecordGame| match it.moves.as_str() {
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

/// The text, cut where there is no room for all of it.
fn shortened(canvas: &Canvas, text: &str, scale: f64, room: f64) -> String {
    if canvas.text_width(text, scale) <= room {
        return text.to_owned();
    }
    let fits = |end: &usize| {
        canvas.text_width(&text[..*end], scale) + canvas.text_width(" ...", scale) <= room
    };
    let ends: Vec<usize> = text.match_indices(',').map(|comma| comma.0).take_while(fits).collect();
    format!("{}, ...", &text[..ends.last().copied().unwrap_or(0)])
}

/// Writes the label beside the point, if there is room.  The points of a record rise, so below to the right or above to
/// the left is tried first.
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
    let near = [(right, below), (left, above), (left, below), (right, above)];
    // Farther away, at the end of a line.
    let far = [2.5, 4.0, 6.0, 8.0].into_iter().flat_map(|by| {
        let by = by * em;
        [(right, below + by), (left, above - by), (right + by, below), (left - by, above)]
    });
    for ((left, top), is_far) in
        near.map(|step| (step, false)).into_iter().chain(far.map(|step| (step, true)))
    {
        let area = Area { left, top, width, height };
        let inside = area.left >= plot.left
            && area.right() <= plot.right()
            && area.top >= plot.top
            && area.bottom() <= plot.bottom();
        if !text.is_empty() && inside && !taken.iter().any(|other| other.overlaps(&area)) {
            if is_far {
                let end = (x.clamp(area.left, area.right()), y.clamp(area.top, area.bottom()));
                canvas.stroke(&[(x, y), end], em / 16.0, GREY);
            }
            canvas.text_above(left, area.bottom() - 0.2 * em, Anchor::Start, SCALE, text);
            taken.push(area);
            return true;
        }
    }
    false
}

/// Writes the names of the series in the upper left corner, if there are several; returns the area they occupy.
pub(crate) fn legend(canvas: &mut Canvas, plot: &Area, names: &[&str]) -> Vec<Area> {
    if names.len() < 2 {
        return Vec::new();
    }
    let em = canvas.em;
    let longest = names.iter().map(|name| canvas.text_width(name, 0.9)).fold(0.0, f64::max);
    let area = Area {
        left: plot.left + em,
        top: plot.top + em,
        width: (longest + 3.0 * em).min(plot.width - 2.0 * em),
        height: (names.len() as f64 * 1.5 + 0.6) * em,
    };
    canvas.fill(area, PAPER);
    canvas.frame(area);
    for (index, (name, colour)) in names.iter().zip(COLOURS.into_iter().cycle()).enumerate() {
        let base = area.top + (index as f64 * 1.5 + 1.4) * em;
        let (left, middle) = (area.left + 0.5 * em, base - 0.35 * em);
        canvas.polyline(&[(left, middle), (left + 1.4 * em, middle)], colour);
        canvas.dot(left + 0.7 * em, middle, colour);
        let room = area.right() - left - 2.2 * em;
        let scale = (0.9_f64).min(room / canvas.text_width(name, 1.0));
        canvas.text(left + 1.9 * em, base, Anchor::Start, scale, name);
    }
    vec![area]
}
