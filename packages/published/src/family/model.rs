//! A catalogue as the check sees it.

pub use super::record::Record;
use crate::Integer;
use crate::diagnostic::Span;
use crate::formula::{Condition, Formula};
use crate::runs::Cycle;

/// The content of one file.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The entries in the order of the file.
    pub entries: Vec<Entry>,
}

/// One entry of a catalogue.
#[derive(Clone, Debug)]
pub enum Entry {
    /// Games whose moves depend on parameters.
    Family(Box<Family>),
    /// Single games.
    Table(Table),
    /// Sums over all symmetric games with a given largest move.
    Statistics(Enumeration),
    /// The frequencies of the types of periods among games with three moves.
    Areas(Enumeration),
}

/// Games whose moves are formulas in integer parameters.
#[derive(Clone, Debug)]
pub struct Family {
    /// The printed number, or a name.
    pub name: String,
    /// The printed number, if there is one.
    pub number: Option<u32>,
    /// The moves.
    pub moves: MoveList,
    /// The parameters, in the order of their first occurrence in the moves.
    pub parameters: Vec<char>,
    /// How the printed preperiods count.
    pub convention: Convention,
    /// A relation between the moves a < b < c < ..., as printed.
    pub relation: Option<(Condition, Span)>,
    /// The number of games that the source reports to have computed beyond those that determine the printed
    /// polynomials.
    pub witnesses: Option<(Integer, Span)>,
    /// What is printed.
    pub printed: Claims,
    /// What the catalogue claims instead or in addition.
    pub computed: Claims,
    /// What is on record as proved.
    pub proved: Option<Record>,
}

/// The moves as formulas.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// Single moves `a` and ranges `a..b`, which are empty when b < a.
    pub items: Vec<(Formula, Option<Formula>)>,
    /// Their place in the text.
    pub span: Span,
}

/// How preperiods are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Positions count from 0.
    Usual,
    /// The printed number is q + max L + 1 for each q except 0: an initial block of max L + 1 positions is counted.
    Shifted,
}

grundy_language::named! {
    /// A property of a game for which a formula can be claimed.
    Column {
        /// `p`: the period of the outcomes.
        Period: "p";
        /// `q`: the preperiod of the outcomes.
        Preperiod: "q";
        /// `nim_p`: the period of the Grundy values.
        NimPeriod: "nim_p";
        /// `nim_q`: the preperiod of the Grundy values.
        NimPreperiod: "nim_q";
    }
}

impl Column {
    /// The number of a cycle that the column is about.
    pub fn of(self, cycle: &Cycle) -> &Integer {
        match self {
            Self::Period | Self::NimPeriod => &cycle.period,
            Self::Preperiod | Self::NimPreperiod => &cycle.preperiod,
        }
    }

    /// Is it about Grundy values?
    pub fn is_nim(self) -> bool {
        matches!(self, Self::NimPeriod | Self::NimPreperiod)
    }
}

/// Claims about the games of a family, all by the same author.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// The parameters they are about.
    pub range: Option<Range>,
    /// Formulas, at most one entry for each column.
    pub formulas: Vec<(Column, Cases)>,
    /// The factors by which p is smaller than its formula, where their conditions hold; of several that hold, the last
    /// one counts.
    pub drops: Option<Vec<Drop>>,
    /// Single values.
    pub values: Vec<Row>,
}

/// A formula by cases; the first case whose condition holds counts, if there is none, nothing is claimed.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The cases.
    pub cases: Vec<FormulaCase>,
    /// Their place in the text.
    pub span: Span,
}

impl Cases {
    /// The first case whose condition holds.
    pub(crate) fn first<E>(
        &self,
        mut holds: impl FnMut(&Condition) -> Result<bool, E>,
    ) -> Result<Option<&FormulaCase>, E> {
        for case in &self.cases {
            if case.when.as_ref().map_or(Ok(true), &mut holds)? {
                return Ok(Some(case));
            }
        }
        Ok(None)
    }
}

/// One case of a formula.
#[derive(Clone, Debug)]
pub struct FormulaCase {
    /// The condition; always, if missing.
    pub when: Option<Condition>,
    /// The formula; the printed one, if missing.
    pub is: Option<Formula>,
}

/// A drop of the period.
#[derive(Clone, Debug)]
pub struct Drop {
    /// The divisor of p, at least 1.
    pub factor: Integer,
    /// The condition.
    pub when: Condition,
}

/// A set of parameter values.
#[derive(Clone, Debug)]
pub struct Range {
    /// The first and the last value of each parameter, in the order of [`Family::parameters`]; without a last value the
    /// range is infinite.
    pub bounds: Vec<(i64, Option<i64>)>,
    /// A further condition.
    pub when: Option<Condition>,
    /// Its place in the text.
    pub span: Span,
}

/// Single games with their values.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name.
    pub name: String,
    /// Are the values by the authors of the catalogue, and not printed?
    pub own: bool,
    /// Are the last digits of decimals cut off, and not rounded?
    pub cut: bool,
    /// The columns whose values do not decrease from row to row.
    pub increasing: Vec<(String, Span)>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The values of one game.
#[derive(Clone, Debug)]
pub struct Row {
    /// The parameters, for a game of a family.
    pub at: Vec<(char, Integer)>,
    /// The moves, for a row of a table; missing where the source is damaged.
    pub moves: Option<MoveList>,
    /// The printed values.
    pub cells: Vec<Cell>,
    /// The catalogue's own values, instead of the printed ones or in addition.
    pub computed: Vec<Cell>,
    /// The place of the row in the text.
    pub span: Span,
}

/// One value of a row.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The key.
    pub column: &'static str,
    /// The value.
    pub value: Content,
    /// Its place in the text.
    pub span: Span,
}

/// The value in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// An integer.
    Number(Integer),
    /// A decimal fraction, digit for digit.
    Decimal(String),
    /// Yes or no.
    Flag(bool),
    /// The lengths of orbits, with the number of orbits of each.
    Lengths(Vec<(Integer, Integer)>),
}

/// Values that need all games of a kind, one row for each largest move.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The name.
    pub name: String,
    /// The rows; each has a cell `max`.
    pub rows: Vec<Row>,
}
