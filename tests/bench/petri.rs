//! How fast nets are explored and fired: `cargo bench --bench petri`, with a number of cards of
//! the Kanban system if wanted (4 by default).  The yardsticks are a search with a set of vectors, and for
//! two threads what one does.

#[path = "../petri/nets.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod nets;

use grundy_games::chance::Chance;
use grundy_games::petri::graph::{Graph, GraphOptions};
use grundy_games::petri::{CapacityRule, Firing, Net};
use grundy_language::limit::CancellationToken;
use grundy_language::threads::Threads;
use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

fn main() {
    let cards = std::env::args().skip(1).find_map(|it| it.parse().ok()).unwrap_or(4);
    let net = nets::kanban(cards);
    let plain = plain(&net);
    let mut alone = Duration::MAX;
    for count in [1, 1, 1, 2, 2, 2] {
        let limit_markings = usize::MAX;
        let options = GraphOptions {
            threads: Threads::new(count),
            limit_markings,
            stop: CancellationToken::default().with_memory(u64::MAX),
            ..GraphOptions::default()
        };
        let start = Instant::now();
        let graph = Graph::explore(&net, &options);
        let time = start.elapsed();
        if count == 1 {
            alone = alone.min(time);
        }
        let (markings, edges, bytes) = (graph.markings, graph.edges, graph.bytes());
        let rate = markings as u128 * 1_000_000_000 / time.as_nanos().max(1);
        let tenths = 10 * bytes / markings;
        println!(
            "{}: {markings} markings, {edges} edges in {} ms with {count} threads: {rate} markings/s, \
             {} times as fast as a plain search, {} % of the time of one thread, {}.{} bytes/marking",
            net.name,
            time.as_millis(),
            plain.as_nanos() / time.as_nanos().max(1),
            100 * time.as_nanos() / alone.as_nanos().max(1),
            tenths / 10,
            tenths % 10
        );
    }

    steps(&net);
    steps(&board());
}

/// The time that the same search takes with a set of vectors.
fn plain(net: &Net) -> Duration {
    let start = Instant::now();
    let firing = Firing::new(net, CapacityRule::Net);
    let mut seen = HashSet::from([net.initial()]);
    let mut waiting = VecDeque::from([net.initial()]);
    while let Some(marking) = waiting.pop_front() {
        for id in firing.firable(&marking) {
            let mut next = marking.clone();
            assert_eq!(firing.fire(&mut next, id), Ok(()));
            if seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    start.elapsed()
}

/// Stones of two players who move by turns, each to any free field of 24: 1104 transitions.
fn board() -> Net {
    let field = |player: usize, at: usize| 24 * player + at;
    let turn = |player: usize| 48 + player;
    let place =
        |number| nets::place(number, u32::from(number % 24 < 9 && number < 48 || number == 48), 1);
    let mut net = Net { name: "board".to_owned(), ..Net::default() };
    net.places = (0..50).map(place).collect();
    for (player, other) in [(0, 1), (1, 0)] {
        for (from, to) in (0..24 * 24).map(|pair| (pair / 24, pair % 24)).filter(|(a, b)| a != b) {
            let inputs = [(field(player, from), 1), (turn(player), 1)];
            let mut outputs = [(field(player, to), 1), (turn(other), 1)];
            outputs.sort_unstable();
            net.transitions.push(nets::transition(net.transitions.len(), &inputs, &outputs));
        }
    }
    net
}

/// Fires by chance.
fn steps(net: &Net) {
    let firing = Firing::new(net, CapacityRule::Net);
    let mut chance = Chance::new(1);
    let (mut marking, mut ids, steps) = (net.initial(), Vec::new(), 200_000_u128);
    let start = Instant::now();
    for _ in 0..steps {
        firing.firable_into(&marking, &mut ids);
        let fired = chance.choose(&ids).map(|id| firing.fire(&mut marking, id));
        assert_eq!(fired, Some(Ok(())));
    }
    let rate = steps * 1_000_000_000 / start.elapsed().as_nanos().max(1);
    println!("{}: {} transitions, {rate} steps/s", net.name, net.transitions.len());
}
