//! The graph of positions.

#[cfg(test)]
use super::Decimal;
use super::{Render, digraph};
use crate::Integer;
use crate::games::kabelsalat::Task;
use crate::games::kabelsalat::positions::Positions;
use grundy_output::output;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Positions of a task, with the presses between them.
#[derive(Clone, Debug)]
pub struct PositionGraph {
    /// The task.
    pub task: Task,
    /// The positions.
    pub graph: Positions,
}

impl Render for PositionGraph {
    const IS_COMPUTED: bool = true;

    /// The number of positions, and a shortest way.
    fn text(&self) -> String {
        let Self { task, graph } = self;
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

    fn more(&self) -> Value {
        json!({ "dot": self.dot() })
    }
}

/// The whole graph.
impl Serialize for PositionGraph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { task, graph } = self;
        let names = task.switch_names();
        let edge = |&(from, switch, to): &(_, usize, _)| Edge { from, switch: &names[switch], to };
        let edges = graph.edges.iter().map(edge);
        let graph = Graph {
            positions: &graph.heights,
            presses: graph.presses.iter().map(usize::to_string).collect(),
            edges: edges.collect(),
            target: graph.target,
            shortest_ways: graph.ways(),
            way: graph.way().map(|way| way.iter().map(|&(switch, _)| &names[switch][..]).collect()),
        };
        graph.serialize(serializer)
    }
}

impl PositionGraph {
    /// In the language of Graphviz: the start has a thick frame, the target a double one.
    pub fn dot(&self) -> String {
        let Self { task, graph } = self;
        let nodes = graph.heights.iter().enumerate().map(|(number, heights)| {
            let thick = if number == 0 { ", penwidth=3" } else { "" };
            let double = if graph.target == Some(number) { ", peripheries=2" } else { "" };
            (point(heights), format!("{thick}{double}"))
        });
        let names = task.switch_names();
        let edges = graph.edges.iter().map(|&(from, switch, to)| (from, &*names[switch], to));
        digraph("positions", nodes, edges)
    }
}

/// `(4,6,3,3)`
fn point(heights: &[Integer]) -> String {
    let heights: Vec<_> = heights.iter().map(Integer::to_string).collect();
    format!("({})", heights.join(","))
}

#[output]
pub(in crate::report) struct Graph<'a> {
    /// The heights in each position; the first one is the start.
    #[cfg_attr(test, schemars(with = "Vec<Vec<Decimal>>"))]
    positions: &'a [Vec<Integer>],
    /// The fewest presses to each position.
    presses: Vec<String>,
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
