//! Stacks and switches: published tasks, the simulator and the solver against naive ones,
//! malformed codes, generated tasks, and the time for ten stacks and ten switches.

use crate::support::Random;
use grundy_games::kabelsalat::argument::{Class, Reason};
use grundy_games::kabelsalat::solve::{Fewest, SOLUTIONS, SolveOptions, Solved, solve};
use grundy_games::kabelsalat::{
    Direction, Switch, Task, check, code, description, generate, total, written,
};
use grundy_ilp::BackendKind;
use grundy_kernel::Integer;
use grundy_language::diagnostic::Code;
use grundy_language::limit::{CancellationToken, Limit};
use grundy_language::verdict::Verdict;
use proptest::prelude::*;

fn options(backend: BackendKind) -> SolveOptions {
    SolveOptions { backend, ..SolveOptions::default() }
}

fn published(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/kabelsalat/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

fn numbers(counts: &[i64]) -> Vec<Integer> {
    counts.iter().map(|&count| Integer::from(count)).collect()
}

/// Heights after pressing one by one, straight from the code as text.
fn naive_heights(code: &str, presses: &[usize]) -> Vec<i64> {
    let fields: Vec<_> = code.split(',').collect();
    let stacks: usize = fields[1].parse().unwrap();
    let mut heights: Vec<i64> =
        fields[2..2 + stacks].iter().map(|height| height.parse().unwrap()).collect();
    for (switch, &count) in fields[2 + stacks..].iter().zip(presses) {
        for _ in 0..count {
            for (height, sign) in heights.iter_mut().zip(switch[1..].chars()) {
                match (sign, switch.starts_with('+')) {
                    ('*', true) => *height += 1,
                    ('*', false) => *height -= 1,
                    _ => {}
                }
            }
        }
    }
    heights
}

/// All solutions with fewest presses and at most `most` of them, by trying all totals in turn.
fn naive_fewest(code: &str, switches: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let target: i64 = code.split(',').next().unwrap().parse().unwrap();
    for presses in 0..=most {
        let mut all = Vec::new();
        let mut counts = vec![0; switches];
        each_with_total(&mut counts, 0, presses, &mut |counts| {
            if naive_heights(code, counts).iter().all(|&height| height == target) {
                all.push(counts.to_vec());
            }
        });
        if !all.is_empty() {
            return Some(all);
        }
    }
    None
}

fn each_with_total(counts: &mut [usize], at: usize, left: usize, see: &mut dyn FnMut(&[usize])) {
    if at + 1 == counts.len() {
        counts[at] = left;
        return see(counts);
    }
    for count in 0..=left {
        counts[at] = count;
        each_with_total(counts, at + 1, left - count, see);
    }
}

fn random_wiring(random: &mut Random, stacks: usize, switches: usize) -> Vec<Switch> {
    let switch = |_| Switch {
        direction: if random.below(2) == 0 { Direction::Up } else { Direction::Down },
        wired: (0..stacks).map(|_| random.below(5) < 3).collect(),
    };
    (0..switches).map(switch).collect()
}

#[test]
fn the_solver_agrees_with_trying_everything() {
    let mut random = Random(1);
    let (mut solvable, mut unsolvable, mut ties) = (0, 0, 0);
    for round in 0..240 {
        let stacks = 1 + random.below(4);
        let switches = 1 + random.below(stacks);
        let wiring = random_wiring(&mut random, stacks, switches);
        let presses: Vec<_> = (0..switches).map(|_| Integer::from(random.below(3))).collect();
        let mut task = generate::solved_by(&wiring, 5.into(), &presses).unwrap();
        if round % 2 == 0 {
            let mut heights = task.heights().to_vec();
            let stack = random.below(stacks);
            heights[stack] += &Integer::from(random.below(3));
            task = Task::new(5.into(), heights, wiring).unwrap();
        }
        let code = task.to_string();
        assert_eq!(Task::parse(&code).as_ref(), Ok(&task));
        let naive = naive_fewest(&code, switches, 8);
        for backend in BackendKind::ALL.iter().copied() {
            match (solve(&task, &options(backend)).unwrap(), &naive) {
                (Solved::Solvable(fewest), Some(all)) => {
                    assert!(fewest.complete);
                    let all: Vec<Vec<Integer>> = all
                        .iter()
                        .map(|counts| counts.iter().map(|&count| Integer::from(count)).collect())
                        .collect();
                    assert_eq!(fewest.solutions, all, "{code} {backend}");
                    assert_eq!(fewest.presses, total(&all[0]));
                    solvable += 1;
                    ties += usize::from(all.len() > 1);
                }
                // A sum of at most 8 presses was tried; the solver may know a longer one.
                (Solved::Solvable(fewest), None) => assert!(fewest.presses > 8.into(), "{code}"),
                (Solved::Unsolvable(argument), None) => {
                    assert!(argument.reasons.iter().all(|reason| reason.holds(&task)), "{code}");
                    unsolvable += 1;
                }
                (Solved::Unsolvable(_), Some(all)) => panic!("{code} is solved by {all:?}"),
            }
        }
    }
    assert!(solvable > 300 && unsolvable > 100 && ties > 10, "{solvable} {unsolvable} {ties}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pressing_is_what_the_naive_simulator_does(
        seed in any::<u64>(),
        stacks in 1usize..8,
        target in -20i64..20,
        presses in prop::collection::vec(0usize..12, 1..8),
    ) {
        let switches = presses.len().min(stacks);
        let presses = &presses[..switches];
        let mut random = Random(seed);
        let wiring = random_wiring(&mut random, stacks, switches);
        let heights = (0..stacks).map(|_| Integer::from(random.below(30))).collect();
        let mut task = Task::new(target.into(), heights, wiring.clone()).unwrap();
        let naive = naive_heights(&task.to_string(), presses);
        let counts: Vec<_> = presses.iter().map(|&count| Integer::from(count)).collect();
        let at_once: Vec<_> = task.heights_after(&counts).iter().map(|h| h.to_i64().unwrap()).collect();
        prop_assert_eq!(&at_once, &naive);
        for (switch, &count) in presses.iter().enumerate() {
            (0..count).for_each(|_| task.press(switch));
        }
        let pressed: Vec<_> = task.heights().iter().map(|height| height.to_i64().unwrap()).collect();
        prop_assert_eq!(&pressed, &naive);
        // The inverted wiring leads to a task that the presses solve.
        let made = generate::solved_by(&wiring, target.into(), &counts).unwrap();
        prop_assert!(made.is_solved_by(&counts));
        prop_assert!(naive_heights(&made.to_string(), presses).iter().all(|&height| height == target));
    }

    #[test]
    fn no_code_panics(code in "[-+*.,0-9x\u{e4} ]{0,40}") {
        if let Ok(task) = Task::parse(&code) {
            prop_assert!(Task::parse(&task.to_string()).as_ref() == Ok(&task));
        }
        match code::parse_wiring(&code) {
            Ok(switches) => prop_assert!(!switches.is_empty()),
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
    }

    #[test]
    fn no_claim_panics(claims in "[A-D0-9|;. ]{0,12}(class|presses|solution|fewest|all)?[A-D0-9|;. ]{0,20}") {
        let source = format!("5,3,3,3,5,+*..,+.*.,+**. {claims}");
        if let Ok(lines) = description::read(&source) {
            prop_assert!(!check(&lines, &SolveOptions::default()).is_empty());
        }
    }
}

#[test]
fn the_published_tasks_are_right_with_every_backend() {
    for backend in BackendKind::ALL.iter().copied() {
        for (name, count) in [("examples.kabelsalat", 11), ("variants.kabelsalat", 11)] {
            let lines = description::read(&published(name)).unwrap();
            assert_eq!(lines.len(), count);
            for value in check(&lines, &options(backend)) {
                assert_eq!(value.verdict, Verdict::Verified, "{name} {value:?}");
            }
        }
    }
}

/// Row, column, claimed, computed of everything that is wrong.
fn wrong(source: &str) -> Vec<(String, String, String)> {
    let lines = description::read(source).unwrap();
    let values = check(&lines, &SolveOptions::default());
    let findings = values.iter().flat_map(|value| {
        assert_eq!(value.verdict == Verdict::Refuted, value.findings.len() == 1, "{value:?}");
        &value.findings
    });
    let cells = findings.map(|finding| finding.cell().cloned().unwrap());
    cells.map(|cell| (cell.column, cell.claimed, cell.computed)).collect()
}

const NINE: &str = "5,4,3,3,3,3,+**..,+..**,+*.*.,+.*.*";

#[test]
fn false_claims_are_found_and_right_ones_are_not() {
    let all = "2C | 2D ; 1A | 1B | 1C | 1D ; 2A | 2B";
    for right in [
        "",
        "class solvable",
        "presses 4",
        "solution 2A|2B",
        "fewest 2B | 2A",
        "fewest 1A | 1B | 1C | 1D ; 2C | 2D",
        "all 2A | 2B ; 2C | 2D ; 1D | 1A | 1B | 1C",
    ] {
        assert_eq!(wrong(&format!("{NINE} {right}")), [], "{right}");
    }
    for (claim, column, claimed, computed) in [
        ("class no_integer", "class", "no_integer", "solvable"),
        ("presses 3", "presses", "3", "4"),
        ("solution 2A", "solution", "2A", all),
        ("fewest (none)", "fewest", "(none)", all),
        ("fewest 2A | 2B ; 2A | 1B", "fewest", "2A | 2B ; 2A | 1B", all),
        ("all 2A | 2B", "all", "2A | 2B", all),
    ] {
        let expected = (column.to_owned(), claimed.to_owned(), computed.to_owned());
        assert_eq!(wrong(&format!("{NINE} {claim}")), [expected], "{claim}");
    }
    // 1A | 1B solves this as well, but not with fewest presses.
    let more = "5,3,3,3,5,+*..,+.*.,+**. ";
    assert_eq!(wrong(&format!("{more} solution 2A | 2B")), []);
    assert_eq!(wrong(&format!("{more} fewest 2A | 2B")).len(), 1);
    // A task without a claim is claimed to be solvable.
    let unsolvable = "5,3,4,4,4,+**.,+.**,+*.*";
    let expected = ("solvable".to_owned(), "solvable".to_owned(), "no_integer".to_owned());
    assert_eq!(wrong(unsolvable), [expected]);
    for claim in ["presses 2", "fewest 1A", "all 1A", "solution 1A", "class negative_only"] {
        let found = wrong(&format!("{unsolvable} {claim}"));
        assert_eq!((found.len(), found[0].2.as_str()), (1, "no_integer"), "{claim}");
    }
}

fn words(code: &str) -> (Class, Vec<String>) {
    let task = Task::parse(code).unwrap();
    match solve(&task, &options(BackendKind::Exact)).unwrap() {
        Solved::Unsolvable(argument) => {
            let words = argument.reasons.iter().flat_map(|reason| reason.words(&task)).collect();
            (argument.class, words)
        }
        Solved::Solvable(fewest) => panic!("{code} is solved by {fewest:?}"),
    }
}

#[test]
fn arguments_in_words() {
    let text: String = [
        "7,4,4,6,3,4,-**.*,+*.**,+.***",
        "7,4,4,6,3,3,+**.*,-*.**,-.***",
        "5,3,4,4,4,+**.,+.**,+*.*",
        "5,3,4,6,4,+**.,+.**,+*.*",
        CASES,
    ]
    .into_iter()
    .map(|code| {
        let (class, words) = words(code);
        format!("{code}  {}\n  {}\n", class.name(), words.join("\n  "))
    })
    .collect();
    insta::assert_snapshot!(text);
}

/// Twice one count and three times another make 1.
const CASES: &str =
    "1,7,1,1,1,1,1,0,0,+*....**,+.*...**,-**.....,+..*..**,+...*.**,+....***,-..***..";

#[test]
fn a_tampered_argument_is_not_accepted() {
    let mut tampered = 0;
    for code in [
        "7,4,4,6,3,4,-**.*,+*.**,+.***",
        "7,4,4,6,3,3,+**.*,-*.**,-.***",
        "5,3,4,4,4,+**.,+.**,+*.*",
        "5,3,4,6,4,+**.,+.**,+*.*",
    ] {
        let task = Task::parse(code).unwrap();
        let Solved::Unsolvable(argument) = solve(&task, &SolveOptions::default()).unwrap() else {
            panic!("{code}")
        };
        for reason in &argument.reasons {
            assert!(reason.holds(&task));
            // One more on one number; the reason is about another sum of equations then.
            let length = match reason {
                Reason::Contradiction(numbers) | Reason::Negative(numbers) => numbers.len(),
                Reason::Congruence { multipliers, .. } => multipliers.len(),
                Reason::Solution { counts, .. } => counts.len(),
                Reason::Cases(_) => 0,
            };
            let mut accepted = 0;
            for index in 0..length {
                let mut other = reason.clone();
                match &mut other {
                    Reason::Contradiction(numbers)
                    | Reason::Negative(numbers)
                    | Reason::Congruence { multipliers: numbers, .. }
                    | Reason::Solution { counts: numbers, .. } => numbers[index] += &Integer::ONE,
                    Reason::Cases(_) => {}
                }
                accepted += usize::from(other.holds(&task));
                tampered += 1;
            }
            // Some sums with non-negative coefficients stay what they are.
            if !matches!(reason, Reason::Negative(_)) {
                assert_eq!(accepted, 0, "{code} {reason:?}");
            }
        }
        let shorter = Reason::Solution { counts: numbers(&[0]), denominator: Integer::ONE };
        assert!(!shorter.holds(&task));
    }
    assert!(tampered > 20);
}

/// Code and the piece of text it points at.
fn malformed(code: &str) -> Vec<(Code, &str)> {
    let faults = Task::parse(code).expect_err(code);
    faults.iter().map(|it| (it.code, &code[it.labels[0].span.range()])).collect()
}

#[test]
fn malformed_codes_are_pointed_at() {
    for (code, expected, piece) in [
        ("", Code::UnreadableTaskField, ""),
        ("7", Code::UnreadableTaskField, "7"),
        ("x,1,5,+*", Code::UnreadableTaskField, "x"),
        ("7.5,1,5,+*", Code::UnreadableTaskField, "7.5"),
        ("7,x,5,+*", Code::UnreadableTaskField, "x"),
        ("7,2,5,,+**", Code::UnreadableTaskField, ""),
        ("7,2,5,x,+**", Code::UnreadableTaskField, "x"),
        ("7,2,5, 6,+**", Code::UnreadableTaskField, " 6"),
        ("7,2,5,+6,+**", Code::UnreadableTaskField, "+6"),
        ("7,2,5,1_0,+**", Code::UnreadableTaskField, "1_0"),
        ("7,2,5,3.5,+**", Code::UnreadableTaskField, "3.5"),
        ("7,2,5,+**", Code::WrongNumberOfHeights, "+**"),
        ("7,2,5,6,8,+**", Code::WrongNumberOfHeights, "8"),
        ("7,2,5", Code::WrongNumberOfHeights, "5"),
        ("7,2,5,6,+*", Code::UnreadableSwitch, "+*"),
        ("7,2,5,6,+***", Code::UnreadableSwitch, "+***"),
        ("7,2,5,6,**", Code::UnreadableSwitch, ""),
        ("7,2,5,6,+*x", Code::UnreadableSwitch, "x"),
        ("7,2,5,6,+**,-*\u{e4}", Code::UnreadableSwitch, "\u{e4}"),
        ("7,2,5,6,+-*", Code::UnreadableSwitch, "-"),
        ("7,2,5,6,+", Code::UnreadableSwitch, "+"),
        ("7,2,5,6,+**,", Code::UnreadableSwitch, ""),
        ("7,2,5,6,+**,7", Code::UnreadableSwitch, ""),
        ("7,0,+", Code::WrongSizeOfTask, "0"),
        ("7,-1,+", Code::WrongSizeOfTask, "-1"),
        ("7,65,1", Code::WrongSizeOfTask, "65"),
        ("7,99999999999999999999,1", Code::WrongSizeOfTask, "99999999999999999999"),
        ("7,2,5,6", Code::WrongSizeOfTask, "6"),
        ("7,1,5,+*,-*", Code::WrongSizeOfTask, "-*"),
        ("7,2,5,6,\u{2212}*.", Code::UnreadableSwitch, "\u{2212}"),
        ("7,2,5,6,-x*", Code::UnreadableSwitch, "x"),
        ("7,3,5,6,+**,-*.", Code::WrongNumberOfHeights, "3"),
    ] {
        let found = malformed(code);
        assert!(found.contains(&(expected, piece)), "{code}: {found:?}");
    }
    assert_eq!(malformed("7,2,5,6,+*,-x*").len(), 2, "all switches are looked at");
    for one in ["", "7,2,5,6,+*,-*", "7,1,5,+**", "7,3,5,6,+**,-*.", "7,2,5,6,\u{2212}*."] {
        assert_eq!(malformed(one).len(), 1, "{one}: one mistake is one finding");
    }
    let said = |code: &str| Task::parse(code).expect_err(code)[0].message.clone();
    assert_eq!(said("7,1,5,+**"), "a switch with 2 signs, but there is 1 stack");
    assert_eq!(said("7,1,5,+*,-*"), "2 switches for 1 stack");
    assert_eq!(said("7,3,5,+***"), "3 stacks need 3 heights, but there is 1");
    assert_eq!(said("7,3,5,6,+**"), "3 stacks, but the heights and switches are those of 2 stacks");
    for good in ["-3,1,-12345678901234567890,+*", "0,1,0,-.", "007,2,5,6,+**"] {
        assert!(Task::parse(good).is_ok(), "{good}");
    }
    assert!(code::parse_wiring("+**,-*").is_err());
    assert!(code::parse_wiring("").is_err());
    assert!(code::parse_wiring("+*,-*").is_err(), "more switches than stacks");
    assert!(code::parse_wiring(&format!("+{}", "*".repeat(65))).is_err());
    assert!(code::parse_wiring("+").is_err());
}

#[test]
fn malformed_claims_are_pointed_at() {
    for (claims, expected, piece) in [
        ("clas solvable", Code::UnreadableTaskClaim, "clas"),
        ("3B | 1C", Code::UnreadableTaskClaim, "3B"),
        ("class", Code::UnreadableTaskClaim, "class"),
        ("class solvabel", Code::UnreadableTaskClaim, "solvabel"),
        ("class solvable solvable", Code::UnreadableTaskClaim, "solvable solvable"),
        ("presses -1", Code::UnreadableTaskClaim, "-1"),
        ("presses 1_0", Code::UnreadableTaskClaim, "1_0"),
        ("fewest", Code::UnreadableTaskClaim, "fewest"),
        ("fewest 3E", Code::UnreadableTaskClaim, "3E"),
        ("fewest 3b", Code::UnreadableTaskClaim, "3b"),
        ("fewest B", Code::UnreadableTaskClaim, "B"),
        ("fewest 3", Code::UnreadableTaskClaim, "3"),
        ("fewest 1A | 2A", Code::UnreadableTaskClaim, "2A"),
        ("fewest 1A |", Code::UnreadableTaskClaim, ""),
        ("fewest 1A ; -1B", Code::UnreadableTaskClaim, "-1B"),
        ("all 1A ; (none) | 1B", Code::UnreadableTaskClaim, "(none)"),
        ("presses 4 presses 4", Code::TaskClaimTwice, "presses"),
    ] {
        let source = format!("# comment\nx: {NINE}   {claims}\n");
        let faults = description::read(&source).expect_err(claims);
        let found: Vec<_> =
            faults.iter().map(|it| (it.code, &source[it.labels[0].span.range()])).collect();
        assert_eq!(found, [(expected, piece)], "{claims}");
    }
}

#[test]
fn a_code_with_blanks_says_so() {
    let source = format!("x: {}\n", NINE.replace(',', ", "));
    let faults = description::read(&source).expect_err("spaces");
    assert_eq!((faults.len(), &*faults[0].message), (1, "a task code has no spaces"));
    assert_eq!(faults[0].help, Some(format!("write {NINE}")));
    let faults = Task::parse("7,2,5, 6,+**").expect_err("a space");
    assert_eq!(faults[0].labels[0].text.as_deref(), Some("leave out the spaces"));
}

#[test]
fn the_published_generation_example() {
    let wiring = code::parse_wiring("+**..,-.**.,+..**").unwrap();
    let start = generate::solved_by(&wiring, 7.into(), &numbers(&[0, 0, 0])).unwrap();
    assert!(start.is_solved());
    let task = generate::solved_by(&wiring, 7.into(), &numbers(&[1, 2, 3])).unwrap();
    assert_eq!(task.to_string(), "7,4,6,8,6,4,+**..,-.**.,+..**");
    // The same seed gives the same presses on every machine.
    let presses = generate::presses(3, 9, 42);
    assert_eq!(presses, generate::presses(3, 9, 42));
    assert!((0..20).any(|seed| generate::presses(3, 9, seed) != presses));
    assert!(presses.iter().all(|count| *count <= 9.into()));
    assert_eq!(generate::presses(2, 0, 1), numbers(&[0, 0]));
}

#[test]
fn limits_are_named_and_nothing_is_claimed_beyond_them() {
    let task = Task::parse(NINE).unwrap();
    let two = SolveOptions { limit_solutions: 2, ..SolveOptions::default() };
    let Solved::Solvable(fewest) = solve(&task, &two).unwrap() else { panic!() };
    assert_eq!((fewest.solutions.len(), fewest.complete), (2, false));
    let three = SolveOptions { limit_solutions: 3, ..SolveOptions::default() };
    let Solved::Solvable(Fewest { complete, .. }) = solve(&task, &three).unwrap() else { panic!() };
    assert!(complete);
    let lines = description::read(&format!("{NINE} all 2C | 2D ; 1A | 1B | 1C | 1D")).unwrap();
    let values = check(&lines, &two);
    assert_eq!(values[0].verdict, Verdict::Undecided);
    assert_eq!(values[0].findings[0].limit(), Some(SOLUTIONS));
    let stop = CancellationToken::default();
    stop.request();
    let stopped = SolveOptions { stop, ..SolveOptions::default() };
    assert_eq!(solve(&task, &stopped), Err(Limit::STOPPED));
    // Pressing still shows that something is no solution.
    let lines = description::read(&format!("{NINE} presses 4 solution 1A")).unwrap();
    let verdicts: Vec<_> = check(&lines, &stopped).iter().map(|value| value.verdict).collect();
    assert_eq!(verdicts, [Verdict::Undecided, Verdict::Refuted]);
}

#[test]
fn numbers_of_any_size() {
    let target = "1000000000000000000000000000000";
    let task = Task::parse(&format!("{target},2,0,0,+*.,+.*")).unwrap();
    for backend in BackendKind::ALL.iter().copied() {
        let Solved::Solvable(fewest) = solve(&task, &options(backend)).unwrap() else { panic!() };
        assert_eq!(written(&fewest.solutions[0]), format!("{target}A | {target}B"));
    }
}

/// Those of descriptions have a limit as well, and reading a number takes the square of its length.
#[test]
fn numbers_of_too_many_digits() {
    let long = "7".repeat(65_537);
    for sign in ["", "-"] {
        let code = format!("7,1,{sign}{long},+*");
        assert_eq!(malformed(&code), [(Code::UnreadableTaskField, &code[4..code.len() - 3])]);
        assert!(Task::parse(&format!("7,1,{sign}{},+*", &long[1..])).is_ok());
    }
}

#[test]
fn sixty_four_stacks_and_switches() {
    let mut random = Random(5);
    let wiring = random_wiring(&mut random, 64, 64);
    let presses = generate::presses(64, 9, 1);
    let task = generate::solved_by(&wiring, 20.into(), &presses).unwrap();
    let Solved::Solvable(fewest) = solve(&task, &SolveOptions::default()).unwrap() else {
        panic!()
    };
    assert!(fewest.presses <= total(&presses));
    let names = task.switch_names();
    assert_eq!((names[63].as_str(), names.len()), ("BL", 64));
}
