//! Mean periods and restricted searches of A. Flammenkamp (1996): the numbers were computed from the definitions by
//! a program of its own.

use super::rows;
use grundy_census::census::{
    Census, Choice, Class, Game, Mean, OF_FOUR_MOVES, Row, Summary, by_conditions,
    by_number_of_moves,
};
use grundy_core::formula::Condition;
use grundy_core::limit::CancellationToken;
use grundy_sequence::{Moves, symmetric_period};

fn summaries(census: &Census) -> Vec<Summary> {
    let summary = |row| match row {
        Row::Summary(summary) => Some(summary),
        _ => None,
    };
    rows(census, 1).0.into_iter().filter_map(summary).collect()
}

/// How many games a class has for a largest move, and the sum of their periods.
fn counted(class: &Class) -> (u64, u128) {
    let all = summaries(&class.census);
    assert!(all.iter().all(|it| it.undecided == 0));
    (all.iter().map(|it| it.games).sum(), all.iter().map(|it| it.sum).sum())
}

fn conditions() -> Vec<(String, Condition)> {
    let parse = |(name, text): (&str, &str)| {
        (name.to_owned(), Condition::parse(text, 0).expect("a condition"))
    };
    OF_FOUR_MOVES.map(parse).to_vec()
}

/// Pictures vi and vii: s4; games and sums of periods of the classes I, II, III, IV and O, and of games in
/// I and IV, and in II and IV.
const CLASSES: [(u32, [(u64, u128); 7]); 16] = [
    (8, [(9, 120), (3, 37), (3, 36), (9, 110), (14, 123), (2, 23), (1, 17)]),
    (12, [(25, 539), (10, 198), (10, 180), (25, 483), (99, 1552), (3, 54), (1, 37)]),
    (16, [(49, 1778), (21, 548), (21, 755), (49, 1412), (322, 6551), (5, 121), (2, 99)]),
    (20, [(81, 3689), (36, 1557), (36, 1156), (81, 3105), (744, 19855), (6, 253), (3, 266)]),
    (24, [(121, 7421), (55, 3168), (55, 2660), (121, 6418), (1429, 46340), (7, 408), (3, 270)]),
    (28, [(169, 14498), (78, 5057), (78, 5632), (169, 10678), (2444, 91923), (9, 477), (4, 512)]),
    (
        32,
        [
            (225, 24190),
            (105, 11898),
            (105, 7930),
            (225, 19946),
            (3850, 167989),
            (10, 1099),
            (5, 1065),
        ],
    ),
    (
        36,
        [
            (289, 40389),
            (136, 15939),
            (136, 13336),
            (289, 27180),
            (5711, 285277),
            (11, 676),
            (5, 1023),
        ],
    ),
    (
        40,
        [
            (361, 59578),
            (171, 25894),
            (171, 20154),
            (361, 51270),
            (8094, 453479),
            (13, 1399),
            (6, 1507),
        ],
    ),
    (
        44,
        [
            (441, 96362),
            (210, 38611),
            (210, 24791),
            (441, 61317),
            (11060, 680447),
            (14, 2657),
            (7, 2690),
        ],
    ),
    (
        48,
        [
            (529, 126349),
            (253, 47708),
            (253, 31342),
            (529, 99283),
            (14673, 989227),
            (15, 2582),
            (7, 2538),
        ],
    ),
    (
        52,
        [
            (625, 194600),
            (300, 93101),
            (300, 55647),
            (625, 124766),
            (19000, 1388011),
            (17, 2953),
            (8, 3704),
        ],
    ),
    (
        56,
        [
            (729, 281687),
            (351, 101987),
            (351, 63696),
            (729, 166810),
            (24102, 1915816),
            (18, 3587),
            (9, 4619),
        ],
    ),
    (
        60,
        [
            (841, 403399),
            (406, 118124),
            (406, 90933),
            (841, 235105),
            (30043, 2568548),
            (19, 4174),
            (9, 3837),
        ],
    ),
    (
        61,
        [
            (870, 475200),
            (435, 205354),
            (435, 95426),
            (870, 278679),
            (31640, 2611345),
            (20, 8812),
            (10, 8978),
        ],
    ),
    (
        64,
        [
            (961, 505152),
            (465, 257617),
            (465, 110683),
            (961, 334323),
            (36890, 3365846),
            (21, 6215),
            (10, 7671),
        ],
    ),
];

