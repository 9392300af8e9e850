//! All games of a kind, and which of them have the longest periods or preperiods.
//!
//! The games are cut into pieces that can be worked on in any order and on any machine.  The results of pieces can be
//! combined later, and the total does not depend on the cuts: the counts and sums are added; of the greatest the first
//! counts; and a game that holds a record among all games holds one in its piece, so that the records of the whole
//! census are found among those of the pieces.
//!
//! Nothing has to be taken on trust: every period is the first return of a state that determines the rest of the
//! sequence.  Where many games share a sequence, it is computed once, from positions at which all of them behave in the
//! same way.

mod choice;
mod classes;
pub mod families;
mod group;
mod mask;
mod means;
mod outcome;
mod register;
mod run;
mod space;
mod store;
mod tally;

pub use choice::Choice;
pub use group::Group;
pub use means::{Class, Mean, OF_FOUR_MOVES, by_conditions, by_number_of_moves};
pub use outcome::PieceResult;
pub use run::{Shard, rows, run};
pub use space::{Census, CensusError, Measure, Subspace};
pub use store::{StoreError, Stored, Writer};
pub use tally::{Game, Row, Summary, Tally, Totals};
