//! The results of an analysis of a net.

use super::graph::{Edge, PumpJson, pump_text};
use super::{digraph, limit_words, marked, marking, rule_words, sequence, word};
use crate::Integer;
use crate::diagnostic::counted;
use crate::games::petri::analysis::{
    Analysis, Behaviour, Coverability, Invariants, Level, Liveness, NetNode, NoCoverability, Sets,
    Tokens, around,
};
use crate::games::petri::graph::MARKINGS;
use crate::games::petri::{CapacityRule, Net, TransitionId};
use crate::limit::Limit;
use crate::number::sum;
use crate::report::json::Map;
use crate::report::{Render, align};
use crate::verdict::Verdict;
use grundy_output::output;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// An analysis, and the requested nodes; every node and edge of the coverability graph if `list`.
pub fn analysed<'a>(
    net: &'a Net,
    rule: CapacityRule,
    nodes: Vec<NetNode>,
    analysis: Analysis,
    list: bool,
) -> AnalysisAnswer<'a> {
    let [places, transitions] = names_by_kind(net);
    let limits = limits(&analysis);
    let liveness = analysis.behaviour.as_ref().and_then(|behaviour| behaviour.liveness.as_ref());
    AnalysisAnswer {
        net,
        rule,
        list,
        name: &net.name,
        capacity_rule: rule.name(),
        complete: limits.is_empty(),
        limits: limits.iter().map(|limit| limit.name()).collect(),
        nodes: nodes.iter().map(|&node| node_json(net, node)).collect(),
        matrix: analysis.matrix.as_ref().map(|matrix| matrix_json(net, matrix)),
        place_invariants: (analysis.place_invariants.as_ref())
            .and_then(|found| invariants_json(&places, found, Some(&net.initial()))),
        transition_invariants: (analysis.transition_invariants.as_ref())
            .and_then(|found| invariants_json(&transitions, found, None)),
        siphons: analysis.siphons.as_ref().and_then(|sets| sets_json(net, sets)),
        traps: analysis.traps.as_ref().and_then(|sets| sets_json(net, sets)),
        deadlocks: analysis.behaviour.as_ref().map(|found| deadlocks_json(net, found)),
        liveness: liveness.map(|liveness| liveness_json(net, liveness)),
        coverability: analysis
            .coverability
            .as_ref()
            .map(|graph| coverability_json(net, graph, list)),
        asked: nodes,
        analysis,
    }
}

impl Render for AnalysisAnswer<'_> {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.complete))
    }

    fn text(&self) -> String {
        let &Self { net, rule, asked: ref nodes, ref analysis, list, .. } = self;
        let mut text = String::new();
        for &node in nodes {
            text += &node_text(net, node);
        }
        if let Some(matrix) = &analysis.matrix {
            text += &matrix_text(net, matrix);
        }
        let [places, transitions] = names_by_kind(net);
        if let Some(found) = &analysis.place_invariants {
            text += &invariants_text("place invariants", &places, found, Some(&net.initial()));
        }
        if let Some(found) = &analysis.transition_invariants {
            text += &invariants_text("transition invariants", &transitions, found, None);
        }
        for (what, found) in [("siphons", &analysis.siphons), ("traps", &analysis.traps)] {
            if let Some(found) = found {
                text += &sets_text(net, what, found);
            }
        }
        if let Some(found) = &analysis.behaviour {
            text += &behaviour_text(net, found);
        }
        if let Some(found) = &analysis.coverability {
            text += &coverability_text(net, found, list);
        }
        // Writing to a string cannot fail.
        if analysis.behaviour.is_some() || analysis.coverability.is_some() {
            _ = writeln!(text, "capacity rule  {}", rule_words(rule));
        }
        for limit in limits(analysis) {
            let words = match limit {
                // No larger limit would be enough.
                MARKINGS if analysis.is_unbounded() => format!(
                    "an unbounded net has infinitely many markings, and not all can be checked for \
                     deadlocks (limit: {})",
                    limit.name()
                ),
                _ => limit_words(limit),
            };
            _ = writeln!(text, "undecided: {words}");
        }
        text
    }

    fn more(&self) -> Value {
        match self.dot() {
            Some(Ok(dot)) => json!({ "dot": dot }),
            _ => json!({}),
        }
    }
}

