//! The verdict: on the description as it is simplified, and as it is written.

use super::findings::{self, Unreached, halted, refuted};
use super::hunt::{Extent, Hunted, hunt};
use super::prepare::prepare;
use super::tasks::{Job, Task, TaskResult, run};
use super::{Options, simplified};
use crate::affine::{Affine, Constraint};
use crate::chain::{Unsupported, block_graph};
use crate::ilp::Point;
use crate::limit::Limit;
use crate::model::Description;
use crate::proof::Section;
use crate::verdict::{Finding, Looked, Report, Statistics, Verdict};
use std::sync::OnceLock;

/// A description, and what its sequence is proved from.
struct Versions<'d> {
    /// The description itself.
    original: &'d Description,
    /// Another way to write it, pass by pass, possibly with quotients as parameters after the others.
    passes: &'d Description,
    /// Another way to write the sequence, possibly with one more parameter.
    proved: &'d Description,
}

/// A verdict with its proof.
pub(super) struct Decided {
    pub report: Report,
    /// The sections of the proof, if one is wanted.
    pub sections: Vec<Result<Section, Unsupported>>,
    /// Was the description proved as [`simplify`](crate::simplify) writes it?
    pub simplified: bool,
}

/// Decides the description as [`simplify`](crate::simplify) writes it, and as it is written if that leaves it open; or
/// the other way round.
pub(super) fn decide(
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
            true => Versions { original: description, passes, proved },
            false => Versions { original: description, passes: description, proved: description },
        };
        let (report, sections) = decide_as(&reading, source, options, certifying);
        Decided { report, sections, simplified }
    };
    if std::ptr::eq(proved, description) {
        return attempt(false);
    }
    let is_decided =
        |it: &Decided| matches!(it.report.verdict, Verdict::Verified | Verdict::Refuted);
    // As it is written it has at least as many blocks.
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

/// The report, and the sections of the proof if one is wanted.
fn decide_as(
    reading: &Versions<'_>,
    source: &str,
    options: &Options<'_>,
    certifying: bool,
) -> (Report, Vec<Result<Section, Unsupported>>) {
    let &Versions { original: description, proved, .. } = reading;
    let mut statistics = Statistics {
        blocks: proved.blocks.iter().filter(|block| !block.words.is_empty()).count() as u64,
        ..Statistics::default()
    };
    let (graph, original_graph) = (&block_graph(proved), &block_graph(description));
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
                let states = results.iter().filter(|result| result.failure == failure);
                let state = states.filter_map(|result| result.state.clone()).min();
                let mut halt = None;
                for result in results {
                    statistics.add_work(&result.statistics);
                    sections.push(result.section);
                    halt = halt.or(result.halt);
                }
                // Nothing is missing if no parameters are smaller.
                let open = halt.filter(|_| failure.is_none() || failure != hunted.first);
                let undecided = open.map(|halt| halted(&job, &halt, &hunted));
                match (failure, undecided) {
                    (None, None) => (Verdict::Verified, Vec::new()),
                    (None, Some(finding)) => (Verdict::Undecided, vec![finding]),
                    (Some(parameters), undecided) => {
                        let (verdict, mut findings) = match description.state_loop() {
                            Some(head) => {
                                let failure = Unreached { head, parameters, state };
                                at_states(&job, source, &failure)
                            }
                            None => refute(&parameters),
                        };
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

/// The verdict on a description whose proof fails at some states, which may never occur.
fn at_states(job: &Job<'_, '_>, source: &str, failure: &Unreached<'_>) -> (Verdict, Vec<Finding>) {
    let Job { original, original_graph, options, .. } = *job;
    let refute = |parameters| refuted(original, source, parameters, &options.stop);
    let (verdict, findings) = refute(&failure.parameters);
    if verdict == Verdict::Refuted {
        return (verdict, findings);
    }
    if options.stop.requested() {
        // Whether the state is reached was not found in the time there was.
        return (Verdict::Undecided, vec![findings::limit_finding(Limit::STOPPED)]);
    }
    let hunted = hunt(original, original_graph, options, Extent::Widest);
    let mut open = findings::unreached(original, failure);
    match &hunted.failure {
        Some(parameters) => {
            let (verdict, mut findings) = refute(parameters);
            findings.extend((!hunted.smallest).then_some(open));
            (verdict, findings)
        }
        None => {
            findings::looked(&mut open, original, &hunted);
            (Verdict::Undecided, vec![open])
        }
    }
}

/// What the direct search and the proof found.
struct Outcome {
    /// The results of the tasks; empty if the search already decided.
    results: Vec<TaskResult>,
    /// The smallest parameters that fail, as far as nothing halted.
    failure: Option<Point>,
    /// What was examined directly.
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
