//! Lines fitted to the logarithms of means.

use super::Render;
use super::census::table;
use grundy_output::output;
use std::slice::from_ref;

/// A line through the points of a series whose largest move leaves a remainder.
#[derive(Clone, Debug)]
pub struct FitLine {
    /// The name of the series.
    pub series: String,
    /// The modulus by which the largest move is divided.
    pub modulus: u32,
    /// The remainder that the largest move leaves.
    pub remainder: u32,
    /// The number of points.
    pub points: usize,
    /// The least and the greatest largest move of a point.
    pub range: Option<(u32, u32)>,
    /// Slope a, intercept b and correlation r, each with six decimals; `None` if there are fewer than two different
    /// largest moves.
    pub numbers: Option<[String; 3]>,
}

/// The lines below their formula; without a formula, the text is empty.
pub fn fits(quantity: &str, formula: Option<&str>, lines: &[FitLine]) -> FitsDocument {
    let fit = |line: &FitLine| {
        let [a, b, r] =
            line.numbers.clone().map_or([None, None, None], |numbers| numbers.map(Some));
        Fit {
            series: line.series.clone(),
            modulus: line.modulus.to_string(),
            remainder: line.remainder.to_string(),
            points: line.points.to_string(),
            largest_move: line.range.map(|(from, to)| [from.to_string(), to.to_string()]),
            a,
            b,
            r,
        }
    };
    let (quantity, formula) = (quantity.to_owned(), formula.map(str::to_owned));
    FitsDocument { quantity, formula, fits: lines.iter().map(fit).collect() }
}

impl Render for FitsDocument {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { quantity, formula: Some(formula), fits } = self else { return String::new() };
        let heads = ["M mod", "points", "from", "to", "a", "b", "r", "series"];
        let row = |fit: &Fit| {
            let part = format!("{}: {}", fit.modulus, fit.remainder);
            let [from, to] = fit.largest_move.clone().map_or([None, None], |range| range.map(Some));
            let numbers = [from, to, fit.a.clone(), fit.b.clone(), fit.r.clone()];
            let numbers = numbers.map(|number| number.unwrap_or_else(|| "-".to_owned()));
            [&[part, fit.points.clone()], &numbers[..], from_ref(&fit.series)].concat()
        };
        let title = format!("{formula}, y the {quantity}, M the largest move, r the correlation");
        table(&title, &heads, fits.iter().map(row).collect()).trim_end().to_owned() + "\n"
    }
}

#[output]
struct Fit {
    series: String,
    modulus: String,
    remainder: String,
    points: String,
    #[null]
    largest_move: Option<[String; 2]>,
    #[null]
    a: Option<String>,
    #[null]
    b: Option<String>,
    #[null]
    r: Option<String>,
}

/// Lines that were fitted.
#[output]
pub struct FitsDocument {
    quantity: String,
    #[null]
    formula: Option<String>,
    fits: Vec<Fit>,
}
