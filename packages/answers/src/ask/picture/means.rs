//! Means: CSV, JSON lines, or the statistics of a catalogue.

use super::Drawn;
use super::rows::{PlotRow, rows, series_name};
#[cfg(test)]
use crate::ask::game::Name;
use crate::ask::{Ask, Control, File, Refused};
use crate::report::fits::{self, FitsDocument};
use grundy_output::question;
use grundy_picture::{
    Curve, Fit, Means as Shown, Points, Size, common_slope, least_squares, means,
};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

grundy_language::named! {
    /// What is drawn of the games with the same largest move.
    Quantity {
        Mean: "mean", "The mean period";
        Greatest: "greatest", "The greatest period";
        Records: "records", "The greatest period where it exceeds all before";
    }
}

grundy_language::named! {
    /// What is fitted.
    FitForm {
        Exp: "exp", "y = exp(a M + b)";
        MExp: "m-exp", "y = M exp(a M + b)";
    }
}

/// The greatest modulus.
pub const MOST_REMAINDERS: u32 = 1000;

/// How do means grow with the largest move M, and which lines fit their logarithms?
#[question]
pub struct PlotMeans {
    /// Files with means: CSV from `grundy census --mean`, CSV or JSON lines of `grundy census`, or, where the name ends
    /// with `.toml`, the statistics of a catalogue.
    pub series: Vec<File>,
    /// The number to draw: the mean where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<Name<Quantity>>"))]
    pub show: Option<Quantity>,
    /// Only these classes, in this order; all where there are none.
    #[serde(default)]
    pub classes: Vec<String>,
    /// Are all files one series?
    pub join: bool,
    /// Only points with at least this largest move.
    pub from: Option<u32>,
    /// Only points with at most this one.
    pub to: Option<u32>,
    /// The line that is fitted to the logarithms of each series.
    #[cfg_attr(test, schemars(with = "Option<Name<FitForm>>"))]
    pub fit: Option<FitForm>,
    /// A fit for each remainder of the largest move by this, from 1 to 1,000 ([`MOST_REMAINDERS`]); 1 by
    /// default.
    pub modulus: Option<u32>,
    /// Have all remainders of a series the same slope?
    pub common: bool,
    /// C and A of another curve M/C exp(A M), with C above 0 and A from -10 to 10.
    pub curve: Option<(f64, f64)>,
    /// The title of the picture.
    pub title: Option<String>,
    /// The size of the picture; 1200 by 900 pixels by default.
    pub size: Option<Size>,
}

/// Can M/C exp(A M) be drawn?
pub fn is_curve((divisor, rate): (f64, f64)) -> bool {
    divisor.is_finite() && divisor > 0.0 && rate.abs() <= 10.0
}

/// What is known about the games of a series with one largest move.
#[derive(Clone, Copy)]
struct SeriesEntry {
    sum: u128,
    games: u64,
    greatest: Option<u128>,
}

/// The entries of a series, by largest move.
type Entries = BTreeMap<u32, SeriesEntry>;

impl Ask for PlotMeans {
    type Answer = Drawn<FitsDocument>;

