//! From a description to a verdict.
//!
//! 1. The order conditions: without an integer point nothing is claimed (*vacuous*).
//! 2. `admissible`: moves >= 1, lengths >= 0, an endless loop that is not empty; otherwise
//!    *rejected*.
//! 3. The description is written with fewer and longer words, if it has loops that repeat letters or
//!    write nothing at times ([`crate::simplify`]); should that be left open, it is tried as it
//!    stands.
//! 4. The smallest parameters are put in, and the description is compared with the rule directly
//!    (`hunt`, `walk`).  Where it is wrong for them, nothing smaller can be, and the work ends.
//! 5. For each move that can be the largest, and each block: all chains ([`crate::chain`]),
//!    and along each chain the rule (`sweep`).  This covers every position for every
//!    admissible choice of the parameters; by induction over the position, the described
//!    sequence is the sequence of the game exactly if no failure exists.
//! 6. Where that takes long or reaches a limit, the direct search looks at more parameters
//!    (`points`).  What it finds bounds the first parameter, and the rest of the proof looks for
//!    smaller failures only.
//! 7. A failure is traced to the smallest parameters, and for them to the smallest position,
//!    which direct computation confirms (`counterexample`).
//!
//! For [`certify`] the steps 2 and 5 are logged, and each block where one move is the largest gives
//! a section of the proof.  No section refers to another one, so they are found by several threads
//! and put together in the order of the blocks.
//!
//! What is to be seen around a counterexample ([`around`]) and changes of one word that might help
//! ([`repair`]) are looked for only when somebody asks; they are computed for numbers, within stated
//! bounds, and prove nothing.
//!
//! Steps 2 and 5 only ever ask whether integer points exist.  A limit on the way makes the
//! verdict *undecided*, unless a failure is known: a failure is one whatever else was left open.

mod admissible;
pub mod around;
mod counterexample;
mod counterexample_file;
mod findings;
mod hunt;
mod points;
pub mod repair;
mod sweep;
mod walk;

pub use counterexample_file::{CounterexampleFile, Replayed, StoredOption};
pub use sweep::{Observer, Split};

use crate::affine::{Affine, Constraint};
use crate::chain::{
    BlockGraph, Chain, Instance, MOST_EFFORT, ProofLog, Region, Search, Unsupported,
};
use crate::ilp::{BackendKind, NewBackend, Point};
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description};
use crate::proof::{Header, Proof, ProofStep, Section};
use crate::simplify;
use crate::threads::Threads;
use crate::verdict::{Finding, Looked, Report, Statistics, Verdict};
use findings::{halted, limit_finding, refuted, vacuous};
use hunt::{Extent, Hunted, hunt};
use rayon::prelude::*;
use std::borrow::Cow;
use std::sync::OnceLock;
use sweep::{Sweep, Swept};

/// Questions after which the rest of a proof is shared among threads: below, starting them
/// costs more than it saves.
const WORTH_SHARING: u64 = 4000;

/// Questions, of one task or of all, after which a wider direct search costs little in comparison.
const LONG: u64 = 16_000;

/// The effort for long chains of all tasks together, of which each has its share, and at least
/// [`MOST_EFFORT`].
const ALL_EFFORT: u64 = 100_000_000;

/// Tasks that are shared among threads before the questions are counted again.
const GROUP: usize = 64;

/// How to verify.
pub struct Options<'o> {
    /// Makes those who answer feasibility questions.
    pub backend: NewBackend<'o>,
    /// The threads to use.
    pub threads: Threads,
    /// Lets the caller stop the work; the verdict is then undecided.
    pub stop: CancellationToken,
    /// Called now and then, from any thread.
    pub progress: Option<&'o (dyn Fn(Progress) + Sync)>,
    /// Tries the description as it stands first, and then as [`simplify`] writes it.
    pub as_written: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            backend: BackendKind::Exact.maker(),
            threads: Threads::default(),
            stop: CancellationToken::default(),
            progress: None,
            as_written: false,
        }
    }
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Blocks done, counted once for each move that can be the largest.
    pub done: usize,
    /// Blocks to do.
    pub total: usize,
}

/// One block to be proved where one move is the largest.
struct Task {
    block: BlockId,
    largest: Affine,
    /// The order conditions and "this move is the largest".
    conditions: Vec<Constraint>,
    /// The most effort for long chains.
    most_effort: u64,
}

/// What came of a task.
struct TaskResult {
    statistics: Statistics,
    failure: Option<Point>,
    /// The proof, if one is wanted.
    section: Result<Section, Unsupported>,
    /// Where it ended, if a limit was reached.
    halt: Option<Halt>,
}

