//! Means over the largest move, with fitted curves, on a logarithmic axis.

use super::canvas::{BLACK, Ink};
use super::fit::Curve;
use super::growth::{COLOURS, Chart, legend};
use super::{Picture, Size};

/// The numbers of a series.
#[derive(Clone, Debug)]
pub struct Points {
    /// The name in the legend.
    pub name: String,
    /// Largest move, sum and number of games; the point is their quotient.
    pub points: Vec<(u32, u128, u64)>,
}

/// Everything that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// The title.
    pub title: &'a str,
    /// What the numbers are.
    pub quantity: &'a str,
    /// The series.
    pub series: &'a [Points],
    /// Curves; those of a series have its colour.
    pub curves: &'a [Curve],
}

/// Draws each series as points over the largest move, joined by lines where no curve is fitted to it.
pub fn means(drawn: &Means<'_>, size: Size) -> Picture {
    let points = |one: &Points| {
        let point =
            |&(largest, sum, games): &(u32, u128, u64)| (largest, sum as f64 / games.max(1) as f64);
        one.points.iter().map(point).collect::<Vec<_>>()
    };
    let all: Vec<Vec<(u32, f64)>> = drawn.series.iter().map(points).collect();
    let count: usize = all.iter().map(Vec::len).sum();
    let mut chart = Chart::new(drawn.title, drawn.quantity, "points", &all.concat(), size);
    let names: Vec<&str> = drawn.series.iter().map(|one| &one.name[..]).collect();
    for (number, (points, colour)) in all.iter().zip(COLOURS.into_iter().cycle()).enumerate() {
        let places: Vec<_> = points.iter().map(|&(largest, y)| chart.place(largest, y)).collect();
        if !drawn.curves.iter().any(|curve| curve.of == Some(number)) {
            chart.canvas.polyline(&places, colour);
        }
        // Many points would merge into one thick line.
        if count <= 400 {
            places.iter().for_each(|&(x, y)| chart.canvas.dot(x, y, colour));
        }
    }
    for curve in drawn.curves {
        let (first, last) = chart.range();
        let places = (0..=200).map(|step| {
            let max_move = first + (last - first) * f64::from(step) / 200.0;
            (max_move, curve.at(max_move))
        });
        let places: Vec<_> = places.filter_map(|(x, y)| chart.place_inside(x, y)).collect();
        let ink: Ink = match curve.of {
            Some(number) => COLOURS[number % COLOURS.len()].into(),
            None => BLACK,
        };
        chart.canvas.polyline(&places, ink);
    }
    legend(&mut chart.canvas, &chart.plot, &names);
    for (name, points) in names.iter().zip(&all) {
        let point = |(largest, y): &(u32, f64)| format!("{y:.1} at max L = {largest}");
        let list: Vec<_> = points.iter().map(point).collect();
        chart.canvas.describe(&format!("{name}: {}.", list.join(", ")));
    }
    chart.canvas.finish()
}
