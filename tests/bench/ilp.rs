//! Time per system: build and ask, 1000 random systems of 4 variables and 12 inequalities,
//! then small questions to systems that stay.  Run with `cargo bench --bench ilp`.
//!
//! The yardstick is isl, on the same systems in the same minute, sets prebuilt:
//! `cargo bench --bench ilp -- --systems > SYSTEMS; python3 tests/bench/isl.py SYSTEMS`
//! (`pip install islpy`).

use grundy_ilp::{Answer, Backend, BackendKind, Exact, Work};
use grundy_kernel::Integer;
use grundy_kernel::affine::{Affine, Constraint};
use grundy_language::limit::CancellationToken;
use std::time::Instant;

struct Random(u64);

impl Random {
    /// A number in `low..=high` (xorshift64*, Vigna 2016).
    fn within(&mut self, low: i64, high: i64) -> i64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        low + (number >> 11) as i64 % (high - low + 1)
    }
}

fn systems(
    random: &mut Random,
    count: usize,
    variables: usize,
    rows: usize,
) -> Vec<Vec<Constraint>> {
    (0..count)
        .map(|_| {
            // Larger constants make feasible systems likelier.
            let shift = random.within(-5, 15);
            (0..rows)
                .map(|_| {
                    let coefficients: Vec<Integer> =
                        (0..variables).map(|_| random.within(-5, 5).into()).collect();
                    let constant = random.within(-10, 10) + shift;
                    Constraint::at_least_zero(Affine::new(constant.into(), coefficients))
                })
                .collect()
        })
        .collect()
}

fn print_work(work: &Work) {
    println!(
        "    {} questions, {} pivots, {} cuts, {} case splits, {} fallbacks",
        work.questions, work.pivots, work.cuts, work.branches, work.fallbacks
    );
}

fn build_and_ask(kind: BackendKind, systems: &[Vec<Constraint>], variables: usize) {
    let mut counts = [0; 3];
    let mut total = Work::default();
    let start = Instant::now();
    for rows in systems {
        let mut backend = kind.backend(CancellationToken::default());
        for _ in 0..variables {
            backend.add_variable();
        }
        for row in rows {
            backend.push(row);
        }
        counts[match backend.ask(None) {
            Answer::Feasible(_) => 0,
            Answer::Infeasible(_) => 1,
            Answer::Unknown(_) => 2,
        }] += 1;
        let work = backend.work();
        total.questions += work.questions;
        total.pivots += work.pivots;
        total.cuts += work.cuts;
        total.branches += work.branches;
        total.fallbacks += work.fallbacks;
    }
    let microseconds = start.elapsed().as_nanos() / systems.len() as u128;
    let [feasible, infeasible, unknown] = counts;
    println!(
        "{kind}: {}.{:03} µs per system ({feasible} feasible, {infeasible} infeasible, \
         {unknown} undecided)",
        microseconds / 1000,
        microseconds % 1000
    );
    print_work(&total);
}

/// Questions about differences of variables, to the feasible ones of the systems.
fn questions(name: &str, systems: &[Vec<Constraint>], variables: usize, random: &mut Random) {
    let mut prepared = Vec::new();
    for rows in systems {
        let mut exact = Exact::new(CancellationToken::default());
        for _ in 0..variables {
            exact.add_variable();
        }
        for row in rows {
            exact.push(row);
        }
        if matches!(exact.ask(None), Answer::Feasible(_)) {
            let asked: Vec<Constraint> = (0..100)
                .map(|_| {
                    let a = random.within(0, variables as i64 - 1) as usize;
                    let b = random.within(0, variables as i64 - 1) as usize;
                    let difference = &Affine::variable(a) - &Affine::variable(b);
                    let form = difference.plus(random.within(-9, 2));
                    Constraint::at_least_zero(form)
                })
                .collect();
            prepared.push((exact, asked));
        }
    }
    let before: u64 = prepared.iter().map(|(exact, _)| exact.work().pivots).sum();
    let mut counts = [0; 3];
    let start = Instant::now();
    for (exact, asked) in &mut prepared {
        for question in asked.iter() {
            counts[match exact.ask(Some(question)) {
                Answer::Feasible(_) => 0,
                Answer::Infeasible(_) => 1,
                Answer::Unknown(_) => 2,
            }] += 1;
        }
    }
    let asked: u128 = counts.iter().sum();
    let nanoseconds = start.elapsed().as_nanos() / asked.max(1);
    let after: u64 = prepared.iter().map(|(exact, _)| exact.work().pivots).sum();
    println!(
        "{name}: {nanoseconds} ns each ({} feasible, {} infeasible, {} undecided; {} pivots)",
        counts[0],
        counts[1],
        counts[2],
        after - before
    );
}

/// The constraint `form >= 0` as isl reads it.
fn isl_text(form: &Affine) -> String {
    let terms = form.coefficients().iter().zip(["a", "b", "c", "d"]);
    let terms: String = terms.map(|(factor, name)| format!(" + {factor}*{name}")).collect();
    format!("{}{terms} >= 0", form.constant_term())
}

fn main() {
    let mut random = Random(1);
    let systems = systems(&mut random, 1000, 4, 12);
    if std::env::args().any(|argument| argument == "--systems") {
        for rows in &systems {
            let rows: Vec<_> = rows.iter().map(|row| isl_text(&row.form)).collect();
            println!("{{ [a, b, c, d] : {} }}", rows.join(" and "));
        }
        return;
    }
    build_and_ask(BackendKind::Exact, &systems, 4);
    build_and_ask(BackendKind::GoodLp, &systems, 4);
    questions("questions to dense systems", &systems, 4, &mut random);
    // Positions in loops: parameters n, i with 0 <= i <= n, offsets t, u in words.
    let row = |constant: i64, coefficients: [i64; 4]| {
        let coefficients = coefficients.map(Integer::from);
        Constraint::at_least_zero(Affine::new(constant.into(), coefficients))
    };
    let sparse: Vec<Constraint> = vec![
        row(-3, [1, 0, 0, 0]),
        row(0, [0, 1, 0, 0]),
        row(0, [1, -1, 0, 0]),
        row(0, [0, 0, 1, 0]),
        row(-1, [2, 0, -1, 0]),
        row(0, [0, 0, 0, 1]),
        row(-1, [1, 4, 0, -1]),
        row(2, [0, 1, 1, -1]),
    ];
    questions("questions to sparse systems", &vec![sparse; 500], 4, &mut random);
}
