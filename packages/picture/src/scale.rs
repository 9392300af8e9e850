//! Scales: logarithmic ones, and steps for the ticks of linear ones.

use super::canvas::{Anchor, Area, BLACK, Canvas, Ink, decimal};

/// A logarithmic scale from one positive number to a greater one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Logarithmic {
    least: f64,
    greatest: f64,
}

impl Logarithmic {
    /// The scale that covers the finite numbers given; those below 1 count as 1.
    pub(crate) fn covering(values: impl IntoIterator<Item = f64>) -> Self {
        let (mut least, mut greatest) = (f64::INFINITY, 1.0_f64);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            least = least.min(value.max(1.0));
            greatest = greatest.max(value);
        }
        let least = least.min(greatest);
        Self { least, greatest: greatest.max(2.0 * least) }
    }

    /// This scale, extended to 1, 2 or 5 times powers of ten.
    pub(crate) fn round_ends(self) -> Self {
        let power = |value: f64| 10_f64.powf((value.log10() + 1e-9).floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let below = |value: f64| {
            factors
                .map(|factor| factor * power(value))
                .into_iter()
                .rev()
                .find(|step| *step <= value * (1.0 + 1e-9))
        };
        let above = |value: f64| {
            factors
                .map(|by| by * power(value))
                .into_iter()
                .find(|step| *step >= value * (1.0 - 1e-9))
        };
        Self {
            least: below(self.least).unwrap_or(self.least),
            greatest: above(self.greatest).unwrap_or(self.greatest),
        }
    }

    /// The place of a number: 0 at the lower end, 1 at the upper end.
    pub(crate) fn place(&self, value: f64) -> f64 {
        ((value / self.least).ln() / (self.greatest / self.least).ln()).clamp(0.0, 1.0)
    }

    /// Is a number on the scale?
    pub(crate) fn covers(&self, value: f64) -> bool {
        (self.least..=self.greatest).contains(&value)
    }

    /// The piece that a number falls into when the scale is cut into `levels` equal pieces, numbered from 0.
    pub(crate) fn level(&self, value: f64, levels: usize) -> usize {
        ((self.place(value) * levels as f64) as usize).min(levels - 1)
    }

    /// Round numbers on the scale: powers of ten, and 2 and 5 times these when there would be too few.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let within = |value: &f64| {
            *value >= self.least * (1.0 - 1e-9) && *value <= self.greatest * (1.0 + 1e-9)
        };
        let powers: Vec<f64> = (0..=308).map(|power| 10_f64.powi(power)).collect();
        let tens: Vec<f64> = powers.iter().copied().filter(within).collect();
        if tens.len() > 12 {
            return tens.iter().copied().step_by(tens.len().div_ceil(12)).collect();
        }
        if tens.len() >= 3 {
            return tens;
        }
        let finer = powers.iter().flat_map(|power| [*power, 2.0 * power, 5.0 * power]);
        finer.filter(within).collect()
    }

    /// The round numbers with their places.
    pub(crate) fn places(&self) -> Vec<(f64, String)> {
        self.ticks().into_iter().map(|tick| (self.place(tick), label(tick))).collect()
    }
}

/// The ticks of a scale from 0 to a positive number, with their places between 0 and 1.
pub(crate) fn linear(most: u64) -> Vec<(f64, String)> {
    let spacing = step(most, 8);
    let ticks = (0..=most / spacing).map(|index| index * spacing);
    ticks.map(|tick| (tick as f64 / most.max(1) as f64, label(tick as f64))).collect()
}

/// A number on a logarithmic axis: such as `500`, or `5·10⁶` from 10000 on.
pub(crate) fn label(value: f64) -> String {
    if value < 9999.5 {
        return format!("{value:.0}");
    }
    let power = (value.log10() + 1e-9).floor();
    let mantissa = format!("{:.0}", value / 10_f64.powf(power));
    let digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let power: String = (format!("{power:.0}").chars())
        .filter_map(|digit| digits.chars().nth(digit.to_digit(10)? as usize))
        .collect();
    if mantissa == "1" { format!("10{power}") } else { format!("{mantissa}·10{power}") }
}

