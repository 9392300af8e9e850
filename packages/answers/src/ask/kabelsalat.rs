//! Stacks and switches.

use super::{Ask, Control, Refused};
use crate::Integer;
use crate::games::kabelsalat::generate::{Wanted, presses, random, solved_by};
use crate::games::kabelsalat::positions::{Bound, POSITIONS, positions};
use crate::games::kabelsalat::solve::{Fewest, SOLUTIONS, SolveOptions, Solved, solve};
use crate::games::kabelsalat::{STACKS, Task, code, hints};
use crate::ilp::UnknownBackend;
use crate::limit::Limit;
use crate::report::kabelsalat::{
    self as report, Explained, Generated, PositionGraph, SolveAnswer, TaskEquations,
};
use grundy_output::question;

/// The default for the most positions of a graph.
pub const LIMIT_POSITIONS: usize = 1000;

/// The greatest limit of positions.
pub const MOST_POSITIONS: usize = 1_000_000;

/// The task with this code.
fn task(code: &str) -> Result<Task, Refused> {
    Task::parse(code).map_err(|found| Refused::Text("CODE".to_owned(), code.to_owned(), found))
}

/// How are all stacks brought to the target with the fewest presses, or why not at all?
#[question]
pub struct Solve {
    /// The task, such as `7,4,4,6,3,3,-**.*,+*.**,+.***`.
    pub code: String,
    /// How it is solved.
    #[serde(default)]
    pub solving: Solving,
}

/// How tasks are solved.
#[question]
#[derive(Default)]
#[serde(default)]
pub struct Solving {
    /// Who solves equations in integers: `exact`; `good-lp` or `both` where they are built, and the first of these
    /// where nothing is said.
    pub backend: Option<String>,
    /// The most solutions that are listed: 1000 where nothing is said.
    pub limit_solutions: Option<usize>,
}

impl Solving {
    /// The solutions of a task, or how far the work got before a limit.
    fn solve(&self, task: &Task, control: &Control<'_>, came: &str) -> Result<Solved, Refused> {
        let defaults = SolveOptions::default();
        let backend = self.backend.as_deref().map_or(Ok(defaults.backend), str::parse);
        let options = SolveOptions {
            backend: backend.map_err(|unknown: UnknownBackend| unknown.to_string())?,
            limit_solutions: self.limit_solutions.unwrap_or(defaults.limit_solutions),
            stop: control.stop.clone(),
        };
        solve(task, &options).map_err(|limit| Refused::Limit(limit, came.to_owned()))
    }
}

impl Ask for Solve {
    type Answer = SolveAnswer;

    fn answer(&self, control: &Control<'_>) -> Result<SolveAnswer, Refused> {
        let task = task(&self.code)?;
        let came =
            "not all solutions with fewest presses were found, nor a reason why there are none";
        let solved = self.solving.solve(&task, control, came)?;
        Ok(report::answer(&task, solved))
    }
}

/// How far do the rules of the puzzle lead, step by step?
#[question]
pub struct Hints {
    /// The task.
    pub code: String,
    /// Pairs of switches that are combined before any other rule is applied, such as `["A", "C"]`.
    #[serde(default)]
    pub combine: Vec<[String; 2]>,
}

impl Ask for Hints {
    type Answer = Explained;

    fn answer(&self, control: &Control<'_>) -> Result<Explained, Refused> {
        let task = task(&self.code)?;
        let hints = hints::combining(&task, &self.combine, &control.stop).map_err(|limit| {
            Refused::Limit(limit, "the rules were not applied to the end".to_owned())
        })?;
        let hints = hints.map_err(|[one, other]| {
            format!(
                "{one} and {other} cannot be combined: there is no stack that one of them lifts and the other \
                 lowers, with all its switches changing it by the same number of boxes"
            )
        })?;
        Ok(Explained { task, hints })
    }
}

/// What does a task say, as one equation for each stack?
#[question]
pub struct Equations {
    /// The task.
    pub code: String,
}

impl Ask for Equations {
    type Answer = TaskEquations;

    fn answer(&self, _: &Control<'_>) -> Result<TaskEquations, Refused> {
        Ok(report::equations(&task(&self.code)?))
    }
}

