//! Tables of single games.

use super::decimal::Enclosure;
use super::judge::{Author, Outcome, above, compare, one};
use super::model::{Cell, Column, Content, Row, Table};
use super::moves::MoveError;
use super::questions::{Answer, Answers, Question, Questions};
use super::rows::number;
use super::sums::decimal;
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic};
use crate::runs;
use crate::sequence::orbit::Survey;
use crate::sequence::{Cycle, MOVES, Moves, Rule};
use crate::verdict::{Finding, PublishedValue, Reason, Verdict};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;

/// The rows of a table, with the questions about each.
pub(super) struct TablePlan<'a> {
    table: &'a Table,
    rows: Vec<AskedCell<'a>>,
}

struct AskedCell<'a> {
    row: &'a Row,
    moves: Option<Result<Moves, MoveError>>,
    questions: [Option<usize>; 2],
    orbits: Option<usize>,
}

/// The columns that need the cycle of the outcomes.
const OF_OUTCOMES: [&str; 6] = ["p", "q", "p_above", "log2_p_by_max", "log_max_p", "log_max_q"];

/// The columns about the shift register.
const OF_ORBITS: [&str; 6] =
    ["words", "palindromic", "orbits", "start_orbit", "orbit_lengths", "longest_orbits"];

/// Asks for the cycles and the orbits.
pub(super) fn plan<'a>(table: &'a Table, questions: &mut Questions) -> TablePlan<'a> {
    let rows = table.rows.iter().map(|row| {
        let moves = row.moves.as_ref().map(|list| list.at(&[]));
        let asked = [false, true].map(|nim| {
            let Some(Ok(moves)) = &moves else { return None };
            let about = |cell: &Cell| match nim {
                true => cell.column.starts_with("nim"),
                false => OF_OUTCOMES.contains(&cell.column),
            };
            if !row.cells.iter().chain(&row.computed).any(about) {
                return None;
            }
            let rule = if nim { Rule::Mex } else { Rule::Normal };
            let candidates = candidates(row, nim);
            Some(questions.ask(Question::Cycle { moves: moves.clone(), rule, candidates }))
        });
        let about = |cell: &Cell| OF_ORBITS.contains(&cell.column);
        let orbits = match &moves {
            Some(Ok(moves)) if row.cells.iter().chain(&row.computed).any(about) => {
                Some(questions.ask(Question::Orbits(moves.clone())))
            }
            _ => None,
        };
        AskedCell { row, moves, questions: asked, orbits }
    });
    TablePlan { table, rows: rows.collect() }
}

/// What the row claims, the catalogue's own values first; where no preperiod is given, 0 is tried.
fn candidates(row: &Row, nim: bool) -> Vec<Cycle> {
    let (p, q) = if nim { ("nim_p", "nim_q") } else { ("p", "q") };
    let small = |number: &Integer| number.to_big().to_u64();
    let mut candidates = Vec::new();
    for own in [true, false] {
        let value = |column| {
            let corrected = number(&row.computed, column).filter(|_| own);
            corrected
                .or_else(|| number(&row.cells, column))
                .or_else(|| number(&row.computed, column))
        };
        let preperiod = value(q).map_or(Some(0), small);
        if let (Some(period), Some(preperiod)) = (value(p).and_then(small), preperiod) {
            let candidate = Cycle { period, preperiod };
            if !candidates.contains(&candidate) {
                candidates.push(candidate);
            }
        }
    }
    candidates
}

