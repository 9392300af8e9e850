use super::*;
use crate::model::Tally;
use proptest::prelude::*;

fn set(text: &str) -> MoveSet {
    let read = |text: &str| {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) => Ok(vec![(first, last)]),
            _ => Err(format!("{text} is not a number")),
        }
    };
    MoveSet::read(&[text.to_owned()], read).expect("a set").expect("a set")
}

fn stop() -> CancellationToken {
    CancellationToken::default()
}

/// The members of a set by its definition.
fn is_member(text: &str, number: usize) -> bool {
    let of = |mut f: Box<dyn FnMut(usize) -> usize>| (1..=number).any(|root| f(root) == number);
    match text {
        "squares" => of(Box::new(|n| n * n)),
        "cubes" => of(Box::new(|n| n * n * n)),
        "triangular" => of(Box::new(|n| n * (n + 1) / 2)),
        "primes" => number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor)),
        "fibonacci" => {
            let (mut one, mut two) = (1, 2);
            while one < number {
                (one, two) = (two, one + two);
            }
            one == number
        }
        "factorials" => (1..=number.min(12)).any(|n| (1..=n).product::<usize>() == number),
        "powers 3" => (0..12).any(|exponent| 3_usize.pow(exponent) == number),
        "odd" => number % 2 == 1,
        "even" => number > 0 && number.is_multiple_of(2),
        "multiples 7" => number > 0 && number.is_multiple_of(7),
        _ => unreachable!("{text}"),
    }
}

const NAMES: [&str; 10] = [
    "squares",
    "cubes",
    "triangular",
    "primes",
    "fibonacci",
    "factorials",
    "powers 3",
    "odd",
    "even",
    "multiples 7",
];

#[test]
fn members_and_residues_are_those_of_the_definition() {
    for name in NAMES {
        let members = set(name).below(1000);
        assert!((0..1000).all(|n| members.contains(n) == is_member(name, n)), "{name}");
        for (modulus, beyond) in [(1, 0), (2, 3), (9, 30), (10, 0), (12, 100), (35, 200)] {
            let residues = set(name).residues(modulus, beyond);
            let mut all = Bits::new(modulus);
            let far = set(name).below(200_000);
            far.iter().filter(|&it| it as u64 > beyond).for_each(|n| all.insert(n % modulus));
            assert!(all.iter().all(|n| residues.contains(n)), "{name} modulo {modulus}");
            // There are no superfluous ones where there are many members below 20 000.
            let are_few = matches!(name, "fibonacci" | "factorials" | "powers 3");
            assert!(are_few || residues == all, "{name} modulo {modulus}");
        }
    }
}

/// The parts of sets with a finite state.
fn ultimate() -> impl Strategy<Value = String> {
    let endless = prop_oneof![
        (1_u64..7).prop_map(|first| format!("{first}..")),
        (1_u64..5).prop_map(|factor| format!("multiples {factor}")),
        prop::sample::select(vec!["odd".to_owned(), "even".to_owned()]),
    ];
    let more = prop::option::of(1_u64..7);
    let without = prop::collection::vec(1_u64..8, 0..5);
    (prop::collection::vec(endless, 1..4), more, without).prop_map(|(mut of, more, without)| {
        of.extend(more.map(|number| number.to_string()));
        let without: Vec<_> = without.iter().map(u64::to_string).collect();
        let of = of.join(" ");
        if without.is_empty() { of } else { format!("{of} without {}", without.join(" ")) }
    })
}

fn rule() -> impl Strategy<Value = Rule> {
    let tallies = ["lost odd", "won even", "lost >= 2", "won == 1", "lost != 3"];
    let tallies = tallies.map(|tally| tally.parse::<Rule>().expect("a rule"));
    let all = [Rule::Mex, Rule::Mex, Rule::Normal, Rule::Misere].into_iter().chain(tallies);
    prop::sample::select(all.collect::<Vec<_>>())
}

/// Is the cycle right and least for these values?
fn fits(values: &[u32], cycle: Cycle, saltus: u64) -> bool {
    let (p, q) = (cycle.period as usize, cycle.preperiod as usize);
    let holds = |p: usize, q: usize, saltus: u64| {
        (q..values.len() - p).all(|x| u64::from(values[x + p]) == u64::from(values[x]) + saltus)
    };
    let by = |p: usize| u64::from(values[q + p].saturating_sub(values[q]));
    holds(p, q, saltus)
        && (q == 0 || !holds(p, q - 1, saltus))
        && (1..p).filter(|part| p.is_multiple_of(*part)).all(|part| !holds(part, q, by(part)))
}

/// Is each value the one a period earlier plus the same number?
fn has_period(values: &[u32], period: usize) -> bool {
    let more = |at: usize| i64::from(values[at + period]) - i64::from(values[at]);
    (0..values.len() - period).all(|at| more(at) == more(0))
}