/// Which task can be solved?  The same seed gives the same one.
#[question]
#[serde(default)]
pub struct Generate {
    /// The switches, such as `+**..,-.**.,+..**`; random ones where nothing is said.
    pub wiring: Option<String>,
    /// The number of stacks of a random task, from 1 to 64 ([`STACKS`]); 4 by default.
    pub stacks: usize,
    /// The number of its switches, from 1 to that of stacks: 3 where nothing is said.
    pub switches: usize,
    /// The height that all stacks must reach: 7 where nothing is said.
    pub target: Integer,
    /// The most presses of each switch: 3 where nothing is said.
    pub most: u32,
    /// The seed of the random numbers: 0 where nothing is said.
    pub seed: u64,
}

impl Default for Generate {
    fn default() -> Self {
        Self { wiring: None, stacks: 4, switches: 3, target: 7.into(), most: 3, seed: 0 }
    }
}

impl Ask for Generate {
    type Answer = Generated;

    fn answer(&self, _: &Control<'_>) -> Result<Generated, Refused> {
        let &Self { ref wiring, stacks, switches, ref target, most, seed } = self;
        if target.is_negative() {
            return Err(format!("the target is at least 0, not {target}").into());
        }
        let made = match wiring {
            Some(text) => {
                let wiring = code::parse_wiring(text)
                    .map_err(|found| Refused::Text("CODE".to_owned(), text.clone(), found))?;
                let presses = presses(wiring.len(), most, seed);
                let task = solved_by(&wiring, target.clone(), &presses);
                task.map(|task| (task, presses)).ok_or("no task exists for these switches")?
            }
            None if stacks > STACKS || switches == 0 => {
                return Err(format!(
                    "a task has from 1 to {STACKS} stacks and at least one switch"
                )
                .into());
            }
            None if switches > stacks => {
                return Err(format!(
                    "{switches} switches for {stacks} stacks: a task has at most as many switches as stacks"
                )
                .into());
            }
            None => {
                let wanted = Wanted { stacks, switches, target: target.clone(), most };
                random(&wanted, seed)
                    .ok_or("no such task was found; try a larger --target or a different --most")?
            }
        };
        Ok(report::generated(&made.0, &made.1))
    }
}

/// Which positions are there, and which presses lead from one to another?
#[question]
pub struct Graph {
    /// The task.
    pub code: String,
    /// All positions after at most this number of presses; those on the way to the solutions with fewest presses where
    /// nothing is said.
    pub presses: Option<u32>,
    /// The most positions, from 1 to 1,000,000 ([`MOST_POSITIONS`]); 1,000 by default ([`LIMIT_POSITIONS`]).
    pub limit_positions: Option<usize>,
    /// How solutions are found.
    #[serde(default)]
    pub solving: Solving,
}

impl Ask for Graph {
    type Answer = PositionGraph;

    fn answer(&self, control: &Control<'_>) -> Result<PositionGraph, Refused> {
        let task = task(&self.code)?;
        let limit = self.limit_positions.unwrap_or(LIMIT_POSITIONS);
        if !(1..=MOST_POSITIONS).contains(&limit) {
            return Err(format!("--limit-positions is from 1 to {MOST_POSITIONS}").into());
        }
        let bound = match self.presses {
            Some(most) => Bound::Presses(most.into()),
            None => match self.solving.solve(&task, control, "no solution is found yet")? {
                Solved::Solvable(Fewest { solutions, complete: true, .. }) => {
                    Bound::Solutions(solutions)
                }
                Solved::Solvable(_) => {
                    let why = "there are more solutions; allow more with --limit-solutions, or give --presses";
                    return Err(Refused::Limit(SOLUTIONS, why.to_owned()));
                }
                Solved::Unsolvable(_) => {
                    return Err("the target cannot be reached; --presses shows the positions after some presses".into());
                }
            },
        };
        let graph = positions(&task, &bound, limit, &control.stop);
        let came = |limit: Limit| {
            let came = match limit {
                POSITIONS => "allow more positions with --limit-positions",
                _ => "not all positions are known",
            };
            Refused::Limit(limit, came.to_owned())
        };
        Ok(PositionGraph { graph: graph.map_err(came)?, task })
    }
}
