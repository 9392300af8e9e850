#![doc = include_str!("format.md")]

mod comb;
mod cursor;
mod file;
mod form;
mod front;
mod piece;
pub mod plane;
mod polynomial;
mod preperiod;
mod unique;
mod walk;

pub use comb::{Comb, Join};
pub use file::{Class, FIRST_WORD, FileError, check_file, write};

use form::Form;
use front::Front;
use piece::Record;
use plane::Picture;
use polynomial::Polynomial;
use unique::{States, Unique};
use walk::{Stop, Witness};

use crate::proof::theorem::Formula;
use std::fmt;

/// A run of won positions that is covered by more moved runs is cut, and goes on in the next step.
pub const LINKS: usize = 8;

/// How deep loops are nested at most.
pub const DEEPEST: usize = 8;

/// The outline of the outcomes of all games of a class, n = `start` + `step` * m with m >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The moves a * n + b.
    pub moves: Vec<Move>,
    /// The first n.
    pub start: i64,
    /// How far the n are apart, at least 1.
    pub step: i64,
    /// The combs that are made.
    pub combs: Vec<Comb>,
    /// What comes before the period.
    pub before: Vec<Node>,
    /// The period.
    pub period: Vec<Node>,
}

/// What shows period and preperiod of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The outline of a computation.
    Trace(Trace),
    /// What becomes of the edges between zones.
    Picture(Picture),
}

impl Proof {
    /// The first n of the class, and how far the n are apart.
    pub fn class(&self) -> [i64; 2] {
        match self {
            Self::Trace(Trace { start, step, .. }) | Self::Picture(Picture { start, step, .. }) => {
                [*start, *step]
            }
        }
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        match self {
            Self::Trace(Trace { moves, .. }) | Self::Picture(Picture { moves, .. }) => moves,
        }
    }
}

/// A move a * n + b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The factor a.
    pub factor: i64,
    /// The summand b.
    pub summand: i64,
}

/// Some steps, a loop, or what makes a comb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// So many steps.
    Steps(u64),
    /// A loop.
    Loop(Loop),
    /// Stretches become a comb.
    Join(Join),
}

/// Steps and loops that are repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// How often: the number where m and all indices are 0, its slope in m, and its slopes in the
    /// indices of the loops around, outermost first.  What is left out is 0.
    pub count: Box<[i64]>,
    /// What is repeated.
    pub body: Vec<Node>,
}

impl Loop {
    /// How deep loops are nested, at least 1.
    fn depth(&self) -> usize {
        1 + depth(&self.body)
    }
}

/// How deep loops are nested.
fn depth(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::Steps(_) | Node::Join(_) => 0,
        Node::Loop(one) => one.depth(),
    };
    nodes.iter().map(of).max().unwrap_or(0)
}

/// Why a trace shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The moves do not increase from 1 on for all m.
    Moves,
    /// What a step is made of is not the same everywhere.
    Step,
    /// What a comb is made of is not its teeth, or a move meets it in different places.
    Comb,
    /// A loop has no iteration somewhere.
    Count,
    /// A loop does not change the state by the same amounts each time.
    Change,
    /// The state at the end of the period is not that at its start.
    Recurrence,
    /// A count depends on what is no index around it, or loops are nested too deep.
    Index,
    /// The period has no steps.
    Structure,
    /// A number does not fit a machine word.
    Number,
    /// The body of a loop has too many steps, or the state too many runs.
    Size,
    /// A stop was asked for.
    Stopped,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Moves => "the moves do not increase from 1 on for all n of the class",
            Self::Step => "a step is not the same for all n and in all iterations",
            Self::Comb => {
                "a comb is not what it is made of, or is not met in the same place for all n"
            }
            Self::Count => "a loop does not have an iteration for all n and in all iterations",
            Self::Change => "the iterations of a loop do not change the state by the same amounts",
            Self::Recurrence => "the state at the end of the period is not that at its start",
            Self::Index => "a count depends on what is no index around it, or loops are too deep",
            Self::Structure => "the period has no steps",
            Self::Number => "a number does not fit 64 bits",
            Self::Size => "the body of a loop has too many steps, or a state too many runs",
            Self::Stopped => "the time was over",
        })
    }
}

/// Where a trace shows nothing, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the node, counted from 0 through both lists, that is not in a loop.
    pub node: usize,
    /// What is wrong.
    pub reason: Reason,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: {}", self.node + 1, self.reason)
    }
}

impl std::error::Error for Refused {}

/// What a trace shows about the outcomes, for all n = start + step * m with m >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// A period, as a polynomial in n.
    pub period: Formula,
    /// Where the period is the least one, why: of a trace the number of a step of the period, counted
    /// without those in loops, behind which there is a state that occurs once in the period; of a
    /// picture a number of columns around edges that tell these from all else.
    pub unique: Option<u64>,
    /// The least preperiod, if it is the same polynomial in n for all m.
    pub preperiod: Option<Formula>,
    /// The position from which on the period was found.
    pub position: Formula,
}

/// Checks a trace.  The first of these steps of the period, counted without those in loops, behind
/// which there is a state that occurs once shows that the period is the least one.
///
/// # Errors
/// The first entry that is not right for all m.
pub fn check(trace: &Trace, places: &[u64], stop: &dyn Fn() -> bool) -> Result<Shown, Refused> {
    let first = |reason| Refused { node: 0, reason };
    if !trace.combs.iter().all(Comb::is_one) {
        return Err(first(Reason::Comb));
    }
    let mut walk = Front::at_start(trace).map_err(first)?;
    let degree = 1 + depth(&trace.before).max(depth(&trace.period));
    let mut before = Record::new(degree);
    before.run(true, &walk.moves()[0]);
    follow(&mut walk, &trace.before, 0, &mut before, stop)?;
    let start = walk.clone();
    let mut period = (Record::new(degree), States::new(places));
    follow(&mut walk, &trace.period, trace.before.len(), &mut period, stop)?;
    let (period, states) = period;
    let last = |reason| Refused { node: trace.before.len() + trace.period.len(), reason };
    if period.steps == 0 {
        return Err(last(Reason::Structure));
    }
    if !walk.recurs_from(&start).map_err(last)? {
        return Err(last(Reason::Recurrence));
    }
    let mut unique = Unique::new(states.found);
    if !unique.candidates.is_empty() {
        follow(&mut start.clone(), &trace.period, trace.before.len(), &mut unique, stop)?;
    }
    let common = match before.is_cut {
        true => None,
        false => preperiod::common(&before.pieces, &period, degree),
    };
    let formula = |polynomial: &Polynomial| polynomial.formula(trace.start, trace.step);
    Ok(Shown {
        period: formula(&period.length),
        unique: unique.candidates.first().map(|(place, _)| *place),
        preperiod: common.map(|common| formula(&before.length.minus(&common))),
        position: formula(&before.length),
    })
}

/// Walks through some nodes, the first one of which has this number.
fn follow(
    front: &mut Front<1>,
    nodes: &[Node],
    first: usize,
    witness: &mut impl Witness,
    stop: Stop<'_>,
) -> Result<(), Refused> {
    for (index, node) in nodes.iter().enumerate() {
        let refused = |reason| Refused { node: first + index, reason };
        walk::node(front, node, witness, stop).map_err(refused)?;
    }
    Ok(())
}

/// A form that depends on m alone as one that may depend on indices.
fn lifted<const N: usize>(form: &Form<1>) -> Result<Form<N>, Reason> {
    Form::new(&[form.value, form.slopes[0]])
}
