//! Wolf and sheep: a move tree that plays the sheep, and the tables derived from it.
//!
//! Four sheep on a draughts board of seven rows move ahead, a wolf moves in all directions, and
//! the sheep win when the wolf cannot move.  R. Graeff built about 1950 a relay machine that plays
//! the sheep; R. Glaschick (2014, version 1.5) described a move tree for it, with tables of its
//! moves, variants, lamps and relays.
//!
//! # How it is checked
//!
//! [`run`] plays every play of the wolf against the tree.  A situation is a step, a variant,
//! the squares of the sheep and of the wolf; each step moves a sheep ahead, so there are finitely
//! many, and all of them are looked at.  The tree wins if in each a row holds, its move is legal,
//! no wolf gets past, and every bell rings for a trapped wolf.  Otherwise the play that comes
//! first by length and then by the squares of the wolf is the shortest one that it does not win.
//!
//! A wrong cell contradicts others.  `diagnosis` finds the cell whose change removes the most
//! contradictions; the tables that follow from the tree are compared with the tree without such
//! misprints, so that an error is reported where it stands.  The wolf squares (`columns`) are
//! always computed.
//!
//! [`machine`] replays the circuit in two readings, [`historic`] the relays that are known from papers.
//!
//! [`solve`] values every position by recursion, independently of any tree.

/// Values that documents have as they are printed.
macro_rules! printed {
    ($($value:ty),*) => {$(
        impl serde::Serialize for $value {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $value {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                String::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    )*};
}
printed!(Square, Sheep, Move);

mod board;
mod check;
mod claims;
mod columns;
mod compare;
mod derived;
mod diagnosis;
pub mod historic;
mod lamps;
pub mod machine;
mod repair;
mod rules;
pub mod run;
pub mod solve;
mod table;
mod tree;

pub use board::{Square, Squares};
pub use check::Publication;
pub use lamps::Deviation;
pub use repair::{Repaired, repair};
pub use rules::{IllegalMove, Move, Sheep};
pub use solve::{PositionCensus, Solver, Winner, census};
pub use table::{Table, is_table, read};
pub use tree::{Next, Row, Tree};
