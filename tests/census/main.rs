//! The census against brute force, published tables, and every way of cutting it up.

mod command;
mod greatest;
mod means;
mod numbers;
mod shards;
#[path = "../support/command.rs"]
mod support;

use grundy_census::census::{Census, Row, Shard, Tally, Totals, run};
use grundy_core::limit::{CancellationToken, Limit};
use grundy_core::threads::Threads;

/// All rows of a census, and the counts.
fn rows(census: &Census, threads: usize) -> (Vec<Row>, Totals) {
    let (mut tally, mut rows) = (Tally::new(census), Vec::new());
    run::<Limit>(
        census,
        Shard::WHOLE.pieces(census),
        &Threads::new(threads),
        &CancellationToken::default(),
        |outcome| {
            tally.add(outcome, |row| rows.push(row));
            Ok(())
        },
    )
    .expect("not stopped");
    let totals = tally.finish(|row| rows.push(row));
    (rows, totals)
}

fn census(from: u32, to: u32, moves: Option<u32>, symmetric: bool) -> Census {
    Census::new(from, to, moves, symmetric).expect("a census")
}
