//! The good_lp backend: floating point proposes, integers decide.
//!
//! It gives the rational relaxation to good_lp with microlp.  A solution is rounded and substituted exactly.  From
//! "infeasible" only the set of rows that take part in a second linear program (y >= 0, yA = 0, yb = -1) is trusted:
//! the multipliers are solved for exactly on these rows and the refutation is checked.  Everything else goes to the
//! exact backend, which is kept in parallel.
//!
//! Running example: `x >= 1, -2x >= -1`.  The rows 0 and 1 take part, with y = (2, 1):
//! twice row 0 plus row 1 is `-1 >= 0`.
//!
//! microlp caps an unbounded integer variable at 2^31 - 1 and then says "infeasible", and does not terminate on
//! `2x - 2y = 1`; so it gets integer variables only if each of them has small bounds, and a limited number of nodes.
//!
//! microlp does not check the flag that requests a stop.  So it works in slices, and the flag is checked in between.  A
//! linear program continues from the vertex it has reached, and a search from the open nodes: no answer depends on
//! where the slices end.

use super::{Answer, Backend, Exact, Mark, Point, Work};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use good_lp::solvers::microlp::MicroLpProblem;
use good_lp::{Expression, ProblemVariables, SolverModel, constraint, microlp, variable};
use grundy_kernel::refutation::{Combination, Ending, Fact, Refutation};
use microlp::{SolveOptions, SolveOutcome};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::Zero as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The greatest absolute value up to which f64 represents integers exactly.
const PRECISE: i64 = 1 << 53;
/// The greatest bound that allows integer variables.
const SMALL: i64 = 64;
/// The time after which a linear program is interrupted to check the flag.
const TIME: Duration = Duration::from_millis(50);
/// The number of nodes after which a search for integers is interrupted to check the flag, and the number of these
/// slices after which it is given up.
const NODES: u64 = 16;
const SLICES: usize = 64;

/// The backend that asks good_lp with microlp, and trusts none of its answers.
#[derive(Debug)]
pub struct GoodLp {
    exact: Exact,
    stop: CancellationToken,
    questions: u64,
    fallbacks: u64,
}

/// What good_lp says, before any check.
enum Proposal {
    Values(Vec<f64>),
    Infeasible,
    Nothing,
}

impl GoodLp {
    /// The empty system; `stop` is checked during long searches.
    #[must_use]
    pub fn new(stop: CancellationToken) -> Self {
        Self { exact: Exact::new(stop.clone()), stop, questions: 0, fallbacks: 0 }
    }

    /// An answer with exactly checked evidence.
    fn propose(&self, question: Option<&Constraint>) -> Option<Answer> {
        let (dimension, given) = (self.exact.dimension(), self.exact.rows());
        let rows: Vec<&Constraint> = given.iter().chain(question).collect();
        let matrix = precise(&rows, dimension)?;
        let point = |values: &[f64]| {
            let point = rounded(values)?;
            rows.iter().all(|row| row.holds_at(&point)).then_some(Answer::Feasible(point))
        };
        match solve(&rows, &matrix, &vec![None; dimension], &self.stop) {
            Proposal::Values(values) => point(&values).or_else(|| {
                let bounds: Vec<_> = (0..dimension).map(|v| bounds(&rows, v)).collect();
                if !bounds.iter().all(Option::is_some) {
                    return None;
                }
                match solve(&rows, &matrix, &bounds, &self.stop) {
                    Proposal::Values(values) => point(&values),
                    _ => None,
                }
            }),
            Proposal::Infeasible => {
                let fact = |row| if row < given.len() { Fact::Row(row) } else { Fact::Question };
                let refutation = farkas(&rows, &matrix, dimension, fact, &self.stop)?;
                refutation.check(given, question, dimension).ok()?;
                Some(Answer::Infeasible(refutation))
            }
            Proposal::Nothing => None,
        }
    }
}

/// The rows as f64, constant first, if that is exact.
fn precise(rows: &[&Constraint], dimension: usize) -> Option<Vec<Vec<f64>>> {
    let number = |value: &Integer| {
        let value = value.to_i64().filter(|value| (-PRECISE..=PRECISE).contains(value))?;
        Some(value as f64)
    };
    rows.iter()
        .map(|row| {
            std::iter::once(row.form.constant_term())
                .chain((0..dimension).map(|v| row.form.coefficient(v)))
                .map(number)
                .collect()
        })
        .collect()
}

/// The nearest integers, if they are small enough to be meant.
fn rounded(values: &[f64]) -> Option<Point> {
    values
        .iter()
        .map(|value| {
            let value = value.round();
            (value.abs() < PRECISE as f64).then(|| Integer::from(value as i64))
        })
        .collect()
}

