//! The rules of the strategy chapter of the puzzle: each printed example, and thousands of random tasks
//! against trying everything and against the solver.

use crate::support::Random;
use grundy_games::kabelsalat::hints::{Combined, Hints, Left, Rest, Rule, combining, guess, hints};
use grundy_games::kabelsalat::solve::{Solved, solve};
use grundy_games::kabelsalat::{Direction, Switch, Task, total, written};
use grundy_kernel::Integer;
use grundy_language::limit::{CancellationToken, Limit};
use std::collections::BTreeSet;

fn task(code: &str) -> Task {
    Task::parse(code).unwrap_or_else(|_| panic!("{code}"))
}

fn explained(code: &str) -> Hints {
    hints(&task(code), &CancellationToken::default()).unwrap()
}

fn solutions(code: &str) -> Vec<String> {
    match explained(code).rest {
        Rest::Solved { solutions, complete: true } => {
            solutions.iter().map(|it| written(it)).collect()
        }
        other => panic!("{code}: {other:?}"),
    }
}

/// The steps in words, with the rules.
fn said(code: &str) -> Vec<(Rule, String)> {
    explained(code).steps.into_iter().map(|step| (step.rule, step.says)).collect()
}

/// What is known in the end, in the order in which it is found.
fn fixed(code: &str) -> Vec<String> {
    let steps = explained(code).steps;
    let fixed = steps.iter().flat_map(|step| &step.fixed);
    fixed.map(|(name, count)| format!("{name} = {count}")).collect()
}

#[test]
fn equal_switches_count_as_one() {
    let first = "5,3,3,5,5,+*..,+*..,+.*.";
    assert_eq!(solutions(first), ["2B", "1A | 1B", "2A"]);
    let steps = said(first);
    assert_eq!(
        steps[0],
        (Rule::Equal, "A and B do the same: they count as one switch, called A".to_owned())
    );
    assert_eq!(fixed(first), ["A = 2", "C = 0"]);
    let second = "6,3,4,4,6,+**.,+**.,-..*";
    assert_eq!(solutions(second), ["2B", "1A | 1B", "2A"]);
    assert_eq!(fixed(second), ["A = 2", "C = 0"]);
}

#[test]
fn a_stack_with_one_switch() {
    let first = "6,3,3,5,7,+*..,+.*.,-.**";
    assert_eq!(
        said(first),
        [
            (Rule::Single, "only A reaches a, which needs 3 more: A = 3".to_owned()),
            (Rule::Single, "only C reaches c, which has 1 too many: C = 1".to_owned()),
            (Rule::Single, "only B reaches b, which needs 2 more: B = 2".to_owned()),
        ]
    );
    assert_eq!(solutions(first), ["3A | 2B | 1C"]);
    let second = "6,3,4,5,6,+*.*,+.**,-..*";
    assert_eq!(fixed(second), ["A = 2", "B = 1", "C = 3"]);
    assert_eq!(solutions(second), ["2A | 1B | 3C"]);
}

#[test]
fn one_direction_only() {
    let code = "6,3,4,3,5,+**.,+*.*,+.**";
    let steps = said(code);
    assert_eq!(steps[0].0, Rule::OneDirection);
    for sum in ["A + B = 2 (a)", "A + C = 3 (b)", "B + C = 1 (c)"] {
        assert!(steps[0].1.contains(sum), "{steps:?}");
    }
    assert_eq!(solutions(code), ["2A | 1C"]);
    let unsolvable = "6,3,4,3,6,+**.,+*.*,-..*";
    let found = explained(unsolvable);
    assert_eq!(found.rest, Rest::Unsolvable);
    assert_eq!(found.steps[0].says, "only A reaches b, which needs 3 more: A = 3");
    assert!(
        found.steps[1].says.starts_with("only B reaches a, which has 1 too many, but B lifts it")
    );
    // All counts are 0 where nothing is missing.
    let steps = said("5,2,5,4,+**,+*.");
    assert_eq!(steps[0], (Rule::Single, "only A reaches b, which needs 1 more: A = 1".to_owned()));
    let steps = said("5,2,5,5,+**,+**");
    assert_eq!(steps[0].0, Rule::Equal);
    let steps = said("5,3,5,5,5,+**.,+*.*,-.**");
    assert_eq!(
        steps[0],
        (Rule::OneDirection, "a is at the target, and A and B only lift it: A = B = 0".to_owned())
    );
}