    fn answer(&self, _: &Control<'_>) -> Result<Self::Answer, Refused> {
        let (modulus, show) = (self.modulus.unwrap_or(1), self.show.unwrap_or(Quantity::Mean));
        if !(1..=MOST_REMAINDERS).contains(&modulus) {
            return Err(format!("--modulus is from 1 to {MOST_REMAINDERS}, not {modulus}").into());
        }
        if self.common && self.fit.is_none() {
            return Err("--common needs --fit".into());
        }
        if self.curve.is_some_and(|curve| !is_curve(curve)) {
            return Err("--curve needs two numbers C,A, such as 150,0.198".into());
        }
        let mut series: Vec<(String, Entries)> = Vec::new();
        for file in &self.series {
            for (name, entries) in read(file, show, &self.classes)? {
                let known = if self.join { series.first_mut() } else { None };
                match known {
                    Some((_, all)) => all.extend(entries),
                    None => series.push((name, entries)),
                }
            }
        }
        let points = |(name, entries): &(String, Entries)| self.points(name, entries, show);
        let series: Vec<Points> = series.iter().map(points).collect();
        if series.iter().all(|one| one.points.is_empty()) {
            let message = "no file has a mean in this range (--from, --to)";
            return Err(Refused::rejected(message.to_owned()));
        }
        let mut lines = Vec::new();
        let mut curves = Vec::new();
        if let Some(form) = self.fit {
            for (one, number) in series.iter().zip(0..) {
                let fitted = fitted(one, form, modulus, self.common);
                for (remainder, fit) in (0..).zip(&fitted) {
                    lines.push(line(one, modulus, remainder, fit.as_ref()));
                    curves.extend(fit.map(|fit| fit.curve(form == FitForm::MExp, Some(number))));
                }
            }
        }
        curves.extend(self.curve.map(|(divisor, rate)| Curve::scaled(divisor, rate)));
        let quantity = match show {
            Quantity::Mean => "mean period",
            Quantity::Greatest | Quantity::Records => "greatest period",
        };
        let title = self.title.clone().unwrap_or_else(|| format!("The {quantity} by largest move"));
        let formula = match self.fit {
            Some(FitForm::Exp) => Some("ln y = a M + b"),
            Some(FitForm::MExp) => Some("ln(y/M) = a M + b"),
            None => None,
        };
        let size = self.size.unwrap_or(Size::USUAL);
        let (quantity_name, formula) = (quantity.to_owned(), formula.map(str::to_owned));
        let document = FitsDocument { quantity: quantity_name, formula, fits: lines };
        Ok(Drawn::new(document, move || {
            let shown = Shown { title: &title, quantity, series: &series, curves: &curves };
            means(&shown, size)
        }))
    }
}

impl PlotMeans {
    /// The points in the range.
    fn points(&self, name: &str, entries: &Entries, show: Quantity) -> Points {
        let mut best = 0;
        let mut points = Vec::new();
        let range = self.from.unwrap_or(0)..=self.to.unwrap_or(u32::MAX);
        let inside = |largest: u32| range.contains(&largest);
        for (&largest, entry) in entries.iter().filter(|(largest, _)| inside(**largest)) {
            let (number, of) = match show {
                Quantity::Mean => (entry.sum, entry.games),
                Quantity::Greatest | Quantity::Records => (entry.greatest.unwrap_or(0), 1),
            };
            let is_record = number > best;
            best = best.max(number);
            if number > 0 && (is_record || show != Quantity::Records) {
                points.push((largest, number, of));
            }
        }
        Points { name: name.to_owned(), points }
    }
}

/// For each remainder, the line through the points whose largest move leaves that remainder.
fn fitted(series: &Points, form: FitForm, modulus: u32, common: bool) -> Vec<Option<Fit>> {
    let leaving = |remainder| {
        let points =
            series.points.iter().filter(move |(largest, ..)| largest % modulus == remainder);
        points.copied().collect::<Vec<_>>()
    };
    let parts: Vec<_> = (0..modulus).map(leaving).collect();
    let by_m = form == FitForm::MExp;
    match common {
        true => match common_slope(&parts, by_m) {
            Some(fits) => fits.into_iter().map(Some).collect(),
            None => vec![None; parts.len()],
        },
        false => parts.iter().map(|part| least_squares(part, by_m)).collect(),
    }
}

fn line(series: &Points, modulus: u32, remainder: u32, fit: Option<&Fit>) -> fits::Fit {
    let largest = series.points.iter().map(|(largest, ..)| largest);
    let largest = largest.filter(|&largest| largest % modulus == remainder);
    let range = largest.clone().min().zip(largest.clone().max());
    let number = |of: fn(&Fit) -> f64| fit.map(|fit| format!("{:.6}", of(fit)));
    fits::Fit {
        series: series.name.clone(),
        modulus: modulus.to_string(),
        remainder: remainder.to_string(),
        points: largest.count().to_string(),
        largest_move: range.map(|(from, to)| [from.to_string(), to.to_string()]),
        a: number(|fit| fit.slope),
        b: number(|fit| fit.intercept),
        r: number(|fit| fit.correlation),
    }
}

