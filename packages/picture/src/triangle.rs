//! Games of a class with the same largest move, each at the place of its two least moves.

use super::canvas::{Anchor, Area, BLACK, Canvas, GREY, Ink, OKABE_ITO, number};
use super::scale::{self, Logarithmic};
use super::{Picture, Size};
use crate::region::{Areas, Class, PeriodType, ThreeMoves, TwoFreeMoves};
use colorous::Color;

/// Pieces that a logarithmic scale of colours is cut into.
const LEVELS: usize = 64;

/// What is said beside the triangle.
struct Labels<'a> {
    title: String,
    subtitle: String,
    /// The index of the largest move.
    largest: &'a str,
    /// The upper ends of both axes, as shares of the largest move: games lie below.
    ends: (f64, f64),
}

/// The types of the periods of the games { s1 s2 s3 }, with their exact shares.
pub fn period_types(s3: u32, games: &[ThreeMoves], size: Size) -> Picture {
    let areas = Areas::of(games);
    let labels = Labels {
        title: format!("Three-move games {{ s1 s2 {s3} }}"),
        subtitle: format!("{} games, by the type of the period p", areas.games()),
        largest: "s3",
        ends: (1.0, 1.0),
    };
    let rows: Vec<[String; 3]> = PeriodType::ALL
        .into_iter()
        .map(|kind| [kind.meaning().to_owned(), areas.count(kind).to_string(), areas.share(kind)])
        .collect();
    let squares =
        (games.iter()).map(|game| (game.moves[0], game.moves[1], game.period_type().index()));
    let colours = PeriodType::ALL.map(colour);
    let mut triangle = Triangle::new(&labels, size, (20.5, 11.5));
    for [kind, games, share] in &rows {
        triangle.canvas.describe(&format!("{kind}: {games} games, share {share}."));
    }
    triangle.games(s3, squares, &colours);
    triangle.table(&rows, &colours);
    triangle.finish(&labels)
}

/// The colour of a type; what would be a counterexample is black.
fn colour(kind: PeriodType) -> Ink {
    match kind {
        PeriodType::Diagonal => GREY.into(),
        PeriodType::P13 => OKABE_ITO[0].into(),
        PeriodType::P23 => OKABE_ITO[1].into(),
        PeriodType::P12 => OKABE_ITO[2].into(),
        PeriodType::Two => OKABE_ITO[5].into(),
        PeriodType::Three => OKABE_ITO[4].into(),
        PeriodType::Other => BLACK,
    }
}

/// Games without preperiod: no grey, so that they stand out from the others and from the sheet.
const NONE: Ink =
    Ink { light: Color { r: 0xC6, g: 0xDB, b: 0xEF }, dark: Color { r: 0x1F, g: 0x3A, b: 0x5F } };

/// The preperiods of the games { s1 s2 s3 } in grey: the farther from the sheet, the longer.
pub fn preperiods(s3: u32, games: &[ThreeMoves], size: Size) -> Picture {
    let longest = games.iter().max_by_key(|game| game.cycle.preperiod);
    let labels = Labels {
        title: format!("Three-move games {{ s1 s2 {s3} }}"),
        subtitle: match longest {
            Some(game) => {
                let [s1, s2, s3] = game.moves;
                let preperiod = game.cycle.preperiod;
                format!(
                    "{} games; longest preperiod {preperiod}: {{ {s1} {s2} {s3} }}",
                    games.len()
                )
            }
            None => "no games".to_owned(),
        },
        largest: "s3",
        ends: (1.0, 1.0),
    };
    let positive = games.iter().map(|game| game.cycle.preperiod as f64).filter(|&one| one > 0.0);
    let scale = Logarithmic::covering(positive);
    let grey = |level: usize| Ink {
        light: colorous::GREYS.eval_rational(level + 16, LEVELS + 16),
        dark: colorous::GREYS.eval_rational(LEVELS - 1 - level, LEVELS + 16),
    };
    let greys: Vec<Ink> = std::iter::once(NONE).chain((0..LEVELS).map(grey)).collect();
    let squares = games.iter().map(|game| {
        let level = match game.cycle.preperiod {
            0 => 0,
            preperiod => 1 + scale.level(preperiod as f64, LEVELS),
        };
        (game.moves[0], game.moves[1], level)
    });
    let mut triangle = Triangle::new(&labels, size, (13.0, 18.0));
    triangle.games(s3, squares, &greys);
    let without = games.iter().filter(|game| game.cycle.preperiod == 0).count();
    triangle.bar("preperiod", &scale, &greys[1..]);
    triangle.remark(&format!("none: {without} games"), NONE);
    triangle.canvas.describe(&format!("{without} games have no preperiod."));
    triangle.finish(&labels)
}