/// Where a limit ended a task.
struct Halt {
    limit: Limit,
    /// The chain at which it was reached.
    instances: Vec<Instance>,
    /// The largest move there.
    largest: Affine,
}

/// A description, and what its sequence is proved from.
struct Reading<'d> {
    /// The description itself.
    original: &'d Description,
    /// Another way to write it, pass by pass, perhaps with quotients as parameters behind the others.
    passes: &'d Description,
    /// Another way to write the sequence, perhaps with one parameter more.
    proved: &'d Description,
}

/// What is to be decided, and how.
struct Job<'j, 'a> {
    /// What is decided.
    original: &'j Description,
    /// Its blocks.
    original_graph: &'j BlockGraph<'j>,
    /// What it is proved from.
    description: &'a Description,
    graph: &'j BlockGraph<'a>,
    options: &'j Options<'j>,
    /// Is a proof wanted?
    certifying: bool,
    /// What a wide direct search found, once the proof has taken long; missing where the failure
    /// that it found is known already.
    hunted: Option<OnceLock<Hunted>>,
}

impl Job<'_, '_> {
    /// Does a wide direct search find a failure?  Then what the tasks do is not needed.
    fn is_refuted(&self) -> bool {
        let search = || hunt(self.original, self.original_graph, self.options, Extent::Wide);
        self.hunted.as_ref().is_some_and(|it| it.get_or_init(search).failure.is_some())
    }
}

/// Decides whether a description is right.  `source` is its text, for messages.
pub fn verify(description: &Description, source: &str, options: &Options<'_>) -> Report {
    decide(description, source, options, false).report
}

/// As [`verify`], with the proof if the verdict is *verified*.
///
/// ```
/// use grundy::proof::ProofStep;
/// use grundy::verify::certify;
/// let source = "n >= 1 { n } REPEAT _n An ENDREP";
/// let description = grundy::lang::parse(source, &Default::default()).description.unwrap();
/// let (_, proof) = certify(&description, source, &Default::default());
/// let proof = proof.unwrap().unwrap();
/// // n >= 1 has a point.
/// assert_eq!(proof.sections[0].steps().next(), Some(ProofStep::Inhabited));
/// let mut certificate = Vec::new();
/// proof.write(&mut certificate).unwrap();
/// assert!(certificate.starts_with(b"grundy-certificate 1\n"));
/// ```
pub fn certify(
    description: &Description,
    source: &str,
    options: &Options<'_>,
) -> (Report, Option<Result<Proof, Unsupported>>) {
    let Decided { report, sections, simplified } = decide(description, source, options, true);
    let header = Header {
        digest: lang::digest(source),
        alphabet: description.alphabet,
        piece: description.is_piece(),
        simplified,
    };
    let proof = (report.verdict == Verdict::Verified).then(|| {
        let sections = sections.into_iter().collect::<Result<_, _>>()?;
        Ok(Proof { header, sections })
    });
    (report, proof)
}

/// A verdict with its proof.
struct Decided {
    report: Report,
    /// The sections of the proof if one is wanted.
    sections: Vec<Result<Section, Unsupported>>,
    /// Was the description proved as [`simplify`] writes it?
    simplified: bool,
}

/// Decides the description as [`simplify`] writes it, and as it stands where that is left open; or
/// the other way round.
fn decide(
    description: &Description,
    source: &str,
    options: &Options<'_>,
    certifying: bool,
) -> Decided {
    let (passes, endless) = simplified(description);
    let passes = passes.as_ref().unwrap_or(description);
    let proved = endless.as_ref().unwrap_or(passes);
    let attempt = |simplified| {
        let reading = match simplified {
            true => Reading { original: description, passes, proved },
            false => Reading { original: description, passes: description, proved: description },
        };
        let (report, sections) = decide_as(&reading, source, options, certifying);
        Decided { report, sections, simplified }
    };
    if std::ptr::eq(proved, description) {
        return attempt(false);
    }
    let is_decided =
        |it: &Decided| matches!(it.report.verdict, Verdict::Verified | Verdict::Refuted);
    // As it stands it has at least as many blocks.
    let is_hopeless = |it: &Decided| {
        let mut limits = it.report.findings.iter().filter_map(Finding::limit);
        let too_long = it.simplified && limits.any(|limit| limit == Limit::CHAIN_BLOCKS);
        options.stop.requested() || too_long
    };
    let first = attempt(!options.as_written);
    if is_decided(&first) || is_hopeless(&first) {
        return first;
    }
    let second = attempt(options.as_written);
    if is_decided(&second) { second } else { first }
}

