//! The graph of positions: heights, and the presses that lead from one to another.
//!
//! The order of presses does not matter, so the presses that are part of a solution c form a box: all
//! counts from 0 to c1, ..., from 0 to ck.  Positions of different counts may be equal.  If they are
//! not, there are (c1 + 1) ... (ck + 1) positions on the way to this solution, and as many shortest
//! ways as arrangements of its presses.
//!
//! `7,4,4,6,3,3,-**.*,+*.**,+.***` has the solution 3B | 1C: 4 * 2 = 8 positions and 4 ways.

use super::{Task, total};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// There are more positions than were allowed.
pub const POSITIONS: Limit =
    Limit(&["task-positions", "there are more positions than were allowed"]);

/// Which positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Those on the way to one of these solutions.
    Solutions(Vec<Vec<Integer>>),
    /// Those after at most this number of presses.
    Presses(Integer),
}

impl Bound {
    fn allows(&self, presses: &[Integer]) -> bool {
        match self {
            Self::Solutions(solutions) => solutions
                .iter()
                .any(|solution| presses.iter().zip(solution).all(|(count, most)| count <= most)),
            Self::Presses(most) => total(presses) <= *most,
        }
    }
}

/// Positions, in the order of the presses to them; the first one is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    /// The heights in each.
    pub heights: Vec<Vec<Integer>>,
    /// The fewest presses to each.
    pub presses: Vec<usize>,
    /// From, switch, to: in this order.
    pub edges: BTreeSet<(usize, usize, usize)>,
    /// The position in which all stacks are at the target.
    pub target: Option<usize>,
}

/// The positions within the bound.
///
/// ```
/// use grundy_games::kabelsalat::{Task, positions::{Bound, positions}};
/// let task = Task::parse("7,4,4,6,3,3,-**.*,+*.**,+.***").unwrap();
/// let bound = Bound::Solutions(vec![[0, 3, 1].map(Into::into).to_vec()]);
/// let graph = positions(&task, &bound, 100, &Default::default()).unwrap();
/// assert_eq!((graph.heights.len(), graph.edges.len(), graph.ways()), (8, 10, 4.into()));
/// ```
pub fn positions(
    task: &Task,
    bound: &Bound,
    limit: usize,
    stop: &CancellationToken,
) -> Result<Positions, Limit> {
    let none = vec![Integer::ZERO; task.switches().len()];
    // Heights and counts are kept twice, each with what its tables take.
    let list = |numbers: usize| 2 * (numbers * size_of::<Integer>() + 64);
    let (of_heights, of_counts) = (list(task.heights().len()), list(none.len()));
    let mut graph = Positions {
        heights: vec![task.heights().to_vec()],
        presses: vec![0],
        edges: BTreeSet::new(),
        target: task.is_solved().then_some(0),
    };
    // Numbers by heights, and the counts that were looked at.
    let mut numbers = BTreeMap::from([(task.heights().to_vec(), 0)]);
    let mut seen = BTreeSet::from([none.clone()]);
    let mut queue = VecDeque::from([(none, 0, 0)]);
    while let Some((counts, from, depth)) = queue.pop_front() {
        stop.check()?;
        for switch in 0..counts.len() {
            let mut next = counts.clone();
            next[switch] += &Integer::ONE;
            if !bound.allows(&next) {
                continue;
            }
            let heights = task.heights_after(&next);
            let to = match numbers.get(&heights) {
                Some(&number) => number,
                None => {
                    let number = graph.heights.len();
                    if heights.iter().all(|height| height == task.target()) {
                        graph.target = Some(number);
                    }
                    numbers.insert(heights.clone(), number);
                    graph.heights.push(heights);
                    graph.presses.push(depth + 1);
                    number
                }
            };
            graph.edges.insert((from, switch, to));
            if seen.insert(next.clone()) {
                queue.push_back((next, to, depth + 1));
            }
            // Of equal positions all counts are looked at.
            if graph.heights.len() > limit || seen.len() > limit.saturating_mul(4) {
                return Err(POSITIONS);
            }
            let edges = graph.edges.len().saturating_mul(2 * size_of::<(usize, usize, usize)>());
            let heights = graph.heights.len().saturating_mul(of_heights);
            let counts = seen.len().saturating_mul(of_counts);
            stop.room(edges.saturating_add(heights).saturating_add(counts), 1)?;
        }
    }
    Ok(graph)
}

impl Positions {
    /// The number of positions after 0, 1, 2, ... presses and no fewer.
    pub fn levels(&self) -> Vec<usize> {
        let mut levels = vec![0; self.presses.iter().max().map_or(0, |last| last + 1)];
        self.presses.iter().for_each(|&presses| levels[presses] += 1);
        levels
    }

    /// The presses that lead one press further from the start.
    fn ahead(&self) -> impl DoubleEndedIterator<Item = &(usize, usize, usize)> {
        self.edges.iter().filter(|(from, _, to)| self.presses[*to] == self.presses[*from] + 1)
    }

    /// For each position the number of shortest ways from it to the target, as far as they are shortest
    /// ways from the start.
    fn ways_from(&self) -> Vec<Integer> {
        let mut ways = vec![Integer::ZERO; self.heights.len()];
        if let Some(target) = self.target {
            ways[target] = Integer::ONE;
        }
        // Positions with more presses have larger numbers.
        for &(from, _, to) in self.ahead().rev() {
            let more = ways[to].clone();
            ways[from] += &more;
        }
        ways
    }

    /// The number of shortest ways from the start to the target: orders of presses.
    pub fn ways(&self) -> Integer {
        self.ways_from().swap_remove(0)
    }

    /// The shortest way that comes first by its switches, if there is one: each press with the position
    /// that it leads to.
    pub fn way(&self) -> Option<Vec<(usize, usize)>> {
        let (target, ways) = (self.target?, self.ways_from());
        let (mut at, mut way) = (0, Vec::new());
        while at != target {
            let mut steps = self.ahead().filter(|(from, ..)| *from == at);
            let &(_, switch, to) = steps.find(|(_, _, to)| !ways[*to].is_zero())?;
            way.push((switch, to));
            at = to;
        }
        Some(way)
    }
}
