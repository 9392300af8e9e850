//! Periods and preperiods, against yardsticks.

use grundy::limit::Stop;
use grundy::sequence::{CycleSearch, Game, Moves, Rule};
use std::time::Instant;
fn main() {
    for sizes in [
        &[21, 44, 64, 87, 108][..],
        &[17, 237, 864, 881],
        &[1, 8, 40, 47, 48],
        &[5, 23, 77, 82],
        &[8, 58, 101, 109],
        &[1, 108, 264, 265],
        &[11, 27, 41, 57, 68],
        &[7, 58, 80, 87],
        &[64, 149, 213, 250],
        &[16, 25, 79, 105],
    ] {
        let game = Game::new(Moves::new(sizes).unwrap(), Rule::Normal).unwrap();
        let start = Instant::now();
        let mut search = CycleSearch::new(&game);
        let cycle = search.run(u64::MAX / 4, &Stop::default()).unwrap().unwrap();
        let e = start.elapsed().as_secs_f64();
        println!(
            "{sizes:?} {cycle:?} {:.6} s work/(p+q) {:.2} {:.3e}/s",
            e,
            search.work() as f64 / (cycle.period + cycle.preperiod) as f64,
            search.work() as f64 / e
        );
    }
}
