//! The least period and preperiod of one game, by three methods in turns.
//!
//! ```text
//!  moves ─┬─sequence────▶ positions, one by one ──┐
//!         ├─accelerate──▶ runs, loops of runs ────┼──▶ Cycle
//!         └─uniform─────▶ zones and their edges ──┘
//! ```
//!
//! There are games for each method that the others come to no end with:
//!
//! * *Direct computation* ([`sequence`](crate::sequence)) takes as long as the period is, and little memory.
//! * *Jumps* ([`accelerate`](crate::accelerate)) reach periods of any size if loops of runs repeat soon;
//!   memory grows with the steps.
//! * *Edges* ([`uniform::Edges`](crate::uniform::Edges)) reach them too, if the outcomes of normal play are few zones.
//!
//! Which of them succeeds is not known beforehand.
//!
//! # The schedule
//!
//! Turns end at t = 2^10, 2^11, 2^12, ... steps.  At the end of each direct computation has come to
//! position 2^14 t, jumps have made t steps, and edges were followed with 80 t words.
//! That takes each of them about as long as the others.  So what one method finds alone is found in turns
//! in a few times as long, whatever the others would need.
//!
//! Edges have turns from 2^14 steps on: fewer words hardly ever show anything.  They begin anew in each
//! turn, in which the words are shared among the five cares ([`edges::Care`](crate::edges::Care)), but for those
//! that ended for another reason than words.  From the turn on in which each care had 2^24 words only the first one
//! is left, until it has had 2^27: { 2n 12n-3 24n-4 36n-7 } with n = 1000003 takes 2^26.5.  Where there is direct
//! computation jumps are given up if they are rare, and after 2^24 steps, for the sake of memory.
//!
//! [`Search::within`] ends the search after a number of steps in all; 2^14 positions count as one.  Edges
//! do not count: what they cost is in proportion to the steps.  This number bounds the memory of jumps,
//! too, and then takes the place of 2^24.
//!
//! ```
//! use grundy::sequence::Rule;
//! use grundy::single::{Found, Search};
//! let cycle = |moves: &[u64]| Search::new(moves, Rule::Normal).unwrap().run(&Default::default());
//! assert!(matches!(cycle(&[2, 5, 7]), Ok(Found::Directly(cycle)) if cycle.period == 22));
//! // { 2n 5n 6n+1 8n+1 } has period 14n^3 + 11n + 1.
//! let Ok(Found::ByJumps(cycle)) = cycle(&[2_000_000, 5_000_000, 6_000_001, 8_000_001]) else {
//!     panic!("jumps find this first");
//! };
//! assert_eq!(cycle.period.to_string(), "14000000000011000001");
//! ```

mod checkpoint;
mod search;

pub use checkpoint::{CheckpointError, Resumed};
pub use search::{Found, Search};
