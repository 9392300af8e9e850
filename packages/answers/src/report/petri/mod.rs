//! Answers about Petri nets.

mod analysis;
mod graph;
mod run;
mod words;

use super::Render;
use super::graphviz::{digraph, quoted};
use super::json::Map;
use crate::diagnostic::counted;
use crate::games::petri::analysis::{INVARIANTS, NODES, SETS};
use crate::games::petri::graph::MARKINGS;
use crate::games::petri::{Arc, CapacityRule, Net, TransitionId};
use crate::limit::Limit;
pub use analysis::{AnalysisAnswer, analysed};
#[cfg(test)]
pub(super) use graph::GraphAnswer;
pub use graph::{NetGraph, Unbounded, net_dot, unbounded};
use grundy_output::output;
#[cfg(test)]
pub(super) use run::Answer;
pub use run::{RunAnswer, RunEnding, no_step_words};
pub use words::{word, words};

/// What a net consists of.
pub fn info(net: &Net, rule: CapacityRule) -> Info<'_> {
    let all = || net.transitions.iter();
    let ordinary: usize = all().map(|of| of.inputs.len() + of.outputs.len()).sum();
    let inhibitors: usize = all().map(|of| of.inhibitors.len()).sum();
    let reads: usize = all().map(|of| of.reads.len()).sum();
    let heavy = |arcs: &[Arc]| arcs.iter().filter(|arc| arc.weight.get() > 1).count();
    let back = |inputs: &[Arc], output: &Arc| {
        inputs.iter().find(|input| input.place == output.place).copied()
    };
    let loops = || {
        all().flat_map(|of| {
            of.outputs.iter().filter_map(|output| Some((back(&of.inputs, output)?, *output)))
        })
    };
    let limited = |arc: &Arc| net.places[arc.place].capacity.is_some();
    let differ = all().filter(|of| {
        of.outputs.iter().any(|output| limited(output) && back(&of.inputs, output).is_some())
    });
    let mut priorities: Vec<_> = all().map(|transition| transition.priority).collect();
    priorities.sort_unstable();
    priorities.dedup();
    let tokens: u64 = net.places.iter().map(|place| u64::from(place.initial)).sum();
    Info {
        rule,
        name: &net.name,
        capacity_rule: rule.name(),
        places: net.places.len(),
        transitions: net.transitions.len(),
        arcs: ordinary + inhibitors + reads,
        ordinary_arcs: ordinary,
        inhibitor_arcs: inhibitors,
        read_arcs: reads,
        weighted_arcs: all().flat_map(|transition| transition.arcs()).map(|arcs| heavy(arcs)).sum(),
        self_loops: loops().count(),
        read_loops: loops().filter(|(input, output)| input.weight == output.weight).count(),
        places_with_capacity: net.places.iter().filter(|place| place.capacity.is_some()).count(),
        transitions_where_rules_differ: differ.count(),
        priorities,
        initial_tokens: tokens.to_string(),
    }
}

impl Render for Info<'_> {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { name, places, transitions, arcs, ordinary_arcs, inhibitor_arcs, .. } = self;
        let Self { places_with_capacity: limited, weighted_arcs, self_loops, read_loops, .. } =
            self;
        let name = if name.is_empty() { "" } else { &format!("net             {name}\n") };
        let reads = if self.read_arcs > 0 { &format!(", {} read", self.read_arcs) } else { "" };
        let priorities: Vec<_> = self.priorities.iter().map(i32::to_string).collect();
        format!(
            "{name}places          {places} ({limited} with a capacity)\n\
             transitions     {transitions}\n\
             arcs            {arcs}: {ordinary_arcs} ordinary, {inhibitor_arcs} inhibitor{reads}; \
             {weighted_arcs} of a weight above 1\n\
             self-loops      {self_loops}, counted as two arcs each; {read_loops} only read their place\n\
             initial tokens  {}\n\
             priorities      {}\n\
             capacity rule   {}; it matters for {}\n",
            self.initial_tokens,
            if priorities.is_empty() { "none".to_owned() } else { priorities.join(" ") },
            rule_words(self.rule),
            counted(self.transitions_where_rules_differ, "transition"),
        )
    }
}

/// A net in another dialect.
#[output]
#[derive(Clone, Debug)]
pub struct Converted {
    /// The file.
    pub pnml: String,
}

impl Render for Converted {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        self.pnml.clone()
    }
}

/// The parts of a net by kind.
#[output]
pub struct Info<'a> {
    #[serde(skip)]
    rule: CapacityRule,
    name: &'a str,
    capacity_rule: &'static str,
    places: usize,
    transitions: usize,
    arcs: usize,
    ordinary_arcs: usize,
    inhibitor_arcs: usize,
    /// Arcs of their own kind, no self-loops.
    read_arcs: usize,
    weighted_arcs: usize,
    /// Pairs of an input and an output arc of one transition and one place; each counts as two
    /// arcs.
    self_loops: usize,
    /// Self-loops whose two weights are equal: the transition only reads the place.
    read_loops: usize,
    places_with_capacity: usize,
    /// Transitions with a self-loop on a place with a capacity: there the rules differ.
    transitions_where_rules_differ: usize,
    priorities: Vec<i32>,
    initial_tokens: String,
}

fn rule_words(rule: CapacityRule) -> &'static str {
    match rule {
        CapacityRule::Net => "net (what a place holds after firing counts)",
        CapacityRule::Strict => "strict (what a place holds before firing, and what is put there)",
    }
}

fn names<'n>(net: &'n Net, ids: &[TransitionId]) -> Vec<&'n str> {
    ids.iter().map(|&id| net.transitions[id].name.as_str()).collect()
}

/// The names of transitions with spaces between them, as [`words()`] reads them; `-` for none.
pub fn sequence(net: &Net, ids: &[TransitionId]) -> String {
    let names: Vec<_> = names(net, ids).into_iter().map(word).collect();
    if ids.is_empty() { "-".to_owned() } else { names.join(" ") }
}

/// The marked places with their tokens.
fn marked<'n>(net: &'n Net, marking: &[u32]) -> Map<'n, u32> {
    let places = net.places.iter().zip(marking).filter(|(_, tokens)| **tokens > 0);
    Map(places.map(|(place, tokens)| (place.name.as_str(), *tokens)).collect())
}

/// The marked places, with the number of tokens where it is not 1: `free idle:6`; `-` for none.
pub fn marking(net: &Net, marking: &[u32]) -> String {
    places(net, marking, u32::to_string)
}

/// The same for tokens that `shown` writes.
fn places<T>(net: &Net, marking: &[T], shown: impl Fn(&T) -> String) -> String {
    let tokens = marking.iter().map(shown);
    let marked = net.places.iter().zip(tokens).filter(|(_, tokens)| tokens != "0");
    let places = marked.map(|(place, tokens)| match &*tokens {
        "1" => word(&place.name).into_owned(),
        _ => format!("{}:{tokens}", word(&place.name)),
    });
    let places: Vec<_> = places.collect();
    if places.is_empty() { "-".to_owned() } else { places.join(" ") }
}

fn limit_words(limit: Limit) -> String {
    let allow = match limit {
        MARKINGS => "; allow more with --limit-markings",
        INVARIANTS | SETS | NODES => "; allow more with --limit-results",
        Limit::STOPPED => "; allow more time with --time-limit",
        Limit::MEMORY => "; allow more with --limit-memory",
        _ => "",
    };
    format!("{}{allow} (limit: {})", limit.text(), limit.name())
}
