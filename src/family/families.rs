//! Families: formulas, single values and relations, game by game.

use super::check::{Answers, Questions, Value};
use super::compute::{Answer, Job};
use super::judge::{Author, Comparison, Outcome};
use super::model::{Cases, Cell, Column, Content, Family, Row};
use super::points::{Claimed, MoveFault, Point, points};
use super::proved::Proved;
use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::limit::Limit;
use crate::sequence::{Cycle, Moves, Rule};
use crate::verify::{Finding, Verdict};
use num_rational::BigRational;
use num_traits::Zero as _;

/// The games of a family, with the questions about each.
pub struct Plan<'a> {
    family: &'a Family,
    points: Vec<Point>,
    /// For each game the question about outcomes and that about Grundy values.
    questions: Vec<[Option<usize>; 2]>,
    proved: &'a [Proved],
}

/// Asks for the cycle of every game about which something is claimed.
pub fn plan<'a>(family: &'a Family, proved: &'a [Proved], questions: &mut Questions) -> Plan<'a> {
    let points = points(family);
    let asked = points.iter().map(|point| {
        [false, true].map(|nim| {
            let moves = point.moves.as_ref().ok()?;
            if !is_claimed(family, nim, point) {
                return None;
            }
            let rule = if nim { Rule::Grundy } else { Rule::Normal };
            let candidates = family.candidates(nim, point);
            Some(questions.ask(Job::Cycle { moves: moves.clone(), rule, candidates }))
        })
    });
    let questions = asked.collect();
    Plan { family, points, questions, proved }
}

fn is_claimed(family: &Family, nim: bool, point: &Point) -> bool {
    let columns = Column::ALL.into_iter().filter(|column| column.is_nim() == nim);
    let formulas = columns.into_iter().any(|column| {
        family.printed(column, point).is_some() || family.own(column, point).is_some()
    });
    let about = |cell: &Cell| cell.column.starts_with("nim") == nim;
    let single =
        (family.printed.values.iter()).any(|row| row.at == point.at && row.cells.iter().any(about));
    formulas || single
}

/// All values of a family, in the order: moves, relation, printed formulas, witnesses, single
/// values, the catalogue's own.
pub fn judge(plan: &Plan<'_>, answers: &Answers) -> Vec<Value> {
    let family = plan.family;
    let row = match family.number {
        Some(number) => format!("family {number}"),
        None => family.name.clone(),
    };
    if let Some(value) = wrong_moves(plan, &row) {
        return vec![value];
    }
    let mut values = Vec::new();
    values.extend(plan.relation(&row));
    for (column, cases) in &family.printed.formulas {
        values.push(plan.column(&row, *column, cases, Author::Print, answers).value());
    }
    values.extend(plan.witnesses(&row));
    for single in &family.printed.values {
        for cell in &single.cells {
            values.push(plan.single(&row, single, cell, answers));
        }
    }
    for column in Column::ALL {
        let spans = family.computed.formula(column).map(|cases| cases.span);
        let single = (family.computed.values.iter())
            .find(|row| row.cells.iter().any(|cell| cell.column == column.name()));
        if let Some(span) = spans.or_else(|| single.map(|row| row.span)) {
            let cases = Cases { cases: Vec::new(), span };
            values.push(plan.column(&row, column, &cases, Author::Catalogue, answers).value());
        }
    }
    values
}

/// A family that is not one of games says nothing.
fn wrong_moves(plan: &Plan<'_>, row: &str) -> Option<Value> {
    let (point, why) = plan.points.iter().find_map(|point| match &point.moves {
        Err(MoveFault::Wrong(why)) => Some((point, why)),
        _ => None,
    })?;
    let at: Vec<_> = point.at.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let at = if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) };
    let diagnostic = Diagnostic::error("E0613", format!("{row} is no game{at}: {why}"))
        .label(plan.family.moves.span, "these moves")
        .help("restrict the range to the parameters for which the moves differ and are at least 1");
    Some(Value {
        row: row.to_owned(),
        column: "moves".to_owned(),
        verdict: Verdict::Rejected,
        remark: format!("{why}{at}"),
        findings: vec![Finding::new(diagnostic)],
    })
}