/// The names of the places and of the transitions.
fn names_by_kind(net: &Net) -> [Vec<&str>; 2] {
    let transitions = net.transitions.iter().map(|transition| transition.name.as_str());
    [net.places.iter().map(|place| place.name.as_str()).collect(), transitions.collect()]
}

/// The limits that were reached, each once.
fn limits(analysis: &Analysis) -> Vec<Limit> {
    let mut limits = Vec::new();
    for limit in analysis.limits() {
        if !limits.contains(&limit) {
            limits.push(limit);
        }
    }
    limits
}

/// The kind of a node, and its name.
fn named(net: &Net, node: NetNode) -> (&'static str, &str) {
    match node {
        NetNode::Place(place) => ("place", &net.places[place].name),
        NetNode::Transition(id) => ("transition", &net.transitions[id].name),
    }
}

/// The name of a node of the other kind.
fn other(net: &Net, node: NetNode, number: usize) -> &str {
    match node {
        NetNode::Place(_) => &net.transitions[number].name,
        NetNode::Transition(_) => &net.places[number].name,
    }
}

/// The names of the nodes of the other kind, with weights above 1.
fn others(net: &Net, node: NetNode, list: &[(usize, std::num::NonZeroU32)]) -> String {
    let shown =
        list.iter().map(|&(number, weight)| match (weight.get(), other(net, node, number)) {
            (1, name) => word(name).into_owned(),
            (weight, name) => format!("{weight}*{}", word(name)),
        });
    let shown: Vec<_> = shown.collect();
    if shown.is_empty() { "-".to_owned() } else { shown.join(" ") }
}

fn node_text(net: &Net, node: NetNode) -> String {
    let found = around(net, node);
    let (kind, name) = named(net, node);
    let mut text = format!("{kind} {}\n", word(name));
    // Writing to a string cannot fail.
    for (what, list) in [("preset", &found.preset), ("postset", &found.postset)] {
        _ = writeln!(text, "  {what} ({}): {}", list.len(), others(net, node, list));
    }
    for (what, list) in [("read arcs", &found.reads), ("inhibitor arcs", &found.inhibitors)] {
        if !list.is_empty() {
            _ = writeln!(text, "  {what} ({}): {}", list.len(), others(net, node, list));
        }
    }
    text
}

/// A column for each transition, and a row for each place that some transition changes.
fn matrix_text(net: &Net, matrix: &[Vec<(usize, i64)>]) -> String {
    let names = net.transitions.iter().map(|transition| word(&transition.name).into_owned());
    let mut rows = vec![std::iter::once(String::new()).chain(names).collect::<Vec<_>>()];
    for (place, it) in net.places.iter().enumerate() {
        let entries = matrix.iter().map(|column| {
            let entry = column.iter().find(|entry| entry.0 == place);
            entry.map_or_else(|| ".".to_owned(), |entry| entry.1.to_string())
        });
        rows.push(std::iter::once(word(&it.name).into_owned()).chain(entries).collect());
    }
    let table = align::indented(2, &align::table(&[0], &rows));
    format!("incidence matrix: what firing adds to each place\n{table}")
}

/// `2*p + q - r`
fn combination(names: &[&str], vector: &[Integer]) -> String {
    let terms = names.iter().zip(vector).filter(|term| !term.1.is_zero());
    sum("*", terms.map(|(name, weight)| (weight.clone(), word(name))))
}

