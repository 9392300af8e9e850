//! The least period and preperiod of one game, by four methods in turns.
//!
//! ```text
//!  moves ─┬─sequence────▶ positions, one by one ────┐
//!         ├─runs────────▶ runs, loops of runs ──────┼──▶ Cycle
//!         └─walls───────▶ domains and their walls ──┘
//! ```
//!
//! For each method there are games that the others do not finish:
//!
//! * *Direct computation* ([`sequence`](crate::sequence)) takes time proportional to the period, and little memory.
//! * *Jumps* ([`runs`](crate::runs)) reach periods of any size if loops of runs repeat soon;
//!   memory grows with the steps.
//! * *Walls* ([`Walls`]) reach them too, if the outcomes of normal play consist of few domains.
//! * Under a rule that counts modulo 2 the values are a *linear recurrence*, whose period follows from its minimal
//!   polynomial ([`cycle_by_parity`](crate::sequence::cycle_by_parity)); it is tried once, after the first turn of
//!   direct computation.
//!
//! Which of them succeeds is not known beforehand.
//!
//! # The schedule
//!
//! Each turn ends at twice as many steps t as the one before.  At its end jumps have made t steps, direct computation
//! has computed a fixed number of positions for each of these steps, and walls were followed with a fixed number of
//! words for each.  The numbers, at the top of `search`, are chosen so that all methods take about the same time.  So
//! if one method finds the cycle, the turns take only a few times as long as that method by itself, whatever the others
//! would need.
//!
//! Walls take no part in the first turns: few words hardly ever show anything.  They begin anew in each turn, in which
//! the words are shared among all options ([`walls::Recognition`](crate::walls::Recognition)) except those that ended
//! for a reason other than words.  After many words for each option only the first one is left, and finally none.
//! Where there is direct computation, jumps are given up if they are rare, and after many steps, to save memory.
//!
//! [`Search::within`] ends the search after a total number of steps; positions are converted to steps.  Walls do not
//! count: their cost is proportional to the steps.  This number also replaces the bound on the steps of jumps.
//!
//! ```
//! use grundy_sequence::Rule;
//! use grundy_engines::one_game::{Method, Search};
//! let found = |moves: &[u64]| {
//!     let found = Search::new(moves, Rule::Normal).unwrap().run(&Default::default()).unwrap();
//!     (found.method, found.cycle.period.to_string())
//! };
//! assert_eq!(found(&[2, 5, 7]), (Method::Direct, "22".to_owned()));
//! // { 2n 5n 6n+1 8n+1 } has period 14n^3 + 11n + 1.
//! let by_jumps = found(&[2_000_000, 5_000_000, 6_000_001, 8_000_001]);
//! assert_eq!(by_jumps, (Method::Runs, "14000000000011000001".to_owned()));
//! ```

mod attempt;
mod checkpoint;
mod distant;
mod piece;
mod ranges;
mod read;
mod search;
mod walls;

pub use attempt::{Attempt, Method};
pub use checkpoint::{CheckpointError, Resumed};
pub use piece::{Source, Unreached, stream};
pub use ranges::Ranges;
pub use read::OneGame;
pub use search::{Found, Search, Structure};
pub use walls::Walls;
