//! Lines fitted to logarithms by least squares.
//!
//! For n points (x, y) with whole numbers x, the line y = a x + b with the least sum of squared distances in y has
//! a = sum (n x - X) y / (n X2 - X^2) and b = (Y - a X) / n, where X and Y are the sums of x and y, and X2 is that
//! of x^2.  X, X2 and the factors n x - X are exact whole numbers; y is the logarithm of an exact quotient.  The
//! correlation is r = sum (n x - X)(n y - Y) / sqrt(sum (n x - X)^2 sum (n y - Y)^2).

/// A fitted line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// a
    pub slope: f64,
    /// b
    pub intercept: f64,
    /// The correlation, from -1 to 1; 1 where all y are equal.
    pub correlation: f64,
}

/// The line ln(s/n) = a M + b through points (M, s, n), each a largest move, a sum and a number of games; with `by_m`,
/// the line ln(s/n/M) = a M + b.  `None` if there are fewer than two different M, or a point of 0.
///
/// ```
/// use grundy_picture::least_squares;
/// // 2^M: slope ln 2, intercept 0.
/// let fit = least_squares(&[(3, 16, 2), (4, 16, 1), (5, 32, 1)], false).unwrap();
/// assert!((fit.slope - 2_f64.ln()).abs() < 1e-12 && fit.intercept.abs() < 1e-12);
/// assert!((fit.correlation - 1.0).abs() < 1e-12);
/// assert_eq!(least_squares(&[(3, 8, 1)], false), None);
/// ```
pub fn least_squares(points: &[(u32, u128, u64)], by_m: bool) -> Option<Fit> {
    let sums = Sums::of(points, by_m)?;
    Some(sums.fit(sums.mixed / sums.spread as f64))
}

/// Lines with one common a, each with its own b: those with the least sum of squared distances over all points.
/// `None` where [`least_squares`] gives none for one of them.
///
/// a = sum (S / n) / sum (D / n) over the lines, where S = sum (n x - X) y and D = n X2 - X^2.
pub fn common_slope(lines: &[Vec<(u32, u128, u64)>], by_m: bool) -> Option<Vec<Fit>> {
    let all: Vec<Sums> = lines.iter().map(|line| Sums::of(line, by_m)).collect::<Option<_>>()?;
    let mixed: f64 = all.iter().map(|sums| sums.mixed / sums.count).sum();
    let spread: f64 = all.iter().map(|sums| sums.spread as f64 / sums.count).sum();
    Some(all.iter().map(|sums| sums.fit(mixed / spread)).collect())
}

/// The sums that determine the line through some points.
struct Sums {
    count: f64,
    /// X and Y
    x: f64,
    y: f64,
    /// sum (n x - X) y
    mixed: f64,
    /// n X2 - X^2
    spread: i128,
    /// sum (n y - Y)^2
    deviation: f64,
}

impl Sums {
    fn of(points: &[(u32, u128, u64)], by_m: bool) -> Option<Self> {
        let logarithm = |&(x, sum, games): &(u32, u128, u64)| {
            let divisor = if by_m { f64::from(x) } else { 1.0 };
            let y = (sum as f64).ln() - (games as f64).ln() - divisor.ln();
            y.is_finite().then_some((i128::from(x), y))
        };
        let points: Vec<(i128, f64)> = points.iter().map(logarithm).collect::<Option<_>>()?;
        let n = points.len() as i128;
        let x: i128 = points.iter().map(|(x, _)| x).sum();
        let squares: i128 = points.iter().map(|(x, _)| x * x).sum();
        let y: f64 = points.iter().map(|(_, y)| y).sum();
        let spread = n * squares - x * x;
        let count = n as f64;
        let mixed = points.iter().map(|&(one, y)| (n * one - x) as f64 * y).sum();
        let deviation = points.iter().map(|(_, one)| (count * one - y).powi(2)).sum();
        (spread > 0).then_some(Self { count, x: x as f64, y, mixed, spread, deviation })
    }

    /// The line with this slope.
    fn fit(&self, slope: f64) -> Fit {
        let intercept = (self.y - slope * self.x) / self.count;
        // The sum of (n x - X)^2 is n (n X2 - X^2), and that of (n x - X)(n y - Y) is n mixed.
        let correlation = match self.deviation > 0.0 {
            true => {
                self.count * self.mixed / (self.count * self.spread as f64 * self.deviation).sqrt()
            }
            false => 1.0,
        };
        Fit { slope, intercept, correlation }
    }
}

/// A curve M^k exp(a M + b), k = 0 or 1.
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    by_m: bool,
    slope: f64,
    intercept: f64,
    /// The series that it is fitted to.
    pub(super) of: Option<usize>,
}

impl Fit {
    /// Its curve, in the colour of a series.
    pub fn curve(&self, by_m: bool, of: Option<usize>) -> Curve {
        Curve { by_m, slope: self.slope, intercept: self.intercept, of }
    }
}

impl Curve {
    /// M/divisor exp(rate M).
    pub fn scaled(divisor: f64, rate: f64) -> Self {
        Self { by_m: true, slope: rate, intercept: -divisor.ln(), of: None }
    }

    /// Its value.
    pub(super) fn at(&self, max_move: f64) -> f64 {
        let factor = if self.by_m { max_move } else { 1.0 };
        factor * (self.slope * max_move + self.intercept).exp()
    }
}