/// The periods of the games of a class; undecided games have a colour of their own.
pub fn two_free_moves(class: Class, greatest: u32, games: &[TwoFreeMoves], size: Size) -> Picture {
    let period = |game: &TwoFreeMoves| game.cycle.map(|cycle| cycle.period);
    let longest = games.iter().filter(|game| game.cycle.is_some()).max_by_key(|game| period(game));
    let (class_name, largest, ends) = match class {
        Class::FourMoves => {
            (format!("Four-move games {{ s1 s2 {greatest}-s1 {greatest} }}"), "s4", (0.5, 1.0))
        }
        Class::SymmetricFive => {
            let title = format!("Games {{ s1 s2 {greatest}-s2 {greatest}-s1 {greatest} }}");
            (title, "s5", (0.5, 0.5))
        }
    };
    let labels = Labels {
        title: class_name,
        subtitle: match longest.and_then(|game| Some((game, period(game)?))) {
            Some((TwoFreeMoves { s1, s2, .. }, period)) => {
                format!("{} games; longest period {period}: s1 = {s1}, s2 = {s2}", games.len())
            }
            None => format!("{} games", games.len()),
        },
        largest,
        ends,
    };
    let scale = Logarithmic::covering(games.iter().filter_map(period).map(|one| one as f64));
    let mut colours: Vec<Ink> =
        (0..LEVELS).map(|level| colorous::VIRIDIS.eval_rational(level, LEVELS).into()).collect();
    colours.push(OKABE_ITO[3].into());
    let squares = games.iter().map(|game| {
        let level = period(game).map_or(LEVELS, |period| scale.level(period as f64, LEVELS));
        (game.s1, game.s2, level)
    });
    let mut triangle = Triangle::new(&labels, size, (13.0, 18.0));
    triangle.games(greatest, squares, &colours);
    triangle.bar("period", &scale, &colours[..LEVELS]);
    let undecided = games.iter().filter(|game| game.cycle.is_none()).count();
    if undecided > 0 {
        triangle.remark(&format!("undecided: {undecided} games"), OKABE_ITO[3].into());
        triangle.canvas.describe(&format!("{undecided} games are undecided."));
    }
    triangle.finish(&labels)
}

/// The drawing: a rectangle with both axes, as large as the games need it, and the legend in the corner below the games, or
/// beside it where there is room.
struct Triangle {
    canvas: Canvas,
    plot: Area,
    legend: Area,
    /// The size of the letters of the legend, relative to the others.
    letters: f64,
    /// The upper ends of the axes.
    ends: (f64, f64),
}

