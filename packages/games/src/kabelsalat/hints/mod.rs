//! The rules of the puzzle's strategy chapter, applied one after the other as far as they go.
//!
//! What is left of a task are stacks, each with the boxes that it misses, and switches.  A rule of
//! [`Rule`] is tried only when none before it applies, and after each step the first one is tried
//! again.  What a step removes is in no solution with fewest presses, so that these solutions stay
//! the same:
//!
//! * **equal**: two switches with the same changes count as one; their presses together are what
//!   counts.  Of two combinations with the same changes the one with more presses is dropped.
//! * **idle**: what changes nothing is in no shortest solution.
//! * **single**, **one direction**: the equation of the stack has one unknown, or coefficients of one
//!   sign.  Such equations bound their unknowns from both sides, and a bound in one helps in the
//!   others.
//! * **combined**: let the switches at a stack all add e boxes or all remove e, and let m e
//!   be missing there, m >= 0.  A solution presses the lifting ones m times more often than the
//!   lowering ones.  So each press of a lowering one can be given a press of a lifting one of its
//!   own, and m lifting ones are left.  The lowering switches can be replaced by all pairs: every
//!   solution is one of the new system and the other way round.  For m < 0 the same holds with
//!   lifting and lowering exchanged.
//! * **equal heights** is a guess ([`guess`]); nothing is removed by it.
//!
//! In `6,3,3,5,7,+*..,+.*.,-.**` only A reaches a, so A = 3; only C reaches c, so C = 1; then only B is
//! left at b, so B = 2.
//!
//! The rules are those of the description of the puzzle (chapter 3, author not named in it).

mod combined;
mod rules;

pub use combined::Combined;

use super::Task;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use combined::{distinct, sum};
use rules::System;

grundy_language::named! {
    /// A rule, in the order in which they are tried.
    Rule {
        /// A stack that is not at the target and that nothing changes.
        Unreached: "unreached", "no switch is left for a stack";
        /// Switches with the same direction and wires.
        Equal: "equal", "equal switches count as one";
        /// A press that changes no stack.
        Idle: "idle", "a switch that changes nothing is not pressed";
        /// A stack that one switch reaches.
        Single: "single", "a stack with one switch";
        /// A stack that is only lifted, or only lowered.
        OneDirection: "one_direction", "one direction only";
        /// Two switches that change a stack in opposite directions.
        Combined: "combined", "combined switches";
        /// The same with switches that are combined already.
        Combinations: "combinations", "combinations of combined switches";
        /// Stacks of the same height and a switch that reaches exactly these.
        EqualHeights: "equal_heights", "equal heights";
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// The stack that it looks at, if it is one.
    pub stack: Option<usize>,
    /// The names of the switches that it looks at.
    pub switches: Vec<String>,
    /// The step in words.
    pub says: String,
    /// What is pressed how often in the end.
    pub fixed: Vec<(String, Integer)>,
    /// Switches that are combined from now on.
    pub combined: Vec<Combined>,
    /// The boxes that each stack misses after it.
    pub missing: Vec<Integer>,
}

/// What the steps lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Nothing is left: these are the solutions with fewest presses, in lexicographic order.
    Solved {
        /// The solutions.
        solutions: Vec<Vec<Integer>>,
        /// Are these all?  If not, there are more than [`SOLUTIONS`].
        complete: bool,
    },
    /// The last step says why there is no solution.
    Unsolvable,
    /// The rules go no further.
    Search(Box<Left>),
}

/// What is left for a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The switches that are left, combined ones among them.
    pub switches: Vec<Combined>,
    /// The boxes that each stack misses.
    pub missing: Vec<Integer>,
    /// The task that was left before switches were combined.
    pub task: Task,
    /// The number in the first task of each of its switches; equal ones are named by the first.
    pub names: Vec<usize>,
    /// A guess without proof at a switch of this task.
    pub guess: Option<Step>,
}

impl Left {
    /// The letters in the first task of the switches of the task that is left.
    pub fn letters(&self, task: &Task) -> Vec<String> {
        let names = task.switch_names();
        self.names.iter().filter_map(|&index| names.get(index).cloned()).collect()
    }
}

