//! What has given numbers: for people, and as JSON.

use super::{Render, align};
use crate::family::{MOST_VALUES, Series, model::Column};
use crate::sequence::Rule;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::ops::RangeInclusive;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The text that was looked for.
    pub sought: String,
    /// What has these numbers, the simplest first.
    pub(crate) matches: Vec<FoundEntry>,
    /// What they were compared with.
    pub compared: Vec<Compared>,
}

/// What numbers are.
#[output]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// The Grundy values of one game.
    GrundyValues,
    /// Its outcomes: 0 for P, 1 for N.
    Outcomes,
    /// The period of the outcomes.
    Period,
    /// Their preperiod.
    Preperiod,
    /// The period of the Grundy values.
    NimPeriod,
    /// Their preperiod.
    NimPreperiod,
}

impl Quantity {
    /// The values by this rule, mex or normal play.
    pub fn values(rule: Rule) -> Self {
        if rule == Rule::Mex { Self::GrundyValues } else { Self::Outcomes }
    }

    /// A number of a cycle.
    pub fn of(is_nim: bool, is_preperiod: bool) -> Self {
        match (is_nim, is_preperiod) {
            (false, false) => Self::Period,
            (false, true) => Self::Preperiod,
            (true, false) => Self::NimPeriod,
            (true, true) => Self::NimPreperiod,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::GrundyValues => "Grundy values",
            Self::Outcomes => "outcomes",
            Self::Period => "period of the outcomes",
            Self::Preperiod => "preperiod of the outcomes",
            Self::NimPeriod => "period of the Grundy values",
            Self::NimPreperiod => "preperiod of the Grundy values",
        }
    }
}

// A game, family or table that has the numbers.
#[output]
#[derive(Clone, Debug)]
pub(crate) struct FoundEntry {
    quantity: Quantity,
    // Nothing for a table, whose rows are games.
    moves: Option<String>,
    /// The position of the first value.
    from: Option<String>,
    /// The first and the last parameter, or game of a table.
    first: Option<String>,
    last: Option<String>,
    /// The family or table of a catalogue.
    pub published: Option<String>,
    // The place in the list.
    #[serde(skip)]
    pub order: (usize, usize, usize),
}

impl FoundEntry {
    /// One game, with the position of the first value.
    pub(crate) fn game(
        quantity: Quantity,
        moves: String,
        from: Option<usize>,
        order: (usize, usize, usize),
    ) -> Self {
        let (moves, from) = (Some(moves), from.map(|from| from.to_string()));
        Self { quantity, moves, from, first: None, last: None, published: None, order }
    }

    /// A family, for these parameters.
    pub(crate) fn family(
        quantity: Quantity,
        moves: String,
        (first, last): (String, String),
        order: (usize, usize, usize),
    ) -> Self {
        let (first, last) = (Some(first), Some(last));
        Self { quantity, moves: Some(moves), from: None, first, last, published: None, order }
    }

    /// What a catalogue says.
    pub(crate) fn published(
        series: &Series,
        (first, last): (String, String),
        order: (usize, usize, usize),
    ) -> Self {
        let is_preperiod = matches!(series.column, Column::Preperiod | Column::NimPreperiod);
        Self {
            quantity: Quantity::of(series.column.is_nim(), is_preperiod),
            moves: series.moves.clone(),
            from: None,
            first: Some(first),
            last: Some(last),
            published: Some(series.name.clone()),
            order,
        }
    }

    /// `n = 2..6`, `from position 3`, `{ 1 2 }`.
    fn place(&self) -> String {
        match (self.first.as_ref().zip(self.last.as_ref()), &self.from) {
            (Some((first, last)), _) if first.starts_with('{') && first == last => first.clone(),
            (Some((first, last)), _) if first.starts_with('{') => format!("{first} to {last}"),
            (Some((first, last)), _) if first == last => format!("n = {first}"),
            (Some((first, last)), _) => format!("n = {first}..{last}"),
            (None, Some(from)) => format!("from position {from}"),
            (None, None) => String::new(),
        }
    }

    fn cells(&self) -> [String; 4] {
        let published = self.published.as_ref().map(|name| match name.parse::<u32>() {
            Ok(number) => format!("published: family {number}"),
            Err(_) => format!("published: {name}"),
        });
        [
            self.quantity.words().to_owned(),
            self.moves.clone().unwrap_or_default(),
            self.place(),
            published.unwrap_or_default(),
        ]
    }
}

/// Something that the numbers were compared with.
#[output]
#[derive(Clone, Debug)]
pub struct Compared {
    /// What it is.
    pub what: String,
    /// The number of games, families, or columns of a catalogue.
    pub games: u64,
    /// Of how many of them, or of their games, not everything is known.
    pub left_out: u64,
}

impl Compared {
    fn new(what: String) -> Self {
        Self { what, games: 0, left_out: 0 }
    }

    /// All games with moves up to this one.
    pub fn games(greatest: u32, are_periods: bool, have_outcomes: bool) -> Self {
        let quantities = match (are_periods, have_outcomes) {
            (true, _) => "periods and preperiods of outcomes and Grundy values",
            (false, true) => "Grundy values and outcomes (0 for P, 1 for N), at every position",
            (false, false) => "Grundy values, at every position",
        };
        Self::new(format!("games with moves up to {greatest}: {quantities}"))
    }

    /// Families with these moves a * n + b, for this number of n each.
    pub fn families(
        moves: usize,
        factors: &RangeInclusive<i64>,
        summands: &RangeInclusive<i64>,
        games: i64,
    ) -> Self {
        let [a, b] = [factors, summands].map(|range| format!("{}..{}", range.start(), range.end()));
        Self::new(format!(
            "families with up to {moves} moves an+b, a in {a} and b in {b}: periods and preperiods of outcomes and \
             Grundy values, for the first {games} n"
        ))
    }

    /// The catalogues.
    pub fn published() -> Self {
        Self::new(format!(
            "published columns of periods and preperiods: families with one parameter, up to {MOST_VALUES} n each, and \
             tables (see grundy family check)"
        ))
    }
}

/// The most lines of matches.
const MOST_SHOWN: usize = 20;

impl Render for Found {
    fn verdict(&self) -> Option<Verdict> {
        // Whether something else has the numbers is not known.
        Some(Verdict::decided(!self.matches.is_empty()))
    }

    fn text(&self) -> String {
        let shown: Vec<_> = self.matches.iter().take(MOST_SHOWN).map(FoundEntry::cells).collect();
        let mut text = match &shown[..] {
            [] => format!("nothing found that has {}\n", self.sought),
            shown => align::table(&[0, 1, 2, 3], shown),
        };
        let more = self.matches.len() - shown.len();
        if more > 0 {
            text += &format!("and {more} more, in --format json\n");
        }
        text += "\nCompared with:\n";
        for Compared { what, games, left_out } in &self.compared {
            let left_out = match left_out {
                0 => String::new(),
                number => format!("; {number} not complete"),
            };
            text += &format!("  {games} {what}{left_out}\n");
        }
        if !shown.is_empty() {
            text += "Only these numbers agree; nothing is proved about those that follow.\n";
        }
        text
    }
}

impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { sought, matches, compared } = self;
        let document = FoundDocument {
            verdict: Verdict::decided(!matches.is_empty()),
            numbers: sought.clone(),
            results: matches.clone(),
            compared: compared.clone(),
        };
        document.serialize(serializer)
    }
}

/// What has given numbers.
#[output]
pub(super) struct FoundDocument {
    verdict: Verdict,
    /// What was looked for.
    numbers: String,
    results: Vec<FoundEntry>,
    compared: Vec<Compared>,
}
