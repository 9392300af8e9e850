//! Periods and preperiods of games that differ in one move, with a logarithmic axis.

use super::canvas::{Anchor, Area, BLACK, Canvas, Ink, OKABE_ITO, PALE, PAPER};
use super::scale::{Logarithmic, label, round};
use super::{Picture, Size};

/// A game: the move that varies, and approximations of period and preperiod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Varied {
    /// The move that varies.
    pub moved: f64,
    /// Period and preperiod, if they are known; no period where every number is a period.
    pub cycle: Option<(Option<f64>, f64)>,
}

/// Draws periods and preperiods as points over the move that differs; `name` is, for example, `{ 21 103 214 s }`.
///
/// Numbers below 1 are drawn as hollow points at 1.  A line marks games whose period is not known.
pub fn variation(name: &str, games: &[Varied], size: Size) -> Picture {
    let known = games.iter().filter_map(|game| game.cycle);
    let numbers: Vec<_> = known.clone().flat_map(|(p, q)| p.into_iter().chain([q])).collect();
    let some_below = numbers.iter().any(|number| *number < 1.0);
    let values = Logarithmic::covering(numbers).round_ends();
    let least = games.iter().map(|game| game.moved).fold(f64::INFINITY, f64::min);
    let greatest = games.iter().map(|game| game.moved).fold(f64::NEG_INFINITY, f64::max);
    let span = if greatest > least { greatest - least } else { 1.0 };
    let least = if least.is_finite() { least } else { 0.0 };

    let mut canvas = Canvas::new(size);
    let em = canvas.em;
    let left = 5.6 * em;
    let unknown = games.len() - known.count();
    let undecided = match unknown {
        0 => String::new(),
        some => format!(", {some} undecided"),
    };
    let subtitle = format!("{} games{undecided}, s from {least} to {}", games.len(), least + span);
    canvas.title(left, &format!("Period and preperiod of {name}"), &subtitle);
    let plot = Area {
        left,
        top: 5.8 * em,
        width: canvas.width() - left - 1.8 * em,
        height: canvas.height() - 9.4 * em,
    };
    // Half a step on each side, so that no point is on the frame.
    let margin = 0.02 * plot.width;
    let x = |moved: f64| plot.left + margin + (moved - least) / span * (plot.width - 2.0 * margin);
    let y = |value: f64| plot.bottom() - values.place(value) * plot.height;
    for tick in values.ticks() {
        canvas.line((plot.left, y(tick)), (plot.right(), y(tick)), PALE);
        let text = if tick <= 1.0 && some_below { "≤ 1".to_owned() } else { label(tick) };
        canvas.text(plot.left - 0.6 * em, y(tick) + 0.3 * em, Anchor::End, 0.85, &text);
    }
    for (tick, text) in round(least, span, 12) {
        canvas.line((x(tick), plot.bottom()), (x(tick), plot.bottom() + 0.4 * em), BLACK);
        canvas.text(x(tick), plot.bottom() + 1.4 * em, Anchor::Middle, 0.85, &text);
    }
    canvas.frame(plot);
    let middle = plot.left + plot.width / 2.0;
    canvas.text(middle, plot.bottom() + 2.8 * em, Anchor::Middle, 1.0, "the move s");
    canvas.upward_text(1.4 * em, plot.top + plot.height / 2.0, "length");
    legend(&mut canvas, left, some_below, unknown > 0);
    let point = |canvas: &mut Canvas, moved: f64, value: f64, colour: Ink| {
        let (x, y) = (x(moved), y(value));
        match value < 1.0 {
            true => hollow(canvas, x, y, colour),
            false => canvas.dot(x, y, colour),
        }
    };
    for game in games {
        match game.cycle {
            Some((period, preperiod)) => {
                point(&mut canvas, game.moved, preperiod, PREPERIOD);
                if let Some(period) = period {
                    point(&mut canvas, game.moved, period, PERIOD);
                }
            }
            None => {
                let place = x(game.moved);
                canvas.line((place, plot.top), (place, plot.bottom()), BLACK);
            }
        }
    }
    canvas.describe(
        "To the right: the move s. Upwards, on a logarithmic scale: the period, and the preperiod.",
    );
    if some_below {
        canvas.describe("Numbers below 1 are hollow points at 1.");
    }
    let each = games.iter().map(|game| match game.cycle {
        Some((Some(period), preperiod)) => format!("{}: {period}, {preperiod}", game.moved),
        Some((None, preperiod)) => format!("{}: every number, {preperiod}", game.moved),
        None => format!("{}: undecided", game.moved),
    });
    canvas.describe(&format!("{}.", each.collect::<Vec<_>>().join("; ")));
    canvas.finish()
}

