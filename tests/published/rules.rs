//! Facts about rules other than mex and normal play: A. Flammenkamp 1996, last chapter and chapter on the start
//! word.  Values were computed apart from this program.

use grundy_kernel::model::Value;
use grundy_language::limit::CancellationToken;
use grundy_sequence::{
    ByParity, Game, Moves, Rule, cycle, cycle_by_parity, far_by_parity, oracle, rule_by_name,
    values,
};

const COUNT: usize = 200;

fn rule(name: &str) -> Rule {
    rule_by_name(name).expect("a rule")
}

fn word(letters: &str) -> Vec<Value> {
    letters.chars().map(|letter| Value(u8::from(letter == '+'))).collect()
}

fn letters(values: &[Value]) -> String {
    values.iter().map(|value| if value.0 == 0 { '-' } else { '+' }).collect()
}

fn complement(values: &[Value]) -> Vec<Value> {
    values.iter().map(|value| Value(1 - value.0)).collect()
}

/// The set with these bits: bit s - 1 says that s is a move.
fn sizes(bits: u32) -> Vec<u64> {
    (1..=12).filter(|size| bits >> (size - 1) & 1 == 1).collect()
}

fn first(name: &str, sizes: &[u64], start: &str) -> Vec<Value> {
    let moves = Moves::new(sizes).expect("moves");
    let game = match start {
        "" => Game::new(moves, rule(name)),
        start => Game::with_start(moves, rule(name), &word(start)),
    };
    let values = values(&game.expect("a game"), 0, COUNT, &CancellationToken::default());
    values.expect("values").into_iter().map(|value| Value(u8::from(value == 1))).collect()
}

/// All 4095 sets with moves up to 12.
#[test]
fn nor_and_misere_play_follow_from_normal_play() {
    for bits in 1..1_u32 << 12 {
        let sizes = sizes(bits);
        let least = sizes[0] as usize;
        let normal = first("normal", &sizes, "");
        // Without options NAND is 1 below 0, and NOR is 0: De Morgan.
        assert_eq!(first("normal", &sizes, "+"), normal, "{sizes:?}");
        assert_eq!(first("nor", &sizes, ""), complement(&normal), "{sizes:?}");
        assert_eq!(first("nor", &sizes, "-"), complement(&normal), "{sizes:?}");
        let misere = first("misere", &sizes, "");
        let later = [&vec![Value(1); least][..], &normal[..COUNT - least]].concat();
        assert_eq!(misere, later, "{sizes:?}");
        // Each position is won by one of the two exactly if all moves are odd multiples of the least.
        let odd_multiples =
            sizes.iter().all(|size| size % sizes[0] == 0 && size / sizes[0] % 2 == 1);
        assert_eq!(misere == complement(&normal), odd_multiples, "{sizes:?}");
    }
}

#[test]
fn how_often_misere_play_is_the_complement() {
    let holds = |bits: &u32| {
        let sizes = sizes(*bits);
        first("misere", &sizes, "") == complement(&first("normal", &sizes, ""))
    };
    let counts = [1, 2, 4, 5, 8, 10, 15, 16, 26, 29, 46, 48];
    for (greatest, expected) in (1..).zip(counts) {
        assert_eq!((1..1_u32 << greatest).filter(holds).count(), expected, "{greatest}");
    }
    // The smallest sets for which it fails.
    let fails: Vec<_> = (1..8).filter(|bits| !holds(bits)).map(sizes).collect();
    assert_eq!(fails, [vec![1, 2], vec![2, 3], vec![1, 2, 3]]);
    let [normal, misere] = ["normal", "misere"].map(|name| first(name, &[1, 2], ""));
    assert_eq!(letters(&normal[..9]), "-++-++-++");
    assert_eq!(letters(&misere[..9]), "+-++-++-+");
    assert_eq!(letters(&complement(&normal)[..9]), "+--+--+--");
}

#[test]
fn readings_of_exclusive_or() {
    for bits in 1..1_u32 << 9 {
        let sizes = sizes(bits);
        for start in ["", "+", "-", "-+", "+-++-"] {
            if sizes.len() == 2 {
                let [parity, one] =
                    ["parity", "exactly-one"].map(|name| first(name, &sizes, start));
                assert_eq!(parity, one, "{sizes:?} {start}");
            }
        }
        let ones = first("parity", &sizes, "+");
        match sizes.len() % 2 {
            1 => assert!(ones.iter().all(|value| value.0 == 1), "{sizes:?}"),
            _ => assert_eq!(ones, first("lost odd", &sizes, "+"), "{sizes:?}"),
        }
        for name in ["parity", "exactly-one"] {
            assert!(first(name, &sizes, "").iter().all(|value| value.0 == 0), "{sizes:?}");
        }
        let too_many = format!("more-than-{}", sizes.len());
        assert!(first(&too_many, &sizes, "").iter().all(|value| value.0 == 0), "{sizes:?}");
    }
    assert_eq!(rule("more-than-0"), Rule::Normal);
}