/// A round step, 1, 2 or 5 times a power of ten, that cuts `span` into at most `most` pieces.
pub(crate) fn step(span: u64, most: u64) -> u64 {
    let most = most.max(1);
    let mut power = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if span.div_ceil(step) <= most || step == u64::MAX {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// Round numbers from `least` to `least + span`, about `most` of them, with their text.
pub(crate) fn round(least: f64, span: f64, most: u64) -> Vec<(f64, String)> {
    // In units of a power of ten, chosen so that the span is some hundreds of units.
    let power = (2.0 - span.log10().floor()).clamp(-300.0, 300.0);
    let scale = 10_f64.powf(power);
    let between = step((span * scale).max(1.0) as u64, most) as f64;
    let first = (least * scale / between - 1e-9).ceil();
    let each = (0..=most).map(|number| (first + number as f64) * between / scale);
    let each = each.take_while(|tick| *tick <= least + span * (1.0 + 1e-9));
    each.map(|tick| (tick, decimal(tick, power.max(0.0) as usize))).collect()
}

/// A bar of colours that shows what they mean, with the title above it.  Ticks lie between 0, the lower end, and 1;
/// `letters` is the size of the letters, relative to that of the canvas.
pub(crate) fn bar(
    canvas: &mut Canvas,
    area: Area,
    title: &str,
    ticks: &[(f64, String)],
    colours: &[Ink],
    letters: f64,
) {
    let em = letters * canvas.em;
    canvas.text(area.left, area.top - 0.7 * em, Anchor::Start, 0.95 * letters, title);
    let height = area.height / colours.len() as f64;
    for (index, colour) in colours.iter().enumerate() {
        // A little higher than its share, so that no gap shows between two levels.
        let top = area.bottom() - height * (index + 1) as f64;
        canvas.fill(Area { top, height: height + 0.5, ..area }, *colour);
    }
    canvas.frame(area);
    for (place, label) in ticks {
        let y = area.bottom() - place * area.height;
        canvas.line((area.right(), y), (area.right() + 0.4 * em, y), BLACK);
        canvas.text(area.right() + 0.7 * em, y + 0.3 * em, Anchor::Start, 0.85 * letters, label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_scale() {
        let ticks = |values: [f64; 2]| Logarithmic::covering(values).ticks();
        assert_eq!(ticks([3.0, 70_000.0]), [10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(ticks([3.0, 70.0]), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!(ticks([7.0, 7.0]), [10.0]);
        assert!(ticks([1.0, 1e300]).len() <= 12);
        assert!(!Logarithmic::covering([]).ticks().is_empty());
    }

    #[test]
    fn round_numbers_are_few() {
        let shown = |least, span, most| -> Vec<String> {
            round(least, span, most).into_iter().map(|tick| tick.1).collect()
        };
        assert_eq!(shown(0.0, 2.414, 5), ["0", "0.5", "1", "1.5", "2"]);
        assert_eq!(shown(0.0, 0.03, 3), ["0", "0.01", "0.02", "0.03"]);
        assert_eq!(shown(0.0, 281.0, 3), ["0", "100", "200"]);
        assert_eq!(shown(0.0, 1e6, 2), ["0", "500000", "1000000"]);
        assert_eq!(shown(230.0, 10.0, 12).first().map(String::as_str), Some("230"));
        assert_eq!(shown(230.0, 10.0, 12).len(), 11);
        assert_eq!(shown(1.4, 0.02, 12)[..3], ["1.4", "1.402", "1.404"]);
        assert!((2..=13).contains(&shown(7.5, 4.5, 12).len()));
        assert!((2..=13).contains(&shown(0.0, 1e6, 12).len()));
    }

    #[test]
    fn levels_cover_the_scale() {
        let scale = Logarithmic::covering([1.0, 1000.0]);
        assert_eq!(
            [1.0, 9.9, 10.1, 101.0, 1000.0].map(|value| scale.level(value, 3)),
            [0, 0, 1, 2, 2]
        );
    }

    #[test]
    fn labels_stay_short() {
        assert_eq!([1.0, 500.0, 1000.0].map(label), ["1", "500", "1000"]);
        assert_eq!([1e4, 5e6, 1e12].map(label), ["10⁴", "5·10⁶", "10¹²"]);
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(
            [step(100, 10), step(101, 10), step(7, 10), step(1, 1), step(0, 5)],
            [10, 20, 1, 1, 1]
        );
        assert_eq!(step(u64::MAX, 1), u64::MAX);
    }
}