proptest! {
    #[test]
    fn a_state_that_recurs_gives_the_least_period(text in ultimate(), rule in rule()) {
        let set = self::set(&text);
        if let Some(sizes) = set.finite() {
            prop_assert!(sizes.is_ok());
            return Ok(());
        }
        match set.cycle(rule, &stop()) {
            Ok(SetCycle::Found { cycle, saltus, proof: SetProof::State }) => {
                // Under rules that count modulo 2 periods are long.
                let enough = 2 * cycle.period + cycle.preperiod + 1000;
                prop_assume!(enough < 50_000);
                let values = set.values(rule, 0, enough as usize, &stop()).expect("values");
                prop_assert!(fits(&values, cycle, saltus), "{text} {rule}: {cycle:?} {saltus}");
            }
            // Grundy values may grow faster in one class of positions than in another.
            Ok(SetCycle::Open { seen: None, .. }) if rule == Rule::Mex => {
                let values = set.values(rule, 0, 5000, &stop()).expect("values");
                let shown = (1..600).find(|&it| has_period(&values[3000..], it));
                prop_assert_eq!(shown, None, "{}", text);
            }
            other => prop_assert!(false, "{text}, {rule}: {other:?}"),
        }
    }
}

/// A. Flammenkamp 1996, p. 76 ff., and sets that were computed in addition.
#[test]
fn proved_periods() {
    let grundy = Rule::Mex;
    for (text, rule, period, preperiod, saltus) in [
        ("powers 2", Rule::Normal, 3, 0, 0),
        ("powers 2", grundy, 3, 0, 0),
        ("powers of 3", Rule::Normal, 2, 0, 0),
        ("powers 3", Rule::Misere, 2, 0, 0),
        ("powers 4", grundy, 5, 0, 0),
        ("odd", Rule::Normal, 2, 0, 0),
        ("odd", grundy, 2, 0, 0),
        ("even", Rule::Normal, 1, 2, 0),
        ("even", grundy, 2, 0, 1),
        ("1..", Rule::Normal, 1, 1, 0),
        ("1..", grundy, 1, 0, 1),
        ("1..", Rule::Misere, 1, 2, 0),
        ("2..", Rule::Normal, 1, 2, 0),
        ("2..", grundy, 2, 0, 1),
        ("1.. without 1", grundy, 2, 0, 1),
        ("1.. without 2 3", Rule::Normal, 1, 3, 0),
        ("1.. without 2 3", grundy, 4, 0, 2),
        ("1.. without multiples 3", Rule::Normal, 3, 0, 0),
        ("1.. without multiples 3", grundy, 3, 0, 0),
        ("1 primes", Rule::Normal, 4, 0, 0),
        ("1 primes", grundy, 4, 0, 0),
        ("multiples 3", grundy, 3, 0, 1),
    ] {
        let found = set(text).cycle(rule, &stop()).expect("no stop");
        let SetCycle::Found { cycle, saltus: by, .. } = found else { panic!("{text}: {found:?}") };
        assert_eq!(
            (cycle.period, cycle.preperiod, by),
            (period, preperiod, saltus),
            "{text} {rule}"
        );
        let values = set(text).values(rule, 0, 2000, &stop()).expect("values");
        assert!(fits(&values, cycle, saltus), "{text} {rule}");
    }
}

/// In each 12 positions, one class modulo 3 grows by 2, the others by 4.
#[test]
fn classes_may_grow_at_different_rates() {
    let set = set("multiples 2 multiples 3 without 2 6");
    let values = set.values(Rule::Mex, 0, 5000, &stop()).expect("values");
    for x in 12..4000 {
        assert_eq!(values[x + 12] - values[x], if x % 3 == 1 { 2 } else { 4 }, "{x}");
    }
    assert!(matches!(set.cycle(Rule::Mex, &stop()), Ok(SetCycle::Open { seen: None, .. })));
}

#[test]
fn what_is_not_proved_is_open() {
    for text in ["squares", "cubes", "triangular", "fibonacci", "factorials", "5 squares powers 7"]
    {
        assert_eq!(set(text).cycle(Rule::Mex, &stop()), Ok(SetCycle::Aperiodic), "{text}");
        assert_eq!(set(text).cycle(Rule::Misere, &stop()), Ok(SetCycle::Aperiodic), "{text}");
    }
    let open = |seen| Ok(SetCycle::Open { positions: SEEN as u64, seen });
    assert_eq!(set("primes").cycle(Rule::Normal, &stop()), open(None));
    // All large positions are won, but no method here proves it.
    let seen = Some(Cycle { period: 1, preperiod: 2 });
    assert_eq!(set("1.. without squares").cycle(Rule::Normal, &stop()), open(seen));
    // A square is missing, or the density may be positive: nothing is known.
    for text in ["squares without 4", "squares odd"] {
        assert_ne!(set(text).cycle(Rule::Normal, &stop()), Ok(SetCycle::Aperiodic), "{text}");
    }
    let counting = set("squares").cycle(Rule::Lost(Tally::Odd), &stop());
    assert!(matches!(counting, Ok(SetCycle::Open { .. })), "{counting:?}");
}

