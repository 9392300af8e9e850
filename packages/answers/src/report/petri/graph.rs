//! Reachability graphs, and proofs that a net has no finite one.

use super::{digraph, limit_words, marked, marking, names, quoted, rule_words, sequence, word};
use crate::games::petri::graph::{Graph, Pump};
use crate::games::petri::{CapacityRule, Net, TransitionId};
use crate::limit::Limit;
use crate::report::Render;
use crate::report::json::Map;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A reachability graph.
pub struct NetGraph<'a> {
    /// The net.
    pub net: &'a Net,
    /// When a place is full.
    pub rule: CapacityRule,
    /// The graph.
    pub graph: Graph,
    /// Are all markings and edges listed?
    pub list: bool,
}

impl Render for NetGraph<'_> {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.graph.limit.is_none()))
    }

    fn text(&self) -> String {
        let &Self { net, rule, ref graph, list } = self;
        let at_least = if graph.limit.is_some() { "at least " } else { "" };
        let most = graph.bounds.iter().max().copied().unwrap_or(0);
        let mut text = format!(
            "markings       {at_least}{}\n\
             edges          {at_least}{}\n\
             dead markings  {at_least}{}\n\
             depth          {at_least}{}\n\
             tokens         {at_least}{} in a marking, {at_least}{most} on a place\n",
            graph.markings, graph.edges, graph.dead, graph.depth, graph.tokens
        );
        // Writing to a string cannot fail.
        for (place, bound) in net.places.iter().zip(&graph.bounds) {
            _ = writeln!(text, "  {}: {at_least}{bound}", word(&place.name));
        }
        _ = writeln!(text, "capacity rule  {}", rule_words(rule));
        if list {
            for (number, it) in graph.listed().enumerate() {
                _ = writeln!(text, "{number}: {}", marking(net, &it));
                for (id, to) in graph.edges_from(number) {
                    _ = writeln!(text, "  {} -> {to}", word(&net.transitions[id].name));
                }
            }
        }
        if let Some(limit) = graph.limit {
            _ = writeln!(text, "undecided: {}", limit_words(limit));
        }
        text
    }

    fn more(&self) -> Value {
        if self.list { json!({ "dot": self.dot() }) } else { json!({}) }
    }
}

impl Serialize for NetGraph<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { net, rule, ref graph, list } = self;
        let edges = |from| {
            let edge = move |(id, to): (TransitionId, usize)| Edge {
                from,
                transition: &net.transitions[id].name,
                to,
            };
            graph.edges_from(from).into_iter().map(edge)
        };
        let bounds = net.places.iter().zip(&graph.bounds);
        let answer = GraphAnswer {
            capacity_rule: rule.name(),
            complete: graph.limit.is_none(),
            limit: graph.limit.map(Limit::name),
            markings: graph.markings.to_string(),
            edges: graph.edges.to_string(),
            dead: graph.dead.to_string(),
            depth: graph.depth.to_string(),
            max_tokens: graph.tokens.to_string(),
            bounds: Map(bounds.map(|(place, it)| (place.name.as_str(), *it)).collect()),
            graph: list.then(|| Listed {
                nodes: graph.listed().map(|marking| marked(net, &marking)).collect(),
                edges: (0..graph.listed().len()).flat_map(edges).collect(),
            }),
        };
        answer.serialize(serializer)
    }
}

impl NetGraph<'_> {
    /// The listed markings in the language of Graphviz: dead ones have a double frame.
    pub fn dot(&self) -> String {
        let Self { net, graph, .. } = self;
        let numbers = 0..graph.listed().len();
        let is_dead = |number| graph.limit.is_none() && graph.edges_from(number).is_empty();
        let nodes = graph.listed().enumerate().map(|(number, it)| {
            let looks = if is_dead(number) { ", peripheries=2" } else { "" };
            (marking(net, &it), looks.to_owned())
        });
        let edges = numbers.flat_map(|from| {
            let edge =
                move |(id, to): (TransitionId, usize)| (from, &*net.transitions[id].name, to);
            graph.edges_from(from).into_iter().map(edge)
        });
        digraph("reachability", nodes, edges)
    }
}

#[output]
pub(super) struct Edge<'a> {
    pub from: usize,
    pub transition: &'a str,
    pub to: usize,
}

#[output]
struct Listed<'a> {
    nodes: Vec<Map<'a, u32>>,
    edges: Vec<Edge<'a>>,
}

#[output]
pub(in crate::report) struct GraphAnswer<'a> {
    capacity_rule: &'static str,
    complete: bool,
    limit: Option<&'static str>,
    markings: String,
    edges: String,
    dead: String,
    depth: String,
    max_tokens: String,
    bounds: Map<'a, u32>,
    graph: Option<Listed<'a>>,
}