impl Plan<'_> {
    /// Does the printed range go on for ever?
    fn endless(&self) -> bool {
        self.family.printed.range.as_ref().is_some_and(super::model::Range::is_open)
    }

    fn cycle<'s>(
        &'s self,
        index: usize,
        nim: bool,
        answers: &Answers,
    ) -> Result<(&'s Moves, Cycle), Limit> {
        let question = self.questions.get(index).and_then(|asked| asked[usize::from(nim)]);
        let moves = self.points[index].moves.as_ref().map_err(|_| Limit::Positions)?;
        match question.map(|number| answers.get(number)) {
            Some(Ok(Answer::Cycle(cycle))) => Ok((moves, *cycle)),
            Some(Err(limit)) => Err(limit),
            _ => Err(Limit::Positions),
        }
    }

    fn column<'s>(
        &'s self,
        row: &'s str,
        column: Column,
        cases: &Cases,
        author: Author,
        answers: &Answers,
    ) -> Comparison<'s> {
        let family = self.family;
        let mut outcomes = Vec::new();
        for (index, point) in self.points.iter().enumerate() {
            let claimed = match author {
                Author::Print => family.printed(column, point),
                Author::Catalogue => family.own(column, point),
            };
            let Some(claimed) = claimed else { continue };
            let outcome = match self.cycle(index, column.is_nim(), answers) {
                Err(limit) => Outcome::Open(limit),
                Ok((moves, cycle)) => {
                    let computed = selected(column, cycle);
                    let computed = match author {
                        Author::Print => family.as_printed(column, computed, moves),
                        Author::Catalogue => computed.into(),
                    };
                    compare(&claimed, &computed)
                }
            };
            outcomes.push((point.at.clone(), outcome));
        }
        let claims = match author {
            Author::Print => &family.printed,
            Author::Catalogue => &family.computed,
        };
        let proved = self.proved.iter().find_map(|proved| {
            let from = proved.decides(family, claims, column)?;
            // Smaller parameters must have been computed, unless nothing is claimed for them.
            let first = claims.range.as_ref()?.bounds.first()?.0;
            let agrees = |n: i64| {
                let is = |at: &[(char, Integer)]| at.iter().all(|(_, value)| *value == n.into());
                self.points.iter().any(|point| is(&point.at))
                    && (outcomes.iter())
                        .all(|(at, outcome)| !is(at) || matches!(outcome, Outcome::Agrees))
            };
            let small = first..from.to_i64()?.min(first.saturating_add(super::points::MOST_GAMES));
            small.into_iter().all(agrees).then(|| from.clone())
        });
        let shifted = family.convention == super::model::Convention::Shifted
            && matches!(column, Column::Preperiod | Column::NimPreperiod);
        let note = "both in the printed convention: q + max L + 1, and 0 for q = 0".to_owned();
        Comparison {
            row,
            column: column.name(),
            author,
            span: cases.span,
            endless: author == Author::Print && self.endless(),
            outcomes,
            proved,
            note: (shifted && author == Author::Print).then_some(note),
        }
    }

    fn relation(&self, row: &str) -> Option<Value> {
        let (relation, span) = self.family.relation.as_ref()?;
        let outcomes = self.points.iter().filter(|point| point.printed).map(|point| {
            let outcome = match &point.moves {
                Err(_) => Outcome::Open(Limit::Positions),
                Ok(moves) => {
                    let sizes = moves.sizes().iter().map(|&size| Integer::from(size));
                    let named: Vec<_> = ('a'..='z').zip(sizes).collect();
                    match relation.holds(&named) {
                        Ok(true) => Outcome::Agrees,
                        Ok(false) => Outcome::Deviates {
                            claimed: relation.to_string(),
                            computed: moves.to_string(),
                        },
                        Err(fault) => Outcome::Deviates {
                            claimed: format!("no value: {fault}"),
                            computed: moves.to_string(),
                        },
                    }
                }
            };
            (point.at.clone(), outcome)
        });
        let comparison = Comparison {
            row,
            column: "relation",
            author: Author::Print,
            span: *span,
            endless: self.endless(),
            outcomes: outcomes.collect(),
            proved: None,
            note: None,
        };
        Some(comparison.value())
    }

    /// As many games as the range has, without those that determine the polynomials.
    fn witnesses(&self, row: &str) -> Option<Value> {
        let (claimed, span) = self.family.witnesses.as_ref()?;
        let games = self.points.iter().filter(|point| point.printed).count();
        let coefficients = [Column::Period, Column::Preperiod]
            .into_iter()
            .filter_map(|column| self.coefficients(column))
            .max();
        let outcome = match coefficients {
            None => Outcome::Unknown("the printed formulas are no polynomials"),
            Some(needed) => {
                let computed = Integer::from(games) - Integer::from(needed);
                compare(&Ok(BigRational::from(claimed.to_big())), &computed)
            }
        };
        let comparison = Comparison {
            row,
            column: "witnesses",
            author: Author::Print,
            span: *span,
            endless: false,
            outcomes: vec![(Vec::new(), outcome)],
            proved: None,
            note: Some(
                "the games of the range, less the coefficients of the longest polynomial"
                    .to_owned(),
            ),
        };
        Some(comparison.value())
    }

    /// How many coefficients the printed polynomial in one parameter has, by its differences: of a
    /// polynomial with k coefficients the k-th differences vanish, and among the formulas here
    /// 32 values with vanishing differences belong to a polynomial.
    fn coefficients(&self, column: Column) -> Option<usize> {
        const VALUES: i64 = 32;
        let [case] = self.family.printed.formula(column)?.cases.as_slice() else { return None };
        let [parameter] = self.family.parameters.as_slice() else { return None };
        let formula = case.is.as_ref().filter(|_| case.when.is_none())?;
        let values = (0..VALUES).map(|n| formula.value(&[(*parameter, n.into())]).ok());
        let mut differences: Vec<BigRational> = values.collect::<Option<_>>()?;
        for count in 0..differences.len() / 2 {
            if differences.iter().all(BigRational::is_zero) {
                return Some(count);
            }
            differences = differences.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
        }
        None
    }

    fn single(&self, row: &str, single: &Row, cell: &Cell, answers: &Answers) -> Value {
        let at: Vec<_> =
            single.at.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let row = format!("{row}, {}", at.join(", "));
        let index = self.points.iter().position(|point| point.at == single.at);
        let cycle = index
            .ok_or(Limit::Positions)
            .and_then(|index| self.cycle(index, cell.column.starts_with("nim"), answers));
        let outcome = match (cycle, &cell.value) {
            (Err(limit), _) => Outcome::Open(limit),
            (Ok((_, cycle)), Content::Number(bound)) if cell.column == "p_above" => {
                above(bound, cycle.period)
            }
            (Ok((moves, cycle)), Content::Number(number)) => {
                let column = Column::ALL.into_iter().find(|column| column.name() == cell.column);
                let column = column.unwrap_or(Column::Period);
                let computed = self.family.as_printed(column, selected(column, cycle), moves);
                compare(&Ok(BigRational::from(number.to_big())), &computed)
            }
            (Ok(_), _) => Outcome::Unknown("it is no number"),
        };
        one(&row, cell.column, Author::Print, cell.span, outcome)
    }
}