/// All values of a table, row by row, then what is said about whole columns.
pub(super) fn judge(plan: &TablePlan<'_>, answers: &Answers) -> Vec<PublishedValue> {
    let mut values = Vec::new();
    for (index, asked) in plan.rows.iter().enumerate() {
        let game = match (&asked.moves, &asked.row.moves) {
            (Some(Ok(moves)), _) => moves.to_string(),
            _ => format!("row {}", index + 1),
        };
        let name = format!("{}: {game}", plan.table.name);
        let wrong = asked.moves.as_ref().and_then(|moves| moves.as_ref().err()?.why());
        if let Some(why) = wrong {
            let diagnostic =
                Diagnostic::new(Code::ImpossibleMoves, format!("{name} is not a game: {why}"))
                    .label(
                        asked.row.moves.as_ref().map_or(asked.row.span, |list| list.span),
                        "these moves",
                    );
            let found = vec![Finding::new(diagnostic)];
            let value = PublishedValue::new(&name, "moves", Verdict::Rejected, found);
            values.push(PublishedValue {
                reasons: vec![Reason::Unknown { message: why.clone() }],
                ..value
            });
            continue;
        }
        let author = if plan.table.own { Author::Catalogue } else { Author::Print };
        let printed = asked.row.cells.iter().map(|cell| (author, cell));
        let own = asked.row.computed.iter().map(|cell| (Author::Catalogue, cell));
        for (author, cell) in printed.chain(own) {
            // The largest move of a row without moves is not a claim about a game.
            if cell.column == "max" && asked.row.moves.is_none() {
                continue;
            }
            let outcome = asked.outcome(cell, plan.table.cut, answers);
            values.push(one(&name, cell.column, author, cell.span, outcome));
        }
    }
    for (column, span) in &plan.table.increasing {
        let column_name = format!("{column} increasing");
        let outcome = plan.increasing(column, answers);
        values.push(one(&plan.table.name, &column_name, Author::Print, *span, outcome));
    }
    values
}

impl AskedCell<'_> {
    fn cycle<'a>(&self, nim: bool, answers: &'a Answers) -> Result<&'a runs::Cycle, Outcome> {
        if self.moves.is_none() {
            return Err(Outcome::Unknown("its moves are not known"));
        }
        let Some(question) = self.questions[usize::from(nim)] else {
            return Err(Outcome::Open(MOVES));
        };
        match answers.get(question) {
            Ok(Answer::Cycle(cycle)) => Ok(cycle),
            Ok(_) => Err(Outcome::Open(MOVES)),
            Err(limit) => Err(Outcome::Open(limit)),
        }
    }

    /// The largest move, from the moves or otherwise from the row.
    fn max(&self) -> Option<Integer> {
        match &self.moves {
            Some(Ok(moves)) => Some(moves.greatest().into()),
            _ => number(&self.row.cells, "max").cloned(),
        }
    }

    fn outcome(&self, cell: &Cell, cut: bool, answers: &Answers) -> Outcome {
        match &cell.value {
            Content::Decimal(printed) => self.exponent(cell.column, printed, cut, answers),
            Content::Flag(printed) => match self.flag(cell.column) {
                None => Outcome::Unknown("its moves are not known"),
                Some(computed) if computed == *printed => Outcome::Agrees,
                Some(computed) => Outcome::Deviates {
                    claimed: printed.to_string(),
                    computed: computed.to_string(),
                },
            },
            Content::Number(printed) => self.integer(cell.column, printed, answers),
            Content::Lengths(printed) => match self.orbits(answers) {
                Ok(orbits) => lengths(printed, &orbits, cell.column == "orbit_lengths"),
                Err(outcome) => outcome,
            },
        }
    }

    fn integer(&self, column: &str, printed: &Integer, answers: &Answers) -> Outcome {
        let claimed = Ok(BigRational::from(printed.to_big()));
        if let Some(column) = Column::named(column) {
            return match self.cycle(column.is_nim(), answers) {
                Ok(cycle) => compare(&claimed, column.of(cycle)),
                Err(outcome) => outcome,
            };
        }
        match (column, &self.moves) {
            ("p_above", _) => match self.cycle(false, answers) {
                Ok(cycle) => above(printed, &cycle.period),
                Err(outcome) => outcome,
            },
            ("max", Some(Ok(moves))) => compare(&claimed, &moves.greatest().into()),
            ("pairs", Some(Ok(moves))) => compare(&claimed, &pairs(moves).into()),
            _ => match self.orbits(answers) {
                Ok(orbits) => {
                    let computed = match column {
                        "words" => orbits.words,
                        "palindromic" => orbits.palindromic,
                        "orbits" => orbits.number(),
                        _ => orbits.start,
                    };
                    compare(&claimed, &computed.into())
                }
                Err(outcome) => outcome,
            },
        }
    }

    fn orbits(&self, answers: &Answers) -> Result<Survey, Outcome> {
        let Some(question) = self.orbits else {
            return Err(Outcome::Unknown("its moves are not known"));
        };
        match answers.get(question) {
            Ok(Answer::Orbits(Some(orbits))) => Ok(orbits.clone()),
            Ok(_) => Err(Outcome::Unknown("only symmetric games have orbits")),
            Err(limit) => Err(Outcome::Open(limit)),
        }
    }

    fn flag(&self, column: &str) -> Option<bool> {
        let Some(Ok(moves)) = &self.moves else { return None };
        match column {
            "half" => {
                let greatest = moves.greatest();
                Some(greatest % 2 == 0 && moves.sizes().contains(&(greatest / 2)))
            }
            _ => Some(moves.is_symmetric()),
        }
    }

    /// The logarithm of the computed number, or of the printed one if there is no computed one; the latter can show
    /// that the row contradicts itself, but not verify it.
    fn exponent(&self, column: &str, printed: &str, cut: bool, answers: &Answers) -> Outcome {
        let key = if column == "log_max_q" { Column::Preperiod } else { Column::Period };
        let (number, known) = match self.cycle(false, answers) {
            Ok(cycle) => (Some(key.of(cycle).clone()), Ok(())),
            Err(outcome) => (number(&self.row.cells, key.name()).cloned(), Err(outcome)),
        };
        let (Some(number), Some(max)) = (number, self.max()) else {
            return known.err().unwrap_or(Outcome::Unknown("nothing is given to compute it from"));
        };
        let max = BigRational::from(max.to_big());
        let logarithm = Enclosure::log2(&BigRational::from(number.to_big()));
        let divisor = if column == "log2_p_by_max" {
            Some(Enclosure::exact(max))
        } else {
            Enclosure::log2(&max)
        };
        let quotient = logarithm.zip(divisor).and_then(|(above, below)| above.over(&below));
        match (decimal(quotient, printed, cut), known) {
            (Outcome::Agrees, Err(_)) => {
                Outcome::Unknown("it depends on the printed number, which was not computed")
            }
            (Outcome::Deviates { claimed, computed }, Err(_)) => {
                let computed = format!("{computed} by the printed {}", key.name());
                Outcome::Deviates { claimed, computed }
            }
            (outcome, _) => outcome,
        }
    }
}