/// Sets that differ from a periodic one only far out.
#[test]
fn one_late_move_is_not_overlooked() {
    for late in [999, 1_000_001, 3_000_000_003_u64] {
        let found = set(&format!("powers 2 {late}")).cycle(Rule::Normal, &stop()).expect("no stop");
        let is_found = matches!(found, SetCycle::Found { cycle: Cycle { period: 3, .. }, .. });
        assert_eq!(is_found, late % 3 != 0, "{late}: {found:?}");
    }
}

#[test]
fn misere_play_is_normal_play_later() {
    for (text, from, count) in
        [("7.. without 9", 0, 40), ("7.. without 9", 5, 3), ("cubes 50..", 0, 9)]
    {
        let values =
            |rule, from, count| set(text).values(rule, from, count, &stop()).expect("values");
        let least = set(text).least();
        let all = values(Rule::Misere, 0, 100);
        let shifted = values(Rule::Normal, 0, 100 - least as usize);
        let expected: Vec<_> = std::iter::repeat_n(1, least as usize).chain(shifted).collect();
        assert_eq!(all, expected, "{text}");
        assert_eq!(values(Rule::Misere, from, count), all[from as usize..][..count], "{text}");
    }
}

#[test]
fn wrong_lists_are_refused() {
    let read = |text: &str| {
        let number = |text: &str| text.parse().map(|n| vec![(n, n)]).map_err(|_| text.to_owned());
        MoveSet::read(&[text.to_owned()], number)
    };
    for text in [
        "powers",
        "powers 1",
        "powers x",
        "multiples 0",
        "without 3",
        "1.. without",
        "1.. without 3 without 4",
        "squares n",
        "x..",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    for text in ["", "1 2 3", "..", "a..b", "square"] {
        assert_eq!(read(text), Ok(None), "{text}");
    }
    let split = ["1..", "without", "3", "7"].map(str::to_owned);
    let number = |text: &str| text.parse().map(|n| vec![(n, n)]).map_err(|_| text.to_owned());
    let joined = MoveSet::read(&split, number).expect("a set").expect("a set");
    assert_eq!(joined.to_string(), "{ 1.. without 3 7 }");
}

/// Compared with the values themselves, far beyond the bound; where not all residues are reached, nothing is claimed.
#[test]
fn positions_that_reach_all_later_ones_settle_them() {
    let mut settled = 0;
    for text in [
        "1 primes multiples 6",
        "1 primes multiples 10",
        "primes multiples 4",
        "squares multiples 5",
        "powers 2 multiples 9",
        "factorials 7.. without squares",
        "fibonacci 100.. without 150",
        "cubes even",
        "primes odd",
    ] {
        for rule in [
            "normal",
            "misere",
            "lost >= 2",
            "lost == 1",
            "won == 0",
            "won >= 3",
            "lost odd",
            "mex",
        ] {
            let rule: Rule = rule.parse().expect("a rule");
            let set = set(text);
            let Ok(SetCycle::Found { cycle, saltus, proof: SetProof::Covered(_) }) =
                set.cycle(rule, &stop())
            else {
                continue;
            };
            settled += 1;
            let count = 20_000.max(2 * cycle.preperiod as usize);
            let values = set.values(rule, 0, count, &stop()).expect("values");
            let last = values.iter().rposition(|value| Some(value) != values.last());
            let preperiod = last.map_or(0, |last| last + 1) as u64;
            assert_eq!((cycle, saltus), (Cycle { period: 1, preperiod }, 0), "{text} {rule}");
        }
    }
    assert!(settled > 20, "{settled}");
    let found = set("1 primes multiples 6").cycle(Rule::Normal, &stop());
    let cycle = Cycle { period: 1, preperiod: 100 };
    assert_eq!(found, Ok(SetCycle::Found { cycle, saltus: 0, proof: SetProof::Covered(105) }));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_proved_of_a_union_holds(
        finite in prop::collection::btree_set(1_u64..60, 0..5),
        modulus in 2_u64..14,
        first in 1_u64..60,
        thin in prop::sample::select(vec!["primes", "squares", "factorials", "powers 3", "fibonacci"]),
        rule in prop::sample::select(vec!["normal", "misere", "lost >= 2", "lost != 1", "won < 2"]),
    ) {
        let rule: Rule = rule.parse().expect("a rule");
        let list: String = finite.iter().map(|number| format!("{number} ")).collect();
        let without = (1..first).filter(|number| number % modulus == 0).map(|number| format!(" {number}"));
        let without: String = without.collect();
        let text = match without.is_empty() {
            true => format!("{list} multiples {modulus}"),
            false => format!("{list} multiples {modulus} without{without}"),
        };
        let set = MoveSet([set(&text).0, set(thin).0].concat());
        if let SetCycle::Found { cycle, .. } = set.cycle(rule, &stop()).expect("no stop") {
            let (p, q) = (cycle.period as usize, cycle.preperiod as usize);
            let values = set.values(rule, 0, q + 2 * p + 6000, &stop()).expect("values");
            prop_assert!((q..q + p + 6000).all(|x| values[x] == values[x + p]), "{} {}", text, rule);
            prop_assert!(q == 0 || values[q - 1] != values[q - 1 + p], "{} {}", text, rule);
        }
    }
}
