//! What the pictures of A. Flammenkamp (1996) count, for small largest moves: the numbers were computed from
//! the definitions by a program of its own.

use crate::command::Folder;
use grundy_census::region::{
    self, BoundedGame, Decided, PeriodType, ThreeMoves, TwoFreeClass, View, bounded, count_areas,
};
use grundy_kernel::model::Alphabet;
use grundy_language::limit::CancellationToken;
use grundy_sequence::oracle;

fn three(s3: u32, view: View) -> Vec<ThreeMoves> {
    region::three(s3, view, &CancellationToken::default(), &|_| {}).expect("not stopped")
}

/// Pictures i to iv: s3; how many games have each type; games without preperiod, the greatest preperiod
/// with s1 and s2, the sum of all; games with 2 s1 >= s2, and of these those without preperiod; games whose period is
/// no sum of two moves that divide two and three sums.
type Row = (u32, [u64; 6], u64, (u64, u32, u32), u64, [u64; 2], [u64; 2]);

const THREE: [Row; 3] = [
    (32, [15, 222, 142, 27, 59, 0], 328, (404, 13, 18), 12_143, [240, 222], [33, 0]),
    (61, [30, 858, 542, 139, 114, 87], 1097, (1404, 12, 48), 184_278, [900, 804], [63, 87]),
    (64, [31, 966, 671, 156, 129, 0], 1277, (1445, 18, 45), 168_763, [992, 902], [72, 0]),
];

#[test]
fn three_moves() {
    for (s3, types, without, (longest, s1, s2), sum, left, exceptions) in THREE {
        let games = three(s3, View::ALL);
        let of_type = |kind| games.iter().filter(|it| it.period_type() == kind).count() as u64;
        assert_eq!([0, 1, 2, 3, 4, 5].map(|place| of_type(PeriodType::ALL[place])), types);
        assert_eq!(of_type(PeriodType::Other), 0);
        let preperiod = |game: &ThreeMoves| game.cycle.preperiod;
        assert_eq!(games.iter().filter(|it| preperiod(it) == 0).count() as u64, without);
        let first = games.iter().rev().max_by_key(|it| preperiod(it)).expect("games");
        assert_eq!((preperiod(first), first.moves), (longest, [s1, s2, s3]));
        assert_eq!(games.iter().map(preperiod).sum::<u64>(), sum);
        let low: Vec<_> = games.iter().filter(|it| 2 * it.moves[0] >= it.moves[1]).collect();
        let pure = low.iter().filter(|it| preperiod(it) == 0).count();
        assert_eq!([low.len() as u64, pure as u64], left);
        let exception = |kind| {
            games.iter().filter(|it| it.period_type() == kind && !it.is_sum()).count() as u64
        };
        assert_eq!([PeriodType::Two, PeriodType::Three].map(exception), exceptions, "{s3}");
    }
}

/// Games with p = s1+s2, and those among them whose period divides another sum.
#[test]
fn periods_that_are_the_least_sum() {
    for (s3, all, more) in [(32, 53, 26), (61, 190, 51), (64, 213, 57)] {
        let games = three(s3, View::ALL);
        let sum = |game: &&ThreeMoves| {
            let [s1, s2, _] = game.moves.map(u64::from);
            game.cycle.period == s1 + s2 && game.period_type() != PeriodType::Diagonal
        };
        let least: Vec<_> = games.iter().filter(sum).collect();
        let divides = least.iter().filter(|it| it.period_type() != PeriodType::P12).count();
        assert_eq!((least.len(), divides), (all, more), "s3 = {s3}");
    }
}

/// Picture v: its window, scaled to a smaller s3.
#[test]
fn a_part_of_the_plane() {
    for (s3, counts) in [
        (32, [5, 39, 29, 11, 15, 0]),
        (61, [10, 138, 126, 52, 25, 11]),
        (64, [10, 163, 140, 62, 30, 0]),
    ] {
        let scaled = |from: u32, to: u32| ((from * s3).div_ceil(3001), to * s3 / 3001);
        let view = View { s1: scaled(500, 1500), s2: scaled(900, 2000), step: 1 };
        let games = three(s3, view);
        let of_type = |place: usize| {
            games.iter().filter(|it| it.period_type() == PeriodType::ALL[place]).count()
        };
        assert_eq!([0, 1, 2, 3, 4, 5].map(of_type), counts, "s3 = {s3}");
        // The same games as in the whole plane, each with the same cycle.
        let mut whole = three(s3, View::ALL);
        whole.retain(|game| view.shows(game.moves[0], game.moves[1]));
        assert_eq!(games, whole);
    }
}

