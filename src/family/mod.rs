//! Catalogues of published values, compared with computation.
//!
//! A catalogue is a TOML file; `descriptions/families/README.md` describes its format.  It says
//! what is printed about games, and separately what the catalogue holds instead or beyond:
//!
//! ```
//! use grundy::family::{Options, check, read};
//! use grundy::verify::Verdict;
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
//! let values = check(&catalogue, &Options { limit_positions: 1000, ..Options::default() });
//! assert_eq!(values[0].verdict, Verdict::Verified);
//! assert_eq!(values[1].remark, "claimed 1, computed 0 at n = 2; agrees for n = 1; deviates for n = 2..9");
//! ```
//!
//! # Method
//!
//! Each game is computed from position 0.  A claimed period and preperiod are confirmed, which
//! costs p + q + max L positions and proves both minimal; where no claim is confirmed, the cycle
//! is searched for.  So a claim about finitely many games is decided by computing them all, and
//! *verified* means just that; a claim about infinitely many is never verified here.

mod check;
mod compute;
mod decimal;
mod families;
mod judge;
mod keys;
pub mod model;
mod points;
mod proved;
mod read;
mod rows;
mod sums;
mod tables;

pub use check::{Options, Value, check};
pub use proved::Proved;
pub use read::read;

/// The catalogue that is part of the program: names of files and their texts.
pub const CATALOGUES: [(&str, &str); 11] = [
    (
        "descriptions/families/four_moves.toml",
        include_str!("../../descriptions/families/four_moves.toml"),
    ),
    (
        "descriptions/families/three_moves.toml",
        include_str!("../../descriptions/families/three_moves.toml"),
    ),
    (
        "descriptions/families/grundy_values.toml",
        include_str!("../../descriptions/families/grundy_values.toml"),
    ),
    (
        "descriptions/families/quadratic.toml",
        include_str!("../../descriptions/families/quadratic.toml"),
    ),
    (
        "descriptions/families/records_four_moves_period.toml",
        include_str!("../../descriptions/families/records_four_moves_period.toml"),
    ),
    (
        "descriptions/families/records_four_moves_preperiod.toml",
        include_str!("../../descriptions/families/records_four_moves_preperiod.toml"),
    ),
    (
        "descriptions/families/records_all_games.toml",
        include_str!("../../descriptions/families/records_all_games.toml"),
    ),
    (
        "descriptions/families/records_symmetric.toml",
        include_str!("../../descriptions/families/records_symmetric.toml"),
    ),
    (
        "descriptions/families/records_symmetric_five.toml",
        include_str!("../../descriptions/families/records_symmetric_five.toml"),
    ),
    (
        "descriptions/families/orbits_symmetric.toml",
        include_str!("../../descriptions/families/orbits_symmetric.toml"),
    ),
    (
        "descriptions/families/statistics_symmetric_five.toml",
        include_str!("../../descriptions/families/statistics_symmetric_five.toml"),
    ),
];
