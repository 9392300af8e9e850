//! Catalogues of published values, compared with computation.
//!
//! A catalogue is a TOML file; `descriptions/families/README.md` describes its format.  It contains what is printed
//! about games, and separately what the catalogue claims instead or in addition:
//!
//! ```
//! use grundy_published::family::{CheckOptions, check, read};
//! use grundy_language::verdict::Verdict;
//! let catalogue = read(r#"
//!     title = "an example"
//!     source = "nobody"
//!     [[family]]
//!     name = "one move"
//!     moves = "{ n }"
//!     [family.printed]
//!     n = "1..9"
//!     p = "2n"
//!     q = "n - 1"
//! "#).unwrap();
//! let values = check(&catalogue, &CheckOptions { limit_positions: 1000, ..CheckOptions::default() });
//! assert_eq!(values[0].verdict, Verdict::Verified);
//! assert_eq!(values[1].remark(), "claimed 1, computed 0 at n = 2; agrees for n = 1; deviates for n = 2..9");
//! ```
//!
//! # Method
//!
//! Each game is computed from position 0, or by jumps and walls ([`one_game`](crate::one_game)) if that would
//! be too far.  A claimed period and preperiod are confirmed, which
//! costs p + q + max L positions and proves both minimal; where no claim is confirmed, the cycle
//! is searched for.  So a claim about finitely many games is decided by computing them all.
//!
//! A claim about infinitely many games is *verified* if every game is one for which a description is proved and gives
//! the claimed value, or one of finitely many that are computed ([`Described`]).  A proof by trace that was checked
//! counts as a description, for a family with the same moves.  The description may be written with other parameters
//! than the family: see `matching`.  Where what is claimed and what is proved differ, a game is computed, and only that
//! refutes the claim: see `all_parameters`.  Relations between the moves follow only from the moves.

mod all_parameters;
mod check;
mod compute;
mod conditions;
mod decimal;
mod described;
mod equality;
mod families;
mod judge;
pub(crate) mod keys;
mod known;
mod matching;
pub mod model;
pub(crate) mod moves;
mod places;
mod points;
mod proven;
mod published;
mod questions;
pub(crate) mod read;
mod record;
mod relation;
mod rows;
mod series;
mod sums;
mod tables;
mod witnesses;

pub use check::{CheckOptions, check};
pub use described::Described;
pub use published::{CATALOGUES, DESCRIPTIONS, TRACES};
pub use read::read;
pub use series::{MOST_VALUES, Series, series};