fn check_classes(s4: u32, expected: [(u64, u128); 7]) {
    let census = Census::new(s4, s4, Some(4), false).expect("a census");
    let classes = by_conditions(&census, &conditions()).expect("conditions");
    let mut found: Vec<_> = classes.iter().map(counted).collect();
    for both in ["a + c == d and a + b == c", "b + c == d and a + b == c"] {
        let condition = Condition::parse(both, 0).ok();
        let choice = Choice { condition, ..Choice::ALL };
        let mut census = census.clone();
        census.choice = choice;
        found.push(counted(&Class { name: both.to_owned(), census }));
    }
    assert_eq!(found, expected, "s4 = {s4}");
    // Games in two classes count in both.
    let [one, two, three, four, other, one_four, two_four] = found[..] else { panic!() };
    let all = one.0 + two.0 + three.0 + four.0 + other.0 - one_four.0 - two_four.0;
    assert_eq!(all, census.games());
}

#[test]
fn classes_of_four_moves() {
    for (s4, expected) in CLASSES.into_iter().filter(|row| row.0 <= 40) {
        check_classes(s4, expected);
    }
}

#[test]
#[ignore = "longer; .ci/run does it"]
fn classes_of_four_moves_up_to_64() {
    for (s4, expected) in CLASSES.into_iter().filter(|row| row.0 > 40) {
        check_classes(s4, expected);
    }
}

/// The means at s4 = 64, and which curve lies above which, from the sums in the table.
#[test]
fn means_are_rounded_quotients() {
    let mean = |(games, sum): (u64, u128)| Mean {
        class: String::new(),
        largest: 64,
        games,
        undecided: 0,
        sum,
        greatest: 0,
    };
    let last = CLASSES.last().expect("rows").1;
    let means: Vec<_> = last[..5].iter().filter_map(|&it| mean(it).value()).collect();
    assert_eq!(means, ["525.652", "554.015", "238.028", "347.891", "91.240"]);
    assert_eq!(mean((0, 0)).value(), None);
    assert_eq!(mean((3, 2)).value().as_deref(), Some("0.667"));
    assert_eq!(mean((2000, 2001)).value().as_deref(), Some("1.001"));
    let most = Mean { games: u64::MAX >> 1, ..mean((1, u128::MAX >> 1)) };
    assert!(most.value().is_some());
}

/// The captions of pictures vi and vii name the curves from top to bottom: I, II, O and IV, III, O.  Where it is not
/// so up to a largest move: II above I, III above IV, and O above another.
fn check_order(last: u32) {
    let census = Census::new(8, last, Some(4), false).expect("a census");
    let classes = by_conditions(&census, &conditions()).expect("conditions");
    let of_class = |class: &Class| {
        summaries(&class.census).into_iter().map(|it| (it.games, it.sum)).collect::<Vec<_>>()
    };
    let [one, two, three, four, other] = &classes.iter().map(of_class).collect::<Vec<_>>()[..]
    else {
        panic!("five classes")
    };
    let above = |upper: &[(u64, u128)], lower: &[(u64, u128)]| {
        let pairs = upper.iter().zip(lower).zip(8..);
        let higher = pairs.filter(|((upper, lower), _)| {
            upper.1 * u128::from(lower.0) > lower.1 * u128::from(upper.0)
        });
        higher.map(|(_, s4)| s4).collect::<Vec<u32>>()
    };
    let expected = |all: &[u32]| all.iter().copied().filter(|&s4| s4 <= last).collect::<Vec<_>>();
    let exceptions = [11, 17, 31, 32, 38, 41, 47, 55, 62, 64];
    assert_eq!(above(two, one), expected(&exceptions));
    let exceptions = [9, 10, 13, 14, 15, 16, 18, 22, 26, 28, 34, 36, 38, 46];
    assert_eq!(above(three, four), expected(&exceptions));
    let mut classes = [one, two, three, four].map(|class| above(other, class)).concat();
    classes.dedup();
    assert_eq!(classes, [10]);
}

#[test]
fn the_order_of_the_curves() {
    check_order(32);
}