fn five_bounds(moves: &[u32]) -> Vec<u64> {
    let &[s1, _, s3, _, s5] = moves else { panic!("{moves:?}") };
    [s1 + s5, s3 + s5, s5 * s5].map(u64::from).to_vec()
}

fn four_bounds(moves: &[u32]) -> Vec<u64> {
    let &[s1, _, s3, s4] = moves else { panic!("{moves:?}") };
    [u64::from(s1 + s4), u64::from(s3 + s4), u64::from(s4).pow(2), u64::from(s4).pow(3)].to_vec()
}

fn areas(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    bounds: fn(&[u32]) -> Vec<u64>,
) -> Vec<BoundedGame> {
    let stop = CancellationToken::default();
    bounded(class, fixed, view, &bounds, &stop, &|_| {}).expect("not stopped")
}

fn sum_and_longest(class: TwoFreeClass, fixed: u32) -> (u64, u64, u32, u32) {
    let stop = CancellationToken::default();
    let games = region::two_free_moves(class, fixed, View::ALL, u64::MAX, &stop, &|_| {});
    let games = games.expect("not stopped");
    let period = |game: &region::TwoFreeMoves| game.cycle.expect("decided").period;
    let longest = games.iter().rev().max_by_key(|it| period(it)).expect("games");
    (games.iter().map(period).sum(), period(longest), longest.s1, longest.s2)
}

/// Picture viii, and the games of Satz 15: 2 s1 >= s2 and s5/n >= s1+s2 >= (s5+s1)/(n+1) for some n.
#[test]
fn symmetric_games_of_five_moves() {
    for (s5, counts, sum, longest, of_theorem) in [
        (24, [13, 15, 26, 1], 5136, 767, 23),
        (32, [25, 25, 48, 7], 37_986, 8530, 43),
        (48, [60, 52, 112, 29], 1_155_486, 113_828, 99),
        (61, [107, 86, 153, 89], 48_096_983, 5_425_890, 164),
        (64, [110, 85, 187, 83], 73_347_042, 3_977_697, 176),
    ] {
        let games = areas(TwoFreeClass::SymmetricFive, s5, View::ALL, five_bounds);
        assert_eq!(count_areas(&games, 3), counts, "s5 = {s5}");
        let mut found = 0;
        for game in &games {
            let (sum, n) = (game.s1 + game.s2, s5 / (game.s1 + game.s2));
            if 2 * game.s1 >= game.s2 && n * sum <= s5 && (n + 1) * sum >= s5 + game.s1 {
                let period = s5 + game.s1 + (n - 1) * sum;
                assert_eq!(game.decided, Decided::Period(period.into()), "{game:?} of {s5}");
                assert!(game.area <= 1);
                found += 1;
            }
        }
        assert_eq!(found, of_theorem, "s5 = {s5}");
        if s5 < 60 {
            let (all, most, ..) = sum_and_longest(TwoFreeClass::SymmetricFive, s5);
            assert_eq!((all, most), (sum, longest), "s5 = {s5}");
        }
    }
}

#[test]
#[ignore = "long periods; .ci/run does it"]
fn sums_of_symmetric_games_of_five_moves() {
    for (s5, sum, longest) in [(61, 48_096_983, 5_425_890), (64, 73_347_042, 3_977_697)] {
        let (all, most, ..) = sum_and_longest(TwoFreeClass::SymmetricFive, s5);
        assert_eq!((all, most), (sum, longest), "s5 = {s5}");
    }
}

/// Picture xiii.
#[test]
fn four_moves_with_the_third_fixed() {
    for (s3, counts, longest, sum) in [
        (17, [55, 37, 28, 0, 0], (368, 6, 9), None),
        (31, [184, 138, 109, 4, 0], (3529, 12, 18), Some(73_003)),
        (61, [738, 490, 503, 39, 0], (100_259, 9, 47), Some(1_560_033)),
    ] {
        let games = areas(TwoFreeClass::ThirdFixed, s3, View::ALL, four_bounds);
        assert_eq!(games.len() as u32, (s3 - 1) * (s3 - 2) / 2);
        assert_eq!(count_areas(&games, 4), counts, "s3 = {s3}");
        let (all, period, s1, s2) = sum_and_longest(TwoFreeClass::ThirdFixed, s3);
        assert_eq!((period, s1, s2), longest, "s3 = {s3}");
        assert!(sum.is_none_or(|sum| sum == all), "{all}");
    }
}

