//! The result of a census of families: for people, and as JSON.

use super::Render;
use super::census::table;
use super::theorem::braces;
use crate::Integer;
use crate::affine::Affine;
use crate::census::families::{Degree, Families, FamilyResult, PARAMETERS};
use crate::polynomial::{Style, Written as _};
use crate::verdict::Verdict;
use grundy_output::output;
use std::collections::BTreeMap;

/// A family, with what was found about it.
pub type Examined = (Vec<(i64, i64)>, FamilyResult);

/// A description in words of what is enumerated.
pub fn title(families: &Families) -> String {
    let range =
        |range: &std::ops::RangeInclusive<i64>| format!("{}..{}", range.start(), range.end());
    let condition = families.condition.as_ref().map(|condition| format!(" where {condition}"));
    format!(
        "families of {} moves an + b with a in {} and b in {}{}",
        families.moves,
        range(&families.factors),
        range(&families.summands),
        condition.unwrap_or_default()
    )
}

/// The moves of a family.
pub(crate) fn written(moves: &[(i64, i64)]) -> Vec<String> {
    let one = |&(a, b): &(i64, i64)| {
        Affine::new(b.into(), [Integer::from(a)]).display(&["n"]).to_string()
    };
    moves.iter().map(one).collect()
}

fn polynomial(degree: &Degree, style: &Style) -> String {
    degree.polynomial().display(&["n".to_owned()], style)
}

/// The number of families, and the moves and the polynomial of the family with the greatest one.
type Largest<'e> = (u64, &'e [(i64, i64)], &'e Degree);

/// The remark on a family without a polynomial.
fn open(found: &FamilyResult) -> Option<Open> {
    match found {
        FamilyResult::Polynomial(_) => None,
        FamilyResult::NoPolynomial => {
            let why = "no polynomial with small coefficients".to_owned();
            Some(Open { why, n: None, limit: None })
        }
        FamilyResult::Open(n, limit) => {
            let why = format!("n = {n}: {}", limit.text());
            Some(Open { why, n: Some(n.to_string()), limit: Some(limit.name()) })
        }
    }
}

/// What was found about families, of which there are `all` in total.  For each degree, it shows the family with the
/// greatest leading coefficient, the first if there are several; the text lists every family only if `every`.
pub fn examined(
    families: &Families,
    examined: &[Examined],
    all: u64,
    every: bool,
) -> FamiliesDocument {
    let mut degrees: BTreeMap<usize, Largest<'_>> = BTreeMap::new();
    for (moves, found) in examined {
        let FamilyResult::Polynomial(degree) = found else { continue };
        let entry = degrees.entry(degree.degree()).or_insert((0, moves, degree));
        entry.0 += 1;
        if degree.leading() > entry.2.leading() {
            (entry.1, entry.2) = (moves, degree);
        }
    }
    let row = |(degree, (count, moves, period)): (&usize, &Largest<'_>)| FamilyRow {
        degree: *degree,
        families: count.to_string(),
        period: polynomial(period, &Style::Text),
        moves: written(moves),
    };
    let each = examined.iter().map(|(moves, found)| {
        let degree = match found {
            FamilyResult::Polynomial(degree) => Some(degree),
            _ => None,
        };
        Family {
            moves: written(moves),
            period: degree.map(|degree| polynomial(degree, &Style::Text)),
            degree: degree.map(Degree::degree),
            open: open(found),
        }
    });
    let missing = all.saturating_sub(examined.len() as u64);
    let ends =
        |range: &std::ops::RangeInclusive<i64>| [range.start(), range.end()].map(i64::to_string);
    FamiliesDocument {
        title: title(families),
        every,
        missing,
        census: FamiliesCensus {
            number_of_moves: families.moves.to_string(),
            factors: ends(&families.factors),
            summands: ends(&families.summands),
            condition: families.condition.as_ref().map(ToString::to_string),
            limit_steps: families.steps.to_string(),
            parameters: PARAMETERS.map(|name| name.to_string()),
            families: examined.len().to_string(),
            missing: Some(missing).filter(|count| *count > 0).map(|count| count.to_string()),
        },
        degrees: degrees.iter().rev().map(row).collect(),
        families: each.collect(),
    }
}

impl FamiliesDocument {
    /// How far the work got, unless everything is done.
    pub fn came(&self) -> Option<String> {
        let missing = self.missing;
        let done = self.families.len();
        (missing > 0).then(|| format!("{done} of {} families were examined", done as u64 + missing))
    }
}

impl Render for FamiliesDocument {
    fn verdict(&self) -> Option<Verdict> {
        let is_open = self.families.iter().any(|family| family.open.is_some());
        Some(Verdict::decided(!is_open && self.census.missing.is_none()))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if self.every {
            let rows = self.families.iter().map(|family| {
                let period = family.period.clone().unwrap_or_else(|| "?".to_owned());
                vec![period, braces(&family.moves.join(" "))]
            });
            text += &table("every family", &["period", "moves"], rows.collect());
        }
        let rows = self.degrees.iter().map(|row| {
            let moves = braces(&row.moves.join(" "));
            vec![row.degree.to_string(), row.families.clone(), row.period.clone(), moves]
        });
        let heads = ["degree", "families", "period with the greatest leading coefficient", "moves"];
        text += &table("outcomes by degree of the least period", &heads, rows.collect());
        let open = self.families.iter().filter_map(|one| Some((&one.moves, one.open.as_ref()?)));
        let open: Vec<_> = open.collect();
        let [one, other] = PARAMETERS;
        text += &format!(
            "{}: {}, of which {} have a polynomial at n = {one} and {other}; not proved\n",
            self.title,
            self.families.len(),
            self.families.len() - open.len()
        );
        const NAMED: usize = 20;
        for (moves, Open { why, .. }) in open.iter().take(NAMED) {
            text += &format!("open: {}  {why}\n", braces(&moves.join(" ")));
        }
        if open.len() > NAMED {
            text += &format!("open: {} more; --format json lists them\n", open.len() - NAMED);
        }
        text
    }
}

/// What was found about families.
#[output]
pub struct FamiliesDocument {
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    every: bool,
    #[serde(skip)]
    missing: u64,
    census: FamiliesCensus,
    degrees: Vec<FamilyRow>,
    families: Vec<Family>,
}

#[output]
struct FamiliesCensus {
    number_of_moves: String,
    factors: [String; 2],
    summands: [String; 2],
    #[serde(rename = "where")]
    condition: Option<String>,
    limit_steps: String,
    parameters: [String; 2],
    families: String,
    /// The number of families that were not examined before the time was over.
    missing: Option<String>,
}

#[output]
struct FamilyRow {
    degree: usize,
    families: String,
    period: String,
    moves: Vec<String>,
}

#[output]
struct Family {
    moves: Vec<String>,
    period: Option<String>,
    degree: Option<usize>,
    open: Option<Open>,
}

/// The value of n for which there is no period, and the limit that was reached; nothing where no polynomial fits.
#[output]
struct Open {
    #[serde(skip)]
    why: String,
    n: Option<String>,
    limit: Option<&'static str>,
}