/// Other ways to write the sequence: pass by pass, and with another endless loop.
fn simplified(description: &Description) -> (Option<Description>, Option<Description>) {
    let shorter = simplify::shorter(description);
    let passes = simplify::with_quotients(shorter.as_ref().unwrap_or(description)).or(shorter);
    let endless = simplify::endless(passes.as_ref().unwrap_or(description));
    (passes, endless)
}

/// What the sequence of the description is proved from, and what [`list`] lists the chains of: the
/// description as [`simplify`] writes it, perhaps with parameters more.
pub fn proved_as(description: &Description) -> Cow<'_, Description> {
    let (passes, endless) = simplified(description);
    endless.or(passes).map_or(Cow::Borrowed(description), Cow::Owned)
}

/// The name of a parameter that only the description that is proved has, see [`proved_as`]: how
/// often a cycle stands in each pass through the endless loop.  It is at least 1; other such
/// parameters are quotients, given by their conditions.
pub fn copies<'p>(description: &Description, proved: &'p Description) -> Option<&'p str> {
    let further = proved.parameters.iter().enumerate().skip(description.parameters.len());
    let is_positive = |index| Constraint::at_least_zero(Affine::variable(index).plus(-1));
    let is_it = |index| proved.conditions.iter().any(|it| it.constraint == is_positive(index));
    further.into_iter().find(|(index, _)| is_it(*index)).map(|(_, each)| each.name.as_str())
}

/// The report, and the sections of the proof if one is wanted.
fn decide_as(
    reading: &Reading<'_>,
    source: &str,
    options: &Options<'_>,
    certifying: bool,
) -> (Report, Vec<Result<Section, Unsupported>>) {
    let &Reading { original: description, proved, .. } = reading;
    let mut statistics = Statistics {
        blocks: proved.blocks.iter().filter(|block| !block.words.is_empty()).count() as u64,
        ..Statistics::default()
    };
    let (graph, original_graph) = (&BlockGraph::new(proved), &BlockGraph::new(description));
    let mut job = Job {
        original: description,
        original_graph,
        description: proved,
        graph,
        options,
        certifying,
        hunted: Some(OnceLock::new()),
    };
    let refute = |parameters: &Point| refuted(description, source, parameters, &options.stop);
    let mut warnings = Vec::new();
    let mut sections = Vec::new();
    let (verdict, mut findings) =
        match prepare(&job, reading.passes, &mut statistics, &mut warnings) {
            Ok((tasks, section)) => {
                sections.push(section);
                let Outcome { results, failure, hunted } = search_and_prove(&mut job, tasks);
                let mut halt = None;
                for result in results {
                    statistics.add(&result.statistics);
                    sections.push(result.section);
                    halt = halt.or(result.halt);
                }
                // Nothing is missing where no parameters are smaller.
                let open = halt.filter(|_| failure.is_none() || failure != hunted.first);
                let undecided = open.map(|halt| halted(&job, &halt, &hunted));
                match (failure, undecided) {
                    (None, None) => (Verdict::Verified, Vec::new()),
                    (None, Some(finding)) => (Verdict::Undecided, vec![finding]),
                    (Some(parameters), undecided) => {
                        let (verdict, mut findings) = refute(&parameters);
                        findings.extend(undecided);
                        (verdict, findings)
                    }
                }
            }
            Err((Verdict::Undecided, mut undecided)) => {
                let hunted = hunt(description, original_graph, options, Extent::Widest);
                match &hunted.failure {
                    Some(parameters) => {
                        let (verdict, mut findings) = refute(parameters);
                        if !hunted.smallest {
                            findings.append(&mut undecided);
                        }
                        (verdict, findings)
                    }
                    None => {
                        undecided
                            .iter_mut()
                            .for_each(|finding| findings::looked(finding, description, &hunted));
                        (Verdict::Undecided, undecided)
                    }
                }
            }
            Err(ended) => ended,
        };
    findings.extend(warnings);
    (Report::new(verdict, findings, Looked::Cases(statistics)), sections)
}

/// What the direct search and the proof found.
struct Outcome {
    /// What came of the tasks; nothing if the search alone decided.
    results: Vec<TaskResult>,
    /// The smallest parameters that fail, as far as nothing halted.
    failure: Option<Point>,
    /// What was looked at directly.
    hunted: Hunted,
}