/// Positions without a move that are won, under a rule that counts: the first positions are a start.
#[test]
fn ends_that_are_won() {
    let found = first("parity", &[1, 2], "-+");
    assert_eq!(
        letters(&[&[Value(1)], &found[..39]].concat()),
        "++-++-++-++-++-++-++-++-++-++-++-++-++-+"
    );
}

#[test]
fn values_of_linear_registers_far_out() {
    let impulse = |span: usize| "-".repeat(span - 1) + "+";
    for (sizes, start, positions, expected) in [
        (&[31, 70][..], "+".to_owned(), &[1_000_000_u64][..], "+--++-+-+--+-+--++-+"),
        (&[31, 70], "+".to_owned(), &[1_000_000_000], "------+-+---++-++---"),
        (&[31, 70], "+".to_owned(), &[1_000_000_000_000], "--+++-+-+++++---+--+"),
        (&[31, 70], "+".to_owned(), &[1_000_000_000_000_000_000], "-+-++-+++----+-+++++"),
        (&[2, 5], "+".to_owned(), &[1_000_000], "++-+--+----+-+-+++-+"),
        (&[2, 5], "+".to_owned(), &[1_000_000_000_000], "-+--+----+-+-+++-++-"),
        (&[2, 5], "+".to_owned(), &[1_000_000_000_000_000_000], "+----+-+-+++-++---++"),
        (
            &[1, 2],
            "+".to_owned(),
            &[1_000_000, 1_000_000_000, 1_000_000_000_000, 1_000_000_000_000_000_000],
            "++-++-++-++-++-++-++",
        ),
        (
            &[3, 7, 8],
            impulse(8),
            &[1_000_000, 1_000_000_000_000, 1_000_000_000_000_000_000],
            "++---+-+++++-------+",
        ),
        (
            &[3, 5, 7],
            impulse(7),
            &[1_000_000, 1_000_000_000_000, 1_000_000_000_000_000_000],
            "-+-+++-++++-+--++-+-",
        ),
    ] {
        let moves = Moves::new(sizes).expect("moves");
        let game = Game::with_start(moves, rule("parity"), &word(&start)).expect("a game");
        for &from in positions {
            let found = far_by_parity(&game, &from.into(), 20, &CancellationToken::default());
            let found = found.expect("a linear rule").expect("values");
            assert_eq!(letters(&found), expected, "{sizes:?} {from}");
        }
    }
    // The method against the definition.
    let moves = Moves::new(&[3, 7, 8]).expect("moves");
    for name in ["parity", "lost odd"] {
        let game = Game::with_start(moves.clone(), rule(name), &word("+-+")).expect("a game");
        let direct = oracle::sequence(&game, 3020);
        for from in (0..3000).step_by(7) {
            let found = far_by_parity(&game, &from.into(), 20, &CancellationToken::default());
            assert_eq!(
                found.expect("a linear rule"),
                Ok(direct[from..from + 20].to_vec()),
                "{name}"
            );
        }
    }
}

#[test]
fn periods_of_linear_registers() {
    for (sizes, period) in [
        (&[1, 2][..], 3_u64),
        (&[1, 3], 7),
        (&[2, 3], 7),
        (&[1, 4], 15),
        (&[2, 5], 31),
        (&[5, 7], 93),
        (&[6, 13], 7665),
        (&[4, 15], 32_767),
        (&[3, 20], 1_048_575),
        (&[1, 2, 3], 1),
        (&[1, 2, 4], 1),
        (&[3, 7, 8], 1),
    ] {
        let moves = Moves::new(sizes).expect("moves");
        let game = Game::with_start(moves, rule("parity"), &word("+")).expect("a game");
        let stop = CancellationToken::default();
        let found = cycle(&game, 1 << 24, &stop).expect("a cycle");
        assert_eq!((found.period, found.preperiod), (period, 0), "{sizes:?}");
        // The order of the minimal polynomial says the same.
        let recurrence = cycle_by_parity(&game, &stop);
        assert_eq!(recurrence, Ok(ByParity::Found([period.into(), 0.into()])), "{sizes:?}");
    }
}

/// The word of max L losing positions before position 0 (I. Althöfer, J. Bültermann 1995): max L won positions, then
/// the sequence of normal play.
#[test]
fn losing_positions_before_the_first_one() {
    let found = first("normal", &[3, 7, 8], "-");
    assert_eq!(letters(&found[..24]), "++++++++---+++-++++--+++");
    assert_eq!(found[8..], first("normal", &[3, 7, 8], "")[..COUNT - 8]);
}
