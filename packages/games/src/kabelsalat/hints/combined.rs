//! Switches that are pressed together, counted as one switch.

use crate::Integer;
use crate::kabelsalat::{Task, total};
use std::cmp::Ordering;

/// More ways to press a combined switch than this are not kept.
const WAYS: usize = 256;

/// More letters than this in a name are no help.
const LETTERS: usize = 24;

/// A switch, or several that are pressed together, counted as one.  One press of `AC` is a press of A
/// and one of C; `ACBC` is `AC` and `BC`.
///
/// ```
/// use grundy_games::kabelsalat::{Task, hints::Combined};
/// let task = Task::parse("8,4,8,4,6,8,-*.**,+.***,+***.").unwrap();
/// let [a, b, c] = [0, 1, 2].map(|switch| Combined::switch(&task, switch));
/// let sum = a.plus(&c).unwrap().plus(&b.plus(&c).unwrap()).unwrap();
/// assert_eq!(sum.name, "ACBC");
/// assert_eq!(sum.ways, [[1, 1, 2].map(Into::into)]);
/// assert_eq!(sum.changes, [1, 3, 2, 0].map(Into::into));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combined {
    /// The letters of its switches.
    pub name: String,
    /// What one press of it can stand for: for each switch of the task the number of its presses.
    /// There is one way, or several of equally many presses where switches count as one.
    pub ways: Vec<Vec<Integer>>,
    /// Are there more ways than are listed?
    pub more: bool,
    /// The boxes that it adds to each stack.
    pub changes: Vec<Integer>,
}

impl Combined {
    /// A switch of the task (counted from 0) alone.
    pub fn switch(task: &Task, switch: usize) -> Self {
        let one = |index| if index == switch { Integer::ONE } else { Integer::ZERO };
        let stacks = 0..task.heights().len();
        let change =
            |stack| task.switches().get(switch).map_or(Integer::ZERO, |it| it.change(stack));
        Self {
            name: task.switch_names().get(switch).cloned().unwrap_or_default(),
            ways: vec![(0..task.switches().len()).map(one).collect()],
            more: false,
            changes: stacks.map(change).collect(),
        }
    }

    /// Both, one press of each; `None` if the name would be too long to be of help.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        // With more than 26 switches a letter does not say where a name ends.
        let several = self.changes.len() > 26;
        let name = format!("{}{}{}", self.name, if several { "+" } else { "" }, other.name);
        if name.len() > LETTERS {
            return None;
        }
        let mut pairs = Vec::new();
        for one in &self.ways {
            pairs.extend(other.ways.iter().map(|two| sum(one, two)));
        }
        let (ways, more) = kept(pairs);
        let more = more || self.more || other.more;
        Some(Self { name, ways, more, changes: sum(&self.changes, &other.changes) })
    }

    /// Is it more than one switch?
    pub fn is_combined(&self) -> bool {
        self.presses() > Integer::ONE
    }

    /// How many presses one press of it is.
    pub fn presses(&self) -> Integer {
        self.ways.first().map_or(Integer::ZERO, |way| total(way))
    }

    /// Does it change no stack at all?
    pub(super) fn is_idle(&self) -> bool {
        self.changes.iter().all(Integer::is_zero)
    }

    /// The boxes that it adds to the stack.
    pub(super) fn change(&self, stack: usize) -> Integer {
        self.changes.get(stack).cloned().unwrap_or_default()
    }

    /// Counts another one with the same changes as this one.  The one with more presses, if there is
    /// one, is in no shortest solution.
    pub(super) fn merge(&mut self, mut other: Self) {
        match other.presses().cmp(&self.presses()) {
            Ordering::Less => *self = other,
            Ordering::Equal => {
                self.ways.append(&mut other.ways);
                let (ways, more) = kept(std::mem::take(&mut self.ways));
                self.ways = ways;
                self.more |= more || other.more;
            }
            Ordering::Greater => {}
        }
    }
}

/// The ways in order, each once, as many as are kept; are there more?
fn kept(ways: Vec<Vec<Integer>>) -> (Vec<Vec<Integer>>, bool) {
    let mut ways = distinct(ways);
    let more = ways.len() > WAYS;
    ways.truncate(WAYS);
    (ways, more)
}

/// The numbers added one by one.
pub(super) fn sum(one: &[Integer], two: &[Integer]) -> Vec<Integer> {
    one.iter().zip(two).map(|(one, two)| one + two).collect()
}

/// The lists in order, each once.
pub(super) fn distinct(mut lists: Vec<Vec<Integer>>) -> Vec<Vec<Integer>> {
    lists.sort();
    lists.dedup();
    lists
}
