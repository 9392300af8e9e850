//! The graph of positions.

#[cfg(test)]
use super::Decimal;
use super::{digraph, document};
use crate::Integer;
use crate::games::kabelsalat::Task;
use crate::games::kabelsalat::positions::Positions;
use grundy_output::output;
use std::fmt::Write as _;

/// How many there are, and a shortest way, for people.
pub fn positions_text(task: &Task, graph: &Positions) -> String {
    let levels: Vec<_> = graph.levels().iter().map(ToString::to_string).collect();
    let mut text = format!(
        "positions          {}\n\
         edges              {}\n\
         by fewest presses  {}\n\
         shortest ways      {}\n",
        graph.heights.len(),
        graph.edges.len(),
        levels.join(" "),
        graph.ways()
    );
    if let Some(way) = graph.way() {
        let names = task.switch_names();
        let points: Vec<_> = way.iter().map(|&(_, to)| point(&graph.heights[to])).collect();
        let presses: Vec<_> = way.iter().map(|&(switch, _)| &names[switch][..]).collect();
        let presses = if presses.is_empty() { "(none)".to_owned() } else { presses.join(" ") };
        // Writing to a string cannot fail.
        _ = writeln!(text, "the first of them  {presses}");
        _ = writeln!(text, "  {}", [&[point(task.heights())], &points[..]].concat().join(" "));
    }
    text
}

/// `(4,6,3,3)`
fn point(heights: &[Integer]) -> String {
    let heights: Vec<_> = heights.iter().map(Integer::to_string).collect();
    format!("({})", heights.join(","))
}

/// The graph in the language of Graphviz: the start has a thick frame, the target a double one.
pub fn positions_dot(task: &Task, graph: &Positions) -> String {
    let nodes = graph.heights.iter().enumerate().map(|(number, heights)| {
        let thick = if number == 0 { ", penwidth=3" } else { "" };
        let double = if graph.target == Some(number) { ", peripheries=2" } else { "" };
        (point(heights), format!("{thick}{double}"))
    });
    let names = task.switch_names();
    let edges = graph.edges.iter().map(|&(from, switch, to)| (from, &*names[switch], to));
    digraph("positions", nodes, edges)
}

/// The whole graph for programs.
pub fn positions_json(task: &Task, graph: &Positions) -> String {
    let names = task.switch_names();
    document(&Graph {
        positions: &graph.heights,
        presses: &graph.presses,
        edges: graph
            .edges
            .iter()
            .map(|&(from, switch, to)| Edge { from, switch: &names[switch], to })
            .collect(),
        target: graph.target,
        shortest_ways: graph.ways(),
        way: graph.way().map(|way| way.iter().map(|&(switch, _)| &names[switch][..]).collect()),
    })
}

#[output]
pub(in crate::report) struct Graph<'a> {
    /// The heights in each position; the first one is the start.
    #[cfg_attr(test, schemars(with = "Vec<Vec<Decimal>>"))]
    positions: &'a [Vec<Integer>],
    /// The fewest presses to each position.
    presses: &'a [usize],
    edges: Vec<Edge<'a>>,
    target: Option<usize>,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    shortest_ways: Integer,
    way: Option<Vec<&'a str>>,
}

#[output]
struct Edge<'a> {
    from: usize,
    switch: &'a str,
    to: usize,
}