fn invariants_text(
    what: &str,
    names: &[&str],
    found: &Result<Invariants, Limit>,
    initial: Option<&[u32]>,
) -> String {
    let Ok(found) = found else { return format!("{what}  undecided\n") };
    let list = |vectors: &[Vec<Integer>]| {
        vectors.iter().fold(String::new(), |mut text, vector| {
            _ = write!(text, "  {}", combination(names, vector));
            if let Some(initial) = initial {
                _ = write!(text, " = {}", weighted(vector, initial));
            }
            text + "\n"
        })
    };
    let basis = found.basis.as_deref();
    let Some(minimal) = &found.minimal else {
        let basis = basis.unwrap_or_default();
        let head = format!("{what}  undecided; a basis of the integer ones has {}\n", basis.len());
        return head + &list(basis);
    };
    let mut text = match minimal.len() {
        0 if basis.is_some_and(<[_]>::is_empty) => return format!("{what}  none but 0\n"),
        0 => format!("{what}  no semipositive one but 0\n"),
        count => {
            let kind = what.split(' ').next().unwrap_or_default();
            let uncovered = (0..names.len())
                .filter(|&at| minimal.iter().all(|invariant| invariant[at].is_zero()));
            let covered = match uncovered.count() {
                0 => format!("every {kind} is in one"),
                uncovered => format!("{} in none", counted(uncovered, kind)),
            };
            format!("{what}  {count} minimal semipositive; {covered}\n")
        }
    };
    text += &list(minimal);
    match basis {
        None => {
            text +=
                "  others, with negative weights, are not known: the net is too large for a basis\n"
        }
        Some(basis) if !found.are_spanned() => {
            let count = basis.len();
            _ = writeln!(
                text,
                "  a basis of all integer ones, with weights of either sign, has {count}"
            );
            text += &list(basis);
        }
        Some(_) => {}
    }
    text
}

/// The weighted sum of tokens.
fn weighted(vector: &[Integer], marking: &[u32]) -> Integer {
    let mut sum = Integer::ZERO;
    for (weight, tokens) in vector.iter().zip(marking) {
        sum.add_product(weight, &i64::from(*tokens).into());
    }
    sum
}

fn tokens_in(net: &Net, set: &[usize]) -> u64 {
    set.iter().map(|&place| u64::from(net.places[place].initial)).sum()
}

fn sets_text(net: &Net, what: &str, found: &Result<Sets, Limit>) -> String {
    let Ok(sets) = found else { return format!("{what}  undecided\n") };
    let mut text = match sets.len() {
        0 => format!("{what}  none\n"),
        count => format!("{what}  {count} minimal\n"),
    };
    for set in sets {
        let names: Vec<_> = set.iter().map(|&place| word(&net.places[place].name)).collect();
        let tokens = match tokens_in(net, set) {
            0 => "empty at the start".to_owned(),
            tokens => counted(tokens, "token"),
        };
        _ = writeln!(text, "  {} ({tokens})", names.join(" "));
    }
    text
}

fn behaviour_text(net: &Net, found: &Behaviour) -> String {
    let Behaviour { markings, deadlocks, listed, pump, limit, liveness } = found;
    let markings = counted(*markings, "marking");
    let mut text = pump.as_ref().map_or_else(String::new, |pump| {
        let proof = align::indented(2, &pump_text(net, pump));
        format!("unbounded  infinitely many markings\n{proof}")
    });
    text += &match limit {
        None => format!("deadlocks  {deadlocks} among {markings} (all)\n"),
        Some(_) => format!("deadlocks  at least {deadlocks}, among {markings} (not all)\n"),
    };
    for deadlock in listed {
        _ = writeln!(text, "  {}", marking(net, &deadlock.marking));
        _ = writeln!(text, "    after {}", sequence(net, &deadlock.sequence));
    }
    if *deadlocks > listed.len() {
        _ = writeln!(text, "  and {} more", deadlocks - listed.len());
    }
    let Some(liveness) = liveness else {
        let why = if pump.is_some() { "there are infinitely many markings" } else { "undecided" };
        return text + &format!("liveness  {why}\n");
    };
    let live = liveness.levels.iter().filter(|level| **level == Level::Live).count();
    let yes = |it: bool| if it { "yes" } else { "no" };
    _ = writeln!(
        text,
        "liveness  {live} of {} live; reversible: {}; home markings: {}",
        counted(net.transitions.len(), "transition"),
        yes(liveness.is_reversible()),
        yes(liveness.has_home()),
    );
    for level in Level::ALL.iter().rev() {
        let ids = (0..net.transitions.len()).filter(|&id| liveness.levels[id] == *level);
        let ids: Vec<_> = ids.collect();
        if !ids.is_empty() {
            _ = writeln!(text, "  {} ({}): {}", level.name(), level.meaning(), sequence(net, &ids));
        }
    }
    text
}

