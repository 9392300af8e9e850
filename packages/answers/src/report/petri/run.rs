//! Runs of a net, and why one stopped.

use super::{marked, marking, sequence, word};
use crate::diagnostic::counted;
use crate::games::petri::{Net, NoStep, Obstacle, Run, TransitionId};
use crate::report::Render;
use crate::report::json::Map;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnding {
    /// After all requested steps.
    Done,
    /// No transition was firable any more.
    Dead,
    /// This transition could not fire.
    Stopped(TransitionId, NoStep),
}

/// A run, and how it ended.
pub struct RunAnswer<'a> {
    /// The run.
    pub run: Run<'a>,
    /// How it ended.
    pub ending: RunEnding,
    /// The seed, if the steps were random.
    pub seed: Option<u64>,
}

impl Render for RunAnswer<'_> {
    fn verdict(&self) -> Option<Verdict> {
        Some(match self.ending {
            RunEnding::Done | RunEnding::Dead => Verdict::Verified,
            RunEnding::Stopped(_, NoStep::TooManyTokens(_)) => Verdict::Undecided,
            RunEnding::Stopped(..) => Verdict::Refuted,
        })
    }

    /// In the form that replay reads: remarks begin with `#`.
    fn text(&self) -> String {
        let Self { run, ending, .. } = self;
        let (net, fired) = (run.net(), run.fired());
        let mut text = match fired {
            [] => String::new(),
            _ => sequence(net, fired) + "\n",
        };
        text += &format!("# {}", counted(fired.len(), "step"));
        match ending {
            RunEnding::Done => {}
            RunEnding::Dead => text += "; then nothing is firable",
            RunEnding::Stopped(id, no_step) => {
                text += &format!("; then {} cannot fire", word(&net.transitions[*id].name));
                let words = no_step_words(net, no_step);
                text.extend(words.iter().map(|line| format!("\n#   {line}")));
            }
        }
        text + &format!("\n# marking: {}\n", marking(net, run.marking()))
    }
}

/// Written with the marking after each step.
impl Serialize for RunAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { run, ending, seed } = self;
        let net = run.net();
        let mut again = Run::new(net, run.rule());
        let steps = run.fired().iter().map(|&id| {
            // A transition that fired once fires again.
            let fired = again.fire(id);
            debug_assert_eq!(fired, Ok(()));
            let transition = &net.transitions[id].name;
            FiringStep { transition, marking: marked(net, again.marking()) }
        });
        let answer = Answer {
            capacity_rule: run.rule().name(),
            seed: seed.map(|seed| seed.to_string()),
            initial: marked(net, &net.initial()),
            steps: steps.collect(),
            dead: run.firable().is_empty(),
            stopped: match ending {
                RunEnding::Stopped(id, no_step) => Some(Stopped {
                    transition: &net.transitions[*id].name,
                    obstacles: no_step_words(net, no_step),
                }),
                _ => None,
            },
        };
        answer.serialize(serializer)
    }
}

#[output]
struct FiringStep<'a> {
    transition: &'a str,
    marking: Map<'a, u32>,
}

#[output]
struct Stopped<'a> {
    transition: &'a str,
    obstacles: Vec<String>,
}

#[output]
pub(in crate::report) struct Answer<'a> {
    capacity_rule: &'static str,
    seed: Option<String>,
    initial: Map<'a, u32>,
    steps: Vec<FiringStep<'a>>,
    dead: bool,
    stopped: Option<Stopped<'a>>,
}

/// Why a transition cannot fire, with one line for each reason.
pub fn no_step_words(net: &Net, no_step: &NoStep) -> Vec<String> {
    let place = |id: usize| word(&net.places[id].name);
    let words = |obstacle: &Obstacle| match *obstacle {
        Obstacle::Input { place: at, holds, takes } => {
            format!("input: {} holds {holds}, but firing takes {takes}", place(at))
        }
        Obstacle::Read { place: at, holds, weight } => {
            format!("read: {} holds {holds}, but must hold at least {weight}", place(at))
        }
        Obstacle::Inhibitor { place: at, holds, weight } => {
            format!("inhibitor: {} holds {holds}, but must hold less than {weight}", place(at))
        }
        Obstacle::Capacity { place: at, holds, takes, puts, capacity } => {
            let taken = if takes > 0 { format!(" - {takes}") } else { String::new() };
            let name = place(at);
            format!("capacity: {name} would come to {holds}{taken} + {puts}, above {capacity}")
        }
        Obstacle::Priority { transition } => {
            let Some(other) = net.transitions.get(transition) else { return String::new() };
            let name = word(&other.name);
            format!("priority: {name} is enabled and has priority {}", other.priority)
        }
    };
    match no_step {
        NoStep::Forbidden(obstacles) => obstacles.iter().map(words).collect(),
        NoStep::TooManyTokens(at) => {
            vec![format!("tokens: {} would hold more than 4294967295", place(*at))]
        }
    }
}