/// The printed example, line by line.
#[test]
fn combined_switches_of_the_source() {
    let code = "8,4,8,4,6,8,-*.**,+.***,+***.";
    let task = task(code);
    let [a, b, c] = [0, 1, 2].map(|switch| Combined::switch(&task, switch));
    let changes = |it: &Combined| -> Vec<i64> {
        it.changes.iter().map(|change| change.to_i64().unwrap()).collect()
    };
    let presses = |it: &Combined| it.ways.iter().map(|way| written(way)).collect::<Vec<_>>();
    assert_eq!(changes(&a), [-1, 0, -1, -1]);
    assert_eq!(changes(&b), [0, 1, 1, 1]);
    assert_eq!(changes(&c), [1, 1, 1, 0]);
    let sum = |one: &Combined, two: &Combined| one.plus(two).unwrap();
    let (ab, ac, bc) = (sum(&a, &b), sum(&a, &c), sum(&b, &c));
    let opposite = |one: &Combined, two: &Combined| -> Vec<usize> {
        let both = changes(one).into_iter().zip(changes(two)).enumerate();
        both.filter(|(_, (one, two))| one * two < 0).map(|(stack, _)| stack).collect()
    };
    // Stacks are counted from 0: c and d are 2 and 3.
    assert_eq!(opposite(&a, &b), [2, 3]);
    assert_eq!((changes(&ab), presses(&ab)), (vec![-1, 1, 0, 0], vec!["1A | 1B".to_owned()]));
    // Printed is c; a is opposite as well.
    assert_eq!(opposite(&a, &c), [0, 2]);
    assert_eq!((changes(&ac), presses(&ac)), (vec![0, 1, 0, -1], vec!["1A | 1C".to_owned()]));
    assert_eq!(opposite(&b, &c), [0_usize; 0]);
    assert_eq!((changes(&bc), presses(&bc)), (vec![1, 2, 2, 1], vec!["1B | 1C".to_owned()]));
    assert_eq!(opposite(&ac, &bc), [3]);
    let acbc = sum(&ac, &bc);
    assert_eq!(acbc.name, "ACBC");
    assert_eq!(
        (changes(&acbc), presses(&acbc)),
        (vec![1, 3, 2, 0], vec!["1A | 1B | 2C".to_owned()])
    );
    assert_eq!(opposite(&acbc, &ab), [0]);
    let wanted = sum(&acbc, &ab);
    assert_eq!(
        (changes(&wanted), presses(&wanted)),
        (vec![0, 4, 2, 0], vec!["2A | 2B | 2C".to_owned()])
    );
    assert_eq!(wanted.changes, task.missing());
    let heights = task.heights_after(&[1, 1, 2].map(Integer::from));
    assert_eq!(heights, [9, 7, 8, 8].map(Integer::from));
    // The rules need one of these pairs.
    assert_eq!(solutions(code), ["2A | 2B | 2C"]);
    let rules: Vec<_> = explained(code).steps.iter().map(|step| step.rule).collect();
    assert_eq!(rules, [Rule::Combined, Rule::Single, Rule::Single]);
    assert_eq!(fixed(code), ["B = 2", "AC = 2"]);
}

#[test]
fn equal_heights_are_a_guess() {
    let first = "7,4,5,5,5,7,+***.,+*..*,-...*";
    let second = "7,4,5,5,5,6,+***.,-*..*,+**.*";
    for code in [first, second] {
        let step = guess(&task(code)).unwrap();
        assert_eq!((step.rule, step.fixed), (Rule::EqualHeights, vec![("A".to_owned(), 2.into())]));
        assert_eq!(
            step.says,
            "a, b and c have the same height, and A reaches exactly these: perhaps A = 2"
        );
    }
    assert_eq!(solutions(first), ["2A"]);
    // There the guess is wrong.
    assert_eq!(explained(second).rest, Rest::Unsolvable);
    for code in [
        "7,4,5,5,5,7,-***.,+*..*,-...*",
        "7,4,7,7,7,5,+***.,+*..*,-...*",
        "7,4,5,5,5,5,+***.,+*..*,-...*",
        "7,2,5,5,+**",
    ] {
        assert_eq!(guess(&task(code)), None, "{code}");
    }
}

