//! The rules of the strategy chapter, step by step.

#[cfg(test)]
use super::Decimal;
use super::{Render, presses};
use crate::Integer;
use crate::diagnostic::counted;
use crate::games::kabelsalat::hints::{Combined, Hints, Left, Rest, Step};
use crate::games::kabelsalat::{Direction, Task, total, written};
use crate::number::sum;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::fmt::Write as _;

/// The switches in the notation of the puzzle: `A up a,-,c,d`.
pub fn wires(task: &Task) -> String {
    let switches = task.switches().iter().zip(task.switch_names());
    let lines = switches.map(|(switch, name)| {
        let stacks = task.stack_names().into_iter().zip(&switch.wired);
        let stacks = stacks.map(|(stack, &wired)| if wired { stack } else { "-".to_owned() });
        let stacks: Vec<_> = stacks.collect();
        format!("{name} {} {}\n", direction(switch.direction), stacks.join(","))
    });
    lines.collect()
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
    }
}

/// The steps of the rules, and their outcome.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The task.
    pub task: Task,
    /// The steps.
    pub hints: Hints,
}

impl Serialize for Explained {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { task, hints } = self;
        let switches = task.switches().iter().zip(task.switch_names());
        let stacks = task.stack_names();
        let wired = |wired: &[bool]| {
            let wired = stacks.iter().zip(wired).filter(|stack| *stack.1);
            wired.map(|stack| stack.0.clone()).collect()
        };
        let (result, solutions, complete, left) = match &hints.rest {
            Rest::Solved { solutions, complete } => {
                ("solved", &solutions[..], Some(*complete), None)
            }
            Rest::Unsolvable => ("unsolvable", &[][..], None, None),
            Rest::Search(left) => ("search", &[][..], None, Some(left)),
        };
        let explained = ExplainedTask {
            switches: switches
                .map(|(switch, name)| Wired {
                    name,
                    direction: direction(switch.direction),
                    stacks: wired(&switch.wired),
                })
                .collect(),
            steps: hints.steps.iter().map(|step| Stepped::new(&stacks, step)).collect(),
            result,
            presses: solutions.first().map(|solution| total(solution)),
            solutions: solutions.iter().map(|solution| written(solution)).collect(),
            complete,
            left: left.map(|left| LeftOver {
                switches: left.switches.iter().map(Together::new).collect(),
                missing: &left.missing,
                task: left.task.to_string(),
                task_switches: left.letters(task),
                guess: left.guess.as_ref().map(|step| Stepped::new(&stacks, step)),
            }),
        };
        explained.serialize(serializer)
    }
}

impl Render for Explained {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { task, hints } = self;
        let mut text = wires(task);
        // Writing to a string cannot fail.
        for (number, step) in (1..).zip(&hints.steps) {
            _ = writeln!(text, "{number}. {}: {}", step.rule.meaning(), step.says);
        }
        match &hints.rest {
            Rest::Solved { solutions, complete } => {
                let many = if *complete { "" } else { "more than " };
                let ways = counted(solutions.len(), "way");
                let count = solutions.first().map(|way| presses(&total(way))).unwrap_or_default();
                _ = writeln!(text, "solved by these hints with {count}, in {many}{ways}:");
                text.extend(solutions.iter().map(|solution| format!("  {}\n", written(solution))));
            }
            Rest::Unsolvable => text += "unsolvable, by the last step\n",
            Rest::Search(left) => text += &left_text(task, left),
        }
        text
    }
}

/// The remaining equations, the same as a task, and a guess.
fn left_text(task: &Task, left: &Left) -> String {
    let mut text = "left for the search:\n".to_owned();
    for (stack, name) in task.stack_names().iter().enumerate() {
        let reaching = left.switches.iter().filter_map(|at| Some((at, at.changes.get(stack)?)));
        let terms = reaching.filter(|(_, change)| !change.is_zero());
        let sum = sum("", terms.map(|(switch, change)| (change.clone(), &switch.name)));
        if let Some(missing) = left.missing.get(stack).filter(|_| !sum.is_empty()) {
            _ = writeln!(text, "  {name}: {sum} = {missing}");
        }
    }
    let names = left.letters(task).join(" ");
    _ = writeln!(text, "as a task with the switches {names}: {}", left.task);
    if let Some(guess) = &left.guess {
        _ = writeln!(text, "a guess, not proved: {}", guess.says);
    }
    text
}

#[output]
pub(in crate::report) struct ExplainedTask<'a> {
    switches: Vec<Wired>,
    steps: Vec<Stepped<'a>>,
    /// `solved`, `unsolvable` or `search`.
    result: &'static str,
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    presses: Option<Integer>,
    solutions: Vec<String>,
    complete: Option<bool>,
    left: Option<LeftOver<'a>>,
}

#[output]
struct Wired {
    name: String,
    direction: &'static str,
    stacks: Vec<String>,
}

#[output]
struct Stepped<'a> {
    rule: &'static str,
    stack: Option<String>,
    switches: &'a [String],
    says: &'a str,
    fixed: Vec<Fixed<'a>>,
    combined: Vec<Together<'a>>,
    #[cfg_attr(test, schemars(with = "Vec<Decimal>"))]
    missing: &'a [Integer],
}

impl<'a> Stepped<'a> {
    fn new(stacks: &[String], step: &'a Step) -> Self {
        Self {
            rule: step.rule.name(),
            stack: step.stack.and_then(|stack| stacks.get(stack)).cloned(),
            switches: &step.switches,
            says: &step.says,
            fixed: step.fixed.iter().map(|(switch, count)| Fixed { switch, count }).collect(),
            combined: step.combined.iter().map(Together::new).collect(),
            missing: &step.missing,
        }
    }
}

#[output]
struct Fixed<'a> {
    switch: &'a str,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    count: &'a Integer,
}

/// A switch, or several that are pressed together.
#[output]
struct Together<'a> {
    name: &'a str,
    ways: Vec<String>,
    #[cfg_attr(test, schemars(with = "Vec<Decimal>"))]
    changes: &'a [Integer],
}

impl<'a> Together<'a> {
    fn new(switch: &'a Combined) -> Self {
        Self {
            name: &switch.name,
            ways: switch.ways.iter().map(|way| written(way)).collect(),
            changes: &switch.changes,
        }
    }
}

#[output]
struct LeftOver<'a> {
    switches: Vec<Together<'a>>,
    #[cfg_attr(test, schemars(with = "Vec<Decimal>"))]
    missing: &'a [Integer],
    task: String,
    task_switches: Vec<String>,
    guess: Option<Stepped<'a>>,
}