/// Bounds of a variable from the rows that mention nothing else, if both are small.
fn bounds(rows: &[&Constraint], variable: usize) -> Option<(i32, i32)> {
    let (mut low, mut high) = (None, None);
    for row in rows {
        let coefficient = row.form.coefficient(variable);
        if coefficient.is_zero() || row.form.terms().count() != 1 {
            continue;
        }
        let equation = row.relation == Relation::Zero;
        let magnitude = coefficient.abs();
        let constant = row.form.constant_term();
        // a x + c >= 0 is x >= -c/a for a > 0 and x <= c/|a| for a < 0; an equation is both, and rounding outwards
        // keeps its solution.
        let signed = if coefficient.is_positive() { constant.clone() } else { -constant };
        let least = -signed.div_floor(&magnitude);
        let most = (-&signed).div_floor(&magnitude);
        if coefficient.is_positive() || equation {
            low = low.max(Some(least.clone()));
        }
        if coefficient.is_negative() || equation {
            let most = if equation { most.max(least) } else { most };
            high = Some(high.map_or(most.clone(), |high: Integer| high.min(most)));
        }
    }
    let small = |bound: Option<Integer>| {
        let bound = bound?.to_i64().filter(|bound| (-SMALL..=SMALL).contains(bound))?;
        i32::try_from(bound).ok()
    };
    Some((small(low)?, small(high)?))
}

/// Asks good_lp; variables with bounds are integers.  A panic in the solver is an answer
/// that says nothing.
fn solve(
    rows: &[&Constraint],
    matrix: &[Vec<f64>],
    bounds: &[Option<(i32, i32)>],
    stop: &CancellationToken,
) -> Proposal {
    let run = || {
        let mut problem = ProblemVariables::new();
        let variables: Vec<_> = bounds
            .iter()
            .map(|bounds| {
                problem.add(match bounds {
                    Some((low, high)) => variable().integer().min(*low).max(*high),
                    None => variable(),
                })
            })
            .collect();
        let mut model = problem.minimise(0).using(microlp);
        for (row, numbers) in rows.iter().zip(matrix) {
            let mut left = Expression::from(numbers[0]);
            for (variable, number) in variables.iter().zip(&numbers[1..]) {
                if *number != 0.0 {
                    left.add_mul(*number, *variable);
                }
            }
            model = model.with(match row.relation {
                Relation::AtLeastZero => constraint!(left >= 0),
                Relation::Zero => constraint!(left == 0),
            });
        }
        values(&model, stop)
    };
    // A constant row that fails does not make a linear program; microlp need not see it.
    let constant_fails = rows.iter().any(|row| row.form.is_constant() && !row.holds_at(&[]));
    if constant_fails {
        return Proposal::Infeasible;
    }
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(Proposal::Nothing)
}

/// The result of the model, with the values of the variables in order.
fn values(model: &MicroLpProblem, stop: &CancellationToken) -> Proposal {
    let problem = model.as_inner();
    let mut options = SolveOptions::default();
    match problem.has_integer_vars() {
        true => options.node_limit = Some(NODES),
        false => options.time_limit = Some(TIME),
    }
    let mut slices = 1;
    let mut outcome = problem.solve_with(options);
    loop {
        let interrupted = match outcome {
            Ok(SolveOutcome::Solution(solution)) => {
                return Proposal::Values(solution.iter().map(|(_, value)| value).collect());
            }
            Err(microlp::Error::Infeasible) => return Proposal::Infeasible,
            Ok(SolveOutcome::Interrupted(interrupted)) => interrupted,
            Err(_) => return Proposal::Nothing,
        };
        if stop.requested() || problem.has_integer_vars() && slices == SLICES {
            return Proposal::Nothing;
        }
        slices += 1;
        outcome = SolveOutcome::Interrupted(interrupted).resume();
    }
}

/// The multipliers of an infeasible relaxation: their support from good_lp, their values
/// from exact elimination; `fact` names a row.
fn farkas(
    rows: &[&Constraint],
    matrix: &[Vec<f64>],
    dimension: usize,
    fact: impl Fn(usize) -> Fact,
    stop: &CancellationToken,
) -> Option<Refutation> {
    let support = match rows.iter().position(|r| r.form.is_constant() && !r.holds_at(&[])) {
        Some(row) => vec![row],
        None => support(rows, matrix, dimension, stop)?,
    };
    let multipliers = multipliers(rows, &support, dimension, stop)?;
    let terms = support
        .into_iter()
        .zip(multipliers)
        .filter(|(_, multiplier)| !multiplier.is_zero())
        .map(|(row, multiplier)| (fact(row), multiplier))
        .collect();
    let combination = Combination { terms, divisor: Integer::ONE };
    Some(Refutation { lines: Vec::new(), ending: Ending::Contradiction(combination) })
}