#[test]
fn other_printed_tasks_are_explained() {
    for (code, expected) in [
        ("7,4,4,6,3,3,-**.*,+*.**,+.***", "3B | 1C"),
        ("7,4,10,5,7,4,-***.,+.***,-..**", "3A | 5B | 2C"),
        ("7,4,5,4,7,6,+*...,+.*..,+..*.,+...*", "2A | 3B | 1D"),
        ("7,4,7,7,7,7,-**..,+.**.,-..**", "(none)"),
        ("7,4,6,8,6,4,+**..,-.**.,+..**", "1A | 2B | 3C"),
    ] {
        assert_eq!(solutions(code), [expected], "{code}");
    }
    assert_eq!(explained("7,4,6,8,6,4,-**..,+.**.,-..**").rest, Rest::Unsolvable);
}

/// All solutions with counts up to `most`.
fn within(task: &Task, most: i64) -> Vec<Vec<Integer>> {
    let count = task.switches().len();
    let mut all = Vec::new();
    let mut counts = vec![0_i64; count];
    loop {
        let presses: Vec<_> = counts.iter().map(|&it| Integer::from(it)).collect();
        if task.is_solved_by(&presses) {
            all.push(presses);
        }
        let Some(at) = counts.iter().rposition(|&it| it < most) else { return all };
        counts[at] += 1;
        counts[at + 1..].fill(0);
    }
}

fn random_task(random: &mut Random, solvable: bool) -> Task {
    let stacks = 1 + random.below(5);
    let count = 1 + random.below(stacks);
    let switches: Vec<_> = (0..count)
        .map(|_| Switch {
            direction: if random.below(2) == 0 { Direction::Up } else { Direction::Down },
            wired: (0..stacks).map(|_| random.below(5) < 3).collect(),
        })
        .collect();
    let presses: Vec<_> = (0..count).map(|_| Integer::from(random.below(4))).collect();
    let start = Task::new(7.into(), vec![7.into(); stacks], switches.clone()).unwrap();
    // What the presses add is missing before them.
    let mut heights: Vec<_> =
        start.heights_after(&presses).iter().map(|after| Integer::from(14) - after).collect();
    if !solvable {
        let stack = random.below(stacks);
        heights[stack] += &Integer::from(1 + random.below(2));
    }
    Task::new(7.into(), heights, switches).unwrap()
}

/// Every step keeps the shortest solutions: those of what is left, put together with what is fixed, are
/// those of the task.  The rest is solved by trying everything.
#[test]
fn hints_remove_only_what_is_in_no_shortest_solution() {
    let mut random = Random(43);
    let (mut solved, mut refused, mut searched) = (0, 0, 0);
    let mut rules = BTreeSet::new();
    for round in 0..6000 {
        let task = random_task(&mut random, round % 3 != 0);
        let found = hints(&task, &CancellationToken::default()).unwrap();
        rules.extend(found.steps.iter().map(|step| step.rule));
        let naive = within(&task, 4);
        let least = naive.iter().map(|it| total(it)).min();
        match &found.rest {
            Rest::Solved { solutions, complete } => {
                assert!(complete);
                let presses = total(&solutions[0]);
                // A shorter one may press a switch more than 4 times.
                assert!(least.is_none_or(|least| presses <= least), "{task}");
                let fits = |it: &&Vec<Integer>| it.iter().all(|count| *count <= 4.into());
                let short: Vec<_> = naive.iter().filter(|it| total(it) == presses).collect();
                assert_eq!(solutions.iter().filter(fits).collect::<Vec<_>>(), short, "{task}");
                solved += 1;
            }
            Rest::Unsolvable => {
                assert!(naive.is_empty(), "{task}");
                refused += 1;
            }
            Rest::Search(left) => {
                check_rest(&task, &found, left, &naive);
                searched += 1;
            }
        }
    }
    // Nothing is removed by a guess.
    let all = Rule::ALL.iter().copied().filter(|it| *it != Rule::EqualHeights);
    assert_eq!(rules, all.collect());
    assert!(solved > 2000 && refused > 1000 && searched > 20, "{solved} {refused} {searched}");
}