/// The steps and what they lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hints {
    /// The steps.
    pub steps: Vec<Step>,
    /// What is left.
    pub rest: Rest,
}

/// More solutions than this are not listed.
pub const SOLUTIONS: usize = 1000;

/// Applies the rules as far as they go.
///
/// # Panics
/// If a solution fails the check by the rules, which would be a bug.
///
/// ```
/// use grundy_games::kabelsalat::{Task, hints::{Rest, hints}, written};
/// let task = Task::parse("6,3,4,3,5,+**.,+*.*,+.**").unwrap();
/// let found = hints(&task, &Default::default()).unwrap();
/// let Rest::Solved { solutions, complete: true } = &found.rest else { panic!() };
/// assert_eq!(solutions.iter().map(|it| written(it)).collect::<Vec<_>>(), ["2A | 1C"]);
/// ```
pub fn hints(task: &Task, stop: &CancellationToken) -> Result<Hints, Limit> {
    from(task, System::new(task), Vec::new(), stop)
}

/// The same after pairs of switches were combined, in this order; the names may be those of earlier combinations.  As
/// the error, the first pair that cannot be combined.
///
/// # Panics
/// As [`hints`].
///
/// ```
/// use grundy_games::kabelsalat::{Task, hints::combining};
/// let task = Task::parse("7,4,4,6,3,3,-**.*,+*.**,+.***").unwrap();
/// let pair = |one: &str, other: &str| [[one.to_owned(), other.to_owned()]];
/// let found = combining(&task, &pair("A", "C"), &Default::default()).unwrap().unwrap();
/// assert!(found.steps[0].combined.iter().any(|it| it.name == "AC"));
/// // Both lift.
/// assert_eq!(combining(&task, &pair("B", "C"), &Default::default()).unwrap(), Err(["B", "C"].map(Into::into)));
/// ```
pub fn combining(
    task: &Task,
    pairs: &[[String; 2]],
    stop: &CancellationToken,
) -> Result<Result<Hints, [String; 2]>, Limit> {
    let (mut system, mut steps) = (System::new(task), Vec::new());
    for pair in pairs {
        match system.combine(&task.stack_names(), Some(pair)) {
            Some(step) => steps.push(Step { missing: system.missing.clone(), ..step }),
            None => return Ok(Err(pair.clone())),
        }
        if system.unsolvable {
            return Ok(Ok(Hints { steps, rest: Rest::Unsolvable }));
        }
    }
    from(task, system, steps, stop).map(Ok)
}

/// Applies the rules after these steps.
fn from(
    task: &Task,
    mut system: System,
    mut steps: Vec<Step>,
    stop: &CancellationToken,
) -> Result<Hints, Limit> {
    let mut plain = (!steps.is_empty()).then(|| System::new(task));
    loop {
        stop.check()?;
        let before = system.clone();
        let Some(step) = system.step(&task.stack_names(), stop)? else { break };
        if matches!(step.rule, Rule::Combined | Rule::Combinations) {
            plain.get_or_insert(before);
        }
        steps.push(step);
        if system.unsolvable {
            return Ok(Hints { steps, rest: Rest::Unsolvable });
        }
    }
    let rest = if system.switches.is_empty() {
        let (solutions, complete) = solutions(task, &system.fixed);
        Rest::Solved { solutions, complete }
    } else {
        Rest::Search(Box::new(left(task, system, plain)))
    };
    Ok(Hints { steps, rest })
}

/// What is left of the task, with a guess.
fn left(task: &Task, system: System, plain: Option<System>) -> Left {
    let plain = plain.as_ref().unwrap_or(&system);
    let names: Vec<usize> = (0..task.switches().len())
        .filter(|&index| {
            let name = &Combined::switch(task, index).name;
            plain.switches.iter().any(|it| it.name == *name)
        })
        .collect();
    let heights = plain.missing.iter().map(|missing| task.target() - missing).collect();
    let switches = names.iter().filter_map(|&index| task.switches().get(index).cloned()).collect();
    // Some switches of the task are left, so this is one as well.
    let rest = Task::new(task.target().clone(), heights, switches);
    let guess = level(plain, &task.stack_names());
    Left {
        task: rest.unwrap_or_else(|| task.clone()),
        names,
        guess,
        switches: system.switches,
        missing: system.missing,
    }
}

