//! Planes of games: each game at the place of its two least moves.

use super::canvas::{BLACK, GREY, Ink, OKABE_ITO, PALE, PAPER};
use super::scale::Logarithmic;
use super::triangle::{Labels, Plane, Triangle};
use super::{Picture, Size};
use crate::region::names::{form, form_of_three, meanings};
use crate::region::{
    Areas, BorderForm, BoundedGame, GreatArea, PeriodType, ThreeMoves, TwoFreeClass, TwoFreeMoves,
    View, borders, count_areas, share,
};
use colorous::Color;
use std::collections::BTreeSet;

/// The number of levels that a scale of colours is cut into.
const LEVELS: usize = 64;

/// How a plane of games is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// The part that is drawn.
    pub view: View,
    /// Does s1 grow from right to left?
    pub mirrored: bool,
    /// The size of the picture.
    pub size: Size,
}

impl Drawing {
    fn triangle(&self, labels: &Labels<'_>, legend: (f64, f64)) -> Triangle {
        Triangle::new(labels, self.size, legend)
    }

    fn plane<'a>(&self, fixed: u32, name: &'a str, ends: (f64, f64)) -> Plane<'a> {
        Plane { fixed, name, ends, view: self.view, mirrored: self.mirrored }
    }

    fn of_three(&self, s3: u32, subtitle: String) -> Labels<'static> {
        let title = format!("Three-move games {}", form_of_three(s3, self.view));
        Labels { title, subtitle, plane: self.plane(s3, "s3", (1.0, 1.0)) }
    }

    fn of_class(&self, class: TwoFreeClass, fixed: u32, subtitle: String) -> Labels<'static> {
        let (kind, name, ends) = match class {
            TwoFreeClass::FourMoves => ("Four-move games", "s4", (0.5, 1.0)),
            TwoFreeClass::ThirdFixed => ("Four-move games", "s3", (1.0, 1.0)),
            TwoFreeClass::SymmetricFive => ("Symmetric five-move games", "s5", (0.5, 0.5)),
        };
        let title = format!("{kind} {}", form(class, fixed, self.view));
        Labels { title, subtitle, plane: self.plane(fixed, name, ends) }
    }
}

/// What a table beside a plane says about a kind of games: meaning, colour, number.
type Kind = (String, Ink, u64);

/// The games with the number of their kind, and a table of the kinds with exact shares.
fn by_kind(
    drawing: &Drawing,
    labels: &Labels<'_>,
    squares: impl Iterator<Item = (u32, u32, usize)>,
    kinds: &[Kind],
    lines: &[[(f64, f64); 2]],
) -> Picture {
    let games = kinds.iter().map(|(_, _, count)| count).sum();
    let row =
        |(meaning, _, count): &Kind| [meaning.clone(), count.to_string(), share(*count, games)];
    let rows: Vec<[String; 3]> = kinds.iter().map(row).collect();
    let longest = rows.iter().map(|[meaning, ..]| meaning.chars().count()).max().unwrap_or(0);
    // About half an em for a letter; 12 for the numbers.
    let width = (0.55 * longest as f64 + 11.8).max(20.5);
    let mut triangle = drawing.triangle(labels, (width, 1.44 * (rows.len() + 1) as f64));
    for [kind, games, share] in &rows {
        triangle.describe(&format!("{kind}: {games} games, share {share}."));
    }
    let colours: Vec<Ink> = kinds.iter().map(|(_, colour, _)| *colour).collect();
    triangle.games(&labels.plane, squares, &colours);
    triangle.lines(&labels.plane, lines);
    triangle.table(&rows, &colours);
    triangle.finish(labels)
}

/// The types of the periods of the games { s1 s2 s3 }, with their exact shares; with `borders`, also the lines between
/// the great areas.
pub fn period_types(s3: u32, games: &[ThreeMoves], borders: bool, drawing: &Drawing) -> Picture {
    let areas = Areas::of(games);
    let labels =
        drawing.of_three(s3, format!("{} games, by the type of the period p", areas.games()));
    let kinds =
        PeriodType::ALL.map(|kind| (kind.meaning().to_owned(), colour(kind), areas.count(kind)));
    let squares =
        games.iter().map(|game| (game.moves[0], game.moves[1], game.period_type().index()));
    let lines = if borders { lines(s3, games) } else { Vec::new() };
    by_kind(drawing, &labels, squares, &kinds, &lines)
}