/// A marking with ω, as [`marking`] writes it.
fn node_words(net: &Net, node: &[Tokens]) -> String {
    super::places(net, node, |tokens| match tokens {
        Tokens::Number(tokens) => tokens.to_string(),
        Tokens::Omega => "ω".to_owned(),
    })
}

fn coverability_text(
    net: &Net,
    found: &Result<Coverability, NoCoverability>,
    list: bool,
) -> String {
    let graph = match found {
        Ok(graph) => graph,
        Err(NoCoverability::Limit(_)) => return "coverability graph  undecided\n".to_owned(),
        Err(why) => return format!("coverability graph  none: {}\n", reason(net, why)),
    };
    let (nodes, edges) = (counted(graph.nodes.len(), "node"), counted(graph.edges.len(), "edge"));
    let mut text = match graph.is_bounded() {
        true => format!(
            "coverability graph  {nodes}, {edges}; every place is bounded, so it is the \
             reachability graph\n"
        ),
        false => format!("coverability graph  {nodes}, {edges}\n"),
    };
    let bounds: Vec<_> = net.places.iter().zip(graph.bounds()).collect();
    let unbounded = bounds.iter().filter(|bound| bound.1 == Tokens::Omega);
    let unbounded: Vec<_> = unbounded.map(|bound| word(&bound.0.name)).collect();
    if !unbounded.is_empty() {
        _ = writeln!(text, "  unbounded places: {}", unbounded.join(" "));
    }
    let dead = graph.dead(net);
    if !dead.is_empty() {
        _ = writeln!(text, "  never firable: {}", sequence(net, &dead));
    }
    if !graph.complements.is_empty() {
        let complements = graph.complements.iter();
        let complements: Vec<_> = complements
            .map(|of| format!("{} (bound {})", word(&net.places[of.place].name), of.bound))
            .collect();
        _ = writeln!(text, "  with complementary places for {}", complements.join(" "));
    }
    for (number, node) in graph.nodes.iter().enumerate().filter(|_| list) {
        _ = writeln!(text, "{number}: {}", node_words(net, node));
        for (_, id, to) in graph.edges.iter().filter(|edge| edge.0 == number) {
            _ = writeln!(text, "  {} -> {to}", word(&net.transitions[*id].name));
        }
    }
    text
}

/// Why there is no coverability graph.
fn reason(net: &Net, why: &NoCoverability) -> String {
    let place = |place: usize| word(&net.places[place].name);
    match *why {
        NoCoverability::Priorities(one, other) => {
            let name = |id: TransitionId| word(&net.transitions[id].name);
            format!(
                "{} and {} differ in priority, and arcs cannot replace that; see `grundy petri \
                 graph`",
                name(one),
                name(other)
            )
        }
        NoCoverability::Inhibited(at) => format!(
            "an inhibitor arc leads from {}, and no bound on this place is known",
            place(at)
        ),
        NoCoverability::TooMany(at) => {
            format!("the complement of {} would need a number that is out of range", place(at))
        }
        NoCoverability::Limit(limit) => limit_words(limit),
    }
}

impl AnalysisAnswer<'_> {
    /// The coverability graph in the language of Graphviz, if requested.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn dot(&self) -> Option<Result<String, String>> {
        let Self { net, analysis, .. } = self;
        let found = analysis.coverability.as_ref()?;
        let graph = found.as_ref().map_err(|why| reason(net, why));
        Some(graph.map(|graph| {
            let nodes = graph.nodes.iter().map(|node| (node_words(net, node), String::new()));
            let edge =
                |&(from, id, to): &(_, TransitionId, _)| (from, &*net.transitions[id].name, to);
            digraph("coverability", nodes, graph.edges.iter().map(edge))
        }))
    }
}