/// All ways to press what is fixed, as solutions of the task; false if there are more than are listed.
fn solutions(task: &Task, fixed: &[(Combined, Integer)]) -> (Vec<Vec<Integer>>, bool) {
    let mut all = vec![vec![Integer::ZERO; task.switches().len()]];
    let mut complete = true;
    for (switch, count) in fixed {
        complete &= !switch.more || count.is_zero();
        let mut longer = Vec::new();
        for presses in &all {
            complete &= share(&switch.ways, count, presses, &mut longer);
        }
        all = distinct(longer);
    }
    for presses in &all {
        assert!(task.is_solved_by(presses), "the hints {presses:?} do not solve {task}");
    }
    (all, complete)
}

/// Shares the count among the ways in all possible manners; false if these are too many.
fn share(
    ways: &[Vec<Integer>],
    count: &Integer,
    presses: &[Integer],
    all: &mut Vec<Vec<Integer>>,
) -> bool {
    let Some((way, others)) = ways.split_first() else { return true };
    let times = |many: &Integer| {
        let more: Vec<_> = way.iter().map(|one| one * many).collect();
        sum(presses, &more)
    };
    if others.is_empty() {
        let room = all.len() < SOLUTIONS;
        if room {
            all.push(times(count));
        }
        return room;
    }
    let mut many = Integer::ZERO;
    while many <= *count {
        if !share(others, &(count - &many), &times(&many), all) {
            return false;
        }
        many += &Integer::ONE;
    }
    true
}

/// The guess of the rule *equal heights*: three or more stacks have the same height, not the target, no
/// other stack has it, and a switch reaches exactly these in the right direction.  Then this switch is
/// perhaps pressed until they are at the target.  Nothing proves that.
///
/// ```
/// use grundy_games::kabelsalat::{Task, hints::guess};
/// let task = Task::parse("7,4,5,5,5,7,+***.,+*..*,-...*").unwrap();
/// assert_eq!(guess(&task).unwrap().fixed, [("A".to_owned(), 2.into())]);
/// // It can be wrong: this task has no solution.
/// let task = Task::parse("7,4,5,5,5,6,+***.,-*..*,+**.*").unwrap();
/// assert_eq!(guess(&task).unwrap().fixed, [("A".to_owned(), 2.into())]);
/// ```
pub fn guess(task: &Task) -> Option<Step> {
    level(&System::new(task), &task.stack_names())
}

fn level(system: &System, stacks: &[String]) -> Option<Step> {
    system.switches.iter().find_map(|switch| {
        let reached = |stack: usize| !switch.change(stack).is_zero();
        let first = (0..stacks.len()).find(|&stack| reached(stack))?;
        let missing = system.missing.get(first)?;
        let same = |stack: usize| system.missing.get(stack) == Some(missing);
        let fits = missing.is_positive() == switch.change(first).is_positive();
        let exactly = (0..stacks.len()).all(|stack| reached(stack) == same(stack));
        let names: Vec<_> =
            (0..stacks.len()).filter(|&it| same(it)).map(|it| &*stacks[it]).collect();
        if missing.is_zero() || !fits || !exactly || names.len() < 3 {
            return None;
        }
        let (name, count) = (switch.name.clone(), missing.abs());
        let says = format!(
            "{} have the same height, and {name} reaches exactly these: perhaps {name} = {count}",
            rules::list(&names)
        );
        let after =
            |(stack, it): (usize, &Integer)| if same(stack) { Integer::ZERO } else { it.clone() };
        Some(Step {
            rule: Rule::EqualHeights,
            stack: None,
            switches: vec![name.clone()],
            says,
            fixed: vec![(name, count)],
            combined: Vec::new(),
            missing: system.missing.iter().enumerate().map(after).collect(),
        })
    })
}
