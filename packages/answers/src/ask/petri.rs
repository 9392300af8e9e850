//! Petri nets.

use super::texts::shown;
use super::{Control, Either, File, Refused, Reply};
use crate::games::chance::Chance;
use crate::games::petri::analysis::{Analysis, AnalysisOptions, NetNode, Part};
use crate::games::petri::graph::{Graph as Explored, GraphOptions, LISTED, unbounded};
use crate::games::petri::layout::Layout;
use crate::games::petri::pnml::{self, Read};
use crate::games::petri::{CapacityRule, Net, Run, TransitionId};
use crate::limit::Limit;
use crate::report::Render;
use crate::report::petri::{
    self as report, AnalysisAnswer, Converted, Info as Counts, NetGraph, RunAnswer, RunEnding,
    Unbounded, word, words,
};
use crate::suggest;
use grundy_output::question;
use serde::Deserialize;
use std::collections::HashMap;

/// The default limit on memory, in bytes: 2 GiB.
pub const LIMIT_MEMORY: u64 = 2 << 30;

/// The default for the most random steps.
pub const STEPS: u32 = 100;

/// The greatest limit on random steps.
pub const MOST_STEPS: u32 = 10_000_000;

/// Which net, and its rule.
#[question]
pub struct NetFile {
    /// The file, in PNML.
    pub file: File,
    /// The id of the net, if the file has several.
    pub id: Option<String>,
    /// How capacities bound firing: by the `net` effect where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<crate::ask::game::Name<CapacityRule>>"))]
    pub capacity_rule: Option<CapacityRule>,
}

impl NetFile {
    /// The net.
    ///
    /// # Errors
    /// A file without such a net.
    pub fn read(&self) -> Result<Read, Refused> {
        let read = pnml::read(&self.file.text, self.id.as_deref());
        read.map_err(|found| self.file.is_not("a valid net", found))
    }

    /// How capacities bound firing.
    pub fn rule(&self) -> CapacityRule {
        self.capacity_rule.unwrap_or(CapacityRule::Net)
    }
}

/// A question about a net.
pub trait AboutNet {
    /// The type of the answer, with names from the net.
    type Answer<'r>: Render;

    /// The net.
    fn net(&self) -> &NetFile;

    /// The answer about the net that was read.
    ///
    /// # Errors
    /// Questions that make no sense for this net, and limits before there was anything to say.
    fn answer<'r>(
        &self,
        read: &'r Read,
        control: &Control<'_>,
    ) -> Result<Self::Answer<'r>, Refused>;

    /// The answer in its forms, with the warnings about the file.
    ///
    /// # Errors
    /// As [`NetFile::read`] and [`AboutNet::answer`].
    fn reply(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let (File { name, text }, read) = (&self.net().file, self.net().read()?);
        let answer = self.answer(&read, control)?;
        let warnings: Vec<_> = read.warnings.iter().map(|one| shown(name, text, [one])).collect();
        let mut more = answer.more();
        more["warnings"] = warnings.into();
        Ok(Reply::new(&answer, more))
    }
}

/// What does a net consist of?
#[question]
pub struct Info {
    /// The net.
    pub net: NetFile,
}

impl AboutNet for Info {
    type Answer<'r> = Counts<'r>;

    fn net(&self) -> &NetFile {
        &self.net
    }

    fn answer<'r>(&self, read: &'r Read, _: &Control<'_>) -> Result<Counts<'r>, Refused> {
        Ok(report::info(&read.net, self.net.rule()))
    }
}

/// Which markings can be reached?
#[question]
pub struct Graph {
    /// The net.
    pub net: NetFile,
    /// The most markings, at least 1: 10 million where nothing is said.
    pub limit_markings: Option<usize>,
    /// The most memory, in bytes; 2 GiB by default ([`LIMIT_MEMORY`]).
    pub limit_memory: Option<u64>,
    /// Also all markings and edges, at most 10,000 ([`LISTED`])?
    pub list: bool,
}