const PERIOD: Ink = Ink { light: OKABE_ITO[5], dark: OKABE_ITO[0] };
const PREPERIOD: Ink = Ink { light: OKABE_ITO[1], dark: OKABE_ITO[1] };

/// A point for a number whose true place is elsewhere.
fn hollow(canvas: &mut Canvas, x: f64, y: f64, colour: Ink) {
    canvas.dot(x, y, colour);
    canvas.disc(x, y, canvas.em / 6.0, PAPER);
}

fn legend(canvas: &mut Canvas, left: f64, some_below: bool, has_unknown: bool) {
    let em = canvas.em;
    let base = 4.8 * em;
    let mut at = left;
    for (name, colour) in [("period", PERIOD), ("preperiod", PREPERIOD)] {
        canvas.dot(at + 0.4 * em, base - 0.35 * em, colour);
        canvas.text(at + 1.2 * em, base, Anchor::Start, 0.9, name);
        at += canvas.text_width(name, 0.9) + 2.8 * em;
    }
    if some_below {
        let name = "below 1";
        hollow(canvas, at + 0.4 * em, base - 0.35 * em, BLACK);
        canvas.text(at + 1.2 * em, base, Anchor::Start, 0.9, name);
        at += canvas.text_width(name, 0.9) + 2.8 * em;
    }
    if has_unknown {
        canvas.line((at + 0.4 * em, base - 0.9 * em), (at + 0.4 * em, base + 0.2 * em), BLACK);
        canvas.text(at + 1.2 * em, base, Anchor::Start, 0.9, "undecided");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    /// A number that is not drawn at its true place has a mark, and the legend says so.
    #[test]
    fn numbers_below_the_scale_are_marked() {
        let drawn = |cycles: &[(f64, f64)]| {
            let game = |(at, &(period, preperiod)): (usize, &(f64, f64))| Varied {
                moved: at as f64,
                cycle: Some((Some(period), preperiod)),
            };
            let games: Vec<_> = cycles.iter().enumerate().map(game).collect();
            let size = Size::new(1200, 700).expect("a size");
            variation("{ 3 7 s }", &games, size).svg(Theme::Light)
        };
        let discs = |svg: &str| svg.matches("<circle").count();
        let (plain, marked) =
            (drawn(&[(4.0, 81.4), (15.0, 3.0)]), drawn(&[(0.4, 81.4), (15.0, 3.0)]));
        assert!(!plain.contains("below 1") && marked.contains(">below 1<"), "{marked}");
        // The hole of the point, and a hollow point in the legend.
        assert_eq!(discs(&marked), discs(&plain) + 3);
        assert!(drawn(&[(4.0, 0.0)]).contains(">below 1<"));
    }

    #[test]
    fn a_constant_sequence_has_no_point_for_its_period() {
        let games = [Varied { moved: 1.5, cycle: Some((None, 2.0)) }];
        let svg =
            variation("{ s }", &games, Size::new(600, 400).expect("a size")).svg(Theme::Light);
        assert!(svg.contains("1.5: every number, 2."), "{svg}");
    }
}
