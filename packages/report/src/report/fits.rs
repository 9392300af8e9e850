//! Lines fitted to the logarithms of means.

use super::census::table;
use super::json::document;
use grundy_output::output;

/// A line through the points of a series whose largest move leaves a remainder.
#[derive(Clone, Debug)]
pub struct FitLine {
    /// The name of the series.
    pub series: String,
    /// By what the largest move is divided,
    pub modulus: u32,
    /// and what it leaves.
    pub remainder: u32,
    /// How many points.
    pub points: usize,
    /// The least and the greatest largest move of a point.
    pub range: Option<(u32, u32)>,
    /// Slope a, intercept b and correlation r, each with six decimals; `None` of fewer than two different largest moves.
    pub numbers: Option<[String; 3]>,
}

/// The lines as a table, below the formula that they are of; nothing without a formula.
pub fn text(quantity: &str, formula: Option<&str>, lines: &[FitLine]) -> String {
    let Some(formula) = formula else { return String::new() };
    let heads = ["M mod", "points", "from", "to", "a", "b", "r", "series"];
    let line = |line: &FitLine| {
        let part = match line.modulus {
            1 => "1: 0".to_owned(),
            modulus => format!("{modulus}: {}", line.remainder),
        };
        let (from, to) =
            line.range.map_or(("-".into(), "-".into()), |it| (it.0.to_string(), it.1.to_string()));
        let [a, b, r] = line.numbers.clone().unwrap_or_else(|| ["-"; 3].map(str::to_owned));
        vec![part, line.points.to_string(), from, to, a, b, r, line.series.clone()]
    };
    let title = format!("{formula}, y the {quantity}, M the largest move, r the correlation");
    table(&title, &heads, lines.iter().map(line).collect()).trim_end().to_owned() + "\n"
}

/// The same as JSON.
pub fn json(quantity: &str, formula: Option<&str>, lines: &[FitLine]) -> String {
    let fit = |line: &FitLine| {
        let [a, b, r] = line.numbers.clone().map_or([None, None, None], |it| it.map(Some));
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
    document(&FitsDocument { quantity, formula, fits: lines.iter().map(fit).collect() })
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

#[output]
pub(super) struct FitsDocument {
    quantity: String,
    #[null]
    formula: Option<String>,
    fits: Vec<Fit>,
}
