//! Why a task cannot be solved, in reasons that can be checked by adding up equations.
//!
//! A task is solvable if its equations A x = b have a solution in whole numbers that are not
//! negative.  With multipliers y for the equations (y A) x = y b holds for every solution, hence:
//!
//! * if y A = 0 and y b is not 0, the equations contradict each other (and if they do, there are
//!   such y: Fredholm 1903);
//! * if no entry of y A is negative and y b is, every solution has a negative count (and there
//!   are such y whenever that is so, even among fractions: Farkas 1902);
//! * if m divides y A and not y b, no solution is integral (Kronecker 1884).
//!
//! What is left are tasks with integral solutions and with fractional ones without negative
//! counts, but none that is both.  For these the solver's [`Refutation`] is the reason.
//!
//! With one box more on the last stack, the running example has the equations a: -A+B = 3,
//! b: -A+C = 1, c: B+C = 4 and d: -A+B+C = 3, of which a+b+c-2d is 0 = 2.

use super::Task;
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::ilp::{Combination, Ending, Fact, Refutation};
use crate::number;

grundy_language::named! {
    /// Whether a task is solvable, by whole numbers of presses from 0, and in which way it is not.
    Class {
        Solvable: "solvable", "there is a solution";
        NoRational: "no_rational", "the equations contradict each other";
        /// There are integral solutions; even among fractions
        NegativeOnly: "negative_only", "every solution has a negative count";
        /// There are fractional solutions without a negative count;
        NoInteger: "no_integer", "no solution has whole numbers";
        /// There are solutions;
        NoIntegerAndNoNonnegative: "no_integer_and_no_nonnegative",
            "no solution has whole numbers, and none is without a negative count";
        /// There are integral solutions and solutions without a negative count;
        NoNonnegativeInteger: "no_nonnegative_integer",
            "no solution has whole numbers without a negative count";
    }
}

/// A fact about the equations of a task.  Multipliers are for the equations in order of the
/// stacks, counts in order of the switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The equations times these multipliers add up to 0 = something else.
    Contradiction(Vec<Integer>),
    /// They add up to an equation without a negative coefficient and with a negative right side.
    Negative(Vec<Integer>),
    /// Divided by the modulus, they add up to an equation with integral coefficients and a right
    /// side that is not integral.
    Congruence {
        /// The multipliers before the division.
        multipliers: Vec<Integer>,
        /// What is divided by, positive.
        modulus: Integer,
    },
    /// These counts divided by the positive denominator satisfy all equations.
    Solution {
        /// The counts before the division.
        counts: Vec<Integer>,
        /// What is divided by; 1 for a solution in whole numbers.
        denominator: Integer,
    },
    /// No whole numbers from 0 satisfy the equations.  The rows are first `count >= 0` for each
    /// switch, then the equations.
    Cases(Refutation),
}

/// Why a task is in its class: the reasons that together say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The class.
    pub class: Class,
    /// What shows it.
    pub reasons: Vec<Reason>,
}

/// The system whose whole solutions solve the task: `count >= 0` for each switch, then the
/// equations.
pub fn rows(task: &Task) -> Vec<Constraint> {
    let counts = (0..task.switches().len()).map(|j| Constraint::at_least_zero(Affine::variable(j)));
    counts.chain((0..task.heights().len()).map(|stack| task.equation(stack))).collect()
}