/// The value of a single game.
pub fn one(row: &str, column: &str, author: Author, span: Span, outcome: Outcome) -> Value {
    let outcomes = vec![(Vec::new(), outcome)];
    let proved = None;
    Comparison { row, column, author, span, endless: false, outcomes, proved, note: None }.value()
}

/// The number that a column is about.
pub fn selected(column: Column, cycle: Cycle) -> u64 {
    match column {
        Column::Period | Column::NimPeriod => cycle.period,
        Column::Preperiod | Column::NimPreperiod => cycle.preperiod,
    }
}

/// `p_above`: the period is greater than the bound.
pub fn above(bound: &Integer, period: u64) -> Outcome {
    let period = Integer::from(period);
    if period > *bound {
        Outcome::Agrees
    } else {
        Outcome::Deviates { claimed: format!("above {bound}"), computed: period.to_string() }
    }
}

/// A claimed number and the computed one.
pub fn compare(claimed: &Claimed, computed: &Integer) -> Outcome {
    let text = match claimed {
        Ok(value) if *value == BigRational::from(computed.to_big()) => return Outcome::Agrees,
        Ok(value) => value.to_string(),
        Err(fault) => format!("no value ({fault})"),
    };
    Outcome::Deviates { claimed: text, computed: computed.to_string() }
}
