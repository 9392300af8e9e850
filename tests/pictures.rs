//! The classification of games with the same largest move, and the pictures of it.

use grundy::limit::Stop;
use grundy::model::Alphabet;
use grundy::region::{self, Areas, PeriodType};
use grundy::sequence::oracle;

/// Minimal period and preperiod by comparing all windows of a sequence long enough for the
/// preperiod that Vermutung 6 allows.
fn brute_force(moves: [u32; 3]) -> (u64, u64) {
    let sizes = moves.map(u64::from);
    let span = sizes[2] as usize;
    let count = 8 * span * span + 4 * span;
    let values = oracle::values(Alphabet::Outcome, &sizes, count);
    let mut last = std::collections::HashMap::new();
    for start in 0..=count - span {
        if let Some(earlier) = last.insert(&values[start..start + span], start) {
            let period = start - earlier;
            let mut preperiod = earlier;
            while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
                preperiod -= 1;
            }
            return (period as u64, preperiod as u64);
        }
    }
    panic!("no period of {moves:?} among {count} positions");
}

#[test]
fn cycles_agree_with_brute_force() {
    for s3 in 0..=24 {
        let games = region::three(s3, &Stop::default()).unwrap();
        let count = u64::from(s3.saturating_sub(1)) * u64::from(s3.saturating_sub(2)) / 2;
        assert_eq!(games.len() as u64, count);
        for game in &games {
            let found = (game.cycle.period, game.cycle.preperiod);
            assert_eq!(found, brute_force(game.moves), "{:?}", game.moves);
        }
        assert_eq!(region::areas(s3, &Stop::default()), Ok(Areas::of(&games)));
    }
}

/// A. Flammenkamp 1996, table of the areas for three moves: s3, the games, then how many have
/// each type, in the order of [`PeriodType::ALL`], and the printed shares.
type Row = (u32, u64, [u64; 7], [&'static str; 6]);

const SMALL: [Row; 4] = [
    (
        32,
        465,
        [15, 222, 142, 27, 59, 0, 0],
        ["0.032258", "0.477419", "0.305376", "0.058065", "0.126882", "0.000000"],
    ),
    (
        64,
        1953,
        [31, 966, 671, 156, 129, 0, 0],
        ["0.015873", "0.494624", "0.343574", "0.079877", "0.066052", "0.000000"],
    ),
    (
        128,
        8001,
        [63, 4040, 2826, 704, 368, 0, 0],
        ["0.007874", "0.504937", "0.353206", "0.087989", "0.045994", "0.000000"],
    ),
    (
        127,
        7875,
        [63, 3943, 2594, 697, 358, 220, 0],
        ["0.008000", "0.500698", "0.329397", "0.088508", "0.045460", "0.027937"],
    ),
];

const LARGE: [Row; 9] = [
    (
        256,
        32385,
        [127, 16614, 11617, 3136, 891, 0, 0],
        ["0.003922", "0.513015", "0.358715", "0.096835", "0.027513", "0.000000"],
    ),
    (
        512,
        130305,
        [255, 67536, 47358, 13040, 2116, 0, 0],
        ["0.001957", "0.518292", "0.363440", "0.100073", "0.016239", "0.000000"],
    ),
    (
        1024,
        522753,
        [511, 272098, 191860, 53723, 4561, 0, 0],
        ["0.000978", "0.520510", "0.367018", "0.102769", "0.008725", "0.000000"],
    ),
    (
        2048,
        2094081,
        [1023, 1092829, 771438, 217989, 10802, 0, 0],
        ["0.000489", "0.521866", "0.368390", "0.104098", "0.005158", "0.000000"],
    ),
    (
        257,
        32640,
        [128, 16612, 11296, 3084, 819, 701, 0],
        ["0.003922", "0.508946", "0.346078", "0.094485", "0.025092", "0.021477"],
    ),
    (
        509,
        128778,
        [254, 66244, 45850, 12815, 1763, 1852, 0],
        ["0.001972", "0.514405", "0.356039", "0.099512", "0.013690", "0.014381"],
    ),
    (
        1021,
        519690,
        [510, 269173, 187629, 53078, 4173, 5127, 0],
        ["0.000981", "0.517949", "0.361040", "0.102134", "0.008030", "0.009865"],
    ),
    (
        1999,
        1995003,
        [999, 1038402, 727557, 206554, 9701, 11790, 0],
        ["0.000501", "0.520501", "0.364690", "0.103536", "0.004863", "0.005910"],
    ),
    (
        3001,
        4498500,
        [1500, 2342508, 1645818, 468316, 15051, 25307, 0],
        ["0.000333", "0.520731", "0.365859", "0.104105", "0.003346", "0.005626"],
    ),
];

fn check_areas((s3, games, counts, printed): Row) {
    let areas = region::areas(s3, &Stop::default()).unwrap();
    assert_eq!(areas.games(), games, "s3 = {s3}");
    assert_eq!(PeriodType::ALL.map(|kind| areas.count(kind)), counts, "s3 = {s3}");
    for (kind, share) in PeriodType::ALL.into_iter().zip(printed) {
        assert_eq!(areas.share(kind), share, "s3 = {s3}, {kind:?}");
    }
}

#[test]
fn published_areas() {
    SMALL.into_iter().for_each(check_areas);
}

#[test]
#[ignore = "takes long; with --release about a minute"]
fn published_areas_of_large_games() {
    for row in LARGE {
        let start = std::time::Instant::now();
        check_areas(row);
        eprintln!("s3 = {}: {:?}", row.0, start.elapsed());
    }
}