/// The least period, if it shows among this number of outcomes computed by the plain rule: the last max L of them are
/// those a period before, and no fewer positions before.
fn plain_period(moves: &[u32], count: usize) -> Option<u64> {
    let sizes: Vec<u64> = moves.iter().map(|&size| size.into()).collect();
    let values = oracle::values(Alphabet::Outcome, &sizes, count);
    let last = &values[count - moves[moves.len() - 1] as usize..];
    let equal = |period: &usize| last == &values[count - last.len() - period..count - period];
    (1..=count - last.len()).find(equal).map(|period| period as u64)
}

/// Small windows of the large pictures, against periods computed by the plain rule.
#[test]
fn windows_of_the_pictures_agree_with_plain_computation() {
    // Pictures iii and v.
    for (s3, s1, s2) in [(1024, 400, 700), (1024, 100, 600), (3001, 1400, 1600)] {
        for game in three(s3, View { s1: (s1, s1 + 1), s2: (s2, s2 + 1), step: 1 }) {
            let period = plain_period(&game.moves, 60_000);
            assert_eq!(period, Some(game.cycle.period), "{game:?}");
        }
    }
    // Pictures viii and xiii: areas near the corner and in the middle.
    type Bounds = fn(&[u32]) -> Vec<u64>;
    let windows: [(TwoFreeClass, u32, u32, u32, Bounds); 4] = [
        (TwoFreeClass::SymmetricFive, 2048, 700, 900, five_bounds),
        (TwoFreeClass::SymmetricFive, 2048, 330, 600, five_bounds),
        (TwoFreeClass::ThirdFixed, 997, 500, 800, |moves| four_bounds(moves)[..2].to_vec()),
        (TwoFreeClass::ThirdFixed, 997, 330, 400, |moves| four_bounds(moves)[..2].to_vec()),
    ];
    for (class, fixed, s1, s2, bounds) in windows {
        let view = View { s1: (s1, s1 + 2), s2: (s2, s2 + 2), step: 2 };
        for game in areas(class, fixed, view, bounds) {
            let moves = class.moves(game.s1, game.s2, fixed).expect("a game");
            let bounds = bounds(&moves);
            let plain = plain_period(&moves, 30_000);
            let area = plain.map(|period| bounds.iter().position(|&bound| period <= bound));
            match area {
                Some(area) => assert_eq!(area.unwrap_or(bounds.len()), game.area, "{game:?}"),
                None => assert!(game.area >= 2, "{game:?}"),
            }
        }
    }
}

#[test]
fn areas_as_text_json_and_picture() {
    let folder = Folder::new("areas");
    let text = folder.text(&["map", "five", "64", "--areas", "-o", "a.svg"]);
    for line in ["1     p <= s1+s5       110  0.236559", "4     p > s5^2          83  0.178495"] {
        assert!(text.contains(line), "{text}");
    }
    let svg = folder.read("a.svg");
    for words in ["p &lt;= s3+s5", "p &gt; s5^2: 83 games, share 0.178495."] {
        assert!(svg.contains(words), "{words}");
    }
    // Bounds of one's own; those of symmetric games with the moves in either notation.
    let text = folder.text(&["map", "five", "64", "--areas=a+e, 64^2"]);
    assert!(text.contains("p <= a+e        110") && text.contains("p > 64^2         83"), "{text}");
    let text = folder.text(&["map", "four", "31", "--third", "--areas", "--step", "2"]);
    assert!(text.starts_with("{ s1 s2 31 s1+31 }, steps of 2: 105 games"), "{text}");
    assert!(text.contains("p > s4^3, or q > s4^2"), "{text}");
    let json = ["map", "four", "31", "--third", "--areas", "--s1", "12..18", "--format", "json"];
    let value: serde_json::Value = serde_json::from_str(&folder.text(&json)).expect("JSON");
    assert_eq!(value["third_move"], "31");
    assert_eq!(value["shown"]["s1"], serde_json::json!([12, 18]));
    assert_eq!(value["areas"].as_array().map(Vec::len), Some(5));
    for (wrong, message) in [("--areas=s6", "there is no move f"), ("--areas=s1,", "--areas:")] {
        let output = folder.run(&["map", "five", "20", wrong]);
        assert_eq!(output.exit, Some(2), "{output:?}");
        assert!(output.stderr.contains(message), "{output:?}");
    }
    // Bounds that nobody can pass are decided all the same.
    let text = folder.text(&["map", "five", "20", "--areas=10^30"]);
    assert!(text.contains("p <= 10^30"), "{text}");
    let output = folder.run(&["map", "four", "20", "--areas=10^30"]);
    assert_eq!(output.exit, Some(4), "{output:?}");
}
