//! All games of a kind: which have the longest periods or preperiods?
//!
//! ```
//! use grundy_census::census::{Census, Row, Shard, Tally, run};
//! use grundy_core::threads::Threads;
//! use grundy_core::limit::{Limit, CancellationToken};
//! let census = Census::new(1, 7, None, false).unwrap();
//! let (mut tally, mut rows) = (Tally::new(&census), Vec::new());
//! let (pieces, stop) = (Shard::WHOLE.pieces(&census), CancellationToken::default());
//! run::<Limit>(&census, pieces, &Threads::default(), &stop, |outcome| {
//!     tally.add(outcome, |row| rows.push(row));
//!     Ok(())
//! })
//! .unwrap();
//! let totals = tally.finish(|row| rows.push(row));
//! assert_eq!(totals.games, 127);
//! let Some(Row::Summary(seven)) = rows.last() else { panic!() };
//! let longest = seven.maximum.as_ref().unwrap();
//! assert_eq!((&longest.moves[..], longest.cycle.period), (&[2, 5, 7][..], 22));
//! ```
//!
//! The games are cut into pieces that can be worked on in any order and on any machine.  What a
//! piece came to can be put together later, and the result does not depend on the cuts: the
//! counts and sums are added; of the greatest the first counts; and a game that holds a record
//! among all games holds one in its piece, so that the records of the whole are found among
//! those of the pieces.
//!
//! Nothing is used that would have to be believed: every period is the first return of a state
//! that determines the rest of the sequence.  Where many games share a sequence, it is computed
//! once, from positions at which all of them take the same course.

mod choice;
mod classes;
pub mod families;
mod group;
mod mask;
mod means;
mod outcome;
mod register;
mod run;
mod sample;
mod space;
mod store;
mod tally;
#[cfg(target_arch = "x86_64")]
mod vector;

pub use choice::Choice;
pub use group::Group;
pub use means::{Class, Mean, OF_FOUR_MOVES, by_conditions, by_number_of_moves};
pub use outcome::PieceResult;
pub use run::{Shard, run};
pub use sample::{Plan, Sample};
pub use space::{Census, CensusError, Measure, Piece};
pub use store::{StoreError, Stored, Writer};
pub use tally::{Game, Row, Summary, Tally, Totals};