#[test]
#[ignore = "longer; .ci/run does it"]
fn the_order_of_the_curves_up_to_64() {
    check_order(64);
}

/// Symmetric games of five moves with s5 = 5, 6, ...: games, sum of periods, greatest period, s1, s2.
const FIVE: [(u64, u128, u64, u32, u32); 35] = [
    (1, 6, 6, 1, 2),
    (1, 10, 10, 1, 2),
    (3, 30, 11, 1, 2),
    (3, 37, 15, 1, 3),
    (6, 93, 28, 2, 3),
    (6, 96, 19, 1, 3),
    (10, 215, 36, 2, 5),
    (10, 244, 54, 3, 4),
    (15, 399, 64, 3, 4),
    (15, 456, 94, 3, 5),
    (21, 790, 110, 3, 5),
    (21, 716, 110, 3, 7),
    (28, 1438, 204, 3, 8),
    (28, 1107, 130, 5, 6),
    (36, 2289, 309, 4, 6),
    (36, 2279, 266, 4, 9),
    (45, 3161, 444, 4, 7),
    (45, 2661, 198, 5, 8),
    (55, 5302, 422, 4, 10),
    (55, 5136, 767, 3, 11),
    (66, 8781, 1036, 5, 8),
    (66, 8557, 1256, 3, 11),
    (78, 11683, 1892, 2, 8),
    (78, 11166, 2639, 6, 9),
    (91, 21616, 4896, 1, 12),
    (91, 15829, 2748, 5, 13),
    (105, 20657, 1800, 7, 11),
    (105, 37986, 8530, 6, 15),
    (120, 42352, 6956, 4, 9),
    (120, 27392, 3869, 7, 12),
    (136, 86297, 11693, 5, 12),
    (136, 42670, 5710, 4, 13),
    (153, 143039, 21945, 4, 9),
    (153, 130530, 25285, 3, 11),
    (171, 169989, 34461, 7, 17),
];

#[test]
fn symmetric_games_of_five_moves() {
    let census = Census::new(5, 39, Some(5), true).expect("a census");
    let found = summaries(&census).into_iter().map(|it| {
        let Game { moves, cycle } = it.maximum.expect("a game");
        (it.games, it.sum, cycle.period, moves[0], moves[1])
    });
    assert_eq!(found.collect::<Vec<_>>(), FIVE);
}

type ByMoves = (u32, u64, u128, u64);