impl Reason {
    /// Is it true of the task?  Everything is computed anew from the task.
    pub fn holds(&self, task: &Task) -> bool {
        let divided = |sum: &Affine, modulus: &Integer| {
            sum.coefficients().iter().all(|c| c.mod_floor(modulus).is_zero())
        };
        match self {
            Self::Contradiction(multipliers) => {
                let sum = sum(task, multipliers);
                sum.is_constant() && !sum.constant_term().is_zero()
            }
            Self::Negative(multipliers) => {
                let sum = sum(task, multipliers);
                // The right side is minus the constant.
                !sum.coefficients().iter().any(Integer::is_negative)
                    && sum.constant_term().is_positive()
            }
            Self::Congruence { multipliers, modulus } => {
                let sum = sum(task, multipliers);
                modulus.is_positive()
                    && divided(&sum, modulus)
                    && !sum.constant_term().mod_floor(modulus).is_zero()
            }
            Self::Solution { counts, denominator } => {
                denominator.is_positive()
                    && counts.len() == task.switches().len()
                    && (0..task.heights().len()).all(|stack| {
                        let form = task.equation(stack).form;
                        let further = form.constant_term() * &(denominator - &Integer::ONE);
                        (form.at(counts) + further).is_zero()
                    })
            }
            Self::Cases(refutation) => {
                refutation.check(&rows(task), None, task.switches().len()).is_ok()
            }
        }
    }

    /// The reason in sentences and, for cases, one line for each step.
    pub fn words(&self, task: &Task) -> Vec<String> {
        match self {
            Self::Contradiction(multipliers) => {
                let equations = equations(task, multipliers);
                let right = -sum(task, multipliers).constant_term();
                vec![format!("{equations} gives 0 = {right}: the equations contradict each other")]
            }
            Self::Negative(multipliers) => {
                let sum = equation(&sum(task, multipliers), &Integer::ONE, &task.switch_names());
                vec![format!(
                    "{} gives {sum}: some count must be negative",
                    equations(task, multipliers)
                )]
            }
            Self::Congruence { multipliers, modulus } => {
                let sum = equation(&sum(task, multipliers), modulus, &task.switch_names());
                vec![format!(
                    "{}, divided by {modulus}, gives {sum}: some count is not a whole number",
                    equations(task, multipliers)
                )]
            }
            Self::Solution { counts, denominator } => {
                let names = task.switch_names();
                let counts: Vec<_> = (names.iter().zip(counts))
                    .map(|(name, count)| format!("{name} = {}", fraction(count, denominator)))
                    .collect();
                vec![format!("{} satisfies the equations", counts.join(", "))]
            }
            Self::Cases(refutation) => {
                let mut lines = vec!["no whole numbers from 0 satisfy the equations:".to_owned()];
                let mut steps = Steps {
                    rows: &rows(task),
                    switches: task.switch_names(),
                    stacks: task.stack_names(),
                    known: Vec::new(),
                    lines: &mut lines,
                };
                steps.write(refutation, 1);
                lines
            }
        }
    }
}

/// The sum of the equations times the multipliers; it is 0 for every solution.
fn sum(task: &Task, multipliers: &[Integer]) -> Affine {
    let mut sum = Affine::zero();
    for (stack, multiplier) in multipliers.iter().enumerate() {
        sum.add_multiple(multiplier, &task.equation(stack).form);
    }
    sum
}

/// `adding the equations 2a-b+d`, or `the equation -d`.
fn equations(task: &Task, multipliers: &[Integer]) -> String {
    let form = Affine::new(Integer::ZERO, multipliers.iter().cloned());
    let start = if form.terms().count() == 1 { "the equation" } else { "adding the equations" };
    format!("{start} {}", form.display(&task.stack_names()))
}

/// The equation that the form is 0, divided: `A+B+C = 3/2`.
fn equation(form: &Affine, divisor: &Integer, switches: &[String]) -> String {
    let left = Affine::new(Integer::ZERO, quotients(form, divisor));
    format!("{} = {}", left.display(switches), fraction(&-form.constant_term(), divisor))
}

fn quotients(form: &Affine, divisor: &Integer) -> impl Iterator<Item = Integer> {
    form.coefficients().iter().map(move |coefficient| coefficient.div_floor(divisor))
}

/// The quotient in lowest terms: `3/2`.
fn fraction(numerator: &Integer, denominator: &Integer) -> String {
    let common = numerator.gcd(denominator);
    let (numerator, denominator) = (numerator.div_floor(&common), denominator.div_floor(&common));
    if denominator.is_one() { numerator.to_string() } else { format!("{numerator}/{denominator}") }
}

