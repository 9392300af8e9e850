//! The result of a census of families: for people, and as JSON.

use super::census::table;
use super::json::document;
use crate::Integer;
use crate::affine::Affine;
use crate::census::families::{Degree, Families, FamilyResult, PARAMETERS};
use crate::polynomial::{Style, Written as _};
use grundy_output::output;
use std::collections::BTreeMap;

/// A family with what was found about it.
pub type Examined = (Vec<(i64, i64)>, FamilyResult);

/// What is enumerated, in words.
pub fn title(families: &Families) -> String {
    let range =
        |range: &std::ops::RangeInclusive<i64>| format!("{}..{}", range.start(), range.end());
    let condition = families.condition.as_ref().map(|it| format!(" where {it}"));
    format!(
        "families of {} moves an + b with a in {} and b in {}{}",
        families.moves,
        range(&families.factors),
        range(&families.summands),
        condition.unwrap_or_default()
    )
}

/// The moves of a family in braces.
fn written(moves: &[(i64, i64)]) -> String {
    let one = |&(a, b): &(i64, i64)| {
        Affine::new(b.into(), [Integer::from(a)]).display(&["n"]).to_string()
    };
    format!("{{ {} }}", moves.iter().map(one).collect::<Vec<_>>().join(" "))
}

fn polynomial(degree: &Degree, style: &Style) -> String {
    degree.polynomial().display(&["n".to_owned()], style)
}

/// How many families, and of the one with the greatest polynomial its moves and the polynomial.
type Largest<'e> = (u64, &'e [(i64, i64)], &'e Degree);

/// Families by the degree of their periods, and of each degree the one with the greatest leading
/// coefficient; the first of them, if there are several.
struct Tally<'e> {
    degrees: BTreeMap<usize, Largest<'e>>,
    others: Vec<&'e Examined>,
}

impl<'e> Tally<'e> {
    fn new(examined: &'e [Examined]) -> Self {
        let mut degrees: BTreeMap<usize, Largest<'e>> = BTreeMap::new();
        let mut others = Vec::new();
        for one in examined {
            let FamilyResult::Polynomial(degree) = &one.1 else {
                others.push(one);
                continue;
            };
            let entry = degrees.entry(degree.degree()).or_insert((0, &one.0, degree));
            entry.0 += 1;
            if degree.leading() > entry.2.leading() {
                (entry.1, entry.2) = (&one.0, degree);
            }
        }
        Self { degrees, others }
    }
}

/// What there is to say about a family without a polynomial.
fn reason(found: &FamilyResult) -> Option<String> {
    match found {
        FamilyResult::Polynomial(_) => None,
        FamilyResult::NoPolynomial => Some("no polynomial with small coefficients".to_owned()),
        FamilyResult::Open(parameter, limit) => Some(format!("n = {parameter}: {}", limit.text())),
    }
}

/// The result as a text; `every` lists every family.
pub fn text(families: &Families, examined: &[Examined], every: bool) -> String {
    let tally = Tally::new(examined);
    let mut text = String::new();
    if every {
        let lines = examined.iter().map(|(moves, found)| {
            let period = match found {
                FamilyResult::Polynomial(degree) => polynomial(degree, &Style::Text),
                _ => "?".to_owned(),
            };
            vec![period, written(moves)]
        });
        text += &table("every family", &["period", "moves"], lines.collect());
    }
    let lines = tally.degrees.iter().rev().map(|(degree, (count, moves, period))| {
        let period = polynomial(period, &Style::Text);
        vec![degree.to_string(), count.to_string(), period, written(moves)]
    });
    let heads = ["degree", "families", "period with the greatest leading coefficient", "moves"];
    text += &table("outcomes by degree of the least period", &heads, lines.collect());
    let [one, other] = PARAMETERS;
    text += &format!(
        "{}: {}, of which {} have a polynomial at n = {one} and {other}; not proved\n",
        title(families),
        examined.len(),
        examined.len() - tally.others.len()
    );
    const NAMED: usize = 20;
    for (moves, found) in tally.others.iter().take(NAMED) {
        text += &format!("open: {}  {}\n", written(moves), reason(found).unwrap_or_default());
    }
    if tally.others.len() > NAMED {
        text += &format!("open: {} more; --format json lists them\n", tally.others.len() - NAMED);
    }
    text
}

#[output]
pub(super) struct FamiliesDocument {
    census: FamiliesCensus,
    degrees: Vec<FamilyRow>,
    families: Vec<Family>,
}

#[output]
struct FamiliesCensus {
    moves: usize,
    factors: [i64; 2],
    summands: [i64; 2],
    #[serde(rename = "where")]
    condition: Option<String>,
    limit_steps: u64,
    parameters: [i64; 2],
    families: usize,
    /// So many were not examined before the time was over.
    #[serde(skip_serializing_if = "is_zero")]
    missing: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[output]
struct FamilyRow {
    degree: usize,
    families: u64,
    period: String,
    moves: String,
}

#[output]
struct Family {
    moves: String,
    period: Option<String>,
    degree: Option<usize>,
    open: Option<String>,
}

/// The result as JSON, with every family; there are so many in `all`.
pub fn json(families: &Families, examined: &[Examined], all: u64) -> String {
    let tally = Tally::new(examined);
    let row = |(degree, (count, moves, period)): (&usize, &Largest<'_>)| FamilyRow {
        degree: *degree,
        families: *count,
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
            open: reason(found),
        }
    });
    let ends = |range: &std::ops::RangeInclusive<i64>| [*range.start(), *range.end()];
    document(&FamiliesDocument {
        census: FamiliesCensus {
            moves: families.moves,
            factors: ends(&families.factors),
            summands: ends(&families.summands),
            condition: families.condition.as_ref().map(ToString::to_string),
            limit_steps: families.steps,
            parameters: PARAMETERS,
            families: examined.len(),
            missing: all.saturating_sub(examined.len() as u64),
        },
        degrees: tally.degrees.iter().rev().map(row).collect(),
        families: each.collect(),
    })
}