/// Symmetric games by their number of moves: largest move; number of moves, games, sum of periods,
/// greatest period.
const BY_MOVES: [(u32, &[ByMoves]); 9] = [
    (
        8,
        &[
            (1, 1, 16, 16),
            (2, 1, 12, 12),
            (3, 3, 40, 15),
            (4, 3, 46, 25),
            (5, 3, 37, 15),
            (6, 3, 33, 12),
            (7, 1, 13, 13),
            (8, 1, 9, 9),
        ],
    ),
    (
        12,
        &[
            (1, 1, 24, 24),
            (2, 1, 18, 18),
            (3, 5, 99, 23),
            (4, 5, 131, 61),
            (5, 10, 244, 54),
            (6, 10, 216, 36),
            (7, 10, 203, 37),
            (8, 10, 179, 37),
            (9, 5, 90, 22),
            (10, 5, 84, 21),
            (11, 1, 19, 19),
            (12, 1, 13, 13),
        ],
    ),
    (
        16,
        &[
            (1, 1, 32, 32),
            (2, 1, 24, 24),
            (3, 7, 330, 115),
            (4, 7, 328, 113),
            (5, 21, 716, 110),
            (6, 21, 669, 94),
            (7, 35, 1189, 97),
            (8, 35, 1182, 86),
            (9, 35, 1068, 72),
            (10, 35, 992, 49),
            (11, 21, 502, 49),
            (12, 21, 482, 49),
            (13, 7, 155, 29),
            (14, 7, 147, 24),
            (15, 1, 25, 25),
            (16, 1, 17, 17),
        ],
    ),
    (
        19,
        &[
            (1, 1, 38, 38),
            (3, 9, 574, 162),
            (5, 36, 2289, 309),
            (7, 84, 4340, 237),
            (9, 126, 5284, 160),
            (11, 126, 4725, 100),
            (13, 84, 2795, 62),
            (15, 36, 966, 58),
            (17, 9, 225, 29),
            (19, 1, 20, 20),
        ],
    ),
    (
        20,
        &[
            (1, 1, 40, 40),
            (2, 1, 30, 30),
            (3, 9, 353, 90),
            (4, 9, 553, 181),
            (5, 36, 2279, 266),
            (6, 36, 1837, 140),
            (7, 84, 4668, 214),
            (8, 84, 4026, 168),
            (9, 126, 6001, 206),
            (10, 126, 5356, 141),
            (11, 126, 5082, 107),
            (12, 126, 4946, 106),
            (13, 84, 2994, 90),
            (14, 84, 2768, 63),
            (15, 36, 1052, 61),
            (16, 36, 972, 61),
            (17, 9, 244, 36),
            (18, 9, 234, 30),
            (19, 1, 31, 31),
            (20, 1, 21, 21),
        ],
    ),
    (
        24,
        &[
            (1, 1, 48, 48),
            (2, 1, 36, 36),
            (3, 11, 656, 259),
            (4, 11, 880, 265),
            (5, 55, 5136, 767),
            (6, 55, 6585, 1107),
            (7, 165, 15709, 759),
            (8, 165, 13522, 630),
            (9, 330, 24120, 790),
            (10, 330, 21070, 293),
            (11, 462, 29594, 348),
            (12, 462, 25864, 238),
            (13, 462, 25060, 420),
            (14, 462, 22536, 202),
            (15, 330, 15159, 129),
            (16, 330, 14470, 121),
            (17, 165, 6726, 108),
            (18, 165, 6350, 73),
            (19, 55, 1851, 73),
            (20, 55, 1773, 73),
            (21, 11, 361, 43),
            (22, 11, 349, 41),
            (23, 1, 37, 37),
            (24, 1, 25, 25),
        ],
    ),
    (
        25,
        &[
            (1, 1, 50, 50),
            (3, 12, 971, 280),
            (5, 66, 8781, 1036),
            (7, 220, 23622, 680),
            (9, 495, 42031, 426),
            (11, 792, 58115, 472),
            (13, 924, 53891, 310),
            (15, 792, 41747, 182),
            (17, 495, 23412, 131),
            (19, 220, 8793, 80),
            (21, 66, 2187, 76),
            (23, 12, 390, 38),
            (25, 1, 26, 26),
        ],
    ),
    (
        29,
        &[
            (1, 1, 58, 58),
            (3, 14, 1793, 378),
            (5, 91, 21616, 4896),
            (7, 364, 70814, 1846),
            (9, 1001, 148070, 1555),
            (11, 2002, 234010, 1003),
            (13, 3003, 280742, 654),
            (15, 3432, 266337, 519),
            (17, 3003, 198909, 379),
            (19, 2002, 119085, 244),
            (21, 1001, 52930, 152),
            (23, 364, 16406, 96),
            (25, 91, 3495, 88),
            (27, 14, 525, 44),
            (29, 1, 30, 30),
        ],
    ),
    (
        30,
        &[
            (1, 1, 60, 60),
            (2, 1, 45, 45),
            (3, 14, 979, 200),
            (4, 14, 1556, 386),
            (5, 91, 15829, 2748),
            (6, 91, 31013, 5296),
            (7, 364, 89977, 2480),
            (8, 364, 76085, 2941),
            (9, 1001, 160758, 1542),
            (10, 1001, 139843, 1804),
            (11, 2002, 262644, 1304),
            (12, 2002, 231812, 1352),
            (13, 3003, 327437, 1042),
            (14, 3003, 272883, 806),
            (15, 3432, 303354, 725),
            (16, 3432, 256844, 569),
            (17, 3003, 223661, 521),
            (18, 3003, 196614, 354),
            (19, 2002, 127946, 521),
            (20, 2002, 117976, 219),
            (21, 1001, 55826, 202),
            (22, 1001, 52594, 147),
            (23, 364, 17434, 135),
            (24, 364, 16405, 97),
            (25, 91, 3644, 91),
            (26, 91, 3539, 91),
            (27, 14, 549, 51),
            (28, 14, 549, 51),
            (29, 1, 46, 46),
            (30, 1, 31, 31),
        ],
    ),
];

