//! Integer feasibility against enumeration, refutations against their checker.

use grundy_ilp::{
    Answer, Backend, BackendKind, Combination, Ending, Exact, Fact, Lattice, Refutation,
    lexicographic_minimum,
};
use grundy_kernel::Integer;
use grundy_kernel::affine::{Affine, Constraint, Relation};
use grundy_language::limit::{CancellationToken, Limit};

/// A deterministic generator (xorshift64*, Vigna 2016).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number in `low..=high`.
    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() >> 11) as i64 % (high - low + 1)
    }
}

fn form(constant: i64, coefficients: &[i64]) -> Affine {
    Affine::new(constant.into(), coefficients.iter().map(|&c| c.into()))
}

fn at_least(constant: i64, coefficients: &[i64]) -> Constraint {
    Constraint::at_least_zero(form(constant, coefficients))
}

fn zero(constant: i64, coefficients: &[i64]) -> Constraint {
    Constraint::zero(form(constant, coefficients))
}

fn backend(kind: BackendKind, dimension: usize, rows: &[Constraint]) -> Box<dyn Backend> {
    let mut backend = kind.backend(CancellationToken::default());
    for _ in 0..dimension {
        backend.add_variable();
    }
    for row in rows {
        backend.push(row);
    }
    backend
}

/// Asks, checks the evidence, and gives the bare answer.
fn decide(
    backend: &mut dyn Backend,
    dimension: usize,
    rows: &[Constraint],
    question: Option<&Constraint>,
) -> bool {
    let all: Vec<Constraint> = rows.iter().chain(question).cloned().collect();
    match backend.ask(question) {
        Answer::Feasible(point) => {
            assert_eq!(point.len(), dimension);
            assert!(all.iter().all(|row| row.holds_at(&point)), "{point:?} in {all:?}");
            true
        }
        Answer::Infeasible(refutation) => {
            let shown = refutation.check(rows, question, dimension);
            assert_eq!(shown, Ok(()), "{refutation:?} of {all:?}");
            false
        }
        Answer::Unknown(limit) => panic!("undecided ({}): {all:?}", limit.name()),
    }
}

fn feasible(kind: BackendKind, dimension: usize, rows: &[Constraint]) -> bool {
    decide(&mut *backend(kind, dimension, rows), dimension, rows, None)
}

/// The answer of all backends.
fn check(dimension: usize, rows: &[Constraint], computed: bool) {
    for kind in BackendKind::ALL.iter().copied() {
        assert_eq!(feasible(kind, dimension, rows), computed, "{kind}: {rows:?}");
    }
}

#[test]
fn no_cap_on_variables() {
    check(1, &[at_least(-2_147_483_648, &[1])], true);
    check(1, &[at_least(-2_147_483_648, &[-1])], true);
    check(1, &[at_least(-2_147_483_648, &[1]), at_least(2_147_483_648, &[-1])], true);
    check(1, &[at_least(-2_147_483_649, &[1]), at_least(2_147_483_648, &[-1])], false);
    check(2, &[at_least(-i64::MAX, &[2, 0]), at_least(0, &[-3, 5])], true);
}

#[test]
fn unbounded_and_empty_over_the_integers_only() {
    check(2, &[zero(-1, &[2, -2])], false);
    check(2, &[at_least(-1, &[2, -2]), at_least(1, &[-2, 2])], false);
    check(2, &[at_least(-1, &[3, -3]), at_least(2, &[-3, 3])], false);
    check(3, &[zero(-1, &[6, 10, 15])], true);
    check(3, &[zero(-1, &[6, 10, 4])], false);
    check(2, &[zero(0, &[1, 1]), zero(-1, &[1, -1])], false);
}

#[test]
fn no_constraints_and_constant_constraints() {
    check(0, &[], true);
    check(3, &[], true);
    check(0, &[at_least(-1, &[])], false);
    check(1, &[at_least(0, &[]), zero(0, &[])], true);
    check(1, &[zero(3, &[])], false);
    check(2, &[zero(-4, &[2, 2]), zero(-5, &[2, 2])], false);
}

