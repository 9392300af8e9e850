//! What is part of the program: names of files and their texts.

/// A file that is compiled into the program.
macro_rules! published {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../../", $path)))),*]
    };
}

/// The catalogues.
pub const CATALOGUES: [(&str, &str); 12] = published![
    "descriptions/families/four_moves.toml",
    "descriptions/families/three_moves.toml",
    "descriptions/families/grundy_values.toml",
    "descriptions/families/quadratic.toml",
    "descriptions/families/found.toml",
    "descriptions/families/records_four_moves_period.toml",
    "descriptions/families/records_four_moves_preperiod.toml",
    "descriptions/families/records_all_games.toml",
    "descriptions/families/records_symmetric.toml",
    "descriptions/families/records_symmetric_five.toml",
    "descriptions/families/orbits_symmetric.toml",
    "descriptions/families/statistics_symmetric_five.toml",
];

/// The descriptions from which claims about all games of a family may follow.
pub const DESCRIPTIONS: [(&str, &str); 25] = published![
    "descriptions/subtraction/althoefer_bueltermann.nimseq",
    "descriptions/subtraction/althoefer_bueltermann_nim.nimseq",
    "descriptions/subtraction/checked_by_hand.nimseq",
    "descriptions/subtraction/checked_by_hand_nim.nimseq",
    "descriptions/subtraction/equation.nimseq",
    "descriptions/subtraction/family_1_2_4_5_6.nimseq",
    "descriptions/subtraction/family_1_2_4_5_6_odd.nimseq",
    "descriptions/subtraction/obs18.nimseq",
    "descriptions/subtraction/obs20.nimseq",
    "descriptions/subtraction/obs20_shifted.nimseq",
    "descriptions/subtraction/odd_move.nimseq",
    "descriptions/subtraction/one_move.nimseq",
    "descriptions/subtraction/parity.nimseq",
    "descriptions/subtraction/satz8.nimseq",
    "descriptions/subtraction/satz8_n1.nimseq",
    "descriptions/subtraction/satz8_outcome.nimseq",
    "descriptions/subtraction/three_moves_1.nimseq",
    "descriptions/subtraction/three_moves_2.nimseq",
    "descriptions/subtraction/three_moves_3.nimseq",
    "descriptions/subtraction/three_moves_4.nimseq",
    "descriptions/subtraction/three_moves_5.nimseq",
    "descriptions/subtraction/three_moves_6.nimseq",
    "descriptions/subtraction/two_moves_any_order.nimseq",
    "descriptions/subtraction/two_moves_branches.nimseq",
    "descriptions/subtraction/two_moves_two_parameters.nimseq",
];

/// Proofs by trace, from which such claims may also follow.
pub const TRACES: [(&str, &str); 7] = published![
    "descriptions/families/56.trace",
    "descriptions/families/57.trace",
    "descriptions/families/cubic.trace",
    "descriptions/families/quartic.trace",
    "descriptions/families/theorem_8.trace",
    "descriptions/families/three_moves_7.trace",
    "descriptions/families/three_moves_8.trace",
];
