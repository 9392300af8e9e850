//! The blocks of a description, one after another or on several threads.

use super::hunt::{Extent, Hunted, hunt};
use super::sweep::{Sweep, Swept};
use super::{Options, Progress, region};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::{BlockGraph, Chain, Instance, ProofLog, Region, Search, Unsupported};
use crate::ilp::Point;
use crate::limit::Limit;
use crate::model::{BlockId, Description, Followed};
use crate::proof::{ProofStep, Section};
use crate::verdict::Statistics;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// The number of questions after which the rest of a proof is shared among threads: with fewer, starting them costs
/// more than it saves.
const WORTH_SHARING: u64 = 4000;

/// The number of questions, of one task or of all, after which a wider direct search costs little in comparison.
const LONG: u64 = 16_000;

/// The number of tasks that are shared among threads before the questions are counted again.
const GROUP: usize = 64;

/// One block to be proved, with one move being the largest.
pub(super) struct Task {
    pub block: BlockId,
    pub largest: Affine,
    /// The moves that are followed.
    pub followed: Arc<Followed>,
    /// The order conditions, and the condition that this move is the largest.
    pub conditions: Vec<Constraint>,
    /// The most effort for long chains.
    pub most_effort: u64,
}

/// The result of a task.
pub(super) struct TaskResult {
    pub statistics: Statistics,
    pub failure: Option<Point>,
    /// The state at which it fails, in the passes of a loop with a state.
    pub state: Option<Integer>,
    /// The proof, if one is wanted.
    pub section: Result<Section, Unsupported>,
    /// Where it ended, if a limit was reached.
    pub halt: Option<Halt>,
}

/// Where a limit ended a task.
pub(super) struct Halt {
    pub limit: Limit,
    /// The chain at which it was reached.
    pub instances: Vec<Instance>,
    /// The largest move there.
    pub largest: Affine,
}

/// What is to be decided, and how.
pub(super) struct Job<'j, 'a> {
    /// What is decided.
    pub original: &'j Description,
    /// Its blocks.
    pub original_graph: &'j BlockGraph<'j>,
    /// What it is proved from.
    pub description: &'a Description,
    pub graph: &'j BlockGraph<'a>,
    pub options: &'j Options<'j>,
    /// Is a proof wanted?
    pub certifying: bool,
    /// What a wide direct search found, once the proof has taken long; missing if the failure that it found is already
    /// known.
    pub hunted: Option<OnceLock<Hunted>>,
}

impl Job<'_, '_> {
    /// Does a wide direct search find a failure?  Then the tasks are not needed.
    pub(super) fn is_refuted(&self) -> bool {
        let search = || hunt(self.original, self.original_graph, self.options, Extent::Wide);
        self.hunted.as_ref().is_some_and(|hunted| hunted.get_or_init(search).failure.is_some())
    }
}

/// Works through the tasks, on several threads when there is much to do.
pub(super) fn run(job: &Job<'_, '_>, tasks: &[Task]) -> Vec<TaskResult> {
    let options = job.options;
    let done = std::sync::atomic::AtomicUsize::new(0);
    let one = |task: &Task| {
        let outcome = prove(job, task);
        let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        if let Some(progress) = options.progress {
            progress(Progress { done, total: tasks.len() });
        }
        outcome
    };
    if let Some(progress) = options.progress {
        progress(Progress { done: 0, total: tasks.len() });
    }
    let mut results = Vec::with_capacity(tasks.len());
    let (mut questions, mut rest) = (0, tasks);
    // The groups are the same for any number of threads, and so is what has been done when the direct search ends the
    // work.
    while !rest.is_empty() {
        let group = match questions {
            0..WORTH_SHARING => 1,
            WORTH_SHARING..LONG => GROUP,
            _ if job.is_refuted() => break,
            _ => rest.len(),
        };
        let (now, later) = rest.split_at(group.min(rest.len()));
        let known = results.len();
        if group > 1 && !options.threads.is_one() {
            let share = || now.par_iter().map(one).collect::<Vec<_>>();
            results.extend(options.threads.run(share));
        } else {
            results.extend(now.iter().map(one));
        }
        questions += results[known..].iter().map(|result| result.statistics.questions).sum::<u64>();
        rest = later;
    }
    results
}

fn prove(job: &Job<'_, '_>, task: &Task) -> TaskResult {
    let options = job.options;
    let mut found = Swept::default();
    let mut chains = 0;
    let mut visit = |chain: &Chain<'_>, region: &mut Region| {
        chains += 1;
        options.stop.check()?;
        if region.backend().work().questions >= LONG && job.is_refuted() {
            return Err(Limit::STOPPED);
        }
        region.log().push(|| ProofStep::Words);
        let found = &mut found;
        Sweep::new(job, &task.followed, chain, region, found, None).block()
    };
    let (halt, mut statistics, log) = search(job, task, &mut visit);
    statistics.chains = chains;
    statistics.splits = found.splits;
    statistics.cases = found.cases;
    let (failure, state) = (found.parameters, found.state);
    TaskResult { statistics, failure, state, section: log.finish(), halt }
}

/// Visits all chains of a task.
pub(super) fn search<'a>(
    job: &Job<'_, 'a>,
    task: &Task,
    visit: &mut crate::chain::Visit<'_, 'a>,
) -> (Option<Halt>, Statistics, ProofLog) {
    let Job { description, graph, options, certifying, .. } = *job;
    let mut log = ProofLog::new(certifying);
    let place = graph.at(task.block);
    let mut region = region(description.parameters.len() + place.loops.len(), options);
    let mut search = Search::new(description, graph, &task.largest, &options.stop, task.block);
    search.most_effort = task.most_effort;
    let found = region.logging(&mut log, |region| {
        region.each_case(&task.conditions, &place.conditions, None, &mut |conditions, region| {
            search.chain.guard = conditions.to_vec();
            search.run(region, visit)
        })
    });
    let halt = found.err().map(|limit| {
        let instances = search.chain.instances.clone();
        Halt { limit, instances, largest: task.largest.clone() }
    });
    let mut statistics = Statistics::default();
    region.count(&mut statistics);
    (halt, statistics, log)
}