#[test]
fn big_coefficients() {
    let big = |text: &str| text.parse::<Integer>().unwrap();
    let ten30 = big("1000000000000000000000000000000");
    let next = &ten30 + &Integer::ONE;
    // 10^30 x - (10^30 + 1) y = 1 has a solution, twice that has none.
    let row = |factor: i64| {
        let factor = Integer::from(factor);
        let coefficients = [&ten30 * &factor, -(&next * &factor)];
        Constraint::zero(Affine::new((-1).into(), coefficients))
    };
    check(2, &[row(1)], true);
    check(2, &[row(2)], false);
    // 1 <= 2 (10^30 x - (10^30 + 1) y) - 1 <= 2 has the value 1; with 0 <= x, y <= 10^29 none.
    let strip = Affine::new((-1).into(), [ten30.clone(), -&next]);
    let mut rows = vec![
        Constraint::at_least_zero(strip.clone()),
        Constraint::at_least_zero((-&strip).plus(1)),
    ];
    check(2, &rows, true);
    let tenth = ten30.div_floor(&10.into());
    for v in 0..2 {
        let x = Affine::variable(v);
        rows.push(Constraint::at_least_zero(x.clone()));
        rows.push(Constraint::at_least_zero((-&x).plus(tenth.clone())));
    }
    check(2, &rows, false);
}

#[test]
fn thin_skew_strips() {
    // 1 <= 2*(a x + b y) <= 1 in disguise, and strips with few points far out.
    check(2, &[at_least(-1, &[2000, -1998]), at_least(1, &[-2000, 1998])], false);
    check(2, &[at_least(-1, &[1000, -999]), at_least(2, &[-1000, 999])], true);
    let far = [
        at_least(-1, &[1000, -999]),
        at_least(1, &[-1000, 999]),
        at_least(-1_000_000_000_000, &[1, 0]),
    ];
    check(2, &far, true);
    // Between 1/3 and 2/3 along a direction, bounded or not in the others.
    for bound in [10, 1_000_000, 1_000_000_000_000] {
        let rows = [
            at_least(-1, &[30, -21, 12]),
            at_least(2, &[-30, 21, -12]),
            at_least(bound, &[1, 0, 0]),
            at_least(bound, &[-1, 0, 0]),
            at_least(bound, &[0, 1, 0]),
            at_least(bound, &[0, -1, 0]),
        ];
        check(3, &rows, false);
        check(3, &rows[..2], false);
        check(3, &rows[..3], false);
    }
    // Not a multiple of any single row: the triangle with vertices (1/2, 0), (1/2, N), ...
    for n in [10, 1000, 1_000_000_000] {
        let rows = [
            at_least(-n, &[2 * n, -1]),
            at_least(3 * n, &[-4 * n, -1]),
            at_least(-1, &[0, 3]),
            at_least(0, &[0, 1]),
        ];
        check(2, &rows, false);
    }
    // x - y is a half on an implied line: three inequalities that sum to zero.
    check(
        3,
        &[at_least(-1, &[2, -4, 2]), at_least(0, &[-2, 3, 1]), at_least(1, &[0, 1, -3])],
        false,
    );
}

/// A random system in 1 to 4 variables with small numbers.
fn random_rows(random: &mut Random, dimension: usize) -> Vec<Constraint> {
    let count = random.within(1, 6);
    let equations = random.within(0, 3) == 0;
    (0..count)
        .map(|_| {
            let size = if random.within(0, 2) == 0 { 9 } else { 3 };
            let mut coefficients: Vec<i64> =
                (0..dimension).map(|_| random.within(-size, size)).collect();
            if random.within(0, 3) == 0 {
                let factor = random.within(2, 4);
                coefficients.iter_mut().for_each(|c| *c *= factor);
            }
            let form = form(random.within(-12, 12), &coefficients);
            if equations && random.within(0, 2) == 0 {
                Constraint::zero(form)
            } else {
                Constraint::at_least_zero(form)
            }
        })
        .collect()
}

