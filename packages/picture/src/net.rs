//! A Petri net: places as circles with their tokens, transitions as bars, and arcs.

use super::canvas::{Anchor, Area, BLACK, Canvas, GREY, Ink, OKABE_ITO, PAPER, Shape};
use super::{Animation, Picture, Size};
use colorous::Color;
use grundy_games::muehle::{Player, drawn};
use grundy_games::petri::layout::{Layout, PixelPoint};
use grundy_games::petri::{Arc, Net, PlaceId, TransitionId};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

/// A net and its layout.
#[derive(Clone, Copy, Debug)]
pub struct DrawnNet<'a> {
    /// The title of the picture.
    pub title: &'a str,
    /// The net.
    pub net: &'a Net,
    /// The coordinates of its nodes, one point for each.
    pub layout: &'a Layout,
}

/// A marking, and what is to be marked in it.
#[derive(Clone, Debug, Default)]
pub struct NetState {
    /// The tokens on each place.
    pub marking: Vec<u32>,
    /// The transitions that are firable there.
    pub firable: Vec<TransitionId>,
    /// The transitions that are enabled, but wait for a higher priority.
    pub waiting: Vec<TransitionId>,
    /// The transitions that have fired.
    pub fired: Vec<TransitionId>,
    /// How this marking was reached, or another remark.
    pub caption: String,
}

/// Half the width of a place, in pixels of the layout.
const RADIUS: f64 = 15.0;
/// Half the width and half the height of a transition, in pixels of the layout.
const BAR: (f64, f64) = (7.0, 16.0);

/// The size of names and numbers, in pixels of the layout.
const LETTERS: f64 = 11.0;

/// The room for names around the nodes, in pixels of the layout.
const MARGIN: f64 = 75.0;

/// The room for the legend, in pixels of the layout.
const LEGEND: f64 = 50.0;

/// The colour of a place that is a field of the board of Nine Men's Morris, by the player whose stones it holds.
fn tint(player: Player) -> Ink {
    let colour = |r, g, b| Color { r, g, b };
    match player {
        Player::A => Ink { light: colour(0xFC, 0xE3, 0xB0), dark: colour(0x5A, 0x43, 0x00) },
        Player::B => Ink { light: colour(0xCF, 0xE6, 0xF7), dark: colour(0x12, 0x40, 0x5E) },
    }
}

const FIRABLE: usize = 3;
const WAITING: usize = 1;
const FIRED: usize = 5;

impl DrawnNet<'_> {
    /// The size at which a pixel of the layout is a pixel of the picture, within the limits on the size of pictures.
    pub fn size(&self) -> Size {
        let (width, height) = self.extent();
        let whole =
            |length: f64| length.ceil().clamp(f64::from(Size::LEAST), f64::from(Size::GREATEST));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        let (width, height) = (whole(width) as u32, whole(height) as u32);
        Size { width, height }
    }

    fn points(&self) -> impl Iterator<Item = &PixelPoint> {
        let Layout { places, transitions, bends, .. } = self.layout;
        places.iter().chain(transitions).chain(bends.values().flatten())
    }

    fn least(&self) -> (f64, f64) {
        let least =
            |of: fn(&PixelPoint) -> i32| f64::from(self.points().map(of).min().unwrap_or(0));
        (least(|spot| spot.x), least(|spot| spot.y))
    }

    fn extent(&self) -> (f64, f64) {
        let most = |of: fn(&PixelPoint) -> i32| f64::from(self.points().map(of).max().unwrap_or(0));
        let least = self.least();
        let (width, height) = (most(|spot| spot.x) - least.0, most(|spot| spot.y) - least.1);
        (width + 2.0 * MARGIN, height + 2.0 * MARGIN + LEGEND)
    }
}

/// A point of the drawing.
type Spot = (f64, f64);

/// The way of an arc, with its weight.
type WeightedWay = (Vec<Spot>, NonZeroU32);

/// The map from the layout to the sheet.
struct Drawing<'a> {
    drawn: DrawnNet<'a>,
    least: Spot,
    origin: Spot,
    scale: f64,
}

/// What texts should not cover.
#[derive(Default)]
struct Taken {
    /// Nodes and texts, by the stripe of the sheet in which they are.
    areas: BTreeMap<i64, Vec<Area>>,
    /// The pieces of arcs.
    lines: Vec<(Spot, Spot)>,
}

/// The most arcs at which places without crossings are looked for.
const MOST_LINES: usize = 1_000;

