//! All solutions with fewest presses, or an argument that there is none.
//!
//! The equations of a task go to a backend of [`crate::ilp`], together with `count >= 0` for each
//! switch.  The least total is found by asking whether there is a smaller one.  The many small
//! questions that are left go to the exact backend: all solutions with this total, one count after
//! the other and so in lexicographic order, or the reasons why there is none.  Each solution is
//! pressed on the stacks before it is believed.

use super::argument::{Argument, Class, Reason, rows};
use super::{Task, total};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::ilp::{
    Answer, Backend, BackendKind, Ending, Fact, Lattice, Point, Refutation, lexicographic_minimum,
};
use crate::limit::{CancellationToken, Limit};

/// There are more solutions than are listed.
pub const SOLUTIONS: Limit = Limit(&["solutions", "there are more solutions than listed"]);

/// How tasks are solved.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Who finds the least number of presses.
    pub backend: BackendKind,
    /// The most solutions that are listed.
    pub limit_solutions: usize,
    /// Ends the work early.
    pub stop: CancellationToken,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            backend: BackendKind::EQUATIONS,
            limit_solutions: 1000,
            stop: CancellationToken::default(),
        }
    }
}

/// What there is to know about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// It can be solved.
    Solvable(Fewest),
    /// It cannot.
    Unsolvable(Argument),
}

/// The solutions with fewest presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// How many presses.
    pub presses: Integer,
    /// The solutions in lexicographic order, A first.
    pub solutions: Vec<Point>,
    /// Are these all?  If not, there were more than were to be listed.
    pub complete: bool,
}

/// Solves a task.
///
/// # Panics
/// If an answer fails the check by the rules, which would be a bug.
///
/// ```
/// use grundy_games::kabelsalat::{Task, solve::{Solved, solve}, written};
/// let task = Task::parse("5,3,3,3,5,+*..,+.*.,+**.").unwrap();
/// let Ok(Solved::Solvable(fewest)) = solve(&task, &Default::default()) else { panic!() };
/// assert_eq!(fewest.solutions.iter().map(|one| written(one)).collect::<Vec<_>>(), ["2C"]);
/// ```
pub fn solve(task: &Task, options: &SolveOptions) -> Result<Solved, Limit> {
    options.stop.check()?;
    let count = task.switches().len();
    let mut backend = backend(count, rows(task), options);
    let presses = Affine::new(Integer::ZERO, vec![Integer::ONE; count]);
    let Some(point) = lexicographic_minimum(&mut *backend, std::slice::from_ref(&presses))? else {
        return Ok(Solved::Unsolvable(argue(task, &mut *backend, options)?));
    };
    let least = total(&point);
    let fewest = Constraint::equal(&presses, &Affine::constant(least.clone()));
    let mut lattice = Lattice::new(count);
    let equations = (0..task.heights().len()).map(|stack| task.equation(stack));
    let consistent = equations.chain([fewest.clone()]).all(|row| lattice.push(&row.form).is_ok());
    let mut listing = Listing { count, limit: options.limit_solutions, found: Vec::new() };
    let complete = if consistent && lattice.rank() == 0 {
        // The equations have this solution only.
        listing.found.push(point);
        true
    } else {
        let exact = SolveOptions { backend: BackendKind::Exact, ..options.clone() };
        let mut system = self::backend(count, rows(task).into_iter().chain([fewest]), &exact);
        listing.list(&mut *system, 0, options)?
    };
    let solutions = listing.found;
    for solution in &solutions {
        assert!(
            task.is_solved_by(solution) && total(solution) == least,
            "the answer {solution:?} does not solve {task}"
        );
    }
    Ok(Solved::Solvable(Fewest { presses: least, solutions, complete }))
}

/// A backend with this number of variables and these rows.
fn backend(
    variables: usize,
    rows: impl IntoIterator<Item = Constraint>,
    options: &SolveOptions,
) -> Box<dyn Backend> {
    let mut backend = options.backend.backend(options.stop.clone());
    for _ in 0..variables {
        backend.add_variable();
    }
    for row in rows {
        backend.push(&row);
    }
    backend
}