/// Pictures xi and xii.
#[test]
fn symmetric_games_by_number_of_moves() {
    for (largest, expected) in BY_MOVES {
        let census = Census::new(largest, largest, None, true).expect("a census");
        let one = |class: &Class| {
            let [it] = &summaries(&class.census)[..] else { panic!("one largest move") };
            let greatest = it.maximum.as_ref().expect("a game").cycle.period;
            (class.name.parse().expect("a number"), it.games, it.sum, greatest)
        };
        let found: Vec<(u32, _, _, _)> = by_number_of_moves(&census).iter().map(one).collect();
        assert_eq!(found, expected, "{largest}");
    }
}

/// Footnote 16, and its neighbours: the means of the symmetric games with M, M - 1, M - 2 moves.
#[test]
fn means_of_nearly_all_moves() {
    let sum = |largest: u32, moves: u32| {
        let census = Census::new(largest, largest, Some(moves), true).expect("a census");
        let [it] = &summaries(&census)[..] else { panic!("one largest move") };
        (it.games, it.sum)
    };
    for largest in 1..=30 {
        assert_eq!(sum(largest, largest), (1, u128::from(largest) + 1));
        assert_eq!(sum(largest, 1), (1, 2 * u128::from(largest)));
        if largest % 2 == 0 {
            assert_eq!(sum(largest, largest - 1), (1, u128::from(3 * largest / 2 + 1)));
        }
    }
    let pairs = [
        (1, 6),
        (1, 6),
        (2, 15),
        (2, 19),
        (3, 30),
        (3, 33),
        (4, 53),
        (4, 54),
        (5, 75),
        (5, 84),
        (6, 105),
        (6, 111),
        (7, 145),
        (7, 147),
        (8, 180),
        (8, 194),
        (9, 225),
        (9, 234),
        (10, 282),
        (10, 285),
        (11, 330),
        (11, 349),
        (12, 390),
        (12, 402),
        (13, 464),
        (13, 468),
        (14, 525),
        (14, 549),
    ];
    for (largest, expected) in (3..).zip(pairs) {
        assert_eq!(sum(largest, largest - 2), expected, "{largest}");
    }
}