impl Taken {
    /// The numbers of the stripes, of 32 pixels each, that an area touches.
    fn stripes(area: &Area) -> RangeInclusive<i64> {
        let stripe = |y: f64| (y / 32.0).floor() as i64;
        stripe(area.top)..=stripe(area.bottom())
    }

    fn add(&mut self, area: Area) {
        Self::stripes(&area).for_each(|stripe| self.areas.entry(stripe).or_default().push(area));
    }

    fn overlaps(&self, area: &Area) -> bool {
        let within = Self::stripes(area).filter_map(|stripe| self.areas.get(&stripe)).flatten();
        within.into_iter().any(|other| other.overlaps(area))
    }
}

impl Taken {
    /// The number of pieces of arcs that cross an area.
    fn crossed(&self, area: &Area) -> usize {
        self.lines.iter().filter(|(from, to)| crosses(area, *from, *to)).count()
    }
}

/// Does a line cross an area?  Its part within the width of the area is cut out, and then compared with the height.
fn crosses(area: &Area, from: Spot, to: Spot) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (start, end, low, high) in
        [(from.0, to.0, area.left, area.right()), (from.1, to.1, area.top, area.bottom())]
    {
        let by = end - start;
        if by == 0.0 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - start) / by, (high - start) / by);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    first <= last
}

/// Draws a net in a marking.
pub fn net(drawn: DrawnNet, state: &NetState, size: Size) -> Picture {
    let (mut canvas, drawing) = base(drawn, size);
    canvas.describe(&drawing.words(state));
    drawing.state(&mut canvas, state);
    canvas.finish()
}

/// Draws one marking after another, each for `milliseconds`.
pub fn animated_net(
    drawn: DrawnNet,
    states: &[NetState],
    size: Size,
    milliseconds: u32,
) -> Animation {
    let (mut canvas, drawing) = base(drawn, size);
    let captions: Vec<_> = states.iter().map(|state| state.caption.as_str()).collect();
    canvas.describe(&format!("One after the other: {}.", captions.join("; ")));
    let frames = states.iter().map(|state| canvas.apart(|canvas| drawing.state(canvas, state)));
    let frames: Vec<Vec<Shape>> = frames.collect();
    Animation { base: canvas.finish(), frames, milliseconds }
}

/// What is the same in every marking.
fn base(drawn: DrawnNet, size: Size) -> (Canvas, Drawing) {
    let mut canvas = Canvas::new(size);
    let (width, height) = drawn.extent();
    let head = 4.0 * canvas.em;
    let scale = (canvas.width() / width).min((canvas.height() - head) / (height - MARGIN / 2.0));
    let left = (canvas.width() - scale * width) / 2.0;
    let origin = (left + scale * MARGIN, head + scale * MARGIN / 2.0);
    let drawing = Drawing { drawn, least: drawn.least(), origin, scale };
    let arcs = drawn.net.transitions.iter();
    let arcs: usize = arcs
        .map(|transition| {
            transition.inputs.len()
                + transition.outputs.len()
                + transition.inhibitors.len()
                + transition.reads.len()
        })
        .sum();
    let (places, transitions) = (drawn.net.places.len(), drawn.net.transitions.len());
    let subtitle = format!("places: {places}, transitions: {transitions}, arcs: {arcs}");
    canvas.title(canvas.em, drawn.title, &subtitle);
    for line in &drawn.layout.lines {
        canvas.stroke(&line.map(|spot| drawing.spot(spot)), drawing.line_width(), GREY);
    }
    let ways = drawing.arcs(&mut canvas);
    drawing.nodes(&mut canvas);
    drawing.labels(&mut canvas, &ways);
    (canvas, drawing)
}

