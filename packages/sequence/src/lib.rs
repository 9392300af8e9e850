//! Sequences of subtraction games, computed directly from the rule, and their periods.
//!
//! ```text
//!  Game (moves, rule, start) ──engine──▶ words of values ──register──▶ windows ──search──▶ Cycle
//!                                                                        └───────proof──▶ is this the cycle?
//! ```
//!
//! The value of position x is a function of those of x - s, s in L.  So the last max L values before a position, the
//! *window*, determine all later ones, and a sequence whose windows before two positions are equal repeats from the
//! first of them on.  No other argument is used for a period; the search needs memory proportional to max L, however
//! long the period is.
//!
//! * `engine`: values in whole machine words, by shifts of earlier words;
//! * `register`: the words kept, in lines of the cache (`lines`), windows before positions;
//! * `layers`: Grundy values of an infinite set, value by value;
//! * `sets`: sets of moves by name, most of them infinite, and what is proved about their periods;
//! * `lost_runs`: outcomes run by run, where moves are ranges or real numbers;
//! * `named`: rules and starts by their usual names, and `written`: moves;
//! * `search`: where windows recur, how periods are made least, and the cost;
//! * `symmetric`: periods of symmetric games, up to a bound;
//! * `proof`: the decision about a given cycle in one pass;
//! * `stream`: the values themselves, block by block;
//! * `winning`: the moves that win, and their period;
//! * `runs`: a sequence as runs of equal values, and how their lengths grow in a family;
//! * [`oracle`]: the rules in the plainest code, with which all of this is compared;
//! * [`orbit`]: all words that the register of a game can hold, and their orbits.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

use grundy_kernel::{Integer, affine, model};
use grundy_language::limit;

mod cycle;
mod engine;
mod fingerprint;
mod game;
mod layers;
mod linear;
mod lines;
mod lost_runs;
mod named;
pub mod oracle;
pub mod orbit;
mod packed;
mod period;
mod primes;
mod proof;
mod register;
mod runs;
mod search;
mod sets;
mod stream;
mod symmetric;
mod winning;
mod written;

pub use cycle::Cycle;
pub use game::{Game, GameError, MOVES, Moves, rule_by_name, spelled};
pub use layers::{Bits, layers};
pub use linear::{ByParity, cycle_by_parity, far_by_parity};
pub use lost_runs::{LostRuns, Position};
pub use model::{Rule, RuleError, Tally};
pub use named::{Asked, start_word};
pub use packed::Packed;
pub use period::{CycleSearch, confirm, cycle};
pub use primes::{Unfactored, primes};
pub use register::Window;
pub use runs::{Run, Seen, affine, runs_of, seen};
pub use search::{Progress, Snapshot};
pub use sets::{MoveSet, SetCycle, SetProof};
pub use stream::{Stream, values};
pub use symmetric::symmetric_period;
pub use winning::{preperiod as winning_preperiod, winning_moves};
pub use written::{WrittenError, WrittenMoves};

/// The number of values that are computed between two checks of the flag.
const STEP: usize = 1 << 18;