/// Steps of a case distinction that are written out; longer ones are only counted.
const SHOWN: usize = 100;

/// Writes a refutation as numbered lines.
struct Steps<'a> {
    rows: &'a [Constraint],
    switches: Vec<String>,
    stacks: Vec<String>,
    /// The facts known so far, numbered from 1 in the text.
    known: Vec<Affine>,
    lines: &'a mut Vec<String>,
}

impl Steps<'_> {
    fn write(&mut self, refutation: &Refutation, depth: usize) {
        let before = self.known.len();
        for line in &refutation.lines {
            let sum = self.sum(line);
            let constant = sum.constant_term().div_floor(&line.divisor);
            let form = Affine::new(constant, quotients(&sum, &line.divisor));
            let whole = sum.constant_term().mod_floor(&line.divisor).is_zero();
            let rounded = if whole { "" } else { " and rounded down" };
            let (source, stated) = (self.source(line), self.at_least_zero(&form));
            let text = format!("{source}{rounded} gives {stated}");
            self.known.push(form);
            let number = self.known.len();
            self.line(depth, &format!("({number}) {text}"));
        }
        match &refutation.ending {
            Ending::Contradiction(combination) => {
                let (source, sum) = (self.source(combination), self.sum(combination));
                let (gives, why) = match combination.divisor.is_one() {
                    true => (format!("{} >= 0", sum.constant_term()), "false"),
                    // Equations add up to a fraction.
                    false => {
                        let sum = equation(&sum, &combination.divisor, &self.switches);
                        (sum, "not a whole number")
                    }
                };
                self.line(depth, &format!("{source} gives {gives}, which is {why}"));
            }
            Ending::Split { form, above, below } => {
                for (form, refutation) in [(form.clone(), above), ((-form).plus(-1), below)] {
                    let assumed = self.at_least_zero(&form);
                    self.known.push(form);
                    self.line(depth, &format!("case ({}) {assumed}:", self.known.len()));
                    self.write(refutation, depth + 1);
                    self.known.pop();
                }
            }
        }
        self.known.truncate(before);
    }

    fn line(&mut self, depth: usize, text: &str) {
        match self.lines.len() {
            count if count <= SHOWN => {
                self.lines.push(format!("{}{text}", "  ".repeat(depth)));
            }
            count if count == SHOWN + 1 => {
                self.lines.push("  and more steps of the same kind".to_owned());
            }
            _ => {}
        }
    }

    fn sum(&self, combination: &Combination) -> Affine {
        let mut sum = Affine::zero();
        for (fact, multiplier) in &combination.terms {
            let form = match *fact {
                Fact::Row(row) => self.rows.get(row).map(|row| &row.form),
                Fact::Question => None,
                Fact::Line(line) => self.known.get(line),
            };
            if let Some(form) = form {
                sum.add_multiple(multiplier, form);
            }
        }
        sum
    }

    /// What is added up: `2a - b + [C >= 0] + (1), divided by 2`.
    fn source(&self, combination: &Combination) -> String {
        let terms = combination.terms.iter().filter_map(|(fact, multiplier)| {
            let name = match *fact {
                Fact::Row(row) => match row.checked_sub(self.switches.len()) {
                    None => format!("[{} >= 0]", self.switches[row]),
                    Some(stack) => self.stacks.get(stack).cloned().unwrap_or_default(),
                },
                // Cases refute the equations, without a question.
                Fact::Question => return None,
                Fact::Line(line) => format!("({})", line + 1),
            };
            Some((multiplier.clone(), name))
        });
        let text = number::sum("", terms);
        match combination.divisor.is_one() {
            true => text,
            false => format!("{text}, divided by {}", combination.divisor),
        }
    }

    fn at_least_zero(&self, form: &Affine) -> String {
        format!("{} >= 0", form.display(&self.switches))
    }
}