impl Triangle {
    /// `legend` is the width and the height of the legend in letters.
    fn new(labels: &Labels, size: Size, legend: (f64, f64)) -> Self {
        let mut canvas = Canvas::new(size);
        let em = canvas.em;
        let (left, top, right, bottom) = (4.6 * em, 4.0 * em, 1.2 * em, 3.6 * em);
        let room = (canvas.width() - left - right, canvas.height() - top - bottom);
        let unit = (room.0 / labels.ends.0).min(room.1 / labels.ends.1);
        let (width, height) = (unit * labels.ends.0, unit * labels.ends.1);
        let beside = room.0 - width >= (legend.0 + 1.0) * em;
        let plot = Area {
            left: left + (room.0 - width - if beside { (legend.0 + 1.0) * em } else { 0.0 }) / 2.0,
            top,
            width,
            height,
        };
        // The games lie above the diagonal, so width and height of the legend must add up to less
        // than the side.
        let letters =
            if beside { 1.0 } else { (0.94 * width / (legend.0 + legend.1) / em).min(1.0) };
        let (width, height) = (legend.0 * letters * em, legend.1 * letters * em);
        let legend = Area {
            left: if beside { plot.right() + em } else { plot.right() - width },
            top: plot.bottom() - height,
            width,
            height,
        };
        canvas.title(plot.left, &labels.title, &labels.subtitle);
        Self { canvas, plot, legend, letters, ends: labels.ends }
    }

    /// The games: s1, s2 and the number of the colour.
    fn games(
        &mut self,
        greatest: u32,
        squares: impl Iterator<Item = (u32, u32, usize)>,
        colours: &[Ink],
    ) {
        let across = f64::from(greatest.max(1)) * self.ends.0;
        let cell = self.plot.width / across;
        // The middle of the square of a game is at its moves, and s2 grows upwards.
        let (x, y) = (self.plot.left - cell / 2.0, self.plot.bottom() + cell / 2.0);
        self.canvas.cells([cell, 0.0, 0.0, -cell, x, y], squares, colours);
    }

    /// A table with a heading: colour, meaning, number of games, share.
    fn table(&mut self, rows: &[[String; 3]], colours: &[Ink]) {
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

    /// A bar with a logarithmic scale, and below it room for a remark.
    fn bar(&mut self, title: &str, scale: &Logarithmic, colours: &[Ink]) {
        let unit = self.letters * self.canvas.em;
        let area = Area {
            left: self.legend.left + unit,
            top: self.legend.top + 2.0 * unit,
            width: 1.6 * unit,
            height: self.legend.height - 5.0 * unit,
        };
        scale::bar(&mut self.canvas, area, title, scale, colours, self.letters);
    }

    /// A remark with its colour, below the bar.
    fn remark(&mut self, text: &str, colour: Ink) {
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

    /// The axes come last, so that they lie above the games.
    fn finish(mut self, labels: &Labels) -> Picture {
        let (plot, em) = (self.plot, self.canvas.em);
        for step in 0..=5 {
            let share = f64::from(step) / 5.0;
            let (x, y) = (plot.left + share * plot.width, plot.bottom() - share * plot.height);
            let text = number(share * self.ends.0);
            self.canvas.line((x, plot.bottom()), (x, plot.bottom() + 0.4 * em), BLACK);
            self.canvas.text(x, plot.bottom() + 1.4 * em, Anchor::Middle, 0.85, &text);
            let text = number(share * self.ends.1);
            self.canvas.line((plot.left - 0.4 * em, y), (plot.left, y), BLACK);
            self.canvas.text(plot.left - 0.6 * em, y + 0.3 * em, Anchor::End, 0.85, &text);
        }
        let corner = (plot.left, plot.bottom());
        self.canvas.line(corner, (plot.left, plot.top), BLACK);
        self.canvas.line(corner, (plot.right(), plot.bottom()), BLACK);
        let middle = (plot.left + plot.width / 2.0, plot.top + plot.height / 2.0);
        let [across, upward] = [("least move", 1), ("second move", 2)]
            .map(|(which, index)| format!("{which}: s{index}/{}", labels.largest));
        let below = plot.bottom() + 2.8 * em;
        self.canvas.text(middle.0, below, Anchor::Middle, 1.0, &across);
        self.canvas.upward_text(plot.left - 3.2 * em, middle.1, &upward);
        self.canvas.describe(&format!("To the right: {across}. Upwards: {upward}."));
        self.canvas.finish()
    }
}
