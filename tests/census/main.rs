//! The census against brute force, published tables, and every way of cutting it up.

mod command;
mod greatest;
mod means;
mod numbers;
mod shards;
#[path = "../support/command.rs"]
mod support;
#[path = "../support/table.rs"]
mod table;

use grundy_census::census::{Census, Row, Totals};
use grundy_language::threads::Threads;

/// All rows of a census, and the counts.
fn rows(census: &Census, threads: usize) -> (Vec<Row>, Totals) {
    let (threads, stop) = (Threads::new(threads), Default::default());
    grundy_census::census::rows(census, &threads, &stop, |_| ()).expect("not stopped")
}

fn census(from: u32, to: u32, moves: Option<u32>, symmetric: bool) -> Census {
    Census::new(from, to, moves, symmetric).expect("a census")
}