/// Lists points one variable after the other.
struct Listing {
    count: usize,
    limit: usize,
    found: Vec<Point>,
}

impl Listing {
    /// Adds all points of the system, whose variables before `variable` are fixed; false if
    /// there are more than the limit.
    fn list(
        &mut self,
        backend: &mut dyn Backend,
        variable: usize,
        options: &SolveOptions,
    ) -> Result<bool, Limit> {
        options.stop.check()?;
        let form = Affine::variable(variable);
        let mut low = Integer::ZERO;
        loop {
            let outside = backend.mark();
            backend.push(&Constraint::at_least(&form, &Affine::constant(low)));
            let smallest = lexicographic_minimum(backend, std::slice::from_ref(&form));
            backend.rollback(outside);
            let Some(point) = smallest? else { return Ok(true) };
            if self.found.len() == self.limit {
                return Ok(false);
            }
            let value = point[variable].clone();
            if variable + 1 == self.count {
                let bytes = size_of::<Point>() + self.count * size_of::<Integer>();
                options.stop.room(self.found.len(), bytes)?;
                self.found.push(point);
            } else {
                let outside = backend.mark();
                backend.push(&Constraint::equal(&form, &Affine::constant(value.clone())));
                let all = self.list(backend, variable + 1, options);
                backend.rollback(outside);
                if !all? {
                    return Ok(false);
                }
            }
            low = &value + &Integer::ONE;
        }
    }
}

/// The class of a task without a solution, with its reasons.
fn argue(task: &Task, system: &mut dyn Backend, options: &SolveOptions) -> Result<Argument, Limit> {
    let argument = match rational(task, false, options)? {
        Err(multipliers) => {
            Argument { class: Class::NoRational, reasons: vec![Reason::Contradiction(multipliers)] }
        }
        Ok(any) => {
            let nonnegative = rational(task, true, options)?;
            let integral = integral(task);
            let found = matches!(integral, Reason::Solution { .. });
            let (class, reasons) = match (found, nonnegative) {
                (true, Err(multipliers)) => {
                    (Class::NegativeOnly, vec![integral, Reason::Negative(multipliers)])
                }
                (false, Ok(fractional)) => (Class::NoInteger, vec![fractional, integral]),
                (false, Err(multipliers)) => (
                    Class::NoIntegerAndNoNonnegative,
                    vec![any, integral, Reason::Negative(multipliers)],
                ),
                (true, Ok(fractional)) => {
                    let cases = match system.ask(None) {
                        Answer::Infeasible(refutation) => Reason::Cases(refutation),
                        Answer::Feasible(_) => unreachable!("the system has no point"),
                        Answer::Unknown(limit) => return Err(limit),
                    };
                    (Class::NoNonnegativeInteger, vec![integral, fractional, cases])
                }
            };
            Argument { class, reasons }
        }
    };
    for reason in &argument.reasons {
        assert!(reason.holds(task), "the argument {reason:?} does not hold for {task}");
    }
    Ok(argument)
}

