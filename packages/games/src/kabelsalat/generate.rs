//! Making a solvable task, for a wanted wiring or for a wanted number of stacks and switches.
//!
//! 1. Write the wanted switches as code.
//! 2. Invert every direction.
//! 3. Set all heights to the target.
//! 4. Press the inverted switches as often as you like.
//! 5. Read off the heights.
//! 6. Put the wanted switches, not inverted, after them.
//!
//! The presses of step 4 solve the result, maybe not with fewest presses.
//!
//! For `+**..,-.**.,+..**` and target 7, pressing A once, B twice and C three times makes the
//! heights 6 8 6 4.

use super::{Direction, STACKS, Switch, Task};
use crate::Integer;
use crate::chance::Chance;

/// The task for the wanted switches that these presses solve; `None` if there are no tasks with
/// such switches.
///
/// ```
/// use grundy_games::kabelsalat::{code, generate};
/// let wiring = code::parse_wiring("+**..,-.**.,+..**").unwrap();
/// let task = generate::solved_by(&wiring, 7.into(), &[1, 2, 3].map(Into::into)).unwrap();
/// assert_eq!(task.to_string(), "7,4,6,8,6,4,+**..,-.**.,+..**");
/// ```
pub fn solved_by(wanted: &[Switch], target: Integer, presses: &[Integer]) -> Option<Task> {
    let inverted = wanted.iter().map(|switch| Switch {
        direction: match switch.direction {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        },
        wired: switch.wired.clone(),
    });
    let stacks = wanted.first()?.wired.len();
    let start = Task::new(target.clone(), vec![target.clone(); stacks], inverted.collect())?;
    Task::new(target, start.heights_after(presses), wanted.to_vec())
}

/// A number of presses from 0 to `most` for each of the switches: the same for the same seed.
pub fn presses(switches: usize, most: u32, seed: u64) -> Vec<Integer> {
    counts(switches, most, &mut Chance::new(seed))
}

fn counts(switches: usize, most: u32, random: &mut Chance) -> Vec<Integer> {
    (0..switches).map(|_| Integer::from(random.below(u64::from(most) + 1))).collect()
}

/// What a random task is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The number of stacks, 1 to [`STACKS`].
    pub stacks: usize,
    /// The number of switches, 1 to that of stacks.
    pub switches: usize,
    /// The height that all stacks are to get.
    pub target: Integer,
    /// Each switch is pressed at most so often in the solution that the task is made with.
    pub most: u32,
}

/// Random wirings and presses that are tried for one task.
const TRIES: usize = 1000;

/// A random task that is not solved yet, and presses that solve it: the same for the same seed.  No two
/// switches are wired to the same stacks, every stack is wired to a switch, and no height is negative.
/// `None` if no such task was found.
///
/// ```
/// use grundy_games::kabelsalat::generate::{Wanted, random};
/// let wanted = Wanted { stacks: 4, switches: 3, target: 7.into(), most: 3 };
/// let (task, presses) = random(&wanted, 1).unwrap();
/// assert!(task.is_solved_by(&presses));
/// assert_eq!(random(&wanted, 1), Some((task, presses)));
/// // However often a switch may be pressed, there are few heights to set right.
/// assert!(random(&Wanted { most: u32::MAX, ..wanted }, 1).is_some());
/// ```
pub fn random(wanted: &Wanted, seed: u64) -> Option<(Task, Vec<Integer>)> {
    let &Wanted { stacks, switches, ref target, most } = wanted;
    if !(1..=STACKS).contains(&stacks) || !(1..=stacks).contains(&switches) {
        return None;
    }
    let mut random = Chance::new(seed);
    (0..TRIES).find_map(|_| {
        let wiring = wiring(stacks, switches, &mut random)?;
        let presses = counts(switches, most, &mut random);
        let (task, presses) = without_negative_heights(&wiring, target, presses)?;
        (!task.is_solved()).then_some((task, presses))
    })
}

/// The task, with fewer presses of switches that lift a stack which would begin below 0; `None` if that
/// does not help.
fn without_negative_heights(
    wiring: &[Switch],
    target: &Integer,
    mut presses: Vec<Integer>,
) -> Option<(Task, Vec<Integer>)> {
    loop {
        let task = solved_by(wiring, target.clone(), &presses)?;
        let Some(low) = task.heights().iter().position(Integer::is_negative) else {
            return Some((task, presses));
        };
        let lifts =
            |at: &usize| wiring[*at].change(low).is_positive() && presses[*at].is_positive();
        let at = (0..wiring.len()).find(lifts)?;
        // It lifts every stack that it reaches, so each press fewer leaves the same stack and switch to look at, up to
        // here.
        let fewer = (-&task.heights()[low]).min(presses[at].clone());
        presses[at] -= &fewer;
    }
}

/// Random switches, each with other stacks, that reach every stack together; `None` if two came out with
/// the same stacks.
fn wiring(stacks: usize, switches: usize, random: &mut Chance) -> Option<Vec<Switch>> {
    let mut wiring: Vec<Switch> = Vec::new();
    for _ in 0..switches {
        let direction = if random.below(2) == 0 { Direction::Up } else { Direction::Down };
        let mut wired: Vec<bool> = (0..stacks).map(|_| random.below(2) == 0).collect();
        if !wired.contains(&true) {
            wired[random.index(stacks)] = true;
        }
        wiring.push(Switch { direction, wired });
    }
    for stack in 0..stacks {
        if !wiring.iter().any(|switch| switch.wired[stack]) {
            wiring[random.index(switches)].wired[stack] = true;
        }
    }
    let twice = |at: usize| wiring[..at].iter().any(|other| other.wired == wiring[at].wired);
    (!(0..switches).any(twice)).then_some(wiring)
}
