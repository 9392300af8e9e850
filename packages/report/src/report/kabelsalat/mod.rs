//! Answers about stacks and switches.

mod hints;
mod positions;

#[cfg(test)]
pub(super) use hints::Explained;
pub use hints::{hints_json, hints_text, wires};
#[cfg(test)]
pub(super) use positions::Graph;
pub use positions::{positions_dot, positions_json, positions_text};

use super::align;
use super::graphviz::digraph;
use super::json::{JsonNumber, document};
#[cfg(test)]
use super::schemas::Decimal;
use crate::Integer;
use crate::diagnostic::counted;
use crate::games::kabelsalat::argument::{Argument, Class};
use crate::games::kabelsalat::solve::Solved;
use crate::games::kabelsalat::{Task, total, written};
use grundy_output::output;
use std::fmt::Write as _;

/// The solutions with fewest presses, or why there is none, for people.
pub fn text(task: &Task, solved: &Solved) -> String {
    let SolveAnswer { presses, solutions, complete, argument, .. } = SolveAnswer::new(task, solved);
    let (head, lines) = match solved {
        Solved::Solvable(_) => {
            let presses = presses.map(self::presses).unwrap_or_default();
            let many = if complete == Some(true) { "" } else { "more than " };
            let ways = counted(solutions.len(), "way");
            (format!("solvable with {presses}, in {many}{ways}:"), solutions)
        }
        Solved::Unsolvable(Argument { class, .. }) => {
            (format!("unsolvable: {} ({})", class.name(), class.meaning()), argument)
        }
    };
    let lines: Vec<_> = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{head}\n{}", lines.concat())
}

/// `1 press`, `2 presses`
pub fn presses(count: &Integer) -> String {
    if count.is_one() { "1 press".to_owned() } else { format!("{count} presses") }
}

/// The same for programs.
pub fn json(task: &Task, solved: &Solved) -> String {
    document(&SolveAnswer::new(task, solved))
}

impl<'a> SolveAnswer<'a> {
    fn new(task: &Task, solved: &'a Solved) -> Self {
        let (class, fewest, reasons) = match solved {
            Solved::Solvable(fewest) => (Class::Solvable, Some(fewest), &[][..]),
            Solved::Unsolvable(Argument { class, reasons }) => (*class, None, &reasons[..]),
        };
        let solutions = fewest.iter().flat_map(|it| &it.solutions);
        Self {
            solvable: fewest.is_some(),
            class: class.name(),
            presses: fewest.map(|it| &it.presses),
            solutions: solutions.map(|solution| written(solution)).collect(),
            complete: fewest.map(|it| it.complete),
            argument: reasons.iter().flat_map(|reason| reason.words(task)).collect(),
        }
    }
}

#[output]
pub(super) struct SolveAnswer<'a> {
    solvable: bool,
    class: &'static str,
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    presses: Option<&'a Integer>,
    solutions: Vec<String>,
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    argument: Vec<String>,
}

/// One equation for each stack, with the same unknowns below each other.
pub fn equations_text(task: &Task) -> String {
    let switches = task.switch_names();
    let stacks = task.stack_names();
    let widest = align::width(stacks.iter().map(String::as_str));
    let mut text = String::new();
    for (stack, (name, missing)) in stacks.iter().zip(task.missing()).enumerate() {
        let mut left = String::new();
        for (switch, letters) in task.switches().iter().zip(&switches) {
            let change = switch.change(stack);
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
        _ = writeln!(text, "{}:{left} = {missing}", align::right(name, widest));
    }
    text
}

/// The same for programs.
pub fn equations_json(task: &Task) -> String {
    let coefficients =
        |stack| task.switches().iter().map(move |switch| JsonNumber(switch.change(stack)));
    let equations = task.stack_names().into_iter().zip(task.missing()).enumerate();
    document(&Equations {
        unknowns: task.switch_names(),
        equations: equations
            .map(|(stack, (name, right))| Equation {
                stack: name,
                coefficients: coefficients(stack).collect(),
                right,
            })
            .collect(),
    })
}

#[output]
struct Equation {
    stack: String,
    coefficients: Vec<JsonNumber>,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    right: Integer,
}

#[output]
pub(super) struct Equations {
    unknowns: Vec<String>,
    equations: Vec<Equation>,
}

/// A generated task with the presses that it was made with.
pub fn generated_text(task: &Task, made_with: &[Integer]) -> String {
    let count = presses(&total(made_with));
    format!("{task}\nmade with {} ({count})\n", written(made_with))
}

/// The same for programs.
pub fn generated_json(task: &Task, made_with: &[Integer]) -> String {
    document(&Generated {
        code: task.to_string(),
        made_with: written(made_with),
        presses: total(made_with),
    })
}

#[output]
pub(super) struct Generated {
    code: String,
    made_with: String,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    presses: Integer,
}