/// A net in a marking, in the language of Graphviz.  Places are circles with their tokens; transitions are boxes, red
/// if they are firable, with a thick blue border if they have fired.  Both lists are in increasing order.
pub fn net_dot(
    net: &Net,
    marking: &[u32],
    firable: &[TransitionId],
    fired: &[TransitionId],
) -> String {
    let mut text = "digraph net {\n  rankdir=LR;\n  node [fixedsize=true];\n".to_owned();
    // Writing to a string cannot fail.
    for (place, it) in net.places.iter().enumerate() {
        let tokens = match marking[place] {
            0 => String::new(),
            tokens @ 1..=5 => "●".repeat(tokens as usize),
            tokens => tokens.to_string(),
        };
        _ = writeln!(
            text,
            "  p{place} [shape=circle, width=0.5, label={}, xlabel={}];",
            quoted(&tokens),
            quoted(&it.name)
        );
    }
    for (id, it) in net.transitions.iter().enumerate() {
        let mut looks = String::new();
        if firable.binary_search(&id).is_ok() {
            looks += ", style=filled, fillcolor=\"#D55E00\"";
        }
        if fired.binary_search(&id).is_ok() {
            looks += ", color=\"#0072B2\", penwidth=3";
        }
        _ = writeln!(
            text,
            "  t{id} [shape=box, width=0.2, height=0.5, label=\"\", xlabel={}{looks}];",
            quoted(&it.name)
        );
    }
    for (id, it) in net.transitions.iter().enumerate() {
        let label = |weight: std::num::NonZeroU32| match weight.get() {
            1 => String::new(),
            weight => format!("label=\"{weight}\""),
        };
        for (arcs, head) in
            [(&it.inputs, ""), (&it.inhibitors, "arrowhead=odot "), (&it.reads, "arrowhead=dot ")]
        {
            for arc in arcs {
                let looks = format!("{head}{}", label(arc.weight));
                _ = writeln!(text, "  p{} -> t{id} [{}];", arc.place, looks.trim_end());
            }
        }
        for arc in &it.outputs {
            _ = writeln!(text, "  t{id} -> p{} [{}];", arc.place, label(arc.weight));
        }
    }
    text + "}\n"
}

/// A proof that there are infinitely many markings.
pub fn unbounded<'a>(net: &'a Net, rule: CapacityRule, pump: &Pump) -> Unbounded<'a> {
    let bounds = net.places.iter().enumerate().map(|(place, it)| {
        let grows = pump.low[place] < pump.high[place];
        (it.name.as_str(), grows.then_some("infinite"))
    });
    Unbounded {
        why: pump_text(net, pump),
        capacity_rule: rule.name(),
        complete: false,
        markings: "infinite",
        edges: "infinite",
        dead: None,
        bounds: Map(bounds.collect()),
        pump: PumpJson::new(net, pump),
    }
}

impl Render for Unbounded<'_> {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        format!("unbounded: infinitely many markings\n{}", self.why)
    }
}

/// The sequence that can be repeated for ever, and why.
pub(super) fn pump_text(net: &Net, pump: &Pump) -> String {
    let growing = pump.low.iter().zip(&pump.high).zip(&net.places);
    let growing = growing.filter(|((low, high), _)| high > low);
    let growing: Vec<_> = growing
        .map(|((low, high), place)| format!("{} {low} -> {high}", word(&place.name)))
        .collect();
    format!(
        "after     {}\n\
         repeated  {}\n\
         grows     {}\n\
         no place loses tokens in the repeated part, and nothing that grows stops a step of it, \
         so it can repeat for ever\n",
        sequence(net, &pump.before),
        sequence(net, &pump.again),
        growing.join(", ")
    )
}

/// That there are infinitely many markings, and why.
#[output]
pub struct Unbounded<'a> {
    #[serde(skip)]
    why: String,
    capacity_rule: &'static str,
    complete: bool,
    markings: &'static str,
    edges: &'static str,
    #[null]
    dead: Option<String>,
    bounds: Map<'a, Option<&'static str>>,
    #[serde(flatten)]
    pump: PumpJson<'a>,
}

// A sequence that leads from one marking to a larger one.
#[output]
pub(super) struct PumpJson<'a> {
    before: Vec<&'a str>,
    repeated: Vec<&'a str>,
    low: Map<'a, u32>,
    high: Map<'a, u32>,
}

impl<'a> PumpJson<'a> {
    pub(super) fn new(net: &'a Net, pump: &Pump) -> Self {
        Self {
            before: names(net, &pump.before),
            repeated: names(net, &pump.again),
            low: marked(net, &pump.low),
            high: marked(net, &pump.high),
        }
    }
}