fn node_json(net: &Net, node: NetNode) -> NodeJson<'_> {
    let found = around(net, node);
    let (kind, name) = named(net, node);
    let list = |list: &[(usize, std::num::NonZeroU32)]| {
        Map(list.iter().map(|arc| (other(net, node, arc.0), arc.1.get())).collect())
    };
    NodeJson {
        name,
        kind,
        preset: list(&found.preset),
        postset: list(&found.postset),
        reads: list(&found.reads),
        inhibitors: list(&found.inhibitors),
    }
}

fn matrix_json<'a>(net: &'a Net, matrix: &[Vec<(usize, i64)>]) -> Map<'a, Map<'a, i64>> {
    let column = |column: &Vec<(usize, i64)>| {
        Map(column.iter().map(|&(place, it)| (net.places[place].name.as_str(), it)).collect())
    };
    let columns = net.transitions.iter().zip(matrix);
    Map(columns.map(|(transition, it)| (transition.name.as_str(), column(it))).collect())
}

fn invariants_json<'a>(
    names: &[&'a str],
    found: &Result<Invariants, Limit>,
    initial: Option<&[u32]>,
) -> Option<InvariantsJson<'a>> {
    let found = found.as_ref().ok()?;
    let vector = |vector: &Vec<Integer>| {
        let entries = names.iter().zip(vector).filter(|entry| !entry.1.is_zero());
        VectorJson {
            weights: Map(entries.map(|(name, it)| (*name, it.to_string())).collect()),
            value: initial.map(|initial| weighted(vector, initial).to_string()),
        }
    };
    let list = |vectors: &Vec<Vec<Integer>>| vectors.iter().map(vector).collect();
    let basis = found.basis.as_ref().map(list);
    Some(match &found.minimal {
        Some(minimal) => InvariantsJson { kind: "minimal", vectors: list(minimal), basis },
        None => InvariantsJson { kind: "basis", vectors: basis.unwrap_or_default(), basis: None },
    })
}

fn sets_json<'a>(net: &'a Net, found: &Result<Sets, Limit>) -> Option<Vec<SetJson<'a>>> {
    let set = |set: &Vec<usize>| SetJson {
        places: set.iter().map(|&place| net.places[place].name.as_str()).collect(),
        tokens: tokens_in(net, set).to_string(),
    };
    Some(found.as_ref().ok()?.iter().map(set).collect())
}

fn deadlocks_json<'a>(net: &'a Net, found: &Behaviour) -> DeadlocksJson<'a> {
    let listed = found.listed.iter().map(|deadlock| DeadlockJson {
        marking: marked(net, &deadlock.marking),
        sequence: super::names(net, &deadlock.sequence),
    });
    DeadlocksJson {
        complete: found.limit.is_none(),
        infinite: found.pump.is_some(),
        unbounded: found.pump.as_ref().map(|pump| PumpJson::new(net, pump)),
        markings: found.markings.to_string(),
        deadlocks: found.deadlocks.to_string(),
        listed: listed.collect(),
    }
}

fn liveness_json<'a>(net: &'a Net, found: &Liveness) -> LivenessJson<'a> {
    let levels = net.transitions.iter().zip(&found.levels);
    LivenessJson {
        live: found.is_live(),
        reversible: found.is_reversible(),
        home_markings: found.has_home(),
        components: found.components.to_string(),
        terminal_components: found.terminal.to_string(),
        transitions: Map(levels.map(|(it, level)| (it.name.as_str(), level.name())).collect()),
    }
}