type Search = (u32, u64, u128, u64, &'static [u32], bool);

/// Symmetric games with at most M/3 moves and at most three different distances between neighbours, by
/// largest move M: games, sum of periods, greatest period, its game, and is it a record?
const THREE_DIFFERENCES: [Search; 35] = [
    (10, 6, 129, 45, &[3, 7, 10], true),
    (11, 6, 165, 54, &[3, 8, 11], true),
    (12, 12, 272, 61, &[1, 6, 11, 12], true),
    (13, 7, 208, 76, &[4, 9, 13], true),
    (14, 14, 421, 70, &[2, 7, 12, 14], false),
    (15, 29, 1089, 110, &[3, 5, 10, 12, 15], true),
    (16, 37, 1430, 115, &[5, 11, 16], true),
    (17, 37, 1856, 204, &[3, 8, 9, 14, 17], true),
    (18, 74, 3347, 238, &[2, 6, 9, 12, 16, 18], true),
    (19, 46, 2901, 309, &[4, 6, 13, 15, 19], true),
    (20, 92, 5092, 266, &[4, 9, 11, 16, 20], false),
    (21, 146, 9562, 444, &[4, 7, 14, 17, 21], true),
    (22, 184, 12762, 516, &[2, 7, 10, 12, 15, 20, 22], true),
    (23, 172, 14691, 446, &[2, 5, 10, 13, 18, 21, 23], false),
    (24, 350, 30832, 1107, &[1, 3, 12, 21, 23, 24], true),
    (25, 209, 22621, 1036, &[5, 8, 17, 20, 25], false),
    (26, 424, 47782, 1256, &[3, 11, 15, 23, 26], true),
    (27, 517, 62061, 1937, &[2, 3, 8, 13, 14, 19, 24, 25, 27], true),
    (28, 763, 98147, 3424, &[5, 13, 14, 15, 23, 28], true),
    (29, 631, 91465, 4896, &[1, 12, 17, 28, 29], true),
    (30, 1328, 211220, 5296, &[4, 10, 15, 20, 26, 30], true),
    (31, 753, 119072, 1800, &[7, 11, 20, 24, 31], false),
    (32, 1506, 281562, 8530, &[6, 15, 17, 26, 32], true),
    (33, 1717, 323180, 6956, &[4, 9, 24, 29, 33], false),
    (34, 2480, 566687, 10419, &[2, 5, 11, 17, 23, 29, 32, 34], true),
    (35, 2036, 526275, 11693, &[5, 12, 23, 30, 35], true),
    (36, 4036, 938686, 9011, &[7, 15, 18, 21, 29, 36], false),
    (37, 2218, 742152, 21945, &[4, 9, 28, 33, 37], true),
    (38, 4842, 1724075, 25285, &[3, 11, 27, 35, 38], true),
    (39, 4956, 1585076, 34461, &[7, 17, 22, 32, 39], true),
    (40, 7592, 2953320, 31079, &[3, 13, 15, 25, 27, 37, 40], false),
    (41, 5612, 2542743, 30912, &[4, 18, 23, 37, 41], false),
    (42, 12470, 5290434, 48965, &[3, 19, 23, 39, 42], true),
    (43, 6242, 3666037, 62552, &[5, 12, 31, 38, 43], true),
    (44, 13214, 7622477, 142522, &[8, 17, 27, 36, 44], true),
];

#[test]
fn searches_with_three_differences() {
    let mut census = Census::new(10, 44, None, true).expect("a census");
    census.choice.differences = Some(3);
    let (rows, _) = rows(&census, 1);
    let records: Vec<&Game> = rows
        .iter()
        .filter_map(|row| match row {
            Row::Record { game, decided: true } => Some(game),
            _ => None,
        })
        .collect();
    let mut summaries = rows.iter().filter_map(|row| match row {
        Row::Summary(summary) => Some(summary),
        _ => None,
    });
    let mut best = 0;
    for (largest, games, sum, longest, moves, is_record) in THREE_DIFFERENCES {
        let found = summaries.next().expect("a largest move");
        assert_eq!((found.largest, found.games, found.sum), (largest, games, sum));
        let game = found.maximum.as_ref().expect("a game");
        assert_eq!((game.cycle.period, &game.moves[..]), (longest, moves), "{largest}");
        assert_eq!(longest > best, is_record, "{largest}");
        best = best.max(longest);
        assert_eq!(records.iter().any(|it| it.moves == moves), is_record, "{largest}");
    }
    assert!(summaries.next().is_none());
}

/// The records that are printed of that search, and the last one with other than five moves of another.
#[test]
fn printed_records() {
    let printed: [(&[u64], u64); 7] = [
        (&[14, 25, 40, 51, 65], 5_641_324),
        (&[13, 30, 36, 53, 66], 7_735_252),
        (&[13, 24, 42, 53, 66], 8_265_820),
        (&[11, 27, 41, 57, 68], 8_371_535),
        (&[16, 33, 36, 53, 69], 14_727_438),
        (
            &[6, 7, 8, 19, 20, 21, 22, 23, 34, 35, 36, 47, 48, 49, 50, 51, 62, 63, 64, 70],
            16_107_110,
        ),
        (&[5, 6, 18, 19, 30, 31, 43, 44, 49], 200_208),
    ];
    for (moves, period) in printed {
        let moves = Moves::new(moves).expect("moves");
        assert!(moves.is_symmetric());
        let found = symmetric_period(moves, period, &CancellationToken::default());
        assert_eq!(found, Ok(Some(period)));
    }
}

/// The whole search as printed, of which a power failure was the end at max L = 71: its records from 65 on.
#[test]
#[ignore = "longer; .ci/run does it"]
fn the_whole_search_with_three_differences() {
    let mut census = Census::new(1, 71, None, true).expect("a census");
    census.choice.differences = Some(3);
    let records = rows(&census, 1).0.into_iter().filter_map(|row| match row {
        Row::Record { game, .. } if game.moves.last() >= Some(&65) => Some(game.cycle.period),
        _ => None,
    });
    let printed = [5_641_324, 7_735_252, 8_265_820, 8_371_535, 14_727_438, 16_107_110];
    let records: Vec<_> = records.collect();
    for period in printed {
        assert!(records.contains(&period), "{period} in {records:?}");
    }
}
