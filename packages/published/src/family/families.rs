//! Families: formulas, single values and relations, game by game.

use super::all_parameters::{FamilyClaim, Settled, settle};
use super::described::Described;
use super::judge::{Author, ColumnComparison, Outcome, above, compare, one};
use super::model::{Cases, Cell, Column, Content, Family, Row};
use super::points::{Point, points};
use super::proven::{Proven, proven};
use super::questions::{Answer, Answers, Question, Questions};
use super::relation::relation;
use super::witnesses::witnesses;
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{MOVES, Rule};
use crate::verdict::{Finding, PublishedValue, Reason, Verdict, place, point};
use num_rational::BigRational;

/// The games of a family, with the questions about each.
pub(super) struct FamilyPlan<'a> {
    family: &'a Family,
    points: Vec<Point>,
    /// For each game, the question about outcomes and that about Grundy values.
    questions: Vec<[Option<usize>; 2]>,
    /// What is proved about each column.
    proven: Vec<(Column, Vec<Proven<'a>>)>,
    /// What is known for all games of an infinite printed range.
    relation: Option<Settled>,
    formulas: Vec<(Column, Settled)>,
}

/// Asks for the cycle of every game about which something is claimed, and derives what follows
/// from the descriptions.
pub(super) fn plan<'a>(
    family: &'a Family,
    descriptions: &[&'a Described],
    stop: &CancellationToken,
    questions: &mut Questions,
) -> FamilyPlan<'a> {
    let moves = family.affine_moves();
    let mut all = Vec::new();
    for column in Column::ALL.into_iter().filter(|column| is_column(family, *column)) {
        let count = family.parameters.len();
        let known = moves.as_ref().map(|moves| proven(descriptions, column, moves, count, stop));
        // A stop is visible in the answers.
        all.push((column, known.and_then(Result::ok).unwrap_or_default()));
    }
    let range = family.printed.range.as_ref().filter(|range| range.is_open());
    let everywhere = |claim: FamilyClaim<'_>| {
        let unknown = || Settled { open: true, ..Settled::default() };
        let known = |range| match &moves {
            Some(moves) => settle(family, moves, range, claim, stop),
            None => unknown(),
        };
        range.map(known)
    };
    let relation =
        family.relation.as_ref().and_then(|one| everywhere(FamilyClaim::Relation(&one.0)));
    let mut formulas = Vec::new();
    for (column, cases) in &family.printed.formulas {
        let known = all.iter().find(|(known, _)| known == column).map_or(&[][..], |all| &all.1);
        formulas.extend(
            everywhere(FamilyClaim::Column(*column, cases, known))
                .map(|settled| (*column, settled)),
        );
    }
    let settled = relation.iter().chain(formulas.iter().map(|(_, settled)| settled));
    let decisive: Vec<_> = settled.flat_map(|settled| settled.games.iter().cloned()).collect();
    let points = points(family, &decisive);
    let asked = points.iter().map(|point| {
        [false, true].map(|nim| {
            let moves = point.moves.as_ref().ok()?;
            if !is_claimed(family, nim, point) {
                return None;
            }
            let rule = if nim { Rule::Mex } else { Rule::Normal };
            let candidates = family.candidates(nim, point);
            Some(questions.ask(Question::Cycle { moves: moves.clone(), rule, candidates }))
        })
    });
    let questions = asked.collect();
    FamilyPlan { family, points, questions, proven: all, relation, formulas }
}