fn box_rows(dimension: usize, side: i64) -> Vec<Constraint> {
    let mut rows = Vec::new();
    for v in 0..dimension {
        let x = Affine::variable(v);
        rows.push(Constraint::at_least_zero(x.clone().plus(side)));
        rows.push(Constraint::at_least_zero((-&x).plus(side)));
    }
    rows
}

/// All points with coordinates in -side..=side.
fn points(dimension: usize, side: i64) -> Vec<Vec<Integer>> {
    let mut points = vec![Vec::new()];
    for _ in 0..dimension {
        points = points
            .iter()
            .flat_map(|point: &Vec<Integer>| {
                (-side..=side).map(move |x| {
                    let mut point = point.clone();
                    point.push(x.into());
                    point
                })
            })
            .collect();
    }
    points
}

fn side(dimension: usize) -> i64 {
    [0, 20, 8, 4, 2][dimension]
}

#[test]
fn random_systems_against_enumeration() {
    let mut random = Random(1);
    let (mut full, mut empty, mut integer_only, mut split, mut with_equation) = (0, 0, 0, 0, 0);
    for round in 0..8000 {
        let dimension = random.within(1, 4) as usize;
        let mut rows = random_rows(&mut random, dimension);
        rows.extend(box_rows(dimension, side(dimension)));
        let computed = points(dimension, side(dimension))
            .iter()
            .any(|point| rows.iter().all(|row| row.holds_at(point)));
        let mut exact = backend(BackendKind::Exact, dimension, &rows);
        assert_eq!(decide(&mut *exact, dimension, &rows, None), computed, "{round}: {rows:?}");
        with_equation += usize::from(rows.iter().any(|row| row.relation == Relation::Zero));
        if computed {
            full += 1;
        } else if let Answer::Infeasible(refutation) = exact.ask(None) {
            empty += 1;
            let constant = |ending: &Ending| match ending {
                Ending::Contradiction(sum) => sum.divisor == Integer::ONE,
                Ending::Split { .. } => false,
            };
            let rational = !refutation.lines.is_empty() || !constant(&refutation.ending);
            integer_only += usize::from(rational);
            split += usize::from(matches!(refutation.ending, Ending::Split { .. }));
        }
    }
    // The generator makes enough of each kind.
    assert!(full > 1500, "{full}");
    assert!(empty > 1500, "{empty}");
    assert!(integer_only > 500, "{integer_only}");
    assert!(split > 3, "{split}");
    assert!(with_equation > 1000, "{with_equation}");
}