/// Compares the lengths of orbits with the number of each, the longest first; an incomplete list is the beginning of
/// the true one.
fn lengths(printed: &[(Integer, Integer)], orbits: &Survey, complete: bool) -> Outcome {
    let computed: Vec<_> = (orbits.lengths().into_iter())
        .map(|(length, many)| (Integer::from(many), Integer::from(length)))
        .collect();
    let end = if complete { computed.len().max(printed.len()) } else { printed.len() };
    let shown = |entry: Option<&(Integer, Integer)>| match entry {
        Some((many, length)) => format!("{many} of length {length}"),
        None => "no more".to_owned(),
    };
    match (0..end).find(|&index| printed.get(index) != computed.get(index)) {
        None => Outcome::Agrees,
        Some(index) => Outcome::Deviates {
            claimed: shown(printed.get(index)),
            computed: shown(computed.get(index)),
        },
    }
}

/// The number of pairs of different moves with the sum max L.
fn pairs(moves: &Moves) -> usize {
    let (sizes, greatest) = (moves.sizes(), moves.greatest());
    sizes.iter().filter(|&&size| size * 2 < greatest && sizes.contains(&(greatest - size))).count()
}

impl TablePlan<'_> {
    /// Do the numbers of a column never decrease?  Uses computed numbers where known, and otherwise corrected or
    /// printed ones.
    fn increasing(&self, column: &str, answers: &Answers) -> Outcome {
        let mut last: Option<(Integer, bool)> = None;
        let mut known = true;
        for asked in &self.rows {
            let computed = Column::named(column).map(|column| {
                asked.cycle(column.is_nim(), answers).map(|cycle| column.of(cycle).clone())
            });
            let (value, printed) = match computed {
                None => (asked.max(), false),
                Some(Ok(value)) => (Some(value), false),
                Some(Err(_)) => {
                    known = false;
                    let own = number(&asked.row.computed, column);
                    (own.or_else(|| number(&asked.row.cells, column)).cloned(), true)
                }
            };
            let Some(value) = value else {
                known = false;
                continue;
            };
            let told = |(value, printed): &(Integer, bool)| match printed {
                true => format!("{value} (printed)"),
                false => value.to_string(),
            };
            let this = (value, printed);
            if let Some(last) = &last
                && this.0 < last.0
            {
                let claimed = format!("at least {}", told(last));
                return Outcome::Deviates { claimed, computed: told(&this) };
            }
            last = Some(this);
        }
        match known {
            true => Outcome::Agrees,
            false => Outcome::Unknown("some of the numbers are only printed, not computed"),
        }
    }
}
