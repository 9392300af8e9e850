//! All solutions with fewest presses, or an argument that there is none.
//!
//! The equations of a task go to a backend of [`crate::ilp`], together with `count >= 0` for each
//! switch.  The least total is found by asking whether there is a smaller one, and the solutions
//! with this total one count after the other, so they come in lexicographic order of the counts.
//! Each is pressed on the stacks before it is believed.

use super::argument::{Argument, Class, Reason, rows};
use super::{Task, total};
use crate::affine::{Affine, Constraint};
use crate::ilp::{Answer, Backend, BackendKind, Lattice, Point, lexicographic_minimum};
use crate::integer::Integer;
use crate::limit::{Limit, Stop};

/// How tasks are solved.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who answers questions about integers.
    pub backend: BackendKind,
    /// The most solutions that are listed.
    pub limit_solutions: usize,
    /// Ends the work early.
    pub stop: Stop,
}

impl Default for Options {
    fn default() -> Self {
        Self { backend: BackendKind::GoodLp, limit_solutions: 1000, stop: Stop::default() }
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
/// If an answer does not stand the check by the rules, which would be a bug.
///
/// ```
/// use grundy::games::kabelsalat::{Task, solve::{Solved, solve}, written};
/// let task = Task::parse("5,3,3,3,5,+*..,+.*.,+**.").unwrap();
/// let Ok(Solved::Solvable(fewest)) = solve(&task, &Default::default()) else { panic!() };
/// assert_eq!(fewest.solutions.iter().map(|one| written(one)).collect::<Vec<_>>(), ["2C"]);
/// ```
pub fn solve(task: &Task, options: &Options) -> Result<Solved, Limit> {
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
        backend.push(&fewest);
        listing.list(&mut *backend, 0, options)?
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

/// A backend with so many variables and these rows.
fn backend(
    variables: usize,
    rows: impl IntoIterator<Item = Constraint>,
    options: &Options,
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
        options: &Options,
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
fn argue(task: &Task, system: &mut dyn Backend, options: &Options) -> Result<Argument, Limit> {
    let argument = if let Some(multipliers) = multipliers(task, Sign::Zero, options)? {
        let reasons = vec![Reason::Contradiction(multipliers)];
        Argument { class: Class::NoRational, reasons }
    } else {
        let negative = multipliers(task, Sign::NotNegative, options)?;
        let whole = whole(task);
        let (class, reasons) = match (whole, negative) {
            (Ok(solution), Some(multipliers)) => {
                (Class::NegativeOnly, vec![solution, Reason::Negative(multipliers)])
            }
            (Err(congruence), None) => {
                (Class::NoInteger, vec![fractional(task, true, options)?, congruence])
            }
            (Err(congruence), Some(multipliers)) => (
                Class::NoIntegerAndNoNonnegative,
                vec![fractional(task, false, options)?, congruence, Reason::Negative(multipliers)],
            ),
            (Ok(solution), None) => {
                let cases = match system.ask(None) {
                    Answer::Infeasible(refutation) => Reason::Cases(refutation),
                    Answer::Feasible(_) => unreachable!("the system has no point"),
                    Answer::Unknown(limit) => return Err(limit),
                };
                let reasons = vec![solution, fractional(task, true, options)?, cases];
                (Class::NoNonnegativeInteger, reasons)
            }
        };
        Argument { class, reasons }
    };
    for reason in &argument.reasons {
        assert!(reason.holds(task), "the argument {reason:?} does not hold for {task}");
    }
    Ok(argument)
}

/// What is demanded of each coefficient of a sum of equations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Zero,
    NotNegative,
}

/// Multipliers under which the equations add up to coefficients of this sign and a negative right
/// side, if there are any.
fn multipliers(task: &Task, sign: Sign, options: &Options) -> Result<Option<Vec<Integer>>, Limit> {
    let columns = task.switches().iter().map(|switch| {
        let changes = (0..task.heights().len()).map(|stack| switch.change(stack));
        let form = Affine::new(Integer::ZERO, changes);
        match sign {
            Sign::Zero => Constraint::zero(form),
            Sign::NotNegative => Constraint::at_least_zero(form),
        }
    });
    let right = Affine::new(Integer::ZERO, task.missing());
    let negative = Constraint::below(&right, &Affine::zero());
    let stacks = task.heights().len();
    match backend(stacks, columns.chain([negative]), options).ask(None) {
        Answer::Feasible(point) => Ok(Some(reduced(point))),
        Answer::Infeasible(_) => Ok(None),
        Answer::Unknown(limit) => Err(limit),
    }
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
fn whole(task: &Task) -> Result<Reason, Reason> {
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
            return Err(Reason::Congruence { multipliers, modulus: modulus.div_floor(&common) });
        }
    }
    let counts = lattice.point(&vec![Integer::ZERO; lattice.rank()]);
    Ok(Reason::Solution { counts, denominator: Integer::ONE })
}

/// A fractional solution, without negative counts if so wanted; there must be one.
///
/// With one variable d more, for the common denominator, it is an integral solution of
/// A x = b d, d >= 1.
fn fractional(task: &Task, nonnegative: bool, options: &Options) -> Result<Reason, Limit> {
    let count = task.switches().len();
    let counts = (0..count).map(|j| Constraint::at_least_zero(Affine::variable(j)));
    let equations = (0..task.heights().len()).map(|stack| {
        let form = task.equation(stack).form;
        let mut scaled = Affine::new(Integer::ZERO, form.coefficients().iter().cloned());
        scaled.add_term(count, form.constant_term());
        Constraint::zero(scaled)
    });
    let denominator = Constraint::at_least(&Affine::variable(count), &Affine::constant(1));
    let counts = counts.filter(|_| nonnegative);
    let rows = counts.chain(equations).chain([denominator]);
    match backend(count + 1, rows, options).ask(None) {
        Answer::Feasible(point) => {
            let mut counts = reduced(point);
            let denominator = counts.pop().unwrap_or(Integer::ONE);
            Ok(Reason::Solution { counts, denominator })
        }
        Answer::Infeasible(_) => unreachable!("the task has a fractional solution"),
        Answer::Unknown(limit) => Err(limit),
    }
}