/// Is anything claimed about the column?
fn is_column(family: &Family, column: Column) -> bool {
    [&family.printed, &family.computed].into_iter().any(|claims| {
        let about = |cell: &Cell| {
            cell.column == column.name() || column == Column::Period && cell.column == "p_above"
        };
        claims.formula(column).is_some()
            || claims.values.iter().any(|row| row.cells.iter().any(about))
    })
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
pub(super) fn judge(plan: &FamilyPlan<'_>, answers: &Answers) -> Vec<PublishedValue> {
    let family = plan.family;
    let row = match family.number {
        Some(number) => format!("family {number}"),
        None => family.name.clone(),
    };
    if let Some(value) = wrong_moves(plan, &row) {
        return vec![value];
    }
    let mut values = Vec::new();
    values.extend(relation(family, &plan.points, plan.relation.as_ref(), &row));
    for (column, cases) in &family.printed.formulas {
        values.push(plan.column(&row, *column, cases, Author::Print, answers).value());
    }
    values.extend(witnesses(family, &plan.points, &row));
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
    if let Some(record) = &family.proved {
        record.tell(&mut values);
    }
    values
}

/// The finding for a family whose moves do not make games.
fn wrong_moves(plan: &FamilyPlan<'_>, row: &str) -> Option<PublishedValue> {
    let wrong = |point: &Point| point.moves.as_ref().err()?.why();
    let (point, why) = plan.points.iter().find_map(|point| Some((point, wrong(point)?)))?;
    let at = place(&point.at);
    let diagnostic =
        Diagnostic::new(Code::ImpossibleMoves, format!("{row} is not a game{at}: {why}"))
            .label(plan.family.moves.span, "these moves")
            .help(
                "restrict the range to parameters for which the moves are distinct and at least 1",
            );
    let value =
        PublishedValue::new(row, "moves", Verdict::Rejected, vec![Finding::new(diagnostic)]);
    Some(PublishedValue {
        reasons: vec![Reason::Unknown { message: format!("{why}{at}") }],
        ..value
    })
}

/// The number in a column for one game.
enum ColumnNumber {
    /// It was computed.
    Computed(Integer),
    /// It was not computed, but the description with this name proves it.
    Proved(Integer, String),
}

impl FamilyPlan<'_> {
    /// What is known for all games, if the printed range is infinite.
    fn everywhere(&self, column: Column) -> Option<&Settled> {
        self.formulas.iter().find(|(known, _)| *known == column).map(|(_, settled)| settled)
    }

    /// The period or preperiod of a game.
    ///
    /// # Panics
    /// When what is computed differs from what is proved.
    fn number(
        &self,
        column: Column,
        index: usize,
        answers: &Answers,
    ) -> Result<ColumnNumber, Limit> {
        let point = &self.points[index];
        let known = self.proven.iter().filter(|(known, _)| *known == column);
        let at: Vec<_> = point.at.iter().map(|(_, value)| value.clone()).collect();
        let proved = known.flat_map(|(_, proven)| proven).find_map(|one| {
            // Without moves, or with repeated ones, the catalogue has no game.
            point.moves.is_ok().then_some(())?;
            let value = one.at(&at)?;
            Some((Integer::from(value.to_integer()), one.by.name()))
        });
        let question = self.questions[index][usize::from(column.is_nim())];
        let computed = match question.map(|number| answers.get(number)) {
            Some(Ok(Answer::Cycle(cycle))) => Ok(column.of(cycle).clone()),
            Some(Err(limit)) => Err(limit),
            _ => Err(MOVES),
        };
        match (computed, proved) {
            (Ok(computed), proved) => {
                if let Some((proved, by)) = proved {
                    assert!(
                        computed == proved,
                        "{by} proves that {} is {proved} at {at:?}, computation gives {computed}",
                        column.name()
                    );
                }
                Ok(ColumnNumber::Computed(computed))
            }
            // After a stop, proofs are not waited for.
            (Err(Limit::STOPPED), _) => Err(Limit::STOPPED),
            (Err(_), Some((proved, by))) => Ok(ColumnNumber::Proved(proved, by.to_owned())),
            (Err(limit), None) => Err(limit),
        }
    }

    /// The outcome of the claim about a game, given the number.
    fn outcome(
        &self,
        column: Column,
        index: usize,
        answers: &Answers,
        judge: &dyn Fn(&Integer) -> Outcome,
    ) -> Outcome {
        match self.number(column, index, answers) {
            Err(limit) => Outcome::Open(limit),
            Ok(ColumnNumber::Computed(number)) => judge(&number),
            Ok(ColumnNumber::Proved(number, by)) => match judge(&number) {
                Outcome::Agrees => Outcome::Proved(by),
                Outcome::Deviates { claimed, computed: proved } => {
                    Outcome::Doubted { claimed, proved, by }
                }
                other => other,
            },
        }
    }

    /// The number as printed, in the printed convention.
    fn as_printed(&self, column: Column, index: usize, number: &Integer) -> Integer {
        match &self.points[index].moves {
            Ok(moves) => self.family.as_printed(column, number.clone(), moves),
            Err(_) => number.clone(),
        }
    }

    fn column<'s>(
        &'s self,
        row: &'s str,
        column: Column,
        cases: &Cases,
        author: Author,
        answers: &Answers,
    ) -> ColumnComparison<'s> {
        let family = self.family;
        let mut outcomes = Vec::new();
        for (index, point) in self.points.iter().enumerate() {
            let claimed = match author {
                Author::Print => family.printed(column, point),
                Author::Catalogue => family.own(column, point),
            };
            let Some(claimed) = claimed else { continue };
            let outcome = self.outcome(column, index, answers, &|number| match author {
                Author::Print => compare(&claimed, &self.as_printed(column, index, number)),
                Author::Catalogue => compare(&claimed, number),
            });
            outcomes.push((point.at.clone(), outcome));
        }
        let note = "both in the printed convention: q + max L + 1, but 0 if q = 0".to_owned();
        ColumnComparison {
            row,
            column: column.name(),
            author,
            span: cases.span,
            everywhere: self.everywhere(column).filter(|_| author == Author::Print),
            outcomes,
            note: (family.is_shifted(column) && author == Author::Print).then_some(note),
        }
    }

    fn single(&self, row: &str, single: &Row, cell: &Cell, answers: &Answers) -> PublishedValue {
        let row = format!("{row}, {}", point(&single.at));
        let column = Column::named(cell.column);
        // `p_above` is the only other column.
        let column = match column {
            None if cell.column == "p_above" => Some(Column::Period),
            column => column,
        };
        let index = self.points.iter().position(|point| point.at == single.at);
        let outcome = match column.zip(index) {
            None => Outcome::Open(MOVES),
            Some((column, index)) => {
                self.outcome(column, index, answers, &|number| match &cell.value {
                    Content::Number(bound) if cell.column == "p_above" => above(bound, number),
                    Content::Number(claimed) => {
                        let computed = self.as_printed(column, index, number);
                        compare(&Ok(BigRational::from(claimed.to_big())), &computed)
                    }
                    _ => Outcome::Unknown("it is not a number"),
                })
            }
        };
        one(&row, cell.column, Author::Print, cell.span, outcome)
    }
}
