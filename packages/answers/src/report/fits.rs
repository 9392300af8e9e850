//! Lines fitted to the logarithms of means; without a formula there are none, and the text is empty.

use super::Render;
use super::census::table;
use grundy_output::output;
use std::slice::from_ref;

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

// A line through the points of a series whose largest move leaves a remainder.
#[output]
pub(crate) struct Fit {
    pub series: String,
    pub modulus: String,
    pub remainder: String,
    pub points: String,
    // The least and the greatest largest move of a point.
    #[null]
    pub largest_move: Option<[String; 2]>,
    // Slope, intercept and correlation, with six decimals, if there are two different largest moves.
    #[null]
    pub a: Option<String>,
    #[null]
    pub b: Option<String>,
    #[null]
    pub r: Option<String>,
}

/// Lines that were fitted.
#[output]
pub struct FitsDocument {
    pub(crate) quantity: String,
    #[null]
    pub(crate) formula: Option<String>,
    pub(crate) fits: Vec<Fit>,
}