#[test]
fn questions_against_enumeration() {
    let mut random = Random(2);
    let mut counts = [0; 2];
    for _ in 0..400 {
        let dimension = random.within(1, 4) as usize;
        let mut rows = box_rows(dimension, side(dimension));
        rows.extend(random_rows(&mut random, dimension).into_iter().take(2));
        let inside: Vec<_> = points(dimension, side(dimension))
            .into_iter()
            .filter(|point| rows.iter().all(|row| row.holds_at(point)))
            .collect();
        let mut exact = backend(BackendKind::Exact, dimension, &rows);
        for question in (0..4).flat_map(|_| random_rows(&mut random, dimension)) {
            let computed = inside.iter().any(|point| question.holds_at(point));
            let answer = decide(&mut *exact, dimension, &rows, Some(&question));
            assert_eq!(answer, computed, "{rows:?} with {question:?}");
            counts[usize::from(answer)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn unbounded_systems_against_a_large_box() {
    // Small systems with small numbers that have a point have one in a moderate box; one
    // that is found must hold, and a refutation is checked: only completeness is at stake.
    let mut random = Random(3);
    let mut counts = [0; 2];
    for _ in 0..3000 {
        let dimension = random.within(1, 6) as usize;
        let rows = random_rows(&mut random, dimension);
        let answer = feasible(BackendKind::Exact, dimension, &rows);
        if dimension <= 2 && !answer {
            assert!(!points(dimension, 30).iter().any(|p| rows.iter().all(|r| r.holds_at(p))));
        }
        counts[usize::from(answer)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn the_backends_agree() {
    let mut random = Random(4);
    let mut fallbacks = 0;
    for _ in 0..600 {
        let dimension = random.within(1, 4) as usize;
        let mut rows = random_rows(&mut random, dimension);
        if random.within(0, 1) == 0 {
            rows.extend(box_rows(dimension, 6));
        }
        let exact = feasible(BackendKind::Exact, dimension, &rows);
        let mut good_lp = backend(BackendKind::GoodLp, dimension, &rows);
        assert_eq!(decide(&mut *good_lp, dimension, &rows, None), exact, "{rows:?}");
        fallbacks += good_lp.work().fallbacks;
        assert_eq!(feasible(BackendKind::Both, dimension, &rows), exact, "{rows:?}");
    }
    assert!(fallbacks < 300, "good_lp should decide most systems: {fallbacks}");
}

#[test]
fn push_mark_rollback_as_a_fresh_solver() {
    for kind in [BackendKind::Exact, BackendKind::Both] {
        let mut random = Random(5);
        let rounds = if kind == BackendKind::Exact { 300 } else { 20 };
        for _ in 0..rounds {
            let mut dimension = 2;
            let mut rows: Vec<Constraint> = Vec::new();
            let mut incremental = backend(kind, dimension, &rows);
            let mut marks = Vec::new();
            for _ in 0..30 {
                match random.within(0, 9) {
                    0 if dimension < 5 => {
                        assert_eq!(incremental.add_variable(), dimension);
                        dimension += 1;
                    }
                    1 | 2 => marks.push((incremental.mark(), dimension, rows.len())),
                    3 | 4 if !marks.is_empty() => {
                        let keep = random.within(0, marks.len() as i64 - 1) as usize;
                        let (mark, variables, count) = marks[keep];
                        marks.truncate(keep);
                        incremental.rollback(mark);
                        dimension = variables;
                        rows.truncate(count);
                    }
                    5 | 6 => {
                        let row = random_rows(&mut random, dimension).swap_remove(0);
                        incremental.push(&row);
                        rows.push(row);
                    }
                    _ => {
                        let question = random_rows(&mut random, dimension).pop();
                        for question in [question.as_ref(), None] {
                            let answer = decide(&mut *incremental, dimension, &rows, question);
                            let all: Vec<_> = rows.iter().chain(question).cloned().collect();
                            assert_eq!(answer, feasible(BackendKind::Exact, dimension, &all));
                        }
                    }
                }
            }
        }
    }
}

/// Each way to spoil one place of the argument.
fn tampered(refutation: &Refutation) -> Vec<Refutation> {
    let mut all = Vec::new();
    let spoil = |combination: &Combination| {
        let mut spoiled = Vec::new();
        for index in 0..combination.terms.len() {
            for change in [-1, 1] {
                let mut other = combination.clone();
                other.terms[index].1 += &Integer::from(change);
                spoiled.push(other);
            }
            let mut other = combination.clone();
            other.terms.remove(index);
            spoiled.push(other);
            let mut other = combination.clone();
            other.terms[index].0 = Fact::Row(1000);
            spoiled.push(other);
            let mut other = combination.clone();
            other.terms[index].1 = -&other.terms[index].1;
            spoiled.push(other);
        }
        let mut other = combination.clone();
        other.divisor = Integer::ZERO;
        spoiled.push(other);
        spoiled
    };
    match &refutation.ending {
        Ending::Contradiction(combination) => {
            for combination in spoil(combination) {
                let ending = Ending::Contradiction(combination);
                all.push(Refutation { ending, ..refutation.clone() });
            }
        }
        Ending::Split { form, above, below } => {
            for (a, b) in [(above, above), (below, below), (below, above)] {
                let ending =
                    Ending::Split { form: form.clone(), above: a.clone(), below: b.clone() };
                all.push(Refutation { ending, ..refutation.clone() });
            }
        }
    }
    for index in 0..refutation.lines.len() {
        for line in spoil(&refutation.lines[index]) {
            let mut other = refutation.clone();
            other.lines[index] = line;
            all.push(other);
        }
    }
    all
}

#[test]
fn tampered_refutations_are_rejected_or_still_arguments() {
    // A changed multiplier can give another valid argument (a stronger combination), so the
    // test of soundness is on systems that have a point: nothing may pass there.
    let mut random = Random(6);
    let (mut rejected, mut accepted) = (0, 0);
    for _ in 0..400 {
        let dimension = random.within(1, 3) as usize;
        let mut rows = random_rows(&mut random, dimension);
        rows.extend(box_rows(dimension, 5));
        let mut exact = backend(BackendKind::Exact, dimension, &rows);
        let Answer::Infeasible(refutation) = exact.ask(None) else { continue };
        for other in tampered(&refutation) {
            match other.check(&rows, None, dimension) {
                Ok(()) => accepted += 1,
                Err(_) => rejected += 1,
            }
        }
        // Without one of its rows the system may have a point; then no argument holds.
        for index in 0..rows.len() {
            let mut fewer = rows.clone();
            fewer[index] = at_least(0, &[]);
            if feasible(BackendKind::Exact, dimension, &fewer) {
                assert!(refutation.check(&fewer, None, dimension).is_err());
                for other in tampered(&refutation) {
                    assert!(other.check(&fewer, None, dimension).is_err());
                }
            }
        }
    }
    assert!(rejected > 1000 && rejected > 5 * accepted, "{rejected} {accepted}");
}

#[test]
fn one_of_each_ending_tampered() {
    let rows = [zero(-1, &[2, -2])];
    let Answer::Infeasible(refutation) = backend(BackendKind::Exact, 2, &rows).ask(None) else {
        panic!("2x-2y = 1 has no solution")
    };
    let mut wrong = refutation.clone();
    let Ending::Contradiction(combination) = &mut wrong.ending else {
        panic!("no fraction: {refutation:?}")
    };
    assert_eq!(combination.divisor, 2.into());
    combination.divisor = 3.into();
    assert!(wrong.check(&rows, None, 2).is_err());
    assert!(refutation.check(&[at_least(-1, &[2, -2])], None, 2).is_err());
    assert!(refutation.check(&rows, None, 1).is_err());

    let split = Refutation {
        lines: Vec::new(),
        ending: Ending::Split {
            form: form(0, &[1]),
            above: Box::new(Refutation {
                lines: Vec::new(),
                ending: Ending::Contradiction(Combination {
                    terms: vec![(Fact::Row(0), 1.into()), (Fact::Line(0), 1.into())],
                    divisor: Integer::ONE,
                }),
            }),
            below: Box::new(Refutation {
                lines: Vec::new(),
                ending: Ending::Contradiction(Combination {
                    terms: vec![(Fact::Row(1), 1.into()), (Fact::Line(0), 1.into())],
                    divisor: Integer::ONE,
                }),
            }),
        },
    };
    let rows = [at_least(-1, &[-1]), at_least(0, &[1])];
    assert_eq!(split.check(&rows, None, 1), Ok(()));
    let mut wrong = split.clone();
    if let Ending::Split { form, .. } = &mut wrong.ending {
        *form = self::form(2, &[1]);
    }
    assert!(wrong.check(&rows, None, 1).is_err());
}

#[test]
fn lexicographic_minimum_against_enumeration() {
    let mut random = Random(7);
    let mut found = 0;
    for round in 0..600 {
        let dimension = random.within(1, 3) as usize;
        let mut rows = random_rows(&mut random, dimension);
        rows.extend(box_rows(dimension, 5));
        let forms: Vec<Affine> = (0..3)
            .map(|_| {
                let coefficients: Vec<i64> = (0..dimension).map(|_| random.within(-4, 4)).collect();
                form(random.within(-4, 4), &coefficients)
            })
            .collect();
        let values = |point: &[Integer]| forms.iter().map(|f| f.at(point)).collect::<Vec<_>>();
        let computed = points(dimension, 5)
            .iter()
            .filter(|point| rows.iter().all(|row| row.holds_at(point)))
            .map(|point| values(point))
            .min();
        let kind = if round < 60 { BackendKind::Both } else { BackendKind::Exact };
        let mut backend = backend(kind, dimension, &rows);
        let point = lexicographic_minimum(&mut *backend, &forms).unwrap();
        assert_eq!(point.as_deref().map(values), computed, "{rows:?}");
        if let Some(point) = point {
            assert!(rows.iter().all(|row| row.holds_at(&point)));
            found += 1;
        }
        // The backend is as before.
        decide(&mut *backend, dimension, &rows, None);
    }
    assert!(found > 100, "{found}");
}

#[test]
fn lexicographic_minimum_far_out_and_without_end() {
    let rows = [at_least(-1_000_000_007, &[3])];
    let mut exact = backend(BackendKind::Exact, 1, &rows);
    let point = lexicographic_minimum(&mut *exact, &[Affine::variable(0)]);
    assert_eq!(point, Ok(Some(vec![333_333_336.into()])));
    let point = lexicographic_minimum(&mut *exact, &[form(0, &[-1])]);
    assert_eq!(point, Err(Limit::INTEGER_BRANCHES));
}

#[test]
fn limits_are_named_and_never_decide() {
    let stopped = CancellationToken::default();
    stopped.request();
    for (stop, branches, limit) in [
        (stopped, 1000, Limit::STOPPED),
        (CancellationToken::default(), 0, Limit::INTEGER_BRANCHES),
    ] {
        let mut random = Random(9);
        let mut reached = 0;
        for _ in 0..3000 {
            let dimension = random.within(2, 4) as usize;
            let mut rows = random_rows(&mut random, dimension);
            rows.extend(box_rows(dimension, 3));
            let mut exact = Exact::new(stop.clone()).with_branches(branches);
            for _ in 0..dimension {
                exact.add_variable();
            }
            rows.iter().for_each(|row| exact.push(row));
            match exact.ask(None) {
                Answer::Unknown(computed) => {
                    assert_eq!(computed, limit);
                    reached += 1;
                }
                Answer::Feasible(point) => assert!(rows.iter().all(|row| row.holds_at(&point))),
                Answer::Infeasible(refutation) => {
                    assert_eq!(refutation.check(&rows, None, dimension), Ok(()));
                }
            }
        }
        assert!(reached > 0, "{}", limit.name());
    }
}

/// `2 (x_1 + ... + x_n) = z` with x in 0..=1 and z = n has no solution for odd n, and a search by cases
/// without congruences looks at some 2^(n/2) of them (Jeroslow 1974).
fn odd_sum(n: i64) -> Vec<Constraint> {
    let count = n as usize;
    let unit = |x: usize, sign: i64| {
        let mut coefficients = vec![0; count + 1];
        coefficients[x] = sign;
        coefficients
    };
    let bounds = (0..count).flat_map(|x| [at_least(0, &unit(x, 1)), at_least(1, &unit(x, -1))]);
    let sum = zero(0, &[vec![2; count], vec![-1]].concat());
    bounds.chain([sum, zero(-n, &unit(count, 1))]).collect()
}

/// Neither what the foreign solver cannot end, nor a stop while it searches, is waited for.
#[test]
fn a_search_of_the_foreign_solver_is_bounded() {
    for kind in BackendKind::ALL.iter().copied() {
        assert!(!feasible(kind, 42, &odd_sum(41)));
        let stop = CancellationToken::default();
        stop.request();
        let mut backend = kind.backend(stop);
        (0..42).for_each(|_| _ = backend.add_variable());
        odd_sum(41).iter().for_each(|row| backend.push(row));
        let answer = backend.ask(None);
        assert!(matches!(answer, Answer::Unknown(Limit::STOPPED)), "{kind}: {answer:?}");
        let bound = backend.lower_bound(&form(0, &[1]));
        assert_eq!(bound, Err(Limit::STOPPED), "{kind}");
    }
}

#[test]
fn dense_systems_are_decided_with_a_checked_answer() {
    // Dense rows without a box: the search, its lifts and its case splits take part.
    let mut random = Random(10);
    let mut counts = [0; 2];
    let mut work = 0;
    for _ in 0..1500 {
        let dimension = random.within(2, 5) as usize;
        let rows: Vec<Constraint> = (0..random.within(3, 12))
            .map(|_| {
                let coefficients: Vec<i64> =
                    (0..dimension).map(|_| random.within(-40, 40)).collect();
                at_least(random.within(-60, 60), &coefficients)
            })
            .collect();
        let mut exact = backend(BackendKind::Exact, dimension, &rows);
        counts[usize::from(decide(&mut *exact, dimension, &rows, None))] += 1;
        work += exact.work().branches;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    assert!(work > 50, "{work}");
}

#[test]
fn lattice_points_and_residues_against_enumeration() {
    let mut random = Random(8);
    let (mut constant, mut empty) = (0, 0);
    for _ in 0..1500 {
        let dimension = random.within(1, 3) as usize;
        let mut lattice = Lattice::new(dimension);
        let mut equations = Vec::new();
        let mut inhabited = true;
        for _ in 0..random.within(0, 2) {
            let coefficients: Vec<i64> = (0..dimension).map(|_| random.within(-4, 4)).collect();
            let equation = form(random.within(-6, 6), &coefficients);
            inhabited = inhabited && lattice.push(&equation).is_ok();
            equations.push(Constraint::zero(equation));
        }
        let inside: Vec<_> = points(dimension, 12)
            .into_iter()
            .filter(|point| equations.iter().all(|row| row.holds_at(point)))
            .collect();
        if !inhabited {
            assert!(inside.is_empty());
            empty += 1;
            continue;
        }
        let free: Vec<Integer> = (0..lattice.rank()).map(|_| random.within(-9, 9).into()).collect();
        let point = lattice.point(&free);
        assert!(equations.iter().all(|row| row.holds_at(&point)));
        for (k, value) in free.iter().enumerate() {
            assert_eq!(&lattice.coordinate(k).at(&point), value);
        }
        let coefficients: Vec<i64> = (0..dimension).map(|_| random.within(-4, 4)).collect();
        let form = form(random.within(-6, 6), &coefficients);
        let modulus = Integer::from(random.within(2, 6));
        let mut values: Vec<Integer> =
            inside.iter().map(|point| form.at(point).mod_floor(&modulus)).collect();
        values.sort();
        values.dedup();
        match lattice.residue(&form, &modulus) {
            Some(residue) => {
                constant += 1;
                assert!(values.iter().all(|value| *value == residue));
            }
            None if dimension < 3 && inside.len() > 24 => assert!(values.len() > 1),
            None => {}
        }
    }
    assert!(constant > 50 && empty > 50, "{constant} {empty}");
}

#[test]
fn names_of_backends() {
    for kind in BackendKind::ALL.iter().copied() {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert!("simplex".parse::<BackendKind>().is_err());
}
