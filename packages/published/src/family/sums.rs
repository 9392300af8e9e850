//! Values that need all games of a kind: statistics, and the frequencies of types of periods.

use super::decimal::Enclosure;
use super::judge::{Author, Outcome, compare, one};
use super::model::{Cell, Content, Enumeration, Row};
use super::questions::{Answer, Answers, Question, Questions, Statistics};
use super::rows::number;
use crate::region::{Areas, PeriodType};
use crate::sequence::MOVES;
use crate::verdict::PublishedValue;
use num_rational::BigRational;
use num_traits::Zero as _;

/// The rows, with the question about each.
pub(super) struct SumsPlan<'a> {
    entry: &'a Enumeration,
    /// The numbers of the questions; `None` where the largest move is too large for any computation.
    questions: Vec<Option<usize>>,
}

/// Asks for the sums.
pub(super) fn plan<'a>(
    entry: &'a Enumeration,
    areas: bool,
    questions: &mut Questions,
) -> SumsPlan<'a> {
    let ask = |row: &Row| {
        let max = number(&row.cells, "max")?.to::<u32>()?;
        let claimed = number(&row.cells, "sum").cloned();
        Some(questions.ask(if areas {
            Question::Areas(max)
        } else {
            Question::Statistics { max, claimed }
        }))
    };
    SumsPlan { entry, questions: entry.rows.iter().map(ask).collect() }
}

/// All values, row by row.
pub(super) fn judge(plan: &SumsPlan<'_>, answers: &Answers) -> Vec<PublishedValue> {
    let mut values = Vec::new();
    for (row, question) in plan.entry.rows.iter().zip(&plan.questions) {
        let max = number(&row.cells, "max");
        let name = match max {
            Some(max) => format!("{}, max {max}", plan.entry.name),
            None => plan.entry.name.clone(),
        };
        for cell in row.cells.iter().filter(|cell| cell.column != "max") {
            let outcome = match question.map(|question| answers.get(question)) {
                None => Outcome::Open(MOVES),
                Some(Err(limit)) => Outcome::Open(limit),
                Some(Ok(Answer::Statistics(computed))) => statistics(cell, row, computed),
                Some(Ok(Answer::Areas(computed))) => areas(cell, computed),
                Some(Ok(_)) => Outcome::Unknown("no sum was computed"),
            };
            values.push(one(&name, cell.column, Author::Print, cell.span, outcome));
        }
    }
    values
}

fn statistics(cell: &Cell, row: &Row, computed: &Statistics) -> Outcome {
    match (&cell.value, cell.column) {
        (Content::Decimal(printed), _) => {
            let Some(max) = number(&row.cells, "max") else {
                return Outcome::Unknown("its largest move is not known");
            };
            let mean = quotient(computed.sum, computed.count);
            let logarithm = mean.and_then(|mean| Enclosure::ln(&mean));
            let max = Enclosure::exact(BigRational::from(max.to_big()));
            decimal(logarithm.and_then(|logarithm| logarithm.over(&max)), printed, false)
        }
        (Content::Number(printed), column) => {
            let computed = match column {
                "sum" => computed.sum,
                "count" => computed.count,
                _ => computed.greatest,
            };
            compare(&Ok(BigRational::from(printed.to_big())), &computed.into())
        }
        _ => Outcome::Unknown("it is not a number"),
    }
}

fn areas(cell: &Cell, computed: &Areas) -> Outcome {
    match &cell.value {
        Content::Number(printed) => {
            compare(&Ok(BigRational::from(printed.to_big())), &computed.games().into())
        }
        Content::Decimal(printed) => {
            let kind = PeriodType::named(cell.column);
            let share = kind.and_then(|kind| quotient(computed.count(kind), computed.games()));
            decimal(share.map(Enclosure::exact), printed, false)
        }
        _ => Outcome::Unknown("it is not a number"),
    }
}

fn quotient(numerator: u64, denominator: u64) -> Option<BigRational> {
    let denominator = BigRational::from_integer(denominator.into());
    let numerator = BigRational::from_integer(numerator.into());
    (!denominator.is_zero()).then(|| numerator / denominator)
}

/// Compares a number with a decimal fraction whose last digit is cut off, or rounded.
pub(super) fn decimal(number: Option<Enclosure>, printed: &str, cut: bool) -> Outcome {
    match number.and_then(|number| number.as_printed(printed, cut)) {
        None => Outcome::Unknown("its digits are too close to call"),
        Some(computed) if computed == printed => Outcome::Agrees,
        Some(computed) => Outcome::Deviates { claimed: printed.to_owned(), computed },
    }
}
