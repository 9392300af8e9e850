//! Speed of the comparison of nets with the rules, in full turns per second.
//!
//! `cargo bench --bench muehle`.  A full turn leads from one stable marking to another; each end of
//! each turn that is compared counts as one.

#![expect(clippy::float_arithmetic, reason = "speeds are shown, nothing depends on them")]

use grundy_games::muehle::Player;
use grundy_games::muehle::compare::{CompareOptions, compare};
use grundy_games::muehle::net::{Variant, generate};
use std::time::Instant;

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for variant in Variant::ALL {
        let net = generate(variant, Player::A).net;
        for (what, depth, games) in [("all plays of 3 turns", 3, 0), ("2000 games", 0, 2000)] {
            let options =
                CompareOptions { rule: variant.rule(), depth, games, ..CompareOptions::default() };
            let start = Instant::now();
            let comparison = pool.install(|| compare(&net, &options)).expect("a net of the game");
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{:<18} {what:<21} {:>8} turns in {seconds:>6.2} s, {:>9.0} per second, {} kinds",
                variant.name(),
                comparison.turns,
                comparison.turns as f64 / seconds,
                comparison.divergences.len()
            );
        }
    }
}
