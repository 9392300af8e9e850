//! Time to solve tasks with stacks and switches, inside one process.
//!
//! `cargo bench --bench kabelsalat`.  Random wirings, half of them with heights that presses
//! made, half with one stack changed, which mostly makes them unsolvable.

#[path = "../support/mod.rs"]
mod support;

use grundy_games::kabelsalat::solve::{SolveOptions, Solved, solve};
use grundy_games::kabelsalat::{Direction, Switch, Task, generate};
use grundy_ilp::BackendKind;
use grundy_kernel::Integer;
use std::time::Instant;
use support::Random;

const TASKS: usize = 60;

fn main() {
    for (stacks, switches) in [(4, 3), (10, 10), (16, 16), (32, 32), (64, 64)] {
        for backend in [BackendKind::Exact, BackendKind::GoodLp] {
            let options = SolveOptions { backend, ..SolveOptions::default() };
            let mut random = Random(1);
            let (mut times, mut solvable, mut open) = (Vec::new(), 0, 0);
            for round in 0..TASKS {
                let task = task(&mut random, stacks, switches, round % 2 == 1);
                let start = Instant::now();
                match solve(&task, &options) {
                    Ok(Solved::Solvable(_)) => solvable += 1,
                    Ok(Solved::Unsolvable(_)) => {}
                    Err(_) => open += 1,
                }
                times.push(start.elapsed());
            }
            times.sort();
            println!(
                "{stacks:2} stacks, {switches:2} switches, {:8} median {:>9.1?}, worst {:>9.1?}; \
                 {solvable} solvable, {open} undecided",
                backend.name(),
                times[TASKS / 2],
                times[TASKS - 1]
            );
        }
    }
}

fn task(random: &mut Random, stacks: usize, switches: usize, changed: bool) -> Task {
    let switch = |_| Switch {
        direction: if random.below(2) == 0 { Direction::Up } else { Direction::Down },
        wired: (0..stacks).map(|_| random.below(5) < 3).collect(),
    };
    let wiring: Vec<_> = (0..switches).map(switch).collect();
    let presses: Vec<_> = (0..switches).map(|_| Integer::from(random.below(6))).collect();
    let task = generate::solved_by(&wiring, 10.into(), &presses).expect("a task");
    let mut heights = task.heights().to_vec();
    if changed {
        heights[random.below(stacks)] += &Integer::ONE;
    }
    Task::new(10.into(), heights, wiring).expect("a task")
}