/// The series of a file: one for each class.
fn read(
    file: &File,
    show: Quantity,
    classes: &[String],
) -> Result<Vec<(String, Entries)>, Refused> {
    let File { name, text } = file;
    let at = |message: String| Refused::rejected(format!("{name}: {message}"));
    let is_catalogue = Path::new(name).extension().is_some_and(|ending| ending == "toml");
    let mut found = Vec::<(String, Entries)>::new();
    let mut add = |name: String, largest, entry: SeriesEntry| {
        let place = found.iter().position(|(known, _)| *known == name);
        let place = place.unwrap_or_else(|| {
            found.push((name, Entries::new()));
            found.len() - 1
        });
        found[place].1.extend((entry.games > 0).then_some((largest, entry)));
    };
    if is_catalogue {
        let catalogue: Catalogue = toml::from_str(text).map_err(|error| at(error.to_string()))?;
        for Statistics { name, row } in catalogue.statistics {
            for Statistic { max, sum, count, greatest } in row {
                let (sum, greatest) = (sum.into(), greatest.map(u128::from));
                let entry = SeriesEntry { sum, games: count, greatest };
                add(name.clone(), max, entry);
            }
        }
    } else {
        for (line, row) in rows(text).map_err(|(line, message)| at(format!("{line}: {message}")))? {
            let wanted = row.get("row").is_none_or(|kind| kind == "mean" || kind == "maximum");
            if !wanted || !row.contains_key("sum") {
                continue;
            }
            let (name, largest, entry) =
                entry(&row).map_err(|message| at(format!("{line}: {message}")))?;
            add(name.unwrap_or_else(|| series_name(file)), largest, entry);
        }
    }
    found.retain(|(_, entries)| !entries.is_empty());
    if !classes.is_empty() {
        let mut ordered = Vec::new();
        for wanted in classes {
            let Some(place) = found.iter().position(|(name, _)| name == wanted) else {
                let names: Vec<&str> = found.iter().map(|(name, _)| &name[..]).collect();
                return Err(at(format!(
                    "there is no class {wanted}; the classes are \
                                       {}",
                    names.join(", ")
                )));
            };
            ordered.push(found.swap_remove(place));
        }
        found = ordered;
    }
    if found.is_empty() {
        return Err(at("the file has no means".to_owned()));
    }
    let lacks = found.iter().flat_map(|(_, it)| it.values()).any(|mean| mean.greatest.is_none());
    if show != Quantity::Mean && lacks {
        return Err(at("the file does not say the greatest periods".to_owned()));
    }
    Ok(found)
}

/// The class of a row, if it has one, its largest move, and what it says.
fn entry(row: &PlotRow) -> Result<(Option<String>, u32, SeriesEntry), String> {
    fn number<T: std::str::FromStr>(row: &PlotRow, name: &str) -> Result<T, String> {
        let text = row.get(name).ok_or_else(|| format!("there is no {name}"))?;
        text.parse().map_err(|_| format!("{name} = {text} is not a natural number"))
    }
    let largest = number(row, "largest_move")?;
    let undecided: u64 = if row.contains_key("undecided") { number(row, "undecided")? } else { 0 };
    let games: u64 = number(row, "games")?;
    let greatest = ["greatest", "period"].into_iter().find(|name| row.contains_key(*name));
    let entry = SeriesEntry {
        sum: number(row, "sum")?,
        games: games.saturating_sub(undecided),
        greatest: greatest.map(|name| number(row, name)).transpose()?,
    };
    Ok((row.get("class").cloned(), largest, entry))
}

/// The statistics of a catalogue.
#[derive(Deserialize)]
struct Catalogue {
    #[serde(default)]
    statistics: Vec<Statistics>,
}

#[derive(Deserialize)]
struct Statistics {
    name: String,
    row: Vec<Statistic>,
}

#[derive(Deserialize)]
struct Statistic {
    max: u32,
    sum: u64,
    count: u64,
    greatest: Option<u64>,
}
