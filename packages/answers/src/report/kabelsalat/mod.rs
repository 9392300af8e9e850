//! Answers about stacks and switches.

mod hints;
mod positions;

#[cfg(test)]
pub(super) use hints::ExplainedTask;
pub use hints::{Explained, wires};
#[cfg(test)]
pub(super) use positions::Graph;
pub use positions::PositionGraph;

use super::graphviz::digraph;
#[cfg(test)]
use super::schemas::Decimal;
use super::{Render, align};
use crate::Integer;
use crate::diagnostic::counted;
use crate::games::kabelsalat::argument::{Argument, Class};
use crate::games::kabelsalat::solve::Solved;
use crate::games::kabelsalat::{Task, total, written};
use crate::verdict::Verdict;
use grundy_output::output;
use std::fmt::Write as _;

/// What became of a task.
pub fn answer(task: &Task, solved: Solved) -> SolveAnswer {
    let (class, fewest, reasons) = match solved {
        Solved::Solvable(fewest) => (Class::Solvable, Some(fewest), Vec::new()),
        Solved::Unsolvable(Argument { class, reasons }) => (class, None, reasons),
    };
    let solutions = fewest.iter().flat_map(|fewest| &fewest.solutions);
    SolveAnswer {
        meaning: class.meaning(),
        solvable: fewest.is_some(),
        class: class.name(),
        solutions: solutions.map(|solution| written(solution)).collect(),
        complete: fewest.as_ref().map(|fewest| fewest.complete),
        presses: fewest.map(|fewest| fewest.presses),
        argument: reasons.iter().flat_map(|reason| reason.words(task)).collect(),
    }
}

impl Render for SolveAnswer {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.complete != Some(false)))
    }

    fn text(&self) -> String {
        let Self { class, meaning, solutions, argument, .. } = self;
        let (head, lines) = match &self.presses {
            Some(count) => {
                let many = if self.complete == Some(true) { "" } else { "more than " };
                let (count, ways) = (presses(count), counted(solutions.len(), "way"));
                (format!("solvable with {count}, in {many}{ways}:"), solutions)
            }
            None => (format!("unsolvable: {class} ({meaning})"), argument),
        };
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        format!("{head}\n{lines}")
    }
}

/// `1 press`, `2 presses`
pub fn presses(count: &Integer) -> String {
    if count.is_one() { "1 press".to_owned() } else { format!("{count} presses") }
}

/// The solutions with fewest presses, or why there is none.
#[output]
pub struct SolveAnswer {
    #[serde(skip)]
    meaning: &'static str,
    solvable: bool,
    class: &'static str,
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    presses: Option<Integer>,
    solutions: Vec<String>,
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    argument: Vec<String>,
}

/// One equation for each stack.
pub fn equations(task: &Task) -> TaskEquations {
    let coefficients = |stack| task.switches().iter().map(move |switch| switch.change(stack));
    let equations = task.stack_names().into_iter().zip(task.missing()).enumerate();
    let equations = equations.map(|(stack, (name, right))| Equation {
        stack: name,
        coefficients: coefficients(stack).collect(),
        right,
    });
    TaskEquations { unknowns: task.switch_names(), equations: equations.collect() }
}

impl Render for TaskEquations {
    const IS_COMPUTED: bool = true;

    /// Aligned, so that the same unknowns are below each other.
    fn text(&self) -> String {
        let widest = align::width(self.equations.iter().map(|equation| equation.stack.as_str()));
        let mut text = String::new();
        for Equation { stack, coefficients, right } in &self.equations {
            let mut left = String::new();
            for (change, letters) in coefficients.iter().zip(&self.unknowns) {
                let sign = match (left.trim().is_empty(), change.is_negative()) {
                    _ if change.is_zero() => "  ",
                    (true, true) => " -",
                    (true, false) => "  ",
                    (false, true) => "- ",
                    (false, false) => "+ ",
                };
                // Unknowns that do not occur leave a gap.
                let shown = if change.is_zero() { "" } else { letters };
                let width = letters.len();
                // Writing to a string cannot fail.
                _ = write!(left, " {sign}{shown:width$}");
            }
            let left = if left.trim().is_empty() { align::right("0", left.len()) } else { left };
            _ = writeln!(text, "{}:{left} = {right}", align::right(stack, widest));
        }
        text
    }
}

#[output]
struct Equation {
    stack: String,
    #[cfg_attr(test, schemars(with = "Vec<Decimal>"))]
    coefficients: Vec<Integer>,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    right: Integer,
}

/// A task as equations.
#[output]
pub struct TaskEquations {
    unknowns: Vec<String>,
    equations: Vec<Equation>,
}

/// A generated task, with the presses from which it was made.
pub fn generated(task: &Task, made_with: &[Integer]) -> Generated {
    Generated { code: task.to_string(), made_with: written(made_with), presses: total(made_with) }
}

impl Render for Generated {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { code, made_with, presses } = self;
        format!("{code}\nmade with {made_with} ({})\n", self::presses(presses))
    }
}

/// A task that was made.
#[output]
pub struct Generated {
    code: String,
    made_with: String,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    presses: Integer,
}