/// Every shortest solution of the task is one of what is left with what is fixed, and every solution of
/// what is left is one of the task.
fn check_rest(task: &Task, found: &Hints, left: &Left, naive: &[Vec<Integer>]) {
    let least = naive.iter().map(|it| total(it)).min();
    let naive = naive.iter().filter(|it| Some(total(it)) == least);
    // Each switch that is fixed stands for one switch of the task, in all of these.
    let plain: Vec<_> = left.switches.iter().filter(|it| !it.is_combined()).collect();
    assert!(!left.switches.is_empty() && plain.len() <= task.switches().len());
    let names = task.switch_names();
    for solution in naive {
        for (name, count) in found.steps.iter().flat_map(|step| &step.fixed) {
            let combined = found.steps.iter().flat_map(|step| &step.combined);
            if combined.clone().next().is_some() {
                continue;
            }
            let leader = names.iter().position(|it| it == name).unwrap();
            let same = |index: &usize| task.switches()[*index] == task.switches()[leader];
            let sum = (0..names.len())
                .filter(same)
                .fold(Integer::ZERO, |sum, index| &sum + &solution[index]);
            assert_eq!(sum, *count, "{task}: {name}");
        }
    }
}

/// The solver has the same answer wherever the hints have one, and what is left has the same answer as
/// the task, but for what is fixed.
#[test]
fn hints_agree_with_the_solver() {
    let mut random = Random(7);
    let mut searched = 0;
    for round in 0..1500 {
        let task = random_task(&mut random, round % 4 != 0);
        let found = hints(&task, &CancellationToken::default()).unwrap();
        let truth = solve(&task, &Default::default()).unwrap();
        match (&found.rest, &truth) {
            (Rest::Solved { solutions, .. }, Solved::Solvable(fewest)) => {
                assert_eq!(*solutions, fewest.solutions, "{task}");
            }
            (Rest::Unsolvable, Solved::Unsolvable(_)) => {}
            (Rest::Search(left), truth) => {
                searched += 1;
                let rest = solve(&left.task, &Default::default()).unwrap();
                match (rest, truth) {
                    (Solved::Solvable(rest), Solved::Solvable(whole)) => {
                        let before = found.steps.iter().take_while(|step| step.combined.is_empty());
                        let fixed = before.flat_map(|step| &step.fixed);
                        let sum = fixed.fold(rest.presses, |sum, (_, count)| &sum + count);
                        assert_eq!(sum, whole.presses, "{task}");
                    }
                    (Solved::Unsolvable(_), Solved::Unsolvable(_)) => {}
                    (rest, truth) => panic!("{task}: {rest:?} {truth:?}"),
                }
            }
            (rest, truth) => panic!("{task}: {rest:?} {truth:?}"),
        }
    }
    assert!(searched > 5, "{searched}");
}

/// Whichever switches are combined first, the solutions stay the same.
#[test]
fn named_combinations_keep_the_solutions() {
    let mut random = Random(11);
    let (mut combined, mut refused) = (0, 0);
    for round in 0..400 {
        let task = random_task(&mut random, round % 4 != 0);
        let truth = solve(&task, &Default::default()).unwrap();
        let names = task.switch_names();
        for one in &names {
            for other in names.iter().filter(|it| *it != one) {
                let pair = [[one.clone(), other.clone()]];
                let Ok(found) = combining(&task, &pair, &CancellationToken::default()).unwrap()
                else {
                    refused += 1;
                    continue;
                };
                combined += 1;
                let first = &found.steps[0];
                assert!(pair[0].iter().all(|name| first.switches.contains(name)), "{first:?}");
                match (&found.rest, &truth) {
                    (Rest::Solved { solutions, .. }, Solved::Solvable(fewest)) => {
                        assert_eq!(*solutions, fewest.solutions, "{task} {pair:?}");
                    }
                    (Rest::Unsolvable, Solved::Unsolvable(_)) | (Rest::Search(_), _) => {}
                    (rest, truth) => panic!("{task} {pair:?}: {rest:?} {truth:?}"),
                }
            }
        }
    }
    assert!(combined > 200 && refused > 200, "{combined} {refused}");
}

/// All ways to press the switches so that they are this many presses of each switch of the task together.
fn presses_of(
    switches: &[Combined],
    wanted: &[Integer],
    found: &mut Vec<Vec<Integer>>,
    counts: &[Integer],
) {
    let Some((first, others)) = switches.split_first() else {
        if wanted.iter().all(Integer::is_zero) {
            found.push(counts.to_vec());
        }
        return;
    };
    let (mut wanted, mut count) = (wanted.to_vec(), Integer::ZERO);
    while wanted.iter().all(|left| !left.is_negative()) {
        presses_of(others, &wanted, found, &[counts, &[count.clone()]].concat());
        for (left, one) in wanted.iter_mut().zip(&first.ways[0]) {
            *left -= one;
        }
        count += &Integer::ONE;
    }
}