impl AboutNet for Graph {
    type Answer<'r> = Either<NetGraph<'r>, Unbounded<'r>>;

    fn net(&self) -> &NetFile {
        &self.net
    }

    fn answer<'r>(
        &self,
        read: &'r Read,
        control: &Control<'_>,
    ) -> Result<Self::Answer<'r>, Refused> {
        let (net, rule, list) = (&read.net, self.net.rule(), self.list);
        let options = GraphOptions {
            rule,
            limit_markings: at_least_one("markings", self.limit_markings)?
                .unwrap_or(GraphOptions::default().limit_markings),
            threads: control.threads.clone(),
            stop: control.stop.clone().with_memory(self.limit_memory.unwrap_or(LIMIT_MEMORY)),
        };
        if let Some(pump) = unbounded(net, &options) {
            return Ok(Either::Other(report::unbounded(net, rule, &pump)));
        }
        let graph = Explored::explore(net, &options);
        if list && graph.markings > LISTED {
            let markings = graph.markings;
            return Err(match graph.limit {
                Some(Limit::STOPPED) => {
                    Refused::Limit(Limit::STOPPED, format!("{markings} markings are reached"))
                }
                _ => format!("{markings} markings are not listed, only {LISTED}").into(),
            });
        }
        Ok(Either::One(NetGraph { net, rule, graph, list }))
    }
}

fn at_least_one(what: &str, limit: Option<usize>) -> Result<Option<usize>, Refused> {
    match limit {
        Some(0) => Err(format!("--limit-{what} is at least 1").into()),
        limit => Ok(limit),
    }
}

/// What is known of a net, part by part?
#[question]
pub struct Analyse {
    /// The net.
    pub net: NetFile,
    /// What to find; where nothing is said, nothing but the nodes, or all but nodes and matrix if there are none.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<crate::ask::game::Name<Part>>"))]
    pub show: Vec<Part>,
    /// The names or ids of places and transitions of which preset and postset are wanted.
    #[serde(default)]
    pub nodes: Vec<String>,
    /// The most markings for deadlocks and liveness, at least 1: a million where nothing is said.
    pub limit_markings: Option<usize>,
    /// The most entries of a list, or on the way to it, at least 1: 10,000 where nothing is said.
    pub limit_results: Option<usize>,
    /// The most memory, in bytes; 2 GiB by default ([`LIMIT_MEMORY`]).
    pub limit_memory: Option<u64>,
    /// Also the nodes and edges of the coverability graph?
    pub list: bool,
}

impl AboutNet for Analyse {
    type Answer<'r> = AnalysisAnswer<'r>;

    fn net(&self) -> &NetFile {
        &self.net
    }

    fn answer<'r>(
        &self,
        read: &'r Read,
        control: &Control<'_>,
    ) -> Result<AnalysisAnswer<'r>, Refused> {
        let (net, rule) = (&read.net, self.net.rule());
        let parts = match (&self.show[..], &self.nodes[..]) {
            ([], []) => {
                let is_listed = |part: &Part| !matches!(part, Part::Nodes | Part::Matrix);
                Part::ALL.into_iter().filter(is_listed).collect()
            }
            (shown, _) => shown.to_vec(),
        };
        let mut nodes = Vec::new();
        for name in &self.nodes {
            nodes.extend(called(read, name).map_err(Refused::rejected)?);
        }
        if nodes.is_empty() && parts.contains(&Part::Nodes) {
            nodes.extend((0..net.places.len()).map(NetNode::Place));
            nodes.extend((0..net.transitions.len()).map(NetNode::Transition));
        }
        let defaults = AnalysisOptions::default();
        let options = AnalysisOptions {
            rule,
            limit_markings: at_least_one("markings", self.limit_markings)?
                .unwrap_or(defaults.limit_markings),
            limit_results: at_least_one("results", self.limit_results)?
                .unwrap_or(defaults.limit_results),
            stop: control.stop.clone().with_memory(self.limit_memory.unwrap_or(LIMIT_MEMORY)),
        };
        let analysis = Analysis::of(net, &parts, &options);
        Ok(report::analysed(net, rule, nodes, analysis, self.list))
    }
}