fn coverability_json<'a>(
    net: &'a Net,
    found: &Result<Coverability, NoCoverability>,
    list: bool,
) -> CoverabilityJson<'a> {
    let graph = match found {
        Ok(graph) => graph,
        Err(why) => {
            return CoverabilityJson { none: Some(reason(net, why)), ..Default::default() };
        }
    };
    let tokens = |tokens: Tokens| match tokens {
        Tokens::Number(number) => TokensJson::Number(number),
        Tokens::Omega => TokensJson::Omega("infinite"),
    };
    let node = |node: &Vec<Tokens>| {
        let marked = net.places.iter().zip(node).filter(|place| *place.1 != Tokens::Number(0));
        Map(marked.map(|(place, it)| (place.name.as_str(), tokens(*it))).collect())
    };
    let edge = |&(from, id, to): &(usize, TransitionId, usize)| Edge {
        from,
        transition: &net.transitions[id].name,
        to,
    };
    let bounds = net.places.iter().zip(graph.bounds());
    let complements = graph.complements.iter();
    CoverabilityJson {
        none: None,
        nodes: Some(graph.nodes.len().to_string()),
        edges: Some(graph.edges.len().to_string()),
        bounded: Some(graph.is_bounded()),
        bounds: Some(Map(bounds.map(|(it, most)| (it.name.as_str(), tokens(most))).collect())),
        never_firable: Some(super::names(net, &graph.dead(net))),
        complements: Some(Map(complements
            .map(|bounded| (net.places[bounded.place].name.as_str(), bounded.bound))
            .collect())),
        graph: list.then(|| CoverabilityGraph {
            nodes: graph.nodes.iter().map(node).collect(),
            edges: graph.edges.iter().map(edge).collect(),
        }),
    }
}

#[output]
struct NodeJson<'a> {
    name: &'a str,
    kind: &'static str,
    preset: Map<'a, u32>,
    postset: Map<'a, u32>,
    reads: Map<'a, u32>,
    inhibitors: Map<'a, u32>,
}

#[output]
struct VectorJson<'a> {
    weights: Map<'a, String>,
    value: Option<String>,
}

#[output]
struct InvariantsJson<'a> {
    /// `minimal`: the vectors are the minimal semipositive ones; `basis`: they are a basis of all integer ones.
    kind: &'static str,
    vectors: Vec<VectorJson<'a>>,
    /// A basis of all integer ones, with weights of either sign, beside the minimal ones.
    basis: Option<Vec<VectorJson<'a>>>,
}

#[output]
struct SetJson<'a> {
    places: Vec<&'a str>,
    tokens: String,
}

#[output]
struct DeadlockJson<'a> {
    marking: Map<'a, u32>,
    sequence: Vec<&'a str>,
}

#[output]
struct DeadlocksJson<'a> {
    complete: bool,
    infinite: bool,
    /// What can be repeated for ever.
    unbounded: Option<PumpJson<'a>>,
    markings: String,
    deadlocks: String,
    listed: Vec<DeadlockJson<'a>>,
}

#[output]
struct LivenessJson<'a> {
    live: bool,
    reversible: bool,
    home_markings: bool,
    components: String,
    terminal_components: String,
    transitions: Map<'a, &'static str>,
}

#[output]
#[serde(untagged)]
enum TokensJson {
    Number(u32),
    Omega(&'static str),
}

#[output]
struct CoverabilityGraph<'a> {
    nodes: Vec<Map<'a, TokensJson>>,
    edges: Vec<Edge<'a>>,
}

#[output]
#[derive(Default)]
struct CoverabilityJson<'a> {
    /// Why there is no coverability graph.
    none: Option<String>,
    nodes: Option<String>,
    edges: Option<String>,
    bounded: Option<bool>,
    bounds: Option<Map<'a, TokensJson>>,
    never_firable: Option<Vec<&'a str>>,
    complements: Option<Map<'a, u32>>,
    graph: Option<CoverabilityGraph<'a>>,
}

/// What was found about a net.
#[output]
pub struct AnalysisAnswer<'a> {
    #[serde(skip)]
    net: &'a Net,
    #[serde(skip)]
    rule: CapacityRule,
    #[serde(skip)]
    asked: Vec<NetNode>,
    /// The parts.
    #[serde(skip)]
    pub analysis: Analysis,
    #[serde(skip)]
    list: bool,
    name: &'a str,
    capacity_rule: &'static str,
    complete: bool,
    limits: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeJson<'a>>,
    matrix: Option<Map<'a, Map<'a, i64>>>,
    place_invariants: Option<InvariantsJson<'a>>,
    transition_invariants: Option<InvariantsJson<'a>>,
    siphons: Option<Vec<SetJson<'a>>>,
    traps: Option<Vec<SetJson<'a>>>,
    deadlocks: Option<DeadlocksJson<'a>>,
    liveness: Option<LivenessJson<'a>>,
    coverability: Option<CoverabilityJson<'a>>,
}