/// The lines i s1 + j s2 = s3 between the great areas, from s2 = 2 s1 to s1 = s2, and the line s2 = 2 s1.
fn lines(s3: u32, games: &[ThreeMoves]) -> Vec<[(f64, f64); 2]> {
    // Farther down there are more lines than can be seen.
    let areas = borders(games).into_iter().map(|checked| checked.area).filter(|area| area.n <= 6);
    let forms: BTreeSet<BorderForm> = areas.flat_map(GreatArea::forms).collect();
    let largest = f64::from(s3);
    let line = |[i, j]: BorderForm| {
        let [i, j] = [i, j].map(f64::from);
        let (end, begin) = (largest / (i + 2.0 * j), largest / (i + j));
        [(end, 2.0 * end), (begin, begin)]
    };
    let within = |[(_, top), _]: &[(f64, f64); 2]| *top <= largest;
    let own = [(0.0, 0.0), (largest / 2.0, largest)];
    forms.into_iter().map(line).filter(within).chain([own]).collect()
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

/// The games { s1 s2 s3 } whose period is not a sum of two moves.
pub fn no_sums(s3: u32, games: &[ThreeMoves], drawing: &Drawing) -> Picture {
    let kind = |game: &ThreeMoves| match game.period_type() {
        PeriodType::Diagonal => 1,
        _ if game.is_sum() => 0,
        PeriodType::Two => 2,
        PeriodType::Three => 3,
        _ => 4,
    };
    let mut kinds = [
        ("p is a sum of two moves", PALE),
        ("s1+s2 = s3", GREY.into()),
        ("not a sum, divides two", OKABE_ITO[5].into()),
        ("not a sum, divides all three", OKABE_ITO[3].into()),
        ("anything else", BLACK),
    ]
    .map(|(meaning, colour)| (meaning.to_owned(), colour, 0));
    games.iter().for_each(|game| kinds[kind(game)].2 += 1);
    let count: u64 = kinds[2..].iter().map(|(_, _, count)| count).sum();
    let all = games.len();
    let labels = drawing.of_three(
        s3,
        format!("{count} of {all} games have a period p that is not a sum of two moves"),
    );
    let squares = games.iter().map(|game| (game.moves[0], game.moves[1], kind(game)));
    by_kind(drawing, &labels, squares, &kinds, &[])
}

/// The areas of games by bounds of the period, darker from one area to the next; `bounds` is their text for readers.
pub fn areas(
    class: TwoFreeClass,
    fixed: u32,
    bounds: &[String],
    games: &[BoundedGame],
    drawing: &Drawing,
) -> Picture {
    let labels =
        drawing.of_class(class, fixed, format!("{} games, by bounds of the period p", games.len()));
    let counts = count_areas(games, bounds.len());
    let last = bounds.len().max(1);
    let colour = |area| colorous::VIRIDIS.eval_rational(last - area, last + 1).into();
    let kinds = meanings(class, bounds).into_iter().zip(counts).enumerate();
    let kinds: Vec<Kind> =
        kinds.map(|(area, (meaning, count))| (meaning, colour(area), count)).collect();
    let squares = games.iter().map(|game| (game.s1, game.s2, game.area));
    by_kind(drawing, &labels, squares, &kinds, &[])
}

/// Games without a preperiod: a colour, so that they stand out from the grey of the others and from the sheet.
const NONE: Ink =
    Ink { light: Color { r: 0xC6, g: 0xDB, b: 0xEF }, dark: Color { r: 0x1F, g: 0x3A, b: 0x5F } };

/// How preperiods are mapped to greys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greys {
    /// By their logarithm; preperiod 0 is blue.
    Logarithmic,
    /// In proportion, starting with the colour of the sheet for 0.
    Linear,
}

