//! Catalogues of published values.

mod check;
mod compute;
mod decimal;
mod families;
mod judge;
mod keys;
pub mod model;
mod points;
mod read;
mod rows;
mod sums;
mod tables;

pub use check::{Options, Value, check};
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
