//! Claims about tasks against the rules and the solver.

use super::argument::{Class, Reason};
use super::description::{Claim, Claims, Said};
use super::solve::{Options, SOLUTIONS, Solved, solve};
use super::{Task, total, written};
use crate::Integer;
use crate::diagnostic::Diagnostic;
use crate::limit::Limit;
use crate::undecided;
use crate::verdict::{Cell, Finding, PublishedValue, Verdict};

/// Compares every claim with the puzzle, in the order of the text.
pub fn check(lines: &[Claims], options: &Options) -> Vec<PublishedValue> {
    let mut values = Vec::new();
    for line in lines {
        let solved = solve(&line.task, options);
        for claim in &line.claims {
            values.push(compare(line, claim, solved.as_ref().map_err(|limit| *limit)));
        }
    }
    values
}

fn compare(line: &Claims, claim: &Claim, solved: Result<&Solved, Limit>) -> PublishedValue {
    let column = match &claim.said {
        Said::Solvable => "solvable",
        Said::Class(_) => "class",
        Said::Presses(_) => "presses",
        Said::Solution(_) => "solution",
        Said::Fewest(_) => "fewest",
        Said::All(_) => "all",
    };
    let value = |verdict, finding: Option<Finding>| {
        PublishedValue::new(&line.row, column, verdict, finding.into_iter().collect())
    };
    let Deviation { claimed, computed, notes } = match deviation(&line.task, &claim.said, solved) {
        Err(limit) => return value(Verdict::Undecided, Some(undecided(claim.span, limit))),
        Ok(None) => return value(Verdict::Verified, None),
        Ok(Some(deviation)) => deviation,
    };
    let mut diagnostic =
        Diagnostic::error("E0657", format!("{}: the claim `{column}` is wrong", line.row))
            .label(claim.span, format!("claimed {claimed}, computed {computed}"));
    diagnostic.notes = notes;
    let (row, column) = (line.row.clone(), column.to_owned());
    let cell = Cell { row, column, claimed, computed };
    value(Verdict::Refuted, Some(Finding::wrong_cell(diagnostic, cell)))
}

/// A claim that is wrong.
struct Deviation {
    claimed: String,
    computed: String,
    /// What shows it.
    notes: Vec<String>,
}

/// How the claim differs from the truth, if it does.
fn deviation(
    task: &Task,
    said: &Said,
    solved: Result<&Solved, Limit>,
) -> Result<Option<Deviation>, Limit> {
    let presses = match said {
        Said::Solution(presses) | Said::Fewest(presses) | Said::All(presses) => presses.as_slice(),
        Said::Solvable | Said::Class(_) | Said::Presses(_) => &[],
    };
    // Pressing decides this, even where the solver does not.
    let failing: Vec<_> = presses.iter().filter(|one| !task.is_solved_by(one)).collect();
    if let Said::Solution(_) = said
        && failing.is_empty()
    {
        return Ok(None);
    }
    let claimed = match said {
        Said::Solvable => Class::Solvable.name().to_owned(),
        Said::Class(class) => class.name().to_owned(),
        Said::Presses(count) => count.to_string(),
        Said::Solution(_) | Said::Fewest(_) | Said::All(_) => joined(presses),
    };
    let mut notes: Vec<_> = failing.iter().map(|one| leads(task, one)).collect();
    let fewest = match solved {
        Ok(Solved::Solvable(fewest)) => fewest,
        Ok(Solved::Unsolvable(argument)) => {
            if matches!(said, Said::Class(class) if *class == argument.class) {
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
    let right = match said {
        Said::Solvable | Said::Class(Class::Solvable) => true,
        Said::Class(_) => false,
        Said::Presses(count) => *count == fewest.presses,
        Said::Solution(_) => false,
        Said::Fewest(_) | Said::All(_) => {
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
    let missing = match said {
        Said::All(_) if !fewest.complete && right => return Err(SOLUTIONS),
        Said::All(_) => fewest.solutions.iter().filter(|one| !presses.contains(one)).collect(),
        _ => Vec::new(),
    };
    if right && missing.is_empty() {
        return Ok(None);
    }
    notes.extend(missing.iter().map(|one| format!("missing: {}", written(one))));
    let computed = match said {
        Said::Solvable | Said::Class(_) => {
            notes.push(format!("{first} solves the task"));
            Class::Solvable.name().to_owned()
        }
        Said::Presses(_) => {
            notes.push(format!("{first} solves the task, and nothing with fewer presses does"));
            fewest.presses.to_string()
        }
        Said::Solution(_) | Said::Fewest(_) | Said::All(_) => joined(&fewest.solutions),
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
        "{} makes the heights {}, wanted {}",
        written(presses),
        heights.join(" "),
        task.target()
    )
}
