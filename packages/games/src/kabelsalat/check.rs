//! Claims about tasks against the rules and the solver.

use super::argument::{Class, Reason};
use super::description::{Claims, Statement, TaskClaim};
use super::solve::{SOLUTIONS, SolveOptions, Solved, solve};
use super::{Task, total, written};
use crate::Integer;
use crate::diagnostic::Code;
use crate::limit::Limit;
use crate::lines::{Deviation, judged};
use crate::verdict::PublishedValue;

/// Compares every claim with the puzzle, in the order of the text.
pub fn check(lines: &[Claims], options: &SolveOptions) -> Vec<PublishedValue> {
    let mut values = Vec::new();
    for line in lines {
        let solved = solve(&line.about, options);
        for claim in &line.claims {
            values.push(compare(line, claim, solved.as_ref().map_err(|limit| *limit)));
        }
    }
    values
}

fn compare(line: &Claims, claim: &TaskClaim, solved: Result<&Solved, Limit>) -> PublishedValue {
    let column = match &claim.statement {
        Statement::Solvable => "solvable",
        Statement::Class(_) => "class",
        Statement::Presses(_) => "presses",
        Statement::Solution(_) => "solution",
        Statement::Fewest(_) => "fewest",
        Statement::All(_) => "all",
    };
    judged(
        line,
        claim,
        (Code::WrongTaskClaim, column),
        deviation(&line.about, &claim.statement, solved),
    )
}

/// How the claim differs from the truth, if it does.
fn deviation(
    task: &Task,
    statement: &Statement,
    solved: Result<&Solved, Limit>,
) -> Result<Option<Deviation>, Limit> {
    let presses = match statement {
        Statement::Solution(presses) | Statement::Fewest(presses) | Statement::All(presses) => {
            presses.as_slice()
        }
        Statement::Solvable | Statement::Class(_) | Statement::Presses(_) => &[],
    };
    // Pressing decides this, even where the solver does not.
    let failing: Vec<_> = presses.iter().filter(|one| !task.is_solved_by(one)).collect();
    if let Statement::Solution(_) = statement
        && failing.is_empty()
    {
        return Ok(None);
    }
    let claimed = match statement {
        Statement::Solvable => Class::Solvable.name().to_owned(),
        Statement::Class(class) => class.name().to_owned(),
        Statement::Presses(count) => count.to_string(),
        Statement::Solution(_) | Statement::Fewest(_) | Statement::All(_) => joined(presses),
    };
    let mut notes: Vec<_> = failing.iter().map(|one| leads(task, one)).collect();
    let fewest = match solved {
        Ok(Solved::Solvable(fewest)) => fewest,
        Ok(Solved::Unsolvable(argument)) => {
            if matches!(statement, Statement::Class(class) if *class == argument.class) {
                return Ok(None);
            }
            notes.extend(argument.reasons.iter().map(|reason| in_short(reason, task)));
            return Ok(Some(Deviation { claimed, computed: argument.class.name().into(), notes }));
        }
        Err(_) if !failing.is_empty() => {
            let computed = "not a solution".to_owned();
            return Ok(Some(Deviation { claimed, computed, notes }));
        }
        Err(limit) => return Err(limit),
    };
    let first = fewest.solutions.first().map(|first| written(first)).unwrap_or_default();
    let right = match statement {
        Statement::Solvable | Statement::Class(Class::Solvable) => true,
        Statement::Class(_) => false,
        Statement::Presses(count) => *count == fewest.presses,
        Statement::Solution(_) => false,
        Statement::Fewest(_) | Statement::All(_) => {
            let more = presses.iter().filter(|one| total(one) > fewest.presses);
            let more: Vec<_> = more.filter(|one| !failing.contains(one)).collect();
            notes.extend(more.iter().map(|one| {
                format!(
                    "{} takes {} presses, but {first} takes {}",
                    written(one),
                    total(one),
                    fewest.presses
                )
            }));
            failing.is_empty() && more.is_empty()
        }
    };
    let missing = match statement {
        Statement::All(_) if !fewest.complete && right => return Err(SOLUTIONS),
        Statement::All(_) => fewest.solutions.iter().filter(|one| !presses.contains(one)).collect(),
        _ => Vec::new(),
    };
    if right && missing.is_empty() {
        return Ok(None);
    }
    notes.extend(missing.iter().map(|one| format!("missing: {}", written(one))));
    let computed = match statement {
        Statement::Solvable | Statement::Class(_) => {
            notes.push(format!("{first} solves the task"));
            Class::Solvable.name().to_owned()
        }
        Statement::Presses(_) => {
            notes.push(format!("{first} solves the task, and nothing with fewer presses does"));
            fewest.presses.to_string()
        }
        Statement::Solution(_) | Statement::Fewest(_) | Statement::All(_) => {
            joined(&fewest.solutions)
        }
    };
    Ok(Some(Deviation { claimed, computed, notes }))
}

/// The reason in one sentence.
fn in_short(reason: &Reason, task: &Task) -> String {
    match (reason, reason.words(task).into_iter().next()) {
        (Reason::Cases(_), _) => "no whole numbers from 0 satisfy the equations; \
            `grundy kabelsalat solve` shows the steps"
            .to_owned(),
        (_, words) => words.unwrap_or_default(),
    }
}

/// Solutions with semicolons between them.
fn joined(solutions: &[Vec<Integer>]) -> String {
    solutions.iter().map(|one| written(one)).collect::<Vec<_>>().join(" ; ")
}

/// What becomes of presses that do not solve the task.
fn leads(task: &Task, presses: &[Integer]) -> String {
    let heights: Vec<_> = task.heights_after(presses).iter().map(Integer::to_string).collect();
    format!(
        "{} makes the heights {}, but the target is {}",
        written(presses),
        heights.join(" "),
        task.target()
    )
}