impl Drawing<'_> {
    fn spot(&self, point: PixelPoint) -> Spot {
        let (x, y) = (f64::from(point.x) - self.least.0, f64::from(point.y) - self.least.1);
        (self.origin.0 + self.scale * x, self.origin.1 + self.scale * y)
    }

    fn place(&self, place: PlaceId) -> Spot {
        self.spot(self.drawn.layout.places.get(place).copied().unwrap_or_default())
    }

    fn transition(&self, id: TransitionId) -> Spot {
        self.spot(self.drawn.layout.transitions.get(id).copied().unwrap_or_default())
    }

    fn line_width(&self) -> f64 {
        (1.2 * self.scale).max(0.4)
    }

    fn text(&self, canvas: &mut Canvas, at: Spot, anchor: Anchor, text: &str) {
        canvas.text(at.0, at.1, anchor, LETTERS * self.scale / canvas.em, text);
    }

    /// A pair of an input arc and an output arc of the same weight is drawn as one line with two heads.
    ///
    /// Returns the ways of the arcs.
    fn arcs(&self, canvas: &mut Canvas) -> Vec<WeightedWay> {
        let mut ways = Vec::new();
        for (id, transition) in self.drawn.net.transitions.iter().enumerate() {
            let weight = |arcs: &[Arc], place| {
                arcs.iter().find(|arc| arc.place == place).map(|arc| arc.weight)
            };
            for arc in &transition.inputs {
                let back = weight(&transition.outputs, arc.place);
                let ends =
                    if back == Some(arc.weight) { [End::Head; 2] } else { [End::Head, End::None] };
                ways.push(self.arc(canvas, id, arc.place, arc.weight, ends, 0.0));
            }
            for arc in &transition.outputs {
                match weight(&transition.inputs, arc.place) {
                    Some(back) if back == arc.weight => {}
                    back => {
                        let aside = if back.is_some() { 8.0 } else { 0.0 };
                        let ends = [End::None, End::Head];
                        ways.push(self.arc(canvas, id, arc.place, arc.weight, ends, aside));
                    }
                }
            }
            for (arcs, end) in [(&transition.inhibitors, End::Ring), (&transition.reads, End::Dot)]
            {
                for arc in arcs {
                    let other = weight(&transition.inputs, arc.place)
                        .or(weight(&transition.outputs, arc.place));
                    let aside = if other.is_some() { -8.0 } else { 0.0 };
                    ways.push(self.arc(canvas, id, arc.place, arc.weight, [end, End::None], aside));
                }
            }
        }
        ways
    }

    /// An arc with its ends at the transition and at the place, moved aside by this many pixels.
    fn arc(
        &self,
        canvas: &mut Canvas,
        id: TransitionId,
        place: PlaceId,
        weight: NonZeroU32,
        [at_transition, at_place]: [End; 2],
        aside: f64,
    ) -> WeightedWay {
        let mut way = vec![self.transition(id)];
        let bends = self.drawn.layout.bends.get(&(id, place));
        way.extend(bends.into_iter().flatten().map(|&bend| self.spot(bend)));
        way.push(self.place(place));
        let last = way.len() - 1;
        let (first, before) = (towards(way[0], way[1]), towards(way[last], way[last - 1]));
        let shift = |spot: Spot, (x, y): Spot| {
            (spot.0 - y * aside * self.scale, spot.1 + x * aside * self.scale)
        };
        if aside != 0.0 {
            let back = (-before.0, -before.1);
            way = way
                .iter()
                .enumerate()
                .map(|(at, &spot)| shift(spot, if at == last { back } else { first }))
                .collect();
        }
        let to_bar = (BAR.0 / first.0.abs()).min(BAR.1 / first.1.abs()).min(40.0);
        way[0] = moved(way[0], first, self.scale * to_bar);
        let to_circle = (RADIUS * RADIUS - aside * aside).max(0.0).sqrt();
        way[last] = moved(way[last], before, self.scale * to_circle);
        let ring = 4.5 * self.scale;
        let mut line = way.clone();
        if at_transition == End::Ring {
            line[0] = moved(way[0], first, 2.0 * ring);
        }
        canvas.stroke(&line, self.line_width(), BLACK);
        for (end, spot, direction) in
            [(at_transition, way[0], first), (at_place, way[last], before)]
        {
            match end {
                End::None => {}
                End::Head => {
                    for side in [-0.35, 0.35] {
                        let (x, y) = direction;
                        let (x, y) = (x - side * y, y + side * x);
                        canvas.stroke(
                            &[spot, moved(spot, (x, y), 9.0 * self.scale)],
                            self.line_width(),
                            BLACK,
                        );
                    }
                }
                End::Ring => {
                    let (x, y) = moved(spot, direction, ring);
                    canvas.disc(x, y, ring, BLACK);
                    canvas.disc(x, y, ring - self.line_width(), PAPER);
                }
                End::Dot => {
                    let (x, y) = moved(spot, direction, ring);
                    canvas.disc(x, y, ring, BLACK);
                }
            }
        }
        (way, weight)
    }

    fn nodes(&self, canvas: &mut Canvas) {
        let net = self.drawn.net;
        for place in 0..net.places.len() {
            let (x, y) = self.place(place);
            canvas.disc(x, y, RADIUS * self.scale, BLACK);
            let paper = drawn::field(&net.places[place].name).map_or(PAPER, |field| tint(field.0));
            canvas.disc(x, y, RADIUS * self.scale - self.line_width(), paper);
        }
        for id in 0..net.transitions.len() {
            canvas.fill(self.bar(id, 0.0), PAPER);
            canvas.stroke(&corners(self.bar(id, 0.0)), self.line_width(), BLACK);
        }
    }

    /// Writes names beside their nodes, and weights beside their arcs, each at a place where it covers no node and no
    /// other text and is crossed by as few arcs as possible, or else at the usual place.
    fn labels(&self, canvas: &mut Canvas, ways: &[WeightedWay]) {
        let net = self.drawn.net;
        let several =
            net.transitions.iter().any(|other| other.priority != net.transitions[0].priority);
        let places = net.places.iter().enumerate().map(|(place, it)| {
            let name = match it.capacity {
                Some(capacity) => format!("{} (k={capacity})", it.name),
                None => it.name.clone(),
            };
            (self.place(place), (RADIUS, RADIUS), name)
        });
        let transitions = net.transitions.iter().enumerate().map(|(id, it)| {
            let name =
                if several { format!("{} ({})", it.name, it.priority) } else { it.name.clone() };
            (self.transition(id), BAR, name)
        });
        let nodes: Vec<(Spot, Spot, String)> = places.chain(transitions).collect();
        let mut taken = Taken::default();
        // With more arcs, every place is crossed by some.
        if ways.len() <= MOST_LINES {
            taken.lines = ways
                .iter()
                .flat_map(|(way, _)| way.windows(2))
                .map(|ends| (ends[0], ends[1]))
                .collect();
            let board = self.drawn.layout.lines.iter();
            taken.lines.extend(board.map(|&[from, to]| (self.spot(from), self.spot(to))));
        }
        for ((x, y), (across, down), _) in &nodes {
            let (across, down) = (across * self.scale, down * self.scale);
            let (left, top) = (x - across, y - down);
            taken.add(Area { left, top, width: 2.0 * across, height: 2.0 * down });
        }
        let letters = LETTERS * self.scale;
        let width = |canvas: &Canvas, text: &str| canvas.text_width(text, letters / canvas.em);
        for ((x, y), (across, down), name) in &nodes {
            let half = width(canvas, name) / 2.0;
            let (across, down) = (across * self.scale, down * self.scale);
            let above = y - down - 4.0 * self.scale;
            let (level, aside) = (y + 0.35 * letters, across + half + 3.0 * self.scale);
            let spots = [
                (*x, y + down + letters + 2.0 * self.scale),
                (*x, above),
                (x + aside, level),
                (x - aside, level),
            ];
            self.label(canvas, &mut taken, &spots, name, 0.0);
        }
        for (way, weight) in ways.iter().filter(|(_, weight)| weight.get() > 1) {
            let text = weight.to_string();
            let middle = (way.len() - 1) / 2;
            let (from, to) = (way[middle], way[middle + 1]);
            let (x, y) = towards(from, to);
            let apart = 0.5 * letters + width(canvas, &text) / 2.0;
            let spots = [0.5, 0.35, 0.65, 0.2, 0.8].into_iter().flat_map(|share| {
                let at = (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
                [1.0, -1.0]
                    .map(|side| (at.0 + side * y * apart, at.1 - side * x * apart + 0.35 * letters))
            });
            // A weight near two arcs could be that of either.
            self.label(canvas, &mut taken, &spots.collect::<Vec<_>>(), &text, 0.7 * letters);
        }
    }

    /// Writes a text at one of these places that is free and has the fewest arcs within this distance, or at the first.
    fn label(
        &self,
        canvas: &mut Canvas,
        taken: &mut Taken,
        spots: &[Spot],
        text: &str,
        apart: f64,
    ) {
        let letters = LETTERS * self.scale;
        let scale = letters / canvas.em;
        let width = canvas.text_width(text, scale);
        let area = |&(x, base): &Spot| Area {
            left: x - width / 2.0,
            top: base - 0.8 * letters,
            width,
            height: letters,
        };
        let inside = |area: &Area| area.left >= 0.0 && area.right() <= canvas.width();
        let free = spots.iter().filter(|spot| inside(&area(spot)) && !taken.overlaps(&area(spot)));
        let around = |it: Area| Area {
            left: it.left - apart,
            top: it.top - apart,
            width: it.width + 2.0 * apart,
            height: it.height + 2.0 * apart,
        };
        let spot = free.min_by_key(|spot| taken.crossed(&around(area(spot))));
        let Some(spot) = spot.or(spots.first()) else { return };
        taken.add(area(spot));
        canvas.text_above(spot.0, spot.1, Anchor::Middle, scale, text);
    }

    /// The bar of a transition, wider on all sides by this many pixels.
    fn bar(&self, id: TransitionId, more: f64) -> Area {
        let (x, y) = self.transition(id);
        let (across, down) = (self.scale * (BAR.0 + more), self.scale * (BAR.1 + more));
        Area { left: x - across, top: y - down, width: 2.0 * across, height: 2.0 * down }
    }

    fn state(&self, canvas: &mut Canvas, state: &NetState) {
        for (place, &tokens) in state.marking.iter().enumerate() {
            self.tokens(canvas, place, tokens);
        }
        for (ids, colour) in [(&state.firable, FIRABLE), (&state.waiting, WAITING)] {
            for &id in ids {
                canvas.fill(self.bar(id, -1.5), OKABE_ITO[colour]);
            }
        }
        for &id in &state.fired {
            canvas.stroke(&corners(self.bar(id, 3.0)), 2.5 * self.scale, OKABE_ITO[FIRED]);
        }
        let bottom = canvas.height() - 16.0 * self.scale;
        let mut x = self.origin.0 - MARGIN / 2.0 * self.scale;
        for (ids, colour, what) in [
            (&state.firable, FIRABLE, "firable"),
            (&state.waiting, WAITING, "enabled, but of lower priority"),
            (&state.fired, FIRED, "fired"),
        ] {
            if !ids.is_empty() {
                let side = LETTERS * self.scale;
                let area = Area { left: x, top: bottom - 0.85 * side, width: side, height: side };
                canvas.fill(area, OKABE_ITO[colour]);
                self.text(canvas, (x + 1.4 * side, bottom), Anchor::Start, what);
                x += 2.8 * side + canvas.text_width(what, LETTERS * self.scale / canvas.em);
            }
        }
        if !state.caption.is_empty() {
            let above = bottom - 1.7 * LETTERS * self.scale;
            let left = self.origin.0 - MARGIN / 2.0 * self.scale;
            self.text(canvas, (left, above), Anchor::Start, &state.caption);
        }
    }

    /// Draws up to five tokens as dots, more as a number.
    fn tokens(&self, canvas: &mut Canvas, place: PlaceId, tokens: u32) {
        let (x, y) = self.place(place);
        let dots: &[Spot] = match tokens {
            0 => return,
            1 => &[(0.0, 0.0)],
            2 => &[(-5.0, 0.0), (5.0, 0.0)],
            3 => &[(-5.0, 4.0), (5.0, 4.0), (0.0, -5.0)],
            4 => &[(-5.0, -5.0), (5.0, -5.0), (-5.0, 5.0), (5.0, 5.0)],
            5 => &[(-6.0, -6.0), (6.0, -6.0), (-6.0, 6.0), (6.0, 6.0), (0.0, 0.0)],
            _ => {
                let below = (x, y + 0.35 * LETTERS * self.scale);
                return self.text(canvas, below, Anchor::Middle, &tokens.to_string());
            }
        };
        for (dx, dy) in dots {
            canvas.disc(x + self.scale * dx, y + self.scale * dy, 3.4 * self.scale, BLACK);
        }
    }

    /// A description of the picture, for those who cannot see it.
    fn words(&self, state: &NetState) -> String {
        let net = self.drawn.net;
        let marked = net.places.iter().zip(&state.marking).filter(|place| *place.1 > 0);
        let marked: Vec<_> =
            marked.map(|(place, tokens)| format!("{} {tokens}", place.name)).collect();
        let names = |ids: &[TransitionId]| {
            ids.iter().map(|&id| net.transitions[id].name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let mut text = format!(
            "Tokens: {}.",
            if marked.is_empty() { "none".to_owned() } else { marked.join(", ") }
        );
        for (what, ids) in [("Firable", &state.firable), ("Fired", &state.fired)] {
            if !ids.is_empty() {
                text += &format!(" {what}: {}.", names(ids));
            }
        }
        text
    }
}

/// What an arc ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    None,
    Head,
    Ring,
    Dot,
}

/// The direction from one spot to another, of length 1.
fn towards(from: Spot, to: Spot) -> Spot {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y);
    if length > 0.0 { (x / length, y / length) } else { (0.0, 1.0) }
}

fn moved(spot: Spot, direction: Spot, length: f64) -> Spot {
    (spot.0 + direction.0 * length, spot.1 + direction.1 * length)
}

/// The border of an area, closed.
fn corners(area: Area) -> [Spot; 5] {
    let (right, bottom) = (area.right(), area.bottom());
    [
        (area.left, area.top),
        (right, area.top),
        (right, bottom),
        (area.left, bottom),
        (area.left, area.top),
    ]
}