/// Where switches were combined and something is left: the shortest solutions of the task are presses of
/// what is fixed and of what is left, and these add just what is missing; and whatever adds what is missing
/// is a solution of the task.
#[test]
fn what_is_left_after_combining_is_the_same_task() {
    let mut random = Random(99);
    let (mut tasks, mut solutions) = (0, 0);
    for _ in 0..6000 {
        let task = random_task(&mut random, true);
        let found = hints(&task, &CancellationToken::default()).unwrap();
        let Rest::Search(left) = &found.rest else { continue };
        let combined = found.steps.iter().flat_map(|step| &step.combined);
        let equal = found.steps.iter().any(|step| matches!(step.rule, Rule::Equal));
        if combined.clone().next().is_none() || equal {
            continue;
        }
        tasks += 1;
        let plain = (0..task.switches().len()).map(|switch| Combined::switch(&task, switch));
        let known: Vec<_> = plain.chain(combined.cloned()).collect();
        let mut fixed = vec![Integer::ZERO; task.switches().len()];
        for (name, count) in found.steps.iter().flat_map(|step| &step.fixed) {
            // A name belongs to one switch only: nothing was renamed.
            let switch = known.iter().find(|it| it.name == *name).unwrap();
            for (sum, one) in fixed.iter_mut().zip(&switch.ways[0]) {
                sum.add_product(one, count);
            }
        }
        let naive = within(&task, 5);
        let least = naive.iter().map(|it| total(it)).min();
        for solution in naive.iter().filter(|it| Some(total(it)) == least) {
            let rest: Vec<_> =
                solution.iter().zip(&fixed).map(|(all, known)| all - known).collect();
            let mut counts = Vec::new();
            presses_of(&left.switches, &rest, &mut counts, &[]);
            assert!(!counts.is_empty(), "{task}: {} is lost", written(solution));
            for counts in counts {
                let mut added = vec![Integer::ZERO; task.heights().len()];
                for (switch, count) in left.switches.iter().zip(&counts) {
                    for (sum, change) in added.iter_mut().zip(&switch.changes) {
                        sum.add_product(change, count);
                    }
                }
                assert_eq!(added, left.missing, "{task}");
                solutions += 1;
            }
        }
        // Small presses of what is left that add what is missing.
        let mut counts = vec![0_i64; left.switches.len()];
        while let Some(at) = counts.iter().rposition(|&it| it < 2) {
            counts[at] += 1;
            counts[at + 1..].fill(0);
            let (mut presses, mut added) =
                (fixed.clone(), vec![Integer::ZERO; task.heights().len()]);
            for (switch, &count) in left.switches.iter().zip(&counts) {
                let count = Integer::from(count);
                for (sum, one) in presses.iter_mut().zip(&switch.ways[0]) {
                    sum.add_product(one, &count);
                }
                for (sum, change) in added.iter_mut().zip(&switch.changes) {
                    sum.add_product(change, &count);
                }
            }
            assert_eq!(added == left.missing, task.is_solved_by(&presses), "{task}");
        }
    }
    assert!(tasks > 5 && solutions > 5, "{tasks} {solutions}");
}

#[test]
fn numbers_and_tasks_of_any_size() {
    let many = "9".repeat(400);
    let code = format!("{many},2,0,0,+*.,+**");
    // B = many, A = 0.
    assert_eq!(solutions(&code), [format!("{many}B")]);
    // Two equal switches and as many presses: more ways than are listed.
    let Rest::Solved { solutions, complete } = explained(&format!("{many},2,0,0,+**,+**")).rest
    else {
        panic!()
    };
    assert_eq!((solutions.len(), complete), (1000, false));
    let mut random = Random(9);
    for _ in 0..3 {
        let switches = (0..64).map(|_| Switch {
            direction: if random.below(2) == 0 { Direction::Up } else { Direction::Down },
            wired: (0..64).map(|_| random.below(8) == 0).collect(),
        });
        let task = Task::new(5.into(), vec![4.into(); 64], switches.collect()).unwrap();
        assert!(hints(&task, &CancellationToken::default()).is_ok());
    }
    let stop = CancellationToken::default();
    stop.request();
    assert_eq!(hints(&task("7,2,5,6,+**"), &stop), Err(Limit::STOPPED));
}
