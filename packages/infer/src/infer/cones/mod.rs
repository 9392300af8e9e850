//! Theorems in several parameters.
//!
//! One game shows a structure, and for which parameters it is the same: with every boundary in the sequence of a game
//! with large parameters goes the affine form that it comes from, and the conditions under which it does
//! (`shape`).  The words between the boundaries are a description; where they do not repeat soon, they may be rows that
//! carry a state (`rows`).  It is proved in a region with few conditions (`region`).  What no region covers is computed
//! exactly (`set`): sets of full dimension are searched for further regions, and those with equations or few values of a
//! form are families with fewer parameters, down to single games.
//!
//! The moves of one game become parameters (`member`), and so do those of a family in one parameter, if its games have rows
//! (`line`).
//!
//! ```
//! use grundy_infer::infer::{Options, cones};
//! use grundy_language::lang;
//! let (list, conditions) = lang::family("a >= 1 b >= a+1 b <= 2a { a b a+b }").unwrap();
//! let games = cones::Games {
//!     parameters: vec!['a', 'b'],
//!     moves: list.moves,
//!     conditions: conditions.into_iter().map(|condition| condition.constraint).collect(),
//!     start: None,
//! };
//! let theorem = cones::theorem(&games, &Options::default());
//! assert!(theorem.open.is_empty());
//! assert_eq!(theorem.period[0].formula(&list.parameters), "2a + b");
//! ```
//!
//! # Why it is right
//!
//! Only the proofs count.  A region is a set for which the verifier has proved the description; the rest is what exact
//! integer arithmetic leaves, with no sampling; and a period is called least only where
//! [`theorem`](mod@crate::theorem) shows it.  The game that a structure was read off from is not trusted.

mod cycles;
mod description;
mod games;
mod laws;
mod line;
mod lower;
mod member;
mod region;
mod rows;
mod search;
mod set;
mod shape;
mod statement;
#[cfg(test)]
mod tests;

pub use games::Games;
pub(super) use line::proved_rows;
pub(super) use member::member;
pub(super) use rows::Rows;
pub use search::theorem;

use crate::model::Rule;
use crate::theorem::{Law, OpenRegion};

/// What was found about games with several parameters.
#[derive(Debug)]
pub struct Theorem {
    /// The games.
    pub games: Games,
    /// The rule that gives the values.
    pub rule: Rule,
    /// The period, by cases.
    pub period: Vec<Law>,
    /// The preperiod, by cases.
    pub preperiod: Vec<Law>,
    /// Both, with the same conditions.
    pub pieces: Vec<[Law; 2]>,
    /// The parameters about which nothing is proved.
    pub open: Vec<OpenRegion>,
    /// The number of descriptions that were proved in several parameters, of theorems in one parameter, and of single
    /// games.
    pub parts: [usize; 3],
    /// What each part consists of.
    leaves: Vec<description::Leaf>,
    /// What some leaves distinguish by remainders; their numbers are over the parameters, the quotients and the remainders.
    division: Option<lower::Division>,
    /// Do the leaves have all games?
    is_described: bool,
    /// What describes all games, if that is a loop with a state.
    rows: Option<rows::Rows>,
}