/// The place and the transition with this name or id; a net may have both.
fn called(read: &Read, name: &str) -> Result<Vec<NetNode>, String> {
    let place = read.place(name).map(NetNode::Place);
    let transition = read.transition(name).map(NetNode::Transition);
    let found: Vec<_> = place.into_iter().chain(transition).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let names = read.net.places.iter().map(|place| word(&place.name));
    let names = names.chain(read.net.transitions.iter().map(|transition| word(&transition.name)));
    let name = word(name);
    Err(match suggest::nearest(&name, names) {
        Some(near) => format!("there is no place or transition {name}; did you mean {near}?"),
        None => format!("there is no place or transition {name}"),
    })
}

grundy_language::named! {
    /// A dialect of PNML.
    Dialect {
        Standard: "standard", "PNML of ISO/IEC 15909-2, without positions";
        Pipe: "pipe", "A file that PIPE 4.3 opens, with positions";
    }
}

impl Dialect {
    /// A net in this dialect.
    ///
    /// # Errors
    /// Nets that the dialect cannot express.
    pub fn write(self, net: &Net, layout: impl FnOnce() -> Layout) -> Result<String, Refused> {
        match self {
            Self::Standard => Ok(pnml::write(net)),
            Self::Pipe => pnml::write_pipe(net, &layout())
                .map_err(|why| format!("PIPE has no such net: {why}").into()),
        }
    }
}

/// The net for another tool.
#[question]
pub struct Convert {
    /// The net.
    pub net: NetFile,
    /// What to write: the standard where nothing is said.
    #[cfg_attr(test, schemars(with = "Option<crate::ask::game::Name<Dialect>>"))]
    pub to: Option<Dialect>,
}

impl AboutNet for Convert {
    type Answer<'r> = Converted;

    fn net(&self) -> &NetFile {
        &self.net
    }

    fn answer(&self, read: &Read, _: &Control<'_>) -> Result<Converted, Refused> {
        let layout = || read.layout().unwrap_or_else(|| Layout::layered(&read.net));
        let pnml = self.to.unwrap_or(Dialect::Standard).write(&read.net, layout)?;
        Ok(Converted { pnml })
    }
}

/// What can happen, by chance?  The same seed gives the same run.
#[question]
pub struct Simulate {
    /// The net.
    pub net: NetFile,
    /// The seed of the random numbers.
    #[serde(default)]
    pub seed: u64,
    /// The most steps, up to 10,000,000 ([`MOST_STEPS`]); 100 by default ([`STEPS`]).
    pub steps: Option<u32>,
}

impl AboutNet for Simulate {
    type Answer<'r> = RunAnswer<'r>;

    fn net(&self) -> &NetFile {
        &self.net
    }

    fn answer<'r>(&self, read: &'r Read, control: &Control<'_>) -> Result<RunAnswer<'r>, Refused> {
        let mut run = Run::new(&read.net, self.net.rule());
        let mut chance = Chance::new(self.seed);
        let steps = self.steps.unwrap_or(STEPS);
        if steps > MOST_STEPS {
            return Err(format!("--steps is at most {MOST_STEPS}, not {steps}").into());
        }
        let mut ending = RunEnding::Done;
        for step in 0..steps {
            control.stop.check().map_err(|limit| {
                Refused::Limit(limit, format!("{step} of {steps} steps are done"))
            })?;
            let Some(id) = chance.choose(&run.firable()) else {
                ending = RunEnding::Dead;
                break;
            };
            // A randomly chosen transition is firable; only a place can overflow.
            if let Err(no_step) = run.fire(id) {
                ending = RunEnding::Stopped(id, no_step);
                break;
            }
        }
        Ok(RunAnswer { run, ending, seed: Some(self.seed) })
    }
}