/// Looks for a failure directly, and proves that there is none, or none that is smaller.
fn search_and_prove(job: &mut Job<'_, '_>, mut tasks: Vec<Task>) -> Outcome {
    let Job { original, original_graph, options, .. } = *job;
    let hunt = |extent| hunt(original, original_graph, options, extent);
    let mut hunted = hunt(Extent::Smallest);
    let mut results = Vec::new();
    if hunted.failure.is_none() {
        results = run(job, &tasks);
        hunted = job.hunted.take().and_then(OnceLock::into_inner).unwrap_or(hunted);
        let halted = results.iter().any(|result| result.halt.is_some());
        if halted && hunted.failure.is_none() {
            hunted = hunt(Extent::Widest);
        }
        let failing = results.iter().filter_map(|result| result.failure.as_ref());
        let known = failing.chain(&hunted.failure).min().cloned();
        if hunted.failure.is_some() && hunted.smallest {
            results.clear();
        } else if let Some(known) = known
            && (halted || hunted.failure.is_some())
        {
            // What is left to decide has no larger first parameter.
            let first = known.first().map(|first| {
                Constraint::at_least(&Affine::constant(first.clone()), &Affine::variable(0))
            });
            tasks.iter_mut().for_each(|task| task.conditions.extend(first.clone()));
            hunted.failure = Some(known);
            results = run(job, &tasks);
        }
    }
    let failing = results.iter().filter_map(|result| result.failure.as_ref());
    let failure = failing.chain(&hunted.failure).min().cloned();
    Outcome { results, failure, hunted }
}

/// A region of all variables of a block's place, or of the parameters alone.
fn region(dimension: usize, options: &Options<'_>) -> Region {
    Region::new((options.backend)(options.stop.clone()), dimension)
}

type Ended = (Verdict, Vec<Finding>);

/// Whatever does not depend on the block: the tasks, and the first section of the proof.
fn prepare(
    job: &Job<'_, '_>,
    passes: &Description,
    statistics: &mut Statistics,
    warnings: &mut Vec<Finding>,
) -> Result<(Vec<Task>, Result<Section, Unsupported>), Ended> {
    let Job { original: description, original_graph: graph, options, certifying, .. } = *job;
    let proved = job.description;
    let mut log = ProofLog::new(certifying);
    let most_loops = (0..description.blocks.len())
        .map(|index| graph.at(BlockId::from_index(index)).loops.len())
        .max()
        .unwrap_or(0);
    let dimension = passes.parameters.len().max(description.parameters.len() + most_loops);
    let mut region = region(dimension, options);
    let conditions = description.constraints();
    let limited = |limit| (Verdict::Undecided, vec![limit_finding(limit)]);
    let largest = region.logging(&mut log, |region| {
        if region.enter(&conditions).map_err(limited)?.is_none() {
            return Err(vacuous(description));
        }
        let checked = admissible::check(description, passes, graph, region).map_err(limited)?;
        if !checked.faults.is_empty() {
            return Err((Verdict::Rejected, checked.faults));
        }
        warnings.extend(checked.unreached);
        largest_moves(description, region, &options.stop).map_err(limited)
    })?;
    statistics.count(&mut region);
    let conditions = proved.constraints();
    let blocks = (0..proved.blocks.len()).map(BlockId::from_index);
    let blocks: Vec<_> = blocks.filter(|id| !proved.block(*id).words.is_empty()).collect();
    let count = (largest.len() * blocks.len()).max(1) as u64;
    let most_effort = MOST_EFFORT.max(ALL_EFFORT / count);
    let tasks = largest.into_iter().flat_map(|(largest, is_largest)| {
        let conditions = [conditions.as_slice(), &is_largest].concat();
        blocks.iter().map(move |&block| Task {
            block,
            largest: largest.clone(),
            conditions: conditions.clone(),
            most_effort,
        })
    });
    Ok((tasks.collect(), log.finish()))
}

/// The moves that are the largest for some parameters, each with the constraints under which
/// it is; of equal moves, the first one counts.
///
/// Most moves are never as large as one that is the largest somewhere, and are compared with no
/// other.
fn largest_moves(
    description: &Description,
    region: &mut Region,
    stop: &CancellationToken,
) -> Result<Vec<(Affine, Vec<Constraint>)>, Limit> {
    let moves = sweep::moves(description);
    let exceeds = |index: usize, other: usize| match other < index {
        true => Constraint::below(&moves[other], &moves[index]),
        false => Constraint::at_least(&moves[index], &moves[other]),
    };
    let somewhere = region.point()?.and_then(|point| {
        // The last of equal ones is the maximum; the first one is wanted.
        (0..moves.len()).rev().max_by_key(|&index| moves[index].at(point))
    });
    let mut cases = Vec::new();
    for (index, each) in moves.iter().enumerate() {
        stop.check()?;
        let (mut others, mut kept) = (Vec::new(), Vec::new());
        if let Some(largest) = somewhere.filter(|largest| *largest != index)
            && !region.can(&exceeds(index, largest))?
        {
            others.push(exceeds(index, largest));
            kept.push(largest);
        } else {
            for other in (0..moves.len()).filter(|other| *other != index) {
                let constraint = exceeds(index, other);
                // What holds anyway need not be said again.
                if region.can(&Constraint::at_least_zero((-&constraint.form).plus(-1)))? {
                    others.push(constraint);
                    kept.push(other);
                }
            }
        }
        region.log().push(|| ProofStep::Kept(kept));
        if let Some(outside) = region.enter(&others)? {
            region.leave(outside);
            cases.push((each.clone(), others));
        }
    }
    Ok(cases)
}