/// The preperiods of the games { s1 s2 s3 } in grey: the longer a preperiod, the farther from the colour of the sheet.
pub fn preperiods(s3: u32, games: &[ThreeMoves], greys: Greys, drawing: &Drawing) -> Picture {
    let longest = games.iter().rev().max_by_key(|game| game.cycle.preperiod);
    let subtitle = match longest {
        Some(game) => {
            let ([s1, s2, s3], preperiod) = (game.moves, game.cycle.preperiod);
            format!("{} games; longest preperiod {preperiod}: {{ {s1} {s2} {s3} }}", games.len())
        }
        None => "no games".to_owned(),
    };
    let labels = drawing.of_three(s3, subtitle);
    let most = longest.map_or(1, |game| game.cycle.preperiod.max(1));
    let positive = games.iter().map(|game| game.cycle.preperiod as f64).filter(|&one| one > 0.0);
    let scale = Logarithmic::covering(positive);
    let grey = |level: usize| Ink {
        light: colorous::GREYS.eval_rational(level + 16, LEVELS + 16),
        dark: colorous::GREYS.eval_rational(LEVELS - 1 - level, LEVELS + 16),
    };
    let none = if greys == Greys::Linear { PAPER } else { NONE };
    let colours: Vec<Ink> = std::iter::once(none).chain((0..LEVELS).map(grey)).collect();
    let level = |preperiod: u64| match (preperiod, greys) {
        (0, _) => 0,
        (_, Greys::Logarithmic) => 1 + scale.level(preperiod as f64, LEVELS),
        // Rounded up, so that only 0 has level 0.
        (_, Greys::Linear) => {
            let level = (u128::from(preperiod) * LEVELS as u128).div_ceil(u128::from(most));
            usize::try_from(level).unwrap_or(LEVELS).min(LEVELS)
        }
    };
    let squares =
        games.iter().map(|game| (game.moves[0], game.moves[1], level(game.cycle.preperiod)));
    let mut triangle = drawing.triangle(&labels, (13.0, 18.0));
    triangle.games(&labels.plane, squares, &colours);
    let without = games.iter().filter(|game| game.cycle.preperiod == 0).count();
    let ticks = match greys {
        Greys::Logarithmic => scale.places(),
        Greys::Linear => super::scale::linear(most),
    };
    triangle.bar("preperiod", &ticks, &colours[1..]);
    triangle.remark(&format!("none: {without} games"), none);
    triangle.describe(&format!("{without} games have no preperiod."));
    triangle.finish(&labels)
}

/// The periods of the games of a class; undecided games have a colour of their own.
pub fn two_free_moves(
    class: TwoFreeClass,
    fixed: u32,
    games: &[TwoFreeMoves],
    drawing: &Drawing,
) -> Picture {
    let period = |game: &TwoFreeMoves| game.cycle.map(|cycle| cycle.period);
    let longest = games.iter().filter(|game| game.cycle.is_some()).max_by_key(|game| period(game));
    let subtitle = match longest.and_then(|game| Some((game, period(game)?))) {
        Some((TwoFreeMoves { s1, s2, .. }, period)) => {
            format!("{} games; longest period {period}: s1 = {s1}, s2 = {s2}", games.len())
        }
        None => format!("{} games", games.len()),
    };
    let labels = drawing.of_class(class, fixed, subtitle);
    let scale = Logarithmic::covering(games.iter().filter_map(period).map(|one| one as f64));
    let mut colours: Vec<Ink> =
        (0..LEVELS).map(|level| colorous::VIRIDIS.eval_rational(level, LEVELS).into()).collect();
    colours.push(OKABE_ITO[3].into());
    let squares = games.iter().map(|game| {
        let level = period(game).map_or(LEVELS, |period| scale.level(period as f64, LEVELS));
        (game.s1, game.s2, level)
    });
    let mut triangle = drawing.triangle(&labels, (13.0, 18.0));
    triangle.games(&labels.plane, squares, &colours);
    triangle.bar("period", &scale.places(), &colours[..LEVELS]);
    let undecided = games.iter().filter(|game| game.cycle.is_none()).count();
    if undecided > 0 {
        triangle.remark(&format!("undecided: {undecided} games"), OKABE_ITO[3].into());
        triangle.describe(&format!("{undecided} games are undecided."));
    }
    triangle.finish(&labels)
}
