//! `grundy plot means`.

use super::rows::{PlotRow, rows, series_name, text};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::plot::{FitForm, Means, Quantity};
use crate::cli::host::picture::PictureFile;
use crate::cli::host::{Exit, Failure, Output};
use grundy_picture::{
    Curve, Fit, Means as Picture, Points, Theme, common_slope, least_squares, means,
};
use grundy_report::report::fits::{self as report, FitLine};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What is known of the games of a series with one largest move.
#[derive(Clone, Copy)]
struct SeriesEntry {
    sum: u128,
    games: u64,
    greatest: Option<u128>,
}

/// The entries of a series, by largest move.
type Entries = BTreeMap<u32, SeriesEntry>;

/// Reads the means, fits lines, prints these, and draws the picture where one is wanted.
pub fn run(
    arguments: &Means,
    theme: Theme,
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let file = configuration.output.as_deref().map(PictureFile::new).transpose()?;
    let mut series: Vec<(String, Entries)> = Vec::new();
    for path in &arguments.paths {
        for (name, entries) in read(path, arguments)? {
            let known = if arguments.join { series.first_mut() } else { None };
            match known {
                Some((_, all)) => all.extend(entries),
                None => series.push((name, entries)),
            }
        }
    }
    let series: Vec<Points> = series.iter().map(|(name, it)| points(name, it, arguments)).collect();
    if series.iter().all(|one| one.points.is_empty()) {
        return Err(Failure::rejected("no file has a mean in this range (--from, --to)"));
    }
    let mut lines = Vec::new();
    let mut curves = Vec::new();
    if let Some(form) = arguments.fit {
        for (one, number) in series.iter().zip(0..) {
            let fitted = fits(one, form, arguments.modulus, arguments.common);
            for (remainder, fit) in (0..).zip(&fitted) {
                lines.push(line(one, arguments.modulus, remainder, fit.as_ref()));
                curves.extend(fit.map(|fit| fit.curve(form == FitForm::MExp, Some(number))));
            }
        }
    }
    if let Some((divisor, rate)) = arguments.curve {
        curves.push(Curve::scaled(divisor, rate));
    }
    let quantity = match arguments.show {
        Quantity::Mean => "mean period",
        Quantity::Greatest | Quantity::Records => "greatest period",
    };
    let title =
        arguments.title.clone().unwrap_or_else(|| format!("The {quantity} by largest move"));
    if let Some(file) = &file {
        let picture = Picture { title: &title, quantity, series: &series, curves: &curves };
        file.write(&means(&picture, arguments.size), theme)?;
    } else if lines.is_empty() {
        return Err(Failure::usage("nothing to do: add --fit, or -o FILE for a picture"));
    }
    let formula = match arguments.fit {
        Some(FitForm::Exp) => Some("ln y = a M + b"),
        Some(FitForm::MExp) => Some("ln(y/M) = a M + b"),
        None => None,
    };
    Output::open(None)?.show(&report::fits(quantity, formula, &lines), configuration)?;
    Ok(Exit::Success)
}

/// The points in the range.
fn points(name: &str, entries: &Entries, arguments: &Means) -> Points {
    let mut best = 0;
    let mut points = Vec::new();
    let inside = |largest: u32| (arguments.from..=arguments.to).contains(&largest);
    for (&largest, entry) in entries.iter().filter(|(largest, _)| inside(**largest)) {
        let (number, of) = match arguments.show {
            Quantity::Mean => (entry.sum, entry.games),
            Quantity::Greatest | Quantity::Records => (entry.greatest.unwrap_or(0), 1),
        };
        let is_record = number > best;
        best = best.max(number);
        if number > 0 && (is_record || arguments.show != Quantity::Records) {
            points.push((largest, number, of));
        }
    }
    Points { name: name.to_owned(), points }
}

/// For each remainder the line through the points whose largest move leaves it.
fn fits(series: &Points, form: FitForm, modulus: u32, common: bool) -> Vec<Option<Fit>> {
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

fn line(series: &Points, modulus: u32, remainder: u32, fit: Option<&Fit>) -> FitLine {
    let largest = series.points.iter().map(|(largest, ..)| largest);
    let largest = largest.filter(|&it| it % modulus == remainder);
    let numbers = fit.map(|Fit { slope, intercept, correlation }| {
        [slope, intercept, correlation].map(|number| format!("{number:.6}"))
    });
    FitLine {
        series: series.name.clone(),
        modulus,
        remainder,
        points: largest.clone().count(),
        range: largest.clone().min().copied().zip(largest.max().copied()),
        numbers,
    }
}

/// The series of a file: one for each class.
fn read(path: &Path, arguments: &Means) -> Result<Vec<(String, Entries)>, Failure> {
    let at = |message: String| Failure::rejected(format!("{}: {message}", path.display()));
    let text = text(path)?;
    let is_catalogue = path.extension().is_some_and(|it| it == "toml");
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
        let catalogue: Catalogue = toml::from_str(&text).map_err(|error| at(error.to_string()))?;
        for Statistics { name, row } in catalogue.statistics {
            for Statistic { max, sum, count, greatest } in row {
                let (sum, greatest) = (sum.into(), greatest.map(u128::from));
                let entry = SeriesEntry { sum, games: count, greatest };
                add(name.clone(), max, entry);
            }
        }
    } else {
        for (line, row) in
            rows(&text).map_err(|(line, message)| at(format!("{line}: {message}")))?
        {
            let wanted = row.get("row").is_none_or(|kind| kind == "mean" || kind == "maximum");
            if !wanted || !row.contains_key("sum") {
                continue;
            }
            let (name, largest, entry) =
                entry(&row).map_err(|message| at(format!("{line}: {message}")))?;
            add(name.unwrap_or_else(|| series_name(path)), largest, entry);
        }
    }
    found.retain(|(_, entries)| !entries.is_empty());
    if !arguments.classes.is_empty() {
        let mut ordered = Vec::new();
        for wanted in &arguments.classes {
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
    let lacks = found.iter().flat_map(|(_, it)| it.values()).any(|it| it.greatest.is_none());
    if arguments.show != Quantity::Mean && lacks {
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