/// The rows that have a multiplier other than 0 in a basic solution of y >= 0, yA = 0, yb = -1.
fn support(
    rows: &[&Constraint],
    matrix: &[Vec<f64>],
    dimension: usize,
    stop: &CancellationToken,
) -> Option<Vec<usize>> {
    let run = || {
        let mut problem = ProblemVariables::new();
        let multipliers: Vec<_> = rows
            .iter()
            .map(|row| {
                problem.add(match row.relation {
                    Relation::AtLeastZero => variable().min(0),
                    Relation::Zero => variable(),
                })
            })
            .collect();
        let mut total = Expression::from(0.0);
        for (row, multiplier) in rows.iter().zip(&multipliers) {
            if row.relation == Relation::AtLeastZero {
                total.add_mul(1.0, *multiplier);
            }
        }
        let mut model = problem.minimise(total).using(microlp);
        for column in 0..=dimension {
            let mut sum = Expression::from(if column == 0 { 1.0 } else { 0.0 });
            let mut empty = true;
            for (numbers, multiplier) in matrix.iter().zip(&multipliers) {
                if numbers[column] != 0.0 {
                    sum.add_mul(numbers[column], *multiplier);
                    empty = false;
                }
            }
            if !empty {
                model = model.with(constraint!(sum == 0));
            }
        }
        let Proposal::Values(values) = values(&model, stop) else { return None };
        let used = values.iter().enumerate().filter(|(_, value)| value.abs() > 1e-9);
        Some(used.map(|(row, _)| row).collect())
    };
    catch_unwind(AssertUnwindSafe(run)).ok().flatten()
}

/// Integral multipliers of these rows, unique up to a factor, under which they add up to a
/// negative constant, if there are any.
fn multipliers(
    rows: &[&Constraint],
    support: &[usize],
    dimension: usize,
    stop: &CancellationToken,
) -> Option<Vec<Integer>> {
    let count = support.len();
    // One equation for each variable, over the multipliers.
    let rational = |number: &Integer| BigRational::from_integer(number.to_big());
    let mut equations: Vec<Vec<BigRational>> = (0..dimension)
        .map(|v| support.iter().map(|&row| rational(rows[row].form.coefficient(v))).collect())
        .collect();
    // Gauss-Jordan elimination: pivots[k] is the column of equation k.
    let mut pivots = Vec::new();
    for column in 0..count {
        let done = pivots.len();
        let Some(pivot) = (done..dimension).find(|&e| !equations[e][column].is_zero()) else {
            continue;
        };
        equations.swap(done, pivot);
        let divisor = equations[done][column].clone();
        equations[done].iter_mut().for_each(|cell| *cell /= &divisor);
        let base = equations[done].clone();
        for (number, equation) in equations.iter_mut().enumerate() {
            stop.check().ok()?;
            let factor = equation[column].clone();
            if number != done && !factor.is_zero() {
                equation.iter_mut().zip(&base).for_each(|(cell, other)| *cell -= &factor * other);
            }
        }
        pivots.push(column);
    }
    // A basic solution leaves one column free; its multiplier is the common denominator.
    let free: Vec<usize> = (0..count).filter(|column| !pivots.contains(column)).collect();
    let [free] = free[..] else { return None };
    let solved = &equations[..pivots.len()];
    let common = solved.iter().fold(BigInt::from(1), |common, e| common.lcm(e[free].denom()));
    let mut solution = vec![Integer::ZERO; count];
    solution[free] = Integer::from(common.clone());
    for (equation, &column) in solved.iter().zip(&pivots) {
        let multiplier = -&equation[free] * BigRational::from_integer(common.clone());
        solution[column] = Integer::from(multiplier.to_integer());
    }
    let mut constant = Integer::ZERO;
    for (&row, multiplier) in support.iter().zip(&solution) {
        constant.add_product(multiplier, rows[row].form.constant_term());
    }
    if constant.is_positive() {
        solution.iter_mut().for_each(|multiplier| *multiplier = -&*multiplier);
    }
    Some(solution)
}

impl Backend for GoodLp {
    fn add_variable(&mut self) -> usize {
        self.exact.add_variable()
    }

    fn push(&mut self, constraint: &Constraint) {
        self.exact.push(constraint);
    }

    fn mark(&mut self) -> Mark {
        self.exact.mark()
    }

    fn rollback(&mut self, mark: Mark) {
        self.exact.rollback(mark);
    }

    fn ask(&mut self, question: Option<&Constraint>) -> Answer {
        self.questions += 1;
        self.propose(question).unwrap_or_else(|| {
            self.fallbacks += 1;
            self.exact.ask(question)
        })
    }

    fn lower_bound(&mut self, form: &Affine) -> Result<Option<Integer>, Limit> {
        self.exact.lower_bound(form)
    }

    fn work(&self) -> Work {
        Work { questions: self.questions, fallbacks: self.fallbacks, ..self.exact.work() }
    }
}
