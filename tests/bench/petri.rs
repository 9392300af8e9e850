//! How fast nets are explored and fired: `cargo bench --bench petri`, with a number of cards of
//! the Kanban system if wanted (4 by default).

#[path = "../petri/nets.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod nets;

use grundy::games::petri::graph::{Graph, Options};
use grundy::games::petri::{CapacityRule, Firing};
use std::time::Instant;

fn main() {
    let cards = std::env::args().skip(1).find_map(|it| it.parse().ok()).unwrap_or(4);
    let net = nets::kanban(cards);
    for _ in 0..3 {
        let start = Instant::now();
        let graph = Graph::explore(&net, &Options::default());
        let time = start.elapsed();
        let (markings, edges, bytes) = (graph.markings, graph.edges, graph.bytes());
        let rate = markings as u128 * 1_000_000_000 / time.as_nanos().max(1);
        let tenths = 10 * bytes / markings;
        println!(
            "{}: {markings} markings, {edges} edges in {} ms: {rate} markings/s, {}.{} bytes/marking",
            net.name,
            time.as_millis(),
            tenths / 10,
            tenths % 10
        );
    }

    // Firing the first and the last transition that can fire, by turns.
    let firing = Firing::new(&net, CapacityRule::Net);
    let (mut marking, mut ids, steps) = (net.initial(), Vec::new(), 1_000_000_u128);
    let start = Instant::now();
    for step in 0..steps {
        firing.firable_into(&marking, &mut ids);
        let chosen = if step % 2 == 0 { ids.first() } else { ids.last() };
        let fired = chosen.map(|&id| firing.fire(&mut marking, id));
        assert_eq!(fired, Some(Ok(())));
    }
    println!("{} steps/s", steps * 1_000_000_000 / start.elapsed().as_nanos().max(1));
}