/// Transitions in an order.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Sequence {
    /// A text: names or ids separated by spaces, in `"..."` if they contain spaces; `#` begins a remark.
    Text(String),
    /// Words, each of which may be a name that contains spaces, or several names.
    Words(Vec<String>),
}

impl Sequence {
    /// The transitions.
    ///
    /// # Errors
    /// Names that are not known, or that several transitions have.
    pub fn transitions(&self, read: &Read) -> Result<Vec<TransitionId>, Refused> {
        let words = match self {
            Self::Text(text) => Ok(text.lines().flat_map(words).collect()),
            Self::Words(all) => all
                .iter()
                .map(|text| argument(read, text))
                .collect::<Result<Vec<_>, _>>()
                .map(|lists| lists.concat()),
        };
        words.and_then(|words| ids(read, &words)).map_err(Refused::rejected)
    }
}

/// The transitions with these names or ids.
fn ids(read: &Read, words: &[String]) -> Result<Vec<TransitionId>, String> {
    // Long sequences repeat the names of a few transitions.
    let mut known = HashMap::new();
    for word in words {
        if !known.contains_key(word) {
            known.insert(word, transition(read, word)?);
        }
    }
    Ok(words.iter().map(|word| known[word]).collect())
}

/// The names in one word, which is a single name if it was quoted for the shell.
fn argument(read: &Read, text: &str) -> Result<Vec<String>, String> {
    let split: Vec<_> = text.lines().flat_map(words).collect();
    if split.len() < 2 || read.transition(text).is_none() {
        // Here a remark at the beginning is a name.
        let one = split.is_empty() && !text.trim().is_empty();
        return Ok(if one { vec![text.trim().to_owned()] } else { split });
    }
    if split.iter().all(|word| read.transition(word).is_some()) {
        let one = word(text);
        return Err(format!(
            "`{text}` is one transition and also a sequence of {}; write '{one}' for the one, and an argument for each \
             of the others",
            split.len()
        ));
    }
    Ok(vec![text.to_owned()])
}

/// The transition with this name or id.
///
/// # Errors
/// Names that are not known, or that several transitions have.
pub fn transition(read: &Read, name: &str) -> Result<TransitionId, String> {
    read.transition(name).ok_or_else(|| {
        if let [first, second, others @ ..] = &read.called(name)[..] {
            let more = if others.is_empty() { "" } else { ", ..." };
            let count = 2 + others.len();
            return format!(
                "`{name}` is the name of {count} transitions: {first}, {second}{more}; choose one by its id"
            );
        }
        let name = word(name);
        let names = read.net.transitions.iter().map(|transition| word(&transition.name));
        match suggest::nearest(&name, names) {
            Some(near) => format!("unknown transition {name}; did you mean {near}?"),
            None => format!("unknown transition {name}"),
        }
    })
}

/// Can these transitions fire, one after another?
#[question]
pub struct Replay {
    /// The net.
    pub net: NetFile,
    /// The transitions.
    pub sequence: Sequence,
}

impl AboutNet for Replay {
    type Answer<'r> = RunAnswer<'r>;

    fn net(&self) -> &NetFile {
        &self.net
    }

    fn answer<'r>(&self, read: &'r Read, _: &Control<'_>) -> Result<RunAnswer<'r>, Refused> {
        let mut run = Run::new(&read.net, self.net.rule());
        let mut ending = RunEnding::Done;
        for id in self.sequence.transitions(read)? {
            if let Err(no_step) = run.fire(id) {
                ending = RunEnding::Stopped(id, no_step);
                break;
            }
        }
        Ok(RunAnswer { run, ending, seed: None })
    }
}