/// A fractional solution of the equations, without negative counts if so wanted; otherwise
/// multipliers for the equations that show that there is none.
///
/// With one variable d more, for the common denominator, such a solution is an integral one of
/// A x = b d, d >= 1.  If there is none, the solver has multipliers under which its rows add up to
/// a negative constant, y (A x - b d) + z x + m (d - 1) = -m with z, m >= 0: hence -y A = z
/// and -y b = -m < 0.  Only d >= 1 has a constant, so rounding plays no part in it.
fn rational(
    task: &Task,
    nonnegative: bool,
    options: &SolveOptions,
) -> Result<Result<Reason, Vec<Integer>>, Limit> {
    let (stacks, count) = (task.heights().len(), task.switches().len());
    let equations = (0..stacks).map(|stack| {
        let form = task.equation(stack).form;
        let mut scaled = Affine::new(Integer::ZERO, form.coefficients().iter().cloned());
        scaled.add_term(count, form.constant_term());
        Constraint::zero(scaled)
    });
    let denominator = Constraint::at_least(&Affine::variable(count), &Affine::constant(1));
    let signs = (0..count).map(|j| Constraint::at_least_zero(Affine::variable(j)));
    let signs = signs.filter(|_| nonnegative);
    let exact = SolveOptions { backend: BackendKind::Exact, ..options.clone() };
    match backend(count + 1, equations.chain([denominator]).chain(signs), &exact).ask(None) {
        Answer::Feasible(point) => {
            let mut counts = reduced(point);
            let denominator = counts.pop().unwrap_or(Integer::ONE);
            Ok(Ok(Reason::Solution { counts, denominator }))
        }
        Answer::Infeasible(refutation) => {
            let sum = in_rows(&refutation, stacks).ok_or(Limit::INTEGER_BRANCHES)?;
            Ok(Err(reduced(sum.iter().map(|factor| -factor).collect())))
        }
        Answer::Unknown(limit) => Err(limit),
    }
}

/// The multipliers that the contradiction has for the first `count` rows once its lines are
/// written out, up to a positive factor; `None` if it is not a contradiction of sums.
fn in_rows(refutation: &Refutation, count: usize) -> Option<Vec<Integer>> {
    // Each line as multipliers of the rows with a common denominator.
    let mut lines: Vec<(Vec<Integer>, Integer)> = Vec::new();
    let Ending::Contradiction(ending) = &refutation.ending else { return None };
    if !ending.divisor.is_one() {
        return None;
    }
    for combination in refutation.lines.iter().chain([ending]) {
        let (mut sum, mut denominator) = (vec![Integer::ZERO; count], Integer::ONE);
        for (fact, factor) in &combination.terms {
            match *fact {
                Fact::Row(row) => {
                    if let Some(slot) = sum.get_mut(row) {
                        slot.add_product(factor, &denominator);
                    }
                }
                Fact::Question => return None,
                Fact::Line(line) => {
                    let (numerators, divisor) = lines.get(line)?;
                    let scale = factor * &denominator;
                    for (slot, numerator) in sum.iter_mut().zip(numerators) {
                        slot.scale_and_add(divisor, &scale, numerator);
                    }
                    denominator = &denominator * divisor;
                }
            }
        }
        lines.push((sum, &denominator * &combination.divisor));
    }
    lines.pop().map(|(sum, _)| sum)
}

/// The numbers divided by their greatest common divisor.
fn reduced(numbers: Vec<Integer>) -> Vec<Integer> {
    let common = numbers.iter().fold(Integer::ZERO, |common, number| common.gcd(number));
    if common.is_zero() {
        return numbers;
    }
    numbers.iter().map(|number| number.div_floor(&common)).collect()
}

/// A solution in whole numbers, negative ones allowed, or the congruence that excludes it.  The
/// equations must not contradict each other.
fn integral(task: &Task) -> Reason {
    let mut lattice = Lattice::new(task.switches().len());
    for stack in 0..task.heights().len() {
        if let Err(empty) = lattice.push(&task.equation(stack).form) {
            let modulus = empty.0.denominator;
            let mut multipliers = vec![Integer::ZERO; task.heights().len()];
            for (equation, numerator) in empty.0.numerators {
                multipliers[equation] = numerator.mod_floor(&modulus);
            }
            // Dividing the modulus as well keeps the quotient.
            let common = multipliers.iter().fold(modulus.clone(), |common, one| common.gcd(one));
            let multipliers = multipliers.iter().map(|one| one.div_floor(&common)).collect();
            return Reason::Congruence { multipliers, modulus: modulus.div_floor(&common) };
        }
    }
    let counts = lattice.point(&vec![Integer::ZERO; lattice.rank()]);
    Reason::Solution { counts, denominator: Integer::ONE }
}