/// Works through the tasks, on several threads when there is much to do.
fn run(job: &Job<'_, '_>, tasks: &[Task]) -> Vec<TaskResult> {
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
    // The groups are the same for any number of threads, and so is what was done when the direct
    // search ends the work.
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
        questions += results[known..].iter().map(|it| it.statistics.questions).sum::<u64>();
        rest = later;
    }
    results
}

fn prove(job: &Job<'_, '_>, task: &Task) -> TaskResult {
    let Job { description, options, .. } = *job;
    let parameters = job.original.parameters.len();
    let mut found = Swept::default();
    let mut chains = 0;
    let moves = sweep::moves(description);
    let mut visit = |chain: &Chain<'_>, region: &mut Region| {
        chains += 1;
        options.stop.check()?;
        if region.backend().work().questions >= LONG && job.is_refuted() {
            return Err(Limit::STOPPED);
        }
        region.log().push(|| ProofStep::Words);
        let found = &mut found;
        Sweep::new(description, parameters, &moves, chain, region, found, None).block()
    };
    let (halt, mut statistics, log) = search(job, task, &mut visit);
    statistics.chains = chains;
    statistics.splits = found.splits;
    statistics.cases = found.cases;
    TaskResult { statistics, failure: found.parameters, section: log.finish(), halt }
}

/// Visits all chains of a task.
fn search<'a>(
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
    statistics.count(&mut region);
    (halt, statistics, log)
}

/// Visits every chain of a description, in the order of the blocks, and for each chain, if
/// `observer` is given, every split.
///
/// # Errors
/// The verdict and findings of a description whose chains cannot be listed: one that is
/// rejected or vacuous, or for which a limit was reached.
pub fn list(
    description: &Description,
    options: &Options<'_>,
    mut on_chain: impl FnMut(&Chain<'_>),
    mut observer: Option<&mut Observer<'_>>,
) -> Result<Statistics, Ended> {
    let graph = &BlockGraph::new(description);
    let job = Job {
        original: description,
        original_graph: graph,
        description,
        graph,
        options,
        certifying: false,
        hunted: None,
    };
    let parameters = description.parameters.len();
    let mut statistics = Statistics::default();
    let (tasks, _) = prepare(&job, description, &mut statistics, &mut Vec::new())?;
    let moves = sweep::moves(description);
    let mut found = Swept::default();
    for task in &tasks {
        let mut visit = |chain: &Chain<'_>, region: &mut Region| {
            on_chain(chain);
            if let Some(observer) = &mut observer {
                let observer: &mut Observer<'_> = observer;
                let found = &mut found;
                Sweep::new(description, parameters, &moves, chain, region, found, Some(observer))
                    .block()?;
            }
            Ok(())
        };
        let (halt, work, _) = search(&job, task, &mut visit);
        statistics.add(&work);
        if let Some(halt) = halt {
            return Err((Verdict::Undecided, vec![halted(&job, &halt, &Hunted::default())]));
        }
    }
    Ok(statistics)
}

impl Statistics {
    fn add(&mut self, other: &Self) {
        self.chains += other.chains;
        self.splits += other.splits;
        self.cases += other.cases;
        self.carried += other.carried;
        self.remembered += other.remembered;
        self.questions += other.questions;
        self.pivots += other.pivots;
        self.cuts += other.cuts;
        self.branches += other.branches;
    }

    fn count(&mut self, region: &mut Region) {
        let work = region.backend().work();
        self.carried += region.carried();
        self.remembered += region.remembered();
        self.questions += work.questions;
        self.pivots += work.pivots;
        self.cuts += work.cuts;
        self.branches += work.branches;
    }
}

/// The names of the variables at a block's place: parameters, then control variables.
pub fn variable_names(description: &Description, block: BlockId) -> Vec<String> {
    let graph = BlockGraph::new(description);
    let parameters = description.parameters.iter().map(|each| each.name.clone());
    parameters.chain(graph.at(block).loops.iter().map(|head| head.name.clone())).collect()
}
